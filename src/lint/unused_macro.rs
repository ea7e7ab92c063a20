//! W0601: a macro that is never called.
//!
//! A file without a game is a library and is left alone, as are macros of included files.

use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::UNUSED_MACRO;
use crate::document::Document;
use crate::syntax::form::Form;

pub(super) fn check(document: &Document, tally: &mut Tally) {
    if document.file().games.is_empty() {
        return;
    }
    for (name, info) in document.macros().iter().filter(|(_, info)| info.calls == 0) {
        let message = format!("the macro `{name}` is never called");
        let d = Diagnostic::new(&UNUSED_MACRO, info.name, message);
        let others = document.macros().iter().filter(|(other, info)| info.calls == 0 && *other != name);
        let caller = others.into_iter().find(|(_, info)| calls(&info.body, name));
        tally.unused(match caller {
            Some((caller, _)) => d.label(format!("only `{caller}` calls it, which is never called either")),
            None => d,
        });
    }
}

/// Whether a call of the macro stands in these forms.
fn calls(forms: &[Form], name: &str) -> bool {
    forms.iter().any(|form| match form {
        Form::List(list) => {
            list.items.first().and_then(Form::as_name).is_some_and(|head| head == name)
                || calls(&list.items, name)
        }
        _ => false,
    })
}
