//! A small rules file around the macros under test.

use std::collections::BTreeSet;
use zrf::document::Document;
use zrf::game::setup::{apply, parse_setup};
use zrf::game::{Effect, Game, Outcome, Position};
use zrf::loader::MemoryLoader;

/// Pieces of every trial, beside those under test.
const OTHERS: [&str; 2] = ["Man", "Other"];

/// A board with a zone of one's own half.
const BOARD: &str = "(board-8x8)
    (zone-pair near-half (rows 1 2 3 4) (rows 8 7 6 5))";

/// A game with a board, macros and pieces, on a set-up position.
pub struct Trial {
    position: Position,
}

impl Trial {
    /// A piece X with the given move blocks.
    pub fn of(moves: &str) -> Self {
        Self::with("", moves)
    }

    /// The same with some macros.
    pub fn with(macros: &str, moves: &str) -> Self {
        Self::pieces(macros, &format!("(piece (name X) (moves {moves}))"))
    }

    /// The given pieces.
    pub fn pieces(macros: &str, pieces: &str) -> Self {
        Self::on(BOARD, macros, pieces)
    }

    /// The given pieces on a board of their own. A King is royal.
    pub fn on(board: &str, macros: &str, pieces: &str) -> Self {
        let royal = if pieces.contains("(name King)") { "(checkmate-loses King)" } else { "" };
        Self::bare(board, macros, &format!("{pieces} {royal}"))
    }

    /// Board, macros and everything else of the game as given.
    pub fn bare(board: &str, macros: &str, sections: &str) -> Self {
        let game = game(&rules_text(board, macros, sections));
        let mut position = game.start();
        position.clear();
        Self { position }
    }

    /// Sets up a position, in the words of `--setup`.
    pub fn set(mut self, setup: &str) -> Self {
        let ops = parse_setup(self.position.game().rules(), setup).expect("a set-up text");
        apply(&mut self.position, &ops);
        self
    }

    /// Whose turn it is: 0 White, 1 Black.
    pub fn turn(mut self, turn: usize) -> Self {
        self.position.set_turn(turn);
        self
    }

    /// What the last move was.
    pub fn last(mut self, from: &str, to: &str) -> Self {
        let rules = self.position.game().rules();
        let (from, to) = (rules.find_pos(from), rules.find_pos(to));
        self.position.set_last_move(from, to);
        self
    }

    /// The moves as printed, sorted.
    pub fn texts(&mut self) -> Vec<String> {
        let moves = self.position.legal_moves().expect("moves");
        let mut texts: Vec<String> = moves.iter().map(|mv| self.position.print(mv)).collect();
        texts.sort();
        texts
    }

    /// Where the pieces of a type go or are dropped, sorted, each square once.
    pub fn destinations(&mut self, piece: &str) -> Vec<String> {
        let moves = self.position.legal_moves().expect("moves");
        let rules = self.position.game().rules();
        let kind = rules.find_piece(piece).expect("a piece type");
        let mut squares = BTreeSet::new();
        for effect in moves.iter().flat_map(|mv| mv.effects()) {
            match *effect {
                Effect::Move { from, to, .. }
                    if self.position.piece_at(from).is_some_and(|p| p.kind == kind) =>
                {
                    squares.insert(rules.pos_name(to).to_string());
                }
                Effect::Drop { piece, pos, .. } if piece == kind => {
                    squares.insert(rules.pos_name(pos).to_string());
                }
                _ => {}
            }
        }
        squares.into_iter().collect()
    }

    /// Plays a move, as printed.
    pub fn play(&mut self, text: &str) {
        let mv = self.position.parse(text).expect("moves");
        let mv = mv.unwrap_or_else(|| panic!("{text} is not among {:#?}", self.texts()));
        self.position.play(&mv).expect("a move that can be played");
    }

    /// The player to move.
    pub fn mover(&self) -> String {
        self.position.game().rules().player_name(self.position.mover()).to_string()
    }

    /// "White wins", "draw", "none" and so on.
    pub fn outcome(&mut self) -> String {
        match self.position.outcome().expect("an outcome") {
            None => "none".to_owned(),
            Some(Outcome { winner: Some(winner), .. }) => {
                format!("{} wins", self.position.game().rules().player_name(winner))
            }
            Some(Outcome { winner: None, .. }) => "draw".to_owned(),
        }
    }
}

/// Asserts where X goes.
#[track_caller]
pub fn goes(moves: &str, setup: &str, squares: &str) {
    let found = Trial::of(moves).set(setup).destinations("X");
    let mut expected: Vec<&str> = squares.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{moves} on {setup}");
}

/// Asserts the moves as printed.
#[track_caller]
pub fn writes(moves: &str, setup: &str, texts: &[&str]) {
    let found = Trial::of(moves).set(setup).texts();
    let mut expected = texts.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "{moves} on {setup}");
}

/// A whole rules file.
fn rules_text(board: &str, macros: &str, sections: &str) -> String {
    let includes: String =
        super::FILES.iter().map(|(file, _)| format!("(include \"stdlib/{file}.zrf\")\n")).collect();
    let others: String = OTHERS
        .iter()
        .map(|name| format!("(name {name})"))
        .filter(|name| !sections.contains(name.as_str()))
        .map(|name| format!("(piece {name})"))
        .collect();
    format!(
        "{includes} {macros}
        (define rows (row-8 $1) (row-8 $2) (row-8 $3) (row-8 $4))
        (game (title \"Trial\") (players White Black) (turn-order White Black)
            (board {board}) {others} {sections})"
    )
}

/// Compiles a rules file in which nothing may be wrong.
fn game(text: &str) -> Game {
    let document = Document::load("trial.zrf", text.as_bytes(), &MemoryLoader::new());
    let (game, more) = document.game(0);
    let errors: Vec<String> = document
        .diagnostics()
        .iter()
        .chain(&more)
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| diagnostic.message.clone())
        .collect();
    game.unwrap_or_else(|| panic!("{errors:#?}\n{text}"))
}
