//! `zrf explain-move`: every reason why a move is legal or not, on the shipped games.

mod support;

use support::program::{Folder, Ran};

/// Runs `zrf explain-move`, compares what it prints with a golden, and gives its exit code.
#[track_caller]
fn explain(name: &str, args: &[&str]) -> i32 {
    let folder = Folder::new(&format!("explain-{name}"));
    let ran = folder.zrf(&[&["explain-move"], args].concat());
    assert_eq!(ran.err, "");
    support::golden(&format!("explain-move/{name}.txt"), &ran.out);
    ran.code.unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    let folder = Folder::new(&format!("explain-json-{}", args.len()));
    let Ran { out, .. } = folder.zrf(&[&["explain-move", "--json"], args].concat());
    serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"))
}

#[test]
fn legal_moves() {
    assert_eq!(explain("step", &["chess", "e2-e4"]), 0);
    let castling =
        ["chess", "e1g1", "--setup", "(White King e1) (White Rook h1) (Black King a8) (Black Rook a1)"];
    assert_eq!(explain("castling-in-check", &castling), 1);
    let castling = ["chess", "e1g1", "--setup", "(White King e1) (White Rook h1) (Black King a8)"];
    assert_eq!(explain("castling", &castling), 0);
    let promotion = ["chess", "Pawn a7 - a8", "--setup", "(White Pawn a7) (White King g1) (Black King h3)"];
    assert_eq!(explain("promotions", &promotion), 0);
    let promotion =
        ["chess", "Pawn a7 - a8 = Rook", "--setup", "(White Pawn a7) (White King g1) (Black King h3)"];
    assert_eq!(explain("promotion", &promotion), 0);
    let passing = [
        "chess",
        "e5-d6",
        "--setup",
        "(White Pawn e5) (White King a1) (Black Pawn d5) (Black King h8)",
        "--last",
        "d7-d5",
    ];
    assert_eq!(explain("in-passing", &passing), 0);
    assert_eq!(explain("drop", &["tic-tac-toe", "Crosses Mark b2"]), 0);
    assert_eq!(explain("drop-by-its-place", &["tic-tac-toe", "b2"]), 0);
    let partial = ["english-draughts", "d4-b2", "--setup", "(Black Man d4) (White Man c3 g1 h8)"];
    assert_eq!(explain("partial", &partial), 0);
}

#[test]
fn no_block_makes_it() {
    assert_eq!(explain("too-far", &["chess", "Pawn e2 - e5"]), 1);
    let through =
        ["chess", "e1-g1", "--setup", "(White King e1) (White Rook h1) (Black Rook f8) (Black King a8)"];
    assert_eq!(explain("castling-through-an-attack", &through), 1);
    assert_eq!(explain("occupied", &["tic-tac-toe", "Noughts Mark b2", "--play", "Crosses Mark b2"]), 1);
    assert_eq!(explain("reversi-takes-nothing", &["reversi", "a1"]), 1);
    let late =
        ["chess", "e5-d6", "--setup", "(White Pawn e5) (White King a1) (Black Pawn d5) (Black King h8)"];
    assert_eq!(explain("in-passing-too-late", &late), 1);
    assert_eq!(explain("becomes-nothing-such", &["chess", "Pawn e2 - e4 = Queen"]), 1);
}

#[test]
fn the_text_is_no_move_here() {
    assert_eq!(explain("unknown-word", &["chess", "Knihgt b1 - c3"]), 1);
    assert_eq!(explain("no-position", &["chess", "Knight"]), 1);
    assert_eq!(explain("nothing-there", &["chess", "e5-e6"]), 1);
    assert_eq!(explain("another-piece", &["chess", "Rook b1 - c3"]), 1);
    assert_eq!(explain("another-player", &["chess", "e7-e5"]), 1);
    assert_eq!(explain("another-player-drops", &["tic-tac-toe", "Noughts Mark b2"]), 1);
    assert_eq!(explain("never-dropped", &["chess", "White Pawn e4"]), 1);
    let empty = [
        "examples/options",
        "White Knight c3",
        "--setup",
        "(White Pawn a2) (White Bishop off 1) (Black Pawn e4)",
    ];
    assert_eq!(explain("nothing-to-drop", &empty), 1);
    let mate = ["chess", "a2-a3", "--play", "Pawn f2 - f3; Pawn e7 - e5; Pawn g2 - g4; Queen d8 - h4"];
    assert_eq!(explain("over", &mate), 1);
}

/// A move after the first part of a jump that goes on.
fn amid_a_chain(text: &str) -> [&str; 6] {
    [
        "english-draughts",
        text,
        "--setup",
        "(Black Man d8 h8) (White Man c7 c5 g1)",
        "--play",
        "partial 2 Man d8 - b6 x c7",
    ]
}

#[test]
fn rules_remove_it() {
    let pinned =
        ["chess", "e2-d3", "--setup", "(White King e1) (White Bishop e2) (Black Rook e8) (Black King a8)"];
    assert_eq!(explain("pinned", &pinned), 1);
    let in_check =
        ["chess", "a2-a3", "--setup", "(White King e1) (White Pawn a2) (Black Rook e8) (Black King a8)"];
    assert_eq!(explain("still-in-check", &in_check), 1);
    let quiet = ["english-draughts", "d4-e3", "--setup", "(Black Man d4) (White Man c3 h8)"];
    assert_eq!(explain("priority", &quiet), 1);
    assert_eq!(explain("chain", &amid_a_chain("h8-g7")), 1);
    let phase = ["tic-tac-toe", "--variant", "Three men's morris", "a1-a2", "--edit", "(Crosses Mark a1)"];
    assert_eq!(explain("move-type", &phase), 1);
    let shorter = ["international-draughts", "e3-c5", "--setup", "(White Man e3) (Black Man d4 f4 f6)"];
    assert_eq!(explain("shorter-chain", &shorter), 1);
    let no_stock = ["examples/options", "a4-a5 = Knight", "--setup", "(White Pawn a4) (Black Pawn e4)"];
    assert_eq!(explain("not-in-the-stock", &no_stock), 1);
}

#[test]
fn passing() {
    assert_eq!(explain("no-passing", &["chess", "Pass"]), 1);
    assert_eq!(explain("forced-passing", &["reversi", "pass"]), 1);
    assert_eq!(explain("legal-pass", &["examples/options", "Pass"]), 0);
    assert_eq!(explain("no-passing-in-a-chain", &amid_a_chain("Pass")), 1);
}

#[test]
fn json_has_all_of_it() {
    let legal = json(&["chess", "e2-e4"]);
    assert_eq!(legal["legal"], true);
    assert_eq!(legal["reason"], "legal");
    assert_eq!(legal["moves"][0]["move"], "Pawn e2 - e4");
    assert_eq!(legal["moves"][0]["block"]["steps"][1]["result"], "to e3");
    let illegal = json(&["chess", "Pawn e2 - e5", "--turn", "0"]);
    assert_eq!(illegal["legal"], false);
    assert_eq!(illegal["reason"], "no-block");
    assert_eq!(illegal["failed"].as_array().unwrap().len(), 6);
    assert_eq!(illegal["failed"][0]["call"]["code"], "(pawn-double-step)");
    assert!(illegal["failed"][0]["line"].is_number());
}

#[test]
fn moves_has_it_as_an_option() {
    let folder = Folder::new("explain-why");
    let short = folder.zrf(&["moves", "chess", "--why", "e2-e5"]).with_code(1);
    let long = folder.zrf(&["explain-move", "chess", "e2-e5"]).with_code(1);
    assert_eq!(short.out, long.out);
}

/// Every legal move of every shipped game is explained as legal, with a block that makes it.
#[test]
fn legal_moves_are_explained_by_the_block_that_makes_them() {
    use zrf::study::why::{Reason, why};
    for path in support::shipped_files() {
        let bytes = std::fs::read(&path).unwrap();
        let loader = zrf::loader::DiskLoader::default();
        let document = zrf::document::Document::load(&path.to_string_lossy(), &bytes, &loader);
        let Some(game) = document.game(0).0.filter(|game| game.rules().engine.is_none()) else { continue };
        let mut position = game.start();
        for ply in 0..6 {
            let moves = position.legal_moves().unwrap();
            for mv in moves.iter().take(12) {
                let text = position.print(mv);
                let why = why(&mut position, document.sources(), &text).unwrap();
                assert_eq!(why.reason, Reason::Legal, "{}: {text}", path.display());
                assert_eq!(why.moves[0].text, text);
                assert!(mv.is_pass() || why.moves[0].story.is_some(), "{}: {text}", path.display());
            }
            let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position.play(mv).unwrap();
        }
    }
}

/// From every square to every square: what is called legal is, and nothing else.
#[test]
fn every_from_and_to_has_a_reason() {
    use std::collections::BTreeMap;
    use zrf::game::Effect;
    use zrf::ids::PosId;
    use zrf::study::why::{Reason, why};
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for path in support::shipped_files() {
        let bytes = std::fs::read(&path).unwrap();
        let loader = zrf::loader::DiskLoader::default();
        let document = zrf::document::Document::load(&path.to_string_lossy(), &bytes, &loader);
        let Some(game) = document.game(0).0.filter(|game| game.rules().engine.is_none()) else { continue };
        let mut position = game.start();
        let legal = position.legal_moves().unwrap();
        let goes = |from, to| {
            let is_it =
                |e: &Effect| matches!(*e, Effect::Move { from: f, to: t, .. } if f == from && t == to);
            legal.iter().any(|mv| mv.effects().iter().any(is_it))
        };
        let positions = game.rules().board.positions.len();
        for index in (0..positions * positions).step_by(positions * positions / 150 + 1) {
            let (from, to) = (PosId::from_index(index / positions), PosId::from_index(index % positions));
            let text = format!("{} - {}", game.rules().pos_name(from), game.rules().pos_name(to));
            let why = why(&mut position, document.sources(), &text).unwrap();
            assert_eq!(why.reason == Reason::Legal, goes(from, to), "{}: {text}", path.display());
            assert!(!why.summary.is_empty());
            *reasons.entry(why.reason.key()).or_default() += 1;
        }
    }
    for reason in ["legal", "no-piece", "other-player", "no-block"] {
        assert!(reasons.contains_key(reason), "{reason} is not among {reasons:?}");
    }
}
