//! Following blocks: how graphs are built.

use super::bits::Bits;
use super::gather::{Ending, Gather, Gathers, fingerprint};
use super::graph::{
    END, Graph, Node, Part, insert_arrival, insert_attack, is_about_board, post_order, push_effects,
};
use super::movebuf::Head;
use super::mv::Effect;
use super::simplify::{Known, simplify};
use super::targets::Targets;
use super::walk::compress;
use crate::compile::{Entry, Program, Test};
use crate::ids::PosId;
use crate::vm::{Added, Event, Pending, Run, Start};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// No graph of complete moves has more nodes.
const STATIC_LIMIT: usize = 1 << 9;
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
    pub entries: &'a [Entry],
    /// The parts of blocks found so far.
    pub gathers: &'a Gathers,
}

/// Follows the blocks of a piece, up to so many nodes. `None` if that can't be done in this way.
pub fn specialise<B: Bits>(blocks: Blocks<'_>, mode: Mode, limit: usize) -> Option<Graph<B>> {
    let limit = if mode.is_collecting() { limit } else { limit.min(STATIC_LIMIT) };
    build(blocks, mode, limit)
}

/// The positions on which a piece could ever arrive or capture, whatever the position: perhaps some
/// more; and how many states were looked at. `None` if that cannot be told.
pub fn bound_reach<B: Bits>(program: &Program, start: Start, entries: &[Entry]) -> (Option<B>, usize) {
    let mut reach = B::empty(program.tables.positions);
    let mut seen = FxHashSet::default();
    let mut open: Vec<Run> =
        entries.iter().map(|e| Run::new(start, e.addr).logging().forgetting_flags()).collect();
    while let Some(mut run) = open.pop() {
        let mut fuel = STEP_LIMIT;
        let event = run.advance(program, &mut fuel);
        run.take_log().iter().for_each(|pending| insert_attack(pending, &mut reach));
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
                if seen.insert(fingerprint(&run)) {
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

fn build<B: Bits>(blocks: Blocks<'_>, mode: Mode, limit: usize) -> Option<Graph<B>> {
    let Blocks { program, start, entries, .. } = blocks;
    let mut builder = Builder {
        blocks,
        mode,
        limit,
        nodes: vec![Node::End],
        heads: Vec::new(),
        effects: Vec::new(),
        pending: Vec::new(),
        added: Vec::new(),
        gathers: Vec::new(),
        assumed: Vec::new(),
        memo: FxHashMap::default(),
        part_budget: PART_BUDGET,
        no_parts: FxHashSet::default(),
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
    builder.simplify(&mut parts)?;
    let Builder { nodes, heads, effects, pending, added, gathers, assumed, .. } = builder;
    let mut graph = Graph {
        parts: parts.into(),
        nodes: nodes.into(),
        heads: heads.into(),
        effects: effects.into(),
        pending: pending.into(),
        added: added.into(),
        gathers: gathers.into(),
        assumed: assumed.into(),
        ..Graph::empty(start, program.tables.positions)
    };
    graph.find_reach();
    (graph.owned, graph.is_clean) = graph.find_clean();
    graph.changes = graph.find_changes();
    graph.walk = compress(&graph, program.tables.positions);
    graph.targets = Targets::find(&graph, &program.tables);
    Some(graph)
}

struct Builder<'a> {
    blocks: Blocks<'a>,
    mode: Mode,
    limit: usize,
    nodes: Vec<Node>,
    heads: Vec<Head>,
    effects: Vec<Effect>,
    pending: Vec<Pending>,
    added: Vec<Added>,
    gathers: Vec<Arc<Gather>>,
    assumed: Vec<u32>,
    /// Fingerprints of runs that stand before a question, with their node; for the present block.
    memo: FxHashMap<u128, u32>,
    /// What looking for parts in vain may still cost, in nodes.
    part_budget: usize,
    /// Fingerprints of runs where no part begins.
    no_parts: FxHashSet<u128>,
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
        let height = self.nodes.len();
        let mut root = after;
        let mut run = Run::new(self.blocks.start, entry.addr);
        if self.mode.is_collecting() {
            run = run.logging();
        }
        if self.mode.has_parts() {
            run = run.logging_flags();
        }
        self.open.push((run, Link::Root));
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
                    if let Node::Add { next, .. }
                    | Node::AddCollected { next, .. }
                    | Node::Gather { next, .. } = &mut self.nodes[n as usize]
                    {
                        *next = node;
                    }
                }
            }
        }
        let begins = self.mode.is_collecting() || self.asks_flags(height);
        Some(if begins && root != after { self.push(Node::Begin { next: root }) } else { root })
    }

    /// Whether some node from a height on depends on flags.
    fn asks_flags(&self, height: usize) -> bool {
        self.nodes[height..].iter().any(|node| match *node {
            Node::Ask { test, .. } => !is_about_board(test),
            Node::Gather { gather, .. } => self.gathers[gather as usize].asks_flags,
            _ => false,
        })
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Follows a run to its next node.
    fn follow(&mut self, mut run: Run, after: u32) -> Option<u32> {
        let mut fuel = STEP_LIMIT;
        loop {
            if self.nodes.len() > self.limit || self.is_in_vain() {
                return None;
            }
            match run.advance(self.blocks.program, &mut fuel) {
                Event::End => return Some(after),
                Event::OutOfFuel(_) | Event::AskLast { .. } | Event::Register => return None,
                Event::Ask(test, pos) => {
                    if let Some(answer) = self.known(test, pos) {
                        run.answer(self.blocks.program, answer);
                        continue;
                    }
                    if let Some((gather, end)) = self.part(&run) {
                        let node = match gather {
                            None => None,
                            Some(gather) => self.takes_along(gather)?,
                        };
                        let Some(gather) = node else {
                            run.skip_to(&end);
                            continue;
                        };
                        let collected = run.take_log();
                        let node = self.gather(run, gather, &end, after);
                        return self.behind(collected, node);
                    }
                    let collected = run.take_log();
                    let node = self.ask(run, test, pos, after);
                    return self.behind(collected, node);
                }
                Event::Add(added) => {
                    let collected = run.take_log();
                    let node = if self.mode.is_collecting() {
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
        yes.answer(self.blocks.program, true);
        no.answer(self.blocks.program, false);
        self.open.push((no, Link::No(node)));
        self.open.push((yes, Link::Yes(node)));
        node
    }

    /// The part of the block, if one begins here, that only collects something.
    fn part(&mut self, run: &Run) -> Option<Ending> {
        if !self.mode.has_parts() || self.part_budget == 0 {
            return None;
        }
        let key = fingerprint(run);
        if self.no_parts.contains(&key) {
            return None;
        }
        let part = self.blocks.gathers.part(self.blocks.program, run, &mut self.part_budget);
        if part.is_none() {
            self.no_parts.insert(key);
        }
        part
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
    fn gather(&mut self, mut run: Run, gather: u32, end: &Run, after: u32) -> u32 {
        let key = fingerprint(&run);
        if let Some(&node) = self.memo.get(&key) {
            return node;
        }
        let node = self.push(Node::Gather { gather, next: after });
        self.memo.insert(key, node);
        run.skip_to(end);
        self.open.push((run, Link::Next(node)));
        node
    }

    /// Leaves out what need not be asked, and what is not come to.
    fn simplify(&mut self, parts: &mut [Part]) -> Option<()> {
        let order = post_order(&self.nodes, parts)?;
        let has_neutral = self.blocks.program.tables.is_neutral.contains(&true);
        let mut roots: Vec<u32> = parts.iter().map(|part| part.root).collect();
        let known = Known { facts: &[], has_neutral };
        self.nodes = simplify(&self.nodes, 1, &mut roots, &order, known);
        parts.iter_mut().zip(roots).for_each(|(part, root)| part.root = root);
        self.keep_added();
        Some(())
    }

    /// Keeps the moves that are still added.
    fn keep_added(&mut self) {
        let (heads, effects) = (std::mem::take(&mut self.heads), std::mem::take(&mut self.effects));
        let added = std::mem::take(&mut self.added);
        for node in &mut self.nodes {
            match node {
                Node::Add { head, .. } => {
                    let old = heads[*head as usize];
                    *head = self.heads.len() as u32;
                    self.heads.push(if old.is_stored() { old.rebased(self.effects.len()) } else { old });
                    self.effects.extend_from_slice(&effects[old.range()]);
                }
                Node::AddCollected { added: index, .. } => {
                    let old = added[*index as usize];
                    *index = self.added.len() as u32;
                    self.added.push(old);
                }
                _ => {}
            }
        }
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

    fn add(&mut self, run: &Run, added: &Added) -> Option<u32> {
        let start = self.effects.len();
        push_effects(run.items(), added, &mut self.effects);
        let head = Head::of(added, start, self.effects.len() - start, &self.effects[start..])?;
        if !head.is_stored() {
            self.effects.truncate(start);
        }
        // Ways that come to the same move are one.
        if let Some(old) = self.heads.iter().position(|&old| self.is_same(old, head)) {
            self.effects.truncate(start);
            return Some(old as u32);
        }
        self.heads.push(head);
        Some(self.heads.len() as u32 - 1)
    }

    fn is_same(&self, a: Head, b: Head) -> bool {
        a.rebased(0) == b.rebased(0) && self.effects[a.range()] == self.effects[b.range()]
    }
}
