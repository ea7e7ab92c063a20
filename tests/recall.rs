//! Stretches of code that are recalled, and moves that are kept, are what they were when they were run.

mod support;

use zrf::game::Game;
use zrf::study::playout;

/// The blocks follow the last move, so that they are run by the machine. Each looks the board over: with flags,
/// position flags, the mark, changes and captures, in loops in loops and in a subroutine, one that ends the run
/// among them.
const RULES: &str = r#"
(define count
  (set-flag odd false) (set-flag many false)
  mark a1
  (while (on-board? next)
    (if friend? (if (flag? odd) (set-flag odd false) (set-flag many true) else (set-flag odd true)))
    next)
  back)
(define age mark a1
  (while (on-board? next)
    (if (and friend? (piece? Old)) (set-attribute tired true) (change-type Man))
    next)
  back)
(define neighbours
  (set-flag left (on-board? w)) (set-flag right (on-board? e))
  (if (on-board? w) w (if enemy? (set-flag met true)) e)
  (if (on-board? e) e (if enemy? (set-flag met true)) w)
  (if (on-board? n) n (if enemy? (set-flag met true)) s)
  (if (on-board? s) s (if (and enemy? (flag? odd)) capture) n)
  (if (and (flag? met) (not-flag? left)) (change-type Old)))
(define lines mark a1
  (while (on-board? next)
    (if (position-flag? seen) (set-flag twice true))
    (if friend?
      mark (while (and (on-board? e) (empty? e)) e (set-position-flag seen true)) back)
    next))
(define look (go last-to) (go from) (count) (age))
(define step ((look) $1 (verify (not-flag? twice)) (verify not-friend?) (neighbours) add))
(define far ((look) (lines) (go from) $1 (verify empty?) $1 (verify not-friend?)
  (if (flag? twice) (add Old) else add)))
(define odd-only ((look) (verify (flag? odd)) $1 $2 (verify not-friend?) (neighbours) add))
(define strict ((look) mark a1
  (while (on-board? next) (verify (or not-enemy? (not-piece? Old))) (verify not-enemy?) next (if (in-zone? half) d4))
  (go from) $1 (verify empty?) add))
(define start ($1 (verify empty?) add))
(game
  (title "Looking the board over")
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (next 1 0)))
    (links next (d1 a2) (d2 a3) (d3 a4))
    (zone (name half) (players White Black) (positions b3 c3)))
  (board-setup (White (Man a1 b1 d1) (Old c1)) (Black (Man a4 b4) (Old c4 d4)))
  (piece (name Man) (attribute tired false)
    (moves (step n) (step s) (step e) (far n) (far w) (odd-only n e) (odd-only s w) (strict e) (start e)))
  (piece (name Old) (attribute tired false)
    (moves (step s) (step w) (far e) (odd-only n w) (strict n) (start n)))
  (win-condition (White Black) (pieces-remaining 99)))

"#;

/// Two pieces whose blocks could follow the last move, if there were any Ghost: so the machine runs them. Their moves
/// depend on what stands on a few squares, on attributes, on the board's edge, and one on the last move.
const NEAR: &str = r#"
(define ghost (if (piece? Ghost) (go last-to)))
(define step ($1 (verify not-friend?) (ghost) (set-attribute tired true) (if enemy? (add Man Elk) else add)))
(define slide ($1 (while empty? (ghost) add $1) (verify enemy?) (verify (not (tired $1))) add))
(define chase ($1 (verify (or empty? last-to?)) (ghost) $1 (verify (or empty? last-to?)) add))
(define push ($1 (verify enemy?) (ghost) cascade $1 (verify empty?) add))
(game
  (title "Kept moves")
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d/e/f/g/h/i" (10 0)) ("8/7/6/5/4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (board-setup (White (Man a1 b1 d1 h1) (Elk c1 i2)) (Black (Man a8 b8 e7) (Elk c8 d8 i7)))
  (piece (name Ghost))
  (piece (name Man) (attribute tired false) (moves (step n) (step s) (chase e) (push w) (push n)))
  (piece (name Elk) (attribute tired true) (moves (slide n) (slide s) (slide e) (slide w) (step e)))
  (win-condition (White Black) (pieces-remaining 99)))
"#;

#[test]
fn what_is_recalled_is_what_would_be_run() {
    let game = support::document(RULES).game(0).0.expect("rules that compile");
    let stretches = &game.program().stretches;
    assert!(stretches.len() >= 4, "{} stretches", stretches.len());
    compare(&game);
}

#[test]
fn moves_that_are_kept_are_those_that_would_be_found() {
    compare(&support::document(NEAR).game(0).0.expect("rules that compile"));
}

/// Compares random games with runs watched step by step, of which nothing is recalled.
fn compare(game: &Game) {
    let mut looked = 0;
    for seed in 0..40 {
        let mut position = game.start();
        let mut random = playout::generator(seed, 0);
        for ply in 0..60 {
            assert!(support::watch::is_as_watched(&mut position, &format!("seed {seed}, ply {ply}")));
            looked += 1;
            let moves = position.legal_moves().expect("moves");
            if moves.is_empty() {
                break;
            }
            position.play(&moves[playout::below(&mut random, moves.len())]).expect("a move");
        }
    }
    assert!(looked > 500, "only {looked} positions");
}
