//! Saved games played again, each move checked.

use super::mv::Move;
use super::outcome::{Outcome, RuntimeError};
use super::save::{MoveLine, SavedGame, normalize, without_partial_number};
use super::setup::{self, SetupError};
use super::{Game, Position};

/// How many of the nearest legal moves an error names.
const NEAREST: usize = 3;

/// Why a saved game cannot be played again. `number` counts the moves of the file from 1.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A set-up line means nothing in these rules.
    #[error("line {line}: {error}")]
    Setup {
        /// The line in the file.
        line: usize,
        /// What is wrong with it.
        error: SetupError,
    },
    /// The rules do not allow the move.
    #[error("not a legal move")]
    Illegal {
        /// Which move.
        number: usize,
        /// The legal moves most like it, best first.
        nearest: Vec<String>,
    },
    /// The number before the move is not the round.
    #[error("expected round {expected}, found {found}")]
    Round {
        /// Which move.
        number: usize,
        /// The round by the rules.
        expected: u32,
        /// The number in the file.
        found: u32,
    },
    /// The game is over before the move.
    #[error("the game is over before this move")]
    Over {
        /// Which move.
        number: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// The rules misbehave.
    #[error("{error}")]
    Runtime {
        /// Which move.
        number: usize,
        /// How.
        error: RuntimeError,
    },
}

impl ReplayError {
    /// Which move could not be played; `None` for a set-up line.
    pub fn number(&self) -> Option<usize> {
        match self {
            ReplayError::Setup { .. } => None,
            ReplayError::Illegal { number, .. }
            | ReplayError::Round { number, .. }
            | ReplayError::Over { number, .. }
            | ReplayError::Runtime { number, .. } => Some(*number),
        }
    }
}

/// The initial position of a saved game: that of its variant, changed by the set-up lines.
pub fn start(game: &Game, saved: &SavedGame) -> Result<Position, ReplayError> {
    let mut position = game.start();
    for line in &saved.setup {
        let ops = setup::parse_setup(game.rules(), &line.text)
            .map_err(|error| ReplayError::Setup { line: line.line, error })?;
        setup::apply(&mut position, &ops);
    }
    Ok(position)
}

/// Plays the moves, checking that each is legal, that it has the number of its round, and that the game
/// is not over before it.
///
/// With `ignore_partial_number` the N of `partial N` may be any. The number tells with which moves a
/// chain goes on; where it cannot be trusted, the chain may have ended where the present rules
/// offer to go on, so the `Pass` that ends it need not be written.
pub fn play_all(
    position: &mut Position,
    moves: &[MoveLine],
    ignore_partial_number: bool,
) -> Result<(), ReplayError> {
    for (i, line) in moves.iter().enumerate() {
        let number = i + 1;
        let runtime = |error| ReplayError::Runtime { number, error };
        if let Some(outcome) = position.outcome().map_err(runtime)? {
            return Err(ReplayError::Over { number, outcome });
        }
        let mut found = find(position, &line.text, ignore_partial_number).map_err(runtime)?;
        if found.is_none() && ignore_partial_number {
            found = find_behind_pass(position, &line.text).map_err(runtime)?;
        }
        if position.round() != line.round {
            return Err(ReplayError::Round { number, expected: position.round(), found: line.round });
        }
        match found {
            Some(mv) => position.play(&mv).map_err(runtime)?,
            None => {
                let nearest = nearest(position, &line.text).map_err(runtime)?;
                return Err(ReplayError::Illegal { number, nearest });
            }
        }
    }
    Ok(())
}

/// The legal move with this text. Where the number of a partial move may be ignored, the move with
/// the right number still comes first.
pub fn find(
    position: &mut Position,
    text: &str,
    ignore_partial_number: bool,
) -> Result<Option<Move>, RuntimeError> {
    if let Some(mv) = position.parse(text)? {
        return Ok(Some(mv));
    }
    let text = normalize(text);
    let stripped = without_partial_number(&text);
    if !ignore_partial_number || stripped.len() == text.len() {
        return Ok(None);
    }
    let moves = position.legal_moves()?;
    Ok(moves.into_iter().find(|mv| {
        let legal = position.print(mv);
        without_partial_number(&legal) == stripped && legal.len() != stripped.len()
    }))
}

/// The move with this text behind a pass that ends the chain; the pass is played if there is one.
fn find_behind_pass(position: &mut Position, text: &str) -> Result<Option<Move>, RuntimeError> {
    if position.chain().is_none() {
        return Ok(None);
    }
    let Some(pass) = position.legal_moves()?.into_iter().find(Move::is_pass) else { return Ok(None) };
    position.play(&pass)?;
    let found = find(position, text, true)?;
    if found.is_none() {
        position.undo();
    }
    Ok(found)
}

/// The texts of the legal moves most like `text`, best first.
pub fn nearest(position: &mut Position, text: &str) -> Result<Vec<String>, RuntimeError> {
    let moves = position.legal_moves()?;
    let mut texts: Vec<(f64, String)> = moves
        .iter()
        .map(|mv| {
            let legal = position.print(mv);
            (likeness(text, &legal), legal)
        })
        .collect();
    // Stable: of equally near ones the first generated comes first.
    texts.sort_by(|a, b| b.0.total_cmp(&a.0));
    texts.truncate(NEAREST);
    Ok(texts.into_iter().map(|(_, text)| text).collect())
}

/// How much two moves have in common: their words first (another square is another move, however like
/// its name), then their letters. The comparison of letters is quadratic, so only beginnings meet.
fn likeness(wanted: &str, legal: &str) -> f64 {
    const LONGEST: usize = 80;
    let beginning = |text: &str| text.chars().take(LONGEST).collect::<String>();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (words(&beginning(wanted)), words(&beginning(legal)));
    let shared = a.iter().filter(|word| b.contains(word)).count();
    let by_words = 2.0 * shared as f64 / (a.len() + b.len()).max(1) as f64;
    by_words + strsim::normalized_damerau_levenshtein(&beginning(wanted), &beginning(legal))
}

#[cfg(test)]
mod tests {
    use super::likeness;

    #[test]
    fn a_move_with_more_words_in_common_is_nearer() {
        let wanted = "Pawn e2 - e5";
        assert!(likeness(wanted, "Pawn e2 - e4") > likeness(wanted, "Pawn d2 - d4"));
        assert!(likeness(wanted, "Pawn d2 - d4") > likeness(wanted, "Knight g1 - f3"));
        assert!(likeness(wanted, "pawn e2 - e5") > likeness(wanted, "Knight g1 - f3"));
    }
}
