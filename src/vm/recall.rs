//! Stretches of code whose outcome is recalled.
//!
//! Blocks look the board over again and again: each move of each piece counts the men, ages them, or clears marks
//! left by the move before. A stretch of code that adds no move ([`crate::compile::Stretches`]) does the same
//! whenever it is come to with the same places and flags, and all squares that it looks at are as they were. So what
//! came of it is kept, and done at once the next time.

use super::items::Pending;
use super::reads::Reads;
use super::run::{Event, Run};
use super::sight::{Bounds, Stop};
use super::trial::Trial;
use super::{World, out_of_fuel};
use crate::compile::{NO_POS, Program, Stretches, Uses};
use crate::game::RuntimeError;
use crate::ids::{PieceId, PlayerId, PosId};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// So many outcomes are kept.
const SLOTS: usize = 1 << 12;
/// Stretches within stretches are recalled to this depth.
const DEPTH: u8 = 8;

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
    /// The position flags that it may set: words with where they stand.
    pub pos_flags: Vec<(u32, u64)>,
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
    key: Option<Key>,
    /// The position in which it was last seen to hold.
    stamp: u64,
    /// What it depends on, and the hash of that.
    reads: Reads,
    content: u64,
    outcome: Outcome,
}

/// Whether what came of a stretch holds in a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    /// If what it depends on is as it was.
    IfEqual,
    No,
}

/// What came of stretches of code.
#[derive(Debug, Default)]
pub struct Recall {
    slots: Box<[Slot]>,
    trials: Box<[Trial]>,
    /// Memory for what is read, ready to be used again.
    free: Vec<Reads>,
}

/// A copy begins anew.
impl Clone for Recall {
    fn clone(&self) -> Recall {
        Recall { slots: Box::default(), trials: self.trials.clone(), free: Vec::new() }
    }
}

impl Recall {
    /// For the stretches of a program.
    pub fn new(stretches: &Stretches) -> Recall {
        let trial = |uses: &Uses| if uses.is_other { Trial::OFF } else { Trial::default() };
        Recall {
            slots: Box::default(),
            trials: stretches.all().iter().map(trial).collect(),
            free: Vec::new(),
        }
    }

    /// Whether a stretch is to be recalled.
    #[inline]
    pub fn is_on(&self, stretch: u16) -> bool {
        !self.trials[usize::from(stretch)].is_off()
    }

    /// Where what came of a stretch is kept, and how far it still holds.
    fn look(&mut self, stamp: u64, key: &Key) -> (usize, Holds) {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS].into();
        }
        let at = FxBuildHasher.hash_one(key) as usize % SLOTS;
        let slot = &self.slots[at];
        let holds = match &slot.key {
            Some(old) if old != key => Holds::No,
            None => Holds::No,
            _ if slot.stamp == stamp => Holds::Yes,
            _ if slot.reads.has_all() => Holds::No,
            _ => Holds::IfEqual,
        };
        let squares = if holds == Holds::IfEqual { slot.reads.count() } else { 0 };
        self.trials[usize::from(key.stretch)].note_try(squares);
        (at, holds)
    }

    /// What came of a stretch that need not be run again.
    fn take(&mut self, at: usize, stretch: u16) -> &Outcome {
        let slot = &self.slots[at];
        self.trials[usize::from(stretch)].note_saved(slot.outcome.fuel);
        &slot.outcome
    }

    /// Notes that a stretch cannot be recalled.
    fn note_vain(&mut self, stretch: u16) {
        self.trials[usize::from(stretch)].note_vain();
    }
}

/// Whether what a stretch depends on is as it was when something came of it.
fn is_equal<W: World>(world: &mut W, at: usize, stamp: u64) -> bool {
    let reads = std::mem::take(&mut world.recall().slots[at].reads);
    let content = world.content(&reads);
    let slot = &mut world.recall().slots[at];
    slot.reads = reads;
    if slot.content != content {
        return false;
    }
    slot.stamp = stamp;
    true
}

/// Recalls a stretch of code that a run stands before, or runs it; false if the run is over then. What it depends on
/// is added to what the stretch around it has read.
pub(super) fn pass<W: World>(
    program: &Program,
    world: &mut W,
    run: &mut Run,
    fuel: &mut u64,
    stretch: u16,
    around: Option<(&mut Reads, u8)>,
) -> Result<bool, RuntimeError> {
    let uses = program.stretches.uses(stretch);
    let (stamp, key) = (world.stamp(), run.key(stretch, uses));
    let (at, holds) = world.recall().look(stamp, &key);
    if holds == Holds::Yes || holds == Holds::IfEqual && is_equal(world, at, stamp) {
        let recall = world.recall();
        let outcome = recall.take(at, stretch);
        run.redo(outcome, uses, fuel, program);
        let goes_on = outcome.goes_on;
        if let Some((reads, _)) = around {
            reads.insert_all(&recall.slots[at].reads);
        }
        return Ok(goes_on);
    }
    let depth = around.as_ref().map_or(0, |(_, depth)| depth + 1);
    let mut reads = world.recall().free.pop().unwrap_or_default();
    reads.clear(program.tables.positions);
    let before = *fuel;
    let recording = run.begin_recording();
    let bounds = Bounds { recalls: depth < DEPTH, top: run.pc().0, exit: run.enter(program, uses) };
    let end = go_through(program, world, run, fuel, bounds, (&mut reads, depth))?;
    let used = before - *fuel;
    if let Some((outer, _)) = around {
        outer.insert_all(&reads);
    }
    let content = world.content(&reads);
    let recall = world.recall();
    if let Some(goes_on) = end {
        let slot = &mut recall.slots[at];
        (slot.key, slot.stamp, slot.content) = (Some(key), stamp, content);
        std::mem::swap(&mut slot.reads, &mut reads);
        run.end_recording(recording, uses, Some(&mut slot.outcome));
        (slot.outcome.goes_on, slot.outcome.fuel) = (goes_on, used);
    } else {
        recall.note_vain(stretch);
        run.end_recording(recording, uses, None);
    }
    recall.free.push(reads);
    Ok(end.unwrap_or(true))
}

/// Runs a stretch to its end, noting what it reads; whether the run goes on then. `None` if it asks for the mark that
/// was set before.
fn go_through<W: World>(
    program: &Program,
    world: &mut W,
    run: &mut Run,
    fuel: &mut u64,
    bounds: Bounds,
    (reads, depth): (&mut Reads, u8),
) -> Result<Option<bool>, RuntimeError> {
    loop {
        let stop = run.advance_seeing(program, &reads.noting(world.eyes()), bounds, fuel);
        match stop {
            Stop::Behind => return Ok(Some(true)),
            Stop::Stretch(inner) => {
                if !pass(program, world, run, fuel, inner, Some((reads, depth)))? {
                    return Ok(Some(false));
                }
            }
            Stop::Event(Event::End) => return Ok(Some(false)),
            Stop::Event(Event::Ask(test, pos)) => {
                reads.note_all();
                let answer = world.ask(test, pos, run.start())?;
                run.answer(program, answer);
            }
            Stop::Event(Event::AskLast { from }) => {
                reads.note_last();
                let last = world.last();
                match if from { last.0 } else { last.1 } {
                    Some(pos) => run.go_to(pos),
                    None => return Ok(Some(false)),
                }
            }
            Stop::Event(Event::OutOfFuel(addr)) => return Err(out_of_fuel(program, addr)),
            Stop::Event(Event::Register | Event::Add(_)) => return Ok(None),
        }
    }
}
