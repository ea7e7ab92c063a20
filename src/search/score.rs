//! How good a position is, for the one who is to move.

use std::fmt;

/// A score: hundredths of the worth of a small piece, or an end in so many moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

/// The score of a game that is won on the spot.
pub const WIN: i32 = 30_000;
/// Scores above this are wins that were seen to their end.
pub const SURE: i32 = WIN - 1000;
/// Beyond all scores.
pub const INFINITE: i32 = 32_000;
/// No judgement of a position is beyond this.
pub const MOST: i32 = SURE - 1;

/// A won game, so many moves deep in the search.
pub fn won_at(ply: usize) -> i32 {
    WIN - (ply.min(999)) as i32
}

impl Score {
    /// How many moves (of all players, each part of a partial move counted) the end is away: above 0
    /// if it is won, below if it is lost, `None` if no end was seen.
    pub fn end(self) -> Option<i32> {
        if self.0 > SURE {
            Some(WIN - self.0)
        } else if self.0 < -SURE {
            Some(-WIN - self.0)
        } else {
            None
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_from_judgements() {
        assert_eq!(Score(won_at(3)).to_string(), "win in 3");
        assert_eq!(Score(-won_at(2)).to_string(), "loss in 2");
        assert_eq!(Score(-5).to_string(), "-0.05");
        assert_eq!(Score(123).to_string(), "+1.23");
        assert_eq!(Score(MOST).end(), None);
    }
}
