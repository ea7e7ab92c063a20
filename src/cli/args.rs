//! Arguments that several verbs share.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of every verb.
#[derive(Args, Debug)]
pub struct Global {
    /// Where includes are looked up, after the including file's own folder and before the built-in library
    #[arg(short = 'I', value_name = "DIR", global = true, help_heading = "Everywhere")]
    pub include: Vec<PathBuf>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, help_heading = "Everywhere")]
    pub color: Color,

    /// Instructions that the rules may run for one list of moves
    #[arg(long, value_name = "N", global = true, help_heading = "Everywhere",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_fuel: Option<u64>,

    /// Memory that may be used, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, global = true, help_heading = "Everywhere",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_memory: u64,

    /// Seconds that the command may take
    #[arg(long, value_name = "S", global = true, help_heading = "Everywhere", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also into a file or pipe
    Always,
    /// Never
    Never,
}

/// How many threads to work on.
#[derive(Args, Debug)]
pub struct Threads {
    /// Threads to work on; 0 for all that the machine has
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
}

impl Threads {
    /// The number of threads, at least 1.
    pub fn count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n.into(),
        }
    }
}

/// Machine-readable output.
#[derive(Args, Debug)]
pub struct Json {
    /// Print one JSON object a line (docs/json.md)
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.filter(|s| !s.is_zero()).ok_or("expected a number of seconds above 0".into())
}
