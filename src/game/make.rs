//! Making a move and taking it back.

use super::bits::Bits;
use super::core::{Core, Cx, Known};
use super::movebuf::Head;
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::state::{Applier, Code, Turn, Undo};
use crate::ids::PosId;
use crate::resolve::rules::TurnOrder;

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub(super) turn: Turn,
    pub(super) hash: u64,
    undo: u32,
    captured: u32,
    /// What the log does not tell: one piece went from `last_from` to `last_to` and took this there.
    step: Option<Code>,
}

/// What follows an entry of the turn order.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    entry: u16,
    /// A round ends.
    is_round: bool,
}

/// For each entry what follows it.
pub fn flow(order: &TurnOrder) -> Box<[Next]> {
    let next = |entry: usize| {
        let after = order.after(entry);
        Next { entry: after as u16, is_round: after == order.repeat }
    };
    (0..order.entries.len()).map(next).collect()
}

impl Turn {
    /// The turn ends: the next entry is to move.
    #[inline(always)]
    fn end(&mut self, flow: &[Next]) {
        let next = flow[usize::from(self.entry)];
        self.quiet = if self.progress { 0 } else { self.quiet + 1 };
        self.progress = false;
        self.chain = None;
        self.round += u32::from(next.is_round);
        self.entry = next.entry;
    }
}

impl<B: Bits> Core<B> {
    /// Plays a move with its consequences for the turn. The move must be pseudo-legal;
    /// `effects` are its stored effects, none for a simple one.
    #[inline]
    pub fn make(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        self.known = Known::default();
        if head.is_simple() && !head.is_partial() && self.make_step(cx, head.from, head.to) {
            return Ok(());
        }
        self.make_any(cx, head, effects)
    }

    /// The usual move: one piece goes from one position to another, taking what stands there, and the turn ends.
    /// Does nothing and says so if there is more to it.
    #[inline]
    fn make_step(&mut self, cx: &Cx<B>, from: PosId, to: PosId) -> bool {
        let state = &mut self.state;
        let (code, taken) = (state.cells[from.index()], state.cells[to.index()]);
        let is_plain = code != 0
            && from != to
            && (taken == 0 || !cx.recycles_captures)
            && state.attrs_at(from) | state.attrs_at(to) == 0;
        if !is_plain {
            return false;
        }
        self.frames.push(Frame {
            turn: state.turn,
            hash: state.hash,
            undo: self.undo.len() as u32,
            captured: self.captured.len() as u32,
            step: Some(taken),
        });
        if taken != 0 {
            self.captured.push(taken);
        }
        state.step(&cx.codes, &cx.keys, code, from, to);
        let turn = &mut state.turn;
        turn.moved = Some(turn.entry);
        turn.last_from = from;
        turn.last_to = to;
        turn.progress |= taken != 0 || cx.goals.is_progress[usize::from(code)];
        turn.end(&cx.flow);
        true
    }

    fn make_any(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        self.frames.push(Frame {
            turn: self.state.turn,
            hash: self.state.hash,
            undo: self.undo.len() as u32,
            captured: self.captured.len() as u32,
            step: None,
        });
        self.state.turn.moved = Some(self.state.turn.entry);
        if !head.is_pass() {
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
        }
        self.state.turn.end(&cx.flow);
        Ok(())
    }

    /// Carries out the effects.
    #[inline]
    fn apply(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) {
        let told = [Effect::Move { from: head.from, to: head.to, copy: false }];
        let effects = if head.is_simple() { &told } else { effects };
        let mover = self.mover(effects);
        let Core { state, undo, captured, lifted, .. } = self;
        let options = &cx.rules.options;
        let mut applier = Applier {
            tables: cx.tables(),
            codes: &cx.codes,
            keys: &cx.keys,
            recycle_captures: cx.recycles_captures,
            recycle_promotions: options.recycle_promotions,
            discard_cascades: options.discard_cascades,
            undo,
            captured,
            lifted,
        };
        let progress = if let Some(code) = head.dropped() {
            state.apply_drop(code, head.to, &mut applier);
            true
        } else {
            state.apply(effects, &mut applier)
        };
        let turn = &mut state.turn;
        turn.progress |= progress || cx.goals.is_progress[usize::from(mover)];
        turn.last_from = head.from;
        turn.last_to = head.to;
        turn.chain = None;
    }

    /// The code of the piece that moves last, before the move.
    #[inline]
    fn mover(&self, effects: &[Effect]) -> Code {
        let is_movement = |e: &&Effect| matches!(e, Effect::Move { .. } | Effect::Drop { .. });
        match effects.iter().take_while(is_movement).last() {
            Some(Effect::Move { from, .. }) => self.state.cells[from.index()],
            _ => 0,
        }
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

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, cx: &Cx<B>) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let Core { state, undo, .. } = self;
        match frame.step {
            Some(taken) => state.step_back(&cx.codes, state.turn.last_from, state.turn.last_to, taken),
            None => state.undo(&cx.codes, undo, frame.undo as usize),
        }
        state.hash = frame.hash;
        state.turn = frame.turn;
        self.captured.truncate(frame.captured as usize);
        if self.repeated.moves() == self.frames.len() {
            self.repeated.pop(frame.turn.chain.is_none());
        }
        self.frames.pop();
        self.known = Known::default();
        true
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

    /// The positions that the last move has changed, some perhaps more than once.
    pub(super) fn changed(&self) -> impl Iterator<Item = PosId> {
        let step = self.last_step().map(|step| step.map(|change| change.pos()));
        let log = self.last_log().iter().map(|change| change.pos());
        step.into_iter().flatten().chain(log).flatten()
    }

    /// What the last move has changed: for each change what was there before.
    #[inline]
    pub fn with_last_changes<T>(&self, f: impl FnOnce(&[Undo]) -> T) -> T {
        match self.last_step() {
            Some(step) => f(&step),
            None => f(self.last_log()),
        }
    }

    /// What the last move has changed, if the log does not tell.
    #[inline]
    fn last_step(&self) -> Option<[Undo; 2]> {
        let taken = self.frames.last()?.step?;
        let turn = &self.state.turn;
        let code = self.state.cells[turn.last_to.index()];
        Some([Undo::Cell(turn.last_from, code, 0), Undo::Cell(turn.last_to, taken, 0)])
    }

    #[inline]
    fn last_log(&self) -> &[Undo] {
        let from = self.frames.last().map_or(0, |f| f.undo as usize);
        &self.undo[from..]
    }
}
