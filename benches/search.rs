//! Positions a second of the search from the start, for each shipped game, on one thread and on two: positions
//! of all threads together by the CPU time of one of them.

mod support;

use support::Bench;
use zrf::search::{Limits, Settings, Thinker};

fn main() {
    let bench = Bench::from_args();
    let nodes = bench.size(300_000, 300);
    for name in support::games() {
        let mut position = support::game(name).start();
        // The first throw of the dice is not thought about.
        while position.game().rules().players[position.mover().index()].is_random {
            let throw = position.legal_moves().expect("shipped games run").swap_remove(0);
            position.play(&throw).expect("shipped games run");
        }
        for threads in [1, 2] {
            let settings = Settings { threads, ..Settings::default() };
            let mut thinker = Thinker::new(position.game(), settings).expect("shipped games run");
            bench.rate(&format!("search/{name}/threads-{threads}"), "positions", || {
                thinker.forget();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let best = thinker.think(&position, limits, &mut |_| {}).expect("shipped games run");
                best.map_or(0, |best| best.info.nodes)
            });
        }
    }
}
