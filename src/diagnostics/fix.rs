//! Applying the sure mends.

use super::{Diagnostic, Fix};
use crate::source::SourceId;

/// The text with the fixes for it carried out, and how many were. Of fixes that overlap the first is taken;
/// the others may be found again in the mended text.
pub fn apply_fixes(text: &str, source: SourceId, diagnostics: &[Diagnostic]) -> (String, usize) {
    let mut fixes: Vec<&Fix> =
        diagnostics.iter().filter_map(|d| d.fix.as_ref()).filter(|f| f.span.source == source).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut out = String::with_capacity(text.len());
    let (mut done, mut applied) = (0, 0);
    let mut last: Option<&Fix> = None;
    for fix in fixes {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        // Two insertions at one place would depend on their order.
        let is_free = last.is_none_or(|last| start >= done && last.span != fix.span);
        if !is_free || start > end || text.get(start..end).is_none() {
            continue;
        }
        out.push_str(&text[done..start]);
        out.push_str(&fix.replacement);
        (done, last) = (end, Some(fix));
        applied += 1;
    }
    out.push_str(&text[done..]);
    (out, applied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::syntax::SURPLUS_CLOSE;
    use crate::source::Span;

    fn fix(start: u32, end: u32, replacement: &str) -> Diagnostic {
        let span = Span::new(SourceId(0), start, end);
        Diagnostic::new(&SURPLUS_CLOSE, span, "m").fix(span, replacement)
    }

    #[test]
    fn fixes_are_carried_out_together_and_overlapping_ones_once() {
        let fixes = [fix(4, 5, "E"), fix(0, 1, "AA"), fix(0, 2, "x"), fix(3, 3, "-"), fix(3, 3, "-")];
        assert_eq!(apply_fixes("abcde", SourceId(0), &fixes), ("AAbc-dE".to_string(), 3));
    }

    #[test]
    fn fixes_of_other_texts_and_beyond_the_end_change_nothing() {
        let fixes = [fix(4, 9, "E")];
        assert_eq!(apply_fixes("abcde", SourceId(0), &fixes), ("abcde".to_string(), 0));
        assert_eq!(apply_fixes("abcdefghi", SourceId(1), &fixes), ("abcdefghi".to_string(), 0));
    }
}
