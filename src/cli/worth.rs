//! The worth of pieces learned by self-play, kept from one run to the next.

use super::failure::say;
use super::progress;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use zrf::game::{Game, RuntimeError};
use zrf::search::{Learned, Settings, Thinker};

/// Whether to learn the worth of pieces.
#[derive(clap::Args, Debug, Clone, Copy, Default)]
pub struct Refine {
    /// Learn the worth of pieces from so many games of the program against itself; what was learned is kept
    /// in the user's cache folder for the next time
    #[arg(long, value_name = "GAMES", help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub refine: Option<u32>,
}

impl Refine {
    /// An opponent, with what it learned if that is wanted.
    pub fn thinker(self, game: &Game, settings: Settings) -> Result<Thinker, RuntimeError> {
        let mut thinker = Thinker::new(game, settings)?;
        if let Some(games) = self.refine {
            let file = file(game, games);
            let learned = match file.as_deref().and_then(|file| read(file, game)) {
                Some(learned) => learned,
                None => learn(&thinker, game, games, file.as_deref())?,
            };
            thinker.adopt(game, &learned);
        }
        Ok(thinker)
    }
}

fn learn(
    thinker: &Thinker,
    game: &Game,
    games: u32,
    file: Option<&Path>,
) -> Result<Vec<Learned>, RuntimeError> {
    let bar = progress::bar(games.into(), "games");
    let learned = thinker.refine(game, games, &mut |done| bar.set_position(done.into()))?;
    bar.finish_and_clear();
    let kept = file.map(|file| keep(file, game, &learned));
    if let Some(Err(error)) = kept {
        say(&format!("note: what was learned is not kept: {error}"));
    }
    Ok(learned)
}

/// Where it is kept: other rules, another number of games and another version have files of their own.
fn file(game: &Game, games: u32) -> Option<PathBuf> {
    let name = format!("worth-{}-{:016x}-{games}.json", env!("CARGO_PKG_VERSION"), game.rules_hash());
    Some(dirs::cache_dir()?.join("zrf").join(name))
}

fn keep(file: &Path, game: &Game, learned: &[Learned]) -> std::io::Result<()> {
    let rules = game.rules();
    let pieces: Vec<Value> = learned
        .iter()
        .map(|&(player, kind, worth)| {
            json!({
                "player": rules.player_name(player).as_str(),
                "piece": rules.piece_name(kind).as_str(),
                "value": worth,
            })
        })
        .collect();
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    // Two programs may learn the same at the same time: none reads what the other has half written.
    let new = file.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&new, json!({ "title": rules.title, "pieces": pieces }).to_string())?;
    fs::rename(new, file)
}

/// What was kept; nothing if it does not fit the game.
fn read(file: &Path, game: &Game) -> Option<Vec<Learned>> {
    let value: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    let rules = game.rules();
    value["pieces"]
        .as_array()?
        .iter()
        .map(|piece| {
            let player = rules.players.get_index_of(piece["player"].as_str()?)?;
            let kind = rules.pieces.get_index_of(piece["piece"].as_str()?)?;
            let worth = i32::try_from(piece["value"].as_i64()?).ok()?;
            Some((zrf::ids::PlayerId::from_index(player), zrf::ids::PieceId::from_index(kind), worth))
        })
        .collect()
}
