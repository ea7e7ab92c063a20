//! Collecting the diagnostics of a variant.

use crate::ast::place::Word;
use crate::diagnostics::did_you_mean::{self, Finder};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use rustc_hash::FxHashSet;

/// Different messages about one variant, at most.
const MAX_DIAGNOSTICS: usize = 2_000;

/// The diagnostics of one variant.
#[derive(Default)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    seen: FxHashSet<(&'static str, Span, String)>,
    finder: Finder,
}

impl Report {
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.code.id, diagnostic.primary.span, diagnostic.message.clone());
        if self.diagnostics.len() < MAX_DIAGNOSTICS && self.seen.insert(key) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether there are errors so far.
    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// An unknown name, with the nearest real one.
    pub(super) fn unknown<'a>(
        &mut self,
        code: &'static Code,
        word: &Word,
        what: &str,
        known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
    ) {
        let mut d = word
            .at
            .diagnostic(code, format!("there is no {what} `{}`", word.text))
            .label(format!("not a {what} of this game"));
        let known = known.into_iter();
        let is_one_kind = !what.contains(" or ");
        let all = known.clone();
        let help = self.finder.help(&word.text, known);
        if let Some(help) = help.or_else(|| did_you_mean::all(what, all).filter(|_| is_one_kind)) {
            d = d.help(help);
        }
        self.add(d);
    }

    /// The diagnostics in order of place.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|d| d.primary.span);
        self.diagnostics
    }
}
