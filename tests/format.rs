//! `format`: the layout of rules files, on texts of our own, on what is shipped, and on the corpus.

mod support;

use std::path::{Path, PathBuf};
use zrf::document::Document;
use zrf::format::format;
use zrf::loader::DiskLoader;
use zrf::source::{SourceId, decode};
use zrf::syntax::Limits;
use zrf::syntax::lexer::lex;
use zrf::syntax::token::TokenKind;

fn formatted(text: &str) -> String {
    format(text).unwrap_or_else(|d| panic!("{text} is broken: {d:?}"))
}

/// The files as they are, and formatted; broken ones are left out.
fn texts(files: Vec<PathBuf>) -> impl Iterator<Item = (PathBuf, String, String)> {
    files.into_iter().filter_map(|path| {
        let text = decode(&std::fs::read(&path).unwrap()).into_owned();
        let new = format(&text).ok()?;
        Some((path, text, new))
    })
}

fn library_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

/// The same text with the places of debugging output left out.
fn without_places(text: &str) -> String {
    let mut parts = text.split("Span {");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.split_once('}').map_or("", |(_, rest)| rest))
}

/// The code, the goals and the tables of a variant, without places.
fn program(document: &Document, number: usize) -> Option<String> {
    let game = document.game(number).0?;
    let (program, rules) = (game.program(), game.rules());
    let code = format!("{:?}", (&program.code, &program.goals, &program.flags, &program.pos_flags));
    let pieces = format!("{:?} {:?} {:?}", program.pieces, program.subroutines, program.tables);
    Some(without_places(&(code + &pieces + &format!("{:?} {:?}", rules.pieces, rules.setup))))
}

#[test]
fn texts_are_laid_out_as_the_goldens_show() {
    for path in support::inputs("format", "zrf") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let new = formatted(&std::fs::read_to_string(&path).unwrap());
        support::golden(&format!("format/{name}.txt"), &new);
        assert_eq!(formatted(&new), new, "{name} is laid out otherwise the second time");
    }
}

#[test]
fn formatting_twice_is_formatting_once() {
    let mut files = support::corpus("zrf").unwrap_or_default();
    files.extend(support::shipped_files());
    files.extend(library_files());
    let mut wrong = Vec::new();
    for (path, _, new) in texts(files) {
        let again = formatted(&new);
        if again != new {
            let line = new.lines().zip(again.lines()).position(|(a, b)| a != b).unwrap_or(0);
            wrong.push(format!("{}:{}", path.display(), line + 1));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} files are laid out otherwise the second time:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The text with other spaces and tabs between its words; lines stay.
fn respaced(text: &str) -> String {
    let lexed = lex(text, SourceId(0), &Limits::default());
    let mut tokens = [lexed.tokens, lexed.comments].concat();
    tokens.sort_by_key(|token| token.start);
    let (mut out, mut at) = (String::new(), 0);
    for token in tokens {
        let gap = &text[at..token.start as usize];
        let lines = gap.matches('\n').count();
        match lines {
            _ if token.kind == TokenKind::Comment || gap.is_empty() => out += gap,
            0 => out += " \t ",
            _ => out += &format!("{}\t   ", " \n".repeat(lines)),
        }
        out += token.text(text);
        at = token.end as usize;
    }
    out
}

#[test]
fn spaces_within_lines_do_not_matter() {
    let mut files = support::shipped_files();
    files.extend(library_files());
    for path in files {
        let text = decode(&std::fs::read(&path).unwrap()).into_owned();
        let other = respaced(&text);
        assert_ne!(other, text);
        pretty_assertions::assert_str_eq!(formatted(&other), text, "{}", path.display());
    }
}

#[test]
fn what_is_shipped_is_formatted() {
    let mut files = support::shipped_files();
    files.extend(library_files());
    for path in files {
        let text = decode(&std::fs::read(&path).unwrap()).into_owned();
        pretty_assertions::assert_str_eq!(formatted(&text), text, "{} (zrf fmt mends it)", path.display());
    }
}

#[test]
fn rules_mean_the_same_when_formatted() {
    let Some(files) = support::corpus("zrf") else { return };
    let loader = DiskLoader::default();
    let mut compared = 0;
    for (path, old, new) in texts(files) {
        let load = |text: &str| Document::load(&path.to_string_lossy(), text.as_bytes(), &loader);
        let (before, after) = (load(&old), load(&new));
        let codes = |d: &Document| {
            let mut codes: Vec<_> = d.diagnostics().iter().map(|d| (d.code.id, d.message.clone())).collect();
            codes.sort();
            codes
        };
        assert_eq!(codes(&before), codes(&after), "{}", path.display());
        assert_eq!(before.variants().len(), after.variants().len(), "{}", path.display());
        for variant in before.variants() {
            let (a, b) = (program(&before, variant.number), program(&after, variant.number));
            assert!(a == b, "{} [{}] means something else", path.display(), variant.number);
            compared += usize::from(a.is_some());
        }
    }
    assert!(compared > 500, "{compared} programs only");
}

#[test]
fn line_ends_are_those_of_most_lines_and_strings_keep_theirs() {
    assert_eq!(formatted("(a)\r\n(b)\r\n(c)\n"), "(a)\r\n(b)\r\n(c)\r\n");
    assert_eq!(formatted("(a)\r\n(b)\n(c)\n"), "(a)\n(b)\n(c)\n");
    assert_eq!(formatted("(a)\r(b) ; x\r"), "(a)\r(b) ; x\r");
    assert_eq!(formatted("(title \"a\n  b\")\r\n(c)\r\n(d)\r\n"), "(title \"a\n  b\")\r\n(c)\r\n(d)\r\n");
    assert_eq!(formatted(""), "");
    assert_eq!(formatted("\n ; a\n\n\n ; b"), "; a\n\n; b\n");
}

#[test]
fn broken_texts_are_refused() {
    for text in ["(game (title \"x\")", "(game))", "(title \"x)", "stray (game)"] {
        let diagnostics = format(text).unwrap_err();
        assert!(!diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn deep_and_wide_texts_are_formatted() {
    let deep = format!("{}{}", "(a ".repeat(900), ")".repeat(900));
    let wide = format!("(positions {})", "a1 ".repeat(100_000));
    let rows = format!("(x {})", "(a b)(c d)\n".repeat(50_000));
    for text in [deep, wide, rows] {
        let new = formatted(&text);
        assert_eq!(formatted(&new), new);
    }
}
