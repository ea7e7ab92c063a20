//! Rules written at random that were once played wrongly, cut down.

/// Each with a name that tells what was wrong, and the seed of its random games.
pub const FOUND: &[(&str, u64, &str)] = &[
    (
        "who takes his own royal piece is in check no more",
        145,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board
    (grid (dimensions ("a/b/c/d" (1 0)) ("8/7/6/5/4/3/2/1" (0 1))) (directions (n 0 -1) (s 0 1) (w -1 0)))
    (symmetry Black (n s)))
  (board-setup (White (King c3)) (Black (King a5) (Rook c8)))
  (piece (name King) (moves (n add) (w add)))
  (piece (name Rook) (moves (n (while empty? n) add) (w (while empty? add w))))
  (loss-condition (Black) (checkmated King)))"#,
    ),
    (
        "a third player takes a royal piece that the next one attacks",
        181,
        r#"
(game
  (players White Black Red)
  (turn-order White Black Red)
  (board (grid (dimensions ("a/b/c/d/e/f/g/h" (1 0)) ("7/6/5/4/3/2/1" (0 1))) (directions (e 1 0))))
  (board-setup (White (Bird off 2)) (Black (Bird e7)) (Red (King g7)))
  (piece (name King))
  (piece (name Bird) (moves (e (while empty? e) add)) (drops (add)))
  (loss-condition (Red) (checkmated King)))"#,
    ),
    (
        "an empty square that is lifted blocks no line and takes nothing",
        1412,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board
    (grid (dimensions ("a/b/c" (1 0)) ("5/4/3/2/1" (0 1))) (directions (n 0 -1) (e 1 0) (s 0 1)))
    (symmetry Black (n s)))
  (board-setup (White (Pawn c1) (Rook a2) (King b2)) (Black (Pawn a5) (Bird b4)))
  (piece (name King) (moves (n add)))
  (piece (name Rook) (moves (e from b3 add)))
  (piece (name Bird) (moves (s add)))
  (piece (name Pawn) (moves (n add) (e n add)))
  (loss-condition (White) (checkmated King)))"#,
    ),
    (
        "a man of the next player that goes on in a chain may give check from where it arrives",
        857,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board
    (grid (dimensions ("a/b/c/d" (1 0)) ("5/4/3/2/1" (0 1))) (directions (n 0 -1) (s 1 0) (w -1 0))))
  (board-setup (White (Bird c3) (King a4)) (Black (Rook off 1)))
  (piece (name King))
  (piece (name Rook) (moves (n add) (w (while empty? w) add)) (drops (add)))
  (piece (name Bird) (moves (s (create Black Rook) (if empty? add-partial))))
  (loss-condition (White) (checkmated King)))"#,
    ),
    (
        "moves that differ in the empty squares that they lift print the same",
        338,
        r#"
(game
  (players White)
  (turn-order White)
  (board (grid (dimensions ("a/b/c/d/e" (1 0)) ("7/6/5/4/3/2/1" (0 1))) (directions (w -1 0))))
  (board-setup (White (Pawn c2)))
  (piece (name Pawn) (moves (w add cascade w add)))
  (win-condition (White) stalemated))"#,
    ),
    (
        "the same with moves of several pieces that print nothing",
        238,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board
    (grid (dimensions ("a/b/c/d/e/f/g/h/i" (1 0)) ("9/8/7/6/5/4/3/2/1" (0 1))) (directions (n 0 -1) (s 1 0)))
    (symmetry Black (n s)))
  (board-setup (White (King a3)) (Black (Cat c8 e5) (King g9)))
  (piece (name King) (moves (add-copy)))
  (piece (name Cat) (moves (to n cascade n add) (from n from add)))
  (win-condition (White) stalemated))"#,
    ),
    (
        "a promotion for which no piece is in the stock attacks nothing",
        140,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (option "recycle promotions" true)
  (board
    (grid (dimensions ("a/b/c/d/e/f/g" (1 0)) ("8/7/6/5/4/3/2/1" (0 1))) (directions (s 0 1)))
    (symmetry Black (n s)))
  (board-setup (White (Pawn f2) (King b1)) (Black (King f6)))
  (piece (name King) (moves (n (add-copy Bird)) (add) (s (while empty? add s) (add Bird))))
  (piece (name Bird))
  (piece (name Pawn))
  (loss-condition (White) (checkmated Pawn)))"#,
    ),
    (
        "a drop that also lifts the empty square prints as the drop alone",
        10120,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board
    (grid (dimensions ("a/b/c/d/e/f" (1 0)) ("6/5/4/3/2/1" (0 1))) (directions (ne 1 -1) (se 1 1) (nw -1 -1))))
  (board-setup (White (King off 2) (Bird a2)) (Black (King off 1) (Bird d6)))
  (piece (name King) (drops (add cascade ne add)))
  (piece (name Bird) (moves (se (while empty? add se)) (nw add)))
  (win-condition (White) (captured King)))"#,
    ),
    (
        "a quiet move behind a capture is one that captured nothing",
        20016,
        r#"
(game
  (players White Black)
  (turn-order White Black)
  (board (grid (dimensions ("a/b/c/d/e" (1 0)) ("4/3/2/1" (0 1))) (directions (n 0 -1) (s 1 0))))
  (board-setup (White (Rook d2) (Cat off 1)) (Black (Pawn a4) (King a3)))
  (piece (name King) (moves (s add)))
  (piece (name Rook) (moves (add)))
  (piece (name Cat) (drops ((verify (not-empty? n)) n n add)))
  (piece (name Pawn))
  (win-condition (Black) (not (captured Pawn))))"#,
    ),
];
