//! Play asks for no memory once it has begun: what a first run has made room for, a second one uses.
//!
//! The same perft and the same random games are played twice from one position; the second time is counted. Perft has a
//! stack of the plies that it is in, which is made once for each call.

use allocation_counter::measure;
use zrf::document::Document;
use zrf::game::perft::{perft, perft_played};
use zrf::game::{Drawing, Game, Position};
use zrf::loader::{DiskLoader, MemoryLoader, builtin};
use zrf::study::playout::play_from;

/// Shipped games with the depth of their perft and the number of their random games: all kinds of moves and goals, and
/// boards of all widths of sets.
const GAMES: &[(&str, u32, u64)] = &[
    ("ataxx", 3, 2),
    ("breakthrough", 3, 4),
    ("capablanca-chess", 2, 2),
    ("chess", 3, 3),
    ("connect-four", 4, 4),
    ("courier-spiel", 2, 1),
    ("english-draughts", 4, 4),
    ("four-corner-halma", 2, 2),
    ("frog-hannibal-waffle", 2, 1),
    ("gomoku", 2, 2),
    ("grand-puzzle", 2, 1),
    ("hexagonal-chess", 2, 1),
    ("holy-grail", 2, 1),
    ("international-draughts", 3, 2),
    ("mancala", 3, 3),
    ("peg-solitaire", 3, 3),
    ("race", 3, 3),
    ("reversi", 3, 3),
    ("shogi", 2, 1),
    ("tic-tac-toe", 4, 10),
    ("tic-tac-toe-3d", 2, 4),
    ("veles-chess", 2, 1),
    ("xiangqi", 2, 1),
    (LARGE, 2, 2),
];

const LARGE: &str = "a board of 400 positions";

/// So often work is done again.
const RUNS: usize = 20;

/// Random games are cut here.
const MAX_PLIES: u64 = 200;

/// A board of more positions than the sets of fixed size have room for.
fn large() -> Game {
    let rules = r#"
(define step ($1 (verify empty?) add))
(define slide ($1 (while empty? add $1) (verify enemy?) add))
(game
  (title "Large")
  (players White Black)
  (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9)
    (dimensions ("a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t" (10 0))
                ("1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20" (0 10)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (board-setup (White (King a1) (Rook b1 c1)) (Black (King t20) (Rook s20 r20)))
  (piece (name King) (moves (step n) (step s) (step e) (step w)))
  (piece (name Rook) (moves (slide n) (slide s) (slide e) (slide w)))
  (loss-condition (White Black) (checkmated King)))"#;
    let document = Document::load("large.zrf", rules.as_bytes(), &MemoryLoader::new());
    document.game(0).0.expect("a game without errors")
}

fn game(name: &str) -> Game {
    if name == LARGE {
        return large();
    }
    document(name).game(0).0.expect("shipped games compile")
}

fn document(name: &str) -> Document {
    let source = builtin::load(&format!("zrf/{name}.zrf")).expect("a shipped file");
    Document::load(&source.name, &source.bytes, &DiskLoader::default())
}

/// All of them, and a few moves of each small example of the language.
fn games() -> impl Iterator<Item = (String, u32, u64)> {
    let examples = builtin::games().iter().filter_map(|(path, _)| {
        let name = path.strip_prefix("zrf/")?.strip_suffix(".zrf")?;
        (name.contains('/') && !document(name).variants().is_empty()).then(|| (name.to_owned(), 2, 2))
    });
    GAMES.iter().map(|&(name, depth, games)| (name.to_owned(), depth, games)).chain(examples)
}

/// The least that is asked for when work is done again. Dear graphs are made when the machine has spent enough on a
/// square, so that may be later than in the first run.
fn allocations(position: &mut Position, mut work: impl FnMut(&mut Position)) -> u64 {
    work(position);
    let mut least = u64::MAX;
    for _ in 0..RUNS {
        least = least.min(measure(|| work(position)).count_total);
        if least == 0 {
            break;
        }
    }
    least
}

#[test]
fn random_games_ask_for_no_memory() {
    let mut wrong = Vec::new();
    for (name, _, games) in games() {
        for drawing in [Drawing::Full, Drawing::Lazy] {
            let mut position = game(&name).start();
            let count = allocations(&mut position, |position| {
                for number in 0..games {
                    play_from(position, 1, number, MAX_PLIES, drawing).expect("shipped games run");
                }
            });
            if count > 0 {
                wrong.push(format!("{name} {drawing:?}: {count}"));
            }
        }
    }
    assert!(wrong.is_empty(), "allocations: {wrong:#?}");
}

#[test]
fn perft_asks_for_memory_once_a_call() {
    let mut wrong = Vec::new();
    for (name, depth, _) in games() {
        let mut position = game(&name).start();
        let count = allocations(&mut position, |position| {
            perft(position, depth).expect("shipped games run");
            perft_played(position, depth).expect("shipped games run");
        });
        if count != 2 {
            wrong.push(format!("{name}: {count} instead of one for each of two calls"));
        }
    }
    assert!(wrong.is_empty(), "allocations: {wrong:#?}");
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![0u8; 10]))).count_total, 1);
}
