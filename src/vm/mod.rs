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
mod recall;
mod run;
mod sight;

pub use hash::WideHasher;
pub use items::{Items, Pending};
pub use recall::Recall;
pub use run::{Added, Event, Run, Start};
pub use sight::Sight;

use crate::compile::{Program, Test};
use crate::game::RuntimeError;
use crate::ids::{Addr, PosId};
use recall::pass;
use sight::{Bounds, Stop};
use std::ops::ControlFlow;

/// What a run may ask of the position before the move.
pub trait World: Sight {
    /// Answers a test that depends on the position.
    fn ask(&mut self, test: Test, pos: PosId, running: Start) -> Result<bool, RuntimeError>;
    /// `last-from?` and `last-to?`.
    fn last(&self) -> (Option<PosId>, Option<PosId>);
    /// Hash of the position and the last places: equal ones answer all tests but those about attacks equally.
    fn stamp(&self) -> u64;
    /// What came of stretches of code.
    fn recall(&mut self) -> &mut Recall;
}

/// Runs a block to its end on a position, giving each added move to `sink`.
///
/// `fuel` counts instructions down; at zero the run is an error.
pub fn interpret<W: World>(
    program: &Program,
    world: &mut W,
    run: &mut Run,
    fuel: &mut u64,
    mut sink: impl FnMut(&Run, &Added) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, RuntimeError> {
    loop {
        let event = match run.advance_seeing(program, world, Bounds::NONE, fuel) {
            Stop::Event(event) => event,
            Stop::Stretch(stretch) => {
                if pass(program, world, run, fuel, stretch, 0)? {
                    continue;
                }
                Event::End
            }
            Stop::Behind => Event::End,
        };
        match event {
            Event::Ask(test, pos) => {
                let answer = world.ask(test, pos, run.start())?;
                run.answer(program, answer);
            }
            Event::AskLast { from } => {
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
