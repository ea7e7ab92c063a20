//! `zrf expand FILE`.

use super::failure::Failure;
use super::output::Adapter;
use super::session::Session;
use super::{emit, input};
use zrf::diagnostics::Diagnostic;
use zrf::syntax::print::{Stopped, print};

/// A text longer than this helps nobody; real files stay far below.
const MOST_BYTES: usize = 1 << 30;

/// Print the rules after includes and macros, as a rules file that means the same
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A rules file, `-` for standard input, or the name of a shipped game
    file: String,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let (sources, expanded, diagnostics) = input::expand(session, &args.file)?;
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        session.note(emit::text(&sources, &errors, session.color_errors).trim_end())?;
    }
    let mut out = Adapter::new(&mut session.out);
    match print(&expanded.forms, &mut out, MOST_BYTES) {
        Ok(()) if errors.is_empty() => Ok(()),
        Ok(()) => Err(Failure::Reported),
        Err(Stopped::Write) => out.finish(Err(std::fmt::Error)),
        Err(error @ Stopped::TooLong(_)) => Err(Failure::input(format!("{}: {error}", args.file))),
    }
}
