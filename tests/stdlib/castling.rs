//! Castling and gating.

use crate::trial::Trial;

/// King, rooks that can castle, and a black rook to attack squares with.
fn castling(king: &str, setup: &str) -> Vec<String> {
    let pieces = format!(
        "(piece (name King) (attribute unmoved? true) (moves {king}))
         (piece (name Rook) (attribute unmoved? true) (moves (rook (unmoved-add))))"
    );
    let mut trial = Trial::pieces("", &pieces).set(setup);
    trial.texts().into_iter().filter(|text| text.contains("King")).collect()
}

/// Where the king goes.
fn king_to(king: &str, setup: &str) -> Vec<String> {
    let mut squares: Vec<String> = castling(king, setup)
        .iter()
        .map(|text| {
            let after = text.split("King ").nth(1).expect("a king's move");
            after.split(' ').nth(2).expect("a destination").to_owned()
        })
        .collect();
    squares.sort();
    squares
}

const HOME: &str = "(White King e1) (White Rook a1 h1) (Black King e8)";

#[test]
fn castling_takes_the_king_two_squares_and_the_rook_beside_him() {
    let both = "(castle-both king-goes-2 Rook add)";
    assert_eq!(
        castling(both, HOME),
        ["King e1 - c1 Rook a1 - d1 @ c1 0 0 @ d1 0 0", "King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0"]
    );
    assert_eq!(
        castling("(castle king-goes-2 e w Rook add)", HOME),
        ["King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0"]
    );
    assert_eq!(king_to("(castle king-goes-3 w e Rook add)", HOME), ["b1"]);
}

#[test]
fn castling_needs_unmoved_men_and_empty_squares() {
    let both = "(castle-both king-goes-2 Rook add)";
    let cases: [(&str, &[&str]); 5] = [
        ("(White King e1 !unmoved?) (White Rook a1 h1)", &[]),
        ("(White King e1) (White Rook a1 !unmoved?) (White Rook h1)", &["g1"]),
        ("(White King e1) (White Rook a1 h1) (White Man b1)", &["g1"]),
        ("(White King e1) (White Rook a1 h1) (Black Man f1)", &["c1"]),
        ("(White King e1) (Black Rook a1 h1)", &[]),
    ];
    for (setup, squares) in cases {
        assert_eq!(king_to(both, setup), squares, "{setup}");
    }
}

#[test]
fn the_king_does_not_castle_out_of_or_over_an_attacked_square() {
    let both = "(castle-both king-goes-2 Rook add)";
    let attacked_on = |file: char| format!("{HOME} (Black Rook {file}5)");
    assert_eq!(king_to(both, &attacked_on('e')), [""; 0]);
    assert_eq!(king_to(both, &attacked_on('d')), ["g1"]);
    assert_eq!(king_to(both, &attacked_on('f')), ["c1"]);
    assert_eq!(king_to(both, &attacked_on('b')), ["c1", "g1"]);
    assert_eq!(king_to(both, &attacked_on('g')), ["c1"], "the goal makes the king royal");
}

#[test]
fn the_king_goes_as_far_as_he_is_told() {
    let field = "(White King d1) (White Rook h1)";
    for (steps, square) in [(1, "e1"), (2, "f1"), (3, "g1")] {
        let castle = format!("(castle king-goes-{steps} e w Rook add)");
        assert_eq!(king_to(&castle, field), [square]);
    }
    assert_eq!(king_to("(castle king-goes-4 e w Rook add)", field), [""; 0]);
    // Written out, king-goes-3 is (king-crosses e) (king-crosses e) (king-goes-1 e);
    // king-goes-2, (king-goes-3 e) and (king-goes-4 e) are made the same way.
    let own = "((castling-partner e Rook) (king-crosses e) (king-goes-2 e) (fetch-rook e w add))";
    assert_eq!(king_to(own, field), ["g1"]);
}

#[test]
fn strict_castling_forbids_any_attack_between_king_and_rook() {
    let strict = "(castle-strict king-goes-2 w e Rook add)";
    assert_eq!(king_to(strict, HOME), ["c1"]);
    for file in ['a', 'b', 'c', 'd', 'e'] {
        let setup = format!("{HOME} (Black Rook {file}5)");
        assert_eq!(king_to(strict, &setup), [""; 0], "file {file}");
    }
    assert_eq!(king_to(strict, &format!("{HOME} (Black Rook f5)")), ["c1"]);
}

#[test]
fn flexible_castling_goes_up_to_the_rooks_square() {
    let west = "(castle-flexible w e Rook add)";
    assert_eq!(king_to(west, HOME), ["a1", "b1", "c1", "d1"]);
    assert_eq!(king_to(west, &format!("{HOME} (Black Rook c5)")), ["d1"]);
    assert_eq!(king_to(west, &format!("{HOME} (Black Rook a5)")), ["b1", "c1", "d1"]);
    assert_eq!(
        castling("(castle-onto-rook e w Rook add)", HOME),
        ["King e1 x h1 Rook h1 - g1 @ h1 0 0 @ g1 0 0"]
    );
    assert!(castling(west, HOME).contains(&"King e1 - d1 Rook a1 x e1 @ d1 0 0 @ e1 0 0".to_owned()));
}

#[test]
fn fast_castling_jumps_men_and_attacked_squares() {
    let fast = "(castle-fast w Rook add) (castle-fast e Rook add)";
    assert_eq!(king_to(fast, HOME), ["b1", "c1", "d1", "f1", "g1"]);
    let crowded = "(White King e1) (White Rook a1 h1) (White Man d1) (Black Man f1)";
    assert_eq!(king_to(fast, crowded), ["b1", "c1", "g1"]);
    assert_eq!(king_to(fast, &format!("{HOME} (Black Rook d5)")), ["b1", "c1", "f1", "g1"]);
    assert_eq!(king_to(fast, &format!("{HOME} (Black Rook e5)")), [""; 0]);
    assert_eq!(castling("(castle-fast e Rook add)", HOME)[0], "Rook h1 x e1 King e1 - f1 @ e1 0 0 @ f1 0 0");
    let lifted = king_to("(castle-fast-with from w Rook add)", HOME);
    assert_eq!(lifted, ["b1", "c1", "d1"]);
}

#[test]
fn a_move_clears_the_right_to_castle() {
    let pieces = "(piece (name Rook) (attribute unmoved? true) (moves (step n (unmoved-add))))";
    let texts = Trial::pieces("", pieces).set("(White Rook a1)").texts();
    assert_eq!(texts, ["Rook a1 - a2 @ a2 0 0"]);
}

/// Men on the first rank with a waiting square behind each.
fn gate(pieces: &str) -> Trial {
    let board = "(board-8x8)
        (positions (a0 0 400 50 450) (b0 50 400 100 450) (a9 0 -50 50 0) (b9 50 -50 100 0))
        (gate-link a1 a0) (gate-link b1 b0) (gate-link a8 a9) (gate-link b8 b9)";
    Trial::on(board, "", pieces)
}

#[test]
fn a_waiting_man_enters_behind_the_one_that_leaves() {
    let pieces = "(piece (name X) (moves (ride n (gate-add))))";
    let texts = gate(pieces).set("(White X a1 c1) (White Man a0) (White Man a4) (White Man c3)").texts();
    assert_eq!(texts, ["Man a0 x a1 X a1 - a2", "Man a0 x a1 X a1 - a3", "X c1 - c2"]);
}

#[test]
fn a_rank_of_waiting_squares_is_tied_at_once() {
    let row =
        "(grid (start-rectangle 0 460 50 510) (dimensions (\"a/b/c/d/e/f/g/h/i/j\" (50 0)) (\"0\" (0 50))))";
    let board = format!("(board-10x9) {row} (gate-links-10 1 0)");
    let pieces = "(piece (name X) (moves (step n (gate-add))))";
    for file in "abcdefghij".chars() {
        let setup = format!("(White X {file}1) (White Man {file}0)");
        let texts = Trial::on(&board, "", pieces).set(&setup).texts();
        assert_eq!(texts, [format!("Man {file}0 x {file}1 X {file}1 - {file}2")]);
    }
}

#[test]
fn a_waiting_man_is_lost_with_the_one_in_front_of_him() {
    let pieces = "(piece (name X) (moves (step n (gate-add))))";
    let texts = gate(pieces).set("(White X a7 b7) (Black Man a8 a9 b8)").texts();
    assert_eq!(texts, ["X a7 x a8 x a9", "X b7 x b8"]);
}

#[test]
fn gating_may_be_part_of_an_action_of_ones_own() {
    let macros = "(define fresh-add (set-attribute fresh? false) (gating) add)";
    let pieces = "(piece (name X) (attribute fresh? true) (moves (step n (fresh-add))))";
    let board = "(board-8x8) (positions (a0 0 400 50 450)) (gate-link a1 a0)";
    let texts = Trial::on(board, macros, pieces).set("(White X a1) (White Man a0)").texts();
    assert_eq!(texts, ["Man a0 x a1 X a1 - a2 @ a2 0 0"]);
}

#[test]
fn a_man_who_waits_behind_the_rook_enters_when_it_castles() {
    let pieces = "(piece (name King) (attribute unmoved? true) (moves (castle-fast-with (gate) w Rook add)))
        (piece (name Rook) (attribute unmoved? true))";
    let texts = gate(pieces).set("(White King d1) (White Rook a1) (White Man a0)").texts();
    assert_eq!(
        texts,
        [
            "Man a0 x a1 Rook a1 x d1 King d1 - b1 @ d1 0 0 @ b1 0 0",
            "Man a0 x a1 Rook a1 x d1 King d1 - c1 @ d1 0 0 @ c1 0 0"
        ]
    );
}

#[test]
fn entering_is_a_choice_of_its_own_block() {
    let pieces = "(piece (name X) (moves (step n add) ((entering behind) (riding n add))))";
    let texts = gate(pieces).set("(White X a1) (White Man a0 a4)").texts();
    assert_eq!(texts, ["Man a0 x a1 X a1 - a2", "Man a0 x a1 X a1 - a3", "X a1 - a2"]);
}
