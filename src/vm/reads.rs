//! What a run has read of a position.

use super::sight::Sight;
use crate::compile::Test;
use crate::ids::{PlayerId, PosId};
use std::cell::Cell;

/// The squares that were looked at, and whether something else was.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// A set of squares, as long as the highest of them needs.
    words: Vec<u64>,
    last: bool,
    all: bool,
}

impl Reads {
    /// Forgets all, on a board of so many positions.
    pub fn clear(&mut self, positions: usize) {
        self.words.clear();
        self.words.resize(positions.div_ceil(64), 0);
        (self.last, self.all) = (false, false);
    }

    /// Eyes that note here what they look at.
    pub(super) fn noting<S>(&mut self, eyes: S) -> Noting<'_, S> {
        let squares = Cell::from_mut(self.words.as_mut_slice()).as_slice_of_cells();
        Noting { eyes, squares, last: Cell::from_mut(&mut self.last) }
    }

    /// Notes that it was looked where the last move came from or went.
    pub(super) fn note_last(&mut self) {
        self.last = true;
    }

    /// Notes that anything may have been looked at.
    pub(super) fn note_all(&mut self) {
        self.all = true;
    }

    /// Adds what another run has read.
    pub(super) fn insert_all(&mut self, other: &Reads) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
        self.last |= other.last;
        self.all |= other.all;
    }

    /// The squares.
    pub fn squares(&self) -> impl Iterator<Item = PosId> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    PosId((i as u32 * 64 + bit) as u16)
                })
            })
        })
    }

    /// The number of squares.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// It was looked where the last move came from or went.
    pub fn has_last(&self) -> bool {
        self.last
    }

    /// Anything may have been looked at.
    pub fn has_all(&self) -> bool {
        self.all
    }
}

/// Eyes that note what they look at.
pub(super) struct Noting<'a, S> {
    eyes: S,
    squares: &'a [Cell<u64>],
    last: &'a Cell<bool>,
}

impl<S: Sight> Sight for Noting<'_, S> {
    const RECALLS: bool = S::RECALLS;

    #[inline(always)]
    fn see(&self, test: Test, pos: PosId, player: PlayerId) -> Option<bool> {
        if matches!(test, Test::LastFrom | Test::LastTo) {
            self.last.set(true);
        } else {
            let word = &self.squares[usize::from(pos.0 >> 6)];
            word.set(word.get() | 1 << (pos.0 & 63));
        }
        self.eyes.see(test, pos, player)
    }

    #[inline(always)]
    fn recalls(&self, stretch: u16) -> bool {
        self.eyes.recalls(stretch)
    }
}
