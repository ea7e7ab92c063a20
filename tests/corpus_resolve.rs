//! Every rule file of the corpus lowers, resolves and compiles; those written for Zillions without an error.

mod support;

use std::fs;
use std::path::Path;
use zrf::diagnostics::Diagnostic;
use zrf::document::Document;
use zrf::loader::DiskLoader;

/// Files written for Zillions that are really broken, and how.
const BROKEN: &[(&str, &str)] = &[(
    "ElysiumRat+Zillions_EnochianChess/EnochianChess.zrf",
    "the game is not closed before its first variant, pieces have names of three words, turn orders are one list",
)];

/// The file, and the messages about it and all its variants.
fn messages(path: &Path) -> (Document, Vec<Diagnostic>) {
    let bytes = fs::read(path).unwrap();
    let document = Document::load(&path.display().to_string(), &bytes, &DiskLoader::new([]));
    let mut all: Vec<Diagnostic> = document.diagnostics().to_vec();
    for variant in document.variants() {
        let (rules, diagnostics) = document.rules(variant.number);
        // What only follows from an error of the file is not said again for each of its variants.
        let mut reasons = document.diagnostics().iter().chain(&diagnostics);
        assert!(
            rules.is_some() || reasons.any(Diagnostic::is_error),
            "{}: no rules and no reason",
            path.display()
        );
        all.extend(diagnostics);
    }
    (document, all)
}

#[test]
fn every_variant_of_a_file_for_zillions_resolves_and_compiles_without_an_error() {
    let Some(root) = support::corpus_root() else { return };
    let index = fs::read_to_string(root.join("index.json")).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    let mut tried = 0;
    for record in index.as_array().unwrap() {
        if record["kind"] != "zrf" || record["tier"] != "zillions" {
            continue;
        }
        let repository = record["repo"].as_str().unwrap().replace('/', "+");
        let name = format!("{repository}/{}", record["path"].as_str().unwrap());
        let (document, messages) = messages(&root.join(&name));
        let line = |d: &Diagnostic| document.sources().line_col(d.primary.span).line;
        let errors: Vec<String> = messages
            .iter()
            .filter(|d| d.is_error())
            .map(|d| format!("{}: {} {}", line(d), d.code.id, d.message))
            .collect();
        let is_broken = BROKEN.iter().any(|(broken, _)| *broken == name);
        assert_eq!(!errors.is_empty(), is_broken, "{name}:\n{}", errors.join("\n"));
        tried += 1;
    }
    assert!(tried > 100);
}

#[test]
fn files_in_other_dialects_get_messages_and_no_panic() {
    let Some(files) = support::corpus("zrf") else { return };
    for file in files {
        messages(&file);
    }
}
