//! W0623: a piece whose blocks never add a move. W0624: a piece type that never comes on the board.
//!
//! Pieces without any block, like walls and markers, are meant to stand.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::codes::lint::{ABSENT_PIECE, IMMOBILE_PIECE};
use crate::ids::PieceId;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    for (i, (name, piece)) in variant.rules.pieces.iter().enumerate() {
        let kind = PieceId::from_index(i);
        let Some(def) = variant.pieces.get(name.as_str()) else { continue };
        let place = &def.name.at;
        let has_blocks = !piece.moves.is_empty() || !piece.drops.is_empty();
        if variant.uses.kinds.contains(&kind) {
            tally.fine(&ABSENT_PIECE, place.span);
        } else if !has_blocks {
            // A variant cannot take a piece away from its game; an empty one in its place is the way to do so.
            continue;
        } else {
            let message = format!("the piece `{name}` never comes on the board");
            let d = place.diagnostic(&ABSENT_PIECE, message);
            tally.unused(d.label("it is not set up, not in a stock, and no move makes one"));
            continue;
        }
        if !variant.facts.tried.contains(&kind) || !has_blocks {
            continue;
        }
        if variant.facts.adding.contains(&kind) {
            tally.fine(&IMMOBILE_PIECE, place.span);
        } else {
            let message = format!("the piece `{name}` can never move");
            let d = place.diagnostic(&IMMOBILE_PIECE, message);
            tally.suspect(d.label("it has moves, but no position and no neighbours make one possible"));
        }
    }
}
