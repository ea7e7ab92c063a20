//! Does one fixed piece of work, for `benches/instructions` to count its instructions: `workload NAME`.
//! `workload --list` names them all; without a name, as under `cargo test` and `cargo bench`, nothing is done.
//!
//! Seeds, depths and numbers of games are part of the stored figures: a change asks for a rebase.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod support;

use std::hint::black_box;
use zrf::game::Drawing;
use zrf::game::perft::{perft, perft_generated, perft_played};
use zrf::study::playout;

/// A name, and what is done.
type Workload = (&'static str, fn());

const WORKLOADS: &[Workload] = &[
    ("load-chess", || (0..5).for_each(|_| drop(black_box(support::game("chess"))))),
    ("load-courier-spiel", || (0..5).for_each(|_| drop(black_box(support::game("courier-spiel"))))),
    ("perft-played-chess", || {
        perft_played(&mut support::game("chess").start(), 4).expect("shipped games run");
    }),
    ("perft-counted-capablanca", || {
        perft_generated(&mut support::game("capablanca-chess").start(), 4).expect("shipped games run");
    }),
    ("perft-kept-frog", || {
        perft(&mut support::game("frog-hannibal-waffle").start(), 5).expect("shipped games run");
    }),
    ("playouts-full-chess", || play("chess", 20, Drawing::Full)),
    ("playouts-lazy-chess", || play("chess", 50, Drawing::Lazy)),
    // Their late positions hold pieces whose attacks are harder to tell.
    ("playouts-lazy-grand-chess", || play("grand-puzzle", 5, Drawing::Lazy)),
    ("playouts-lazy-courier-spiel", || play_for("courier-spiel", 1, 60, Drawing::Lazy)),
    ("playouts-breakthrough", || play("breakthrough", 1000, Drawing::Full)),
    ("playouts-english-draughts", || play("english-draughts", 500, Drawing::Full)),
    ("playouts-reversi", || play("reversi", 100, Drawing::Full)),
    ("playouts-gomoku", || play("gomoku", 500, Drawing::Full)),
    ("playouts-shogi", || play("shogi", 5, Drawing::Full)),
];

fn play(name: &str, games: u64, drawing: Drawing) {
    play_for(name, games, 1000, drawing);
}

fn play_for(name: &str, games: u64, max_plies: u64, drawing: Drawing) {
    let mut position = support::game(name).start();
    for number in 0..games {
        playout::play_from(&mut position, 1, number, max_plies, drawing).expect("shipped games run");
    }
}

fn main() {
    let Some(name) = std::env::args().nth(1) else { return };
    if name == "--list" {
        WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    }
    if let Some((_, work)) = WORKLOADS.iter().find(|w| w.0 == name) {
        work();
    } else if !name.starts_with("--") {
        eprintln!("no such workload: {name}");
        std::process::exit(2);
    }
}
