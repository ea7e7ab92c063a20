//! Places of things outside of blocks.

use crate::diagnostics::{Code, Diagnostic, Via};
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// Where something is written, and through which macro calls it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where it is written.
    pub span: Span,
    /// The macro calls that lead there, innermost first.
    pub via: Option<Arc<Via>>,
}

impl Place {
    /// A diagnostic about this place.
    pub fn diagnostic(&self, code: &'static Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.span, message).via(self.via.clone())
    }
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The text.
    pub text: SmolStr,
    /// Where it is written.
    pub at: Place,
}

/// A text for people, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, without its quotes.
    pub text: String,
    /// Where it is written.
    pub at: Place,
}
