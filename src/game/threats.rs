//! What has been found out about who attacks a square from where.
//!
//! An attack test meets the same pieces on the same squares again and again. Most slices (see [`super::slice`]) say
//! "never", "always", or "if this line is empty"; for each target and code the squares of which that is known are
//! sets, so that a test of a piece is a look at a few words.

use super::bits::Bits;
use super::slice::Slice;
use super::state::Code;
use crate::ids::PosId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// No larger tables are made, in words and in lines.
const SET_LIMIT: usize = 3 << 17;
const LINE_LIMIT: usize = 1 << 16;

/// What is known of a word of squares.
const NEVER: usize = 0;
const ALWAYS: usize = 1;
const LINE: usize = 2;
const KINDS: usize = 3;

/// Sets of squares, filled as slices are looked at.
#[derive(Debug)]
pub struct Threats<B> {
    positions: usize,
    codes: usize,
    /// Words in a set of positions.
    words: usize,
    /// For each target, code and word of a set: the squares from which a piece attacks the target never, always, or
    /// if their line is empty. Empty if it would be too large.
    sets: Box<[AtomicU64]>,
    /// For each target and square the squares between; of the kind of piece that asked first.
    lines: Box<[OnceLock<B>]>,
}

/// Pieces of one code, by how they attack a square on which an enemy stands.
pub struct Sorted<B> {
    /// In any case.
    pub always: B,
    /// If the squares between are empty, see [`Threats::line`].
    pub lines: B,
    /// Their slices tell.
    pub others: B,
}

impl<B: Bits> Threats<B> {
    /// Nothing is known yet.
    pub fn new(positions: usize, codes: usize) -> Threats<B> {
        let words = B::empty(positions).words().len();
        let sets = codes * positions * words * KINDS;
        let sets = if sets > SET_LIMIT { 0 } else { sets };
        let lines = positions * positions;
        let lines = if sets == 0 || lines > LINE_LIMIT { 0 } else { lines };
        Threats {
            positions,
            codes,
            words,
            sets: (0..sets).map(|_| AtomicU64::new(0)).collect(),
            lines: (0..lines).map(|_| OnceLock::new()).collect(),
        }
    }

    #[inline(always)]
    fn of(&self, code: Code, target: PosId) -> Option<&[AtomicU64]> {
        let row = self.words * KINDS;
        let start = (target.index() * self.codes + usize::from(code)) * row;
        self.sets.get(start..start + row)
    }

    /// Sorts pieces of one code by how they attack the target.
    #[inline(always)]
    pub fn sort(&self, code: Code, target: PosId, pieces: &B) -> Sorted<B> {
        let none = B::empty(self.positions);
        let mut sorted = Sorted { always: none.clone(), lines: none, others: pieces.clone() };
        let Some(known) = self.of(code, target) else { return sorted };
        for (i, known) in known.chunks_exact(KINDS).enumerate() {
            let word = pieces.words()[i];
            let always = word & known[ALWAYS].load(Ordering::Relaxed);
            // What was written before this bit was set is seen.
            let lines = word & known[LINE].load(Ordering::Acquire);
            let never = word & known[NEVER].load(Ordering::Relaxed);
            sorted.always.words_mut()[i] = always;
            sorted.lines.words_mut()[i] = lines;
            sorted.others.words_mut()[i] = word & !(never | always | lines);
        }
        sorted
    }

    /// The squares that must be empty for an attack along a line; the piece is known to attack so.
    #[inline(always)]
    pub fn line(&self, target: PosId, pos: PosId) -> Option<&B> {
        self.lines.get(target.index() * self.positions + pos.index())?.get()
    }

    /// Remembers what a slice says.
    pub fn learn(&self, code: Code, target: PosId, pos: PosId, slice: &Slice<B>) {
        let kind = match slice {
            Slice::Never => NEVER,
            Slice::Empties(mask) if mask.is_empty() => ALWAYS,
            Slice::Empties(mask) => {
                let slot = self.lines.get(target.index() * self.positions + pos.index());
                match slot.map(|slot| slot.get_or_init(|| mask.clone())) {
                    Some(line) if line == mask => LINE,
                    _ => return,
                }
            }
            Slice::Unknown | Slice::Graph { .. } => return,
        };
        if let Some(known) = self.of(code, target) {
            let word = &known[(pos.index() >> 6) * KINDS + kind];
            let bit = 1 << (pos.index() & 63);
            // Threads share the word: it is written once for each square.
            if word.load(Ordering::Relaxed) & bit == 0 {
                word.fetch_or(bit, Ordering::Release);
            }
        }
    }
}
