//! Listing the legal moves of positions on the way of random games: moves a second, as the library hands them out.

mod support;

use support::Bench;
use zrf::game::Position;
use zrf::study::playout::{below, generator};

/// Positions of each game.
const POSITIONS: usize = 32;
/// Moves between two of them.
const STRIDE: usize = 5;

fn main() {
    let bench = Bench::from_args();
    for name in support::games() {
        let mut positions = sample(name);
        bench.rate(&format!("movegen/{name}"), "moves", || {
            positions.iter_mut().map(|p| p.legal_moves().expect("shipped games run").len() as u64).sum()
        });
    }
}

/// Positions of random games, always the same.
fn sample(name: &str) -> Vec<Position> {
    let start = support::game(name).start();
    let mut random = generator(1, 0);
    let mut position = start.clone();
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        positions.push(position.clone());
        for _ in 0..STRIDE {
            let moves = position.legal_moves().expect("shipped games run");
            if moves.is_empty() {
                position = start.clone();
                break;
            }
            position.play(&moves[below(&mut random, moves.len())]).expect("shipped games run");
        }
    }
    positions
}
