//! Broken rule files that still play: from the bytes to moves made and taken back, never a panic or a
//! hang.
//!
//! A short run is part of the tests; `ZRF_FUZZ_SECONDS=60` makes it a long one.

#![allow(clippy::print_stderr)] // The counts are worth reading.

mod support;

use std::time::{Duration, Instant};
use support::mutate::{Rng, mutate};
use zrf::document::Document;
use zrf::loader::DiskLoader;
use zrf::study::playout;

/// Instructions for one list of moves: a mutated loop must not take the time of the others.
const FUEL: u64 = 300_000;

/// Reads a file and plays some moves of its first variants; says whether any was played.
fn try_out(name: &str, bytes: &[u8], seed: u64) -> bool {
    let document = Document::load(name, bytes, &DiskLoader::default());
    let mut has_played = false;
    for info in document.variants().iter().take(2) {
        let Some(game) = document.game(info.number).0 else { continue };
        let mut position = game.start();
        position.set_max_fuel(FUEL);
        let mut random = playout::generator(seed, info.number as u64);
        let before = position.hash();
        for _ in 0..12 {
            if position.outcome().is_err() {
                break;
            }
            let Ok(moves) = position.legal_moves() else { break };
            if moves.is_empty() {
                break;
            }
            let mv = &moves[playout::below(&mut random, moves.len())];
            // A mutated label may hold anything; its text is made all the same.
            position.print(mv);
            if position.play(mv).is_err() {
                break;
            }
            has_played = true;
        }
        while position.undo() {}
        assert_eq!(position.hash(), before, "{name}: moves are not taken back wholly");
    }
    has_played
}

#[test]
fn mutated_games_never_panic_or_hang() {
    let mut paths = support::shipped_files();
    // The largest files take long to load in a debug build; the others have the same words.
    let corpus = support::corpus("zrf").unwrap_or_default();
    paths.extend(corpus.into_iter().filter(|p| p.metadata().is_ok_and(|m| m.len() < 30_000)));
    let seconds = std::env::var("ZRF_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(5);
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    let mut rng = Rng::new(20);
    let (mut tried, mut played) = (0u64, 0u64);
    while start.elapsed() < limit {
        let path = &paths[rng.below(paths.len())];
        let mut bytes = std::fs::read(path).unwrap();
        for _ in 0..=rng.below(3) {
            bytes = mutate(&bytes, &mut rng);
        }
        played += u64::from(try_out(&path.to_string_lossy(), &bytes, tried));
        tried += 1;
    }
    eprintln!("{tried} mutated files, {played} of them played");
    assert!(tried > 0);
}
