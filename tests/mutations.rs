//! One random edit in a real file: what is new is told, near to the edit.
//!
//! 50 files of the corpus are edited 20 times each, as an author's hand slips: a parenthesis dropped or doubled, a name
//! misspelt, a line deleted, two arguments swapped. Debug builds make fewer edits; `ZRF_MUTATIONS=N` says how many.

#![allow(clippy::print_stdout)] // The figures, for `--nocapture`.

mod support;

use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};
use support::mutate::Rng;
use zrf::diagnostics::Diagnostic;
use zrf::document::Document;
use zrf::loader::DiskLoader;
use zrf::source::SourceId;
use zrf::study::check;
use zrf::syntax::Limits;
use zrf::syntax::lexer::lex;
use zrf::syntax::token::{Token, TokenKind};

const FILES: usize = 50;
/// Larger files take long in debug builds.
const MAX_BYTES: usize = 60_000;
/// Lines between an edit and what is first said about it.
const NEAR: usize = 2;

fn edits_per_file() -> usize {
    let asked = env::var("ZRF_MUTATIONS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(if cfg!(debug_assertions) { 6 } else { 20 })
}

/// What was done to a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Edit {
    DropParenthesis,
    DoubleParenthesis,
    Misspell,
    DeleteLine,
    Swap,
}

const EDITS: [Edit; 5] =
    [Edit::DropParenthesis, Edit::DoubleParenthesis, Edit::Misspell, Edit::DeleteLine, Edit::Swap];

/// An edited text, the offset of the edit, and whether a line is gone.
struct Edited {
    edit: Edit,
    text: String,
    at: usize,
    /// The name before the edit, if one was misspelt, and after.
    names: Option<(String, String)>,
}

/// An edit of this kind somewhere; none if the text has no place for it.
fn edit(text: &str, tokens: &[Token], edit: Edit, rng: &mut Rng) -> Option<Edited> {
    let is = |kinds: &'static [TokenKind]| move |t: &&Token| kinds.contains(&t.kind);
    let pick = |kinds: &'static [TokenKind], rng: &mut Rng| {
        let found: Vec<&Token> = tokens.iter().filter(is(kinds)).collect();
        (!found.is_empty()).then(|| found[rng.below(found.len())])
    };
    let mut out = text.to_owned();
    let mut names = None;
    let at = match edit {
        Edit::DropParenthesis => {
            let range = self::range(pick(&[TokenKind::Open, TokenKind::Close], rng)?);
            out.replace_range(range.clone(), "");
            range.start
        }
        Edit::DoubleParenthesis => {
            let range = self::range(pick(&[TokenKind::Open, TokenKind::Close], rng)?);
            let doubled = text[range.clone()].repeat(2);
            out.replace_range(range.clone(), &doubled);
            range.start
        }
        Edit::Misspell => {
            let range = self::range(pick(&[TokenKind::Name], rng)?);
            let misspelt = misspell(&text[range.clone()], rng)?;
            names = Some((text[range.clone()].to_owned(), misspelt.clone()));
            out.replace_range(range.clone(), &misspelt);
            range.start
        }
        Edit::DeleteLine => {
            let starts: Vec<usize> =
                std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
            let line = rng.below(starts.len());
            let end = starts.get(line + 1).copied().unwrap_or(text.len());
            out.replace_range(starts[line]..end, "");
            starts[line]
        }
        Edit::Swap => {
            let pairs: Vec<_> = tokens
                .windows(2)
                .filter(|w| w.iter().all(|t| t.kind == TokenKind::Name))
                .map(|w| (range(&w[0]), range(&w[1])))
                .filter(|(a, b)| text[a.clone()] != text[b.clone()])
                .collect();
            let (a, b) = pairs.get(rng.below(pairs.len()))?.clone();
            let (first, second) = (text[a.clone()].to_owned(), text[b.clone()].to_owned());
            out.replace_range(b, &first);
            out.replace_range(a.clone(), &second);
            a.start
        }
    };
    Some(Edited { edit, text: out, at, names })
}

/// The name with two letters swapped, or one dropped or doubled.
fn misspell(name: &str, rng: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    let i = rng.below(letters.len());
    match rng.below(3) {
        0 if i + 1 < letters.len() => letters.swap(i, i + 1),
        1 if letters.len() > 2 => drop(letters.remove(i)),
        _ => letters.insert(i, letters[i]),
    }
    let misspelt: String = letters.into_iter().collect();
    (misspelt != name).then_some(misspelt)
}

fn range(token: &Token) -> std::ops::Range<usize> {
    token.start as usize..token.end as usize
}

fn tokens(text: &str) -> Vec<Token> {
    lex(text, SourceId(0), &Limits::default()).tokens
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count()
}

fn check_text(name: &str, text: &str) -> (Document, Vec<Diagnostic>) {
    let document = Document::load(name, text.as_bytes(), &DiskLoader::default());
    let found = check::check(&document, Some(2_000_000));
    (document, found)
}

/// What two runs may say alike: the code and the message, without the place.
fn count(found: &[Diagnostic]) -> HashMap<(&'static str, &str), usize> {
    let mut counts = HashMap::new();
    for d in found {
        *counts.entry((d.code.id, d.message.as_str())).or_insert(0) += 1;
    }
    counts
}

/// The first of what is said after the edit and was not said before.
fn first_new<'d>(before: &[Diagnostic], after: &'d [Diagnostic]) -> Option<&'d Diagnostic> {
    let mut known = count(before);
    after.iter().find(|d| match known.get_mut(&(d.code.id, d.message.as_str())) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    })
}

/// The first and last lines of the places that a diagnostic points at in the file itself.
fn lines(document: &Document, d: &Diagnostic) -> Vec<(usize, usize)> {
    let mut spans = vec![d.primary.span];
    spans.extend(d.secondary.iter().map(|label| label.span));
    spans.extend(d.calls(document.sources()).map(|via| via.call));
    spans.retain(|span| span.source == SourceId(0));
    let text = &document.sources().get(SourceId(0)).text;
    spans.into_iter().map(|s| (line_of(text, s.start as usize), line_of(text, s.end as usize))).collect()
}

#[derive(Default)]
struct Tally {
    edits: usize,
    reported: usize,
    near: usize,
    /// Within reach when other places that the message names count too.
    named: usize,
}

#[test]
fn what_an_edit_breaks_is_told_near_to_it() {
    let Some(root) = support::corpus_root() else { return };
    let files = chosen(&root);
    let mut tallies: HashMap<Edit, Tally> = HashMap::new();
    let (mut far, mut missed) = (Vec::new(), Vec::new());
    for (i, path) in files.iter().enumerate() {
        let name = path.display().to_string();
        let original = Document::load(&name, &fs::read(path).unwrap(), &DiskLoader::default());
        let text = original.sources().get(SourceId(0)).text.clone();
        let before = check::check(&original, Some(2_000_000));
        let all = tokens(&text);
        let mut rng = Rng::new(1_000 + i as u64);
        let mut made = 0;
        while made < edits_per_file() {
            let kind = EDITS[rng.below(EDITS.len())];
            let Some(edited) = edit(&text, &all, kind, &mut rng) else { continue };
            made += 1;
            let (document, after) = check_text(&name, &edited.text);
            let tally = tallies.entry(kind).or_default();
            tally.edits += 1;
            let line = line_of(&edited.text, edited.at);
            let around = text.lines().nth(line).unwrap_or_default().trim();
            let place = || {
                let names = edited.names.as_ref().map(|(old, new)| format!("{old} -> {new}"));
                format!("{name}:{}: {kind:?} {} {around:.80}", line + 1, names.unwrap_or_default())
            };
            let Some(first) = first_new(&before, &after) else {
                if must_be_told(&edited, &all, &text) {
                    missed.push(place());
                }
                continue;
            };
            tally.reported += 1;
            let at = lines(&document, first);
            let is_near = |&(start, end): &(usize, usize)| start <= line + NEAR && line <= end + NEAR;
            tally.near += usize::from(is_near(&at[0]));
            tally.named += usize::from(at.iter().any(is_near));
            if !is_near(&at[0]) {
                far.push(format!("{} -> {}: {} {}", place(), at[0].0 + 1, first.code.id, first.message));
            }
        }
    }
    let sum = |f: fn(&Tally) -> usize| tallies.values().map(f).sum::<usize>();
    let (reported, near, named) = (sum(|t| t.reported), sum(|t| t.near), sum(|t| t.named));
    println!("{} edits, {reported} told, {near} near, {named} near with the other places", sum(|t| t.edits));
    for kind in EDITS {
        let Some(t) = tallies.get(&kind) else { continue };
        println!("{kind:?}: {} edits, {} told, {} near, {} named", t.edits, t.reported, t.near, t.named);
    }
    println!("far:\n{}", far.join("\n"));
    assert!(missed.is_empty(), "not told:\n{}", missed.join("\n"));
    // Of few edits the share may be a little less by chance.
    let least = if reported >= 500 { 90 } else { 85 };
    assert!(near * 100 >= reported * least, "{near} of {reported} near");
}

/// Files of the corpus written for Zillions, whole, and of a size that can be checked often. (Of rules that live in a
/// program library the file is not the whole.)
fn chosen(root: &Path) -> Vec<std::path::PathBuf> {
    let index: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(root.join("index.json")).unwrap()).unwrap();
    let records = index.as_array().unwrap().iter();
    let files = records.filter(|r| r["kind"] == "zrf" && r["tier"] == "zillions" && r["engine_dll"] == false);
    let mut paths: Vec<_> = files
        .map(|r| {
            let text = |key: &str| r[key].as_str().unwrap_or_default().to_owned();
            root.join(text("repo").replace('/', "+")).join(text("path"))
        })
        .filter(|path| fs::metadata(path).is_ok_and(|m| m.len() < MAX_BYTES as u64) && is_sound(path))
        .collect();
    paths.sort();
    let step = (paths.len() / FILES).max(1);
    paths.into_iter().step_by(step).take(FILES).collect()
}

/// Whether the file reads without an error before it is edited.
fn is_sound(path: &Path) -> bool {
    let name = path.display().to_string();
    let document = Document::load(&name, &fs::read(path).unwrap(), &DiskLoader::default());
    !document.diagnostics().iter().any(Diagnostic::is_error)
}

/// Whether the edit surely breaks the file: the number of parentheses, or a name that means something and now nothing.
fn must_be_told(edited: &Edited, before: &[Token], text: &str) -> bool {
    match edited.edit {
        Edit::DropParenthesis | Edit::DoubleParenthesis => true,
        // A name that stands only here is no use of another.
        Edit::Misspell => edited.names.as_ref().is_some_and(|(old, new)| {
            let is = |name: &str| {
                before.iter().filter(|t| t.kind == TokenKind::Name && &text[range(t)] == name).count()
            };
            let is_number = old.parse::<i64>().is_ok();
            !is_number && is(old) > 1 && is(new) == 0
        }),
        Edit::DeleteLine | Edit::Swap => false,
    }
}
