//! Whether the moves of a graph are told apart by their texts, so that none is to be looked for twice.

use super::bits::Bits;
use super::graph::{Graph, Node, known_on_all_ways};
use super::movebuf::{Head, shown};
use super::mv::Effect;
use super::simplify::is_about_piece;
use crate::compile::{NO_POS, Test};
use crate::ids::PosId;
use crate::vm::{Added, WideHasher};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;

/// How the texts of a graph's moves tell the square of the piece, so that no move of another piece prints the same: a
/// set of the two ways below. Graphs that have a way in common have no text in common.
pub type Owned = u8;
/// The first movement that is printed comes from the square.
const BY_FIRST: Owned = 1;
/// The last movement that is printed comes from the square.
const BY_LAST: Owned = 2;
/// All ways.
pub const OWNED: Owned = BY_FIRST | BY_LAST;

impl<B: Bits> Graph<B> {
    /// How its moves are told from those of other squares, and whether no way through the graph adds two moves that
    /// print the same.
    pub(super) fn find_clean(&self) -> (Owned, bool) {
        let Some((owned, texts)) = self.texts() else { return (0, false) };
        let roots: Vec<u32> = self.parts.iter().map(|part| part.root).collect();
        let is_clean = is_clean(&self.nodes, &roots, &texts);
        (if is_clean || self.tells_places() { owned } else { 0 }, is_clean)
    }

    /// Whether complete moves to different places never print the same: so those that do are looked for among moves to
    /// one place.
    fn tells_places(&self) -> bool {
        self.heads.iter().all(|head| head.from == NO_POS || self.lifts_itself(head.from))
    }

    /// Whether a movement from there is one of the piece itself: what else is lifted may be an empty square, which is
    /// not printed.
    fn lifts_itself(&self, from: PosId) -> bool {
        from == self.start.pos && !self.start.is_drop
    }

    /// An effect as far as the text of a move shows it in every position in which somebody stands on these squares.
    fn surely_shown(&self, effect: &Effect, occupied: &B) -> Option<Effect> {
        let is_sure = |from: PosId| self.lifts_itself(from) || from != NO_POS && occupied.has(from);
        shown(effect).filter(|e| !matches!(e, Effect::Move { from, .. } if !is_sure(*from)))
    }

    /// For each complete move the squares on which somebody stands wherever it is added: what holds on all ways to it.
    fn occupied_by_head(&self) -> Vec<B> {
        let none = self.reach.none();
        let lifts_others =
            |effect: &Effect| matches!(*effect, Effect::Move { from, .. } if !self.lifts_itself(from));
        if !self.effects.iter().any(lifts_others) {
            return vec![none; self.heads.len()];
        }
        let learn = |occupied: &mut B, test: Test, pos: PosId, answer: bool| {
            let is_occupied = if answer { is_about_piece(test) } else { test == Test::Empty };
            (is_occupied && pos != NO_POS).then(|| occupied.insert(pos));
        };
        let roots = self.parts.iter().map(|part| part.root);
        let at_node = known_on_all_ways(&self.nodes, roots, &none, learn, B::keep);
        let mut at_head: Vec<Option<B>> = vec![None; self.heads.len()];
        for (node, here) in self.nodes.iter().zip(at_node) {
            let (Node::Add { head, .. }, Some(here)) = (node, here) else { continue };
            match &mut at_head[*head as usize] {
                Some(known) => known.keep(&here),
                unknown => *unknown = Some(here),
            }
        }
        at_head.into_iter().map(|known| known.unwrap_or_else(|| none.clone())).collect()
    }

    /// Whether no way through what is left of the graph adds two moves that print the same.
    pub(super) fn is_clean_from(&self, nodes: &[Node], root: u32) -> bool {
        self.is_clean || self.texts().is_some_and(|(_, texts)| is_clean(nodes, &[root], &texts))
    }

    /// For each move (complete or put together) a number: equal ones may print the same; and how all of them are told
    /// from those of other squares. `None` if that can't be said.
    fn texts(&self) -> Option<(Owned, Vec<usize>)> {
        let mut owned = OWNED;
        let none = self.reach.none();
        if self.is_collecting() {
            if self.collects_movements() {
                return None;
            }
            let mut numbers = FxHashMap::default();
            let number = |added: &Added| {
                let last = self.surely_shown(&added.last, &none);
                owned &= self.owned(last.as_slice());
                // What is not printed is told by what may be collected, and that is not known here.
                let next = numbers.len();
                last.is_some().then(|| *numbers.entry((last, added.promote, added.then)).or_insert(next))
            };
            let numbers: Option<Vec<usize>> = self.added.iter().map(number).collect();
            return Some((owned, numbers?));
        }
        let mut simple: FxHashMap<(u16, PosId, PosId), usize> = FxHashMap::default();
        // By a hash of what is printed.
        let mut others: FxHashMap<u128, usize> = FxHashMap::default();
        let number = |(&head, occupied): (&Head, &B)| {
            let next = simple.len() + others.len();
            if head.is_simple() && head.from != head.to && self.lifts_itself(head.from) {
                let told = Effect::Move { from: head.from, to: head.to, copy: false };
                owned &= self.owned(&[told]);
                return *simple.entry((head.then, head.from, head.to)).or_insert(next);
            }
            let effects = self.shown(head);
            let is_told = head.from != head.to || head.to == self.start.pos;
            owned &= if is_told { self.owned(&effects) } else { 0 };
            let effects: SmallVec<[Effect; 8]> =
                effects.iter().filter_map(|effect| self.surely_shown(effect, occupied)).collect();
            if let [Effect::Move { from, to, .. }] = effects[..] {
                return *simple.entry((head.then, from, to)).or_insert(next);
            }
            let mut hasher = WideHasher::default();
            (head.then, effects).hash(&mut hasher);
            *others.entry(hasher.finish_wide()).or_insert(next)
        };
        let numbers = self.heads.iter().zip(&self.occupied_by_head()).map(number).collect();
        Some((owned, numbers))
    }

    /// The effects of a complete move, as far as its text shows them.
    fn shown(&self, head: Head) -> SmallVec<[Effect; 8]> {
        let simple = Effect::Move { from: head.from, to: head.to, copy: false };
        let told = head.is_simple().then_some(simple);
        told.iter().chain(self.effects(head)).filter_map(shown).collect()
    }

    /// How what a move prints tells the square.
    fn owned(&self, shown: &[Effect]) -> Owned {
        let comes =
            |e: Option<&Effect>| matches!(e, Some(Effect::Move { from, .. }) if self.lifts_itself(*from));
        let mut movements = shown.iter().filter(|e| matches!(e, Effect::Move { .. }));
        let (first, last) = (movements.next(), movements.next_back());
        match (first, shown.first()) {
            (Some(_), _) => {
                let by_first = if comes(first) { BY_FIRST } else { 0 };
                by_first | if comes(last.or(first)) { BY_LAST } else { 0 }
            }
            // Without movements: a drop on the square, or first of all something that happens there.
            (None, Some(Effect::Create { pos, .. })) if self.start.is_drop && *pos == self.start.pos => OWNED,
            (
                None,
                Some(
                    Effect::Flip { pos }
                    | Effect::ChangeType { pos, .. }
                    | Effect::ChangeOwner { pos, .. }
                    | Effect::SetAttribute { pos, .. }
                    | Effect::Capture { pos },
                ),
            ) if !self.start.is_drop && *pos == self.start.pos => OWNED,
            _ => 0,
        }
    }
}

/// Whether no way from one root after the other adds two moves with the same text, of which each move has a number.
fn is_clean(nodes: &[Node], roots: &[u32], texts: &[usize]) -> bool {
    // For each node the texts that can still be added behind it; parts follow each other.
    let words = texts.iter().max().map_or(0, |t| t / 64 + 1);
    let mut behind = vec![0u64; nodes.len() * words];
    let mut seen = vec![0u64; words];
    let mut set = vec![0u64; words];
    for (node, step) in nodes.iter().enumerate() {
        set.fill(0);
        for link in step.links() {
            let row = &behind[link as usize * words..][..words];
            set.iter_mut().zip(row).for_each(|(s, r)| *s |= r);
        }
        if let Node::Add { head: index, .. } | Node::AddCollected { added: index, .. } = *step {
            let text = texts[index as usize];
            if set[text / 64] >> (text % 64) & 1 != 0 {
                return false;
            }
            set[text / 64] |= 1 << (text % 64);
        }
        behind[node * words..][..words].copy_from_slice(&set);
    }
    roots.iter().all(|&root| {
        let row = &behind[root as usize * words..][..words];
        let is_new = seen.iter().zip(row).all(|(s, r)| s & r == 0);
        seen.iter_mut().zip(row).for_each(|(s, r)| *s |= r);
        is_new
    })
}

/// Whether the drops of a piece by these graphs, one for each square that it is tried on, are told from each other and
/// from all other moves.
pub(super) fn are_drops_told<'a, B: Bits>(graphs: impl Iterator<Item = &'a Graph<B>> + Clone) -> bool {
    if graphs.clone().all(|graph| graph.owned == OWNED) {
        return true;
    }
    let mut seen = FxHashMap::default();
    graphs.enumerate().all(|(number, graph)| {
        !graph.is_collecting()
            && (graph.is_clean || graph.tells_places())
            && graph.heads.iter().zip(graph.occupied_by_head()).all(|(&head, occupied)| {
                let mut shown = graph.shown(head);
                shown.retain(|effect| graph.surely_shown(effect, &occupied).is_some());
                matches!(shown.first(), Some(Effect::Create { .. }))
                    && *seen.entry((head.then, shown)).or_insert(number) == number
            })
    })
}
