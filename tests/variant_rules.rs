//! Rules of the documented variants that no position of the reference asks for.

use zrf::document::Document;
use zrf::game::setup::{apply, parse_setup};
use zrf::game::{Game, Position, Reason};
use zrf::loader::MemoryLoader;
use zrf::loader::builtin;

/// The first game of a shipped file, with a piece of its text replaced.
fn game_with(file: &str, old: &str, new: &str) -> Game {
    let path = format!("zrf/{file}.zrf");
    let (_, bytes) = builtin::games().iter().find(|(name, _)| *name == path).expect("a shipped game");
    let text = String::from_utf8_lossy(bytes).replace(old, new);
    let (game, diagnostics) = Document::load(&path, text.as_bytes(), &MemoryLoader::default()).game(0);
    game.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn game(file: &str) -> Game {
    game_with(file, "", "")
}

/// A position set up as on the command line.
fn position(game: &Game, pieces: &str, turn: usize) -> Position {
    let mut position = game.start();
    position.clear();
    apply(&mut position, &parse_setup(game.rules(), pieces).expect("pieces"));
    position.set_turn(turn);
    position
}

/// The legal moves that begin like this, as printed.
fn moves(position: &mut Position, begin: &str) -> Vec<String> {
    let moves = position.legal_moves().expect("moves");
    moves.iter().map(|mv| position.print(mv)).filter(|text| text.starts_with(begin)).collect()
}

#[track_caller]
fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let found = position.parse(text).expect("a position that can be played");
        let found = found.unwrap_or_else(|| panic!("`{text}` is not among {:#?}", moves(position, "")));
        position.play(&found).expect("a move");
    }
}

#[test]
fn the_extra_men_are_placed_first_and_on_two_files_of_which_none_is_the_kings() {
    let mut p = game("frog-hannibal-waffle").start();
    assert_eq!(moves(&mut p, "White Falcon").len(), 9);
    assert!(!moves(&mut p, "").contains(&"White Falcon f0".to_owned()));
    play(&mut p, &["White Falcon b0"]);
    let second: Vec<String> = "acdeghij".chars().map(|file| format!("White Manticore {file}0")).collect();
    assert_eq!(moves(&mut p, ""), second);
    play(&mut p, &["White Manticore i0", "Black Manticore a10", "Black Falcon j10"]);
    let entering = ["Falcon b0 x b1 Knight b1 - c3", "Falcon b0 x b1 Knight b1 - a3"];
    assert_eq!(moves(&mut p, "Falcon"), entering, "who waits moves only to enter");
    assert!(moves(&mut p, "").contains(&"Pawn a2 - a4".to_owned()));
}

#[test]
fn a_pawn_that_promotes_by_a_capture_takes_the_waiting_man_along_whatever_it_becomes() {
    let frog = game("frog-hannibal-waffle");
    let men = "(White King f1) (White Pawn b8) (Black Rook a9) (Black Falcon a10) (Black King f9)";
    let captures = moves(&mut position(&frog, men, 4), "Pawn b8 x");
    assert_eq!(captures.len(), 7);
    assert!(captures.iter().all(|text| text.starts_with("Pawn b8 x a9 x a10 = ")), "{captures:#?}");
}

#[test]
fn a_square_that_only_the_rook_crosses_or_shields_may_be_attacked_in_flexible_castling() {
    let grail = game("holy-grail");
    // The gryphon reaches b1 by d1 and c1; when king and rook have castled the rook is in its way.
    let men = "(White King f1) (White Rook b1) (Black StealthGryphon e2) (Black King f10)";
    let castling = moves(&mut position(&grail, men, 0), "King f1 x b1");
    assert_eq!(castling, ["King f1 x b1 Rook b1 - c1 @ b1 1 0 @ c1 1 0"]);
}

#[test]
fn a_serpent_that_changes_its_form_makes_no_progress() {
    let grail = game_with("holy-grail", "(no-progress-draws 50", "(no-progress-draws 2");
    let men = "(White King a1) (White Raptor c2 moved?) (Black King j10)";
    let mut p = position(&grail, men, 0);
    let change = moves(&mut p, "@ c2 0 0 = Cannon").pop().expect("a change");
    play(&mut p, &[&change, "King j10 - j9 @ j9 1 0", "King a1 - a2 @ a2 1 0"]);
    assert!(p.outcome().expect("an outcome").is_none());
    play(&mut p, &["King j9 - j8 @ j8 1 0"]);
    let outcome = p.outcome().expect("an outcome").expect("an end");
    assert!(matches!(outcome.reason, Reason::NoProgress { moves: 2 }), "{:?}", outcome.reason);
}

#[test]
fn a_dropped_pawn_is_progress_and_cannot_be_taken_in_passing() {
    let grail = game_with("holy-grail", "(no-progress-draws 50", "(no-progress-draws 1");
    let men = "(White King a1) (White NinjaPawn off 1) (Black Pawn c4) (Black King j10)";
    let mut p = position(&grail, men, 0);
    play(&mut p, &["White NinjaPawn d5"]);
    assert_eq!(moves(&mut p, "Pawn"), ["Pawn c4 - c3"]);
    play(&mut p, &["King j10 - j9 @ j9 1 0"]);
    assert!(p.outcome().expect("an outcome").is_none());
}
