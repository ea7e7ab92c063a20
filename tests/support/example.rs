//! The examples of the explanations of codes, completed to rules files.
//!
//! An example is a piece of a rules file: forms of the file, sections of a game, items of a board, a grid or a piece. What
//! it does not say comes from a game around it. In a form, ` ...` stands for all else that belongs there.

use zrf::syntax::keyword::{self, Category};

/// The parts of the game around an example: the keyword, and the form.
const SECTIONS: &[(&str, &str)] = &[
    ("title", "(title \"Example\")"),
    ("players", "(players White Black)"),
    ("turn-order", "(turn-order White Black)"),
    ("board", "(board ...)"),
    ("piece", ""),
    ("board-setup", "(board-setup (White (Man a1) (King b1)) (Black (Man c2) (King b2)))"),
    ("loss-condition", "(loss-condition (White Black) (captured King))"),
];

const GRID: &[(&str, &str)] = &[
    ("start-rectangle", "(start-rectangle 0 0 49 49)"),
    ("dimensions", "(dimensions (\"a/b/c/d/e/f/g/h\" (50 0)) (\"8/7/6/5/4/3/2/1\" (0 50)))"),
    ("directions", "(directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1))"),
];

const BOARD: &[(&str, &str)] = &[
    ("symmetry", "(symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))"),
    (
        "zone",
        "(zone (name promotion-zone) (players White) (positions a2 b2)) (zone (name promotion-zone) (players Black) (positions a1 b1))",
    ),
];

/// Pieces; but for the first two they are there if the example names them.
const PIECES: &[(&str, &str)] = &[
    ("Man", "(piece (name Man) (attribute unmoved? true) (moves (n (verify (or empty? unmoved?)) add)))"),
    ("King", "(piece (name King))"),
    ("Queen", "(piece (name Queen) (moves (n (verify not-friend?) add)))"),
    ("Rook", "(piece (name Rook) (moves (n (verify not-friend?) add)))"),
    ("Pawn", "(piece (name Pawn) (moves (n (verify empty?) add)))"),
];

/// Macros, for examples that call them.
const MACROS: &[(&str, &str)] = &[
    ("step", "(define step ($1 (verify not-friend?) add))"),
    ("slide", "(define slide ($1 (while empty? add $1) (verify not-friend?) add))"),
];

/// A piece of an example: its head, and its text.
struct Form {
    head: String,
    text: String,
}

/// The file that an example stands for.
pub fn complete(example: &str) -> String {
    let Some(forms) = forms(example) else { return example.to_owned() };
    let of = |categories: &[Category]| -> Vec<&Form> {
        forms.iter().filter(|f| categories.iter().any(|&c| keyword::find(c, &f.head).is_some())).collect()
    };
    let file = of(&[Category::TopLevel]);
    if forms.iter().any(|f| ["game", "include", "version"].contains(&f.head.as_str()))
        || file.len() < forms.len() && is_unknown(&forms)
    {
        return forms.iter().map(|f| with_rest(&f.text)).collect::<Vec<_>>().join("\n");
    }
    let has_variant = forms.iter().any(|f| f.head == "variant");
    let sections = of(&[Category::Section, Category::OldOption]);
    let mut board_items = of(&[Category::Board]);
    board_items.retain(|f| f.head != "image");
    let piece_items: Vec<&Form> = forms
        .iter()
        .filter(|f| ["moves", "drops", "attribute", "image"].contains(&f.head.as_str()))
        .collect();
    let grid_items = of(&[Category::Grid]);
    let setups: Vec<&Form> = forms.iter().filter(|f| f.head == "White" || f.head == "Black").collect();
    let text = |forms: &[&Form]| forms.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n");
    let mut out = String::new();
    for (name, definition) in MACROS {
        if example.contains(&format!("({name} ")) && !example.contains(&format!("(define {name} ")) {
            out += definition;
            out.push('\n');
        }
    }
    out += &text(&file.iter().copied().filter(|f| f.head != "variant").collect::<Vec<_>>());
    out += "\n(game\n";
    for (head, section) in SECTIONS {
        let given: Vec<&Form> = sections.iter().copied().filter(|f| f.head == *head).collect();
        match *head {
            "piece" => out += &pieces(example, &given, &piece_items),
            _ if !given.is_empty() => out += &text(&given),
            "board" => out += &board(&board_items, &grid_items),
            "board-setup" if !setups.is_empty() => out += &format!("(board-setup {})", text(&setups)),
            _ => out += section,
        }
        out.push('\n');
    }
    let others = sections.iter().copied().filter(|f| !SECTIONS.iter().any(|(head, _)| *head == f.head));
    out += &text(&others.collect::<Vec<_>>());
    out += ")\n";
    if has_variant {
        out += &text(&file.iter().copied().filter(|f| f.head == "variant").collect::<Vec<_>>());
    }
    out.lines().map(with_rest).collect::<Vec<_>>().join("\n")
}

/// Some form at top level is of no known kind: the example is the whole file.
fn is_unknown(forms: &[Form]) -> bool {
    let is_known = |f: &Form| {
        f.head == "White"
            || f.head == "Black"
            || keyword::KEYWORDS.iter().any(|k| k.name == f.head && k.shape.starts_with('('))
    };
    !forms.iter().all(is_known)
}

fn rest(parts: &[(&str, &str)], given: impl Fn(&str) -> bool) -> String {
    parts.iter().filter(|(head, _)| !given(head)).map(|(_, form)| *form).collect::<Vec<_>>().join(" ")
}

fn board(items: &[&Form], grid: &[&Form]) -> String {
    let given = |head: &str| items.iter().any(|f| f.head == head);
    let parts = |head: &str| grid.iter().any(|f| f.head == head);
    let grid_text = grid.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join(" ");
    let grid = match given("grid") {
        true => String::new(),
        false => format!("(grid {grid_text} {})", rest(GRID, parts)),
    };
    let items = items.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n");
    format!("(board {grid}\n{items}\n{})", rest(BOARD, given))
}

fn pieces(example: &str, given: &[&Form], items: &[&Form]) -> String {
    let is_given = |name: &str| given.iter().any(|f| f.text.contains(&format!("(name {name})")));
    let is_needed = |name: &str| ["Man", "King"].contains(&name) || example.contains(name);
    let mut out = given.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n");
    for (name, piece) in PIECES.iter().filter(|(name, _)| is_needed(name) && !is_given(name)) {
        out.push('\n');
        if *name == "Man" && !items.is_empty() {
            let items = items.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join(" ");
            let attribute = if items.contains("(attribute") { "" } else { "(attribute unmoved? true)" };
            out += &format!("(piece (name Man) {attribute} {items})");
        } else {
            out += piece;
        }
    }
    out
}

/// ` ...` replaced by what belongs there.
fn with_rest(text: &str) -> String {
    let mut text = text.to_owned();
    for (opener, parts) in [("(board", BOARD), ("(game", SECTIONS)] {
        let Some(start) = text.find(opener) else { continue };
        let Some(dots) = text[start..].find(" ...").map(|at| start + at) else { continue };
        let form = text[start..].to_owned();
        let given = |head: &str| form.contains(&format!("({head} ")) || form.contains(&format!("({head})"));
        let more = match opener {
            "(board" if given("grid") || given("positions") => rest(parts, given),
            "(board" => format!("(grid {}) {}", rest(GRID, |_| false), rest(parts, given)),
            _ => format!(
                "{} {}",
                rest(parts, given),
                if given("piece") { String::new() } else { pieces(&form, &[], &[]) }
            ),
        };
        text.replace_range(dots..dots + 4, &format!(" {more}"));
        return with_rest(&text);
    }
    text
}

/// The forms of an example; none if it is no row of whole lists, so that it can only stand for itself.
fn forms(example: &str) -> Option<Vec<Form>> {
    let mut forms = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    let mut chars = example.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '(' => {
                if depth == 0 {
                    start = i;
                }
                depth += 1;
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let text = example[start..=i].to_owned();
                    let head = text[1..].split(|c: char| c.is_whitespace() || "()\"".contains(c)).next()?;
                    forms.push(Form { head: head.to_owned(), text });
                }
            }
            '"' => {
                chars.by_ref().find(|(_, c)| *c == '"')?;
            }
            ';' => {
                chars.by_ref().find(|(_, c)| *c == '\n');
            }
            c if depth == 0 && !c.is_whitespace() => return None,
            _ => {}
        }
    }
    (depth == 0 && !forms.is_empty()).then_some(forms)
}
