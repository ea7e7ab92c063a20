//! W0607: blocks whose move type no turn lets through. W0609: a type that is given preference, or a turn, and
//! that no block has.
//!
//! A type that only `add-partial` names and no block has is a way to end a turn, and left alone, unless its name is near
//! to one that blocks have. So are blocks that only `add`: some files pad pieces with them, in a type that is never
//! played, so that the computer player of Zillions takes them for mobile.

use super::Variant;
use super::tally::Tally;
use crate::ast::block::InstrKind;
use crate::ast::file::TurnItem;
use crate::compile::{Op, Then};
use crate::diagnostics::codes::lint::{MOVE_TYPE_WITHOUT_BLOCK, UNPLAYED_MOVE_TYPE};
use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::ids::{MoveTypeId, PieceId};
use crate::resolve::Rules;
use crate::resolve::rules::{PieceType, TurnEntry};
use crate::source::Span;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    unplayed(variant, tally);
    without_block(variant, tally);
    of_others_only(variant, tally);
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
    let go_on: Vec<(MoveTypeId, Span)> = variant
        .program
        .code
        .iter()
        .zip(&variant.program.spans)
        .filter_map(|(op, &span)| match *op {
            Op::Add { then: Then::Type(id), .. } => Some((id, span)),
            _ => None,
        })
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
        // Types that some block has are looked at for each player.
        if let Some(id) = entry.move_type.filter(|id| !with_block.contains(id)) {
            judge(id, type_span(variant, entry, id), "the turn asks for");
        }
    }
    for (id, add) in go_on {
        // One that a `(move-type ...)` without blocks behind it names is meant so.
        let is_near = |name: &SmolStr| {
            !variant.first.move_types.contains_key(name.as_str())
                && did_you_mean::nearest(name, known()).is_some()
        };
        if rules.move_types.get_index(id.index()).is_some_and(is_near) {
            judge(id, add, "the move goes on with");
        }
    }
    for name in variant.priorities.into_iter().flat_map(|p| &p.names) {
        if let Some(id) = rules.find_move_type(&name.text) {
            judge(id, name.at.span, "move-priorities lists");
        }
    }
}

/// Where the entry of a turn order names its type.
fn type_span(variant: &Variant<'_>, entry: &TurnEntry, move_type: MoveTypeId) -> Span {
    let name = variant.rules.move_types.get_index(move_type.index());
    let items = variant.turn_order.into_iter().flat_map(|order| &order.items);
    let names = items.filter_map(|item| match item {
        TurnItem::Entry(names) if names.at.span == entry.span => Some(names),
        _ => None,
    });
    let word = names.flat_map(|names| &names.names).find(|word| Some(&word.text) == name);
    word.map_or(entry.span, |word| word.at.span)
}

/// A turn asks for a type that none of the player's pieces has, though those of others do.
fn of_others_only(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    for entry in &rules.turn_order.entries {
        let Some(id) = entry.move_type else { continue };
        let has_type = |piece: &PieceType| {
            piece.moves.iter().chain(&piece.drops).any(|block| block.move_type == Some(id))
        };
        let mut with_type = rules.pieces.values().enumerate().filter(|(_, piece)| has_type(piece)).peekable();
        let span = type_span(variant, entry, id);
        if with_type.peek().is_none() {
            continue;
        }
        let owns = |i| variant.uses.owned.contains(&(entry.acts_as, PieceId::from_index(i)));
        if with_type.any(|(i, _)| owns(i)) {
            tally.fine(&MOVE_TYPE_WITHOUT_BLOCK, span);
            continue;
        }
        let (Some(name), player) = (rules.move_types.get_index(id.index()), rules.player_name(entry.acts_as))
        else {
            continue;
        };
        let message = format!("no piece that {player} can have has moves of type `{name}`");
        tally.suspect(
            Diagnostic::new(&MOVE_TYPE_WITHOUT_BLOCK, span, message).label("there is no move in this turn"),
        );
    }
}
