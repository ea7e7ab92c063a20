//! The shipped games: they load cleanly, count as published, and play to the end.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use zrf::document::Document;
use zrf::game::{Drawing, Game, Position, perft, setup};
use zrf::loader::DiskLoader;
use zrf::study::{check, playout};
use zrf::syntax::keyword::{Category, KEYWORDS};

/// Perft lines are followed to the last depth that has no more nodes than this.
const MOST_NODES: u64 = if cfg!(debug_assertions) { 50_000 } else { 5_000_000 };

// ---------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------

/// All files in `zrf/` and its folders.
fn shipped_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "zrf") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn load(path: &Path) -> Document {
    Document::load(&path.to_string_lossy(), &fs::read(path).unwrap(), &DiskLoader::default())
}

fn document(name: &str) -> Document {
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf").join(format!("{name}.zrf")))
}

/// The variant with this title, or the game itself.
fn game_of(document: &Document, title: Option<&str>) -> Game {
    let number = title.map_or(0, |title| {
        let found = document.variants().iter().find(|v| v.title == title);
        found.unwrap_or_else(|| panic!("no variant `{title}`")).number
    });
    let (game, diagnostics) = document.game(number);
    game.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// A position set up as on the command line.
fn position(game: &Game, pieces: &str, turn: usize) -> Position {
    let mut position = game.start();
    position.clear();
    setup::apply(&mut position, &setup::parse_setup(game.rules(), pieces).unwrap());
    position.set_turn(turn);
    position
}

// ---------------------------------------------------------------------------
// All files
// ---------------------------------------------------------------------------

#[test]
fn every_shipped_file_loads_without_a_diagnostic() {
    for path in shipped_files() {
        let document = load(&path);
        let found: Vec<String> = check::check(&document, None).iter().map(|d| d.message.clone()).collect();
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
    }
}

#[test]
fn random_games_of_every_variant_run_without_an_error() {
    let (games, plies) = if cfg!(debug_assertions) { (2, 200) } else { (10, 2000) };
    for path in shipped_files() {
        let document = load(&path);
        for variant in document.variants() {
            let game = game_of(&document, Some(&variant.title));
            let mut position = game.start();
            for number in 0..games {
                if let Err(e) = playout::play_from(&mut position, 1, number, plies, Drawing::Full) {
                    panic!("{} / {}: {e}", path.display(), variant.title);
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------
// Counts
// ---------------------------------------------------------------------------

/// One position of `tests/data/perft`: lines `key: value`, with an empty line behind.
#[derive(Default)]
struct Record<'a> {
    name: &'a str,
    variant: Option<&'a str>,
    setup: Option<&'a str>,
    turn: usize,
    last: Option<&'a str>,
    /// A whole chain of partial moves is one ply, not each of its parts.
    in_turns: bool,
    perft: Vec<u64>,
}

impl<'a> Record<'a> {
    fn parse(text: &'a str) -> Self {
        let mut record = Record::default();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("no `key: value`: {line}"));
            match key {
                "name" => record.name = value,
                "source" => {}
                "variant" => record.variant = Some(value),
                "setup" => record.setup = Some(value),
                "turn" => record.turn = value.parse().unwrap(),
                "last" => record.last = Some(value),
                "unit" => record.in_turns = value == "turns",
                "perft" => record.perft = value.split(' ').map(|n| n.parse().unwrap()).collect(),
                _ => panic!("unknown key `{key}`"),
            }
        }
        record
    }

    fn position(&self, document: &Document) -> Position {
        let game = game_of(document, self.variant);
        let mut position = match self.setup {
            Some(pieces) => position(&game, pieces, self.turn),
            None => game.start(),
        };
        if let Some(last) = self.last {
            let (from, to) = setup::parse_last(game.rules(), last).unwrap();
            position.set_last_move(from, to);
        }
        position
    }
}

fn count_turns(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for mv in position.legal_moves().unwrap() {
        position.play(&mv).unwrap();
        nodes += count_turns(position, if position.chain().is_some() { depth } else { depth - 1 });
        assert!(position.undo());
    }
    nodes
}

#[track_caller]
fn check_counts(name: &str) {
    let document = document(name);
    let text = fs::read_to_string(support::data(&format!("perft/{name}.txt"))).unwrap().replace("\r\n", "\n");
    let (_comment, records) = text.split_once("\n\n").unwrap();
    for record in records.split("\n\n").map(Record::parse) {
        let mut position = record.position(&document);
        // Counting whole turns goes through texts of moves and undo: slower, so not as deep.
        let most = if record.in_turns { MOST_NODES / 10 } else { MOST_NODES };
        for (depth, &expected) in (1..).zip(&record.perft).take_while(|&(_, &nodes)| nodes <= most) {
            let nodes = if record.in_turns {
                count_turns(&mut position, depth)
            } else {
                perft::perft(&mut position, depth).unwrap()
            };
            assert_eq!(nodes, expected, "{name}, {}, depth {depth}", record.name);
        }
    }
}

macro_rules! counts {
    ($($test:ident: $file:literal;)*) => {$(
        #[test]
        fn $test() {
            check_counts($file);
        }
    )*};
}

counts! {
    ataxx_counts_right: "ataxx";
    breakthrough_counts_right: "breakthrough";
    capablanca_chess_counts_right: "capablanca-chess";
    chess_counts_right: "chess";
    connect_four_counts_right: "connect-four";
    english_draughts_count_right: "english-draughts";
    four_corner_halma_counts_right: "four-corner-halma";
    gomoku_counts_right: "gomoku";
    hexagonal_chess_counts_right: "hexagonal-chess";
    international_draughts_count_right: "international-draughts";
    mancala_counts_right: "mancala";
    peg_solitaire_counts_right: "peg-solitaire";
    race_counts_right: "race";
    reversi_counts_right: "reversi";
    shogi_counts_right: "shogi";
    tic_tac_toe_counts_right: "tic-tac-toe";
    tic_tac_toe_3d_counts_right: "tic-tac-toe-3d";
    xiangqi_counts_right: "xiangqi";
}

#[test]
fn every_file_of_counts_is_looked_at() {
    let this = include_str!("games.rs");
    for path in support::inputs("perft", "txt") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(this.contains(&format!(": \"{name}\";")), "{name} is in none of the tests above");
    }
}

// ---------------------------------------------------------------------------
// Features
// ---------------------------------------------------------------------------

/// Words of the language that no shipped file can use.
const NOT_SHIPPED: &[&str] = &[
    // The rules would live in a library of another program.
    "engine",
    // Names for display only; its shape is not known.
    "translate",
];

/// The names and the strings of a rules file, comments left out.
fn words(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut names, mut strings) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end_of = |stop: &[char]| rest[1..].find(stop).map_or(rest.len(), |i| i + 1);
        match c {
            ';' => rest = &rest[end_of(&['\n'])..],
            '"' => {
                let end = end_of(&['"']);
                strings.push(rest[1..end].to_lowercase());
                rest = rest.get(end + 1..).unwrap_or("");
            }
            '(' | ')' => rest = &rest[1..],
            c if c.is_whitespace() => rest = rest.trim_start(),
            _ => {
                let end = end_of(&['(', ')', ';', '"', ' ', '\t', '\r', '\n']);
                names.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
        }
    }
    (names, strings)
}

#[test]
fn the_shipped_files_use_every_word_of_the_language() {
    let mut names = HashSet::new();
    let mut strings = HashSet::new();
    for path in shipped_files() {
        let (n, s) = words(&fs::read_to_string(&path).unwrap());
        names.extend(n);
        strings.extend(s);
    }
    let missing: Vec<&str> = KEYWORDS
        .iter()
        .filter(|k| !NOT_SHIPPED.contains(&k.name))
        .filter(|k| {
            if k.category == Category::Option { !strings.contains(k.name) } else { !names.contains(k.name) }
        })
        .map(|k| k.name)
        .collect();
    assert!(missing.is_empty(), "used nowhere: {missing:?}");
}

#[test]
fn the_table_of_features_names_files_that_use_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("docs/features.md")).unwrap();
    let mut listed = HashSet::new();
    for row in table.lines().filter(|l| l.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [features, files] = cells[..] else { panic!("not two cells: {row}") };
        let words_of =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        for file in words_of(files) {
            let path = root.join("zrf").join(&file);
            let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = text.replace("( ", "(").replace(" )", ")");
            for feature in words_of(features) {
                assert!(text.contains(&feature), "`{feature}` is not in {file}");
                listed.insert(feature);
            }
        }
    }
    let missing: Vec<&str> = KEYWORDS
        .iter()
        .map(|k| k.name)
        .filter(|name| !NOT_SHIPPED.contains(name))
        .filter(|name| !listed.iter().any(|f| words(f).0.iter().chain(&words(f).1).any(|w| w == name)))
        .collect();
    assert!(missing.is_empty(), "not in docs/features.md: {missing:?}");
}
