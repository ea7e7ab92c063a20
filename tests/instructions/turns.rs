//! Whose moves there are, and options (specification, 4, 8, 9 and 12).

use super::trial::{board, end, game, moves, play, set_up};
use zrf::game::Position;

/// Five files and three ranks; a Man steps north, a King one square in four directions, a Rook slides.
const PARTS: &str = r#"
    (board
        (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (10 0)) ("3/2/1" (0 10)))
            (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
    (board-setup (White (Man a1)) (Black (Man e1)))
    (piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)
        (e (verify not-friend?) add) (w (verify not-friend?) add)))
    (piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)
        (s (while empty? add s) (verify not-friend?) add) (e (while empty? add e) (verify not-friend?) add)
        (w (while empty? add w) (verify not-friend?) add)))
    (piece (name Rock))"#;

const TWO: &str = "(players White Black) (turn-order White Black)";
const STEP: &str = "(piece (name Man) (moves (n (verify not-friend?) add)))";

/// A position of a game with these sections beside board, King, Rook and Rock.
#[track_caller]
fn start(sections: &str, setup: &str) -> Position {
    let game = game(&format!("(game (title \"Trial\") {PARTS} {sections})"));
    let mut position = game.start();
    position.clear();
    set_up(&mut position, setup);
    position
}

fn listed(sections: &str, setup: &str) -> Vec<String> {
    let mut position = start(sections, setup);
    let sliced = moves(&mut position);
    position.set_plain_attacks(true);
    assert_eq!(moves(&mut position), sliced, "attacks by the plain definition");
    sliced
}

fn with(parts: &[&str]) -> String {
    parts.join(" ")
}

// ---------------------------------------------------------------------------
// Turn order and move types
// ---------------------------------------------------------------------------

const TYPED: &str = "(piece (name Man) (moves (n add) (move-type hop) (n n add) (move-type walk) (e add)
    (move-type rest) (w add)))";

#[test]
fn section_9_2_an_entry_with_a_type_allows_exactly_its_moves() {
    let order = "(players White Black) (turn-order (White hop) Black) (move-priorities walk)";
    assert_eq!(listed(&with(&[order, TYPED]), "(White Man c1)"), ["Man c1 - c3"]);
}

#[test]
fn section_9_2_without_priorities_all_moves_are_allowed() {
    let all = ["Man c1 - c2", "Man c1 - c3", "Man c1 - d1", "Man c1 - b1"];
    assert_eq!(listed(&with(&[TWO, TYPED]), "(White Man c1)"), all);
}

#[test]
fn section_9_2_the_first_listed_type_with_a_move_shuts_out_the_others() {
    let rules = with(&[TWO, TYPED, "(move-priorities hop walk)"]);
    assert_eq!(listed(&rules, "(White Man c1 a2)"), ["Man c1 - c3"]);
    assert_eq!(listed(&rules, "(White Man c2 a2)"), ["Man a2 - b2", "Man c2 - d2"]);
    // Of the listed types none: the moves without a type, but none of a type that is not listed.
    assert_eq!(listed(&rules, "(White Man e2)"), ["Man e2 - e3"]);
    assert_eq!(listed(&rules, "(White Man e3)"), [""; 0]);
}

#[test]
fn section_9_2_priorities_are_settled_before_check() {
    let rules = with(&[
        TWO,
        "(piece (name Man) (moves (move-type hop) (n add) (move-type walk) (e add)))
         (move-priorities hop walk) (loss-condition (White Black) (checkmated King))",
    ]);
    // The man is pinned on the rank: its hop is illegal, and yet shuts out its walk and the king.
    assert_eq!(listed(&rules, "(White King a2) (White Man c2) (Black Rook e2) (Black King e3)"), [""; 0]);
}

#[test]
fn section_4_a_player_moves_as_another() {
    let rules = with(&["(players White Black) (turn-order (White Black) White)", STEP]);
    let mut position = start(&rules, "(White Man a1) (Black Man c1)");
    assert_eq!(moves(&mut position), ["Man c1 - c2"]);
    play(&mut position, &["Man c1 - c2"]);
    assert_eq!(moves(&mut position), ["Man a1 - a2"]);
}

#[test]
fn section_4_entries_before_repeat_are_made_once() {
    let rules = with(&["(players White Black) (turn-order White White repeat Black White)", STEP]);
    let mut position = start(&rules, "(White Man a1 b1) (Black Man c1 d1)");
    let mut seen = Vec::new();
    for mv in ["Man a1 - a2", "Man a2 - a3", "Man c1 - c2", "Man b1 - b2", "Man c2 - c3"] {
        seen.push((position.turn(), position.round()));
        play(&mut position, &[mv]);
    }
    assert_eq!(seen, [(0, 1), (1, 1), (2, 2), (3, 2), (2, 3)]);
}

#[test]
fn section_4_a_random_player_moves_as_another_by_type() {
    let rules = with(&["(players White Black ?Dice) (turn-order (?Dice White hop) White)", TYPED]);
    let mut position = start(&rules, "(White Man c1)");
    assert_eq!(moves(&mut position), ["Man c1 - c3"]);
    assert_eq!(position.game().rules().player_name(position.mover()), "?Dice");
}

// ---------------------------------------------------------------------------
// Passing
// ---------------------------------------------------------------------------

fn passing(value: &str, setup: &str) -> Vec<String> {
    listed(&with(&[TWO, STEP, &format!("(option \"pass turn\" {value})")]), setup)
}

#[test]
fn section_9_3_passing_is_never_always_or_only_without_other_moves() {
    let (free, stuck) = ("(White Man a1) (Black Man e1)", "(White Man a3) (Black Man e1)");
    assert_eq!(passing("false", free), ["Man a1 - a2"]);
    assert_eq!(passing("false", stuck), [""; 0]);
    assert_eq!(passing("true", free), ["Man a1 - a2", "Pass"]);
    assert_eq!(passing("true", stuck), ["Pass"]);
    for forced in ["forced", "2"] {
        assert_eq!(passing(forced, free), ["Man a1 - a2"]);
        assert_eq!(passing(forced, stuck), ["Pass"]);
    }
    assert_eq!(listed(&with(&[TWO, STEP, "(pass-turn forced)"]), stuck), ["Pass"], "the old spelling");
}

#[test]
fn section_9_6_who_is_in_check_may_not_pass() {
    for value in ["true", "forced"] {
        let option = format!("(option \"pass turn\" {value})");
        let rules = with(&[TWO, STEP, &option, "(loss-condition (White Black) (checkmated King))"]);
        let mut position = start(&rules, "(White King a3) (Black Rook e2 d1) (Black King e3)");
        position.set_turn(1);
        play(&mut position, &["Rook d1 - d3"]);
        assert_eq!(moves(&mut position), [""; 0]);
        assert_eq!(end(&mut position), "Black wins: line 0, loss of White");
    }
}

// ---------------------------------------------------------------------------
// Partial moves
// ---------------------------------------------------------------------------

const HOPPER: &str = "(piece (name Man) (moves
    (move-type hop) (e (verify enemy?) capture e (verify empty?) (add-partial hop))
    (n (verify enemy?) capture n (verify empty?) (add-partial hop))
    (move-type walk) (n (verify empty?) add)))";

#[test]
fn section_9_4_the_same_piece_goes_on_with_moves_of_the_type() {
    let mut position =
        start(&with(&[TWO, HOPPER]), "(White Man a1 e1) (Black Rock b1 d1 c2) (Black Rook e3)");
    assert_eq!(moves(&mut position), ["partial 1 Man a1 - c1 x b1", "Man a1 - a2", "Man e1 - e2"]);
    play(&mut position, &["partial 1 Man a1 - c1 x b1"]);
    assert_eq!(position.turn(), 0, "the turn-order entry stays");
    // d1 cannot be jumped: e1 is taken.
    assert_eq!(moves(&mut position), ["partial 1 Man c1 - c3 x c2"]);
    play(&mut position, &["partial 1 Man c1 - c3 x c2"]);
    assert_eq!(position.turn(), 1, "with no way on the turn is over, silently");
}

#[test]
fn section_9_4_a_chain_may_be_ended_with_pass_partial_only() {
    let setup = "(White Man a1) (Black Rock b1 d1) (Black Rook e3)";
    let mut position = start(&with(&[TWO, HOPPER, "(option \"pass partial\" true)"]), setup);
    assert!(!moves(&mut position).contains(&"Pass".to_owned()), "not before the chain");
    play(&mut position, &["partial 1 Man a1 - c1 x b1"]);
    assert_eq!(moves(&mut position), ["partial 1 Man c1 - e1 x d1", "Pass"]);
    play(&mut position, &["Pass"]);
    assert_eq!((position.turn(), position.chain()), (1, None));
}

#[test]
fn section_9_4_without_a_type_all_moves_of_the_piece_follow_and_priorities_do_not_apply() {
    let man = "(piece (name Man) (moves (move-type hop) (e add-partial) (move-type walk) (n add)))
        (move-priorities hop walk)";
    let mut position = start(&with(&[TWO, man]), "(White Man a1 a2) (Black Rook e3)");
    assert_eq!(moves(&mut position), ["partial 0 Man a2 - b2", "partial 0 Man a1 - b1"]);
    play(&mut position, &["partial 0 Man a1 - b1"]);
    assert_eq!(moves(&mut position), ["partial 0 Man b1 - c1", "Man b1 - b2"]);
}

#[test]
fn section_9_4_a_type_without_moves_ends_the_turn() {
    let man = "(piece (name Man) (moves (e (add-partial notype))))";
    let mut position = start(&with(&[TWO, man]), "(White Man a1) (Black Rook e3)");
    let first = moves(&mut position);
    play(&mut position, &[&first[0]]);
    assert_eq!((position.turn(), position.chain()), (1, None));
}

#[test]
fn section_9_4_the_new_type_of_a_piece_that_changes_goes_on() {
    let man = "(piece (name Man) (moves (e (add-partial King))))";
    let mut position = start(&with(&[TWO, man]), "(White Man a1) (Black Rook e3)");
    play(&mut position, &["partial 0 Man a1 - b1 = King"]);
    assert_eq!(moves(&mut position), ["King b1 - b2", "King b1 - c1", "King b1 - a1"]);
}

#[test]
fn section_9_4_a_piece_that_is_captured_on_arrival_does_not_go_on() {
    let man = "(piece (name Man) (moves (e capture add-partial)))";
    let mut position = start(&with(&[TWO, man]), "(White Man a1) (White Rock a3) (Black Rook e3)");
    play(&mut position, &["partial 0 Man a1 - b1 x b1"]);
    assert_eq!(position.turn(), 1);
}

#[test]
fn section_9_4_a_way_on_that_is_illegal_does_not_keep_the_turn() {
    let man =
        "(piece (name Man) (moves (move-type first) (e (add-partial second)) (move-type second) (n add)))";
    let setup = "(White King a2) (White Man b2) (Black Rook e2) (Black King e3)";
    for (goal, turn) in [("", 0), (MATE, 1)] {
        let mut position = start(&with(&[TWO, man, goal]), setup);
        play(&mut position, &["partial 2 Man b2 - c2"]);
        // Going on to c3 would uncover the king.
        assert_eq!(position.turn(), turn, "{goal}");
    }
}

#[test]
fn section_9_4_last_from_and_last_to_are_of_the_part_just_played() {
    let man = "(piece (name Man) (moves (move-type first) (e (add-partial second))
        (move-type second) ((verify last-to?) (go last-from) n add)))";
    let mut position = start(&with(&[TWO, man]), "(White Man b1) (Black Rook e3)");
    play(&mut position, &["partial 2 Man b1 - c1"]);
    assert_eq!(moves(&mut position), ["Man c1 - b2"]);
}

// ---------------------------------------------------------------------------
// Maximal captures
// ---------------------------------------------------------------------------

#[test]
fn section_9_5_only_moves_that_start_a_longest_chain_are_legal() {
    let setup = "(White Man a1 a2) (Black Rock b1 b2 d1) (Black Rook e3)";
    let free = with(&[TWO, HOPPER, "(move-priorities hop walk)"]);
    let two = ["partial 2 Man a2 - c2 x b2", "partial 2 Man a1 - c1 x b1"];
    assert_eq!(listed(&free, setup), two);
    for value in ["true", "2"] {
        let rules = with(&[&free, &format!("(option \"maximal captures\" {value})")]);
        assert_eq!(listed(&rules, setup), ["partial 2 Man a1 - c1 x b1"]);
        // At every part of the chain: here both ways on have one part.
        let setup = "(White Man a1) (Black Rock b1 d1 c2) (Black Rook e3)";
        let mut position = start(&rules, setup);
        play(&mut position, &["partial 2 Man a1 - c1 x b1"]);
        assert_eq!(moves(&mut position).len(), 2);
    }
}

#[test]
fn section_9_5_parts_count_and_not_captured_pieces() {
    let man = "(piece (name Man) (moves (n (verify empty?) (add-partial on))
        (e (verify enemy?) capture e capture e add) (move-type on) (e (verify empty?) add)))
        (option \"maximal captures\" true)";
    let setup = "(White Man a1) (Black Rock b1 c1) (Black Rook e3)";
    assert_eq!(listed(&with(&[TWO, man]), setup), ["partial 1 Man a1 - a2"]);
}

#[test]
fn section_9_5_with_2_the_value_of_the_captured_decides_between_chains_of_one_length() {
    // A piece that comes later in the file counts more: Rock is behind Rook.
    let setup = "(White Man a1 a2) (Black Rook b1) (Black Rock b2)";
    let rules = |value| {
        with(&[TWO, HOPPER, "(move-priorities hop walk)", &format!("(option \"maximal captures\" {value})")])
    };
    assert_eq!(listed(&rules("true"), setup).len(), 2);
    assert_eq!(listed(&rules("2"), setup), ["partial 2 Man a2 - c2 x b2"]);
}

// ---------------------------------------------------------------------------
// Stocks, cascades, owners
// ---------------------------------------------------------------------------

const DROPPED: &str =
    "(piece (name Man) (moves (n add)) (drops ((verify empty?) (verify (position? b2)) add)))";

#[test]
fn section_8_recycled_captures_come_to_the_stock_of_their_own_player() {
    let rules = with(&[TWO, DROPPED, "(option \"recycle captures\" true)"]);
    let mut position = start(&rules, "(White Man a1) (Black Man a2 e1)");
    play(&mut position, &["Man a1 x a2"]);
    assert_eq!(board(&position), "a2 White Man, e1 Black Man, Black Man off 1");
    assert_eq!(moves(&mut position), ["Man e1 - e2", "Black Man b2"]);
    play(&mut position, &["Black Man b2"]);
    assert_eq!(board(&position), "a2 White Man, b2 Black Man, e1 Black Man");
    position.undo();
    position.undo();
    assert_eq!(board(&position), "a2 Black Man, a1 White Man, e1 Black Man");
    let mut gone = start(&with(&[TWO, DROPPED]), "(White Man a1) (Black Man a2 e1)");
    play(&mut gone, &["Man a1 x a2"]);
    assert_eq!(board(&gone), "a2 White Man, e1 Black Man");
}

#[test]
fn section_7_drops_are_tried_on_squares_not_on_killed_or_dummy_ones() {
    let sections = r#"(title "Small") (players White Black) (turn-order White Black)
        (board (positions (a 0 0 9 9) (b 10 0 19 9) (c 20 0 29 9) (d 30 0 39 9)) (dummy c) (kill-positions d))
        (piece (name Man) (drops ((verify empty?) add))) (board-setup (White (Man off 1)) (Black (Man b)))"#;
    let mut position = game(&format!("(game {sections})")).start();
    assert_eq!(moves(&mut position), ["White Man a"]);
}

#[test]
fn section_12_recycled_promotions_take_the_new_piece_from_the_stock() {
    let man = "(piece (name Man) (moves (n (add Rook Rock))))";
    let rules = with(&[TWO, man, "(option \"recycle promotions\" true)"]);
    let mut position = start(&rules, "(White Man a1) (White Rook off 1) (Black Rock off 1) (Black Rook e3)");
    assert_eq!(moves(&mut position), ["Man a1 - a2 = Rook"], "there is no white Rock in stock");
    play(&mut position, &["Man a1 - a2 = Rook"]);
    assert_eq!(board(&position), "a2 White Rook, e3 Black Rook, White Man off 1, Black Rock off 1");
    assert_eq!(listed(&with(&[TWO, man]), "(White Man a1) (Black Rook e3)").len(), 2);
}

#[test]
fn section_12_discarded_cascades_leave_the_board() {
    let man = "(piece (name Man) (moves (e cascade e add)))";
    let setup = "(White Man a1) (Black Rock b1) (Black Rook e3)";
    for (option, expected) in
        [("true", "b1 White Man, e3 Black Rook"), ("false", "b1 White Man, c1 Black Rock, e3 Black Rook")]
    {
        let rules = with(&[TWO, man, &format!("(option \"discard cascades\" {option})")]);
        let mut position = start(&rules, setup);
        play(&mut position, &["Man a1 x b1 Rock b1 - c1"]);
        assert_eq!(board(&position), expected);
    }
}

#[test]
fn section_14_flip_goes_round_the_players_who_are_neither_neutral_nor_random() {
    let rules = "(players White ?Dice Black Grey Red) (turn-order White Black ?Dice Red)
        (piece (name Man) (moves ((flip a3) (flip b3) (flip c3) (flip d3) (flip e3) n add)))";
    let setup = "(White Man a1) (White Rock a3) (Black Rock b3) (Red Rock c3) (Grey Rock d3) (Black King e1)";
    let mut position = start(rules, setup);
    play(&mut position, &["Man a1 - a2 flip a3 flip b3 flip c3 flip d3 flip e3"]);
    let expected = "a3 Black Rock, a2 White Man, b3 Red Rock, c3 White Rock, d3 Grey Rock, e1 Black King";
    assert_eq!(board(&position), expected);
}

#[test]
fn section_7_1_changed_owners_among_three_players() {
    let rules = "(players White Black Red) (turn-order White Black Red)
        (piece (name Man) (moves ((change-owner Red b1) (create Black King c1) n change-owner add)))";
    let mut position = start(rules, "(White Man a1) (Black Rock b1) (Red King e3)");
    play(&mut position, &["Man a1 - a2 = Red on b1 Black King c1 = White on a2"]);
    assert_eq!(board(&position), "a2 White Man, b1 Red Rock, c1 Black King, e3 Red King");
}

#[test]
fn section_7_2_a_drop_has_a_last_to_and_no_last_from() {
    let man = "(piece (name Man) (drops ((verify (position? b2)) add)))
        (piece (name Eye) (moves ((verify (last-to? b2)) e add)
            ((go last-from) n add)))";
    let mut position = start(&with(&[TWO, man]), "(White Man off 1) (Black Eye c1)");
    play(&mut position, &["White Man b2"]);
    assert_eq!(moves(&mut position), ["Eye c1 - d1"]);
}

// ---------------------------------------------------------------------------
// Royal pieces
// ---------------------------------------------------------------------------

const MATE: &str = "(loss-condition (White Black) (checkmated King))";

#[test]
fn section_9_6_a_royal_piece_may_not_be_left_attacked() {
    let rules = with(&[TWO, STEP, MATE]);
    // The man is pinned on the rank; the king keeps off the file of the other rook.
    let setup = "(White King a2) (White Man c2) (Black Rook e2 b3) (Black King e3)";
    assert_eq!(listed(&rules, setup), ["King a2 - a1"]);
}

#[test]
fn section_9_6_only_the_player_who_moves_next_matters() {
    let order = "(players White Black) (turn-order White White Black Black)";
    let rules = with(&[order, STEP, MATE]);
    let setup = "(White King a1) (White Rook c1) (Black King e3)";
    let first = listed(&rules, setup);
    // On the first of two moves no check may be given: White could take next.
    assert!(!first.contains(&"Rook c1 - c3".to_owned()) && !first.contains(&"Rook c1 - e1".to_owned()));
    assert!(first.contains(&"Rook c1 - d1".to_owned()));
    let mut second = start(&rules, setup);
    second.set_turn(1);
    let second = moves(&mut second);
    assert!(second.contains(&"Rook c1 - c3".to_owned()) && second.contains(&"Rook c1 - e1".to_owned()));
    // And one may move into check on the first, not on the second.
    let mut exposed = start(&rules, "(White King a1) (Black Rook b3) (Black King e3)");
    let into_check = "King a1 - b1".to_owned();
    assert!(moves(&mut exposed).contains(&into_check));
    exposed.set_turn(1);
    assert!(!moves(&mut exposed).contains(&into_check));
}

#[test]
fn section_9_6_a_captured_goal_for_the_same_piece_turns_the_filter_off() {
    let setup = "(White King a2) (White Man c2) (Black Rook e2) (Black King e3)";
    let pinned = "Man c2 - c3".to_owned();
    let both = with(&[TWO, STEP, MATE, "(loss-condition (White Black) (captured King))"]);
    assert!(listed(&both, setup).contains(&pinned));
    // A goal for another type or another player does not.
    for other in
        ["(loss-condition (White Black) (captured Rook))", "(loss-condition (Black) (captured King))"]
    {
        assert!(!listed(&with(&[TWO, STEP, MATE, other]), setup).contains(&pinned), "{other}");
    }
}

#[test]
fn section_9_6_royal_are_those_of_any_goal_line_except_under_not() {
    let setup = "(White King a2) (White Man c2) (Black Rook e2) (Black King e3)";
    let pinned = "Man c2 - c3".to_owned();
    for (goal, is_royal) in [
        ("(win-condition (White) (checkmated King))", true),
        ("(draw-condition (White) (and (checkmated King) (pieces-remaining 9)))", true),
        ("(loss-condition (White) (or stalemated (checkmated Rock King)))", true),
        ("(draw-condition (White) (and stalemated (not (checkmated King))))", false),
        ("(loss-condition (Black) (checkmated King))", false),
    ] {
        let moves = listed(&with(&[TWO, STEP, goal]), setup);
        assert_eq!(!moves.contains(&pinned), is_royal, "{goal}");
    }
}

#[test]
fn section_9_6_all_royal_pieces_must_be_safe_and_drops_are_tried_too() {
    let man = "(piece (name Man) (drops ((verify empty?) add)))";
    let setup = "(White King a2 a1) (White Man off 1) (Black Rook e2) (Black King e3)";
    let rules = with(&[TWO, man, MATE]);
    // Both kings' lines count: only what stops the rook on the second rank is legal.
    let expected = ["King a2 - a3", "White Man b2", "White Man c2", "White Man d2"];
    assert_eq!(listed(&rules, setup), expected);
}

#[test]
fn section_11_an_attack_by_a_cascade_is_an_attack() {
    let pusher = "(piece (name Man) (moves (n cascade n add)))";
    let setup = "(White King a2) (Black Man b1) (Black King e3)";
    let rules = with(&[TWO, pusher, MATE]);
    // On b2 the king would be pushed on to b3.
    assert!(!listed(&rules, setup).contains(&"King a2 - b2".to_owned()));
}

#[test]
fn section_11_an_attack_test_inside_an_attack_test_is_answered_once() {
    // An Emperor takes what is not protected, and protects by the same rule.
    let emperor = "(piece (name Emperor) (moves (e (verify not-friend?) (verify not-attacked?) add)
            (w (verify not-friend?) (verify not-attacked?) add)))
        (piece (name Man) (moves (n (verify not-friend?) add)))";
    let rules = with(&[TWO, emperor]);
    assert_eq!(listed(&rules, "(White Emperor a2) (Black Rock b2)"), ["Emperor a2 x b2"]);
    assert_eq!(listed(&rules, "(White Emperor a2) (Black Rock b2) (Black Man b1)"), [""; 0]);
    // The emperor on c2 may not take on b2: the one on a2 attacks it.
    assert_eq!(listed(&rules, "(White Emperor a2) (Black Emperor b2 c2)"), ["Emperor a2 x b2"]);
}
