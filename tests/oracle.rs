//! The shipped variants against reference numbers and facts that two other generators agree on.
//!
//! The reference is the file named by `ZRF_ORACLE`, or `../shared/variants/oracle.json`, or else
//! the copy of its numbers in `tests/data`. Deep counts are left out of a build without
//! optimisation.

#[path = "support/oracle.rs"]
mod oracle;

use oracle::entries;
use zrf::document::Document;
use zrf::game::Game;
use zrf::loader::MemoryLoader;

/// Counts of more sequences than this are left to release builds.
const DEEPEST: u64 = if cfg!(debug_assertions) { 50_000 } else { u64::MAX };

/// Every entry of one file: counts first, then the facts.
fn holds(game: &str) {
    let wrong: Vec<String> = entries(game).iter().flat_map(|entry| entry.check(DEEPEST)).collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn grand_puzzle_agrees_with_the_reference() {
    holds("grand-puzzle");
}

#[test]
fn courier_spiel_agrees_with_the_reference() {
    holds("courier-spiel");
}

#[test]
fn veles_chess_agrees_with_the_reference() {
    holds("veles-chess");
}

#[test]
fn frog_hannibal_and_waffle_chess_agree_with_the_reference() {
    holds("frog-hannibal-waffle");
}

#[test]
fn holy_grail_agrees_with_the_reference() {
    holds("holy-grail");
}

/// White's moves after which Black has answers, and each answer allows a mate.
#[test]
fn the_grand_puzzle_has_one_key_one_reply_and_one_mate() {
    let game = oracle::load("grand-puzzle", 1);
    let mut position = game.start();
    let mut keys = Vec::new();
    for first in position.legal_moves().expect("moves") {
        let key = position.print(&first);
        position.play(&first).expect("a move");
        let replies = position.legal_moves().expect("moves");
        let mut mates = Vec::new();
        let mut forced = !replies.is_empty();
        for reply in &replies {
            position.play(reply).expect("a move");
            let mating = mating_moves(&mut position);
            forced &= !mating.is_empty();
            mates.push(mating);
            position.undo();
            if !forced {
                break;
            }
        }
        if forced {
            let replies: Vec<String> = replies.iter().map(|mv| position.print(mv)).collect();
            keys.push((key, replies, mates));
        }
        position.undo();
    }
    let key = "Queen a1 - j10".to_owned();
    let reply = vec!["King j9 x j10".to_owned()];
    let mates = vec![vec!["Pawn h7 - h8 = Cardinal".to_owned()]];
    assert_eq!(keys, [(key, reply, mates)]);
}

/// Moves that end the game with a win for the player who makes them.
fn mating_moves(position: &mut zrf::game::Position) -> Vec<String> {
    let mover = position.mover();
    let mut mating = Vec::new();
    for mv in position.legal_moves().expect("moves") {
        let text = position.print(&mv);
        position.play(&mv).expect("a move");
        if position.outcome().expect("an outcome").is_some_and(|o| o.winner == Some(mover)) {
            mating.push(text);
        }
        position.undo();
    }
    mating
}

/// What `zrf expand` prints is one file without macros, and the same game.
#[test]
fn the_variants_can_be_written_out_for_zillions() {
    for file in ["grand-puzzle", "courier-spiel", "veles-chess", "frog-hannibal-waffle", "holy-grail"] {
        let path = format!("{}/zrf/{file}.zrf", env!("CARGO_MANIFEST_DIR"));
        let program = env!("CARGO_BIN_EXE_zrf");
        let output =
            std::process::Command::new(program).args(["expand", &path]).output().expect("the program");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        for word in ["(define", "(include", "$1"] {
            assert!(!text.contains(word), "{file}: {word} is left");
        }
        let document = Document::load("whole.zrf", text.as_bytes(), &MemoryLoader::new());
        assert!(document.diagnostics().is_empty(), "{file}: {:?}", document.diagnostics());
        for variant in 0..document.variants().len() {
            let whole = document.game(variant).0.expect("a game");
            let (whole, split) = (moves(&whole), moves(&oracle::load(file, variant)));
            assert_eq!(whole, split, "{file}, variant {variant}");
        }
    }
}

/// The moves at the start, as printed.
fn moves(game: &Game) -> Vec<String> {
    let mut position = game.start();
    let moves = position.legal_moves().expect("moves");
    moves.iter().map(|mv| position.print(mv)).collect()
}
