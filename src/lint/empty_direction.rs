//! W0616: a direction that no position has a link in, though pieces or a symmetry name it.
//!
//! `(links ...)` and `(symmetry ...)` make the directions that they name, so a slip of the pen makes a new one.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::codes::lint::EMPTY_DIRECTION;
use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::ids::DirId;
use smol_str::SmolStr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let board = &variant.rules.board;
    for (i, (name, direction)) in board.directions.iter().enumerate() {
        let dir = DirId::from_index(i);
        let links = board.links.chunks(board.positions.len().max(1)).nth(dir.index());
        if links.is_some_and(|links| links.iter().any(Option::is_some)) {
            tally.fine(&EMPTY_DIRECTION, direction.span);
            continue;
        }
        let message = format!("no position has a link in the direction `{name}`");
        let mut d = Diagnostic::new(&EMPTY_DIRECTION, direction.span, message);
        d.help = did_you_mean::help(name, board.directions.keys().map(SmolStr::as_str));
        tally.suspect(d.label("whoever goes there ends"));
    }
}
