//! Blocks specialised for one piece on one square: decision graphs.
//!
//! Nothing about the board changes in a game, so everything in a run that does not
//! depend on what stands where can be worked out once for each (player, piece type,
//! square). The run is followed ([`super::build`]) with both answers to each question that
//! it asks of the position; runs that come to the same state share a node. What is left is a graph of questions about fixed squares, with complete moves
//! at fixed places in it.
//!
//! Where the changes and captures that a run collects multiply its states (the eight
//! lines of a reversi disc), the graph only says *when* one is collected
//! ([`Node::Collect`]) and the moves are put together while it is walked. Runs that
//! cannot be followed at all (they go where the last move went, loop for ever or
//! branch too much) stay with the machine.

use super::bits::Bits;
use super::distinct::Owned;
use super::gather::Gather;
use super::movebuf::{Head, pack};
use super::mv::Effect;
use super::targets::Targets;
use super::walk::Walk;
use crate::compile::{NO_POS, Test};
use crate::ids::{MoveTypeId, PosId};
use crate::vm::{Added, Items, Pending, Start};
use std::sync::Arc;

/// A step of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Asks, and goes on by the answer.
    Ask {
        /// The question.
        test: Test,
        /// About this position.
        pos: PosId,
        /// Where it goes on if true.
        yes: u32,
        /// Where it goes on if false.
        no: u32,
    },
    /// Adds a move and goes on.
    Add {
        /// Index in [`Graph::heads`].
        head: u32,
        /// Where it goes on.
        next: u32,
    },
    /// Forgets what was collected: a block begins.
    Begin {
        /// Where it goes on.
        next: u32,
    },
    /// Collects changes and captures.
    Collect {
        /// First in [`Graph::pending`].
        first: u32,
        /// How many.
        len: u16,
        /// Where it goes on.
        next: u32,
    },
    /// Adds a move with what was collected.
    AddCollected {
        /// Index in [`Graph::added`].
        added: u32,
        /// Where it goes on.
        next: u32,
    },
    /// Works out what a part of the block collects, see [`super::gather`].
    Gather {
        /// Index in [`Graph::gathers`].
        gather: u32,
        /// Where it goes on.
        next: u32,
    },
    /// Ends.
    End,
}

/// Whether the answer is the same as long as the position is: flags are the run's.
pub(super) fn is_about_board(test: Test) -> bool {
    !matches!(test, Test::Flag(_) | Test::PosFlag(_))
}

/// The index of the end in every graph.
pub const END: u32 = 0;

/// Blocks of one move type that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Their type.
    pub move_type: Option<MoveTypeId>,
    /// Where the graph of the part begins.
    pub root: u32,
}

/// What the moves of a graph change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// Each is one piece going from one square to another and ends the turn.
    Simple,
    /// Each changes nothing but its two squares and ends the turn.
    Local,
    /// The same as long as the squares beside ([`Graph::beside`]) are empty.
    Aside,
    /// Some change more, or are part of a longer move.
    Any,
}

/// Among the [`Graph::assumptions`]: one of those whose numbers have no bit of their own.
pub const UNNUMBERED: u64 = 1 << 63;

impl Changes {
    /// Of complete moves, if each moves the piece that makes them.
    fn of(heads: impl Iterator<Item = Head> + Clone) -> Changes {
        let all = |is_so: fn(Head) -> bool| heads.clone().all(is_so);
        match () {
            () if all(|h| h.is_simple() && !h.is_partial()) => Changes::Simple,
            () if all(|h| h.is_local() && !h.is_partial()) => Changes::Local,
            () if all(|h| (h.is_local() || h.is_aside()) && !h.is_partial()) => Changes::Aside,
            () => Changes::Any,
        }
    }
}

/// The blocks of a piece type for one player and square.
#[derive(Clone, Debug)]
pub struct Graph<B> {
    /// What it was made for.
    pub start: Start,
    /// All blocks, in file order.
    pub parts: Box<[Part]>,
    /// The nodes, each behind those that it leads to; [`END`] first.
    pub nodes: Box<[Node]>,
    /// The complete moves.
    pub heads: Box<[Head]>,
    /// Their effects.
    pub effects: Box<[Effect]>,
    /// What [`Node::Collect`] collects.
    pub pending: Box<[Pending]>,
    /// The moves that are put together on the way.
    pub added: Box<[Added]>,
    /// The parts of blocks that collect something.
    pub gathers: Box<[Arc<Gather>]>,
    /// Those of them (indices in `gathers`) that are taken to collect nothing but flags: where one does, another
    /// graph must be walked.
    pub assumed: Box<[u32]>,
    /// Positions on which a move arrives or captures, or drops something.
    pub reach: B,
    /// How its moves are told from those of other squares.
    pub owned: Owned,
    /// No two moves print the same.
    pub is_clean: bool,
    /// What its moves change.
    pub changes: Changes,
    /// The squares on which what is taken is laid aside.
    pub beside: B,
    /// The same graph in larger steps, to be walked.
    pub walk: Walk<B>,
    /// Where the moves go as sets, if that can be told.
    pub targets: Option<Targets<B>>,
}

pub(super) fn insert_attack<B: Bits>(pending: &Pending, reach: &mut B) {
    match pending {
        Pending::Movement(e) => insert_arrival(e, reach),
        Pending::Capture(pos) => reach.insert(*pos),
        Pending::Change(_) | Pending::Attribute(_) | Pending::Flag(..) => {}
    }
}

pub(super) fn insert_arrival<B: Bits>(effect: &Effect, reach: &mut B) {
    match *effect {
        Effect::Move { to: pos, .. } | Effect::Drop { pos, .. } => reach.insert(pos),
        _ => {}
    }
}

/// For each node what is known there: what holds on all ways to it from the roots, where `start` holds. An answer is
/// learned, and what is not known on another way is forgotten. `None` for nodes that are never come to. Each node stands
/// behind those that it leads to.
pub(super) fn known_on_all_ways<F: Clone>(
    nodes: &[Node],
    roots: impl Iterator<Item = u32>,
    start: &F,
    learn: impl Fn(&mut F, Test, PosId, bool),
    keep: impl Fn(&mut F, &F),
) -> Vec<Option<F>> {
    let mut known: Vec<Option<F>> = vec![None; nodes.len()];
    roots.for_each(|root| known[root as usize] = Some(start.clone()));
    for at in (1..nodes.len()).rev() {
        let Some(here) = known[at].clone() else { continue };
        for (way, link) in nodes[at].links().enumerate() {
            let mut there = here.clone();
            if let Node::Ask { test, pos, .. } = nodes[at] {
                learn(&mut there, test, pos, way == 0);
            }
            match &mut known[link as usize] {
                Some(known) => keep(known, &there),
                unknown => *unknown = Some(there),
            }
        }
    }
    known
}

/// The nodes, each behind those that it leads to; `None` if there is a cycle.
pub(super) fn post_order(nodes: &[Node], parts: &[Part]) -> Option<Vec<u32>> {
    let mut order = Order::default();
    order.find(nodes, parts)?;
    Some(order.nodes)
}

/// Puts the nodes of graphs in order, one graph after the other, in the same memory.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// 0: not seen, 1: on the way, 2: done.
    colour: Vec<u8>,
    stack: Vec<(u32, u8)>,
    /// The nodes, each behind those that it leads to.
    pub nodes: Vec<u32>,
}

impl Order {
    /// Finds the order; `None` if there is a cycle.
    pub fn find(&mut self, nodes: &[Node], parts: &[Part]) -> Option<()> {
        let Order { colour, stack, nodes: order } = self;
        colour.clear();
        colour.resize(nodes.len(), 0);
        stack.clear();
        order.clear();
        for part in parts {
            if colour[part.root as usize] != 0 {
                continue;
            }
            stack.push((part.root, 0));
            colour[part.root as usize] = 1;
            while let Some((node, step)) = stack.last_mut() {
                let n = *node as usize;
                let Some(child) = nodes[n].link(*step) else {
                    colour[n] = 2;
                    order.push(*node);
                    stack.pop();
                    continue;
                };
                *step += 1;
                match colour[child as usize] {
                    0 => {
                        colour[child as usize] = 1;
                        stack.push((child, 0));
                    }
                    1 => return None,
                    _ => {}
                }
            }
        }
        Some(())
    }
}

impl Node {
    /// Where it may go on.
    pub fn links(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Node::Ask { yes, no, .. } => (Some(yes), Some(no)),
            Node::Add { next, .. }
            | Node::Begin { next }
            | Node::Collect { next, .. }
            | Node::AddCollected { next, .. }
            | Node::Gather { next, .. } => (Some(next), None),
            Node::End => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The link with this number.
    #[inline]
    fn link(self, number: u8) -> Option<u32> {
        match (self, number) {
            (Node::Ask { yes: link, .. }, 0) | (Node::Ask { no: link, .. }, 1) => Some(link),
            (
                Node::Add { next, .. }
                | Node::Begin { next }
                | Node::Collect { next, .. }
                | Node::AddCollected { next, .. }
                | Node::Gather { next, .. },
                0,
            ) => Some(next),
            _ => None,
        }
    }

    /// The same node, leading elsewhere: a question leads to `first` if true, to `second` if false, any other node
    /// to `first`.
    pub fn with_links(self, first: u32, second: u32) -> Node {
        match self {
            Node::Ask { test, pos, .. } => Node::Ask { test, pos, yes: first, no: second },
            Node::Add { head, .. } => Node::Add { head, next: first },
            Node::Begin { .. } => Node::Begin { next: first },
            Node::Collect { first: from, len, .. } => Node::Collect { first: from, len, next: first },
            Node::AddCollected { added, .. } => Node::AddCollected { added, next: first },
            Node::Gather { gather, .. } => Node::Gather { gather, next: first },
            Node::End => Node::End,
        }
    }
}

/// Appends the effects of a move that a run adds.
pub fn push_effects(items: &Items, added: &Added, effects: &mut Vec<Effect>) {
    effects.extend_from_slice(&items.movements);
    effects.push(added.last);
    effects.extend_from_slice(&items.changes);
    effects.extend(items.captures.iter().map(|&pos| Effect::Capture { pos }));
    if let (Some(piece), Some(pos)) = (added.promote, arrival(added.last)) {
        effects.push(Effect::Promote { pos, piece });
    }
}

/// Where the last movement arrives.
fn arrival(last: Effect) -> Option<PosId> {
    match last {
        Effect::Move { to, .. } => Some(to),
        Effect::Drop { pos, .. } => Some(pos),
        _ => None,
    }
}

impl Head {
    /// The head of a move with these effects; `None` if there are too many.
    pub fn of(added: &Added, start: usize, len: usize, effects: &[Effect]) -> Option<Head> {
        let (from, to) = match added.last {
            Effect::Move { from, to, .. } => (from, to),
            Effect::Drop { pos, .. } => (NO_POS, pos),
            _ => (NO_POS, NO_POS),
        };
        let len = u16::try_from(len).ok()?;
        Some(Head::new(start as u32, len, pack(added.then), from, to, effects))
    }
}

impl<B: Bits> Graph<B> {
    /// A graph without moves.
    pub fn empty(start: Start, positions: usize) -> Graph<B> {
        Graph {
            start,
            parts: Box::default(),
            nodes: Box::default(),
            heads: Box::default(),
            effects: Box::default(),
            pending: Box::default(),
            added: Box::default(),
            gathers: Box::default(),
            assumed: Box::default(),
            reach: B::empty(positions),
            owned: 0,
            is_clean: false,
            changes: Changes::Any,
            beside: B::empty(positions),
            targets: None,
            walk: Walk { steps: Box::default(), rays: Box::default(), parts: Box::default() },
        }
    }

    /// The stored effects of a complete move.
    pub fn effects(&self, head: Head) -> &[Effect] {
        &self.effects[head.range()]
    }

    /// What may be collected on the way.
    fn collected(&self) -> impl Iterator<Item = &Pending> {
        self.pending.iter().chain(self.gathers.iter().flat_map(|gather| gather.pending()))
    }

    /// What it assumes as a set of bits, by the numbers of the parts of blocks; see [`UNNUMBERED`].
    pub fn assumptions(&self) -> u64 {
        let number = |&at: &u32| self.gathers[at as usize].index() as u32;
        self.assumed.iter().map(number).fold(0, |set, n| set | 1u64.checked_shl(n).unwrap_or(UNNUMBERED))
    }

    /// Whether there is any move in it.
    pub fn has_moves(&self) -> bool {
        !self.heads.is_empty() || self.is_collecting()
    }

    /// Whether its moves are put together on the way.
    pub fn is_collecting(&self) -> bool {
        !self.added.is_empty()
    }

    /// Whether movements are collected beside the last one of a move.
    pub fn collects_movements(&self) -> bool {
        self.is_collecting() && self.pending.iter().any(|pending| matches!(pending, Pending::Movement(_)))
    }

    /// Whether something that is collected may capture or arrive on a position.
    pub fn collects_attack(&self, target: PosId) -> bool {
        self.collected().any(|pending| match *pending {
            Pending::Capture(pos) => pos == target,
            Pending::Movement(Effect::Move { to, .. }) => to == target,
            _ => false,
        })
    }

    /// Whether a complete move arrives or captures on a position.
    pub fn touches(&self, head: Head, pos: PosId) -> bool {
        // What lays aside ends with the movement from where it arrives.
        if head.is_simple() || head.is_aside() {
            return head.to == pos || head.is_aside() && head.from == pos;
        }
        self.effects(head).iter().any(|e| match *e {
            Effect::Move { to, .. } => to == pos,
            Effect::Capture { pos: p } => p == pos,
            _ => false,
        })
    }

    /// Of a drop block: `Some(None)` if it never drops on the square, `Some(Some(then))` if it drops there
    /// whenever the square is empty and does nothing else; `None` if it is more than that.
    pub fn drop_onto_empty(&self, square: PosId) -> Option<Option<u16>> {
        let [part] = self.parts[..] else { return None };
        match self.nodes[part.root as usize] {
            Node::End => Some(None),
            Node::Ask { test: Test::Empty, pos, yes, no: END } if pos == square => {
                let Node::Add { head, next: END } = self.nodes[yes as usize] else { return None };
                let head = self.heads[head as usize];
                let is_drop = matches!(self.effects(head), [Effect::Drop { pos, .. }] if *pos == square);
                is_drop.then_some(Some(head.then))
            }
            _ => None,
        }
    }

    /// Whether nothing is added unless a square is empty.
    pub fn needs_empty(&self, square: PosId) -> bool {
        self.parts.iter().all(|part| {
            let mut node = self.nodes[part.root as usize];
            if let Node::Begin { next } = node {
                node = self.nodes[next as usize];
            }
            match node {
                Node::End => true,
                Node::Ask { test: Test::Empty, pos, no: END, .. } => pos == square,
                _ => false,
            }
        })
    }

    pub(super) fn find_changes(&self) -> Changes {
        if self.is_collecting() { Changes::Any } else { self.changes_of(self.heads.iter().copied()) }
    }

    /// What some of its moves change.
    pub(super) fn changes_of(&self, heads: impl Iterator<Item = Head> + Clone) -> Changes {
        let from = if self.start.is_drop { NO_POS } else { self.start.pos };
        let moves_itself = |head: Head| match self.effects(head).first() {
            Some(Effect::Move { from: first, .. }) if head.is_aside() => *first == from,
            _ => head.from == from,
        };
        if heads.clone().all(moves_itself) { Changes::of(heads) } else { Changes::Any }
    }

    /// Puts in where a complete move arrives or captures.
    pub(super) fn insert_reach(&self, head: Head, reach: &mut B) {
        if head.is_simple() {
            reach.insert(head.to);
            return;
        }
        for effect in self.effects(head) {
            match *effect {
                Effect::Capture { pos } => reach.insert(pos),
                _ => insert_arrival(effect, reach),
            }
        }
    }

    /// The squares on which what is taken is laid aside.
    pub(super) fn find_beside(&self, positions: usize) -> B {
        let mut beside = B::empty(positions);
        for &head in self.heads.iter().filter(|h| h.is_aside()) {
            if let [_, Effect::Move { to, .. }, ..] = *self.effects(head) {
                beside.insert(to);
            }
        }
        beside
    }

    pub(super) fn find_reach(&mut self) {
        let mut reach = self.reach.clone();
        self.heads.iter().for_each(|&head| self.insert_reach(head, &mut reach));
        self.collected().for_each(|pending| insert_attack(pending, &mut reach));
        self.added.iter().for_each(|added| insert_arrival(&added.last, &mut reach));
        self.reach = reach;
    }
}
