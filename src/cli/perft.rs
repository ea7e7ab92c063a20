//! `zrf perft FILE DEPTH`.

use super::args::{Json, Threads};
use super::failure::Failure;
use super::session::Session;
use super::{position, progress};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use zrf::game::perft::{perft, perft_moves};
use zrf::game::{Move, Position, RuntimeError};

/// Count the move sequences of a length
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: position::PositionArgs,

    /// Length of the sequences; each part of a partial move counts as one
    depth: u32,

    /// Print the count behind each first move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let mut setting = args.position.build(session)?;
    let Some(rest) = args.depth.checked_sub(1) else {
        return print_total(&args, session, 1);
    };
    let moves = perft_moves(&mut setting.position).map_err(|e| setting.failure(&e))?;
    let position = &setting.position;
    let counts = count(position, &moves, rest, args.threads.count()).map_err(|e| setting.failure(&e))?;
    let total = counts.iter().sum();
    if args.divide {
        for (mv, nodes) in moves.iter().zip(&counts) {
            let text = position.print(mv);
            if args.output.json {
                writeln!(session.out, "{}", json!({ "move": text, "nodes": nodes }))?;
            } else {
                writeln!(session.out, "{text}: {nodes}")?;
            }
        }
    }
    print_total(&args, session, total)
}

fn print_total(args: &Args, session: &mut Session, nodes: u64) -> Result<(), Failure> {
    if args.output.json {
        writeln!(session.out, "{}", json!({ "depth": args.depth, "nodes": nodes }))?;
    } else {
        writeln!(session.out, "nodes {nodes}")?;
    }
    Ok(())
}

/// A first move, or the first two moves, behind which to count.
struct Task {
    first: usize,
    second: Option<Move>,
}

/// The number of sequences behind each of the moves, counted on several threads.
fn count(position: &Position, moves: &[Move], rest: u32, threads: usize) -> Result<Vec<u64>, RuntimeError> {
    let tasks = tasks(position, moves, rest, threads)?;
    let bar = progress::bar(tasks.len() as u64, "perft");
    let next = AtomicUsize::new(0);
    let has_failed = AtomicBool::new(false);
    let work = || -> Result<Vec<u64>, RuntimeError> {
        let mut position = position.clone();
        let mut counts = vec![0; moves.len()];
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if has_failed.load(Ordering::Relaxed) {
                break;
            }
            let nodes = run_task(&mut position, moves, task, rest);
            counts[task.first] += nodes.inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?;
            bar.inc(1);
        }
        Ok(counts)
    };
    let results: Vec<_> = if threads == 1 {
        vec![work()]
    } else {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(tasks.len())).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    };
    bar.finish_and_clear();
    let mut total = vec![0u64; moves.len()];
    for counts in results {
        total.iter_mut().zip(counts?).for_each(|(sum, n)| *sum += n);
    }
    Ok(total)
}

/// One task for each first move; for several threads one for each pair of moves, to share them fairly.
fn tasks(position: &Position, moves: &[Move], rest: u32, threads: usize) -> Result<Vec<Task>, RuntimeError> {
    if threads == 1 || rest < 2 {
        return Ok((0..moves.len()).map(|first| Task { first, second: None }).collect());
    }
    let mut position = position.clone();
    let mut tasks = Vec::new();
    for (first, mv) in moves.iter().enumerate() {
        position.play(mv)?;
        tasks.extend(
            perft_moves(&mut position)?.into_iter().map(|second| Task { first, second: Some(second) }),
        );
        position.undo();
    }
    Ok(tasks)
}

fn run_task(position: &mut Position, moves: &[Move], task: &Task, rest: u32) -> Result<u64, RuntimeError> {
    position.play(&moves[task.first])?;
    let nodes = match &task.second {
        None => perft(position, rest)?,
        Some(second) => {
            position.play(second)?;
            let nodes = perft(position, rest - 1)?;
            position.undo();
            nodes
        }
    };
    position.undo();
    Ok(nodes)
}
