//! The page on the instruction set, and whether the tests know all of it.

use super::trial::Case;
use super::{conditions, runs};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use zrf::compile::disasm::op_text;
use zrf::compile::{At, Op};

const SOURCE: &str = include_str!("../../src/compile/op.rs");
const PAGE: &str = "docs/instructions.md";

/// A documented enum of the source.
struct Enum {
    name: String,
    text: String,
    variants: Vec<Variant>,
}

/// A variant: its name, first paragraph, and the lines `* Key: text`.
struct Variant {
    name: String,
    text: String,
    facts: Vec<(String, String)>,
}

impl Variant {
    fn fact(&self, key: &str) -> &str {
        self.facts.iter().find(|(k, _)| k == key).map_or("", |(_, text)| text)
    }
}

/// The enums of the instruction set with their comments, in the order of the source.
fn enums() -> Vec<Enum> {
    let mut found: Vec<Enum> = Vec::new();
    let mut comment: Vec<&str> = Vec::new();
    for line in SOURCE.lines() {
        let depth = line.len() - line.trim_start().len();
        let code = line.trim_start();
        if let Some(text) = code.strip_prefix("///") {
            comment.push(text.trim());
        } else if let Some(name) = code.strip_prefix("pub enum ") {
            let text = paragraph(&comment);
            found.push(Enum { name: name.trim_end_matches(" {").to_owned(), text, variants: Vec::new() });
            comment.clear();
        } else if depth == 4 && code.starts_with(char::is_uppercase) {
            let name = code.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
            let facts = comment.iter().filter_map(|line| line.strip_prefix("* ")?.split_once(": "));
            let facts = facts.map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
            let text = paragraph(&comment);
            found.last_mut().expect("an enum").variants.push(Variant { name, text, facts });
            comment.clear();
        } else if !code.starts_with("#[") {
            comment.clear();
        }
    }
    found
}

fn paragraph(comment: &[&str]) -> String {
    let lines: Vec<_> = comment.iter().copied().take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// The page.
fn page() -> String {
    let mut out = String::from(
        "# The instructions of compiled blocks\n\n\
         Made from the comments of `src/compile/op.rs` by `ZRF_BLESS=1 cargo test --test instructions`.\n\
         `zrf disasm` lists the instructions of a file; what they come from is in the specification of the language,\n\
         sections 7 to 9. The tests of all of them are in `tests/instructions`.\n\n\
         A run has a cursor (the current position), `from`, `to`, a mark, flags, position flags, the movements finished\n\
         by `cascade`, and pending changes and captures. The board does not change while it runs. Where an instruction\n\
         fails the run ends; moves already added stay.\n",
    );
    let mut enums = enums();
    // The instructions first, then what they are made of.
    enums.sort_by_key(|e| e.name != "Op");
    for Enum { name, text, variants } in &enums {
        let title = match name.as_str() {
            "Op" => "Instructions",
            "At" => "Places",
            "Test" => "Tests",
            "Owner" => "Owners",
            "Kind" => "Piece types",
            "Then" => "How the turn goes on",
            other => other,
        };
        write!(out, "\n## {title}\n\n").unwrap();
        if name == "Op" {
            for variant in variants {
                instruction(&mut out, variant);
            }
            continue;
        }
        write!(out, "{text}\n\n| Name | Meaning | Listing |\n|---|---|---|\n").unwrap();
        for v in variants {
            writeln!(out, "| `{}` | {} | {} |", v.name, v.text, v.fact("Listing")).unwrap();
        }
    }
    out
}

fn instruction(out: &mut String, variant: &Variant) {
    let or = |key, otherwise: &'static str| match variant.fact(key) {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    };
    let Variant { name, text, .. } = variant;
    write!(out, "### {name}\n\n{text}\n\n").unwrap();
    writeln!(out, "- From: {}", or("Form", "")).unwrap();
    writeln!(out, "- Operands: {}", or("Operands", "none")).unwrap();
    writeln!(out, "- Cursor afterwards: {}", or("Cursor", "as before")).unwrap();
    writeln!(out, "- Fails: {}", or("Fails", "never")).unwrap();
    writeln!(out, "- Listing: {}\n", or("Listing", "")).unwrap();
}

/// The name of a variant of any of the enums.
fn name_of(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn cases() -> Vec<Case> {
    [runs::all(), conditions::all()].concat()
}

/// The place of an instruction that has one.
fn place(op: Op) -> Option<At> {
    match op {
        Op::Capture(at)
        | Op::Flip(at)
        | Op::ChangeOwner(_, at)
        | Op::ChangeType(_, at)
        | Op::Create(_, _, at)
        | Op::SetAttr(_, _, at)
        | Op::SetPosFlag(_, _, at)
        | Op::Branch { at, .. } => Some(at),
        _ => None,
    }
}

#[test]
fn the_page_on_the_instruction_set_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let page = page();
    if env::var_os("ZRF_BLESS").is_some_and(|v| v == "1") {
        fs::write(&path, &page).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    pretty_assertions::assert_str_eq!(found, page, "ZRF_BLESS=1 makes {PAGE} anew");
}

#[test]
fn every_instruction_and_test_is_described() {
    let enums = enums();
    let names: Vec<_> = enums.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["At", "Test", "Owner", "Kind", "Then", "Op"]);
    for variant in enums.iter().flat_map(|e| &e.variants) {
        assert!(!variant.text.is_empty() && !variant.fact("Listing").is_empty(), "{}", variant.name);
    }
    let ops = enums.iter().find(|e| e.name == "Op").expect("the instructions");
    for variant in &ops.variants {
        assert!(!variant.fact("Form").is_empty(), "{} comes from no form", variant.name);
    }
}

#[test]
fn every_instruction_test_and_place_occurs_in_a_case() {
    let mut seen = BTreeSet::new();
    let mut listings = BTreeSet::new();
    for case in cases() {
        let game = case.game();
        let (rules, program) = (game.rules(), game.program());
        for &op in &program.code {
            let mut name = name_of(op);
            if let Op::Branch { test, .. } = op {
                name = format!("Test::{}", name_of(test));
                seen.insert("Branch".to_owned());
            }
            if let Some(at) = place(op) {
                seen.insert(format!("{name} {}", name_of(at)));
            }
            seen.insert(name);
            let text = op_text(rules, program, op);
            // The addresses differ with what stands before.
            let text = text.split(" goto ").next().unwrap_or_default().to_owned();
            let text = if let Op::Jump(_) | Op::Call(_) = op { name_in_listing(&text) } else { text };
            listings.insert(text);
        }
    }
    let enums = enums();
    let variants = |name| &enums.iter().find(|e: &&Enum| e.name == name).expect("an enum").variants;
    for op in variants("Op") {
        assert!(seen.contains(&op.name), "no case has the instruction {}", op.name);
    }
    for test in variants("Test") {
        assert!(seen.contains(&format!("Test::{}", test.name)), "no case has the test {}", test.name);
    }
    let placed = ["Capture", "Flip", "ChangeOwner", "ChangeType", "Create", "SetAttr", "SetPosFlag"];
    let tests = variants("Test").iter().map(|t| format!("Test::{}", t.name));
    for name in placed.iter().map(ToString::to_string).chain(tests) {
        // These are asked of the run or of the cursor alone.
        if name == "Test::Flag" || name == "Test::Position" {
            continue;
        }
        for at in variants("At") {
            assert!(seen.contains(&format!("{name} {}", at.name)), "no case has {name} at {}", at.name);
        }
    }
    for enumeration in &enums {
        for variant in &enumeration.variants {
            let listing = variant.fact("Listing").trim_matches('`');
            let is_listed = match enumeration.name.as_str() {
                "Test" => ["if", "unless"].iter().any(|word| listings.contains(&format!("{word} {listing}"))),
                _ => listings.contains(listing),
            };
            assert!(is_listed, "no case lists `{listing}` of {}", variant.name);
        }
    }
}

fn name_in_listing(text: &str) -> String {
    text.split(' ').next().unwrap_or_default().to_owned()
}
