//! Every code of lowering and resolution, and bounds on what hostile files can cost.

mod support;

use std::fmt::Write;
use std::time::{Duration, Instant};
use support::codes;
use zrf::diagnostics::codes::{lower, resolve};

fn game(sections: &str) -> String {
    format!("(game (title \"G\") {sections})")
}

/// A game with players, a turn order and a piece.
fn with_board(items: &str) -> String {
    game(&format!(
        "(players W B) (turn-order W B) (piece (name P)) (board (positions (a 0 0 1 1) (b 0 0 1 1)) {items})"
    ))
}

fn with(sections: &str) -> String {
    with_board(&format!(") {sections} (board-setup (W (P off 1)) (B (P off 1))"))
}

fn block(instructions: &str) -> String {
    with(&format!("(piece (name Q) (moves ({instructions})))"))
}

fn doubling(steps: usize, last: &str) -> String {
    let mut text = String::new();
    for i in 0..steps {
        writeln!(text, "(define m{i} (m{0}) (m{0}))", i + 1).unwrap();
    }
    writeln!(text, "(define m{steps} {last})").unwrap();
    text
}

#[test]
fn every_code_has_a_text_that_brings_it_up() {
    let nested = |n| format!("{}n{}", "(".repeat(n), ")".repeat(n));
    // Each call is a level like a list.
    let calls: String =
        (1..150).fold("(define c0 n)".to_owned(), |all, i| all + &format!("(define c{i} (c{}))", i - 1));
    let attributes: String = (0..65).map(|i| format!("(attribute a{i} true)")).collect();
    let examples: &[(&str, String)] = &[
        ("E0301", "(gmae)".into()),
        ("E0302", game("(title-song \"x\")")),
        ("E0303", with_board("(rows)")),
        ("E0304", game("(piece (name P) (speed 3))")),
        ("E0305", game("(option \"pass turn\")")),
        ("E0306", block("()")),
        ("E0307", block("empty?")),
        ("E0308", block("(verify (peice? P a))")),
        ("E0309", with("(win-condition (W) victory)")),
        ("E0310", game("(piece (moves (n)))")),
        ("E0311", block("else")),
        ("E0312", format!("{calls}{}", block(&nested(9_900).replace('n', "(c149)")))),
        ("E0313", format!("{}{}", doubling(20, "W"), game("(players (m0))"))),
        ("E0314", "(variant (title \"V\"))".into()),
        ("W0315", game("(players W) (players B)")),
        ("W0316", game("(piece (name P)) (piece (name P))")),
        ("W0317", "(game)".into()),
        ("W0318", "(game (title \"G\")) (variant (title \"G\"))".into()),
        ("W0319", with_board("(positions (c 0 0 -1 1))")),
        ("W0321", with_board("(grid (dimensions (\"x/y\" (1 0))) (directions (n 0)))")),
        ("W0322", with_board("(grid (dimensions (\"x/ y\" (1 0))))")),
        ("E0401", game("")),
        ("E0402", with("(loss-condition (White) stalemated)")),
        ("E0403", with("(option \"progress pieces\" \"Pawn\")")),
        ("E0404", with_board("(links n (a c))")),
        ("E0405", game("(players W) (turn-order W) (board)")),
        ("E0406", with(&format!("(piece (name Q) {attributes})"))),
        ("W0407", game("(players W)")),
        ("W0408", game("(players W) (turn-order W repeat)")),
        ("W0409", game("(players W W)")),
        ("W0410", with_board("")),
        ("W0411", with_board("(positions (a 0 0 1 1))")),
        ("W0412", with_board("(kill-positions a) (links n (a b))")),
        ("W0413", with_board(") (board-setup (W (P a a)) (B (P b))")),
        ("W0414", with("(option \"pass tern\" true)")),
        ("E0415", with("(option \"pass turn\" sometimes)")),
        ("E0416", game("(players W) (turn-order W) (board (positions (a 0 0 1 1)))")),
        ("W0417", with("(engine \"x.dll\")")),
        ("W0418", with("(win-condition () stalemated)")),
        ("E0419", game("(players W) (turn-order)")),
        ("E0420", String::new()),
        ("W0421", with("(piece (name Q)) (board-setup (W (Q a)))")),
    ];
    for (code, text) in examples {
        let found = codes(text, 0);
        assert!(found.contains(code), "{code} is not among {found:?} of\n{:.300}", text);
    }
    for code in lower::ALL.iter().chain(resolve::ALL) {
        assert!(examples.iter().any(|(id, _)| *id == code.id), "no example for {}", code.id);
    }
}

/// Loads and resolves a hostile text within a time that only an endless walk exceeds.
#[track_caller]
fn bounded(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let found = codes(text, 0);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    found
}

#[test]
fn doubling_macros_are_cut_wherever_they_stand() {
    // Sixty steps are cut by the expander, twenty by what lowering spells out.
    for steps in [20, 60] {
        let cut = |last: &str, text: String| {
            let found = bounded(&format!("{}{text}", doubling(steps, last)));
            assert!(found.contains(&"E0204") || found.contains(&"E0313"), "{steps} {last} {found:?}");
        };
        cut("a", with_board("(kill-positions (m0))"));
        cut("(piece (name P))", game("(m0)"));
        cut("(game)", "(m0)".into());
        cut("empty?", block("(verify (and (m0)))"));
        cut("stalemated", with("(win-condition (W) (or (m0)))"));
        cut("P", block("(add (m0))"));
    }
    bounded(&format!("{}{}", doubling(60, ""), with_board("(kill-positions (m0))")));
}

#[test]
fn doubling_macros_in_blocks_stay_shared_and_are_fine() {
    let is_fine = |text: String| assert!(!bounded(&text).iter().any(|c| c.starts_with('E')));
    is_fine(format!("{}{}", doubling(20, "mark"), block("(m0)")));
    let ifs = |i| format!("(define m{i} (if empty? (m{0}) else (m{0})))", i + 1);
    let ifs: String = (0..18).map(ifs).collect();
    is_fine(format!("{ifs}(define m18 (add-partial t)){}", block("(m0)")));
}

#[test]
fn deep_nesting_of_any_kind_is_an_error_and_no_overflow() {
    for (open, close) in
        [("(", ")"), ("(if empty? ", ")"), ("(while (not empty?) (n ", "))"), ("(verify (not ", "))")]
    {
        let deep = format!("{}n{}", open.repeat(10_100), close.repeat(10_100));
        assert!(bounded(&block(&deep)).iter().any(|c| c.starts_with('E')), "{open}");
    }
    for (depth, is_fine) in [(9_900, true), (10_100, false)] {
        let (open, close) = ("(not ".repeat(depth), ")".repeat(depth));
        let conditions = bounded(&block(&format!("(verify {open}empty?{close})")));
        let goals = bounded(&with(&format!("(win-condition (W) {open}stalemated{close})")));
        for codes in [conditions, goals] {
            assert_eq!(!codes.iter().any(|c| c.starts_with('E')), is_fine, "{depth} {codes:?}");
        }
    }
    bounded(&format!("{}{}", "(variant ".repeat(9_900), ")".repeat(9_900)));
}

#[test]
fn boards_beyond_all_measure_are_cut() {
    let labels = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>().join("/");
    let grid = |n| with_board(&format!("(grid (dimensions (\"{0}\" (1 0)) (\"{0}\" (0 1))))", labels(n)));
    assert!(bounded(&grid(300)).contains(&"E0406"));
    assert!(
        !bounded(&with_board(&format!("(grid (dimensions (\"x\" (1 0)) (\"{}\" (0 1))))", labels(60_000))))
            .contains(&"E0406")
    );
    let dimensions = "(\"a/b/c/d\" (1 0))".repeat(60);
    assert!(bounded(&with_board(&format!("(grid (dimensions {dimensions}))"))).contains(&"E0406"));
    let directions: String = (0..2_000).map(|i| format!("(links d{i} (a b))")).collect();
    let wide = format!("(grid (dimensions (\"x\" (1 0)) (\"{}\" (0 1)))) {directions}", labels(60_000));
    assert!(bounded(&with_board(&wide)).contains(&"E0406"));
    let kills: String = (0..40_000).map(|i| format!(" x{i}")).collect();
    let killed = format!(
        "(grid (dimensions (\"x\" (1 0)) (\"{}\" (0 1))) (directions (n 0 1) (s 0 -1) (o 1) (p 2))) (kill-positions {kills})",
        labels(60_000)
    );
    bounded(&with_board(&killed));
}

#[test]
fn thousands_of_unknown_names_do_not_search_for_their_like_for_ever() {
    let labels = (0..60_000).map(|i| format!("position-with-a-long-name-{i}")).collect::<Vec<_>>().join("/");
    let unknown: String = (0..20_000).map(|i| format!(" positoin-with-a-long-nmae-{i}")).collect();
    let text = with_board(&format!("(grid (dimensions (\"{labels}\" (1 0)))) (kill-positions {unknown})"));
    assert!(bounded(&text).contains(&"E0404"));
}

#[test]
fn more_than_250_players_are_cut() {
    let names: String = (0..300).map(|i| format!(" P{i}")).collect();
    let text =
        game(&format!("(players {names}) (turn-order P1) (board (positions (a 0 0 1 1))) (piece (name Q))"));
    assert!(bounded(&text).contains(&"E0406"));
}

#[test]
fn thousands_of_unknown_names_in_blocks_do_not_search_for_ever_either() {
    let labels = (0..60_000).map(|i| format!("position-with-a-long-name-{i}")).collect::<Vec<_>>().join("/");
    let unknown: String = (0..20_000).map(|i| format!(" (positoin-with-a-long-nmae-{i} add)")).collect();
    let grid = format!(") (board (grid (dimensions (\"{labels}\" (1 0))))");
    let text = with_board(&format!("{grid}) (piece (name Q) (moves {unknown})"));
    let document = support::document(&text);
    let start = Instant::now();
    let (game, diagnostics) = document.game(0);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    assert!(game.is_none());
    assert!(diagnostics.iter().any(|d| d.help.is_some()));
}
