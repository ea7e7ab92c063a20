//! `zrf fmt`: files, folders and standard input, what it prints, and its exit codes.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use support::program::Folder;

const UGLY: &str = "(define step (\n   $1  (verify empty?)\n add ; arrive\n ))\n";
const NEAT: &str = "(define step (\n  $1 (verify empty?)\n  add ; arrive\n))\n";

#[test]
fn files_and_folders_are_formatted_in_place() {
    let folder = Folder::new("fmt-place");
    folder.write("a.zrf", UGLY);
    folder.write("more/b.ZRF", UGLY);
    folder.write("more/neat.zrf", NEAT);
    folder.write("more/c.txt", UGLY);
    let ran = folder.zrf(&["fmt", "a.zrf", "more"]).with_code(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", "3 files: 2 formatted\n"));
    assert_eq!(folder.read("a.zrf"), NEAT);
    assert_eq!(folder.read("more/b.ZRF"), NEAT);
    assert_eq!(folder.read("more/c.txt"), UGLY);
    assert_eq!(folder.zrf(&["fmt", "--check", "a.zrf", "more"]).with_code(0).out, "");
}

#[test]
fn check_lists_and_changes_nothing() {
    let folder = Folder::new("fmt-check");
    folder.write("a.zrf", UGLY);
    folder.write("b.zrf", NEAT);
    let ran = folder.zrf(&["fmt", "--check", "."]).with_code(1);
    assert_eq!(ran.out, "./a.zrf\n");
    assert_eq!(ran.err, "2 files: 1 would be formatted\n");
    assert_eq!(folder.read("a.zrf"), UGLY);
}

#[test]
fn diff_shows_and_changes_nothing() {
    let folder = Folder::new("fmt-diff");
    folder.write("a.zrf", UGLY);
    let ran = folder.zrf(&["fmt", "--diff", "a.zrf"]).with_code(0);
    assert!(
        ran.out.starts_with("--- a.zrf\n+++ a.zrf (formatted)\n@@ -1,4 +1,4 @@\n (define step (\n-   $1 ")
    );
    assert!(ran.out.contains("\n+  add ; arrive\n"), "{}", ran.out);
    assert_eq!(folder.read("a.zrf"), UGLY);
    assert!(folder.zrf(&["--color", "always", "fmt", "--diff", "a.zrf"]).out.contains("\x1b[32m+"));
    // With --check it fails as well, and the difference takes the place of the name.
    assert_eq!(folder.zrf(&["fmt", "--diff", "--check", "a.zrf"]).with_code(1).out, ran.out);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zrf"))
        .args(["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(UGLY.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), NEAT);
}

#[test]
fn broken_files_are_left_as_they_are() {
    let folder = Folder::new("fmt-broken");
    let broken = "(define step ($1  add)\n(game (title \"x\"))\n";
    folder.write("broken.zrf", broken);
    folder.write("ugly.zrf", UGLY);
    let ran = folder.zrf(&["fmt", "."]).with_code(1);
    assert!(ran.err.contains("missing `)`") && ran.err.contains("broken.zrf:1:22"), "{}", ran.err);
    assert!(ran.err.contains("1 formatted, 1 left as they are"), "{}", ran.err);
    assert_eq!(folder.read("broken.zrf"), broken);
    assert_eq!(folder.read("ugly.zrf"), NEAT);
}

#[test]
fn settings_leave_files_out_of_folders() {
    let folder = Folder::new("fmt-settings");
    folder.write("zrf.toml", "[fmt]\nexclude = [\"vendor\"]\n");
    folder.write("vendor/a.zrf", UGLY);
    folder.write("b.zrf", NEAT);
    folder.zrf(&["fmt", "--check", "."]).with_code(0);
    assert_eq!(folder.zrf(&["fmt", "--check", "vendor/a.zrf"]).with_code(1).out, "vendor/a.zrf\n");
}

#[test]
fn what_cannot_be_read_is_a_failure_of_the_tool() {
    let folder = Folder::new("fmt-unread");
    folder.write("ugly.zrf", UGLY);
    folder.write("game.zsg", "Zillions Save Game File Version 0.02 HC\n");
    let ran = folder.zrf(&["fmt", "ugly.zrf", "absent.zrf", "game.zsg"]).with_code(2);
    assert!(ran.err.contains("there is no file `absent.zrf`"), "{}", ran.err);
    assert!(ran.err.contains("game.zsg is a saved game"), "{}", ran.err);
    assert_eq!(folder.read("ugly.zrf"), NEAT);
    // A shipped game is not a file that could be written.
    folder.zrf(&["fmt", "chess"]).with_code(2);
}

#[test]
fn files_stay_in_their_encoding() {
    let folder = Folder::new("fmt-encoding");
    let cases: [(&str, &[u8], &[u8]); 4] = [
        ("western.zrf", b"(title  \"Sch\xe4fer\")\r\n", b"(title \"Sch\xe4fer\")\r\n"),
        ("cyrillic.zrf", b"(title  \"\xc2\xee\xeb\xea\")", b"(title \"\xc2\xee\xeb\xea\")\n"),
        ("mark.zrf", b"\xef\xbb\xbf(title  \"\xc3\xa4\")\n", b"\xef\xbb\xbf(title \"\xc3\xa4\")\n"),
        ("wide.zrf", b"\xff\xfe(\0a\0 \0 \0b\0)\0\n\0", b"\xff\xfe(\0a\0 \0b\0)\0\n\0"),
    ];
    for (name, old, new) in cases {
        folder.write(name, old);
        folder.zrf(&["fmt", name]).with_code(0);
        assert_eq!(std::fs::read(folder.path(name)).unwrap(), new, "{name}");
    }
}
