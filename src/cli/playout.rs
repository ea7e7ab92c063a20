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
use zrf::game::{Drawing, Game, RuntimeError};
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
    let mut total = Total::default();
    for path in &args.paths {
        let files = input::rule_files(path)?;
        // Of a folder, and of all variants, those that can run are played; what is named on its own has to run.
        let is_folder = files.len() != 1 || files[0] != *path;
        let may_skip = args.all_variants || is_folder;
        for file in &files {
            let document = input::open_rules(session, file)?;
            if document.variants().is_empty() && is_folder {
                session.note(&format!("note: {file}: skipped, it holds no game"))?;
                continue;
            }
            for number in numbers(&args, session, &document, may_skip)? {
                let title = document.variants().get(number).map_or("", |v| v.title.as_str());
                let place = format!("{file} [{number}] {title}");
                if let Some(game) = game(session, &document, number, &place, may_skip)? {
                    play_variant(
                        &args,
                        session,
                        &document,
                        &game,
                        &Variant { file, number, title },
                        &mut total,
                    )?;
                }
            }
        }
    }
    if total.variants != 1 {
        print_total(&args, session, &total)?;
    }
    if total.has_failed { Err(Failure::Reported) } else { Ok(()) }
}

/// The figures of all variants.
#[derive(Default)]
struct Total {
    tally: Tally,
    time: Duration,
    /// Variants that were played, or begun.
    variants: u64,
    /// The rules of one misbehaved.
    has_failed: bool,
}

/// The variants to play.
fn numbers(
    args: &Args,
    session: &mut Session,
    document: &Document,
    may_skip: bool,
) -> Result<Vec<usize>, Failure> {
    if args.all_variants && !document.variants().is_empty() {
        return Ok((0..document.variants().len()).collect());
    }
    if may_skip && args.variant.is_none() && !document.variants().is_empty() {
        return Ok(document.default_variant().map(|v| v.number).into_iter().collect());
    }
    Ok(vec![variant::choose(session, document, args.variant.as_deref())?.number])
}

/// The game of a variant; none if it does not run and may be skipped, which is noted.
fn game(
    session: &mut Session,
    document: &Document,
    number: usize,
    place: &str,
    may_skip: bool,
) -> Result<Option<Game>, Failure> {
    if !may_skip {
        return variant::game(session, document, number).map(Some);
    }
    let why = match document.game(number).0 {
        Some(game) if game.rules().engine.is_none() => return Ok(Some(game)),
        Some(_) => "its rules live in a DLL",
        None => "it has errors, which `zrf check` shows",
    };
    session.note(&format!("note: {place}: skipped, {why}"))?;
    Ok(None)
}

fn play_variant(
    args: &Args,
    session: &mut Session,
    document: &Document,
    game: &Game,
    variant: &Variant<'_>,
    total: &mut Total,
) -> Result<(), Failure> {
    total.variants += 1;
    let start = Instant::now();
    match play_games(args, game, session.max_fuel) {
        Ok(tally) => {
            let time = start.elapsed();
            print(args, session, game.rules(), variant, &tally, time)?;
            total.time += time;
            // Players differ from file to file: what they won does not add up.
            total.tally.merge(&Tally { wins: Vec::new(), losses: Vec::new(), ..tally });
        }
        Err(Mishap { number, error }) => {
            total.has_failed = true;
            let Variant { file, number: which, title } = variant;
            let error = variant::runtime_error(document.sources(), &error);
            session.note(&format!(
                "error: {file} [{which}] {title}: game {number} of seed {}: {error}",
                args.seed
            ))?;
        }
    }
    Ok(())
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
        let mut position = game.start();
        if let Some(fuel) = max_fuel {
            position.set_max_fuel(fuel);
        }
        while !has_failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.n {
                break;
            }
            match playout::play_from(&mut position, args.seed, number, args.max_plies, Drawing::Full) {
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

/// A variant of a file.
struct Variant<'a> {
    file: &'a str,
    number: usize,
    title: &'a str,
}

fn print(
    args: &Args,
    session: &mut Session,
    rules: &Rules,
    variant: &Variant<'_>,
    tally: &Tally,
    time: Duration,
) -> Result<(), Failure> {
    let Variant { file, number, title } = variant;
    let by_player = |counts: &[u64]| -> Vec<(String, u64)> {
        let named = rules.players.keys().zip(counts).filter(|&(_, &n)| n > 0);
        named.map(|(name, &n)| (name.to_string(), n)).collect()
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
    } else {
        let mut results: Vec<String> = wins.iter().map(|(name, n)| format!("{name} wins {n}")).collect();
        results.extend(losses.iter().map(|(name, n)| format!("{name} loses {n}")));
        writeln!(session.out, "{file} [{number}] {title}: {}", figures(&results, tally, time))?;
    }
    // A line is worth seeing when it is there, not when all are.
    session.flush()?;
    Ok(())
}

fn print_total(args: &Args, session: &mut Session, total: &Total) -> Result<(), Failure> {
    if args.output.json {
        let mut value = json!({ "total": true, "variants": total.variants });
        add_figures(&mut value, &total.tally, total.time);
        writeln!(session.out, "{value}")?;
    } else {
        let figures = figures(&[], &total.tally, total.time);
        writeln!(session.out, "total of {} variants: {figures}", total.variants)?;
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
