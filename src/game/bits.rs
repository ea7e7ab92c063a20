//! Sets of positions, sized for the board.

use crate::ids::PosId;

/// A set of positions. The width is chosen when a game is loaded, so that the
/// loops over its words are unrolled for the usual boards.
pub trait Bits: Clone + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// The empty set for a board of so many positions.
    fn empty(positions: usize) -> Self;
    /// Its words, lowest positions first.
    fn words(&self) -> &[u64];
    /// Its words, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    /// Whether the position is in it.
    #[inline(always)]
    fn has(&self, pos: PosId) -> bool {
        self.words()[pos.index() >> 6] >> (pos.index() & 63) & 1 != 0
    }

    /// Puts the position in or takes it out.
    #[inline(always)]
    fn flip(&mut self, pos: PosId) {
        self.words_mut()[pos.index() >> 6] ^= 1 << (pos.index() & 63);
    }

    /// Puts the position in.
    #[inline(always)]
    fn insert(&mut self, pos: PosId) {
        self.words_mut()[pos.index() >> 6] |= 1 << (pos.index() & 63);
    }

    /// Whether it is empty.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// How many positions are in it.
    #[inline(always)]
    fn len(&self) -> u32 {
        self.words().iter().map(|w| w.count_ones()).sum()
    }

    /// How many positions in it are lower than `pos`.
    #[inline(always)]
    fn rank(&self, pos: PosId) -> usize {
        let (word, bit) = (pos.index() >> 6, pos.index() & 63);
        let below: u32 = self.words()[..word].iter().map(|w| w.count_ones()).sum();
        (below + (self.words()[word] & ((1 << bit) - 1)).count_ones()) as usize
    }

    /// How many positions are in both.
    #[inline(always)]
    fn common(&self, other: &Self) -> u32 {
        self.words().iter().zip(other.words()).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// Whether no position is in both.
    #[inline(always)]
    fn is_disjoint(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & b == 0)
    }

    /// Puts in what is in both others.
    #[inline(always)]
    fn insert_common(&mut self, a: &Self, b: &Self) {
        for (w, (a, b)) in self.words_mut().iter_mut().zip(a.words().iter().zip(b.words())) {
            *w |= a & b;
        }
    }

    /// Puts in what is in the other.
    #[inline(always)]
    fn insert_all(&mut self, other: &Self) {
        for (w, o) in self.words_mut().iter_mut().zip(other.words()) {
            *w |= o;
        }
    }

    /// Takes out what is not in the other.
    #[inline(always)]
    fn keep(&mut self, other: &Self) {
        for (w, o) in self.words_mut().iter_mut().zip(other.words()) {
            *w &= o;
        }
    }

    /// Takes out what is in the other.
    #[inline(always)]
    fn remove_all(&mut self, other: &Self) {
        for (w, o) in self.words_mut().iter_mut().zip(other.words()) {
            *w &= !o;
        }
    }

    /// The position with so many lower ones in it.
    #[inline]
    fn nth(&self, mut n: usize) -> Option<PosId> {
        for (i, &word) in self.words().iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut word = word;
                (0..n).for_each(|_| word &= word - 1);
                return Some(PosId::from_index(64 * i + word.trailing_zeros() as usize));
            }
            n -= here;
        }
        None
    }

    /// The lowest position, taken out.
    #[inline(always)]
    fn pop(&mut self) -> Option<PosId> {
        for (i, w) in self.words_mut().iter_mut().enumerate() {
            if *w != 0 {
                let bit = w.trailing_zeros();
                *w &= *w - 1;
                return Some(PosId((i as u32 * 64 + bit) as u16));
            }
        }
        None
    }
}

impl<const N: usize> Bits for [u64; N] {
    fn empty(positions: usize) -> Self {
        debug_assert!(positions <= N * 64);
        [0; N]
    }
    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// A set for boards of any size.
impl Bits for Box<[u64]> {
    fn empty(positions: usize) -> Self {
        vec![0; positions.div_ceil(64).max(1)].into()
    }
    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}
