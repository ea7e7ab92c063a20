//! Replaces the calls of macros.
//!
//! What is wanted is easily said: a call is replaced by the macro's body with the
//! arguments put in, and what then looks like a call is replaced in turn. Done as said
//! it makes millions of forms of real files. So:
//!
//! - the body of a macro is [prepared](Engine::prepare) once: calls in it that do not depend on a
//!   parameter are replaced there and then;
//! - a call is worked out once for each different list of arguments, compared by structure, and so is a
//!   part of a body that is left with parameters to fill in;
//! - forms in which nothing changes are not copied but shared.
//!
//! A parameter without an argument stays as text. If the call stands in the body of
//! another macro, that text is filled in with the other's arguments (`(define body $1 add)
//! (define step ((body)))`). A call whose name was an argument (`($1 n)`) is replaced when
//! the argument is known, and parameters left over in it are *not* filled in by the macro that it
//! stands in, only by those further out.

use super::MacroInfo;
use crate::diagnostics::{Diagnostic, Via, codes::syntax as codes};
use crate::source::Span;
use crate::syntax::Limits;
use crate::syntax::form::{Atom, Form, List, Splice, hash_all};
use crate::syntax::params::{self, Piece};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::Arc;

/// A name or string made from parameters may have so many bytes.
const MAX_TEXT: usize = 1 << 20;

/// Expands the forms at top level.
pub(super) fn run(
    forms: &[Form],
    macros: IndexMap<SmolStr, MacroInfo>,
    limits: &Limits,
) -> (Vec<Form>, IndexMap<SmolStr, MacroInfo>, Vec<Diagnostic>) {
    let mut engine = Engine {
        bodies: vec![Body::Raw; macros.len()],
        macros,
        limits,
        made: FxHashMap::default(),
        calls: Vec::new(),
        nesting: 0,
        spent: 0,
        too_deep: false,
        diagnostics: Vec::new(),
    };
    let forms = forms.iter().map(|f| engine.eval(f, Mode::Top).unwrap_or_else(|| f.clone())).collect();
    (forms, engine.macros, engine.diagnostics)
}

/// How forms are looked at.
#[derive(Clone, Copy)]
enum Mode<'e> {
    /// Outside of macros: every call is replaced.
    Top,
    /// A macro's body without arguments: calls with parameters among their arguments wait.
    Prepare,
    /// A prepared body: the arguments are put in. What has no parameters is finished already.
    Fill(Arguments<'e>),
}

/// The arguments of a call.
#[derive(Clone, Copy)]
struct Arguments<'e> {
    forms: &'e [Form],
    /// Their structural hash.
    hash: u128,
    /// The macro that is called.
    index: usize,
}

/// A macro's body.
#[derive(Clone)]
enum Body {
    Raw,
    /// Being prepared: a call of it now has no end.
    InWork,
    Prepared(Arc<[Form]>),
    /// It calls itself; its calls are replaced by nothing.
    Broken,
}

/// What is worked out once: a macro's call, or the rest of a body, with arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    Macro(usize),
    /// Forms by their structural hash.
    Forms(u128),
}

/// A call that is being worked out.
struct Call {
    index: usize,
    span: Span,
    /// The hash of its arguments.
    arguments: u128,
}

struct Engine<'a> {
    macros: IndexMap<SmolStr, MacroInfo>,
    bodies: Vec<Body>,
    limits: &'a Limits,
    /// What was worked out, by what it is and the hash of the arguments.
    made: FxHashMap<(Target, u128), Arc<[Form]>>,
    calls: Vec<Call>,
    /// How deep the engine's own recursion is.
    nesting: usize,
    /// Forms looked at or made, as a bound on time and memory.
    spent: usize,
    too_deep: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Engine<'_> {
    /// The form after expansion; none if it is the same.
    fn eval(&mut self, form: &Form, mode: Mode<'_>) -> Option<Form> {
        if matches!(mode, Mode::Fill(_)) && !form.has_params() {
            return None;
        }
        match form {
            Form::Name(atom) => self.atom(atom, Form::Name, mode),
            Form::Str(atom) => self.atom(atom, Form::Str, mode),
            Form::List(list) => self.nested(list.span, |engine| engine.list(list, mode)),
            Form::Splice(splice) => self.nested(splice.call, |engine| engine.splice(splice, mode)),
        }
    }

    /// The forms after expansion; none if all are the same.
    fn eval_all(&mut self, forms: &[Form], mode: Mode<'_>) -> Option<Vec<Form>> {
        let mut changed: Option<Vec<Form>> = None;
        for (at, form) in forms.iter().enumerate() {
            match (self.eval(form, mode), &mut changed) {
                (Some(new), Some(changed)) => changed.push(new),
                (None, Some(changed)) => changed.push(form.clone()),
                (None, None) => {}
                (Some(new), None) => {
                    let mut items = Vec::with_capacity(forms.len());
                    items.extend_from_slice(&forms[..at]);
                    items.push(new);
                    changed = Some(items);
                }
            }
        }
        changed
    }

    /// One level of recursion, if there is stack and budget left for it; else the form is left out.
    fn nested(&mut self, at: Span, work: impl FnOnce(&mut Self) -> Option<Form>) -> Option<Form> {
        // A level of the result is a list or a call, which takes a level of its own for filling in what is left over.
        if self.nesting >= self.limits.max_depth + 2 * self.limits.max_calls {
            return Some(self.report_too_deep(at));
        }
        if self.spent > self.limits.max_forms {
            return Some(nothing(at));
        }
        self.nesting += 1;
        let form = work(self);
        self.nesting -= 1;
        form
    }

    fn list(&mut self, list: &Arc<List>, mode: Mode<'_>) -> Option<Form> {
        self.spend(list.items.len() + 1, list.span);
        if let Some(Form::Name(head)) = list.items.first()
            && let Some(index) = self.macros.get_index_of(head.text.as_str())
        {
            return self.written_call(index, list, mode);
        }
        let items = self.eval_all(&list.items, mode)?;
        // Did an argument or a macro's result come to stand as the head, and is it a macro?
        let head = |items: &[Form]| items.first().map(Form::structural_hash);
        if head(&list.items) != head(&items)
            && let Some((index, arguments)) = self.call_by_result(&items)
        {
            return Some(self.call(index, &arguments, list.span));
        }
        Some(self.new_list(items, list.span))
    }

    /// A call whose macro is named where it is written.
    fn written_call(&mut self, index: usize, list: &Arc<List>, mode: Mode<'_>) -> Option<Form> {
        let changed = self.eval_all(&list.items[1..], mode);
        let arguments = changed.as_deref().unwrap_or(&list.items[1..]);
        match mode {
            Mode::Prepare if arguments.iter().any(Form::has_params) => {
                let arguments = changed?;
                let head = list.items[..1].iter().cloned();
                Some(self.new_list(head.chain(arguments).collect(), list.span))
            }
            Mode::Top | Mode::Prepare => Some(self.call(index, arguments, list.span)),
            Mode::Fill(_) => {
                let result = self.call(index, arguments, list.span);
                // Parameters that are left over fall to the macro in whose body the call stands.
                Some(self.eval(&result, mode).unwrap_or(result))
            }
        }
    }

    /// If these items are a call once splices are laid open: the macro and the arguments.
    fn call_by_result(&self, items: &[Form]) -> Option<(usize, Vec<Form>)> {
        let mut front: Vec<&[Form]> = vec![items];
        // Only what comes before the end of the splice that holds the head is laid open; each item
        // behind it is one argument, even if it is a splice.
        loop {
            let rest = front.last_mut()?;
            match rest.split_first() {
                None => {
                    front.pop();
                }
                Some((Form::Splice(splice), tail)) => {
                    *rest = tail;
                    front.push(&splice.forms);
                }
                Some((Form::Name(head), tail)) => {
                    let index = self.macros.get_index_of(head.text.as_str())?;
                    *rest = tail;
                    return Some((
                        index,
                        front.iter().rev().flat_map(|forms| forms.iter().cloned()).collect(),
                    ));
                }
                Some(_) => return None,
            }
        }
    }

    fn splice(&mut self, splice: &Arc<Splice>, mode: Mode<'_>) -> Option<Form> {
        self.spend(splice.forms.len(), splice.call);
        let forms: Arc<[Form]> = match mode {
            Mode::Fill(arguments) => {
                let key = (Target::Forms(hash_all(&splice.forms)), arguments.hash);
                match self.made.get(&key) {
                    Some(forms) => forms.clone(),
                    None => {
                        let changed = self.eval_all(&splice.forms, mode);
                        let forms = changed.map_or_else(|| splice.forms.clone(), Into::into);
                        self.made.insert(key, forms.clone());
                        forms
                    }
                }
            }
            Mode::Top | Mode::Prepare => self.eval_all(&splice.forms, mode)?.into(),
        };
        if Arc::ptr_eq(&forms, &splice.forms) {
            return None;
        }
        Some(Form::Splice(Arc::new(Splice::new(splice.name.clone(), splice.call, forms))))
    }

    /// What a call is replaced by.
    fn call(&mut self, index: usize, arguments: &[Form], span: Span) -> Form {
        let info = &mut self.macros[index];
        info.calls += 1;
        if info.max_args.is_none_or(|(most, _)| arguments.len() > most) {
            info.max_args = Some((arguments.len(), span));
        }
        let hash = hash_all(arguments);
        let key = (Target::Macro(index), hash);
        let forms = match self.made.get(&key) {
            Some(forms) => forms.clone(),
            None => {
                let forms = self.work_out(index, arguments, hash, span);
                self.made.insert(key, forms.clone());
                forms
            }
        };
        let name = self.macros.get_index(index).map(|(name, _)| name.clone()).unwrap_or_default();
        Form::Splice(Arc::new(Splice::new(name, span, forms)))
    }

    fn work_out(&mut self, index: usize, arguments: &[Form], hash: u128, span: Span) -> Arc<[Form]> {
        if matches!(self.bodies[index], Body::Broken) {
            return Arc::default();
        }
        let again = |call: &Call| call.index == index && call.arguments == hash;
        if matches!(self.bodies[index], Body::InWork)
            || self.calls.len() >= self.limits.max_calls
            || self.calls.iter().any(again)
        {
            self.report_endless(index, span);
            self.bodies[index] = Body::Broken;
            return Arc::default();
        }
        self.calls.push(Call { index, span, arguments: hash });
        let body = self.prepare(index);
        let forms = if body.iter().any(Form::has_params) && !arguments.is_empty() {
            self.eval_all(&body, Mode::Fill(Arguments { forms: arguments, hash, index }))
        } else {
            None
        };
        self.calls.pop();
        forms.map_or(body, Into::into)
    }

    /// The body of a macro with the calls in it replaced that need no argument.
    fn prepare(&mut self, index: usize) -> Arc<[Form]> {
        if let Body::Prepared(body) = &self.bodies[index] {
            return body.clone();
        }
        self.bodies[index] = Body::InWork;
        let raw = self.macros[index].body.clone();
        let body = self.eval_all(&raw, Mode::Prepare).map_or(raw, Into::into);
        if matches!(self.bodies[index], Body::InWork) {
            self.bodies[index] = Body::Prepared(body.clone());
        }
        body
    }

    /// A name or string with the arguments put in.
    fn atom(&mut self, atom: &Atom, kind: fn(Atom) -> Form, mode: Mode<'_>) -> Option<Form> {
        let Mode::Fill(arguments) = mode else { return None };
        let is_name = kind(atom.clone()).as_name().is_some();
        if is_name && let Some(n) = params::as_param(&atom.text) {
            return self.argument(n, arguments).cloned();
        }
        let mut text = String::new();
        let mut changed = false;
        for piece in params::pieces(&atom.text) {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Param(n, written) => match self.argument(n, arguments) {
                    Some(Form::Name(a) | Form::Str(a)) => {
                        text.push_str(&a.text);
                        changed = true;
                    }
                    Some(other) => {
                        let span = other.span();
                        self.report_cannot_paste(atom, written, span);
                        text.push_str(written);
                    }
                    None => text.push_str(written),
                },
            }
        }
        self.spend(text.len() / 16, atom.span);
        if text.len() > MAX_TEXT {
            self.spend(self.limits.max_forms, atom.span);
            return None;
        }
        changed.then(|| kind(Atom { text: text.into(), span: atom.span }))
    }

    /// The argument for `$n`, if the call has so many.
    fn argument<'e>(&mut self, n: usize, arguments: Arguments<'e>) -> Option<&'e Form> {
        let form = arguments.forms.get(n - 1)?;
        let used = &mut self.macros[arguments.index].used_params;
        if used.len() < n {
            used.resize(n, false);
        }
        used[n - 1] = true;
        Some(form)
    }

    fn new_list(&mut self, items: Vec<Form>, span: Span) -> Form {
        let list = List::new(items, span);
        if list.depth() > self.limits.max_depth {
            return self.report_too_deep(span);
        }
        Form::List(Arc::new(list))
    }

    /// Counts work against the limit.
    fn spend(&mut self, forms: usize, at: Span) {
        let before = self.spent;
        self.spent = self.spent.saturating_add(forms);
        if before <= self.limits.max_forms && self.spent > self.limits.max_forms {
            let message = format!("the macros expand to more than {} different forms", self.limits.max_forms);
            let diagnostic = Diagnostic::new(&codes::EXPANSION_TOO_LARGE, at, message)
                .label("given up here; the rest is left out");
            self.diagnostics.push(diagnostic.via(self.via()));
        }
    }

    /// The calls that are being worked out, as a trace.
    fn via(&self) -> Option<Arc<Via>> {
        self.calls.iter().fold(None, |parent, call| {
            let name = self.name(call.index).into();
            Some(Arc::new(Via { call: call.span, name, parent }))
        })
    }

    fn name(&self, index: usize) -> &str {
        self.macros.get_index(index).map_or("", |(name, _)| name)
    }

    fn report_too_deep(&mut self, at: Span) -> Form {
        if !self.too_deep {
            self.too_deep = true;
            let message = format!("the macros nest lists more than {} deep", self.limits.max_depth);
            let diagnostic = Diagnostic::new(&codes::EXPANSION_TOO_DEEP, at, message).label("left out");
            self.diagnostics.push(diagnostic.via(self.via()));
        }
        nothing(at)
    }

    fn report_endless(&mut self, index: usize, span: Span) {
        const SHOWN: usize = 6;
        let start = self.calls.iter().rposition(|call| call.index == index);
        let Some(start) = start else {
            let message = format!("more than {} macros call each other in a row", self.limits.max_calls);
            let diagnostic = Diagnostic::new(&codes::ENDLESS_MACRO, span, message).label("left out");
            self.diagnostics.push(diagnostic.via(self.via()));
            return;
        };
        let cycle = &self.calls[start..];
        let mut names: Vec<String> =
            cycle.iter().map(|call| format!("`{}`", self.name(call.index))).collect();
        if names.len() > SHOWN {
            names.truncate(SHOWN);
            names.push("...".into());
        }
        names.push(format!("`{}`", self.name(index)));
        let message = format!("endless macro recursion: {}", names.join(" → "));
        let mut diagnostic = Diagnostic::new(&codes::ENDLESS_MACRO, span, message)
            .label(format!("this call of `{}` has no end; it is left out", self.name(index)))
            .with(self.macros[index].name, format!("`{}` is defined here", self.name(index)));
        for call in cycle.iter().skip(1).take(SHOWN) {
            diagnostic =
                diagnostic.with(call.span, format!("through this call of `{}`", self.name(call.index)));
        }
        self.diagnostics.push(diagnostic);
    }

    fn report_cannot_paste(&mut self, atom: &Atom, param: &str, argument: Span) {
        let message = format!("a list cannot take the place of `{param}` in `{}`", atom.text);
        self.diagnostics.push(
            Diagnostic::new(&codes::CANNOT_PASTE, argument, message)
                .label("here a name or a string is needed")
                .with(atom.span, "it would become part of this")
                .via(self.via()),
        );
    }
}

/// What takes the place of a form that is left out.
fn nothing(at: Span) -> Form {
    Form::Splice(Arc::new(Splice::new("".into(), at, Arc::default())))
}
