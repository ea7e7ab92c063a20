//! Random games, the same ones on every machine for the same seed.

use crate::game::{Drawing, Outcome, Position, RuntimeError};
use crate::ids::PlayerId;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// How a random game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody won.
    Win(PlayerId),
    /// Somebody lost and nobody won: a puzzle failed, or one of several players dropped out.
    Loss(PlayerId),
    /// Nobody won.
    Draw,
    /// It was stopped before its end.
    Cut,
}

/// One random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// How it ended.
    pub end: End,
    /// Moves made; each part of a partial move is one.
    pub plies: u64,
    /// The lengths of all move lists from which a move was picked, added up.
    pub choices: u64,
}

/// Figures over many random games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Games that ended by a loss without a winner, by player.
    pub losses: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// Games stopped before their end.
    pub cut: u64,
    /// Moves in all games.
    pub plies: u64,
    /// The lengths of all move lists, added up.
    pub choices: u64,
}

impl Tally {
    /// Counts one game more.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        self.plies += record.plies;
        self.choices += record.choices;
        match record.end {
            End::Win(player) => count(&mut self.wins, player.index(), 1),
            End::Loss(player) => count(&mut self.losses, player.index(), 1),
            End::Draw => self.draws += 1,
            End::Cut => self.cut += 1,
        }
    }

    /// Adds the games of another tally of the same rules.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.choices += other.choices;
        self.draws += other.draws;
        self.cut += other.cut;
        for (mine, theirs) in [(&mut self.wins, &other.wins), (&mut self.losses, &other.losses)] {
            theirs.iter().enumerate().for_each(|(i, &n)| count(mine, i, n));
        }
    }

    /// Moves in a game, on average.
    pub fn mean_plies(&self) -> f64 {
        ratio(self.plies, self.games)
    }

    /// Moves to choose from, on average over all positions where one was made.
    pub fn mean_branching(&self) -> f64 {
        ratio(self.choices, self.plies)
    }
}

fn count(counts: &mut Vec<u64>, index: usize, more: u64) {
    if counts.len() <= index {
        counts.resize(index + 1, 0);
    }
    counts[index] += more;
}

fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// Plays the random game with this number from a position, to its end. It depends on the position, the seed and the
/// number only, so games can be played in any order and on any number of threads. `seen` is told the length of each list
/// of moves.
pub fn play_on(
    position: &mut Position,
    seed: u64,
    number: u64,
    max_plies: u64,
    mut seen: impl FnMut(usize),
) -> Result<Record, RuntimeError> {
    let mut random = generator(seed, number);
    let mut record = Record { end: End::Cut, plies: 0, choices: 0 };
    loop {
        if let Some(outcome) = position.outcome()? {
            record.end = match (outcome.winner, outcome.loser) {
                (Some(winner), _) => End::Win(winner),
                (None, Some(loser)) => End::Loss(loser),
                (None, None) => End::Draw,
            };
            return Ok(record);
        }
        if record.plies >= max_plies {
            return Ok(record);
        }
        let moves = position.legal_moves()?;
        if moves.is_empty() {
            record.end = End::Draw;
            return Ok(record);
        }
        seen(moves.len());
        let chosen = below(&mut random, moves.len());
        record.choices += moves.len() as u64;
        record.plies += 1;
        position.play(&moves[chosen])?;
    }
}

/// Plays the random game with this number from a position inside the engine, and takes it back: much
/// faster than [`play_on`], and the same game if moves are drawn from full lists.
pub fn play_from(
    position: &mut Position,
    seed: u64,
    number: u64,
    max_plies: u64,
    drawing: Drawing,
) -> Result<Record, RuntimeError> {
    let mut random = generator(seed, number);
    let game = position.playout(drawing, max_plies, &mut |n| below(&mut random, n))?;
    let end = match game.outcome {
        None => End::Cut,
        Some(Outcome { winner: Some(winner), .. }) => End::Win(winner),
        Some(Outcome { loser: Some(loser), .. }) => End::Loss(loser),
        Some(_) => End::Draw,
    };
    Ok(Record { end, plies: game.plies, choices: game.choices })
}

/// The generator of one game: the number is spread over all bits before it meets the seed, so that
/// neighbouring seeds have no games in common.
pub fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_add(1).wrapping_mul(GOLDEN).rotate_left(32))
}

/// A number from 0 to `n - 1`, each as likely as the other (to within 2^-64 of a part).
pub fn below(random: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_the_same_on_every_machine() {
        let mut random = generator(1, 0);
        let picks: Vec<usize> = (0..8).map(|_| below(&mut random, 100)).collect();
        assert_eq!(picks, [89, 56, 84, 47, 41, 24, 94, 54]);
    }

    #[test]
    fn picks_are_below_the_bound_and_reach_all_of_it() {
        let mut random = generator(7, 7);
        let mut seen = [false; 5];
        (0..200).for_each(|_| seen[below(&mut random, 5)] = true);
        assert_eq!(seen, [true; 5]);
        assert_eq!(below(&mut random, 1), 0);
    }

    #[test]
    fn games_and_seeds_differ() {
        let first = |seed, number| generator(seed, number).next_u64();
        assert_ne!(first(0, 0), first(0, 1));
        assert_ne!(first(0, 0), first(1, 0));
        assert_ne!(first(1, 0), first(0, 1));
    }

    #[test]
    fn tallies_add_up_in_any_order() {
        let records = [
            Record { end: End::Win(PlayerId(1)), plies: 10, choices: 50 },
            Record { end: End::Draw, plies: 20, choices: 100 },
            Record { end: End::Loss(PlayerId(0)), plies: 5, choices: 5 },
            Record { end: End::Cut, plies: 65, choices: 145 },
        ];
        let tally = |records: &[Record]| {
            let mut tally = Tally::default();
            records.iter().for_each(|r| tally.add(r));
            tally
        };
        let mut parts = tally(&records[2..]);
        parts.merge(&tally(&records[..2]));
        assert_eq!(parts, tally(&records));
        assert_eq!((parts.mean_plies(), parts.mean_branching()), (25.0, 3.0));
        assert_eq!((parts.wins, parts.losses), (vec![0, 1], vec![1]));
    }
}
