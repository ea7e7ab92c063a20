//! What of a graph decides whether its piece attacks one square.
//!
//! A slice is the graph with everything taken out that cannot lead to a move which
//! arrives or captures on the target, given that an enemy stands there. Mostly no
//! more is left than "these squares are empty": then it is one mask.

use super::bits::Bits;
use super::graph::{END, Graph, Node};
use super::mv::Effect;
use crate::compile::Test;
use crate::ids::PosId;
use rustc_hash::FxHashMap;

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

/// Slices a graph for a target on which an enemy of the piece's player stands.
pub fn slice<B: Bits>(graph: &Graph<B>, target: PosId, positions: usize) -> Slice<B> {
    // A move that is put together on the way attacks by its last movement; if something that is
    // collected may attack, it depends on the way.
    if graph.collects_attack(target) {
        return Slice::Unknown;
    }
    let mut slicer = Slicer {
        graph,
        target,
        nodes: vec![Node::End, Node::End],
        memo: vec![OPEN; graph.nodes.len()],
        shared: FxHashMap::default(),
    };
    // A part that does not attack goes on with the next part.
    let mut root = END;
    for part in graph.parts.iter().rev() {
        slicer.memo.fill(OPEN);
        root = slicer.reduce(part.root, root);
    }
    match root {
        END => Slice::Never,
        ATTACKED => Slice::Empties(B::empty(positions)),
        _ => slicer.finish(root, positions),
    }
}

fn arrives(last: Effect, target: PosId) -> bool {
    matches!(last, Effect::Move { to, .. } if to == target)
}

struct Slicer<'a, B> {
    graph: &'a Graph<B>,
    target: PosId,
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
                Node::End => after,
                Node::AddCollected { added, .. }
                    if arrives(self.graph.added[added as usize].last, self.target) =>
                {
                    ATTACKED
                }
                Node::Begin { next } | Node::Collect { next, .. } | Node::AddCollected { next, .. } => {
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
            _ => None,
        }
    }

    fn finish(self, root: u32, positions: usize) -> Slice<B> {
        // A chain of "empty?" whose every other answer is no is a mask.
        let mut mask = B::empty(positions);
        let mut node = root;
        while let Node::Ask { test: Test::Empty, pos, yes, no: END } = self.nodes[node as usize] {
            mask.insert(pos);
            if yes == ATTACKED {
                return Slice::Empties(mask);
            }
            node = yes;
        }
        let mut asked = B::empty(positions);
        let mut is_wide = false;
        for node in &self.nodes {
            if let Node::Ask { test, pos, .. } = *node {
                asked.insert(pos);
                is_wide |= !matches!(
                    test,
                    Test::Empty | Test::Friend | Test::Enemy | Test::Neutral | Test::Piece(_) | Test::Attr(_)
                );
            }
        }
        Slice::Graph { nodes: self.nodes.into(), root, asked, is_wide }
    }
}
