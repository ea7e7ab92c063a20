//! What the output formats make of diagnostics, and whether other readers understand them.

mod support;

use std::process::Command;
use std::sync::Arc;
use std::{env, fs};
use zrf::diagnostics::codes::{compile, resolve, syntax};
use zrf::diagnostics::{Diagnostic, JunitReport, SarifLog, Via, render_github, render_json, render_short};
use zrf::source::{SourceMap, Span};

const GAME: &str = "(include library.zrf)
(game (title \"50% <of> & more\")
  (piece (moves (two-steps n))))
";
const LIBRARY: &str = "(define step ($1 (verify emtpy?) add))
; \u{dc}ber
(define two-steps ((step $1)
  (step $1)))
";

/// A diagnostic of each kind: with a fix, with calls of macros and help, over several lines.
fn sample() -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let game = sources.add("games/my sample.zrf", GAME);
    let library = sources.add("games/library.zrf", LIBRARY);
    let at = |text: &str, source, word: &str| {
        let start = text.find(word).unwrap() as u32;
        Span::new(source, start, start + word.len() as u32)
    };
    let call = |name: &str, call, parent| Some(Arc::new(Via { call, name: name.into(), parent }));
    let outer = call("two-steps", at(GAME, game, "(two-steps n)"), None);
    let inner = call("step", at(LIBRARY, library, "(step $1)"), outer);
    let include = at(GAME, game, "library.zrf");
    let found = vec![
        Diagnostic::new(&syntax::BAD_INCLUDE, include, "expected a path in quotes: \"library.zrf\"")
            .help("write `(include \"file.zrf\")`")
            .fix(include, "\"library.zrf\""),
        Diagnostic::new(
            &compile::UNKNOWN_CONDITION,
            at(LIBRARY, library, "emtpy?"),
            "unknown condition `emtpy?`",
        )
        .label("no condition")
        .help("did you mean `empty?`?")
        .via(inner),
        Diagnostic::new(&resolve::IDLE_PLAYER, at(GAME, game, "(piece (moves"), "100 % idle,\nreally")
            .with(at(LIBRARY, library, "two-steps"), "defined here"),
        Diagnostic::new(
            &syntax::REDEFINED,
            at(LIBRARY, library, "((step $1)\n  (step $1))"),
            "over two lines",
        ),
    ];
    (sources, found)
}

fn sarif() -> serde_json::Value {
    let (sources, found) = sample();
    let mut log = SarifLog::default();
    log.add_file(&found, &sources);
    serde_json::from_str(&log.finish()).unwrap()
}

#[test]
fn each_line_of_json_is_an_object_with_all_places() {
    let (sources, found) = sample();
    let lines = render_json(&found, &sources);
    for line in lines.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["line"].is_u64() && object["severity"].is_string(), "{line}");
    }
    support::golden("formats/sample.jsonl", &lines);
}

#[test]
fn short_messages_and_annotations_are_one_line_each() {
    let (sources, found) = sample();
    let github = render_github(&found, &sources);
    assert_eq!(github.lines().count(), found.len());
    support::golden("formats/sample.github", &github);
    let short = render_short(&found, &sources);
    assert_eq!(short.lines().count(), found.len());
    support::golden("formats/sample.short", &short);
}

#[test]
fn sarif_results_carry_places_related_places_and_fixes() {
    let mut results = sarif()["runs"][0]["results"].take();
    for result in results.as_array_mut().unwrap() {
        // It changes with every code that is added; that it is right is tested below.
        result.as_object_mut().unwrap().remove("ruleIndex");
    }
    support::golden("formats/sample.sarif-results", &format!("{results:#}\n"));
}

/// The schema is the one that the crate `serde-sarif` carries.
#[test]
fn a_sarif_log_passes_the_official_schema() {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    // Packages for other systems than this one need not be there.
    let version = Command::new(&cargo).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = Command::new(cargo)
        .args(["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|p| p["name"] == "serde-sarif").unwrap();
    let manifest = std::path::Path::new(package["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    // The pattern for languages in the published schema is no valid expression; a log of ours names none.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    assert!(schema["title"].as_str().unwrap().contains("(SARIF) Version 2.1.0"));

    let validator = jsonschema::validator_for(&schema).unwrap();
    let log = sarif();
    let errors: Vec<String> = validator.iter_errors(&log).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // That it can fail.
    let mut broken = log;
    broken["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&broken));
}

#[test]
fn a_sarif_log_is_read_by_another_reader_with_all_results() {
    let log: serde_sarif::sarif::Sarif = serde_json::from_value(sarif()).unwrap();
    let results = log.runs[0].results.as_ref().unwrap();
    assert_eq!(results.len(), sample().1.len());
    let rules = log.runs[0].tool.driver.rules.as_ref().unwrap();
    for result in results {
        let rule = &rules[result.rule_index.unwrap() as usize];
        assert_eq!(Some(&rule.id), result.rule_id.as_ref());
    }
}

#[test]
fn a_junit_report_is_read_by_another_reader() {
    let (sources, found) = sample();
    let mut report = JunitReport::default();
    report.add_file("games/my sample.zrf", &found, &sources);
    report.add_file("games/<clean> & \u{1b}quiet.zrf", &[], &sources);
    let text = report.finish("zrf check");
    support::golden("formats/sample.junit.xml", &text);

    let suites = junit_parser::from_reader(text.as_bytes()).unwrap();
    assert_eq!((suites.tests, suites.failures, suites.errors), (2, 1, 0));
    let cases = &suites.suites[0].cases;
    assert!(cases[0].status.is_failure());
    let junit_parser::TestStatus::Failure(failure) = &cases[0].status else { panic!("no failure") };
    let errors = found.iter().filter(|d| d.is_error()).count();
    assert_eq!(failure.text.matches("error[").count(), errors);
    assert!(cases[1].status.is_success());
    assert_eq!(cases[1].original_name, "games/<clean> & ?quiet.zrf");
}
