//! Measured figures: several values of each, of which the median counts.

use std::collections::BTreeMap;

/// Who is measured, on which game, and what.
pub type Key = (String, String, String);

/// All figures.
pub type Figures = BTreeMap<Key, Vec<f64>>;

/// Adds a value.
pub fn add(figures: &mut Figures, system: &str, game: &str, figure: &str, value: f64) {
    figures.entry((system.to_owned(), game.to_owned(), figure.to_owned())).or_default().push(value);
}

/// The median of the values of a figure.
pub fn get(figures: &Figures, system: &str, game: &str, figure: &str) -> Option<f64> {
    median(figures.get(&(system.to_owned(), game.to_owned(), figure.to_owned()))?)
}

/// The median; of an even number of values the lower one in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}
