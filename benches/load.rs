//! Loading, from the text to a game that can start: bytes of rules a second, for each shipped game.

mod support;

use std::hint::black_box;
use support::Bench;

fn main() {
    let bench = Bench::from_args();
    for name in support::games() {
        let size =
            support::document(name).sources().iter().map(|(_, source)| source.text.len()).sum::<usize>();
        bench.rate(&format!("load/{name}"), "bytes", || {
            black_box(support::game(name));
            size as u64
        });
    }
}
