//! What a run tells of a stretch of code that it goes through, and how it does the same again.

use super::Run;
use crate::compile::{NO_POS, Op, Program, Uses};
use crate::ids::{PieceId, PosId};
use crate::vm::recall::{Key, Outcome};

/// A stretch being recorded.
pub(in crate::vm) struct Recording {
    /// The mark before.
    mark: PosId,
    /// The length of the log before.
    logged: usize,
}

impl Run {
    /// What a stretch of code that begins here depends on beside the position.
    pub(in crate::vm) fn key(&self, stretch: u16, uses: &Uses) -> Key {
        let mut pos_flags = 0;
        for (at, word) in self.pos_flags.words_of(&uses.pos_flags) {
            pos_flags = mix(mix(pos_flags ^ u64::from(at) ^ 1 << 32) ^ word);
        }
        Key {
            stretch,
            player: self.start.player,
            kind: if uses.own_kind { self.start.kind } else { PieceId(0) },
            places: if uses.places { [self.cur, self.from, self.to] } else { [self.cur, NO_POS, NO_POS] },
            flags: std::array::from_fn(|i| self.flags[i] & uses.flags.0[i]),
            pos_flags,
        }
    }

    /// Begins to record a stretch: logs what it adds, and stops where it asks for the mark before it has set one.
    pub(in crate::vm) fn begin_recording(&mut self) -> Recording {
        if self.recordings == 0 {
            self.log.clear();
        }
        self.recordings += 1;
        Recording { mark: std::mem::replace(&mut self.mark, NO_POS), logged: self.log.len() }
    }

    /// Ends a recording; what came of the stretch is put down in `outcome`, if that is wanted.
    pub(in crate::vm) fn end_recording(
        &mut self,
        recording: Recording,
        uses: &Uses,
        outcome: Option<&mut Outcome>,
    ) {
        let mark = self.mark;
        if mark == NO_POS {
            self.mark = recording.mark;
        }
        if let Some(outcome) = outcome {
            outcome.place = self.cur;
            outcome.mark = (mark != NO_POS).then_some(mark);
            outcome.flags = self.flags;
            outcome.items.clear();
            outcome.items.extend_from_slice(&self.log[recording.logged..]);
            outcome.pos_flags.clear();
            outcome.pos_flags.extend(self.pos_flags.words_of(&uses.pos_flags_set));
        }
        self.recordings -= 1;
    }

    /// Does what came of a stretch, and goes on behind it.
    pub(in crate::vm) fn redo(&mut self, outcome: &Outcome, uses: &Uses, fuel: &mut u64, program: &Program) {
        let is_call = matches!(program.code[self.pc as usize], Op::Call(_));
        self.pc += if is_call { 1 } else { uses.len };
        self.cur = outcome.place;
        self.mark = outcome.mark.unwrap_or(self.mark);
        for (i, flags) in self.flags.iter_mut().enumerate() {
            let set = uses.flags_set.0[i];
            *flags = *flags & !set | outcome.flags[i] & set;
        }
        if !uses.pos_flags_set.is_empty() {
            self.pos_flags.replace(&uses.pos_flags_set, &outcome.pos_flags, program.tables.positions);
        }
        for &pending in &outcome.items {
            self.put_in(pending);
        }
        *fuel = fuel.saturating_sub(outcome.fuel);
    }

    /// Goes into a subroutine, where a call stands, or stays where it is; gives the address behind the stretch that
    /// begins here.
    pub(in crate::vm) fn enter(&mut self, program: &Program, uses: &Uses) -> u32 {
        match program.code[self.pc as usize] {
            Op::Call(target) => {
                self.calls.push(self.pc + 1);
                self.pc = target.0;
                self.calls[self.calls.len() - 1]
            }
            _ => self.pc + uses.len,
        }
    }
}

/// Scatters the bits of a number.
fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
