//! How much of the last move the rules look at.
//!
//! The hash of a position for the rules holds what `last-from?` and `last-to?` see. For a search that
//! is too much: chess asks for the last move only to take in passing, and two ways to one position
//! would hardly ever meet if they had to end with the same move.

use crate::compile::{Op, Test};
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};
use crate::game::graph::{END, Graph, Node};
use crate::game::hash::other_key;
use crate::game::state::Code;
use crate::ids::PosId;
use rustc_hash::FxHashMap;

/// What the legal moves of a position depend on besides board, stocks and turn.
#[derive(Clone, Debug)]
pub(crate) enum Last {
    /// Nothing.
    Never,
    /// The last move, if it came from one of the first places and went to one of the others.
    Pair(Places, Places),
    /// The last move.
    Always,
}

/// Places that matter.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    asked: Vec<bool>,
    /// All places matter, even none at all.
    all: bool,
}

impl Places {
    #[inline]
    fn has(&self, pos: PosId) -> bool {
        self.all || self.asked.get(pos.index()).copied().unwrap_or(false)
    }
}

/// More (piece, square) pairs than this are not looked at.
const MOST_PAIRS: usize = 60_000;

impl Last {
    /// Looks at all blocks of a game.
    pub fn new<B: Bits>(cx: &Cx<B>) -> Last {
        let code = &cx.program.code;
        let asks = |op: &Op| matches!(op, Op::Branch { test: Test::LastFrom | Test::LastTo, .. });
        if code.iter().any(|op| matches!(op, Op::GoLastFrom | Op::GoLastTo)) {
            return Last::Always;
        }
        if !code.iter().any(asks) {
            return Last::Never;
        }
        Last::pairs(cx).unwrap_or(Last::Always)
    }

    fn pairs<B: Bits>(cx: &Cx<B>) -> Option<Last> {
        let tables = cx.tables();
        let codes = (tables.players * tables.pieces) as Code;
        if usize::from(codes) * tables.positions > MOST_PAIRS {
            return None;
        }
        let none = Places { asked: vec![false; tables.positions], all: false };
        let (mut from, mut to) = (none.clone(), none);
        for code in 1..=codes {
            let blocks = &cx.program.pieces[cx.codes.kind(code).index()];
            for pos in (0..tables.positions).map(PosId::from_index) {
                if !blocks.moves.is_empty() {
                    look(cx.cache.moves(cx, code, pos)?.graph()?, &mut from, &mut to);
                }
            }
            for block in 0..blocks.drops.len() {
                let drops = cx.cache.drops(cx, code, block)?;
                for &pos in &tables.squares {
                    look(drops.graph(pos)?, &mut from, &mut to);
                }
            }
        }
        Some(Last::Pair(from, to))
    }

    /// The hash of all that the legal moves of the present position depend on.
    #[inline]
    pub fn key<B: Bits>(&self, core: &Core<B>) -> u64 {
        let turn = &core.state.turn;
        match self {
            Last::Never => core.key(),
            Last::Pair(from, to) => {
                let (f, t) = (turn.last_from, turn.last_to);
                let matters = from.has(f) && to.has(t);
                if matters {
                    core.key() ^ other_key(7, u64::from(f.0) << 16 | u64::from(t.0))
                } else {
                    core.key()
                }
            }
            Last::Always => core.search_key(),
        }
    }
}

/// Adds the places that a graph asks about.
fn look<B: Bits>(graph: &Graph<B>, from: &mut Places, to: &mut Places) {
    let mut has_any = false;
    for node in &graph.nodes {
        if let Node::Ask { test, pos, .. } = *node {
            match test {
                Test::LastFrom => from.asked[pos.index()] = true,
                Test::LastTo => to.asked[pos.index()] = true,
                _ => continue,
            }
            has_any = true;
        }
    }
    if has_any {
        from.all |= !is_free_of(graph, Test::LastTo, Test::LastFrom);
        to.all |= !is_free_of(graph, Test::LastFrom, Test::LastTo);
    }
}

/// Whether no question of one kind is left when all those of another kind are answered with no.
fn is_free_of<B: Bits>(graph: &Graph<B>, asked: Test, denied: Test) -> bool {
    let nodes = &graph.nodes;
    let mut memo: FxHashMap<u32, u32> = FxHashMap::default();
    let mut shared: FxHashMap<Node, u32> = FxHashMap::default();
    memo.insert(END, END);
    let mut stack: Vec<u32> = graph.parts.iter().map(|p| p.root).collect();
    while let Some(&node) = stack.last() {
        if memo.contains_key(&node) {
            stack.pop();
            continue;
        }
        let (a, b) = match nodes[node as usize] {
            Node::End => (END, END),
            Node::Add { next, .. }
            | Node::Begin { next }
            | Node::Collect { next, .. }
            | Node::AddCollected { next, .. }
            | Node::Gather { next, .. } => (next, next),
            Node::Ask { test, no, .. } if test == denied => (no, no),
            Node::Ask { yes, no, .. } => (yes, no),
        };
        if !memo.contains_key(&a) {
            stack.push(a);
            continue;
        }
        if !memo.contains_key(&b) {
            stack.push(b);
            continue;
        }
        let (a, b) = (memo[&a], memo[&b]);
        let reduced = match nodes[node as usize] {
            Node::End => END,
            Node::Ask { test, .. } if test == denied => a,
            Node::Ask { .. } if a == b => a,
            Node::Ask { test, .. } if test == asked => return false,
            Node::Ask { test, pos, .. } => unique(&mut shared, Node::Ask { test, pos, yes: a, no: b }, node),
            other => unique(&mut shared, other.with_links(a, a), node),
        };
        memo.insert(node, reduced);
        stack.pop();
    }
    true
}

fn unique(shared: &mut FxHashMap<Node, u32>, node: Node, index: u32) -> u32 {
    *shared.entry(node).or_insert(index)
}
