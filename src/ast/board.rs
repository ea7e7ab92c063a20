//! Boards, as written.

use super::place::{Place, Word};
use crate::source::Span;
use smol_str::SmolStr;

/// `(board ...)`: its items in order, since later items see what earlier ones made.
#[derive(Debug)]
pub struct BoardDef {
    /// Nothing was left out for being wrong.
    pub is_whole: bool,
    /// The items.
    pub items: Vec<BoardItem>,
    /// The section.
    pub at: Place,
}

/// An item of a board that matters to the rules or to drawing.
#[derive(Debug)]
pub enum BoardItem {
    /// `(image "...")`: its files.
    Image(Vec<Word>),
    /// `(grid ...)`.
    Grid(GridDef),
    /// `(positions (name l t r b)...)`.
    Positions(Vec<(Word, [i32; 4])>),
    /// `(links dir (from to)...)`.
    Links(Word, Vec<(Word, Word)>),
    /// `(unlink ...)`.
    Unlink(Vec<Unlink>),
    /// `(kill-positions ...)`.
    Kill(Vec<Word>),
    /// `(dummy ...)`.
    Dummy(Vec<Word>),
    /// `(symmetry PLAYER (dir dir)...)`.
    Symmetry(Word, Vec<(Word, Word)>),
    /// `(zone ...)`.
    Zone(ZoneDef),
}

/// What `(unlink ...)` removes.
#[derive(Debug)]
pub enum Unlink {
    /// All links to and from a position.
    Position(Word),
    /// `(a b)`: the links between two positions, or, if `b` is a direction, that link of `a`.
    Pair(Word, Word),
}

/// `(grid ...)`.
#[derive(Debug)]
pub struct GridDef {
    /// Left, top, right, bottom of the first position.
    pub start: [i32; 4],
    /// The dimensions.
    pub dimensions: Vec<Dimension>,
    /// The directions with their steps, one for each dimension (missing ones are 0).
    pub directions: Vec<(Word, Vec<i32>)>,
    /// The whole form.
    pub at: Place,
}

/// One dimension of a grid.
#[derive(Debug)]
pub struct Dimension {
    /// Its labels; a label may be empty.
    pub labels: Vec<SmolStr>,
    /// The step in pixels.
    pub step: (i32, i32),
    /// The string of labels.
    pub span: Span,
}

/// `(zone ...)`.
#[derive(Debug)]
pub struct ZoneDef {
    /// The name.
    pub name: Word,
    /// For whom; `None` is for all.
    pub players: Option<Vec<Word>>,
    /// The positions.
    pub positions: Vec<Word>,
}
