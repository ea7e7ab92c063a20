//! Where the positions of a board go in a picture made of characters.

use crate::ids::PosId;
use crate::resolve::Rules;
use crate::resolve::rules::{Grid, PositionKind};
use std::collections::HashSet;

/// A picture wider than this is of no use on a terminal.
const WIDEST: usize = 240;
/// More layers than this (a board of many dimensions) are no picture any more.
const MOST_LAYERS: usize = 64;

/// One picture: rows of positions at columns.
#[derive(Debug, Default)]
pub struct Picture {
    /// What stands above it, for one of several layers.
    pub title: Option<String>,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// Labels below it with their columns.
    pub columns: Vec<(String, usize)>,
}

/// One row of a picture.
#[derive(Debug, Default)]
pub struct Row {
    /// What stands at its left.
    pub label: String,
    /// Positions with their columns, from left to right.
    pub places: Vec<(PosId, usize)>,
}

impl Picture {
    /// Turns the picture round, as seen from the other side of the board.
    pub fn flip(&mut self) {
        let columns = self.columns.iter().map(|c| c.1);
        let last = self.rows.iter().flat_map(|row| row.places.iter().map(|p| p.1)).chain(columns).max();
        let Some(last) = last else { return };
        self.rows.reverse();
        for row in &mut self.rows {
            row.places.reverse();
            row.places.iter_mut().for_each(|place| place.1 = last - place.1);
        }
        self.columns.reverse();
        self.columns.iter_mut().for_each(|column| column.1 = last - column.1);
    }

    /// All positions with row and column.
    pub fn places(&self) -> impl Iterator<Item = (PosId, usize, usize)> {
        self.rows.iter().enumerate().flat_map(|(y, row)| row.places.iter().map(move |&(pos, x)| (pos, y, x)))
    }
}

/// The pictures of a board whose signs are at most `width` characters wide.
pub fn pictures(rules: &Rules, width: usize) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let mut slanted = HashSet::new();
    for grid in &rules.board.grids {
        match axes(grid) {
            Some(axes) => pictures.extend(layers(rules, grid, &axes, width)),
            None => slanted.extend(cells(rules, grid)),
        }
    }
    // Positions of no grid are a picture only where there is no other: beside a grid they are hands,
    // dice and the like, which read better in a list.
    if pictures.is_empty() {
        slanted.extend((0..rules.board.positions.len()).map(PosId::from_index));
    }
    pictures.extend(scatter(rules, &slanted, width));
    pictures
}

/// Which dimension goes to the right and which goes down; the others make layers.
struct Axes {
    across: Option<usize>,
    down: Option<usize>,
}

/// The axes of a grid; `None` if a dimension is slanted.
fn axes(grid: &Grid) -> Option<Axes> {
    if grid.steps.iter().any(|&(dx, dy)| dx != 0 && dy != 0) {
        return None;
    }
    // Of two dimensions in one direction the one with the smaller step lies inside the other.
    let nearest = |step: &dyn Fn(&(i32, i32)) -> u32| {
        let steps = grid.steps.iter().map(step).enumerate().filter(|&(_, size)| size != 0);
        steps.min_by_key(|&(i, size)| (size, std::cmp::Reverse(i))).map(|(i, _)| i)
    };
    Some(Axes { across: nearest(&|s| s.0.unsigned_abs()), down: nearest(&|s| s.1.unsigned_abs()) })
}

/// The layers of a straight grid; none if there are too many or they are too wide.
fn layers(rules: &Rules, grid: &Grid, axes: &Axes, width: usize) -> Vec<Picture> {
    let across = line_of(grid, axes.across, |step| step.0);
    let down = line_of(grid, axes.down, |step| step.1);
    let others: Vec<usize> =
        (0..grid.dimensions.len()).filter(|&d| Some(d) != axes.across && Some(d) != axes.down).collect();
    let count = others.iter().try_fold(1usize, |n, &d| n.checked_mul(grid.dimensions[d].len()));
    let label_width = |index: &usize| label(grid, axes.across, *index).chars().count();
    let pitch = across.iter().map(label_width).max().unwrap_or(1).max(width) + 1;
    let Some(count) = count.filter(|&n| n <= MOST_LAYERS && across.len() * pitch <= WIDEST) else {
        return Vec::new();
    };
    let mut index = vec![0usize; grid.dimensions.len()];
    (0..count)
        .map(|number| {
            let mut rest = number;
            for &d in others.iter().rev() {
                (index[d], rest) = (rest % grid.dimensions[d].len(), rest / grid.dimensions[d].len());
            }
            let title = others.iter().map(|&d| grid.dimensions[d][index[d]].as_str()).collect::<String>();
            let mut picture = Picture { title: (!title.is_empty()).then_some(title), ..Picture::default() };
            for &y in &down {
                set(&mut index, axes.down, y);
                let mut row = Row { label: label(grid, axes.down, y).to_owned(), places: Vec::new() };
                for (column, &x) in across.iter().enumerate() {
                    set(&mut index, axes.across, x);
                    row.places.extend(cell(rules, grid, &index).map(|pos| (pos, column * pitch)));
                }
                picture.rows.push(row);
            }
            let labels = across.iter().map(|&x| label(grid, axes.across, x).to_owned());
            picture.columns = labels.enumerate().map(|(i, text)| (text, i * pitch)).collect();
            picture
        })
        .collect()
}

fn set(index: &mut [usize], axis: Option<usize>, value: usize) {
    if let Some(axis) = axis {
        index[axis] = value;
    }
}

fn label(grid: &Grid, axis: Option<usize>, index: usize) -> &str {
    axis.map_or("", |axis| grid.dimensions[axis][index].as_str())
}

/// The label indexes of one axis, in the order from the left or from the top.
fn line_of(grid: &Grid, axis: Option<usize>, step: impl Fn((i32, i32)) -> i32) -> Vec<usize> {
    let Some(axis) = axis else { return vec![0] };
    let indexes = 0..grid.dimensions[axis].len();
    if step(grid.steps[axis]) < 0 { indexes.rev().collect() } else { indexes.collect() }
}

/// The position with these label indexes, by its name: the table may hold it for another grid.
fn cell(rules: &Rules, grid: &Grid, index: &[usize]) -> Option<PosId> {
    let name: String = grid.dimensions.iter().zip(index).map(|(labels, &i)| labels[i].as_str()).collect();
    rules.board.positions.get_index_of(name.as_str()).map(PosId::from_index)
}

/// All positions of a grid.
fn cells(rules: &Rules, grid: &Grid) -> Vec<PosId> {
    let count: usize = grid.dimensions.iter().map(Vec::len).product();
    let mut index = vec![0usize; grid.dimensions.len()];
    (0..count)
        .filter_map(|number| {
            let mut rest = number;
            for (d, labels) in grid.dimensions.iter().enumerate().rev() {
                (index[d], rest) = (rest % labels.len(), rest / labels.len());
            }
            cell(rules, grid, &index)
        })
        .collect()
}

/// A picture of positions by their pixel places; none if they lie too close or too far from each other.
fn scatter(rules: &Rules, places: &HashSet<PosId>, width: usize) -> Option<Picture> {
    let mut points: Vec<(i32, i32, i32, PosId)> = places
        .iter()
        .filter_map(|&pos| {
            let (_, place) = rules.board.positions.get_index(pos.index())?;
            let [left, top, right, bottom] = place.rect.filter(|_| place.kind == PositionKind::Square)?;
            let middle = |a: i32, b: i32| ((i64::from(a) + i64::from(b)) / 2) as i32;
            Some((middle(top, bottom), middle(left, right), bottom.saturating_sub(top).max(1), pos))
        })
        .collect();
    points.sort_unstable();
    // Places whose middles differ by less than a third of their height are in one row.
    let mut rows: Vec<Vec<(i32, PosId)>> = Vec::new();
    let mut row_at = None;
    for &(y, x, height, pos) in &points {
        if row_at.is_none_or(|at| y.saturating_sub(at) > height / 3) {
            row_at = Some(y);
            rows.push(Vec::new());
        }
        rows.last_mut()?.push((x, pos));
    }
    rows.iter_mut().for_each(|row| row.sort_unstable());
    let left = points.iter().map(|p| p.1).min()?;
    let right = points.iter().map(|p| p.1).max()?;
    let gaps = rows.iter().flat_map(|row| row.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].0)));
    let gap = i64::from(gaps.min().unwrap_or(1));
    let pitch = width as i64 + 1;
    let column = |x: i32| (i64::from(x) - i64::from(left)) * pitch / gap.max(1);
    if gap <= 0 || column(right) > WIDEST as i64 {
        return None;
    }
    let rows = rows.iter().map(|row| Row {
        label: row.first().map_or(String::new(), |&(_, pos)| rules.pos_name(pos).to_string()),
        places: row.iter().map(|&(x, pos)| (pos, column(x) as usize)).collect(),
    });
    Some(Picture { rows: rows.collect(), ..Picture::default() })
}
