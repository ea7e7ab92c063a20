//! The position of a test.

use super::file::Test;
use super::{Failure, ReadSaved};
use crate::game::{Game, Position, replay, setup};
use crate::view::words;

/// Makes it: a saved game or the initial position, then pieces, turn, last move, and moves played.
pub fn make(
    test: &Test,
    game: &Game,
    max_fuel: Option<u64>,
    read_saved: ReadSaved<'_>,
) -> Result<Position, Failure> {
    let mut position = match &test.from {
        Some(path) => saved(test, path, game, read_saved)?,
        None => game.start(),
    };
    if let Some(fuel) = max_fuel {
        position.set_max_fuel(fuel);
    }
    let rules = game.rules();
    if let Some(text) = &test.setup {
        let ops = setup::parse_setup(rules, text).map_err(|e| Failure::new("setup", e.to_string()))?;
        position.clear();
        setup::apply(&mut position, &ops);
    }
    if let Some(text) = &test.edit {
        let ops = setup::parse_setup(rules, text).map_err(|e| Failure::new("edit", e.to_string()))?;
        setup::apply(&mut position, &ops);
    }
    if let Some(turn) = test.turn {
        let entries = rules.turn_order.entries.len();
        if turn >= entries {
            let message = format!("{turn} is none of the entries 0 to {} of the turn order", entries - 1);
            return Err(Failure::new("turn", message));
        }
        position.set_turn(turn);
    }
    if let Some(text) = &test.last {
        let (from, to) = setup::parse_last(rules, text).map_err(|e| Failure::new("last", e.to_string()))?;
        position.set_last_move(from, to);
    }
    for (i, text) in test.play.0.iter().enumerate() {
        play(&mut position, text).map_err(|mut failure| {
            failure.message = format!("move {} \"{}\": {}", i + 1, text.trim(), failure.message);
            failure
        })?;
    }
    Ok(position)
}

fn saved(test: &Test, path: &str, game: &Game, read_saved: ReadSaved<'_>) -> Result<Position, Failure> {
    let fail = |message: String| Failure::new("from", format!("{path}: {message}"));
    let saved = read_saved(path).map_err(fail)?;
    let mut position = replay::start(game, &saved).map_err(|e| fail(e.to_string()))?;
    let count = test.upto.unwrap_or(saved.moves.len());
    let Some(moves) = saved.moves.get(..count) else {
        return Err(Failure::new("upto", format!("{path} has only {} moves", saved.moves.len())));
    };
    replay::play_all(&mut position, moves, test.ignore_partial_number).map_err(|e| {
        let at = e.number().map_or(String::new(), |number| format!("move {number}: "));
        fail(format!("{at}{e}"))
    })?;
    Ok(position)
}

fn play(position: &mut Position, text: &str) -> Result<(), Failure> {
    let runtime = |e: crate::game::RuntimeError| Failure::new("play", e.to_string());
    if let Some(mv) = position.parse(text).map_err(runtime)? {
        return position.play(&mv).map_err(runtime);
    }
    if let Some(outcome) = position.outcome().map_err(runtime)? {
        let outcome = words::outcome(position.game().rules(), &outcome);
        return Err(Failure::new("play", format!("the game is over: {outcome}")).on(position));
    }
    let nearest = replay::nearest(position, text).map_err(runtime)?;
    let nearest = nearest.into_iter().map(|text| format!("legal: {text}"));
    Err(Failure::new("play", "not a legal move").differing(nearest).on(position))
}
