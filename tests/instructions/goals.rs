//! How games end (specification, 10 and 12.1).

use super::trial::{end, game, moves, play, set_up};
use zrf::game::Position;

/// Five files and three ranks; a Man steps and takes in four directions, a Rook slides, a Rock stands.
const PARTS: &str = r#"
    (players White Black) (turn-order White Black)
    (board
        (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (10 0)) ("3/2/1" (0 10)))
            (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
        (symmetry Black (n s) (s n))
        (zone (name home) (players White) (positions c3 d3 e3))
        (zone (name home) (players Black) (positions a1 b1 c1)))
    (board-setup (White (Man a1)) (Black (Man e1)))
    (piece (name Man) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)
        (e (verify not-friend?) add) (w (verify not-friend?) add)))
    (piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)
        (e (verify not-friend?) add) (w (verify not-friend?) add)))
    (piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)
        (s (while empty? add s) (verify not-friend?) add) (e (while empty? add e) (verify not-friend?) add)
        (w (while empty? add w) (verify not-friend?) add)))
    (piece (name Rock))"#;

#[track_caller]
fn start(sections: &str, setup: &str) -> Position {
    let game = game(&format!("(game (title \"Trial\") {PARTS} {sections})"));
    let mut position = game.start();
    position.clear();
    set_up(&mut position, setup);
    position
}

/// How the game ends with the last of these moves. Before it, it has not ended.
#[track_caller]
fn after(sections: &str, setup: &str, played: &[&str]) -> String {
    let ends = [false, true].map(|is_plain| {
        let mut position = start(sections, setup);
        position.set_plain_attacks(is_plain);
        for mv in played {
            assert_eq!(end(&mut position), "no", "before {mv}: {sections}");
            play(&mut position, &[mv]);
        }
        let end = end(&mut position);
        assert_eq!(moves(&mut position).is_empty(), end != "no", "there are moves until the game ends");
        end
    });
    assert_eq!(ends[0], ends[1], "attacks by the plain definition");
    ends[0].clone()
}

/// Whether a goal of White's holds after `Man a1 - a2`.
#[track_caller]
fn holds(goal: &str, setup: &str) -> bool {
    let sections = format!("(win-condition (White) {goal})");
    match after(&sections, &format!("(White Man a1) {setup}"), &["Man a1 - a2"]).as_str() {
        "no" => false,
        "White wins: line 0, win of White" => true,
        other => panic!("{goal} on {setup}: {other}"),
    }
}

#[track_caller]
fn check(goal: &str, holding: &[&str], not_holding: &[&str]) {
    for setup in holding {
        assert!(holds(goal, setup), "{goal} holds on {setup}");
    }
    for setup in not_holding {
        assert!(!holds(goal, setup), "{goal} does not hold on {setup}");
    }
}

/// Someone for Black to move.
const FOE: &str = "(Black Man e1)";

#[test]
fn captured_speaks_of_the_pieces_of_a_player_that_the_move_took() {
    let setup = "(White Man a1 c1) (Black Rock a2) (Black King c2) (Black Man e1)";
    let loss = "(loss-condition (Black) (captured Rock))";
    assert_eq!(after(loss, setup, &["Man a1 x a2"]), "White wins: line 0, loss of Black");
    assert_eq!(after(loss, setup, &["Man c1 x c2"]), "no");
    // Also when it is not the first of the list, and never of the other player.
    let list = "(loss-condition (White Black) (captured King Rock))";
    assert_eq!(after(list, setup, &["Man a1 x a2"]), "White wins: line 0, loss of Black");
    assert_eq!(after("(loss-condition (White) (captured Rock))", setup, &["Man a1 x a2"]), "no");
    // Only of the move just made.
    let later = "(loss-condition (Black) (and (captured Rock) (pieces-remaining 1)))";
    assert_eq!(after(later, setup, &["Man a1 x a2", "Man e1 - e2", "Man c1 x c2"]), "no");
}

#[test]
fn checkmated_needs_an_attack_and_no_legal_move() {
    let loss = "(loss-condition (White Black) (checkmated King))";
    // One rook takes the second rank, the other gives check on the third.
    let setup = "(White Rook e2 d1) (White King e1) (Black King a3)";
    assert_eq!(after(loss, setup, &["Rook d1 - d3"]), "White wins: line 0, loss of Black");
    assert_eq!(after(loss, "(White Rook d1) (White King e1) (Black King a3)", &["Rook d1 - d3"]), "no");
    // Taking the piece that gives check is a way out.
    assert_eq!(after(loss, "(White Rook e2 b1) (White King e1) (Black King a3)", &["Rook b1 - b3"]), "no");
    // A win of the one is no loss of the other, but ends the game as well.
    let win = "(win-condition (Black) (checkmated King))";
    assert_eq!(after(win, setup, &["Rook d1 - d3"]), "Black wins: line 0, win of Black");
}

#[test]
fn stalemated_needs_no_attack_and_no_legal_move() {
    let goals = "(loss-condition (White Black) (checkmated King)) (draw-condition (White Black) stalemated)";
    let setup = "(White Rook e2 c1) (White King e1) (Black King a3)";
    assert_eq!(after(goals, setup, &["Rook c1 - b1"]), "draw: line 1, draw of Black");
    assert_eq!(after(goals, setup, &["Rook c1 - d1"]), "no");
    // It is tested for the player to move: here Black, who is not listed.
    let white = "(draw-condition (White) stalemated)";
    let stuck = "(White Man a1) (Black Rock e3)";
    assert_eq!(after(white, stuck, &["Man a1 - a2"]), "draw: no moves in entry 1");
    let black = "(loss-condition (Black) stalemated)";
    assert_eq!(after(black, stuck, &["Man a1 - a2"]), "White wins: line 0, loss of Black");
    assert_eq!(after(&format!("{black} (option \"pass turn\" forced)"), stuck, &["Man a1 - a2"]), "no");
    assert_eq!(after(&format!("{black} (option \"pass turn\" true)"), stuck, &["Man a1 - a2"]), "no");
}

#[test]
fn a_player_without_moves_draws_where_no_goal_speaks() {
    assert_eq!(after("", "(White Man a1) (Black Rock e3)", &["Man a1 - a2"]), "draw: no moves in entry 1");
}

#[test]
fn repetition_is_the_third_time_and_speaks_of_who_moved() {
    let setup = "(White Man a1) (Black Man e1)";
    let round = ["Man a1 - a2", "Man e1 - e2", "Man a2 - a1", "Man e2 - e1"];
    let twice = [round, round].concat();
    // The position after Black's last move is that of the start.
    assert_eq!(
        after("(draw-condition (White Black) repetition)", setup, &twice),
        "draw: line 0, draw of Black"
    );
    assert_eq!(
        after("(loss-condition (Black) repetition)", setup, &twice),
        "White wins: line 0, loss of Black"
    );
    assert_eq!(after("(win-condition (White) repetition)", setup, &twice), "no");
    let next = [&twice[..], &["Man a1 - a2"]].concat();
    assert_eq!(after("(win-condition (White) repetition)", setup, &next), "White wins: line 0, win of White");
}

#[test]
fn repetition_compares_attributes_stocks_and_the_entry() {
    let draw = "(draw-condition (White Black) repetition)";
    let round = ["Man a1 - a2", "Man e1 - e2", "Man a2 - a1", "Man e2 - e1"];
    let twice = [round, round].concat();
    // The entry differs every other time.
    let order = format!("{draw} (turn-order White Black White Black)");
    assert_eq!(after(&order, "(White Man a1) (Black Man e1)", &twice), "draw: line 0, draw of Black");
    let order = format!("{draw} (turn-order White Black repeat White Black White Black White Black)");
    assert_eq!(after(&order, "(White Man a1) (Black Man e1)", &twice), "no");
    // The first move of each man sets an attribute: the start does not come again.
    let once = "(piece (name Man) (attribute fresh true) (moves (n (set-attribute fresh false) add)
        (s (set-attribute fresh false) add)))";
    let mut position = start(&format!("{draw} {once}"), "(White Man a1) (Black Man e1)");
    let steps =
        ["Man a1 - a2 @ a2 0 0", "Man e1 - e2 @ e2 0 0", "Man a2 - a1 @ a1 0 0", "Man e2 - e1 @ e1 0 0"];
    for mv in [steps, steps].concat() {
        assert_eq!(end(&mut position), "no");
        play(&mut position, &[mv]);
    }
    assert_eq!(end(&mut position), "no", "the start was another position");
    play(&mut position, &steps[..1]);
    assert_eq!(end(&mut position), "no");
    play(&mut position, &steps[1..2]);
    assert_eq!(end(&mut position), "draw: line 0, draw of Black");
}

#[test]
fn repetition_is_not_looked_for_inside_a_chain() {
    let man = "(piece (name Man) (moves (n add-partial) (s add-partial))) (option \"pass partial\" true)
        (draw-condition (White Black) repetition)";
    let mut position = start(man, "(White Man a1) (Black Man e1)");
    for _ in 0..3 {
        play(&mut position, &["partial 0 Man a1 - a2", "partial 0 Man a2 - a1"]);
        assert_eq!(end(&mut position), "no");
    }
}

#[test]
fn pieces_remaining_counts_exactly() {
    let goal = "(pieces-remaining 3)";
    check(goal, &["(White Rock c1 c2) (Black Man e1)"], &[FOE, "(White Rock c1 c2 c3) (Black Man e1)"]);
    let rocks = "(pieces-remaining 2 Rock)";
    check(
        rocks,
        &["(White Rock c1 c2) (Black Rock c3) (Black Man e1)"],
        &[FOE, "(White Rock c1) (Black Man e1) (Black Rock c2)"],
    );
    check("(pieces-remaining 0 King)", &[FOE], &["(White King c1) (Black Man e1)"]);
}

#[test]
fn pieces_in_stock_remain_unless_captures_are_recycled() {
    let setup = "(White Man a1) (White Rock off 1) (Black Man e1)";
    for drops in ["", "(piece (name Rock) (drops ((verify (position? c3)) add)))"] {
        let goals = format!("(win-condition (White) (pieces-remaining 2)) {drops}");
        assert_eq!(after(&goals, setup, &["Man a1 - a2"]), "White wins: line 0, win of White", "{drops}");
        let goals = format!(
            "(win-condition (White) (pieces-remaining 1)) (option \"recycle captures\" true) {drops}"
        );
        assert_eq!(after(&goals, setup, &["Man a1 - a2"]), "White wins: line 0, win of White", "{drops}");
        let goals = format!("(win-condition (White) (total-piece-count 3)) {drops}");
        assert_eq!(after(&goals, setup, &["Man a1 - a2"]), "White wins: line 0, win of White", "{drops}");
    }
}

#[test]
fn total_piece_count_is_of_all_players() {
    check("(total-piece-count 3)", &["(White Rock c1) (Black Man e1)", "(Black Man e1 e2)"], &[FOE]);
    check(
        "(total-piece-count 2 Rock)",
        &["(White Rock c1) (Black Rock c2) (Black Man e1)"],
        &["(White Rock c1) (Black Man e1)"],
    );
}

#[test]
fn an_absolute_configuration_needs_all_its_places() {
    check("(absolute-config Man (a2))", &[FOE], &[]);
    check("(absolute-config Man a2)", &[FOE], &[]);
    check(
        "(absolute-config Man Rock (a2 b2))",
        &["(White Rock b2) (Black Man e1)", "(White Man b2) (Black Man e1)"],
        &[FOE, "(Black Rock b2) (Black Man e1)", "(White King b2) (Black Man e1)"],
    );
    // Of a zone one position is enough; it is that of the player.
    check(
        "(absolute-config Rock (home))",
        &["(White Rock d3) (Black Man e1)"],
        &["(White Rock b1) (Black Man e1)", "(Black Rock d3 e1) (Black Man e2)"],
    );
    check("(absolute-config Man Rock (a2 home))", &["(White Rock e3) (Black Man e1)"], &[FOE]);
}

#[test]
fn an_occupant_may_be_of_others_of_several_types_or_none() {
    let (own, other, none) = ("(White Rock b2) (Black Man e1)", "(Black Rock b2) (Black Man e1)", FOE);
    let king = "(White King b2) (Black Man e1)";
    check("(absolute-config (any-owner Rock) (b2))", &[own, other], &[none, king]);
    check("(absolute-config any-owner Rock (b2))", &[own, other], &[none, king]);
    check("(absolute-config (opponent Rock King) (b2))", &[other], &[own, none, king]);
    check("(absolute-config empty? (b2))", &[none], &[own, other, king]);
    check("(absolute-config (not Rock) (b2))", &[none, other, king], &[own]);
    check("(absolute-config (Rock King) (b2))", &[own, king], &[other, none]);
}

#[test]
fn a_relative_configuration_matches_from_any_position() {
    check(
        "(relative-config Rock e Rock)",
        &["(White Rock b1 c1) (Black Man e1)", "(White Rock d3 e3) (Black Man e1)"],
        &["(White Rock b1) (Black Rock c1) (Black Man e1)", "(White Rock c1 c2) (Black Man e1)", FOE],
    );
    check("(relative-config Man n n Rock)", &[], &["(White Rock a3) (Black Man e1)"]);
    check("(relative-config Man n Rock)", &["(White Rock a3) (Black Man e1)"], &[FOE]);
    check(
        "(relative-config Man n empty? e (Rock King))",
        &["(White King b3) (Black Man e1)"],
        &["(Black King b3) (Black Man e1)"],
    );
    check(
        "(relative-config (opponent Rock) n (any-owner Rock) n (not Rock))",
        &["(Black Rock c1) (White Rock c2) (Black Man e1)"],
        &["(Black Rock c1) (White Rock c2 c3) (Black Man e1)"],
    );
}

#[test]
fn directions_of_a_relative_configuration_are_those_of_the_player() {
    let goals = "(loss-condition (Black) (relative-config Rock n King))";
    let played = &["Man a1 - a2"];
    let below = "(White Man a1) (Black Rock c3) (Black King c2)";
    let above = "(White Man a1) (Black Rock c2) (Black King c3)";
    assert_eq!(after(goals, below, played), "White wins: line 0, loss of Black");
    assert_eq!(after(goals, above, played), "no");
}

#[test]
fn goals_combine() {
    check(
        "(and (absolute-config Man (a2)) (pieces-remaining 2))",
        &["(White Rock c1) (Black Man e1)"],
        &[FOE],
    );
    check("(or (pieces-remaining 5) (pieces-remaining 2))", &["(White Rock c1) (Black Man e1)"], &[FOE]);
    check("(not (pieces-remaining 1))", &["(White Rock c1) (Black Man e1)"], &[FOE]);
    check(
        "(and (or (pieces-remaining 1) (pieces-remaining 2)) (not (and (pieces-remaining 2) (not (absolute-config Rock (c1))))))",
        &[FOE, "(White Rock c1) (Black Man e1)"],
        &["(White Rock c2) (Black Man e1)", "(White Rock c1 c2) (Black Man e1)"],
    );
    check(
        "(and (relative-config Man e Rock) (not (relative-config Man n Rock)))",
        &["(White Rock b2) (Black Man e1)"],
        &["(White Rock b2 a3) (Black Man e1)", FOE],
    );
}

#[test]
fn the_first_goal_in_the_file_decides_and_within_it_who_moved() {
    let setup = "(White Man a1) (Black Man e1)";
    let both =
        "(draw-condition (White Black) (pieces-remaining 1)) (win-condition (White) (pieces-remaining 1))";
    assert_eq!(after(both, setup, &["Man a1 - a2"]), "draw: line 0, draw of White");
    let both =
        "(win-condition (White) (pieces-remaining 1)) (draw-condition (White Black) (pieces-remaining 1))";
    assert_eq!(after(both, setup, &["Man a1 - a2"]), "White wins: line 0, win of White");
    let listed = "(win-condition (Black White) (pieces-remaining 1))";
    assert_eq!(after(listed, setup, &["Man a1 - a2"]), "White wins: line 0, win of White");
}

#[test]
fn goals_are_tested_for_players_who_did_not_move_too() {
    let loss = "(loss-condition (White Black) (pieces-remaining 1 Man))";
    let setup = "(White Man a1 b1) (Black Man a2 e1)";
    assert_eq!(after(loss, setup, &["Man a1 x a2"]), "White wins: line 0, loss of Black");
}

#[test]
fn goals_are_tested_after_each_part_of_a_partial_move() {
    let man = "(piece (name Man) (moves (n add-partial))) (win-condition (White) (absolute-config Man (a2)))";
    assert_eq!(
        after(man, "(White Man a1) (Black Man e1)", &["partial 0 Man a1 - a2"]),
        "White wins: line 0, win of White"
    );
}

#[test]
fn a_count_is_won_by_more_pieces_on_the_board() {
    let count = "(count-condition (White Black) (absolute-config Man (a2)))";
    let played = &["Man a1 - a2"];
    assert_eq!(
        after(count, "(White Man a1) (White Rock c1) (Black Man e1)", played),
        "White wins: line 0, count of White"
    );
    assert_eq!(
        after(count, "(White Man a1) (Black Man e1 e2)", played),
        "Black wins: line 0, count of White"
    );
    assert_eq!(
        after(count, "(White Man a1) (Black Man e1) (Black Rock off 3)", played),
        "draw: line 0, count of White"
    );
}

#[test]
fn a_win_of_a_player_as_whom_another_moved_is_the_others() {
    let goals =
        "(turn-order (Black White) (White Black)) (win-condition (White Black) (absolute-config Man (a2)))";
    assert_eq!(
        after(goals, "(White Man a1) (Black Man e1)", &["Man a1 - a2"]),
        "Black wins: line 0, win of White"
    );
}

#[test]
fn in_a_solitaire_a_loss_has_no_winner() {
    let sections = "(players White) (turn-order White) (loss-condition (White) (absolute-config Man (a2)))";
    // With one player there is nobody else to win.
    let text = PARTS
        .replace("(players White Black) (turn-order White Black)", "")
        .replace("(Black (Man e1))", "")
        .replace("(symmetry Black (n s) (s n))", "")
        .replace("(zone (name home) (players Black) (positions a1 b1 c1))", "");
    let mut position = game(&format!("(game (title \"Trial\") {text} {sections})")).start();
    play(&mut position, &["Man a1 - a2"]);
    assert_eq!(end(&mut position), "White loses: line 0, loss of White");
}

#[test]
fn without_progress_the_game_is_drawn() {
    let option = "(option \"no-progress draw\" 2)";
    let setup = "(White Man a1) (White Rook c1) (Black Man e1) (Black Rook c3)";
    let quiet = ["Man a1 - a2", "Man e1 - e2", "Man a2 - a1", "Man e2 - e1"];
    assert_eq!(after(option, setup, &quiet), "draw: no progress in 2");
    // Taking is progress.
    let taken = ["Man a1 - a2", "Man e1 - e2", "Rook c1 x c3", "Man e2 - e1", "Man a2 - a1"];
    assert_eq!(after(option, setup, &taken), "no");
    let drawn = [&taken[..], &["Man e1 - e2"]].concat();
    assert_eq!(after(option, setup, &drawn), "no", "Black's turn of the taking is the first quiet one");
    let pieces = format!("{option} (option \"progress pieces\" \"Rock Man\")");
    assert_eq!(after(&pieces, setup, &quiet), "no");
    let rooks = ["Rook c1 - c2", "Rook c3 - d3", "Rook c2 - c1", "Rook d3 - c3"];
    assert_eq!(after(&pieces, setup, &rooks), "draw: no progress in 2");
}
