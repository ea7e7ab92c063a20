//! Which moves there are: blocks run, types and priorities, partial chains,
//! passing, longest chains.

use super::bits::Bits;
use super::core::Core;
use super::movebuf::{Head, Mark, MoveBuf, pack, shown};
use super::mv::{Continuation, Effect};
use super::outcome::RuntimeError;
use crate::compile::{Entry, NO_POS, Test};
use crate::ids::{MoveTypeId, PieceId, PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use crate::vm::{Added, Run, Start, World, interpret};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// No list of moves is longer.
pub const MOVE_LIMIT: usize = 1_000_000;
/// The effects of all moves of a list are no more.
const EFFECT_LIMIT: usize = 16_000_000;
/// No chain of partial moves is looked at further.
const CHAIN_LIMIT: usize = 256;

/// Which blocks are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filter {
    /// All.
    Any,
    /// Those of a type.
    Type(MoveTypeId),
    /// Those without a type.
    Untyped,
}

impl Filter {
    pub(super) fn lets_through(self, move_type: Option<MoveTypeId>) -> bool {
        match self {
            Filter::Any => true,
            Filter::Type(t) => move_type == Some(t),
            Filter::Untyped => move_type.is_none(),
        }
    }
}

impl<B: Bits> Core<B> {
    /// Appends the legal moves to `buf`, in the order of generation. The game must not be over.
    pub fn legal(&mut self, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.fuel = self.max_fuel;
        self.legal_with_fuel(buf)
    }

    fn legal_with_fuel(&mut self, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        let mark = buf.mark();
        self.legal_without_maximum(buf, mark)?;
        if self.shared.rules.options.maximal_captures != MaximalCaptures::No {
            self.keep_longest(buf, mark)?;
        }
        Ok(())
    }

    fn legal_without_maximum(&mut self, buf: &mut MoveBuf, mark: Mark) -> Result<(), RuntimeError> {
        self.pseudo_legal(buf, mark)?;
        self.keep_legal(buf, mark)?;
        let in_chain = self.state.turn.chain.is_some();
        let options = &self.shared.rules.options;
        let may_pass = if in_chain {
            options.pass_partial
        } else {
            match options.pass_turn {
                PassTurn::Never => false,
                PassTurn::Always => true,
                PassTurn::Forced => buf.heads.len() == mark.heads,
            }
        };
        if may_pass && self.is_legal(Head::pass(), &[])? {
            buf.heads.push(Head::pass());
        }
        Ok(())
    }

    /// The moves that the turn order, the chain and the priorities let through, before check.
    fn pseudo_legal(&mut self, buf: &mut MoveBuf, mark: Mark) -> Result<(), RuntimeError> {
        let acting = self.acting();
        self.seen.clear();
        if let Some((pos, how)) = self.state.turn.chain {
            let filter = match how {
                Continuation::Any => Filter::Any,
                Continuation::Type(t) => Filter::Type(t),
            };
            return self.piece_moves(acting, pos, filter, buf, mark);
        }
        let entry = &self.shared.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        if let Some(t) = entry.move_type {
            return self.all_moves(acting, Filter::Type(t), buf, mark);
        }
        let shared = self.shared.clone();
        if shared.rules.priorities.is_empty() {
            return self.all_moves(acting, Filter::Any, buf, mark);
        }
        for &t in &shared.rules.priorities {
            self.all_moves(acting, Filter::Type(t), buf, mark)?;
            if buf.heads.len() > mark.heads {
                return Ok(());
            }
        }
        self.all_moves(acting, Filter::Untyped, buf, mark)
    }

    fn all_moves(
        &mut self,
        acting: PlayerId,
        filter: Filter,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let mut pieces = self.state.by_player[acting.index()].clone();
        while let Some(pos) = pieces.pop() {
            self.piece_moves(acting, pos, filter, buf, mark)?;
        }
        self.drops(acting, filter, buf, mark)
    }

    fn piece_moves(
        &mut self,
        acting: PlayerId,
        pos: PosId,
        filter: Filter,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let Some((_, kind)) = self.piece_at(pos) else { return Ok(()) };
        let shared = self.shared.clone();
        let start = Start { player: acting, kind, pos, is_drop: false };
        for entry in &shared.program.pieces[kind.index()].moves {
            if filter.lets_through(entry.move_type) {
                self.run_block(start, entry, buf, mark)?;
            }
        }
        Ok(())
    }

    fn drops(
        &mut self,
        acting: PlayerId,
        filter: Filter,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let shared = self.shared.clone();
        for (i, piece) in shared.program.pieces.iter().enumerate() {
            let kind = PieceId::from_index(i);
            if piece.drops.is_empty() || self.state.stock[usize::from(shared.codes.code(acting, kind))] == 0 {
                continue;
            }
            for entry in piece.drops.iter().filter(|e| filter.lets_through(e.move_type)) {
                for &pos in &shared.tables().squares {
                    let start = Start { player: acting, kind, pos, is_drop: true };
                    self.run_block(start, entry, buf, mark)?;
                }
            }
        }
        Ok(())
    }

    fn run_block(
        &mut self,
        start: Start,
        entry: &Entry,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let shared = self.shared.clone();
        let mut run = self.runs.pop().unwrap_or_else(|| Run::new(start, entry.addr));
        run.restart(start, entry.addr);
        let mut fuel = std::mem::take(&mut self.fuel);
        let stock = shared.rules.options.recycle_promotions.then(|| self.state.stock.clone());
        let mut full = false;
        let result = interpret(&shared.program, self, &mut run, &mut fuel, |run, added| {
            if let (Some(stock), Some(t)) = (&stock, added.promote)
                && stock[usize::from(shared.codes.code(start.player, t))] == 0
            {
                return ControlFlow::Continue(());
            }
            record(run, added, buf);
            full = buf.heads.len() - mark.heads > MOVE_LIMIT || buf.effects.len() > EFFECT_LIMIT;
            if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.fuel = fuel;
        self.runs.push(run);
        if full {
            return Err(RuntimeError::TooManyMoves { limit: MOVE_LIMIT });
        }
        result.map(|_| ())
    }

    /// Whether the piece of the present chain has a legal move.
    pub(super) fn can_go_on(&mut self) -> Result<bool, RuntimeError> {
        let mut buf = std::mem::take(&mut self.buf);
        let mark = buf.mark();
        let result = self.pseudo_legal(&mut buf, mark).and_then(|()| self.any_legal(&mut buf, mark));
        buf.truncate(mark);
        self.buf = buf;
        result
    }

    fn any_legal(&mut self, buf: &mut MoveBuf, mark: Mark) -> Result<bool, RuntimeError> {
        for i in mark.heads..buf.heads.len() {
            if self.is_legal(buf.heads[i], buf.effects(buf.heads[i]))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player to move has a legal move, a pass included.
    pub fn has_moves(&mut self) -> Result<bool, RuntimeError> {
        if let Some(known) = self.known.has_moves {
            return Ok(known);
        }
        self.fuel = self.max_fuel;
        let mut buf = std::mem::take(&mut self.buf);
        let mark = buf.mark();
        let result = self.pseudo_legal(&mut buf, mark).and_then(|()| self.any_legal(&mut buf, mark));
        buf.truncate(mark);
        self.buf = buf;
        let mut has = result?;
        if !has {
            let options = &self.shared.rules.options;
            let may_pass = match self.state.turn.chain {
                Some(_) => options.pass_partial,
                None => options.pass_turn != PassTurn::Never,
            };
            has = may_pass && self.is_legal(Head::pass(), &[])?;
        }
        self.known.has_moves = Some(has);
        Ok(has)
    }

    /// Keeps only the moves that begin a longest chain of partial moves.
    fn keep_longest(&mut self, buf: &mut MoveBuf, mark: Mark) -> Result<(), RuntimeError> {
        let heads = &buf.heads[mark.heads..];
        let by_value = self.shared.rules.options.maximal_captures == MaximalCaptures::MostValuable;
        if heads.len() < 2 || (!by_value && !heads.iter().any(|h| h.is_partial())) {
            return Ok(());
        }
        let mut best = Chain::default();
        let mut chains = Vec::with_capacity(heads.len());
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            let chain = if head.is_pass() { best } else { self.chain(head, buf.effects(head), by_value, 0)? };
            best = best.max(chain);
            chains.push(chain);
        }
        let mut kept = mark.heads;
        for (i, chain) in chains.into_iter().enumerate() {
            let head = buf.heads[mark.heads + i];
            if chain == best || head.is_pass() {
                buf.heads[kept] = head;
                kept += 1;
            }
        }
        buf.heads.truncate(kept);
        Ok(())
    }

    /// The longest chain that begins with a move.
    fn chain(
        &mut self,
        head: Head,
        effects: &[Effect],
        by_value: bool,
        depth: usize,
    ) -> Result<Chain, RuntimeError> {
        self.make(head, effects)?;
        let value = if by_value { self.captured_value() } else { 0 };
        let mut best = Chain::default();
        let result = if self.state.turn.chain.is_some() && depth < CHAIN_LIMIT {
            let mut buf = std::mem::take(&mut self.buf);
            let mark = buf.mark();
            let result = self.legal_without_maximum(&mut buf, mark).and_then(|()| {
                for i in mark.heads..buf.heads.len() {
                    let head = buf.heads[i];
                    if !head.is_pass() {
                        let effects: Box<[Effect]> = buf.effects(head).into();
                        std::mem::swap(&mut self.buf, &mut buf);
                        let chain = self.chain(head, &effects, by_value, depth + 1);
                        std::mem::swap(&mut self.buf, &mut buf);
                        best = best.max(chain?);
                    }
                }
                Ok(())
            });
            buf.truncate(mark);
            self.buf = buf;
            result
        } else {
            Ok(())
        };
        self.unmake();
        result?;
        Ok(Chain { parts: best.parts + 1, value: best.value + value })
    }

    fn captured_value(&self) -> u64 {
        let codes = self.shared.codes;
        let values = &self.shared.goals.capture_values;
        self.captured_by_last().iter().map(|&c| u64::from(values[codes.kind(c).index()])).sum()
    }
}

/// How long a chain of partial moves is, then what it captures.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Chain {
    parts: u32,
    value: u64,
}

/// Appends a move that a run adds.
fn record(run: &Run, added: &Added, buf: &mut MoveBuf) {
    let start = buf.effects.len();
    push_effects(run, added, &mut buf.effects);
    // A move with more effects than a head can count is none of any real game.
    if let Some(head) = Head::of(added, start, buf.effects.len() - start, &buf.effects[start..]) {
        if head.is_simple() {
            buf.effects.truncate(start);
        }
        buf.heads.push(head);
    } else {
        buf.effects.truncate(start);
    }
}

impl<B: Bits> World for Core<B> {
    fn ask(&mut self, test: Test, pos: PosId, run: Start) -> Result<bool, RuntimeError> {
        let code = self.state.cells[pos.index()];
        let shared = &self.shared;
        Ok(match test {
            Test::Empty => code == 0,
            Test::Friend => code != 0 && shared.codes.player(code) == run.player,
            Test::Enemy => code != 0 && shared.tables().is_enemy(run.player, shared.codes.player(code)),
            Test::Neutral => code != 0 && shared.tables().is_neutral[shared.codes.player(code).index()],
            Test::Piece(kind) => code != 0 && shared.codes.kind(code) == kind,
            Test::Attr(attr) => code != 0 && self.state.attrs_at(pos) >> attr.0 & 1 != 0,
            Test::LastFrom => self.state.turn.last_from == pos,
            Test::LastTo => self.state.turn.last_to == pos,
            Test::AdjacentToEnemy => self.is_adjacent_to_enemy(run.player, pos),
            Test::Attacked => self.asks_attacked(run, pos, Filter::Any)?,
            Test::AttackedBy(t) => self.asks_attacked(run, pos, Filter::Type(t))?,
            Test::Defended => self.asks_defended(run, pos, Filter::Any)?,
            Test::DefendedBy(t) => self.asks_defended(run, pos, Filter::Type(t))?,
            // These depend on the run alone; it answers them itself.
            Test::OnBoard
            | Test::InZone(_)
            | Test::Position(_)
            | Test::GoalPosition
            | Test::Marked
            | Test::Flag(_)
            | Test::PosFlag(_) => false,
        })
    }

    fn last(&self) -> (Option<PosId>, Option<PosId>) {
        self.last_places()
    }
}
