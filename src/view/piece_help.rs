//! What a piece can do: its texts, and a picture of its moves.

use super::symbols::Symbols;
use super::text::{self, Style};
use crate::game::{Game, Position, RuntimeError};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::rules::PositionKind;
use std::collections::HashSet;

/// The help for a piece of a player: what the rules file says of it, and where it can go from a place amid
/// an otherwise empty board, and whether it can also be dropped.
pub fn describe(game: &Game, player: PlayerId, kind: PieceId) -> Result<String, RuntimeError> {
    let rules = game.rules();
    let piece = &rules.pieces[kind.index()];
    let mut out = format!("{}\n", rules.piece_name(kind));
    for text in [&piece.help, &piece.description].into_iter().flatten() {
        out.push_str(&plain(text));
        out.push('\n');
    }
    if let Some((start, targets)) = widest_moves(game, player, kind)? {
        let symbols = Symbols::new(rules);
        let position = alone(game, player, kind, start);
        let mark = |pos| targets.contains(&pos).then_some('*');
        let piece_at = |pos| position.piece_at(pos);
        out.push('\n');
        out.push_str(&text::marked_board(rules, &symbols, &piece_at, Style::default(), &mark));
        let places: Vec<&str> = targets.iter().map(|&pos| rules.pos_name(pos).as_str()).collect();
        out.push_str(&format!(
            "\nalone on {} it goes to: {}\n",
            rules.pos_name(start),
            if places.is_empty() { "nowhere".to_owned() } else { places.join(" ") }
        ));
    }
    if !piece.drops.is_empty() {
        out.push_str("it comes into play by being dropped\n");
    }
    Ok(out)
}

/// The square from which the piece has the most moves, and where they go.
fn widest_moves(
    game: &Game,
    player: PlayerId,
    kind: PieceId,
) -> Result<Option<(PosId, Vec<PosId>)>, RuntimeError> {
    let rules = game.rules();
    if rules.pieces[kind.index()].moves.is_empty() {
        return Ok(None);
    }
    let Some(turn) = rules.turn_order.entries.iter().position(|e| e.acts_as == player) else {
        return Ok(None);
    };
    let squares: Vec<PosId> = (0..rules.board.positions.len())
        .filter(|&i| rules.board.positions[i].kind == PositionKind::Square)
        .map(PosId::from_index)
        .collect();
    // From the middle of the list outwards: of equal squares the one amid the board is shown.
    let middle = squares.len() / 2;
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by_key(|&i| i.abs_diff(middle));
    let mut best: Option<(PosId, Vec<PosId>)> = None;
    for i in order {
        let start = squares[i];
        let mut position = alone(game, player, kind, start);
        position.set_turn(turn);
        let mut seen = HashSet::new();
        let moves = position.legal_moves()?;
        let targets: Vec<PosId> = moves
            .iter()
            .filter(|mv| mv.from() == Some(start))
            .filter_map(|mv| mv.to())
            .filter(|&to| to != start && seen.insert(to))
            .collect();
        if best.as_ref().is_none_or(|(_, most)| targets.len() > most.len()) {
            best = Some((start, targets));
        }
    }
    Ok(best)
}

fn alone(game: &Game, player: PlayerId, kind: PieceId, pos: PosId) -> Position {
    let mut position = game.start();
    position.clear();
    position.set_piece(pos, Some(position.new_piece(player, kind)));
    position
}

/// A text of a rules file for people: a backslash is a line break, a backquote a double quote.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                // With a line break of the file behind it, it is still one break.
                while rest.next_if(|c| *c == '\r' || *c == '\n').is_some() {}
                out.push('\n');
            }
            '`' => out.push('"'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn backslashes_break_lines_and_backquotes_quote() {
        assert_eq!(plain("a\\b `c`\\\nd"), "a\nb \"c\"\nd");
    }
}
