//! The command line: the only part of `zrf` that reads files, prints and looks at the clock.
//!
//! One file for each verb; `args` is what they share on the command line,
//! `input` finds and reads files, `position` makes the position that a verb
//! works on, `failure` says how a verb can fail and with which exit code.

mod args;
mod bench;
mod best;
mod board;
mod check;
mod config;
mod contest;
mod disasm;
mod emit;
mod engine;
mod evaluation;
mod expand;
mod explain;
mod explain_move;
mod failure;
mod fix;
mod fmt;
mod info;
mod input;
mod json;
mod limits;
mod list;
mod moves;
mod new;
mod output;
mod parallel;
mod perft;
mod play;
mod playout;
mod position;
mod progress;
mod replay;
mod searching;
mod session;
mod test;
mod variant;
pub mod worth;

use clap::{Parser, Subcommand};
use failure::Failure;
use session::Session;
use std::process::ExitCode;

/// Runs board-game rules written in ZRF, the rules-file language of Zillions of Games.
#[derive(Parser, Debug)]
#[command(name = "zrf", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: args::Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Args),
    Test(test::Args),
    New(new::Args),
    Explain(explain::Args),
    List(list::Args),
    Info(info::Args),
    Expand(expand::Args),
    Fmt(fmt::Args),
    Disasm(disasm::Args),
    Moves(moves::Args),
    ExplainMove(explain_move::Args),
    Perft(perft::Args),
    Board(board::Args),
    Replay(replay::Args),
    Playout(playout::Args),
    Play(play::Args),
    Best(best::Args),
    Match(contest::Args),
    Engine(engine::Args),
    Bench(bench::Args),
}

/// Parses the arguments, runs the verb, and tells how it went.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for and are no error; clap knows the difference.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut session = Session::new(cli.global);
    let result = run(cli.command, &mut session);
    // What was printed before a failure belongs to the result.
    let flushed = session.flush().map_err(Failure::from);
    match result.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command, session: &mut Session) -> Result<(), Failure> {
    match command {
        Command::Check(args) => check::run(args, session),
        Command::Test(args) => test::run(args, session),
        Command::New(args) => new::run(args, session),
        Command::Explain(args) => explain::run(args, session),
        Command::List(args) => list::run(args, session),
        Command::Info(args) => info::run(args, session),
        Command::Expand(args) => expand::run(args, session),
        Command::Fmt(args) => fmt::run(args, session),
        Command::Disasm(args) => disasm::run(args, session),
        Command::Moves(args) => moves::run(args, session),
        Command::ExplainMove(args) => explain_move::run(args, session),
        Command::Perft(args) => perft::run(args, session),
        Command::Board(args) => board::run(args, session),
        Command::Replay(args) => replay::run(args, session),
        Command::Playout(args) => playout::run(args, session),
        Command::Play(args) => play::run(args, session),
        Command::Best(args) => best::run(args, session),
        Command::Match(args) => contest::run(args, session),
        Command::Engine(args) => engine::run(args, session),
        Command::Bench(args) => bench::run(args, session),
    }
}
