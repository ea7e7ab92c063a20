//! A small game around what is tested, and what is seen of it.

use std::fmt::Write;
use zrf::document::Document;
use zrf::game::setup::{apply, parse_last, parse_setup};
use zrf::game::{Game, Position, Reason};
use zrf::ids::PosId;
use zrf::loader::MemoryLoader;
use zrf::resolve::rules::GoalLineKind;

/// Five files and three ranks, a dummy position, a chain of links on the first rank. For Black
/// `n` means south. Grey has no turn: its pieces are neutral.
const BOARD: &str = r#"
    (players White Black Grey) (turn-order White Black)
    (board
        (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (10 0)) ("3/2/1" (0 10)))
            (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
        (positions (tray 60 0 69 9)) (dummy tray)
        (links next (a1 b1) (b1 c1) (c1 tray))
        (symmetry Black (n s) (s n))
        (zone (name home) (players White) (positions c3 d3 e3))
        (zone (name home) (players Black) (positions a1 b1 c1)))"#;

/// A King and a Rock that never move; a Guard that takes forward by `hop` and steps back by `walk`;
/// an Archer that takes two squares ahead without moving. Attributes have the numbers 0 (`fresh`)
/// and 1 (`tired`); `hop` is 1, `walk` is 2.
const PIECES: &str = "
    (piece (name King)) (piece (name Rock) (attribute fresh true))
    (piece (name Guard) (moves (move-type hop) (n (verify enemy?) add) (move-type walk) (s add)))
    (piece (name Archer) (moves (n n capture (go from) add)))
    (board-setup (White (Man c2)))";

/// A test of one block or a few.
#[derive(Clone, Default)]
pub struct Case {
    /// The section of the specification that it pins.
    pub section: &'static str,
    /// What the moves of a Man are.
    moves: String,
    drops: &'static str,
    macros: String,
    sections: &'static str,
    setup: &'static str,
    turn: usize,
    last: &'static str,
    listed: Vec<String>,
    after: Option<(&'static str, &'static str)>,
}

/// The moves of a white Man on c2, alone on the board if no set-up is given.
pub fn case(section: &'static str, moves: impl Into<String>) -> Case {
    Case { section, moves: moves.into(), setup: "(White Man c2)", ..Case::default() }
}

impl Case {
    /// The drops of a Man.
    pub fn drops(mut self, drops: &'static str) -> Case {
        self.drops = drops;
        self
    }

    /// Macros above the game.
    pub fn macros(mut self, macros: impl Into<String>) -> Case {
        self.macros = macros.into();
        self
    }

    /// More sections of the game.
    pub fn sections(mut self, sections: &'static str) -> Case {
        self.sections = sections;
        self
    }

    /// The position.
    pub fn on(mut self, setup: &'static str) -> Case {
        self.setup = setup;
        self
    }

    /// Black is to move.
    pub fn black(mut self) -> Case {
        self.turn = 1;
        self
    }

    /// Where the last move came from and went, as `FROM-TO`.
    pub fn last(mut self, last: &'static str) -> Case {
        self.last = last;
        self
    }

    /// The exact moves, as printed.
    pub fn gives(mut self, moves: &[&str]) -> Case {
        self.listed = moves.iter().map(ToString::to_string).collect();
        self
    }

    /// The board after one of the moves.
    pub fn then(mut self, mv: &'static str, board: &'static str) -> Case {
        self.after = Some((mv, board));
        self
    }

    /// Its game.
    pub fn game(&self) -> Game {
        let Case { macros, sections, moves, drops, .. } = self;
        let man = format!(
            "(piece (name Man) (attribute fresh true) (attribute tired false)
                (moves {moves}) (drops {drops}))"
        );
        game(&format!("{macros} (game (title \"Trial\") {BOARD} {man} {PIECES} {sections})"))
    }

    /// Its position.
    pub fn position(&self) -> Position {
        let mut position = self.game().start();
        position.clear();
        set_up(&mut position, self.setup);
        position.set_turn(self.turn);
        if !self.last.is_empty() {
            let (from, to) = parse_last(position.game().rules(), self.last).expect("a last move");
            position.set_last_move(from, to);
        }
        position
    }

    /// Compares moves and board with what is expected, whichever way attacks are answered.
    pub fn check(&self) {
        for is_plain in [false, true] {
            let mut position = self.position();
            position.set_plain_attacks(is_plain);
            let shown = format!("{}: {} on {}", self.section, self.moves, self.setup);
            assert_eq!(moves(&mut position), self.listed, "{shown}");
            if let Some((mv, expected)) = self.after {
                let before = board(&position);
                play(&mut position, &[mv]);
                assert_eq!(board(&position), expected, "{shown} after {mv}");
                assert!(position.undo());
                assert_eq!(board(&position), before, "{shown} taken back");
            }
        }
    }
}

/// Compares all cases.
pub fn check(cases: &[Case]) {
    assert!(!cases.is_empty());
    cases.iter().for_each(Case::check);
}

/// A game without errors.
#[track_caller]
pub fn game(text: &str) -> Game {
    let document = Document::load("trial.zrf", text.as_bytes(), &MemoryLoader::default());
    let (game, diagnostics) = document.game(0);
    let errors: Vec<_> = document.diagnostics().iter().chain(&diagnostics).filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    game.expect("a game")
}

/// Changes a position, in the words of `--setup`.
#[track_caller]
pub fn set_up(position: &mut Position, setup: &str) {
    let ops = parse_setup(position.game().rules(), setup).expect("a set-up text");
    apply(position, &ops);
}

/// The legal moves, as printed.
pub fn moves(position: &mut Position) -> Vec<String> {
    let moves = position.legal_moves().expect("moves");
    moves.iter().map(|mv| position.print(mv)).collect()
}

/// Plays moves, as printed.
#[track_caller]
pub fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let found = position.parse(text).expect("moves");
        let found = found.unwrap_or_else(|| panic!("`{text}` is not among {:#?}", moves(position)));
        position.play(&found).expect("a move that can be played");
    }
}

/// The pieces in board order, with attributes that differ from the first values, then the stocks.
pub fn board(position: &Position) -> String {
    let rules = position.game().rules();
    let mut out = Vec::new();
    for pos in (0..rules.board.positions.len()).map(PosId::from_index) {
        let Some(piece) = position.piece_at(pos) else { continue };
        let (player, kind) = (rules.player_name(piece.player), rules.piece_name(piece.kind));
        let mut text = format!("{} {player} {kind}", rules.pos_name(pos));
        let changed = piece.attributes ^ position.new_piece(piece.player, piece.kind).attributes;
        for (i, name) in rules.attributes.iter().enumerate() {
            if changed >> i & 1 != 0 {
                let sign = if piece.attributes >> i & 1 != 0 { '+' } else { '-' };
                write!(text, " {sign}{name}").unwrap();
            }
        }
        out.push(text);
    }
    for player in rules.players.keys() {
        for kind in rules.pieces.keys() {
            let (p, k) = (rules.find_player(player).unwrap(), rules.find_piece(kind).unwrap());
            match position.stock(p, k) {
                0 => {}
                n => out.push(format!("{player} {kind} off {n}")),
            }
        }
    }
    out.join(", ")
}

/// How the game ended: "no", "White wins", "White loses", "draw", with the number and kind of the
/// goal line.
pub fn end(position: &mut Position) -> String {
    let Some(outcome) = position.outcome().expect("an outcome") else { return "no".to_owned() };
    let rules = position.game().rules();
    let who = match (outcome.winner, outcome.loser) {
        (Some(p), _) => format!("{} wins", rules.player_name(p)),
        (None, Some(p)) => format!("{} loses", rules.player_name(p)),
        (None, None) => "draw".to_owned(),
    };
    let why = match outcome.reason {
        Reason::Goal { line, kind, player } => {
            let kind = match kind {
                GoalLineKind::Win => "win",
                GoalLineKind::Loss => "loss",
                GoalLineKind::Draw => "draw",
                GoalLineKind::Count => "count",
            };
            format!("line {line}, {kind} of {}", rules.player_name(player))
        }
        Reason::NoMoves { turn } => format!("no moves in entry {turn}"),
        Reason::NoProgress { moves } => format!("no progress in {moves}"),
    };
    format!("{who}: {why}")
}
