//! `zrf board FILE`.

use super::args::Json;
use super::failure::Failure;
use super::session::Session;
use super::{json, position};
use std::io::{IsTerminal, Write};
use zrf::game::Position;
use zrf::view::{png, svg, text, words};

/// Show the position
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: position::PositionArgs,
    /// Draw a picture in SVG
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    /// Draw a picture in PNG (to a file or another program, not to a terminal)
    #[arg(long, conflicts_with_all = ["json", "svg"])]
    png: bool,

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
    if args.png {
        return write_png(position, session);
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

fn write_png(position: &Position, session: &mut Session) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        return Err(Failure::input(
            "a terminal cannot show a picture; write it to a file: --png > board.png",
        ));
    }
    let bytes = png::draw(position).map_err(|e| Failure::tool(e.to_string()))?;
    session.out.write_all(&bytes)?;
    Ok(())
}
