//! Where a piece can get to: the graph of (piece, square) pairs.

use crate::compile::NO_POS;
use crate::game::bits::Bits;
use crate::game::cache::Moves;
use crate::game::core::{Core, Cx};
use crate::game::movebuf::{Head, MoveBuf};
use crate::game::state::Code;
use crate::game::{Effect, RuntimeError};
use crate::ids::{PieceId, PlayerId, PosId};

/// No more (piece, square) pairs than this are looked at.
const MOST_NODES: usize = 40_000;

/// A piece on a square.
pub(super) type Node = (Code, PosId);

/// All pairs that can come up, as far as single moves tell.
pub(super) struct Reach {
    positions: usize,
    /// For each code and square the index of the pair and 1; 0 where it cannot come up.
    index: Vec<u32>,
    /// The pairs.
    pub nodes: Vec<Node>,
    /// For each pair the pairs that one move of the piece leads to.
    pub edges: Vec<Vec<u32>>,
    /// There are more pairs than were looked at.
    pub is_cut: bool,
}

impl Reach {
    /// Begins with the pieces of the initial position and all drops. `samples` stand in for blocks that
    /// cannot be followed on their own.
    pub fn find<B: Bits>(cx: &Cx<B>, start: &Core<B>, samples: &[Core<B>]) -> Result<Reach, RuntimeError> {
        let positions = cx.tables().positions;
        let codes = 1 + cx.tables().players * cx.tables().pieces;
        let mut reach = Reach {
            positions,
            index: vec![0; codes * positions],
            nodes: Vec::new(),
            edges: Vec::new(),
            is_cut: false,
        };
        for (i, &code) in start.state.cells.iter().enumerate() {
            if code != 0 {
                reach.node((code, PosId::from_index(i)));
            }
        }
        reach.add_drops(cx);
        let mut samples = samples.to_vec();
        let mut at = 0;
        while at < reach.nodes.len() {
            let (code, pos) = reach.nodes[at];
            let mut targets = Vec::new();
            // A graph that puts its moves together on the way does not list them.
            let graph = cx.cache.moves(cx, code, pos).and_then(Moves::graph);
            if let Some(graph) = graph.filter(|g| !g.is_collecting()) {
                for &head in &graph.heads {
                    let effects = if head.is_simple() { &[] } else { graph.effects(head) };
                    reach.follow(cx, (code, pos), head, effects, &mut targets);
                }
            } else {
                let mut buf = MoveBuf::default();
                for sample in samples.iter_mut().take(4) {
                    buf.clear();
                    sample.moves_from(cx, code, pos, &mut buf)?;
                    for &head in &buf.heads {
                        reach.follow(cx, (code, pos), head, buf.effects(head), &mut targets);
                    }
                }
            }
            targets.sort_unstable();
            targets.dedup();
            reach.edges.push(targets);
            at += 1;
        }
        Ok(reach)
    }

    /// The index of a pair that can come up.
    pub fn get(&self, (code, pos): Node) -> Option<usize> {
        (self.index[usize::from(code) * self.positions + pos.index()] as usize).checked_sub(1)
    }

    fn node(&mut self, node: Node) -> Option<u32> {
        let slot = usize::from(node.0) * self.positions + node.1.index();
        if self.index[slot] == 0 {
            if self.nodes.len() >= MOST_NODES {
                self.is_cut = true;
                return None;
            }
            self.nodes.push(node);
            self.index[slot] = self.nodes.len() as u32;
        }
        Some(self.index[slot] - 1)
    }

    fn add_drops<B: Bits>(&mut self, cx: &Cx<B>) {
        for (kind, piece) in cx.program.pieces.iter().enumerate() {
            if piece.drops.is_empty() {
                continue;
            }
            for player in (0..cx.tables().players).map(PlayerId::from_index) {
                let code = cx.codes.code(player, PieceId::from_index(kind));
                let blocks = (0..piece.drops.len()).filter_map(|block| cx.cache.drops(cx, code, block));
                let squares = || cx.tables().squares.iter().copied();
                let graphs = blocks.flat_map(|drops| squares().map(move |pos| (pos, drops.graph(pos))));
                for (pos, graph) in graphs {
                    let Some(graph) = graph else { continue };
                    for &head in &graph.heads {
                        let mut targets = Vec::new();
                        self.follow(cx, (code, pos), head, graph.effects(head), &mut targets);
                    }
                }
            }
        }
    }

    /// Adds the pairs that a move leads to: first of all the piece that moves, then new ones.
    fn follow<B: Bits>(
        &mut self,
        cx: &Cx<B>,
        start: Node,
        head: Head,
        effects: &[Effect],
        targets: &mut Vec<u32>,
    ) {
        if head.is_simple() {
            targets.extend(self.node((start.0, head.to)));
            return;
        }
        let (mut code, mut at) = start;
        for effect in effects {
            match *effect {
                Effect::Move { from, to, .. } if from == at => at = to,
                Effect::Drop { pos, .. } => at = pos,
                Effect::ChangeType { pos, piece } | Effect::Promote { pos, piece } if pos == at => {
                    code = cx.codes.code(cx.codes.player(code), piece);
                }
                Effect::ChangeOwner { pos, player } if pos == at => {
                    code = cx.codes.code(player, cx.codes.kind(code));
                }
                Effect::Flip { pos } if pos == at => {
                    let next = cx.tables().flip[cx.codes.player(code).index()];
                    code = cx.codes.code(next, cx.codes.kind(code));
                }
                Effect::Capture { pos } if pos == at => at = NO_POS,
                Effect::Create { player, piece, pos } => {
                    let _ = self.node((cx.codes.code(player, piece), pos));
                }
                _ => {}
            }
        }
        if at != NO_POS && (at != start.1 || code != start.0) {
            targets.extend(self.node((code, at)));
        } else if at != NO_POS {
            let _ = self.node((code, at));
        }
    }
}
