//! The grammars in editors/ know every word of the language, and none more: they are made from the keyword table.
//! `ZRF_BLESS=1` writes them anew.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use zrf::syntax::keyword::{Category, KEYWORDS};

/// A class of words that have one colour.
struct Class {
    /// Its group in Vim.
    vim: &'static str,
    /// What Vim shows it as.
    link: &'static str,
    /// Its scope in TextMate grammars.
    scope: &'static str,
    categories: &'static [Category],
}

/// In order: a word belongs to the first class that has it.
const CLASSES: [Class; 6] = [
    Class {
        vim: "zrfTop",
        link: "Structure",
        scope: "keyword.control.top",
        categories: &[Category::TopLevel],
    },
    Class {
        vim: "zrfInstruction",
        link: "Statement",
        scope: "keyword.control",
        categories: &[Category::Instruction, Category::Word],
    },
    Class {
        vim: "zrfCondition",
        link: "Conditional",
        scope: "support.function.condition",
        categories: &[Category::Condition],
    },
    Class {
        vim: "zrfSection",
        link: "Keyword",
        scope: "storage.type.section",
        categories: &[
            Category::Section,
            Category::OldOption,
            Category::Board,
            Category::Grid,
            Category::Zone,
            Category::Piece,
        ],
    },
    Class { vim: "zrfGoal", link: "Function", scope: "support.function.goal", categories: &[Category::Goal] },
    Class {
        vim: "zrfOccupant",
        link: "Special",
        scope: "support.type.occupant",
        categories: &[Category::Occupant],
    },
];

/// The words of each class, sorted; none stands in two.
fn words() -> Vec<(&'static Class, Vec<String>)> {
    let mut seen: Vec<String> = Vec::new();
    let mut of = |class: &'static Class| {
        let mut words: Vec<String> = Vec::new();
        for keyword in KEYWORDS.iter().filter(|keyword| class.categories.contains(&keyword.category)) {
            let negated = format!("not-{}", keyword.name);
            let is_question = keyword.category == Category::Condition && keyword.name.ends_with('?');
            for word in [Some(keyword.name.to_owned()), is_question.then_some(negated)].into_iter().flatten()
            {
                if !seen.contains(&word) {
                    seen.push(word.clone());
                    words.push(word);
                }
            }
        }
        words.sort();
        (class, words)
    };
    CLASSES.iter().map(&mut of).collect()
}

fn vim() -> String {
    let mut out = String::from(
        "\" Rule files of Zillions of Games. The words are made from the keyword table of zrf (tests/editors.rs).\n\
         if exists(\"b:current_syntax\")\n  finish\nendif\n\n\
         syntax case match\n\
         syntax iskeyword !,#-',*-:,<-~,@\n\n",
    );
    for (class, words) in words() {
        for line in words.chunks(8) {
            out += &format!("syntax keyword {} {}\n", class.vim, line.join(" "));
        }
    }
    out += "\nsyntax match zrfNumber \"\\k\\@<!-\\?\\d\\+\\k\\@!\"\n\
            syntax match zrfParameter \"\\$\\d\\+\"\n\
            syntax region zrfString start=+\"+ end=+\"+ contains=zrfParameter\n\
            syntax match zrfComment \";.*$\" contains=zrfTodo,@Spell\n\
            syntax keyword zrfTodo contained TODO FIXME XXX zrf-allow\n\n";
    for class in &CLASSES {
        out += &format!("highlight default link {} {}\n", class.vim, class.link);
    }
    for (group, link) in [
        ("zrfNumber", "Number"),
        ("zrfParameter", "Identifier"),
        ("zrfString", "String"),
        ("zrfComment", "Comment"),
        ("zrfTodo", "Todo"),
    ] {
        out += &format!("highlight default link {group} {link}\n");
    }
    out + "\nlet b:current_syntax = \"zrf\"\n"
}

fn textmate() -> String {
    let name_end = r#"(?=[\s();"]|$)"#;
    let mut patterns = vec![
        json!({ "name": "comment.line.semicolon.zrf", "match": ";.*$" }),
        json!({
            "name": "string.quoted.double.zrf", "begin": "\"", "end": "\"",
            "patterns": [{ "name": "variable.parameter.zrf", "match": r"\$\d+" }],
        }),
        json!({
            "match": format!(r#"(\()(define)\s+([^\s();"]+){name_end}"#),
            "captures": {
                "2": { "name": "keyword.control.top.zrf" },
                "3": { "name": "entity.name.function.zrf" },
            },
        }),
    ];
    let name_start = r#"(?<![^\s();"])"#;
    for (class, words) in words() {
        let words: Vec<String> = words.iter().map(|word| word.replace('?', r"\?")).collect();
        patterns.push(json!({
            "name": format!("{}.zrf", class.scope),
            "match": format!("{name_start}(?:{}){name_end}", words.join("|")),
        }));
    }
    patterns
        .push(json!({ "name": "constant.numeric.zrf", "match": format!(r"{name_start}-?\d+{name_end}") }));
    patterns.push(json!({ "name": "variable.parameter.zrf", "match": r"\$\d+" }));
    let grammar: Value = json!({
        "information_for_contributors": ["The words are made from the keyword table of zrf (tests/editors.rs)."],
        "name": "ZRF",
        "scopeName": "source.zrf",
        "fileTypes": ["zrf"],
        "patterns": patterns,
    });
    serde_json::to_string_pretty(&grammar).unwrap() + "\n"
}

#[track_caller]
fn compare(name: &str, text: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(name);
    if std::env::var_os("ZRF_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    pretty_assertions::assert_str_eq!(written, text, "{name} differs; ZRF_BLESS=1 writes it anew");
}

#[test]
fn the_syntax_of_vim_has_the_words_of_the_language() {
    compare("vim/syntax/zrf.vim", &vim());
}

#[test]
fn the_grammar_of_vs_code_has_the_words_of_the_language() {
    compare("vscode/syntaxes/zrf.tmLanguage.json", &textmate());
}

#[test]
fn every_word_has_a_colour() {
    let words: Vec<String> = words().into_iter().flat_map(|(_, words)| words).collect();
    for keyword in KEYWORDS.iter().filter(|keyword| keyword.category != Category::Option) {
        assert!(words.iter().any(|word| word == keyword.name), "{} has none", keyword.name);
    }
}

#[test]
fn the_extension_names_files_that_are_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode");
    let read = |name: &str| -> Value {
        let text = std::fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    let contributes = read("package.json")["contributes"].clone();
    read(contributes["languages"][0]["configuration"].as_str().unwrap());
    let grammar = read(contributes["grammars"][0]["path"].as_str().unwrap());
    assert_eq!(grammar["scopeName"], contributes["grammars"][0]["scopeName"]);
}
