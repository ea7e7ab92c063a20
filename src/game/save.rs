//! Saved games: the text of a `.zsg`, read and written.
//!
//! A saved game is text about a game: names and moves are kept as written here
//! and get their meaning against the rules, see [`setup`](super::setup) for the
//! set-up lines and [`Position::parse`](super::Position::parse) for the moves.

use std::fmt::Write;

/// What the first line of every saved game begins with.
const HEADER: &str = "Zillions Save Game File Version";
const VERSION: &str = "0.02";

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedGame {
    /// Who sat where, in the order of the players.
    pub seats: Vec<Seat>,
    /// The path of the rules file as it was on the machine where the game was saved.
    pub rules_file: String,
    /// The title of the game or variant.
    pub variant: String,
    /// Changes to the initial position, in order.
    pub setup: Vec<SetupLine>,
    /// The moves: one for each part of a partial move, each pass, each move of a random player.
    pub moves: Vec<MoveLine>,
}

/// Who made a player's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A person (`H`).
    Human,
    /// The program, also for a random player (`C`).
    Computer,
}

/// A change to the initial position, `(Player Piece position)` or `(x position)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLine {
    /// The line as written.
    pub text: String,
    /// Its number in the file, from 1; 0 if it comes from no file.
    pub line: usize,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLine {
    /// The number before it: the round, not a count of moves.
    pub round: u32,
    /// Its text, words parted by single spaces.
    pub text: String,
    /// Its line in the file, from 1; 0 if it comes from no file.
    pub line: usize,
}

/// A text that is no saved game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// The first line is something else.
    #[error("line 1: expected `{HEADER} {VERSION}` and a letter for each player, found `{found}`")]
    NoHeader {
        /// The first line, shortened.
        found: String,
    },
    /// A letter of the first line is neither `H` nor `C`.
    #[error("line 1: `{found}` among the players' letters: expected H (human) or C (computer) for each")]
    UnknownSeat {
        /// The letter.
        found: char,
    },
    /// `RulesFile=` or `VariantName=` is missing.
    #[error("line {line}: expected `{expected}`, found {}", .found.as_ref().map_or("the end of the file".to_owned(), |f| format!("`{f}`")))]
    MissingField {
        /// Where it should stand.
        line: usize,
        /// The field.
        expected: &'static str,
        /// What stands there, shortened; `None` at the end of the file.
        found: Option<String>,
    },
    /// A line is neither a set-up line nor a move.
    #[error("line {line}: expected a move such as `12. Pawn e2 - e4`, found `{found}`")]
    NoMove {
        /// Its number.
        line: usize,
        /// The line, shortened.
        found: String,
    },
    /// A set-up line is not closed, or stands behind a move.
    #[error(
        "line {line}: expected a set-up line such as `(White King e1)` or `(x e1)` before the first move, found `{found}`"
    )]
    BadSetup {
        /// Its number.
        line: usize,
        /// The line, shortened.
        found: String,
    },
}

impl SavedGame {
    /// Reads a saved game from its decoded text. Line ends may be CRLF, LF or CR.
    pub fn parse(text: &str) -> Result<SavedGame, SaveError> {
        let mut lines = lines(text);
        let mut game = SavedGame { seats: parse_header(lines.next())?, ..SavedGame::default() };
        game.rules_file = field(lines.next(), 2, "RulesFile=")?;
        game.variant = field(lines.next(), 3, "VariantName=")?;
        for (line, text) in lines {
            if text.starts_with('(') {
                if !text.ends_with(')') || !game.moves.is_empty() {
                    return Err(SaveError::BadSetup { line, found: shorten(text) });
                }
                game.setup.push(SetupLine { text: text.to_owned(), line });
            } else {
                let (round, text) =
                    split_move(text).ok_or_else(|| SaveError::NoMove { line, found: shorten(text) })?;
                game.moves.push(MoveLine { round, text: normalize(text), line });
            }
        }
        Ok(game)
    }

    /// The last component of [`rules_file`](Self::rules_file): the name to look for beside the saved game.
    pub fn rules_file_name(&self) -> &str {
        self.rules_file.rsplit(['\\', '/']).next().unwrap_or_default()
    }

    /// The text of the saved game, with CRLF line ends as Zillions writes them.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER} {VERSION} ");
        text.extend(self.seats.iter().map(|seat| match seat {
            Seat::Human => 'H',
            Seat::Computer => 'C',
        }));
        // Writing to a string cannot fail.
        let _ = write!(text, "\r\nRulesFile={}\r\nVariantName={}\r\n", self.rules_file, self.variant);
        for SetupLine { text: line, .. } in &self.setup {
            let _ = write!(text, "{line}\r\n");
        }
        for MoveLine { round, text: mv, .. } in &self.moves {
            let _ = write!(text, "{round}. {mv}\r\n");
        }
        text
    }
}

/// The text of a move with single spaces between its words.
pub fn normalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The text of a move without the number in `partial N`, which depends on the version of the rules.
pub fn without_partial_number(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("partial ") else { return text };
    match rest.split_once(' ') {
        Some((number, rest)) if is_number(number) => rest,
        None if is_number(rest) => "",
        _ => text,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The lines that are not blank, trimmed, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_blank = |c: char| c.is_whitespace() || c == '\0' || c == '\u{1a}';
    let text = text.split('\n').flat_map(|line| {
        // A CR before the LF belongs to it; any other ends a line of its own.
        line.strip_suffix('\r').unwrap_or(line).split('\r')
    });
    text.enumerate()
        .map(move |(i, line)| (i + 1, line.trim_matches(is_blank)))
        .filter(|(_, line)| !line.is_empty())
}

fn parse_header(line: Option<(usize, &str)>) -> Result<Vec<Seat>, SaveError> {
    let text = line.map_or("", |(_, text)| text);
    let rest = text.strip_prefix(HEADER).ok_or_else(|| SaveError::NoHeader { found: shorten(text) })?;
    let letters = rest.split_whitespace().skip(1).flat_map(str::chars);
    letters
        .map(|letter| match letter {
            'H' | 'h' => Ok(Seat::Human),
            'C' | 'c' => Ok(Seat::Computer),
            found => Err(SaveError::UnknownSeat { found }),
        })
        .collect()
}

fn field(line: Option<(usize, &str)>, at: usize, name: &'static str) -> Result<String, SaveError> {
    let (number, text) = line.map_or((at, None), |(number, text)| (number, Some(text)));
    match text.and_then(|text| text.strip_prefix(name)) {
        Some(value) => Ok(value.trim().to_owned()),
        None => Err(SaveError::MissingField { line: number, expected: name, found: text.map(shorten) }),
    }
}

/// `12. move` as 12 and the move, which may be empty.
fn split_move(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once('.')?;
    if !is_number(number) || !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return None;
    }
    Some((number.parse().ok()?, rest))
}

/// Enough of a line to recognise it by.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=C:\\Games\\Small Shogi.zrf\r\n\
        VariantName=Small Shogi (no hand)\r\n(White Rook a1)\r\n(x b2)\r\n1. Rook  a1 -  a2\r\n1. Pass\r\n\
        2. partial 3 Rook a2 x a3\r\n";

    #[test]
    fn every_part_of_a_saved_game_is_read() {
        let game = SavedGame::parse(GAME).unwrap();
        assert_eq!(game.seats, [Seat::Human, Seat::Computer]);
        assert_eq!(game.rules_file_name(), "Small Shogi.zrf");
        assert_eq!(game.variant, "Small Shogi (no hand)");
        assert_eq!(game.setup[1], SetupLine { text: "(x b2)".into(), line: 5 });
        assert_eq!(game.moves[0], MoveLine { round: 1, text: "Rook a1 - a2".into(), line: 6 });
        assert_eq!(game.moves[2].text, "partial 3 Rook a2 x a3");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let game = SavedGame::parse(GAME).unwrap();
        assert_eq!(SavedGame::parse(&game.to_text()).unwrap(), game);
    }

    #[test]
    fn any_line_ends_a_byte_order_mark_and_a_final_ctrl_z_are_accepted() {
        let game = SavedGame::parse(GAME).unwrap();
        assert_eq!(SavedGame::parse(&GAME.replace("\r\n", "\n")).unwrap(), game);
        assert_eq!(SavedGame::parse(&GAME.replace("\r\n", "\r")).unwrap(), game);
        assert_eq!(SavedGame::parse(&format!("\u{feff}{GAME}\u{1a}")).unwrap(), game);
    }

    #[test]
    fn a_game_without_moves_is_a_game() {
        let text = "Zillions Save Game File Version 0.02 H\nRulesFile=a.zrf\nVariantName=A";
        assert_eq!(SavedGame::parse(text).unwrap().moves, []);
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let error = |text: &str| SavedGame::parse(text).unwrap_err().to_string();
        let head = "Zillions Save Game File Version 0.02 HC\n";
        assert!(error("").starts_with("line 1: expected `Zillions Save Game File"));
        assert!(error("(define x)").contains("found `(define x)`"));
        assert!(error("Zillions Save Game File Version 0.02 HX\n").contains("`X`"));
        assert_eq!(error(head), "line 2: expected `RulesFile=`, found the end of the file");
        assert!(
            error(&format!("{head}RulesFile=a\n\nName=b\n")).starts_with("line 4: expected `VariantName=`")
        );
        let head = format!("{head}RulesFile=a\nVariantName=b\n");
        assert!(error(&format!("{head}e2-e4\n")).starts_with("line 4: expected a move"));
        assert!(error(&format!("{head}99999999999. a\n")).starts_with("line 4: expected a move"));
        assert!(error(&format!("{head}(White King\n")).starts_with("line 4: expected a set-up line"));
        assert!(error(&format!("{head}1. Pass\n(x a1)\n")).starts_with("line 5: expected a set-up line"));
    }

    #[test]
    fn the_number_of_a_partial_move_can_be_left_out() {
        assert_eq!(without_partial_number("partial 12 Man a1 - b2"), "Man a1 - b2");
        assert_eq!(without_partial_number("partial 0"), "");
        assert_eq!(without_partial_number("partial Man a1 - b2"), "partial Man a1 - b2");
        assert_eq!(without_partial_number("Man a1 - b2"), "Man a1 - b2");
    }
}
