//! The moves of a position by watching each block run, one instruction at a time: no graphs, nothing recalled.

use zrf::compile::Entry;
use zrf::game::trace::Stage;
use zrf::game::{Move, Position};
use zrf::ids::{PieceId, PosId};
use zrf::vm::Start;

fn line(position: &Position, mv: &Move) -> String {
    format!("{} {:?}", position.print(mv), mv.continuation())
}

/// The moves that all blocks of the player to move add, as text, sorted, each once. `None` where not all blocks are
/// run (priorities, chains) or a run is too long to be watched.
fn watched(position: &mut Position) -> Option<Vec<String>> {
    let game = position.game().clone();
    if position.chain().is_some() || !game.rules().priorities.is_empty() {
        return None;
    }
    let (player, move_type) = (position.turn_entry().acts_as, position.turn_entry().move_type);
    let mut runs: Vec<(Start, Entry)> = Vec::new();
    let mut add = |start: Start, blocks: &[Entry]| {
        let is_run = |block: &&Entry| move_type.is_none() || block.move_type == move_type;
        runs.extend(blocks.iter().filter(is_run).map(|&block| (start, block)));
    };
    for pos in (0..game.rules().board.positions.len()).map(PosId::from_index) {
        if let Some(piece) = position.piece_at(pos).filter(|piece| piece.player == player) {
            let start = Start { player, kind: piece.kind, pos, is_drop: false };
            add(start, &game.program().pieces[piece.kind.index()].moves);
        }
    }
    for (i, piece) in game.program().pieces.iter().enumerate() {
        let kind = PieceId::from_index(i);
        if position.stock(player, kind) > 0 {
            for &pos in &game.program().tables.squares {
                add(Start { player, kind, pos, is_drop: true }, &piece.drops);
            }
        }
    }
    let mut moves = Vec::new();
    for (start, block) in runs {
        let trace = position.trace(start, block).ok().filter(|trace| !trace.is_cut)?;
        moves.extend(trace.added.iter().map(|(_, mv)| line(position, mv)));
    }
    moves.sort();
    moves.dedup();
    Some(moves)
}

/// Asserts that the moves of a position, before check, are those that its blocks add when they are watched. Whether it
/// could be told.
#[track_caller]
pub fn is_as_watched(position: &mut Position, what: &str) -> bool {
    let Some(watched) = watched(position) else { return false };
    let Ok(moves) = position.moves_at(Stage::Chosen) else { return false };
    let mut moves: Vec<String> = moves.iter().map(|mv| line(position, mv)).collect();
    moves.sort();
    assert_eq!(moves, watched, "{what}: moves by the engine, and by watching");
    true
}
