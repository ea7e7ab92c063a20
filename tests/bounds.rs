//! Rules that ask for more than anyone has: each is an answer or an error in good time, never a crash.

use zrf::diagnostics::Diagnostic;
use zrf::document::Document;
use zrf::game::perft::perft;
use zrf::game::{Position, RuntimeError};
use zrf::loader::MemoryLoader;

/// A game on a board of three files and ranks; each part may be replaced.
struct Rules {
    players: String,
    turn_order: String,
    board: String,
    moves: String,
    more: String,
    setup: String,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: "One Two".into(),
            turn_order: "One Two".into(),
            board: String::new(),
            moves: "(n (verify empty?) add)".into(),
            more: String::new(),
            setup: "(One (Man a1)) (Two (Man c3))".into(),
        }
    }
}

impl Rules {
    fn load(&self) -> Document {
        let Rules { players, turn_order, board, moves, more, setup } = self;
        let text = format!(
            r#"(game (title "Bounds") (players {players}) (turn-order {turn_order})
                (board (grid (start-rectangle 0 0 1 1) (dimensions ("a/b/c" (1 0)) ("3/2/1" (0 1)))
                        (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
                    {board})
                (piece (name Man) (moves {moves}))
                (piece (name Stone))
                {more}
                (board-setup {setup}))"#
        );
        Document::load("bounds.zrf", text.as_bytes(), &MemoryLoader::new())
    }

    fn start(&self) -> Position {
        let (game, diagnostics) = self.load().game(0);
        assert!(!diagnostics.iter().any(Diagnostic::is_error), "{diagnostics:?}");
        game.expect("the rules compile").start()
    }

    /// The codes of all diagnostics.
    fn codes(&self) -> Vec<&'static str> {
        let document = self.load();
        let (_, diagnostics) = document.game(0);
        document.diagnostics().iter().chain(&diagnostics).map(|d| d.code.id).collect()
    }
}

fn is_out_of_fuel<T>(result: Result<T, RuntimeError>) -> bool {
    matches!(result, Err(RuntimeError::OutOfFuel { .. }))
}

#[test]
fn a_loop_that_collects_for_ever_runs_out_of_fuel() {
    for body in ["capture cascade", "(create Two Stone) capture", "(set-attribute gone? true) n s cascade"] {
        for condition in ["true", "(or empty? not-empty?)"] {
            let moves = format!("((while {condition} {body}))");
            let more = "(piece (name Ghost) (attribute gone? false))".into();
            let rules =
                Rules { moves, more, setup: "(One (Man b2)) (Two (Man c3))".into(), ..Rules::default() };
            assert!(is_out_of_fuel(rules.start().legal_moves()), "{condition} {body}");
        }
    }
}

/// Whether a part is legal depends on whether the turn ends with it, and so without end.
#[test]
fn a_royal_piece_that_may_go_to_and_fro_in_one_turn_does_not_use_up_the_stack() {
    let moves = "(n add-partial) (s add-partial) (e add-partial) (w add-partial)";
    for option in ["", "(option \"maximal captures\" true)"] {
        let more = format!("{option} (loss-condition (One Two) (checkmated Man))");
        let rules = Rules { moves: moves.into(), more, ..Rules::default() };
        let mut position = rules.start();
        let moves = position.legal_moves().expect("each position is looked at once");
        let texts: Vec<String> = moves.iter().map(|m| position.print(m)).collect();
        assert_eq!(texts, ["partial 0 Man a1 - a2", "partial 0 Man a1 - b1"]);
    }
}

#[test]
fn chains_that_change_the_board_are_not_followed_without_end() {
    let turn = |dir: &str, back: &str| {
        format!("({dir} (if (piece? Stone {back}) (capture {back}) else (create Stone {back})) add-partial)")
    };
    let moves = [turn("n", "s"), turn("s", "n"), turn("e", "w"), turn("w", "e")].concat();
    let board = "(positions (x1 0 0 1 1) (x2 0 0 1 1) (x3 0 0 1 1) (x4 0 0 1 1) (x5 0 0 1 1))
        (links e (c1 x1) (x1 x2) (x2 x3) (x3 x4) (x4 x5)) (links w (x5 x4) (x4 x3) (x3 x2) (x2 x1) (x1 c1))"
        .into();
    let more = "(option \"maximal captures\" true)".into();
    let mut position = Rules { moves, board, more, ..Rules::default() }.start();
    position.set_max_fuel(1_000_000);
    assert!(is_out_of_fuel(position.legal_moves()));
}

#[test]
fn a_forced_line_can_be_counted_to_any_depth() {
    let more = "(option \"pass turn\" forced)".into();
    let mut position = Rules { moves: String::new(), more, ..Rules::default() }.start();
    assert_eq!(perft(&mut position, 300_000), Ok(1));
    assert_eq!((position.ply(), position.turn()), (0, 0));
}

#[test]
fn an_error_in_the_midst_of_a_count_leaves_the_position_as_it_was() {
    let moves = "(n (verify empty?) add) (s (verify (not-in-zone? edge)) (while empty? mark))".into();
    let board = "(zone (name edge) (positions a1 b1 c1))".into();
    let mut position = Rules { moves, board, ..Rules::default() }.start();
    position.set_max_fuel(10_000);
    let before = position.hash();
    assert!(is_out_of_fuel(perft(&mut position, 6)));
    assert_eq!((position.hash(), position.ply()), (before, 0));
}

#[test]
fn what_is_too_large_for_the_tables_is_an_error() {
    let numbered = |n: usize, f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>().concat();
    let many_turns = Rules { turn_order: "One Two ".repeat(33_000), ..Rules::default() };
    assert_eq!(many_turns.codes(), ["E0406"]);
    let large_stock = Rules { setup: "(One (Man a1 off 65536)) (Two (Man c3))".into(), ..Rules::default() };
    assert_eq!(large_stock.codes(), ["E0406"]);
    let kinds = numbered(30_000, &|i| format!("(piece (name K{i}))"));
    let board = numbered(5_000, &|i| format!("(positions (p{i} 0 0 1 1))"));
    let many_sets = Rules { more: kinds, board, ..Rules::default() };
    assert_eq!(many_sets.codes(), ["E0511"]);
    let players = format!("One Two {}", numbered(240, &|i| format!("P{i} ")));
    let board = numbered(1_000, &|i| format!("(positions (p{i} 0 0 1 1)) (zone (name z{i}) (positions a1))"))
        + &numbered(10_000, &|i| format!("(zone (name y{i}) (positions a1))"));
    assert_eq!(Rules { players, board, ..Rules::default() }.codes(), ["E0406"]);
}

#[test]
fn full_stocks_are_no_error() {
    let rules = Rules { setup: "(One (Man a1 off 65535)) (Two (Man c3))".into(), ..Rules::default() };
    assert_eq!(rules.codes(), <[&str; 0]>::default());
}

#[test]
fn many_pieces_options_and_attributes_are_read_in_good_time() {
    let many = |form: &str| (0..40_000).map(|i| form.replace('#', &i.to_string())).collect::<String>();
    let more = many("(piece (name k#))") + &many("(option \"o#\" true)") + &many("(unknown# x)");
    let more = more + "(piece (name Ghost) " + &many("(attribute a# true)") + ")";
    assert!(Rules { more, ..Rules::default() }.codes().contains(&"E0511"));
}

/// Ten thousand patterns on a board of a thousand positions: their lines are not all listed, and hold all the same.
#[test]
fn goals_of_many_configurations_take_no_more_memory_than_there_is_room_for() {
    let row = (0..1000).map(|i| i.to_string()).collect::<Vec<_>>().join("/");
    let goals = "(relative-config Man r Man r Stone) ".repeat(10_000);
    let text = format!(
        r#"(game (title "Row") (players One Two) (turn-order One Two)
            (board (grid (start-rectangle 0 0 1 1) (dimensions ("{row}" (1 0))) (directions (r 1))))
            (piece (name Man) (moves (r (verify empty?) add))) (piece (name Stone))
            (board-setup (One (Man 1 3) (Stone 4)) (Two (Man 9)))
            (win-condition (One Two) (or {goals})))"#
    );
    let document = Document::load("row.zrf", text.as_bytes(), &MemoryLoader::new());
    let mut position = document.game(0).0.expect("the rules compile").start();
    assert_eq!(position.outcome(), Ok(None));
    let mv = position.parse("Man 1 - 2").unwrap().expect("it is legal");
    position.play(&mv).unwrap();
    assert!(position.outcome().unwrap().is_some());
}
