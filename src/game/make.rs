//! Making a move and taking it back.

use super::bits::Bits;
use super::core::{Core, Cx, Known};
use super::movebuf::Head;
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::state::{Applier, Code, State, Turn, Undo};
use crate::compile::NO_POS;
use crate::ids::PosId;
use crate::resolve::rules::TurnOrder;

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub(super) turn: Turn,
    pub(super) hash: u64,
    undo: u32,
    captured: u32,
    how: How,
}

/// Where to look up what a move has changed.
#[derive(Clone, Copy, Debug)]
enum How {
    /// In the log.
    Logged,
    /// One piece went from `last_from` to `last_to` and took this there; the log has nothing of it.
    Step(Code),
    /// One piece was dropped on `last_to`, which was empty; the log has nothing of it.
    Drop,
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
        if !head.is_partial() {
            let is_made = match head.dropped() {
                Some(code) => self.make_drop(cx, code, head.to),
                None => head.is_simple() && self.make_step(cx, head.from, head.to),
            };
            if is_made {
                return Ok(());
            }
        }
        self.make_any(cx, head, effects)
    }

    /// The usual move: one piece goes from one position to another, taking what stands there, and the turn ends.
    /// Does nothing and says so if there is more to it.
    #[inline]
    fn make_step(&mut self, cx: &Cx<B>, from: PosId, to: PosId) -> bool {
        let state = &self.state;
        let (code, taken) = (state.cells[from.index()], state.cells[to.index()]);
        let is_plain = code != 0
            && from != to
            && (taken == 0 || !cx.recycles_captures)
            && state.attrs_at(from) | state.attrs_at(to) == 0;
        if !is_plain {
            return false;
        }
        self.push_frame(How::Step(taken));
        if taken != 0 {
            self.captured.push(taken);
        }
        self.state.step(&cx.codes, &cx.keys, code, from, to);
        let is_progress = taken != 0 || cx.goals.is_progress[usize::from(code)];
        self.end_plain_turn(cx, from, to, is_progress);
        true
    }

    /// The usual drop: a piece of the stock on an empty position, and the turn ends. Does nothing and says so if there
    /// is more to it.
    #[inline]
    fn make_drop(&mut self, cx: &Cx<B>, code: Code, pos: PosId) -> bool {
        let attrs = cx.tables().initial_attrs[cx.codes.kind(code).index()];
        let is_plain =
            self.state.cells[pos.index()] == 0 && attrs == 0 && self.state.stock[usize::from(code)] > 0;
        if !is_plain {
            return false;
        }
        self.push_frame(How::Drop);
        self.state.drop(&cx.codes, &cx.keys, code, pos);
        self.end_plain_turn(cx, NO_POS, pos, true);
        true
    }

    #[inline(always)]
    fn push_frame(&mut self, how: How) {
        self.frames.push(Frame {
            turn: self.state.turn,
            hash: self.state.hash,
            undo: self.undo.len() as u32,
            captured: self.captured.len() as u32,
            how,
        });
    }

    #[inline(always)]
    fn end_plain_turn(&mut self, cx: &Cx<B>, from: PosId, to: PosId, is_progress: bool) {
        let turn = &mut self.state.turn;
        turn.moved = Some(turn.entry);
        turn.last_from = from;
        turn.last_to = to;
        turn.progress |= is_progress;
        turn.end(&cx.flow);
    }

    fn make_any(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<(), RuntimeError> {
        self.push_frame(How::Logged);
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
        let Turn { last_from, last_to, .. } = state.turn;
        match frame.how {
            How::Step(taken) => state.step_back(&cx.codes, last_from, last_to, taken),
            How::Drop => state.drop_back(&cx.codes, last_to),
            How::Logged => state.undo(&cx.codes, undo, frame.undo as usize),
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

    /// Takes the last move back by putting back the state before it.
    pub(super) fn put_back(&mut self, before: &State<B>) {
        self.state.copy_from(before);
        let Some(frame) = self.frames.last() else { return };
        self.undo.truncate(frame.undo as usize);
        self.captured.truncate(frame.captured as usize);
        if self.repeated.moves() == self.frames.len() {
            self.repeated.pop(frame.turn.chain.is_none());
        }
        self.frames.pop();
        self.known = Known::default();
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

    /// Whether the last move may have changed how many pieces there are.
    #[inline]
    pub(super) fn may_have_counted(&self) -> bool {
        self.frames.last().is_none_or(|frame| !matches!(frame.how, How::Step(0)))
    }

    /// Codes of the pieces that the last move captured.
    pub fn captured_by_last(&self) -> &[Code] {
        let from = self.frames.last().map_or(0, |f| f.captured as usize);
        &self.captured[from..]
    }

    /// What the last move has changed: for each change what was there before.
    #[inline(always)]
    pub fn with_last_changes<T>(&self, f: impl FnOnce(&[Undo]) -> T) -> T {
        let Some(frame) = self.frames.last() else { return f(&[]) };
        let Turn { last_from, last_to, .. } = self.state.turn;
        let code = self.state.cells.get(last_to.index()).copied().unwrap_or(0);
        match frame.how {
            How::Step(taken) => f(&[Undo::Cell(last_from, code, 0), Undo::Cell(last_to, taken, 0)]),
            How::Drop => {
                let stock = self.state.stock[usize::from(code)] + 1;
                f(&[Undo::Cell(last_to, 0, 0), Undo::Stock(code, stock)])
            }
            How::Logged => f(&self.undo[frame.undo as usize..]),
        }
    }

    /// Whether something is true of a position that the last move has changed.
    #[inline(always)]
    pub(super) fn any_changed(&self, mut f: impl FnMut(PosId) -> bool) -> bool {
        self.with_last_changes(|changes| {
            changes.iter().any(|change| matches!(*change, Undo::Cell(pos, ..) if f(pos)))
        })
    }
}
