//! Messages about a rules file, addressed to its author.
//!
//! A [`Diagnostic`] says what is wrong with the file. It is not an error of the
//! program: front-end stages return their output *and* a list of diagnostics and
//! go on after the first.

mod allow;
mod baseline;
pub mod codes;
pub mod did_you_mean;
mod fix;
mod github;
mod json;
mod junit;
mod policy;
mod render_short;
mod render_text;
mod sarif;
mod select;

pub use allow::AllowComments;
pub use baseline::{Baseline, BaselineError};
pub use fix::apply_fixes;
pub use github::render_github;
pub use json::render_json;
pub use junit::JunitReport;
pub use policy::{Policy, UnknownCode};
pub use render_short::render_short;
pub use render_text::render_text;
pub use sarif::SarifLog;
pub use select::{Selection, select};

use crate::source::{SourceMap, Span};
use std::sync::Arc;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The file runs; something in it is probably not what the author meant.
    Warning,
    /// The file is wrong: what it says cannot be done.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A kind of diagnostic: its stable code and its explanation.
#[derive(PartialEq, Eq, Debug)]
pub struct Code {
    /// Stable, e.g. `E0101` or `W0204`.
    pub id: &'static str,
    /// The severity without `--deny`.
    pub severity: Severity,
    /// It is reported without being asked for.
    pub is_on: bool,
    /// One line: what this kind of diagnostic is about.
    pub title: &'static str,
    /// What it means, why it matters, a wrong and a right example; Markdown.
    pub explain: &'static str,
}

/// A place with a text about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One step of macro expansion that led to a place: a persistent list, innermost first.
#[derive(PartialEq, Eq, Debug)]
pub struct Via {
    /// The call `(NAME ...)`.
    pub call: Span,
    /// The macro's name.
    pub name: smol_str::SmolStr,
    /// The expansion in whose body the call stands; `None` if it is in the file itself.
    pub parent: Option<Arc<Via>>,
}

/// A replacement that surely mends the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What comes in its place.
    pub replacement: String,
}

/// A message about one place of a rules file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: &'static Code,
    /// Usually that of the code.
    pub severity: Severity,
    /// One line, without a full stop.
    pub message: String,
    /// The smallest useful place.
    pub primary: Label,
    /// Other places that matter: the macro's definition, the first definition.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// How the place came about by macro expansion, innermost call first.
    pub via: Option<Arc<Via>>,
    /// A sure mend, if there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic of kind `code` at `span`.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: None,
            via: None,
            fix: None,
        }
    }

    /// The text shown at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// The macro expansion that led to the place.
    #[must_use]
    pub fn via(mut self, via: Option<Arc<Via>>) -> Self {
        self.via = via;
        self
    }

    /// A sure mend.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// The calls of macros that led to the place, innermost first. Includes are none.
    pub fn calls<'d>(&'d self, sources: &'d SourceMap) -> impl Iterator<Item = &'d Via> {
        let is_include = |via: &Via| {
            let form = sources.snippet(via.call).strip_prefix('(');
            form.is_some_and(|form| form.trim_start().starts_with("include"))
        };
        std::iter::successors(self.via.as_deref(), |via| via.parent.as_deref())
            .filter(move |via| !via.name.is_empty() && !is_include(via))
    }

    /// Makes an error of it.
    pub fn deny(&mut self) {
        self.severity = Severity::Error;
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
