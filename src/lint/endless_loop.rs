//! W0615: a loop in whose body nothing changes, so that it never ends once its condition holds.
//!
//! A condition looks at the current position, the mark and the flags. If the body changes none of them, and checks
//! nothing, the condition stays what it is.

use super::Variant;
use super::tally::Tally;
use super::walk::{Node, walk};
use crate::ast::block::{Block, InstrKind};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::ENDLESS_LOOP;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    walk(variant.rules, |node| {
        let Node::Instr(instr) = node else { return };
        let InstrKind::While(parts) = &instr.kind else { return };
        if may_change(&parts.1) {
            return tally.fine(&ENDLESS_LOOP, parts.0.span);
        }
        let d = Diagnostic::new(&ENDLESS_LOOP, parts.0.span, "if this holds, the loop never ends");
        tally.suspect(
            d.label("nothing in the loop changes what it looks at")
                .help("go on to another position in the loop, like `n` in `(while empty? add n)`"),
        );
    });
}

/// Whether running these may change the answer to some condition, or end the run.
fn may_change(block: &Block) -> bool {
    block.instrs.iter().any(|instr| match &instr.kind {
        InstrKind::Add(_)
        | InstrKind::Capture(_)
        | InstrKind::Flip(_)
        | InstrKind::ChangeOwner(_)
        | InstrKind::ChangeType(_)
        | InstrKind::Create(_)
        | InstrKind::SetAttribute(_) => false,
        InstrKind::If(parts) => may_change(&parts.1) || may_change(&parts.2),
        InstrKind::While(parts) => may_change(&parts.1),
        InstrKind::Nested(block) => may_change(block),
        InstrKind::Splice(body) => may_change(&body.block),
        _ => true,
    })
}
