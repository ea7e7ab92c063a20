//! The game behind a protocol: the variant, the position, the thinker.

use super::board::Board;
use super::input::Closed;
use super::notation::{self, Style};
use crate::cli::worth::Refine;
use zrf::document::Document;
use zrf::game::{Game, Move, Position, RuntimeError};
use zrf::search::{Best, Info, Level, Limits, Random, Settings, Thinker};

/// Why the conversation ends.
pub enum End {
    /// It was asked for, or nobody listens any more.
    Asked,
    /// The rules misbehave.
    Failed(RuntimeError),
}

impl From<Closed> for End {
    fn from(_: Closed) -> End {
        End::Asked
    }
}

impl From<RuntimeError> for End {
    fn from(error: RuntimeError) -> End {
        End::Failed(error)
    }
}

/// A game being played with another program.
pub struct Host {
    document: Document,
    max_fuel: Option<u64>,
    /// Names of the variants without spaces, with their numbers.
    pub variants: Vec<(String, usize)>,
    /// The number of the present one.
    pub number: usize,
    pub game: Game,
    pub board: Board,
    pub position: Position,
    settings: Settings,
    refine: Refine,
    pub level: Level,
    random: Random,
    thinker: Option<Thinker>,
}

impl Host {
    /// With a variant. If other programs have no words for it, the reason.
    pub fn new(
        document: Document,
        number: usize,
        settings: Settings,
        refine: Refine,
        max_fuel: Option<u64>,
    ) -> Result<Host, String> {
        let (game, board) = open(&document, number)?;
        let mut variants: Vec<(String, usize)> = Vec::new();
        for variant in document.variants() {
            // Those that cannot be played this way are not offered.
            if variant.number != number && open(&document, variant.number).is_err() {
                continue;
            }
            let mut name = slug(&variant.title);
            while variants.iter().any(|(other, _)| *other == name) {
                name.push('_');
            }
            variants.push((name, variant.number));
        }
        let position = start(&game, max_fuel);
        let random = Random::new(settings.seed, 2);
        Ok(Host {
            document,
            max_fuel,
            variants,
            number,
            game,
            board,
            position,
            settings,
            refine,
            level: Level::FULL,
            random,
            thinker: None,
        })
    }

    /// The name of the present variant.
    pub fn variant(&self) -> &str {
        self.variants.iter().find(|v| v.1 == self.number).map_or("", |v| &v.0)
    }

    /// Changes the variant.
    pub fn choose(&mut self, name: &str) -> Result<(), String> {
        let known = self.variants.iter().find(|v| v.0 == name);
        let &(_, number) = known.ok_or_else(|| format!("there is no variant `{name}`"))?;
        if number != self.number {
            (self.game, self.board) = open(&self.document, number)?;
            self.number = number;
            self.thinker = None;
        }
        self.reset();
        Ok(())
    }

    /// Back to the initial position.
    pub fn reset(&mut self) {
        self.position = start(&self.game, self.max_fuel);
    }

    /// Sets a position.
    pub fn set(&mut self, mut position: Position) {
        if let Some(fuel) = self.max_fuel {
            position.set_max_fuel(fuel);
        }
        self.position = position;
    }

    /// Forgets what was found out, as before a new game.
    pub fn forget(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.forget();
        }
    }

    /// How it thinks.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how it thinks.
    pub fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        let before = self.settings.clone();
        change(&mut self.settings);
        let now = &self.settings;
        if let Some(thinker) = &mut self.thinker {
            if before.table_megabytes != now.table_megabytes {
                thinker.set_table(now.table_megabytes);
            }
            thinker.set_threads(now.threads);
            if before.method != now.method {
                self.thinker = None;
            }
        }
    }

    /// Measures the game, if that was not done before.
    pub fn prepare(&mut self) -> Result<(), RuntimeError> {
        if self.thinker.is_none() {
            self.thinker = Some(self.refine.thinker(&self.game, self.settings.clone())?);
        }
        Ok(())
    }

    /// Looks for the best move.
    pub fn think(
        &mut self,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Option<Best>, RuntimeError> {
        self.prepare()?;
        let Some(thinker) = &mut self.thinker else { return Ok(None) };
        thinker.set_lines(self.settings.lines.max(self.level.lines()));
        let best = thinker.think(&self.position, self.level.within(limits), observer)?;
        Ok(best.map(|mut best| {
            best.mv = self.level.choose(&best, &mut self.random);
            best
        }))
    }

    /// The whole turn that begins with a move that was found: its parts. The position stays.
    pub fn turn(&mut self, best: &Best) -> Result<Vec<Move>, RuntimeError> {
        const QUICK: u64 = 20_000;
        const LONGEST: usize = 200;
        let mut moves = vec![best.mv.clone()];
        let mut position = self.position.clone();
        position.play(&best.mv)?;
        let mut line = best.line();
        while position.chain().is_some() && moves.len() < LONGEST {
            let known = match line {
                [first, rest @ ..] if *first == moves[moves.len() - 1] => {
                    line = rest;
                    rest.first().cloned()
                }
                _ => None,
            };
            let next = match (known, &mut self.thinker) {
                (Some(mv), _) => Some(mv),
                (None, Some(thinker)) => {
                    let limits = Limits { nodes: Some(QUICK), ..Limits::default() };
                    thinker.think(&position, limits, &mut |_| {})?.map(|b| b.mv)
                }
                _ => None,
            };
            let Some(mv) = next else { break };
            position.play(&mv)?;
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The text of a whole turn.
    pub fn print_turn(&self, style: Style, turn: &[Move]) -> Result<String, RuntimeError> {
        let texts = notation::print_line(&self.board, style, &self.position, turn)?;
        Ok(texts.first().cloned().unwrap_or_default())
    }
}

fn start(game: &Game, max_fuel: Option<u64>) -> Position {
    let mut position = game.start();
    if let Some(fuel) = max_fuel {
        position.set_max_fuel(fuel);
    }
    position
}

fn open(document: &Document, number: usize) -> Result<(Game, Board), String> {
    let Some(game) = document.game(number).0 else {
        return Err("its rules have errors (see `zrf check`)".into());
    };
    if game.rules().engine.is_some() {
        return Err("its rules live in a Windows DLL".into());
    }
    let board = Board::new(&game)?;
    has_words(&game, &board)?;
    Ok((game, board))
}

/// Whether the moves of some random games can be written.
fn has_words(game: &Game, board: &Board) -> Result<(), String> {
    const GAMES: u64 = 3;
    const PLIES: usize = 40;
    let style = Style { first_rank: 1, pass: "0000" };
    for number in 0..GAMES {
        let mut random = Random::new(1, number);
        let mut position = game.start();
        for _ in 0..PLIES {
            let runs = |e: RuntimeError| e.to_string();
            let legal = notation::legal(board, style, &mut position).map_err(runs)?;
            if let Some((mv, _)) = legal.iter().find(|(_, text)| text.is_none()) {
                let text = position.print(mv);
                return Err(format!("there are no words for the move `{text}`"));
            }
            if legal.is_empty() {
                break;
            }
            position.play(&legal[random.below(legal.len())].0).map_err(runs)?;
        }
    }
    Ok(())
}

/// A title as one word of small letters.
pub fn slug(title: &str) -> String {
    let mut out = String::new();
    for c in title.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() { "variant".into() } else { out.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn titles_become_words() {
        assert_eq!(slug("Double-Move Chess (Checkmate)"), "double-move-chess-checkmate");
        assert_eq!(slug("Chess"), "chess");
        assert_eq!(slug("-"), "variant");
    }
}
