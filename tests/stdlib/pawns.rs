//! Pawns, promotion and drops.

use crate::trial::{Trial, goes, writes};

#[test]
fn pawns_step_and_run_straight_ahead() {
    goes("(pawn-step add)", "(White X d2)", "d3");
    goes("(pawn-step add)", "(White X d2) (Black Man d3)", "");
    goes("(pawn-double second-rank add)", "(White X d2)", "d4");
    goes("(pawn-double second-rank add)", "(White X d3)", "");
    goes("(pawn-double second-rank add)", "(White X d2) (Black Man d3)", "");
    goes("(pawn-triple second-rank add)", "(White X d2)", "d4 d5");
    goes("(pawn-triple second-rank add)", "(White X d2) (Black Man d5)", "d4");
    goes("(pawn-run second-rank near-half add)", "(White X d2)", "d3 d4");
    goes("(pawn-run near-half near-half add)", "(White X d3)", "d4");
    goes("(pawn-run near-half near-half add)", "(White X d5)", "");
    goes("(pawn-sidle add)", "(White X d2) (Black Man c2)", "e2");
}

#[test]
fn pawns_capture_ahead_and_some_sideways() {
    let beset = "(White X d2) (Black Man c3 d3 c2) (White Man e3)";
    goes("(pawn-captures add)", beset, "c3");
    goes("(pawn-captures-sideways near-half add)", beset, "c2");
    goes("(pawn-captures-sideways last-rank add)", beset, "");
}

#[test]
fn black_pawns_go_the_other_way() {
    let trial = Trial::of("(pawn-step add) (pawn-double second-rank add) (pawn-captures add)");
    let mut trial = trial.set("(Black X d7) (White Man e6)").turn(1);
    assert_eq!(trial.destinations("X"), ["d5", "d6", "e6"]);
}

/// The texts of White's moves after a Black X has run.
fn in_passing(moves: &str, setup: &str, from: &str, to: &str) -> Vec<String> {
    let mut trial = Trial::of(moves).set(setup).last(from, to);
    trial.texts()
}

#[test]
fn a_double_step_is_taken_in_passing_at_once_only() {
    let setup = "(White X e5) (Black X d5)";
    for moves in ["(en-passant X add)", "(en-passant-triple X add)", "(en-passant-any X add)"] {
        assert_eq!(in_passing(moves, setup, "d7", "d5"), ["X e5 - d6 x d5"], "{moves}");
        assert!(in_passing(moves, setup, "d6", "d5").is_empty(), "{moves}");
        assert!(in_passing(moves, setup, "a2", "a3").is_empty(), "{moves}");
        let other = "(White X e5) (Black Man d5)";
        assert!(in_passing(moves, other, "d7", "d5").is_empty(), "{moves}");
    }
    assert_eq!(in_passing("(in-passing X nw n s add)", setup, "d7", "d5"), ["X e5 - d6 x d5"]);
    assert!(in_passing("(in-passing X ne n s add)", setup, "d7", "d5").is_empty());
}

#[test]
fn a_triple_step_is_taken_on_either_square_it_passed() {
    let setup = "(White X e5 c4) (Black X d4)";
    for moves in ["(en-passant-triple X add)", "(en-passant-any X add)"] {
        let texts = in_passing(moves, setup, "d7", "d4");
        assert_eq!(texts, ["X c4 - d5 x d4", "X e5 - d6 x d4"], "{moves}");
    }
}

#[test]
fn a_run_of_any_length_is_taken_wherever_it_passed() {
    let setup = "(White X c5 c4 e3 e2) (Black X d3)";
    let texts = in_passing("(en-passant-any X add)", setup, "d7", "d3");
    assert_eq!(texts, ["X c4 - d5 x d3", "X c5 - d6 x d3", "X e3 - d4 x d3"]);
    assert_eq!(
        in_passing("(en-passant-run ne X add)", setup, "d7", "d3"),
        ["X c4 - d5 x d3", "X c5 - d6 x d3"]
    );
}

#[test]
fn promotion_is_asked_for_in_its_zone_only() {
    let moves = "(pawn-step (promoting last-rank (add Man Other) add))";
    writes(moves, "(White X d7)", &["X d7 - d8 = Man", "X d7 - d8 = Other"]);
    writes(moves, "(White X d6)", &["X d6 - d7"]);
}

#[test]
fn limited_promotion_counts_the_men_on_the_board() {
    let moves = "(pawn-step (limited))";
    let census = "(define limited (survey (census)) (choices))
        (define census (tally-1 Man) (tally-2 Other))
        (define choices (recover Man) (recover Other))";
    let texts = |setup: &str| Trial::with(census, moves).set(setup).texts();
    assert_eq!(texts("(White X d7)"), ["X d7 - d8 = Man", "X d7 - d8 = Other"]);
    assert_eq!(texts("(White X d7) (White Man a1)"), ["X d7 - d8 = Other"]);
    assert_eq!(texts("(White X d7) (White Man h8) (White Other a8)"), ["X d7 - d8 = Other"]);
    assert!(texts("(White X d7) (White Man h1) (White Other a8 e4)").is_empty());
    assert_eq!(texts("(White X d7) (Black Man a1) (White Other a8 e4)"), ["X d7 - d8 = Man"]);
    let black = Trial::with(census, moves).set("(Black X d2) (Black Other a8 h1)").turn(1).texts();
    assert_eq!(black, ["X d2 - d1 = Man"]);
}

#[test]
fn a_survey_visits_every_square_and_a_rank_survey_those_to_the_east() {
    let macros = "(define look (if (piece? Man) (set-flag seen true)))
        (define everywhere (survey (look)) (verify (flag? seen)) add)
        (define eastward to (survey-rank (look)) (verify (flag? seen)) add)";
    for file in 'a'..='h' {
        for rank in 1..=8 {
            let square = format!("{file}{rank}");
            if square == "d4" || square == "d5" {
                continue;
            }
            let setup = format!("(White X d4) (Black Man {square})");
            let found = Trial::with(macros, "(step n (everywhere))").set(&setup).texts();
            assert_eq!(found, ["X d4 - d5"], "a man on {square}");
            let east = Trial::with(macros, "(step n (eastward))").set(&setup).texts();
            assert_eq!(east.len(), usize::from(rank == 5 && file > 'd'), "a man on {square}");
        }
    }
    let none = Trial::with(macros, "(step n (everywhere))").set("(White X d4)").texts();
    assert!(none.is_empty());
}

#[test]
fn waiting_men_ripen_with_each_move_of_their_owner() {
    let macros = "(define older-add (on-last-rank (older)) add)
        (define older (ripen Man Other))
        (define hatch (leave) (on-last-rank (older)) add)";
    let trial = || Trial::with(macros, "(step n (older-add))");
    let waiting = "(White X d2) (White Man a8 h8 a7) (Black Man c8)";
    assert_eq!(trial().set(waiting).texts(), ["X d2 - d3 = Other on a8 h8"]);
    let rider = Trial::with(macros, "(ride n (older-add))").set("(White X d6) (White Man h8)").texts();
    assert_eq!(rider, ["X d6 - d7 = Other on h8", "X d6 - d8 = Other on h8"]);
    let hatching = "(piece (name Man) (moves (step s (hatch))))";
    let texts = Trial::pieces(macros, hatching).set("(White Man a8 b8)").texts();
    assert_eq!(texts, ["Man a8 - a7 = Other on b8", "Man b8 - b7 = Other on a8"]);
}

/// Where White may drop an X.
fn drops(block: &str, setup: &str) -> Vec<String> {
    Trial::pieces("", &format!("(piece (name X) (drops {block}))")).set(setup).texts()
}

#[test]
fn drops_go_to_empty_squares() {
    let full = "(White X off 1) (White Man d1)";
    let anywhere = drops("(drop add)", full);
    assert_eq!(anywhere.len(), 63);
    assert!(!anywhere.contains(&"White X d1".to_owned()));
    assert_eq!(drops("(drop-in first-rank add)", full).len(), 7);
    assert_eq!(drops("(drop-outside first-rank add)", full).len(), 56);
    assert!(drops("(drop add)", "(White Man d1)").is_empty());
}

#[test]
fn a_drop_may_come_with_a_thrust() {
    let field = "(White X off 1) (White Man a2 b2 c2 d2 e2 f2 g2) (Black Man h5)";
    assert_eq!(
        drops("(drop-and-thrust second-rank near-half add)", field),
        ["White X h2", "White X h3", "White X h4"]
    );
}

#[test]
fn one_man_a_file_is_the_limit() {
    let field = "(White X off 1) (White Man a2 b8 c5) (Black Man d4) (White Other e1)";
    let texts = drops("(drop-one-a-file Man add)", field);
    assert_eq!(texts.len(), 7 + 7 + 3 * 8);
    assert!(texts.iter().all(|t| !t.contains(" a") && !t.contains(" b") && !t.contains(" c")));
}
