//! What the tests share: golden files and the corpus of real rule files.

#![allow(dead_code)] // Each test file uses its part.
#![allow(clippy::print_stderr)] // A skipped test says so.

pub mod example;
pub mod looks;
pub mod mutate;
pub mod program;
pub mod watch;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Compares `actual` with the golden file `tests/data/{name}`; with `ZRF_BLESS=1` writes it instead.
#[track_caller]
pub fn golden(name: &str, actual: &str) {
    let path = data(name);
    if env::var_os("ZRF_BLESS").is_some_and(|v| v == "1") {
        fs::create_dir_all(path.parent().expect("a golden lies in a folder")).unwrap();
        fs::write(&path, actual).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{}: {e}; run with ZRF_BLESS=1 to make it", path.display()));
    // Goldens may be checked out with other line ends.
    let expected = expected.replace("\r\n", "\n");
    pretty_assertions::assert_str_eq!(expected, actual, "{} differs; ZRF_BLESS=1 accepts the change", name);
}

/// A path in `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The files of `tests/data/{folder}` with this extension, sorted.
pub fn inputs(folder: &str, extension: &str) -> Vec<PathBuf> {
    let found = files(&data(folder), extension);
    assert!(!found.is_empty(), "no .{extension} in tests/data/{folder}");
    found
}

/// The files of the corpus with this extension, sorted; none (with a note) if there is no corpus.
///
/// It is looked for at `ZRF_CORPUS`, else in `../shared/corpus` beside the repository.
pub fn corpus(extension: &str) -> Option<Vec<PathBuf>> {
    let root = corpus_root()?;
    Some(files(&root, extension))
}

/// The folder of the corpus, if there is one.
pub fn corpus_root() -> Option<PathBuf> {
    let root = env::var_os("ZRF_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    if !root.is_dir() {
        eprintln!("skipped: no corpus at {} (set ZRF_CORPUS)", root.display());
        return None;
    }
    Some(root)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Messages as text, one or two lines each: place, code, message, label; macro calls and help behind.
pub fn messages(sources: &zrf::source::SourceMap, diagnostics: &[zrf::diagnostics::Diagnostic]) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let at = sources.line_col(d.primary.span);
        let text = sources.snippet(d.primary.span).lines().next().unwrap_or("");
        out += &format!("{}:{} {} {}: {}\n", at.line, at.column, d.code.id, text, d.message);
        if !d.primary.text.is_empty() {
            out += &format!("    label: {}\n", d.primary.text);
        }
        for label in &d.secondary {
            out += &format!("    {}: {}\n", sources.line_col(label.span).line, label.text);
        }
        let mut via = d.via.as_ref();
        while let Some(call) = via {
            out +=
                &format!("    in macro {}, called in line {}\n", call.name, sources.line_col(call.call).line);
            via = call.parent.as_ref();
        }
        if let Some(help) = &d.help {
            out += &format!("    help: {help}\n");
        }
    }
    out
}

/// Loads a rules file from memory.
pub fn document(text: &str) -> zrf::document::Document {
    zrf::document::Document::load("test.zrf", text.as_bytes(), &zrf::loader::MemoryLoader::new())
}

/// The rules of a variant of a text without errors.
#[track_caller]
pub fn rules(text: &str, variant: usize) -> zrf::resolve::Rules {
    let document = document(text);
    let (rules, diagnostics) = document.rules(variant);
    let all: Vec<_> = document.diagnostics().iter().chain(&diagnostics).cloned().collect();
    assert!(!all.iter().any(|d| d.is_error()), "{}", messages(document.sources(), &all));
    rules.expect("rules")
}

/// The codes of all messages about a file and one of its variants.
pub fn codes(text: &str, variant: usize) -> Vec<&'static str> {
    let document = document(text);
    let (_, diagnostics) = document.rules(variant);
    document.diagnostics().iter().chain(&diagnostics).map(|d| d.code.id).collect()
}

/// The files of the shipped games and examples, sorted.
pub fn shipped_files() -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf"), "zrf")
}

/// The shipped games (of each file every game and variant), with a name.
pub fn shipped_games() -> Vec<(String, zrf::game::Game)> {
    shipped_files().iter().flat_map(|path| games(path)).collect()
}

/// Game number 0 of a shipped file.
pub fn shipped_game(name: &str) -> zrf::game::Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf").join(name).with_extension("zrf");
    games(&path).into_iter().next().expect("a shipped game runs").1
}

/// The games of the corpus that run (every variant); none (with a note) if there is no corpus.
pub fn corpus_games() -> Option<Vec<(String, zrf::game::Game)>> {
    Some(corpus("zrf")?.iter().flat_map(|path| games(path)).collect())
}

/// The games and variants of a file that run.
fn games(path: &Path) -> Vec<(String, zrf::game::Game)> {
    let Ok(bytes) = fs::read(path) else { return Vec::new() };
    let loader = zrf::loader::DiskLoader::default();
    let document = zrf::document::Document::load(&path.to_string_lossy(), &bytes, &loader);
    if document.diagnostics().iter().any(|d| d.is_error()) {
        return Vec::new();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let runs = |number: usize| {
        let game = document.game(number).0.filter(|g| g.rules().engine.is_none())?;
        Some((format!("{name} [{number}] {}", game.rules().title), game))
    };
    document.variants().iter().filter_map(|v| runs(v.number)).collect()
}
