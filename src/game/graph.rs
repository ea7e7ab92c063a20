//! Blocks specialised for one piece on one square: decision graphs.
//!
//! Nothing about the board changes in a game, so everything in a run that does not
//! depend on what stands where can be worked out once for each (player, piece type,
//! square). The run is followed with both answers to each question that it asks of
//! the position ([`Event::Ask`]); runs that come to the same state share a node.
//! What is left is a graph of questions about fixed squares, with complete moves
//! at fixed places in it.
//!
//! Where the changes and captures that a run collects multiply its states (the eight
//! lines of a reversi disc), the graph only says *when* one is collected
//! ([`Node::Collect`]) and the moves are put together while it is walked. Runs that
//! cannot be followed at all (they go where the last move went, loop for ever or
//! branch too much) stay with the machine.

use super::bits::Bits;
use super::movebuf::{Head, pack};
use super::mv::Effect;
use super::targets::Targets;
use super::walk::{Walk, compress};
use crate::compile::{Entry, NO_POS, Program, Test};
use crate::ids::{MoveTypeId, PosId};
use crate::vm::{Added, Event, Items, Pending, Run, Start};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

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
    /// Ends.
    End,
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
    /// Some change more, or are part of a longer move.
    Any,
}

/// The blocks of a piece type for one player and square.
#[derive(Clone, Debug)]
pub struct Graph<B> {
    /// What it was made for.
    pub start: Start,
    /// All blocks, in file order.
    pub parts: Box<[Part]>,
    /// The nodes; [`END`] first.
    pub nodes: Box<[Node]>,
    /// The complete moves.
    pub heads: Box<[Head]>,
    /// Their effects.
    pub effects: Box<[Effect]>,
    /// What [`Node::Collect`] collects.
    pub pending: Box<[Pending]>,
    /// The moves that are put together on the way.
    pub added: Box<[Added]>,
    /// Positions on which a move arrives or captures.
    pub reach: B,
    /// No two moves print the same, and none prints like a move from another square.
    pub is_clean: bool,
    /// What its moves change.
    pub changes: Changes,
    /// The same graph in larger steps, to be walked.
    pub walk: Walk<B>,
    /// Where the moves go as sets, if that can be told.
    pub targets: Option<Targets<B>>,
}

/// No graph of complete moves has more nodes.
const STATIC_LIMIT: usize = 1 << 9;
/// No graph has more nodes.
pub const NODE_LIMIT: usize = 1 << 12;
/// No more states are looked at to bound a reach.
const REACH_LIMIT: usize = 1 << 14;
/// No run between two questions is longer.
const STEP_LIMIT: u64 = 1 << 14;

/// Follows the blocks of a piece, up to so many nodes. `None` if they are to be run by the machine.
pub fn specialise<B: Bits>(
    program: &Program,
    start: Start,
    entries: &[Entry],
    limit: usize,
) -> Option<Graph<B>> {
    build(program, start, entries, false, limit.min(STATIC_LIMIT))
        .or_else(|| build(program, start, entries, true, limit))
}

/// The positions on which a piece could ever arrive or capture, whatever the position: perhaps some
/// more. `None` if that cannot be told.
pub fn bound_reach<B: Bits>(program: &Program, start: Start, entries: &[Entry]) -> Option<B> {
    let mut reach = B::empty(program.tables.positions);
    let mut seen = FxHashSet::default();
    let mut open: Vec<Run> =
        entries.iter().map(|e| Run::new(start, e.addr).logging().forgetting_flags()).collect();
    while let Some(mut run) = open.pop() {
        let mut fuel = STEP_LIMIT;
        let event = run.advance(program, &mut fuel);
        run.take_log().iter().for_each(|pending| insert_attack(pending, &mut reach));
        match event {
            Event::End => {}
            Event::OutOfFuel(_) | Event::AskLast { .. } => return None,
            Event::Add(added) => {
                insert_arrival(&added.last, &mut reach);
                open.push(run);
            }
            Event::Ask(..) => {
                if seen.len() > REACH_LIMIT {
                    return None;
                }
                if seen.insert(fingerprint(&run)) {
                    let mut other = run.clone();
                    run.answer(program, true);
                    other.answer(program, false);
                    open.extend([run, other]);
                }
            }
        }
    }
    Some(reach)
}

fn insert_attack<B: Bits>(pending: &Pending, reach: &mut B) {
    match pending {
        Pending::Movement(e) => insert_arrival(e, reach),
        Pending::Capture(pos) => reach.insert(*pos),
        Pending::Change(_) | Pending::Attribute(_) => {}
    }
}

fn insert_arrival<B: Bits>(effect: &Effect, reach: &mut B) {
    if let Effect::Move { to, .. } = *effect {
        reach.insert(to);
    }
}

fn build<B: Bits>(
    program: &Program,
    start: Start,
    entries: &[Entry],
    is_collecting: bool,
    limit: usize,
) -> Option<Graph<B>> {
    let mut builder = Builder {
        program,
        start,
        is_collecting,
        limit,
        nodes: vec![Node::End],
        heads: Vec::new(),
        effects: Vec::new(),
        pending: Vec::new(),
        added: Vec::new(),
        memo: FxHashMap::default(),
        open: Vec::new(),
    };
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let move_type = entries[at].move_type;
        let run = entries[at..].iter().take_while(|e| e.move_type == move_type).count();
        // Built from the last block to the first, so that each goes on into the next.
        let mut root = END;
        for entry in entries[at..at + run].iter().rev() {
            root = builder.block(entry, root)?;
        }
        parts.push(Part { move_type, root });
        at += run;
    }
    let Builder { nodes, heads, effects, pending, added, .. } = builder;
    let order = post_order(&nodes, &parts)?;
    let mut graph = Graph {
        start,
        parts: parts.into(),
        nodes: nodes.into(),
        heads: heads.into(),
        effects: effects.into(),
        pending: pending.into(),
        added: added.into(),
        reach: B::empty(program.tables.positions),
        is_clean: true,
        changes: Changes::Any,
        targets: None,
        walk: Walk { steps: Box::default(), rays: Box::default(), parts: Box::default() },
    };
    graph.find_reach();
    graph.is_clean = graph.find_clean(&order);
    graph.changes = graph.find_changes();
    graph.walk = compress(&graph, program.tables.positions);
    graph.targets = Targets::find(&graph, &program.tables);
    Some(graph)
}

struct Builder<'a> {
    program: &'a Program,
    start: Start,
    is_collecting: bool,
    limit: usize,
    nodes: Vec<Node>,
    heads: Vec<Head>,
    effects: Vec<Effect>,
    pending: Vec<Pending>,
    added: Vec<Added>,
    /// Fingerprints of runs that stand before a question, with their node; for the present block.
    memo: FxHashMap<u128, u32>,
    /// Runs to be followed, with the link that leads to them.
    open: Vec<(Run, Link)>,
}

/// A link to be filled in.
#[derive(Clone, Copy)]
enum Link {
    Root,
    Yes(u32),
    No(u32),
    Next(u32),
}

impl Builder<'_> {
    /// Follows a block whose end leads to `after`; gives its first node.
    fn block(&mut self, entry: &Entry, after: u32) -> Option<u32> {
        self.memo.clear();
        let mut root = after;
        let run = Run::new(self.start, entry.addr);
        self.open.push((if self.is_collecting { run.logging() } else { run }, Link::Root));
        while let Some((run, link)) = self.open.pop() {
            let node = self.follow(run, after)?;
            match link {
                Link::Root => root = node,
                Link::Yes(n) => {
                    if let Node::Ask { yes, .. } = &mut self.nodes[n as usize] {
                        *yes = node;
                    }
                }
                Link::No(n) => {
                    if let Node::Ask { no, .. } = &mut self.nodes[n as usize] {
                        *no = node;
                    }
                }
                Link::Next(n) => {
                    if let Node::Add { next, .. } | Node::AddCollected { next, .. } =
                        &mut self.nodes[n as usize]
                    {
                        *next = node;
                    }
                }
            }
        }
        Some(if self.is_collecting && root != after { self.push(Node::Begin { next: root }) } else { root })
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Follows a run to its next node.
    fn follow(&mut self, mut run: Run, after: u32) -> Option<u32> {
        let mut fuel = STEP_LIMIT;
        loop {
            if self.nodes.len() > self.limit {
                return None;
            }
            match run.advance(self.program, &mut fuel) {
                Event::End => return Some(after),
                Event::OutOfFuel(_) | Event::AskLast { .. } => return None,
                Event::Ask(test, pos) => {
                    if let Some(answer) = self.known(test, pos) {
                        run.answer(self.program, answer);
                        continue;
                    }
                    let collected = run.take_log();
                    let node = self.ask(run, test, pos, after);
                    return self.behind(collected, node);
                }
                Event::Add(added) => {
                    let collected = run.take_log();
                    let node = if self.is_collecting {
                        self.added.push(added);
                        self.push(Node::AddCollected { added: self.added.len() as u32 - 1, next: after })
                    } else {
                        let head = self.add(&run, &added)?;
                        self.push(Node::Add { head, next: after })
                    };
                    if !added.more {
                        run.clear_pending();
                    }
                    self.open.push((run, Link::Next(node)));
                    return self.behind(collected, node);
                }
            }
        }
    }

    /// The node of a question: an old one if an equal run stood before it.
    fn ask(&mut self, run: Run, test: Test, pos: PosId, after: u32) -> u32 {
        let key = fingerprint(&run);
        if let Some(&node) = self.memo.get(&key) {
            return node;
        }
        let node = self.push(Node::Ask { test, pos, yes: after, no: after });
        self.memo.insert(key, node);
        let (mut yes, mut no) = (run.clone(), run);
        yes.answer(self.program, true);
        no.answer(self.program, false);
        self.open.push((no, Link::No(node)));
        self.open.push((yes, Link::Yes(node)));
        node
    }

    /// A node that collects something before another.
    fn behind(&mut self, collected: Vec<Pending>, next: u32) -> Option<u32> {
        if collected.is_empty() {
            return Some(next);
        }
        let first = self.pending.len() as u32;
        let len = u16::try_from(collected.len()).ok()?;
        self.pending.extend(collected);
        Some(self.push(Node::Collect { first, len, next }))
    }

    /// What is known of the square that the piece stands on.
    fn known(&self, test: Test, pos: PosId) -> Option<bool> {
        if self.start.is_drop || pos != self.start.pos {
            return None;
        }
        match test {
            Test::Empty | Test::Enemy => Some(false),
            Test::Friend => Some(true),
            Test::Neutral => Some(self.program.tables.is_neutral[self.start.player.index()]),
            Test::Piece(kind) => Some(kind == self.start.kind),
            _ => None,
        }
    }

    fn add(&mut self, run: &Run, added: &Added) -> Option<u32> {
        let start = self.effects.len();
        push_effects(run.items(), added, &mut self.effects);
        let head = Head::of(added, start, self.effects.len() - start, &self.effects[start..])?;
        if !head.is_stored() {
            self.effects.truncate(start);
        }
        self.heads.push(head);
        Some(self.heads.len() as u32 - 1)
    }
}

/// The nodes, each behind those that it leads to; `None` if there is a cycle.
pub(super) fn post_order(nodes: &[Node], parts: &[Part]) -> Option<Vec<u32>> {
    // 0: not seen, 1: on the way, 2: done.
    let mut colour = vec![0u8; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack: Vec<(u32, u8)> = Vec::new();
    for part in parts {
        if colour[part.root as usize] != 0 {
            continue;
        }
        stack.push((part.root, 0));
        colour[part.root as usize] = 1;
        while let Some((node, step)) = stack.pop() {
            let n = node as usize;
            let Some(child) = nodes[n].links().nth(usize::from(step)) else {
                colour[n] = 2;
                order.push(node);
                continue;
            };
            stack.push((node, step + 1));
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
    Some(order)
}

impl Node {
    /// Where it may go on.
    pub fn links(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Node::Ask { yes, no, .. } => (Some(yes), Some(no)),
            Node::Add { next, .. }
            | Node::Begin { next }
            | Node::Collect { next, .. }
            | Node::AddCollected { next, .. } => (Some(next), None),
            Node::End => (None, None),
        };
        first.into_iter().chain(second)
    }
}

/// What stands for a run in a table: two runs with the same 128 bits are taken for equal.
fn fingerprint(run: &Run) -> u128 {
    let half = |seed: u64| {
        let mut hasher = FxHasher::default();
        seed.hash(&mut hasher);
        run.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0x243f_6a88_85a3_08d3) << 64 | half(0x1319_8a2e_0370_7344)
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
    /// The stored effects of a complete move.
    pub fn effects(&self, head: Head) -> &[Effect] {
        &self.effects[head.range()]
    }

    /// Whether its moves are put together on the way.
    pub fn is_collecting(&self) -> bool {
        !self.added.is_empty()
    }

    /// Whether something that is collected may capture or arrive on a position.
    pub fn collects_attack(&self, target: PosId) -> bool {
        self.pending.iter().any(|pending| match *pending {
            Pending::Capture(pos) => pos == target,
            Pending::Movement(Effect::Move { to, .. }) => to == target,
            _ => false,
        })
    }

    /// Whether a complete move arrives or captures on a position.
    pub fn touches(&self, head: Head, pos: PosId) -> bool {
        if head.is_simple() {
            return head.to == pos;
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

    fn find_changes(&self) -> Changes {
        if self.is_collecting() || self.heads.iter().any(|h| h.is_partial() || !h.is_local()) {
            Changes::Any
        } else if self.heads.iter().all(|h| h.is_simple()) {
            Changes::Simple
        } else {
            Changes::Local
        }
    }

    fn find_reach(&mut self) {
        let mut reach = self.reach.clone();
        for &head in &self.heads {
            if head.is_simple() {
                reach.insert(head.to);
            } else {
                self.effects(head).iter().for_each(|e| match *e {
                    Effect::Capture { pos } => reach.insert(pos),
                    _ => insert_arrival(e, &mut reach),
                });
            }
        }
        self.pending.iter().for_each(|pending| insert_attack(pending, &mut reach));
        self.added.iter().for_each(|added| insert_arrival(&added.last, &mut reach));
        self.reach = reach;
    }
}
