//! W0608: a call with more arguments than the macro has parameters.
//!
//! Of a macro the call with the most is shown. A parameter also counts if it stands in the body of a macro that this
//! one calls without that argument.

use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::SURPLUS_ARGUMENT;
use crate::document::Document;
use crate::syntax::form::Form;
use rustc_hash::FxHashMap;

pub(super) fn check(document: &Document, tally: &mut Tally) {
    let mut needs = Needs { document, known: FxHashMap::default() };
    for (name, info) in document.macros() {
        let Some((given, call)) = info.max_args else { continue };
        // Most calls need no closer look.
        let taken = if given > info.max_param { needs.of(name) } else { info.max_param };
        // A macro without a body is one of a family that has nothing to do here.
        if given <= taken || info.body.is_empty() {
            continue;
        }
        let takes = match taken {
            0 => "no argument".to_string(),
            1 => "one argument, `$1`".to_string(),
            n => format!("{n} arguments, up to `${n}`"),
        };
        let message = format!("the macro `{name}` takes {takes}, but this call gives {given}");
        let d = Diagnostic::new(&SURPLUS_ARGUMENT, call, message).with(info.name, "the macro");
        tally.suspect(d.label("the surplus ones are thrown away"));
    }
}

/// How many arguments the expansion of each macro can make use of.
struct Needs<'d> {
    document: &'d Document,
    /// 0 while it is being worked out.
    known: FxHashMap<&'d str, usize>,
}

impl<'d> Needs<'d> {
    fn of(&mut self, name: &str) -> usize {
        let Some((name, info)) = self.document.macros().get_key_value(name) else { return 0 };
        if let Some(&known) = self.known.get(name.as_str()) {
            return known;
        }
        self.known.insert(name, 0);
        let needed = info.max_param.max(self.of_forms(&info.body));
        self.known.insert(name, needed);
        needed
    }

    /// What the calls in these forms leave to be given from outside: parameters beyond their own arguments.
    fn of_forms(&mut self, forms: &[Form]) -> usize {
        forms.iter().map(|form| self.of_form(form)).max().unwrap_or(0)
    }

    fn of_form(&mut self, form: &Form) -> usize {
        let Form::List(list) = form else { return 0 };
        let head = list.items.first().and_then(Form::as_name);
        let called = head.map_or(0, |head| self.of(head));
        let left = if called >= list.items.len() { called } else { 0 };
        left.max(self.of_forms(&list.items))
    }
}
