//! What the benches share: games by name, and a clock for the CPU time of the thread.
//!
//! Plain timing, since `zrf bench` measures the same way and the figures are to be compared with its own; what has
//! to be exact is counted in instructions (`benches/instructions`).

// Each bench uses a part of it.
#![allow(dead_code)]
#![allow(clippy::print_stdout)]

use cpu_time::ThreadTime;
use std::time::Duration;
use zrf::document::Document;
use zrf::game::Game;
use zrf::loader::{DiskLoader, builtin};

/// CPU time for each figure.
const BUDGET: Duration = Duration::from_millis(500);

/// What was asked for on the command line: `cargo bench --bench NAME [-- FILTER]`.
pub struct Bench {
    /// Only figures with this in their name.
    filter: Option<String>,
    /// Under `cargo test` each piece of work is done once, to see that it works.
    is_test: bool,
}

impl Bench {
    /// From the arguments: `cargo bench` adds `--bench`, `cargo test` doesn't.
    pub fn from_args() -> Bench {
        let args: Vec<String> = std::env::args().skip(1).collect();
        Bench {
            filter: args.iter().find(|a| !a.starts_with('-')).cloned(),
            is_test: !args.iter().any(|a| a == "--bench"),
        }
    }

    /// How large a piece of work is: `full`, or `small` under `cargo test`.
    pub fn size(&self, full: u64, small: u64) -> u64 {
        if self.is_test { small } else { full }
    }

    /// Whether figures are to be printed.
    pub fn is_measuring(&self) -> bool {
        !self.is_test
    }

    /// Whether figures of this name are asked for.
    pub fn is_wanted(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()))
    }

    /// Measures a piece of work, which gives how much it has done, and prints how much that is a second.
    pub fn rate(&self, name: &str, unit: &str, mut work: impl FnMut() -> u64) {
        if !self.is_wanted(name) {
            return;
        }
        work();
        if self.is_test {
            return;
        }
        let start = ThreadTime::now();
        let mut done = 0;
        loop {
            done += work();
            let elapsed = start.elapsed();
            if elapsed >= BUDGET {
                println!("{name:<44} {:>14.0} {unit}/s", done as f64 / elapsed.as_secs_f64());
                return;
            }
        }
    }
}

/// The names of the shipped games: `chess` for `zrf/chess.zrf`.
pub fn games() -> impl Iterator<Item = &'static str> {
    builtin::games().iter().filter_map(|(path, _)| {
        let name = path.strip_prefix("zrf/")?.strip_suffix(".zrf")?;
        (!name.contains('/')).then_some(name)
    })
}

/// The text of a shipped game as a document.
pub fn document(name: &str) -> Document {
    let source = builtin::load(&format!("zrf/{name}.zrf")).expect("a shipped game");
    Document::load(&source.name, &source.bytes, &DiskLoader::default())
}

/// The first game of a shipped file.
pub fn game(name: &str) -> Game {
    document(name).game(0).0.expect("shipped games compile")
}
