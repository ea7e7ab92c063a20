//! What the rules found, over all variants of a file.

use crate::diagnostics::{Code, Diagnostic};
use crate::names::IndexMap;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// The verdicts about places of a file.
///
/// A block or a board is shared by many variants, and the body of a macro by many calls. What is suspect in one of
/// them and fine in another is fine: `fine` outweighs `suspect`, in whatever order they come.
#[derive(Default)]
pub(super) struct Tally {
    verdicts: IndexMap<(&'static str, Span), Option<Found>>,
    /// Some variant lives in a program library, which may use whatever is declared.
    pub(super) has_unseen_rules: bool,
}

/// Something suspect.
pub(super) struct Found {
    pub(super) diagnostic: Diagnostic,
    /// It is about something that is never used.
    pub(super) is_unused: bool,
    /// It may be told together with others.
    pub(super) group: Option<Group>,
}

/// Findings of one kind in one form are told together.
pub(super) struct Group {
    /// The form.
    pub(super) form: Span,
    /// The name that it is about.
    pub(super) name: String,
    /// The message about several names, which are put behind it.
    pub(super) message: &'static str,
}

impl Tally {
    /// This place is in order, as far as this kind of diagnostic goes.
    pub(super) fn fine(&mut self, code: &'static Code, span: Span) {
        self.verdicts.insert((code.id, span), None);
    }

    /// This place is not, unless it is elsewhere.
    pub(super) fn suspect(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic, false, None);
    }

    /// What is named here is never used, unless it is elsewhere.
    pub(super) fn unused(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic, true, None);
    }

    /// The same, told together with others in the same form.
    pub(super) fn unused_in(&mut self, group: Group, diagnostic: Diagnostic) {
        self.add(diagnostic, true, Some(group));
    }

    /// What is suspect or unused if `is_fine` does not hold.
    pub(super) fn judge(
        &mut self,
        is_fine: bool,
        diagnostic: impl FnOnce() -> Diagnostic,
        key: (&'static Code, Span),
    ) {
        if is_fine {
            self.fine(key.0, key.1);
        } else if !self.verdicts.contains_key(&(key.0.id, key.1)) {
            self.unused(diagnostic());
        }
    }

    fn add(&mut self, diagnostic: Diagnostic, is_unused: bool, group: Option<Group>) {
        let key = (diagnostic.code.id, diagnostic.primary.span);
        self.verdicts.entry(key).or_insert(Some(Found { diagnostic, is_unused, group }));
    }

    /// What is suspect wherever it was met.
    pub(super) fn finish(self) -> impl Iterator<Item = Found> {
        let has_unseen_rules = self.has_unseen_rules;
        let found = self.verdicts.into_values().flatten();
        together(found.filter(move |found| !(found.is_unused && has_unseen_rules))).into_iter()
    }
}

/// Tells findings of one group as one, at the place of the first.
fn together(all: impl Iterator<Item = Found>) -> Vec<Found> {
    let mut told: Vec<Found> = Vec::new();
    let mut first: FxHashMap<(&'static str, Span), usize> = FxHashMap::default();
    let mut names: FxHashMap<usize, Vec<String>> = FxHashMap::default();
    for found in all {
        let Some(group) = &found.group else {
            told.push(found);
            continue;
        };
        let at = *first.entry((found.diagnostic.code.id, group.form)).or_insert(told.len());
        names.entry(at).or_default().push(format!("`{}`", group.name));
        if at == told.len() {
            told.push(found);
        }
    }
    for (at, names) in names.into_iter().filter(|(_, names)| names.len() > 1) {
        if let Found { diagnostic, group: Some(group), .. } = &mut told[at] {
            diagnostic.message = format!("{} {}", group.message, names.join(", "));
        }
    }
    told
}
