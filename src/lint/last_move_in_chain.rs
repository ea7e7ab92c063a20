//! W0627: `last-from?` asked about a move that is made in parts.
//!
//! After a partial move `last-from?` and `last-to?` see its last part only. A test whether an enemy piece has just come
//! from somewhere fails for one that came there in parts. Only where every move that can be asked about is one part
//! of several, the test is suspect.

use super::Variant;
use super::tally::Tally;
use crate::compile::{Op, Test, Then};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::LAST_MOVE_IN_CHAIN;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let code = &variant.program.code;
    let is_part = |op: &Op| matches!(op, Op::Add { then: Then::Any | Then::Type(_), .. });
    let is_whole = |op: &Op| matches!(op, Op::Add { then: Then::End, .. });
    if !code.iter().any(is_part) || code.iter().any(is_whole) {
        return;
    }
    for (i, op) in code.iter().enumerate() {
        if matches!(op, Op::Branch { test: Test::LastFrom, .. }) && variant.facts.ops[i].reached {
            let d = Diagnostic::new(
                &LAST_MOVE_IN_CHAIN,
                variant.program.spans[i],
                "`last-from?` sees only the last part of a move made in parts",
            );
            tally.suspect(d.label("all moves of this game are made with `add-partial`"));
        }
    }
}
