//! What runs have collected, kept apart from them: a run that is followed with both answers to a question is copied
//! again and again, and what it has collected so far stays the same.

use crate::vm::{Items, Pending, WideHasher};
use std::hash::Hash;

/// No run collects more.
const LENGTH_LIMIT: u32 = 1 << 12;

/// Nothing.
const NONE: u32 = u32::MAX;

/// What one run has collected: the last item, with all before it.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    last: u32,
    len: u32,
    /// Equal for equal items in the same order.
    hash: u128,
}

impl Trail {
    /// Nothing is collected.
    pub const EMPTY: Trail = Trail { last: NONE, len: 0, hash: 0 };

    /// What stands for it in a table, beside the key of its run.
    pub fn key(self) -> u128 {
        self.hash
    }
}

/// All items of all trails, each with the one before it.
#[derive(Debug, Default)]
pub struct Trails {
    steps: Vec<(Pending, u32)>,
    /// The items of one trail, made anew for each.
    items: Items,
    order: Vec<Pending>,
}

impl Trails {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// A trail with one more item; `None` if it is too long.
    pub fn extend(&mut self, trail: Trail, item: Pending) -> Option<Trail> {
        let mut hasher = WideHasher::default();
        (trail.hash, item).hash(&mut hasher);
        self.steps.push((item, trail.last));
        let last = self.steps.len() as u32 - 1;
        let len = trail.len + 1;
        (len <= LENGTH_LIMIT).then_some(Trail { last, len, hash: hasher.finish_wide() })
    }

    /// What a move that is added now does besides its last movement.
    pub fn items(&mut self, trail: Trail) -> &Items {
        self.put_in_order(trail);
        self.items.clear();
        self.order.iter().for_each(|&item| self.items.add(item));
        &self.items
    }

    /// What of a trail is left behind a move that was added: its movements.
    pub fn after_add(&mut self, trail: Trail) -> Option<Trail> {
        self.put_in_order(trail);
        let order = std::mem::take(&mut self.order);
        let mut movements = order.iter().filter(|item| matches!(item, Pending::Movement(_)));
        let left = movements.try_fold(Trail::EMPTY, |left, &item| self.extend(left, item));
        self.order = order;
        left
    }

    fn put_in_order(&mut self, trail: Trail) {
        self.order.clear();
        let mut at = trail.last;
        while let Some(&(item, before)) = self.steps.get(at as usize) {
            self.order.push(item);
            at = before;
        }
        self.order.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mv::Effect;
    use crate::ids::PosId;

    #[test]
    fn runs_that_part_share_what_they_had() {
        let mut trails = Trails::default();
        let capture = |at| Pending::Capture(PosId(at));
        let moved = Pending::Movement(Effect::Move { from: PosId(1), to: PosId(2), copy: false });
        let common = trails.extend(Trail::EMPTY, moved).unwrap();
        let (a, b) = (trails.extend(common, capture(3)).unwrap(), trails.extend(common, capture(4)).unwrap());
        assert_eq!(trails.items(a).captures, [PosId(3)]);
        assert_eq!(trails.items(b).captures, [PosId(4)]);
        assert_eq!(trails.items(b).movements.len(), 1);
        // Behind a move that was added only the movements are left, as if nothing else had been.
        let (a, b) = (trails.after_add(a).unwrap(), trails.after_add(b).unwrap());
        assert_eq!((a.key(), b.key()), (common.key(), common.key()));
        assert!(trails.items(a).captures.is_empty());
    }
}
