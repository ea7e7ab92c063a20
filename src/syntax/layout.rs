//! Where lines begin: the second opinion when parentheses do not pair up.

use super::token::{Token, TokenKind};

/// A tab is taken for so many columns.
const TAB: usize = 4;

/// So many of the lists around a place are compared with its layout; this bounds the work.
const NEAR: usize = 64;

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

/// What is wrong with the parentheses of a stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// A `)` is missing, or a `(` too many.
    Missing,
    /// A `)` is too many, or a `(` is missing.
    Surplus,
}

/// The line on which, by the layout of those behind it, the parentheses went wrong: its last token, or its last `)`
/// if one is too many. None if the layout agrees with the parentheses.
///
/// In a list that is laid out in lines, the things in it begin in one column, and its `)` stands in the column of the
/// line that opened it. Where a line begins in the column of an outer list, an inner one should have ended before;
/// where it begins in the column of a list that has ended, that one ended too early.
pub(super) fn suspect(text: &str, tokens: &[Token], trouble: Trouble) -> Option<Token> {
    let mut layout = Layout { trouble, open: vec![Open::default()], line: 0, column: 0, first: None };
    for (i, &token) in tokens.iter().enumerate() {
        if let Some(column) = indent(text, token.start as usize) {
            if let Some(line) = layout.contradiction(token, column) {
                return last_of_line(text, &tokens[..i], line, trouble);
            }
            layout.line += 1;
            layout.column = column;
            layout.first = Some(token);
        }
        let is_doubled = tokens.get(i + 1).is_some_and(|next| {
            next.kind == TokenKind::Open && next.start == token.end && token.kind == TokenKind::Open
        });
        layout.step(token, is_doubled);
    }
    None
}

/// A list that is open.
#[derive(Clone, Default)]
struct Open {
    /// The column of the line that opened it.
    indent: usize,
    /// The column in which things in it begin, once a line has begun with one.
    child: Option<usize>,
    /// The first token of the last such line.
    last_child: Option<Token>,
    /// The last list in it that ended and was laid out in lines.
    ended: Option<Ended>,
    /// The first token of the line that opened it.
    first: Option<Token>,
    /// It begins with another list, without a space.
    is_doubled: bool,
    /// How many things there are in it.
    items: usize,
}

#[derive(Clone, Copy)]
struct Ended {
    /// Its column.
    indent: usize,
    /// The column of the things in it.
    child: usize,
    /// The number of the line in which it ended.
    line: usize,
}

struct Layout {
    trouble: Trouble,
    /// The lists that are open, outermost first; the first one stands for the file.
    open: Vec<Open>,
    /// The number of the line.
    line: usize,
    /// Its column.
    column: usize,
    /// Its first token.
    first: Option<Token>,
}

impl Layout {
    /// Whether a line that begins with the token contradicts the parentheses before it. Gives a token of the line in
    /// which they went wrong, or of the present one, if it is the one before that.
    fn contradiction(&mut self, token: Token, column: usize) -> Option<Line> {
        let (inner, outer) = self.open.split_last()?;
        let around = || outer.iter().rev().take(NEAR);
        let is_close = token.kind == TokenKind::Close;
        let is_found = match (self.trouble, is_close) {
            (Trouble::Missing, true) => column < inner.indent && around().any(|list| list.indent == column),
            (Trouble::Missing, false) => {
                let is_outside = inner.child.map_or(column <= inner.indent, |child| column < child);
                is_outside && around().any(|list| list.child == Some(column))
            }
            (Trouble::Surplus, true) if column <= inner.indent => false,
            (Trouble::Surplus, true) => {
                let just_ended = |ended: Ended| ended.line == self.line && ended.indent == column;
                if !inner.ended.is_some_and(just_ended) && inner.child == Some(column) {
                    return inner.last_child.map(Line::Of);
                }
                inner.ended.is_some_and(|ended| ended.indent == column)
            }
            (Trouble::Surplus, false) => {
                let is_inside = inner.child.map_or(column > inner.indent, |child| column > child);
                is_inside && inner.ended.is_some_and(|ended| ended.child == column)
            }
        };
        if is_found {
            // `((piece ...)`: the outer one of two that stand together is the one too many.
            let is_extra = self.trouble == Trouble::Missing && inner.is_doubled && inner.items == 1;
            return Some(inner.first.filter(|_| is_extra).map_or(Line::Before, Line::Of));
        }
        if !is_close && let Some(inner) = self.open.last_mut() {
            inner.child.get_or_insert(column);
            if inner.child == Some(column) {
                inner.last_child = Some(token);
            }
        }
        None
    }

    fn step(&mut self, token: Token, is_doubled: bool) {
        if token.kind != TokenKind::Close
            && let Some(outer) = self.open.last_mut()
        {
            outer.items += 1;
        }
        match token.kind {
            TokenKind::Open => {
                self.open.push(Open { indent: self.column, first: self.first, is_doubled, ..Open::default() })
            }
            TokenKind::Close if self.open.len() > 1 => {
                let ended = self.open.pop();
                if let (Some(Open { indent, child: Some(child), .. }), Some(outer)) =
                    (ended, self.open.last_mut())
                {
                    outer.ended = Some(Ended { indent, child, line: self.line });
                }
            }
            _ => {}
        }
    }
}

/// A line.
enum Line {
    /// The last one that was looked at.
    Before,
    /// The one that begins with this token.
    Of(Token),
}

/// Of the tokens of a line the last, or the last `)` if one is too many.
fn last_of_line(text: &str, tokens: &[Token], line: Line, trouble: Trouble) -> Option<Token> {
    let is_first = |t: &Token| indent(text, t.start as usize).is_some();
    let start = match line {
        Line::Before => tokens.iter().rposition(is_first)?,
        Line::Of(first) => tokens.iter().rposition(|t| t.start == first.start)?,
    };
    let end = tokens[start + 1..].iter().position(is_first).map_or(tokens.len(), |n| start + 1 + n);
    let tokens = &tokens[start..end];
    let close = tokens.iter().rev().find(|t| t.kind == TokenKind::Close);
    close.filter(|_| trouble == Trouble::Surplus).or(tokens.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;
    use crate::syntax::Limits;
    use crate::syntax::lexer::lex;

    /// The number (from 1) of the suspect line, 0 if there is none.
    fn line(text: &str, trouble: Trouble) -> usize {
        let tokens = lex(text, SourceId(0), &Limits::default()).tokens;
        suspect(text, &tokens, trouble).map_or(0, |t| text[..t.start as usize].lines().count().max(1))
    }

    #[test]
    fn a_line_that_stands_further_out_shows_what_is_missing_before_it() {
        assert_eq!(line("(a\n  (b\n    (c d\n    (e f)\n  )\n  (g h)\n)\n", Trouble::Missing), 3);
        assert_eq!(line("(a\n  (b c)\n  (d\n    (e f)\n  (g h)\n)\n", Trouble::Missing), 4);
    }

    #[test]
    fn a_line_that_stands_further_in_shows_what_is_too_many_before_it() {
        assert_eq!(line("(a\n  (b\n    (c d))\n    (e f)\n  )\n  (g h)\n)\n", Trouble::Surplus), 3);
        assert_eq!(line("(a\n  (x y)\n  moves\n    (e f)\n  )\n  (g h)\n)\n", Trouble::Surplus), 3);
    }

    #[test]
    fn a_regular_layout_is_no_ground_for_suspicion() {
        let text = "(a\n  (b\n    (c d)\n    (e f)\n  )\n  (g h)\n)\n";
        assert_eq!((line(text, Trouble::Missing), line(text, Trouble::Surplus)), (0, 0));
    }
}
