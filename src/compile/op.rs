//! The instruction set of compiled blocks.
//!
//! A block of moves or drops becomes a run of [`Op`]s. A run has a *cursor*
//! (the current position), `from`, `to`, a mark, flags, position flags, the
//! movements finished by `cascade`, and pending changes and captures; the board
//! does not change while it runs. Where an instruction fails the run ends; moves
//! already added stay.
//!
//! `docs/instructions.md` is made from the comments here: of each variant the first
//! paragraph and the lines `* Key: text`. What stands as its listing must occur in
//! the listing of a test of `tests/instructions`.

use crate::ids::{Addr, AttrId, DirId, FlagId, MoveTypeId, PieceId, PlayerId, PosFlagId, PosId, ZoneId};

/// The place that an instruction or a test is about.
///
/// Directions are those of the player acted for (symmetry applies). Off the
/// board an instruction does nothing and a test is false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// The cursor.
    ///
    /// * Listing: `capture`
    Here,
    /// The neighbour of the cursor.
    ///
    /// * Listing: `capture at e`
    Dir(DirId),
    /// The neighbour in the opposite direction.
    ///
    /// * Listing: `capture at opposite e`
    Opposite(DirId),
    /// A named position.
    ///
    /// * Listing: `capture at position a1`
    Pos(PosId),
}

/// A question about the position before the move, or about the run itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// `on-board?`: the place exists.
    ///
    /// * Listing: `on-board? at e`
    OnBoard,
    /// `empty?`: nothing stands there.
    ///
    /// * Listing: `empty? at e`
    Empty,
    /// `friend?`: a piece of the player acted for.
    ///
    /// * Listing: `friend? at e`
    Friend,
    /// `enemy?`: a piece of another player who is not neutral.
    ///
    /// * Listing: `enemy? at e`
    Enemy,
    /// `neutral?`: a piece of a neutral player.
    ///
    /// * Listing: `neutral? at e`
    Neutral,
    /// `piece?`: a piece of this type, of any owner.
    ///
    /// * Listing: `piece? Rock at e`
    Piece(PieceId),
    /// An attribute name: a piece with this attribute true.
    ///
    /// * Listing: `attribute? fresh at e`
    Attr(AttrId),
    /// `in-zone?`: the place is in this zone of the player acted for.
    ///
    /// * Listing: `in-zone? home at n`
    InZone(ZoneId),
    /// `position?`: it is this position.
    ///
    /// * Listing: `position? c2`
    Position(PosId),
    /// `goal-position?`: an absolute configuration of a win condition of the player names it.
    ///
    /// * Listing: `goal-position? at e`
    GoalPosition,
    /// `marked?`: it is the mark.
    ///
    /// * Listing: `marked? at e`
    Marked,
    /// `last-from?`: the last move came from there.
    ///
    /// * Listing: `last-from? at e`
    LastFrom,
    /// `last-to?`: the last move went there.
    ///
    /// * Listing: `last-to? at e`
    LastTo,
    /// `adjacent-to-enemy?`: an enemy stands on a neighbour of it in any direction.
    ///
    /// * Listing: `adjacent-to-enemy? at e`
    AdjacentToEnemy,
    /// `attacked?`: an enemy could arrive or capture there, with any move.
    ///
    /// * Listing: `attacked? at e`
    Attacked,
    /// `(attacked? type)`: with a move of this type.
    ///
    /// * Listing: `attacked? hop at e`
    AttackedBy(MoveTypeId),
    /// `defended?`: a friend could retake there, with any move.
    ///
    /// * Listing: `defended? at e`
    Defended,
    /// `(defended? type)`: with a move of this type.
    ///
    /// * Listing: `defended? hop at e`
    DefendedBy(MoveTypeId),
    /// `flag?`: the flag is set.
    ///
    /// * Listing: `flag? seen`
    Flag(FlagId),
    /// `position-flag?`: the flag is set for the place.
    ///
    /// * Listing: `position-flag? seen at e`
    PosFlag(PosFlagId),
}

impl Test {
    /// Whether it asks what moves attack: the answer depends on how deep such questions are nested.
    pub fn is_about_attacks(self) -> bool {
        matches!(self, Test::Attacked | Test::AttackedBy(_) | Test::Defended | Test::DefendedBy(_))
    }
}

/// The owner that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// The player acted for.
    ///
    /// * Listing: `change-owner mover`
    Mover,
    /// A named player.
    ///
    /// * Listing: `change-owner Black`
    Player(PlayerId),
}

/// The piece type that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The type of the piece that started the run.
    ///
    /// * Listing: `create mover own-type`
    Own,
    /// A named type.
    ///
    /// * Listing: `create mover King`
    Piece(PieceId),
}

/// How the turn goes on after an added move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    /// The turn ends.
    ///
    /// * Listing: `add`
    End,
    /// The piece goes on with any of its moves.
    ///
    /// * Listing: `add partial`
    Any,
    /// The piece goes on with moves of this type.
    ///
    /// * Listing: `add partial hop`
    Type(MoveTypeId),
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Moves the cursor to the neighbour.
    ///
    /// * Form: `dir`
    /// * Operands: the direction
    /// * Cursor: the neighbour
    /// * Fails: if there is no neighbour
    /// * Listing: `step e`
    Step(DirId),
    /// Moves the cursor to the neighbour in the opposite direction.
    ///
    /// * Form: `(opposite dir)`
    /// * Operands: the direction
    /// * Cursor: the opposite neighbour
    /// * Fails: if there is no such neighbour
    /// * Listing: `step-opposite e`
    StepOpposite(DirId),
    /// Moves the cursor to a named position.
    ///
    /// * Form: `pos`
    /// * Operands: the position
    /// * Cursor: that position
    /// * Listing: `go a1`
    Go(PosId),
    /// Moves the cursor to `from`.
    ///
    /// * Form: `(go from)`
    /// * Cursor: `from`
    /// * Fails: if `from` is unset, in a drop
    /// * Listing: `go-from`
    GoFrom,
    /// Moves the cursor to `to`.
    ///
    /// * Form: `(go to)`
    /// * Cursor: `to`
    /// * Fails: if `to` is unset
    /// * Listing: `go-to`
    GoTo,
    /// Moves the cursor to the mark, at first the starting square.
    ///
    /// * Form: `back`, `(go mark)`
    /// * Cursor: the mark
    /// * Listing: `go-mark`
    GoMark,
    /// Moves the cursor to where the last move came from.
    ///
    /// * Form: `(go last-from)`
    /// * Cursor: that position
    /// * Fails: if there is none: no move before, or a drop
    /// * Listing: `go-last-from`
    GoLastFrom,
    /// Moves the cursor to where the last move went.
    ///
    /// * Form: `(go last-to)`
    /// * Cursor: that position
    /// * Fails: if there is none: no move before
    /// * Listing: `go-last-to`
    GoLastTo,
    /// Marks the cursor; there is one mark.
    ///
    /// * Form: `mark`
    /// * Listing: `mark`
    Mark,
    /// The piece that moves is now the one at the cursor.
    ///
    /// * Form: `from`
    /// * Listing: `from`
    From,
    /// The destination is now the cursor, wherever the run goes.
    ///
    /// * Form: `to`
    /// * Listing: `to`
    To,
    /// Finishes the movement, to `to` or the cursor, and lifts the piece at the cursor.
    ///
    /// * Form: `cascade`
    /// * Listing: `cascade`
    Cascade,
    /// Records a move, then clears pending changes and captures.
    ///
    /// * Form: `add`, `(add piece...)`, `add-partial`, `add-copy`, `add-copy-partial`
    /// * Operands: whether a copy arrives, how the turn goes on, what the piece becomes, whether more follow
    /// * Listing: `add-copy partial hop as King`
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
    /// Pending: what stands there is captured.
    ///
    /// * Form: `capture`, `(capture where)`
    /// * Operands: the place
    /// * Listing: `capture at e`
    Capture(At),
    /// Pending: the piece there goes to the next player.
    ///
    /// * Form: `flip`, `(flip where)`
    /// * Operands: the place
    /// * Listing: `flip at e`
    Flip(At),
    /// Pending: the piece there gets this owner.
    ///
    /// * Form: `change-owner`, `(change-owner [player] [where])`
    /// * Operands: the owner, the place
    /// * Listing: `change-owner Black at e`
    ChangeOwner(Owner, At),
    /// Pending: the piece there gets this type.
    ///
    /// * Form: `(change-type piece [where])`
    /// * Operands: the type, the place
    /// * Listing: `change-type King at e`
    ChangeType(PieceId, At),
    /// Pending: a new piece is put there.
    ///
    /// * Form: `create`, `(create [player] [piece] [where])`
    /// * Operands: the owner, the type, the place
    /// * Listing: `create Black King at e`
    Create(Owner, Kind, At),
    /// Pending: the attribute of the piece that will stand there is set.
    ///
    /// * Form: `(set-attribute name cond [where])`
    /// * Operands: the attribute, its value, the place
    /// * Listing: `set-attribute fresh false at e`
    SetAttr(AttrId, bool, At),
    /// Sets the flag, at once.
    ///
    /// * Form: `(set-flag name cond)`
    /// * Operands: the flag, its value
    /// * Listing: `set-flag seen true`
    SetFlag(FlagId, bool),
    /// Sets the flag of the place, at once.
    ///
    /// * Form: `(set-position-flag name cond [where])`
    /// * Operands: the position flag, its value, the place
    /// * Listing: `set-position-flag seen true at e`
    SetPosFlag(PosFlagId, bool, At),
    /// Goes to the address if the test at the place gives the answer `when`.
    ///
    /// * Form: conditions, in `(verify cond)`, `(if cond ...)`, `(while cond ...)` and values
    /// * Operands: the test, the place, the answer, the address
    /// * Listing: `unless empty? at e`
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
    /// Goes to the address.
    ///
    /// * Form: the end of a branch of `if`, of the body of `while`; a condition that is constant
    /// * Operands: the address
    /// * Listing: `goto`
    Jump(Addr),
    /// Runs the body of a macro as a subroutine: it is too long to be copied.
    ///
    /// * Form: a macro call
    /// * Operands: the address
    /// * Listing: `call`
    Call(Addr),
    /// Goes on behind the call.
    ///
    /// * Form: the end of a macro's body
    /// * Listing: `return`
    Return,
    /// Ends the run.
    ///
    /// * Form: the end of a block; where a `verify` fails
    /// * Fails: always
    /// * Listing: `end`
    End,
}

impl Op {
    /// Whether it reads or writes `from`, `to` or the mark.
    pub fn needs_registers(self) -> bool {
        match self {
            Op::Add { .. }
            | Op::GoFrom
            | Op::GoTo
            | Op::GoMark
            | Op::Mark
            | Op::From
            | Op::To
            | Op::Cascade
            | Op::Branch { test: Test::Marked, .. } => true,
            Op::Step(_)
            | Op::StepOpposite(_)
            | Op::Go(_)
            | Op::GoLastFrom
            | Op::GoLastTo
            | Op::Branch { .. }
            | Op::Jump(_)
            | Op::Call(_)
            | Op::Return
            | Op::End
            | Op::Capture(_)
            | Op::Flip(_)
            | Op::ChangeOwner(..)
            | Op::ChangeType(..)
            | Op::Create(..)
            | Op::SetAttr(..)
            | Op::SetFlag(..)
            | Op::SetPosFlag(..) => false,
        }
    }
}

const _: () = assert!(std::mem::size_of::<Op>() <= 16, "an instruction is 16 bytes at most");
