//! The explanations of the codes: their examples, and the page made of them.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};
use zrf::diagnostics::{Code, Severity, codes};
use zrf::document::Document;
use zrf::loader::MemoryLoader;
use zrf::study::check;

/// Codes about sizes and files, whose examples would be too large or need other files.
const WITHOUT_EXAMPLE: &[&str] = &[
    "E0103", "E0105", "E0204", "E0205", "E0212", "E0213", "E0214", "E0312", "E0313", "E0406", "E0509",
    "E0510", "E0511", "E0702",
];

/// The fenced examples behind a heading.
fn examples(code: &Code, heading: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code.explain;
    while let Some(at) = rest.find(heading) {
        rest = &rest[at + heading.len()..];
        let Some(start) = rest.find("```zrf\n") else { break };
        let body = &rest[start + 7..];
        let Some(end) = body.find("```") else { break };
        found.push(body[..end].to_owned());
        rest = &body[end..];
    }
    found
}

/// The codes of what is said about an example.
fn codes_of(example: &str) -> (Vec<&'static str>, String) {
    let text = support::example::complete(example);
    let loader = MemoryLoader::new().file("common.zrf", "(define common add)");
    let document = Document::load("example.zrf", text.as_bytes(), &loader);
    let found = check::check_with_files(&document, Some(200_000), Some(&|path, _| path.contains('\\')));
    let shown = support::messages(document.sources(), &found);
    (found.iter().map(|d| d.code.id).collect(), format!("{text}\n{shown}"))
}

#[test]
fn each_code_tells_its_meaning_with_a_wrong_and_a_right_example() {
    let mut bad = String::new();
    for code in codes::all() {
        let (wrong, right) = (examples(code, "Wrong"), examples(code, "Right"));
        let prose = code.explain.split("Wrong").next().unwrap_or_default();
        if prose.len() < 50 {
            writeln!(bad, "{}: no explanation", code.id).unwrap();
        }
        if WITHOUT_EXAMPLE.contains(&code.id) {
            continue;
        }
        if wrong.is_empty() || right.is_empty() {
            writeln!(bad, "{}: {} wrong, {} right examples", code.id, wrong.len(), right.len()).unwrap();
        }
        for example in &wrong {
            let (found, shown) = codes_of(example);
            if !found.contains(&code.id) {
                writeln!(bad, "{}: the wrong example gives {found:?}\n{shown}", code.id).unwrap();
            }
        }
        for example in &right {
            let (found, shown) = codes_of(example);
            // What else is named may not be in the game that the harness puts around the example.
            let is_malformed = found.iter().any(|id| id.starts_with("E0") && id[2..3] <= *"3");
            if found.contains(&code.id) || is_malformed {
                writeln!(bad, "{}: the right example gives {found:?}\n{shown}", code.id).unwrap();
            }
        }
    }
    assert!(bad.is_empty(), "{bad}");
}

/// `docs/diagnostics.md`.
fn page() -> String {
    let mut page = String::from(
        "# Diagnostics\n\nAll that `zrf check` may say about a rules file: what it means, why it matters, and how to mend it. \
         `zrf explain CODE` prints the same. `E` is an error, `W` a warning. \
         `; zrf-allow CODE` on the line or above it accepts a warning; `--allow`, `--deny` and `--select` choose among them.\n\n\
         This page is made from the program (`ZRF_BLESS=1 cargo test --test explain` writes it anew).\n",
    );
    let stages = [
        ("01", "Reading"),
        ("02", "Macros and includes"),
        ("03", "The shape of forms"),
        ("04", "Games, variants, boards, players and pieces"),
        ("05", "Blocks and goals"),
        ("06", "What an author can hardly have meant"),
        ("07", "Play"),
    ];
    for (digits, title) in stages {
        writeln!(page, "\n## {title}").unwrap();
        for code in codes::all().filter(|code| &code.id[1..3] == digits) {
            let off = if code.is_on { "" } else { ", off by default" };
            let kind = match code.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            writeln!(page, "\n### {}: {}\n\n*{kind}{off}*\n\n{}", code.id, code.title, code.explain.trim())
                .unwrap();
        }
    }
    page
}

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    if env::var_os("ZRF_BLESS").is_some_and(|v| v == "1") {
        fs::write(&path, page()).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == page(), "docs/diagnostics.md is not up to date; ZRF_BLESS=1 writes it anew");
    assert_eq!(page().matches("\n### ").count(), codes::all().count());
}
