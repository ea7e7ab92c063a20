//! What a verb works with: its output, the colours, the limits.

use super::args::{Color, Global};
use super::failure::{Failure, say};
use super::limits;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::PathBuf;
use std::time::Duration;
use zrf::game::Position;

/// One run of the command.
pub struct Session {
    /// Standard output. Results go here and nothing else does.
    pub out: BufWriter<Stdout>,
    /// Whether to colour what goes to standard output.
    pub color: bool,
    /// Whether to colour what goes to standard error.
    pub color_errors: bool,
    /// Folders for includes.
    pub include: Vec<PathBuf>,
    /// The limit on instructions for one list of moves, if it was given.
    pub max_fuel: Option<u64>,
    timeout: Option<Duration>,
    max_memory: u64,
}

impl Session {
    /// A run with these arguments.
    pub fn new(global: Global) -> Session {
        let wants_color = |is_terminal: bool| match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        Session {
            out: BufWriter::new(io::stdout()),
            color: wants_color(io::stdout().is_terminal()),
            color_errors: wants_color(io::stderr().is_terminal()),
            include: global.include,
            max_fuel: global.max_fuel,
            timeout: global.timeout,
            max_memory: global.max_memory,
        }
    }

    /// Starts to watch the limits on memory and time. `default_timeout` is for verbs whose work the user
    /// has not set himself: a deep perft may take its hours, but no list of moves does.
    pub fn watch(&self, default_timeout: Option<Duration>) {
        let timeout = self.timeout.or(default_timeout);
        limits::watch(timeout, self.max_memory);
    }

    /// Gives a position the limit on instructions.
    pub fn limit(&self, position: &mut Position) {
        if let Some(fuel) = self.max_fuel {
            position.set_max_fuel(fuel);
        }
    }

    /// Prints a line to standard error, behind all that went to standard output so far.
    pub fn note(&mut self, message: &str) -> Result<(), Failure> {
        self.flush()?;
        say(message);
        Ok(())
    }

    /// Hands everything printed so far to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
