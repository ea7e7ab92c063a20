//! The command line: exit codes, bad input of every kind, pipes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A small complete game: two kings on a row of four, and a chain of partial moves.
const ROW: &str = r#"
(define step ($1 (verify not-friend?) add))
(game
    (title "Row")
    (players White Black)
    (turn-order White Black)
    (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d" (10 0)) ("1" (0 10)))
                 (directions (e 1 0) (w -1 0))))
    (piece (name King) (attribute fresh? true) (moves (step e) (step w)))
    (board-setup (White (King a1)) (Black (King d1)))
    (loss-condition (White Black) (captured King))
)
(variant (title "Row with a hop") (piece (name King) (attribute fresh? true) (moves ((verify fresh?) e (verify empty?) (add-partial hop)) (move-type hop) (e (verify empty?) add))))
(variant (title "-"))
(variant (title "Row of one") (board-setup (White (King b1)) (Black (King d1))))
"#;

fn zrf(args: &[&str]) -> Output {
    zrf_with_input(args, b"")
}

fn zrf_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zrf"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // It may end without reading all of its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "\nstdout: {}\nstderr: {}", out(output), err(output));
}

/// The output of a run that has to succeed.
#[track_caller]
fn run(args: &[&str]) -> String {
    let output = zrf(args);
    assert_code(&output, 0);
    out(&output)
}

/// What a run that has to fail with this code says.
#[track_caller]
fn fails(args: &[&str], code: i32) -> String {
    let output = zrf(args);
    assert_code(&output, code);
    let said = err(&output);
    assert!(!said.contains("panicked"), "{said}");
    assert!(!said.is_empty(), "a failure without a word");
    said
}

/// A folder of its own for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// Writes a file and gives its path.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file for the test");
        path.to_str().expect("a UTF-8 path").to_owned()
    }

    fn row(&self) -> String {
        self.file("row.zrf", ROW)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn moves_prints_the_moves_and_nothing_else() {
    let folder = Folder::new("moves");
    assert_eq!(run(&["moves", &folder.row()]), "King a1 - b1\n");
    assert_eq!(run(&["moves", &folder.row(), "--play", "King a1 - b1"]), "King d1 - c1\n");
    assert_eq!(run(&["moves", &folder.row(), "--play", "1; 1"]), "King b1 x c1\nKing b1 - a1\n");
}

#[test]
fn a_finished_game_has_no_moves() {
    let folder = Folder::new("finished");
    assert_eq!(run(&["moves", &folder.row(), "--play", "1;1;1"]), "");
    assert!(run(&["board", &folder.row(), "--play", "1;1;1"]).contains("White wins"));
}

#[test]
fn rules_come_from_standard_input() {
    let output = zrf_with_input(&["moves", "-"], ROW.as_bytes());
    assert_code(&output, 0);
    assert_eq!(out(&output), "King a1 - b1\n");
}

#[test]
fn variants_are_found_by_number_title_and_beginning() {
    let folder = Folder::new("variants");
    let row = folder.row();
    let hop = "partial 1 King a1 - b1\nKing a1 - b1\n";
    for name in ["1", "Row with a hop", "row WITH a hop", "Row w"] {
        assert_eq!(run(&["moves", &row, "--variant", name]), hop, "{name}");
    }
    assert!(fails(&["moves", &row, "--variant", "Rwo"], 1).contains("did you mean `Row`"));
    assert!(fails(&["moves", &row, "--variant", "Row "], 1).contains("may be any of"));
    let unknown = fails(&["moves", &row, "--variant", "3"], 1);
    assert!(unknown.contains("no variant `3`") && unknown.contains("0 to 2"), "{unknown}");
    assert!(unknown.contains(&format!("`zrf info {row}`")), "{unknown}");
}

#[test]
fn the_position_options_work_in_their_order() {
    let folder = Folder::new("position");
    let row = folder.row();
    let board = |args: &[&str]| -> serde_json::Value {
        let mut all = vec!["board", row.as_str(), "--json"];
        all.extend(args);
        serde_json::from_str(&run(&all)).expect("JSON")
    };
    let set = board(&[
        "--setup",
        "(White King b1 !fresh?) (Black King d1)",
        "--edit",
        "(x d1) (Black King c1)",
        "--turn",
        "1",
        "--last",
        "a1-b1",
    ]);
    assert_eq!(set["board"]["b1"]["attributes"]["fresh?"], false);
    assert_eq!(set["board"]["c1"]["player"], "Black");
    assert_eq!(set["board"]["d1"], serde_json::Value::Null);
    assert_eq!(
        (&set["player"], &set["last_from"], &set["last_to"]),
        (&"Black".into(), &"a1".into(), &"b1".into())
    );
    let played =
        board(&["--setup", "(White King b1) (Black King c1)", "--turn", "1", "--play", "King c1 x b1"]);
    assert_eq!(played["outcome"]["winner"], "Black");
}

#[test]
fn wrong_position_options_name_what_is_wrong_and_what_is_near() {
    let folder = Folder::new("wrong-position");
    let row = folder.row();
    let fails = |option: &str, value: &str| fails(&["moves", &row, option, value], 1);
    assert!(fails("--setup", "(Whte King a1)").contains("did you mean `White`"));
    assert!(fails("--setup", "(White Kink a1)").contains("did you mean `King`"));
    assert!(fails("--setup", "(White King a9)").contains("`a9`"));
    assert!(fails("--setup", "(White King a1 !frsh?)").contains("did you mean `fresh?`"));
    assert!(fails("--setup", "(White King").contains("`(` without its `)`"));
    assert!(fails("--setup", "White").contains("outside of parentheses"));
    assert!(fails("--setup", "(White King)").contains("no position"));
    assert!(fails("--setup", "(White King off many)").contains("number"));
    assert!(fails("--edit", "(x)").contains("no position"));
    assert!(fails("--last", "a1").contains("FROM-TO"));
    assert!(fails("--last", "a1-z9").contains("`z9`"));
    assert!(fails("--turn", "7").contains("0 to 1"));
    assert!(fails("--play", "7").contains("not a legal move"));
    assert!(fails("--play", "King a1 - d1").contains("King a1 - b1"));
    assert!(fails("--play", "1;1;1;1").contains("over"));
}

#[test]
fn saved_games_are_replayed_checked_and_continued() {
    let folder = Folder::new("saved");
    folder.file("ROW.ZRF", ROW);
    let head =
        "Zillions Save Game File Version 0.02 HC\r\nRulesFile=C:\\Games\\Row.zrf\r\nVariantName=Row\r\n";
    let saved = |name: &str, moves: &str| folder.file(name, format!("{head}{moves}"));
    let good = saved("good.zsg", "1. King a1 - b1\r\n1. King d1 - c1\r\n2. King b1 x c1\r\n");
    assert_eq!(
        run(&["replay", &good]),
        format!("ok {good} moves=3 White wins: loss-condition (Black) (captured King)\n")
    );
    assert_eq!(run(&["moves", &good, "--upto", "1"]), "King d1 - c1\n");
    assert_eq!(run(&["moves", &good]), "");

    let illegal = saved("illegal.zsg", "1. King a1 - c1\r\n");
    let output = zrf(&["replay", &good, &illegal]);
    assert_code(&output, 1);
    assert!(out(&output).contains(&format!("FAIL {illegal} move=1 \"King a1 - c1\"")), "{}", out(&output));
    assert!(out(&output).contains("King a1 - b1"));

    let round = saved("round.zsg", "1. King a1 - b1\r\n2. King d1 - c1\r\n");
    assert!(out(&zrf(&["replay", &round])).contains("expected round 1, found 2"));
    let over = saved("over.zsg", "1. King a1 - b1\r\n1. King d1 - c1\r\n2. King b1 x c1\r\n2. Pass\r\n");
    assert!(out(&zrf(&["replay", &over])).contains("over before"));
    let set_up = saved("setup.zsg", "(x d1)\r\n(Black King b1)\r\n1. King a1 x b1\r\n");
    assert!(run(&["replay", &set_up]).contains("moves=1 White wins"));
    let unknown = saved("unknown.zsg", "(White Quene a1)\r\n");
    assert!(out(&zrf(&["replay", &unknown])).contains("line 4"));
}

#[test]
fn a_saved_game_whose_rules_are_not_beside_it_needs_rules() {
    let folder = Folder::new("no-rules");
    let text =
        "Zillions Save Game File Version 0.02 HC\nRulesFile=Nowhere.zrf\nVariantName=Row\n1. King a1 - b1\n";
    let saved = folder.file("game.zsg", text);
    assert!(fails(&["replay", &saved], 2).contains("--rules"));
    let rules = folder.file("elsewhere/row.zrf", ROW);
    assert!(run(&["replay", &saved, "--rules", &rules]).contains("moves=1 unfinished"));
}

#[test]
fn the_number_of_a_partial_move_may_be_ignored() {
    let folder = Folder::new("partial");
    folder.row();
    let text = "Zillions Save Game File Version 0.02 HC\nRulesFile=row.zrf\nVariantName=Row with a hop\n1. partial 9 King a1 - b1\n1. King b1 - c1\n";
    let saved = folder.file("game.zsg", text);
    assert_code(&zrf(&["replay", &saved]), 1);
    assert!(run(&["replay", "--ignore-partial-number", &saved]).contains("moves=2"));
}

#[test]
fn perft_counts_each_part_of_a_move() {
    let folder = Folder::new("perft");
    let row = folder.row();
    assert_eq!(run(&["perft", &row, "0"]), "nodes 1\n");
    assert_eq!(run(&["perft", &row, "3"]), "nodes 2\n");
    assert_eq!(run(&["perft", &row, "3", "--threads", "3"]), "nodes 2\n");
    assert_eq!(run(&["perft", &row, "3", "--divide"]), "King a1 - b1: 2\nnodes 2\n");
    assert_eq!(run(&["perft", &row, "1", "--json"]), "{\"depth\":1,\"nodes\":1}\n");
}

#[test]
fn playouts_depend_on_the_seed_and_not_on_the_threads() {
    let folder = Folder::new("playout");
    let row = folder.row();
    let games = |args: &[&str]| {
        let mut all = vec!["playout", row.as_str(), "-n", "40", "--json"];
        all.extend(args);
        let text = run(&all);
        let mut value: serde_json::Value = serde_json::from_str(text.trim()).expect("one JSON object");
        value["moves_per_second"] = 0.into();
        value
    };
    let once = games(&["--seed", "5"]);
    assert_eq!(once, games(&["--seed", "5", "--threads", "3"]));
    assert_ne!(once, games(&["--seed", "6"]));
    assert_eq!(once["games"], 40);
    assert_eq!(games(&["--max-plies", "2"])["cut"], 40);
}

#[test]
fn a_folder_is_searched_and_what_does_not_run_is_passed_over() {
    let folder = Folder::new("folder");
    folder.row();
    folder.file("deeper/broken.ZRF", "(game (title \"x\")");
    let path = folder.0.to_str().expect("UTF-8");
    let output = zrf(&["playout", path, "-n", "1", "--all-variants"]);
    assert_code(&output, 0);
    assert!(out(&output).contains("total of 3 variants"), "{}", out(&output));
    assert!(err(&output).contains("skipped"));
    let output = zrf(&["check", "--format", "short", path]);
    assert_code(&output, 1);
    assert!(out(&output).contains("broken.ZRF:1:"), "{}", out(&output));
    assert!(err(&output).contains("2 files"));
}

#[test]
fn check_denies_selects_and_allows() {
    let folder = Folder::new("check");
    let good = folder.row();
    assert_eq!(run(&["check", "--deny", "warnings", &good]), "");
    let doubtful = folder.file("doubtful.zrf", format!("{ROW})"));
    let output = zrf(&["check", "--format", "short", &doubtful]);
    assert_code(&output, 0);
    let line = out(&output);
    assert!(line.contains("warning["), "{line}");
    let code = &line[line.find('[').unwrap() + 1..line.find(']').unwrap()];
    assert_code(&zrf(&["check", "--deny", "warnings", &doubtful]), 1);
    assert_code(&zrf(&["check", "--deny", code, &doubtful]), 1);
    assert_eq!(run(&["check", "--allow", code, "--deny", "warnings", &doubtful]), "");
    assert_eq!(run(&["check", "--select", "E07", "--deny", "warnings", &doubtful]), "");
    assert!(fails(&["check", "--allow", "W9999", &good], 2).contains("no diagnostic"));
    assert!(run(&["explain", code]).contains(code));
}

#[test]
fn endless_rules_are_stopped_by_fuel_time_and_memory() {
    let folder = Folder::new("endless");
    let endless = ROW.replace("(moves (step e)", "(moves ((while on-board? mark)) (step e)");
    let endless = folder.file("endless.zrf", endless);
    assert!(fails(&["moves", &endless, "--max-fuel", "10000"], 1).contains("fuel"));
    assert_code(&zrf(&["check", &endless, "--max-fuel", "10000"]), 1);
    assert_code(&zrf(&["playout", &endless, "--max-fuel", "10000"]), 1);
    let said = fails(&["perft", "chess", "20", "--timeout", "0.2"], 1);
    assert!(said.contains("time limit"), "{said}");
    if cfg!(target_os = "linux") {
        let said = fails(&["perft", "chess", "20", "--max-memory", "1"], 1);
        assert!(said.contains("memory limit"), "{said}");
    }
}

#[test]
fn rules_in_a_dll_are_named_and_not_run() {
    let folder = Folder::new("dll");
    let dll = folder.file("dll.zrf", ROW.replace("(title \"Row\")", "(title \"Row\") (engine \"row.dll\")"));
    assert!(fails(&["moves", &dll, "--variant", "0"], 1).contains("DLL"));
    assert_code(&zrf(&["check", &dll]), 0);
    assert!(run(&["info", &dll]).contains("row.dll"));
}

#[test]
fn usage_and_files_that_cannot_be_read_are_exit_code_2() {
    assert!(fails(&[], 2).contains("Usage"));
    assert!(fails(&["mvoes", "chess"], 2).contains("moves"));
    assert!(fails(&["perft", "chess"], 2).contains("DEPTH"));
    assert!(fails(&["perft", "chess", "-1"], 2).contains("-1"));
    assert!(fails(&["moves", "ches"], 2).contains("did you mean the shipped game `chess`"));
    assert!(fails(&["moves", "src"], 2).contains("folder"));
    let said = fails(&["check", "tests/no-such-folder", "chess"], 2);
    assert!(said.contains("no file") && said.contains("1 file: no errors"), "{said}");
    assert!(fails(&["moves", "chess", "--upto", "3"], 2).contains("--upto"));
    assert!(fails(&["moves", "chess", "--timeout", "0"], 2).contains("seconds"));
    assert!(fails(&["moves", "chess", "--timeout", "1e300"], 2).contains("seconds"));
    assert!(fails(&["explain", "E9999"], 2).contains("no diagnostic"));
}

#[test]
fn files_without_a_game_are_told_by_every_verb() {
    let folder = Folder::new("no_game");
    for (text, is_wrong) in
        [("", true), ("\0\0\0", true), ("; later", true), (")))", true), ("(define m add)", false)]
    {
        let file = folder.file("none.zrf", text);
        let verbs: [&[&str]; 5] =
            [&["moves"], &["info"], &["board"], &["playout"], &["playout", "--all-variants"]];
        for verb in verbs {
            let told = fails(&[verb, &[file.as_str()]].concat(), 1);
            assert!(told.contains("E0420") && told.contains("none.zrf:1:1"), "{text:?} {verb:?} {told}");
        }
        let check = zrf(&["check", "--format", "short", &file]);
        assert_code(&check, i32::from(is_wrong));
        assert_eq!(out(&check).contains("none.zrf:1:1: error[E0420]"), is_wrong, "{text:?}");
    }
}

#[test]
fn a_list_without_moves_tells_why() {
    let folder = Folder::new("no_moves");
    let still = ROW.replace("(moves (step e) (step w))", "");
    let output = zrf(&["moves", &folder.file("still.zrf", still)]);
    assert_code(&output, 0);
    assert_eq!(out(&output), "");
    assert!(err(&output).contains("the game is over: draw: White has no legal move"), "{}", err(&output));
}

#[test]
fn a_saved_game_that_cannot_be_read_is_named_once() {
    let folder = Folder::new("named_once");
    let file = folder.file("broken.zsg", "nothing");
    let output = zrf(&["replay", &file]);
    assert_code(&output, 1);
    assert_eq!(out(&output).matches(&file).count(), 1, "{}", out(&output));
}

#[test]
fn broken_files_are_told_and_never_crash() {
    let folder = Folder::new("broken");
    let many = "(".repeat(100_000);
    let cases: [(&str, &[u8]); 9] = [
        ("empty", b""),
        ("nothing", b"; only a comment\n"),
        ("binary", &[0, 255, 1, 254, 40, 40, 34, 13]),
        ("unclosed", b"(game (title \"x\")"),
        ("surplus", b"))))"),
        ("string", b"(game (title \"x) (players A))"),
        ("nested", many.as_bytes()),
        ("no-board", b"(game (title \"x\") (players A B) (turn-order A B) (piece (name P)))"),
        ("recursive", b"(define a (b)) (define b (a)) (game (a))"),
    ];
    for (name, bytes) in cases {
        let file = folder.file(&format!("{name}.zrf"), bytes);
        for verb in ["check", "info", "moves", "board", "playout", "expand", "disasm"] {
            let output = zrf(&[verb, &file]);
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1)), "{verb} {name}: {code:?} {}", err(&output));
            assert!(!err(&output).contains("panicked"), "{verb} {name}: {}", err(&output));
            if matches!(verb, "moves" | "board" | "info" | "playout") {
                assert_eq!(code, Some(1), "{verb} {name}: {}", err(&output));
            }
        }
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zrf"))
        .args(["explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_code(&output, 0);
    assert_eq!(err(&output), "");
}

#[test]
fn colours_are_used_when_asked_for_only() {
    let has_escape = |args: &[&str]| run(args).contains('\x1b');
    assert!(!has_escape(&["board", "chess"]));
    assert!(has_escape(&["board", "chess", "--color", "always"]));
}

#[test]
fn shipped_games_are_listed_and_can_be_played() {
    let names = run(&["list"]);
    assert!(names.lines().any(|line| line.starts_with("chess ")), "{names}");
    for line in run(&["list", "--json"]).lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_code(&zrf(&["moves", value["name"].as_str().expect("a name")]), 0);
    }
}
