//! Which findings `zrf check` reports: settings, comments, baselines, fixes.

mod support;

use support::program::Folder;

/// A game with one warning (a surplus parenthesis, W0107) at its end.
const SURPLUS: &str = "(game (title \"G\") (players A B) (turn-order A B)
  (board (positions (a 0 0 9 9) (b 9 0 18 9)) (links e (a b) (b a)))
  (piece (name Man) (moves (e (verify empty?) add) (e (verify enemy?) add)))
  (board-setup (A (Man a)) (B (Man b))))
)
";

fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.write("a.zrf", SURPLUS);
    folder
}

#[test]
fn a_warning_is_no_failure_unless_it_is_denied() {
    let folder = folder("deny");
    let ran = folder.zrf(&["check", "a.zrf", "--format", "short"]).with_code(0);
    assert_eq!(ran.out, "a.zrf:5:1: warning[W0107]: surplus `)`\n");
    for deny in ["warnings", "W0107", "w01"] {
        let ran = folder.zrf(&["check", "a.zrf", "--format", "short", "--deny", deny]).with_code(1);
        assert!(ran.out.contains("error[W0107]"), "{}", ran.out);
    }
    let ran = folder.zrf(&["check", "a.zrf", "--deny", "W0106"]).with_code(0);
    assert!(ran.err.contains("1 warning"), "{}", ran.err);
}

#[test]
fn a_comment_silences_a_warning() {
    let folder = folder("comment");
    folder.write("b.zrf", SURPLUS.replace("\n)\n", "\n) ; zrf-allow W0107\n"));
    let ran = folder.zrf(&["check", "b.zrf", "--deny", "warnings"]).with_code(0);
    assert_eq!(ran.out, "");
}

#[test]
fn the_nearest_settings_hold_and_the_command_line_adds_to_them() {
    let folder = folder("settings");
    folder.write("zrf.toml", "[check]\ndeny = [\"warnings\"]\n");
    folder.zrf(&["check", "a.zrf"]).with_code(1);
    folder.zrf(&["check", "a.zrf", "--no-config"]).with_code(0);
    folder.zrf(&["check", "a.zrf", "--allow", "W0107"]).with_code(0);
    folder.write("other.toml", "[check]\nallow = [\"W0107\"]\n");
    folder.zrf(&["check", "a.zrf", "--config", "other.toml"]).with_code(0);
}

#[test]
fn settings_name_files_to_leave_out_and_files_to_be_kind_to() {
    let folder = folder("files");
    folder.write("old/b.zrf", SURPLUS);
    folder.write("draft/c.zrf", SURPLUS);
    folder.write(
        "zrf.toml",
        "[check]\nexclude = [\"draft\"]\n[[check.files]]\npaths = [\"old/*.zrf\"]\nallow = [\"W01\"]\n",
    );
    let ran = folder.zrf(&["check", ".", "--format", "short"]).with_code(0);
    assert_eq!(ran.out, "./a.zrf:5:1: warning[W0107]: surplus `)`\n");
    assert!(ran.err.contains("2 files"), "{}", ran.err);
    // What is named itself is checked.
    let ran = folder.zrf(&["check", "draft/c.zrf", "--format", "short"]).with_code(0);
    assert!(ran.out.contains("W0107"), "{}", ran.out);
}

#[test]
fn slips_in_settings_are_told_with_their_place() {
    let folder = folder("slips");
    for (text, said) in [
        ("[check]\nalow = [\"W0107\"]\n", "unknown field `alow`"),
        ("[check]\nallow = [\"W9999\"]\n", "no diagnostic has the code `W9999`"),
        ("[[check.files]]\npaths = [\"x\"]\nallow = [\"X1\"]\n", "no diagnostic has the code `X1`"),
        ("[check\n", "zrf.toml"),
    ] {
        folder.write("zrf.toml", text);
        let ran = folder.zrf(&["check", "a.zrf"]).with_code(2);
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn a_baseline_accepts_the_warnings_of_today_and_no_new_ones() {
    let folder = folder("baseline");
    folder.zrf(&["check", "a.zrf", "--write-baseline", "base.txt"]).with_code(0);
    assert!(folder.read("base.txt").ends_with("\nW0107\ta.zrf\tsurplus `)`\n"));
    // On another line it is still the same warning.
    folder.write("a.zrf", format!("; moved\n{SURPLUS}"));
    folder.zrf(&["check", "a.zrf", "--baseline", "base.txt"]).with_code(0);
    folder.write("zrf.toml", "[check]\nbaseline = \"base.txt\"\n");
    folder.zrf(&["check", "a.zrf"]).with_code(0);
    folder.write("a.zrf", format!("stray\n{SURPLUS}"));
    let ran = folder.zrf(&["check", "a.zrf", "--format", "short"]).with_code(1);
    assert!(ran.out.contains("error[W0108]") && !ran.out.contains("W0107"), "{}", ran.out);
    // What is mended can be taken out of the file.
    folder.write("a.zrf", SURPLUS.replace("\n)\n", "\n"));
    let ran = folder.zrf(&["check", "a.zrf"]).with_code(0);
    assert!(ran.err.contains("1 accepted warning of the baseline not found"), "{}", ran.err);
}

#[test]
fn sure_fixes_are_carried_out_in_the_code_page_of_the_file() {
    let folder = Folder::new("fix");
    folder.write("common.zrf", "(define step ($1 add))\n");
    folder.write("a.zrf", b"; J\xe4ger\n(include common.zrf)\n(game)\n");
    let ran = folder.zrf(&["check", "a.zrf", "--fix", "--format", "short"]).with_code(1);
    assert!(ran.err.contains("fixed: 1 mistake"), "{}", ran.err);
    assert!(!ran.out.contains("E0211"), "{}", ran.out);
    let bytes = std::fs::read(folder.path("a.zrf")).unwrap();
    assert_eq!(bytes, b"; J\xe4ger\n(include \"common.zrf\")\n(game)\n");
}

#[test]
fn each_format_is_written_as_one_whole() {
    let folder = folder("formats");
    folder.write("b.zrf", "(game");
    let sarif = folder.zrf(&["check", "a.zrf", "b.zrf", "--format", "sarif"]).with_code(1).out;
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    assert!(sarif["runs"][0]["results"].as_array().unwrap().len() > 2);
    let junit = folder.zrf(&["check", "a.zrf", "b.zrf", "--format", "junit"]).with_code(1).out;
    let junit = junit_parser::from_reader(junit.as_bytes()).unwrap();
    assert_eq!((junit.tests, junit.failures), (2, 1));
    let json = folder.zrf(&["check", "a.zrf", "--format", "json"]).with_code(0).out;
    let line: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(line["code"], "W0107");
    let github = folder.zrf(&["check", "a.zrf", "--format", "github"]).with_code(0).out;
    assert!(github.starts_with("::warning file=a.zrf,line=5,"), "{github}");
}
