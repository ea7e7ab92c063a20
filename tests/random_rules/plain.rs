//! The language by its plain definition, written anew from the specification: blocks are followed as they are written,
//! moves are made on copies of the state, attacks are answered by running everything. Slow, and to be compared with.
//!
//! Nothing of the compiler, the machine and the engine is used but the names and tables of the rules, and the goals with
//! their names resolved.

use super::runner::{Mover, Walk};
use std::cell::{Cell, RefCell};
use zrf::compile::Program;
use zrf::game::{Continuation, Effect, Move, Piece, Position};
use zrf::ids::{DirId, MoveTypeId, PieceId, PlayerId, PosId};
use zrf::resolve::Rules;
use zrf::resolve::rules::{MaximalCaptures, PassTurn, PositionKind, TypedBlock};

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// It would take too long.
    TooLong,
    /// A chain of partial moves comes back to where it was, and whether it goes on depends on itself.
    Circular,
}

/// An answer, if there is one.
pub type Said<T> = Result<T, Unsaid>;

/// Chains are looked ahead no further; the engine has limits of its own, further on.
const LONGEST_CHAIN: usize = 40;

/// A move.
#[derive(Clone, PartialEq, Debug)]
pub struct PlainMove {
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// How the turn goes on.
    pub continuation: Option<Continuation>,
}

impl PlainMove {
    const PASS: PlainMove = PlainMove { effects: Vec::new(), continuation: None };

    /// Passing.
    pub fn is_pass(&self) -> bool {
        self.effects.is_empty()
    }

    /// A move of the engine.
    pub fn of(mv: &Move) -> PlainMove {
        assert_eq!(mv.is_pass(), mv.effects().is_empty());
        PlainMove { effects: mv.effects().to_vec(), continuation: mv.continuation() }
    }

    /// Where the last movement came from and went to.
    fn last_movement(&self) -> (Option<PosId>, Option<PosId>) {
        let movement = |effect: &&Effect| matches!(effect, Effect::Move { .. } | Effect::Drop { .. });
        match self.effects.iter().take_while(movement).last() {
            Some(&Effect::Move { from, to, .. }) => (Some(from), Some(to)),
            Some(&Effect::Drop { pos, .. }) => (None, Some(pos)),
            _ => (None, None),
        }
    }

    /// What its text shows of it in a state: a lifted empty square is not printed.
    fn shown(&self, state: &State) -> Vec<Effect> {
        let shown = |effect: &Effect| match *effect {
            Effect::Move { from, to, .. } => {
                (from != to && state.at(from).is_some()).then_some(Effect::Move { from, to, copy: false })
            }
            Effect::Drop { player, piece, pos } => Some(Effect::Create { player, piece, pos }),
            Effect::Promote { pos, piece } => Some(Effect::ChangeType { pos, piece }),
            other => Some(other),
        };
        self.effects.iter().filter_map(shown).collect()
    }
}

/// A state of play.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub cells: Vec<Option<Piece>>,
    /// By player and piece type.
    pub stocks: Vec<Vec<u32>>,
    /// Turn-order entry to move.
    pub entry: usize,
    pub round: u32,
    pub chain: Option<(PosId, Continuation)>,
    pub last: (Option<PosId>, Option<PosId>),
    /// The entry that made the last move.
    pub moved: Option<usize>,
    /// What the last move captured.
    pub captured: Vec<Piece>,
    /// Turns without progress, and whether there is some in this one.
    pub quiet: u32,
    pub progress: bool,
}

impl State {
    /// That of a position where no move has been made.
    pub fn of(position: &Position) -> State {
        let rules = position.game().rules();
        let kinds = || (0..rules.pieces.len()).map(PieceId::from_index);
        let players = (0..rules.players.len()).map(PlayerId::from_index);
        State {
            cells: places(rules).map(|pos| position.piece_at(pos)).collect(),
            stocks: players.map(|p| kinds().map(|k| position.stock(p, k)).collect()).collect(),
            entry: position.turn(),
            round: position.round(),
            chain: None,
            last: position.last_move(),
            moved: None,
            captured: Vec::new(),
            quiet: 0,
            progress: false,
        }
    }

    /// What stands on a position.
    pub fn at(&self, pos: PosId) -> Option<Piece> {
        self.cells[pos.index()]
    }
}

/// All positions.
pub fn places(rules: &Rules) -> impl Iterator<Item = PosId> + use<> {
    (0..rules.board.positions.len()).map(PosId::from_index)
}

/// The rules of a game, plainly.
pub struct Plain<'a> {
    pub rules: &'a Rules,
    pub program: &'a Program,
    /// Owner and type of what can be checkmated.
    pub royals: Vec<(PlayerId, PieceId)>,
    /// What is left of the instructions that may be followed.
    pub fuel: Cell<u64>,
    /// Chains that are being looked ahead.
    path: RefCell<Vec<State>>,
}

/// Which blocks are followed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Which {
    All,
    Typed(MoveTypeId),
    Untyped,
}

impl Which {
    fn has(self, block: &TypedBlock) -> bool {
        match self {
            Which::All => true,
            Which::Typed(t) => block.move_type == Some(t),
            Which::Untyped => block.move_type.is_none(),
        }
    }
}

impl<'a> Plain<'a> {
    pub fn new(rules: &'a Rules, program: &'a Program) -> Plain<'a> {
        let royals = super::goals::royals(program);
        Plain { rules, program, royals, fuel: Cell::new(0), path: RefCell::default() }
    }

    /// The neighbour, seen by a player.
    pub fn next(&self, player: PlayerId, dir: DirId, pos: PosId) -> Option<PosId> {
        let board = &self.rules.board;
        let dir = board.symmetry[player.index()][dir.index()];
        board.links[dir.index() * board.positions.len() + pos.index()]
    }

    /// The neighbour in the opposite direction.
    pub fn opposite(&self, player: PlayerId, dir: DirId, pos: PosId) -> Option<PosId> {
        let board = &self.rules.board;
        let dir = board.symmetry[player.index()][dir.index()];
        board.opposites[dir.index() * board.positions.len() + pos.index()]
    }

    /// Another player who is not neutral.
    pub fn is_enemy(&self, of: PlayerId, other: PlayerId) -> bool {
        other != of && !self.rules.players[other.index()].is_neutral
    }

    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.rules.players.len()).map(PlayerId::from_index)
    }

    pub fn acting(&self, state: &State) -> PlayerId {
        self.rules.turn_order.entries[state.entry].acts_as
    }

    /// A piece with its initial attributes.
    pub fn new_piece(&self, player: PlayerId, kind: PieceId) -> Piece {
        let values = self.rules.pieces[kind.index()].attributes.iter();
        let attributes = values.fold(0, |all, &(attr, value)| set_bit(all, attr.0, value));
        Piece { player, kind, attributes }
    }

    // Moves.

    /// The moves that blocks of a piece add.
    fn piece_moves(&self, state: &State, pos: PosId, which: Which, moves: &mut Vec<PlainMove>) -> Said<()> {
        let Some(piece) = state.at(pos) else { return Ok(()) };
        let mover = Mover { player: piece.player, kind: piece.kind, pos, is_drop: false };
        for block in self.rules.pieces[piece.kind.index()].moves.iter().filter(|b| which.has(b)) {
            moves.extend(Walk::run(self, state, mover, &block.block, 0)?);
        }
        Ok(())
    }

    fn all_moves(&self, state: &State, which: Which) -> Said<Vec<PlainMove>> {
        let player = self.acting(state);
        let mut moves = Vec::new();
        for pos in places(self.rules).filter(|&pos| state.at(pos).is_some_and(|p| p.player == player)) {
            self.piece_moves(state, pos, which, &mut moves)?;
        }
        for (i, piece) in self.rules.pieces.values().enumerate() {
            let kind = PieceId::from_index(i);
            if state.stocks[player.index()][i] == 0 {
                continue;
            }
            for block in piece.drops.iter().filter(|b| which.has(b)) {
                for (j, place) in self.rules.board.positions.values().enumerate() {
                    if place.kind == PositionKind::Square {
                        let mover = Mover { player, kind, pos: PosId::from_index(j), is_drop: true };
                        moves.extend(Walk::run(self, state, mover, &block.block, 0)?);
                    }
                }
            }
        }
        Ok(moves)
    }

    /// The moves that turn order, chain and priorities choose.
    pub fn chosen(&self, state: &State) -> Said<Vec<PlainMove>> {
        let mut moves = Vec::new();
        if let Some((pos, how)) = state.chain {
            let which = match how {
                Continuation::Any => Which::All,
                Continuation::Type(t) => Which::Typed(t),
            };
            self.piece_moves(state, pos, which, &mut moves)?;
        } else if let Some(t) = self.rules.turn_order.entries[state.entry].move_type {
            moves = self.all_moves(state, Which::Typed(t))?;
        } else if self.rules.priorities.is_empty() {
            moves = self.all_moves(state, Which::All)?;
        } else {
            let classes = self.rules.priorities.iter().map(|&t| Which::Typed(t));
            for which in classes.chain([Which::Untyped]) {
                moves = self.all_moves(state, which)?;
                if !moves.is_empty() {
                    break;
                }
            }
        }
        let mut seen: Vec<(Vec<Effect>, Option<Continuation>)> = Vec::new();
        moves.retain(|mv| {
            let key = (mv.shown(state), mv.continuation);
            let is_new = !seen.contains(&key);
            seen.extend(is_new.then_some(key));
            is_new
        });
        Ok(moves)
    }

    /// Whether a pass may be among the moves, if there are so many others.
    pub fn may_pass(&self, state: &State, others: usize) -> bool {
        match (state.chain, self.rules.options.pass_turn) {
            (Some(_), _) => self.rules.options.pass_partial,
            (None, PassTurn::Never) => false,
            (None, PassTurn::Always) => true,
            (None, PassTurn::Forced) => others == 0,
        }
    }

    /// Whether a move leaves no royal piece to be taken.
    pub fn is_safe(&self, state: &State, mv: &PlainMove) -> Said<bool> {
        if self.royals.is_empty() {
            return Ok(true);
        }
        let after = self.make(state, mv)?;
        Ok(!self.attacks_royal(&after, self.acting(&after))?)
    }

    /// All that are legal, with a pass, before "maximal captures".
    pub fn safe(&self, state: &State) -> Said<Vec<PlainMove>> {
        let mut safe = Vec::new();
        for mv in self.chosen(state)? {
            if self.is_safe(state, &mv)? {
                safe.push(mv);
            }
        }
        if self.may_pass(state, safe.len()) && self.is_safe(state, &PlainMove::PASS)? {
            safe.push(PlainMove::PASS);
        }
        Ok(safe)
    }

    /// The legal moves of a game that is not over.
    pub fn legal(&self, state: &State) -> Said<Vec<PlainMove>> {
        let safe = self.safe(state)?;
        if self.rules.options.maximal_captures == MaximalCaptures::No {
            return Ok(safe);
        }
        let mut chains = Vec::new();
        for mv in safe.iter().filter(|mv| !mv.is_pass()) {
            chains.push(self.chain(state, mv, &mut Vec::new())?);
        }
        let best = chains.iter().max().copied().unwrap_or_default();
        let mut chains = chains.into_iter();
        Ok(safe.into_iter().filter(|mv| mv.is_pass() || chains.next() == Some(best)).collect())
    }

    /// The longest chain that begins with a move: its parts, and what it captures.
    fn chain(&self, state: &State, mv: &PlainMove, path: &mut Vec<State>) -> Said<(u32, u64)> {
        let after = self.make(state, mv)?;
        let counts_value = self.rules.options.maximal_captures == MaximalCaptures::MostValuable;
        let value: u64 = after.captured.iter().map(|p| 1 + u64::from(p.kind.0)).sum();
        let mut rest = (0, 0);
        if after.chain.is_some() {
            if path.contains(&after) {
                return Err(Unsaid::Circular);
            }
            if path.len() > LONGEST_CHAIN {
                return Err(Unsaid::TooLong);
            }
            path.push(after.clone());
            for mv in self.safe(&after)?.iter().filter(|mv| !mv.is_pass()) {
                rest = rest.max(self.chain(&after, mv, path)?);
            }
            path.pop();
        }
        Ok((1 + rest.0, rest.1 + if counts_value { value } else { 0 }))
    }

    // Making them.

    /// The state after a move.
    pub fn make(&self, state: &State, mv: &PlainMove) -> Said<State> {
        let mut after = state.clone();
        after.captured.clear();
        after.moved = Some(state.entry);
        if mv.is_pass() {
            self.end_turn(&mut after);
            return Ok(after);
        }
        after.progress |= super::effects::apply(self, &mut after, &mv.effects);
        after.last = mv.last_movement();
        after.chain = None;
        if let (Some(how), Some(to)) = (mv.continuation, after.last.1)
            && after.at(to).is_some()
        {
            after.chain = Some((to, how));
            if self.goes_on(&after)? {
                return Ok(after);
            }
            after.chain = None;
        }
        self.end_turn(&mut after);
        Ok(after)
    }

    fn end_turn(&self, state: &mut State) {
        let order = &self.rules.turn_order;
        state.entry = order.after(state.entry);
        state.round += u32::from(state.entry == order.repeat);
        state.chain = None;
        state.quiet = if state.progress { 0 } else { state.quiet + 1 };
        state.progress = false;
    }

    /// Whether the piece of a chain has a legal move.
    fn goes_on(&self, state: &State) -> Said<bool> {
        if self.royals.is_empty() {
            return Ok(!self.chosen(state)?.is_empty());
        }
        let key = State { captured: Vec::new(), quiet: 0, progress: false, ..state.clone() };
        if self.path.borrow().contains(&key) {
            return Err(Unsaid::Circular);
        }
        if self.path.borrow().len() > LONGEST_CHAIN {
            return Err(Unsaid::TooLong);
        }
        self.path.borrow_mut().push(key);
        let answer = self.has_part(state);
        self.path.borrow_mut().pop();
        answer
    }

    fn has_part(&self, state: &State) -> Said<bool> {
        for mv in self.chosen(state)? {
            if self.is_safe(state, &mv)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    // Attacks.

    /// Whether a player attacks a royal piece of any other.
    pub fn attacks_royal(&self, state: &State, by: PlayerId) -> Said<bool> {
        for pos in places(self.rules) {
            if let Some(piece) = state.at(pos)
                && piece.player != by
                && self.royals.contains(&(piece.player, piece.kind))
                && self.attacks(state, by, pos, Which::All, 0)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any enemy of a player, no random one, attacks a position.
    pub fn enemies_attack(
        &self,
        state: &State,
        player: PlayerId,
        pos: PosId,
        which: Which,
        depth: u8,
    ) -> Said<bool> {
        for enemy in self.players() {
            if self.is_enemy(player, enemy)
                && !self.rules.players[enemy.index()].is_random
                && self.attacks(state, enemy, pos, which, depth)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a player has a move that arrives or captures on a position.
    pub fn attacks(&self, state: &State, by: PlayerId, target: PosId, which: Which, depth: u8) -> Said<bool> {
        let hits = |effect: &Effect| match *effect {
            Effect::Move { to, .. } => to == target,
            Effect::Capture { pos } => pos == target,
            _ => false,
        };
        for pos in places(self.rules) {
            let Some(piece) = state.at(pos).filter(|p| p.player == by) else { continue };
            let mover = Mover { player: by, kind: piece.kind, pos, is_drop: false };
            for block in self.rules.pieces[piece.kind.index()].moves.iter().filter(|b| which.has(b)) {
                let moves = Walk::run(self, state, mover, &block.block, depth + 1)?;
                if moves.iter().any(|mv| mv.effects.iter().any(hits)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The type of the piece that is put on a square for an attack test.
    pub fn stand_in(&self, player: PlayerId, running: PieceId) -> PieceId {
        self.royals.iter().find(|r| r.0 == player).map_or(running, |r| r.1)
    }
}

/// Sets or clears a bit.
pub fn set_bit(bits: u64, bit: u8, value: bool) -> u64 {
    if value { bits | 1 << bit } else { bits & !(1 << bit) }
}
