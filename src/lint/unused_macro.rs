//! W0601: a macro that is never called.
//!
//! A file without a game is a library and is left alone, as are macros of included files.

use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::UNUSED_MACRO;
use crate::document::Document;

pub(super) fn check(document: &Document, tally: &mut Tally) {
    if document.file().games.is_empty() {
        return;
    }
    for (name, info) in document.macros().iter().filter(|(_, info)| info.calls == 0) {
        let message = format!("the macro `{name}` is never called");
        tally.unused(Diagnostic::new(&UNUSED_MACRO, info.name, message));
    }
}
