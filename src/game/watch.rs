//! What a goal looks at: where nothing of that has changed, a goal that did not hold doesn't hold now.

use crate::compile::{GoalCode, GoalExpr, Tables};
use crate::deep::deep;
use crate::ids::{PlayerId, PosId};

/// What a goal line looks at.
#[derive(Debug)]
pub struct Watch {
    /// Positions, as a set.
    places: Box<[u64]>,
    /// How many pieces there are, or which were captured.
    pub counts: bool,
}

impl Watch {
    /// For a goal line; `None` if it looks at the whole board, or at what came before.
    pub fn new(goal: &GoalCode, tables: &Tables) -> Option<Watch> {
        let mut watch = Watch { places: vec![0; tables.positions.div_ceil(64)].into(), counts: false };
        watch.add(&goal.expr, false, &goal.players, tables).then_some(watch)
    }

    /// Adds what a part looks at, which stands under `not` or doesn't; `false` if that can't be told.
    fn add(&mut self, expr: &GoalExpr, is_negated: bool, players: &[PlayerId], tables: &Tables) -> bool {
        match expr {
            GoalExpr::Never => true,
            // Any move is none that captured, though it changes nothing.
            GoalExpr::Captured(_) if is_negated => false,
            GoalExpr::Captured(_) | GoalExpr::PiecesRemaining(..) | GoalExpr::TotalPieceCount(..) => {
                self.counts = true;
                true
            }
            GoalExpr::Absolute(config) => {
                for (&player, place) in players.iter().flat_map(|p| config.places.iter().map(move |c| (p, c)))
                {
                    let positions = place.positions(tables, player);
                    positions.iter().for_each(|pos| self.places[pos.index() / 64] |= 1 << (pos.index() % 64));
                }
                true
            }
            GoalExpr::And(parts) | GoalExpr::Or(parts) => {
                parts.iter().all(|part| deep(|| self.add(part, is_negated, players, tables)))
            }
            GoalExpr::Not(part) => deep(|| self.add(part, !is_negated, players, tables)),
            GoalExpr::Relative(_) | GoalExpr::Stalemated | GoalExpr::Checkmated(_) | GoalExpr::Repetition => {
                false
            }
        }
    }

    /// Whether it looks at a position.
    #[inline]
    pub fn has(&self, pos: PosId) -> bool {
        self.places[pos.index() / 64] >> (pos.index() % 64) & 1 != 0
    }
}
