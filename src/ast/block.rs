//! Instruction lists and conditions, as written.
//!
//! Names are not resolved here: whether `n` is a direction or a position, and
//! whether `(create White Pawn e4)` names a player, a type and a place, is
//! decided against the board and the pieces of a variant when it is compiled.
//! Blocks are shared: one expansion of a macro is lowered once, wherever it stands.

use crate::deep::deep;
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// A name with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// The text.
    pub text: SmolStr,
    /// Where it is written.
    pub span: Span,
}

/// A list of instructions. Made with [`Block::new`].
#[derive(PartialEq, Debug, Default)]
pub struct Block {
    /// The instructions, in order.
    pub instrs: Vec<Instr>,
    names_types: bool,
}

impl Block {
    /// A block of these instructions.
    pub fn new(instrs: Vec<Instr>) -> Self {
        let names_types = instrs.iter().any(|instr| instr.kind.names_types());
        Self { instrs, names_types }
    }

    /// Whether a partial `add` somewhere in it has arguments, which may be move types.
    pub(crate) fn names_types(&self) -> bool {
        self.names_types
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if !self.instrs.is_empty() {
            let instrs = std::mem::take(&mut self.instrs);
            deep(|| drop(instrs));
        }
    }
}

/// One instruction with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Instr {
    /// What it does.
    pub kind: InstrKind,
    /// The instruction as written: the name or the whole list.
    pub span: Span,
}

/// Instructions of section 7.1 of the language specification.
#[derive(Clone, PartialEq, Debug)]
pub enum InstrKind {
    /// A bare name that is no keyword: a direction or a position.
    Go(Name),
    /// `(opposite dir)`.
    GoOpposite(Name),
    /// `mark`.
    Mark,
    /// `back`.
    Back,
    /// `(go from)` and its kind.
    GoTo(GoTarget),
    /// `from`.
    From,
    /// `to`.
    To,
    /// `cascade`.
    Cascade,
    /// `add`, `add-partial`, `add-copy`, `add-copy-partial`, with their arguments.
    Add(Arc<Add>),
    /// `capture`, `(capture where)`.
    Capture(Option<Where>),
    /// `flip`, `(flip where)`.
    Flip(Option<Where>),
    /// `(change-owner [P] [where])`: arguments as written.
    ChangeOwner(Arc<[Arg]>),
    /// `(change-type T [where])`: arguments as written.
    ChangeType(Arc<[Arg]>),
    /// `(create [P] [T] [where])`: arguments as written.
    Create(Arc<[Arg]>),
    /// `(set-attribute A cond [where])`.
    SetAttribute(Arc<(Name, Cond, Option<Where>)>),
    /// `(set-flag F cond)`.
    SetFlag(Arc<(Name, Cond)>),
    /// `(set-position-flag F cond [where])`.
    SetPositionFlag(Arc<(Name, Cond, Option<Where>)>),
    /// `(if cond a... [else b...])`.
    If(Arc<(Cond, Block, Block)>),
    /// `(while cond a...)`.
    While(Arc<(Cond, Block)>),
    /// `(verify cond)`.
    Verify(Arc<Cond>),
    /// A nested list: its instructions in order.
    Nested(Arc<Block>),
    /// The body of a macro, in place of the call at the instruction's span.
    Splice(Arc<SpliceBlock>),
    /// Something that is no instruction (lowering has reported it): the run ends here.
    Unknown,
}

impl InstrKind {
    /// Whether a partial `add` somewhere in it has arguments.
    pub(crate) fn names_types(&self) -> bool {
        match self {
            InstrKind::Add(add) => add.partial && !add.args.is_empty(),
            InstrKind::If(parts) => parts.1.names_types || parts.2.names_types,
            InstrKind::While(parts) => parts.1.names_types,
            InstrKind::Nested(block) => block.names_types,
            InstrKind::Splice(splice) => splice.block.names_types,
            _ => false,
        }
    }
}

/// A macro's body as instructions. Shared by all calls with the same arguments.
#[derive(PartialEq, Debug)]
pub struct SpliceBlock {
    /// The macro's name.
    pub name: SmolStr,
    /// Its instructions.
    pub block: Block,
}

/// Where `(go ...)` goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoTarget {
    /// The square of the piece being moved.
    From,
    /// The destination set by `to`.
    To,
    /// The marked square.
    Mark,
    /// Where the last move came from.
    LastFrom,
    /// Where the last move went to.
    LastTo,
}

/// `add` and its kind: `(add-copy-partial T... type)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Add {
    /// The piece stays and a copy arrives.
    pub copy: bool,
    /// The turn goes on with the piece.
    pub partial: bool,
    /// Names as written: piece types, and for a partial move at most one move type behind them.
    pub args: Vec<Name>,
}

/// `[where]`: a place relative to the current position.
#[derive(Clone, PartialEq, Debug)]
pub enum Where {
    /// A direction or a position.
    Name(Name),
    /// `(opposite dir)`.
    Opposite(Name),
}

/// An argument of `create`, `change-owner`, `change-type`: told apart by what it names.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A player, piece type, direction or position.
    Name(Name),
    /// `(opposite dir)`.
    Opposite(Name),
}

/// A condition with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Cond {
    /// What it asks.
    pub kind: CondKind,
    /// The condition as written.
    pub span: Span,
}

impl Cond {
    /// What it asks.
    pub(crate) fn into_kind(mut self) -> CondKind {
        std::mem::replace(&mut self.kind, CondKind::Const(false))
    }
}

impl Drop for Cond {
    fn drop(&mut self) {
        if matches!(self.kind, CondKind::And(_) | CondKind::Or(_) | CondKind::Not(_) | CondKind::Splice(_)) {
            let kind = std::mem::replace(&mut self.kind, CondKind::Const(false));
            deep(|| drop(kind));
        }
    }
}

/// Conditions of section 7.2 of the language specification.
///
/// `not-X?` is lowered to `Not(X?)`; a name that begins with `not-` and is no
/// known condition stays an [`CondKind::Attribute`] with its whole name, and the
/// compiler looks it up as it stands before it takes `not-` for a negation.
#[derive(Clone, PartialEq, Debug)]
pub enum CondKind {
    /// `true`, `false`.
    Const(bool),
    /// `(and c...)`.
    And(Arc<[Cond]>),
    /// `(or c...)`.
    Or(Arc<[Cond]>),
    /// `(not c)`, `not-X?`.
    Not(Arc<Cond>),
    /// A test without operand but the place.
    Simple(SimpleCond, Option<Where>),
    /// `(piece? T [where])`.
    Piece(Name, Option<Where>),
    /// `(in-zone? Z [where])`.
    InZone(Name, Option<Where>),
    /// `(position? P)`.
    Position(Name),
    /// `(attacked? [where] [type])`, `(defended? ...)`: arguments as written.
    Attack {
        /// `defended?` rather than `attacked?`.
        defended: bool,
        /// A place, a move type, or both.
        args: Arc<[Arg]>,
    },
    /// `(flag? F)`.
    Flag(Name),
    /// `(position-flag? F [where])`.
    PositionFlag(Name, Option<Where>),
    /// An attribute name, `(A [where])`.
    Attribute(Name, Option<Where>),
    /// A macro's condition, in place of the call at the condition's span: its name and condition.
    Splice(Arc<(SmolStr, Cond)>),
}

/// Conditions that take only `[where]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SimpleCond {
    /// `empty?`
    Empty,
    /// `friend?`
    Friend,
    /// `enemy?`
    Enemy,
    /// `neutral?`
    Neutral,
    /// `on-board?`
    OnBoard,
    /// `last-from?`
    LastFrom,
    /// `last-to?`
    LastTo,
    /// `marked?`
    Marked,
    /// `adjacent-to-enemy?`
    AdjacentToEnemy,
    /// `goal-position?`
    GoalPosition,
}
