//! Position flags: one bit for each position.

use crate::compile::Mask;
use crate::ids::{PosFlagId, PosId};
use std::hash::{Hash, Hasher};

/// The position flags that a run has set. Equal ones are those with the same bits set.
#[derive(Clone, Debug, Default)]
pub struct PosFlags {
    /// For each flag its positions; as far as some flag was ever set.
    words: Vec<u64>,
    /// Words for each flag; 0 as long as none was set.
    width: u32,
}

impl PosFlags {
    /// Whether a flag is set for a position.
    #[inline(always)]
    pub fn has(&self, PosFlagId(flag): PosFlagId, PosId(pos): PosId) -> bool {
        let at = usize::from(flag) * self.width as usize + usize::from(pos >> 6);
        self.words.get(at).is_some_and(|word| word >> (pos & 63) & 1 != 0)
    }

    /// Sets or clears a flag for a position of a board of so many.
    #[inline]
    pub fn set(&mut self, PosFlagId(flag): PosFlagId, PosId(pos): PosId, value: bool, positions: usize) {
        let bit = 1 << (pos & 63);
        let width = positions.div_ceil(64).max(1);
        let first = usize::from(flag) * width;
        match self.words.get_mut(first + usize::from(pos >> 6)) {
            Some(word) if value => *word |= bit,
            Some(word) => *word &= !bit,
            None if value => {
                self.width = width as u32;
                self.words.resize(first + width, 0);
                self.words[first + usize::from(pos >> 6)] = bit;
            }
            None => {}
        }
    }

    /// Clears all.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Whether none is set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The words with a bit set, with where they stand.
    fn set_words(&self) -> impl Iterator<Item = (u32, u64)> {
        (0..).zip(self.words.iter().copied()).filter(|word| word.1 != 0)
    }

    /// The words with a bit set of these flags, with where they stand.
    pub fn words_of(&self, flags: &Mask) -> impl Iterator<Item = (u32, u64)> {
        let width = self.width.max(1);
        self.set_words().filter(move |word| flags.has((word.0 / width) as u8))
    }

    /// Clears these flags, and sets them again as [`PosFlags::words_of`] gave them for a board of so many positions.
    pub fn replace(&mut self, flags: &Mask, words: &[(u32, u64)], positions: usize) {
        let width = positions.div_ceil(64).max(1);
        for (flag, set) in self.words.chunks_exact_mut(width).enumerate() {
            if flags.has(flag as u8) {
                set.fill(0);
            }
        }
        if let Some(last) = words.last() {
            let needed = (last.0 as usize / width + 1) * width;
            self.width = width as u32;
            self.words.resize(self.words.len().max(needed), 0);
        }
        words.iter().for_each(|&(at, word)| self.words[at as usize] = word);
    }
}

impl PartialEq for PosFlags {
    fn eq(&self, other: &PosFlags) -> bool {
        self.set_words().eq(other.set_words())
    }
}

impl Eq for PosFlags {}

impl Hash for PosFlags {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.set_words().for_each(|word| word.hash(state));
        u32::MAX.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: usize = 100;

    fn flags(set: &[(u8, u16)]) -> PosFlags {
        let mut flags = PosFlags::default();
        set.iter().for_each(|&(flag, pos)| flags.set(PosFlagId(flag), PosId(pos), true, POSITIONS));
        flags
    }

    #[test]
    fn a_flag_is_set_for_its_position_alone() {
        let mut flags = flags(&[(3, 70), (0, 5)]);
        let set = |flags: &PosFlags| {
            let all = (0..5).flat_map(|flag| (0..POSITIONS as u16).map(move |pos| (flag, pos)));
            all.filter(|&(flag, pos)| flags.has(PosFlagId(flag), PosId(pos))).collect::<Vec<_>>()
        };
        assert_eq!(set(&flags), [(0, 5), (3, 70)]);
        flags.set(PosFlagId(3), PosId(70), false, POSITIONS);
        assert_eq!(set(&flags), [(0, 5)]);
        flags.clear();
        assert_eq!(set(&flags), []);
    }

    #[test]
    fn what_was_set_and_cleared_makes_no_difference() {
        let mut cleared = flags(&[(3, 70), (0, 5)]);
        cleared.set(PosFlagId(3), PosId(70), false, POSITIONS);
        assert_eq!(cleared, flags(&[(0, 5)]));
        assert_ne!(cleared, flags(&[(0, 6)]));
        cleared.set(PosFlagId(0), PosId(5), false, POSITIONS);
        assert!(cleared.is_empty());
        assert_eq!(cleared, PosFlags::default());
    }

    #[test]
    fn some_flags_are_put_back_and_the_others_stay() {
        let mut of_two = Mask::default();
        of_two.insert(1);
        of_two.insert(4);
        let kept: Vec<_> = flags(&[(1, 70), (2, 9), (4, 8)]).words_of(&of_two).collect();
        let mut other = flags(&[(1, 3), (2, 99)]);
        other.replace(&of_two, &kept, POSITIONS);
        assert_eq!(other, flags(&[(1, 70), (2, 99), (4, 8)]));
        other.replace(&of_two, &[], POSITIONS);
        assert_eq!(other, flags(&[(2, 99)]));
    }
}
