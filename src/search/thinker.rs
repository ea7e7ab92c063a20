//! The opponent: what it remembers from move to move.

use super::Evaluation;
use super::eval::Learned;
use super::limits::Limits;
use super::plan::{self, Method};
use super::root::Thinking;
use super::score::Score;
use super::table::Table;
use crate::game::{Game, Move, Position, RuntimeError};

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The method; none leaves the choice to the program.
    pub method: Option<Method>,
    /// Threads to work on. With one thread the same seed and the same limit on positions find the same move.
    pub threads: usize,
    /// Megabytes for the table of positions.
    pub table_megabytes: usize,
    /// For all that is left to chance.
    pub seed: u64,
    /// How many of the best moves are wanted with their scores.
    pub lines: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { method: None, threads: 1, table_megabytes: 64, seed: 0, lines: 1 }
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// For the one who is to move.
    pub score: Score,
    /// The moves, the first one first.
    pub moves: Vec<Move>,
}

/// How a search stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The depth that was completed; of playouts the length of the longest line of the tree.
    pub depth: u32,
    /// The deepest line.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// How it searches.
    pub method: Method,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The move.
    pub mv: Move,
    /// What is known of it.
    pub info: Info,
}

impl Best {
    /// A move that was not searched for.
    pub(crate) fn only(mv: Move) -> Best {
        let lines = vec![Line { score: Score(0), moves: vec![mv.clone()] }];
        let info = Info { depth: 0, deepest: 0, nodes: 0, lines, fullness: 0, method: Method::LookAhead };
        Best { mv, info }
    }

    /// The score of the best line.
    pub fn score(&self) -> Score {
        self.info.lines.first().map_or(Score(0), |l| l.score)
    }

    /// The best line.
    pub fn line(&self) -> &[Move] {
        self.info.lines.first().map_or(&[], |l| &l.moves)
    }
}

/// An opponent for one game. It remembers what it has found out from move to move.
#[derive(Debug)]
pub struct Thinker {
    evaluation: Evaluation,
    table: Table,
    settings: Settings,
    method: Method,
}

impl Thinker {
    /// Measures the game. It takes some tenths of a second; a large game takes longer.
    pub fn new(game: &Game, settings: Settings) -> Result<Thinker, RuntimeError> {
        let evaluation = game.engine().measure()?;
        let contenders = game.rules().contenders().count();
        let has_check = evaluation.pieces().iter().any(|p| p.is_royal);
        let suits = plan::method(&evaluation.facts, contenders, !evaluation.lines.is_empty(), has_check);
        let method = settings.method.unwrap_or(suits);
        let table = Table::new(settings.table_megabytes);
        Ok(Thinker { evaluation, table, settings, method })
    }

    /// Learns the worth of pieces from so many games of the program against itself, which takes a second for
    /// some dozens of them; the same number finds the same. Only for games of two players: otherwise nothing
    /// is learned. `observer` is told how many games are done. What is learned is not yet
    /// [adopted](Self::adopt).
    pub fn refine(
        &self,
        game: &Game,
        games: u32,
        observer: &mut dyn FnMut(u32),
    ) -> Result<Vec<Learned>, RuntimeError> {
        let settings = Settings { method: self.settings.method, table_megabytes: 1, ..Settings::default() };
        let mut player = Thinker {
            evaluation: self.evaluation.clone(),
            table: Table::new(settings.table_megabytes),
            method: self.method,
            settings,
        };
        super::eval::refine(game, &self.evaluation, &mut player, games, observer)
    }

    /// Takes on worths of pieces that were [learned](Self::refine); a piece of which nothing was learned keeps
    /// its own.
    pub fn adopt(&mut self, game: &Game, learned: &[Learned]) {
        self.evaluation.adopt(learned, game.codes());
        self.table.clear();
    }

    /// What the game was found to be worth.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// How it searches.
    pub fn method(&self) -> Method {
        self.method
    }

    /// How it is set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the number of lines wanted.
    pub fn set_lines(&mut self, lines: usize) {
        self.settings.lines = lines;
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads;
    }

    /// Changes the size of the table, which is emptied.
    pub fn set_table(&mut self, megabytes: usize) {
        self.settings.table_megabytes = megabytes;
        self.table = Table::new(megabytes);
    }

    /// Forgets what it has found out about positions, as before a new game.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Looks for the best move of a position of the game that it was made for; none if the game is over.
    /// `observer` is told of each depth that is done.
    pub fn think(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Option<Best>, RuntimeError> {
        position.engine().think(Thinking {
            evaluation: &self.evaluation,
            table: &self.table,
            settings: &self.settings,
            method: self.method,
            limits,
            observer,
        })
    }
}
