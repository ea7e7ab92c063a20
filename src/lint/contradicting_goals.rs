//! W0626: the same goal decides in two ways for the same player.
//!
//! Of goals that hold at once the first counts, so the second never does.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::CONTRADICTING_GOALS;
use crate::view::words;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let goals: Vec<_> = variant.rules.goals.iter().map(|line| (line, words::goal(&line.goal))).collect();
    for (i, (line, text)) in goals.iter().enumerate() {
        let same = goals[..i].iter().find(|(earlier, other)| {
            other == text
                && earlier.kind != line.kind
                && line.players.iter().any(|p| earlier.players.contains(p))
        });
        let Some((earlier, _)) = same else { continue };
        let kind = words::goal_line_kind(line.kind);
        let both = line.players.iter().filter(|p| earlier.players.contains(p));
        let names: Vec<&str> = both.map(|&p| variant.rules.player_name(p).as_str()).collect();
        let message = format!("this {kind} never decides for {}: another holds at once", names.join(", "));
        let d = Diagnostic::new(&CONTRADICTING_GOALS, line.span, message).via(line.via.clone());
        let first =
            format!("the same goal as {}; the first in the file counts", words::goal_line_kind(earlier.kind));
        tally.suspect(d.with(earlier.span, first));
    }
}
