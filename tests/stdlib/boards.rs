//! Boards, zones and symmetry.

use crate::trial::Trial;

#[test]
fn boards_have_their_squares_and_ranks() {
    let boards = [
        ("(board-8x8)", 64, 8, "h8"),
        ("(board-10x8)", 80, 10, "j8"),
        ("(board-12x8)", 96, 12, "l8"),
        ("(board-9x10)", 90, 9, "i10"),
        ("(board-10x9)", 90, 10, "j9"),
        ("(board-10x10)", 100, 10, "j10"),
    ];
    for (board, squares, files, corner) in boards {
        let count = |moves: &str| drops(board, "White", moves).len();
        assert_eq!(count("(drop add)"), squares, "{board}");
        for zone in ["first-rank", "second-rank", "third-rank", "last-rank"] {
            assert_eq!(count(&format!("(drop-in {zone} add)")), files, "{board}: {zone}");
        }
        assert!(drops(board, "White", "(drop-in last-rank add)").contains(&corner.to_owned()), "{board}");
        assert!(drops(board, "Black", "(drop-in first-rank add)").contains(&corner.to_owned()), "{board}");
    }
}

/// The squares where a player may drop an X.
fn drops(board: &str, player: &str, block: &str) -> Vec<String> {
    let piece = format!("(piece (name X) (drops {block}))");
    let trial = Trial::on(board, "", &piece).set(&format!("({player} X off 1)"));
    let mut trial = trial.turn(usize::from(player == "Black"));
    trial.destinations("X")
}

#[test]
fn ranks_are_counted_from_the_player() {
    assert_eq!(
        drops("(board-8x8)", "Black", "(drop-in third-rank add)"),
        ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"]
    );
    let board = "(rectangle \"a/b/c/d/e/f/g/h/i\" \"9/8/7/6/5/4/3/2/1\") (mirror Black) (ranks-of-9 row-9)";
    assert_eq!(drops(board, "Black", "(drop-in second-rank add)").len(), 9);
    let board = "(rectangle \"a/b/c/d/e/f/g/h/i/j/k/l\" \"8/7/6/5/4/3/2/1\") (ranks-of-8 row-12)";
    assert_eq!(drops(board, "White", "(drop-in second-rank add)").len(), 12);
    let board = "(rectangle \"a/b/c/d/e/f/g/h/i/j\" \"10/9/8/7/6/5/4/3/2/1\") (ranks-of-10 row-10)";
    assert_eq!(drops(board, "Black", "(drop-in last-rank add)").len(), 10);
}

#[test]
fn zones_are_made_of_rows_and_columns() {
    let tall = "(rectangle \"a/b/c/d/e/f/g/h\" \"10/9/8/7/6/5/4/3/2/1\")";
    let zone = |positions: &str| {
        let board = format!("{tall} (zone (name wing) (positions {positions}))");
        drops(&board, "White", "(drop-in wing add)").join(" ")
    };
    assert_eq!(zone("(row-8 3)"), "a3 b3 c3 d3 e3 f3 g3 h3");
    let wide = |row: &str, board: &str| {
        let board = format!("{board} (zone (name wing) (positions {row}))");
        drops(&board, "White", "(drop-in wing add)").join(" ")
    };
    assert_eq!(wide("(row-9 4)", "(board-9x10)"), "a4 b4 c4 d4 e4 f4 g4 h4 i4");
    assert_eq!(wide("(row-10 9)", "(board-10x9)"), "a9 b9 c9 d9 e9 f9 g9 h9 i9 j9");
    assert_eq!(wide("(row-12 1)", "(board-12x8)"), "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1");
    assert_eq!(wide("(cell-i 1) (cell-j 2) (cell-k 3) (cell-l 4)", "(board-12x8)"), "i1 j2 k3 l4");
    assert_eq!(zone("(column-8 b)"), "b1 b2 b3 b4 b5 b6 b7 b8");
    assert_eq!(zone("(column-9 b)"), "b1 b2 b3 b4 b5 b6 b7 b8 b9");
    assert_eq!(zone("(column-10 b)"), "b1 b10 b2 b3 b4 b5 b6 b7 b8 b9");
    assert_eq!(zone("(cell-c 10) (cell-h 1)"), "c10 h1");
    let cells = "(cell-a 5) (cell-b 5) (cell-c 5) (cell-d 5) (cell-e 5) (cell-f 5) (cell-g 5) (cell-h 5)";
    assert_eq!(zone(cells), zone("(row-8 5)"));
    let pair = format!("{tall} (zone-pair camp (row-8 1) a10)");
    assert_eq!(drops(&pair, "White", "(drop-in camp add)").len(), 8);
    assert_eq!(drops(&pair, "Black", "(drop-in camp add)"), ["a10"]);
}

#[test]
fn the_gustavian_board_has_four_squares_beside_its_corners() {
    let board = "(board-gustavian)";
    assert_eq!(drops(board, "White", "(drop add)").len(), 68);
    assert_eq!(drops(board, "White", "(drop-in second-rank add)").len(), 8);
    assert_eq!(drops(board, "Black", "(drop-in third-rank add)").len(), 8);
    let last = drops(board, "White", "(drop-in last-rank add)");
    assert_eq!(last.join(" "), "a8 b8 c8 d8 e8 f8 g8 h8 i8 z8");
    assert_eq!(drops(board, "Black", "(drop-in first-rank add)"), last);
    let row = "(board-gustavian) (zone (name wing) (positions (row-gustavian 1)))";
    assert_eq!(drops(row, "White", "(drop-in wing add)"), drops(board, "Black", "(drop-in last-rank add)"));
    let goes = |at: &str| {
        let trial = Trial::on(board, "", "(piece (name X) (moves (king add) (knight add)))");
        trial.set(&format!("(White X {at})")).destinations("X").join(" ")
    };
    assert_eq!(goes("z1"), "a1 a2 a3 b2");
    assert_eq!(goes("i8"), "g7 h6 h7 h8");
}

/// Where a black X on d4 goes, in a direction as White sees it.
fn black_goes(symmetry: &str, dir: &str) -> Vec<String> {
    let board = format!("(rectangle \"a/b/c/d/e/f/g/h\" \"8/7/6/5/4/3/2/1\") {symmetry}");
    let piece = format!("(piece (name X) (moves (step {dir} add)))");
    Trial::on(&board, "", &piece).set("(Black X d4)").turn(1).destinations("X")
}

#[test]
fn symmetry_turns_directions_for_the_other_player() {
    for (dir, mirrored, turned) in [
        ("n", "d3", "d3"),
        ("e", "e4", "c4"),
        ("nne", "e2", "c2"),
        ("nwww", "a3", "g3"),
        ("nnneee", "g1", "a1"),
    ] {
        assert_eq!(black_goes("(mirror Black)", dir), [mirrored], "{dir}");
        assert_eq!(black_goes("(turn-round Black)", dir), [turned], "{dir}");
        assert_ne!(black_goes("", dir), [turned], "{dir}");
    }
}

#[test]
fn a_grid_of_ones_own_may_use_the_directions() {
    let board = "(grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9)))
        (directions (directions-to-3)))";
    let piece = "(piece (name X) (moves (step nnneee add) (step neee add) (step nnnee add)))";
    assert_eq!(Trial::on(board, "", piece).set("(White X a1)").destinations("X"), ["c4", "d2", "d4"]);
}

/// Where a white X on f6, the middle of the hexagonal board, goes.
fn hex_goes(moves: &str) -> Vec<String> {
    let piece = format!("(piece (name X) (moves {moves}))");
    Trial::on("(board-hex-91)", "", &piece).set("(White X f6)").destinations("X")
}

#[test]
fn the_hexagonal_board_has_91_cells_and_three_kinds_of_lines() {
    assert_eq!(drops("(board-hex-91)", "White", "(drop add)").len(), 91);
    assert_eq!(hex_goes("(hex-edges step add)"), ["e5", "e6", "f5", "f7", "g6", "g7"]);
    assert_eq!(hex_goes("(hex-corners step add)"), ["d5", "e4", "e7", "g5", "g8", "h7"]);
    assert_eq!(
        hex_goes("(hex-knights step add)"),
        ["c4", "c5", "d3", "d7", "e3", "e8", "g4", "g9", "h5", "h9", "i7", "i8"]
    );
    assert_eq!(hex_goes("(hex-edges ride add)").len(), 30);
    assert_eq!(hex_goes("(hex-corners ride add)").len(), 12);
}

#[test]
fn the_hexagonal_board_is_upside_down_for_black() {
    let piece = "(piece (name X) (moves (step n add) (step ne add) (step k1 add) (step nne add)))";
    let squares = Trial::on("(board-hex-91)", "", piece).set("(Black X f6)").turn(1).destinations("X");
    // Mirrored: south, south-east, the sixth leap instead of the first, the corner in the south-east.
    assert_eq!(squares, ["f5", "g4", "g5", "g6"]);
}
