//! Where `(opposite dir)` leads.

use super::Builder;
use crate::ids::PosId;
use rustc_hash::FxHashMap;

impl Builder<'_> {
    /// The table of opposites: for each direction and position where `(opposite dir)` leads.
    ///
    /// For a direction of a grid it is the direction with the negated step. For any
    /// other, and where no direction has that step, it is the way back along the links.
    pub(super) fn opposites(&self) -> Vec<Option<PosId>> {
        let size = self.positions.len();
        let mut by_step: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
        for (dir, step) in self.steps.iter().enumerate() {
            if let Some(step) = step {
                by_step.entry(scaled(step, 1)).or_insert(dir);
            }
        }
        let mut table = Vec::with_capacity(self.directions.len() * size);
        for dir in 0..self.directions.len() {
            let start = table.len();
            let negated = self.steps[dir].as_ref().and_then(|step| by_step.get(&scaled(step, -1)));
            match negated {
                Some(&other) => table.extend_from_slice(&self.links[other]),
                None => {
                    table.resize(start + size, None);
                    // From the last to the first, so that of several ways back the first in board order counts.
                    for (from, to) in self.links[dir].iter().enumerate().rev() {
                        if let Some(to) = to {
                            table[start + to.index()] = Some(PosId::from_index(from));
                        }
                    }
                }
            }
            table.resize(start + size, None);
        }
        table
    }
}

/// A step times a factor, without the zeros at its end, which mean nothing.
fn scaled(step: &[i32], factor: i64) -> Vec<i64> {
    let end = step.iter().rposition(|&s| s != 0).map_or(0, |i| i + 1);
    step[..end].iter().map(|&s| i64::from(s) * factor).collect()
}
