//! From bytes to expanded forms: lexer, reader, macros and includes.
//!
//! [`parse`] goes the whole way. The stages are [`lexer::lex`], [`reader::read`] and
//! [`expand::expand`]; each goes on after the first mistake.

pub mod dialect;
pub mod expand;
pub mod form;
pub mod keyword;
mod keyword_hint;
mod layout;
pub mod lexer;
pub mod params;
pub mod print;
pub mod reader;
pub mod token;

pub use expand::{Expanded, Include, MacroInfo};

use crate::diagnostics::{Diagnostic, codes::syntax as codes};
use crate::loader::SourceLoader;
use crate::source::{SourceId, SourceMap, Span, decode};
use form::Form;

/// Bounds on what is read, since rule files come from anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The size of one file in bytes.
    pub max_bytes: usize,
    /// The number of tokens of one file.
    pub max_tokens: usize,
    /// How deep lists may nest, as written and after expansion.
    ///
    /// All later stages walk lists by recursion, each level on enough stack.
    pub max_depth: usize,
    /// How deep calls of macros may nest.
    pub max_calls: usize,
    /// How many forms the expansion may make; calls with the same arguments share theirs.
    pub max_forms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 64 << 20,
            max_tokens: 10_000_000,
            max_depth: 10_000,
            max_calls: 200,
            max_forms: 4_000_000,
        }
    }
}

/// Reads a rules file with its includes and expands its macros.
///
/// `name` is what messages call the file, and includes are looked up from its folder.
///
/// ```
/// use zrf::loader::MemoryLoader;
/// use zrf::syntax::{Limits, parse};
///
/// let rules = b"(define step ($1 (verify empty?) add)) (game (moves (step n)))";
/// let (sources, expanded, diagnostics) =
///     parse("mine.zrf", rules, &MemoryLoader::new(), &Limits::default());
/// assert!(diagnostics.is_empty());
/// assert_eq!(expanded.macros["step"].calls, 1);
/// # let _ = sources;
/// ```
pub fn parse(
    name: &str,
    bytes: &[u8],
    loader: &dyn SourceLoader,
    limits: &Limits,
) -> (SourceMap, Expanded, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let (source, forms, mut diagnostics) = read_source(name, bytes, &mut sources, limits);
    let (expanded, more) = expand::expand(forms, source, &mut sources, loader, limits);
    diagnostics.extend(more);
    diagnostics.sort_by_key(|d| d.primary.span);
    (sources, expanded, diagnostics)
}

/// Decodes one file, adds it to the sources and reads its forms.
pub fn read_source(
    name: &str,
    bytes: &[u8],
    sources: &mut SourceMap,
    limits: &Limits,
) -> (SourceId, Vec<Form>, Vec<Diagnostic>) {
    if bytes.len() > limits.max_bytes {
        let source = sources.add(name, "");
        let message = format!("the file has {} bytes; the limit is {}", bytes.len(), limits.max_bytes);
        return (source, Vec::new(), vec![too_large(source, 0, message)]);
    }
    let text = decode(bytes);
    let source = sources.add(name, text);
    let text = sources.get(source).text.clone();
    let mut lexed = lexer::lex(&text, source, limits);
    if let Some(token) = lexed.tokens.get(limits.max_tokens).or(lexed.comments.get(limits.max_tokens)) {
        let at = token.start;
        let message = format!("the file has more than {} words and parentheses", limits.max_tokens);
        return (source, Vec::new(), vec![too_large(source, at, message)]);
    }
    let (forms, diagnostics) = reader::read(&text, source, &lexed.tokens, limits);
    lexed.diagnostics.extend(diagnostics);
    (source, forms, lexed.diagnostics)
}

fn too_large(source: SourceId, at: u32, message: String) -> Diagnostic {
    Diagnostic::new(&codes::TOO_LARGE, Span::new(source, at, at), message).help("is this a rules file?")
}
