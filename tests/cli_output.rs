//! What the commands print, as goldens in `tests/data/cli`.

mod support;

use resvg::tiny_skia::Pixmap;
use std::process::Command;

/// Standard output of a run that succeeds.
fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_zrf"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?} fails with {}: {errors}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

const SAMPLE: &str = "tests/data/cli/sample.zrf";

#[test]
fn info_shows_every_part_of_a_game() {
    support::golden("cli/info.txt", &run(&["info", SAMPLE, "--variant", "Sample"]));
    support::golden("cli/info-lines.txt", &run(&["info", SAMPLE]));
    support::golden("cli/info.json", &run(&["info", SAMPLE, "--variant", "Sample", "--json"]));
}

#[test]
fn board_shows_pieces_stocks_and_the_turn() {
    support::golden("cli/board.txt", &run(&["board", SAMPLE]));
    support::golden("cli/board.svg", &run(&["board", SAMPLE, "--svg"]));
    let mut board: serde_json::Value =
        serde_json::from_str(&run(&["board", SAMPLE, "--json"])).expect("JSON");
    assert_eq!(board["hash"].as_str().map(str::len), Some(16));
    board["hash"] = "a hash".into();
    support::golden("cli/board.json", &format!("{board:#}\n"));
}

#[test]
fn a_png_shows_squares_discs_and_letters() {
    let run =
        Command::new(env!("CARGO_BIN_EXE_zrf")).args(["board", "chess", "--png"]).output().expect("zrf runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let picture = Pixmap::decode_png(&run.stdout).expect("a PNG file");
    let count =
        |r, g, b| picture.pixels().iter().filter(|p| (p.red(), p.green(), p.blue()) == (r, g, b)).count();
    // Two tints of squares, white and black discs.
    for (r, g, b) in [(0xf0, 0xe6, 0xd2), (0xd9, 0xc7, 0xa3), (0xff, 0xff, 0xff), (0x30, 0x30, 0x30)] {
        assert!(count(r, g, b) > 1000, "{r:x} {g:x} {b:x}");
    }
    // The letters of the white pieces.
    assert!(count(0x20, 0x20, 0x20) > 100);
}

#[test]
fn disasm_shows_instructions_under_their_source_lines() {
    support::golden("cli/disasm.txt", &run(&["disasm", SAMPLE, "--variant", "0"]));
    support::golden("cli/disasm-lord.txt", &run(&["disasm", SAMPLE, "--variant", "0", "--piece", "Lord"]));
}

#[test]
fn expand_shows_a_file_without_macros_that_means_the_same() {
    let expanded = run(&["expand", SAMPLE]);
    support::golden("cli/expand.txt", &expanded);
    let path = format!("{}/expanded-sample.zrf", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, expanded).expect("a file");
    assert_eq!(run(&["moves", &path]), run(&["moves", SAMPLE]));
}

#[test]
fn moves_as_json_have_all_their_keys() {
    support::golden(
        "cli/moves.json",
        &run(&["moves", SAMPLE, "--json", "--setup", "(White Man c1 c2) (Black Man b3) (White Man off 1)"]),
    );
}
