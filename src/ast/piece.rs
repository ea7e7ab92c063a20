//! Piece types, as written.

use super::file::BlockDef;
use super::place::{Place, Text, Word};

/// `(piece ...)`.
#[derive(Debug)]
pub struct PieceDef {
    /// `(name ...)`.
    pub name: Word,
    /// `(notation "...")`
    pub notation: Option<Text>,
    /// `(help "...")`
    pub help: Option<Text>,
    /// `(description "...")`
    pub description: Option<Text>,
    /// `(image PLAYER "..."...)`: the files of each player.
    pub images: Vec<(Word, Vec<Word>)>,
    /// `(attribute NAME value)`, in order.
    pub attributes: Vec<(Word, bool)>,
    /// `(moves ...)`
    pub moves: Vec<MoveItem>,
    /// `(drops ...)`
    pub drops: Vec<MoveItem>,
    /// `(dummy)`
    pub is_dummy: bool,
    /// The whole form.
    pub at: Place,
}

/// An item of `(moves ...)` or `(drops ...)`.
#[derive(Clone, Debug)]
pub enum MoveItem {
    /// `(move-type T)`: the blocks behind it have this type.
    Type(Word),
    /// A block.
    Block(BlockDef),
}
