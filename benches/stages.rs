//! Where the time of loading goes: milliseconds of each stage, for each shipped game and for the largest files of the
//! corpus, if it is there (`ZRF_CORPUS` or `../shared/corpus`).

#![allow(clippy::print_stdout)]

mod support;

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::Bench;
use zrf::ast::lower;
use zrf::compile::compile;
use zrf::document::Document;
use zrf::game::Game;
use zrf::loader::{DiskLoader, SourceLoader, builtin};
use zrf::resolve::resolve;
use zrf::source::{SourceMap, decode};
use zrf::syntax::{Limits, expand, lexer, reader};

/// Files of the corpus that are measured.
const LARGEST: usize = 10;

const STAGES: [&str; 8] = ["decode", "lex", "read", "expand", "lower", "resolve", "compile", "game"];

fn main() {
    let bench = Bench::from_args();
    let mut files: Vec<(String, String, Vec<u8>)> = Vec::new();
    for name in support::games() {
        let source = builtin::load(&format!("zrf/{name}.zrf")).expect("a shipped game");
        files.push((name.to_owned(), source.name.clone(), source.bytes.to_vec()));
    }
    for path in largest() {
        let bytes = std::fs::read(&path).expect("a file of the corpus");
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        files.push((name, path.to_string_lossy().into_owned(), bytes));
    }
    if bench.is_measuring() {
        println!(
            "{:<28} {:>7} {}  whole of it",
            "stages, ms",
            "bytes",
            STAGES.map(|s| format!("{s:>8}")).join("")
        );
    }
    for (name, path, bytes) in files.iter().filter(|f| bench.is_wanted(&f.0)) {
        let rounds = bench.size(9, 1);
        let best = (0..rounds).map(|_| stages(path, bytes)).reduce(least).expect("at least one round");
        let whole = (0..rounds).map(|_| load(path, bytes)).min().expect("at least one round");
        if bench.is_measuring() {
            let columns = best.map(|t| format!("{:>8.2}", t.as_secs_f64() * 1e3)).join("");
            println!("{name:<28} {:>7} {columns} {:>8.2}", bytes.len(), whole.as_secs_f64() * 1e3);
        }
    }
}

fn least(a: [Duration; 8], b: [Duration; 8]) -> [Duration; 8] {
    std::array::from_fn(|i| a[i].min(b[i]))
}

fn load(path: &str, bytes: &[u8]) -> Duration {
    let loader = DiskLoader::default();
    let start = ThreadTime::now();
    let document = Document::load(path, bytes, &loader);
    let game = document.game(0);
    let elapsed = start.elapsed();
    drop(black_box((document, game)));
    elapsed
}

/// Loads the first game of a file, stage by stage.
fn stages(path: &str, bytes: &[u8]) -> [Duration; 8] {
    let limits = Limits::default();
    let loader: &dyn SourceLoader = &DiskLoader::default();
    let mut times = Vec::new();
    let mut start = ThreadTime::now();
    let mut done = || {
        times.push(start.elapsed());
        start = ThreadTime::now();
    };
    let mut sources = SourceMap::default();
    let source = sources.add(path, decode(bytes));
    let text = sources.get(source).text.clone();
    done();
    let lexed = lexer::lex(&text, source, &limits);
    done();
    let (forms, _) = reader::read(&text, source, &lexed.tokens, &limits);
    done();
    let (expanded, _) = expand::expand(forms, source, &mut sources, loader, &limits);
    done();
    let (file, _) = lower(&expanded.forms, expanded.macros.keys().cloned());
    done();
    let rules = resolve(&file, 0).0;
    done();
    let Some(rules) = rules else {
        return std::array::from_fn(|i| times.get(i).copied().unwrap_or_default());
    };
    let program = compile(&rules);
    done();
    let game = Game::new(rules);
    done();
    drop(black_box((game, program)));
    // A game is compiled when it is made.
    times[7] = times[7].saturating_sub(times[6]);
    std::array::from_fn(|i| times[i])
}

/// The largest rules files of the corpus.
fn largest() -> Vec<PathBuf> {
    let root = std::env::var_os("ZRF_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort_by_key(|(size, path)| (std::cmp::Reverse(*size), path.clone()));
    files.into_iter().take(LARGEST).map(|f| f.1).collect()
}

fn find(folder: &Path, files: &mut Vec<(u64, PathBuf)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            files.push((entry.metadata().map_or(0, |m| m.len()), path));
        }
    }
}
