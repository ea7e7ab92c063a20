//! The table of positions that were searched before.

use std::sync::atomic::{AtomicU64, Ordering};

/// What the score of an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the score.
    Exact,
    /// The score is this or higher.
    Lower,
    /// The score is this or lower.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Signature of the best move; 0 for none.
    pub best: u32,
    /// Score, ends counted from the position.
    pub score: i32,
    /// How deep it was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

/// A table shared by all threads, without locks: each slot holds data and the position's hash mixed
/// with it, so that a slot torn by two writers belongs to no position.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Box<[[AtomicU64; 2]]>,
    age: AtomicU64,
}

/// Slots that a position may be in.
const WAYS: usize = 4;
/// Bits of a move's signature.
pub(crate) const SIGNATURE_BITS: u32 = 24;
const SIGNATURE: u64 = (1 << SIGNATURE_BITS) - 1;

impl Table {
    /// A table of about so many megabytes.
    pub fn new(megabytes: usize) -> Table {
        let slots = (megabytes.max(1) << 20) / 16;
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Table { slots: (0..slots).map(|_| Default::default()).collect(), age: AtomicU64::new(0) }
    }

    /// A new search begins: what older ones have found gives way first.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets all.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot[0].store(0, Ordering::Relaxed);
            slot[1].store(0, Ordering::Relaxed);
        }
    }

    fn ways(&self, key: u64) -> &[[AtomicU64; 2]] {
        let at = (key >> 8) as usize & (self.slots.len() - 1) & !(WAYS - 1);
        &self.slots[at..at + WAYS]
    }

    /// What is known of the position with this hash.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.ways(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps what was found out, in place of what is of the least use.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & 0x3f;
        let mut worst: Option<(i32, &[AtomicU64; 2])> = None;
        for slot in self.ways(key) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.best == 0 {
                    entry.best = old.best;
                }
                // Much deeper knowledge of the same position stays, unless the new one is exact.
                if entry.bound != Bound::Exact && old.depth > entry.depth + 3 && data >> 58 == age {
                    return;
                }
                worst = Some((i32::MIN, slot));
                break;
            }
            let is_old = data >> 58 != age;
            let use_of =
                if data == 0 { i32::MIN + 1 } else { unpack(data).depth - if is_old { 256 } else { 0 } };
            if worst.is_none_or(|(least, _)| use_of < least) {
                worst = Some((use_of, slot));
            }
        }
        if let Some((_, slot)) = worst {
            let data = pack(entry) | age << 58;
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// How full it is, in thousandths.
    pub fn fullness(&self) -> u32 {
        let part = &self.slots[..self.slots.len().min(1000)];
        let age = self.age.load(Ordering::Relaxed) & 0x3f;
        let used = part.iter().filter(|s| {
            let data = s[1].load(Ordering::Relaxed);
            data != 0 && data >> 58 == age
        });
        (used.count() * 1000 / part.len()) as u32
    }
}

/// 24 bits of signature, 16 of score, 8 of depth, 2 of bound; 6 are left for the age.
fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let depth = entry.depth.clamp(0, 255) as u64;
    let score = (entry.score + 0x8000).clamp(0, 0xffff) as u64;
    u64::from(entry.best) & SIGNATURE | score << 24 | depth << 40 | bound << 48
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: (data & SIGNATURE) as u32,
        score: (data >> 24 & 0xffff) as i32 - 0x8000,
        depth: (data >> 40 & 0xff) as i32,
        bound: match data >> 48 & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let table = Table::new(1);
        for (score, depth, bound) in
            [(0, 0, Bound::Exact), (-29_998, 7, Bound::Upper), (31_000, 200, Bound::Lower)]
        {
            let entry = Entry { best: 0x00ab_cdef, score, depth, bound };
            table.put(0x1234_5678_9abc_def0 + depth as u64, entry);
            assert_eq!(table.get(0x1234_5678_9abc_def0 + depth as u64), Some(entry));
        }
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn a_full_set_of_slots_gives_up_the_shallowest() {
        let table = Table::new(1);
        let entry = |depth| Entry { best: 1, score: 5, depth, bound: Bound::Exact };
        // These all fall into one set: the low eight bits do not choose it.
        (0..5).for_each(|i| table.put(0x40 + i, entry(10 + i as i32)));
        assert_eq!(table.get(0x40), None);
        assert!((1..5).all(|i| table.get(0x40 + i).is_some()));
    }
}
