//! One thread of a search: its position, its memory, playing moves and taking them back.

use super::MAX_PLY;
use super::eval::{Counts, Evaluation, Scales, Sum};
use super::limits::Control;
use super::lookahead::Reductions;
use super::order::{self, History};
use super::plan::Plan;
use super::score::won_at;
use super::sides::{Side, Sides};
use super::table::Table;
use super::tactics::{self, Gain};
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};
use crate::game::ending::Scope;
use crate::game::hash::other_key;
use crate::game::movebuf::{Head, MoveBuf};
use crate::game::state::Code;
use crate::game::{Effect, Move, Outcome, RuntimeError};
use crate::resolve::rules::GoalLineKind;

/// The rating of a taking that costs more than it wins, before what it wins is counted.
const LOSING: i32 = -(1 << 24);

/// Why a search did not come to its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// A limit was reached.
    Stopped,
    /// The rules misbehave.
    Failed(RuntimeError),
}

impl From<RuntimeError> for Halt {
    fn from(error: RuntimeError) -> Halt {
        Halt::Failed(error)
    }
}

pub(crate) type Found<T> = Result<T, Halt>;

/// What all threads of a search share.
pub(crate) struct Job<'a> {
    pub evaluation: &'a Evaluation,
    pub scales: Scales<'a>,
    pub sides: Sides,
    pub plan: Plan,
    pub table: &'a Table,
    pub control: Control<'a>,
    pub reductions: Reductions,
    /// Keeps what is found for one searcher apart from what is found for others, where that matters.
    pub salt: u64,
}

impl<'a> Job<'a> {
    /// The hash under which a position is kept in the table.
    #[inline]
    pub fn key<B: Bits>(&self, core: &Core<B>) -> u64 {
        self.evaluation.last.key(core) ^ self.salt
    }
}

/// The salt of a searcher.
pub(crate) fn salt<B: Bits>(cx: &Cx<B>, searcher: crate::ids::PlayerId) -> u64 {
    if cx.goals.contenders.len() > 2 { other_key(8, u64::from(searcher.0)) } else { 0 }
}

/// What is kept for each move of the line being looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ply {
    pub sum: Sum,
    /// The judgement, as far as it was needed.
    pub judged: i32,
    /// Quiet moves that cut off searches at this depth of the line.
    pub killers: [u32; 2],
    /// The history slot of the move that leads on from here.
    pub slot: usize,
    /// Whether the one to move is in check, if that is known.
    pub checked: Option<bool>,
    /// Inside a chain of partial moves the hash of the position, else 0.
    chain: u64,
    /// The best line found from here.
    pub pv: Vec<Move>,
}

/// The hashes of the present position and of those before it in the same chain of partial moves.
pub(crate) fn chain_before<B: Bits>(cx: &Cx<B>, core: &Core<B>) -> Vec<u64> {
    let mut keys = Vec::new();
    if core.state.turn.chain.is_some() {
        let mut core = core.clone();
        while core.state.turn.chain.is_some() {
            keys.push(core.key());
            if !core.unmake(cx) {
                break;
            }
        }
    }
    keys
}

/// One thread of a search.
pub(crate) struct Searcher<'a, B> {
    pub cx: &'a Cx<B>,
    pub core: Core<B>,
    pub job: &'a Job<'a>,
    pub buf: MoveBuf,
    /// The ratings of the moves in `buf`.
    pub rates: Vec<i32>,
    pub history: History,
    pub plies: Vec<Ply>,
    pub ply: usize,
    pub nodes: u64,
    /// The deepest line looked at.
    pub deepest: usize,
    /// The depth of the present round.
    pub round: usize,
    counts: Counts,
    /// The chain of partial moves at the root: hashes of the positions that it went through.
    chain: Vec<u64>,
}

impl<'a, B: Bits> Searcher<'a, B> {
    /// At a position.
    pub fn new(cx: &'a Cx<B>, core: &Core<B>, job: &'a Job<'a>) -> Searcher<'a, B> {
        let chain = chain_before(cx, core);
        let core = core.clone();
        let mut counts = job.evaluation.lines.counts();
        let mut plies = vec![Ply::default(); MAX_PLY + 2];
        plies[0].sum = job.scales.full(&core.state.cells, &core.state.stock, &mut counts);
        let codes = 1 + cx.tables().players * cx.tables().pieces;
        Searcher {
            cx,
            core,
            job,
            buf: MoveBuf::default(),
            rates: Vec::new(),
            history: History::new(codes, cx.tables().positions),
            plies,
            ply: 0,
            nodes: 0,
            deepest: 0,
            round: 0,
            counts,
            chain,
        }
    }

    /// Whether the chain of partial moves has come back to where it was before: whoever goes on like that
    /// gets nowhere.
    #[inline]
    pub fn goes_round(&self) -> bool {
        let now = self.plies[self.ply].chain;
        if now == 0 {
            return false;
        }
        let before = self.plies[..self.ply].iter().rev().map(|p| p.chain).take_while(|&c| c != 0);
        let inside = before.clone().count();
        before
            .chain(self.chain.iter().copied().take(if inside == self.ply { usize::MAX } else { 0 }))
            .any(|c| c == now)
    }

    /// Counts a position, and looks at the limits.
    #[inline]
    pub fn tick(&mut self) -> Found<()> {
        self.nodes += 1;
        self.deepest = self.deepest.max(self.ply);
        if self.job.control.tick(self.nodes) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Who decides now.
    #[inline]
    pub fn side(&self) -> Side {
        self.job.sides.at(self.core.state.turn.entry)
    }

    /// The piece whose turn goes on.
    #[inline]
    pub fn is_in_chain(&self) -> bool {
        self.core.state.turn.chain.is_some()
    }

    /// Plays a move of `buf`.
    #[inline]
    pub fn play(&mut self, head: Head) -> Found<()> {
        let slot = self.slot(head);
        self.core.make(self.cx, head, self.buf.effects(head))?;
        self.descend(slot);
        Ok(())
    }

    /// Lets a turn go by.
    pub fn skip(&mut self) -> Found<()> {
        self.core.skip_turn(self.cx)?;
        self.descend(usize::MAX);
        Ok(())
    }

    #[inline]
    fn descend(&mut self, slot: usize) {
        let state = &self.core.state;
        let (scales, before) = (&self.job.scales, self.plies[self.ply].sum);
        let sum = self.core.with_last_changes(|changes| {
            scales.after(before, changes, &state.cells, &state.stock, &mut self.counts)
        });
        self.plies[self.ply].slot = slot;
        self.ply += 1;
        let ply = &mut self.plies[self.ply];
        ply.sum = sum;
        ply.checked = None;
        ply.chain = if state.turn.chain.is_some() { self.core.key() } else { 0 };
        ply.pv.clear();
    }

    /// Takes the last move back.
    #[inline]
    pub fn unplay(&mut self) {
        let (scales, cells) = (&self.job.scales, &self.core.state.cells);
        self.core.with_last_changes(|changes| scales.take_back(changes, cells, &mut self.counts));
        self.core.unmake(self.cx);
        self.ply -= 1;
    }

    /// The judgement of the position for a side.
    #[inline]
    pub fn judge(&self, side: u8) -> i32 {
        self.job.scales.score(&self.plies[self.ply].sum, side)
    }

    /// Whether the one to move is in check.
    #[inline]
    pub fn is_checked(&mut self) -> Found<bool> {
        if !self.job.plan.has_check {
            return Ok(false);
        }
        if let Some(known) = self.plies[self.ply].checked {
            return Ok(known);
        }
        let checked = self.core.is_checked(self.cx)?;
        self.plies[self.ply].checked = Some(checked);
        Ok(checked)
    }

    /// The score for a side if the game is over although there may be moves, or as good as over because
    /// the position was there before.
    #[inline]
    pub fn ended(&mut self, side: u8) -> Found<Option<i32>> {
        self.core.refuel();
        if self.core.is_over_despite_moves(self.cx, Scope::Position)? {
            return self.outcome(side).map(Some);
        }
        let plan = &self.job.plan;
        if self.is_in_chain() {
            return Ok(None);
        }
        let quiet = self.core.state.turn.quiet;
        if plan.quiet_limit.is_some_and(|limit| quiet >= limit) {
            return self.outcome(side).map(Some);
        }
        if plan.can_repeat && quiet >= 2 && self.ply > 0 && self.core.occurrences(self.cx) >= 2 {
            return Ok(Some(self.repeated(side)));
        }
        Ok(None)
    }

    /// The score of a finished game. A draw if nothing speaks.
    pub fn outcome(&mut self, side: u8) -> Found<i32> {
        let outcome = self.core.outcome(self.cx)?;
        Ok(outcome.map_or(0, |o| self.result(&o, side)))
    }

    fn result(&self, outcome: &Outcome, side: u8) -> i32 {
        self.job.sides.result(outcome, side) * won_at(self.ply)
    }

    /// The score of a position that was there before: what the goals say of the third time is taken for
    /// granted at the second. Where they say nothing, going round in circles is worth nothing.
    fn repeated(&self, side: u8) -> i32 {
        const BAD: i32 = 2500;
        let Some((mover, acted)) = self.core.last_mover(self.cx) else { return 0 };
        let Some(its_side) = self.job.sides.of(mover) else { return 0 };
        for (kind, players) in &self.job.plan.repetition {
            if !players.contains(&mover) && !players.contains(&acted) {
                continue;
            }
            let for_mover = match kind {
                GoalLineKind::Win => BAD,
                GoalLineKind::Loss => -BAD,
                GoalLineKind::Draw | GoalLineKind::Count => 0,
            };
            return if its_side == side { for_mover } else { -for_mover };
        }
        0
    }

    /// The piece that moves: its code, 0 for a pass.
    #[inline]
    pub fn mover(&self, head: Head) -> Code {
        if let Some(&code) = self.core.state.cells.get(head.from.index()) {
            return code;
        }
        if let Some(code) = head.dropped() {
            return code;
        }
        match self.buf.effects(head) {
            [Effect::Drop { player, piece, .. }, ..] => self.cx.codes.code(*player, *piece),
            _ => 0,
        }
    }

    /// The history slot of a move.
    #[inline]
    pub fn slot(&self, head: Head) -> usize {
        self.history.slot(self.mover(head), head.to)
    }

    /// What a move wins at first sight.
    #[inline]
    pub fn gain(&self, head: Head) -> Gain {
        tactics::gain(self.cx, &self.core.state, &self.job.evaluation.values, head, self.buf.effects(head))
    }

    /// Rates the moves of `buf` from `from` on: the higher the sooner. Takings that cost more than they win
    /// come [last](Self::is_losing).
    pub fn rate(&mut self, from: usize, best: u32) -> Result<(), RuntimeError> {
        // Moves of chance below are not rated.
        self.rates.resize(from, 0);
        let killers = self.plies[self.ply].killers;
        let answer = match self.ply.checked_sub(1) {
            Some(before) => self.history.answer(self.plies[before].slot),
            None => 0,
        };
        for i in from..self.buf.heads.len() {
            let head = self.buf.heads[i];
            let signature = order::signature(head, self.buf.effects(head));
            let rate = if signature == best {
                1 << 30
            } else {
                let gain = self.gain(head);
                let mover = self.mover(head);
                if gain.is_tactical {
                    let price = self.job.evaluation.values[usize::from(mover)];
                    let base = if self.costs_more(head, gain, mover)? { LOSING } else { 1 << 24 };
                    base + gain.worth * 16 - price
                } else if signature == killers[0] {
                    (1 << 22) + 2
                } else if signature == killers[1] {
                    (1 << 22) + 1
                } else if signature == answer {
                    1 << 22
                } else {
                    gain.worth + self.history.worth(self.history.slot(mover, head.to))
                }
            };
            self.rates.push(rate);
        }
        Ok(())
    }

    /// Whether a move takes something worth less than the piece that takes, which may then be taken itself.
    fn costs_more(&mut self, head: Head, gain: Gain, mover: Code) -> Result<bool, RuntimeError> {
        const EVEN: i32 = 50;
        let price = self.job.evaluation.values[usize::from(mover)];
        if !head.is_local() || mover == 0 || price <= gain.worth + EVEN || self.is_royal(mover) {
            return Ok(false);
        }
        self.core.would_be_taken(self.cx, mover, head.to)
    }

    /// Whether the move at a place was rated as a taking that costs more than it wins.
    #[inline]
    pub fn is_losing(&self, i: usize) -> bool {
        self.rates[i] < LOSING / 2
    }

    /// Brings the best rated move among those from `i` on to the place `i`.
    #[inline]
    pub fn pick(&mut self, i: usize) -> Head {
        let mut best = i;
        for j in i + 1..self.rates.len() {
            if self.rates[j] > self.rates[best] {
                best = j;
            }
        }
        self.rates.swap(i, best);
        self.buf.heads.swap(i, best);
        self.buf.heads[i]
    }

    /// The line from here is this move and the line behind it.
    pub fn keep_line(&mut self, head: Head) {
        let mv = self.buf.to_move(head, &self.cx.codes);
        let (here, behind) = self.plies.split_at_mut(self.ply + 1);
        let pv = &mut here[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend(behind[0].pv.iter().cloned());
    }
}
