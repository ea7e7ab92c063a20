//! The rules engine of one position: state, history, scratch memory.
//!
//! Generic over the width of position sets; [`Position`](super::Position) hides
//! the width behind the [`Engine`](super::engine::Engine) trait.

use super::bits::Bits;
use super::cache::Cache;
use super::gather::{Flags, Gathered};
use super::goals::Goals;
use super::hash::{Keys, other_key};
use super::kept::KeptMoves;
use super::kept_targets::KeptTargets;
use super::make::{Frame, Next};
use super::maximal::Chain;
use super::movebuf::MoveBuf;
use super::mv::Continuation;
use super::outcome::{Outcome, RuntimeError};
use super::patterns::Places;
use super::repeated::Repeated;
use super::state::{Code, Codes, State, Undo};
use super::tally::Tally;
use crate::compile::{NO_POS, Program, Tables};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::vm::{Items, Reads, Recall, Run};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Instructions for one list of moves, if nobody says otherwise.
pub const DEFAULT_FUEL: u64 = 100_000_000;

/// What all positions of a game share.
#[derive(Debug)]
pub struct Shared {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Their program.
    pub program: Program,
    /// Zobrist keys.
    pub keys: Keys,
    /// Codes of pieces.
    pub codes: Codes,
    /// What the goals need.
    pub goals: Goals,
    /// The piece types that have drops.
    pub droppable: Box<[PieceId]>,
    /// Some piece type has moves; in some games all is dropped.
    pub has_moves: bool,
    /// Some player is neutral.
    pub has_neutral: bool,
    /// For each turn-order entry what follows it.
    pub flow: Box<[Next]>,
    /// Captured pieces go to the stock.
    pub recycles_captures: bool,
}

impl Shared {
    /// The board tables.
    #[inline(always)]
    pub fn tables(&self) -> &Tables {
        &self.program.tables
    }
}

/// What the engine needs beside its state: what all positions share, and the graphs made so far.
#[derive(Debug)]
pub struct Cx<B> {
    shared: Arc<Shared>,
    /// Graphs and slices.
    pub cache: Cache<B>,
}

impl<B: Bits> Cx<B> {
    /// For a game.
    pub fn new(shared: Arc<Shared>) -> Cx<B> {
        let cache = Cache::new(&shared);
        Cx { shared, cache }
    }
}

impl<B> std::ops::Deref for Cx<B> {
    type Target = Shared;
    #[inline(always)]
    fn deref(&self) -> &Shared {
        &self.shared
    }
}

/// The rules engine.
#[derive(Clone, Debug)]
pub struct Core<B> {
    /// The state of play.
    pub state: State<B>,
    /// Frames of the moves made.
    pub frames: Vec<Frame>,
    pub(super) undo: Vec<Undo>,
    /// Codes of captured pieces, of all moves made.
    pub(super) captured: Vec<Code>,
    /// Hashes of the positions between turns, before the moves made.
    pub(super) repeated: Repeated,
    pub(super) lifted: Vec<(Code, u64)>,
    /// Moves being looked at inside the engine.
    pub(super) buf: MoveBuf,
    /// Changes and captures collected on the way through a graph.
    pub(super) items: Items,
    /// Flags set on the way through a graph.
    pub(super) flags: Flags,
    /// What parts of blocks collected when they were last asked.
    pub(super) gathered: Vec<Gathered>,
    /// Moves of a random game, or of the line that perft is in.
    pub(super) playout_buf: MoveBuf,
    /// Moves being tried that perft only counts.
    pub(super) tried: MoveBuf,
    /// Moves of a random game, counted.
    pub(super) tally: Tally,
    /// Runs ready to be used again.
    pub(super) runs: Vec<Run>,
    /// What came of stretches of code.
    pub(super) recall: Recall,
    /// Moves of pieces, as long as nothing changes that they depend on.
    pub(super) kept: KeptMoves,
    /// Where pieces may go, as long as nothing changes that they look at.
    pub(super) kept_targets: KeptTargets<B>,
    /// What a piece reads, while its moves are looked for.
    pub(super) reads: Reads,
    /// Memory for copies of the stock, ready to be used again.
    pub(super) stocks: Vec<Vec<u16>>,
    /// Where moves can be made, by patterns.
    pub(super) places: Places<B>,
    /// Hashes of moves already in a list.
    pub(super) seen: FxHashMap<u64, u32>,
    /// Chains of partial moves already measured for the present list, by search key.
    pub(super) chains: FxHashMap<u64, Chain>,
    /// The chains that the moves of the present list begin.
    pub(super) begun: Vec<Chain>,
    /// Whether a chain of partial moves goes on, by search key, as looked up since the last
    /// [`Core::refuel`]; while a position is being looked at it goes on.
    pub(super) goes_on: FxHashMap<u64, bool>,
    /// Limit of instructions for one list.
    pub max_fuel: u64,
    pub(super) fuel: u64,
    /// How deep attack tests are nested.
    pub(super) depth: u8,
    /// How many parts of a chain are being looked ahead, see [`Core::can_go_on`].
    pub(super) ahead: u8,
    /// Attacks are answered by the plain definition, without slices: for tests, and with "recycle promotions", where
    /// what attacks depends on the stock.
    pub(super) is_plain: bool,
    /// What was found out about the present position.
    pub(super) known: Known,
    /// Before the first of the moves made no goal held; none if that isn't known.
    pub(super) is_open_start: Option<bool>,
}

/// What was found out about the present position.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// It has a legal move (a pass included).
    pub has_moves: Option<bool>,
    /// How the game ended.
    pub outcome: Option<Option<Outcome>>,
}

impl<B: Bits> Core<B> {
    /// The initial position.
    pub fn new(cx: &Cx<B>) -> Core<B> {
        let mut core = Core {
            state: State::new(cx.tables(), cx.rules.attributes.len()),
            frames: Vec::new(),
            undo: Vec::new(),
            captured: Vec::new(),
            repeated: Repeated::default(),
            lifted: Vec::new(),
            buf: MoveBuf::default(),
            items: Items::default(),
            flags: [0; 4],
            gathered: Vec::new(),
            playout_buf: MoveBuf::default(),
            tried: MoveBuf::default(),
            tally: Tally::default(),
            runs: Vec::new(),
            recall: Recall::new(&cx.program.stretches),
            kept: KeptMoves::default(),
            kept_targets: KeptTargets::default(),
            reads: Reads::default(),
            stocks: Vec::new(),
            places: Places::default(),
            seen: FxHashMap::default(),
            chains: FxHashMap::default(),
            begun: Vec::new(),
            goes_on: FxHashMap::default(),
            max_fuel: DEFAULT_FUEL,
            fuel: DEFAULT_FUEL,
            depth: 0,
            ahead: 0,
            is_plain: cx.rules.options.recycle_promotions,
            known: Known::default(),
            is_open_start: None,
        };
        for p in &cx.rules.setup {
            let attrs = cx.tables().initial_attrs[p.piece.index()];
            core.put(cx, p.pos, cx.codes.code(p.player, p.piece), attrs);
        }
        for s in &cx.rules.stocks {
            let code = cx.codes.code(s.player, s.piece);
            let count = u32::from(core.state.stock[usize::from(code)]) + s.count;
            core.state.set_stock(&cx.keys, code, count.min(u32::from(u16::MAX)) as u16);
        }
        core.restart();
        core
    }

    /// Puts something on a position, outside of play. Bits that stand for no attribute are left out.
    pub fn put(&mut self, cx: &Cx<B>, pos: PosId, code: Code, attrs: u64) {
        let known = u64::MAX.checked_shr(64 - self.state.by_attr.len() as u32).unwrap_or(0);
        self.state.set_cell(&cx.codes, &cx.keys, pos, code, attrs & known);
        self.is_open_start = None;
    }

    /// Forgets the history: the present position is where play begins.
    pub fn restart(&mut self) {
        self.frames.clear();
        self.undo.clear();
        self.captured.clear();
        self.repeated.clear();
        self.is_open_start = None;
        self.state.turn.chain = None;
        self.state.turn.quiet = 0;
        self.state.turn.progress = false;
        self.state.turn.moved = None;
        self.known = Known::default();
    }

    /// Allows for a new list of moves.
    pub fn refuel(&mut self) {
        self.fuel = self.max_fuel;
        if !self.goes_on.is_empty() {
            self.goes_on.clear();
        }
    }

    /// Uses up fuel for work that is done without running instructions.
    pub(super) fn spend(&mut self, cx: &Cx<B>, fuel: u64) -> Result<(), RuntimeError> {
        self.fuel = self.fuel.saturating_sub(fuel);
        if self.fuel > 0 {
            return Ok(());
        }
        let piece = self.state.turn.chain.and_then(|(pos, _)| self.piece_at(cx, pos));
        Err(RuntimeError::OutOfFuel { span: piece.map(|(_, kind)| cx.rules.pieces[kind.index()].span) })
    }

    /// The player for whom the present turn-order entry moves.
    #[inline(always)]
    pub fn acting(&self, cx: &Cx<B>) -> PlayerId {
        cx.rules.turn_order.entries[usize::from(self.state.turn.entry)].acts_as
    }

    /// The player acted for when the present turn has ended.
    #[inline]
    pub fn next_acting(&self, cx: &Cx<B>) -> PlayerId {
        let order = &cx.rules.turn_order;
        order.entries[order.after(usize::from(self.state.turn.entry))].acts_as
    }

    /// What stands on a position.
    #[inline(always)]
    pub fn piece_at(&self, cx: &Cx<B>, pos: PosId) -> Option<(PlayerId, PieceId)> {
        let code = self.state.cells[pos.index()];
        (code != 0).then(|| (cx.codes.player(code), cx.codes.kind(code)))
    }

    /// Hash of the position: board, attributes, stocks, turn-order entry, chain.
    pub fn key(&self) -> u64 {
        let turn = &self.state.turn;
        let chain = match turn.chain {
            None => 0,
            Some((pos, how)) => {
                let how = match how {
                    Continuation::Any => 0,
                    Continuation::Type(t) => 1 + u64::from(t.0),
                };
                other_key(5, u64::from(pos.0) << 20 | how)
            }
        };
        self.state.hash ^ other_key(4, u64::from(turn.entry)) ^ chain
    }

    /// Hash of everything that the legal moves depend on: also what `last-from?` and `last-to?` see.
    pub fn search_key(&self) -> u64 {
        self.key() ^ self.last_key()
    }

    /// Hash of what `last-from?` and `last-to?` see.
    pub(super) fn last_key(&self) -> u64 {
        let turn = &self.state.turn;
        other_key(6, u64::from(turn.last_from.0) << 16 | u64::from(turn.last_to.0))
    }

    /// The player who made the last move, and the one for whom.
    pub fn last_mover(&self, cx: &Cx<B>) -> Option<(PlayerId, PlayerId)> {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.moved?)];
        Some((entry.mover, entry.acts_as))
    }

    /// Does something with another piece (if any) on a position, and puts back what was there.
    pub(super) fn with_piece<T>(
        &mut self,
        cx: &Cx<B>,
        pos: PosId,
        piece: Option<(PlayerId, PieceId)>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some((player, kind)) = piece else { return f(self) };
        let old = (self.state.cells[pos.index()], self.state.attrs_at(pos));
        self.put(cx, pos, cx.codes.code(player, kind), cx.tables().initial_attrs[kind.index()]);
        let result = f(self);
        self.put(cx, pos, old.0, old.1);
        result
    }

    /// `last-from?` and `last-to?`.
    pub(super) fn last_places(&self) -> (Option<PosId>, Option<PosId>) {
        let place = |p: PosId| (p != NO_POS).then_some(p);
        (place(self.state.turn.last_from), place(self.state.turn.last_to))
    }
}
