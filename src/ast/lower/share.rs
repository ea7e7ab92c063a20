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

/// What was already lowered, by the address of the shared forms: of a list its items, of a macro
/// call the forms that replace it, which calls with the same arguments share. The key keeps the
/// forms alive, so that their address is not used again.
pub(super) type Table<T> = FxHashMap<usize, Remembered<T>>;

pub(super) struct Remembered<T> {
    _key: Arc<[Form]>,
    value: T,
    /// How many levels are below it.
    height: usize,
}

/// The two branches of an `if`.
type Parts<'f> = (Cow<'f, [Form]>, Cow<'f, [Form]>);

/// Shared forms that were lowered, and how deep lowering is in a block.
#[derive(Default)]
pub(super) struct BlockMemo {
    pub(super) blocks: Table<Arc<Block>>,
    pub(super) instrs: Table<InstrKind>,
    pub(super) splices: Table<Arc<SpliceBlock>>,
    pub(super) cond_lists: Table<CondKind>,
    pub(super) conds: Table<Arc<(SmolStr, Cond)>>,
    has_else: FxHashMap<usize, (Arc<[Form]>, bool)>,
    pub(super) depth: usize,
    pub(super) deepest: usize,
    /// Forms looked at by [`Lower::spread`].
    spread: usize,
}

impl Lower {
    /// Lowers a list, once if it is shared; see [`Lower::remembered`].
    pub(super) fn remembered_list<T: Clone>(
        &mut self,
        table: impl Fn(&mut Self) -> &mut Table<T>,
        list: &List,
        make: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.remembered(table, &list.items, Arc::strong_count(&list.items) > 1, list.span, make)
    }

    /// The same for a macro call. It is shared too where the list of what replaces it stands in this one call only,
    /// but the call in several lists.
    pub(super) fn remembered_call<T: Clone>(
        &mut self,
        table: impl Fn(&mut Self) -> &mut Table<T>,
        splice: &Arc<Splice>,
        make: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let is_shared = Arc::strong_count(splice) > 1 || splice.is_shared();
        self.remembered(table, splice.forms(), is_shared, splice.call, make)
    }

    /// Lowers a shared form once; a form that stands in one place only is not kept.
    /// `None` (and a message) if what is known of it would nest too deep here.
    pub(super) fn remembered<T: Clone>(
        &mut self,
        table: impl Fn(&mut Self) -> &mut Table<T>,
        key: &Arc<[Form]>,
        is_shared: bool,
        span: Span,
        make: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        // What is empty is one and the same everywhere, and nothing to remember.
        if !is_shared || key.is_empty() {
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
            let [only] = &splice.forms()[..] else { break };
            item = Item { form: only, via: enter(splice, &item.via) };
        }
        item
    }

    /// All elements of a list, each still inside the macro calls that it came from.
    pub(super) fn spread<'f>(&mut self, forms: &'f [Form]) -> Cow<'f, [Form]> {
        if !forms.iter().any(is_splice) && self.memo.spread + forms.len() <= MAX_SPREAD {
            self.memo.spread += forms.len();
            return Cow::Borrowed(forms);
        }
        let mut out = Vec::new();
        for form in forms {
            self.memo.spread += 1;
            if self.memo.spread > MAX_SPREAD {
                self.too_many(form.span(), MAX_SPREAD);
                break;
            }
            match form {
                Form::Splice(splice) => {
                    let inner = self.spread(splice.forms());
                    self.memo.spread += inner.len();
                    match &*inner {
                        [_] => out.push(form.clone()),
                        _ => out.extend(inner.iter().map(|f| part_of(splice, vec![f.clone()]))),
                    }
                }
                _ => out.push(form.clone()),
            }
        }
        Cow::Owned(out)
    }

    /// Parts the items of an `if` at its `else`, which may stand in a macro's body.
    pub(super) fn split_else<'f>(&mut self, forms: &'f [Form]) -> Option<Parts<'f>> {
        let at = forms.iter().position(|f| self.has_else(f))?;
        let (then, otherwise) = (&forms[..at], &forms[at + 1..]);
        let Form::Splice(splice) = &forms[at] else {
            return Some((Cow::Borrowed(then), Cow::Borrowed(otherwise)));
        };
        let (before, after) = self.split_else(splice.forms())?;
        let mut then = then.to_vec();
        then.push(part_of(splice, before.into_owned()));
        let mut all = vec![part_of(splice, after.into_owned())];
        all.extend_from_slice(otherwise);
        Some((Cow::Owned(then), Cow::Owned(all)))
    }

    fn has_else(&mut self, form: &Form) -> bool {
        match form {
            Form::Name(a) => a.text == "else",
            Form::Splice(splice) => {
                let address = splice.forms().as_ptr().addr();
                if let Some((_, known)) = self.memo.has_else.get(&address) {
                    return *known;
                }
                let found = splice.forms().iter().any(|f| self.has_else(f));
                self.memo.has_else.insert(address, (splice.forms().clone(), found));
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
                    if let Some(found) = look(s.forms(), budget) {
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
pub(super) fn split_first(forms: &[Form]) -> Option<(Cow<'_, Form>, Cow<'_, [Form]>)> {
    let (first, rest) = forms.split_first()?;
    let Form::Splice(splice) = first else {
        return Some((Cow::Borrowed(first), Cow::Borrowed(rest)));
    };
    if first_form(std::slice::from_ref(first)).is_none() {
        return split_first(rest);
    }
    let (head, inner) = split_first(splice.forms())?;
    if is_blank(&inner) {
        return Some((Cow::Borrowed(first), Cow::Borrowed(rest)));
    }
    let mut tail = vec![part_of(splice, inner.into_owned())];
    tail.extend_from_slice(rest);
    Some((Cow::Owned(part_of(splice, vec![head.into_owned()])), Cow::Owned(tail)))
}

/// The name that a form is, through macro calls.
pub(super) fn name_of(form: &Form) -> Option<&Atom> {
    match first_form(std::slice::from_ref(form)) {
        Some(Form::Name(atom)) => Some(atom),
        _ => None,
    }
}

fn is_splice(form: &Form) -> bool {
    matches!(form, Form::Splice(_))
}

fn is_blank(forms: &[Form]) -> bool {
    first_form(forms).is_none()
}

fn part_of(splice: &Splice, forms: Vec<Form>) -> Form {
    Form::Splice(Arc::new(Splice::new(splice.name.clone(), splice.call, forms.into())))
}
