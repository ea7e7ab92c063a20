//! What a run sees of a position by itself, and where it stops.

use super::run::Event;
use crate::compile::Test;
use crate::ids::{PlayerId, PosId};

/// What a run sees without asking.
pub trait Sight {
    /// Whether stretches of code are recalled.
    const RECALLS: bool;
    /// Answers a test about a position on the board, for a player, if that is easily seen.
    fn see(&self, test: Test, pos: PosId, player: PlayerId) -> Option<bool>;
    /// Whether a stretch of code is to be recalled.
    fn recalls(&self, stretch: u16) -> bool;
}

/// Sees nothing: for who follows a run with both answers to each question.
pub(super) struct Blind;

impl Sight for Blind {
    const RECALLS: bool = false;

    fn see(&self, _: Test, _: PosId, _: PlayerId) -> Option<bool> {
        None
    }

    fn recalls(&self, _: u16) -> bool {
        false
    }
}

/// Where a run stops.
pub(super) enum Stop {
    /// Something has come up.
    Event(Event),
    /// Before this stretch of code.
    Stretch(u16),
    /// Behind the stretch that it is in.
    Behind,
}

/// The bounds of the stretch that a run is in.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The stretch that begins there is not to be recalled: the run is in it.
    pub top: u32,
    /// It stops before it comes there.
    pub exit: u32,
    /// Stretches are recalled.
    pub recalls: bool,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Bounds = Bounds { top: u32::MAX, exit: u32::MAX, recalls: true };
}
