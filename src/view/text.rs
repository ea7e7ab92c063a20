//! A position as text.
//!
//! Every grid is drawn with its labels, one layer for each value of the
//! dimensions beyond two. Grids whose steps are slanted (hexagons) and boards
//! of single positions are drawn by the pixel places of the rules file, where
//! those leave room for it. What is on no picture stands in a list below.

use super::layout::{self, Picture};
use super::symbols::Symbols;
use crate::game::{Piece, Position};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::resolve::rules::PositionKind;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Paint the pieces of each player with ANSI colours.
    pub color: bool,
    /// Draw the usual chess pieces as chess figures, where all pieces are such.
    pub figures: bool,
    /// Turn the board round.
    pub flipped: bool,
    /// Mark where the last move came from and went to.
    pub marks_last: bool,
}

/// The whole position: board, stocks, and whose turn it is.
pub fn draw(position: &Position, style: Style) -> String {
    let rules = position.game().rules();
    let symbols = if style.figures { Symbols::with_figures(rules) } else { Symbols::new(rules) };
    let last = if style.marks_last { position.last_move() } else { (None, None) };
    let mark = |pos| (last.0 == Some(pos) || last.1 == Some(pos)).then_some(':');
    let mut out = marked_board(rules, &symbols, &|pos| position.piece_at(pos), style, &mark);
    let Below { stocks, owners, signs, turn } = below(position, &symbols);
    if !stocks.is_empty() {
        out.push('\n');
    }
    stocks.iter().for_each(|stock| line(&mut out, stock));
    out.push('\n');
    line(&mut out, &[owners, signs].concat().join(", "));
    line(&mut out, &turn);
    out
}

/// What is told below a board.
pub(super) struct Below {
    /// What each player can drop, of those that can drop something.
    pub stocks: Vec<String>,
    /// What tells the players apart.
    pub owners: Vec<String>,
    /// What the signs of the piece types mean.
    pub signs: Vec<String>,
    /// Whose turn it is.
    pub turn: String,
}

/// What is told below the board of a position.
pub(super) fn below(position: &Position, symbols: &Symbols) -> Below {
    let rules = position.game().rules();
    let mut kinds: BTreeSet<PieceId> = board_pieces(rules, position).map(|piece| piece.kind).collect();
    let mut stocks = Vec::new();
    for (player, name) in players(rules) {
        let held: Vec<String> = (0..rules.pieces.len())
            .map(PieceId::from_index)
            .map(|kind| (kind, position.stock(player, kind)))
            .filter(|&(_, count)| count > 0)
            .map(|(kind, count)| {
                kinds.insert(kind);
                format!("{} {count}", rules.piece_name(kind))
            })
            .collect();
        if !held.is_empty() {
            stocks.push(format!("{name} can drop: {}", held.join(", ")));
        }
    }
    let signs = kinds.iter().map(|&kind| format!("{} {}", symbols.of_kind(kind), rules.piece_name(kind)));
    Below {
        stocks,
        owners: owners(rules, symbols, kinds.first()),
        signs: signs.collect(),
        turn: turn(position),
    }
}

/// The pictures of the board, and the pieces that are on none of them.
pub fn board(
    rules: &Rules,
    symbols: &Symbols,
    piece_at: &dyn Fn(PosId) -> Option<Piece>,
    style: Style,
) -> String {
    marked_board(rules, symbols, piece_at, style, &|_| None)
}

/// The same with signs for some empty places; pieces on such places are painted in reverse.
pub fn marked_board(
    rules: &Rules,
    symbols: &Symbols,
    piece_at: &dyn Fn(PosId) -> Option<Piece>,
    style: Style,
    mark: &dyn Fn(PosId) -> Option<char>,
) -> String {
    let cell = |pos: PosId| {
        let sign = mark(pos);
        let is_marked = sign.is_some();
        match piece_at(pos) {
            Some(piece) => {
                Cell { text: symbols.of(piece.player, piece.kind), owner: Some(piece.player), is_marked }
            }
            None if kind_of(rules, pos) == PositionKind::Square => {
                Cell { text: sign.unwrap_or('.').into(), owner: None, is_marked }
            }
            None => Cell::default(),
        }
    };
    let mut out = String::new();
    let mut drawn = HashSet::new();
    for mut picture in layout::pictures(rules, widest(rules, symbols, piece_at)) {
        if style.flipped {
            picture.flip();
        }
        drawn.extend(picture.places().map(|(pos, _, _)| pos));
        if !out.is_empty() {
            out.push('\n');
        }
        paint(&picture, &cell, style, &mut out);
    }
    let elsewhere: Vec<String> = positions(rules)
        .filter(|pos| !drawn.contains(pos))
        .filter_map(|pos| {
            let piece = piece_at(pos)?;
            let (owner, kind) = (rules.player_name(piece.player), rules.piece_name(piece.kind));
            Some(format!("{}: {owner} {kind}", rules.pos_name(pos)))
        })
        .collect();
    if !elsewhere.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        elsewhere.iter().for_each(|text| line(&mut out, text));
    }
    out
}

/// What is drawn for one position.
#[derive(Default)]
struct Cell {
    text: String,
    owner: Option<PlayerId>,
    is_marked: bool,
}

fn paint(picture: &Picture, cell: &dyn Fn(PosId) -> Cell, style: Style, out: &mut String) {
    if let Some(title) = &picture.title {
        line(out, title);
    }
    let margin = picture.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    for row in &picture.rows {
        let mut text = format!("{:>margin$} ", row.label);
        let mut column = 0;
        for &(pos, at) in &row.places {
            let Cell { text: sign, owner, is_marked } = cell(pos);
            if sign.is_empty() {
                continue;
            }
            text.extend(std::iter::repeat_n(' ', (at + 1).saturating_sub(column)));
            column = column.max(at + 1) + sign.chars().count();
            match owner.filter(|_| style.color) {
                Some(owner) => push_colored(&mut text, &sign, owner, is_marked),
                None => text.push_str(&sign),
            }
        }
        line(out, text.trim_end());
    }
    if !picture.columns.is_empty() {
        let mut text = " ".repeat(margin + 1);
        let mut column = 0;
        for (label, at) in &picture.columns {
            text.extend(std::iter::repeat_n(' ', (at + 1).saturating_sub(column)));
            column = column.max(at + 1) + label.chars().count();
            text.push_str(label);
        }
        line(out, text.trim_end());
    }
}

fn push_colored(out: &mut String, text: &str, owner: PlayerId, is_marked: bool) {
    const COLORS: [u8; 6] = [36, 31, 33, 32, 35, 34];
    let mark = if is_marked { "7;" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(out, "\x1b[1;{mark}{}m{text}\x1b[0m", COLORS[owner.index() % COLORS.len()]);
}

/// The widest sign on the board, at least 1.
fn widest(rules: &Rules, symbols: &Symbols, piece_at: &dyn Fn(PosId) -> Option<Piece>) -> usize {
    let pieces = positions(rules).filter_map(piece_at);
    let widths = pieces.map(|piece| symbols.of(piece.player, piece.kind).chars().count());
    widths.max().unwrap_or(1).max(1)
}

/// How the signs of the players differ; `example` is a type on the board.
fn owners(rules: &Rules, symbols: &Symbols, example: Option<&PieceId>) -> Vec<String> {
    let mut names = players(rules);
    match (names.next(), names.next()) {
        (Some((first, _)), _) if symbols.owner_prefix(first).is_some() => players(rules)
            .map(|(player, name)| format!("{} {name}", symbols.owner_prefix(player).unwrap_or_default()))
            .collect(),
        (Some((white, first)), Some((black, second))) if symbols.is_drawn() => {
            let kind = example.copied().unwrap_or(PieceId(0));
            vec![
                format!("{} {first}", symbols.of(white, kind)),
                format!("{} {second}", symbols.of(black, kind)),
            ]
        }
        (Some((_, first)), Some((_, second))) => {
            vec![format!("CAPITALS {first}"), format!("small {second}")]
        }
        _ => Vec::new(),
    }
}

fn turn(position: &Position) -> String {
    let rules = position.game().rules();
    let mut text = format!("{} to move, round {}", rules.player_name(position.mover()), position.round());
    if let Some(entry) = rules.turn_order.entries.get(position.turn()) {
        if entry.acts_as != entry.mover {
            let _ = write!(text, ", as {}", rules.player_name(entry.acts_as));
        }
        if let Some(name) = entry.move_type.and_then(|t| rules.move_types.get_index(t.index())) {
            let _ = write!(text, ", moves of type {name}");
        }
    }
    if let Some(pos) = position.chain() {
        let _ = write!(text, ", going on with the piece on {}", rules.pos_name(pos));
    }
    text
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn positions(rules: &Rules) -> impl Iterator<Item = PosId> + use<> {
    (0..rules.board.positions.len()).map(PosId::from_index)
}

fn players(rules: &Rules) -> impl Iterator<Item = (PlayerId, &str)> {
    rules.players.keys().enumerate().map(|(i, name)| (PlayerId::from_index(i), name.as_str()))
}

fn kind_of(rules: &Rules, pos: PosId) -> PositionKind {
    rules.board.positions.get_index(pos.index()).map_or(PositionKind::Killed, |(_, p)| p.kind)
}

fn board_pieces<'a>(rules: &Rules, position: &'a Position) -> impl Iterator<Item = Piece> + use<'a> {
    positions(rules).filter_map(move |pos| position.piece_at(pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::loader::MemoryLoader;

    /// The pictures of a game's first position; `board` are board items, `setup` is a board-setup.
    fn pictures(players: &str, board: &str, setup: &str) -> String {
        let text = format!(
            "(game (title \"Picture\") (players {players}) (turn-order {players}) (board {board})
                (piece (name Man)) (piece (name Mage)) (board-setup {setup}))"
        );
        let document = Document::load("picture.zrf", text.as_bytes(), &MemoryLoader::new());
        let rules = document.rules(0).0.expect("rules");
        let piece_at = |pos| {
            let placed = rules.setup.iter().find(|p| p.pos == pos)?;
            Some(Piece { player: placed.player, kind: placed.piece, attributes: 0 })
        };
        board_of(&rules, &piece_at)
    }

    fn board_of(rules: &Rules, piece_at: &dyn Fn(PosId) -> Option<Piece>) -> String {
        board(rules, &Symbols::new(rules), piece_at, Style::default())
    }

    const SQUARE: &str = r#"(grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (9 0)) ("2/1" (0 9))))"#;

    #[test]
    fn a_grid_has_labels_and_two_players_have_their_cases() {
        let drawn = pictures("White Black", SQUARE, "(White (Man a1)) (Black (Mage b2) (Man b1))");
        assert_eq!(drawn, "2  .  ma\n1  M  m\n   a  b\n");
    }

    #[test]
    fn a_grid_that_runs_up_is_drawn_upright() {
        let up = r#"(grid (start-rectangle 0 9 9 18) (dimensions ("1/2" (0 -9)) ("b/a" (-9 0))))"#;
        assert_eq!(pictures("White Black", up, "(White (Man 1a))"), "2  . .\n1  M .\n   a b\n");
    }

    #[test]
    fn more_players_have_prefixes() {
        let drawn = pictures("Red Blue Black", SQUARE, "(Red (Man a1)) (Blue (Mage b2)) (Black (Man b1))");
        assert_eq!(drawn, "2  .   bMa\n1  rM  blM\n   a   b\n");
    }

    #[test]
    fn a_third_dimension_makes_layers() {
        let cube =
            r#"(grid (start-rectangle 0 0 9 9) (dimensions ("A/B" (0 50)) ("a/b" (9 0)) ("2/1" (0 9))))"#;
        let drawn = pictures("White Black", cube, "(White (Man Aa1)) (Black (Man Bb2))");
        assert_eq!(drawn, "A\n2  . .\n1  M .\n   a b\n\nB\n2  . m\n1  . .\n   a b\n");
    }

    #[test]
    fn killed_positions_leave_holes_and_hands_stand_below() {
        let board = format!("{SQUARE} (positions (hand 50 0 59 9)) (kill-positions a2)");
        let drawn = pictures("White Black", &board, "(White (Man a1 hand))");
        assert_eq!(drawn, "2    .\n1  M .\n   a b\n\nhand: White Man\n");
    }

    #[test]
    fn positions_without_a_grid_are_drawn_by_their_places() {
        let star = "(positions (top 10 0 20 10) (left 0 10 10 20) (right 20 10 30 20) (foot 10 20 20 30))";
        let drawn = pictures("White Black", star, "(White (Man left)) (Black (Mage foot))");
        assert_eq!(drawn, " top   .\nleft  M  .\nfoot   ma\n");
    }

    #[test]
    fn positions_that_lie_on_each_other_are_listed() {
        let pile = "(positions (first 0 0 9 9) (second 0 0 9 9))";
        assert_eq!(pictures("White Black", pile, "(White (Man second))"), "second: White Man\n");
    }
}
