//! W0608: a call with more arguments than the macro has parameters.
//!
//! Of a macro the call with the most is shown. A parameter also counts if it stands in the body of a macro that this
//! one calls without that argument.

use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::SURPLUS_ARGUMENT;
use crate::document::Document;

pub(super) fn check(document: &Document, tally: &mut Tally) {
    for (name, info) in document.macros() {
        let Some((given, call)) = info.max_args else { continue };
        let last_used = info.used_params.iter().rposition(|&used| used).map_or(0, |at| at + 1);
        let taken = info.max_param.max(last_used);
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
