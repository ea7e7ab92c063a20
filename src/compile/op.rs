//! The instruction set of compiled blocks.
//!
//! A block of moves or drops becomes a run of [`Op`]s. A run has a *cursor*
//! (the current position), `from`, `to`, a mark, flags, position flags, the
//! movements finished by `cascade`, and pending changes and captures; the board
//! does not change while it runs. "Fails" below means that the run ends; moves
//! already added stay.

use crate::ids::{Addr, AttrId, DirId, FlagId, MoveTypeId, PieceId, PlayerId, PosFlagId, PosId, ZoneId};

/// The place that an instruction or a test is about.
///
/// Directions are those of the player acted for (symmetry applies). Off the
/// board an instruction does nothing and a test is false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// The cursor.
    Here,
    /// The neighbour of the cursor.
    Dir(DirId),
    /// The neighbour in the opposite direction.
    Opposite(DirId),
    /// A named position.
    Pos(PosId),
}

/// A question about the position before the move, or about the run itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// `on-board?`: the place exists.
    OnBoard,
    /// `empty?`: nothing stands there.
    Empty,
    /// `friend?`: a piece of the player acted for.
    Friend,
    /// `enemy?`: a piece of another player who is not neutral.
    Enemy,
    /// `neutral?`: a piece of a neutral player.
    Neutral,
    /// `piece?`: a piece of this type, of any owner.
    Piece(PieceId),
    /// An attribute name: a piece with this attribute true.
    Attr(AttrId),
    /// `in-zone?`: the place is in this zone of the player acted for.
    InZone(ZoneId),
    /// `position?`: it is this position.
    Position(PosId),
    /// `goal-position?`: an absolute configuration of a win condition of the player names it.
    GoalPosition,
    /// `marked?`: it is the mark.
    Marked,
    /// `last-from?`: the last move came from there.
    LastFrom,
    /// `last-to?`: the last move went there.
    LastTo,
    /// `adjacent-to-enemy?`: an enemy stands on a neighbour of it in any direction.
    AdjacentToEnemy,
    /// `attacked?`: an enemy could arrive or capture there, with any move.
    Attacked,
    /// `(attacked? type)`: with a move of this type.
    AttackedBy(MoveTypeId),
    /// `defended?`: a friend could retake there, with any move.
    Defended,
    /// `(defended? type)`: with a move of this type.
    DefendedBy(MoveTypeId),
    /// `flag?`: the flag is set.
    Flag(FlagId),
    /// `position-flag?`: the flag is set for the place.
    PosFlag(PosFlagId),
}

/// The owner that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// The player acted for.
    Mover,
    /// A named player.
    Player(PlayerId),
}

/// The piece type that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The type of the piece that started the run.
    Own,
    /// A named type.
    Piece(PieceId),
}

/// How the turn goes on after an added move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    /// The turn ends.
    End,
    /// The piece goes on with any of its moves.
    Any,
    /// The piece goes on with moves of this type.
    Type(MoveTypeId),
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// From `dir`. Moves the cursor to the neighbour; fails if there is none.
    Step(DirId),
    /// From `(opposite dir)`. Moves the cursor to the opposite neighbour; fails if there is none.
    StepOpposite(DirId),
    /// From a position name. Moves the cursor there.
    Go(PosId),
    /// From `(go from)`. Moves the cursor to `from`; fails if unset (a drop).
    GoFrom,
    /// From `(go to)`. Moves the cursor to `to`; fails if unset.
    GoTo,
    /// From `(go mark)` and `back`. Moves the cursor to the mark, at first the starting square.
    GoMark,
    /// From `(go last-from)`. Moves the cursor to where the last move came from; fails if there is no such place.
    GoLastFrom,
    /// From `(go last-to)`. Moves the cursor to where the last move went; fails if there is no such place.
    GoLastTo,
    /// From `mark`. Marks the cursor.
    Mark,
    /// From `from`. The piece that moves is now the one at the cursor.
    From,
    /// From `to`. The destination is now the cursor, wherever the run goes.
    To,
    /// From `cascade`. Finishes the movement and lifts the piece at the cursor.
    Cascade,
    /// From `add` and its kind. Records a move, then clears pending changes and captures.
    Add {
        /// The piece stays and a copy arrives (`add-copy`).
        copy: bool,
        /// Whether it is a partial move.
        then: Then,
        /// The type that the piece that moves last becomes.
        promote: Option<PieceId>,
        /// The next op adds the same move with another promotion: keep the pending items.
        more: bool,
    },
    /// From `capture`. Pending: what stands there is captured.
    Capture(At),
    /// From `flip`. Pending: the piece there goes to the next player.
    Flip(At),
    /// From `change-owner`. Pending: the piece there gets this owner.
    ChangeOwner(Owner, At),
    /// From `change-type`. Pending: the piece there gets this type.
    ChangeType(PieceId, At),
    /// From `create`. Pending: a new piece is put there.
    Create(Owner, Kind, At),
    /// From `set-attribute`. Pending: the attribute of the piece that will stand there is set.
    SetAttr(AttrId, bool, At),
    /// From `set-flag`. Sets the flag, at once.
    SetFlag(FlagId, bool),
    /// From `set-position-flag`. Sets the flag of the place, at once.
    SetPosFlag(PosFlagId, bool, At),
    /// From `verify`, `if`, `while` and conditions. Goes to `target` if the test at the place gives `when`.
    Branch {
        /// The question.
        test: Test,
        /// The place.
        at: At,
        /// The answer that branches.
        when: bool,
        /// Where it branches to.
        target: Addr,
    },
    /// From `if`, `while`. Goes to the address.
    Jump(Addr),
    /// From a macro call whose body is long: runs it as a subroutine.
    Call(Addr),
    /// From the end of a macro's body: goes on behind the call.
    Return,
    /// From `verify` and the end of a block. The run ends.
    End,
}

const _: () = assert!(std::mem::size_of::<Op>() <= 16, "an instruction is 16 bytes at most");
