//! A rules file as a tree that has everything in it: words, comments, and where lines ended.

use super::style::WIDTH;
use crate::deep::deep;
use crate::syntax::lexer::Lexed;
use crate::syntax::token::{Token, TokenKind};

/// A word, a string or a list, with the comments that belong to it.
pub(super) struct Node<'t> {
    pub kind: Kind<'t>,
    /// Line ends before it, behind what stands before it: 0, 1, or 2 for one and more empty lines.
    pub breaks: u8,
    /// The comments on lines of their own above it.
    pub above: Vec<Comment<'t>>,
    /// The comment behind it on its (last) line.
    pub behind: Option<Comment<'t>>,
    /// Its width in characters if it is written on one line; `None` if it cannot be, or is wider than a line.
    pub flat: Option<usize>,
}

pub(super) enum Kind<'t> {
    Name(&'t str),
    /// With its quotes.
    Str(&'t str),
    List(List<'t>),
}

/// A list in parentheses.
pub(super) struct List<'t> {
    pub items: Vec<Node<'t>>,
    /// The comment behind the opening parenthesis.
    pub opening: Option<Comment<'t>>,
    /// The comments on lines of their own above the closing parenthesis.
    pub closing: Vec<Comment<'t>>,
    /// Whether it is written on several lines.
    pub is_broken: bool,
}

impl Drop for List<'_> {
    fn drop(&mut self) {
        if !self.items.is_empty() {
            let items = std::mem::take(&mut self.items);
            deep(|| drop(items));
        }
    }
}

/// A comment, without the white space at its end.
#[derive(Clone, Copy)]
pub(super) struct Comment<'t> {
    pub text: &'t str,
    /// Line ends before it, as for a node.
    pub breaks: u8,
    /// The column it stands in, from 0, with tabs of 4 and of 8 columns.
    columns: [usize; 2],
}

impl Comment<'_> {
    /// Whether it stands right under the other one.
    pub fn is_under(&self, other: &Comment) -> bool {
        self.breaks == 1 && self.columns.iter().zip(&other.columns).any(|(a, b)| a == b)
    }
}

impl<'t> Node<'t> {
    pub fn as_list(&self) -> Option<&List<'t>> {
        match &self.kind {
            Kind::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn as_name(&self) -> Option<&'t str> {
        match self.kind {
            Kind::Name(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a string with line ends in it.
    pub fn is_long_string(&self) -> bool {
        matches!(self.kind, Kind::Str(text) if text.contains(['\n', '\r']))
    }
}

impl List<'_> {
    /// The name behind the opening parenthesis, if there is one.
    pub fn head(&self) -> Option<&str> {
        self.items.first().and_then(Node::as_name)
    }

    fn flat(&self) -> Option<usize> {
        let has_comment = |item: &Node| item.behind.is_some() || !item.above.is_empty();
        if self.opening.is_some() || !self.closing.is_empty() || self.items.iter().any(has_comment) {
            return None;
        }
        let mut width = 1 + self.items.len().max(1);
        for item in &self.items {
            width += item.flat?;
        }
        (width <= WIDTH).then_some(width)
    }
}

/// A text as a tree.
pub(super) struct Tree<'t> {
    pub nodes: Vec<Node<'t>>,
    /// The comments behind the last node.
    pub end: Vec<Comment<'t>>,
}

/// Makes the tree of a text whose parentheses are balanced.
pub(super) fn tree<'t>(text: &'t str, lexed: &Lexed) -> Tree<'t> {
    let mut builder = Builder {
        text,
        lists: vec![List { items: Vec::new(), opening: None, closing: Vec::new(), is_broken: false }],
        starts: Vec::new(),
        pending: Vec::new(),
        at: 0,
        behind_open: false,
    };
    let mut comments = lexed.comments.iter().peekable();
    for token in &lexed.tokens {
        while let Some(comment) = comments.next_if(|c| c.start < token.start) {
            builder.comment(*comment);
        }
        builder.token(*token);
    }
    comments.for_each(|comment| builder.comment(*comment));
    let end = builder.pending;
    Tree { nodes: builder.lists.pop().map_or(Vec::new(), |mut list| std::mem::take(&mut list.items)), end }
}

/// What is known of an open list besides its items.
struct Start<'t> {
    at: usize,
    breaks: u8,
    above: Vec<Comment<'t>>,
}

struct Builder<'t> {
    text: &'t str,
    /// The open lists; the first is the file.
    lists: Vec<List<'t>>,
    starts: Vec<Start<'t>>,
    /// Comments on lines of their own that nothing has followed yet.
    pending: Vec<Comment<'t>>,
    /// The end of what was read last.
    at: usize,
    behind_open: bool,
}

impl<'t> Builder<'t> {
    fn breaks_before(&self, start: usize) -> u8 {
        line_ends(&self.text[self.at..start]).min(2) as u8
    }

    fn comment(&mut self, token: Token) {
        let start = token.start as usize;
        let text = token.text(self.text).trim_end();
        let breaks = self.breaks_before(start);
        let comment = Comment { text, breaks, columns: [4, 8].map(|tab| column(self.text, start, tab)) };
        let is_first = self.at == 0 && self.lists.len() == 1 && self.lists[0].items.is_empty();
        if breaks > 0 || is_first || !self.pending.is_empty() {
            self.pending.push(comment);
        } else if let Some(list) = self.lists.last_mut() {
            match list.items.last_mut() {
                Some(node) if !self.behind_open => node.behind = Some(comment),
                _ => list.opening = Some(comment),
            }
        }
        self.at = token.end as usize;
    }

    fn token(&mut self, token: Token) {
        let start = token.start as usize;
        let breaks = self.breaks_before(start);
        let text = token.text(self.text);
        self.at = token.end as usize;
        self.behind_open = token.kind == TokenKind::Open;
        match token.kind {
            TokenKind::Open => {
                let above = std::mem::take(&mut self.pending);
                self.starts.push(Start { at: start, breaks, above });
                self.lists.push(List {
                    items: Vec::new(),
                    opening: None,
                    closing: Vec::new(),
                    is_broken: false,
                });
            }
            TokenKind::Close => self.close(),
            TokenKind::Name => self.atom(Kind::Name(text), text, breaks),
            _ => self.atom(Kind::Str(text), text, breaks),
        }
    }

    fn atom(&mut self, kind: Kind<'t>, text: &str, breaks: u8) {
        let width = text.chars().count();
        let flat = (width <= WIDTH && !text.contains(['\n', '\r'])).then_some(width);
        let above = std::mem::take(&mut self.pending);
        self.push(Node { kind, breaks, above, behind: None, flat });
    }

    fn close(&mut self) {
        let (Some(start), Some(mut list)) = (self.starts.pop(), self.lists.pop()) else { return };
        list.closing = std::mem::take(&mut self.pending);
        list.is_broken = self.text[start.at..self.at].contains(['\n', '\r']);
        let flat = list.flat();
        let Start { breaks, above, .. } = start;
        self.push(Node { kind: Kind::List(list), breaks, above, behind: None, flat });
    }

    fn push(&mut self, node: Node<'t>) {
        if let Some(list) = self.lists.last_mut() {
            list.items.push(node);
        }
    }
}

/// How many line ends are in a text.
pub(super) fn line_ends(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |(at, &byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    bytes.iter().enumerate().filter(|&b| ends(b)).count()
}

/// The column of a byte, from 0.
fn column(text: &str, at: usize, tab: usize) -> usize {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    text[start..at].chars().fold(0, |column, c| if c == '\t' { (column / tab + 1) * tab } else { column + 1 })
}
