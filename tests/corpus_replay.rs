//! Every saved game of the corpus is played again, move for move.

mod support;

use std::fs;
use std::path::Path;
use zrf::document::Document;
use zrf::game::Outcome;
use zrf::game::replay;
use zrf::game::save::SavedGame;
use zrf::loader::DiskLoader;
use zrf::source::decode;

/// Saved games that replay only if the N of `partial N` is ignored: they were begun with an older
/// version of their rules (section 14 of the language specification).
const OTHER_NUMBERS: &[&str] = &["PyonPyonShogi.zsg"];
/// Saved games whose rules are in a DLL.
const DLL: &[&str] = &["Problem-1.zsg", "Problem-2.zsg", "Morris.zsg", "agressive.zsg", "simple.zsg"];
/// Saved games that stop before the end of the game.
const UNFINISHED: &[&str] = &["Luzhanqi.zsg"];

fn replayed(path: &Path) -> Result<Option<Outcome>, String> {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let saved =
        SavedGame::parse(&decode(&fs::read(path).map_err(|e| e.to_string())?)).map_err(|e| e.to_string())?;
    let folder = path.parent().expect("a file in a folder");
    let rules = DiskLoader::find_in(folder, saved.rules_file_name()).ok_or("no rules file beside it")?;
    let bytes = fs::read(&rules).map_err(|e| e.to_string())?;
    let document = Document::load(&rules.to_string_lossy(), &bytes, &DiskLoader::default());
    let variant = document.find_variant(&saved.variant).map_err(|e| e.to_string())?.variant.number;
    let game = document.game(variant).0.ok_or("the rules do not compile")?;
    if game.rules().engine.is_some() {
        return Err("rules in a DLL".into());
    }
    let mut position = replay::start(&game, &saved).map_err(|e| e.to_string())?;
    replay::play_all(&mut position, &saved.moves, OTHER_NUMBERS.contains(&name))
        .map_err(|e| format!("move {:?}: {e}", e.number()))?;
    let outcome = position.outcome().map_err(|e| e.to_string())?;
    if outcome.is_none() && !saved.moves.is_empty() && !UNFINISHED.contains(&name) {
        return Err("the game has no end".into());
    }
    Ok(outcome)
}

#[test]
fn every_saved_game_replays_to_its_end() {
    let Some(games) = support::corpus("zsg") else { return };
    let mut failures = Vec::new();
    let mut played = 0;
    for path in &games {
        if DLL.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        match replayed(path) {
            Ok(_) => played += 1,
            Err(why) => failures.push(format!("{}: {why}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{played} games replay, these do not:\n{}", failures.join("\n"));
    assert!(played >= 30, "only {played} games were found");
}
