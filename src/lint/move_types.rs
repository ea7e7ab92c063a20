//! W0607: blocks whose move type no turn lets through. W0609: a type that is given preference, or a turn, and
//! that no block has.
//!
//! A type that only `add-partial` names and no block has is a way to end a turn, and left alone, unless its name is near
//! to one that blocks have. So are blocks that only `add`: some files pad pieces with them, in a type that is never
//! played, so that the computer player of Zillions takes them for mobile.

use super::Variant;
use super::tally::Tally;
use crate::ast::block::InstrKind;
use crate::diagnostics::codes::lint::{MOVE_TYPE_WITHOUT_BLOCK, UNPLAYED_MOVE_TYPE};
use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::ids::MoveTypeId;
use crate::resolve::Rules;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    unplayed(variant, tally);
    without_block(variant, tally);
}

fn unplayed(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    let has_untyped_turn = rules.turn_order.entries.iter().any(|e| e.move_type.is_none());
    // Without priorities a turn without a type lets everything through, and so does a chain without one.
    let lets_all_through = has_untyped_turn && rules.priorities.is_empty() || variant.uses.goes_on_with_any;
    let played: FxHashSet<MoveTypeId> = rules
        .turn_order
        .entries
        .iter()
        .filter_map(|e| e.move_type)
        .chain(rules.priorities.iter().copied().filter(|_| has_untyped_turn))
        .chain(variant.uses.move_types.iter().copied())
        .collect();
    for (name, first) in &variant.first.move_types {
        let Some(id) = rules.find_move_type(name) else { continue };
        // The usual name for moves that are there only to be no moves (specification, 9.4).
        if *name == "notype" || is_padding(rules, id) {
            continue;
        }
        let found = || {
            let why = if has_untyped_turn {
                "move-priorities does not list it, and no turn or partial move asks for it"
            } else {
                "every turn asks for another type, and no partial move goes on with it"
            };
            let message = format!("moves of type `{name}` can never be played");
            first.at.diagnostic(&UNPLAYED_MOVE_TYPE, message).label(why)
        };
        tally.judge(lets_all_through || played.contains(&id), found, (&UNPLAYED_MOVE_TYPE, first.at.span));
    }
}

/// Whether the blocks of a type do nothing but `add`.
fn is_padding(rules: &Rules, move_type: MoveTypeId) -> bool {
    let blocks = rules.pieces.values().flat_map(|piece| piece.moves.iter().chain(&piece.drops));
    let mut of_type = blocks.filter(|block| block.move_type == Some(move_type));
    of_type.all(|typed| typed.block.instrs.iter().all(|instr| matches!(instr.kind, InstrKind::Add(_))))
}

fn without_block(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    let with_block: FxHashSet<MoveTypeId> = rules
        .pieces
        .values()
        .flat_map(|piece| piece.moves.iter().chain(&piece.drops))
        .filter_map(|block| block.move_type)
        .collect();
    let known =
        || with_block.iter().filter_map(|t| rules.move_types.get_index(t.index())).map(SmolStr::as_str);
    let mut judge = |id: MoveTypeId, span, what: &str| {
        if with_block.contains(&id) {
            return tally.fine(&MOVE_TYPE_WITHOUT_BLOCK, span);
        }
        let Some(name) = rules.move_types.get_index(id.index()) else { return };
        let message = format!("{what} the move type `{name}`, but no piece has moves of this type");
        let mut d = Diagnostic::new(&MOVE_TYPE_WITHOUT_BLOCK, span, message);
        d.help = did_you_mean::help(name, known());
        tally.suspect(d);
    };
    for entry in &rules.turn_order.entries {
        if let Some(id) = entry.move_type {
            judge(id, entry.span, "the turn asks for");
        }
    }
    for name in variant.priorities.into_iter().flat_map(|p| &p.names) {
        if let Some(id) = rules.find_move_type(&name.text) {
            judge(id, name.at.span, "move-priorities lists");
        }
    }
}
