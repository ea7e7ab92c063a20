//! `zrf best FILE`.

use super::args::{Json, Threads};
use super::failure::Failure;
use super::position::PositionArgs;
use super::searching::{self, Effort};
use super::session::Session;
use super::worth::Refine;
use serde_json::json;
use std::io::Write;
use zrf::search::Settings;
use zrf::view::words;

/// Find the best move of the position; the last line is `best MOVE`
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    effort: Effort,

    /// For all that is left to chance
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    /// Show so many of the best moves
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search",
          value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,

    /// Megabytes for the table of positions
    #[arg(long, value_name = "MB", default_value_t = 64, help_heading = "Search",
          value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,

    /// auto, ahead (alpha-beta) or playouts (UCT)
    #[arg(long, value_name = "METHOD", default_value = "auto", help_heading = "Search")]
    method: String,

    #[command(flatten)]
    refine: Refine,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let settings = Settings {
        method: searching::method(&args.method)?,
        threads: args.threads.count(),
        table_megabytes: args.hash.into(),
        seed: args.seed,
        lines: args.lines.into(),
    };
    let mut setting = args.position.build(session)?;
    if let Some(outcome) = setting.position.outcome().map_err(|e| setting.failure(&e))? {
        let outcome = words::outcome(setting.position.game().rules(), &outcome);
        return Err(Failure::input(format!("there is no best move, the game is over: {outcome}")));
    }
    let mut thinker =
        args.refine.thinker(setting.position.game(), settings).map_err(|e| setting.failure(&e))?;
    let clock = searching::clock();
    let position = &setting.position;
    let mut trouble = Ok(());
    let best = thinker.think(position, args.effort.limits(&clock), &mut |info| {
        if args.output.json || trouble.is_err() {
            return;
        }
        let lines = searching::describe(position, info, clock()).unwrap_or_default();
        trouble = lines
            .iter()
            .try_for_each(|line| writeln!(session.out, "{line}"))
            .and_then(|()| session.out.flush());
    });
    let best = best.map_err(|e| setting.failure(&e))?;
    trouble?;
    let Some(best) = best else { return Err(Failure::input("there is no legal move")) };
    let text = setting.position.print(&best.mv);
    if args.output.json {
        let lines: Vec<_> = best
            .info
            .lines
            .iter()
            .map(|line| {
                json!({
                    "score": line.score.0,
                    "end": line.score.end(),
                    "moves": searching::line(&setting.position, &line.moves).unwrap_or_default(),
                })
            })
            .collect();
        let value = json!({
            "best": text,
            "method": searching::method_word(best.info.method),
            "depth": best.info.depth,
            "nodes": best.info.nodes,
            "ms": clock().as_millis() as u64,
            "lines": lines,
        });
        writeln!(session.out, "{value}")?;
    } else {
        writeln!(session.out, "best {text}")?;
    }
    Ok(())
}
