//! What has been found out about who attacks a square from where.
//!
//! An attack test meets the same pieces on the same squares again and again. Most slices (see [`super::slice`]) say
//! "never", "always", or "if this line is empty"; for each target and code the squares of which that is known are
//! sets, so that a test of a piece is a look at a few words.

use super::bits::Bits;
use super::slice::Slice;
use super::state::Code;
use crate::compile::Test;
use crate::ids::{PieceId, PosId};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// No larger tables are made, in words and in lines.
const SET_LIMIT: usize = 1 << 17;
const LINE_LIMIT: usize = 1 << 16;

/// What is known of a word of squares from which a piece may attack.
const ALWAYS: usize = 0;
const LINE: usize = 1;
const KINDS: usize = 2;

/// A man who may be attacked: his type and attributes.
pub type Man = (PieceId, u64);

/// Men on a target to whom what is known does not apply, since slices ask for them: types (only the first 64 are
/// learned about) and attributes.
#[derive(Debug, Default)]
struct Odd {
    kinds: AtomicU64,
    attrs: AtomicU64,
}

impl Odd {
    #[inline(always)]
    fn is(&self, (kind, attrs): Man) -> bool {
        let kinds = self.kinds.load(Ordering::Relaxed);
        kinds.checked_shr(u32::from(kind.0)).unwrap_or(0) & 1 != 0
            || self.attrs.load(Ordering::Relaxed) & attrs != 0
    }

    /// Adds those of whom questions are answered yes; `false` if that can't be.
    fn insert(&self, tests: &[Test]) -> bool {
        tests.iter().all(|test| match *test {
            Test::Piece(kind) if kind.0 < 64 => {
                self.kinds.fetch_or(1 << kind.0, Ordering::Relaxed);
                true
            }
            Test::Attr(attr) => {
                self.attrs.fetch_or(1 << attr.0, Ordering::Relaxed);
                true
            }
            _ => false,
        })
    }
}

/// Sets of squares, filled as slices are looked at.
#[derive(Debug)]
pub struct Threats<B> {
    positions: usize,
    codes: usize,
    /// Words in a set of positions.
    words: usize,
    /// For each target, code and word of a set: the squares from which a piece never attacks the target. Empty if it
    /// would be too large, as the next one.
    never: Box<[AtomicU64]>,
    /// In the same order: the squares from which it attacks always, and those from which it does if their line is
    /// empty.
    sets: Box<[AtomicU64]>,
    /// For each target.
    odd: Box<[Odd]>,
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

/// What is known of attacks on a man.
pub struct Attacks<'a, B> {
    threats: &'a Threats<B>,
    /// What [`Threats::never`] has of the target; empty if nothing of it applies to the man.
    never: &'a [AtomicU64],
    target: PosId,
}

impl<B: Bits> Attacks<'_, B> {
    /// Whether a piece of these codes may attack the target; `by_code` are the pieces of all codes.
    #[inline(always)]
    pub fn may_come(&self, codes: Range<Code>, by_code: &[B]) -> bool {
        let words = self.threats.words;
        let codes = usize::from(codes.start)..usize::from(codes.end);
        let Some(never) = self.never.get(codes.start * words..codes.end * words) else { return true };
        let mut left = 0;
        for (pieces, never) in by_code[codes].iter().zip(never.chunks_exact(words)) {
            for (word, never) in pieces.words().iter().zip(never) {
                left |= word & !never.load(Ordering::Relaxed);
            }
        }
        left != 0
    }

    /// Sorts pieces of one code, which are enemies, by how they attack the target; `None` if none of them ever does.
    #[inline(always)]
    pub fn sort(&self, code: Code, pieces: &B) -> Option<Sorted<B>> {
        let none = B::empty(self.threats.positions);
        let words = self.threats.words;
        let first = usize::from(code) * words;
        let Some(never) = self.never.get(first..first + words) else {
            let sorted = Sorted { always: none.clone(), lines: none, others: pieces.clone() };
            return (!pieces.is_empty()).then_some(sorted);
        };
        let mut rest = none.clone();
        for ((rest, word), never) in rest.words_mut().iter_mut().zip(pieces.words()).zip(never) {
            *rest = word & !never.load(Ordering::Relaxed);
        }
        if rest.is_empty() {
            return None;
        }
        let mut sorted = Sorted { always: none.clone(), lines: none, others: rest };
        for (i, known) in self.threats.of(code, self.target).chunks_exact(KINDS).enumerate() {
            let word = sorted.others.words()[i];
            // What was written before a bit was set is seen.
            let always = word & known[ALWAYS].load(Ordering::Relaxed);
            let lines = word & known[LINE].load(Ordering::Acquire);
            sorted.always.words_mut()[i] = always;
            sorted.lines.words_mut()[i] = lines;
            sorted.others.words_mut()[i] = word & !(always | lines);
        }
        Some(sorted)
    }
}

impl<B: Bits> Threats<B> {
    /// Nothing is known yet.
    pub fn new(positions: usize, codes: usize) -> Threats<B> {
        let words = B::empty(positions).words().len();
        let sets = codes * positions * words;
        let sets = if sets > SET_LIMIT { 0 } else { sets };
        let lines = positions * positions;
        let lines = if sets == 0 || lines > LINE_LIMIT { 0 } else { lines };
        Threats {
            positions,
            codes,
            words,
            never: (0..sets).map(|_| AtomicU64::new(0)).collect(),
            sets: (0..sets * KINDS).map(|_| AtomicU64::new(0)).collect(),
            odd: (0..positions).map(|_| Odd::default()).collect(),
            lines: (0..lines).map(|_| OnceLock::new()).collect(),
        }
    }

    /// What is known of a code and a target beside where it never attacks from; the table must be there.
    #[inline(always)]
    fn of(&self, code: Code, target: PosId) -> &[AtomicU64] {
        let row = self.words * KINDS;
        let start = (target.index() * self.codes + usize::from(code)) * row;
        &self.sets[start..start + row]
    }

    /// What is known of attacks on a man who stands on the target.
    #[inline(always)]
    pub fn on(&self, target: PosId, man: Man) -> Attacks<'_, B> {
        let row = self.codes * self.words;
        let is_odd = self.odd[target.index()].is(man);
        let never = if is_odd { &[] } else { self.never.get(target.index() * row..).unwrap_or_default() };
        Attacks { threats: self, never, target }
    }

    /// The squares that must be empty for an attack along a line; the piece is known to attack so.
    #[inline(always)]
    pub fn line(&self, target: PosId, pos: PosId) -> Option<&B> {
        self.lines.get(target.index() * self.positions + pos.index())?.get()
    }

    /// Remembers what a slice says if all these questions about the man on the target are answered no.
    pub fn learn(&self, code: Code, target: PosId, pos: PosId, slice: &Slice<B>, noes: &[Test]) {
        if self.never.is_empty() {
            return;
        }
        let at = pos.index() >> 6;
        let word = match slice {
            Slice::Never => &self.never[(target.index() * self.codes + usize::from(code)) * self.words + at],
            Slice::Empties(mask) if mask.is_empty() => &self.of(code, target)[at * KINDS + ALWAYS],
            Slice::Empties(mask) => {
                let slot = self.lines.get(target.index() * self.positions + pos.index());
                match slot.map(|slot| slot.get_or_init(|| mask.clone())) {
                    Some(line) if line == mask => &self.of(code, target)[at * KINDS + LINE],
                    _ => return,
                }
            }
            Slice::Unknown | Slice::Graph { .. } => return,
        };
        let bit = 1 << (pos.index() & 63);
        // Threads share the word: it is written once for each square.
        if word.load(Ordering::Relaxed) & bit == 0 && self.odd[target.index()].insert(noes) {
            word.fetch_or(bit, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AttrId;

    #[test]
    fn what_was_learned_is_not_said_of_men_who_were_asked_for() {
        let threats = Threats::<[u64; 1]>::new(64, 3);
        let (target, pieces) = (PosId(7), [0b110]);
        threats.learn(1, target, PosId(1), &Slice::Never, &[Test::Piece(PieceId(2)), Test::Attr(AttrId(0))]);
        let others = |man: Man| threats.on(target, man).sort(1, &pieces).unwrap().others;
        assert_eq!(others((PieceId(1), 0)), [0b100]);
        assert_eq!(others((PieceId(2), 0)), pieces);
        assert_eq!(others((PieceId(1), 0b1)), pieces);
        assert_eq!(others((PieceId(1), 0b10)), [0b100]);
        // Of another target nothing is known yet.
        assert_eq!(threats.on(PosId(8), (PieceId(1), 0)).sort(1, &pieces).unwrap().others, pieces);
        // Where none of them attacks there is nothing to sort.
        assert!(threats.on(target, (PieceId(1), 0)).sort(1, &[0b10]).is_none());
    }

    #[test]
    fn nothing_is_learned_by_questions_about_types_beyond_a_word() {
        let threats = Threats::<[u64; 1]>::new(64, 3);
        threats.learn(1, PosId(7), PosId(1), &Slice::Never, &[Test::Piece(PieceId(64))]);
        assert_eq!(threats.on(PosId(7), (PieceId(0), 0)).sort(1, &[0b10]).unwrap().others, [0b10]);
    }
}
