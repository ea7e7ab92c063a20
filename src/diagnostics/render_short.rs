//! Diagnostics one a line, for editors and scripts: `FILE:LINE:COL: severity[CODE]: message`.

use super::Diagnostic;
use super::select::{place, printable};
use crate::source::SourceMap;
use std::fmt::Write as _;

/// One line for each, in the order given.
pub fn render_short<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    sources: &SourceMap,
) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let severity = d.severity.name();
        // A name in the file may hold anything, but a message is one line.
        let message = printable(&d.message).replace(['\n', '\r', '\t'], " ");
        let _ = writeln!(out, "{}: {severity}[{}]: {message}", place(d.primary.span, sources), d.code.id);
    }
    out
}
