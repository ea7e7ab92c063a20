//! Tokens, forms, expansions and messages as golden files.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use zrf::diagnostics::{Diagnostic, render_short, render_text, select};
use zrf::loader::DiskLoader;
use zrf::source::{SourceId, SourceMap, Span};
use zrf::syntax::lexer::lex;
use zrf::syntax::print::print;
use zrf::syntax::{Expanded, Limits, parse, read_source};

const MANY: usize = 1 << 20;

/// The name of a file from the root of the repository, where the tests run.
fn name(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/")
}

fn parse_text(path: &Path, text: &str) -> (SourceMap, Expanded, Vec<Diagnostic>) {
    parse(&name(path), text.as_bytes(), &DiskLoader::default(), &Limits::default())
}

fn golden_of(path: &Path, extension: &str) -> String {
    name(&path.with_extension(extension)).trim_start_matches("tests/data/").to_string()
}

fn tokens(text: &str) -> String {
    let mut sources = SourceMap::default();
    let source = sources.add("", text);
    let lexed = lex(text, source, &Limits::default());
    let mut all: Vec<_> = lexed.tokens.iter().chain(&lexed.comments).collect();
    all.sort_by_key(|token| token.start);
    let mut out = String::new();
    for token in all {
        let at = sources.line_col(Span::new(source, token.start, token.end));
        let kind = format!("{:?}", token.kind);
        writeln!(out, "{:>2}:{:<3} {kind:8} {:?}", at.line, at.column, token.text(text)).unwrap();
    }
    out
}

fn forms(text: &str) -> String {
    let (_, forms, _) = read_source("", text.as_bytes(), &mut SourceMap::default(), &Limits::default());
    let mut out = String::new();
    print(&forms, &mut out, MANY).unwrap();
    out
}

fn expansion(path: &Path, text: &str) -> String {
    let (_, expanded, found) = parse_text(path, text);
    assert!(found.is_empty(), "{}: {found:?}", path.display());
    let mut out = String::new();
    print(&expanded.forms, &mut out, MANY).unwrap();
    out
}

fn messages(path: &Path, text: &str) -> String {
    let (sources, _, found) = parse_text(path, text);
    let shown = select(&found, MANY).shown;
    // Drawings end in spaces here and there, which editors would remove from the golden.
    let text = render_text(shown.iter().copied(), &sources, false);
    let text: String = text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    render_short(shown, &sources) + "\n" + &text
}

/// Each input of a folder, with its text.
fn inputs(folder: &str) -> impl Iterator<Item = (std::path::PathBuf, String)> {
    support::inputs(folder, "zrf").into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        (path, text)
    })
}

#[test]
fn tokens_are_as_blessed() {
    for (path, text) in inputs("syntax/tokens") {
        support::golden(&golden_of(&path, "tokens"), &tokens(&text));
    }
}

#[test]
fn forms_are_as_blessed() {
    for (path, text) in inputs("syntax/forms") {
        support::golden(&golden_of(&path, "forms"), &forms(&text));
    }
}

#[test]
fn expansions_are_as_blessed() {
    for (path, text) in inputs("syntax/expand") {
        support::golden(&golden_of(&path, "expanded"), &expansion(&path, &text));
    }
}

#[test]
fn messages_are_as_blessed() {
    for (path, text) in inputs("syntax/diagnostics") {
        support::golden(&golden_of(&path, "messages"), &messages(&path, &text));
    }
}

#[test]
fn other_line_ends_change_nothing() {
    for folder in ["syntax/tokens", "syntax/forms", "syntax/expand", "syntax/diagnostics"] {
        for (path, text) in inputs(folder) {
            for end in ["\r\n", "\r"] {
                let twin = text.replace('\n', end);
                let unix = |out: String| out.replace("\r\n", "\n").replace('\r', "\n");
                let escaped = |out: String| out.replace("\\r\\n", "\\n").replace("\\r", "\\n");
                assert_eq!(escaped(tokens(&twin)), tokens(&text), "{}", path.display());
                assert_eq!(unix(forms(&twin)), forms(&text), "{}", path.display());
                assert_eq!(unix(messages(&path, &twin)), messages(&path, &text), "{}", path.display());
            }
        }
    }
}

#[test]
fn what_is_printed_reads_as_the_same_forms() {
    for (path, text) in inputs("syntax/expand") {
        let once = expansion(&path, &text);
        assert_eq!(forms(&once), once, "{}", path.display());
    }
}

#[test]
fn every_code_about_syntax_has_a_golden_message() {
    let mut seen: Vec<String> = Vec::new();
    for path in support::inputs("syntax/diagnostics", "messages") {
        let text = std::fs::read_to_string(path).unwrap();
        seen.extend(text.split('[').skip(1).filter_map(|t| Some(t.split_once(']')?.0.to_string())));
    }
    // Those that need very large inputs are made in `syntax_bounds.rs`.
    let elsewhere = ["E0103", "E0105", "E0204", "E0205", "E0214"];
    for code in zrf::diagnostics::codes::syntax::ALL {
        let is_seen = seen.iter().any(|s| s == code.id) || elsewhere.contains(&code.id);
        assert!(is_seen, "no golden message shows {}", code.id);
    }
}

#[test]
fn a_span_outside_of_its_text_is_drawn_without_a_panic() {
    let mut sources = SourceMap::default();
    let source: SourceId = sources.add("x", "é(\n");
    for (start, end) in [(0, 1), (1, 1), (3, 99), (99, 99), (5, 2)] {
        let span = Span::new(source, start, end);
        let d = Diagnostic::new(&zrf::diagnostics::codes::syntax::SURPLUS_CLOSE, span, "m");
        assert!(!render_text([&d], &sources, true).is_empty());
        assert!(!render_short([&d], &sources).is_empty());
    }
}
