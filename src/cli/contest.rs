//! `zrf match FILE`.

use super::args::Json;
use super::failure::{Failure, say};
use super::input;
use super::position::{PositionArgs, Setting};
use super::searching::{self, Effort, Fighter};
use super::session::Session;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use zrf::game::RuntimeError;
use zrf::game::save::{MoveLine, SavedGame, Seat};
use zrf::ids::PlayerId;
use zrf::search::{Random, Thinker};
use zrf::study::contest::{Score, Verdict};
use zrf::view::words;

/// Let the program play against itself with different limits or settings
///
/// The opponents are given as settings: `movetime=MS`, `nodes=N`, `depth=D`, `method=auto|ahead|playouts`,
/// `hash=MB`, `threads=N`, `refine=GAMES`, with commas between them; or `random` for one who picks any move. They change
/// sides after each game; two games in a row begin with the same random moves.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Games to play
    #[arg(short, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    n: u32,

    /// Settings of the one whose score is shown
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    first: String,

    /// Settings of the other one
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    second: String,

    #[command(flatten)]
    effort: Effort,

    /// Random moves at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    opening: u32,

    /// Which random moves
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// A game that is longer is a draw
    #[arg(long, value_name = "M", default_value_t = 600)]
    max_plies: u32,

    /// Stop when a test between these two differences in Elo is decided
    #[arg(long, value_name = "LOW,HIGH", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// Save the games here; a match broken off goes on where it was
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,

    #[command(flatten)]
    output: Json,
}

/// How one game ended for the first opponent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result1 {
    Win,
    Draw,
    Loss,
}

impl Result1 {
    fn word(self) -> &'static str {
        match self {
            Result1::Win => "win",
            Result1::Draw => "draw",
            Result1::Loss => "loss",
        }
    }

    fn of_word(word: &str) -> Option<Result1> {
        [Result1::Win, Result1::Draw, Result1::Loss].into_iter().find(|r| r.word() == word)
    }

    fn add_to(self, score: &mut Score) {
        match self {
            Result1::Win => score.wins += 1,
            Result1::Draw => score.draws += 1,
            Result1::Loss => score.losses += 1,
        }
    }
}

/// A finished game.
struct Record {
    result: Result1,
    reason: String,
    moves: Vec<MoveLine>,
}

/// An opponent with what it remembers.
struct Opponent {
    fighter: Fighter,
    thinker: Option<Thinker>,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let setting = args.position.build(session)?;
    let rules = setting.position.game().rules();
    let contenders: Vec<PlayerId> = rules.contenders().collect();
    let &[white, black] = &contenders[..] else {
        let message = format!("a match needs two players, but \"{}\" has {}", rules.title, contenders.len());
        return Err(Failure::input(message));
    };
    let mut opponents = [
        opponent(&setting, Fighter::parse(&args.first, &args.effort, args.seed)?)?,
        opponent(&setting, Fighter::parse(&args.second, &args.effort, args.seed ^ 1)?)?,
    ];
    let mut score = Score::default();
    let mut done = 0;
    if let Some(folder) = &args.save {
        fs::create_dir_all(folder).map_err(|e| unwritable(folder, &e))?;
        done = resume(folder, &mut score)?;
    }
    for number in done..args.n {
        if is_decided(&args, &score) {
            break;
        }
        let first_is_white = number % 2 == 0;
        let seats = if first_is_white { [white, black] } else { [black, white] };
        let record = play(&args, &setting, &mut opponents, seats, number)
            .map_err(|e| setting.failure(&e).context(format!("game {}", number + 1)))?;
        record.result.add_to(&mut score);
        if let Some(folder) = &args.save {
            save(folder, &setting, number, &record)?;
        }
        print_game(&args, session, rules.player_name(seats[0]), number, &record, &score)?;
    }
    print_score(&args, session, &score)
}

fn opponent(setting: &Setting, fighter: Fighter) -> Result<Opponent, Failure> {
    let thinker = if fighter.is_random {
        None
    } else {
        let thinker = fighter.refine.thinker(setting.position.game(), fighter.settings.clone());
        Some(thinker.map_err(|e| setting.failure(&e))?)
    };
    Ok(Opponent { fighter, thinker })
}

/// Plays one game; `seats` are the players of the two opponents.
fn play(
    args: &Args,
    setting: &Setting,
    opponents: &mut [Opponent; 2],
    seats: [PlayerId; 2],
    number: u32,
) -> Result<Record, RuntimeError> {
    let mut position = setting.position.clone();
    let mut moves = Vec::new();
    // Two games in a row share their opening; their dice differ.
    let mut opening = Random::new(args.seed, u64::from(number / 2) << 32);
    let mut random = Random::new(args.seed, u64::from(number) << 32 | 1);
    opponents.iter_mut().filter_map(|o| o.thinker.as_mut()).for_each(Thinker::forget);
    for ply in 0..args.max_plies {
        if let Some(outcome) = position.outcome()? {
            let result = match outcome.winner {
                Some(winner) if winner == seats[0] => Result1::Win,
                Some(winner) if winner == seats[1] => Result1::Loss,
                _ => Result1::Draw,
            };
            let reason = words::outcome(position.game().rules(), &outcome);
            return Ok(Record { result, reason, moves });
        }
        let mover = position.mover();
        let opponent = seats.iter().position(|&s| s == mover).map(|i| &mut opponents[i]);
        let mv = match opponent {
            Some(Opponent { fighter, thinker: Some(thinker) }) if ply >= args.opening => {
                let clock = searching::clock();
                let best = thinker.think(&position, fighter.effort.limits(&clock), &mut |_| {})?;
                best.map(|b| b.mv)
            }
            _ => {
                let legal = position.legal_moves()?;
                let random = if ply < args.opening { &mut opening } else { &mut random };
                let chosen = random.below(legal.len().max(1));
                legal.into_iter().nth(chosen)
            }
        };
        let Some(mv) = mv else { break };
        moves.push(MoveLine { round: position.round(), text: position.print(&mv), line: 0 });
        position.play(&mv)?;
    }
    Ok(Record { result: Result1::Draw, reason: format!("{} moves", moves.len()), moves })
}

fn is_decided(args: &Args, score: &Score) -> bool {
    args.sprt.is_some_and(|(low, high)| score.test(low, high) != Verdict::Open)
}

fn print_game(
    args: &Args,
    session: &mut Session,
    seat: &str,
    number: u32,
    record: &Record,
    score: &Score,
) -> Result<(), Failure> {
    let plies = record.moves.len();
    if args.output.json {
        let value = json!({
            "game": number + 1,
            "seat": seat,
            "result": record.result.word(),
            "plies": plies,
            "reason": record.reason,
        });
        writeln!(session.out, "{value}")?;
    } else {
        let Score { wins, draws, losses } = score;
        let result = record.result.word();
        writeln!(
            session.out,
            "game {} as {seat}: {result} in {plies} plies ({}); score {wins}-{draws}-{losses}",
            number + 1,
            record.reason
        )?;
    }
    session.flush()?;
    Ok(())
}

fn print_score(args: &Args, session: &mut Session, score: &Score) -> Result<(), Failure> {
    let elo = score.elo();
    let verdict = args.sprt.map(|(low, high)| match score.test(low, high) {
        Verdict::Open => "open",
        Verdict::Stronger => "stronger",
        Verdict::NotStronger => "not stronger",
    });
    if args.output.json {
        let finite = |x: f64| x.is_finite().then_some(x);
        let value = json!({
            "total": true,
            "games": score.games(),
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "share": score.share(),
            "elo": finite(elo.difference),
            "elo_error": finite(elo.error),
            "sprt": verdict,
        });
        writeln!(session.out, "{value}")?;
        return Ok(());
    }
    let Score { wins, draws, losses } = score;
    let elo = match (elo.difference.is_finite(), elo.error.is_finite()) {
        (true, true) => format!("{:+.0} ± {:.0}", elo.difference, elo.error),
        _ if elo.difference > 0.0 => "above all bounds".into(),
        _ => "below all bounds".into(),
    };
    let test = verdict.map_or(String::new(), |v| format!(", sequential test: {v}"));
    writeln!(
        session.out,
        "games {}, wins {wins}, draws {draws}, losses {losses}, share {:.1} %, Elo {elo}{test}",
        score.games(),
        score.share() * 100.0
    )?;
    Ok(())
}

/// The file with one line for each game, by which a match goes on.
const RESULTS: &str = "results.txt";

/// Reads what was played before.
fn resume(folder: &Path, score: &mut Score) -> Result<u32, Failure> {
    let path = folder.join(RESULTS);
    if !path.exists() {
        return Ok(0);
    }
    let unreadable = |e| Failure::tool(format!("cannot read {}: {e}", path.display()));
    let text = fs::read_to_string(&path).map_err(unreadable)?;
    let mut done = 0;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|w| w.parse::<u32>().ok());
        let result = words.next().and_then(Result1::of_word);
        match (number, result) {
            (Some(number), Some(result)) if number == done + 1 => result.add_to(score),
            _ => return Err(Failure::input(format!("{}: expected game {}", path.display(), done + 1))),
        }
        done += 1;
    }
    if done > 0 {
        say(&format!("note: going on behind game {done} of {}", folder.display()));
    }
    Ok(done)
}

fn save(folder: &Path, setting: &Setting, number: u32, record: &Record) -> Result<(), Failure> {
    let rules = setting.position.game().rules();
    let game = SavedGame {
        seats: vec![Seat::Computer; rules.players.len()],
        rules_file: input::rules_file_name(&setting.document),
        variant: setting.chosen.title.clone(),
        setup: Vec::new(),
        moves: record.moves.clone(),
    };
    let path = folder.join(format!("game-{:04}.zsg", number + 1));
    fs::write(&path, game.to_text()).map_err(|e| unwritable(&path, &e))?;
    let path = folder.join(RESULTS);
    let line = format!("{} {} {}\n", number + 1, record.result.word(), record.reason);
    let file = fs::OpenOptions::new().create(true).append(true).open(&path);
    file.and_then(|mut f| f.write_all(line.as_bytes())).map_err(|e| unwritable(&path, &e))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::tool(format!("cannot write {}: {error}", path.display()))
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let (low, high) = text.split_once(',').ok_or("expected two numbers with a comma between them")?;
    match (low.trim().parse::<f64>(), high.trim().parse::<f64>()) {
        (Ok(low), Ok(high)) if low < high => Ok((low, high)),
        _ => Err("expected two numbers, the lower one first".into()),
    }
}
