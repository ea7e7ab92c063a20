//! Goal lines. The goals themselves are resolved when they are compiled.

use super::overlay::Overlay;
use super::players;
use super::report::Report;
use super::rules::{GoalLine, Player};
use crate::diagnostics::codes::resolve as codes;
use crate::names::IndexMap;
use smol_str::SmolStr;

pub(super) fn goals(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    report: &mut Report,
) -> Vec<GoalLine> {
    overlay
        .goals
        .iter()
        .map(|line| {
            if line.players.is_empty() {
                let d = line.at.diagnostic(&codes::NO_GOAL_PLAYERS, "the condition is tested for no player");
                report.add(d.help("name the players in the list before the goal"));
            }
            GoalLine {
                kind: line.kind,
                players: line.players.iter().filter_map(|p| players::find(p, players, report)).collect(),
                goal: line.goal.clone(),
                span: line.at.span,
                via: line.at.via.clone(),
            }
        })
        .collect()
}
