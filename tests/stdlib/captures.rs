//! Captures on the way, and draughts.

use crate::trial::{Trial, goes, writes};

#[test]
fn a_flown_over_man_is_captured_if_there_is_room_behind_him() {
    writes("(fly-over n add)", "(White X d4) (Black Man d6)", &["X d4 - d7 x d6"]);
    writes("(fly-over n add)", "(White X d4) (Black Man d6 d7)", &[]);
    writes("(fly-over n add)", "(White X d4) (White Man d6)", &[]);
    writes("(fly-over n add)", "(White X d4) (Black Man d8)", &[]);
}

#[test]
fn a_long_leaper_lands_anywhere_behind_its_victim() {
    writes("(fly-far n add)", "(White X d4) (Black Man d6)", &["X d4 - d7 x d6", "X d4 - d8 x d6"]);
    writes("(fly-far n add)", "(White X d4) (Black Man d6 d8)", &["X d4 - d7 x d6"]);
    goes("(all-ways fly-far add)", "(White X d4) (Black Man d6 e5 b4)", "d7 d8 f6 g7 h8 a4");
}

#[test]
fn a_two_square_strike_takes_what_it_passes() {
    writes("(two-square-strike n add)", "(White X d4) (Black Man d5 d6)", &["X d4 x d6 x d5"]);
    writes("(two-square-strike n add)", "(White X d4) (White Man d5) (Black Man d6)", &["X d4 x d6"]);
    writes("(two-square-strike n add)", "(White X d4) (Black Man d5)", &["X d4 - d6 x d5"]);
    writes("(two-square-strike n add)", "(White X d4) (White Man d6)", &[]);
}

#[test]
fn advancers_capture_what_they_approach_and_withdrawers_what_they_leave() {
    writes("(approach n add)", "(White X d4) (Black Man d7)", &["X d4 - d5", "X d4 - d6 x d7"]);
    writes("(withdraw n s add)", "(White X d4) (Black Man d3 d7)", &["X d4 - d5 x d3", "X d4 - d6 x d3"]);
    writes("(withdraw n s add)", "(White X d4)", &[]);
}

#[test]
fn a_lion_strikes_twice_or_in_place() {
    let beset = "(White X d4) (Black Man d5)";
    writes("(strike-on n e add)", beset, &["X d4 - e5 x d5"]);
    writes("(strike-and-return n add)", beset, &["x d5"]);
    let strikes = [
        "x d5",
        "X d4 - d6 x d5",
        "X d4 - e6 x d5",
        "X d4 - e5 x d5",
        "X d4 - e4 x d5",
        "X d4 - c4 x d5",
        "X d4 - c5 x d5",
        "X d4 - c6 x d5",
    ];
    writes("(double-strikes add)", beset, &strikes);
    writes("(all-turns strike-on n add)", beset, &strikes[1..]);
    let around = "d5 e5 e4 e3 d3 c3 c4 c5 d6 f4 d2 b4 f6 f2 b2 b6 e6 f5 f3 e2 c2 b3 b5 c6";
    goes("(lion add)", beset, &format!("{around} d4"));
}

#[test]
fn draughtsmen_slide_ahead_and_jump() {
    let field = "(White X d4) (Black Man e5 c5 b6 c3 e3)";
    goes("(slides-ahead add)", "(White X d4)", "e5 c5");
    goes("(slides-about add)", "(White X d4) (Black Man e5)", "c5 c3 e3");
    writes("(jump ne add)", field, &["X d4 - f6 x e5"]);
    goes("(jumps-ahead add)", field, "f6");
    goes("(jumps-about add)", field, "f6 b2 f2");
    goes("(flying-slides add)", "(White X d4) (Black Man f6)", "e5 c5 b6 a7 c3 b2 a1 e3 f2 g1");
    goes("(flying-jumps add)", "(White X d4) (Black Man f6 b6)", "g7 h8 a7");
}

#[test]
fn jumps_go_on_as_long_as_there_is_another() {
    let mut game =
        Trial::pieces("", "(piece (name X) (moves (move-type jump) (jumps-about (add-partial jump))))")
            .set("(White X a1) (Black Man b2 d4 d6)");
    game.play("partial 1 X a1 - c3 x b2");
    assert_eq!(game.texts(), ["partial 1 X c3 - e5 x d4"]);
    game.play("partial 1 X c3 - e5 x d4");
    assert_eq!(game.texts(), ["partial 1 X e5 - c7 x d6"]);
    game.play("partial 1 X e5 - c7 x d6");
    assert_eq!(game.mover(), "Black");
}
