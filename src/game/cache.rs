//! Graphs and slices, made when they are first needed and shared by all positions of a game.

use super::bits::Bits;
use super::build::{Blocks, Mode, NODE_LIMIT, Workshop, bound_reach, specialise};
use super::core::Shared;
use super::distinct::are_drops_told;
use super::gather::Gathers;
use super::graph::Graph;
use super::patterns::Patterns;
use super::ripening::Ripening;
use super::slice::{Attack, Slice, Victim};
use super::state::Code;
use super::telling::Untold;
use super::threats::Threats;
use crate::compile::{Entry, Test};
use crate::ids::{MoveTypeId, PieceId, PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use crate::vm::Start;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// Nodes in all graphs of a game; what is needed beyond stays with the machine.
const NODE_BUDGET: usize = 1_500_000;
/// A graph may have so many nodes in any case.
const LEAST_LIMIT: usize = 256;
/// No cache is made for more (code, position) pairs.
const SLOT_LIMIT: usize = 1 << 22;

/// Made when it is first needed.
type Slot<T> = OnceLock<Box<T>>;

/// The drop blocks of a piece.
type DropBlocks<B> = Box<[Slot<Drops<B>>]>;

/// The graphs of a game.
#[derive(Debug)]
pub struct Cache<B> {
    positions: usize,
    moves: Box<[Slot<Moves<B>>]>,
    /// For each code its drop blocks.
    drops: Vec<DropBlocks<B>>,
    /// For each player all moves by patterns; of no player if that is out of the question.
    patterns: Box<[OnceLock<Option<Patterns<B>>>]>,
    /// All positions.
    pub everywhere: B,
    /// Pieces whose moves cannot be told by sets or followed one by one.
    pub untold: Untold,
    /// What the slices that were looked at say.
    pub threats: Threats<B>,
    nodes: AtomicUsize,
    /// For each code how many nodes a graph may have: less after each that had too many.
    limits: Box<[AtomicUsize]>,
    /// For each code how its blocks could be followed on other squares.
    tries: Box<[Tries]>,
    /// When graphs are to be made.
    ripening: Ripening,
    /// Parts of blocks that collect something.
    gathers: Gathers,
    workshop: Workshop,
    /// For moves without a type, and for each type, the piece types that have some, if not all have.
    movers: Box<[Option<Box<[PieceId]>>]>,
}

/// How the blocks of a piece could be followed on the squares looked at so far.
#[derive(Debug, Default)]
struct Tries {
    complete: Tried,
    assuming: Tried,
    large: Tried,
}

/// How it went in one mode.
#[derive(Debug, Default)]
struct Tried {
    /// It could be done.
    is_done: AtomicBool,
    /// How often it couldn't be done before that.
    vain: AtomicU8,
}

/// So often complete moves are tried in vain: on most squares it is no use then, but on some it would be.
const COMPLETE_LIMIT: u8 = 8;
/// So often an assumption is tried in vain.
const ASSUMING_LIMIT: u8 = 3;
/// So often large graphs are.
const LARGE_LIMIT: u8 = 2;

impl Tried {
    fn note(&self, is_done: bool) {
        if is_done {
            self.is_done.store(true, Ordering::Relaxed);
        } else if !self.is_done() {
            self.vain.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    fn is_hopeless(&self, limit: u8) -> bool {
        self.vain.load(Ordering::Relaxed) >= limit && !self.is_done()
    }
}

/// What it costs not to know what decides an attack, in instructions of the machine: many moves must be tried for it.
const UNKNOWN_COST: u64 = 1 << 18;

/// After so many squares in a row on which a drop block could not be followed, the rest are not tried.
const VAIN_DROPS: usize = 8;

impl Tries {
    /// Whether there is no hope for a mode, or no need of it.
    fn skips(&self, mode: Mode) -> bool {
        match mode {
            Mode::Complete => self.assuming.is_done() || self.complete.is_hopeless(COMPLETE_LIMIT),
            Mode::Assuming => self.assuming.is_hopeless(ASSUMING_LIMIT),
            Mode::Large => self.large.is_hopeless(LARGE_LIMIT),
            Mode::Collecting | Mode::Gathering => false,
        }
    }

    fn note(&self, mode: Mode, is_done: bool) {
        match mode {
            Mode::Complete => self.complete.note(is_done),
            Mode::Assuming => self.assuming.note(is_done),
            Mode::Large => self.large.note(is_done),
            Mode::Collecting | Mode::Gathering => {}
        }
    }
}

/// The moves of a piece of a player on a square.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // They are boxed as a whole, and nearly all are graphs.
pub enum Moves<B> {
    /// Specialised.
    Graph(Square<B>),
    /// To be run by the machine.
    Run {
        /// Where they start.
        start: Start,
        /// The positions that they could attack, if that can be told.
        reach: OnceLock<Option<B>>,
    },
}

/// The specialised moves of a piece of a player on a square.
#[derive(Debug)]
pub struct Square<B> {
    /// Its moves.
    pub graph: Graph<B>,
    /// Its moves where what the graph assumes does not hold; `None` if the machine must run them then.
    general: OnceLock<Option<Box<Graph<B>>>>,
    /// For each position in reach, lowest first.
    slices: Box<[Slot<Attack<B>>]>,
}

impl<B: Bits> Square<B> {
    /// See [`Moves::slice`].
    #[inline]
    pub fn slice(&self, shared: &Shared, target: PosId, victim: Victim) -> (&Slice<B>, Option<&[Test]>) {
        if !self.graph.reach.has(target) {
            return (&Slice::Never, Some(&[]));
        }
        let rank = self.graph.reach.rank(target);
        let make = || Box::new(Attack::new(&self.graph, target, shared));
        self.slices[rank].get_or_init(make).slice(&self.graph, target, victim, shared)
    }

    /// The graph to be walked where what the usual one assumes does not hold; `None` if there is none.
    pub fn without_assumptions(&self, shared: &Shared, cache: &Cache<B>, code: Code) -> Option<&Graph<B>> {
        let make = || {
            let start = self.graph.start;
            let entries = &shared.program.pieces[start.kind.index()].moves;
            cache.follow(shared, code, start, entries, Mode::Gathering).map(Box::new)
        };
        self.general.get_or_init(make).as_deref()
    }
}

impl<B: Bits> Moves<B> {
    /// The graph, if there is one.
    #[inline]
    pub fn graph(&self) -> Option<&Graph<B>> {
        match self {
            Moves::Graph(square) => Some(&square.graph),
            Moves::Run { .. } => None,
        }
    }

    /// What decides whether the piece attacks the target, given that this enemy stands there; and, if it is so for
    /// all those of whom some questions are answered no, these questions.
    #[inline]
    fn slice(
        &self,
        shared: &Shared,
        target: PosId,
        victim: Victim,
        note_reach: impl FnOnce(usize, bool),
    ) -> (&Slice<B>, Option<&[Test]>) {
        match self {
            Moves::Graph(square) => square.slice(shared, target, victim),
            Moves::Run { start, reach } => {
                let entries = &shared.program.pieces[start.kind.index()].moves;
                let bound = || {
                    let (reach, states) = bound_reach(&shared.program, *start, entries);
                    note_reach(states, reach.is_none());
                    reach
                };
                match reach.get_or_init(bound) {
                    Some(reach) if !reach.has(target) => (&Slice::Never, Some(&[])),
                    _ => (&Slice::Unknown, None),
                }
            }
        }
    }
}

/// The drops of a piece of a player by one block.
#[derive(Debug)]
pub struct Drops<B> {
    /// The block does no more than to drop the piece on any of these squares if it is empty; with how
    /// the turn goes on, packed.
    pub onto_empty: Option<(u16, B)>,
    /// The squares on which the block does nothing unless they are empty.
    pub if_empty: B,
    /// The squares on which it must be tried in any case.
    pub always: B,
    /// Its moves are told from each other and from all other moves.
    pub is_told: bool,
    /// For each position its graph; `None` if the machine must run the block.
    graphs: Box<[Option<Graph<B>>]>,
}

impl<B> Drops<B> {
    /// The drops on a position; `None` if the machine must run the block.
    #[inline]
    pub fn graph(&self, pos: PosId) -> Option<&Graph<B>> {
        self.graphs[pos.index()].as_ref()
    }
}

impl<B: Bits> Cache<B> {
    /// An empty cache for a game.
    pub fn new(shared: &Shared) -> Cache<B> {
        let tables = shared.tables();
        let codes = 1 + tables.players * tables.pieces;
        let slots = codes * tables.positions;
        let slots = if slots > SLOT_LIMIT { 0 } else { slots };
        let drop_blocks = |code: usize| {
            let kind = code.checked_sub(1).map(|c| c % tables.pieces);
            kind.map_or(0, |k| shared.program.pieces[k].drops.len())
        };
        let by_patterns = if is_told_by_patterns(shared) { tables.players } else { 0 };
        let words = B::empty(tables.positions).words().len();
        let mut everywhere = B::empty(tables.positions);
        (0..tables.positions).for_each(|p| everywhere.insert(PosId::from_index(p)));
        Cache {
            everywhere,
            untold: Untold::new(tables.players, codes * words),
            positions: tables.positions,
            patterns: (0..by_patterns).map(|_| OnceLock::new()).collect(),
            threats: Threats::new(tables.positions, codes),
            moves: (0..slots).map(|_| OnceLock::new()).collect(),
            drops: (0..codes).map(|c| (0..drop_blocks(c)).map(|_| OnceLock::new()).collect()).collect(),
            nodes: AtomicUsize::new(0),
            limits: (0..codes).map(|_| AtomicUsize::new(NODE_LIMIT)).collect(),
            tries: (0..codes).map(|_| Tries::default()).collect(),
            ripening: Ripening::new(slots, codes),
            gathers: Gathers::default(),
            workshop: Workshop::default(),
            movers: find_movers(shared),
        }
    }

    /// The piece types that have moves of a type, or without one; `None` if all have.
    #[inline]
    pub fn movers(&self, move_type: Option<MoveTypeId>) -> Option<&[PieceId]> {
        self.movers[move_type.map_or(0, |t| 1 + t.index())].as_deref()
    }

    /// The moves of what stands on a square; `None` if the board is too large for a cache.
    #[inline]
    pub fn moves(&self, shared: &Shared, code: Code, pos: PosId) -> Option<&Moves<B>> {
        let slot = self.moves.get(self.slot(code, pos))?;
        Some(slot.get_or_init(|| Box::new(self.make_moves(shared, code, pos))))
    }

    /// The same; `None` also as long as it is not worth it to make their graph: the machine is to run them.
    #[inline]
    pub fn ripe_moves(&self, shared: &Shared, code: Code, pos: PosId) -> Option<&Moves<B>> {
        let at = self.slot(code, pos);
        if let Some(moves) = self.moves.get(at)?.get() {
            return Some(moves);
        }
        if self.ripening.is_ripe(at, code) { self.moves(shared, code, pos) } else { None }
    }

    #[inline]
    fn slot(&self, code: Code, pos: PosId) -> usize {
        usize::from(code) * self.positions + pos.index()
    }

    /// Notes what the machine has spent on the moves of a piece on a square.
    pub fn spend(&self, code: Code, pos: PosId, fuel: u64) {
        self.ripening.spend(self.slot(code, pos), fuel);
    }

    /// What decides whether a piece attacks a target from a square, given that this enemy stands on the target.
    #[inline]
    pub fn slice(&self, shared: &Shared, code: Code, pos: PosId, target: PosId, victim: Victim) -> &Slice<B> {
        let Some(moves) = self.ripe_moves(shared, code, pos) else {
            self.ripening.spend(self.slot(code, pos), UNKNOWN_COST);
            return &Slice::Unknown;
        };
        if let Moves::Run { reach, .. } = moves
            && reach.get().is_none()
            && !self.ripening.is_reach_ripe(self.slot(code, pos), code)
        {
            self.ripening.spend(self.slot(code, pos), UNKNOWN_COST);
            return &Slice::Unknown;
        }
        let note_reach = |states, is_vain| self.ripening.note_reach(code, states, is_vain);
        let (slice, noes) = moves.slice(shared, target, victim, note_reach);
        if let Some(noes) = noes {
            self.threats.learn(code, target, pos, slice, noes);
        }
        slice
    }

    /// All moves of a player by patterns, if they can be told so.
    #[inline]
    pub fn patterns(&self, shared: &Shared, player: PlayerId) -> Option<&Patterns<B>> {
        let slot = self.patterns.get(player.index())?;
        slot.get_or_init(|| Patterns::find(self, shared, player)).as_ref()
    }

    fn make_moves(&self, shared: &Shared, code: Code, pos: PosId) -> Moves<B> {
        let (player, kind) = (shared.codes.player(code), shared.codes.kind(code));
        let start = Start { player, kind, pos, is_drop: false };
        let entries = &shared.program.pieces[kind.index()].moves;
        match self.specialise(shared, code, start, entries) {
            Some(graph) => {
                self.untold.forget(usize::from(code) * self.everywhere.words().len(), pos);
                let slices = (0..graph.reach.len()).map(|_| OnceLock::new()).collect();
                Moves::Graph(Square { graph, general: OnceLock::new(), slices })
            }
            None => Moves::Run { start, reach: OnceLock::new() },
        }
    }

    fn specialise(&self, shared: &Shared, code: Code, start: Start, entries: &[Entry]) -> Option<Graph<B>> {
        if self.nodes.load(Ordering::Relaxed) > NODE_BUDGET {
            return None;
        }
        let tries = &self.tries[usize::from(code)];
        let looked = self.gathers.looked();
        for mode in Mode::FIRST {
            if tries.skips(mode) || mode == Mode::Assuming && start.is_drop {
                continue;
            }
            let graph = self.follow(shared, code, start, entries, mode);
            tries.note(mode, graph.is_some());
            if let Some(graph) = graph {
                let graph = if graph.collects_movements() && !tries.skips(Mode::Large) {
                    let large = self.follow(shared, code, start, entries, Mode::Large);
                    tries.note(Mode::Large, large.is_some());
                    large.unwrap_or(graph)
                } else {
                    graph
                };
                if !start.is_drop {
                    self.ripening.note_made(code, graph.nodes.len() + self.gathers.looked() - looked);
                }
                return Some(graph);
            }
        }
        let limit = &self.limits[usize::from(code)];
        let allowed = limit.load(Ordering::Relaxed);
        if !start.is_drop {
            self.ripening.note_vain(code, 2 * allowed);
        }
        limit.store((allowed / 2).max(LEAST_LIMIT), Ordering::Relaxed);
        None
    }

    /// Follows blocks in one mode.
    fn follow(
        &self,
        shared: &Shared,
        code: Code,
        start: Start,
        entries: &[Entry],
        mode: Mode,
    ) -> Option<Graph<B>> {
        let allowed = self.limits[usize::from(code)].load(Ordering::Relaxed);
        let (program, gathers, workshop) = (&shared.program, &self.gathers, &self.workshop);
        let blocks = Blocks { program, start, entries, gathers, workshop };
        let graph: Option<Graph<B>> = specialise(blocks, mode, allowed);
        if let Some(graph) = &graph {
            self.nodes.fetch_add(graph.nodes.len(), Ordering::Relaxed);
        }
        graph
    }

    /// The drops of a piece by one block; `None` if the board is too large for a cache.
    pub fn drops(&self, shared: &Shared, code: Code, block: usize) -> Option<&Drops<B>> {
        if self.moves.is_empty() {
            return None;
        }
        let slot = &self.drops[usize::from(code)][block];
        Some(slot.get_or_init(|| Box::new(self.make_drops(shared, code, block))))
    }

    fn make_drops(&self, shared: &Shared, code: Code, block: usize) -> Drops<B> {
        let (player, kind) = (shared.codes.player(code), shared.codes.kind(code));
        let entry = &shared.program.pieces[kind.index()].drops[block..=block];
        let squares = &shared.tables().squares;
        let mut graphs: Box<[Option<Graph<B>>]> = (0..self.positions).map(|_| None).collect();
        let mut vain = 0;
        for &pos in squares {
            let graph = self.specialise(shared, code, Start { player, kind, pos, is_drop: true }, entry);
            vain = if graph.is_some() { 0 } else { vain + 1 };
            graphs[pos.index()] = graph;
            if vain == VAIN_DROPS {
                break;
            }
        }
        let (mut if_empty, mut always) = (B::empty(self.positions), B::empty(self.positions));
        for &pos in squares {
            match &graphs[pos.index()] {
                Some(graph) if !graph.has_moves() => {}
                Some(graph) if graph.needs_empty(pos) => if_empty.insert(pos),
                _ => always.insert(pos),
            }
        }
        let mut onto = B::empty(self.positions);
        let mut then = None;
        let is_plain = squares.iter().all(|&pos| {
            let Some(graph) = &graphs[pos.index()] else { return false };
            match graph.drop_onto_empty(pos) {
                Some(None) => true,
                Some(Some(t)) if then.is_none_or(|old| old == t) => {
                    then = Some(t);
                    onto.insert(pos);
                    true
                }
                _ => false,
            }
        });
        let onto_empty = then.filter(|_| is_plain).map(|then| (then, onto));
        let is_told = squares.iter().all(|pos| graphs[pos.index()].is_some())
            && are_drops_told(graphs.iter().flatten());
        Drops { onto_empty, if_empty, always, is_told, graphs }
    }
}

/// See [`Cache::movers`].
fn find_movers(shared: &Shared) -> Box<[Option<Box<[PieceId]>>]> {
    let types = (0..shared.rules.move_types.len()).map(MoveTypeId::from_index);
    let has = |kind: &PieceId, t| shared.program.pieces[kind.index()].moves.iter().any(|e| e.move_type == t);
    let all = || (0..shared.program.pieces.len()).map(PieceId::from_index);
    std::iter::once(None)
        .chain(types.map(Some))
        .map(|t| (!all().all(|kind| has(&kind, t))).then(|| all().filter(|kind| has(kind, t)).collect()))
        .collect()
}

/// Whether the moves of a game may be told by patterns: they are legal as they stand, and nothing is passed that
/// could be moved.
fn is_told_by_patterns(shared: &Shared) -> bool {
    let options = &shared.rules.options;
    shared.goals.royals.is_empty()
        && !shared.has_neutral
        && options.maximal_captures == MaximalCaptures::No
        && options.pass_turn != PassTurn::Always
        && !options.recycle_promotions
}
