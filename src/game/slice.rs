//! What of a graph decides whether its piece attacks one square.
//!
//! A slice is the graph with everything taken out that cannot lead to a move which
//! arrives or captures on the target, given that an enemy stands there. Mostly no
//! more is left than "these squares are empty": then it is one mask.

use super::bits::Bits;
use super::core::Shared;
use super::gather::is_about_squares;
use super::graph::{Changes, END, Graph, Node, Part, is_about_board, post_order};
use super::mv::Effect;
use super::simplify::{Fact, Known, Task, simplify};
use super::state::Code;
use super::targets::Ways;
use crate::compile::Test;
use crate::ids::PosId;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A condition for an attack on one square by one piece.
#[derive(Clone, Debug)]
pub enum Slice<B> {
    /// Never.
    Never,
    /// Only running the moves can tell.
    Unknown,
    /// If all these squares are empty (no square: always).
    Empties(B),
    /// If the graph leads to [`ATTACKED`]; `asked` are the squares that it asks about.
    Graph {
        /// Its nodes: only [`Node::Ask`], and [`END`] (no) and [`ATTACKED`] (yes).
        nodes: Box<[Node]>,
        /// Where it begins.
        root: u32,
        /// The squares that it asks about.
        asked: B,
        /// It asks about more than what stands on squares: the last move, attacks.
        is_wide: bool,
    },
}

/// The index of the node that means yes.
pub const ATTACKED: u32 = 1;

/// Not yet reduced.
const OPEN: u32 = u32::MAX;

/// What stands on a target: its code and attributes.
pub type Victim = (Code, u64);

/// No more questions about a target are answered in advance.
const VICTIM_LIMIT: usize = 4;

/// What decides whether a piece attacks a target.
#[derive(Debug)]
pub enum Attack<B> {
    /// The same whatever stands there, as long as it is an enemy.
    Any(Slice<B>),
    /// It depends on what stands there: a slice for each way to answer the questions about it, made when it is
    /// first needed.
    ByVictim {
        /// The questions.
        tests: Box<[Test]>,
        /// By the answers: that to the first question is the lowest bit.
        slices: Box<[OnceLock<Slice<B>>]>,
    },
}

impl<B: Bits> Attack<B> {
    /// Of a piece with this graph.
    pub fn new(graph: &Graph<B>, target: PosId, shared: &Shared) -> Attack<B> {
        let mut tests = Vec::new();
        for node in &graph.nodes {
            if let Node::Ask { test: test @ (Test::Piece(_) | Test::Attr(_)), pos, .. } = *node
                && pos == target
                && !tests.contains(&test)
            {
                tests.push(test);
            }
        }
        if tests.is_empty() || tests.len() > VICTIM_LIMIT {
            return Attack::Any(slice(graph, target, &[], shared));
        }
        let slices = (0..1 << tests.len()).map(|_| OnceLock::new()).collect();
        Attack::ByVictim { tests: tests.into(), slices }
    }

    /// The slice for what stands on the target; and, if it is the one for all those of whom some questions are answered
    /// no, these questions.
    #[inline]
    pub fn slice(
        &self,
        graph: &Graph<B>,
        target: PosId,
        victim: Victim,
        shared: &Shared,
    ) -> (&Slice<B>, Option<&[Test]>) {
        match self {
            Attack::Any(slice) => (slice, Some(&[])),
            Attack::ByVictim { tests, slices } => {
                let mut answers = 0;
                for (i, &test) in tests.iter().enumerate() {
                    answers |= usize::from(is_so(test, victim, shared)) << i;
                }
                let slice = slices[answers].get_or_init(|| {
                    let facts: Vec<Fact> =
                        tests.iter().map(|&test| (target, test, is_so(test, victim, shared))).collect();
                    slice(graph, target, &facts, shared)
                });
                (slice, (answers == 0).then_some(&**tests))
            }
        }
    }
}

fn is_so(test: Test, (code, attrs): Victim, shared: &Shared) -> bool {
    match test {
        Test::Piece(kind) => code != 0 && shared.codes.kind(code) == kind,
        Test::Attr(attr) => attrs >> attr.0 & 1 != 0,
        _ => false,
    }
}

/// Slices a graph for a target on which an enemy of the piece's player stands, of whom this is known.
fn slice<B: Bits>(graph: &Graph<B>, target: PosId, facts: &[Fact], shared: &Shared) -> Slice<B> {
    if let Changes::Simple | Changes::Local = graph.changes
        && let Some(targets) = graph.targets.as_ref().filter(|targets| targets.is_all())
    {
        match targets.ways_to(target) {
            Ways::Never => return Slice::Never,
            Ways::Empty(squares) => return Slice::Empties(squares),
            Ways::More => {}
        }
    }
    // A move that is put together on the way attacks by its last movement; if something that is
    // collected may attack, it depends on the way.
    if graph.collects_attack(target) {
        return Slice::Unknown;
    }
    let mut slicer = Slicer {
        graph,
        leads: leads(graph, target),
        target,
        facts,
        nodes: vec![Node::End, Node::End],
        memo: vec![OPEN; graph.nodes.len()],
        shared: FxHashMap::default(),
    };
    // A part that does not attack goes on with the next part.
    let mut root = END;
    for part in graph.parts.iter().rev() {
        if slicer.leads[part.root as usize] {
            slicer.memo.fill(OPEN);
            root = slicer.reduce(part.root, root);
        }
    }
    let positions = shared.tables().positions;
    if let Some(slice) = mask(&slicer.nodes, root, positions) {
        return slice;
    }
    let known = Known { facts: &[], has_neutral: shared.has_neutral };
    let Some(order) = post_order(&slicer.nodes, &[Part { move_type: None, root }]) else {
        return Slice::Unknown;
    };
    let mut roots = [root];
    let nodes = simplify(Task { nodes: &slicer.nodes, ends: 2, order: &order, known }, &mut roots);
    mask(&nodes, roots[0], positions).unwrap_or_else(|| finish(nodes, roots[0], positions))
}

/// The slice, if it is no more than a mask: a chain of "empty?" whose every other answer is no.
fn mask<B: Bits>(nodes: &[Node], root: u32, positions: usize) -> Option<Slice<B>> {
    let mut mask = B::empty(positions);
    let mut node = root;
    while let Node::Ask { test: Test::Empty, pos, yes, no: END } = nodes[node as usize] {
        mask.insert(pos);
        node = yes;
    }
    match node {
        END => Some(Slice::Never),
        ATTACKED => Some(Slice::Empties(mask)),
        _ => None,
    }
}

/// For each node whether some way from it leads to an attack on the target: what is behind the others need not be
/// looked at.
fn leads<B: Bits>(graph: &Graph<B>, target: PosId) -> Vec<bool> {
    let mut leads = vec![false; graph.nodes.len()];
    // Each node stands behind those that it leads to.
    for (at, &node) in graph.nodes.iter().enumerate() {
        leads[at] = match node {
            Node::Ask { yes, no, .. } => leads[yes as usize] || leads[no as usize],
            Node::Add { head, next } => {
                leads[next as usize] || graph.touches(graph.heads[head as usize], target)
            }
            Node::AddCollected { added, next } => {
                leads[next as usize] || arrives(graph.added[added as usize].last, target)
            }
            Node::Begin { next } | Node::Collect { next, .. } | Node::Gather { next, .. } => {
                leads[next as usize]
            }
            Node::End => false,
        };
    }
    leads
}

fn arrives(last: Effect, target: PosId) -> bool {
    matches!(last, Effect::Move { to, .. } if to == target)
}

struct Slicer<'a, B> {
    graph: &'a Graph<B>,
    /// See [`leads`].
    leads: Vec<bool>,
    target: PosId,
    /// What is known of the enemy there.
    facts: &'a [Fact],
    nodes: Vec<Node>,
    /// Reduced nodes of the present part, by node.
    memo: Vec<u32>,
    /// Equal nodes are one.
    shared: FxHashMap<Node, u32>,
}

impl<B: Bits> Slicer<'_, B> {
    /// Reduces what hangs on a node; the end of the part becomes `after`. Works off an
    /// explicit stack: graphs are as deep as they are long.
    fn reduce(&mut self, root: u32, after: u32) -> u32 {
        self.memo[END as usize] = after;
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            if self.memo[node as usize] != OPEN {
                stack.pop();
                continue;
            }
            let missing = |slicer: &Self, n: u32| slicer.memo[n as usize] == OPEN;
            let reduced = match self.graph.nodes[node as usize] {
                _ if !self.leads[node as usize] => after,
                Node::End => after,
                Node::AddCollected { added, .. }
                    if arrives(self.graph.added[added as usize].last, self.target) =>
                {
                    ATTACKED
                }
                Node::Begin { next }
                | Node::Collect { next, .. }
                | Node::AddCollected { next, .. }
                | Node::Gather { next, .. } => {
                    if missing(self, next) {
                        stack.push(next);
                        continue;
                    }
                    self.memo[next as usize]
                }
                Node::Add { head, next } => {
                    if self.graph.touches(self.graph.heads[head as usize], self.target) {
                        ATTACKED
                    } else if missing(self, next) {
                        stack.push(next);
                        continue;
                    } else {
                        self.memo[next as usize]
                    }
                }
                Node::Ask { test, pos, yes, no } => match self.known(test, pos) {
                    Some(answer) => {
                        let way = if answer { yes } else { no };
                        if missing(self, way) {
                            stack.push(way);
                            continue;
                        }
                        self.memo[way as usize]
                    }
                    None => {
                        if missing(self, yes) {
                            stack.push(yes);
                            continue;
                        }
                        if missing(self, no) {
                            stack.push(no);
                            continue;
                        }
                        let (yes, no) = (self.memo[yes as usize], self.memo[no as usize]);
                        self.node(test, pos, yes, no)
                    }
                },
            };
            self.memo[node as usize] = reduced;
            stack.pop();
        }
        self.memo[root as usize]
    }

    fn node(&mut self, test: Test, pos: PosId, yes: u32, no: u32) -> u32 {
        if yes == no {
            return yes;
        }
        let node = Node::Ask { test, pos, yes, no };
        let next = self.nodes.len() as u32;
        let index = *self.shared.entry(node).or_insert(next);
        if index == next {
            self.nodes.push(node);
        }
        index
    }

    /// What is known of the target: an enemy stands there.
    fn known(&self, test: Test, pos: PosId) -> Option<bool> {
        if pos != self.target {
            return None;
        }
        match test {
            Test::Empty | Test::Friend | Test::Neutral => Some(false),
            Test::Enemy => Some(true),
            _ => self.facts.iter().find(|fact| fact.1 == test).map(|fact| fact.2),
        }
    }
}

fn finish<B: Bits>(nodes: Vec<Node>, root: u32, positions: usize) -> Slice<B> {
    let mut asked = B::empty(positions);
    let mut is_wide = false;
    for node in &nodes {
        if let Node::Ask { test, pos, .. } = *node {
            if !is_about_board(test) {
                // What the flags are depends on the way.
                return Slice::Unknown;
            }
            asked.insert(pos);
            is_wide |= !is_about_squares(test);
        }
    }
    Slice::Graph { nodes: nodes.into(), root, asked, is_wide }
}
