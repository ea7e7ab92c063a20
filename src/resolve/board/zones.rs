//! Zones.

use super::Builder;
use crate::ast::board::ZoneDef;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{PlayerId, PosId};
use crate::resolve::players;
use crate::resolve::rules::{PositionKind, Zone};

/// Positions of all zones of all players at most.
const MAX_ENTRIES: usize = 8_000_000;

/// Zones at most.
const MAX_ZONES: usize = 60_000;

impl Builder<'_> {
    /// `(zone ...)`: a zone given again for a player is added to.
    pub(super) fn zone(&mut self, def: &ZoneDef) {
        let positions: Vec<PosId> = def.positions.iter().filter_map(|p| self.position(p)).collect();
        let whose: Vec<PlayerId> = match &def.players {
            Some(names) => names.iter().filter_map(|p| players::find(p, self.players, self.report)).collect(),
            None => (0..self.players.len()).map(PlayerId::from_index).collect(),
        };
        self.zone_entries += whose.len() * (positions.len() + 1);
        if self.zone_entries > MAX_ENTRIES || self.zones.len() >= MAX_ZONES {
            let d = def.name.at.diagnostic(&codes::TOO_MANY, "the zones of the board are too large");
            self.report
                .add(d.label(format!("at most {MAX_ZONES} zones with {MAX_ENTRIES} positions in all")));
            return;
        }
        let none = || Zone { positions: vec![None; self.players.len()], span: def.name.at.span };
        let zone = self.zones.entry(def.name.text.clone()).or_insert_with(none);
        for player in whose {
            zone.positions[player.index()].get_or_insert_default().extend_from_slice(&positions);
        }
    }

    /// Sorts the zones; positions that were killed later are no longer in them.
    pub(super) fn finish_zones(&mut self) {
        for positions in self.zones.values_mut().flat_map(|z| &mut z.positions).flatten() {
            positions.sort_unstable();
            positions.dedup();
            positions.retain(|p| self.positions[p.index()].kind != PositionKind::Killed);
        }
    }
}
