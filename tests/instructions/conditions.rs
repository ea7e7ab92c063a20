//! Conditions (specification, 7.2 and 11), each with its negations.

use super::trial::{Case, case, moves, set_up};
use zrf::game::Effect;

/// A condition, asked by a white Man.
struct Row {
    section: &'static str,
    /// Keyword and arguments, without parentheses.
    cond: &'static str,
    /// Instructions before it.
    before: &'static str,
    setup: &'static str,
    last: &'static str,
    black: bool,
    holds: bool,
}

const fn yes(section: &'static str, cond: &'static str, setup: &'static str) -> Row {
    Row { section, cond, before: "", setup, last: "", black: false, holds: true }
}

const fn no(section: &'static str, cond: &'static str, setup: &'static str) -> Row {
    Row { holds: false, ..yes(section, cond, setup) }
}

impl Row {
    const fn before(self, before: &'static str) -> Row {
        Row { before, ..self }
    }

    const fn last(self, last: &'static str) -> Row {
        Row { last, ..self }
    }

    const fn black(self) -> Row {
        Row { black: true, ..self }
    }

    /// The condition, its two negations, and both in larger conditions: a block for each.
    fn case(&self) -> Case {
        let Row { cond, before, .. } = self;
        let (word, rest) = cond.split_once(' ').unwrap_or((cond, ""));
        let forms = match word {
            // No keyword of its own begins with these.
            "and" | "or" | "not" | "true" | "false" => {
                vec![format!("({cond})"), format!("(not (not ({cond})))")]
            }
            _ => vec![
                format!("({cond})"),
                format!("(not (not-{word} {rest}))"),
                format!("(not (not ({cond})))"),
                format!("(and true ({cond}))"),
                format!("(or false ({cond}))"),
                format!("(not (or false (not-{word} {rest})))"),
                format!("(not (and true (not ({cond}))))"),
            ],
        };
        let asked = |form: &String| {
            format!("({before} (if {form} a3 else e1) (verify (position? a3)) (go from) tray add)")
        };
        let mut blocks: Vec<String> = forms.iter().map(asked).collect();
        if rest.is_empty() && word != "and" {
            // A bare word is the same as a list without arguments.
            blocks.push(asked(&word.to_owned()));
            blocks.push(asked(&format!("(not not-{word})")));
        }
        if matches!(word, "true" | "false") {
            blocks.pop();
        }
        // One move for each block that finds it true: they are told apart by what they create.
        let numbered = blocks.iter().enumerate();
        let marked = numbered
            .map(|(i, b)| b.replace("tray add", &format!("tray {} add", "(capture tray) ".repeat(i))));
        let moves = marked.collect::<Vec<_>>().join(" ");
        let case = case(self.section, moves).sections(GOALS).on(self.setup).last(self.last);
        if self.black { case.black() } else { case }
    }

    /// Whether all its blocks say what is expected, whichever way attacks are answered.
    fn check(&self) {
        let case = self.case();
        let mut position = case.position();
        let man = position.game().rules().find_piece("Man");
        let mover = position.mover();
        let blocks = position.game().program().pieces[man.unwrap().index()].moves.len();
        for is_plain in [false, true] {
            position.set_plain_attacks(is_plain);
            let moves = position.legal_moves().expect("moves");
            let is_man = |effect: &Effect| {
                let Effect::Move { from, .. } = *effect else { return false };
                position.piece_at(from).is_some_and(|p| Some(p.kind) == man && p.player == mover)
            };
            let men = moves.iter().filter(|mv| mv.effects().iter().any(is_man));
            let expected = if self.holds { blocks } else { 0 };
            let Row { section, cond, before, setup, .. } = self;
            assert_eq!(men.count(), expected, "{section}: ({before}) ({cond}) on {setup}, plain: {is_plain}");
        }
    }
}

/// Goals that name positions, for `goal-position?`.
const GOALS: &str = "
    (win-condition (White) (absolute-config Man (d2 b1)))
    (win-condition (White) (and (absolute-config King (home)) (absolute-config King (a1))))
    (win-condition (Black) (absolute-config Man (a2)))
    (loss-condition (White) (absolute-config Man (e1)))";

const ALONE: &str = "(White Man c2)";
const EDGE: &str = "(White Man e2)";
const FOE: &str = "(White Man c2) (Black Rock d2 b2 a1)";
const FRIEND: &str = "(White Man c2) (White Rock d2 b2 a1)";
const STONE: &str = "(White Man c2) (Grey Rock d2 b2 a1)";

const PLACES: &[Row] = &[
    yes("7.2", "on-board?", ALONE),
    yes("7.2", "on-board? e", ALONE),
    yes("7.2", "on-board? (opposite e)", ALONE),
    yes("7.2", "on-board? a1", ALONE),
    yes("7.2", "on-board? tray", ALONE),
    no("7.2", "on-board? e", EDGE),
    no("7.2", "on-board? (opposite w)", EDGE),
    no("7.2", "on-board? next", ALONE),
    yes("7.2", "position? c2", ALONE),
    no("7.2", "position? a1", ALONE),
    yes("7.2", "position? a1", ALONE).before("a1"),
    no("7.2", "in-zone? home", ALONE),
    yes("7.2", "in-zone? home", "(White Man c3)"),
    yes("7.2", "in-zone? home n", ALONE),
    yes("7.2", "in-zone? home (opposite s)", ALONE),
    yes("7.2", "in-zone? home e3", ALONE),
    no("7.2", "in-zone? home c1", ALONE),
    no("7.2", "in-zone? home n", "(White Man c3)"),
    // Zones and directions are those of the player who moves.
    yes("7.2", "in-zone? home c1", "(Black Man c2)").black(),
    yes("7.2", "in-zone? home n", "(Black Man c2)").black(),
    no("7.2", "in-zone? home c3", "(Black Man c2)").black(),
    yes("7.2", "marked?", ALONE),
    no("7.2", "marked?", ALONE).before("e"),
    no("7.2", "marked? e", ALONE),
    yes("7.2", "marked? e", ALONE).before("e mark w"),
    yes("7.2", "marked? (opposite e)", ALONE).before("w mark e"),
    yes("7.2", "marked? a1", ALONE).before("a1 mark back e"),
    no("7.2", "marked? e", EDGE),
    no("7.2", "goal-position?", ALONE),
    yes("7.2", "goal-position? e", ALONE),
    yes("7.2", "goal-position? (opposite e)", ALONE).before("e e"),
    yes("7.2", "goal-position? b1", ALONE),
    yes("7.2", "goal-position? d3", ALONE),
    yes("7.2", "goal-position? a1", ALONE),
    no("7.2", "goal-position? a2", ALONE),
    no("7.2", "goal-position? e1", ALONE),
    no("7.2", "goal-position? e", EDGE),
    yes("7.2", "goal-position? a2", "(Black Man c2)").black(),
    yes("7.2", "last-from?", ALONE).last("c2-d2"),
    yes("7.2", "last-from? e", ALONE).last("d2-b2"),
    yes("7.2", "last-from? (opposite e)", ALONE).last("b2-a1"),
    yes("7.2", "last-from? a1", ALONE).last("a1-b2"),
    no("7.2", "last-from?", ALONE).last("d2-c2"),
    no("7.2", "last-from? d2", ALONE).last("-d2"),
    no("7.2", "last-from? e", EDGE).last("a1-b2"),
    no("7.2", "last-from? e", EDGE),
    yes("7.2", "last-to?", ALONE).last("d2-c2"),
    yes("7.2", "last-to? e", ALONE).last("b2-d2"),
    yes("7.2", "last-to? (opposite e)", ALONE).last("-b2"),
    yes("7.2", "last-to? a1", ALONE).last("b2-a1"),
    no("7.2", "last-to?", ALONE).last("c2-d2"),
    no("7.2", "last-to? e", EDGE),
];

const OCCUPANTS: &[Row] = &[
    // The board does not change: the piece is still on its square, and on no other.
    no("7", "empty?", ALONE),
    yes("7", "empty?", ALONE).before("e to"),
    no("7", "empty? (opposite e)", ALONE).before("e cascade"),
    no("7", "empty? e", FOE).before("(capture e)"),
    yes("7", "empty? e", ALONE).before("(create e)"),
    yes("7.2", "empty? e", ALONE),
    yes("7.2", "empty? (opposite e)", ALONE),
    yes("7.2", "empty? a1", ALONE),
    no("7.2", "empty? e", FOE),
    no("7.2", "empty? e", STONE),
    no("7.2", "empty? e", EDGE),
    no("7.2", "empty? (opposite w)", EDGE),
    yes("7.2", "friend?", ALONE),
    yes("7.2", "friend? e", FRIEND),
    yes("7.2", "friend? (opposite e)", FRIEND),
    yes("7.2", "friend? a1", FRIEND),
    no("7.2", "friend? e", FOE),
    no("7.2", "friend? e", STONE),
    no("7.2", "friend? e", ALONE),
    no("7.2", "friend? e", EDGE),
    no("7.2", "enemy?", ALONE),
    yes("7.2", "enemy? e", FOE),
    yes("7.2", "enemy? (opposite e)", FOE),
    yes("7.2", "enemy? a1", FOE),
    no("7.2", "enemy? e", FRIEND),
    no("7.2", "enemy? e", STONE),
    no("7.2", "enemy? e", ALONE),
    no("7.2", "enemy? e", EDGE),
    yes("7.2", "enemy? e", "(Black Man c2) (White Rock d2)").black(),
    no("7.2", "neutral?", ALONE),
    yes("7.2", "neutral? e", STONE),
    yes("7.2", "neutral? (opposite e)", STONE),
    yes("7.2", "neutral? a1", STONE),
    no("7.2", "neutral? e", FOE),
    no("7.2", "neutral? e", ALONE),
    no("7.2", "neutral? e", EDGE),
    yes("7.2", "piece? Man", ALONE),
    no("7.2", "piece? Rock", ALONE),
    yes("7.2", "piece? Rock e", FOE),
    yes("7.2", "piece? Rock e", FRIEND),
    yes("7.2", "piece? Rock (opposite e)", STONE),
    yes("7.2", "piece? Rock a1", FOE),
    no("7.2", "piece? King e", FOE),
    no("7.2", "piece? Rock e", ALONE),
    no("7.2", "piece? Rock e", EDGE),
    yes("7.2", "fresh", ALONE),
    no("7.2", "tired", ALONE),
    yes("7.2", "tired", "(White Man c2 tired)"),
    // A change is pending until the move is made.
    yes("7", "fresh", ALONE).before("(set-attribute fresh false)"),
    yes("7.2", "fresh e", FOE),
    yes("7.2", "fresh (opposite e)", FRIEND),
    yes("7.2", "fresh a1", STONE),
    no("7.2", "fresh e", "(White Man c2) (White Rock d2 !fresh)"),
    no("7.2", "tired e", FOE),
    no("7.2", "fresh e", ALONE),
    no("7.2", "fresh e", EDGE),
    yes("7.2", "adjacent-to-enemy?", FOE),
    no("7.2", "adjacent-to-enemy?", FRIEND),
    no("7.2", "adjacent-to-enemy?", STONE),
    no("7.2", "adjacent-to-enemy?", "(White Man c2) (Black Rock d3 b1)"),
    yes("7.2", "adjacent-to-enemy? e", "(White Man c2) (Black Rock e2)"),
    yes("7.2", "adjacent-to-enemy? (opposite e)", "(White Man c2) (Black Rock b1)"),
    yes("7.2", "adjacent-to-enemy? e1", "(White Man c2) (Black Rock e2)"),
    no("7.2", "adjacent-to-enemy? e", EDGE),
    // Along links as well, in their direction.
    yes("7.2", "adjacent-to-enemy? c1", "(White Man c2) (Black Rock tray)"),
];

const FLAGS: &[Row] = &[
    no("7.2", "flag? seen", ALONE),
    yes("7.2", "flag? seen", ALONE).before("(set-flag seen true)"),
    yes("7.2", "flag? seen", ALONE).before("(set-flag seen true) e n"),
    no("7.2", "position-flag? seen", ALONE),
    yes("7.2", "position-flag? seen", ALONE).before("(set-position-flag seen true)"),
    no("7.2", "position-flag? seen", ALONE).before("(set-position-flag seen true) e"),
    yes("7.2", "position-flag? seen e", ALONE).before("(set-position-flag seen true e)"),
    yes("7.2", "position-flag? seen (opposite e)", ALONE)
        .before("(set-position-flag seen true (opposite e))"),
    yes("7.2", "position-flag? seen a1", ALONE).before("(set-position-flag seen true a1)"),
    no("7.2", "position-flag? seen e", EDGE).before("(set-position-flag seen true e)"),
];

const LOGIC: &[Row] = &[
    yes("7.2", "true", ALONE),
    no("7.2", "false", ALONE),
    yes("7.2", "and fresh (empty? e) (not tired)", ALONE),
    no("7.2", "and fresh tired (empty? e)", ALONE),
    no("7.2", "and fresh (empty? e) tired", ALONE),
    yes("7.2", "or tired (enemy? e) (empty? e)", ALONE),
    no("7.2", "or tired (enemy? e) not-fresh", ALONE),
    yes("7.2", "and (or tired fresh) (or (not (empty? w)) (and fresh (empty? e)))", ALONE),
    no("7.2", "or (and tired fresh) (and (or fresh tired) (not (or (empty? e) tired)))", ALONE),
    yes("7.2", "not tired", ALONE),
    no("7.2", "not (or tired fresh)", ALONE),
];

const ATTACKS: &[Row] = &[
    no("11", "attacked?", ALONE),
    // A black Guard takes southward by `hop`, and steps northward by `walk`.
    yes("11", "attacked?", "(White Man c2) (Black Guard c3)"),
    yes("11", "attacked? hop", "(White Man c2) (Black Guard c3)"),
    no("11", "attacked? walk", "(White Man c2) (Black Guard c3)"),
    yes("11", "attacked?", "(White Man c2) (Black Guard c1)"),
    yes("11", "attacked? walk", "(White Man c2) (Black Guard c1)"),
    no("11", "attacked? hop", "(White Man c2) (Black Guard c1)"),
    // A piece of one's own is put on an empty square, and on that of another's piece.
    yes("11", "attacked? e", "(White Man c2) (Black Guard d3)"),
    yes("11", "attacked? e hop", "(White Man c2) (Black Guard d3)"),
    no("11", "attacked? e walk", "(White Man c2) (Black Guard d3)"),
    yes("11", "attacked? e", "(White Man c2) (Black Guard d3) (Black Rock d2)"),
    yes("11", "attacked? (opposite e)", "(White Man c2) (Black Guard b3)"),
    yes("11", "attacked? (opposite e) hop", "(White Man c2) (Black Guard b3)"),
    yes("11", "attacked? a1", "(White Man c2) (Black Guard a2)"),
    yes("11", "attacked? a1 hop", "(White Man c2) (Black Guard a2)"),
    no("11", "attacked? a1 walk", "(White Man c2) (Black Guard a2)"),
    no("11", "attacked? e", EDGE),
    no("11", "attacked? e hop", EDGE),
    // Neither by a friend nor by a neutral piece.
    no("11", "attacked?", "(White Man c2) (White Guard c1)"),
    no("11", "attacked?", "(White Man c2) (Grey Guard c1 c3)"),
    // A capture on the square is enough.
    yes("11", "attacked? c1", "(White Man b2) (Black Archer c3)"),
    no("11", "attacked? c2", "(White Man b2) (Black Archer c3)"),
    no("11", "defended?", ALONE),
    yes("11", "defended?", "(White Man c2) (White Guard c1)"),
    yes("11", "defended? hop", "(White Man c2) (White Guard c1)"),
    no("11", "defended? walk", "(White Man c2) (White Guard c1)"),
    yes("11", "defended? walk", "(White Man c2) (White Guard c3)"),
    yes("11", "defended? e", "(White Man c2) (White Guard d1)"),
    yes("11", "defended? e hop", "(White Man c2) (White Guard d1)"),
    yes("11", "defended? e", "(White Man c2) (White Guard d1) (White Rock d2)"),
    yes("11", "defended? e", "(White Man c2) (White Guard d1) (Black Rock d2)"),
    yes("11", "defended? (opposite e) hop", "(White Man c2) (White Guard b1)"),
    yes("11", "defended? (opposite e)", "(White Man c2) (White Guard b1)"),
    yes("11", "defended? a2", "(White Man c2) (White Guard a1)"),
    yes("11", "defended? a2 hop", "(White Man c2) (White Guard a1)"),
    no("11", "defended? a2 walk", "(White Man c2) (White Guard a1)"),
    no("11", "defended?", "(White Man c2) (Black Guard c1 c3)"),
    no("11", "defended? e", EDGE),
    no("11", "defended? e hop", EDGE),
    yes("11", "defended? c3", "(White Man b2) (White Archer c1)"),
];

/// All cases, for the tests of coverage.
pub fn all() -> Vec<Case> {
    [PLACES, OCCUPANTS, FLAGS, LOGIC, ATTACKS].into_iter().flatten().map(Row::case).collect()
}

#[test]
fn places_are_on_the_board_in_zones_marked_or_of_the_last_move() {
    PLACES.iter().for_each(Row::check);
}

#[test]
fn occupants_are_those_before_the_move_and_off_the_board_there_are_none() {
    OCCUPANTS.iter().for_each(Row::check);
}

#[test]
fn flags_are_asked_with_and_without_a_place() {
    FLAGS.iter().for_each(Row::check);
}

#[test]
fn conditions_combine() {
    LOGIC.iter().for_each(Row::check);
}

#[test]
fn attacks_and_defences_look_at_the_moves_of_the_other_side_and_of_ones_own() {
    ATTACKS.iter().for_each(Row::check);
}

#[test]
fn an_attribute_named_with_not_is_itself_before_it_is_a_negation() {
    let extra = "(piece (name Odd) (attribute calm false) (attribute not-calm false)
        (moves ((verify not-calm) e add) ((verify (not-calm e)) n add) ((verify not-loud) s add) ((verify (not-loud e)) w add))
        (attribute loud false))";
    let case = case("14", "").sections(extra);
    let texts = |setup: &str| {
        let mut position = case.game().start();
        position.clear();
        set_up(&mut position, setup);
        moves(&mut position)
    };
    assert_eq!(texts("(White Odd c2)"), ["Odd c2 - c1", "Odd c2 - b2"]);
    assert_eq!(texts("(White Odd c2 not-calm)"), ["Odd c2 - d2", "Odd c2 - c1", "Odd c2 - b2"]);
    assert_eq!(texts("(White Odd c2 loud)"), ["Odd c2 - b2"]);
}
