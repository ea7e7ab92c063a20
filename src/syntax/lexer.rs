//! The lexer: text to tokens, with comments kept apart.

use super::Limits;
use super::keyword_hint::{is_top_level_head, may_be_section_head};
use super::token::{Token, TokenKind};
use crate::diagnostics::{Diagnostic, codes::syntax as codes};
use crate::source::{SourceId, Span};
use logos::Logos;

/// What the lexer makes of a text.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens that have a meaning, in order.
    pub tokens: Vec<Token>,
    /// The comments, in order; a formatter needs them.
    pub comments: Vec<Token>,
    /// At most one: a string that never ends.
    pub diagnostics: Vec<Diagnostic>,
}

/// Cuts a text into tokens.
///
/// The text has at most 2^32 - 1 bytes. A string that never ends is mended by
/// ending it at the end of its first line, see `culprit`. A text of more tokens
/// than the limit is left off one token behind it.
pub fn lex(text: &str, source: SourceId, limits: &Limits) -> Lexed {
    // Rules have a token for every three or four bytes.
    let tokens = Vec::with_capacity((text.len() / 4).min(limits.max_tokens));
    let mut lexed = Lexed { tokens, ..Lexed::default() };
    scan(text, 0, limits.max_tokens, &mut lexed);
    if lexed.tokens.last().is_some_and(|t| t.kind == TokenKind::OpenStr) {
        mend_open_string(text, source, limits, &mut lexed);
    }
    lexed
}

/// Appends the tokens of `text[from..]`, at most one more than `max`.
fn scan(text: &str, from: usize, max: usize, lexed: &mut Lexed) {
    let mut lexer = TokenKind::lexer(&text[from..]);
    while let Some(kind) = lexer.next() {
        let range = lexer.span();
        // Every character begins some token, so the lexer has no error to give.
        let kind = kind.unwrap_or(TokenKind::Name);
        let token = Token { kind, start: (from + range.start) as u32, end: (from + range.end) as u32 };
        if kind == TokenKind::Comment { &mut lexed.comments } else { &mut lexed.tokens }.push(token);
        if lexed.tokens.len().max(lexed.comments.len()) > max {
            return;
        }
    }
}

/// Ends the string that lacks its quote at the end of its line and reads on from there.
fn mend_open_string(text: &str, source: SourceId, limits: &Limits, lexed: &mut Lexed) {
    let at = culprit(text, &lexed.tokens);
    let start = lexed.tokens[at].start as usize;
    lexed.tokens.truncate(at);
    lexed.comments.retain(|c| (c.start as usize) < start);

    let line = text[start..].split(['\r', '\n']).next().unwrap_or("");
    // Parentheses at the end of the line close lists rather than belong to the string.
    let trimmed = line.trim_end_matches(|c: char| c == ')' || c.is_whitespace());
    let end = start + trimmed.len().max(1);
    lexed.tokens.push(Token { kind: TokenKind::OpenStr, start: start as u32, end: end as u32 });

    let quote = Span::new(source, start as u32, start as u32 + 1);
    lexed.diagnostics.push(
        Diagnostic::new(&codes::UNTERMINATED_STRING, quote, "this string never ends")
            .label("the string begins here; no closing `\"` fits it")
            .help("write a `\"` at the end of the string"),
    );

    let mut rest = Lexed::default();
    scan(text, end, limits.max_tokens.saturating_sub(lexed.tokens.len()), &mut rest);
    // With the culprit mended the quotes that follow pair up. If they do not, there are two
    // culprits; the message about the first is enough, and the last string takes what is left.
    lexed.tokens.append(&mut rest.tokens);
    lexed.comments.append(&mut rest.comments);
}

/// Which string lacks its closing quote.
///
/// The last one has none, but where a quote was forgotten, all later strings are
/// turned inside out. So it is the first string with a line in it that begins
/// like a section, if there is one: `"White wins)⏎  (players White Black)⏎ (title "`.
fn culprit(text: &str, tokens: &[Token]) -> usize {
    let swallows_a_section = |token: &&Token| {
        let contents = token.contents(text);
        contents.split(['\r', '\n']).skip(1).any(|line| {
            let Some(inner) = line.trim_start().strip_prefix('(') else { return false };
            let head = inner.split(|c: char| c.is_whitespace() || "();\"".contains(c)).next().unwrap_or("");
            is_top_level_head(head) || may_be_section_head(head)
        })
    };
    let is_string = |t: &&Token| matches!(t.kind, TokenKind::Str | TokenKind::OpenStr);
    tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| is_string(t))
        .find(|(_, t)| swallows_a_section(t))
        .map_or(tokens.len() - 1, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    use TokenKind::{Close, Comment, Name, Open, OpenStr, Str};

    fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
        let lexed = lex(text, SourceId(0), &Limits::default());
        lexed.tokens.iter().map(|t| (t.kind, t.text(text))).collect()
    }

    #[test]
    fn names_hold_anything_but_space_parentheses_quotes_and_semicolons() {
        assert_eq!(tokens("?a-b_$1<,é*'"), [(Name, "?a-b_$1<,é*'")]);
        assert_eq!(tokens("a\"b\"c"), [(Name, "a"), (Str, "\"b\""), (Name, "c")]);
    }

    #[test]
    fn control_characters_and_fixed_spaces_are_white_space() {
        assert_eq!(tokens("\u{feff}a\u{a0}b\u{1a}\0"), [(Name, "a"), (Name, "b")]);
    }

    #[test]
    fn comments_end_with_the_line_whatever_ends_it() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("; (no){end}b");
            let lexed = lex(&text, SourceId(0), &Limits::default());
            assert_eq!(lexed.tokens.len(), 1, "{text:?}");
            assert_eq!(lexed.comments[0].kind, Comment);
            assert_eq!(lexed.comments[0].text(&text), "; (no)");
        }
    }

    #[test]
    fn semicolons_in_strings_are_no_comments() {
        assert_eq!(tokens("\"a;\nb\";c"), [(Str, "\"a;\nb\"")]);
    }

    #[test]
    fn a_last_string_without_its_quote_ends_with_its_line() {
        let text = "(title \"chess)\n(piece x)";
        assert_eq!(
            tokens(text),
            [
                (Open, "("),
                (Name, "title"),
                (OpenStr, "\"chess"),
                (Close, ")"),
                (Open, "("),
                (Name, "piece"),
                (Name, "x"),
                (Close, ")")
            ]
        );
        assert_eq!(lex(text, SourceId(0), &Limits::default()).diagnostics.len(), 1);
    }

    #[test]
    fn the_string_that_swallows_a_section_is_the_one_without_its_quote() {
        let text = "(title \"a)\n  (players \"W\")\n (help \"x\")";
        let lexed = lex(text, SourceId(0), &Limits::default());
        assert_eq!(lexed.diagnostics.len(), 1);
        assert_eq!(lexed.diagnostics[0].primary.span.start, 7);
        let strings: Vec<_> =
            lexed.tokens.iter().filter(|t| t.kind == Str).map(|t| t.contents(text)).collect();
        assert_eq!(strings, ["W", "x"]);
    }

    #[test]
    fn a_very_long_token_needs_no_stack() {
        let text =
            format!("\"{}\" {} ;{}", "s".repeat(3_000_000), "n".repeat(3_000_000), "c".repeat(3_000_000));
        assert_eq!(lex(&text, SourceId(0), &Limits::default()).tokens.len(), 2);
    }
}
