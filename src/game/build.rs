//! Following blocks: how graphs are built.

use super::bits::Bits;
use super::gather::{End, Ending, Gather, Gathers};
use super::graph::{
    END, Graph, Node, Order, Part, insert_arrival, insert_attack, is_about_board, push_effects,
};
use super::movebuf::Head;
use super::mv::Effect;
use super::simplify::{Known, Simplifier, Task};
use super::targets::Targets;
use super::trail::{Trail, Trails};
use super::walk::compress;
use crate::compile::{self, Program, Test};
use crate::ids::PosId;
use crate::vm::{Added, Event, Pending, Run, Start, WideHasher};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// No graph of complete moves has more nodes.
const STATIC_LIMIT: usize = 1 << 10;
/// The same where several pieces move at once: a king who castles past men who may come along.
const LARGE_LIMIT: usize = 1 << 11;
/// No graph has more nodes.
pub const NODE_LIMIT: usize = 1 << 12;
/// Looking for parts of the blocks of a piece in vain costs no more, in nodes.
const PART_BUDGET: usize = 1 << 9;
/// No graph has more different parts.
const GATHER_LIMIT: usize = 16;
/// No more states are looked at to bound a reach.
const REACH_LIMIT: usize = 1 << 14;
/// No run between two questions is longer.
const STEP_LIMIT: u64 = 1 << 14;

/// How blocks are followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// To complete moves.
    Complete,
    /// To complete moves, as if parts that only collect something never found anything.
    Assuming,
    /// Moves are put together on the way.
    Collecting,
    /// The same, with parts that only collect something apart.
    Gathering,
    /// To complete moves, also more of them: where moves that are put together hold several movements, so that they
    /// cannot be told from those of other pieces.
    Large,
}

impl Mode {
    /// Those tried for the moves of a piece, from the one with the fastest graphs on. The last mode is for where an
    /// assumption does not hold.
    pub const FIRST: [Mode; 3] = [Mode::Complete, Mode::Assuming, Mode::Collecting];

    fn is_collecting(self) -> bool {
        matches!(self, Mode::Collecting | Mode::Gathering)
    }

    fn has_parts(self) -> bool {
        matches!(self, Mode::Assuming | Mode::Gathering)
    }
}

/// Blocks to be followed.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    /// The program.
    pub program: &'a Program,
    /// What runs them.
    pub start: Start,
    /// The blocks.
    pub entries: &'a [compile::Entry],
    /// The parts of blocks found so far.
    pub gathers: &'a Gathers,
    /// Where graphs are built.
    pub workshop: &'a Workshop,
}

/// Follows the blocks of a piece, up to so many nodes. `None` if that can't be done in this way.
pub fn specialise<B: Bits>(blocks: Blocks<'_>, mode: Mode, limit: usize) -> Option<Graph<B>> {
    let limit = match mode {
        Mode::Complete | Mode::Assuming => limit.min(STATIC_LIMIT),
        Mode::Large => limit.min(LARGE_LIMIT),
        Mode::Collecting | Mode::Gathering => limit,
    };
    build(blocks, mode, limit)
}

/// The positions on which a piece could ever arrive or capture, whatever the position: perhaps some
/// more; and how many states were looked at. `None` if that cannot be told.
pub fn bound_reach<B: Bits>(
    program: &Program,
    start: Start,
    entries: &[compile::Entry],
) -> (Option<B>, usize) {
    let mut reach = B::empty(program.tables.positions);
    let mut seen = FxHashSet::default();
    let mut open: Vec<Run> =
        entries.iter().map(|e| Run::new(start, e.addr).logging().forgetting_flags()).collect();
    while let Some(mut run) = open.pop() {
        let mut fuel = STEP_LIMIT;
        let event = run.advance(program, &mut fuel);
        run.take_log().for_each(|pending| insert_attack(&pending, &mut reach));
        match event {
            Event::End | Event::Register => {}
            Event::OutOfFuel(_) | Event::AskLast { .. } => return (None, seen.len()),
            Event::Add(added) => {
                insert_arrival(&added.last, &mut reach);
                open.push(run);
            }
            Event::Ask(..) => {
                if seen.len() > REACH_LIMIT {
                    return (None, seen.len());
                }
                if seen.insert(run.state_key()) {
                    let mut other = run.clone();
                    run.answer(program, true);
                    other.answer(program, false);
                    open.extend([run, other]);
                }
            }
        }
    }
    (Some(reach), seen.len())
}

/// What graphs are built with, one after the other, in the same memory.
#[derive(Debug, Default)]
pub struct Workshop {
    free: Mutex<Option<Box<Tools>>>,
}

/// Lists that are filled anew for each graph.
#[derive(Debug, Default)]
struct Tools {
    nodes: Vec<Node>,
    heads: Vec<Head>,
    effects: Vec<Effect>,
    /// Hashes of moves, with their heads.
    moves: FxHashMap<u128, u32>,
    pending: Vec<Pending>,
    added: Vec<Added>,
    /// Keys of runs that stand before a question, and of their block, with their node.
    memo: FxHashMap<u128, u32>,
    /// Runs to be followed, with the link that leads to them.
    open: Vec<(Traced, Link)>,
    trails: Trails,
    /// What a run has logged since its last node, as far as the graph collects it.
    log: Vec<Pending>,
    order: Order,
    simplifier: Simplifier,
    /// The moves before what isn't asked was left out, and their effects.
    old: (Vec<Head>, Vec<Effect>, Vec<Added>),
}

impl Tools {
    fn clear(&mut self) {
        self.nodes.clear();
        self.heads.clear();
        self.effects.clear();
        self.moves.clear();
        self.pending.clear();
        self.added.clear();
        self.memo.clear();
        self.open.clear();
        self.trails.clear();
        self.nodes.push(Node::End);
    }
}

impl Workshop {
    /// Works with the tools; another thread may have them, then new ones are taken.
    fn with<T>(&self, work: impl FnOnce(&mut Tools) -> T) -> T {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tools = free().take().unwrap_or_default();
        tools.clear();
        let result = work(&mut tools);
        *free() = Some(tools);
        result
    }
}

fn build<B: Bits>(blocks: Blocks<'_>, mode: Mode, limit: usize) -> Option<Graph<B>> {
    blocks.workshop.with(|tools| {
        let mut builder = Builder {
            blocks,
            mode,
            limit,
            tools,
            block: 0,
            part_budget: PART_BUDGET,
            gathers: Vec::new(),
            assumed: Vec::new(),
        };
        let parts = builder.parts()?;
        Some(builder.finish(parts))
    })
}

struct Builder<'a> {
    blocks: Blocks<'a>,
    mode: Mode,
    limit: usize,
    tools: &'a mut Tools,
    /// So many blocks were begun.
    block: u32,
    /// What looking for parts in vain may still cost, in nodes.
    part_budget: usize,
    gathers: Vec<Arc<Gather>>,
    assumed: Vec<u32>,
}

/// A run that is followed.
#[derive(Clone, Debug)]
struct Traced {
    /// It logs what it adds.
    run: Run,
    /// What it has added, as far as that is not collected by the graph.
    trail: Trail,
}

impl Traced {
    /// What stands for it in the table of nodes.
    fn key(&self, block: u32) -> u128 {
        // Without the number of the block its highest 32 bits are those of a hash, or 0.
        self.run.state_key() ^ self.trail.key() ^ u128::from(block) << 96
    }
}

/// A link to be filled in.
#[derive(Clone, Copy, Debug)]
enum Link {
    Root,
    Yes(u32),
    No(u32),
    Next(u32),
}

impl Builder<'_> {
    /// Follows all blocks.
    fn parts(&mut self) -> Option<Vec<Part>> {
        let entries = self.blocks.entries;
        let mut parts: Vec<Part> = Vec::new();
        let mut at = 0;
        while at < entries.len() {
            let move_type = entries[at].move_type;
            let run = entries[at..].iter().take_while(|e| e.move_type == move_type).count();
            // Built from the last block to the first, so that each goes on into the next.
            let mut root = END;
            for entry in entries[at..at + run].iter().rev() {
                root = self.block(entry, root)?;
            }
            parts.push(Part { move_type, root });
            at += run;
        }
        self.simplify(&mut parts)?;
        Some(parts)
    }

    /// The graph of what was followed.
    fn finish<B: Bits>(self, parts: Vec<Part>) -> Graph<B> {
        let Tools { nodes, heads, effects, pending, added, .. } = self.tools;
        let tables = &self.blocks.program.tables;
        let mut graph = Graph {
            parts: parts.into(),
            nodes: nodes.as_slice().into(),
            heads: heads.as_slice().into(),
            effects: effects.as_slice().into(),
            pending: pending.as_slice().into(),
            added: added.as_slice().into(),
            gathers: self.gathers.into(),
            assumed: self.assumed.into(),
            ..Graph::empty(self.blocks.start, tables.positions)
        };
        graph.find_reach();
        (graph.owned, graph.is_clean) = graph.find_clean();
        graph.changes = graph.find_changes();
        graph.beside = graph.find_beside(tables.positions);
        graph.walk = compress(&graph, tables.positions);
        graph.targets = Targets::find(&graph, tables);
        graph
    }

    /// Follows a block whose end leads to `after`; gives its first node.
    fn block(&mut self, entry: &compile::Entry, after: u32) -> Option<u32> {
        self.block += 1;
        let height = self.tools.nodes.len();
        let mut root = after;
        let mut run = Run::new(self.blocks.start, entry.addr).logging();
        if self.mode.has_parts() {
            run = run.logging_flags();
        }
        self.tools.open.push((Traced { run, trail: Trail::EMPTY }, Link::Root));
        while let Some((traced, link)) = self.tools.open.pop() {
            self.trace(traced, link, after, &mut root)?;
        }
        let begins = self.mode.is_collecting() || self.asks_flags(height);
        Some(if begins && root != after { self.push(Node::Begin { next: root }) } else { root })
    }

    /// Whether some node from a height on depends on flags.
    fn asks_flags(&self, height: usize) -> bool {
        self.tools.nodes[height..].iter().any(|node| match *node {
            Node::Ask { test, .. } => !is_about_board(test),
            Node::Gather { gather, .. } => self.gathers[gather as usize].asks_flags,
            _ => false,
        })
    }

    fn push(&mut self, node: Node) -> u32 {
        self.tools.nodes.push(node);
        self.tools.nodes.len() as u32 - 1
    }

    /// Follows a run, which a link leads to, with all answers yes up to where another one was before it.
    fn trace(&mut self, mut traced: Traced, mut link: Link, after: u32, root: &mut u32) -> Option<()> {
        loop {
            let (node, next) = self.follow(&mut traced, after)?;
            self.lead(link, node, root);
            match next {
                Some(next) => link = next,
                None => return Some(()),
            }
        }
    }

    /// Fills a link in.
    fn lead(&mut self, link: Link, to: u32, root: &mut u32) {
        let (Link::Yes(from) | Link::No(from) | Link::Next(from)) = link else {
            *root = to;
            return;
        };
        match (&mut self.tools.nodes[from as usize], link) {
            (Node::Ask { yes, .. }, Link::Yes(_)) => *yes = to,
            (Node::Ask { no, .. }, _) => *no = to,
            (Node::Add { next, .. } | Node::AddCollected { next, .. } | Node::Gather { next, .. }, _) => {
                *next = to;
            }
            _ => {}
        }
    }

    /// Follows a run to its next node; with the link by which it goes on behind that, if this is new.
    fn follow(&mut self, traced: &mut Traced, after: u32) -> Option<(u32, Option<Link>)> {
        let program = self.blocks.program;
        let mut fuel = STEP_LIMIT;
        loop {
            if self.tools.nodes.len() > self.limit || self.is_in_vain() {
                return None;
            }
            match traced.run.advance(program, &mut fuel) {
                Event::End => return Some((after, None)),
                Event::OutOfFuel(_) | Event::AskLast { .. } | Event::Register => return None,
                Event::Ask(test, pos) => {
                    if let Some(answer) = self.known(test, pos) {
                        traced.run.answer(program, answer);
                        continue;
                    }
                    let part = match self.part(&traced.run) {
                        None => None,
                        Some(Ending { gather, end }) => match gather.map(|g| self.takes_along(g)) {
                            Some(None) => return None,
                            Some(Some(Some(gather))) => Some((gather, end)),
                            None | Some(Some(None)) => {
                                end.skip(&mut traced.run);
                                continue;
                            }
                        },
                    };
                    self.take_log(traced)?;
                    let (node, next) = match part {
                        Some((gather, end)) => self.gather(traced, gather, &end, after),
                        None => self.ask(traced, test, pos, after),
                    };
                    return Some((self.behind_log(node)?, next));
                }
                Event::Add(added) => {
                    self.take_log(traced)?;
                    let node = self.add(traced, added, after)?;
                    return Some((self.behind_log(node)?, Some(Link::Next(node))));
                }
            }
        }
    }

    /// The node of a move.
    fn add(&mut self, traced: &mut Traced, added: Added, after: u32) -> Option<u32> {
        if self.mode.is_collecting() {
            self.tools.added.push(added);
            return Some(
                self.push(Node::AddCollected { added: self.tools.added.len() as u32 - 1, next: after }),
            );
        }
        let start = self.tools.effects.len();
        push_effects(self.tools.trails.items(traced.trail), &added, &mut self.tools.effects);
        let head = Head::of(&added, start, self.tools.effects.len() - start, &self.tools.effects[start..])?;
        if !head.is_stored() {
            self.tools.effects.truncate(start);
        }
        let head = self.one_head(head, start);
        if !added.more {
            traced.trail = self.tools.trails.after_add(traced.trail)?;
        }
        Some(self.push(Node::Add { head, next: after }))
    }

    /// The index of a head whose effects were put in from `start` on: ways that come to the same move are one.
    fn one_head(&mut self, head: Head, start: usize) -> u32 {
        let Tools { heads, effects, moves, .. } = &mut *self.tools;
        let mut hasher = WideHasher::default();
        (head.then, head.from, head.to, &effects[head.range()]).hash(&mut hasher);
        match moves.entry(hasher.finish_wide()) {
            Entry::Occupied(old) => {
                effects.truncate(start);
                *old.get()
            }
            Entry::Vacant(free) => {
                heads.push(head);
                *free.insert(heads.len() as u32 - 1)
            }
        }
    }

    /// Takes what a run has logged: the graph collects it, or it is kept for the next move that is added.
    fn take_log(&mut self, traced: &mut Traced) -> Option<()> {
        self.tools.log.clear();
        for item in traced.run.take_log() {
            if self.mode.is_collecting() || matches!(item, Pending::Flag(..)) {
                self.tools.log.push(item);
            } else {
                traced.trail = self.tools.trails.extend(traced.trail, item)?;
            }
        }
        Some(())
    }

    /// The node of a question: an old one if an equal run stood before it. A new one's yes is where the run goes on.
    fn ask(&mut self, traced: &mut Traced, test: Test, pos: PosId, after: u32) -> (u32, Option<Link>) {
        let node = self.tools.nodes.len() as u32;
        match self.tools.memo.entry(traced.key(self.block)) {
            Entry::Occupied(old) => return (*old.get(), None),
            Entry::Vacant(free) => free.insert(node),
        };
        self.tools.nodes.push(Node::Ask { test, pos, yes: after, no: after });
        let mut no = traced.clone();
        traced.run.answer(self.blocks.program, true);
        no.run.answer(self.blocks.program, false);
        self.tools.open.push((no, Link::No(node)));
        (node, Some(Link::Yes(node)))
    }

    /// The part of the block, if one begins here, that only collects something.
    fn part(&mut self, run: &Run) -> Option<Ending> {
        if !self.mode.has_parts() || self.part_budget == 0 {
            return None;
        }
        self.blocks.gathers.part(self.blocks.program, run, &mut self.part_budget)
    }

    /// Whether parts were looked for long enough and none was found: then it would be a graph of another mode.
    fn is_in_vain(&self) -> bool {
        self.part_budget == 0 && self.gathers.is_empty()
    }

    /// The index of what a part collects; nothing if it is assumed to collect nothing. `None` if that can't be.
    fn takes_along(&mut self, gather: Arc<Gather>) -> Option<Option<u32>> {
        let next = self.gathers.len() as u32;
        let at =
            self.gathers.iter().zip(0..).find(|(old, _)| Arc::ptr_eq(old, &gather)).map_or(next, |g| g.1);
        let is_assumed = self.mode == Mode::Assuming && gather.collects;
        if is_assumed && (gather.asks_flags || gather.sets_flags) {
            return None;
        }
        if at == next {
            if self.gathers.len() == GATHER_LIMIT {
                return None;
            }
            self.gathers.push(gather);
            if is_assumed {
                self.assumed.push(at);
            }
        }
        Some((!is_assumed).then_some(at))
    }

    /// The node of a part: an old one if an equal run stood before it.
    fn gather(&mut self, traced: &mut Traced, gather: u32, end: &End, after: u32) -> (u32, Option<Link>) {
        let node = self.tools.nodes.len() as u32;
        match self.tools.memo.entry(traced.key(self.block)) {
            Entry::Occupied(old) => return (*old.get(), None),
            Entry::Vacant(free) => free.insert(node),
        };
        self.tools.nodes.push(Node::Gather { gather, next: after });
        end.skip(&mut traced.run);
        (node, Some(Link::Next(node)))
    }

    /// Leaves out what need not be asked, and what is not come to.
    fn simplify(&mut self, parts: &mut [Part]) -> Option<()> {
        let Tools { nodes, order, simplifier, .. } = &mut *self.tools;
        order.find(nodes, parts)?;
        let has_neutral = self.blocks.program.tables.is_neutral.contains(&true);
        let mut roots: Vec<u32> = parts.iter().map(|part| part.root).collect();
        let known = Known { facts: &[], has_neutral };
        let new = simplifier.simplify(Task { nodes, ends: 1, order: &order.nodes, known }, &mut roots);
        nodes.clear();
        nodes.extend_from_slice(new);
        parts.iter_mut().zip(roots).for_each(|(part, root)| part.root = root);
        self.keep_added();
        Some(())
    }

    /// Keeps the moves that are still added.
    fn keep_added(&mut self) {
        let Tools { nodes, heads, effects, added, old, .. } = &mut *self.tools;
        std::mem::swap(&mut old.0, heads);
        std::mem::swap(&mut old.1, effects);
        std::mem::swap(&mut old.2, added);
        heads.clear();
        effects.clear();
        added.clear();
        for node in nodes {
            match node {
                Node::Add { head, .. } => {
                    let moved = old.0[*head as usize];
                    *head = heads.len() as u32;
                    heads.push(if moved.is_stored() { moved.rebased(effects.len()) } else { moved });
                    effects.extend_from_slice(&old.1[moved.range()]);
                }
                Node::AddCollected { added: index, .. } => {
                    let moved = old.2[*index as usize];
                    *index = added.len() as u32;
                    added.push(moved);
                }
                _ => {}
            }
        }
    }

    /// A node that collects what was logged before another.
    fn behind_log(&mut self, next: u32) -> Option<u32> {
        if self.tools.log.is_empty() {
            return Some(next);
        }
        let first = self.tools.pending.len() as u32;
        let len = u16::try_from(self.tools.log.len()).ok()?;
        self.tools.pending.append(&mut self.tools.log);
        Some(self.push(Node::Collect { first, len, next }))
    }

    /// What is known of the square that the piece stands on.
    fn known(&self, test: Test, pos: PosId) -> Option<bool> {
        let Start { player, kind, pos: own, is_drop } = self.blocks.start;
        if is_drop || pos != own {
            return None;
        }
        match test {
            Test::Empty | Test::Enemy => Some(false),
            Test::Friend => Some(true),
            Test::Neutral => Some(self.blocks.program.tables.is_neutral[player.index()]),
            Test::Piece(asked) => Some(asked == kind),
            _ => None,
        }
    }
}
