//! How games end.

use crate::trial::Trial;

/// The result of a position with a king and a queen, with the given endings.
fn result(endings: &str, setup: &str) -> String {
    let pieces =
        format!("(piece (name King) (moves (king add))) (piece (name Queen) (moves (queen add))) {endings}");
    Trial::bare("(board-8x8)", "", &pieces).set(setup).turn(1).outcome()
}

const MATE: &str = "(White King b6) (White Queen b7) (Black King a8)";
const STALEMATE: &str = "(White King b6) (White Queen c7) (Black King a8)";

#[test]
fn checkmate_loses() {
    assert_eq!(result("(checkmate-loses King)", MATE), "White wins");
    assert_eq!(result("(chess-endings King)", MATE), "White wins");
}

#[test]
fn stalemate_draws_or_loses() {
    assert_eq!(result("(checkmate-loses King) (stalemate-draws)", STALEMATE), "draw");
    assert_eq!(result("(chess-endings King)", STALEMATE), "draw");
    assert_eq!(result("(checkmate-loses King) (stalemate-loses)", STALEMATE), "White wins");
}

#[test]
fn a_bare_king_loses_when_the_rules_say_so() {
    let bare = "(White King a1) (White Queen c3) (Black King h8)";
    let taken = "(White King a1) (White Queen c3 d1) (Black King e8)";
    assert_eq!(result("(checkmate-loses King)", bare), "none");
    let pieces = "(piece (name King) (moves (king add))) (piece (name Queen) (moves (queen add)))
        (checkmate-loses King) (bare-king-loses)";
    let mut trial = Trial::bare("(board-8x8)", "", pieces).set(&format!("{taken} (Black Queen d7)"));
    trial.play("Queen d1 x d7");
    assert_eq!(trial.outcome(), "White wins");
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let pieces = "(piece (name King) (moves (king add))) (repetition-draws)";
    let mut trial = Trial::bare("(board-8x8)", "", pieces).set("(White King a1) (Black King h8)");
    for _ in 0..2 {
        assert_eq!(trial.outcome(), "none");
        for text in ["King a1 - a2", "King h8 - h7", "King a2 - a1", "King h7 - h8"] {
            trial.play(text);
        }
    }
    assert_eq!(trial.outcome(), "draw");
}

#[test]
fn moves_without_progress_draw() {
    let pieces = "(piece (name King) (moves (king add))) (piece (name Pawn) (moves (pawn-step add)))
        (no-progress-draws 2 \"Pawn\")";
    let mut trial =
        Trial::bare("(board-8x8)", "", pieces).set("(White King a1) (White Pawn c2) (Black King h8)");
    for text in
        ["King a1 - a2", "King h8 - h7", "Pawn c2 - c3", "King h7 - h8", "King a2 - a1", "King h8 - h7"]
    {
        trial.play(text);
        assert_eq!(trial.outcome(), "none", "{text}");
    }
    trial.play("King a1 - a2");
    assert_eq!(trial.outcome(), "draw", "two moves of each side since the pawn's");
}
