//! The position that a verb works on, made as the command line says.

use super::failure::{Failure, say};
use super::input::{self, Opened};
use super::session::Session;
use super::variant::{self, Chosen};
use zrf::document::Document;
use zrf::game::replay::{self, ReplayError};
use zrf::game::save::SavedGame;
use zrf::game::{Game, Position, RuntimeError, setup};
use zrf::view::words;

/// How the position is made: first what it begins with, then the pieces, then the turn, then moves.
#[derive(clap::Args, Debug)]
pub struct PositionArgs {
    /// A rules file, a saved game, `-` for standard input, or the name of a shipped game
    file: String,

    /// The rules of a saved game, instead of the file that it names
    #[arg(long, value_name = "FILE", help_heading = "Position")]
    rules: Option<String>,

    /// Number or title of the game or variant [default: that of the saved game; the first `(default)`; 0]
    #[arg(long, value_name = "NAME", help_heading = "Position")]
    variant: Option<String>,

    /// Begin with the end of this saved game instead of the initial position
    #[arg(long, value_name = "GAME.zsg", help_heading = "Position")]
    from: Option<String>,

    /// Of a saved game, play only the first N moves
    #[arg(long, value_name = "N", help_heading = "Position")]
    upto: Option<usize>,

    /// Pieces on an empty board: "(White Rook a1 h1) (White King e1 !unmoved?) (Black Pawn off 3)"
    #[arg(long, value_name = "PIECES", help_heading = "Position")]
    setup: Option<String>,

    /// Changes of the position: "(White King e1) (x a1)"
    #[arg(long, value_name = "PIECES", help_heading = "Position")]
    edit: Vec<String>,

    /// The entry of the turn order that moves, counted from 0 without `repeat`
    #[arg(long, value_name = "N", help_heading = "Position")]
    turn: Option<usize>,

    /// What the rules see as the last move; either side may be empty
    #[arg(long, value_name = "FROM-TO", help_heading = "Position", allow_hyphen_values = true)]
    last: Option<String>,

    /// Moves to play: in saved-game notation, or numbers in the list of `zrf moves`
    #[arg(long, value_name = "MOVE; MOVE", help_heading = "Position")]
    play: Vec<String>,
}

/// A position and what it belongs to.
pub struct Setting {
    /// The file.
    pub document: Document,
    /// The variant's title and number.
    pub chosen: Chosen,
    /// The position.
    pub position: Position,
}

impl Setting {
    /// An error of play, with its place in the rules.
    pub fn failure(&self, error: &RuntimeError) -> Failure {
        Failure::input(variant::runtime_error(self.document.sources(), error))
    }
}

impl PositionArgs {
    /// Makes the position.
    pub fn build(&self, session: &mut Session) -> Result<Setting, Failure> {
        let Opened { document, saved } = input::open(session, &self.file, self.rules.as_deref())?;
        let (saved, saved_name) = match &self.from {
            Some(from) => (Some(input::open_saved(from)?), from),
            None => (saved, &self.file),
        };
        if saved.is_none() && self.upto.is_some() {
            return Err(Failure::tool("--upto goes with a saved game: FILE.zsg or --from GAME.zsg"));
        }
        let wanted = self.variant.as_deref().or(saved.as_ref().map(|saved| saved.variant.as_str()));
        let chosen = variant::choose(session, &document, wanted)?;
        let game = variant::game(session, &document, chosen.number)?;
        let mut position = match &saved {
            Some(saved) => self.replayed(session, &game, saved, saved_name)?,
            None => game.start(),
        };
        session.limit(&mut position);
        self.set_up(&game, &mut position)?;
        let mut setting = Setting { document, chosen, position };
        for text in self.play.iter().flat_map(|moves| moves.split(';')).map(str::trim) {
            if !text.is_empty() {
                play(&mut setting.position, text).map_err(|e| setting.failure(&e))??;
            }
        }
        Ok(setting)
    }

    fn replayed(
        &self,
        session: &Session,
        game: &Game,
        saved: &SavedGame,
        name: &str,
    ) -> Result<Position, Failure> {
        let mut position = replay::start(game, saved).map_err(|e| Failure::input(format!("{name}: {e}")))?;
        session.limit(&mut position);
        let count = self.upto.unwrap_or(saved.moves.len());
        let moves = saved.moves.get(..count).ok_or_else(|| {
            Failure::input(format!("{name}: --upto {count}, but the game has {} moves", saved.moves.len()))
        })?;
        replay::play_all(&mut position, moves, false)
            .map_err(|error| Failure::input(format!("{name}: {}", explain(game, saved, &error))))?;
        Ok(position)
    }

    fn set_up(&self, game: &Game, position: &mut Position) -> Result<(), Failure> {
        let rules = game.rules();
        if let Some(text) = &self.setup {
            let ops = setup::parse_setup(rules, text).map_err(|e| Failure::from(e).context("--setup"))?;
            position.clear();
            setup::apply(position, &ops);
        }
        for text in &self.edit {
            let ops = setup::parse_setup(rules, text).map_err(|e| Failure::from(e).context("--edit"))?;
            setup::apply(position, &ops);
        }
        if let Some(turn) = self.turn {
            let entries = rules.turn_order.entries.len();
            if turn >= entries {
                return Err(Failure::input(format!(
                    "--turn {turn}: the turn order has the entries 0 to {}",
                    entries - 1
                )));
            }
            position.set_turn(turn);
        }
        if let Some(text) = &self.last {
            let (from, to) =
                setup::parse_last(rules, text).map_err(|e| Failure::from(e).context("--last"))?;
            position.set_last_move(from, to);
        }
        Ok(())
    }
}

/// Plays a move given as text or as a number in the list of legal moves, from 1.
fn play(position: &mut Position, text: &str) -> Result<Result<(), Failure>, RuntimeError> {
    let found = match text.parse::<usize>() {
        Ok(number) => {
            let moves = position.legal_moves()?;
            number.checked_sub(1).and_then(|i| moves.into_iter().nth(i))
        }
        Err(_) => position.parse(text)?,
    };
    if let Some(mv) = found {
        position.play(&mv)?;
        return Ok(Ok(()));
    }
    if let Some(outcome) = position.outcome()? {
        let outcome = words::outcome(position.game().rules(), &outcome);
        let message = format!("--play: `{text}` cannot be played, the game is over: {outcome}");
        return Ok(Err(Failure::input(message)));
    }
    say_nearest(&replay::nearest(position, text)?);
    Ok(Err(Failure::input(format!("--play: `{text}` is not a legal move here"))))
}

/// Names the legal moves most like an illegal one.
pub fn say_nearest(nearest: &[String]) {
    match nearest {
        [] => say("note: there is no legal move"),
        moves => say(&format!("note: the nearest legal moves are: {}", moves.join("; "))),
    }
}

/// An error of a replay in one line.
pub fn explain(game: &Game, saved: &SavedGame, error: &ReplayError) -> String {
    let Some(number) = error.number() else { return error.to_string() };
    let text = saved.moves.get(number - 1).map_or("", |line| line.text.as_str());
    let more = match error {
        ReplayError::Over { outcome, .. } => format!(" ({})", words::outcome(game.rules(), outcome)),
        ReplayError::Illegal { nearest, .. } if !nearest.is_empty() => {
            format!("; nearest: {}", nearest.join("; "))
        }
        _ => String::new(),
    };
    format!("move {number} \"{text}\": {error}{more}")
}
