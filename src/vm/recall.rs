//! Stretches of code whose outcome is recalled.
//!
//! Blocks look the board over again and again: each move of each piece counts the men, ages them, or clears marks
//! left by the move before. A stretch of code that adds no move ([`crate::compile::Stretches`]) does the same
//! whenever it is come to in the same position with the same places and flags. So what came of it is kept, and done
//! at once the next time.

use super::items::Pending;
use super::run::{Event, Run};
use super::sight::{Bounds, Stop};
use super::{World, out_of_fuel};
use crate::compile::{NO_POS, Program};
use crate::game::RuntimeError;
use crate::ids::{PieceId, PlayerId, PosId};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// So many outcomes are kept.
const SLOTS: usize = 1 << 10;
/// Stretches within stretches are recalled to this depth.
const DEPTH: u8 = 8;
/// What looking up costs, in instructions.
const COST: u64 = 24;
/// After so many tries it is looked at whether recalling a stretch is worth it.
const TRIAL: u32 = 256;
/// What cannot be recalled counts as so many tries.
const VAIN: u32 = 32;

/// What the outcome of a stretch depends on beside the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub stretch: u16,
    pub player: PlayerId,
    /// The type of the piece that runs, if that is asked for.
    pub kind: PieceId,
    /// The cursor; `from` and `to`, if they are asked for.
    pub places: [PosId; 3],
    /// The flags that it reads or sets.
    pub flags: [u64; 4],
    /// Hash of the position flags that it reads or sets.
    pub pos_flags: u64,
}

/// What came of a stretch.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// It did not end the run.
    pub goes_on: bool,
    /// The cursor.
    pub place: PosId,
    /// The mark, if it was set.
    pub mark: Option<PosId>,
    /// Flags.
    pub flags: [u64; 4],
    /// The position flags that it may set, as far as they are set.
    pub pos_flags: Vec<(u8, PosId)>,
    /// What it collected.
    pub items: Vec<Pending>,
    /// What it used up.
    pub fuel: u64,
}

impl Default for Outcome {
    fn default() -> Outcome {
        Outcome {
            goes_on: false,
            place: NO_POS,
            mark: None,
            flags: [0; 4],
            pos_flags: Vec::new(),
            items: Vec::new(),
            fuel: 0,
        }
    }
}

/// An outcome with what it belongs to.
#[derive(Clone, Debug, Default)]
struct Slot {
    key: Option<(u64, Key)>,
    outcome: Outcome,
}

/// How often a stretch was recalled.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    is_off: bool,
    tries: u32,
    /// Instructions that need not be run.
    saved: u64,
}

/// What came of stretches of code.
#[derive(Debug, Default)]
pub struct Recall {
    slots: Box<[Slot]>,
    trials: Box<[Trial]>,
}

/// A copy begins anew.
impl Clone for Recall {
    fn clone(&self) -> Recall {
        Recall { slots: Box::default(), trials: self.trials.clone() }
    }
}

impl Recall {
    /// For so many stretches.
    pub fn new(stretches: usize) -> Recall {
        Recall { slots: Box::default(), trials: vec![Trial::default(); stretches].into() }
    }

    /// Whether a stretch is to be recalled.
    #[inline]
    pub fn is_on(&self, stretch: u16) -> bool {
        !self.trials[usize::from(stretch)].is_off
    }

    /// What came of a stretch; else where that is to be kept.
    fn find(&mut self, stamp: u64, key: &Key) -> Result<&Outcome, usize> {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS].into();
        }
        let at = FxBuildHasher.hash_one((stamp, key)) as usize % SLOTS;
        let trial = &mut self.trials[usize::from(key.stretch)];
        if trial.tries > TRIAL {
            trial.judge();
        }
        trial.tries += 1;
        let slot = &self.slots[at];
        if slot.key != Some((stamp, *key)) {
            return Err(at);
        }
        trial.saved += slot.outcome.fuel;
        Ok(&slot.outcome)
    }

    /// Notes that a stretch cannot be recalled.
    fn note_vain(&mut self, stretch: u16) {
        self.trials[usize::from(stretch)].tries += VAIN;
    }
}

impl Trial {
    /// Turns recalling off if it isn't worth it; else counts anew.
    fn judge(&mut self) {
        let is_off = self.saved < u64::from(self.tries) * COST;
        *self = Trial { is_off, ..Trial::default() };
    }
}

/// Recalls a stretch of code that a run stands before, or runs it; false if the run is over then.
pub(super) fn pass<W: World>(
    program: &Program,
    world: &mut W,
    run: &mut Run,
    fuel: &mut u64,
    stretch: u16,
    depth: u8,
) -> Result<bool, RuntimeError> {
    let uses = program.stretches.uses(stretch);
    let (stamp, key) = (world.stamp(), run.key(stretch, uses));
    let at = match world.recall().find(stamp, &key) {
        Ok(outcome) => {
            run.redo(outcome, uses, fuel, program);
            return Ok(outcome.goes_on);
        }
        Err(at) => at,
    };
    let before = *fuel;
    let recording = run.begin_recording();
    let bounds = Bounds { recalls: depth < DEPTH, top: run.pc().0, exit: run.enter(program, uses) };
    let end = loop {
        match run.advance_seeing(program, world, bounds, fuel) {
            Stop::Behind => break Some(true),
            Stop::Stretch(inner) => {
                if !pass(program, world, run, fuel, inner, depth + 1)? {
                    break Some(false);
                }
            }
            Stop::Event(Event::End) => break Some(false),
            Stop::Event(Event::Ask(test, pos)) => {
                let answer = world.ask(test, pos, run.start())?;
                run.answer(program, answer);
            }
            Stop::Event(Event::AskLast { from }) => {
                let last = world.last();
                match if from { last.0 } else { last.1 } {
                    Some(pos) => run.go_to(pos),
                    None => break Some(false),
                }
            }
            Stop::Event(Event::OutOfFuel(addr)) => return Err(out_of_fuel(program, addr)),
            // It asks for the mark that was set before.
            Stop::Event(Event::Register | Event::Add(_)) => break None,
        }
    };
    let used = before - *fuel;
    let recall = world.recall();
    let Some(goes_on) = end else {
        recall.note_vain(stretch);
        run.end_recording(recording, uses, None);
        return Ok(true);
    };
    let slot = &mut recall.slots[at];
    slot.key = Some((stamp, key));
    run.end_recording(recording, uses, Some(&mut slot.outcome));
    (slot.outcome.goes_on, slot.outcome.fuel) = (goes_on, used);
    Ok(goes_on)
}
