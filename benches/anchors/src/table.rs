//! Tables in Markdown, so that they can be read in a terminal and put into a page.

use std::fmt;

/// A table; the first column is set to the left, all others to the right.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(head: &[&str]) -> Table {
        Table { rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |c: usize| self.rows.iter().map(|row| row[c].chars().count()).max().unwrap_or(0).max(2);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (r, row) in self.rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let width = widths[c];
                if c == 0 { write!(f, "| {cell:<width$} |")? } else { write!(f, " {cell:>width$} |")? }
            }
            writeln!(f)?;
            if r == 0 {
                for (c, width) in widths.iter().enumerate() {
                    if c == 0 {
                        write!(f, "|{}|", "-".repeat(width + 2))?;
                    } else {
                        write!(f, "{}:|", "-".repeat(width + 1))?;
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
