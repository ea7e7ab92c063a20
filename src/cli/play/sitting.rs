//! A game in progress: the position, what was played, who plays which side.

use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::position::{Setting, explain};
use std::fs;
use std::path::Path;
use zrf::game::save::{MoveLine, SavedGame, Seat, SetupLine};
use zrf::game::{Move, Position, RuntimeError, replay};
use zrf::ids::{PlayerId, PosId};
use zrf::resolve::Rules;

/// A move that was played.
pub struct Played {
    pub mv: Move,
    pub player: PlayerId,
    pub line: MoveLine,
}

/// A game in progress.
pub struct Sitting {
    pub setting: Setting,
    /// The variant's own initial position, for the set-up lines of a saved game.
    initial: Position,
    /// Where play began.
    begin: Position,
    pub played: Vec<Played>,
    /// Moves that were taken back, the last one first to be played again.
    undone: Vec<Move>,
    /// For each player whether the computer plays him.
    pub computers: Vec<bool>,
    /// Who has given up.
    pub resigned: Option<PlayerId>,
}

impl Sitting {
    /// At a position. The moves before it cannot be taken back.
    pub fn new(setting: Setting, computers: Vec<bool>) -> Sitting {
        let initial = setting.position.game().start();
        let begin = setting.position.clone();
        Sitting { setting, initial, begin, played: Vec::new(), undone: Vec::new(), computers, resigned: None }
    }

    pub fn position(&mut self) -> &mut Position {
        &mut self.setting.position
    }

    pub fn rules(&self) -> &Rules {
        self.setting.position.game().rules()
    }

    /// Whether the computer, or chance, is to move.
    pub fn is_machine(&self, player: PlayerId) -> bool {
        self.computers[player.index()] || self.is_random(player)
    }

    /// Whether a player is a random one.
    pub fn is_random(&self, player: PlayerId) -> bool {
        self.rules().players[player.index()].is_random
    }

    /// Plays a move.
    pub fn play(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        let same = self.undone.last() == Some(mv);
        self.push(mv)?;
        if same {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        Ok(())
    }

    fn push(&mut self, mv: &Move) -> Result<(), RuntimeError> {
        let position = &mut self.setting.position;
        let line = MoveLine { round: position.round(), text: position.print(mv), line: 0 };
        let player = position.mover();
        position.play(mv)?;
        self.played.push(Played { mv: mv.clone(), player, line });
        Ok(())
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.played.pop() else { return false };
        self.setting.position.undo();
        self.undone.push(last.mv);
        self.resigned = None;
        true
    }

    /// Plays again the move that was taken back last.
    pub fn redo(&mut self) -> Result<bool, RuntimeError> {
        let Some(mv) = self.undone.pop() else { return Ok(false) };
        self.push(&mv)?;
        Ok(true)
    }

    /// Begins again from a position.
    pub fn restart(&mut self, begin: Position) {
        self.setting.position = begin.clone();
        self.begin = begin;
        self.played.clear();
        self.undone.clear();
        self.resigned = None;
    }

    /// Begins again where play began.
    pub fn again(&mut self) {
        self.restart(self.begin.clone());
    }

    /// The game as it is saved. Stocks and attributes that were set up have no place in a saved game.
    fn saved(&self) -> SavedGame {
        let rules = self.rules();
        let seat = |i: usize| {
            let player = PlayerId::from_index(i);
            if self.is_machine(player) { Seat::Computer } else { Seat::Human }
        };
        let mut setup = Vec::new();
        for pos in (0..rules.board.positions.len()).map(PosId::from_index) {
            let (now, then) = (self.begin.piece_at(pos), self.initial.piece_at(pos));
            let text = match now {
                _ if now.map(|p| (p.player, p.kind)) == then.map(|p| (p.player, p.kind)) => continue,
                None => format!("(x {})", rules.pos_name(pos)),
                Some(piece) => format!(
                    "({} {} {})",
                    rules.player_name(piece.player),
                    rules.piece_name(piece.kind),
                    rules.pos_name(pos)
                ),
            };
            setup.push(SetupLine { text, line: 0 });
        }
        SavedGame {
            seats: (0..rules.players.len()).map(seat).collect(),
            rules_file: input::rules_file_name(&self.setting.document),
            variant: self.setting.chosen.title.clone(),
            setup,
            moves: self.played.iter().map(|p| p.line.clone()).collect(),
        }
    }

    /// Writes the game into a file.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let written = fs::write(path, self.saved().to_text());
        written.map_err(|e| Failure::tool(format!("cannot write {}: {e}", path.display())))
    }

    /// Goes on with a saved game. Nothing changes if that fails.
    pub fn load(&mut self, file: &str) -> Result<(), Failure> {
        let saved = input::open_saved(file)?;
        if saved.variant != self.setting.chosen.title {
            let message = format!(
                "{file} is a game of \"{}\"; this is \"{}\"",
                saved.variant, self.setting.chosen.title
            );
            return Err(Failure::input(message));
        }
        let game = self.setting.position.game().clone();
        let start = replay::start(&game, &saved).map_err(|e| Failure::input(format!("{file}: {e}")))?;
        let mut end = start.clone();
        replay::play_all(&mut end, &saved.moves, false)
            .map_err(|error| Failure::input(format!("{file}: {}", explain(&game, &saved, &error))))?;
        self.restart(start);
        for line in &saved.moves {
            let found = self.setting.position.parse(&line.text).map_err(|e| self.setting.failure(&e))?;
            if let Some(mv) = found {
                self.push(&mv).map_err(|e| self.setting.failure(&e))?;
            }
        }
        Ok(())
    }
}
