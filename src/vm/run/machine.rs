//! The loop that carries out instructions.

use super::{Added, Event, FlagUse, ITEMS_PER_FUEL, Run};
use crate::compile::{At, Idle, Kind, NO_POS, Op, Owner, Program, Tables, Test};
use crate::game::mv::Effect;
use crate::ids::{Addr, PlayerId, PosId};
use crate::vm::items::Pending;
use crate::vm::sight::{Bounds, Sight, Stop};

/// What each instruction touches: held apart from the run, so that it stays in registers of the processor.
struct Hot {
    pc: u32,
    cur: PosId,
    fuel: u64,
}

impl Hot {
    /// Steps on while it is the same each time: from an old place to a new one.
    #[inline(always)]
    fn go_along(&mut self, row: &[PosId], cost: u64, is_same: impl Fn(PosId, PosId) -> bool) {
        while self.fuel > cost {
            let next = row[self.cur.index()];
            if next == NO_POS || !is_same(self.cur, next) {
                return;
            }
            self.cur = next;
            self.fuel -= cost;
        }
    }
}

/// The place that an instruction names, seen from the cursor.
#[inline(always)]
fn place(tables: &Tables, player: PlayerId, at: At, cur: PosId) -> PosId {
    match at {
        At::Here => cur,
        At::Dir(d) => tables.next(player, d, cur),
        At::Opposite(d) => tables.opposite(player, d, cur),
        At::Pos(p) => p,
    }
}

impl Run {
    /// The place that an instruction names, seen from the cursor.
    pub fn place(&self, program: &Program, at: At) -> PosId {
        place(&program.tables, self.start.player, at, self.cur)
    }

    /// Goes on until something comes up, or to the bounds.
    #[inline(always)]
    pub(super) fn go_on<const IS_PART: bool, S: Sight>(
        &mut self,
        program: &Program,
        sight: &S,
        bounds: Bounds,
        fuel: &mut u64,
    ) -> Stop {
        let mut hot = Hot { pc: self.pc, cur: self.cur, fuel: *fuel };
        let stop = self.carry_out::<IS_PART, S>(program, sight, bounds, &mut hot);
        (self.pc, self.cur, *fuel) = (hot.pc, hot.cur, hot.fuel);
        stop
    }

    #[inline(always)]
    fn carry_out<const IS_PART: bool, S: Sight>(
        &mut self,
        program: &Program,
        sight: &S,
        bounds: Bounds,
        hot: &mut Hot,
    ) -> Stop {
        let event = |event| Stop::Event(event);
        let player = self.start.player;
        let tables = &program.tables;
        let code = program.code.as_slice();
        let place = |at, cur| place(tables, player, at, cur);
        loop {
            if hot.pc == bounds.exit {
                return Stop::Behind;
            }
            if hot.fuel == 0 {
                return event(Event::OutOfFuel(Addr(hot.pc)));
            }
            let op = &code[hot.pc as usize];
            if IS_PART && op.needs_registers() {
                hot.fuel -= 1;
                return event(Event::Register);
            }
            if S::RECALLS
                && matches!(op, Op::Branch { .. } | Op::Call(_))
                && let Some(stretch) = program.stretches.at(Addr(hot.pc))
            {
                if bounds.recalls && hot.pc != bounds.top && sight.recalls(stretch) {
                    return Stop::Stretch(stretch);
                }
                if let Some(idle) = program.stretches.idle(stretch) {
                    self.idle(program, sight, idle, hot);
                }
            }
            hot.fuel -= 1;
            hot.pc += 1;
            match *op {
                Op::Step(dir) => {
                    let next = tables.next(player, dir, hot.cur);
                    if next == NO_POS {
                        return event(Event::End);
                    }
                    hot.cur = next;
                }
                Op::StepOpposite(dir) => {
                    let next = tables.opposite(player, dir, hot.cur);
                    if next == NO_POS {
                        return event(Event::End);
                    }
                    hot.cur = next;
                }
                Op::Branch { test, at, when, target } => {
                    let pos = place(at, hot.cur);
                    match self.decide(program, sight, test, pos) {
                        Some(answer) => {
                            if answer == when {
                                hot.pc = target.0;
                            }
                        }
                        None => {
                            hot.pc -= 1;
                            return event(Event::Ask(test, pos));
                        }
                    }
                }
                Op::Jump(target) => hot.pc = target.0,
                Op::Call(target) => {
                    self.calls.push(hot.pc);
                    hot.pc = target.0;
                }
                Op::Return => match self.calls.pop() {
                    Some(pc) => hot.pc = pc,
                    None => return event(Event::End),
                },
                Op::End => return event(Event::End),
                Op::Add { copy, then, promote, more } => {
                    let last = self.movement(self.destination(hot.cur), copy);
                    return event(Event::Add(Added { last, promote, then, more }));
                }
                Op::Go(pos) => hot.cur = pos,
                Op::GoFrom | Op::GoTo => {
                    let pos = if *op == Op::GoFrom { self.from } else { self.to };
                    if pos == NO_POS {
                        return event(Event::End);
                    }
                    hot.cur = pos;
                }
                Op::GoMark => {
                    if self.mark == NO_POS {
                        hot.pc -= 1;
                        return event(Event::Register);
                    }
                    hot.cur = self.mark;
                }
                Op::GoLastFrom | Op::GoLastTo => {
                    hot.pc -= 1;
                    return event(Event::AskLast { from: *op == Op::GoLastFrom });
                }
                Op::Mark => self.mark = hot.cur,
                Op::From => self.from = hot.cur,
                Op::To => self.to = hot.cur,
                Op::Cascade => {
                    let movement = self.movement(self.destination(hot.cur), false);
                    self.add(Pending::Movement(movement), hot);
                    self.from = hot.cur;
                    self.to = NO_POS;
                }
                Op::Capture(at) => {
                    let pos = place(at, hot.cur);
                    if pos != NO_POS {
                        self.add(Pending::Capture(pos), hot);
                    }
                }
                Op::Flip(at) => {
                    let pos = place(at, hot.cur);
                    self.add_change(pos, Effect::Flip { pos }, hot);
                }
                Op::ChangeOwner(owner, at) => {
                    let pos = place(at, hot.cur);
                    self.add_change(pos, Effect::ChangeOwner { pos, player: self.owner(owner) }, hot);
                }
                Op::ChangeType(piece, at) => {
                    let pos = place(at, hot.cur);
                    self.add_change(pos, Effect::ChangeType { pos, piece }, hot);
                }
                Op::Create(owner, kind, at) => {
                    let pos = place(at, hot.cur);
                    let piece = match kind {
                        Kind::Own => self.start.kind,
                        Kind::Piece(piece) => piece,
                    };
                    self.add_change(pos, Effect::Create { player: self.owner(owner), piece, pos }, hot);
                }
                Op::SetAttr(attr, value, at) => {
                    let pos = place(at, hot.cur);
                    if pos != NO_POS {
                        self.add(Pending::Attribute(Effect::SetAttribute { pos, attr, value }), hot);
                    }
                }
                Op::SetFlag(..) | Op::SetPosFlag(..) if self.flag_use == FlagUse::Forgotten => {}
                Op::SetFlag(flag, value) if self.flag_use == FlagUse::Logged => {
                    self.log.push(Pending::Flag(flag, value));
                }
                Op::SetFlag(flag, value) => {
                    let (word, bit) = (flag.index() / 64, flag.index() % 64);
                    self.flags[word] = self.flags[word] & !(1 << bit) | u64::from(value) << bit;
                }
                Op::SetPosFlag(flag, value, at) => {
                    let pos = place(at, hot.cur);
                    if pos != NO_POS {
                        self.pos_flags.set(flag, pos, value, tables.positions);
                    }
                }
            }
        }
    }

    /// Answers what depends on the board tables and the run alone, or can be seen.
    #[inline(always)]
    fn decide(&self, program: &Program, sight: &impl Sight, test: Test, pos: PosId) -> Option<bool> {
        let player = self.start.player;
        Some(match test {
            Test::Flag(f) => {
                let word = self.flags[f.index() / 64];
                return (self.flag_use == FlagUse::Kept).then_some(word >> (f.index() % 64) & 1 != 0);
            }
            Test::PosFlag(_) if self.flag_use == FlagUse::Forgotten => return None,
            // All else is false off the board.
            _ if pos == NO_POS => false,
            Test::OnBoard => true,
            Test::InZone(zone) => program.tables.in_zone(player, zone, pos),
            Test::Position(p) => p == pos,
            Test::GoalPosition => program.tables.is_goal_position(player, pos),
            Test::Marked => pos == self.mark,
            Test::PosFlag(f) => self.pos_flags.has(f, pos),
            _ => return sight.see(test, pos, player),
        })
    }

    /// Goes round a loop as long as nothing is done there.
    #[inline(never)]
    fn idle(&self, program: &Program, sight: &impl Sight, idle: &Idle, hot: &mut Hot) {
        let player = self.start.player;
        let row = program.tables.neighbours(player, idle.dir);
        let answers = |answers: &[(Test, bool)], pos: PosId| {
            answers.iter().all(|&(test, answer)| self.decide(program, sight, test, pos) == Some(answer))
        };
        match (idle.before.as_slice(), idle.after.as_slice()) {
            (&[], &[(Test::PosFlag(flag), answer)]) => {
                hot.go_along(row, idle.cost, |_, pos| self.pos_flags.has(flag, pos) == answer);
            }
            (&[], &[(test, answer)]) => {
                let sees = |test, pos| sight.see(test, pos, player) == Some(answer);
                match test {
                    Test::Empty => hot.go_along(row, idle.cost, |_, pos| sees(Test::Empty, pos)),
                    Test::Friend => hot.go_along(row, idle.cost, |_, pos| sees(Test::Friend, pos)),
                    Test::Enemy => hot.go_along(row, idle.cost, |_, pos| sees(Test::Enemy, pos)),
                    _ => hot.go_along(row, idle.cost, |_, pos| answers(&[(test, answer)], pos)),
                }
            }
            (before, after) => {
                hot.go_along(row, idle.cost, |old, new| answers(before, old) && answers(after, new));
            }
        }
    }

    fn owner(&self, owner: Owner) -> PlayerId {
        match owner {
            Owner::Mover => self.start.player,
            Owner::Player(p) => p,
        }
    }

    /// Where the present movement goes.
    fn destination(&self, cur: PosId) -> PosId {
        if self.to == NO_POS { cur } else { self.to }
    }

    fn movement(&self, to: PosId, copy: bool) -> Effect {
        if self.from == NO_POS {
            Effect::Drop { player: self.start.player, piece: self.start.kind, pos: to }
        } else {
            Effect::Move { from: self.from, to, copy }
        }
    }

    #[inline(always)]
    fn add_change(&mut self, pos: PosId, change: Effect, hot: &mut Hot) {
        if pos != NO_POS {
            self.add(Pending::Change(change), hot);
        }
    }

    /// Adds to the pending items. Many of them make each further one dearer, since it turns those before it
    /// round: a loop that collects for ever runs out of fuel before it runs out of time.
    #[inline(always)]
    fn add(&mut self, pending: Pending, hot: &mut Hot) {
        let before = self.put_in(pending);
        hot.fuel = hot.fuel.saturating_sub((before / ITEMS_PER_FUEL) as u64);
    }
}
