//! `zrf play FILE`.

mod commands;
mod entry;
mod sitting;
mod talk;

use super::args::Threads;
use super::failure::Failure;
use super::position::PositionArgs;
use super::searching::{self, Effort};
use super::session::Session;
use super::worth::Refine;
use sitting::Sitting;
use std::io::{IsTerminal, stdin, stdout};
use zrf::ids::PlayerId;
use zrf::search::{Level, Random, Settings, Thinker};
use zrf::view::text;

/// Play a game in the terminal, against the computer or with each other
///
/// A move is entered as a saved game has it ("Pawn e2 - e4"), by its places ("e2e4"), by piece and place
/// ("Nf3"), by its number in the list of `moves`, or by a beginning or some words that fit no other move.
/// `help` lists the other words. Without a terminal each line of standard input is taken as typed; the exit
/// code is 1 if one was not understood.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// The sides that the computer plays, with commas between them; `none` or `all` [default: all but the
    /// one to move first]
    #[arg(long, value_name = "PLAYERS", help_heading = "Play")]
    computer: Option<String>,

    /// The strength of the computer, from 1 (beginner) to 10 (full)
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Play",
          value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    #[command(flatten)]
    effort: Effort,

    /// For all that is left to chance: the dice, and the moves of lower levels [default: another one each time]
    #[arg(long, value_name = "S", help_heading = "Play")]
    seed: Option<u64>,

    /// auto, ahead (alpha-beta) or playouts (UCT)
    #[arg(long, value_name = "METHOD", default_value = "auto", help_heading = "Search")]
    method: String,

    /// Draw pieces as letters also where there are figures for them
    #[arg(long, help_heading = "Play")]
    letters: bool,

    /// Show the board from the other side
    #[arg(long, help_heading = "Play")]
    flip: bool,

    #[command(flatten)]
    refine: Refine,

    #[command(flatten)]
    threads: Threads,
}

/// A game with its players and its ways of talking.
struct Play<'s> {
    session: &'s mut Session,
    sitting: Sitting,
    thinker: Option<Thinker>,
    settings: Settings,
    refine: Refine,
    effort: Effort,
    level: Level,
    style: text::Style,
    random: Random,
    is_interactive: bool,
    /// A line was not understood.
    has_failed: bool,
    /// The end of the game was told.
    has_told_end: bool,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let setting = args.position.build(session)?;
    let rules = setting.position.game().rules();
    let first = first_player(&setting.position);
    let computers = match &args.computer {
        Some(names) => {
            let names: Vec<&str> = names.split(',').map(str::trim).collect();
            talk::sides(rules, &names)?
        }
        None => (0..rules.players.len()).map(|i| Some(PlayerId::from_index(i)) != first).collect(),
    };
    let seed = args.seed.unwrap_or_else(talk::any_seed);
    let is_interactive = stdin().is_terminal();
    let mut play = Play {
        sitting: Sitting::new(setting, computers),
        thinker: None,
        settings: Settings {
            method: searching::method(&args.method)?,
            threads: args.threads.count(),
            seed,
            ..Settings::default()
        },
        refine: args.refine,
        effort: args.effort,
        level: Level::new(args.level).unwrap_or(Level::FULL),
        style: text::Style {
            color: session.color,
            figures: stdout().is_terminal() && !args.letters,
            flipped: args.flip,
            marks_last: true,
        },
        random: Random::new(seed, 1),
        is_interactive,
        has_failed: false,
        has_told_end: false,
        session,
    };
    let result = play.talk();
    if let Err(failure) = result {
        // The game is not lost with the program.
        play.rescue();
        return Err(failure);
    }
    if play.has_failed && !is_interactive { Err(Failure::Reported) } else { Ok(()) }
}

/// The first player of the turn order, from the present entry on, who is no random one.
fn first_player(position: &zrf::game::Position) -> Option<PlayerId> {
    let rules = position.game().rules();
    let entries = &rules.turn_order.entries;
    let order = entries[position.turn()..].iter().chain(entries);
    order.map(|e| e.mover).find(|p| !rules.players[p.index()].is_random)
}
