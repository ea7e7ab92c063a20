//! The targets: ratios to an anchor of the same run, and a few absolute ones.

use crate::figures::{Figures, get};
use crate::ours::{load_ms, rule_files};
use crate::table::Table;
use std::path::Path;

/// What a figure of ours is held against.
enum Against {
    /// System, game, figure; more is better.
    Anchor(&'static str, &'static str, &'static str),
    /// A figure of a game of ours; more is better.
    Ours(&'static str, &'static str),
    /// Nothing; more is better.
    More,
    /// Nothing; less is better.
    Less,
}

/// One target. `must` and `aim` are in the unit of the ratio, or of the figure.
struct Target {
    game: &'static str,
    figure: &'static str,
    against: Against,
    must: f64,
    aim: f64,
}

const fn target(game: &'static str, figure: &'static str, against: Against, must: f64, aim: f64) -> Target {
    Target { game, figure, against, must, aim }
}

const SHAKMATY_PERFT: Against = Against::Anchor("shakmaty", "chess", "perft-played");
const SHAKMATY_COUNT: Against = Against::Anchor("shakmaty", "chess", "perft-counted");
const SHAKMATY_GAMES: Against = Against::Anchor("shakmaty", "chess", "playouts-full");
/// As fast as Grand Chess for each move generated is 1; "within 2 ×" of it is 0.5.
const GRAND: Against = Against::Ours("grand-puzzle", "perft-counted");

const fn spiel(game: &'static str) -> Against {
    Against::Anchor("openspiel", game, "playouts-full")
}

const TARGETS: &[Target] = &[
    target("chess", "perft-played", SHAKMATY_PERFT, 0.33, 0.5),
    target("chess", "perft-counted", SHAKMATY_COUNT, 0.11, 0.19),
    target("chess", "playouts-full", SHAKMATY_GAMES, 0.18, 0.32),
    target("chess", "playouts-lazy", SHAKMATY_GAMES, 0.43, 0.7),
    target("grand-puzzle", "perft-played", SHAKMATY_PERFT, 0.25, 0.43),
    target("courier-spiel", "perft-played", SHAKMATY_PERFT, 0.25, 0.43),
    target("capablanca-chess", "perft-played", SHAKMATY_PERFT, 0.25, 0.43),
    target("breakthrough", "playouts-full", spiel("breakthrough"), 1.8, 4.8),
    target("english-draughts", "playouts-full", spiel("english-draughts"), 9.0, 16.0),
    target("connect-four", "playouts-full", spiel("connect-four"), 2.7, 5.4),
    target("gomoku", "playouts-full", Against::More, 40_000.0, 100_000.0),
    target("tic-tac-toe", "playouts-full", spiel("tic-tac-toe"), 1.0, 3.0),
    target("holy-grail", "perft-counted", GRAND, 0.5, 0.77),
    target("veles-chess", "perft-counted", GRAND, 0.5, 0.77),
    target("courier-spiel", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@0", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@1", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@2", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@3", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@4", "perft-counted", GRAND, 0.5, 0.77),
    target("frog-hannibal-waffle@5", "perft-counted", GRAND, 0.5, 0.77),
    target("chess", "perft-memory-mb", Against::Less, 12.0, 6.0),
];

/// Games that the targets need beside the first game of each file.
pub const MORE_GAMES: &[&str] = &[
    "frog-hannibal-waffle@1",
    "frog-hannibal-waffle@2",
    "frog-hannibal-waffle@3",
    "frog-hannibal-waffle@4",
    "frog-hannibal-waffle@5",
];

/// The name that the first game of a file has among the figures.
fn plain(game: &str) -> &str {
    game.strip_suffix("@0").unwrap_or(game)
}

/// A line for each target whose figures are there.
pub fn table(figures: &Figures) -> Table {
    let mut table = Table::new(&["target", "zrf", "anchor", "ratio", "must", "aim", ""]);
    for t in TARGETS {
        let Some(ours) = get(figures, "zrf", plain(t.game), t.figure) else { continue };
        let workload = format!("{} {}", plain(t.game), t.figure);
        let anchor = match t.against {
            Against::Anchor(system, game, figure) => match get(figures, system, game, figure) {
                Some(theirs) => Some((system, theirs)),
                None => continue,
            },
            Against::Ours(game, figure) => match get(figures, "zrf", game, figure) {
                Some(theirs) => Some(("Grand Chess", theirs)),
                None => continue,
            },
            Against::More | Against::Less => None,
        };
        let value = anchor.map_or(ours, |(_, theirs)| ours / theirs);
        let verdict = judge(value, t.must, t.aim, matches!(t.against, Against::Less));
        let number = |x: f64| if anchor.is_some() { format!("{x:.2}") } else { short(x) };
        table.row([
            workload,
            short(ours),
            anchor.map_or("-".to_owned(), |(system, theirs)| format!("{system} {}", short(theirs))),
            anchor.map_or("-".to_owned(), |_| number(value)),
            number(t.must),
            number(t.aim),
            verdict,
        ]);
    }
    table
}

/// Lines for the targets on load times, in milliseconds, and on moves a second over a corpus.
pub fn corpus_rows(table: &mut Table, zrf: &Path, corpus: &Path, median: Option<f64>) {
    let mut row = |what: String, value: f64, must: f64, aim: f64, is_less: bool| {
        let verdict = judge(value, must, aim, is_less);
        table.row([what, short(value), "-".into(), "-".into(), short(must), short(aim), verdict]);
    };
    if let Some(median) = median {
        row("corpus, moves a second, median".into(), median, 500_000.0, 1_000_000.0, false);
    }
    let files = rule_files(corpus, true).unwrap_or_default();
    let size = |f: &std::path::PathBuf| std::fs::metadata(f).map_or(0, |m| m.len());
    // Of files of the same name the largest is meant: others are for other programs, and smaller.
    for name in ["focus.zrf", "dakon.zrf", "chase.zrf", "ragnarok.zrf"] {
        let is_it = |f: &&std::path::PathBuf| f.file_name().is_some_and(|n| n.eq_ignore_ascii_case(name));
        let largest = files.iter().filter(is_it).max_by_key(|f| size(f));
        if let Some(ms) = largest.and_then(|file| load_ms(zrf, file)) {
            row(format!("load {name}, ms"), ms, 300.0, 100.0, true);
        }
    }
    if let Some(largest) = files.iter().max_by_key(|f| size(f))
        && let Some(ms) = load_ms(zrf, largest)
    {
        let scaled = ms * 200_000.0 / size(largest) as f64;
        let kilobytes = size(largest) / 1000;
        row(format!("load 200 kB, ms (from the largest file, {kilobytes} kB)"), scaled, 15.0, 5.0, true);
    }
}

fn judge(value: f64, must: f64, aim: f64, is_less: bool) -> String {
    let reaches = |goal: f64| if is_less { value <= goal } else { value >= goal };
    match (reaches(must), reaches(aim)) {
        (_, true) => "aim".to_owned(),
        (true, false) => "must".to_owned(),
        (false, false) => {
            let part = if is_less { must / value } else { value / must };
            format!("missed: {:.0} % of must", part * 100.0)
        }
    }
}

/// A number in three digits or so.
pub fn short(x: f64) -> String {
    match x {
        x if x >= 1e6 => format!("{:.1} M", x / 1e6),
        x if x >= 1e4 => format!("{:.1} k", x / 1e3),
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 1.0 => format!("{x:.1}"),
        x => format!("{x:.2}"),
    }
}
