//! Broken and hostile texts: one clear message, fast, whatever the stack.

use zrf::diagnostics::Diagnostic;
use zrf::loader::MemoryLoader;
use zrf::syntax::form::flat;
use zrf::syntax::{Expanded, Limits, parse};

fn read(text: &str) -> (Expanded, Vec<Diagnostic>) {
    let (_, expanded, diagnostics) =
        parse("test.zrf", text.as_bytes(), &MemoryLoader::new(), &Limits::default());
    (expanded, diagnostics)
}

fn codes(text: &str) -> Vec<&'static str> {
    read(text).1.iter().map(|d| d.code.id).collect()
}

#[test]
fn a_hundred_thousand_nested_parentheses_give_one_error() {
    let open = "(".repeat(100_000);
    let close = ")".repeat(100_000);
    assert_eq!(codes(&format!("{open}{close}")), ["E0103"]);
    assert_eq!(codes(&open), ["E0103"]);
    assert_eq!(codes(&format!("(game {open}{close} (title \"x\"))")), ["E0103"]);
}

#[test]
fn lists_at_the_limit_of_nesting_pass_through() {
    let deep = format!("{}x{}", "(".repeat(9_999), ")".repeat(9_999));
    assert!(codes(&format!("(game {deep})")).is_empty());
    assert!(codes(&format!("(define m {deep} $1) (game (m a))")).is_empty());
    assert!(codes(&format!("(define m $1) (game (m (m (m {}))))", &deep[5..deep.len() - 5])).is_empty());
}

#[test]
fn macros_that_nest_lists_too_deep_give_one_error() {
    let mut text = String::from("(define m0 $1)\n");
    for n in 1..150 {
        let (open, close) = ("(a ".repeat(70), ")".repeat(70));
        text += &format!("(define m{n} (m{} {open}$1{close}))\n", n - 1);
    }
    text += "(game (m149 x) (m149 y))";
    assert_eq!(codes(&text), ["E0205"]);
}

#[test]
fn endless_recursion_gives_one_error_whatever_its_shape() {
    for text in [
        "(define a (a)) (game (a) (a))",
        "(define a (b) (b)) (define b (a) (a)) (game (b) (a) (b))",
        "(define a (a ($1)) (a ($1 x))) (game (a y))",
        "(define a ($1 $1)) (game (a a))",
        "(define a (b ($1 c) $1)) (define b (a ($2 $1)) (a ($1 $1))) (game (a y))",
    ] {
        assert_eq!(codes(text), ["E0203"], "{text}");
    }
}

#[test]
fn a_billion_laughs_are_shared() {
    let mut text = String::from("(define m0 $1 x)\n");
    for n in 1..100 {
        text += &format!("(define m{n} ((m{0} $1) (m{0} $1)) ((m{0}) (m{0} y)))\n", n - 1);
    }
    text += "(game (m99 z))";
    assert!(codes(&text).is_empty());
}

#[test]
fn a_billion_forms_in_one_list_are_given_up() {
    let mut text = String::from("(define m0 $1 x)\n");
    for n in 1..100 {
        text += &format!("(define m{n} (m{0} $1) (m{0} $1))\n", n - 1);
    }
    assert_eq!(codes(&format!("{text} (game (m99 z))")), ["E0204"]);
    assert_eq!(codes(&format!("{text} (m99 z)")), ["E0204"]);
}

#[test]
fn a_billion_calls_of_nothing_are_nothing() {
    let mut text = String::from("(define m0)\n");
    for n in 1..100 {
        text += &format!("(define m{n} (m{0} $1) (m{0} $1))\n", n - 1);
    }
    let (expanded, found) = read(&format!("{text} (game (m99 z)) (m99)"));
    assert!(found.is_empty());
    assert_eq!(flat(&expanded.forms, None).count(), 1);
}

#[test]
fn too_many_different_expansions_are_given_up() {
    let mut text = String::from("(define m0 $1)\n");
    for n in 1..40 {
        text += &format!("(define m{n} (m{0} (a $1)) (m{0} (b $1)))\n", n - 1);
    }
    text += "(game (m39 z))";
    assert_eq!(codes(&text), ["E0204"]);
}

#[test]
fn a_large_argument_may_be_handed_on_very_often() {
    let calls: String = (0..100_000).map(|n| format!("(hand $1 {n})")).collect();
    let text = format!("(define hand $1) (define all {calls}) (game (all ({})))", "(x y) ".repeat(100_000));
    assert!(codes(&text).is_empty());
}

#[test]
fn names_that_double_with_each_call_are_given_up() {
    let mut text = String::from("(define m0 $1)\n");
    for n in 1..100 {
        text += &format!("(define m{n} (m{} $1$1))\n", n - 1);
    }
    text += "(game (m99 z))";
    assert_eq!(codes(&text), ["E0204"]);
}

#[test]
fn a_file_beyond_the_limits_is_refused() {
    let limits = Limits { max_bytes: 100, max_tokens: 20, ..Limits::default() };
    for text in ["x".repeat(101), "x ".repeat(21), ";\n".repeat(21)] {
        let (_, _, found) = parse("t.zrf", text.as_bytes(), &MemoryLoader::new(), &limits);
        assert_eq!(found.iter().map(|d| d.code.id).collect::<Vec<_>>(), ["E0105"]);
    }
}

#[test]
fn fifty_megabytes_are_read_or_refused() {
    let unit =
        "(define step ($1 (verify not-friend?) add)) ; a comment\n(piece (name King) (help \"King\"))\n";
    for text in [unit.repeat(50_000_000 / unit.len()), "(game ".repeat(8_000_000), "\"".repeat(50_000_000)] {
        let (expanded, diagnostics) = read(&text);
        assert!(!diagnostics.is_empty());
        assert!(diagnostics.len() < 1_000_000);
        drop(expanded);
    }
}

#[test]
fn an_empty_file_is_empty() {
    assert_eq!(flat(&read("").0.forms, None).count(), 0);
    assert!(codes("\u{1a}").is_empty());
}
