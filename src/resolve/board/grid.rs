//! Grids: all combinations of the labels of their dimensions.

use super::{Builder, MAX_POSITIONS};
use crate::ast::board::{Dimension, GridDef};
use crate::ast::place::Place;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{DirId, PosId};
use crate::resolve::rules::{Grid, PositionKind};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

/// Dimensions of a grid at most.
const MAX_DIMENSIONS: usize = 16;

/// Bytes of a label at most: names of positions are made of one label of each dimension.
const MAX_LABEL: usize = 100;

impl Builder<'_> {
    pub(super) fn grid(&mut self, def: &GridDef) {
        let Some(count) = self.grid_size(def) else { return };
        let index = self.grids.len();
        let mut cells: Vec<PosId> = Vec::with_capacity(count);
        let mut coords = vec![0usize; def.dimensions.len()];
        let mut is_doubled = false;
        for _ in 0..count {
            let name = cell_name(&def.dimensions, &coords);
            let Some(pos) = self.add_position(&name, &def.at, PositionKind::Square) else { return };
            let position = &mut self.positions[pos.index()];
            // A position that two grids share is drawn where the first one puts it.
            if position.grid.is_none() {
                position.rect = Some(cell_rect(def, &coords));
                position.grid = Some((index, coords.iter().map(|&c| c as u32).collect()));
            } else if position.grid.as_ref().is_some_and(|(grid, _)| *grid == index) && !is_doubled {
                is_doubled = true;
                let message = format!("two places of the grid have the name `{name}`");
                self.report.add(doubled_labels(def).diagnostic(&codes::DUPLICATE_POSITION, message));
            }
            cells.push(pos);
            advance(&mut coords, &def.dimensions);
        }
        for (name, steps) in &def.directions {
            let Some(dir) = self.direction(name) else { continue };
            if !self.charge(cells.len(), &name.at) {
                break;
            }
            self.link_grid(dir, steps, def, &cells);
            self.steps[dir.index()].get_or_insert_with(|| steps.clone());
        }
        self.grids.push(Grid {
            dimensions: def.dimensions.iter().map(|d| d.labels.clone()).collect(),
            steps: def.dimensions.iter().map(|d| d.step).collect(),
            start: def.start,
            first: cells[0],
            cells,
        });
    }

    /// The number of positions, if the grid is of a reasonable size.
    fn grid_size(&mut self, def: &GridDef) -> Option<usize> {
        if def.dimensions.len() > MAX_DIMENSIONS {
            let d = def.at.diagnostic(&codes::TOO_MANY, "the grid has too many dimensions");
            self.report.add(d.label(format!("at most {MAX_DIMENSIONS}")));
            return None;
        }
        if def.dimensions.iter().flat_map(|d| &d.labels).any(|l| l.len() > MAX_LABEL) {
            let d = def.at.diagnostic(&codes::TOO_MANY, "a label of the grid is too long");
            self.report.add(d.label(format!("at most {MAX_LABEL} bytes")));
            return None;
        }
        let count = def.dimensions.iter().try_fold(1usize, |n, d| n.checked_mul(d.labels.len()));
        match count {
            Some(n) if n <= MAX_POSITIONS => Some(n),
            _ => {
                self.too_many(&def.at, "positions");
                None
            }
        }
    }

    /// Links each cell with the one at its index plus the step.
    fn link_grid(&mut self, dir: DirId, steps: &[i32], def: &GridDef, cells: &[PosId]) {
        let mut coords = vec![0usize; def.dimensions.len()];
        for &from in cells {
            if let Some(to) = neighbour(&coords, steps, &def.dimensions) {
                self.link(dir, from, cells[to]);
            }
            advance(&mut coords, &def.dimensions);
        }
    }
}

/// Goes on to the next cell; the last dimension varies fastest.
fn advance(coords: &mut [usize], dimensions: &[Dimension]) {
    for (c, d) in coords.iter_mut().zip(dimensions).rev() {
        *c += 1;
        if *c < d.labels.len() {
            return;
        }
        *c = 0;
    }
}

/// The index of the cell a step away, if it is in the grid. Missing steps are 0.
fn neighbour(coords: &[usize], steps: &[i32], dimensions: &[Dimension]) -> Option<usize> {
    let mut index = 0;
    for (i, (&c, d)) in coords.iter().zip(dimensions).enumerate() {
        let step = steps.get(i).copied().unwrap_or(0);
        let c = c.checked_add_signed(step as isize).filter(|&c| c < d.labels.len())?;
        index = index * d.labels.len() + c;
    }
    Some(index)
}

/// The dimension with a label twice; the whole grid if labels only run into each other.
fn doubled_labels(def: &GridDef) -> Place {
    let has_double = |d: &&Dimension| {
        let mut seen = FxHashSet::default();
        !d.labels.iter().all(|l| seen.insert(l))
    };
    let span = def.dimensions.iter().find(has_double).map_or(def.at.span, |d| d.span);
    Place { span, via: def.at.via.clone() }
}

fn cell_name(dimensions: &[Dimension], coords: &[usize]) -> SmolStr {
    dimensions.iter().zip(coords).map(|(d, &c)| d.labels[c].as_str()).collect()
}

fn cell_rect(def: &GridDef, coords: &[usize]) -> [i32; 4] {
    let mut rect = def.start;
    for (d, &c) in def.dimensions.iter().zip(coords) {
        let c = c as i32;
        for side in [0, 2] {
            rect[side] = rect[side].saturating_add(d.step.0.saturating_mul(c));
            rect[side + 1] = rect[side + 1].saturating_add(d.step.1.saturating_mul(c));
        }
    }
    rect
}
