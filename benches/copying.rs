//! Two ways back from a move: to undo what it has changed, or to put back a copy of the state before it. Leaves a
//! second of perft, each leaf played.

mod support;

use support::Bench;
use zrf::game::perft::{perft_copying, perft_played};

/// Games on boards of several sizes, with the depth of their perft.
const GAMES: &[(&str, u32)] = &[
    ("chess", 4),
    ("capablanca-chess", 3),
    ("grand-puzzle", 3),
    ("courier-spiel", 3),
    ("international-draughts", 5),
    ("gomoku", 2),
];

/// They take turns so often.
const ROUNDS: u64 = 3;

fn main() {
    let bench = Bench::from_args();
    for &(name, depth) in GAMES {
        let depth = bench.size(u64::from(depth), 2) as u32;
        let mut position = support::game(name).start();
        let counts = (perft_played(&mut position, depth), perft_copying(&mut position, depth));
        assert_eq!(counts.0, counts.1, "{name}: both ways count the same");
        for _ in 0..bench.size(ROUNDS, 1) {
            bench.rate(&format!("copying/{name}/{depth}/undone"), "leaves", || {
                perft_played(&mut position, depth).expect("shipped games run")
            });
            bench.rate(&format!("copying/{name}/{depth}/copied"), "leaves", || {
                perft_copying(&mut position, depth).expect("shipped games run")
            });
        }
    }
}
