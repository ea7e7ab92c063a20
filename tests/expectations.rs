//! `zrf test`: what each expectation finds, and how failures look.

mod support;

use support::program::{Folder, Ran};

/// Two men on a row of four who meet in the middle; who cannot move loses.
const ROW: &str = r#"
(define step ($1 (verify not-friend?) add))
(game
    (title "Row")
    (players White Black)
    (turn-order White Black)
    (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d" (10 0)) ("1" (0 10)))
                 (directions (e 1 0) (w -1 0))))
    (piece (name Man) (moves (step e)))
    (piece (name King) (moves (step w) (step e)))
    (board-setup (White (Man a1)) (Black (King d1)))
    (loss-condition (White Black) (captured Man King))
    (loss-condition (White Black) stalemated)
)
(variant (title "Far") (board-setup (White (Man a1)) (Black (King c1))))
"#;

const SAVED: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=row.zrf\r\nVariantName=Row\r\n\
                     1. Man a1 - b1\r\n1. King d1 - c1\r\n2. Man b1 x c1\r\n";

fn run(test: &str, expectations: &str) -> Ran {
    let folder = Folder::new(test);
    folder.write("row.zrf", ROW);
    folder.write("game.zsg", SAVED);
    folder.write("row.test.toml", expectations);
    folder.zrf(&["test", "row.test.toml"])
}

#[test]
fn expectations_that_hold_pass() {
    let ran = run(
        "pass",
        r#"
[[test]]
name = "start"
moves = "Man a1 - b1"
moves-from = { a1 = ["Man  a1 - b1"], b1 = [] }
contains = ["Man a1 - b1"]
lacks = ["Man a1 - c1", "Pass"]
count = 1
perft = [1, 1, 1]
outcome = "none"
in-check = false
replay = "game.zsg"

[[test]]
name = "played"
play = "Man a1 - b1; King d1 - c1; Man b1 x c1"
outcome = "white wins"
reason = "captured"
count = 0

[[test]]
name = "saved"
from = "game.zsg"
upto = 2
contains = "Man b1 x c1"

[[test]]
name = "set up"
variant = "Far"
setup = "(White Man b1) (Black King d1)"
edit = "(x b1) (White Man c1)"
turn = 1
last = "b1-c1"
moves = ["King d1 x c1"]

[[test]]
name = "random"
[test.playouts]
games = 20
ends-within = 12
wins = { White = 1 }
draws-at-most = 0
max-moves = 2
"#,
    )
    .with_code(0);
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("ok   row.test.toml: ")).count(), 5);
    assert!(ran.err.ends_with("5 passed, 0 failed\n"), "{}", ran.err);
}

#[test]
fn expectations_that_do_not_hold_fail_with_the_difference_and_the_board() {
    let ran = run(
        "fail",
        r#"
[[test]]
name = "moves"
moves = ["Man a1 - b1", "Man a1 - c1"]
moves-from = { a1 = [], x9 = [] }
contains = ["Man a1 - d1"]
lacks = ["Man a1 - b1"]
count = 3
perft = [1, 2, 99]

[[test]]
name = "end"
play = ["Man a1 - b1", "King d1 - c1", "Man b1 x c1"]
outcome = "draw"
reason = "stalemated"

[[test]]
name = "illegal move"
play = ["Man a1 - b1", "King d1 - a1"]

[[test]]
name = "played too far"
from = "game.zsg"
play = ["King c1 - d1"]

[[test]]
name = "names"
setup = "(White Mna a1)"
in-check = true

[[test]]
name = "no such game"
replay = "other.zsg"
in-check = true

[[test]]
name = "random"
[test.playouts]
games = 30
ends-within = 2
wins = { Black = 101 }
draws-at-most = -1
max-moves = 1
never-stuck = true
"#,
    )
    .with_code(1);
    support::golden("expectations/fail.out", &ran.out);
    assert!(ran.err.ends_with("0 passed, 7 failed\n"), "{}", ran.err);
}

#[test]
fn slips_in_the_file_are_refused() {
    for (text, said) in [
        ("[[test]]\nname = \"a\"\n", "line 1: the test \"a\" expects nothing"),
        ("\n[[test]]\nname = \"a\"\ncuont = 2\n", "unknown field `cuont`"),
        ("[[test]]\ncount = 2\n", "missing field `name`"),
        ("[[test]]\nname = \"a\"\nmoves = 3\n", "expected moves"),
        ("[[test]]\nname = \"a\"\n[test.playouts]\ngames = 0\n", "plays no games"),
        ("[[test]\n", "row.test.toml"),
    ] {
        let ran = run("slips", text).with_code(1);
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn tests_are_found_by_the_rules_file_and_in_folders_and_picked_by_name() {
    let folder = Folder::new("find");
    let test = |name: &str| format!("[[test]]\nname = \"{name}\"\ncount = 1\n");
    folder.write("sub/row.zrf", ROW);
    folder.write("sub/row.test.toml", test("first") + &test("second"));
    folder.write("sub/far.test.toml", format!("rules = \"row.zrf\"\nvariant = \"Far\"\n{}", test("third")));
    let ran = folder.zrf(&["test", "sub/row.zrf"]).with_code(0);
    assert!(ran.out.contains("first") && ran.out.contains("second"), "{}", ran.out);
    let ran = folder.zrf(&["test", "sub"]).with_code(0);
    assert_eq!(ran.out.lines().count(), 3);
    let ran = folder.zrf(&["test", ".", "--only", "sec"]).with_code(0);
    assert_eq!(ran.out, "ok   ./sub/row.test.toml: second\n");
    folder.zrf(&["test", ".", "--only", "nothing"]).with_code(2);
    folder.zrf(&["test", "nowhere"]).with_code(2);
    folder.write("alone.test.toml", test("alone"));
    let ran = folder.zrf(&["test", "alone.test.toml"]).with_code(2);
    assert!(ran.err.contains("alone.zrf is not there"), "{}", ran.err);
}

#[test]
fn results_are_written_as_json_and_junit() {
    let folder = Folder::new("results");
    folder.write("row.zrf", ROW);
    folder.write("row.test.toml", "[[test]]\nname = \"a\"\ncount = 1\n[[test]]\nname = \"b\"\ncount = 2\n");
    let junit = folder.zrf(&["test", ".", "--format", "junit"]).with_code(1).out;
    let junit = junit_parser::from_reader(junit.as_bytes()).unwrap();
    assert_eq!((junit.tests, junit.failures), (2, 1));
    let json = folder.zrf(&["test", ".", "--format", "json"]).with_code(1).out;
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["ok"], &lines[1]["ok"]), (&true.into(), &false.into()));
    assert_eq!(lines[1]["failures"][0]["expectation"], "count");
}

#[test]
fn the_shipped_games_meet_their_expectations() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf");
    let ran = Folder::new("shipped").zrf(&["test", games.to_str().unwrap()]).with_code(0);
    assert!(ran.out.lines().count() > 30);
}

/// The example in the documentation is of chess, and it holds.
#[test]
fn the_example_in_the_documentation_holds() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/testing.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let (_, example) = docs.split_once("```toml\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let folder = Folder::new("example");
    let chess = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf/chess.zrf");
    std::fs::copy(chess, folder.path("chess.zrf")).unwrap();
    folder.write("chess.test.toml", example);
    folder.zrf(&["test", "chess.zrf"]).with_code(0);
}
