//! W0606: a direction that no piece and no goal goes.
//!
//! A direction that another one means for some player is used with it. The points of the compass that a grid gives are
//! left alone: they are written down for the sake of the board, and cost nothing.

use super::Variant;
use super::tally::{Group, Tally};
use crate::ast::board::BoardItem;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::UNUSED_DIRECTION;
use crate::ids::DirId;
use crate::source::Span;

const COMPASS: [&str; 16] =
    ["n", "ne", "e", "se", "s", "sw", "w", "nw", "N", "NE", "E", "SE", "S", "SW", "W", "NW"];

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    for (i, (name, direction)) in variant.rules.board.directions.iter().enumerate() {
        let span = direction.span;
        if variant.uses.directions.contains(&DirId::from_index(i)) {
            tally.fine(&UNUSED_DIRECTION, span);
            continue;
        }
        let grid = grid_of(variant, span);
        if grid.is_some() && COMPASS.contains(&name.as_str()) {
            continue;
        }
        let message = format!("no piece and no goal goes in the direction `{name}`");
        let d = Diagnostic::new(&UNUSED_DIRECTION, span, message);
        let message = "no piece and no goal goes in the directions";
        tally.unused_in(Group { form: grid.unwrap_or(span), name: name.to_string(), message }, d);
    }
}

/// The grid that gives a direction.
fn grid_of(variant: &Variant<'_>, span: Span) -> Option<Span> {
    variant.board?.items.iter().find_map(|item| match item {
        BoardItem::Grid(grid) => {
            grid.directions.iter().any(|(name, _)| name.at.span == span).then_some(grid.at.span)
        }
        _ => None,
    })
}
