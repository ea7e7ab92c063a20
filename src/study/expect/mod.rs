//! Expectations beside a rules file (`docs/testing.md`): `NAME.test.toml` and what becomes of it.
//!
//! [`TestFile::parse`] reads the file, [`run`] checks one test of it on a game.

mod file;
mod moves;
mod playouts;
mod position;

pub use file::{Moves, Playouts, Test, TestFile, TestFileError};

use crate::game::perft::perft;
use crate::game::save::SavedGame;
use crate::game::{Game, Position, RuntimeError, replay};
use crate::view::{text, words};

/// An expectation that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The key of the expectation in the file.
    pub key: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// The difference, line by line.
    pub difference: Vec<String>,
    /// The position as a board, where one is concerned.
    pub board: Option<String>,
}

impl Failure {
    fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, message: message.into(), difference: Vec::new(), board: None }
    }

    fn differing(mut self, difference: impl IntoIterator<Item = String>) -> Self {
        self.difference.extend(difference);
        self
    }

    fn on(mut self, position: &Position) -> Self {
        self.board = Some(text::draw(position, text::Style::default()));
        self
    }
}

/// Reads a saved game that a test names; the path is as written in the file.
pub type ReadSaved<'a> = &'a dyn Fn(&str) -> Result<SavedGame, String>;

/// Checks the expectations of one test; those that do not hold are given, in the order of the
/// documentation. A test whose position cannot be made fails by that alone.
pub fn run(test: &Test, game: &Game, max_fuel: Option<u64>, read_saved: ReadSaved<'_>) -> Vec<Failure> {
    let mut failures = Vec::new();
    let mut position = match position::make(test, game, max_fuel, read_saved) {
        Ok(position) => position,
        Err(failure) => return vec![failure],
    };
    if let Err(error) = check(test, &mut position, &mut failures) {
        failures.push(misbehaves(&error, &position));
    }
    if let Some(path) = &test.replay {
        failures.extend(replays(path, test.ignore_partial_number, game, max_fuel, read_saved).err());
    }
    if let Some(playouts) = &test.playouts {
        failures.extend(playouts::check(playouts, &position));
    }
    failures
}

fn check(test: &Test, position: &mut Position, failures: &mut Vec<Failure>) -> Result<(), RuntimeError> {
    if test.needs_moves() {
        failures.extend(moves::check(test, position)?);
    }
    for (i, &expected) in test.perft.iter().enumerate() {
        let depth = i as u32 + 1;
        let found = perft(&mut position.clone(), depth)?;
        if found != expected {
            let message = format!("at depth {depth} there are {found}, expected {expected}");
            failures.push(Failure::new("perft", message).on(position));
            // What lies deeper differs too, and takes long to count.
            break;
        }
    }
    failures.extend(end(test, position)?);
    if let Some(expected) = test.in_check {
        let player = position.turn_entry().acts_as;
        if position.in_check(player)? != expected {
            let name = position.game().rules().player_name(player);
            let message = format!("{name} is {}in check", if expected { "not " } else { "" });
            failures.push(Failure::new("in-check", message).on(position));
        }
    }
    Ok(())
}

/// The outcome and its reason.
fn end(test: &Test, position: &mut Position) -> Result<Vec<Failure>, RuntimeError> {
    let mut failures = Vec::new();
    if test.outcome.is_none() && test.reason.is_none() {
        return Ok(failures);
    }
    let outcome = position.outcome()?;
    let rules = position.game().rules();
    let result = outcome.as_ref().map_or("none".to_string(), |outcome| words::result(rules, outcome));
    let reason = outcome.as_ref().map_or(String::new(), |outcome| words::reason(rules, &outcome.reason));
    if let Some(expected) = test.outcome.as_ref().filter(|e| !e.eq_ignore_ascii_case(&result)) {
        let why = if reason.is_empty() { String::new() } else { format!(" by {reason}") };
        let message = format!("expected \"{expected}\", but it is \"{result}\"{why}");
        failures.push(Failure::new("outcome", message).on(position));
    }
    if let Some(expected) = test.reason.as_ref().filter(|e| !reason.contains(e.as_str())) {
        let found = if outcome.is_some() { format!("\"{reason}\"") } else { "that it is not over".into() };
        let message = format!("expected one with \"{expected}\", found {found}");
        failures.push(Failure::new("reason", message).on(position));
    }
    Ok(failures)
}

/// A saved game that must play to its end.
fn replays(
    path: &str,
    ignore_partial_number: bool,
    game: &Game,
    max_fuel: Option<u64>,
    read_saved: ReadSaved<'_>,
) -> Result<(), Failure> {
    let fail = |message: String| Failure::new("replay", format!("{path}: {message}"));
    let saved = read_saved(path).map_err(fail)?;
    let mut position = replay::start(game, &saved).map_err(|e| fail(e.to_string()))?;
    if let Some(fuel) = max_fuel {
        position.set_max_fuel(fuel);
    }
    replay::play_all(&mut position, &saved.moves, ignore_partial_number).map_err(|error| {
        let at = error.number().map_or(String::new(), |number| {
            let text = saved.moves.get(number - 1).map_or("", |line| line.text.as_str());
            format!("move {number} \"{text}\": ")
        });
        let nearest = match &error {
            replay::ReplayError::Illegal { nearest, .. } => nearest.as_slice(),
            _ => &[],
        };
        fail(format!("{at}{error}")).differing(nearest.iter().map(|n| format!("legal: {n}"))).on(&position)
    })
}

fn misbehaves(error: &RuntimeError, position: &Position) -> Failure {
    Failure::new("rules", error.to_string()).on(position)
}
