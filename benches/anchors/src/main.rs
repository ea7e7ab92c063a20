//! Measures `zrf` beside hand-written generators, in one run, and prints tables. Called by `benches/run`.
//!
//! All rates are of CPU time, on one thread. The rounds are interleaved: each measures every system once, and the
//! median of the rounds counts. Ratios are worth more than the figures themselves.

mod crates;
mod figures;
mod ours;
mod table;
mod targets;

use anyhow::{Context, Result, bail};
use figures::{Figures, add, get, median};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use table::Table;
use targets::short;

const USAGE: &str = "usage: benches/run [--seconds S] [--rounds N] [--game NAME]... [--corpus DIR]

  --seconds S    CPU time for each figure [0.5]
  --rounds N     rounds, of which the median counts [3]
  --game NAME    only these shipped games [all]
  --corpus DIR   rule files for the targets on a corpus; takes some minutes more";

struct Args {
    zrf: PathBuf,
    root: PathBuf,
    python: Option<String>,
    seconds: f64,
    rounds: u32,
    games: Vec<String>,
    corpus: Option<PathBuf>,
}

fn main() -> Result<()> {
    let args = parse(std::env::args().skip(1))?;
    let games = if args.games.is_empty() {
        let mut games = ours::games(&args.root)?;
        games.extend(targets::MORE_GAMES.iter().map(|&game| game.to_owned()));
        games
    } else {
        args.games.clone()
    };
    let mut figures = Figures::new();
    if let Some(memory) = ours::perft_memory(&args.zrf) {
        add(&mut figures, "zrf", "chess", "perft-memory-mb", memory);
    }
    for round in 1..=args.rounds {
        eprintln!("round {round} of {}: anchors", args.rounds);
        crates::measure(Duration::from_secs_f64(args.seconds), &mut figures);
        if let Some(python) = &args.python {
            others(python, &args, &mut figures);
        }
        for game in &games {
            eprintln!("round {round} of {}: {game}", args.rounds);
            if let Err(error) = ours::bench(&args.zrf, game, args.seconds, &mut figures) {
                eprintln!("note: {error:#}");
            }
        }
    }
    println!("{}", games_table(&figures, &games));
    let mut targets = targets::table(&figures);
    if let Some(corpus) = &args.corpus {
        eprintln!("corpus");
        let speeds = ours::corpus_speeds(&args.zrf, corpus)?;
        let median = median(&speeds.iter().map(|(_, speed)| *speed).collect::<Vec<_>>());
        eprintln!("{} files of the corpus run", speeds.len());
        targets::corpus_rows(&mut targets, &args.zrf, corpus, median);
    }
    println!("{targets}");
    Ok(())
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Args> {
    let mut args = Args {
        zrf: PathBuf::new(),
        root: PathBuf::from("."),
        python: None,
        seconds: 0.5,
        rounds: 3,
        games: Vec::new(),
        corpus: None,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value\n\n{USAGE}"));
        match word.as_str() {
            // From the script.
            "--zrf" => args.zrf = value()?.into(),
            "--root" => args.root = value()?.into(),
            "--python" => args.python = Some(value()?),
            // From whoever calls the script.
            "--seconds" => args.seconds = value()?.parse().context(USAGE)?,
            "--rounds" => args.rounds = value()?.parse().context(USAGE)?,
            "--game" => args.games.push(value()?),
            "--corpus" => args.corpus = Some(value()?.into()),
            _ => bail!("unknown argument `{word}`\n\n{USAGE}"),
        }
    }
    Ok(args)
}

/// The anchors that Python starts, as far as they are installed.
fn others(python: &str, args: &Args, figures: &mut Figures) {
    let output = Command::new(python)
        .arg(args.root.join("benches/anchors/others.py"))
        .arg(args.seconds.to_string())
        .stderr(Stdio::inherit())
        .output();
    let Ok(output) = output else {
        return eprintln!("note: no Python, so neither OpenSpiel nor pyffish");
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let [system, game, figure, value] = line.split(' ').collect::<Vec<_>>()[..]
            && let Ok(value) = value.parse()
        {
            add(figures, system, game, figure, value);
        }
    }
}

/// One line for each game, and under it one for each anchor that plays it.
fn games_table(figures: &Figures, games: &[String]) -> Table {
    let columns = [
        "perft-played",
        "perft-counted",
        "playouts-full",
        "playouts-lazy",
        "playout-moves",
        "playout-plies",
        "load-ms",
        "peak-mb",
    ];
    let mut table = Table::new(&[
        "game",
        "perft played /s",
        "counted /s",
        "playouts full /s",
        "lazy /s",
        "moves /s (full)",
        "plies a game",
        "load ms",
        "MB",
    ]);
    for game in games {
        for system in ["zrf", "shakmaty", "cozy-chess", "openspiel", "pyffish"] {
            let values: Vec<Option<f64>> =
                columns.iter().map(|figure| get(figures, system, game, figure)).collect();
            if values.iter().all(Option::is_none) {
                continue;
            }
            let name = if system == "zrf" { game.clone() } else { format!("... {system}") };
            let cells = values.iter().map(|value| value.map_or("-".to_owned(), short));
            table.row(std::iter::once(name).chain(cells));
        }
    }
    table
}
