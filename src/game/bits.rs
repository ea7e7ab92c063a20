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

    /// Takes all out.
    #[inline(always)]
    fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Takes out each position from which the position so many indices further is not in another set, whose
    /// words are given. What would be off the ends is in no set.
    #[inline(always)]
    fn keep_at(&mut self, offset: i32, word: impl Fn(usize) -> u64) {
        let (skip, shift) = (offset.div_euclid(64), offset.rem_euclid(64) as u32);
        let len = self.words().len() as i32;
        let at = |i: i32| if (0..len).contains(&i) { word(i as usize) } else { 0 };
        for (i, w) in self.words_mut().iter_mut().enumerate() {
            let low = at(i as i32 + skip) >> shift;
            let high = if shift == 0 { 0 } else { at(i as i32 + skip + 1) << (64 - shift) };
            *w &= low | high;
        }
    }

    /// The position with so many lower ones in it.
    #[inline]
    fn nth(&self, mut n: usize) -> Option<PosId> {
        for (i, &word) in self.words().iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                return Some(PosId::from_index(64 * i + nth_bit(word, n as u32) as usize));
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

/// The place of the bit with so many lower ones set, which must be less than are set: by halves.
#[inline]
fn nth_bit(mut word: u64, mut n: u32) -> u32 {
    let mut place = 0;
    for half in [32, 16, 8] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= half;
            place += half;
        }
    }
    (0..n).for_each(|_| word &= word - 1);
    place + word.trailing_zeros()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn set(places: &[u16]) -> [u64; 2] {
        let mut set = [0; 2];
        places.iter().for_each(|&p| set.insert(PosId(p)));
        set
    }

    #[test]
    fn each_position_has_its_number() {
        let places = [0, 3, 31, 32, 63, 64, 90, 127];
        for (n, &place) in places.iter().enumerate() {
            assert_eq!(set(&places).nth(n), Some(PosId(place)));
        }
        assert_eq!(set(&places).nth(places.len()), None);
    }

    #[test]
    fn positions_are_kept_by_what_is_far_from_them() {
        let other = set(&[0, 10, 64, 120]);
        for offset in [-100, -64, -8, -1, 0, 1, 8, 63, 64, 65, 100] {
            let mut kept = set(&(0..128).collect::<Vec<u16>>());
            kept.keep_at(offset, |i| other[i]);
            let far = |p: u16| i32::from(p) + offset;
            let expected: Vec<u16> = (0..128).filter(|&p| [0, 10, 64, 120].contains(&far(p))).collect();
            assert_eq!(kept, set(&expected), "{offset}");
        }
    }
}
