//! The rules of one variant: plain data, names resolved to ids.
//!
//! Blocks and goals are still those of the AST, shared between variants; the
//! compiler resolves the names in them against the tables here.

pub use crate::ast::file::GoalLineKind;
use crate::ast::{block::Block, goal::Goal};
use crate::diagnostics::Via;
use crate::ids::{AttrId, DirId, MoveTypeId, PieceId, PlayerId, PosId, ZoneId};
use crate::names::{IndexMap, IndexSet};
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// Everything that one variant says.
#[derive(Debug)]
pub struct Rules {
    /// Title of the variant (of the game, for the game itself).
    pub title: String,
    /// The texts for people.
    pub texts: Texts,
    /// Players in order; the key is the name with its `?`.
    pub players: IndexMap<SmolStr, Player>,
    /// Whose turn it is, and how.
    pub turn_order: TurnOrder,
    /// The board.
    pub board: Board,
    /// Piece types: those of the game with replacements in place, then new ones.
    pub pieces: IndexMap<SmolStr, PieceType>,
    /// Attribute names; [`AttrId`] is the index. At most 64.
    pub attributes: IndexSet<SmolStr>,
    /// For each attribute its number in saved games (section 13).
    pub attribute_numbers: Vec<u32>,
    /// Move-type names; [`MoveTypeId`] is the index.
    pub move_types: IndexSet<SmolStr>,
    /// For each move type its number in saved games (section 13).
    pub move_type_numbers: Vec<u32>,
    /// `(move-priorities ...)`, highest first; empty if not given.
    pub priorities: Vec<MoveTypeId>,
    /// Options that matter to the rules.
    pub options: Options,
    /// The pieces of the initial position, in file order.
    pub setup: Vec<Placement>,
    /// The stocks of the initial position.
    pub stocks: Vec<Stock>,
    /// The goals, in file order.
    pub goals: Vec<GoalLine>,
    /// `(engine "x.dll")`: the rules live in a DLL.
    pub engine: Option<(String, Span)>,
    /// The `(game ...)` or `(variant ...)` form.
    pub span: Span,
    /// The names of the file's macros, for suggestions.
    pub macros: Arc<[SmolStr]>,
}

/// Texts for people, as written (see the specification, section 1, for `\` and backquote).
#[derive(Debug, Default, Clone)]
pub struct Texts {
    /// `(description ...)`
    pub description: Option<String>,
    /// `(history ...)`
    pub history: Option<String>,
    /// `(strategy ...)`
    pub strategy: Option<String>,
    /// `(solution ...)`
    pub solution: Option<String>,
}

/// One player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Its name starts with `?`: its moves are picked at random.
    pub is_random: bool,
    /// It has no place in the turn order (neither as the one who moves nor as the one moved for).
    pub is_neutral: bool,
    /// Where it is named first.
    pub span: Span,
}

/// The turn order.
#[derive(Debug, Clone)]
pub struct TurnOrder {
    /// The entries, without `repeat`. Never empty.
    pub entries: Vec<TurnEntry>,
    /// Index of the entry where the cycle restarts (0 without `repeat`).
    pub repeat: usize,
}

/// One entry of the turn order.
#[derive(Debug, Clone)]
pub struct TurnEntry {
    /// Who moves.
    pub mover: PlayerId,
    /// Whose pieces, zones and directions: the mover's own, save in `(White Black)`.
    pub acts_as: PlayerId,
    /// Only moves of this type.
    pub move_type: Option<MoveTypeId>,
    /// The entry as written.
    pub span: Span,
}

/// The board after all its forms were carried out in order.
#[derive(Debug)]
pub struct Board {
    /// Positions in board order; [`PosId`] is the index. Killed ones stay in the table. At most 65,000.
    pub positions: IndexMap<SmolStr, Position>,
    /// Directions; [`DirId`] is the index. All dimensions and grids share them.
    pub directions: IndexMap<SmolStr, Direction>,
    /// `links[dir * positions + pos]`: the neighbour, without symmetry.
    pub links: Vec<Option<PosId>>,
    /// `opposites[dir * positions + pos]`: where `(opposite dir)` leads, without symmetry.
    pub opposites: Vec<Option<PosId>>,
    /// `symmetry[player][dir]`: the direction that `dir` means when `player` moves.
    pub symmetry: Vec<Vec<DirId>>,
    /// Zones; [`ZoneId`] is the index.
    pub zones: IndexMap<SmolStr, Zone>,
    /// The grids, for drawing.
    pub grids: Vec<Grid>,
}

/// One place.
#[derive(Debug, Clone)]
pub struct Position {
    /// What it is.
    pub kind: PositionKind,
    /// Left, top, right, bottom in pixels, if known.
    pub rect: Option<[i32; 4]>,
    /// Grid index and label index in each dimension, if it comes from a grid.
    pub grid: Option<(usize, Vec<u32>)>,
    /// Where it is defined.
    pub span: Span,
}

/// What a position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionKind {
    /// A square of play.
    Square,
    /// `(dummy ...)`: takes part in moves, no drop is tried on it.
    Dummy,
    /// `(kill-positions ...)`: no longer on the board.
    Killed,
}

/// One direction.
#[derive(Debug, Clone)]
pub struct Direction {
    /// Where it is first named.
    pub span: Span,
}

/// One zone.
#[derive(Debug, Clone)]
pub struct Zone {
    /// For each player its positions, sorted; `None` where the zone is not given for the player.
    pub positions: Vec<Option<Vec<PosId>>>,
    /// Where it is first defined.
    pub span: Span,
}

/// One grid.
#[derive(Debug, Clone)]
pub struct Grid {
    /// The labels of each dimension.
    pub dimensions: Vec<Vec<SmolStr>>,
    /// Pixel step of each dimension.
    pub steps: Vec<(i32, i32)>,
    /// `(start-rectangle ...)`.
    pub start: [i32; 4],
    /// Its positions, in row-major order (the first dimension varies slowest).
    pub cells: Vec<PosId>,
    /// Its first position; the rest follow in row-major order (see `positions`), unless shared with another grid.
    pub first: PosId,
}

/// One piece type.
#[derive(Debug, Clone)]
pub struct PieceType {
    /// `(notation ...)`.
    pub notation: Option<String>,
    /// `(help ...)`.
    pub help: Option<String>,
    /// `(description ...)`.
    pub description: Option<String>,
    /// Images by player, first file of each.
    pub images: Vec<(PlayerId, String)>,
    /// Its attributes with their initial values.
    pub attributes: Vec<(AttrId, bool)>,
    /// Its moves, in file order.
    pub moves: Vec<TypedBlock>,
    /// Its drops, in file order.
    pub drops: Vec<TypedBlock>,
    /// `(dummy)`.
    pub is_dummy: bool,
    /// The `(piece ...)` form.
    pub span: Span,
}

impl PieceType {
    /// It has moves or drops.
    pub fn has_blocks(&self) -> bool {
        !self.moves.is_empty() || !self.drops.is_empty()
    }
}

/// A block with the move type that it stands under.
#[derive(Debug, Clone)]
pub struct TypedBlock {
    /// The type given by the `(move-type T)` before it.
    pub move_type: Option<MoveTypeId>,
    /// The instructions.
    pub block: Arc<Block>,
    /// The block as written.
    pub span: Span,
    /// The macro calls that lead to it.
    pub via: Option<Arc<Via>>,
}

/// A piece of the initial position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Owner.
    pub player: PlayerId,
    /// Type.
    pub piece: PieceId,
    /// Place.
    pub pos: PosId,
}

/// Pieces of the initial position that wait to be dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    /// Owner.
    pub player: PlayerId,
    /// Type.
    pub piece: PieceId,
    /// How many.
    pub count: u32,
}

/// Options that matter to the rules (section 12).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// "pass turn".
    pub pass_turn: PassTurn,
    /// "pass partial".
    pub pass_partial: bool,
    /// "maximal captures".
    pub maximal_captures: MaximalCaptures,
    /// "recycle captures".
    pub recycle_captures: bool,
    /// "recycle promotions".
    pub recycle_promotions: bool,
    /// "discard cascades".
    pub discard_cascades: bool,
    /// "no-progress draw": moves by each player (section 12.1).
    pub no_progress_draw: Option<u32>,
    /// "progress pieces".
    pub progress_pieces: Vec<PieceId>,
}

/// "pass turn".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PassTurn {
    /// `false`
    #[default]
    Never,
    /// `true`
    Always,
    /// `forced`: only when there is no other move.
    Forced,
}

/// "maximal captures".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MaximalCaptures {
    /// `false`
    #[default]
    No,
    /// `true`: the longest chain of parts.
    Longest,
    /// `2`: the longest chain, then the most valuable captures.
    MostValuable,
}

/// One goal line of a game.
#[derive(Debug, Clone)]
pub struct GoalLine {
    /// What it means when it holds.
    pub kind: GoalLineKind,
    /// The players for whom it is tested.
    pub players: Vec<PlayerId>,
    /// The goal.
    pub goal: Arc<Goal>,
    /// The whole condition form.
    pub span: Span,
    /// The macro calls that lead to it.
    pub via: Option<Arc<Via>>,
}

impl TurnOrder {
    /// The index of the entry that comes after one.
    pub fn after(&self, entry: usize) -> usize {
        if entry + 1 == self.entries.len() { self.repeat } else { entry + 1 }
    }
}

impl Rules {
    /// The players who play to win: all but neutral and random ones.
    pub fn contenders(&self) -> impl Iterator<Item = PlayerId> {
        let players = self.players.values().enumerate();
        players.filter(|(_, p)| !p.is_neutral && !p.is_random).map(|(i, _)| PlayerId::from_index(i))
    }

    /// The name of a position.
    pub fn pos_name(&self, pos: PosId) -> &SmolStr {
        self.board.positions.get_index(pos.index()).expect("a position of these rules").0
    }

    /// The name of a piece type.
    pub fn piece_name(&self, piece: PieceId) -> &SmolStr {
        self.pieces.get_index(piece.index()).expect("a piece type of these rules").0
    }

    /// The name of a player.
    pub fn player_name(&self, player: PlayerId) -> &SmolStr {
        self.players.get_index(player.index()).expect("a player of these rules").0
    }

    /// The name of a direction.
    pub fn dir_name(&self, dir: DirId) -> &SmolStr {
        self.board.directions.get_index(dir.index()).expect("a direction of these rules").0
    }

    /// The name of a zone.
    pub fn zone_name(&self, zone: ZoneId) -> &SmolStr {
        self.board.zones.get_index(zone.index()).expect("a zone of these rules").0
    }

    /// Looks up a position that is on the board.
    pub fn find_pos(&self, name: &str) -> Option<PosId> {
        let (i, _, p) = self.board.positions.get_full(name)?;
        (p.kind != PositionKind::Killed).then(|| PosId::from_index(i))
    }

    /// Looks up a direction.
    pub fn find_dir(&self, name: &str) -> Option<DirId> {
        self.board.directions.get_index_of(name).map(DirId::from_index)
    }

    /// Looks up a zone.
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        self.board.zones.get_index_of(name).map(ZoneId::from_index)
    }

    /// Looks up a piece type.
    pub fn find_piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.get_index_of(name).map(PieceId::from_index)
    }

    /// Looks up a player.
    pub fn find_player(&self, name: &str) -> Option<PlayerId> {
        self.players.get_index_of(name).map(PlayerId::from_index)
    }

    /// Looks up an attribute.
    pub fn find_attr(&self, name: &str) -> Option<AttrId> {
        self.attributes.get_index_of(name).map(AttrId::from_index)
    }

    /// Looks up a move type.
    pub fn find_move_type(&self, name: &str) -> Option<MoveTypeId> {
        self.move_types.get_index_of(name).map(MoveTypeId::from_index)
    }
}
