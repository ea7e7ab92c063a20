//! Where lines begin: the second opinion when parentheses do not pair up.

use super::token::Token;

/// A tab is taken for so many columns.
const TAB: usize = 4;

/// The column (from 0) of the byte at `at`, if nothing but white space stands before it on its line.
///
/// Looks only at the white space, so that a file of one long line costs nothing.
pub(super) fn indent(text: &str, at: usize) -> Option<usize> {
    let before = &text.as_bytes()[..at];
    let blank = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let (before, blank) = before.split_at(at - blank);
    match before.last() {
        None | Some(b'\n' | b'\r') => Some(blank.iter().map(|b| if *b == b'\t' { TAB } else { 1 }).sum()),
        // A byte-order mark that a careless editor kept.
        Some(_) if before == "\u{feff}".as_bytes() => Some(0),
        Some(_) => None,
    }
}

/// A list and the parenthesis that closes it, which by its column should not.
pub(super) struct Suspicion {
    pub(super) open: Token,
    pub(super) close: Token,
}

/// Whether `close` stands alone at the indentation of a list *around* the one that it closes.
pub(super) fn not_closed<I: Iterator<Item = usize>>(
    text: &str,
    open: Token,
    open_indent: Option<usize>,
    close: Token,
    mut outer: impl FnMut() -> I,
) -> Option<Suspicion> {
    let column = indent(text, close.start as usize)?;
    let is_outer = open_indent? > column && outer().any(|i| i == column);
    is_outer.then_some(Suspicion { open, close })
}

/// Whether `close` stands at the start of a line, further in than the list that it closes.
pub(super) fn not_opened(
    text: &str,
    open: Token,
    open_indent: Option<usize>,
    close: Token,
) -> Option<Suspicion> {
    let column = indent(text, close.start as usize)?;
    open_indent.is_some_and(|open| open < column).then_some(Suspicion { open, close })
}
