//! `zrf moves FILE`.

use super::args::Json;
use super::failure::Failure;
use super::position::{PositionArgs, Setting};
use super::session::Session;
use super::{explain_move, json};
use std::io::Write;
use zrf::view::words;

/// List the legal moves of the position, one a line
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Tell why this move is legal or not, instead (as `zrf explain-move` does)
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    why: Option<String>,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let mut setting = args.position.build(session)?;
    if let Some(text) = &args.why {
        return explain_move::explain(setting, text, args.output.json, session);
    }
    let moves = setting.position.legal_moves().map_err(|e| setting.failure(&e))?;
    for (i, mv) in moves.iter().enumerate() {
        if args.output.json {
            writeln!(session.out, "{}", json::mv(&setting.position, i + 1, mv))?;
        } else {
            writeln!(session.out, "{}", setting.position.print(mv))?;
        }
    }
    if moves.is_empty() {
        say_why_none(&mut setting, session)?;
    }
    Ok(())
}

/// A list without moves is no output at all: tells why it is one.
fn say_why_none(setting: &mut Setting, session: &mut Session) -> Result<(), Failure> {
    let outcome = setting.position.outcome().map_err(|e| setting.failure(&e))?;
    let why = outcome.map_or("there is no legal move".to_owned(), |outcome| {
        format!("the game is over: {}", words::outcome(setting.position.game().rules(), &outcome))
    });
    session.note(&format!("note: {why}"))
}
