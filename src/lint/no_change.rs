//! W0614: a move that leaves the board as it is.
//!
//! Whoever may pass should do so by the option; a move of a piece onto its own square can be meant, but mostly a
//! step before the `add` was forgotten. Blocks whose type no turn lets through by itself are left alone: some files
//! pad pieces with such blocks, so that the computer player of Zillions takes them for mobile.

use super::Variant;
use super::explore::reachable;
use super::tally::Tally;
use crate::compile::Op;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::NO_CHANGE;
use crate::ids::Addr;
use rustc_hash::FxHashSet;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    if variant.facts.idle_adds.is_empty() {
        return;
    }
    let played = played_code(variant);
    let is_idle = |i: usize| variant.facts.idle_adds.contains(&Addr(i as u32));
    for (i, op) in variant.program.code.iter().enumerate() {
        if !matches!(op, Op::Add { .. }) || !played.contains(&Addr(i as u32)) {
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

/// The instructions of blocks that a turn may begin with.
fn played_code(variant: &Variant<'_>) -> FxHashSet<Addr> {
    let pieces = variant.program.pieces.iter();
    let entries = pieces.flat_map(|piece| piece.moves.iter().chain(&piece.drops));
    let played = entries.filter(|entry| variant.begins_a_turn(entry.move_type));
    reachable(variant.program, played.map(|entry| entry.addr))
}
