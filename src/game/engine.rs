//! The engine behind a position, whatever the width of its sets.

use super::bits::{Bits, Wide};
use super::core::{Core, Cx, Shared};
use super::ending::Scope;
use super::movebuf::MoveBuf;
use super::mv::Move;
use super::outcome::{Outcome, RuntimeError};
use super::perft::Leaves;
use super::playout::{Drawing, Playout};
use super::state::{Code, Turn};
use super::trace::{Danger, Stage, Trace};
use crate::compile::Entry;
use crate::ids::{PieceId, PlayerId, PosId};
use crate::search::{self, Best, Evaluation, Thinking};
use crate::vm::Start;
use std::fmt::Debug;
use std::sync::Arc;

/// What [`Position`](super::Position) needs of an engine.
pub trait Engine: Debug + Send + Sync {
    /// A copy with its history.
    fn boxed_clone(&self) -> Box<dyn Engine>;
    /// What stands on a position (0: nothing) and its attributes.
    fn cell(&self, pos: PosId) -> (Code, u64);
    /// Puts something there.
    fn put(&mut self, pos: PosId, code: Code, attrs: u64);
    /// Pieces to be dropped.
    fn stock(&self, code: Code) -> u16;
    /// Sets them.
    fn set_stock(&mut self, code: Code, count: u16);
    /// The part of the state that changes once a move.
    fn turn(&self) -> &Turn;
    /// The same, to be changed outside of play.
    fn turn_mut(&mut self) -> &mut Turn;
    /// Forgets the history.
    fn restart(&mut self);
    /// Moves made.
    fn ply(&self) -> usize;
    /// See [`Core::key`].
    fn key(&self) -> u64;
    /// See [`Core::search_key`].
    fn search_key(&self) -> u64;
    /// See [`Core::occurrences`].
    fn occurrences(&mut self) -> usize;
    /// Appends the legal moves; none when the game is over.
    fn legal(&mut self, scope: Scope, buf: &mut MoveBuf) -> Result<(), RuntimeError>;
    /// Plays a legal move.
    fn play(&mut self, mv: &Move) -> Result<(), RuntimeError>;
    /// Takes it back.
    fn unmake(&mut self) -> bool;
    /// The outcome.
    fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError>;
    /// Whether a royal piece of the player is attacked.
    fn in_check(&mut self, player: PlayerId) -> Result<bool, RuntimeError>;
    /// Limits the instructions for one list of moves.
    fn set_max_fuel(&mut self, fuel: u64);
    /// Finds out what the rules say of the worth of things.
    fn measure(&self) -> Result<Evaluation, RuntimeError>;
    /// Looks for the best move of the position.
    fn think(&self, thinking: Thinking<'_>) -> Result<Option<Best>, RuntimeError>;
    /// Counts move sequences.
    fn perft(&mut self, depth: u32, leaves: Leaves) -> Result<u64, RuntimeError>;
    /// The same with states copied, each leaf played.
    fn perft_copying(&mut self, depth: u32) -> Result<u64, RuntimeError>;
    /// Plays a random game and takes it back.
    fn playout(
        &mut self,
        drawing: Drawing,
        max_plies: u64,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Playout, RuntimeError>;
    /// Runs a block from a square, watched.
    fn trace(&mut self, start: Start, entry: Entry) -> Result<Trace, RuntimeError>;
    /// Appends the moves as far as they are sorted out.
    fn moves_at(&mut self, stage: Stage, buf: &mut MoveBuf) -> Result<(), RuntimeError>;
    /// Appends the moves as they are found by their numbers; `false` if they are always listed.
    fn moves_by_number(&mut self, stage: Stage, buf: &mut MoveBuf) -> Result<bool, RuntimeError>;
    /// Appends the legal moves in any order, as perft lists them.
    fn moves_in_any_order(&mut self, buf: &mut MoveBuf) -> Result<(), RuntimeError>;
    /// The royal piece that a move leaves to be taken.
    fn danger(&mut self, mv: &Move) -> Result<Option<Danger>, RuntimeError>;
    /// The parts of the longest chain that begins with a move.
    fn chain_length(&mut self, mv: &Move) -> Result<u32, RuntimeError>;
    /// Where a piece stands that attacks a position.
    fn attacker(
        &mut self,
        player: PlayerId,
        kind: PieceId,
        pos: PosId,
    ) -> Result<Option<PosId>, RuntimeError>;
    /// Answers attacks by the plain definition.
    fn set_plain(&mut self, is_plain: bool);
}

/// A core with what it needs beside its state.
#[derive(Debug)]
struct Session<B> {
    cx: Arc<Cx<B>>,
    core: Core<B>,
    /// Holds the move being played.
    spare: MoveBuf,
}

impl<B: Bits> Session<B> {
    fn boxed(shared: Arc<Shared>) -> Box<dyn Engine> {
        let cx = Arc::new(Cx::<B>::new(shared));
        let core = Core::new(&cx);
        Box::new(Session { cx, core, spare: MoveBuf::default() })
    }
}

impl<B: Bits> Engine for Session<B> {
    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(Session { cx: self.cx.clone(), core: self.core.clone(), spare: MoveBuf::default() })
    }
    fn cell(&self, pos: PosId) -> (Code, u64) {
        (self.core.state.cells[pos.index()], self.core.state.attrs_at(pos))
    }
    fn put(&mut self, pos: PosId, code: Code, attrs: u64) {
        self.core.put(&self.cx, pos, code, attrs);
    }
    fn stock(&self, code: Code) -> u16 {
        self.core.state.stock[usize::from(code)]
    }
    fn set_stock(&mut self, code: Code, count: u16) {
        self.core.state.set_stock(&self.cx.keys, code, count);
    }
    fn turn(&self) -> &Turn {
        &self.core.state.turn
    }
    fn turn_mut(&mut self) -> &mut Turn {
        &mut self.core.state.turn
    }
    fn restart(&mut self) {
        self.core.restart();
    }
    fn ply(&self) -> usize {
        self.core.frames.len()
    }
    fn key(&self) -> u64 {
        self.core.key()
    }
    fn search_key(&self) -> u64 {
        self.core.search_key()
    }
    fn occurrences(&mut self) -> usize {
        self.core.occurrences(&self.cx)
    }
    fn legal(&mut self, scope: Scope, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        if self.core.is_over_despite_moves(&self.cx, scope)? {
            Ok(())
        } else {
            self.core.legal(&self.cx, buf)
        }
    }
    fn play(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        self.core.refuel();
        self.spare.clear();
        let head = self.spare.push_move(mv);
        self.core.make(&self.cx, head, self.spare.effects(head))
    }
    fn unmake(&mut self) -> bool {
        self.core.unmake(&self.cx)
    }
    fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError> {
        self.core.refuel();
        self.core.outcome(&self.cx)
    }
    fn in_check(&mut self, player: PlayerId) -> Result<bool, RuntimeError> {
        self.core.refuel();
        self.core.in_check(&self.cx, player)
    }
    fn set_max_fuel(&mut self, fuel: u64) {
        self.core.max_fuel = fuel;
    }
    fn measure(&self) -> Result<Evaluation, RuntimeError> {
        search::measure(&self.cx, &self.core)
    }
    fn think(&self, thinking: Thinking<'_>) -> Result<Option<Best>, RuntimeError> {
        search::think(&self.cx, &self.core, thinking)
    }
    fn perft(&mut self, depth: u32, leaves: Leaves) -> Result<u64, RuntimeError> {
        self.core.perft(&self.cx, depth, leaves)
    }
    fn perft_copying(&mut self, depth: u32) -> Result<u64, RuntimeError> {
        self.core.perft_copying(&self.cx, depth)
    }
    fn playout(
        &mut self,
        drawing: Drawing,
        max_plies: u64,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Playout, RuntimeError> {
        self.core.playout(&self.cx, drawing, max_plies, pick)
    }
    fn trace(&mut self, start: Start, entry: Entry) -> Result<Trace, RuntimeError> {
        self.core.trace(&self.cx, start, entry)
    }
    fn moves_at(&mut self, stage: Stage, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.core.moves_at(&self.cx, stage, buf)
    }
    fn moves_by_number(&mut self, stage: Stage, buf: &mut MoveBuf) -> Result<bool, RuntimeError> {
        self.core.moves_by_number(&self.cx, stage, buf)
    }
    fn moves_in_any_order(&mut self, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.core.legal_in_any_order(&self.cx, buf)
    }
    fn danger(&mut self, mv: &Move) -> Result<Option<Danger>, RuntimeError> {
        self.core.danger(&self.cx, mv)
    }
    fn chain_length(&mut self, mv: &Move) -> Result<u32, RuntimeError> {
        self.core.chain_length(&self.cx, mv)
    }
    fn attacker(
        &mut self,
        player: PlayerId,
        kind: PieceId,
        pos: PosId,
    ) -> Result<Option<PosId>, RuntimeError> {
        self.core.attacker(&self.cx, player, kind, pos)
    }
    fn set_plain(&mut self, is_plain: bool) {
        self.core.is_plain = is_plain || self.cx.rules.options.recycle_promotions;
    }
}

/// An engine at the initial position, with the narrowest sets that the board fits in.
pub fn start(shared: Arc<Shared>) -> Box<dyn Engine> {
    match shared.tables().positions {
        0..=64 => Session::<[u64; 1]>::boxed(shared),
        65..=128 => Session::<[u64; 2]>::boxed(shared),
        129..=256 => Session::<[u64; 4]>::boxed(shared),
        _ => Session::<Wide>::boxed(shared),
    }
}
