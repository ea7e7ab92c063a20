//! W0614: a move that leaves the board as it is.
//!
//! Whoever may pass should do so by the option; a move of a piece onto its own square can be meant, but mostly a
//! step before the `add` was forgotten.

use super::Variant;
use super::tally::Tally;
use crate::compile::Op;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::NO_CHANGE;
use crate::ids::Addr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let is_idle = |i: usize| variant.facts.idle_adds.contains(&Addr(i as u32));
    for (i, op) in variant.program.code.iter().enumerate() {
        if !matches!(op, Op::Add { .. }) || !variant.facts.ops[i].reached {
            continue;
        }
        let span = variant.program.spans[i];
        // Of several in a row, in one block or one in each, the first is enough.
        let is_next = |n: usize| i.checked_sub(n).is_some_and(is_idle);
        if is_idle(i) && !is_next(1) && !is_next(2) {
            let d = Diagnostic::new(&NO_CHANGE, span, "this move may leave the board as it is");
            tally.suspect(d.label("the piece can arrive where it stands, with nothing changed"));
        }
    }
}
