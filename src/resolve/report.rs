//! Collecting the diagnostics of a variant.

use crate::ast::place::Word;
use crate::diagnostics::did_you_mean;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use rustc_hash::FxHashSet;

/// Different messages about one variant, at most.
const MAX_DIAGNOSTICS: usize = 2_000;

/// Names compared in search of the nearest real one, at most: a board may have tens of
/// thousands of positions, and a broken file may miss as many.
const MAX_COMPARISONS: usize = 200_000;

/// The diagnostics of one variant.
#[derive(Default)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    seen: FxHashSet<(&'static str, Span, String)>,
    comparisons: usize,
}

impl Report {
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.code.id, diagnostic.primary.span, diagnostic.message.clone());
        if self.diagnostics.len() < MAX_DIAGNOSTICS && self.seen.insert(key) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// An unknown name, with the nearest real one.
    pub(super) fn unknown<'a>(
        &mut self,
        code: &'static Code,
        word: &Word,
        what: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let mut d = word
            .at
            .diagnostic(code, format!("there is no {what} `{}`", word.text))
            .label(format!("not a {what} of this game"));
        let left = MAX_COMPARISONS - self.comparisons;
        let compared = &mut self.comparisons;
        let known = known.into_iter().take(left).inspect(|_| *compared += 1);
        if let Some(help) = did_you_mean::help(&word.text, known) {
            d = d.help(help);
        }
        self.add(d);
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
