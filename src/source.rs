//! Source texts, and places in them.

mod decode;

pub use decode::{decode, encode_like};

use std::sync::{Arc, OnceLock};

/// Identifies one source text in a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(pub u32);

/// A range of bytes in one (decoded) source text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of the bytes `start..end`.
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        Self { source, start, end }
    }

    /// The smallest span that holds both; spans of different texts give the first.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span::new(self.source, self.start.min(other.start), self.end.max(other.end))
    }
}

/// One source text, decoded, with its name and line starts.
#[derive(Debug)]
pub struct Source {
    /// The name shown in messages: a path as the user gave it, or a pseudo-path.
    pub name: String,
    /// The decoded text. Line ends are as in the file.
    pub text: Arc<str>,
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// Byte offset of the start of each line; found when first asked for.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| [0].into_iter().chain(line_starts_after(&self.text)).collect())
    }
}

/// All the texts that were read for one rules file.
#[derive(Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

/// A place as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineCol {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl SourceMap {
    /// Adds a decoded text of less than 4 GiB.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.sources.len()).expect("fewer than 2^32 sources"));
        self.sources.push(Source { name: name.into(), text: text.into(), line_starts: OnceLock::new() });
        id
    }

    /// The source with this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id.0 as usize]
    }

    /// All sources, in the order they were read.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().enumerate().map(|(i, s)| (SourceId(i as u32), s))
    }

    /// The text that a span covers.
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of the start of a span.
    pub fn line_col(&self, span: Span) -> LineCol {
        self.at(span.source, span.start)
    }

    /// Line and column of the end of a span: of the first character behind it.
    pub fn end_line_col(&self, span: Span) -> LineCol {
        self.at(span.source, span.end)
    }

    fn at(&self, source: SourceId, byte: u32) -> LineCol {
        let source = self.get(source);
        let line_starts = source.line_starts();
        let line = line_starts.partition_point(|&s| s <= byte).max(1);
        let start = line_starts[line - 1] as usize;
        let column = source.text.get(start..byte as usize).map_or(0, |t| t.chars().count());
        LineCol { line: line as u32, column: column as u32 + 1 }
    }
}

/// Where lines begin behind the first: after `\n`, `\r\n` or a lone `\r`, also mixed.
fn line_starts_after(text: &str) -> impl Iterator<Item = u32> {
    let bytes = text.as_bytes();
    let ends_line = move |&at: &usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(ends_line).map(|at| at as u32 + 1)
}
