//! `zrf playout PATH...`.

use super::args::{Json, Threads};
use super::failure::Failure;
use super::session::Session;
use super::{input, progress, variant};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use zrf::document::Document;
use zrf::game::{Game, RuntimeError};
use zrf::resolve::Rules;
use zrf::study::playout::{self, Tally};

/// Play random games; the same seed plays the same games on any machine
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Rule files, folders of them, or names of shipped games
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// Games to play of each variant
    #[arg(short, value_name = "N", default_value_t = 100)]
    n: u64,

    /// Which games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Stop a game after this many moves and count it as `cut`
    #[arg(long, value_name = "M", default_value_t = 1000)]
    max_plies: u64,

    /// Number or title of the game or variant of each file [default: the first `(default)`; 0]
    #[arg(long, value_name = "NAME", conflicts_with = "all_variants")]
    variant: Option<String>,

    /// Play every game and variant of each file
    #[arg(long)]
    all_variants: bool,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    output: Json,
}

/// A random game in which the rules misbehaved.
struct Mishap {
    number: u64,
    error: RuntimeError,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let mut has_failed = false;
    let mut total = (Tally::default(), Duration::ZERO, 0u64);
    for path in &args.paths {
        let files = input::rule_files(path)?;
        // Of a folder all that can run is played; a file named on its own has to run.
        let is_search = files.len() != 1 || files[0] != *path;
        for file in &files {
            let document = input::open_rules(session, file)?;
            for number in numbers(&args, session, &document)? {
                let title = document.variants().get(number).map_or("", |v| v.title.as_str()).to_owned();
                let game = match variant::game(session, &document, number) {
                    Ok(game) => game,
                    Err(failure @ Failure::Closed) => return Err(failure),
                    Err(_) if is_search => {
                        session
                            .note(&format!("note: {file} [{number}] {title}: skipped, it does not run"))?;
                        continue;
                    }
                    Err(failure) => return Err(failure),
                };
                let start = Instant::now();
                match play_games(&args, &game, session.max_fuel) {
                    Ok(tally) => {
                        let time = start.elapsed();
                        print(
                            &args,
                            session,
                            &Line { file, number, title: &title, rules: game.rules(), tally: &tally, time },
                        )?;
                        total = (total.0, total.1 + time, total.2 + 1);
                        total.0.merge(&Tally { wins: Vec::new(), losses: Vec::new(), ..tally });
                    }
                    Err(mishap) => {
                        has_failed = true;
                        let place = format!(
                            "{file} [{number}] {title}: game {} of seed {}",
                            mishap.number, args.seed
                        );
                        session.note(&format!(
                            "error: {place}: {}",
                            variant::runtime_error(document.sources(), &mishap.error)
                        ))?;
                    }
                }
            }
        }
    }
    if total.2 != 1 {
        print_total(&args, session, &total.0, total.1, total.2)?;
    }
    if has_failed { Err(Failure::Reported) } else { Ok(()) }
}

/// The variants to play.
fn numbers(args: &Args, session: &mut Session, document: &Document) -> Result<Vec<usize>, Failure> {
    if args.all_variants {
        return Ok((0..document.variants().len()).collect());
    }
    Ok(vec![variant::choose(session, document, args.variant.as_deref())?.number])
}

/// Plays the games of one variant on some threads. The result does not depend on how many: each game
/// depends on its number only, and of several mishaps the one in the first game is reported.
fn play_games(args: &Args, game: &Game, max_fuel: Option<u64>) -> Result<Tally, Mishap> {
    let bar = progress::bar(args.n, "games");
    let next = AtomicU64::new(0);
    let has_failed = AtomicBool::new(false);
    let result = Mutex::new((Tally::default(), None::<Mishap>));
    let work = || {
        let mut tally = Tally::default();
        let mut mishap = None;
        while !has_failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.n {
                break;
            }
            match playout::play(game, args.seed, number, args.max_plies, max_fuel) {
                Ok(record) => tally.add(&record),
                Err(error) => {
                    has_failed.store(true, Ordering::Relaxed);
                    mishap = Some(Mishap { number, error });
                }
            }
            bar.inc(1);
        }
        let mut result = result.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        result.0.merge(&tally);
        let mishaps = [result.1.take(), mishap].into_iter().flatten();
        result.1 = mishaps.min_by_key(|mishap| mishap.number);
    };
    match args.threads.count() {
        1 => work(),
        threads => thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work)))),
    }
    bar.finish_and_clear();
    match result.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        (_, Some(mishap)) => Err(mishap),
        (tally, None) => Ok(tally),
    }
}

/// The games of one variant.
struct Line<'a> {
    file: &'a str,
    number: usize,
    title: &'a str,
    rules: &'a Rules,
    tally: &'a Tally,
    time: Duration,
}

fn print(args: &Args, session: &mut Session, line: &Line) -> Result<(), Failure> {
    let Line { file, number, title, rules, tally, time } = *line;
    let by_player = |counts: &[u64]| -> Vec<(String, u64)> {
        rules
            .players
            .keys()
            .zip(counts)
            .filter(|&(_, &n)| n > 0)
            .map(|(name, &n)| (name.to_string(), n))
            .collect()
    };
    let (wins, losses) = (by_player(&tally.wins), by_player(&tally.losses));
    if args.output.json {
        let object = |counts: &[(String, u64)]| -> Value {
            counts.iter().map(|(name, n)| (name.clone(), Value::from(*n))).collect::<Map<_, _>>().into()
        };
        let mut value = json!({ "file": file, "variant": number, "title": title });
        add_figures(&mut value, tally, time);
        value["wins"] = object(&wins);
        value["losses"] = object(&losses);
        writeln!(session.out, "{value}")?;
        return Ok(());
    }
    let mut results: Vec<String> = wins.iter().map(|(name, n)| format!("{name} wins {n}")).collect();
    results.extend(losses.iter().map(|(name, n)| format!("{name} loses {n}")));
    writeln!(session.out, "{file} [{number}] {title}: {}", figures(&results, tally, time))?;
    Ok(())
}

fn print_total(
    args: &Args,
    session: &mut Session,
    tally: &Tally,
    time: Duration,
    variants: u64,
) -> Result<(), Failure> {
    if args.output.json {
        let mut value = json!({ "total": true, "variants": variants });
        add_figures(&mut value, tally, time);
        writeln!(session.out, "{value}")?;
    } else {
        writeln!(session.out, "total of {variants} variants: {}", figures(&[], tally, time))?;
    }
    Ok(())
}

fn figures(results: &[String], tally: &Tally, time: Duration) -> String {
    let mut parts = vec![format!("games {}", tally.games)];
    parts.extend(results.iter().cloned());
    parts.push(format!("draws {}", tally.draws));
    parts.push(format!("cut {}", tally.cut));
    parts.push(format!("plies {:.1}", tally.mean_plies()));
    parts.push(format!("branching {:.1}", tally.mean_branching()));
    parts.push(format!("moves/s {:.0}", speed(tally, time)));
    parts.join(", ")
}

fn add_figures(value: &mut Value, tally: &Tally, time: Duration) {
    value["games"] = tally.games.into();
    value["draws"] = tally.draws.into();
    value["cut"] = tally.cut.into();
    value["plies"] = tally.plies.into();
    value["mean_plies"] = tally.mean_plies().into();
    value["mean_branching"] = tally.mean_branching().into();
    value["moves_per_second"] = speed(tally, time).round().into();
}

fn speed(tally: &Tally, time: Duration) -> f64 {
    tally.plies as f64 / time.as_secs_f64().max(1e-9)
}
