//! Replaces the calls of macros.
//!
//! What is wanted is easily said: a call is replaced by the macro's body with the
//! arguments put in, and what then looks like a call is replaced in turn. Done as said
//! it makes millions of forms of real files. So:
//!
//! - the body of a macro is [expanded](Engine::body) once, its parameters standing for themselves;
//! - a call puts its arguments into this body, once for each different list of arguments, compared by
//!   structure; and since bodies of macros that call macros have parts in common, so for each such part;
//! - forms in which nothing changes are not copied but shared.
//!
//! A parameter without an argument stays as text. If the call stands in the body of
//! another macro, that text is filled in with the other's arguments (`(define body $1 add)
//! (define step ((body)))`). A call whose name was an argument (`($1 n)`) is replaced when
//! the argument is known, and parameters left over in it are *not* filled in by the macro that it
//! stands in, only by those further out.

use super::MacroInfo;
use crate::deep::deep;
use crate::diagnostics::{Diagnostic, Via, codes::syntax as codes};
use crate::names::IndexMap;
use crate::source::Span;
use crate::syntax::Limits;
use crate::syntax::form::{Atom, Form, List, Row, Splice, hash_all};
use crate::syntax::params::{self, Piece};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, SmolStrBuilder};
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
        made_forms: Vec::new(),
        diagnostics: Vec::new(),
    };
    let forms = engine.top_level(forms);
    (forms, engine.macros, engine.diagnostics)
}

/// The arguments of a call.
#[derive(Clone, Copy)]
struct Arguments<'e> {
    forms: &'e [Form],
    /// Their structural hash.
    hash: u64,
    /// The macro that is called.
    index: usize,
}

/// What is done with forms: calls are replaced, or (in forms where that was done) arguments are put in, and the
/// calls replaced that only the arguments make.
type Fill<'e> = Option<Arguments<'e>>;

/// A macro's body.
#[derive(Clone)]
enum Body {
    Raw,
    /// Being expanded: a call of it now has no end.
    InWork,
    Expanded(Arc<Row>),
    /// It calls itself; its calls are replaced by nothing.
    Broken,
}

/// What is worked out once: a macro's call, or the rest of a body, with arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    Macro(usize),
    /// Forms by their structural hash.
    Forms(u64),
}

/// A call that is being worked out.
struct Call {
    index: usize,
    span: Span,
    /// The hash of its arguments.
    arguments: u64,
}

struct Engine<'a> {
    macros: IndexMap<SmolStr, MacroInfo>,
    bodies: Vec<Body>,
    limits: &'a Limits,
    /// What was worked out, by what it is and the hash of the arguments.
    made: FxHashMap<(Target, u64), Arc<Row>>,
    calls: Vec<Call>,
    /// How deep the engine's own recursion is.
    nesting: usize,
    /// Forms looked at or made, as a bound on time and memory.
    spent: usize,
    too_deep: bool,
    /// The forms made so far of the lists that are being evaluated, the outermost first.
    made_forms: Vec<Form>,
    diagnostics: Vec<Diagnostic>,
}

impl Engine<'_> {
    fn top_level(&mut self, forms: &[Form]) -> Vec<Form> {
        let mut expanded = Vec::with_capacity(forms.len());
        for form in forms {
            let form = self.eval(form, None).unwrap_or_else(|| form.clone());
            if self.spend(form.length(), form.span()) {
                expanded.push(form);
            }
        }
        expanded
    }

    /// The form after expansion; none if it is the same.
    fn eval(&mut self, form: &Form, fill: Fill<'_>) -> Option<Form> {
        if fill.is_some() && !form.has_params() {
            return None;
        }
        match form {
            Form::Name(atom) => self.atom(atom, true, fill),
            Form::Str(atom) => self.atom(atom, false, fill),
            Form::List(list) => self.nested(list.span, |engine| engine.list(list, fill)),
            Form::Splice(splice) => self.nested(splice.call, |engine| engine.splice(splice, fill)),
        }
    }

    /// The forms after expansion; none if all are the same.
    fn eval_all(&mut self, forms: &[Form], fill: Fill<'_>) -> Option<Arc<[Form]>> {
        let start = self.made_forms.len();
        let mut is_changed = false;
        for (at, form) in forms.iter().enumerate() {
            match self.eval(form, fill) {
                Some(new) => {
                    if !is_changed {
                        is_changed = true;
                        self.made_forms.extend_from_slice(&forms[..at]);
                    }
                    self.made_forms.push(new);
                }
                None if is_changed => self.made_forms.push(form.clone()),
                None => {}
            }
        }
        is_changed.then(|| self.made_forms.drain(start..).collect())
    }

    /// One level of recursion, if there is stack and budget left for it; else the form is left out.
    fn nested(&mut self, at: Span, work: impl FnOnce(&mut Self) -> Option<Form>) -> Option<Form> {
        // A level of the result is a list or a call, which takes a level of its own for filling in what is left over.
        if self.nesting >= self.limits.max_depth + 2 * self.limits.max_calls {
            return Some(self.report_too_deep(at));
        }
        if !self.spend(1, at) {
            return Some(nothing(at));
        }
        self.nesting += 1;
        let form = deep(|| work(self));
        self.nesting -= 1;
        form
    }

    fn list(&mut self, list: &List, fill: Fill<'_>) -> Option<Form> {
        self.spend(list.items.len(), list.span);
        let is_head_settled = match list.items.first() {
            // In forms whose calls were replaced a name as written is none.
            Some(Form::Name(head)) if fill.is_some() => !head.has_params(),
            Some(Form::Name(head)) => match self.macros.get_index_of(head.text.as_str()) {
                Some(index) => {
                    let changed = self.eval_all(&list.items[1..], fill);
                    return Some(self.call(index, changed.as_deref().unwrap_or(&list.items[1..]), list.span));
                }
                None => true,
            },
            _ => false,
        };
        let items = self.eval_all(&list.items, fill)?;
        // An argument or what a call left may have come to stand as the head, and be a macro.
        if !is_head_settled && let Some((index, arguments)) = self.call_by_result(&items) {
            return Some(self.call(index, &arguments, list.span));
        }
        Some(self.new_list(items, list.span))
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
                    front.push(splice.forms());
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

    fn splice(&mut self, splice: &Arc<Splice>, fill: Fill<'_>) -> Option<Form> {
        self.spend(splice.forms().len(), splice.call);
        let row = match fill {
            Some(arguments) => {
                let key = (Target::Forms(splice.row().hash()), arguments.hash);
                match self.made.get(&key) {
                    Some(row) => row.clone(),
                    None => {
                        let changed = self.eval_all(splice.forms(), fill);
                        let row = changed.map_or_else(|| splice.row().clone(), Row::new);
                        self.made.insert(key, row.clone());
                        row
                    }
                }
            }
            None => Row::new(self.eval_all(splice.forms(), fill)?),
        };
        if Arc::ptr_eq(&row, splice.row()) {
            return None;
        }
        Some(Form::Splice(Arc::new(Splice::of(splice.name.clone(), splice.call, row))))
    }

    /// What a call is replaced by.
    fn call(&mut self, index: usize, arguments: &[Form], span: Span) -> Form {
        let (name, info) = self.macros.get_index_mut(index).expect("a macro of the file");
        let name = name.clone();
        info.calls += 1;
        if info.max_args.is_none_or(|(most, _)| arguments.len() > most) {
            info.max_args = Some((arguments.len(), span));
        }
        let hash = hash_all(arguments);
        let key = (Target::Macro(index), hash);
        let row = match self.made.get(&key) {
            Some(row) => row.clone(),
            None => {
                let row = self.work_out(index, arguments, hash, span);
                self.made.insert(key, row.clone());
                row
            }
        };
        Form::Splice(Arc::new(Splice::of(name, span, row)))
    }

    fn work_out(&mut self, index: usize, arguments: &[Form], hash: u64, span: Span) -> Arc<Row> {
        if matches!(self.bodies[index], Body::Broken) {
            return Row::new(Arc::default());
        }
        let again = |call: &Call| call.index == index && call.arguments == hash;
        if matches!(self.bodies[index], Body::InWork)
            || self.calls.len() >= self.limits.max_calls
            || self.calls.iter().any(again)
        {
            self.report_endless(index, span);
            self.bodies[index] = Body::Broken;
            return Row::new(Arc::default());
        }
        self.calls.push(Call { index, span, arguments: hash });
        let body = self.body(index);
        let forms = self.eval_all(&body.forms, Some(Arguments { forms: arguments, hash, index }));
        self.calls.pop();
        let row = forms.map_or(body, Row::new);
        // Else calls of calls that are replaced by nothing would make nothing of exponential size.
        if row.length() == 0 { Row::new(Arc::default()) } else { row }
    }

    /// The body of a macro with the calls in it replaced.
    fn body(&mut self, index: usize) -> Arc<Row> {
        if let Body::Expanded(body) = &self.bodies[index] {
            return body.clone();
        }
        self.bodies[index] = Body::InWork;
        let raw = self.macros[index].body.clone();
        let body = Row::new(self.eval_all(&raw, None).unwrap_or(raw));
        if matches!(self.bodies[index], Body::InWork) {
            self.bodies[index] = Body::Expanded(body.clone());
        }
        body
    }

    /// A name or string with the arguments put in.
    fn atom(&mut self, atom: &Atom, is_name: bool, fill: Fill<'_>) -> Option<Form> {
        let arguments = fill?;
        if is_name && let Some(n) = params::as_param(&atom.text) {
            return self.argument(n, arguments).cloned();
        }
        let mut text = SmolStrBuilder::new();
        let mut length = 0;
        let mut changed = false;
        for piece in params::pieces(&atom.text) {
            let part = match piece {
                Piece::Text(plain) => plain,
                Piece::Param(n, written) => match self.argument(n, arguments) {
                    Some(Form::Name(a)) => {
                        changed = true;
                        a.text.as_str()
                    }
                    Some(Form::Str(a)) if !is_name || params::is_name_text(&a.text) => {
                        changed = true;
                        a.text.as_str()
                    }
                    Some(other) => {
                        self.report_cannot_paste(atom, written, other);
                        written
                    }
                    None => written,
                },
            };
            text.push_str(part);
            length += part.len();
        }
        self.spend(length / 16, atom.span);
        if length > MAX_TEXT {
            self.spend(self.limits.max_forms, atom.span);
            return None;
        }
        if !changed || is_name && length == 0 {
            return None;
        }
        let atom = Atom::new(text.finish(), atom.span);
        Some(if is_name { Form::Name(atom) } else { Form::Str(atom) })
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

    fn new_list(&mut self, items: Arc<[Form]>, span: Span) -> Form {
        let list = List::new(items, span);
        if list.depth() > self.limits.max_depth {
            return self.report_too_deep(span);
        }
        // Short calls may stand for very many forms in one list.
        if !self.spend(list.length(), span) {
            return nothing(span);
        }
        Form::List(list)
    }

    /// Counts work against the limit; whether there is something left.
    fn spend(&mut self, forms: usize, at: Span) -> bool {
        let before = self.spent;
        self.spent = self.spent.saturating_add(forms);
        if before <= self.limits.max_forms && self.spent > self.limits.max_forms {
            let message = format!("the macros expand to more than {} forms", self.limits.max_forms);
            let diagnostic = Diagnostic::new(&codes::EXPANSION_TOO_LARGE, at, message)
                .label("given up here; the rest is left out");
            self.diagnostics.push(diagnostic.via(self.via()));
        }
        self.spent <= self.limits.max_forms
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

    fn report_cannot_paste(&mut self, atom: &Atom, param: &str, argument: &Form) {
        let what = match argument {
            Form::Str(_) => "a string with spaces or parentheses",
            _ => "a list",
        };
        let message = format!("{what} cannot take the place of `{param}` in `{}`", atom.text);
        self.diagnostics.push(
            Diagnostic::new(&codes::CANNOT_PASTE, argument.span(), message)
                .label("here a name is needed")
                .with(atom.span, "it would become part of this")
                .via(self.via()),
        );
    }
}

/// What takes the place of a form that is left out.
fn nothing(at: Span) -> Form {
    Form::Splice(Arc::new(Splice::new("".into(), at, Arc::default())))
}
