//! Random games from the start, for each shipped game: games a second, with moves drawn from full lists, and lazily.

mod support;

use support::Bench;
use zrf::game::Drawing;
use zrf::study::playout;

/// Longer games are cut, as `zrf playout` does.
const MAX_PLIES: u64 = 1000;

fn main() {
    let bench = Bench::from_args();
    for name in support::games() {
        let mut position = support::game(name).start();
        for (title, drawing) in [("full", Drawing::Full), ("lazy", Drawing::Lazy)] {
            let mut number = 0;
            bench.rate(&format!("playout/{name}/{title}"), "games", || {
                playout::play_from(&mut position, 1, number, MAX_PLIES, drawing).expect("shipped games run");
                number += 1;
                1
            });
        }
    }
}
