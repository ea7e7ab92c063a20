//! `zrf board FILE`.

use super::args::Json;
use super::failure::Failure;
use super::session::Session;
use super::{json, position};
use std::io::Write;
use zrf::view::{svg, text, words};

/// Show the position
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: position::PositionArgs,
    /// Draw a picture in SVG
    #[arg(long, conflicts_with = "json")]
    svg: bool,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let mut setting = args.position.build(session)?;
    let outcome = setting.position.outcome().map_err(|e| setting.failure(&e))?;
    let position = &setting.position;
    if args.svg {
        write!(session.out, "{}", svg::draw(position))?;
        return Ok(());
    }
    if args.output.json {
        writeln!(session.out, "{}", json::position(&setting.chosen, position, outcome.as_ref()))?;
        return Ok(());
    }
    writeln!(session.out, "{}\n", setting.chosen.title)?;
    write!(
        session.out,
        "{}",
        text::draw(position, text::Style { color: session.color, ..text::Style::default() })
    )?;
    if let Some(outcome) = outcome {
        writeln!(session.out, "The game is over. {}", words::outcome(position.game().rules(), &outcome))?;
    }
    Ok(())
}
