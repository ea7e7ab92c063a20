//! W0630: two names that differ by capitals only.
//!
//! Names of one letter are left alone: `K` and `k` are a common way to tell players apart.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::CASE_NAMES;
use crate::source::Span;
use rustc_hash::FxHashMap;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    let board = &rules.board;
    let pieces = variant.pieces.values().map(|p| (p.name.text.as_str(), p.name.at.span));
    judge("piece types", pieces, tally);
    judge("players", rules.players.iter().map(|(name, p)| (name.as_str(), p.span)), tally);
    judge("zones", board.zones.iter().map(|(name, z)| (name.as_str(), z.span)), tally);
    judge("directions", board.directions.iter().map(|(name, d)| (name.as_str(), d.span)), tally);
    let attributes = variant.pieces.values().flat_map(|p| &p.attributes);
    judge("attributes", attributes.map(|(name, _)| (name.text.as_str(), name.at.span)), tally);
}

fn judge<'a>(what: &str, names: impl Iterator<Item = (&'a str, Span)>, tally: &mut Tally) {
    let mut first: FxHashMap<String, (&str, Span)> = FxHashMap::default();
    for (name, span) in names.filter(|(name, _)| name.chars().count() > 1) {
        let &mut (other, at) = first.entry(name.to_lowercase()).or_insert((name, span));
        if other != name {
            let message = format!("the {what} `{other}` and `{name}` differ by capitals only");
            let d = Diagnostic::new(&CASE_NAMES, span, message);
            tally.suspect(d.with(at, format!("`{other}` is here")));
        }
    }
}
