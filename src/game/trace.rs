//! Runs watched step by step, and what the rules do with the moves that come of them.
//!
//! The machine is the one that plays: it is given one instruction's fuel at a time, and looked at in
//! between. So the watching costs the playing nothing.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::maximal::Chain;
use super::movebuf::MoveBuf;
use super::movegen::{Asker, Filter, record};
use super::mv::Move;
use super::outcome::RuntimeError;
use super::{Piece, Position};
use crate::compile::{At, Entry, NO_POS, Op};
use crate::ids::{Addr, PieceId, PlayerId, PosId};
use crate::vm::{Event, Run, Start, World};

/// A run that takes more steps is watched no further.
const MOST_STEPS: usize = 20_000;

/// One instruction of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The instruction.
    pub addr: Addr,
    /// The cursor before it.
    pub cursor: PosId,
    /// The place that it is about: of a step where it leads. None if that is off the board.
    pub place: Option<PosId>,
    /// Of a test the answer.
    pub answer: Option<bool>,
}

/// A run of one block from one square.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Where it started.
    pub start: Start,
    /// The block.
    pub entry: Entry,
    /// Its instructions, in order.
    pub steps: Vec<Step>,
    /// The moves it added, each with the index of its step.
    pub added: Vec<(usize, Move)>,
    /// Moves that it would have added if the new piece were in the stock ("recycle promotions").
    pub lacking: Vec<(usize, Move)>,
    /// It went on for longer than anyone would read.
    pub is_cut: bool,
}

/// How far the rules have sorted out the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The turn order, the chain and the priorities have chosen.
    Chosen,
    /// Moves that leave a royal piece to be taken are gone.
    Safe,
}

/// A royal piece that a move would leave to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The royal piece.
    pub royal: Piece,
    /// Where it stands after the move.
    pub at: PosId,
    /// The piece that attacks it.
    pub attacker: Piece,
    /// Where that stands.
    pub from: PosId,
}

impl Position {
    /// Runs a block from a square, watched. Whether the rules let it run is not asked.
    ///
    /// # Errors
    /// If the run exceeds the limit on instructions.
    pub fn trace(&mut self, start: Start, entry: Entry) -> Result<Trace, RuntimeError> {
        self.engine.trace(start, entry)
    }

    /// The moves of the position as far as they are sorted out; the game is taken not to be over.
    pub fn moves_at(&mut self, stage: Stage) -> Result<Vec<Move>, RuntimeError> {
        let mut buf = MoveBuf::default();
        self.engine.moves_at(stage, &mut buf)?;
        Ok(buf.heads.iter().map(|&head| buf.to_move(head, &self.game.shared.codes)).collect())
    }

    /// The same moves, counted and each found by its number, as random games do; `None` where they are listed. The
    /// chosen ones may be in another order, and a pass that is always allowed is among them. To be compared with.
    pub fn moves_by_number(&mut self, stage: Stage) -> Result<Option<Vec<Move>>, RuntimeError> {
        let mut buf = MoveBuf::default();
        let is_counted = self.engine.moves_by_number(stage, &mut buf)?;
        let moves = buf.heads.iter().map(|&head| buf.to_move(head, &self.game.shared.codes));
        Ok(is_counted.then(|| moves.collect()))
    }

    /// The legal moves as perft lists them, in any order; the game is taken not to be over. To be compared with.
    pub fn moves_in_any_order(&mut self) -> Result<Vec<Move>, RuntimeError> {
        let mut buf = MoveBuf::default();
        self.engine.moves_in_any_order(&mut buf)?;
        Ok(buf.heads.iter().map(|&head| buf.to_move(head, &self.game.shared.codes)).collect())
    }

    /// The royal piece that a move of this position would leave to be taken.
    pub fn danger(&mut self, mv: &Move) -> Result<Option<Danger>, RuntimeError> {
        self.engine.danger(mv)
    }

    /// Of how many parts the longest chain is that begins with a move of this position.
    pub fn chain_length(&mut self, mv: &Move) -> Result<u32, RuntimeError> {
        self.engine.chain_length(mv)
    }

    /// Where a piece stands that attacks a position, as `attacked?` sees it in a run of this piece.
    pub fn attacker(
        &mut self,
        player: PlayerId,
        kind: PieceId,
        pos: PosId,
    ) -> Result<Option<PosId>, RuntimeError> {
        self.engine.attacker(player, kind, pos)
    }
}

impl<B: Bits> Core<B> {
    pub(super) fn trace(&mut self, cx: &Cx<B>, start: Start, entry: Entry) -> Result<Trace, RuntimeError> {
        self.refuel();
        let mut run = Run::new(start, entry.addr);
        let (mut added, mut lacking) = (Vec::new(), Vec::new());
        let mut steps = Vec::new();
        let mut ended = false;
        while !ended && steps.len() < MOST_STEPS {
            self.spend(cx, 1)?;
            let (addr, cursor) = (run.pc(), run.cursor());
            let op = cx.program.code[addr.index()];
            let place = place_of(op).map_or(NO_POS, |at| run.place(&cx.program, at));
            let mut step = Step { addr, cursor, place: on_board(place), answer: None };
            match run.advance(&cx.program, &mut 1) {
                Event::Ask(test, pos) => {
                    let answer = Asker { core: self, cx }.ask(test, pos, start)?;
                    run.answer(&cx.program, answer);
                    step.answer = Some(answer);
                }
                Event::AskLast { from } => {
                    let (last_from, last_to) = self.last_places();
                    step.place = if from { last_from } else { last_to };
                    match step.place {
                        Some(pos) => run.go_to(pos),
                        None => ended = true,
                    }
                }
                Event::Add(add) => {
                    let mut buf = MoveBuf::default();
                    record(run.items(), &add, &mut buf);
                    let moves = buf.heads.iter().map(|&head| (steps.len(), buf.to_move(head, &cx.codes)));
                    let lacks =
                        cx.rules.options.recycle_promotions && !self.can_promote(cx, start.player, &add);
                    if lacks {
                        lacking.extend(moves)
                    } else {
                        added.extend(moves)
                    }
                    if !add.more {
                        run.clear_pending();
                    }
                }
                Event::End | Event::Register => ended = true,
                Event::OutOfFuel(next) => match op {
                    Op::Branch { when, target, .. } => step.answer = Some((next == target) == when),
                    Op::Go(_) | Op::GoFrom | Op::GoTo | Op::GoMark => step.place = on_board(run.cursor()),
                    _ => {}
                },
            }
            steps.push(step);
        }
        Ok(Trace { start, entry, steps, added, lacking, is_cut: !ended })
    }

    pub(super) fn moves_at(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        buf: &mut MoveBuf,
    ) -> Result<(), RuntimeError> {
        self.refuel();
        let mark = buf.mark();
        match stage {
            Stage::Chosen => self.pseudo_legal(cx, buf, mark),
            Stage::Safe => self.legal_without_maximum(cx, buf, mark),
        }
    }

    pub(super) fn danger(&mut self, cx: &Cx<B>, mv: &Move) -> Result<Option<Danger>, RuntimeError> {
        self.refuel();
        let mut buf = MoveBuf::default();
        let head = buf.push_move(mv);
        self.make(cx, head, buf.effects(head))?;
        let found = self.royal_in_danger(cx);
        self.unmake(cx);
        found
    }

    fn royal_in_danger(&mut self, cx: &Cx<B>) -> Result<Option<Danger>, RuntimeError> {
        let by = self.acting(cx);
        for &(owner, kind) in &cx.goals.royals {
            if owner == by {
                continue;
            }
            let mut places = self.state.by_code[usize::from(cx.codes.code(owner, kind))].clone();
            while let Some(at) = places.pop() {
                if let Some(from) = self.attacker_among(cx, by, at)? {
                    let piece = |core: &Self, pos| core.whole_piece(cx, pos);
                    let (Some(royal), Some(attacker)) = (piece(self, at), piece(self, from)) else {
                        continue;
                    };
                    return Ok(Some(Danger { royal, at, attacker, from }));
                }
            }
        }
        Ok(None)
    }

    fn whole_piece(&self, cx: &Cx<B>, pos: PosId) -> Option<Piece> {
        let (player, kind) = self.piece_at(cx, pos)?;
        Some(Piece { player, kind, attributes: self.state.attrs_at(pos) })
    }

    /// The first piece of a player that attacks a position.
    fn attacker_among(
        &mut self,
        cx: &Cx<B>,
        by: PlayerId,
        target: PosId,
    ) -> Result<Option<PosId>, RuntimeError> {
        self.depth += 1;
        let mut pieces = self.state.by_player[by.index()].clone();
        let mut found = Ok(None);
        while let Some(pos) = pieces.pop() {
            match self.piece_attacks(cx, by, pos, target, Filter::Any) {
                Ok(false) => {}
                Ok(true) => {
                    found = Ok(Some(pos));
                    break;
                }
                Err(e) => {
                    found = Err(e);
                    break;
                }
            }
        }
        self.depth -= 1;
        found
    }

    pub(super) fn attacker(
        &mut self,
        cx: &Cx<B>,
        player: PlayerId,
        kind: PieceId,
        pos: PosId,
    ) -> Result<Option<PosId>, RuntimeError> {
        self.refuel();
        let stands = self.piece_at(cx, pos).is_some_and(|(owner, _)| owner == player);
        let stand_in = (!stands).then(|| (player, self.stand_in(cx, player, kind)));
        self.with_piece(cx, pos, stand_in, |core| {
            for enemy in (0..cx.tables().players).map(PlayerId::from_index) {
                if cx.tables().is_enemy(player, enemy)
                    && !cx.tables().is_random[enemy.index()]
                    && let Some(found) = core.attacker_among(cx, enemy, pos)?
                {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        })
    }

    pub(super) fn chain_length(&mut self, cx: &Cx<B>, mv: &Move) -> Result<u32, RuntimeError> {
        self.refuel();
        self.chains.clear();
        let mut buf = MoveBuf::default();
        let head = buf.push_move(mv);
        let Chain { parts, .. } = self.chain(cx, head, buf.effects(head), 0)?;
        Ok(parts)
    }
}

/// The place that an instruction names.
fn place_of(op: Op) -> Option<At> {
    Some(match op {
        Op::Step(dir) => At::Dir(dir),
        Op::StepOpposite(dir) => At::Opposite(dir),
        Op::Branch { at, .. }
        | Op::Capture(at)
        | Op::Flip(at)
        | Op::ChangeOwner(_, at)
        | Op::ChangeType(_, at)
        | Op::Create(_, _, at)
        | Op::SetAttr(_, _, at)
        | Op::SetPosFlag(_, _, at) => at,
        _ => return None,
    })
}

fn on_board(pos: PosId) -> Option<PosId> {
    (pos != NO_POS).then_some(pos)
}
