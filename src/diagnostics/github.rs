//! Diagnostics as the workflow commands that GitHub's runner turns into annotations of a change.
//!
//! The form is `::error file=F,line=L,endLine=L,col=C,endColumn=C,title=T::MESSAGE`. The runner takes
//! columns only where the annotation lies on one line.

use super::Diagnostic;
use crate::source::SourceMap;
use std::fmt::Write as _;

/// One command for each, in the order given.
pub fn render_github<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    sources: &SourceMap,
) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let span = d.primary.span;
        let (start, end) = (sources.line_col(span), sources.end_line_col(span));
        let file = sources.get(span.source).name.replace('\\', "/");
        let _ = write!(
            out,
            "::{} file={},line={},endLine={}",
            d.severity.name(),
            property(&file),
            start.line,
            end.line
        );
        if start.line == end.line {
            // The last column is part of the annotation.
            let last = (end.column - 1).max(start.column);
            let _ = write!(out, ",col={},endColumn={last}", start.column);
        }
        let _ = writeln!(
            out,
            ",title={}::{}",
            property(&format!("{}: {}", d.code.id, d.code.title)),
            data(&text(d, sources))
        );
    }
    out
}

/// The message with all that helps; an annotation shows no source lines but those of its place.
fn text(d: &Diagnostic, sources: &SourceMap) -> String {
    let mut text = d.message.clone();
    if let Some(help) = &d.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    for via in d.calls(sources) {
        let _ = write!(text, "\nin a call of `{}`", via.name);
    }
    text
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command, which also ends at commas and colons.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::syntax::{SURPLUS_CLOSE, UNTERMINATED_STRING};
    use crate::source::Span;

    #[test]
    fn what_would_end_a_property_or_a_line_is_escaped() {
        let mut sources = SourceMap::default();
        let source = sources.add("a,b:c\\d.zrf", "ab\ncd)");
        let d = Diagnostic::new(&SURPLUS_CLOSE, Span::new(source, 5, 6), "100% of it,\nreally: all");
        assert_eq!(
            render_github([&d], &sources),
            "::warning file=a%2Cb%3Ac/d.zrf,line=2,endLine=2,col=3,endColumn=3,\
             title=W0107%3A a closing parenthesis closes nothing::100%25 of it,%0Areally: all\n"
        );
    }

    #[test]
    fn an_annotation_over_lines_has_no_columns() {
        let mut sources = SourceMap::default();
        let source = sources.add("a.zrf", "ab\ncd)");
        let d = Diagnostic::new(&UNTERMINATED_STRING, Span::new(source, 1, 5), "m");
        let line = render_github([&d], &sources);
        assert!(line.starts_with("::error file=a.zrf,line=1,endLine=2,title="), "{line}");
    }
}
