//! The macros of `stdlib/`: each on a set-up position, with the exact moves it gives.

mod boards;
mod captures;
mod castling;
mod endings;
mod moves;
mod pawns;
mod trial;

/// The files of the library with their text.
const FILES: [(&str, &str); 14] = [
    ("boards", include_str!("../../stdlib/boards.zrf")),
    ("hex-board", include_str!("../../stdlib/hex-board.zrf")),
    ("moves", include_str!("../../stdlib/moves.zrf")),
    ("hoppers", include_str!("../../stdlib/hoppers.zrf")),
    ("bent", include_str!("../../stdlib/bent.zrf")),
    ("multipath", include_str!("../../stdlib/multipath.zrf")),
    ("captures", include_str!("../../stdlib/captures.zrf")),
    ("pawns", include_str!("../../stdlib/pawns.zrf")),
    ("promotion", include_str!("../../stdlib/promotion.zrf")),
    ("castling", include_str!("../../stdlib/castling.zrf")),
    ("gating", include_str!("../../stdlib/gating.zrf")),
    ("drops", include_str!("../../stdlib/drops.zrf")),
    ("draughts", include_str!("../../stdlib/draughts.zrf")),
    ("endings", include_str!("../../stdlib/endings.zrf")),
];

/// The tests of the macros, to see whether one was forgotten.
const TESTS: [&str; 6] = [
    include_str!("boards.rs"),
    include_str!("captures.rs"),
    include_str!("castling.rs"),
    include_str!("endings.rs"),
    include_str!("moves.rs"),
    include_str!("pawns.rs"),
];

const PAGE: &str = include_str!("../../docs/stdlib.md");

/// The names that a file defines.
fn defined(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("(define "))
        .map(|rest| rest.split([' ', '(', ')']).next().unwrap_or(rest))
}

/// Whether a text calls a macro: `(name ...)` or `(name)`.
fn mentions(text: &str, name: &str) -> bool {
    let call = format!("({name}");
    text.match_indices(&call).any(|(at, _)| text[at + call.len()..].starts_with([' ', ')', '\n']))
}

#[test]
fn no_file_of_the_library_is_forgotten_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/stdlib");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder stdlib")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut listed: Vec<String> = FILES.iter().map(|(name, _)| format!("{name}.zrf")).collect();
    listed.sort();
    assert_eq!(found, listed);
}

#[test]
fn every_macro_has_a_comment_an_example_and_a_line_on_the_page() {
    let mut missing = Vec::new();
    for (file, text) in FILES {
        for name in defined(text) {
            if !text.lines().any(|l| l.starts_with(";") && mentions(l, name)) {
                missing.push(format!("{file}: {name} has no comment"));
            }
            if !PAGE.lines().any(|l| l.starts_with("| `(") && mentions(l, name)) {
                missing.push(format!("{file}: {name} is not in docs/stdlib.md"));
            }
        }
        let comments = text.matches("\n; (").count();
        let examples = text.matches("Example: ").count();
        if examples < comments {
            missing.push(format!("{file}: {comments} comments, {examples} examples"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_page_speaks_of_no_macro_that_does_not_exist() {
    let names: Vec<&str> = FILES.iter().flat_map(|(_, text)| defined(text)).collect();
    let unknown: Vec<&str> = PAGE
        .lines()
        .filter(|line| line.starts_with("| `("))
        .flat_map(|line| line.split('|').nth(1).unwrap_or("").split("`(").skip(1))
        .map(|call| call.split([' ', ')']).next().unwrap_or(call))
        .filter(|name| !names.contains(name))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_macro_is_tested() {
    let untested: Vec<&str> = FILES
        .iter()
        .flat_map(|(_, text)| defined(text))
        .filter(|name| !TESTS.iter().any(|test| mentions(test, name)))
        .collect();
    assert!(untested.is_empty(), "{untested:?}");
}

#[test]
fn no_name_is_defined_in_two_files() {
    let mut names: Vec<&str> = FILES.iter().flat_map(|(_, text)| defined(text)).collect();
    names.sort_unstable();
    let twice: Vec<&str> = names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn a_file_of_macros_alone_has_nothing_to_complain_about() {
    let loader = zrf::loader::MemoryLoader::new();
    for (file, text) in FILES {
        let document = zrf::document::Document::load(file, text.as_bytes(), &loader);
        assert!(document.diagnostics().is_empty(), "{file}: {:?}", document.diagnostics());
    }
}
