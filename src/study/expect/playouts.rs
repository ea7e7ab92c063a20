//! Properties of random games.

use super::file::Playouts;
use super::{Failure, misbehaves};
use crate::ast::goal::{Goal, GoalKind};
use crate::game::{Outcome, Position, Reason};
use crate::resolve::Rules;
use crate::study::playout::{self, Tally};

/// Plays the games and tells what does not hold.
pub fn check(expected: &Playouts, start: &Position) -> Vec<Failure> {
    let rules = start.game().rules();
    let unknown = expected.wins.keys().find(|name| rules.find_player(name).is_none());
    if let Some(name) = unknown {
        return vec![Failure::new("playouts.wins", format!("there is no player `{name}`"))];
    }
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    // Of each kind the first game that fails is shown; others would say the same.
    let (mut is_long, mut is_wide, mut is_stuck) = (false, false, false);
    for number in 0..expected.games {
        let mut most = 0;
        let mut position = start.clone();
        let played = playout::play_on(&mut position, expected.seed, number, expected.max_plies, |n| {
            most = most.max(n)
        });
        let record = match played {
            Ok(record) => record,
            Err(error) => {
                let mut failure = misbehaves(&error, &position);
                failure.message = format!("game {number}: {}", failure.message);
                failures.push(failure);
                return failures;
            }
        };
        tally.add(&record);
        let is_cut = record.end == playout::End::Cut;
        if let Some(limit) = expected.ends_within.filter(|&n| is_cut || record.plies > n)
            && !std::mem::replace(&mut is_long, true)
        {
            let plies = record.plies;
            let after = if is_cut { format!("is not over after {plies}") } else { format!("takes {plies}") };
            let message = format!("game {number} {after} moves, expected {limit} at most");
            failures.push(Failure::new("playouts.ends-within", message).on(&position));
        }
        if let Some(limit) = expected.max_moves.filter(|&n| most > n)
            && !std::mem::replace(&mut is_wide, true)
        {
            let message = format!("game {number} has a position with {most} moves, expected {limit} at most");
            failures.push(Failure::new("playouts.max-moves", message));
        }
        if expected.never_stuck && !is_stuck {
            let outcome = position.outcome().ok().flatten();
            is_stuck = outcome.is_some_and(|outcome| is_without_moves(start.game().rules(), &outcome));
            if is_stuck {
                let message = format!("in game {number} a player has no legal move");
                failures.push(Failure::new("playouts.never-stuck", message).on(&position));
            }
        }
    }
    failures.extend(shares(expected, rules, &tally));
    failures
}

/// Whether a game ended because a player had no legal move.
fn is_without_moves(rules: &Rules, outcome: &Outcome) -> bool {
    match outcome.reason {
        Reason::NoMoves { .. } => true,
        Reason::Goal { line, .. } => {
            rules.goals.get(line).is_some_and(|line| speaks_of_stalemate(&line.goal))
        }
        Reason::NoProgress { .. } => false,
    }
}

fn speaks_of_stalemate(goal: &Goal) -> bool {
    goal.parts().any(|part| part.kind == GoalKind::Stalemated)
}

/// How often each player wins, and how often nobody does.
fn shares(expected: &Playouts, rules: &Rules, tally: &Tally) -> Vec<Failure> {
    let percent = |n: u64| 100.0 * n as f64 / tally.games as f64;
    let mut failures = Vec::new();
    for (name, &least) in &expected.wins {
        let player = rules.find_player(name).map_or(usize::MAX, |player| player.index());
        let wins = percent(tally.wins.get(player).copied().unwrap_or(0));
        if wins < least {
            let message = format!("{name} wins {wins:.1} % of the games, expected {least} % at least");
            failures.push(Failure::new("playouts.wins", message));
        }
    }
    let draws = percent(tally.draws);
    if let Some(most) = expected.draws_at_most.filter(|&most| draws > most) {
        let message = format!("{draws:.1} % of the games are draws, expected {most} % at most");
        failures.push(Failure::new("playouts.draws-at-most", message));
    }
    failures
}
