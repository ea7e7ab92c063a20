//! The engine behind a position, whatever the width of its sets.

use super::bits::Bits;
use super::core::{Core, Shared};
use super::goals::Scope;
use super::movebuf::MoveBuf;
use super::mv::Move;
use super::outcome::{Outcome, RuntimeError};
use super::state::{Code, Turn};
use crate::ids::PosId;
use std::fmt::Debug;
use std::sync::Arc;

/// What [`Position`](super::Position) needs of a [`Core`].
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
    fn occurrences(&self) -> usize;
    /// Appends the legal moves; none when the game is over.
    fn legal(&mut self, scope: Scope, buf: &mut MoveBuf) -> Result<(), RuntimeError>;
    /// Plays a legal move.
    fn play(&mut self, mv: &Move) -> Result<(), RuntimeError>;
    /// Takes it back.
    fn unmake(&mut self) -> bool;
    /// The outcome.
    fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError>;
    /// Whether a royal piece of the player is attacked.
    fn in_check(&mut self, player: crate::ids::PlayerId) -> Result<bool, RuntimeError>;
    /// Limits the instructions for one list of moves.
    fn set_max_fuel(&mut self, fuel: u64);
    /// Counts move sequences.
    fn perft(&mut self, depth: u32, how: super::perft::Leaves) -> Result<u64, RuntimeError>;
}

impl<B: Bits> Engine for Core<B> {
    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
    fn cell(&self, pos: PosId) -> (Code, u64) {
        (self.state.cells[pos.index()], self.state.attrs_at(pos))
    }
    fn put(&mut self, pos: PosId, code: Code, attrs: u64) {
        Core::put(self, pos, code, attrs);
    }
    fn stock(&self, code: Code) -> u16 {
        self.state.stock[usize::from(code)]
    }
    fn set_stock(&mut self, code: Code, count: u16) {
        self.state.set_stock(code, count);
    }
    fn turn(&self) -> &Turn {
        &self.state.turn
    }
    fn turn_mut(&mut self) -> &mut Turn {
        &mut self.state.turn
    }
    fn restart(&mut self) {
        Core::restart(self);
    }
    fn ply(&self) -> usize {
        self.frames.len()
    }
    fn key(&self) -> u64 {
        Core::key(self)
    }
    fn search_key(&self) -> u64 {
        Core::search_key(self)
    }
    fn occurrences(&self) -> usize {
        Core::occurrences(self)
    }
    fn legal(&mut self, scope: Scope, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        if self.is_over_despite_moves(scope)? { Ok(()) } else { Core::legal(self, buf) }
    }
    fn play(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        self.fuel = self.max_fuel;
        let mut buf = std::mem::take(&mut self.spare);
        buf.clear();
        let head = buf.push_move(mv);
        let result = self.make(head, buf.effects(head));
        self.spare = buf;
        result
    }
    fn unmake(&mut self) -> bool {
        Core::unmake(self)
    }
    fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError> {
        self.fuel = self.max_fuel;
        Core::outcome(self)
    }
    fn in_check(&mut self, player: crate::ids::PlayerId) -> Result<bool, RuntimeError> {
        self.fuel = self.max_fuel;
        Core::in_check(self, player)
    }
    fn set_max_fuel(&mut self, fuel: u64) {
        self.max_fuel = fuel;
    }
    fn perft(&mut self, depth: u32, how: super::perft::Leaves) -> Result<u64, RuntimeError> {
        Core::perft(self, depth, how)
    }
}

/// An engine with the narrowest sets that the board fits in.
pub fn start(shared: Arc<Shared>) -> Box<dyn Engine> {
    match shared.tables().positions {
        0..=64 => Box::new(Core::<[u64; 1]>::new(shared)),
        65..=128 => Box::new(Core::<[u64; 2]>::new(shared)),
        129..=256 => Box::new(Core::<[u64; 4]>::new(shared)),
        _ => Box::new(Core::<Box<[u64]>>::new(shared)),
    }
}
