//! What holds of every position: what unmake restores, what the hash says, what is listed, printed and found again.

use std::collections::HashSet;
use zrf::game::perft::{perft, perft_generated};
use zrf::game::trace::Stage;
use zrf::game::{Move, Piece, Position, Reason};
use zrf::ids::{PieceId, PlayerId, PosId};

/// Everything that can be seen of a position.
fn picture(position: &Position) -> (Vec<Option<Piece>>, Vec<u32>, [u64; 2], String) {
    let rules = position.game().rules();
    let cells = (0..rules.board.positions.len()).map(|i| position.piece_at(PosId::from_index(i))).collect();
    let stocks = (0..rules.players.len())
        .flat_map(|p| (0..rules.pieces.len()).map(move |k| (PlayerId::from_index(p), PieceId::from_index(k))))
        .map(|(p, k)| position.stock(p, k))
        .collect();
    let turn = format!(
        "{} {} {} {:?} {:?}",
        position.turn(),
        position.round(),
        position.ply(),
        position.chain(),
        position.last_move()
    );
    (cells, stocks, [position.hash(), position.search_key()], turn)
}

/// The same position, set up anew: its hash is made from nothing.
pub fn rebuilt(position: &Position) -> Position {
    let rules = position.game().rules();
    let mut other = position.game().start();
    other.clear();
    for i in 0..rules.board.positions.len() {
        other.set_piece(PosId::from_index(i), position.piece_at(PosId::from_index(i)));
    }
    for p in (0..rules.players.len()).map(PlayerId::from_index) {
        for k in (0..rules.pieces.len()).map(PieceId::from_index) {
            other.set_stock(p, k, position.stock(p, k));
        }
    }
    other.set_turn(position.turn());
    other
}

/// Looks at one position; `what` tells where it comes from. Gives the moves.
pub fn look(position: &mut Position, what: &str) -> Option<Vec<Move>> {
    let before = picture(position);
    let moves = position.legal_moves().ok()?;
    let mut seen = HashSet::new();
    for mv in &moves {
        let text = position.print(mv);
        assert!(seen.insert((text.clone(), mv.continuation())), "{what}: `{text}` is listed twice");
        // To look ahead in a chain of partial moves may take too long.
        position.play(mv).ok()?;
        assert!(position.undo());
        assert!(picture(position) == before, "{what}: `{text}` is not taken back wholly");
    }
    if position.chain().is_none() {
        assert_eq!(rebuilt(position).hash(), position.hash(), "{what}: the hash is not that of the position");
    }
    if moves.len() <= 40 {
        for mv in &moves {
            let text = position.print(mv);
            let found = position.parse(&text).unwrap_or_else(|e| panic!("{what}: {text}: {e}"));
            let found = found.unwrap_or_else(|| panic!("{what}: `{text}` is not found again"));
            assert_eq!(position.print(&found), text, "{what}");
        }
    }
    super::watch::is_as_watched(position, what);
    position.set_plain_attacks(true);
    let plain = position.legal_moves();
    position.set_plain_attacks(false);
    if !moves.is_empty() {
        by_number(position, what);
        in_any_order(position, &moves, what);
    }
    if moves.len() <= 30 {
        let counted = perft(position, 2);
        assert_eq!(counted, perft_generated(position, 2), "{what}: counted by what is kept");
    }
    if let Ok(plain) = plain {
        assert_eq!(moves, plain, "{what}: attacks worked out in advance differ");
    }
    Some(moves)
}

/// Moves listed in any order are those of the list.
fn in_any_order(position: &mut Position, moves: &[Move], what: &str) {
    let mut found = position.moves_in_any_order().unwrap_or_else(|e| panic!("{what}: {e}"));
    let mut listed = moves.to_vec();
    for moves in [&mut found, &mut listed] {
        sort(moves, position);
    }
    assert_eq!(found, listed, "{what}: listed in any order");
}

fn sort(moves: &mut [Move], position: &Position) {
    moves.sort_by_cached_key(|mv| (position.print(mv), format!("{:?}", mv.continuation())));
}

/// Moves found by their numbers are those of the lists, the legal ones in the same order.
fn by_number(position: &mut Position, what: &str) {
    for stage in [Stage::Chosen, Stage::Safe] {
        let Some(mut numbered) = position.moves_by_number(stage).unwrap() else { continue };
        let mut listed = position.moves_at(stage).unwrap();
        if stage == Stage::Chosen && numbered.last().is_some_and(|m| m.is_pass()) {
            numbered.pop();
        }
        if stage == Stage::Chosen {
            for moves in [&mut numbered, &mut listed] {
                sort(moves, position);
            }
        }
        assert_eq!(numbered, listed, "{what}: moves by number, {stage:?}");
    }
}

/// After a move the goals say the same whether it is known that none held before it, or all is looked at.
pub fn goals_agree(position: &mut Position, mv: &Move, what: &str) {
    if position.chain().is_some() {
        return;
    }
    let mut anew = rebuilt(position);
    let (from, to) = position.last_move();
    anew.set_last_move(from, to);
    let after = |position: &mut Position| {
        position.play(mv).ok()?;
        Some((position.legal_moves().ok()?, position.outcome().ok()?))
    };
    let all = after(&mut anew);
    let known = after(position);
    let is_repeated = position.occurrences() > 1;
    assert!(position.undo());
    let (Some(all), Some(known)) = (all, known) else { return };
    let is_slow = known.1.as_ref().is_some_and(|o| matches!(o.reason, Reason::NoProgress { .. }));
    if !is_repeated && !is_slow {
        assert_eq!(known, all, "{what}: {}", position.print(mv));
    }
}
