//! Looking through macro calls without spelling them out, and lowering shared forms once.

use super::cursor::{Item, Lower, enter};
use crate::ast::MAX_DEPTH;
use crate::ast::block::{Block, Cond, CondKind, InstrKind, SpliceBlock};
use crate::diagnostics::codes::lower as codes;
use crate::source::Span;
use crate::syntax::form::{Atom, Form, List, Splice};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::borrow::Cow;
use std::sync::Arc;

/// Arguments of instructions and conditions that are spelled out at most, in all of a file;
/// a few macros that call each other twice could make it any number.
const MAX_SPREAD: usize = 1_000_000;

/// Forms looked at to find the first one of a list, at most.
const MAX_LOOK: usize = 1_000;

/// What was already lowered, by the address of the shared form (of a macro call: of the
/// forms that replace it, which calls with the same arguments share). The key keeps the
/// form alive, so that its address is not used again.
pub(super) type Table<K, T> = FxHashMap<usize, Remembered<K, T>>;

pub(super) struct Remembered<K: ?Sized, T> {
    _key: Arc<K>,
    value: T,
    /// How many levels are below it.
    height: usize,
}

/// Shared forms that were lowered, and how deep lowering is in a block.
#[derive(Default)]
pub(super) struct BlockMemo {
    pub(super) blocks: Table<List, Arc<Block>>,
    pub(super) instrs: Table<List, InstrKind>,
    pub(super) splices: Table<[Form], Arc<SpliceBlock>>,
    pub(super) cond_lists: Table<List, CondKind>,
    pub(super) conds: Table<[Form], Arc<(SmolStr, Cond)>>,
    has_else: FxHashMap<usize, (Arc<[Form]>, bool)>,
    pub(super) depth: usize,
    pub(super) deepest: usize,
    /// Forms looked at by [`Lower::spread`].
    spread: usize,
}

impl Lower {
    /// Lowers a shared form once; a form that stands in one place only is not kept.
    /// `None` (and a message) if what is known of it would nest too deep here.
    pub(super) fn remembered<K: ?Sized, T: Clone>(
        &mut self,
        table: impl Fn(&mut Self) -> &mut Table<K, T>,
        key: &Arc<K>,
        span: Span,
        make: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        // What is empty is one and the same everywhere, and nothing to remember.
        if Arc::strong_count(key) == 1 || size_of_val(&**key) == 0 {
            return Some(make(self));
        }
        let address = Arc::as_ptr(key).cast::<()>().addr();
        if let Some(known) = table(self).get(&address) {
            let (value, height) = (known.value.clone(), known.height);
            if self.memo.depth + height > MAX_DEPTH {
                self.too_deep(span);
                return None;
            }
            self.memo.deepest = self.memo.deepest.max(self.memo.depth + height);
            return Some(value);
        }
        let outside = std::mem::replace(&mut self.memo.deepest, self.memo.depth);
        let value = make(self);
        let height = self.memo.deepest - self.memo.depth;
        self.memo.deepest = self.memo.deepest.max(outside);
        table(self).insert(address, Remembered { _key: key.clone(), value: value.clone(), height });
        Some(value)
    }

    /// The form inside the macro calls around it, for a message.
    pub(super) fn located<'f>(&self, form: &'f Form) -> Item<'f> {
        let mut item = Item { form, via: self.via.clone() };
        while let Form::Splice(splice) = item.form {
            let [only] = &splice.forms[..] else { break };
            item = Item { form: only, via: enter(splice, &item.via) };
        }
        item
    }

    /// All elements of a list, each still inside the macro calls that it came from.
    pub(super) fn spread(&mut self, forms: &[Form]) -> Vec<Form> {
        let mut out = Vec::new();
        for form in forms {
            self.memo.spread += 1;
            if self.memo.spread > MAX_SPREAD {
                self.too_many(form.span(), MAX_SPREAD);
                break;
            }
            match form {
                Form::Splice(splice) => {
                    let inner = self.spread(&splice.forms);
                    self.memo.spread += inner.len();
                    match inner.as_slice() {
                        [_] => out.push(form.clone()),
                        _ => out.extend(inner.into_iter().map(|f| part_of(splice, vec![f]))),
                    }
                }
                _ => out.push(form.clone()),
            }
        }
        out
    }

    /// Parts the items of an `if` at its `else`, which may stand in a macro's body.
    pub(super) fn split_else(&mut self, forms: &[Form]) -> Option<(Vec<Form>, Vec<Form>)> {
        let at = forms.iter().position(|f| self.has_else(f))?;
        let (mut then, mut otherwise) = (forms[..at].to_vec(), Vec::new());
        if let Form::Splice(splice) = &forms[at] {
            let (before, after) = self.split_else(&splice.forms)?;
            then.push(part_of(splice, before));
            otherwise.push(part_of(splice, after));
        }
        otherwise.extend_from_slice(&forms[at + 1..]);
        Some((then, otherwise))
    }

    fn has_else(&mut self, form: &Form) -> bool {
        match form {
            Form::Name(a) => a.text == "else",
            Form::Splice(splice) => {
                let address = splice.forms.as_ptr().addr();
                if let Some((_, known)) = self.memo.has_else.get(&address) {
                    return *known;
                }
                let found = splice.forms.iter().any(|f| self.has_else(f));
                self.memo.has_else.insert(address, (splice.forms.clone(), found));
                found
            }
            _ => false,
        }
    }

    pub(super) fn too_deep(&mut self, span: Span) {
        let at = crate::ast::place::Place { span, via: self.via.clone() };
        self.report(
            at.diagnostic(&codes::TOO_DEEP, "this is nested too deep")
                .label(format!("more than {MAX_DEPTH} lists and macro calls around it")),
        );
    }
}

/// The first form of a list, through macro calls.
pub(super) fn first_form(forms: &[Form]) -> Option<&Form> {
    fn look<'f>(forms: &'f [Form], budget: &mut usize) -> Option<&'f Form> {
        for form in forms {
            *budget = budget.checked_sub(1)?;
            match form {
                Form::Splice(s) => {
                    if let Some(found) = look(&s.forms, budget) {
                        return Some(found);
                    }
                }
                _ => return Some(form),
            }
        }
        None
    }
    look(forms, &mut MAX_LOOK.clone())
}

/// The first element of a list and the rest. Both stay inside the macro calls that they came from.
pub(super) fn split_first(forms: &[Form]) -> Option<(Form, Cow<'_, [Form]>)> {
    let (first, rest) = forms.split_first()?;
    let Form::Splice(splice) = first else {
        return Some((first.clone(), Cow::Borrowed(rest)));
    };
    if first_form(std::slice::from_ref(first)).is_none() {
        return split_first(rest);
    }
    let (head, inner) = split_first(&splice.forms)?;
    if is_blank(&inner) {
        return Some((first.clone(), Cow::Borrowed(rest)));
    }
    let mut tail = vec![part_of(splice, inner.into_owned())];
    tail.extend_from_slice(rest);
    Some((part_of(splice, vec![head]), Cow::Owned(tail)))
}

/// The name that a form is, through macro calls.
pub(super) fn name_of(form: &Form) -> Option<&Atom> {
    match first_form(std::slice::from_ref(form)) {
        Some(Form::Name(atom)) => Some(atom),
        _ => None,
    }
}

fn is_blank(forms: &[Form]) -> bool {
    first_form(forms).is_none()
}

fn part_of(splice: &Splice, forms: Vec<Form>) -> Form {
    Form::Splice(Arc::new(Splice::new(splice.name.clone(), splice.call, forms.into())))
}
