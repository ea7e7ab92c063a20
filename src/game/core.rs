//! The rules engine of one position: state, history, scratch memory.
//!
//! Generic over the width of position sets; [`Position`](super::Position) hides
//! the width behind the [`Engine`](super::engine::Engine) trait.

use super::bits::Bits;
use super::cache::Cache;
use super::goals::Goals;
use super::hash::{Keys, other_key};
use super::maximal::Chain;
use super::movebuf::{Head, MoveBuf};
use super::mv::{Continuation, Effect};
use super::outcome::{Outcome, RuntimeError};
use super::patterns::Places;
use super::repeated::Repeated;
use super::state::{Applier, Code, Codes, State, Turn, Undo};
use crate::compile::{NO_POS, Program, Tables};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::vm::{Items, Run};
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

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    turn: Turn,
    hash: u64,
    pub(super) undo: u32,
    captured: u32,
    /// The move was told by its head as one piece going from one square to another.
    is_simple: bool,
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
    captured: Vec<Code>,
    /// Hashes of the positions between turns, before the moves made.
    repeated: Repeated,
    lifted: Vec<(Code, u64)>,
    /// Moves being looked at inside the engine.
    pub(super) buf: MoveBuf,
    /// Changes and captures collected on the way through a graph.
    pub(super) items: Items,
    /// Moves of a random game.
    pub(super) playout_buf: MoveBuf,
    /// Runs ready to be used again.
    pub(super) runs: Vec<Run>,
    /// Where moves can be made, by patterns.
    pub(super) places: Places<B>,
    /// Hashes of moves already in a list.
    pub(super) seen: FxHashMap<u64, u32>,
    /// Chains of partial moves already measured for the present list, by search key.
    pub(super) chains: FxHashMap<u64, Chain>,
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
    /// Attacks are answered by the plain definition, without slices: for tests.
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
            state: State::new(cx.tables(), !cx.rules.attributes.is_empty()),
            frames: Vec::new(),
            undo: Vec::new(),
            captured: Vec::new(),
            repeated: Repeated::default(),
            lifted: Vec::new(),
            buf: MoveBuf::default(),
            items: Items::default(),
            playout_buf: MoveBuf::default(),
            runs: Vec::new(),
            places: Places::default(),
            seen: FxHashMap::default(),
            chains: FxHashMap::default(),
            goes_on: FxHashMap::default(),
            max_fuel: DEFAULT_FUEL,
            fuel: DEFAULT_FUEL,
            depth: 0,
            ahead: 0,
            is_plain: false,
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

    /// Puts something on a position, outside of play.
    pub fn put(&mut self, cx: &Cx<B>, pos: PosId, code: Code, attrs: u64) {
        self.state.set_cell(&cx.codes, &cx.keys, pos, code, attrs);
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
        let turn = &self.state.turn;
        self.key() ^ other_key(6, u64::from(turn.last_from.0) << 16 | u64::from(turn.last_to.0))
    }

    /// How often the present position has occurred between turns.
    pub fn occurrences(&mut self, cx: &Cx<B>) -> usize {
        if self.state.turn.chain.is_some() {
            return 0;
        }
        for frame in &self.frames[self.repeated.moves()..] {
            let is_between = frame.turn.chain.is_none();
            self.repeated.push(is_between.then(|| frame.hash ^ cx.keys.entry(frame.turn.entry)));
        }
        1 + self.repeated.count(self.state.hash ^ cx.keys.entry(self.state.turn.entry))
    }

    /// Codes of the pieces that the last move captured.
    pub fn captured_by_last(&self) -> &[Code] {
        let from = self.frames.last().map_or(0, |f| f.captured as usize);
        &self.captured[from..]
    }

    /// Plays a move with its consequences for the turn. The move must be pseudo-legal;
    /// `effects` are its stored effects, none for a simple one.
    #[inline]
    pub fn make(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        self.known = Known::default();
        self.frames.push(Frame {
            turn: self.state.turn,
            hash: self.state.hash,
            is_simple: head.is_simple(),
            undo: self.undo.len() as u32,
            captured: self.captured.len() as u32,
        });
        self.state.turn.moved = Some(self.state.turn.entry);
        if head.is_pass() {
            self.end_turn(cx);
            return Ok(());
        }
        self.apply(cx, head, effects);
        if head.is_partial() {
            match self.goes_on(cx, head) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(e) => {
                    self.unmake(cx);
                    return Err(e);
                }
            }
        }
        self.end_turn(cx);
        Ok(())
    }

    /// Carries out the effects.
    #[inline]
    fn apply(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) {
        let mover = self.mover(head, effects);
        let Core { state, undo, captured, lifted, .. } = self;
        let options = &cx.rules.options;
        let mut applier = Applier {
            tables: cx.tables(),
            codes: &cx.codes,
            keys: &cx.keys,
            recycle_captures: options.recycle_captures,
            recycle_promotions: options.recycle_promotions,
            discard_cascades: options.discard_cascades,
            undo,
            captured,
            lifted,
        };
        let progress = if let Some(code) = head.dropped() {
            state.apply_drop(code, head.to, &mut applier);
            true
        } else if head.is_simple() {
            state.apply_simple(head.from, head.to, &mut applier)
        } else {
            state.apply(effects, &mut applier)
        };
        let turn = &mut state.turn;
        turn.progress |= progress || cx.goals.is_progress[usize::from(mover)];
        turn.last_from = head.from;
        turn.last_to = head.to;
        turn.chain = None;
    }

    /// After a part of a partial move: whether the piece goes on.
    fn goes_on(&mut self, cx: &Cx<B>, head: Head) -> Result<bool, RuntimeError> {
        let Some(how) = head.continuation() else { return Ok(false) };
        // Whatever stands there goes on, also a piece of another player that the move has put there,
        // with the moves of its owner (a sowing game's stones; reference walks of Dakon).
        if self.state.cells[head.to.index()] == 0 {
            return Ok(false);
        }
        self.state.turn.chain = Some((head.to, how));
        let goes_on = self.can_go_on(cx)?;
        if !goes_on {
            self.state.turn.chain = None;
        }
        Ok(goes_on)
    }

    /// The code of the piece that moves last, before the move.
    #[inline]
    fn mover(&self, head: Head, effects: &[Effect]) -> Code {
        if head.is_simple() {
            return self.state.cells[head.from.index()];
        }
        let is_movement = |e: &&Effect| matches!(e, Effect::Move { .. } | Effect::Drop { .. });
        match effects.iter().take_while(is_movement).last() {
            Some(Effect::Move { from, .. }) => self.state.cells[from.index()],
            _ => 0,
        }
    }

    #[inline]
    fn end_turn(&mut self, cx: &Cx<B>) {
        let order = &cx.rules.turn_order;
        let turn = &mut self.state.turn;
        turn.quiet = if turn.progress { 0 } else { turn.quiet + 1 };
        turn.progress = false;
        turn.chain = None;
        let next = order.after(usize::from(turn.entry));
        if next == order.repeat {
            turn.round += 1;
        }
        turn.entry = next as u16;
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, cx: &Cx<B>) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        let Core { state, undo, .. } = self;
        let height = frame.undo as usize;
        match undo[height..] {
            [Undo::Cell(from, _, attrs), Undo::Cell(to, taken, lost)] if frame.is_simple => {
                state.undo_simple(&cx.codes, (from, attrs), (to, lost), taken);
                undo.truncate(height);
            }
            _ => state.undo(&cx.codes, undo, height),
        }
        state.hash = frame.hash;
        state.turn = frame.turn;
        self.captured.truncate(frame.captured as usize);
        if self.repeated.moves() > self.frames.len() {
            self.repeated.pop(frame.turn.chain.is_none());
        }
        self.known = Known::default();
        true
    }

    /// The positions that the last move has changed, some perhaps more than once.
    pub(super) fn changed(&self) -> impl Iterator<Item = PosId> {
        let from = self.frames.last().map_or(0, |f| f.undo as usize);
        self.undo[from..].iter().filter_map(|undo| match undo {
            Undo::Cell(pos, ..) => Some(*pos),
            Undo::Stock(..) => None,
        })
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
