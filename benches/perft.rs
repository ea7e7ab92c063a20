//! Counting move sequences of some thousand leaves, for each shipped game: leaves a second, each of them played,
//! and only counted.

mod support;

use support::Bench;
use zrf::game::Position;
use zrf::game::perft::{perft, perft_generated, perft_played};

/// Depth stops growing before there are more leaves than this.
const MAX_LEAVES: u64 = 20_000;

fn main() {
    let bench = Bench::from_args();
    for name in support::games() {
        let mut position = support::game(name).start();
        let depth = depth(&mut position);
        bench.rate(&format!("perft/{name}/{depth}/played"), "leaves", || {
            perft_played(&mut position, depth).expect("shipped games run")
        });
        bench.rate(&format!("perft/{name}/{depth}/generated"), "leaves", || {
            perft_generated(&mut position, depth).expect("shipped games run")
        });
        bench.rate(&format!("perft/{name}/{depth}/counted"), "leaves", || {
            perft(&mut position, depth).expect("shipped games run")
        });
    }
}

fn depth(position: &mut Position) -> u32 {
    let is_small = |depth: &u32| {
        let leaves = perft(position, *depth).expect("shipped games run");
        leaves > 0 && leaves <= MAX_LEAVES
    };
    (2..10).take_while(is_small).last().unwrap_or(1)
}
