//! The reader: tokens to forms, with recovery from lost parentheses.
//!
//! The grammar is small, so it is one `nom` parser for a piece (a parenthesis or
//! an atom) and a loop with a stack of open lists: nesting never uses the stack
//! of the program. What makes the reader long is telling *where* a parenthesis is
//! missing; see `layout`.

use super::Limits;
use super::form::{Atom, Form, List};
use super::keyword_hint::{is_foreign_to, is_section_head, is_top_level_head, may_be_section_head};
use super::layout::{self, Trouble};
use super::token::{Token, TokenKind};
use crate::diagnostics::{Code, Diagnostic, codes::syntax as codes};
use crate::source::{SourceId, Span};
use nom::branch::alt;
use nom::combinator::map;
use nom::error::{Error, ErrorKind};
use nom::{IResult, Parser};
use std::sync::Arc;

/// Tokens that are still to be read.
type Rest<'t> = &'t [Token];

/// What the reader acts on.
enum Piece {
    Open(Token),
    Close(Token),
    Name(Token),
    Str(Token),
}

/// One token of this kind.
fn token<'t>(kind: TokenKind) -> impl Parser<Rest<'t>, Output = Token, Error = Error<Rest<'t>>> {
    move |tokens: Rest<'t>| match tokens.split_first() {
        Some((&token, rest)) if token.kind == kind => Ok((rest, token)),
        _ => Err(nom::Err::Error(Error { input: tokens, code: ErrorKind::Tag })),
    }
}

/// The next piece; an error only at the end of the tokens.
fn piece(tokens: Rest<'_>) -> IResult<Rest<'_>, Piece> {
    alt((
        map(token(TokenKind::Open), Piece::Open),
        map(token(TokenKind::Close), Piece::Close),
        map(token(TokenKind::Name), Piece::Name),
        map(alt((token(TokenKind::Str), token(TokenKind::OpenStr))), Piece::Str),
    ))
    .parse(tokens)
}

/// Reads the forms of one text.
pub fn read(text: &str, source: SourceId, tokens: &[Token], limits: &Limits) -> (Vec<Form>, Vec<Diagnostic>) {
    let mut reader = Reader::new(text, source, tokens, limits);
    let mut rest = tokens;
    while let Ok((behind, piece)) = piece(rest) {
        match piece {
            Piece::Open(at) => reader.open(at, behind.first()),
            Piece::Close(at) => reader.close(at),
            Piece::Name(at) => reader.atom(at, Form::Name),
            Piece::Str(at) => reader.atom(at, Form::Str),
        }
        rest = behind;
    }
    reader.finish()
}

/// A list that is not closed yet.
struct Frame<'t> {
    open: Token,
    /// Its column, if it is the first on its line; looked up only of forms at top level and what stands right in them.
    indent: Option<usize>,
    /// The name behind the parenthesis, if there is one.
    head: &'t str,
    /// Where its items begin among those of all open lists.
    start: usize,
    /// Where it was closed, once it is.
    close: Option<Token>,
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    source: SourceId,
    max_depth: usize,
    stack: Vec<Frame<'t>>,
    /// What was read of the open lists, the outermost first.
    items: Vec<Form>,
    /// Finished forms at top level.
    done: Vec<Form>,
    /// The last finished list at top level; it may have to be opened again.
    last: Option<(Frame<'t>, Arc<[Form]>)>,
    /// How many `)` are missing or surplus in the whole text.
    missing: usize,
    surplus: usize,
    surplus_found: Vec<Token>,
    /// The byte where the form begins behind which the first of them was found.
    surplus_from: usize,
    stray: Vec<Token>,
    /// The byte where the last definition, game or variant begins.
    last_top: usize,
    /// The byte where the last section of a game begins.
    last_section: usize,
    /// How many lists beyond the limit of nesting are open.
    too_deep: usize,
    was_too_deep: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, source: SourceId, tokens: &'t [Token], limits: &Limits) -> Self {
        let count = |kind| tokens.iter().filter(|t| t.kind == kind).count();
        let (opens, closes) = (count(TokenKind::Open), count(TokenKind::Close));
        Self {
            text,
            tokens,
            source,
            max_depth: limits.max_depth,
            stack: Vec::new(),
            items: Vec::new(),
            done: Vec::new(),
            last: None,
            missing: opens.saturating_sub(closes),
            surplus: closes.saturating_sub(opens),
            surplus_found: Vec::new(),
            surplus_from: 0,
            stray: Vec::new(),
            last_section: 0,
            last_top: 0,
            too_deep: 0,
            was_too_deep: false,
            diagnostics: Vec::new(),
        }
    }

    fn span(&self, token: Token) -> Span {
        token.span(self.source)
    }

    fn open(&mut self, at: Token, next: Option<&Token>) {
        if self.too_deep > 0 || self.stack.len() >= self.max_depth {
            self.open_too_deep(at);
            return;
        }
        let head = match next {
            Some(t) if t.kind == TokenKind::Name => t.text(self.text),
            _ => "",
        };
        self.recover_missing(at, head);
        self.recover_surplus(at, head);
        match self.stack.len() {
            0 if is_top_level_head(head) => self.last_top = at.start as usize,
            1 if is_section_head(head) => self.last_section = at.start as usize,
            _ => {}
        }
        let is_outer = self.stack.len() < 2;
        let indent = is_outer.then(|| layout::indent(self.text, at.start as usize)).flatten();
        self.push(at, indent, head);
    }

    fn push(&mut self, open: Token, indent: Option<usize>, head: &'t str) {
        self.stack.push(Frame { open, indent, head, start: self.items.len(), close: None });
    }

    fn close(&mut self, at: Token) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(mut frame) = self.stack.pop() else {
            if self.surplus_found.is_empty() {
                self.surplus_from = self.last_top.max(self.last_section);
            }
            self.surplus_found.push(at);
            return;
        };
        frame.close = Some(at);
        self.finish_list(frame);
    }

    /// Puts a finished list where it belongs.
    fn finish_list(&mut self, frame: Frame<'t>) {
        let items = self.items.drain(frame.start..).collect();
        if self.stack.is_empty() {
            self.settle_last();
            self.last = Some((frame, items));
        } else {
            self.items.push(list(&frame, items, self.source));
        }
    }

    fn settle_last(&mut self) {
        if let Some((frame, items)) = self.last.take() {
            self.done.push(list(&frame, items, self.source));
        }
    }

    fn atom(&mut self, at: Token, kind: impl FnOnce(Atom) -> Form) {
        if self.too_deep > 0 {
            return;
        }
        self.recover_missing_open(at);
        if self.stack.is_empty() {
            self.stray.push(at);
        } else {
            self.items.push(kind(Atom::new(at.contents(self.text).into(), self.span(at))));
        }
    }

    fn open_too_deep(&mut self, at: Token) {
        self.too_deep += 1;
        if !self.was_too_deep {
            self.was_too_deep = true;
            let message = format!("lists are nested more than {} deep", self.max_depth);
            self.diagnostics.push(
                Diagnostic::new(&codes::NESTED_TOO_DEEP, self.span(at), message)
                    .label("this list and all in it is left out")
                    .help(
                        "real rules nest some twenty deep; is a `)` missing in something that was generated?",
                    ),
            );
        }
    }

    /// Closes lists that must have been meant to end before a form that belongs further out.
    fn recover_missing(&mut self, at: Token, head: &str) {
        if self.missing == 0 {
            return;
        }
        let indent = layout::indent(self.text, at.start as usize);
        let (Some(indent), Some(outermost)) = (indent, self.stack.first()) else { return };
        let keep = if is_top_level_head(head) && indent <= outermost.indent.unwrap_or(0) {
            0
        } else if is_top_level_head(outermost.head)
            && self.stack.get(1).is_some_and(|section| {
                may_be_section_head(section.head)
                    && is_foreign_to(head, section.head)
                    && section.indent.is_none_or(|i| i >= indent)
            })
        {
            1
        } else {
            return;
        };
        // More lists than parentheses are missing: then the layout misleads.
        let unclosed = self.stack.len() - keep;
        if unclosed > self.missing {
            return;
        }
        self.missing -= unclosed;
        let opener = self.stack[keep].open;
        let what = format!("`({head}`");
        self.report_missing(opener, unclosed, Some((at, &what)));
        while self.stack.len() > keep {
            let frame = self.stack.pop().expect("longer than `keep`");
            self.finish_list(frame);
        }
    }

    /// Says that the list at `opener` is not closed.
    fn report_missing(&mut self, opener: Token, unclosed: usize, before: Option<(Token, &str)>) {
        let (code, seen) = match before {
            Some((_, what)) => (&codes::MISSING_CLOSE, format!("before {what}")),
            None => (&codes::MISSING_CLOSE_AT_END, "at the end of the file".to_string()),
        };
        let parens = ")".repeat(unclosed.min(8));
        let message = format!("missing `{parens}` {seen}");
        // Of a game its last section is looked at: the ones before it end where they should.
        let from = match is_top_level_head(self.text_behind(opener)) {
            true => self.last_section.max(opener.start as usize),
            false => opener.start as usize,
        };
        let to = before.map_or(self.text.len(), |(at, _)| at.end as usize);
        let mut diagnostic = match self.suspect(from, to, Trouble::Missing) {
            Some(suspect) => Diagnostic::new(code, self.span(suspect), message)
                .label("by the layout of the lines it is missing in this line, or a `(` is too many")
                .with(self.span(opener), "this list is not closed"),
            None => Diagnostic::new(code, self.span(opener), message).label("this list is not closed"),
        };
        if let Some((at, _)) = before {
            let end = Span::new(self.source, at.start, at.end);
            diagnostic = diagnostic.with(end, "noticed here: this belongs outside of it");
        }
        self.diagnostics.push(diagnostic);
    }

    /// Opens a list whose `(` is missing before a word that only stands at the start of a list.
    fn recover_missing_open(&mut self, at: Token) {
        if self.surplus == 0 {
            return;
        }
        let word = at.text(self.text);
        if !(is_top_level_head(word) || is_section_head(word)) {
            return;
        }
        let is_lost = match &self.stack[..] {
            [] => is_top_level_head(word),
            // In a macro's body, or behind the `(` of an ordinary list, it may be a name like others.
            [game] => {
                is_section_head(word)
                    && matches!(game.head, "game" | "variant")
                    && self.items.len() > game.start
            }
            _ => false,
        };
        let Some(indent) = layout::indent(self.text, at.start as usize).filter(|_| is_lost) else { return };
        self.surplus -= 1;
        self.diagnostics.push(
            Diagnostic::new(&codes::MISSING_OPEN, self.span(at), format!("missing `(` before `{word}`"))
                .label("this word begins a list")
                .fix(Span::new(self.source, at.start, at.start), "("),
        );
        self.push(at, Some(indent), word);
    }

    /// The line that is to blame by the layout of a stretch of the text.
    fn suspect(&self, from: usize, to: usize, trouble: Trouble) -> Option<Token> {
        let start = self.tokens.partition_point(|t| (t.start as usize) < from);
        let end = self.tokens.partition_point(|t| (t.start as usize) < to);
        layout::suspect(self.text, &self.tokens[start..end.max(start)], trouble)
    }

    /// The name behind a parenthesis, if there is one.
    fn text_behind(&self, open: Token) -> &'t str {
        let next = self.tokens.partition_point(|t| t.start <= open.start);
        self.tokens.get(next).filter(|t| t.kind == TokenKind::Name).map_or("", |t| t.text(self.text))
    }

    /// A diagnostic about a `)` that is too many, at the place where it is by the layout.
    fn surplus(
        &self,
        code: &'static Code,
        close: Token,
        from: usize,
        message: String,
        label: &str,
    ) -> Diagnostic {
        match self.suspect(from, close.end as usize, Trouble::Surplus) {
            Some(suspect) if suspect != close => Diagnostic::new(code, self.span(suspect), message)
                .label("by the layout of the lines it is one too many in this line")
                .with(self.span(close), label),
            _ => self.surplus_at_end(code, close, message, label),
        }
    }

    /// The same where the layout agrees: of several `)` at the end of a form the line that opened it may have had as
    /// many `(`.
    fn surplus_at_end(&self, code: &'static Code, close: Token, message: String, label: &str) -> Diagnostic {
        let at_close = Diagnostic::new(code, self.span(close), message).label(label);
        let Some((form, _)) = self.last.as_ref() else { return at_close };
        let is_behind = |end: Token| {
            let between = self.text.get(end.end as usize..close.start as usize).unwrap_or("\n");
            !between.contains(['\n', '\r']) && layout::indent(self.text, end.start as usize) == form.indent
        };
        if !form.close.is_some_and(is_behind) {
            return at_close;
        }
        at_close.with(self.span(form.open), "or one `(` too few here, by the layout of the lines")
    }

    /// Opens a game again that was closed by a surplus parenthesis, if a section follows it.
    fn recover_surplus(&mut self, at: Token, head: &str) {
        let closed_game = self.stack.is_empty()
            && self.surplus > 0
            && is_section_head(head)
            && self.last.as_ref().is_some_and(|(form, _)| matches!(form.head, "game" | "variant"));
        if !closed_game {
            return;
        }
        let Some((mut frame, items)) = self.last.take() else { return };
        // The game was closed once too often; by the last of the surplus ones, if there are several.
        let close = self.surplus_found.pop().or(frame.close);
        self.surplus -= 1;
        let what = frame.head;
        if let Some(close) = close {
            let message = format!("surplus `)`: it closes the {what}, but the {what} goes on");
            let label = "one `)` too many here or before";
            let from = self.last_section.max(frame.open.start as usize);
            let diagnostic = self
                .surplus(&codes::CLOSED_TOO_EARLY, close, from, message, label)
                .with(self.span(at), format!("`({head}` belongs to the {what}"))
                .with(self.span(frame.open), format!("the {what} begins here"));
            self.diagnostics.push(diagnostic);
        }
        frame.close = None;
        self.items.extend_from_slice(&items);
        self.stack.push(frame);
    }

    /// The forms and messages, once all tokens are read.
    fn finish(mut self) -> (Vec<Form>, Vec<Diagnostic>) {
        if let Some(outermost) = self.stack.first().map(|f| f.open)
            && !self.was_too_deep
        {
            self.report_missing(outermost, self.stack.len(), None);
        }
        while let Some(frame) = self.stack.pop() {
            self.finish_list(frame);
        }
        self.settle_last();
        if let Some(&first) = self.surplus_found.first() {
            let message = match self.surplus_found.len() {
                1 => "surplus `)`".to_string(),
                n => format!("{n} surplus `)`"),
            };
            let label = "no list is open here; it is ignored";
            let diagnostic = self.surplus(&codes::SURPLUS_CLOSE, first, self.surplus_from, message, label);
            self.diagnostics.push(diagnostic);
        }
        if let Some(&first) = self.stray.first() {
            let message = match self.stray.len() {
                1 => "text outside of all lists".to_string(),
                n => format!("text outside of all lists ({n} words)"),
            };
            self.diagnostics.push(
                Diagnostic::new(&codes::STRAY_TEXT, self.span(first), message)
                    .label("it is ignored")
                    .help("a comment begins with `;`"),
            );
        }
        (self.done, self.diagnostics)
    }
}

/// The form of a finished list. One that is not closed ends with its last item.
fn list(frame: &Frame<'_>, items: Arc<[Form]>, source: SourceId) -> Form {
    let end = match (frame.close, items.last()) {
        (Some(close), _) => close.end,
        (None, Some(last)) => last.span().end,
        (None, None) => frame.open.end,
    };
    Form::List(List::new(items, Span::new(source, frame.open.start, end)))
}
