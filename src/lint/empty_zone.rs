//! W0622: a player asks for a zone that has no positions for it.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::EMPTY_ZONE;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let rules = variant.rules;
    let mut tests: Vec<_> = variant.facts.zone_tests.iter().collect();
    tests.sort();
    for (&(zone, player), &at) in tests {
        let Some((name, data)) = rules.board.zones.get_index(zone.index()) else { continue };
        let of =
            |player: usize| data.positions[player].as_ref().is_some_and(|positions| !positions.is_empty());
        // Dice have no way to go.
        let is_random = rules.players.get_index(player.index()).is_some_and(|(_, p)| p.is_random);
        if of(player.index()) || is_random || !variant.facts.ops[at.index()].reached {
            continue;
        }
        let player_name = rules.player_name(player);
        let message = format!("the zone `{name}` has no positions for {player_name}");
        let d = Diagnostic::new(&EMPTY_ZONE, data.span, message);
        let asks = format!("a piece of {player_name} asks for it here, in vain");
        tally.suspect(d.with(variant.program.spans[at.index()], asks));
    }
}
