//! Instructions (specification, 7.1 and 7.3): the exact moves of one block or a few.

use super::trial::{Case, case, check};

const EAST: &str = "(White Man c2) (Black Rock d2)";
const AROUND: &str = "(White Man c2) (Black Rock d2 b2 a1)";

/// All cases, for the tests of coverage.
pub fn all() -> Vec<Case> {
    [cursor(), remembered(), moving(), adding(), partial(), capturing(), changing(), flags(), control()]
        .concat()
}

fn cursor() -> Vec<Case> {
    vec![
        case("7.1", "(e add)").gives(&["Man c2 - d2"]),
        // The run ends at the edge; what was added stays.
        case("7.1", "(e add e add e add)").gives(&["Man c2 - d2", "Man c2 - e2"]),
        // Symmetry turns a direction round.
        case("5", "(n add)").on("(Black Man c2)").black().gives(&["Man c2 - c1"]),
        case("7.1", "(a1 add)").gives(&["Man c2 - a1"]),
        case("7.1", "(tray add)").gives(&["Man c2 - tray"]),
        case("7.1", "((opposite e) add)").gives(&["Man c2 - b2"]),
        case("7.1", "((opposite e) add)").on("(White Man a2)").gives(&[]),
        case("7.1", "((opposite n) add)").on("(Black Man c2)").black().gives(&["Man c2 - c3"]),
        // The opposite of links leads back along them.
        case("7.1", "((opposite next) add)").on("(White Man b1)").gives(&["Man b1 - a1"]),
        case("7.1", "((opposite next) add)").on("(White Man a1)").gives(&[]),
        case("7.1", "(next add next add)").on("(White Man b1)").gives(&["Man b1 - c1", "Man b1 - tray"]),
    ]
}

fn remembered() -> Vec<Case> {
    let drop = |block| case("7", "").drops(block).on("(White Man off 1) (White King a1)");
    vec![
        case("7.1", "(e (go from) n add)").gives(&["Man c2 - c3"]),
        case("7.1", "(e from n (go from) s add)").on(EAST).gives(&["Rock d2 - d1"]),
        drop("((verify (position? b2)) n (go from) add)").gives(&[]),
        case("7.1", "(e to n (go to) (verify (position? d2)) add)").gives(&["Man c2 - d2"]),
        case("7.1", "(e (go to) add)").gives(&[]),
        case("7.1", "(e to cascade (go to) add)").gives(&[]),
        case("7.1", "(e mark n e (go mark) s add)").gives(&["Man c2 - d1"]),
        case("7.1", "(e mark n back s add back add)").gives(&["Man c2 - d1", "Man c2 - d2"]),
        // There is one mark.
        case("7.1", "(e mark e mark back n add)").gives(&["Man c2 - e3"]),
        // Without a mark in this run: the starting square, also if another run has marked.
        case("7.1", "(e mark add) (e n back w add)").gives(&["Man c2 - d2", "Man c2 - b2"]),
        drop("((verify (position? b2)) n n back add)").gives(&[]),
        drop("((verify (position? b2)) n back add)").gives(&["White Man b2"]),
        case("7.1", "((go last-from) add)").last("a1-b1").gives(&["Man c2 - a1"]),
        case("7.1", "((go last-to) add)").last("a1-b1").gives(&["Man c2 - b1"]),
        case("7.1", "((go last-from) add) ((go last-to) add)").last("-b1").gives(&["Man c2 - b1"]),
        case("7.1", "((go last-from) add) ((go last-to) add)").gives(&[]),
    ]
}

fn moving() -> Vec<Case> {
    vec![
        case("7.1", "(e from w w add)")
            .on(EAST)
            .gives(&["Rock d2 - b2"])
            .then("Rock d2 - b2", "b2 Black Rock, c2 White Man"),
        case("7.1", "(e to n add)").gives(&["Man c2 - d2"]),
        case("7.1", "(e to e to add)").gives(&["Man c2 - e2"]),
        case("7.1", "(e cascade e add)")
            .on(EAST)
            .gives(&["Man c2 x d2 Rock d2 - e2"])
            .then("Man c2 x d2 Rock d2 - e2", "d2 White Man, e2 Black Rock"),
        // `cascade` moves to `to` if it is set, and unsets it.
        case("7.1", "(n to s e cascade w w add)").on(EAST).gives(&["Man c2 - c3 Rock d2 - b2"]),
        // All pieces are lifted before the first is put down: two may change places.
        case("8", "(e cascade w add)")
            .on(EAST)
            .gives(&["Man c2 x d2 Rock d2 x c2"])
            .then("Man c2 x d2 Rock d2 x c2", "c2 Black Rock, d2 White Man"),
        // What was lifted from an empty square is nothing.
        case("7.1", "(e cascade e add)").gives(&["Man c2 - d2"]),
        // A drop may go on and come down further away.
        case("7.3", "")
            .drops("((verify (position? b2)) add e add)")
            .on("(White Man off 2) (Black Rock c2)")
            .gives(&["White Man b2", "White Man c2"])
            .then("White Man c2", "c2 White Man, White Man off 1"),
    ]
}

fn adding() -> Vec<Case> {
    vec![
        // Pending items belong to the first `add` behind them.
        case("7.3", "((capture w) e add e add)")
            .on("(White Man c2) (Black Rock b2)")
            .gives(&["Man c2 - d2 x b2", "Man c2 - e2"]),
        case("7.3", "((while (empty? e) e (set-attribute fresh false) add))")
            .gives(&["Man c2 - d2 @ d2 0 0", "Man c2 - e2 @ e2 0 0"]),
        // Movements already cascaded stay, and so do `to` and the mark.
        case("7.3", "(e cascade e add n add)")
            .on(EAST)
            .gives(&["Man c2 x d2 Rock d2 - e2", "Man c2 x d2 Rock d2 - e3"]),
        case("7.3", "(e to add n add)").gives(&["Man c2 - d2"]),
        case("7.3", "(e (set-flag seen true) mark add n (verify (flag? seen)) back n add)")
            .gives(&["Man c2 - d2", "Man c2 - d3"]),
        // A change turns the captures before it round.
        case("7.3", "((capture a1) (capture a2) (capture a3) (create King e1) n add)")
            .gives(&["Man c2 - c3 White King e1 x a2 x a3 x a1"]),
        // A movement turns changes and captures round by one.
        case("7.3", "((flip a1) (flip a2) (flip a3) (capture b1) (capture b2) e cascade e add)")
            .on(EAST)
            .gives(&["Man c2 x d2 Rock d2 - e2 flip a2 flip a3 flip a1 x b2 x b1"]),
        // All attribute changes of a position are one item.
        case(
            "7.3",
            "(n (set-attribute fresh false) (set-attribute fresh false e) (set-attribute tired true) add)",
        )
        .gives(&["Man c2 - c3 @ c3 0 0 @ c3 1 1 @ d3 0 0"]),
        // One move for each type; all of them have the pending items.
        case("7.1", "(e (capture a1) (add King Rock) n (add King))").gives(&[
            "Man c2 - d2 x a1 = King on d2",
            "Man c2 - d2 x a1 = Rock on d2",
            "Man c2 - d3 = King",
        ]),
        case("7.1", "(e (add King))")
            .gives(&["Man c2 - d2 = King"])
            .then("Man c2 - d2 = King", "d2 White King"),
        // The piece that moves last is promoted.
        case("7.1", "(e cascade e (add King))")
            .on(EAST)
            .gives(&["Man c2 x d2 Rock d2 - e2 = King"])
            .then("Man c2 x d2 Rock d2 - e2 = King", "d2 White Man, e2 Black King"),
        case("8", "")
            .drops("((verify (position? b2)) (add King))")
            .on("(White Man off 2)")
            .gives(&["White Man b2 = King"])
            .then("White Man b2 = King", "b2 White King, White Man off 1"),
        // Promotion comes last of all, behind the captures.
        case("8", "(e capture (add King))")
            .gives(&["Man c2 - d2 x d2 = King on d2"])
            .then("Man c2 - d2 x d2 = King on d2", ""),
        // Two moves that print the same are one.
        case("7.3", "(e add w e add) (e add)").gives(&["Man c2 - d2"]),
        case("7.1", "(e add-copy)").gives(&["Man c2 - d2"]).then("Man c2 - d2", "c2 White Man, d2 White Man"),
        case("7.1", "(e (add-copy King Rock))")
            .gives(&["Man c2 - d2 = King", "Man c2 - d2 = Rock"])
            .then("Man c2 - d2 = King", "c2 White Man, d2 White King"),
        case("8", "(e add)")
            .on("(White Man c2 tired)")
            .gives(&["Man c2 - d2"])
            .then("Man c2 - d2", "d2 White Man +tired"),
    ]
}

fn partial() -> Vec<Case> {
    vec![
        case("7.1", "(e add-partial)").gives(&["partial 0 Man c2 - d2"]),
        case("7.1", "(e (add-partial hop))").gives(&["partial 1 Man c2 - d2"]),
        case("7.1", "(e (add-partial King))").gives(&["partial 0 Man c2 - d2 = King"]),
        case("7.1", "(e (add-partial King Rock walk))")
            .gives(&["partial 2 Man c2 - d2 = King", "partial 2 Man c2 - d2 = Rock"])
            .then("partial 2 Man c2 - d2 = Rock", "d2 White Rock"),
        case("7.1", "(e add-copy-partial)")
            .gives(&["partial 0 Man c2 - d2"])
            .then("partial 0 Man c2 - d2", "c2 White Man, d2 White Man"),
        case("7.1", "(e (add-copy-partial hop))").gives(&["partial 1 Man c2 - d2"]),
        case("7.1", "(e (add-copy-partial King hop))")
            .gives(&["partial 1 Man c2 - d2 = King"])
            .then("partial 1 Man c2 - d2 = King", "c2 White Man, d2 White King"),
        case("7.1", "(e (add-copy-partial King Rock))")
            .gives(&["partial 0 Man c2 - d2 = King", "partial 0 Man c2 - d2 = Rock"]),
        // The same text with another continuation is another move.
        case("14", "(e add (add-partial hop) (add-partial walk) add-partial)").gives(&[
            "Man c2 - d2",
            "partial 1 Man c2 - d2",
            "partial 2 Man c2 - d2",
            "partial 0 Man c2 - d2",
        ]),
    ]
}

fn capturing() -> Vec<Case> {
    vec![
        case("7.1", "(e capture n add)")
            .on(EAST)
            .gives(&["Man c2 - d3 x d2"])
            .then("Man c2 - d3 x d2", "d3 White Man"),
        case("7.1", "((capture e) (capture (opposite e)) (capture a1) n add)")
            .on(AROUND)
            .gives(&["Man c2 - c3 x d2 x b2 x a1"])
            .then("Man c2 - c3 x d2 x b2 x a1", "c3 White Man"),
        // Off the board it does nothing, and the run goes on.
        case("7.1", "((capture e) (capture (opposite w)) n add)")
            .on("(White Man e2)")
            .gives(&["Man e2 - e3"]),
        // The same square may be captured twice; on an empty square it does nothing.
        case("7.3", "((capture e) (capture e) n add)")
            .on(EAST)
            .gives(&["Man c2 - c3 x d2 x d2"])
            .then("Man c2 - c3 x d2 x d2", "c3 White Man"),
        // A capture on the destination removes the piece that has just arrived.
        case("8", "(e capture add)").on(EAST).gives(&["Man c2 x d2 x d2"]).then("Man c2 x d2 x d2", ""),
        // What stands on the destination is captured, one's own as well.
        case("8", "(e add)")
            .on("(White Man c2) (White Rock d2)")
            .gives(&["Man c2 x d2"])
            .then("Man c2 x d2", "d2 White Man"),
    ]
}

fn changing() -> Vec<Case> {
    vec![
        // A neutral piece does not flip; on an empty square nothing happens.
        case("7.1", "((flip e) (flip (opposite e)) (flip a1) flip n add)")
            .on("(White Man c2) (Black Rock d2) (White Rock b2) (Grey Rock a1)")
            .gives(&["Man c2 - c3 flip d2 flip b2 flip a1 flip c2"])
            .then("Man c2 - c3 flip d2 flip b2 flip a1 flip c2", "a1 Grey Rock, b2 Black Rock, c3 White Man, d2 White Rock"),
        case("7.1", "((change-owner e) (change-owner Black (opposite e)) (change-owner a1) n change-owner add)")
            .on(AROUND)
            .gives(&["Man c2 - c3 = White on d2 = Black on b2 = White on a1 c3"])
            .then("Man c2 - c3 = White on d2 = Black on b2 = White on a1 c3", "a1 White Rock, b2 Black Rock, c3 White Man, d2 White Rock"),
        case("7.1", "(n (change-owner Black) add)")
            .gives(&["Man c2 - c3 = Black"])
            .then("Man c2 - c3 = Black", "c3 Black Man"),
        case("7.1", "((change-owner Black e) (change-owner Grey a1) n add)")
            .on("(White Man c2) (White Rock d2 a1)")
            .gives(&["Man c2 - c3 = Black on d2 = Grey on a1"])
            .then("Man c2 - c3 = Black on d2 = Grey on a1", "a1 Grey Rock, c3 White Man, d2 Black Rock"),
        case("7.1", "((change-type King e) (change-type King (opposite e)) (change-type King a1) n (change-type King) add)")
            .on(AROUND)
            .gives(&["Man c2 - c3 = King on d2 b2 a1 c3"])
            .then("Man c2 - c3 = King on d2 b2 a1 c3", "a1 Black King, b2 Black King, c3 White King, d2 Black King"),
        // The values of attributes that both types have are kept, the others are new.
        case("8", "(n (set-attribute fresh false) (set-attribute tired true) (change-type Rock) add)")
            .gives(&["Man c2 - c3 @ c3 0 0 @ c3 1 1 = Rock on c3"])
            .then("Man c2 - c3 @ c3 0 0 @ c3 1 1 = Rock on c3", "c3 White Rock -fresh"),
        // One's own type and the mover if nothing else is said, at any place.
        case("7.1", "(n create s (create e) (create (opposite e)) (create a1) add)")
            .gives(&["White Man c3 White Man d2 White Man b2 White Man a1"])
            .then("White Man c3 White Man d2 White Man b2 White Man a1", "a1 White Man, b2 White Man, c3 White Man, c2 White Man, d2 White Man"),
        // Arguments are told apart by what they name.
        case("7.1", "((create Black King e) (create King Black w) (create Black a1) (create King b1) n add)")
            .gives(&["Man c2 - c3 Black King d2 Black King b2 Black Man a1 White King b1"])
            .then("Man c2 - c3 Black King d2 Black King b2 Black Man a1 White King b1", "a1 Black Man, b2 Black King, b1 White King, c3 White Man, d2 Black King"),
        case("7.1", "((create e Black) (create a1 King) (create a2 King Black) (create (opposite e) Black King) n add)")
            .gives(&["Man c2 - c3 Black Man d2 White King a1 Black King a2 Black King b2"]),
        case("7.1", "(n (create Black) s s (create King) n e add)")
            .gives(&["Man c2 - d2 Black Man c3 White King c1"]),
        case("7.1", "((create Black King) n add)")
            .gives(&["Man c2 - c3 Black King c2"])
            .then("Man c2 - c3 Black King c2", "c3 White Man, c2 Black King"),
        // A piece created where another stands captures it.
        case("8", "((create King e) n add)")
            .on(EAST)
            .gives(&["Man c2 - c3 White King d2"])
            .then("Man c2 - c3 White King d2", "c3 White Man, d2 White King"),
        // Off the board all of them do nothing, and the run goes on.
        case("7.1", "((flip e) (change-owner Black e) (change-type King e) (create King e) (set-attribute fresh false e)
                (set-position-flag seen true e) (flip (opposite w)) (create (opposite w)) n add)")
            .on("(White Man e2)")
            .gives(&["Man e2 - e3"]),
        case("7.1", "(n (set-attribute fresh false) (set-attribute tired true e) (set-attribute tired true (opposite e))
                (set-attribute fresh (enemy? a1) a1) add)")
            .on("(White Man c2) (White Rock b3 d3) (Black Rock a1)")
            .gives(&["Man c2 - c3 @ c3 0 0 @ d3 1 1 @ b3 1 1 @ a1 0 1"]),
        // The value is that of now, not of when the move is made.
        case("7.1", "((set-attribute tired (empty? e)) e add) (e (set-attribute tired not-empty?) add)")
            .on(EAST)
            .gives(&["Man c2 x d2 @ c2 1 0", "Man c2 x d2 @ d2 1 1"])
            .then("Man c2 x d2 @ d2 1 1", "d2 White Man +tired"),
    ]
}

fn flags() -> Vec<Case> {
    vec![
        case("7.1", "((set-flag seen true) (if (flag? seen) n else s) add)").gives(&["Man c2 - c3"]),
        case("7.1", "((set-flag seen (enemy? e)) (if (flag? seen) n else s) add)").gives(&["Man c2 - c1"]),
        case("7.1", "((set-flag seen (enemy? e)) (if (flag? seen) n else s) add)").on(EAST).gives(&["Man c2 - c3"]),
        case("7.1", "((set-flag seen true) (set-flag seen false) (if (flag? seen) n else s) add)").gives(&["Man c2 - c1"]),
        // Each run starts with none set: another block, another piece.
        case("7", "((set-flag seen true) e add) ((if (flag? seen) n else s) add)")
            .gives(&["Man c2 - d2", "Man c2 - c1"]),
        case("7", "((verify not-marked?) n add) ((if (flag? seen) n else e) (set-flag seen true) add)")
            .on("(White Man b2 c2)")
            .gives(&["Man b2 x c2", "Man c2 - d2"]),
        case("7.1", "((set-position-flag seen true) e (if (position-flag? seen) n else s) add)").gives(&["Man c2 - d1"]),
        case("7.1", "((set-position-flag seen true e) e (if (position-flag? seen) n else s) add)").gives(&["Man c2 - d3"]),
        case("7.1", "((set-position-flag seen (empty? e) (opposite e)) w (if (position-flag? seen) n else s) add)")
            .gives(&["Man c2 - b3"]),
        case("7.1", "((set-position-flag seen true a1) (set-position-flag seen false a1) (set-position-flag seen true a2)
                (if (position-flag? seen a1) n else s) (if (position-flag? seen a2) e else w) add)")
            .gives(&["Man c2 - d1"]),
        case("7", "((set-position-flag seen true) e add) ((if (position-flag? seen) n else s) add)")
            .gives(&["Man c2 - d2", "Man c2 - c1"]),
    ]
}

fn control() -> Vec<Case> {
    let long = "e w ".repeat(20);
    vec![
        case("7.1", "(e add (verify (enemy? e)) n add)").gives(&["Man c2 - d2"]),
        case("7.1", "(e (verify true) add (verify false) n add)").gives(&["Man c2 - d2"]),
        case("7.1", "((if (empty? e) e add) n add)").gives(&["Man c2 - d2", "Man c2 - d3"]),
        case("7.1", "((if (empty? e) e add) n add)").on(EAST).gives(&["Man c2 - c3"]),
        case("7.1", "((if (empty? e) (if (empty? w) n else s) e else (if (empty? w) s s) w) add)")
            .gives(&["Man c2 - d3"]),
        case("7.1", "((if (empty? e) (if (empty? w) n else s) e else (if (enemy? w) s) w) add)")
            .on(AROUND)
            .gives(&["Man c2 - b1"]),
        case("7.1", "((while (empty? e) e add) n add)").gives(&["Man c2 - d2", "Man c2 - e2", "Man c2 - e3"]),
        case("7.1", "((while (enemy? e) e add) n add)").gives(&["Man c2 - c3"]),
        case("7.1", "((while (not (position? a3)) (while (empty? w) w) n) add)").gives(&["Man c2 - a3"]),
        // Lists in lists are instructions in order; a macro gives such a list.
        case("7.1", "((e n) add)").gives(&["Man c2 - d3"]),
        case("7.1", "((((e)) (n add)) w add)").gives(&["Man c2 - d3", "Man c2 - c3"]),
        case("7.1", "(e n (w add))").gives(&["Man c2 - c3"]),
        case("2", "(n (far) add)").macros(format!("(define far {long} e)")).gives(&["Man c2 - d3"]),
        // A `verify` that fails inside a long macro ends the run, not only the macro.
        case("2", "(n (far) add)")
            .macros(format!("(define far {long} e add (verify not-empty?))"))
            .gives(&["Man c2 - d3"]),
    ]
}

#[test]
fn the_cursor_goes_by_directions_positions_and_opposites() {
    check(&cursor());
}

#[test]
fn remembered_places_are_found_again_or_end_the_run() {
    check(&remembered());
}

#[test]
fn from_to_and_cascade_say_what_moves_where() {
    check(&moving());
}

#[test]
fn add_records_a_move_and_clears_what_is_pending() {
    check(&adding());
}

#[test]
fn partial_moves_name_types_and_how_they_go_on() {
    check(&partial());
}

#[test]
fn captures_are_carried_out_on_the_board_after_the_movements() {
    check(&capturing());
}

#[test]
fn changes_act_on_what_stands_there_after_the_movements() {
    check(&changing());
}

#[test]
fn flags_last_for_one_run() {
    check(&flags());
}

#[test]
fn branches_and_loops_follow_the_board_before_the_move() {
    check(&control());
}
