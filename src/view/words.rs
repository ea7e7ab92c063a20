//! Rules and outcomes in words.

use crate::ast::block::Name;
use crate::ast::goal::{Goal, GoalKind, Occupant};
use crate::deep::deep;
use crate::game::{Outcome, Reason};
use crate::resolve::Rules;
use crate::resolve::rules::{GoalLineKind, TurnEntry};
use std::fmt::Write;

/// A goal as it is written in a rules file, macros replaced.
pub fn goal(goal: &Goal) -> String {
    let mut out = String::new();
    push_goal(&mut out, goal);
    out
}

/// The keyword of a goal line.
pub fn goal_line_kind(kind: GoalLineKind) -> &'static str {
    match kind {
        GoalLineKind::Win => "win-condition",
        GoalLineKind::Loss => "loss-condition",
        GoalLineKind::Draw => "draw-condition",
        GoalLineKind::Count => "count-condition",
    }
}

/// An entry of the turn order as it is written in a rules file.
pub fn turn_entry(rules: &Rules, entry: &TurnEntry) -> String {
    let mut words = vec![rules.player_name(entry.mover).as_str()];
    if entry.acts_as != entry.mover {
        words.push(rules.player_name(entry.acts_as));
    }
    words.extend(
        entry.move_type.and_then(|t| rules.move_types.get_index(t.index())).map(|name| name.as_str()),
    );
    if let [word] = words[..] { word.to_owned() } else { format!("({})", words.join(" ")) }
}

/// Who has won, and why.
pub fn outcome(rules: &Rules, outcome: &Outcome) -> String {
    let mut text = result(rules, outcome);
    text.push_str(": ");
    text.push_str(&reason(rules, &outcome.reason));
    text
}

/// Who has won.
pub fn result(rules: &Rules, outcome: &Outcome) -> String {
    match (outcome.winner, outcome.loser) {
        (Some(winner), _) => format!("{} wins", rules.player_name(winner)),
        (None, Some(loser)) => format!("{} loses", rules.player_name(loser)),
        (None, None) => "draw".to_owned(),
    }
}

/// Why a game ended; of a long goal the beginning.
pub fn reason(rules: &Rules, reason: &Reason) -> String {
    match *reason {
        Reason::Goal { line, kind, player } => {
            let goal = rules.goals.get(line).map_or(String::new(), |line| goal(&line.goal));
            format!("{} ({}) {}", goal_line_kind(kind), rules.player_name(player), shorten(&goal))
        }
        Reason::NoMoves { turn } => {
            let entry = rules.turn_order.entries.get(turn).map(|entry| turn_entry(rules, entry));
            format!("{} has no legal move", entry.unwrap_or_default())
        }
        Reason::NoProgress { moves } => format!("{moves} moves by each player without progress"),
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn push_goal(out: &mut String, goal: &Goal) {
    match &goal.kind {
        GoalKind::Stalemated => out.push_str("stalemated"),
        GoalKind::Repetition => out.push_str("repetition"),
        GoalKind::Captured(names) => list(out, "captured", names.iter().map(|n| n.text.as_str())),
        GoalKind::Checkmated(names) => list(out, "checkmated", names.iter().map(|n| n.text.as_str())),
        GoalKind::PiecesRemaining(count, name) => {
            count_of(out, "pieces-remaining", *count, name.as_ref());
        }
        GoalKind::TotalPieceCount(count, name) => {
            count_of(out, "total-piece-count", *count, name.as_ref());
        }
        GoalKind::AbsoluteConfig(occupants, places) => {
            out.push_str("(absolute-config");
            occupants.iter().for_each(|o| push_occupant(out, o));
            let places: Vec<&str> = places.iter().map(|n| n.text.as_str()).collect();
            let _ = write!(out, " ({}))", places.join(" "));
        }
        GoalKind::RelativeConfig(occupants) => {
            out.push_str("(relative-config");
            occupants.iter().for_each(|o| push_occupant(out, o));
            out.push(')');
        }
        GoalKind::And(goals) => push_goals(out, "and", goals),
        GoalKind::Or(goals) => push_goals(out, "or", goals),
        GoalKind::Not(goal) => {
            out.push_str("(not ");
            deep(|| push_goal(out, goal));
            out.push(')');
        }
    }
}

fn count_of(out: &mut String, word: &str, count: u32, name: Option<&Name>) {
    list(out, word, [count.to_string().as_str()].into_iter().chain(name.map(|n| n.text.as_str())));
}

fn push_goals(out: &mut String, word: &str, goals: &[Goal]) {
    // Writing to a string cannot fail.
    let _ = write!(out, "({word}");
    for goal in goals {
        out.push(' ');
        deep(|| push_goal(out, goal));
    }
    out.push(')');
}

fn list<'a>(out: &mut String, word: &str, items: impl Iterator<Item = &'a str>) {
    let _ = write!(out, "({word}");
    items.for_each(|item| {
        let _ = write!(out, " {item}");
    });
    out.push(')');
}

fn push_occupant(out: &mut String, occupant: &Occupant) {
    let names = |names: &[Name]| names.iter().map(|n| format!(" {}", n.text)).collect::<String>();
    let _ = match occupant {
        Occupant::Name(name) => write!(out, " {}", name.text),
        Occupant::AnyOwner(types, _) => write!(out, " (any-owner{})", names(types)),
        Occupant::Opponent(types, _) => write!(out, " (opponent{})", names(types)),
        Occupant::Empty(_) => write!(out, " empty?"),
        Occupant::Not(types, _) => write!(out, " (not{})", names(types)),
        Occupant::OneOf(types, _) => write!(out, " ({})", names(types).trim_start()),
    };
}
