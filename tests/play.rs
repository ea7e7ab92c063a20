//! `zrf play`, `best` and `match` as they are used: lines on standard input, lines on standard output.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Said {
    out: String,
    err: String,
    code: i32,
}

fn zrf(arguments: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zrf"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("zrf starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).expect("zrf reads");
    let output = child.wait_with_output().expect("zrf ends");
    Said {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

fn temporary(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("zrf-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn a_move_can_be_entered_in_many_ways() {
    let entries = ["Pawn e2 - e4", "pawn E2 - E4", "e2e4", "e2-e4", "e2 e4", "Pe4", "pawn e4", "e4"];
    for entry in entries {
        let said = zrf(&["play", "chess", "--computer", "none"], &format!("{entry}\nhistory\n"));
        assert!(said.out.contains("1. White: Pawn e2 - e4"), "{entry}: {}{}", said.out, said.err);
        assert_eq!(said.code, 0, "{entry}");
    }
}

#[test]
fn a_promotion_is_chosen_by_a_letter_or_a_name() {
    let setup = "(White King e1) (Black King h6) (White Pawn b7)";
    for entry in ["b7b8q", "b7b8=Queen", "b7-b8=q", "b7 b8 queen"] {
        let arguments = ["play", "chess", "--computer", "none", "--setup", setup];
        let said = zrf(&arguments, &format!("{entry}\nhistory\n"));
        assert!(said.out.contains("Pawn b7 - b8 = Queen"), "{entry}: {}{}", said.out, said.err);
    }
    let said = zrf(&["play", "chess", "--computer", "none", "--setup", setup], "b7b8\n");
    assert!(said.err.contains("may mean several moves") && said.err.contains("= Knight"), "{}", said.err);
    assert_eq!(said.code, 1);
}

#[test]
fn an_unknown_entry_names_the_nearest_moves_and_fails_in_a_script() {
    let said = zrf(&["play", "chess", "--computer", "none"], "Pawn e2 - e5\nudno\n");
    assert!(said.err.contains("is no legal move here"), "{}", said.err);
    assert!(said.err.contains("Pawn e2 - e4"), "{}", said.err);
    assert!(said.err.contains("did you mean `undo`?"), "{}", said.err);
    assert_eq!(said.code, 1);
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let said = zrf(&["play", "chess", "--computer", "none"], "e2e4\ne7e5\nundo\nundo\nredo\nhistory\n");
    assert!(said.out.contains("1. White: Pawn e2 - e4"), "{}", said.out);
    assert!(!said.out.contains("1. Black: Pawn e7 - e5"), "{}", said.out);
    let said = zrf(&["play", "chess", "--computer", "none"], "undo\nredo\n");
    assert!(said.err.contains("no move to take back") && said.err.contains("no move to play again"));
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let file = temporary("game.zsg");
    let name = file.to_str().unwrap();
    let said = zrf(&["play", "chess", "--computer", "none"], &format!("e2e4\ne7e5\nsave {name}\n"));
    assert_eq!(said.code, 0, "{}", said.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("1. Pawn e7 - e5"), "{text}");
    let said = zrf(&["play", "chess", "--computer", "none"], &format!("load {name}\ng1f3\nhistory\n"));
    assert!(said.out.contains("2. White: Knight g1 - f3"), "{}{}", said.out, said.err);
    let said = zrf(&["play", "reversi", "--computer", "none"], &format!("load {name}\n"));
    assert!(said.err.contains("is a game of \"Chess\""), "{}", said.err);
}

#[test]
fn a_changed_position_is_saved_with_its_changes() {
    let file = temporary("edited.zsg");
    let name = file.to_str().unwrap();
    let input = format!("edit (x d8) (White Knight e4)\ne4f6\nsave {name}\n");
    let said = zrf(&["play", "chess", "--computer", "none"], &input);
    assert_eq!(said.code, 0, "{}", said.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("(x d8)") && text.contains("(White Knight e4)"), "{text}");
    let said = zrf(&["play", "chess", "--computer", "none"], &format!("load {name}\nhistory\n"));
    assert!(said.out.contains("1. White: Knight e4 - f6"), "{}{}", said.out, said.err);
}

#[test]
fn the_computer_answers_and_the_end_names_its_goal() {
    // Fool's mate: the computer has only to see one move ahead.
    let arguments = [
        "play",
        "chess",
        "--computer",
        "Black",
        "--depth",
        "3",
        "--play",
        "Pawn f2 - f3; Pawn e7 - e5; Pawn a2 - a3; Pawn a7 - a6",
    ];
    let said = zrf(&arguments, "g2g4\n");
    assert!(said.out.contains("Black (computer): Queen d8 - h4"), "{}{}", said.out, said.err);
    let end = "The game is over. Black wins: loss-condition (White) (checkmated King)";
    assert!(said.out.contains(end), "{}", said.out);
}

#[test]
fn a_finished_game_takes_no_more_moves() {
    let said = zrf(&["play", "chess", "--computer", "none"], "resign\ne2e4\nundo\n");
    assert!(said.out.contains("White has resigned"), "{}", said.out);
    assert!(said.err.contains("the game is over"), "{}", said.err);
}

#[test]
fn dice_are_thrown_and_sides_can_be_changed() {
    let said = zrf(&["play", "race", "--seed", "3", "--nodes", "100", "--computer", "none"], "side all\n");
    assert!(said.out.contains("(chance)"), "{}", said.out);
    assert!(said.out.contains("The game is over."), "{}{}", said.out, said.err);
}

#[test]
fn help_shows_what_a_piece_can_do() {
    let said = zrf(&["play", "chess", "--computer", "none"], "help N\nhelp Quen\nrules\n");
    assert!(said.out.contains("it jumps") && said.out.contains('*'), "{}", said.out);
    assert!(said.err.contains("did you mean `Queen`?"), "{}", said.err);
    assert!(said.out.contains("loss-condition (White Black) (checkmated King)"), "{}", said.out);
}

#[test]
fn the_last_line_of_best_is_the_move() {
    let setup = "(White King g1) (White Rook a1) (Black King h8) (Black Pawn g7 h7)";
    let said = zrf(&["best", "chess", "--depth", "4", "--setup", setup], "");
    assert_eq!(said.out.lines().last(), Some("best Rook a1 - a8 @ a8 0 0"), "{}{}", said.out, said.err);
    assert!(said.out.contains("score win in 1"), "{}", said.out);
}

#[test]
fn best_of_a_finished_game_is_an_error() {
    let setup = "(White King g1) (White Rook a8) (Black King h8) (Black Pawn g7 h7)";
    let said = zrf(&["best", "chess", "--depth", "2", "--turn", "1", "--setup", setup], "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the game is over"), "{}", said.err);
}

#[test]
fn a_match_is_counted_saved_and_gone_on_with() {
    let folder = temporary("match");
    let name = folder.to_str().unwrap();
    let run = |games: &str| {
        let arguments = [
            "match",
            "tic-tac-toe",
            "-n",
            games,
            "--first",
            "depth=9",
            "--second",
            "random",
            "--opening",
            "0",
            "--save",
            name,
        ];
        zrf(&arguments, "")
    };
    let said = run("2");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.lines().last().unwrap().starts_with("games 2, "), "{}", said.out);
    let said = run("4");
    assert!(said.err.contains("going on behind game 2"), "{}", said.err);
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with("games 4, ") && last.contains("losses 0"), "{last}");
    assert!(folder.join("game-0004.zsg").exists());
}

#[test]
fn what_was_learned_by_self_play_is_kept_and_used_again() {
    let cache = temporary("cache");
    let info = || {
        let output = Command::new(env!("CARGO_BIN_EXE_zrf"))
            .args(["info", "breakthrough", "--refine", "3", "--json"])
            .env("XDG_CACHE_HOME", &cache)
            .output()
            .expect("zrf starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let first = info();
    assert!(first.contains("refinement"), "{first}");
    let kept: Vec<PathBuf> =
        std::fs::read_dir(cache.join("zrf")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = &kept[..] else { panic!("one file: {kept:?}") };
    assert_eq!(info(), first);
    // What is kept is what counts ...
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, with_other_worths(&text)).unwrap();
    assert!(info().contains("\"value\":777"));
    // ... but for a file that makes no sense: then it is learned again.
    std::fs::write(file, "{").unwrap();
    assert_eq!(info(), first);
    std::fs::remove_dir_all(cache).unwrap();
}

/// The kept text with every worth set to 777.
fn with_other_worths(text: &str) -> String {
    let mut parts = text.split("\"value\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{all}\"value\":777{rest}")
    })
}
