//! Strength levels, from a beginner to all that the program can do.

use super::limits::Limits;
use super::random::Random;
use super::thinker::{Best, Line};
use crate::game::Move;

/// A strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const BEGINNER: Level = Level(1);
    /// As strong as the limits allow.
    pub const FULL: Level = Level(10);

    /// A level from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (Level::BEGINNER.0..=Level::FULL.0).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at; none without a limit.
    pub fn nodes(self) -> Option<u64> {
        (self < Level::FULL).then(|| 40 * 3u64.pow(u32::from(self.0) - 1))
    }

    /// How much worse than the best a move may be to be played with a chance of about a third of the
    /// best one's, in hundredths; 0 for none.
    fn slack(self) -> i32 {
        [0, 250, 170, 120, 80, 55, 35, 20, 10, 0, 0][usize::from(self.0.min(10))]
    }

    /// How many moves it has to know the scores of.
    pub fn lines(self) -> usize {
        if self.slack() > 0 { 5 } else { 1 }
    }

    /// Its limits, within others.
    pub fn within(self, limits: Limits<'_>) -> Limits<'_> {
        let nodes = match (limits.nodes, self.nodes()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Limits { nodes, ..limits }
    }

    /// The move that it plays: mostly the best, at lower levels now and then a worse one.
    pub fn choose(self, best: &Best, random: &mut Random) -> Move {
        let slack = f64::from(self.slack());
        let lines = &best.info.lines;
        if slack <= 0.0 || lines.len() < 2 {
            return best.mv.clone();
        }
        let top = lines.iter().map(|l| l.score.0).max().unwrap_or(0);
        let weight = |line: &Line| (f64::from(line.score.0 - top) / slack).exp();
        let mut left = random.fraction() * lines.iter().map(weight).sum::<f64>();
        for line in lines {
            left -= weight(line);
            if left <= 0.0 {
                return line.moves.first().unwrap_or(&best.mv).clone();
            }
        }
        best.mv.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_and_the_last_has_no_limit() {
        let nodes: Vec<Option<u64>> = (1..=10).map(|n| Level::new(n).unwrap().nodes()).collect();
        assert!(nodes[..9].windows(2).all(|w| w[0] < w[1]));
        assert_eq!(nodes[9], None);
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
    }
}
