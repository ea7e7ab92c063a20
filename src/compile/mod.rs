//! From [`Rules`] to a [`Program`]: names in blocks and goals resolved, blocks as
//! instructions, everything that depends on the board alone as tables.

mod block;
pub mod disasm;
pub mod goal;
mod idle;
pub mod op;
mod stretches;
mod tables;
mod unknown;
mod verify;

pub use goal::{Config, GoalCode, GoalExpr, Holder, HolderPart, Pattern, Place, Step};
pub use idle::{Answers, Idle};
pub use op::{At, Kind, Op, Owner, Test, Then};
pub use stretches::{Mask, Stretches, Uses};
pub use tables::{NO_POS, Tables};

use crate::diagnostics::Diagnostic;
use crate::ids::{Addr, MoveTypeId};
use crate::names::IndexSet;
use crate::resolve::Rules;
use crate::source::Span;
use smol_str::SmolStr;

/// The compiled blocks and goals of one variant.
#[derive(Debug)]
pub struct Program {
    /// All instructions; blocks and subroutines follow each other.
    pub code: Vec<Op>,
    /// For each instruction the form that it comes from.
    pub spans: Vec<Span>,
    /// For each piece type its blocks.
    pub pieces: Vec<PieceCode>,
    /// The goals, in file order, parallel to `Rules::goals`.
    pub goals: Vec<GoalCode>,
    /// Flag names; the id is the index.
    pub flags: IndexSet<SmolStr>,
    /// Position-flag names; the id is the index.
    pub pos_flags: IndexSet<SmolStr>,
    /// Addresses of subroutines, with the macro's name.
    pub subroutines: Vec<(Addr, SmolStr)>,
    /// Board tables.
    pub tables: Tables,
    /// Stretches of code that can be recalled.
    pub stretches: Stretches,
}

/// The blocks of one piece type.
#[derive(Debug, Default, Clone)]
pub struct PieceCode {
    /// Move blocks in file order.
    pub moves: Vec<Entry>,
    /// Drop blocks in file order.
    pub drops: Vec<Entry>,
}

/// Where a block begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its first instruction.
    pub addr: Addr,
    /// Its move type.
    pub move_type: Option<MoveTypeId>,
    /// The block as written.
    pub span: Span,
}

/// Compiles the blocks and goals of a variant.
///
/// Names that are not known get a diagnostic and end the run where they stand,
/// so there is a program even for a file with errors.
pub fn compile(rules: &Rules) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let blocks = block::compile_blocks(rules, &mut diagnostics);
    let goals = goal::compile_goals(rules, &mut diagnostics);
    let tables = Tables::new(rules, &goals);
    let program = Program {
        stretches: Stretches::find(&blocks.code, &blocks.subroutines),
        code: blocks.code,
        spans: blocks.spans,
        pieces: blocks.pieces,
        goals,
        flags: blocks.flags,
        pos_flags: blocks.pos_flags,
        subroutines: blocks.subroutines,
        tables,
    };
    verify::verify(&program, rules);
    (program, diagnostics)
}
