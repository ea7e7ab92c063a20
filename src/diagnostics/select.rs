//! Which of many diagnostics are shown.

use super::{Diagnostic, Severity};
use crate::source::SourceMap;
use std::collections::HashSet;

/// The diagnostics that are worth showing, and how many there are beyond the limit.
#[derive(Debug)]
pub struct Selection<'d> {
    /// In order of their places, without repetitions, at most so many as asked for.
    pub shown: Vec<&'d Diagnostic>,
    /// Errors left out for the limit.
    pub more_errors: usize,
    /// Warnings left out for the limit.
    pub more_warnings: usize,
}

/// Sorts by place and leaves out repetitions, then what is beyond `max`, warnings first.
///
/// The body of a macro is looked at for each of its calls, so the same mistake may be found there many times:
/// of those with the same code and place the first is kept.
pub fn select<'d>(diagnostics: &'d [Diagnostic], max: usize) -> Selection<'d> {
    let mut seen = HashSet::new();
    let mut all: Vec<&Diagnostic> =
        diagnostics.iter().filter(|d| seen.insert((d.code.id, d.primary.span))).collect();
    // The sort is stable: of two at one place the first found stays first.
    all.sort_by_key(|d| (std::cmp::Reverse(d.severity), d.primary.span));
    let left_out = all.split_off(max.min(all.len()));
    let more_errors = left_out.iter().filter(|d| d.severity == Severity::Error).count();
    all.sort_by_key(|d| d.primary.span);
    Selection { shown: all, more_errors, more_warnings: left_out.len() - more_errors }
}

impl Selection<'_> {
    /// What is left out, in words; none if nothing is.
    pub fn left_out(&self) -> Option<String> {
        let count = |n: usize, what: &str| match n {
            0 => None,
            1 => Some(format!("1 more {what}")),
            n => Some(format!("{n} more {what}s")),
        };
        let parts = [count(self.more_errors, "error"), count(self.more_warnings, "warning")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

/// `FILE:LINE:COLUMN` of the start of a place.
pub(super) fn place(span: crate::source::Span, sources: &SourceMap) -> String {
    let at = sources.line_col(span);
    format!("{}:{}:{}", printable(&sources.get(span.source).name), at.line, at.column)
}

/// A text for a terminal: characters that would steer it are replaced by others of the same length in bytes, so
/// that places in the text stay right. Line ends and tabs stay.
pub(super) fn printable(text: &str) -> String {
    let is_safe = |c: char| !c.is_control() && !is_steering(c);
    if text.chars().all(is_safe) {
        return text.to_string();
    }
    let safe = |c: char| match c {
        '\n' | '\r' | '\t' => c,
        c if is_safe(c) => c,
        c => ['?', '\u{b7}', '\u{fffd}'][c.len_utf8() - 1],
    };
    text.chars().map(safe).collect()
}

/// Line and paragraph separators, which only some programs take for line ends, and marks that turn the direction
/// of writing, with which a text can be made to look like another.
fn is_steering(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::syntax::{SURPLUS_CLOSE, UNTERMINATED_STRING};
    use crate::source::{SourceId, Span};

    fn at(start: u32) -> Span {
        Span::new(SourceId(0), start, start + 1)
    }

    #[test]
    fn the_same_mistake_at_the_same_place_is_shown_once() {
        let twice = [
            Diagnostic::new(&SURPLUS_CLOSE, at(3), "first"),
            Diagnostic::new(&SURPLUS_CLOSE, at(3), "second"),
            Diagnostic::new(&SURPLUS_CLOSE, at(1), "other"),
        ];
        let texts: Vec<_> = select(&twice, 10).shown.iter().map(|d| d.message.clone()).collect();
        assert_eq!(texts, ["other", "first"]);
    }

    #[test]
    fn errors_are_kept_before_warnings() {
        let many = [
            Diagnostic::new(&SURPLUS_CLOSE, at(1), "w"),
            Diagnostic::new(&UNTERMINATED_STRING, at(2), "e"),
            Diagnostic::new(&UNTERMINATED_STRING, at(3), "e"),
        ];
        let selection = select(&many, 1);
        assert_eq!(selection.shown[0].primary.span, at(2));
        assert_eq!(selection.left_out().as_deref(), Some("1 more error and 1 more warning"));
    }

    #[test]
    fn texts_for_a_terminal_keep_their_length_but_cannot_steer_it() {
        let text = "a\x1b[2J\u{9b}\u{202e}é\n";
        let safe = printable(text);
        assert_eq!(safe.len(), text.len());
        assert_eq!(safe, "a?[2J\u{b7}\u{fffd}é\n");
    }
}
