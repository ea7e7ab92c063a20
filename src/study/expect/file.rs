//! The file of expectations.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A `NAME.test.toml`.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TestFile {
    /// The rules file, from the folder of this one; by default the one of the same name beside it.
    pub rules: Option<String>,
    /// The variant of tests that name none.
    pub variant: Option<String>,
    /// The tests; the place is that of the table.
    #[serde(default, rename = "test")]
    pub tests: Vec<Spanned<Test>>,
}

/// A table `[[test]]`: a position, and what is expected of it.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Test {
    /// What it is about.
    pub name: String,
    /// Title or number of the variant.
    pub variant: Option<String>,

    /// A saved game whose end is the position.
    pub from: Option<String>,
    /// Only so many moves of the saved game.
    pub upto: Option<usize>,
    /// Pieces on an empty board, as for `--setup`.
    pub setup: Option<String>,
    /// Changes, as for `--edit`.
    pub edit: Option<String>,
    /// The turn-order entry to move.
    pub turn: Option<usize>,
    /// What the rules see as the last move, `FROM-TO`.
    pub last: Option<String>,
    /// Moves that are played.
    #[serde(default)]
    pub play: Moves,

    /// The legal moves, all of them, in any order.
    pub moves: Option<Moves>,
    /// The legal moves of the pieces on these positions, all of them.
    #[serde(default)]
    pub moves_from: BTreeMap<String, Moves>,
    /// Moves that are legal.
    #[serde(default)]
    pub contains: Moves,
    /// Moves that are not.
    #[serde(default)]
    pub lacks: Moves,
    /// How many legal moves there are.
    pub count: Option<usize>,
    /// How many sequences of moves there are, of one move, of two ...
    #[serde(default)]
    pub perft: Vec<u64>,
    /// `White wins`, `White loses`, `draw` or `none`.
    pub outcome: Option<String>,
    /// A part of the reason in words: `checkmated King`.
    pub reason: Option<String>,
    /// Whether the player to move is in check.
    pub in_check: Option<bool>,
    /// A saved game that must play to its end.
    pub replay: Option<String>,
    /// Do not look at the N of `partial N` in that game.
    #[serde(default)]
    pub ignore_partial_number: bool,
    /// Properties of random games from the position.
    pub playouts: Option<Playouts>,
}

/// Moves as a list, or as one text with `;` between them.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(from = "MovesFormat")]
pub struct Moves(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected moves: a list of texts, or one text with `;` between the moves")]
enum MovesFormat {
    List(Vec<String>),
    Text(String),
}

impl From<MovesFormat> for Moves {
    fn from(format: MovesFormat) -> Self {
        let list = match format {
            MovesFormat::List(list) => list,
            MovesFormat::Text(text) => text.split(';').map(str::to_string).collect(),
        };
        Moves(list.into_iter().filter(|text| !text.trim().is_empty()).collect())
    }
}

/// Properties that hold over random games.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Playouts {
    /// How many games.
    #[serde(default = "hundred")]
    pub games: u64,
    /// Which games.
    #[serde(default)]
    pub seed: u64,
    /// A game is stopped after so many moves.
    #[serde(default = "thousand")]
    pub max_plies: u64,
    /// Every game is over after so many moves.
    pub ends_within: Option<u64>,
    /// Each of these players wins at least so many games of a hundred.
    #[serde(default)]
    pub wins: BTreeMap<String, f64>,
    /// At most so many games of a hundred are draws.
    pub draws_at_most: Option<f64>,
    /// No position has more moves.
    pub max_moves: Option<usize>,
    /// No game ends because a player has no legal move.
    #[serde(default)]
    pub never_stuck: bool,
}

fn hundred() -> u64 {
    100
}

fn thousand() -> u64 {
    1000
}

/// The text is no file of expectations; the message shows the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TestFileError(String);

impl TestFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no TOML, or has keys or values that mean nothing here.
    pub fn parse(text: &str) -> Result<Self, TestFileError> {
        let file: TestFile =
            toml::from_str(text).map_err(|e| TestFileError(e.to_string().trim_end().to_string()))?;
        for test in &file.tests {
            let line = text[..test.span().start].lines().count() + 1;
            let test = test.as_ref();
            if !test.expects_something() {
                return Err(TestFileError(format!(
                    "line {line}: the test \"{}\" expects nothing",
                    test.name
                )));
            }
            if test.playouts.as_ref().is_some_and(|playouts| playouts.games == 0) {
                let message = format!("line {line}: the test \"{}\" plays no games", test.name);
                return Err(TestFileError(message));
            }
        }
        Ok(file)
    }
}

impl Test {
    /// Whether the list of legal moves is looked at.
    pub(super) fn needs_moves(&self) -> bool {
        self.moves.is_some()
            || !self.moves_from.is_empty()
            || !self.contains.0.is_empty()
            || !self.lacks.0.is_empty()
            || self.count.is_some()
    }

    /// A test that can never fail is a slip.
    fn expects_something(&self) -> bool {
        // Moves that are played have to be legal, so that is an expectation too.
        self.needs_moves()
            || !self.play.0.is_empty()
            || !self.perft.is_empty()
            || self.outcome.is_some()
            || self.reason.is_some()
            || self.in_check.is_some()
            || self.replay.is_some()
            || self.playouts.is_some()
    }
}
