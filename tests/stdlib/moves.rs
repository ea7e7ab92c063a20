//! Riders, leapers, hoppers, bent riders and pieces of several paths.

use crate::trial::goes;

/// A man in the middle with friends and enemies two and three squares away.
const CROWD: &str = "(White X d4) (White Man d7 g7) (Black Man f4 b6)";
const ALONE: &str = "(White X d4)";
const CORNER: &str = "(White X a1)";

#[test]
fn a_step_goes_to_an_empty_square_or_captures() {
    goes("(step n add)", CROWD, "d5");
    goes("(step nnn add)", CROWD, "");
    goes("(step ee add)", CROWD, "f4");
    goes("((stepping ee add))", CROWD, "f4");
    goes("(by-dabbabas step-quiet add)", CROWD, "d6 d2 b4");
    goes("(step-quiet ee add)", CROWD, "");
    goes("(by-dabbabas step-capture add)", CROWD, "f4");
    goes("(step-capture n add)", CROWD, "");
}

#[test]
fn a_ride_goes_over_empty_squares_and_ends_with_a_capture() {
    goes("(ride n add)", CROWD, "d5 d6");
    goes("(ride e add)", CROWD, "e4 f4");
    goes("((riding e add))", CROWD, "e4 f4");
    goes("(orthogonally ride-quiet add)", CROWD, "d5 d6 e4 d3 d2 d1 c4 b4 a4");
    goes("(ride-quiet e add)", CROWD, "e4");
    goes("(orthogonally ride-capture add)", CROWD, "f4");
    goes("(ride-capture n add)", CROWD, "");
}

#[test]
fn short_riders_stop_after_two_or_three_steps() {
    goes("(orthogonally ride-2 add)", CROWD, "d5 d6 e4 f4 d3 d2 c4 b4");
    goes("(orthogonally ride-3 add)", CROWD, "d5 d6 e4 f4 d3 d2 d1 c4 b4 a4");
    goes("(ride-2 n add)", ALONE, "d5 d6");
    goes("(ride-3 n add)", ALONE, "d5 d6 d7");
    goes("(ride-3 n add)", "(White X d4) (Black Man d5)", "d5");
}

#[test]
fn a_ski_rider_jumps_the_first_square() {
    goes("(orthogonally ride-over add)", CROWD, "d6 f4 d2 d1 b4 a4");
    goes("(ride-over n add)", "(White X d4) (Black Man d5)", "d6 d7 d8");
}

#[test]
fn a_lope_captures_on_its_first_leap_only() {
    goes("(by-dabbabas lope add)", CROWD, "d6 d8 f4 d2 b4");
    goes("(lope nn add)", "(White X d4) (Black Man d8)", "d6");
}

#[test]
fn direction_sets_name_all_their_directions() {
    goes("(orthogonally step add)", ALONE, "d5 e4 d3 c4");
    goes("(diagonally step add)", ALONE, "e5 e3 c3 c5");
    goes("(all-ways step add)", ALONE, "d5 e5 e4 e3 d3 c3 c4 c5");
    goes("(by-dabbabas step add)", ALONE, "d6 f4 d2 b4");
    goes("(by-alfils step add)", ALONE, "f6 f2 b2 b6");
    goes("(by-knights step add)", ALONE, "e6 f5 f3 e2 c2 b3 b5 c6");
    goes("(by-threeleaps step add)", ALONE, "d7 g4 d1 a4");
    goes("(by-camels step add)", ALONE, "e7 g5 g3 e1 c1 a3 a5 c7");
    goes("(by-zebras step add)", ALONE, "f7 g6 g2 f1 b1 a2 a6 b7");
    goes("(by-trippers step add)", ALONE, "g7 g1 a1 a7");
}

#[test]
fn leapers_leap_and_do_not_capture_friends() {
    goes("(wazir add)", CROWD, "d5 e4 d3 c4");
    goes("(ferz add)", CROWD, "e5 e3 c3 c5");
    goes("(king add)", CROWD, "d5 e5 e4 e3 d3 c3 c4 c5");
    goes("(dabbaba add)", CROWD, "d6 f4 d2 b4");
    goes("(alfil add)", CROWD, "f6 f2 b2 b6");
    goes("(knight add)", CROWD, "e6 f5 f3 e2 c2 b3 b5 c6");
    goes("(threeleaper add)", CROWD, "g4 d1 a4");
    goes("(camel add)", CROWD, "e7 g5 g3 e1 c1 a3 a5 c7");
    goes("(zebra add)", CROWD, "f7 g6 g2 f1 b1 a2 a6 b7");
    goes("(tripper add)", CROWD, "g1 a1 a7");
}

#[test]
fn a_leap_needs_no_squares_on_the_way() {
    goes("(knight add)", "(White X d4) (White Man d5 e5 e4 e3 d3 c3 c4 c5)", "e6 f5 f3 e2 c2 b3 b5 c6");
    goes("(knight add)", CORNER, "b3 c2");
}

#[test]
fn riders_repeat_their_step() {
    goes("(rook add)", CROWD, "d5 d6 e4 f4 d3 d2 d1 c4 b4 a4");
    goes("(bishop add)", CROWD, "e5 f6 e3 f2 g1 c3 b2 a1 c5 b6");
    goes("(queen add)", CROWD, "d5 d6 e4 f4 d3 d2 d1 c4 b4 a4 e5 f6 e3 f2 g1 c3 b2 a1 c5 b6");
    goes("(dabbaba-rider add)", CROWD, "d6 d8 f4 d2 b4");
    goes("(alfil-rider add)", CROWD, "f6 h8 f2 b2 b6");
    goes("(nightrider add)", CROWD, "e6 f8 f5 h6 f3 h2 e2 c2 b3 b5 c6 b8");
    goes("(threeleap-rider add)", CORNER, "a4 a7 d1 g1");
    goes("(camel-rider add)", CORNER, "b4 c7 d2 g3");
    goes("(zebra-rider add)", CORNER, "c4 e7 d3 g5");
    goes("(tripper-rider add)", CORNER, "d4 g7");
}

/// Hurdles with and without something behind them.
const HURDLES: &str = "(White X d4) (White Man d6) (Black Man d8 f4 h4 b2 a1)";

#[test]
fn a_cannon_needs_a_screen_to_capture_and_moves_without_one() {
    goes("(hop-capture n add)", HURDLES, "d8");
    goes("(orthogonally hop-capture add)", HURDLES, "d8 h4");
    goes("(cannon add)", HURDLES, "d5 e4 d3 d2 d1 c4 b4 a4 d8 h4");
    goes("(vao add)", HURDLES, "e5 f6 g7 h8 e3 f2 g1 c3 c5 b6 a7 a1");
    goes("(leo add)", HURDLES, "d5 e4 d3 d2 d1 c4 b4 a4 d8 h4 e5 f6 g7 h8 e3 f2 g1 c3 c5 b6 a7 a1");
}

#[test]
fn hoppers_land_behind_their_hurdle() {
    goes("(hop n add)", HURDLES, "d7");
    goes("(hop-on n add)", HURDLES, "d7 d8");
    goes("(hop-near n add)", HURDLES, "");
    goes("(hop-near n add)", "(White X d4) (Black Man d5)", "d6");
    goes("(grasshopper add)", HURDLES, "d7 g4 a1");
    goes("(orthogonally hop-on add)", HURDLES, "d7 d8 g4 h4");
    goes("(all-ways hop-near add)", HURDLES, "");
    goes(
        "(all-ways hop-near add)",
        "(White X d4) (White Man d5) (Black Man e4 f4 c3 e5) (White Man f6)",
        "d6 f4 b2",
    );
}

#[test]
fn a_gryphon_turns_outward_and_may_stop_at_the_turn() {
    let crowd = "(White X d4) (White Man e5) (Black Man c6)";
    goes("(bend ne n add)", ALONE, "e6 e7 e8");
    goes("(gryphon add)", crowd, "e3 c3 c5 e2 e1 f3 g3 h3 c2 c1 b3 a3 c6 b5 a5");
    goes("(diagonally-outward bend add)", crowd, "e2 e1 f3 g3 h3 c2 c1 b3 a3 c6 b5 a5");
}

#[test]
fn a_manticore_turns_diagonally_and_cannot_pass_a_man_at_the_turn() {
    let crowd = "(White X d4) (Black Man d5)";
    let arms = "f5 g6 h7 f3 g2 h1 e2 f1 c2 b1 b5 a6 b3 a2";
    goes("(manticore add)", crowd, &format!("d5 e4 d3 c4 {arms}"));
    goes("(orthogonally-outward bend add)", crowd, arms);
}

#[test]
fn stealth_riders_skip_their_first_two_squares() {
    goes("(stealth-bend ne n add)", ALONE, "e7 e8");
    goes("(stealth-bend ne n add)", "(White X d4) (Black Man e6)", "");
    goes("(stealth-bend ne n add)", "(White X d4) (Black Man e7)", "e7");
    goes("(stealth-gryphon add)", ALONE, "e7 e8 g5 h5 e1 g3 h3 c1 a3 c7 c8 a5");
    goes("(stealth-manticore add)", ALONE, "f7 g8 b7 a8 g6 h7 g2 h1 f1 b1 a6 a2");
}

#[test]
fn a_hook_mover_turns_once() {
    goes(
        "(hook n e add)",
        "(White X d4) (White Man g6) (Black Man g7)",
        "e5 f5 g5 h5 e6 f6 e7 f7 g7 e8 f8 g8 h8",
    );
    let walled = "(White X a1) (White Man a3) (Black Man c1 e2)";
    goes("(hook-mover add)", walled, "b2 c2 d2 e2 b3 b4 b5 b6 b7 b8");
    goes("(orthogonally-sideways hook add)", walled, "b2 c2 d2 e2 b3 b4 b5 b6 b7 b8");
}

#[test]
fn a_veles_bends_round_men_and_the_margin_and_captures_straight() {
    goes("(deflect n e ne add)", "(White X d4) (White Man e5)", "e6 f7 g8");
    goes("(deflect n w nw add)", "(White X a4)", "");
    let screens = "(White X d4) (White Man c4) (Black Man e5 d8 g7)";
    goes("(round-corners deflect add)", screens, "e6 f7 g8 f5 g6 h7");
    goes("(veles add)", screens, "e6 f7 g8 f5 g6 h7 d8");
    goes("(veles add)", ALONE, "");
}

#[test]
fn lame_leapers_are_stopped_by_a_man_at_their_foot() {
    let feet = "(White X d4) (White Man d5) (Black Man e5)";
    goes("(lame-leap n nne add)", ALONE, "e6");
    goes("(lame-leap n nne add)", feet, "");
    goes("(horse add)", feet, "f5 f3 e2 c2 b3 b5");
    goes("(lame-alfil add)", feet, "f2 b2 b6");
    goes("(either-leap n ne nne add)", feet, "");
    goes("(either-leap n nw nnw add)", feet, "c6");
    goes("(free-horse add)", feet, "c6 f5 f3 e2 c2 b3 b5");
}

#[test]
fn a_falcon_takes_one_of_three_routes() {
    let all = "c1 c7 e1 e7 a3 a5 g3 g5 b1 b7 f1 f7 a2 a6 g2 g6";
    goes("(falcon add)", ALONE, all);
    let closed = all.replace(" e7", "").replace(" f7", "");
    goes("(falcon add)", "(White X d4) (Black Man d5 e5)", &closed);
    goes("(three-route-leap n ne nn nne nnne add)", "(White X d4) (White Man d5)", "e7");
    goes("(three-route-leap n ne nn nne nnne add)", "(White X d4) (White Man e5 e6)", "e7");
    goes("(three-route-leap n ne nn nne nnne add)", "(White X d4) (White Man d6 e6)", "");
    goes("(three-route-leap n ne nn nne nnne add)", "(White X d4) (White Man d5) (Black Man e5)", "");
}
