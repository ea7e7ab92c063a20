//! One broken file for each mistake that can be made in each construct: what an author is told about it.
//!
//! `tests/data/mistakes/CONSTRUCT/MISTAKE.zrf` is the file, `tests/data/mistakes/CONSTRUCT.text` what is said about all
//! those of a construct.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use zrf::diagnostics::codes::{self, syntax};
use zrf::diagnostics::{Diagnostic, apply_fixes, render_text};
use zrf::document::Document;
use zrf::loader::MemoryLoader;
use zrf::source::SourceId;
use zrf::study::check;
use zrf::syntax::Limits;

/// Messages shown of each file; the first ones matter.
const SHOWN: usize = 4;

/// Codes about sizes that no file in a repository should have; `limits.messages` has them.
const LIMITS: &[&str] =
    &["E0103", "E0105", "E0204", "E0205", "E0214", "E0313", "E0406", "E0509", "E0510", "E0511"];

fn constructs() -> Vec<String> {
    let entries = fs::read_dir(support::data("mistakes")).unwrap().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.map(|f| f.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn load(name: &str, bytes: &[u8]) -> (Document, Vec<Diagnostic>) {
    let document = Document::load(name, bytes, &MemoryLoader::new());
    let found = check::check(&document, None);
    (document, found)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn each_mistake_is_told_as_its_golden_says() {
    let mut files = 0;
    for construct in constructs() {
        let mut text = String::new();
        for path in support::inputs(&format!("mistakes/{construct}"), "zrf") {
            let name = name(&path);
            let (document, found) = load(&name, &fs::read(&path).unwrap());
            assert!(!found.is_empty(), "nothing is said about {construct}/{name}");
            writeln!(text, "== {name}").unwrap();
            text += &render_text(&found[..found.len().min(SHOWN)], document.sources(), false);
            if found.len() > SHOWN {
                writeln!(text, "and {} more", found.len() - SHOWN).unwrap();
            }
            files += 1;
        }
        support::golden(&format!("mistakes/{construct}.text"), &text);
    }
    assert!(files >= 120, "{files} files only");
}

#[test]
fn fixes_mend_what_they_are_offered_for() {
    let mut fixes = 0;
    for construct in constructs() {
        for path in support::inputs(&format!("mistakes/{construct}"), "zrf") {
            let text = fs::read_to_string(&path).unwrap();
            let (_, found) = load(&name(&path), text.as_bytes());
            for d in found.iter().filter(|d| d.fix.is_some()) {
                let (mended, applied) = apply_fixes(&text, SourceId(0), std::slice::from_ref(d));
                assert_eq!(applied, 1);
                let (_, left) = load(&name(&path), mended.as_bytes());
                let same = left.iter().filter(|other| other.code == d.code).count();
                let before = found.iter().filter(|other| other.code == d.code).count();
                assert!(same < before, "{}: the fix leaves {}", path.display(), d.message);
                fixes += 1;
            }
        }
    }
    assert!(fixes >= 2, "{fixes} fixes only");
}

#[test]
fn each_code_has_a_golden() {
    let mut seen = BTreeSet::new();
    for construct in constructs() {
        for path in support::inputs(&format!("mistakes/{construct}"), "zrf") {
            let (_, found) = load(&name(&path), &fs::read(&path).unwrap());
            seen.extend(found.iter().take(SHOWN).map(|d| d.code.id));
        }
    }
    seen.insert("E0312"); // Only macros nest so deep: tests/broken_files.rs.
    seen.extend(codes::lint::ALL.iter().map(|code| code.id)); // tests/lints.rs
    let golden = fs::read_to_string(support::data("mistakes/limits.messages")).unwrap_or_default();
    for code in LIMITS {
        assert!(golden.contains(code), "{code} is not in limits.messages");
    }
    let syntax_goldens: String = support::inputs("syntax/diagnostics", "messages")
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let in_syntax = |id: &str| syntax::ALL.iter().any(|code| code.id == id) && syntax_goldens.contains(id);
    let missing: Vec<&str> = codes::all()
        .map(|code| code.id)
        .filter(|id| !seen.contains(id) && !LIMITS.contains(id) && !in_syntax(id))
        .collect();
    assert!(missing.is_empty(), "no golden for {missing:?}");
}

/// `f(0)`, `f(1)` and so on.
fn many(n: usize, f: impl Fn(usize) -> String) -> String {
    (0..n).map(f).collect()
}

/// Macros that each call the one before in some way; the last one is `m{n - 1}`.
fn steps(n: usize, first: &str, step: &str) -> String {
    let step = |i: usize| format!("(define m{i} {})\n", step.replace('#', &(i - 1).to_string()));
    format!("(define m0 {first})\n{}", (1..n).map(step).collect::<String>())
}

/// A game with these blocks, and positions `p0` and so on.
fn game(blocks: &str) -> String {
    let positions = many(2_500, |i| format!("(p{i} 0 0 1 1)"));
    format!(
        "(game (title \"G\") (players W B) (turn-order W B) (board (positions {positions})) \
         (piece (name P) (moves {blocks})) (board-setup (W (P p0)) (B (P p1))))"
    )
}

/// What is told first about something too large.
fn limit(text: &str, limits: &Limits, loader: &MemoryLoader) -> String {
    let document = Document::load_within("limit.zrf", text.as_bytes(), loader, limits);
    let found: Vec<_> =
        check::check(&document, None).into_iter().filter(Diagnostic::is_error).take(1).collect();
    let message = support::messages(document.sources(), &found);
    // The text itself may be a very long line.
    message.lines().map(|line| format!("{}\n", line.chars().take(160).collect::<String>())).collect()
}

#[test]
fn limits_are_told() {
    let nested = |n| format!("({}n{})", "(".repeat(n), ")".repeat(n));
    let chain = (0..80).fold(MemoryLoader::new(), |loader, i| {
        loader.file(format!("{i}.zrf"), format!("(include \"{}.zrf\")", i + 1))
    });
    let players = many(300, |i| format!(" P{i}"));
    let texts = [
        ("E0103", game(&nested(12_000))),
        ("E0105", "x ".repeat(200)),
        ("E0204", steps(100, "$1 x", "(m# $1) (m# $1)") + "(game (m99 z))"),
        (
            "E0205",
            steps(150, "$1", &format!("(m# {}$1{})", "(a ".repeat(80), ")".repeat(80))) + "(game (m149 x))",
        ),
        ("E0214", "(include \"0.zrf\")".to_owned()),
        ("E0313", steps(21, "W", "(m#) (m#)") + "(game (players (m20)))"),
        (
            "E0406",
            format!(
                "(game (title \"G\") (players{players}) (turn-order P1) (board (positions (a 0 0 1 1))) (piece (name P) (moves (a add))))"
            ),
        ),
        ("E0509", steps(1, &"$1 ".repeat(1_000), "") + &game(&many(2_500, |i| format!("((m0 p{i}) add)")))),
        ("E0510", game(&format!("({} add)", many(300, |i| format!("(set-flag f{i} true)"))))),
        (
            "E0511",
            game("(p0 add)")
                .replace("(piece", &(many(40_000, |i| format!("(piece (name k{i}))")) + "(piece")),
        ),
    ];
    assert_eq!(texts.iter().map(|(code, _)| *code).collect::<Vec<_>>(), LIMITS);
    let mut out = String::new();
    for (code, text) in &texts {
        let limits = match *code {
            "E0105" => Limits { max_tokens: 100, ..Limits::default() },
            _ => Limits::default(),
        };
        let told = limit(text, &limits, &chain);
        assert!(told.contains(code), "{code}: {told}");
        out += &told;
    }
    support::golden("mistakes/limits.messages", &out);
}
