//! `zrf new`: what it begins plays, passes its tests, and is laid out as `zrf fmt` does it.

mod support;

use support::program::Folder;

#[test]
fn the_new_game_plays_and_passes_its_tests() {
    let folder = Folder::new("new-plays");
    let ran = folder.zrf(&["new", "games/two-lancers"]).with_code(0);
    assert_eq!(ran.out, "games/two-lancers.zrf\ngames/two-lancers.test.toml\n");
    assert!(folder.read("games/two-lancers.zrf").contains("(title \"Two lancers\")"));
    let ran = folder.zrf(&["check", "--deny", "warnings", "games"]).with_code(0);
    assert_eq!(ran.out, "");
    let tests = folder.zrf(&["test", "games"]).with_code(0);
    assert_eq!(tests.out.lines().filter(|line| line.starts_with("ok")).count(), 5, "{}", tests.out);
    folder.zrf(&["fmt", "--check", "games"]).with_code(0);
    folder.zrf(&["best", "games/two-lancers.zrf", "--depth", "1"]).with_code(0);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new("new-again");
    folder.write("a.test.toml", "mine");
    let ran = folder.zrf(&["new", "a.zrf"]).with_code(2);
    assert!(ran.err.contains("a.test.toml is there already"), "{}", ran.err);
    assert!(!folder.path("a.zrf").exists());
    assert_eq!(folder.read("a.test.toml"), "mine");
}

#[test]
fn a_name_is_a_name() {
    let folder = Folder::new("new-name");
    for name in ["", "-x", "a\"b", "folder/", "a;b", ".zrf"] {
        folder.zrf(&["new", "--", name]).with_code(2);
    }
}
