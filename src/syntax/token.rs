//! Tokens: the words of a rules file.

use crate::source::{SourceId, Span};
use logos::Logos;

/// The kind of a token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[\x00-\x20\u{A0}\u{FEFF}]+")]
pub enum TokenKind {
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// A name; numbers are names too.
    #[regex(r#"[^\x00-\x20\u{A0}\u{FEFF}();"]+"#)]
    Name,
    /// A string, its quotes included.
    #[regex(r#""[^"]*""#)]
    Str,
    /// A string without its closing quote. The lexer mends it, see [`lex`](super::lexer::lex).
    #[regex(r#""[^"]*"#)]
    OpenStr,
    /// A comment, from its `;` to the end of the line. Kept apart from the other tokens.
    #[regex(r";[^\r\n]*", allow_greedy = true)]
    Comment,
}

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its place in the text `source`.
    pub fn span(self, source: SourceId) -> Span {
        Span::new(source, self.start, self.end)
    }

    /// Its text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The contents of a string, with or without a closing quote; else its text.
    pub fn contents(self, text: &str) -> &str {
        let whole = self.text(text);
        match self.kind {
            TokenKind::Str | TokenKind::OpenStr => {
                let inner = whole.strip_prefix('"').unwrap_or(whole);
                inner.strip_suffix('"').unwrap_or(inner)
            }
            _ => whole,
        }
    }
}
