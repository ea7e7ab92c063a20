//! Parts of blocks that only collect.
//!
//! Often all moves of a player do something beside moving that depends on the position alone: waiting men grow
//! older, the men on the board are counted for a promotion. Such a part of a block has one way in and one way out,
//! moves nothing and adds nothing; whatever it finds, the run goes on at the same place with the same registers.
//! So it does not fork the graph of the block: it is a small graph of its own, made once for all runs that come
//! through it, and what it collects is worked out once for each position ([`Core::gather`]).

use super::bits::Bits;
use super::core::{Core, Cx};
use super::graph::{END, Graph, Node, Part, is_about_board, post_order};
use super::outcome::RuntimeError;
use super::simplify::{Known, Task, simplify};
use crate::compile::{Kind, NO_POS, Op, Program, Test};
use crate::ids::{FlagId, PieceId, PlayerId};
use crate::vm::{Event, Pending, Run, Start};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A part of a block has no more nodes.
const PART_LIMIT: usize = 1 << 12;
/// No run between two questions is longer.
const STEP_LIMIT: u64 = 1 << 14;

/// Looking for a part is not in vain if no more than so many times its nodes were looked at.
const USEFUL: usize = 8;

/// Nor if no more than so many nodes were looked at.
const GLANCE: usize = 16;

/// Flags of a run, as bits.
pub type Flags = [u64; 4];

/// What is collected by a part of a block.
#[derive(Debug)]
pub struct Gather {
    /// Number among those of the game.
    id: u32,
    content: Content,
    /// It collects changes or captures.
    pub collects: bool,
    /// It sets or clears flags.
    pub sets_flags: bool,
    /// It asks about flags.
    pub asks_flags: bool,
    /// It asks about more than what stands on the board: the last move, attacks.
    pub is_wide: bool,
    /// Without pieces of these types on the board it collects nothing and leaves the flags alone; empty if that isn't
    /// known.
    only_with: Box<[PieceId]>,
}

/// Parts with equal content are one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Content {
    player: PlayerId,
    /// [`Node::Ask`], [`Node::Collect`] and the end.
    nodes: Box<[Node]>,
    root: u32,
    pending: Box<[Pending]>,
}

impl Content {
    /// Types without which nothing is come to that collects; none if it may be come to without any.
    fn only_with(&self) -> Box<[PieceId]> {
        let mut kinds: Vec<PieceId> = Vec::new();
        let mut is_seen = vec![false; self.nodes.len()];
        let mut open = vec![self.root];
        while let Some(at) = open.pop() {
            if at == END || std::mem::replace(&mut is_seen[at as usize], true) {
                continue;
            }
            match self.nodes[at as usize] {
                Node::Ask { test: Test::Piece(kind), no, .. } => {
                    kinds.push(kind);
                    open.push(no);
                }
                node @ Node::Ask { .. } => open.extend(node.links()),
                _ => return [].into(),
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into()
    }
}

impl Gather {
    /// Where what was found stands in [`Core::gathered`].
    #[inline]
    pub fn index(&self) -> usize {
        self.id as usize
    }

    /// What may be collected.
    pub fn pending(&self) -> &[Pending] {
        &self.content.pending
    }
}

/// How a part of a run ends.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What it collects, if anything.
    pub gather: Option<Arc<Gather>>,
    /// The run that stands there.
    pub end: End,
}

/// Where a part of a run ends.
#[derive(Clone, Debug)]
pub struct End {
    run: Run,
    /// So many of the calls in which it began were known.
    calls: usize,
}

impl End {
    /// Lets a run go on there.
    pub fn skip(&self, run: &mut Run) {
        run.skip_to(&self.run, self.calls);
    }
}

/// The parts found in the blocks of a game.
#[derive(Debug, Default)]
pub struct Gathers {
    known: Mutex<FxHashMap<Content, Arc<Gather>>>,
    /// What was found where runs of a player stand, by [`Run::part_key`]; without the square of the piece, and
    /// without its type unless the blocks name it.
    parts: Mutex<FxHashMap<(Start, u128), Tried>>,
    marks: OnceLock<Marks>,
    /// How many nodes were looked at.
    looked: AtomicUsize,
}

/// What is known of a program.
#[derive(Debug)]
struct Marks {
    /// See [`may_collect`].
    may_collect: Box<[bool]>,
    /// A part may depend on the type of the piece.
    names_own_type: bool,
}

impl Marks {
    fn new(program: &Program) -> Marks {
        let names_own_type = program.code.iter().any(|op| matches!(op, Op::Create(_, Kind::Own, _)));
        Marks { may_collect: may_collect(program), names_own_type }
    }
}

/// What looking for a part has come to.
#[derive(Clone, Debug)]
struct Tried {
    found: Option<Ending>,
    /// The subroutine ends before: it depends on the caller.
    returns: bool,
    /// So many nodes were looked at in vain.
    cost: usize,
}

impl Gathers {
    /// The longest part that begins where a run stands before a question; in a subroutine preferably one that is the
    /// same for all callers. `budget` is what looking for parts in vain may still cost, in nodes.
    pub fn part(&self, program: &Program, run: &Run, budget: &mut usize) -> Option<Ending> {
        let marks = self.marks.get_or_init(|| Marks::new(program));
        if !run.may_come_to(&marks.may_collect) {
            return None;
        }
        let kind = if marks.names_own_type { run.start().kind } else { PieceId(0) };
        let start = Start { kind, pos: NO_POS, ..run.start() };
        // Mostly it ends in the subroutine in which it begins, or in the one around that.
        let mut each = (0..=run.depth()).map(|calls| self.try_part(program, run, start, calls));
        let tried = each.find(|tried| !tried.returns)?;
        *budget = budget.saturating_sub(tried.cost);
        tried.found
    }

    fn try_part(&self, program: &Program, run: &Run, start: Start, calls: usize) -> Tried {
        let key = (start, run.part_key(calls));
        let parts = || self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = parts().get(&key) {
            return known.clone();
        }
        let mut explorer = Explorer::new(program, calls == run.depth());
        let found = explorer.explore(run.part(calls));
        self.looked.fetch_add(explorer.nodes.len(), Ordering::Relaxed);
        let useful = match &found {
            Some((Some((nodes, ..)), _)) => nodes.len() * USEFUL,
            _ => GLANCE,
        };
        let found = found.map(|(content, run)| {
            let player = start.player;
            let share = |(nodes, root, pending)| self.share(Content { player, nodes, root, pending });
            Ending { gather: content.map(share), end: End { run, calls } }
        });
        let cost = explorer.nodes.len().saturating_sub(useful);
        let tried = Tried { found, returns: explorer.returns, cost };
        parts().insert(key, tried.clone());
        tried
    }

    /// How many nodes were looked at so far in search of parts.
    pub fn looked(&self) -> usize {
        self.looked.load(Ordering::Relaxed)
    }

    fn share(&self, content: Content) -> Arc<Gather> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = known.get(&content) {
            return old.clone();
        }
        let tests = || {
            content.nodes.iter().filter_map(|node| match node {
                Node::Ask { test, .. } => Some(*test),
                _ => None,
            })
        };
        let is_flag = |p: &Pending| matches!(p, Pending::Flag(..));
        let gather = Arc::new(Gather {
            id: known.len() as u32,
            collects: !content.pending.iter().all(is_flag),
            sets_flags: content.pending.iter().any(is_flag),
            asks_flags: tests().any(|test| !is_about_board(test)),
            is_wide: tests().any(|test| !is_about_squares(test)),
            only_with: content.only_with(),
            content: content.clone(),
        });
        known.insert(content, gather.clone());
        gather
    }
}

/// For each instruction whether something may be collected from there on before registers are needed: no part begins
/// elsewhere. Behind the end of a subroutine it is for the caller to tell.
fn may_collect(program: &Program) -> Box<[bool]> {
    let code = &program.code;
    // By default nothing is; an instruction behind the last one is none.
    let mut may = vec![false; code.len() + 1];
    let mut is_new = true;
    while is_new {
        is_new = false;
        for (at, &op) in code.iter().enumerate().rev() {
            let does = match op {
                Op::Capture(_)
                | Op::Flip(_)
                | Op::ChangeOwner(..)
                | Op::ChangeType(..)
                | Op::Create(..)
                | Op::SetAttr(..)
                | Op::SetFlag(..) => true,
                _ if op.needs_registers() => false,
                Op::End | Op::Return | Op::GoLastFrom | Op::GoLastTo => false,
                Op::Jump(to) => may[to.index()],
                Op::Branch { target: to, .. } | Op::Call(to) => may[to.index()] || may[at + 1],
                _ => may[at + 1],
            };
            is_new |= does != may[at];
            may[at] = does;
        }
    }
    may.into()
}

/// Whether the answer depends on what stands on squares, or on flags, alone.
pub(super) fn is_about_squares(test: Test) -> bool {
    matches!(
        test,
        Test::Empty
            | Test::Friend
            | Test::Enemy
            | Test::Neutral
            | Test::Piece(_)
            | Test::Attr(_)
            | Test::Flag(_)
    )
}

/// The nodes of a part, with its root and what it collects; nothing if it collects nothing.
type Found = Option<(Box<[Node]>, u32, Box<[Pending]>)>;

/// Follows a part of a run with both answers to each question.
struct Explorer<'a> {
    program: &'a Program,
    nodes: Vec<Node>,
    /// For each node the run that stands there: before its question, or where the part must end.
    runs: Vec<Option<Run>>,
    pending: Vec<Pending>,
    /// Keys of runs, with their nodes.
    memo: FxHashMap<u128, u32>,
    open: Vec<(Run, u32, bool)>,
    /// All calls are known.
    knows_caller: bool,
    /// A subroutine has returned to it is not known whom.
    returns: bool,
}

impl<'a> Explorer<'a> {
    fn new(program: &'a Program, knows_caller: bool) -> Explorer<'a> {
        Explorer {
            program,
            nodes: vec![Node::End],
            runs: vec![None],
            pending: Vec::new(),
            memo: FxHashMap::default(),
            open: Vec::new(),
            knows_caller,
            returns: false,
        }
    }

    /// The longest part that begins with a run, and the run that stands at its end.
    fn explore(&mut self, run: Run) -> Option<(Found, Run)> {
        let root = self.follow(run)?;
        // Mostly it is no part, and one answer ends the run at once: that is looked at first.
        for open in std::mem::take(&mut self.open) {
            let next = self.go_on(open)?;
            if matches!(self.nodes[next as usize], Node::End) && self.runs[next as usize].is_none() {
                return None;
            }
        }
        while let Some(open) = self.open.pop() {
            self.go_on(open)?;
        }
        let order = post_order(&self.nodes, &[Part { move_type: None, root }])?;
        let end = self.last_gate(root, &order)?;
        let end_run = self.runs[end as usize].take()?;
        // What lies behind the gate is no part of it.
        self.nodes[end as usize] = Node::End;
        Some((self.cut(root, end)?, end_run))
    }

    /// Goes on behind an answer; gives the node that it leads to.
    fn go_on(&mut self, (run, node, answer): (Run, u32, bool)) -> Option<u32> {
        if self.nodes.len() > PART_LIMIT {
            return None;
        }
        let next = self.follow(run)?;
        if let Node::Ask { yes, no, .. } = &mut self.nodes[node as usize] {
            *(if answer { yes } else { no }) = next;
        }
        Some(next)
    }

    fn push(&mut self, node: Node, run: Option<Run>) -> u32 {
        self.nodes.push(node);
        self.runs.push(run);
        self.nodes.len() as u32 - 1
    }

    /// Follows a run to its next question, or to where the part must end.
    fn follow(&mut self, mut run: Run) -> Option<u32> {
        let mut fuel = STEP_LIMIT;
        let event = run.advance_part(self.program, &mut fuel);
        let first = self.pending.len() as u32;
        self.pending.extend(run.take_log());
        let collected = self.pending.len() as u32 - first;
        if !self.knows_caller && matches!(event, Event::End) && run.has_returned(self.program) {
            self.returns = true;
            return None;
        }
        let key = run.state_key();
        let node = match (self.memo.get(&key), event) {
            // A run that is over can't go on here.
            (_, Event::End) => self.push(Node::End, None),
            (_, Event::OutOfFuel(_)) => return None,
            (Some(&node), _) => node,
            (None, Event::Ask(test, pos)) => {
                let node = self.push(Node::Ask { test, pos, yes: END, no: END }, Some(run.clone()));
                let (mut yes, mut no) = (run.clone(), run);
                yes.answer(self.program, true);
                no.answer(self.program, false);
                self.open.push((no, node, false));
                self.open.push((yes, node, true));
                node
            }
            (None, _) => self.push(Node::End, Some(run)),
        };
        if !matches!(event, Event::End) {
            self.memo.insert(key, node);
        }
        if collected == 0 {
            return Some(node);
        }
        let len = u16::try_from(collected).ok()?;
        Some(self.push(Node::Collect { first, len, next: node }, None))
    }

    /// The last node, not the root, through which all ways lead.
    fn last_gate(&self, root: u32, order: &[u32]) -> Option<u32> {
        // In an order in which each node stands before those that it leads to, a node is a gate if all links from
        // those before it to those not before it lead to it.
        let mut links_to = vec![0u32; self.nodes.len()];
        let mut open = 0;
        let mut gate = None;
        for &node in order.iter().rev() {
            let at = node as usize;
            if node != root {
                if links_to[at] == open && self.runs[at].is_some() {
                    gate = Some(node);
                }
                // Where the part must end its links stay open.
                if !matches!(self.nodes[at], Node::End) {
                    open -= links_to[at];
                }
            }
            for link in self.nodes[at].links() {
                links_to[link as usize] += 1;
                open += 1;
            }
        }
        gate
    }

    /// The nodes up to a gate.
    fn cut(&self, root: u32, gate: u32) -> Option<Found> {
        // The gate takes the place of the end.
        let onto = |link: u32| if link == gate { END } else { link };
        let nodes: Vec<Node> = self.nodes.iter().map(|&n| relink(n, onto)).collect();
        let order = post_order(&nodes, &[Part { move_type: None, root }])?;
        let has_neutral = self.program.tables.is_neutral.contains(&true);
        let mut roots = [root];
        let known = Known { facts: &[], has_neutral };
        let mut new = simplify(Task { nodes: &nodes, ends: 1, order: &order, known }, &mut roots);
        let mut pending = Vec::new();
        for node in &mut new {
            if let Node::Collect { first, len, .. } = node {
                let range = *first as usize..*first as usize + usize::from(*len);
                *first = pending.len() as u32;
                pending.extend_from_slice(&self.pending[range]);
            }
        }
        Some((roots[0] != END).then(|| (new.into(), roots[0], pending.into())))
    }
}

fn relink(node: Node, onto: impl Fn(u32) -> u32) -> Node {
    let mut links = node.links().map(onto);
    let (a, b) = (links.next().unwrap_or(END), links.next().unwrap_or(END));
    node.with_links(a, b)
}

/// What was collected by a part of the blocks in a position.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The position's hash, and the flags before; none if nothing is known.
    key: Option<(u64, Flags)>,
    /// The flags afterwards.
    flags: Flags,
    /// Changes and captures, in order.
    pub items: Vec<Pending>,
}

impl<B: Bits> Core<B> {
    /// Works out what a part of a block collects in the position; it stands in `gathered` then. The flags become what
    /// they are afterwards.
    #[inline]
    pub(super) fn gather(&mut self, cx: &Cx<B>, gather: &Gather, start: Start) -> Result<(), RuntimeError> {
        let at = gather.index();
        let key =
            Some((self.state.hash, if gather.asks_flags || gather.sets_flags { self.flags } else { [0; 4] }));
        if let Some(known) = self.gathered.get(at)
            && known.key == key
            && !gather.is_wide
        {
            if gather.sets_flags {
                self.flags = known.flags;
            }
            return Ok(());
        }
        if self.gathered.len() <= at {
            self.gathered.resize_with(at + 1, Gathered::default);
        }
        let mut found = std::mem::take(&mut self.gathered[at]);
        found.key = None;
        found.items.clear();
        let is_there =
            |&kind: &PieceId| cx.codes.all(kind).any(|code| self.state.counts[usize::from(code)] > 0);
        let is_walked = gather.only_with.is_empty() || gather.only_with.iter().any(is_there);
        let result =
            if is_walked { self.walk_part(cx, &gather.content, start, &mut found.items) } else { Ok(()) };
        if result.is_ok() {
            found.key = key;
            found.flags = self.flags;
        }
        self.gathered[at] = found;
        result
    }

    fn walk_part(
        &mut self,
        cx: &Cx<B>,
        content: &Content,
        start: Start,
        items: &mut Vec<Pending>,
    ) -> Result<(), RuntimeError> {
        let mut node = content.root;
        while node != END {
            node = match content.nodes[node as usize] {
                Node::Ask { test, pos, yes, no } => {
                    if self.answer(cx, start, test, pos)? {
                        yes
                    } else {
                        no
                    }
                }
                Node::Collect { first, len, next } => {
                    for &pending in &content.pending[first as usize..first as usize + usize::from(len)] {
                        match pending {
                            Pending::Flag(flag, value) => self.set_flag(flag, value),
                            other => items.push(other),
                        }
                    }
                    next
                }
                _ => END,
            };
        }
        Ok(())
    }

    #[inline]
    pub(super) fn set_flag(&mut self, flag: FlagId, value: bool) {
        let (word, bit) = (flag.index() / 64, flag.index() % 64);
        self.flags[word] = self.flags[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// Whether the parts of blocks that a graph takes to collect nothing do so in this position.
    #[inline(never)]
    pub(super) fn assumes_rightly(&mut self, cx: &Cx<B>, graph: &Graph<B>) -> Result<bool, RuntimeError> {
        for &at in &graph.assumed {
            let gather = &graph.gathers[at as usize];
            self.gather(cx, gather, graph.start)?;
            if !self.gathered[gather.index()].items.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
