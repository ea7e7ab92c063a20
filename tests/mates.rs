//! Forced mates: each is proved by trying everything, and the search has to see it.

mod support;

use std::fs;
use zrf::document::Document;
use zrf::game::{Game, Move, Position, setup};
use zrf::loader::{DiskLoader, builtin};
use zrf::search::{Limits, Settings, Thinker};

/// Positions that the search may look at: a second or two in a release build.
const NODES: u64 = 1_500_000;
/// A debug build tries only every so manieth.
const STEP: usize = if cfg!(debug_assertions) { 20 } else { 1 };

struct Problem<'a> {
    moves: u32,
    fen: &'a str,
}

fn problems(text: &str) -> Vec<Problem<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (moves, fen) = line.split_once(' ').unwrap();
            Problem { moves: moves.parse().unwrap(), fen }
        })
        .collect()
}

fn chess() -> Game {
    let source = builtin::load("zrf/chess.zrf").unwrap();
    let document = Document::load(&source.name, &source.bytes, &DiskLoader::new(Vec::new()));
    document.game(document.default_variant().unwrap().number).0.unwrap()
}

/// The position that a text in Forsyth-Edwards Notation describes.
fn position(game: &Game, fen: &str) -> Position {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, turn, castling, passing, ..] = fields[..] else { panic!("not a position: {fen}") };
    let mut position = game.start();
    for square in (0..64).map(|i| square(i % 8, i / 8)) {
        put(&mut position, &format!("(x {square})"));
    }
    for (rank, row) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            put(&mut position, &piece(letter, file, 7 - rank, castling));
            file += 1;
        }
    }
    position.set_turn(usize::from(turn == "b"));
    if let [file, rank] = *passing.as_bytes() {
        let (from, to) = if rank == b'3' { ('2', '4') } else { ('7', '5') };
        let file = char::from(file);
        let (from, to) = setup::parse_last(game.rules(), &format!("{file}{from}-{file}{to}")).unwrap();
        position.set_last_move(from, to);
    }
    position
}

fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn put(position: &mut Position, text: &str) {
    let ops = setup::parse_setup(position.game().rules(), text).unwrap();
    setup::apply(position, &ops);
}

/// A piece with its right to castle, as a set-up has it.
fn piece(letter: char, file: usize, rank: usize, castling: &str) -> String {
    let kind = match letter.to_ascii_lowercase() {
        'p' => "Pawn",
        'n' => "Knight",
        'b' => "Bishop",
        'r' => "Rook",
        'q' => "Queen",
        _ => "King",
    };
    let is_white = letter.is_ascii_uppercase();
    let player = if is_white { "White" } else { "Black" };
    let of_side = |c: char| if is_white { c.to_ascii_uppercase() } else { c };
    let may_castle = match (kind, file) {
        ("King", _) => castling.contains([of_side('k'), of_side('q')]),
        ("Rook", 0) => castling.contains(of_side('q')),
        ("Rook", 7) => castling.contains(of_side('k')),
        _ => false,
    };
    let right = if matches!(kind, "King" | "Rook") && !may_castle { " !castles?" } else { "" };
    format!("({player} {kind} {}{right})", square(file, rank))
}

/// Whether the one to move wins by mate in so many moves, whatever the other does.
fn mates_in(position: &mut Position, moves: u32) -> bool {
    position.legal_moves().unwrap().iter().any(|mv| forces(position, mv, moves))
}

/// Whether a move forces mate, it and those behind it being so many.
fn forces(position: &mut Position, mv: &Move, moves: u32) -> bool {
    position.play(mv).unwrap();
    let outcome = position.outcome().unwrap();
    let is_forced = match outcome {
        Some(outcome) => outcome.winner.is_some_and(|w| w != position.mover()),
        None if moves == 1 => false,
        None => position.legal_moves().unwrap().iter().all(|reply| {
            position.play(reply).unwrap();
            let mates = position.outcome().unwrap().is_none() && mates_in(position, moves - 1);
            position.undo();
            mates
        }),
    };
    position.undo();
    is_forced
}

#[test]
fn forced_mates_are_proved_and_found() {
    let text = fs::read_to_string(support::data("mates.txt")).unwrap();
    let problems = problems(&text);
    assert_eq!(problems.len(), 100);
    let game = chess();
    let settings = Settings { table_megabytes: 16, ..Settings::default() };
    let mut thinker = Thinker::new(&game, settings).unwrap();
    let mut missed = Vec::new();
    for Problem { moves, fen } in problems.iter().step_by(STEP) {
        let mut position = position(&game, fen);
        assert!(!mates_in(&mut position, moves - 1), "{fen}: a mate in less than {moves}");
        thinker.forget();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let best = thinker.think(&position, limits, &mut |_| {}).unwrap().unwrap();
        if best.score().end() != Some(2 * *moves as i32 - 1) {
            missed.push(format!("mate in {moves}: {fen}: {}", best.score()));
            continue;
        }
        assert!(forces(&mut position, &best.mv, *moves), "{fen}: {}", position.print(&best.mv));
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
