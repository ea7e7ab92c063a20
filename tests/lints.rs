//! For each lint a file that it finds fault with, and a file near to it that is in order.

mod support;

use std::fs;
use zrf::diagnostics::codes;
use zrf::diagnostics::{Diagnostic, Policy, render_text};
use zrf::document::Document;
use zrf::loader::MemoryLoader;
use zrf::study::check;

/// All that is found in a file; the only picture there is `man.bmp`.
fn check(name: &str) -> (Document, Vec<Diagnostic>) {
    let bytes = fs::read(support::data(name)).unwrap();
    let document = Document::load(name, &bytes, &MemoryLoader::new());
    let found = check::check_with_files(&document, None, Some(&|path, _| path == "man.bmp"));
    (document, found)
}

#[test]
fn each_lint_finds_its_mistake_and_nothing_else() {
    for code in codes::lint::ALL {
        let name = format!("diagnostics/lint/{}.wrong", code.id);
        let (document, found) = check(&format!("{name}.zrf"));
        let text = render_text(&found, document.sources(), false);
        // Why a piece cannot move is told with it.
        let goes_with =
            |d: &&Diagnostic| **code == codes::lint::IMMOBILE_PIECE && d.code.id.starts_with("W061");
        let others: Vec<_> = found.iter().filter(|d| d.code != *code && !goes_with(d)).collect();
        assert!(others.is_empty(), "{text}");
        assert!(!found.is_empty(), "{name} has no {}", code.id);
        support::golden(&format!("{name}.text"), &text);
    }
}

#[test]
fn what_looks_alike_and_is_in_order_is_left_alone() {
    for code in codes::lint::ALL {
        let name = format!("diagnostics/lint/{}.right.zrf", code.id);
        let (document, found) = check(&name);
        let text = render_text(&found, document.sources(), false);
        assert!(found.is_empty(), "{name}:\n{text}");
    }
}

#[test]
fn every_data_file_belongs_to_a_lint() {
    let files = support::inputs("diagnostics/lint", "zrf");
    assert_eq!(files.len(), 2 * codes::lint::ALL.len());
}

#[test]
fn pictures_are_looked_for_only_when_asked_for() {
    let bytes = fs::read(support::data("diagnostics/lint/W0640.wrong.zrf")).unwrap();
    let document = Document::load("a.zrf", &bytes, &MemoryLoader::new());
    assert!(check::check(&document, None).is_empty());
    let mut policy = Policy::default();
    assert!(!policy.wants(&codes::lint::MISSING_FILE));
    policy.warn(["W0640"]).unwrap();
    assert!(policy.wants(&codes::lint::MISSING_FILE));
}

#[test]
fn files_with_errors_and_libraries_get_no_lints() {
    let game = fs::read_to_string(support::data("diagnostics/lint/W0601.wrong.zrf")).unwrap();
    let codes = |text: &str| -> Vec<&str> {
        let document = support::document(text);
        check::check(&document, None).iter().map(|d| d.code.id).collect()
    };
    assert_eq!(codes(&game), ["W0601"]);
    assert_eq!(codes(&game.replace("(captured Man)", "(captured Mna)")), ["E0503"]);
    let library = game.split("(game").next().unwrap();
    assert!(codes(library).iter().all(|code| !code.starts_with("W06")), "{:?}", codes(library));
}

/// A variant that uses what the game does not.
#[test]
fn what_one_variant_needs_is_in_order() {
    let game = fs::read_to_string(support::data("diagnostics/lint/W0602.wrong.zrf")).unwrap();
    let variant = "(variant (title \"V\") (win-condition (White Black) (absolute-config Man (far))))";
    let document = support::document(&(game + variant));
    assert!(check::check(&document, None).is_empty());
}
