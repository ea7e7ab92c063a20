//! Graphs and slices, made when they are first needed and shared by all positions of a game.

use super::bits::Bits;
use super::core::Shared;
use super::graph::{Graph, specialise};
use super::slice::{Slice, slice};
use super::state::Code;
use crate::ids::PosId;
use crate::vm::Start;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Nodes in all graphs of a game; what is needed beyond stays with the machine.
const NODE_BUDGET: usize = 4_000_000;
/// No cache is made for more (code, position) pairs.
const SLOT_LIMIT: usize = 1 << 22;

type Slot<T> = OnceLock<Option<Box<T>>>;

/// The graphs of a game.
#[derive(Debug)]
pub struct Cache<B> {
    positions: usize,
    moves: Box<[Slot<Square<B>>]>,
    drops: Box<[Slot<Graph<B>>]>,
    nodes: AtomicUsize,
    /// For each code: some square of it could not be followed, so no other is tried.
    is_hard: Box<[AtomicBool]>,
}

/// The moves of a piece of a player on a square.
#[derive(Debug)]
pub struct Square<B> {
    /// Its moves.
    pub graph: Graph<B>,
    /// For each position in reach, lowest first.
    slices: Box<[OnceLock<Slice<B>>]>,
}

impl<B: Bits> Square<B> {
    /// What decides whether the piece attacks the target, given that an enemy stands there.
    #[inline]
    pub fn slice(&self, target: PosId, positions: usize) -> Option<&Slice<B>> {
        if !self.graph.reach.has(target) {
            return None;
        }
        let rank = self.graph.reach.rank(target);
        Some(self.slices[rank].get_or_init(|| slice(&self.graph, target, positions)))
    }
}

impl<B: Bits> Cache<B> {
    /// An empty cache for a game.
    pub fn new(shared: &Shared) -> Cache<B> {
        let tables = shared.tables();
        let slots = (1 + tables.players * tables.pieces) * tables.positions;
        let slots = if slots > SLOT_LIMIT { 0 } else { slots };
        Cache {
            positions: tables.positions,
            moves: (0..slots).map(|_| OnceLock::new()).collect(),
            drops: (0..slots).map(|_| OnceLock::new()).collect(),
            nodes: AtomicUsize::new(0),
            is_hard: (0..2 * (1 + tables.players * tables.pieces)).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The moves of what stands on a square; `None` if the machine must run them.
    #[inline]
    pub fn square(&self, shared: &Shared, code: Code, pos: PosId) -> Option<&Square<B>> {
        let slot = self.moves.get(usize::from(code) * self.positions + pos.index())?;
        slot.get_or_init(|| self.make_square(shared, code, pos)).as_deref()
    }

    fn make_square(&self, shared: &Shared, code: Code, pos: PosId) -> Option<Box<Square<B>>> {
        let graph = self.graph(shared, code, pos, false)?;
        let slices = (0..graph.reach.len()).map(|_| OnceLock::new()).collect();
        Some(Box::new(Square { graph, slices }))
    }

    /// The drops of a piece on a square.
    pub fn drop_graph(&self, shared: &Shared, code: Code, pos: PosId) -> Option<&Graph<B>> {
        let slot = self.drops.get(usize::from(code) * self.positions + pos.index())?;
        slot.get_or_init(|| self.graph(shared, code, pos, true).map(Box::new)).as_deref()
    }

    fn graph(&self, shared: &Shared, code: Code, pos: PosId, is_drop: bool) -> Option<Graph<B>> {
        let is_hard = &self.is_hard[2 * usize::from(code) + usize::from(is_drop)];
        if is_hard.load(Ordering::Relaxed) || self.nodes.load(Ordering::Relaxed) > NODE_BUDGET {
            return None;
        }
        let (player, kind) = (shared.codes.player(code), shared.codes.kind(code));
        let blocks = &shared.program.pieces[kind.index()];
        let entries = if is_drop { &blocks.drops } else { &blocks.moves };
        let graph = specialise(&shared.program, Start { player, kind, pos, is_drop }, entries);
        let Some(graph) = graph else {
            is_hard.store(true, Ordering::Relaxed);
            return None;
        };
        self.nodes.fetch_add(graph.nodes.len(), Ordering::Relaxed);
        Some(graph)
    }
}
