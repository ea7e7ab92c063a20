//! Rules written at random, played by the engine and by the plain definition: moves, legality, effects, goals, counts
//! and random games are the same.
//!
//! `ZRF_RANDOM_RULES=2000` looks at the first 2000 rules instead of the usual number, `ZRF_RANDOM_RULES=500..600` at
//! those of these seeds. What fails is printed, cut down to what is needed to fail.

#![allow(clippy::print_stderr)] // What was looked at is worth reading.

mod support;

#[path = "random_rules/checks.rs"]
mod checks;
#[path = "random_rules/effects.rs"]
mod effects;
#[path = "random_rules/found.rs"]
mod found;
#[path = "random_rules/generator.rs"]
mod generator;
#[path = "random_rules/goals.rs"]
mod goals;
#[path = "random_rules/lazy.rs"]
mod lazy;
#[path = "random_rules/plain.rs"]
mod plain;
#[path = "random_rules/runner.rs"]
mod runner;
#[path = "random_rules/shrink.rs"]
mod shrink;

use checks::Seen;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use zrf::game::Game;

/// So many rules are looked at, if nobody says otherwise.
const SEEDS: u64 = 400;

/// Which rules are looked at.
fn seeds() -> Range<u64> {
    let Some(wanted) = std::env::var_os("ZRF_RANDOM_RULES") else { return 0..SEEDS };
    let wanted = wanted.to_string_lossy().into_owned();
    let number = |text: &str| text.parse::<u64>().expect("ZRF_RANDOM_RULES: N or N..M");
    match wanted.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => 0..number(&wanted),
    }
}

/// The game of a text; none if there is an error in it.
fn game(text: &str) -> Result<Game, String> {
    let document = support::document(text);
    let (game, diagnostics) = document.game(0);
    let all: Vec<_> = document.diagnostics().iter().chain(&diagnostics).cloned().collect();
    match game {
        Some(game) if !all.iter().any(|d| d.is_error()) => Ok(game),
        _ => Err(support::messages(document.sources(), &all)),
    }
}

/// What goes wrong with some rules.
fn trouble(text: &str, seed: u64) -> Result<Seen, String> {
    let game = game(text).map_err(|messages| format!("not valid: {messages}"))?;
    let play = || (0..checks::GAMES).map(|number| checks::play(&game, seed, number)).sum();
    catch_unwind(AssertUnwindSafe(play)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
    })
}

/// What kind of trouble it is: the message without its numbers and names.
fn kind(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let last = line.rsplit(": ").next().unwrap_or_default();
    last.split('`').next().unwrap_or_default().chars().filter(|c| !c.is_numeric()).collect()
}

#[test]
fn random_rules_are_played_as_they_are_written() {
    let seeds = seeds();
    let (mut seen, mut wrong) = (Seen::default(), Vec::new());
    for seed in seeds.clone() {
        match trouble(&generator::rules(seed), seed) {
            Ok(more) => seen = [seen, more].into_iter().sum(),
            Err(message) => {
                eprintln!("seed {seed}: {}", message.lines().next().unwrap_or_default());
                wrong.push(seed);
            }
        }
    }
    eprintln!("{seen:?}");
    if let Some(&seed) = wrong.first() {
        let kind = |text: &str| trouble(text, seed).err().map(|message| kind(&message));
        let wanted = kind(&generator::rules(seed));
        let fails = |text: &str| game(text).is_ok() && kind(text) == wanted;
        let text = shrink::shrink(&generator::rules(seed), fails);
        let message = trouble(&text, seed).err().unwrap_or_default();
        panic!("{} of {seeds:?} fail: {wrong:?}\nseed {seed}:\n{text}\n{message}", wrong.len());
    }
    let asked = (seeds.end - seeds.start) as usize;
    assert!(seen.positions > 10 * asked, "too little was looked at: {seen:?}");
    assert!(seen.plain * 10 > seen.positions * 9, "too little could be told plainly: {seen:?}");
}

#[test]
fn rules_once_played_wrongly_are_played_as_they_are_written() {
    for &(name, seed, text) in found::FOUND {
        match trouble(text, seed) {
            Ok(seen) => assert!(seen.plain > 0, "{name}: {seen:?}"),
            Err(message) => panic!("{name}: {message}"),
        }
    }
}
