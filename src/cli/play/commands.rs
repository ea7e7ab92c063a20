//! The words that can be typed in a game.

use zrf::diagnostics::did_you_mean::nearest;

/// What is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Moves,
    Board,
    Hint,
    Undo,
    Redo,
    History,
    Save,
    Load,
    Flip,
    Setup,
    Edit,
    Rules,
    Help,
    Level,
    Go,
    Side,
    Resign,
    New,
    Quit,
}

/// All words, what may follow them, and what they do.
pub const WORDS: &[(&str, Word, &str, &str)] = &[
    ("moves", Word::Moves, "[TEXT]", "list the legal moves, or those with this text"),
    ("board", Word::Board, "", "show the board again"),
    ("hint", Word::Hint, "", "ask the computer for a move, without playing it"),
    ("undo", Word::Undo, "[N]", "take back to your last move, or N moves"),
    ("redo", Word::Redo, "[N]", "play again what was taken back"),
    ("history", Word::History, "", "list the moves of the game"),
    ("save", Word::Save, "FILE", "save the game"),
    ("load", Word::Load, "FILE", "go on with a saved game of these rules"),
    ("flip", Word::Flip, "", "turn the board round"),
    ("setup", Word::Setup, "PIECES", "begin anew from these pieces: (White King e1) (Black King e8)"),
    ("edit", Word::Edit, "PIECES", "begin anew from this position, changed: (White Pawn e4) (x e2)"),
    ("rules", Word::Rules, "", "what the game is about"),
    ("help", Word::Help, "[PIECE]", "these words, or what a piece can do"),
    ("level", Word::Level, "[N]", "the strength of the computer, from 1 (beginner) to 10 (full)"),
    ("go", Word::Go, "", "let the computer play the side to move"),
    ("side", Word::Side, "[PLAYER...]", "the sides that the computer plays; `side none` for none"),
    ("resign", Word::Resign, "", "give up"),
    ("new", Word::New, "", "begin the game again"),
    ("quit", Word::Quit, "", "leave"),
];

/// The word that a line begins with, and the rest of the line. Words may be shortened as long as they
/// stay clear.
pub fn parse(line: &str) -> Option<(Word, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let first = first.to_lowercase();
    match first.as_str() {
        "" => return None,
        "?" => return Some((Word::Help, rest)),
        "exit" => return Some((Word::Quit, rest)),
        _ => {}
    }
    if let Some(&(_, word, ..)) = WORDS.iter().find(|(name, ..)| *name == first) {
        return Some((word, rest));
    }
    let mut found = WORDS.iter().filter(|(name, ..)| first.len() >= 3 && name.starts_with(&first));
    match (found.next(), found.next()) {
        (Some(&(_, word, ..)), None) => Some((word, rest)),
        _ => None,
    }
}

/// A word that looks like this one.
pub fn like(word: &str) -> Option<&'static str> {
    nearest(word, WORDS.iter().map(|w| w.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_shortened_as_long_as_they_are_clear() {
        assert_eq!(parse("undo 3"), Some((Word::Undo, "3")));
        assert_eq!(parse("hist"), Some((Word::History, "")));
        assert_eq!(parse("e2e4"), None);
        assert_eq!(parse("  "), None);
        assert_eq!(like("udno"), Some("undo"));
    }
}
