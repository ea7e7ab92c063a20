//! How a game ends, and what can go wrong in play.

use crate::ids::PlayerId;
use crate::resolve::rules::GoalLineKind;
use crate::source::Span;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; none for a draw.
    pub winner: Option<PlayerId>,
    /// In a one-player game (or with more than two players): who has lost, if a loss ended it.
    pub loser: Option<PlayerId>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A goal of the rules holds.
    Goal {
        /// Index in [`Rules::goals`](crate::resolve::Rules::goals).
        line: usize,
        /// Its kind.
        kind: GoalLineKind,
        /// The player for whom it holds.
        player: PlayerId,
    },
    /// The player to move has no legal move and no goal speaks of it: a draw.
    NoMoves {
        /// Index of the turn-order entry.
        turn: usize,
    },
    /// The extension "no-progress draw".
    NoProgress {
        /// Moves by each player without progress.
        moves: u32,
    },
}

/// A rule that misbehaves in play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The limit on instructions for one move list was reached.
    #[error(
        "the rules ran out of fuel: too many instructions for one list of moves (a loop that never ends?)"
    )]
    OutOfFuel {
        /// The form that was running, if known.
        span: Option<Span>,
    },
    /// The limit on the length of a move list was reached.
    #[error("the rules make more than {limit} moves in one position")]
    TooManyMoves {
        /// The limit.
        limit: usize,
        /// The block or piece whose moves went beyond it.
        span: Span,
    },
}
