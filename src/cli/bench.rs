//! `zrf bench FILE`.

use super::failure::Failure;
use super::position::PositionArgs;
use super::session::Session;
use cpu_time::ThreadTime;
use std::io::Write;
use std::time::Duration;
use zrf::document::Document;
use zrf::game::perft::{perft, perft_generated, perft_played};
use zrf::game::{Drawing, Position, RuntimeError};
use zrf::loader::DiskLoader;
use zrf::study::playout;

/// Measure the speed of the rules on one thread, in CPU time
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Seconds for each figure
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s <= 3600.0 => Ok(s),
        _ => Err("a number of seconds above 0, up to 3600".to_owned()),
    }
}

/// Random games are cut here, as `zrf playout` does.
const MAX_PLIES: u64 = 1000;
/// Perft goes no deeper than what gives this many leaves.
const MAX_LEAVES: u64 = 600_000;

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let mut setting = args.position.build(session)?;
    let budget = Duration::from_secs_f64(args.seconds);
    let load =
        load_time(&setting.document, setting.chosen.number, session, budget.min(Duration::from_millis(500)));
    print(session, "load-ms", load.as_secs_f64() * 1000.0)?;
    let position = &mut setting.position;
    let figures = measure(position, budget);
    let figures = figures.map_err(|e| setting.failure(&e))?;
    for (name, value) in figures {
        print(session, name, value)?;
    }
    if let Some(peak) = peak_mb() {
        print(session, "peak-mb", peak)?;
    }
    Ok(())
}

fn print(session: &mut Session, name: &str, value: f64) -> Result<(), Failure> {
    if value >= 1000.0 {
        writeln!(session.out, "{name} {value:.0}")?;
    } else {
        writeln!(session.out, "{name} {value:.3}")?;
    }
    session.flush()?;
    Ok(())
}

/// The shortest of several loads: from the bytes to the game, on a disk that is warm.
fn load_time(document: &Document, number: usize, session: &Session, budget: Duration) -> Duration {
    let Some((_, source)) = document.sources().iter().next() else { return Duration::ZERO };
    let (name, bytes) = (source.name.clone(), source.text.as_bytes().to_vec());
    let loader = DiskLoader::new(session.include.clone());
    let start = ThreadTime::now();
    let mut best = Duration::MAX;
    while best == Duration::MAX || start.elapsed() < budget {
        let one = ThreadTime::now();
        let document = Document::load(&name, &bytes, &loader);
        let game = document.game(number);
        best = best.min(one.elapsed());
        drop((document, game));
    }
    best
}

fn measure(position: &mut Position, budget: Duration) -> Result<Vec<(&'static str, f64)>, RuntimeError> {
    let mut depth = 1;
    while depth < 12 {
        let leaves = perft(position, depth + 1)?;
        if leaves > MAX_LEAVES || leaves == 0 {
            break;
        }
        depth += 1;
    }
    let played = rate(budget, || perft_played(position, depth))?;
    let counted = rate(budget, || perft_generated(position, depth))?;
    let full = games(position, budget, Drawing::Full)?;
    let lazy = games(position, budget, Drawing::Lazy)?;
    Ok(vec![
        ("perft-played", played),
        ("perft-counted", counted),
        ("playouts-full", full.games),
        ("playouts-lazy", lazy.games),
        ("playout-moves", full.moves),
        ("playout-plies", full.plies),
    ])
}

/// Does a piece of work again and again until the time is up; gives the CPU time that it took, in seconds. The clock is
/// read so seldom that it has no part in that: reading it takes as long as half a game of tic-tac-toe.
fn repeat(budget: Duration, mut work: impl FnMut() -> Result<(), RuntimeError>) -> Result<f64, RuntimeError> {
    let start = ThreadTime::now();
    let mut batch = 1u64;
    loop {
        for _ in 0..batch {
            work()?;
        }
        let elapsed = start.elapsed();
        if elapsed >= budget {
            return Ok(elapsed.as_secs_f64());
        }
        if elapsed < budget / 64 {
            batch *= 2;
        }
    }
}

/// What a piece of work counts, a second.
fn rate(budget: Duration, mut work: impl FnMut() -> Result<u64, RuntimeError>) -> Result<f64, RuntimeError> {
    work()?;
    let mut done = 0;
    let seconds = repeat(budget, || {
        done += work()?;
        Ok(())
    })?;
    Ok(done as f64 / seconds)
}

struct Games {
    games: f64,
    moves: f64,
    plies: f64,
}

fn games(position: &mut Position, budget: Duration, drawing: Drawing) -> Result<Games, RuntimeError> {
    const WARM: u64 = 3;
    for number in 0..WARM {
        playout::play_from(position, 1, number, MAX_PLIES, drawing)?;
    }
    let (mut number, mut plies) = (0u64, 0u64);
    let seconds = repeat(budget, || {
        plies += playout::play_from(position, 1, WARM + number, MAX_PLIES, drawing)?.plies;
        number += 1;
        Ok(())
    })?;
    Ok(Games {
        games: number as f64 / seconds,
        moves: plies as f64 / seconds,
        plies: plies as f64 / number as f64,
    })
}

/// The largest resident memory of the process so far, where the system tells it.
fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
