//! One run of a block.

mod machine;
mod recording;

use super::hash::WideHasher;
use super::items::{Items, Pending};
use super::pos_flags::PosFlags;
use super::sight::{Blind, Bounds, Sight, Stop};
use crate::compile::{NO_POS, Op, Program, Test, Then};
use crate::game::mv::Effect;
use crate::ids::{Addr, PieceId, PlayerId, PosId};
use std::hash::Hash;

/// So many pending items make each further one cost one more instruction.
const ITEMS_PER_FUEL: usize = 8;

/// Where a run starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// The player acted for: `friend?`, zones and directions are this player's.
    pub player: PlayerId,
    /// The type of the piece.
    pub kind: PieceId,
    /// Its square, or the square on which a drop is tried.
    pub pos: PosId,
    /// The piece comes from the stock.
    pub is_drop: bool,
}

/// What a run comes to.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// It asks about the position; goes on after [`Run::answer`].
    Ask(Test, PosId),
    /// It goes to where the last move came from (or went to); goes on after [`Run::go_to`].
    AskLast {
        /// Came from, rather than went to.
        from: bool,
    },
    /// It adds a move: its movements, changes and captures are those of the run.
    Add(Added),
    /// It needs its registers (`from`, `to`, the mark): only of a part of a run, see [`Run::part`].
    Register,
    /// It is over.
    End,
    /// It has run for too long.
    OutOfFuel(Addr),
}

/// A move being added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Added {
    /// The last movement (or the drop).
    pub last: Effect,
    /// The type that the piece that moves last becomes.
    pub promote: Option<PieceId>,
    /// How the turn goes on.
    pub then: Then,
    /// The next move added has the same pending items.
    pub more: bool,
}

/// The state of a run. Equal states go on equally, given the same answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    start: Start,
    pc: u32,
    cur: PosId,
    from: PosId,
    to: PosId,
    mark: PosId,
    calls: Vec<u32>,
    flags: [u64; 4],
    pos_flags: PosFlags,
    items: Items,
    /// What was added since it was last taken, instead of being kept.
    log: Vec<Pending>,
    /// Items are logged.
    logs_items: bool,
    flag_use: FlagUse,
    /// So many stretches are being recorded: items are logged, too.
    recordings: u8,
}

/// What becomes of flags. Who drives a run that does not keep them is asked about them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FlagUse {
    Kept,
    /// Flags are logged; position flags are kept.
    Logged,
    /// Neither flags nor position flags are kept.
    Forgotten,
}

impl Run {
    /// A run of the block at `addr`.
    pub fn new(start: Start, addr: Addr) -> Run {
        Run {
            start,
            pc: addr.0,
            cur: start.pos,
            from: if start.is_drop { NO_POS } else { start.pos },
            to: NO_POS,
            mark: start.pos,
            calls: Vec::new(),
            flags: [0; 4],
            pos_flags: PosFlags::default(),
            items: Items::default(),
            log: Vec::new(),
            logs_items: false,
            flag_use: FlagUse::Kept,
            recordings: 0,
        }
    }

    /// Begins again, at another block or square, keeping the memory.
    pub fn restart(&mut self, start: Start, addr: Addr) {
        self.start = start;
        self.pc = addr.0;
        self.cur = start.pos;
        self.from = if start.is_drop { NO_POS } else { start.pos };
        self.to = NO_POS;
        self.mark = start.pos;
        self.calls.clear();
        self.flags = [0; 4];
        self.pos_flags.clear();
        self.items.clear();
        self.recordings = 0;
    }

    /// The same run, logging what it adds instead of keeping it.
    pub fn logging(mut self) -> Run {
        self.logs_items = true;
        self
    }

    /// The same run, logging flags instead of keeping them: it asks about them instead.
    pub fn logging_flags(mut self) -> Run {
        self.flag_use = FlagUse::Logged;
        self
    }

    /// The same run, forgetting flags and position flags: it asks about them instead.
    pub fn forgetting_flags(mut self) -> Run {
        self.flag_use = FlagUse::Forgotten;
        self
    }

    /// What it has added since this was last asked, if it logs.
    pub fn take_log(&mut self) -> impl Iterator<Item = Pending> {
        self.log.drain(..)
    }

    /// A run that goes on from here without what is in the registers, up to where it needs them, and logs what it
    /// adds. All runs that stand here do the same until then, whatever their registers hold. It knows so many of the
    /// calls that it is in, the innermost ones: it is the same for all who make these.
    pub fn part(&self, calls: usize) -> Run {
        Run {
            start: Start { pos: NO_POS, ..self.start },
            pc: self.pc,
            cur: self.cur,
            from: NO_POS,
            to: NO_POS,
            mark: NO_POS,
            calls: self.innermost(calls).into(),
            flags: self.flags,
            pos_flags: self.pos_flags.clone(),
            items: Items::default(),
            log: Vec::new(),
            logs_items: true,
            flag_use: FlagUse::Logged,
            recordings: 0,
        }
    }

    /// The key of [`Run::part`].
    pub fn part_key(&self, calls: usize) -> u128 {
        self.hashed_key(u64::from(self.cur.0), self.innermost(calls), &())
    }

    fn innermost(&self, calls: usize) -> &[u32] {
        &self.calls[self.calls.len() - calls..]
    }

    /// In how many calls it is.
    pub fn depth(&self) -> usize {
        self.calls.len()
    }

    /// Whether it is over since a subroutine, or what it began in, is.
    pub fn has_returned(&self, program: &Program) -> bool {
        self.pc > 0 && program.code[self.pc as usize - 1] == Op::Return
    }

    /// Whether the next instruction is marked, or one to which a call returns.
    pub fn may_come_to(&self, marks: &[bool]) -> bool {
        marks[self.pc as usize] || self.calls.iter().any(|&pc| marks[pc as usize])
    }

    /// Goes on where a part of it that knew so many calls has ended.
    pub fn skip_to(&mut self, end: &Run, calls: usize) {
        self.pc = end.pc;
        self.cur = end.cur;
        self.calls.truncate(self.calls.len() - calls);
        self.calls.extend_from_slice(&end.calls);
        self.pos_flags.clone_from(&end.pos_flags);
    }

    /// What stands for it in tables: runs from the same start that are followed in the same way are equal if their
    /// keys are. That is exact if it has collected nothing and set nothing; else it is a hash.
    pub fn state_key(&self) -> u128 {
        let places = [self.cur, self.from, self.to, self.mark];
        let places = places.iter().fold(0, |key, pos| key << 16 | u64::from(pos.0));
        if !self.has_only_places() {
            return self.hashed_key(places, &self.calls, &(&self.items, &self.log));
        }
        u128::from(self.pc) << 64 | u128::from(places)
    }

    fn hashed_key(&self, places: u64, calls: &[u32], more: &impl Hash) -> u128 {
        let mut hasher = WideHasher::default();
        (self.pc, places, self.flags).hash(&mut hasher);
        (calls, &self.pos_flags, more).hash(&mut hasher);
        // No exact key has this bit.
        hasher.finish_wide() | 1 << 127
    }

    /// Nothing tells it from a run that has just begun but where it is.
    fn has_only_places(&self) -> bool {
        self.calls.is_empty()
            && self.flags == [0; 4]
            && self.pos_flags.is_empty()
            && self.items.len() == 0
            && self.log.is_empty()
    }

    /// Where it started.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The instruction that comes next.
    pub fn pc(&self) -> Addr {
        Addr(self.pc)
    }

    /// The current position.
    pub fn cursor(&self) -> PosId {
        self.cur
    }

    /// What the next move added will do besides its last movement.
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// Forgets pending changes and captures, as after an `add`.
    pub fn clear_pending(&mut self) {
        self.items.clear_pending();
    }

    /// Adds to the pending items, or logs that; gives the number of those there are.
    fn put_in(&mut self, pending: Pending) -> usize {
        if self.recordings > 0 {
            self.log.push(pending);
        }
        if self.logs_items {
            self.log.push(pending);
            self.log.len()
        } else {
            self.items.add(pending);
            self.items.len()
        }
    }

    /// Goes on until it needs an answer, adds a move or ends. `fuel` counts instructions down.
    #[inline]
    pub fn advance(&mut self, program: &Program, fuel: &mut u64) -> Event {
        match self.go_on::<false, _>(program, &Blind, Bounds::NONE, fuel) {
            Stop::Event(event) => event,
            Stop::Stretch(_) | Stop::Behind => Event::End,
        }
    }

    /// The same for a part of a run: it also stops where it needs its registers.
    pub fn advance_part(&mut self, program: &Program, fuel: &mut u64) -> Event {
        match self.go_on::<true, _>(program, &Blind, Bounds::NONE, fuel) {
            Stop::Event(event) => event,
            Stop::Stretch(_) | Stop::Behind => Event::End,
        }
    }

    /// The same on a position: what can be seen of it is not asked. It also stops before a stretch of code that is
    /// to be recalled, and at its bounds.
    #[inline]
    pub(super) fn advance_seeing(
        &mut self,
        program: &Program,
        sight: &impl Sight,
        bounds: Bounds,
        fuel: &mut u64,
    ) -> Stop {
        self.go_on::<false, _>(program, sight, bounds, fuel)
    }

    /// Takes the answer to [`Event::Ask`].
    #[inline]
    pub fn answer(&mut self, program: &Program, answer: bool) {
        let op = program.code[self.pc as usize];
        self.pc += 1;
        if let Op::Branch { when, target, .. } = op
            && answer == when
        {
            self.pc = target.0;
        }
    }

    /// Takes the answer to [`Event::AskLast`]; without such a place the run is over.
    pub fn go_to(&mut self, pos: PosId) {
        self.pc += 1;
        self.cur = pos;
    }
}
