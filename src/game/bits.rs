//! Sets of positions, sized for the board.

use crate::ids::PosId;
use smallvec::SmallVec;

/// A set of positions. The width is chosen when a game is loaded, so that the
/// loops over its words are unrolled for the usual boards. They are loops over indices, since chains of
/// iterators are not always inlined where so much else is.
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
        let mut any = 0;
        for i in 0..self.words().len() {
            any |= self.words()[i];
        }
        any == 0
    }

    /// How many positions are in it.
    #[inline(always)]
    fn len(&self) -> u32 {
        let mut len = 0;
        for i in 0..self.words().len() {
            len += self.words()[i].count_ones();
        }
        len
    }

    /// How many positions in it are lower than `pos`.
    #[inline(always)]
    fn rank(&self, pos: PosId) -> usize {
        let (word, bit) = (pos.index() >> 6, pos.index() & 63);
        let mut below = (self.words()[word] & ((1 << bit) - 1)).count_ones();
        for i in 0..word {
            below += self.words()[i].count_ones();
        }
        below as usize
    }

    /// How many positions are in both.
    #[inline(always)]
    fn common(&self, other: &Self) -> u32 {
        let mut common = 0;
        for i in 0..self.words().len() {
            common += (self.words()[i] & other.words()[i]).count_ones();
        }
        common
    }

    /// Whether no position is in both.
    #[inline(always)]
    fn is_disjoint(&self, other: &Self) -> bool {
        let mut common = 0;
        for i in 0..self.words().len() {
            common |= self.words()[i] & other.words()[i];
        }
        common == 0
    }

    /// Whether every position of this set is in the other.
    #[inline(always)]
    fn is_within(&self, other: &Self) -> bool {
        let mut left = 0;
        for i in 0..self.words().len() {
            left |= self.words()[i] & !other.words()[i];
        }
        left == 0
    }

    /// Puts in what is in both others.
    #[inline(always)]
    fn insert_common(&mut self, a: &Self, b: &Self) {
        for i in 0..self.words().len() {
            self.words_mut()[i] |= a.words()[i] & b.words()[i];
        }
    }

    /// Puts in what is in the other.
    #[inline(always)]
    fn insert_all(&mut self, other: &Self) {
        for i in 0..self.words().len() {
            self.words_mut()[i] |= other.words()[i];
        }
    }

    /// Takes out what is not in the other.
    #[inline(always)]
    fn keep(&mut self, other: &Self) {
        for i in 0..self.words().len() {
            self.words_mut()[i] &= other.words()[i];
        }
    }

    /// Puts in where two others differ.
    #[inline(always)]
    fn insert_difference(&mut self, a: &Self, b: &Self) {
        for i in 0..self.words().len() {
            self.words_mut()[i] |= a.words()[i] ^ b.words()[i];
        }
    }

    /// Takes out what is in the other.
    #[inline(always)]
    fn remove_all(&mut self, other: &Self) {
        for i in 0..self.words().len() {
            self.words_mut()[i] &= !other.words()[i];
        }
    }

    /// The empty set for the same board.
    #[inline(always)]
    fn none(&self) -> Self {
        let mut none = self.clone();
        none.clear();
        none
    }

    /// Takes all out.
    #[inline(always)]
    fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Takes out each position from which the position so many indices further is not in another set, whose
    /// words are given. From each there must be such a position.
    #[inline(always)]
    fn keep_at(&mut self, offset: i32, word: impl Fn(usize) -> u64) {
        let (skip, shift) = (offset.div_euclid(64), offset.rem_euclid(64) as u32);
        let len = self.words().len() as i32;
        if let [only] = self.words_mut() {
            // What comes in at the other end has no place to go to.
            *only &= word(0).rotate_right(shift);
            return;
        }
        let at = |i: i32| if (0..len).contains(&i) { word(i as usize) } else { 0 };
        for (i, w) in self.words_mut().iter_mut().enumerate() {
            let low = at(i as i32 + skip) >> shift;
            let high = if shift == 0 { 0 } else { at(i as i32 + skip + 1) << (64 - shift) };
            *w &= low | high;
        }
    }

    /// Puts in the squares of a ray that goes upwards, as far as the first occupied one, which is put in, too.
    #[inline(always)]
    fn insert_up(&mut self, ray: &Self, occupied: &Self) {
        // Less one, the lowest bit and all below it are other bits.
        let mut borrow = 1;
        for i in 0..self.words().len() {
            let blockers = ray.words()[i] & occupied.words()[i];
            let less = blockers.wrapping_sub(borrow);
            self.words_mut()[i] |= ray.words()[i] & (blockers ^ less);
            borrow = u64::from(blockers < borrow);
        }
    }

    /// The same for a ray that goes downwards.
    #[inline(always)]
    fn insert_down(&mut self, ray: &Self, occupied: &Self) {
        let mut open = u64::MAX;
        for i in (0..self.words().len()).rev() {
            let blockers = ray.words()[i] & occupied.words()[i];
            let reached = u64::MAX << (63 - (blockers | 1).leading_zeros());
            self.words_mut()[i] |= ray.words()[i] & reached & open;
            open = if blockers == 0 { open } else { 0 };
        }
    }

    /// How many squares a ray that goes upwards has before the first occupied one.
    #[inline(always)]
    fn free_up(&self, occupied: &Self) -> u32 {
        let mut borrow = 1;
        let mut free = 0;
        for i in 0..self.words().len() {
            let blockers = self.words()[i] & occupied.words()[i];
            let below = blockers.wrapping_sub(borrow) & !blockers;
            free += (self.words()[i] & below).count_ones();
            borrow = u64::from(blockers < borrow);
            if borrow == 0 {
                break;
            }
        }
        free
    }

    /// The same for a ray that goes downwards.
    #[inline(always)]
    fn free_down(&self, occupied: &Self) -> u32 {
        let mut free = 0;
        for i in (0..self.words().len()).rev() {
            let blockers = self.words()[i] & occupied.words()[i];
            if blockers != 0 {
                // Shifted twice: by 64 there is nothing left.
                let above = u64::MAX << (63 - blockers.leading_zeros()) << 1;
                return free + (self.words()[i] & above).count_ones();
            }
            free += self.words()[i].count_ones();
        }
        free
    }

    /// The position with so many lower ones in it.
    #[inline]
    fn nth(&self, mut n: usize) -> Option<PosId> {
        for (i, &word) in self.words().iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                return Some(PosId::from_index(
                    64 * i + nth_place(std::iter::once(word), n as u32).0 as usize,
                ));
            }
            n -= here;
        }
        None
    }

    /// The lowest position, taken out.
    #[inline(always)]
    fn pop(&mut self) -> Option<PosId> {
        for i in 0..self.words().len() {
            let word = self.words()[i];
            if word != 0 {
                self.words_mut()[i] = word & (word - 1);
                return Some(PosId((i as u32 * 64 + word.trailing_zeros()) as u16));
            }
        }
        None
    }
}

/// Of all bits that are set in some words, counted from the lowest place, the one with this number, which must be
/// less than are set: its place, and how many at the same place come before it. It is found by halves, without
/// branches, which nobody could foretell.
#[inline(always)]
pub fn nth_place(words: impl Iterator<Item = u64> + Clone, mut n: u32) -> (u32, u32) {
    let mut place = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let window = ((1u64 << half) - 1) << place;
        let low = words.clone().map(|word| (word & window).count_ones()).sum::<u32>();
        let is_above = u32::from(n >= low);
        n -= low * is_above;
        place += half * is_above;
    }
    (place, n)
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

/// A set for boards of any size; up to 1,024 positions it takes no memory of its own when it is copied.
pub type Wide = SmallVec<[u64; 16]>;

impl Bits for Wide {
    fn empty(positions: usize) -> Self {
        SmallVec::from_elem(0, positions.div_ceil(64).max(1))
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
            let far = |p: u16| i32::from(p) + offset;
            let mut kept = set(&(0..128).filter(|&p| (0..128).contains(&far(p))).collect::<Vec<u16>>());
            kept.keep_at(offset, |i| other[i]);
            let expected: Vec<u16> = (0..128).filter(|&p| [0, 10, 64, 120].contains(&far(p))).collect();
            assert_eq!(kept, set(&expected), "{offset}");
        }
    }

    #[test]
    fn rays_end_at_the_first_occupied_square() {
        let ray = [1u16, 9, 62, 63, 64, 65, 120, 127];
        for blockers in 0..1u32 << ray.len() {
            let is_blocked = |i: usize| blockers >> i & 1 != 0;
            let occupied: Vec<u16> = (0..ray.len()).filter(|&i| is_blocked(i)).map(|i| ray[i]).collect();
            // What stands beside the ray blocks nothing.
            let occupied = set(&[&occupied[..], &[0, 8, 66, 126]].concat());
            let up = (0..ray.len()).position(is_blocked);
            let down = (0..ray.len()).rev().position(is_blocked);
            let reached = |free: Option<usize>| free.map_or(ray.len(), |f| f + 1);
            let mut found = [0; 2];
            found.insert_up(&set(&ray), &occupied);
            assert_eq!(found, set(&ray[..reached(up)]));
            assert_eq!(set(&ray).free_up(&occupied) as usize, up.unwrap_or(ray.len()));
            let mut found = [0; 2];
            found.insert_down(&set(&ray), &occupied);
            assert_eq!(found, set(&ray[ray.len() - reached(down)..]));
            assert_eq!(set(&ray).free_down(&occupied) as usize, down.unwrap_or(ray.len()));
        }
    }
}
