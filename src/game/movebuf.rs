//! Lists of moves as the engine keeps them: small heads, effects in one arena.

use super::mv::{Continuation, Effect, Move};
use crate::compile::{NO_POS, Then};
use crate::ids::{MoveTypeId, PosId};

/// A move in a [`MoveBuf`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// First effect in the arena.
    pub start: u32,
    /// Number of effects; a pass has none.
    pub len: u16,
    /// How the turn goes on, packed.
    pub then: u16,
    /// What `last-from?` sees afterwards.
    pub from: PosId,
    /// What `last-to?` sees afterwards.
    pub to: PosId,
}

const PASS: u16 = u16::MAX;

impl Head {
    /// Passing.
    pub const fn pass() -> Head {
        Head { start: 0, len: 0, then: PASS, from: NO_POS, to: NO_POS }
    }

    /// Whether it is a pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.then == PASS
    }

    /// Whether the turn may go on after it.
    #[inline]
    pub fn is_partial(self) -> bool {
        self.then != 0 && self.then != PASS
    }

    /// How the turn goes on.
    pub fn continuation(self) -> Option<Continuation> {
        match self.then {
            0 | PASS => None,
            1 => Some(Continuation::Any),
            t => Some(Continuation::Type(MoveTypeId(t - 2))),
        }
    }
}

/// [`Then`] as a small number, see [`Head::then`].
#[inline]
pub fn pack(then: Then) -> u16 {
    match then {
        Then::End => 0,
        Then::Any => 1,
        Then::Type(t) => t.0 + 2,
    }
}

/// A stack of move lists.
#[derive(Clone, Debug, Default)]
pub struct MoveBuf {
    /// The moves.
    pub heads: Vec<Head>,
    /// Their effects.
    pub effects: Vec<Effect>,
}

/// A height of a [`MoveBuf`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Number of moves.
    pub heads: usize,
    effects: usize,
}

impl MoveBuf {
    /// The present height.
    pub fn mark(&self) -> Mark {
        Mark { heads: self.heads.len(), effects: self.effects.len() }
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.effects.clear();
    }

    /// Forgets all moves above a height.
    pub fn truncate(&mut self, mark: Mark) {
        self.heads.truncate(mark.heads);
        self.effects.truncate(mark.effects);
    }

    /// The effects of a move.
    #[inline]
    pub fn effects(&self, head: Head) -> &[Effect] {
        &self.effects[head.start as usize..head.start as usize + usize::from(head.len)]
    }

    /// Adds a public move.
    pub fn push(&mut self, mv: &Move) -> Head {
        let start = self.effects.len() as u32;
        self.effects.extend_from_slice(&mv.effects);
        let then = match mv.continuation {
            _ if mv.is_pass => PASS,
            None => 0,
            Some(Continuation::Any) => 1,
            Some(Continuation::Type(t)) => t.0 + 2,
        };
        let place = |p: Option<PosId>| p.unwrap_or(NO_POS);
        let head = Head { start, len: mv.effects.len() as u16, then, from: place(mv.from), to: place(mv.to) };
        self.heads.push(head);
        head
    }

    /// A move by itself.
    pub fn to_move(&self, head: Head) -> Move {
        let place = |p: PosId| (p != NO_POS).then_some(p);
        Move {
            effects: self.effects(head).into(),
            continuation: head.continuation(),
            from: place(head.from),
            to: place(head.to),
            is_pass: head.is_pass(),
        }
    }
}

/// An effect as far as the text of a move shows it: two moves of one position
/// with equal shown effects print the same. A movement that goes nowhere is not
/// printed; a drop and a creation look alike, as do the two ways to change a type.
pub fn shown(effect: &Effect) -> Option<Effect> {
    match *effect {
        Effect::Move { from, to, .. } if from == to => None,
        Effect::Move { from, to, .. } => Some(Effect::Move { from, to, copy: false }),
        Effect::Drop { player, piece, pos } => Some(Effect::Create { player, piece, pos }),
        Effect::Promote { pos, piece } => Some(Effect::ChangeType { pos, piece }),
        other => Some(other),
    }
}
