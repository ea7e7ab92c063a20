//! Blocks specialised for one piece on one square: decision graphs.
//!
//! Nothing about the board changes in a game, so everything in a run that does not
//! depend on what stands where can be worked out once for each (player, piece type,
//! square). The run is followed with both answers to each question that it asks of
//! the position ([`Event::Ask`]); runs that come to the same state share a node.
//! What is left is a graph of questions about fixed squares, with complete moves
//! at fixed places in it. Runs that cannot be followed (they go where the last
//! move went, loop for ever or branch too much) stay with the machine.

use super::bits::Bits;
use super::movebuf::{Head, pack, shown};
use super::mv::Effect;
use crate::compile::{Entry, NO_POS, Program, Test};
use crate::ids::{MoveTypeId, PosId};
use crate::vm::{Added, Event, Run, Start};
use rustc_hash::{FxHashMap, FxHashSet};

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
        /// Index of the move.
        head: u32,
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

/// The blocks of a piece type for one player and square.
#[derive(Clone, Debug)]
pub struct Graph<B> {
    /// What it was made for.
    pub start: Start,
    /// All blocks, in file order.
    pub parts: Box<[Part]>,
    /// The nodes; [`END`] first.
    pub nodes: Box<[Node]>,
    /// The moves.
    pub heads: Box<[Head]>,
    /// Their effects.
    pub effects: Box<[Effect]>,
    /// Positions on which a move arrives or captures.
    pub reach: B,
    /// No two moves print the same, and none prints like a move from another square.
    pub is_clean: bool,
}

/// No graph has more nodes.
const NODE_LIMIT: usize = 1 << 10;
/// No run between two questions is longer.
const STEP_LIMIT: u64 = 1 << 14;

/// Follows the blocks of a piece. `None` if they are to be run by the machine.
pub fn specialise<B: Bits>(program: &Program, start: Start, entries: &[Entry]) -> Option<Graph<B>> {
    let mut builder = Builder {
        program,
        start,
        nodes: vec![Node::End],
        heads: Vec::new(),
        effects: Vec::new(),
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
    let Builder { nodes, heads, effects, .. } = builder;
    let mut graph = Graph {
        start,
        parts: parts.into(),
        nodes: nodes.into(),
        heads: heads.into(),
        effects: effects.into(),
        reach: B::empty(program.tables.positions),
        is_clean: true,
    };
    if graph.has_cycle() {
        return None;
    }
    graph.find_reach();
    graph.is_clean = graph.find_clean();
    Some(graph)
}

struct Builder<'a> {
    program: &'a Program,
    start: Start,
    nodes: Vec<Node>,
    heads: Vec<Head>,
    effects: Vec<Effect>,
    /// Runs that stand before a question, with their node; for the present block.
    memo: FxHashMap<Run, u32>,
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
        self.open.push((Run::new(self.start, entry.addr), Link::Root));
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
                    if let Node::Add { next, .. } = &mut self.nodes[n as usize] {
                        *next = node;
                    }
                }
            }
        }
        Some(root)
    }

    /// Follows a run to its next node.
    fn follow(&mut self, mut run: Run, after: u32) -> Option<u32> {
        let mut fuel = STEP_LIMIT;
        loop {
            if self.nodes.len() > NODE_LIMIT {
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
                    if let Some(&node) = self.memo.get(&run) {
                        return Some(node);
                    }
                    let node = self.nodes.len() as u32;
                    self.nodes.push(Node::Ask { test, pos, yes: after, no: after });
                    let (mut yes, mut no) = (run.clone(), run.clone());
                    self.memo.insert(run, node);
                    yes.answer(self.program, true);
                    no.answer(self.program, false);
                    self.open.push((no, Link::No(node)));
                    self.open.push((yes, Link::Yes(node)));
                    return Some(node);
                }
                Event::Add(added) => {
                    let head = self.add(&run, &added)?;
                    if !added.more {
                        run.clear_pending();
                    }
                    let node = self.nodes.len() as u32;
                    self.nodes.push(Node::Add { head, next: after });
                    self.open.push((run, Link::Next(node)));
                    return Some(node);
                }
            }
        }
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
        push_effects(run, added, &mut self.effects);
        let head = Head::of(added, start, self.effects.len() - start, &self.effects[start..])?;
        if head.is_simple() {
            self.effects.truncate(start);
        }
        self.heads.push(head);
        Some(self.heads.len() as u32 - 1)
    }
}

/// Appends the effects of a move that a run adds.
pub fn push_effects(run: &Run, added: &Added, effects: &mut Vec<Effect>) {
    effects.extend_from_slice(run.movements());
    effects.push(added.last);
    effects.extend_from_slice(run.changes());
    effects.extend(run.captures().iter().map(|&pos| Effect::Capture { pos }));
    if let (Some(piece), Some(pos)) = (added.promote, arrival(added.last)) {
        effects.push(Effect::Promote { pos, piece });
    }
}

/// Where the last movement arrives.
pub fn arrival(last: Effect) -> Option<PosId> {
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
    /// The effects of a move that are not plain from its head.
    pub fn effects(&self, head: Head) -> &[Effect] {
        &self.effects[head.range()]
    }

    fn has_cycle(&self) -> bool {
        // 0: not seen, 1: on the way, 2: done.
        let mut colour = vec![0u8; self.nodes.len()];
        let mut stack: Vec<(u32, u8)> = Vec::new();
        for part in &self.parts {
            stack.push((part.root, 0));
            while let Some((node, step)) = stack.pop() {
                let n = node as usize;
                if step == 0 {
                    match colour[n] {
                        2 => continue,
                        1 => return true,
                        _ => colour[n] = 1,
                    }
                }
                let child = match (self.nodes[n], step) {
                    (Node::Ask { yes, .. }, 0) => Some(yes),
                    (Node::Ask { no, .. }, 1) => Some(no),
                    (Node::Add { next, .. }, 0) => Some(next),
                    _ => None,
                };
                match child {
                    Some(child) => {
                        stack.push((node, step + 1));
                        match colour[child as usize] {
                            0 => stack.push((child, 0)),
                            1 => return true,
                            _ => {}
                        }
                    }
                    None => colour[n] = 2,
                }
            }
        }
        false
    }

    /// Whether a move arrives or captures on a position.
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

    fn find_reach(&mut self) {
        let mut reach = self.reach.clone();
        for &head in &self.heads {
            if head.is_simple() {
                reach.insert(head.to);
                continue;
            }
            for effect in self.effects(head) {
                match *effect {
                    Effect::Move { to, .. } => reach.insert(to),
                    Effect::Capture { pos } => reach.insert(pos),
                    _ => {}
                }
            }
        }
        self.reach = reach;
    }

    /// Every move begins with a movement from (or a drop on) the square, and no two print the same.
    fn find_clean(&self) -> bool {
        let mut texts: FxHashSet<(u16, Vec<Effect>)> = FxHashSet::default();
        self.heads.iter().all(|&head| {
            if head.is_simple() {
                let simple = Effect::Move { from: head.from, to: head.to, copy: false };
                return head.from == self.start.pos
                    && head.from != head.to
                    && texts.insert((head.then, vec![simple]));
            }
            let seen: Vec<Effect> = self.effects(head).iter().filter_map(shown).collect();
            let own = match seen.first() {
                Some(Effect::Move { from, .. }) => *from == self.start.pos,
                Some(Effect::Create { pos, .. }) => self.start.is_drop && *pos == self.start.pos,
                _ => false,
            };
            own && texts.insert((head.then, seen))
        })
    }
}
