//! Games, variants and their sections.

use super::block::Block;
use super::board::BoardDef;
use super::goal::Goal;
use super::piece::PieceDef;
use super::place::{Place, Text, Word};
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// A rules file.
#[derive(Debug, Default)]
pub struct File {
    /// `(version "...")`.
    pub version: Option<Text>,
    /// Games and variants (menu separators too), in file order.
    pub games: Vec<GameDef>,
    /// The names of its macros: what is unknown may be a call of one, misspelt.
    pub macros: Arc<[SmolStr]>,
}

/// `(game ...)` or `(variant ...)`.
#[derive(Debug)]
pub struct GameDef {
    /// Which of the two.
    pub kind: Kind,
    /// Its own sections.
    pub sections: Sections,
    /// The word `game` or `variant`.
    pub head: Place,
    /// The whole form.
    pub at: Place,
}

/// Game or variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `(game ...)`.
    Game,
    /// `(variant ...)`.
    Variant {
        /// Index in [`File::games`] of the game that it varies; none if the file has no game.
        of: Option<usize>,
    },
}

impl GameDef {
    /// A variant titled `-` only draws a line in the menu.
    pub fn is_separator(&self) -> bool {
        self.kind != Kind::Game && self.sections.title.as_ref().is_some_and(|t| t.text.trim() == "-")
    }
}

/// The sections of one game or variant: `None` and empty where not given.
#[derive(Debug, Default)]
pub struct Sections {
    /// `(title "...")`
    pub title: Option<Text>,
    /// `(description "...")`
    pub description: Option<Text>,
    /// `(history "...")`
    pub history: Option<Text>,
    /// `(strategy "...")`
    pub strategy: Option<Text>,
    /// `(solution "...")`
    pub solution: Option<Text>,
    /// `(default)`
    pub default: Option<Place>,
    /// `(players ...)`
    pub players: Option<Names>,
    /// `(turn-order ...)`
    pub turn_order: Option<TurnOrderDef>,
    /// `(move-priorities ...)`
    pub priorities: Option<Names>,
    /// `(board ...)`
    pub board: Option<Arc<BoardDef>>,
    /// `(board-setup ...)`
    pub setup: Option<SetupDef>,
    /// `(engine "...")`
    pub engine: Option<Text>,
    /// `(piece ...)`, in file order, each name once.
    pub pieces: Vec<Arc<PieceDef>>,
    /// The goals, in file order.
    pub goals: Vec<GoalLineDef>,
    /// The options, in file order, old spellings too.
    pub options: Vec<OptionDef>,
    /// Music and sounds: the section's keyword and its file.
    pub sounds: Vec<(SmolStr, Text)>,
}

/// A list of names: players, move types.
#[derive(Debug)]
pub struct Names {
    /// In order.
    pub names: Vec<Word>,
    /// The section.
    pub at: Place,
}

/// `(turn-order ...)`.
#[derive(Debug)]
pub struct TurnOrderDef {
    /// Its items.
    pub items: Vec<TurnItem>,
    /// The section.
    pub at: Place,
}

/// An item of the turn order.
#[derive(Debug)]
pub enum TurnItem {
    /// `repeat`.
    Repeat(Place),
    /// `PLAYER` or `(PLAYER [PLAYER] [TYPE])`: one to three names.
    Entry(Names),
}

/// `(board-setup ...)`.
#[derive(Debug)]
pub struct SetupDef {
    /// What is set up, in file order.
    pub items: Vec<SetupItem>,
    /// Nothing was left out for being wrong.
    pub is_whole: bool,
    /// The word `board-setup`.
    pub at: Place,
}

/// `(PIECE position... off n)` of one player.
#[derive(Debug)]
pub struct SetupItem {
    /// The owner.
    pub player: Word,
    /// The piece type.
    pub piece: Word,
    /// Positions and numbers of pieces in the stock.
    pub places: Vec<SetupPlace>,
}

/// Where a piece is set up.
#[derive(Debug)]
pub enum SetupPlace {
    /// On a position.
    At(Word),
    /// `off n`: so many in the stock.
    Off(u32, Place),
}

/// `(win-condition (PLAYER...) goal)` and its kind.
#[derive(Debug)]
pub struct GoalLineDef {
    /// What it means when it holds.
    pub kind: GoalLineKind,
    /// The players for whom it is tested.
    pub players: Vec<Word>,
    /// The goal.
    pub goal: Arc<Goal>,
    /// The whole section.
    pub at: Place,
}

/// What a goal line means when it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoalLineKind {
    /// `win-condition`
    Win,
    /// `loss-condition`
    Loss,
    /// `draw-condition`
    Draw,
    /// `count-condition`
    Count,
}

/// `(option "name" value)`, or a section in the old spelling.
#[derive(Debug)]
pub struct OptionDef {
    /// The name in lower case with single spaces: "pass turn".
    pub name: SmolStr,
    /// The name as written.
    pub name_at: Place,
    /// The value as written.
    pub value: Word,
    /// The whole section.
    pub at: Place,
}

/// A block in `(moves ...)` or `(drops ...)`.
#[derive(Clone, Debug)]
pub struct BlockDef {
    /// Its instructions.
    pub block: Arc<Block>,
    /// The block as written.
    pub at: Place,
}

impl Sections {
    /// The span of the name of the game, for messages.
    pub fn title_span(&self) -> Option<Span> {
        self.title.as_ref().map(|t| t.at.span)
    }
}
