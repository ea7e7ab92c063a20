//! The public face of a game: start, legal moves, play, undo, outcome.

mod ahead;
mod attack;
pub(crate) mod bits;
mod build;
pub(crate) mod cache;
mod copying;
pub(crate) mod core;
mod distinct;
pub(crate) mod ending;
mod engine;
mod gather;
pub(crate) mod goals;
pub(crate) mod graph;
mod guard;
pub(crate) mod hash;
mod kept;
mod kept_targets;
mod lines;
mod make;
mod maximal;
pub(crate) mod movebuf;
mod movegen;
pub mod mv;
pub mod outcome;
mod patterns;
pub mod perft;
mod playout;
mod probe;
mod repeated;
pub mod replay;
mod ripening;
pub mod save;
pub mod setup;
mod simplify;
mod slice;
pub(crate) mod state;
mod tally;
mod targets;
mod telling;
pub mod text;
mod threats;
pub mod trace;
mod trail;
mod unordered;
mod usual;
mod walk;
mod walking;
mod watch;

use self::core::Shared;
use self::ending::Scope;
use self::engine::Engine;
use self::goals::Goals;
use self::hash::Keys;
use self::movebuf::MoveBuf;
use self::state::Codes;
use crate::compile::{NO_POS, Program};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::compile as codes;
use crate::ids::{AttrId, PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::resolve::rules::TurnEntry;
pub use mv::{Continuation, Effect, Move};
pub use outcome::{Outcome, Reason, RuntimeError};
pub use playout::{Drawing, Playout};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

/// Players times piece types times positions at most, sixty-four of these counted as one: a position holds a
/// set of places for each.
const MAX_SET_WORDS: usize = 1 << 21;

/// A playable game: the rules of one variant, compiled. Cheap to clone, shared between threads.
#[derive(Clone, Debug)]
pub struct Game {
    shared: Arc<Shared>,
    initial: Arc<dyn Engine>,
}

impl Game {
    /// Compiles rules. Without a game there is at least one error among the diagnostics; with errors
    /// about names in blocks there is a game all the same, in which those runs end where they stand.
    pub fn new(rules: Rules) -> (Option<Game>, Vec<Diagnostic>) {
        let kinds = rules.players.len() * rules.pieces.len();
        let sets = kinds * rules.board.positions.len().div_ceil(64);
        let too_many = match (kinds >= usize::from(u16::MAX), sets > MAX_SET_WORDS) {
            (true, _) => Some("too many players and piece types: their product is 65,535 or more"),
            (_, true) => Some("too many players and piece types for so large a board"),
            _ => None,
        };
        if let Some(message) = too_many {
            return (None, vec![Diagnostic::new(&codes::TOO_MANY_KINDS, rules.span, message)]);
        }
        let (program, diagnostics) = crate::compile::compile(&rules);
        let goals = Goals::new(&rules, &program);
        let keys = Keys::new(&program.tables, rules.turn_order.entries.len());
        let kinds = Codes::new(rules.players.len(), rules.pieces.len());
        let has_drops = |&i: &usize| !program.pieces[i].drops.is_empty();
        let droppable = (0..program.pieces.len()).filter(has_drops).map(PieceId::from_index).collect();
        let has_moves = program.pieces.iter().any(|p| !p.moves.is_empty());
        let has_neutral = program.tables.is_neutral.contains(&true);
        let rules = Arc::new(rules);
        let shared = Arc::new(Shared {
            flow: make::flow(&rules.turn_order),
            recycles_captures: rules.options.recycle_captures,
            rules,
            program,
            keys,
            codes: kinds,
            goals,
            droppable,
            has_moves,
            has_neutral,
        });
        let initial = engine::start(shared.clone()).into();
        (Some(Game { shared, initial }), diagnostics)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The compiled blocks and goals.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// A hash of the rules and of the places where they stand in their files: for caches. Another version of
    /// this crate may give another one.
    pub fn rules_hash(&self) -> u64 {
        let mut text = HashText(DefaultHasher::new());
        // Writing to a hasher does not fail.
        let _ = write!(text, "{:?}{:?}", self.shared.rules, self.shared.program);
        text.0.finish()
    }

    /// The codes of its pieces.
    pub(crate) fn codes(&self) -> &Codes {
        &self.shared.codes
    }

    /// What the initial engine is asked for by the search.
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.initial
    }

    /// The initial position.
    pub fn start(&self) -> Position {
        Position { game: self.clone(), engine: self.initial.boxed_clone() }
    }
}

/// Hashes text as it is written.
struct HashText(DefaultHasher);

impl fmt::Write for HashText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
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
#[derive(Debug)]
pub struct Position {
    game: Game,
    engine: Box<dyn Engine>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { game: self.game.clone(), engine: self.engine.boxed_clone() }
    }
}

impl Position {
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What stands on a position.
    pub fn piece_at(&self, pos: PosId) -> Option<Piece> {
        let (code, attributes) = self.engine.cell(pos);
        let codes = &self.game.shared.codes;
        (code != 0).then(|| Piece { player: codes.player(code), kind: codes.kind(code), attributes })
    }

    /// Whether an attribute is set on the piece there.
    pub fn attribute(&self, pos: PosId, attr: AttrId) -> bool {
        self.engine.cell(pos).1 >> attr.0 & 1 != 0
    }

    /// How many pieces of a type a player may drop.
    pub fn stock(&self, player: PlayerId, piece: PieceId) -> u32 {
        u32::from(self.engine.stock(self.game.shared.codes.code(player, piece)))
    }

    /// Index of the turn-order entry to move.
    pub fn turn(&self) -> usize {
        usize::from(self.engine.turn().entry)
    }

    /// The turn-order entry to move.
    pub fn turn_entry(&self) -> &TurnEntry {
        &self.game.rules().turn_order.entries[self.turn()]
    }

    /// The player to move.
    pub fn mover(&self) -> PlayerId {
        self.turn_entry().mover
    }

    /// The round as saved games number it, from 1.
    pub fn round(&self) -> u32 {
        self.engine.turn().round
    }

    /// Moves played since the start (parts of partial moves counted).
    pub fn ply(&self) -> usize {
        self.engine.ply()
    }

    /// Inside a chain of partial moves: where the piece stands that must go on.
    pub fn chain(&self) -> Option<PosId> {
        self.engine.turn().chain.map(|c| c.0)
    }

    /// Inside a chain of partial moves: with which moves the piece goes on.
    pub fn chain_type(&self) -> Option<Continuation> {
        self.engine.turn().chain.map(|c| c.1)
    }

    /// Where the last move came from and went to.
    pub fn last_move(&self) -> (Option<PosId>, Option<PosId>) {
        let place = |p: PosId| (p != NO_POS).then_some(p);
        let turn = self.engine.turn();
        (place(turn.last_from), place(turn.last_to))
    }

    /// A hash of board, attributes, stocks, turn-order entry and chain; same on every machine.
    pub fn hash(&self) -> u64 {
        self.engine.key()
    }

    /// A hash of all that the legal moves depend on: [`hash`](Self::hash), and what `last-from?`
    /// and `last-to?` see.
    pub fn search_key(&self) -> u64 {
        self.engine.search_key()
    }

    /// How often the position has occurred between turns since the start, this time counted;
    /// 0 inside a chain.
    pub fn occurrences(&mut self) -> usize {
        self.engine.occurrences()
    }

    /// Whether a royal piece of the player (one that can be checkmated) is attacked by an enemy.
    pub fn in_check(&mut self, player: PlayerId) -> Result<bool, RuntimeError> {
        self.engine.in_check(player)
    }

    /// Legal moves in the order of generation, moves with the same text and continuation once.
    /// Empty when the game is over.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, RuntimeError> {
        self.list(Scope::All)
    }

    fn list(&mut self, scope: Scope) -> Result<Vec<Move>, RuntimeError> {
        let mut buf = MoveBuf::default();
        self.engine.legal(scope, &mut buf)?;
        Ok(buf.heads.iter().map(|&head| buf.to_move(head, &self.game.shared.codes)).collect())
    }

    /// Plays a legal move of this position. The position is unchanged if that fails.
    pub fn play(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        self.engine.play(mv)
    }

    /// Takes the last move back; `false` at the start (of the history).
    pub fn undo(&mut self) -> bool {
        self.engine.unmake()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError> {
        self.engine.outcome()
    }

    /// A move of this position as Zillions prints it in a saved game.
    pub fn print(&self, mv: &Move) -> String {
        let mut out = String::new();
        text::print_move(self.game.rules(), mv, |pos| self.piece_at(pos).map(|p| p.kind), &mut out);
        out
    }

    /// The legal move with this text (white space normalised).
    pub fn parse(&mut self, text: &str) -> Result<Option<Move>, RuntimeError> {
        let wanted = save::normalize(text);
        let moves = self.legal_moves()?;
        Ok(moves.into_iter().find(|mv| self.print(mv) == wanted))
    }

    /// Plays random moves to the end of the game, or for `max_plies`; then takes them all back.
    /// `pick(n)` gives a number below `n`, each as likely as the other.
    pub fn playout(
        &mut self,
        drawing: Drawing,
        max_plies: u64,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Playout, RuntimeError> {
        self.engine.playout(drawing, max_plies, pick)
    }

    /// Answers attacks by running all moves of the attacker, as the language defines them, instead of
    /// by what was worked out in advance: slow, and to be compared with.
    pub fn set_plain_attacks(&mut self, is_plain: bool) {
        self.engine.set_plain(is_plain);
    }

    // Setting up. These forget the history; call them before play begins.

    /// Empties the board and the stocks.
    pub fn clear(&mut self) {
        let tables = self.game.shared.tables();
        (0..tables.positions).for_each(|i| self.engine.put(PosId::from_index(i), 0, 0));
        for code in 1..=tables.players * tables.pieces {
            self.engine.set_stock(code as u16, 0);
        }
        self.engine.restart();
    }

    /// Puts a piece (replacing what is there) or removes what is there. Bits of its attributes that stand for none are
    /// left out.
    pub fn set_piece(&mut self, pos: PosId, piece: Option<Piece>) {
        let (code, attributes) = match piece {
            Some(p) => (self.game.shared.codes.code(p.player, p.kind), p.attributes),
            None => (0, 0),
        };
        self.engine.put(pos, code, attributes);
        self.engine.restart();
    }

    /// A new piece with its initial attributes.
    pub fn new_piece(&self, player: PlayerId, kind: PieceId) -> Piece {
        let attributes = self.game.shared.tables().initial_attrs[kind.index()];
        Piece { player, kind, attributes }
    }

    /// Sets a stock, to 65,535 at most.
    pub fn set_stock(&mut self, player: PlayerId, piece: PieceId, count: u32) {
        let code = self.game.shared.codes.code(player, piece);
        self.engine.set_stock(code, count.min(u32::from(u16::MAX)) as u16);
        self.engine.restart();
    }

    /// Sets the turn-order entry to move.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn set_turn(&mut self, turn: usize) {
        assert!(turn < self.game.rules().turn_order.entries.len(), "no turn-order entry {turn}");
        self.engine.turn_mut().entry = turn as u16;
        self.engine.restart();
    }

    /// Sets what `last-from?` and `last-to?` see.
    pub fn set_last_move(&mut self, from: Option<PosId>, to: Option<PosId>) {
        let turn = self.engine.turn_mut();
        turn.last_from = from.unwrap_or(NO_POS);
        turn.last_to = to.unwrap_or(NO_POS);
        self.engine.restart();
    }

    /// Limits the instructions run for one move list.
    pub fn set_max_fuel(&mut self, fuel: u64) {
        self.engine.set_max_fuel(fuel);
    }
}
