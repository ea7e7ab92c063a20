//! `zrf engine FILE`.

use super::args::Threads;
use super::failure::Failure;
use super::session::Session;
use super::worth::Refine;
use super::{input, searching, variant};
use crate::protocol::host::Host;
use crate::protocol::{cecp, uci};
use clap::ValueEnum;
use zrf::search::Settings;

/// Play as an engine for XBoard (cecp) or for other programs (uci)
///
/// Only games of two players who take turns, on one rectangular board, whose moves can be told by squares:
/// others are refused with the reason. Moves are written as `e2e4`, `e7e8q`, `N@e2`; where several moves of a
/// position would be written alike, `/2`, `/3` and so on stand behind the second, the third. The parts of a turn
/// of partial moves are joined by commas.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A rules file or the name of a shipped game
    file: String,

    /// The protocol
    #[arg(long, value_enum)]
    protocol: Protocol,

    /// Number or title of the game or variant [default: the first `(default)`; 0]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// Megabytes for the table of positions
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,

    /// auto, ahead (alpha-beta) or playouts (UCT)
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: String,

    /// For all that is left to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    refine: Refine,

    #[command(flatten)]
    threads: Threads,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Protocol {
    /// Of XBoard and WinBoard
    Cecp,
    /// The Universal Chess Interface
    Uci,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let document = input::open_rules(session, &args.file)?;
    let chosen = variant::choose(session, &document, args.variant.as_deref())?;
    variant::game(session, &document, chosen.number)?;
    let settings = Settings {
        method: searching::method(&args.method)?,
        threads: args.threads.count(),
        table_megabytes: args.hash.into(),
        seed: args.seed,
        lines: 1,
    };
    let host =
        Host::new(document, chosen.number, settings, args.refine, session.max_fuel).map_err(|reason| {
            Failure::input(format!("\"{}\" cannot be played through this protocol: {reason}", chosen.title))
        })?;
    let result = match args.protocol {
        Protocol::Cecp => cecp::talk(host),
        Protocol::Uci => uci::talk(host),
    };
    result.map_err(|error| Failure::input(error.to_string()))
}
