//! The lines of the result, and the comments behind them.

/// Code that is wider than other code by more than this does not push its comment out.
const MOST_PADDING: usize = 24;

use super::style::WIDTH;

/// The text as it grows.
pub(super) struct Lines<'t> {
    done: Vec<Line<'t>>,
    line: Line<'t>,
    /// The column behind what was written last.
    pub column: usize,
}

#[derive(Default)]
struct Line<'t> {
    code: String,
    /// The width of the code: of its last line, if it ends a string of several lines.
    width: usize,
    comment: Option<&'t str>,
    /// Whether the comment goes on with the one above.
    continues: bool,
}

impl<'t> Lines<'t> {
    pub fn new() -> Self {
        Self { done: Vec::new(), line: Line::default(), column: 0 }
    }

    /// Writes on the current line; the text may have line ends in it.
    pub fn push(&mut self, text: &str) {
        self.line.code.push_str(text);
        match text.rfind(['\n', '\r']) {
            Some(end) => self.column = text[end + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
        self.line.width = self.column;
    }

    /// Begins a line. There is no line yet where nothing was written.
    pub fn begin(&mut self, indent: usize) {
        if !self.line.code.is_empty() || self.line.comment.is_some() {
            self.done.push(std::mem::take(&mut self.line));
        }
        self.line = Line { code: " ".repeat(indent), width: indent, ..Line::default() };
        self.column = indent;
    }

    /// Leaves an empty line, but for one at the top.
    pub fn empty(&mut self) {
        self.begin(0);
        if !self.done.is_empty() {
            self.done.push(Line::default());
        }
    }

    /// Puts a comment behind the current line.
    pub fn comment(&mut self, text: &'t str) {
        self.line.comment = Some(text);
    }

    /// Puts a comment under the comment behind the last line.
    pub fn comment_under(&mut self, text: &'t str) {
        self.begin(0);
        self.line.comment = Some(text);
        self.line.continues = true;
    }

    /// The text with these line ends.
    pub fn finish(mut self, line_end: &str) -> String {
        self.begin(0);
        let columns = self.comment_columns();
        let mut out = String::new();
        for (line, column) in self.done.iter().zip(columns) {
            let code = if line.comment.is_some() { &line.code } else { line.code.trim_end_matches(' ') };
            out.push_str(code);
            if let Some(comment) = line.comment {
                out.extend(std::iter::repeat_n(' ', column.saturating_sub(line.width)));
                out.push_str(comment);
            }
            out.push_str(line_end);
        }
        out
    }

    /// The column of each line's comment: one behind the code, but the same in neighbouring lines.
    fn comment_columns(&self) -> Vec<usize> {
        let mut columns = vec![0; self.done.len()];
        let mut from = 0;
        while from < self.done.len() {
            let (run, under) = self.run(from);
            let column = common_column(&self.done[from..from + run]);
            for (line, place) in self.done[from..from + run].iter().zip(&mut columns[from..]) {
                *place = column.unwrap_or(line.width + 1);
            }
            for at in from + run..from + run + under {
                columns[at] = columns[at - 1];
            }
            from += (run + under).max(1);
        }
        columns
    }

    /// How many lines with code and comment and one indentation begin here, and how many go on with the comment of the last.
    fn run(&self, from: usize) -> (usize, usize) {
        let indent = self.done[from].indent();
        let belongs = |line: &&Line| line.comment.is_some() && !line.continues && line.indent() == indent;
        let run = self.done[from..].iter().take_while(belongs).count();
        let under = self.done[from + run..].iter().take_while(|l| l.continues).count();
        (run, under)
    }
}

impl Line<'_> {
    fn indent(&self) -> usize {
        self.code.len() - self.code.trim_start_matches(' ').len()
    }
}

/// The column in which the comments of all lines can stand, if they are alike enough.
fn common_column(lines: &[Line]) -> Option<usize> {
    let least = lines.iter().map(|line| line.width).min()?;
    let most = lines.iter().map(|line| line.width).max()?;
    let fits = |line: &Line| line.comment.is_none_or(|c| most + 1 + c.chars().count() <= WIDTH);
    (most - least <= MOST_PADDING && lines.iter().all(fits)).then_some(most + 1)
}
