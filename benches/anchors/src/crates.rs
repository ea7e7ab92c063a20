//! The anchors that are crates: shakmaty and cozy-chess, from the initial position of chess.
//!
//! Both are measured as `zrf bench` measures: CPU time of the thread, complete move lists at each ply,
//! games drawn after a hundred half moves without a pawn's move or a capture and by no other count.

use crate::figures::{Figures, add};
use cozy_chess::Board;
use cpu_time::ThreadTime;
use shakmaty::{Chess, Position};
use std::time::Duration;

const DEPTH: u32 = 5;
const LEAVES: u64 = 4_865_609;
/// Half moves without progress that make a draw.
const NO_PROGRESS: u32 = 100;

/// Measures both.
pub fn measure(budget: Duration, figures: &mut Figures) {
    let chess = Chess::default();
    let board = Board::default();
    let mut put = |system, figure, value| add(figures, system, "chess", figure, value);
    put("shakmaty", "perft-played", rate(budget, || check(shakmaty_perft(&chess, DEPTH, true))));
    put("shakmaty", "perft-counted", rate(budget, || check(shakmaty_perft(&chess, DEPTH, false))));
    put("cozy-chess", "perft-played", rate(budget, || check(cozy_perft(&board, DEPTH, true))));
    put("cozy-chess", "perft-counted", rate(budget, || check(cozy_perft(&board, DEPTH, false))));
    let mut random = Random(1);
    put("shakmaty", "playouts-full", rate(budget, || shakmaty_game(&chess, &mut random)));
    put("cozy-chess", "playouts-full", rate(budget, || cozy_game(&board, &mut random)));
}

fn check(leaves: u64) -> u64 {
    assert_eq!(leaves, LEAVES, "an anchor miscounts");
    leaves
}

/// What a piece of work counts, a second; the first time warms up.
fn rate(budget: Duration, mut work: impl FnMut() -> u64) -> f64 {
    work();
    let start = ThreadTime::now();
    let mut done = 0;
    loop {
        done += work();
        let elapsed = start.elapsed();
        if elapsed >= budget {
            return done as f64 / elapsed.as_secs_f64();
        }
    }
}

fn shakmaty_perft(position: &Chess, depth: u32, is_played: bool) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 && !is_played {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        leaves += if depth == 1 { leaf(&next) } else { shakmaty_perft(&next, depth - 1, is_played) };
    }
    leaves
}

fn cozy_perft(board: &Board, depth: u32, is_played: bool) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 && !is_played {
            leaves += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += if depth == 1 { leaf(&next) } else { cozy_perft(&next, depth - 1, is_played) };
        }
        false
    });
    leaves
}

/// Counts a leaf that has really been made.
fn leaf<T>(position: &T) -> u64 {
    std::hint::black_box(position);
    1
}

fn shakmaty_game(start: &Chess, random: &mut Random) -> u64 {
    let mut position = start.clone();
    while position.halfmoves() < NO_PROGRESS {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    1
}

fn cozy_game(start: &Board, random: &mut Random) -> u64 {
    let mut board = start.clone();
    let mut list = Vec::with_capacity(256);
    while u32::from(board.halfmove_clock()) < NO_PROGRESS {
        list.clear();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        if list.is_empty() {
            break;
        }
        board.play_unchecked(list[random.below(list.len())]);
    }
    1
}

/// A generator that costs nothing beside a move: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }
}
