//! What verbs that search have in common: limits and settings, the clock, lines in words.

use super::failure::Failure;
use super::worth::Refine;
use std::time::{Duration, Instant};
use zrf::game::{Move, Position, RuntimeError};
use zrf::search::{Info, Limits, Method, Settings, TimeLimit};

/// How long to think, and how.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct Effort {
    /// Think for so many milliseconds [default: 1000 if no other limit is given]
    #[arg(long, value_name = "MS", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,

    /// Look so many moves ahead
    #[arg(long, value_name = "D", help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Look at so many positions; with one thread the same number finds the same move
    #[arg(long, value_name = "N", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl Effort {
    /// The limits, counted from `start`.
    pub fn limits<'a>(&self, clock: &'a (dyn Fn() -> Duration + Sync)) -> Limits<'a> {
        let none = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        let movetime = self.movetime.or(none.then_some(1000));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: movetime.map(|ms| TimeLimit::exactly(Duration::from_millis(ms))),
            clock: Some(clock),
            stop: None,
        }
    }
}

/// A clock that starts now.
pub fn clock() -> impl Fn() -> Duration + Sync {
    let start = Instant::now();
    move || start.elapsed()
}

/// The method that a word names.
pub fn method(word: &str) -> Result<Option<Method>, Failure> {
    match word {
        "auto" => Ok(None),
        "ahead" => Ok(Some(Method::LookAhead)),
        "playouts" => Ok(Some(Method::Playouts)),
        _ => Err(Failure::tool(format!("unknown method `{word}`: expected auto, ahead or playouts"))),
    }
}

/// The word for a method.
pub fn method_word(method: Method) -> &'static str {
    match method {
        Method::LookAhead => "ahead",
        Method::Playouts => "playouts",
    }
}

/// The moves of a line in notation.
pub fn line(position: &Position, moves: &[Move]) -> Result<Vec<String>, RuntimeError> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for mv in moves {
        texts.push(position.print(mv));
        position.play(mv)?;
    }
    Ok(texts)
}

/// A depth that is done, in one line for each of its lines of play.
pub fn describe(position: &Position, info: &Info, elapsed: Duration) -> Result<Vec<String>, RuntimeError> {
    let millis = elapsed.as_millis();
    let speed = info.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let mut lines = Vec::new();
    for (i, found) in info.lines.iter().enumerate() {
        let number = if info.lines.len() > 1 { format!(" line {}", i + 1) } else { String::new() };
        lines.push(format!(
            "depth {}/{}{number} score {} nodes {} time {millis} nps {speed:.0} pv {}",
            info.depth,
            info.deepest,
            found.score,
            info.nodes,
            line(position, &found.moves)?.join("; ")
        ));
    }
    Ok(lines)
}

/// Settings given as `key=value,key=value`.
#[derive(Debug, Clone)]
pub struct Fighter {
    /// Picks any move.
    pub is_random: bool,
    /// How long it thinks.
    pub effort: Effort,
    /// How it thinks.
    pub settings: Settings,
    /// What it learns beforehand.
    pub refine: Refine,
}

impl Fighter {
    /// Reads settings; limits that are not given are those of `default`.
    pub fn parse(text: &str, default: &Effort, seed: u64) -> Result<Fighter, Failure> {
        let mut fighter = Fighter {
            is_random: false,
            effort: Effort::default(),
            settings: Settings { seed, ..Settings::default() },
            refine: Refine::default(),
        };
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let number = |least: u64| {
                value.parse::<u64>().ok().filter(|&n| n >= least).ok_or_else(|| {
                    Failure::tool(format!("`{part}`: expected a number of {least} or more behind `{key}=`"))
                })
            };
            match key {
                "random" => fighter.is_random = true,
                "movetime" => fighter.effort.movetime = Some(number(1)?),
                "nodes" => fighter.effort.nodes = Some(number(1)?),
                "depth" => fighter.effort.depth = Some(number(1)?.min(1000) as u32),
                "hash" => fighter.settings.table_megabytes = number(1)?.min(1 << 16) as usize,
                "threads" => fighter.settings.threads = number(1)?.min(256) as usize,
                "refine" => fighter.refine.refine = Some(number(1)?.min(100_000) as u32),
                "method" => fighter.settings.method = method(value)?,
                _ => {
                    let known = "random, movetime, nodes, depth, hash, threads, refine, method";
                    return Err(Failure::tool(format!("unknown setting `{key}`: expected one of {known}")));
                }
            }
        }
        let own = &fighter.effort;
        if own.movetime.is_none() && own.nodes.is_none() && own.depth.is_none() {
            fighter.effort = default.clone();
        }
        Ok(fighter)
    }
}
