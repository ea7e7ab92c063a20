//! `zrf replay GAME.zsg...`.

use super::args::Json;
use super::failure::Failure;
use super::session::Session;
use super::{input, json, progress, variant};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use zrf::game::replay::{self, ReplayError};
use zrf::game::save::SavedGame;
use zrf::game::{Game, Outcome};
use zrf::view::words;

/// Play saved games again and check every move
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Saved games
    #[arg(required = true, value_name = "GAME.zsg")]
    files: Vec<String>,

    /// The rules, instead of the file that each saved game names
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,

    /// Number or title of the game or variant, instead of the one that each saved game names
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// Ignore the N of `partial N`, which depends on the version of the rules, and let a chain of
    /// partial moves end without a `Pass`
    #[arg(long)]
    ignore_partial_number: bool,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let bar = progress::bar(args.files.len() as u64, "games");
    let mut has_failed = false;
    let mut unread = None;
    for file in &args.files {
        match open(&args, session, file) {
            Ok((game, saved)) => {
                let result = play(&game, &saved, args.ignore_partial_number, session.max_fuel);
                has_failed |= result.is_err();
                bar.suspend(|| print(&args, session, file, &game, &saved, &result))?;
            }
            // The other games can still be played.
            Err(Failure::Tool(error)) => {
                session.note(&format!("error: {error:#}"))?;
                unread = Some(Failure::tool("not all games could be read"));
            }
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                has_failed = true;
                let why = match &failure {
                    Failure::Input(error) => format!("{error:#}"),
                    // The diagnostics of the rules stand above.
                    _ => "the rules do not load".to_owned(),
                };
                if args.output.json {
                    writeln!(session.out, "{}", json!({ "file": file, "ok": false, "error": why }))?;
                } else {
                    writeln!(session.out, "FAIL {file} {why}")?;
                }
            }
        }
        session.flush()?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    match unread {
        Some(failure) => Err(failure),
        None if has_failed => Err(Failure::Reported),
        None => Ok(()),
    }
}

fn open(args: &Args, session: &mut Session, file: &str) -> Result<(Game, SavedGame), Failure> {
    let saved = input::open_named_saved(file)?;
    let document = match &args.rules {
        Some(rules) => input::open_rules(session, rules)?,
        None => input::rules_of(session, &saved, Path::new(file))?,
    };
    let wanted = args.variant.as_deref().unwrap_or(&saved.variant);
    let chosen = variant::choose(session, &document, Some(wanted))?;
    Ok((variant::game(session, &document, chosen.number)?, saved))
}

/// The outcome at the end of the game, if it has one.
fn play(
    game: &Game,
    saved: &SavedGame,
    ignore_partial_number: bool,
    max_fuel: Option<u64>,
) -> Result<Option<Outcome>, ReplayError> {
    let mut position = replay::start(game, saved)?;
    if let Some(fuel) = max_fuel {
        position.set_max_fuel(fuel);
    }
    replay::play_all(&mut position, &saved.moves, ignore_partial_number)?;
    position.outcome().map_err(|error| ReplayError::Runtime { number: saved.moves.len(), error })
}

fn print(
    args: &Args,
    session: &mut Session,
    file: &str,
    game: &Game,
    saved: &SavedGame,
    result: &Result<Option<Outcome>, ReplayError>,
) -> Result<(), Failure> {
    if args.output.json {
        let object = match result {
            Ok(outcome) => succeeded_json(file, game, saved, outcome.as_ref()),
            Err(error) => failed_json(file, game, saved, error),
        };
        writeln!(session.out, "{object}")?;
        return Ok(());
    }
    match result {
        Ok(outcome) => {
            let end = outcome.as_ref().map_or("unfinished".into(), |o| words::outcome(game.rules(), o));
            writeln!(session.out, "ok {file} moves={} {end}", saved.moves.len())?;
        }
        Err(error) => {
            match error.number() {
                Some(number) => {
                    let text = &saved.moves[number - 1].text;
                    writeln!(session.out, "FAIL {file} move={number} \"{text}\" {}", why(game, error))?;
                }
                None => writeln!(session.out, "FAIL {file} {error}")?,
            }
            if let ReplayError::Illegal { nearest, .. } = error {
                nearest.iter().try_for_each(|text| writeln!(session.out, "     legal: {text}"))?;
            }
        }
    }
    Ok(())
}

fn why(game: &Game, error: &ReplayError) -> String {
    match error {
        ReplayError::Over { outcome, .. } => format!("{error}: {}", words::outcome(game.rules(), outcome)),
        _ => error.to_string(),
    }
}

fn succeeded_json(file: &str, game: &Game, saved: &SavedGame, outcome: Option<&Outcome>) -> Value {
    json!({
        "file": file,
        "ok": true,
        "moves": saved.moves.len(),
        "outcome": outcome.map(|outcome| json::outcome(game.rules(), outcome)),
    })
}

fn failed_json(file: &str, game: &Game, saved: &SavedGame, error: &ReplayError) -> Value {
    let nearest: &[String] = match error {
        ReplayError::Illegal { nearest, .. } => nearest,
        _ => &[],
    };
    json!({
        "file": file,
        "ok": false,
        "move": error.number(),
        "text": error.number().map(|number| &saved.moves[number - 1].text),
        "error": why(game, error),
        "nearest": nearest,
    })
}
