//! Rules nested to the limit, and rules that are small as written but huge as a tree, go through all stages.

use zrf::diagnostics::Diagnostic;
use zrf::document::Document;
use zrf::format::format;
use zrf::loader::MemoryLoader;
use zrf::study::check::check;
use zrf::syntax::print::print;
use zrf::syntax::{Limits, parse};
use zrf::view::words;

/// Loads a file and resolves and compiles each of its variants.
fn run_all_stages(text: &str) {
    let document = Document::load("deep.zrf", text.as_bytes(), &MemoryLoader::new());
    for number in 0..document.variants().len() {
        let _ = document.game(number);
    }
}

/// A game whose one piece has this block, with this goal, behind some macros.
fn game(macros: &str, block: &str, goal: &str) -> String {
    format!(
        "{macros}(game (title \"Deep\") (players One) (turn-order One)
           (board (grid (start-rectangle 0 0 1 1) (dimensions (\"a/b\" (1 0))) (directions (n 1))))
           (piece (name Man) (moves ({block})))
           (board-setup (One (Man a)))
           (win-condition (One) {goal}))"
    )
}

/// Near the limit of 10 000, the lists around counted.
const DEEP: usize = 9_980;

fn nested(open: &str, inner: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEEP), ")".repeat(DEEP))
}

#[test]
fn deep_blocks_need_no_deep_stack() {
    for open in
        ["(if empty? ", "(if empty? add else ", "(while empty? n ", "(if (not empty?) n (verify empty?) "]
    {
        run_all_stages(&game("", &nested(open, "add"), "stalemated"));
    }
}

#[test]
fn deep_conditions_and_goals_need_no_deep_stack() {
    for open in ["(not ", "(and empty? ", "(or "] {
        run_all_stages(&game("", &format!("(verify {}) add", nested(open, "empty?")), "stalemated"));
    }
    for open in ["(not ", "(and stalemated ", "(or "] {
        run_all_stages(&game("", "n add", &nested(open, "stalemated")));
    }
}

#[test]
fn deep_lists_of_no_meaning_need_no_deep_stack() {
    run_all_stages(&format!("(game {})", nested("(", "x")));
    run_all_stages(&format!("(game (board {}))", nested("(x ", "x")));
    run_all_stages(&nested("(game ", "x"));
}

#[test]
fn deep_lists_are_printed_and_laid_out() {
    let text = nested("(if empty? ", "add");
    let (_, expanded, diagnostics) =
        parse("deep.zrf", text.as_bytes(), &MemoryLoader::new(), &Limits::default());
    assert!(diagnostics.is_empty());
    let mut printed = String::new();
    print(&expanded.forms, &mut printed, 1 << 30).unwrap();
    assert_eq!(printed.matches("(if empty?").count(), DEEP);
    assert_eq!(format(&text).unwrap().matches("(if empty?").count(), DEEP);
}

#[test]
fn what_is_deep_runs_and_is_described() {
    let text =
        game("", &format!("(verify {}) n add", nested("(not ", "empty?")), &nested("(not ", "stalemated"));
    let document = Document::load("deep.zrf", text.as_bytes(), &MemoryLoader::new());
    let game = document.game(0).0.expect("it compiles");
    let mut position = game.start();
    // An even number of `not`: the position of the piece is not empty, so there is no move.
    assert_eq!(position.legal_moves().unwrap().len(), DEEP % 2);
    assert!(position.outcome().unwrap().is_some());
    assert!(!check(&document, None).iter().any(Diagnostic::is_error));
    let goal = words::goal(&game.rules().goals[0].goal);
    assert_eq!(goal.matches("(not ").count(), DEEP);
}

#[test]
fn rules_that_are_huge_as_a_tree_are_given_up_in_good_time() {
    for body in ["(if empty? (X) else (X))", "(while empty? n (X) (X))", "(X) (X)"] {
        let mut macros = String::from("(define m0 n add)");
        for level in 1..100 {
            let body = body.replace("(X)", &format!("(m{})", level - 1));
            macros += &format!("(define m{level} {body})\n");
        }
        run_all_stages(&game(&macros, "(m99)", "stalemated"));
    }
    for body in ["(and (X) (X))", "(not (or (X) (X)))"] {
        let mut macros = String::from("(define m0 stalemated) (define c0 empty?)");
        for level in 1..100 {
            for kind in ["m", "c"] {
                let body = body.replace("(X)", &format!("({kind}{})", level - 1));
                macros += &format!("(define {kind}{level} {body})\n");
            }
        }
        run_all_stages(&game(&macros, "(verify (c99)) add", "(m99)"));
    }
}
