//! W0625: a player can be checkmated by a piece that it does not have.
//!
//! Players who begin with an empty board, and pieces that moves bring in, are left alone.

use super::Variant;
use super::tally::Tally;
use crate::compile::GoalExpr;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::MISSING_ROYAL;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    for (goal, line) in variant.program.goals.iter().zip(&rules.goals) {
        let mut royal = Vec::new();
        goal.expr.walk(&mut |expr, is_negated| {
            if let (GoalExpr::Checkmated(kinds), false) = (expr, is_negated) {
                royal.extend(kinds.iter().copied());
            }
        });
        if royal.is_empty() {
            continue;
        }
        for &player in &goal.players {
            let has_board = rules.setup.iter().any(|p| p.player == player);
            let has_one = royal.iter().any(|&kind| variant.uses.owned.contains(&(player, kind)));
            if !has_board || has_one {
                continue;
            }
            let names: Vec<&str> = royal.iter().map(|&kind| rules.piece_name(kind).as_str()).collect();
            let name = rules.player_name(player);
            let message = format!("{name} can never be checkmated: it has no {}", names.join(" or "));
            let d = Diagnostic::new(&MISSING_ROYAL, line.span, message).via(line.via.clone());
            tally.suspect(d.label(format!("{name} begins with other pieces only")));
        }
    }
}
