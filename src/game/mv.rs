//! A move and its effects.

use crate::ids::{AttrId, MoveTypeId, PieceId, PlayerId, PosId};

/// One thing that a move does, in the order in which it is carried out and printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A piece goes from one position to another (possibly the same).
    Move {
        /// Where it stands before.
        from: PosId,
        /// Where it arrives.
        to: PosId,
        /// It also stays where it was (`add-copy`).
        copy: bool,
    },
    /// A piece of the stock is put down.
    Drop {
        /// Owner (the player who is acted for).
        player: PlayerId,
        /// Type in the stock.
        piece: PieceId,
        /// Place.
        pos: PosId,
    },
    /// A new piece appears.
    Create {
        /// Owner.
        player: PlayerId,
        /// Type.
        piece: PieceId,
        /// Place.
        pos: PosId,
    },
    /// The piece there goes to the next player.
    Flip {
        /// Place.
        pos: PosId,
    },
    /// The piece there changes its type.
    ChangeType {
        /// Place.
        pos: PosId,
        /// New type.
        piece: PieceId,
    },
    /// The piece there changes its owner.
    ChangeOwner {
        /// Place.
        pos: PosId,
        /// New owner.
        player: PlayerId,
    },
    /// An attribute of the piece there is set.
    SetAttribute {
        /// Place.
        pos: PosId,
        /// Which.
        attr: AttrId,
        /// New value.
        value: bool,
    },
    /// The piece there is captured.
    Capture {
        /// Place.
        pos: PosId,
    },
    /// The type given to `add`: the piece on the destination of the last movement (or drop) becomes it.
    Promote {
        /// Place.
        pos: PosId,
        /// New type.
        piece: PieceId,
    },
}

/// How the turn goes on after a move made with `add-partial`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Continuation {
    /// With all moves of the piece (`add-partial` without a type).
    Any,
    /// With moves of this type.
    Type(MoveTypeId),
}

/// A move: what it does to the board, and whether the turn goes on.
///
/// A pass has no effects and no continuation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) effects: Box<[Effect]>,
    pub(crate) continuation: Option<Continuation>,
    /// `last-from?` and `last-to?` after it.
    pub(crate) from: Option<PosId>,
    pub(crate) to: Option<PosId>,
    pub(crate) is_pass: bool,
}

impl Move {
    /// What it does, in order: movements (or a drop), changes, captures, promotion.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// How the turn goes on, for a partial move.
    pub fn continuation(&self) -> Option<Continuation> {
        self.continuation
    }

    /// Where the piece that moves last comes from; none for drops and passes.
    pub fn from(&self) -> Option<PosId> {
        self.from
    }

    /// Where the piece that moves last (or is dropped) arrives.
    pub fn to(&self) -> Option<PosId> {
        self.to
    }

    /// Passing the turn, or ending a chain.
    pub fn is_pass(&self) -> bool {
        self.is_pass
    }
}
