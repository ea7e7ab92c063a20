//! The machine that runs compiled blocks.
//!
//! A run is a state machine: [`Run::advance`] goes on until it needs to know
//! something about the position ([`Event::Ask`]), adds a move ([`Event::Add`])
//! or ends. Who drives it answers the questions: [`interpret`] from a real
//! position; the specialiser from both answers in turn, which turns a block and a
//! starting square into a decision graph. So there is one implementation of what
//! the instructions mean.

mod hash;
mod items;
mod pos_flags;
mod reads;
mod recall;
mod run;
mod sight;
mod trial;

pub use hash::WideHasher;
pub use items::{Items, Pending};
pub use reads::Reads;
pub use recall::Recall;
pub use run::{Added, Event, Run, Start};
pub use sight::Sight;
pub use trial::Trial;

use crate::compile::{Program, Test};
use crate::game::RuntimeError;
use crate::ids::{Addr, PosId};
use recall::pass;
use sight::{Bounds, Stop};
use std::ops::ControlFlow;

/// What a run may ask of the position before the move.
pub trait World {
    /// What is seen of the position.
    type Eyes<'a>: Sight
    where
        Self: 'a;
    /// Eyes for a run.
    fn eyes(&self) -> Self::Eyes<'_>;
    /// Answers a test that depends on the position and cannot be seen.
    fn ask(&mut self, test: Test, pos: PosId, running: Start) -> Result<bool, RuntimeError>;
    /// `last-from?` and `last-to?`.
    fn last(&self) -> (Option<PosId>, Option<PosId>);
    /// Hash of the position and the last places: equal ones answer all tests but those about attacks equally.
    fn stamp(&self) -> u64;
    /// Hash of what was read: as long as it is the same, the answers are.
    fn content(&self, reads: &Reads) -> u64;
    /// What came of stretches of code.
    fn recall(&mut self) -> &mut Recall;
}

/// Runs a block to its end on a position, giving each added move to `sink`.
///
/// `fuel` counts instructions down; at zero the run is an error. What is read of the position is noted, if that is
/// wanted.
pub fn interpret<W: World>(
    program: &Program,
    world: &mut W,
    run: &mut Run,
    fuel: &mut u64,
    mut reads: Option<&mut Reads>,
    mut sink: impl FnMut(&Run, &Added) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, RuntimeError> {
    loop {
        let stop = match &mut reads {
            Some(reads) => run.advance_seeing(program, &reads.noting(world.eyes()), Bounds::NONE, fuel),
            None => run.advance_seeing(program, &world.eyes(), Bounds::NONE, fuel),
        };
        let event = match stop {
            Stop::Event(event) => event,
            Stop::Stretch(stretch) => {
                let around = reads.as_deref_mut().map(|reads| (reads, 0));
                if pass(program, world, run, fuel, stretch, around)? {
                    continue;
                }
                Event::End
            }
            Stop::Behind => Event::End,
        };
        match event {
            Event::Ask(test, pos) => {
                if let Some(reads) = &mut reads {
                    reads.note_all();
                }
                let answer = world.ask(test, pos, run.start())?;
                run.answer(program, answer);
            }
            Event::AskLast { from } => {
                if let Some(reads) = &mut reads {
                    reads.note_last();
                }
                let last = world.last();
                match if from { last.0 } else { last.1 } {
                    Some(pos) => run.go_to(pos),
                    None => return Ok(ControlFlow::Continue(())),
                }
            }
            Event::Add(added) => {
                if sink(run, &added).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if !added.more {
                    run.clear_pending();
                }
            }
            Event::End | Event::Register => return Ok(ControlFlow::Continue(())),
            Event::OutOfFuel(addr) => return Err(out_of_fuel(program, addr)),
        }
    }
}

fn out_of_fuel(program: &Program, addr: Addr) -> RuntimeError {
    RuntimeError::OutOfFuel { span: program.spans.get(addr.index()).copied() }
}
