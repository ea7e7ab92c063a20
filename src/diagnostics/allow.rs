//! Comments that silence warnings: `; zrf-allow W0601` on a line or above it.

use super::{Diagnostic, Severity};
use crate::source::{SourceId, SourceMap};
use crate::syntax::Limits;
use crate::syntax::lexer::lex;
use std::collections::HashMap;

/// What such a comment begins with.
const MARK: &str = "zrf-allow";

/// The comments of some texts that allow warnings.
///
/// A comment behind some code speaks of its own line; one that stands alone on its line speaks of the next line
/// that is not such a comment. Codes may be given by their beginning. Errors cannot be allowed: a file that does
/// not work is not mended by a comment.
#[derive(Debug, Default)]
pub struct AllowComments {
    /// By text and line from 1: the codes allowed there.
    lines: HashMap<(SourceId, u32), Vec<String>>,
}

impl AllowComments {
    /// Those in these texts.
    pub fn of(sources: &SourceMap) -> Self {
        let mut comments = Self::default();
        for (id, source) in sources.iter() {
            // Most files have none, and lexing them again would cost time.
            if source.text.contains(MARK) {
                comments.add(id, sources);
            }
        }
        comments
    }

    fn add(&mut self, id: SourceId, sources: &SourceMap) {
        let text = &sources.get(id).text;
        let lexed = lex(text, id, &Limits::default());
        // Codes of comments that stand alone, and the line of the last of them.
        let mut above: (u32, Vec<String>) = (0, Vec::new());
        for comment in &lexed.comments {
            let line = sources.line_col(comment.span(id)).line;
            let start = sources.get(id).line_starts()[line as usize - 1] as usize;
            let codes = codes(comment.text(text));
            if !text[start..comment.start as usize].trim().is_empty() {
                self.lines.entry((id, line)).or_default().extend(codes);
                continue;
            }
            if above.0 + 1 != line {
                self.finish(id, &mut above);
            }
            above.0 = line;
            above.1.extend(codes);
        }
        self.finish(id, &mut above);
    }

    /// The line behind comments that stand alone is the one that they speak of.
    fn finish(&mut self, id: SourceId, above: &mut (u32, Vec<String>)) {
        let codes = std::mem::take(&mut above.1);
        if !codes.is_empty() {
            self.lines.entry((id, above.0 + 1)).or_default().extend(codes);
        }
    }

    /// Whether a comment silences a warning: at its place, or at a call of a macro that led there.
    pub fn allow(&self, d: &Diagnostic, sources: &SourceMap) -> bool {
        if self.lines.is_empty() || d.code.severity == Severity::Error {
            return false;
        }
        let mut places = std::iter::once(d.primary.span).chain(d.calls(sources).map(|via| via.call));
        places.any(|span| {
            let allowed = self.lines.get(&(span.source, sources.line_col(span).line));
            allowed.is_some_and(|codes| codes.iter().any(|c| d.code.id.starts_with(c.as_str())))
        })
    }
}

/// The codes that a comment names; the first word that looks like none begins the reason for people.
fn codes(comment: &str) -> Vec<String> {
    let comment = comment.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
    let Some(list) = comment.strip_prefix(MARK) else { return Vec::new() };
    list.split(|c: char| c.is_whitespace() || ",:".contains(c))
        .filter(|word| !word.is_empty())
        .map_while(|word| {
            let code = word.to_uppercase();
            let digits = code.strip_prefix('W')?;
            (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(code)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::syntax::{SURPLUS_CLOSE, UNTERMINATED_STRING};
    use crate::source::Span;

    /// Whether a warning about each `X` of the text is allowed.
    fn allowed(text: &str) -> Vec<bool> {
        let mut sources = SourceMap::default();
        let source = sources.add("a.zrf", text);
        let comments = AllowComments::of(&sources);
        let about = |at: usize| Span::new(source, at as u32, at as u32 + 1);
        text.match_indices('X')
            .map(|(at, _)| comments.allow(&Diagnostic::new(&SURPLUS_CLOSE, about(at), "m"), &sources))
            .collect()
    }

    #[test]
    fn a_comment_behind_code_speaks_of_its_line_only() {
        assert_eq!(allowed("X\nX ; zrf-allow W0107\nX"), [false, true, false]);
    }

    #[test]
    fn a_comment_of_its_own_speaks_of_the_next_line_only() {
        assert_eq!(allowed("X\n  ; zrf-allow W0107 for a reason\nX\nX"), [false, true, false]);
    }

    #[test]
    fn comments_may_stand_between_the_permission_and_the_line() {
        assert_eq!(allowed("; zrf-allow W0107\n; This is why.\nX"), [true]);
        assert_eq!(allowed("; zrf-allow W0107\n\nX"), [false]);
    }

    #[test]
    fn several_codes_and_beginnings_of_codes_may_be_named() {
        assert_eq!(allowed("X ; zrf-allow W0202, W01: old file"), [true]);
        assert_eq!(allowed("X ; zrf-allow W0202 but not W01"), [false]);
        assert_eq!(allowed("X ; see zrf-allow W01"), [false]);
    }

    #[test]
    fn errors_cannot_be_allowed() {
        let mut sources = SourceMap::default();
        let source = sources.add("a.zrf", "X ; zrf-allow E0101 W");
        let d = Diagnostic::new(&UNTERMINATED_STRING, Span::new(source, 0, 1), "m");
        assert!(!AllowComments::of(&sources).allow(&d, &sources));
    }
}
