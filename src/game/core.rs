//! The rules engine of one position: state, history, scratch memory.
//!
//! Generic over the width of position sets; [`Position`](super::Position) hides
//! the width behind the [`Engine`](super::engine::Engine) trait.

use super::bits::Bits;
use super::goals::Goals;
use super::hash::{Keys, other_key};
use super::movebuf::{Head, MoveBuf};
use super::mv::{Continuation, Effect};
use super::outcome::{Outcome, RuntimeError};
use super::state::{Applier, Code, Codes, State, Turn, Undo};
use crate::compile::{NO_POS, Program, Tables};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::vm::Run;
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
}

impl Shared {
    /// The board tables.
    #[inline(always)]
    pub fn tables(&self) -> &Tables {
        &self.program.tables
    }
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    turn: Turn,
    undo: u32,
    captured: u32,
    keys: u32,
}

/// The rules engine.
#[derive(Clone, Debug)]
pub struct Core<B> {
    /// What all positions share.
    pub shared: Arc<Shared>,
    /// The state of play.
    pub state: State<B>,
    /// Frames of the moves made.
    pub frames: Vec<Frame>,
    undo: Vec<Undo>,
    /// Codes of captured pieces, of all moves made.
    captured: Vec<Code>,
    /// Hashes of the positions between turns since the start.
    repeated: Vec<u64>,
    lifted: Vec<(Code, u64)>,
    /// Moves being looked at inside the engine.
    pub(super) buf: MoveBuf,
    /// Holds the move being played.
    pub(super) spare: MoveBuf,
    /// Runs ready to be used again.
    pub(super) runs: Vec<Run>,
    /// Hashes of moves already in the list.
    pub(super) seen: rustc_hash::FxHashMap<u64, u32>,
    /// Limit of instructions for one list.
    pub max_fuel: u64,
    pub(super) fuel: u64,
    /// How deep attack tests are nested.
    pub(super) depth: u8,
    /// Whether the present position has a legal move, if known, and its outcome.
    pub(super) known: Known,
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
    pub fn new(shared: Arc<Shared>) -> Core<B> {
        let state = State::new(shared.tables(), !shared.rules.attributes.is_empty());
        let max_fuel = DEFAULT_FUEL;
        let mut core = Core {
            shared,
            state,
            frames: Vec::new(),
            undo: Vec::new(),
            captured: Vec::new(),
            repeated: Vec::new(),
            lifted: Vec::new(),
            buf: MoveBuf::default(),
            spare: MoveBuf::default(),
            runs: Vec::new(),
            seen: Default::default(),
            max_fuel,
            fuel: max_fuel,
            depth: 0,
            known: Known::default(),
        };
        let rules = core.shared.rules.clone();
        for p in &rules.setup {
            let attrs = core.shared.tables().initial_attrs[p.piece.index()];
            core.put(p.pos, core.shared.codes.code(p.player, p.piece), attrs);
        }
        for s in &rules.stocks {
            let code = core.shared.codes.code(s.player, s.piece);
            let count = u32::from(core.state.stock[usize::from(code)]) + s.count;
            core.state.set_stock(code, count.min(u32::from(u16::MAX)) as u16);
        }
        core.restart();
        core
    }

    /// Puts something on a position, outside of play.
    pub fn put(&mut self, pos: PosId, code: Code, attrs: u64) {
        let Core { shared, state, .. } = self;
        state.set_cell(shared.codes, &shared.keys, pos, code, attrs);
    }

    /// Forgets the history: the present position is where play begins.
    pub fn restart(&mut self) {
        self.frames.clear();
        self.undo.clear();
        self.captured.clear();
        self.repeated.clear();
        self.state.turn.chain = None;
        self.state.turn.quiet = 0;
        self.state.turn.progress = false;
        self.state.turn.moved = None;
        self.known = Known::default();
        self.repeated.push(self.key());
    }

    /// The player for whom the present turn-order entry moves.
    #[inline(always)]
    pub fn acting(&self) -> PlayerId {
        self.shared.rules.turn_order.entries[usize::from(self.state.turn.entry)].acts_as
    }

    /// What stands on a position.
    #[inline(always)]
    pub fn piece_at(&self, pos: PosId) -> Option<(PlayerId, PieceId)> {
        let code = self.state.cells[pos.index()];
        (code != 0).then(|| (self.shared.codes.player(code), self.shared.codes.kind(code)))
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
    pub fn occurrences(&self) -> usize {
        match self.repeated.split_last() {
            Some((&now, before)) if self.state.turn.chain.is_none() => {
                1 + before.iter().filter(|&&k| k == now).count()
            }
            _ => 0,
        }
    }

    /// Codes of the pieces that the last move captured.
    pub fn captured_by_last(&self) -> &[Code] {
        let from = self.frames.last().map_or(0, |f| f.captured as usize);
        &self.captured[from..]
    }

    /// Plays a move with its consequences for the turn. The move must be pseudo-legal.
    pub fn make(&mut self, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        self.push_frame();
        if let Err(e) = self.make_effects(head, effects) {
            self.unmake();
            return Err(e);
        }
        Ok(())
    }

    fn push_frame(&mut self) {
        self.known = Known::default();
        self.frames.push(Frame {
            turn: self.state.turn,
            undo: self.undo.len() as u32,
            captured: self.captured.len() as u32,
            keys: self.repeated.len() as u32,
        });
    }

    fn make_effects(&mut self, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        let acting = self.acting();
        self.state.turn.moved = Some(self.state.turn.entry);
        if head.is_pass() {
            self.end_turn();
            return Ok(());
        }
        let mover = self.mover_kind(effects);
        let Core { shared, state, undo, captured, lifted, .. } = self;
        let options = &shared.rules.options;
        let progress_piece = mover.is_some_and(|k| options.progress_pieces.contains(&k));
        let mut cx = Applier {
            tables: &shared.program.tables,
            codes: shared.codes,
            keys: &shared.keys,
            recycle_captures: options.recycle_captures,
            recycle_promotions: options.recycle_promotions,
            discard_cascades: options.discard_cascades,
            undo,
            captured,
            lifted,
        };
        let progress = state.apply(effects, &mut cx);
        let turn = &mut state.turn;
        turn.progress |= progress || progress_piece;
        turn.last_from = head.from;
        turn.last_to = head.to;
        turn.chain = None;
        if let Some(how) = head.continuation() {
            let stands = self.piece_at(head.to).is_some_and(|(p, _)| p == acting);
            if stands {
                self.state.turn.chain = Some((head.to, how));
                if self.can_go_on()? {
                    return Ok(());
                }
                self.state.turn.chain = None;
            }
        }
        self.end_turn();
        Ok(())
    }

    /// The type of the piece that moves last, before the move.
    fn mover_kind(&self, effects: &[Effect]) -> Option<PieceId> {
        let last = effects.iter().take_while(|e| matches!(e, Effect::Move { .. } | Effect::Drop { .. })).last();
        match *last? {
            Effect::Move { from, .. } => self.piece_at(from).map(|p| p.1),
            Effect::Drop { piece, .. } => Some(piece),
            _ => None,
        }
    }

    fn end_turn(&mut self) {
        let order = &self.shared.rules.turn_order;
        let turn = &mut self.state.turn;
        turn.quiet = if turn.progress { 0 } else { turn.quiet + 1 };
        turn.progress = false;
        turn.chain = None;
        let next = usize::from(turn.entry) + 1;
        let next = if next == order.entries.len() { order.repeat } else { next };
        if next == order.repeat {
            turn.round += 1;
        }
        turn.entry = next as u16;
        let key = self.key();
        self.repeated.push(key);
    }

    /// Takes the last move back.
    pub fn unmake(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        let Core { shared, state, undo, .. } = self;
        state.undo(shared.codes, &shared.keys, undo, frame.undo as usize);
        state.turn = frame.turn;
        self.captured.truncate(frame.captured as usize);
        self.repeated.truncate(frame.keys as usize);
        self.known = Known::default();
        true
    }

    /// The player who made the last move, and the one for whom.
    pub fn last_mover(&self) -> Option<(PlayerId, PlayerId)> {
        let entry = self.state.turn.moved?;
        let entry = &self.shared.rules.turn_order.entries[usize::from(entry)];
        Some((entry.mover, entry.acts_as))
    }

    /// Puts pieces back that an attack test put down for the moment.
    pub(super) fn with_piece<T>(
        &mut self,
        pos: PosId,
        piece: Option<(PlayerId, PieceId)>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some((player, kind)) = piece else { return f(self) };
        let old = (self.state.cells[pos.index()], self.state.attrs_at(pos));
        let attrs = self.shared.tables().initial_attrs[kind.index()];
        self.put(pos, self.shared.codes.code(player, kind), attrs);
        let result = f(self);
        self.put(pos, old.0, old.1);
        result
    }

    /// `last-from?` and `last-to?`.
    pub(super) fn last_places(&self) -> (Option<PosId>, Option<PosId>) {
        let place = |p: PosId| (p != NO_POS).then_some(p);
        (place(self.state.turn.last_from), place(self.state.turn.last_to))
    }
}
