//! W0602: a zone that no piece and no goal asks for.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::UNUSED_ZONE;
use crate::ids::ZoneId;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    for (i, (name, zone)) in variant.rules.board.zones.iter().enumerate() {
        let is_used = variant.uses.zones.contains(&ZoneId::from_index(i));
        let found =
            || Diagnostic::new(&UNUSED_ZONE, zone.span, format!("the zone `{name}` is never asked for"));
        tally.judge(is_used, found, (&UNUSED_ZONE, zone.span));
    }
}
