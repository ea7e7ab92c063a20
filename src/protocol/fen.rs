//! Positions in Forsyth-Edwards Notation, as far as it has words for them.
//!
//! Pieces, stocks (in brackets), whose turn it is, rights to castle and taking in passing. The last two are
//! read from what the rules themselves go by: an attribute that a royal piece and another type share and
//! that is true at the start; and where the last move went.

use super::board::Board;
use zrf::game::{Game, Piece, Position};
use zrf::ids::{AttrId, PieceId, PlayerId, PosId};

/// The position as text.
pub fn print(board: &Board, position: &Position) -> String {
    let mut out = String::new();
    for rank in (0..board.height).rev() {
        let mut gap = 0;
        for file in 0..board.width {
            let piece = board.at(file, rank).and_then(|pos| position.piece_at(pos));
            match piece {
                Some(piece) => {
                    if gap > 0 {
                        out.push_str(&gap.to_string());
                        gap = 0;
                    }
                    out.push(board.letter_of(piece.player, piece.kind));
                }
                None => gap += 1,
            }
        }
        if gap > 0 {
            out.push_str(&gap.to_string());
        }
        if rank > 0 {
            out.push('/');
        }
    }
    if board.has_drops {
        out.push('[');
        for player in board.players {
            for kind in (0..board.letters().len()).map(PieceId::from_index) {
                let letter = board.letter_of(player, kind);
                // A supply for the whole game is none that a player holds.
                let count = position.stock(player, kind).min(99);
                out.extend(std::iter::repeat_n(letter, count as usize));
            }
        }
        out.push(']');
    }
    let turn = if board.is_white(position) { 'w' } else { 'b' };
    let castling = print_castling(board, position);
    let passing = print_passing(board, position);
    out.push_str(&format!(" {turn} {castling} {passing} 0 {}", position.round()));
    out
}

/// Reads a position.
pub fn parse(board: &Board, game: &Game, text: &str) -> Result<Position, String> {
    let mut fields = text.split_whitespace();
    let placement = fields.next().ok_or("the FEN is empty")?;
    let mut position = game.start();
    position.clear();
    let (squares, stock) = match placement.split_once('[') {
        Some((squares, stock)) => (squares, stock.trim_end_matches(']')),
        None => (placement, ""),
    };
    let rows: Vec<&str> = squares.split('/').collect();
    if rows.len() != board.height {
        return Err(format!("the FEN has {} ranks, the board has {}", rows.len(), board.height));
    }
    for (row, rank) in rows.iter().zip((0..board.height).rev()) {
        place_row(board, &mut position, row, rank)?;
    }
    for letter in stock.chars() {
        let (player, kind) = board.piece(letter).ok_or(format!("no piece has the letter `{letter}`"))?;
        let count = position.stock(player, kind);
        position.set_stock(player, kind, count + 1);
    }
    let player = match fields.next().unwrap_or("w") {
        "w" => board.players[0],
        "b" => board.players[1],
        other => return Err(format!("`{other}`: expected w or b for the side to move")),
    };
    let order = &game.rules().turn_order;
    // Within the cycle if it can be, not in a phase before it.
    let entries = (order.repeat..order.entries.len()).chain(0..order.repeat);
    let turn = entries.into_iter().find(|&i| order.entries[i].mover == player);
    position.set_turn(turn.unwrap_or(0));
    set_attributes(board, &mut position, fields.next().unwrap_or("-"));
    set_passing(board, &mut position, fields.next().unwrap_or("-"));
    Ok(position)
}

fn place_row(board: &Board, position: &mut Position, row: &str, rank: usize) -> Result<(), String> {
    let mut file = 0;
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(mut gap) = c.to_digit(10) {
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                gap = gap.saturating_mul(10).saturating_add(digit);
                chars.next();
            }
            file += gap as usize;
            continue;
        }
        let (player, kind) = board.piece(c).ok_or(format!("no piece has the letter `{c}`"))?;
        let pos = board.at(file, rank).ok_or(format!("`{row}`: the board has no square there"))?;
        position.set_piece(pos, Some(position.new_piece(player, kind)));
        file += 1;
    }
    if file == board.width { Ok(()) } else { Err(format!("`{row}`: expected {} files", board.width)) }
}

/// The attribute that rights to castle go by: a royal type (one named in a checkmate goal) and another
/// one have it, both true at the start.
fn castling_attribute(game: &Game) -> Option<(PieceId, AttrId)> {
    let rules = game.rules();
    let royal = rules.goals.iter().find_map(|line| royal_name(&line.goal))?;
    let royal = rules.find_piece(&royal)?;
    let holds = |kind: PieceId, attr: AttrId| rules.pieces[kind.index()].attributes.contains(&(attr, true));
    let (attr, _) = *rules.pieces[royal.index()].attributes.iter().find(|&&(attr, value)| {
        value && (0..rules.pieces.len()).map(PieceId::from_index).any(|k| k != royal && holds(k, attr))
    })?;
    Some((royal, attr))
}

fn royal_name(goal: &zrf::ast::goal::Goal) -> Option<String> {
    use zrf::ast::goal::GoalKind;
    goal.parts().find_map(|part| match &part.kind {
        GoalKind::Checkmated(names) => names.first().map(|n| n.text.to_string()),
        _ => None,
    })
}

/// A royal piece with the right to castle and its partners: (file of the partner, where it stands).
struct Castler {
    file: usize,
    pos: PosId,
    partners: Vec<(usize, PosId)>,
}

/// The pieces of a player that castling goes by, wherever they have the attribute by type.
fn castlers(board: &Board, position: &Position, player: PlayerId) -> Option<(AttrId, Castler)> {
    let game = position.game();
    let (royal, attr) = castling_attribute(game)?;
    let rules = game.rules();
    let squares = || (0..rules.board.positions.len()).map(PosId::from_index);
    let of = |pos: PosId| position.piece_at(pos).filter(|p| p.player == player);
    let pos = squares().find(|&pos| of(pos).is_some_and(|p| p.kind == royal))?;
    let (file, rank) = board.place(pos)?;
    let is_partner =
        |p: Piece| p.kind != royal && rules.pieces[p.kind.index()].attributes.contains(&(attr, true));
    let partners = squares()
        .filter(|&pos| of(pos).is_some_and(is_partner))
        .filter_map(|pos| board.place(pos).filter(|p| p.1 == rank).map(|p| (p.0, pos)))
        .collect();
    Some((attr, Castler { file, pos, partners }))
}

fn print_castling(board: &Board, position: &Position) -> String {
    let mut out = String::new();
    for (player, letters) in board.players.into_iter().zip([['K', 'Q'], ['k', 'q']]) {
        let Some((attr, castler)) = castlers(board, position, player) else { continue };
        if !position.attribute(castler.pos, attr) {
            continue;
        }
        let may = |p: &&(usize, PosId)| position.attribute(p.1, attr);
        if castler.partners.iter().filter(may).any(|p| p.0 > castler.file) {
            out.push(letters[0]);
        }
        if castler.partners.iter().filter(may).any(|p| p.0 < castler.file) {
            out.push(letters[1]);
        }
    }
    if out.is_empty() { "-".into() } else { out }
}

/// Attributes that are true at the start: for castling as the field says, else where a piece stands on a
/// square where such a piece begins.
fn set_attributes(board: &Board, position: &mut Position, field: &str) {
    let game = position.game().clone();
    let rules = game.rules();
    let begins = |pos: PosId, piece: Piece| {
        rules.setup.iter().any(|s| s.pos == pos && s.player == piece.player && s.piece == piece.kind)
    };
    for pos in (0..rules.board.positions.len()).map(PosId::from_index) {
        let Some(mut piece) = position.piece_at(pos) else { continue };
        if piece.attributes != 0 && !begins(pos, piece) {
            piece.attributes = 0;
            position.set_piece(pos, Some(piece));
        }
    }
    for (player, letters) in board.players.into_iter().zip([['K', 'Q'], ['k', 'q']]) {
        let Some((attr, castler)) = castlers(board, position, player) else { continue };
        let mut chosen: Vec<&(usize, PosId)> = Vec::new();
        if field.contains(letters[0]) {
            chosen.extend(castler.partners.iter().filter(|p| p.0 > castler.file).max());
        }
        if field.contains(letters[1]) {
            chosen.extend(castler.partners.iter().filter(|p| p.0 < castler.file).min());
        }
        let mut set = |pos: PosId, value: bool| {
            if let Some(mut piece) = position.piece_at(pos) {
                let bit = 1u64 << attr.index();
                piece.attributes = if value { piece.attributes | bit } else { piece.attributes & !bit };
                position.set_piece(pos, Some(piece));
            }
        };
        castler.partners.iter().for_each(|p| set(p.1, false));
        chosen.iter().for_each(|p| set(p.1, true));
        set(castler.pos, !chosen.is_empty());
    }
}

/// The square that was passed by a double step straight ahead.
fn print_passing(board: &Board, position: &Position) -> String {
    let (Some(from), Some(to)) = position.last_move() else { return "-".into() };
    let (Some(from), Some(to)) = (board.place(from), board.place(to)) else { return "-".into() };
    let is_small = position
        .piece_at(board.at(to.0, to.1).unwrap_or(PosId(0)))
        .is_some_and(|p| position.game().rules().piece_name(p.kind).to_lowercase().contains("pawn"));
    if !is_small || from.0 != to.0 || from.1.abs_diff(to.1) != 2 {
        return "-".into();
    }
    let middle = board.at(from.0, from.1.midpoint(to.1));
    middle.and_then(|pos| board.square(pos, 1)).unwrap_or_else(|| "-".into())
}

fn set_passing(board: &Board, position: &mut Position, field: &str) {
    let Some(pos) = board.parse_square(field, 1) else { return };
    let Some((file, rank)) = board.place(pos) else { return };
    // The other side has moved towards its enemy: White's pawns move up, Black's down.
    let black_moved = board.is_white(position);
    let (from, to) =
        if black_moved { (rank + 1, rank.checked_sub(1)) } else { (rank.wrapping_sub(1), Some(rank + 1)) };
    let from = board.at(file, from);
    let to = to.and_then(|to| board.at(file, to));
    if from.is_some() && to.is_some() {
        position.set_last_move(from, to);
    }
}
