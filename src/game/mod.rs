//! The public face of a game: start, legal moves, play, undo, outcome.

pub mod mv;
pub mod outcome;
pub mod replay;
pub mod save;
pub mod setup;
pub mod text;

use crate::diagnostics::Diagnostic;
use crate::ids::{AttrId, PieceId, PlayerId, PosId};
use crate::resolve::Rules;
pub use mv::{Effect, Move};
pub use outcome::{Outcome, Reason, RuntimeError};
use std::sync::Arc;

/// A playable game: the rules of one variant, compiled. Cheap to clone, shared between threads.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
}

impl Game {
    /// Compiles rules. Without a game there is at least one error among the diagnostics.
    pub fn new(rules: Rules) -> (Option<Game>, Vec<Diagnostic>) {
        let _ = rules;
        unimplemented!()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The initial position.
    pub fn start(&self) -> Position {
        unimplemented!()
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Owner.
    pub player: PlayerId,
    /// Type.
    pub kind: PieceId,
    /// Attributes: bit `i` is the value of the attribute with id `i`.
    pub attributes: u64,
}

/// A state of play, with the history needed for undo and repetition.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
}

#[allow(unused_variables)]
impl Position {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What stands on a position.
    pub fn piece_at(&self, pos: PosId) -> Option<Piece> {
        unimplemented!()
    }

    /// How many pieces of a type a player may drop.
    pub fn stock(&self, player: PlayerId, piece: PieceId) -> u32 {
        unimplemented!()
    }

    /// Index of the turn-order entry to move.
    pub fn turn(&self) -> usize {
        unimplemented!()
    }

    /// The player to move.
    pub fn mover(&self) -> PlayerId {
        unimplemented!()
    }

    /// The round as saved games number it, from 1.
    pub fn round(&self) -> u32 {
        unimplemented!()
    }

    /// Moves played since the start (parts of partial moves counted).
    pub fn ply(&self) -> usize {
        unimplemented!()
    }

    /// Inside a chain of partial moves: where the piece stands that must go on.
    pub fn chain(&self) -> Option<PosId> {
        unimplemented!()
    }

    /// Where the last move came from and went to.
    pub fn last_move(&self) -> (Option<PosId>, Option<PosId>) {
        unimplemented!()
    }

    /// A hash of board, attributes, stocks, turn-order entry and chain; same on every machine.
    pub fn hash(&self) -> u64 {
        unimplemented!()
    }

    /// Legal moves in the order of generation, moves with the same text and continuation once.
    /// Empty when the game is over.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, RuntimeError> {
        unimplemented!()
    }

    /// Plays a legal move of this position.
    pub fn play(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        unimplemented!()
    }

    /// Takes the last move back; `false` at the start (of the history).
    pub fn undo(&mut self) -> bool {
        unimplemented!()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError> {
        unimplemented!()
    }

    /// A move of this position as Zillions prints it in a saved game.
    pub fn print(&self, mv: &Move) -> String {
        unimplemented!()
    }

    /// The legal move with this text (white space normalised).
    pub fn parse(&mut self, text: &str) -> Result<Option<Move>, RuntimeError> {
        unimplemented!()
    }

    // Setting up. These forget the history; call them before play begins.

    /// Empties the board and the stocks.
    pub fn clear(&mut self) {
        unimplemented!()
    }

    /// Puts a piece (replacing what is there) or removes what is there.
    pub fn set_piece(&mut self, pos: PosId, piece: Option<Piece>) {
        unimplemented!()
    }

    /// A new piece with its initial attributes.
    pub fn new_piece(&self, player: PlayerId, kind: PieceId) -> Piece {
        unimplemented!()
    }

    /// Sets a stock.
    pub fn set_stock(&mut self, player: PlayerId, piece: PieceId, count: u32) {
        unimplemented!()
    }

    /// Sets the turn-order entry to move.
    pub fn set_turn(&mut self, turn: usize) {
        unimplemented!()
    }

    /// Sets what `last-from?` and `last-to?` see.
    pub fn set_last_move(&mut self, from: Option<PosId>, to: Option<PosId>) {
        unimplemented!()
    }

    /// Limits the instructions run for one move list.
    pub fn set_max_fuel(&mut self, fuel: u64) {
        unimplemented!()
    }

    /// Whether an attribute is set on the piece there.
    pub fn attribute(&self, pos: PosId, attr: AttrId) -> bool {
        unimplemented!()
    }
}
