//! Whether the moves of a graph are told apart by their texts, so that none is to be looked for twice.

use super::bits::Bits;
use super::graph::{Graph, Node};
use super::movebuf::{Head, shown};
use super::mv::Effect;
use crate::vm::{Added, Pending};
use rustc_hash::FxHashMap;

impl<B: Bits> Graph<B> {
    /// Every move begins with a movement from (or a drop on) the square, and no way through the graph
    /// adds two moves that print the same.
    pub(super) fn find_clean(&self, order: &[u32]) -> bool {
        let Some(texts) = self.texts() else { return false };
        // For each node the texts that can still be added behind it; parts follow each other.
        let words = texts.iter().max().map_or(0, |t| t / 64 + 1);
        let mut behind = vec![0u64; self.nodes.len() * words];
        let mut seen = vec![0u64; words];
        let mut set = vec![0u64; words];
        for &node in order {
            set.fill(0);
            for link in self.nodes[node as usize].links() {
                let row = &behind[link as usize * words..][..words];
                set.iter_mut().zip(row).for_each(|(s, r)| *s |= r);
            }
            if let Node::Add { head: index, .. } | Node::AddCollected { added: index, .. } =
                self.nodes[node as usize]
            {
                let text = texts[index as usize];
                if set[text / 64] >> (text % 64) & 1 != 0 {
                    return false;
                }
                set[text / 64] |= 1 << (text % 64);
            }
            behind[node as usize * words..][..words].copy_from_slice(&set);
        }
        self.parts.iter().all(|part| {
            let row = &behind[part.root as usize * words..][..words];
            let is_new = seen.iter().zip(row).all(|(s, r)| s & r == 0);
            seen.iter_mut().zip(row).for_each(|(s, r)| *s |= r);
            is_new
        })
    }

    /// For each move (complete or put together) a number: equal ones print the same. `None` if a move
    /// may print like one from another square.
    fn texts(&self) -> Option<Vec<usize>> {
        let is_own = |first: Option<&Effect>| match first {
            Some(Effect::Move { from, .. }) => *from == self.start.pos,
            Some(Effect::Create { pos, .. }) => self.start.is_drop && *pos == self.start.pos,
            _ => false,
        };
        if self.is_collecting() {
            let moves = |p: &Pending| matches!(p, Pending::Movement(_));
            if self.pending.iter().any(moves) {
                return None;
            }
            let mut numbers = FxHashMap::default();
            let number = |added: &Added| {
                let last = shown(&added.last);
                let next = numbers.len();
                is_own(last.as_ref())
                    .then(|| *numbers.entry((last, added.promote, added.then)).or_insert(next))
            };
            return self.added.iter().map(number).collect();
        }
        let mut numbers: FxHashMap<(u16, Vec<Effect>), usize> = FxHashMap::default();
        let number = |&head: &Head| {
            let simple = Effect::Move { from: head.from, to: head.to, copy: false };
            let told = head.is_simple().then_some(simple);
            let effects: Vec<Effect> = told.iter().chain(self.effects(head)).filter_map(shown).collect();
            let next = numbers.len();
            is_own(effects.first()).then(|| *numbers.entry((head.then, effects)).or_insert(next))
        };
        self.heads.iter().map(number).collect()
    }
}
