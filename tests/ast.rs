//! Goldens of the AST: blocks, conditions and goals as lowering understands them.
//!
//! Each `tests/data/ast/NAME.zrf` has a golden `NAME.ast` with a line or a small tree for each
//! block and goal, and behind them the messages.

mod support;

use std::fmt::Write;
use std::fs;
use zrf::ast::block::{Add, Arg, Block, Cond, CondKind, Instr, InstrKind, Name, Where};
use zrf::ast::goal::{Goal, GoalKind, Occupant};
use zrf::ast::piece::MoveItem;
use zrf::document::Document;
use zrf::loader::MemoryLoader;

#[test]
fn blocks_and_goals_are_understood_as_the_goldens_show() {
    for path in support::inputs("ast", "zrf") {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let document = Document::load(&format!("{stem}.zrf"), &bytes, &MemoryLoader::new());
        support::golden(&format!("ast/{stem}.ast"), &dump(&document));
    }
}

fn dump(document: &Document) -> String {
    let mut out = String::new();
    for game in &document.file().games {
        for piece in &game.sections.pieces {
            for (what, items) in [("moves", &piece.moves), ("drops", &piece.drops)] {
                for item in items {
                    match item {
                        MoveItem::Type(name) => {
                            writeln!(out, "{} {what} type {}", piece.name.text, name.text)
                        }
                        MoveItem::Block(def) => {
                            writeln!(out, "{} {what}{}", piece.name.text, block(&def.block, 1))
                        }
                    }
                    .unwrap();
                }
            }
        }
        for line in &game.sections.goals {
            let players: Vec<_> = line.players.iter().map(|p| p.text.as_str()).collect();
            writeln!(out, "{:?} for {}: {}", line.kind, players.join(" "), goal(&line.goal)).unwrap();
        }
    }
    out + &support::messages(document.sources(), document.diagnostics())
}

fn block(block: &Block, depth: usize) -> String {
    block.instrs.iter().map(|i| format!("\n{}{}", "  ".repeat(depth), instr(i, depth))).collect()
}

fn instr(i: &Instr, depth: usize) -> String {
    let inner = |b: &Block| block(b, depth + 1);
    match &i.kind {
        InstrKind::Go(n) => format!("go {}", n.text),
        InstrKind::GoOpposite(n) => format!("go opposite {}", n.text),
        InstrKind::Mark => "mark".into(),
        InstrKind::Back => "back".into(),
        InstrKind::GoTo(t) => format!("go to {t:?}"),
        InstrKind::From => "from".into(),
        InstrKind::To => "to".into(),
        InstrKind::Cascade => "cascade".into(),
        InstrKind::Add(a) => add(a),
        InstrKind::Capture(w) => format!("capture{}", place(w)),
        InstrKind::Flip(w) => format!("flip{}", place(w)),
        InstrKind::ChangeOwner(a) => format!("change owner{}", args(a)),
        InstrKind::ChangeType(a) => format!("change type{}", args(a)),
        InstrKind::Create(a) => format!("create{}", args(a)),
        InstrKind::SetAttribute(s) => format!("set attribute {} = {}{}", s.0.text, cond(&s.1), place(&s.2)),
        InstrKind::SetFlag(s) => format!("set flag {} = {}", s.0.text, cond(&s.1)),
        InstrKind::SetPositionFlag(s) => {
            format!("set position flag {} = {}{}", s.0.text, cond(&s.1), place(&s.2))
        }
        InstrKind::If(parts) => {
            let (c, then, otherwise) = &**parts;
            let tail = if otherwise.instrs.is_empty() {
                String::new()
            } else {
                format!("\n{}else{}", "  ".repeat(depth), inner(otherwise))
            };
            format!("if {}{}{tail}", cond(c), inner(then))
        }
        InstrKind::While(parts) => format!("while {}{}", cond(&parts.0), inner(&parts.1)),
        InstrKind::Verify(c) => format!("verify {}", cond(c)),
        InstrKind::Nested(b) => format!("nested{}", inner(b)),
        InstrKind::Splice(s) => format!("macro {}{}", s.name, inner(&s.block)),
        InstrKind::Unknown => "unknown".into(),
    }
}

fn add(a: &Add) -> String {
    let kind = match (a.copy, a.partial) {
        (false, false) => "add",
        (false, true) => "add partial",
        (true, false) => "add copy",
        (true, true) => "add copy partial",
    };
    format!("{kind}{}", names(&a.args))
}

fn names(names: &[Name]) -> String {
    names.iter().map(|n| format!(" {}", n.text)).collect()
}

fn args(args: &[Arg]) -> String {
    args.iter()
        .map(|a| match a {
            Arg::Name(n) => format!(" {}", n.text),
            Arg::Opposite(n) => format!(" (opposite {})", n.text),
        })
        .collect()
}

fn place(place: &Option<Where>) -> String {
    match place {
        None => String::new(),
        Some(Where::Name(n)) => format!(" at {}", n.text),
        Some(Where::Opposite(n)) => format!(" at opposite {}", n.text),
    }
}

fn cond(c: &Cond) -> String {
    let many = |cs: &[Cond]| cs.iter().map(|c| format!(" {}", cond(c))).collect::<String>();
    match &c.kind {
        CondKind::Const(value) => value.to_string(),
        CondKind::And(cs) => format!("(and{})", many(cs)),
        CondKind::Or(cs) => format!("(or{})", many(cs)),
        CondKind::Not(c) => format!("(not {})", cond(c)),
        CondKind::Simple(s, w) => format!("{s:?}{}", place(w)),
        CondKind::Piece(n, w) => format!("piece {}{}", n.text, place(w)),
        CondKind::InZone(n, w) => format!("in zone {}{}", n.text, place(w)),
        CondKind::Position(n) => format!("position {}", n.text),
        CondKind::Attack { defended, args: a } => {
            format!("{}{}", if *defended { "defended" } else { "attacked" }, args(a))
        }
        CondKind::Flag(n) => format!("flag {}", n.text),
        CondKind::PositionFlag(n, w) => format!("position flag {}{}", n.text, place(w)),
        CondKind::Attribute(n, w) => format!("attribute {}{}", n.text, place(w)),
        CondKind::Splice(s) => format!("[{}: {}]", s.0, cond(&s.1)),
    }
}

fn goal(g: &Goal) -> String {
    let many = |gs: &[Goal]| gs.iter().map(|g| format!(" {}", goal(g))).collect::<String>();
    let piece = |n: &Option<Name>| n.as_ref().map_or(String::new(), |n| format!(" {}", n.text));
    match &g.kind {
        GoalKind::Stalemated => "stalemated".into(),
        GoalKind::Repetition => "repetition".into(),
        GoalKind::Captured(ns) => format!("captured{}", names(ns)),
        GoalKind::Checkmated(ns) => format!("checkmated{}", names(ns)),
        GoalKind::PiecesRemaining(n, p) => format!("remaining {n}{}", piece(p)),
        GoalKind::TotalPieceCount(n, p) => format!("total {n}{}", piece(p)),
        GoalKind::AbsoluteConfig(os, places) => format!("absolute{} on{}", occupants(os), names(places)),
        GoalKind::RelativeConfig(os) => format!("relative{}", occupants(os)),
        GoalKind::And(gs) => format!("(and{})", many(gs)),
        GoalKind::Or(gs) => format!("(or{})", many(gs)),
        GoalKind::Not(g) => format!("(not {})", goal(g)),
    }
}

fn occupants(occupants: &[Occupant]) -> String {
    occupants
        .iter()
        .map(|o| match o {
            Occupant::Name(n) => format!(" {}", n.text),
            Occupant::AnyOwner(ns, _) => format!(" (any owner{})", names(ns)),
            Occupant::Opponent(ns, _) => format!(" (opponent{})", names(ns)),
            Occupant::Empty(_) => " empty".into(),
            Occupant::Not(ns, _) => format!(" (not{})", names(ns)),
            Occupant::OneOf(ns, _) => format!(" (one of{})", names(ns)),
        })
        .collect()
}

/// Whether lowering takes a form for unknown.
fn is_unknown(text: &str) -> bool {
    let codes = support::codes(text, 0);
    ["E0301", "E0302", "E0303", "E0304", "E0307", "E0308", "E0309"].iter().any(|c| codes.contains(c))
}

#[test]
fn every_keyword_of_the_table_is_known_to_lowering() {
    use zrf::syntax::keyword::{Category, KEYWORDS};
    for keyword in KEYWORDS {
        let name = keyword.name;
        let game = |section: &str| format!("(game (title \"G\") {section})");
        let block = |instruction: &str| game(&format!("(piece (name P) (moves ({instruction})))"));
        let text = match keyword.category {
            Category::TopLevel => format!("({name})"),
            Category::Section | Category::OldOption => game(&format!("({name})")),
            Category::Board => game(&format!("(board ({name}))")),
            Category::Grid => game(&format!("(board (grid ({name})))")),
            Category::Zone => game(&format!("(board (zone ({name})))")),
            Category::Piece => game(&format!("(piece ({name}))")),
            Category::Instruction => block(&format!("({name})")),
            Category::Condition => block(&format!("(verify ({name}))")),
            Category::Goal => game(&format!("(win-condition (W) ({name}))")),
            // These are no heads of forms; the goldens show them.
            Category::Occupant | Category::Option | Category::Word => continue,
        };
        assert!(!is_unknown(&text), "{text}");
        // And what is nearly the keyword is not taken for it. (Any name may be that of an attribute.)
        if !matches!(keyword.category, Category::Condition | Category::Instruction) {
            assert!(is_unknown(&text.replace(&format!("({name})"), &format!("({name}-x)"))), "{text}");
        }
    }
}

#[test]
fn an_unknown_form_may_be_a_misspelt_macro() {
    let help = |text: &str| {
        let document = support::document(text);
        document.diagnostics().iter().find_map(|d| d.help.clone())
    };
    let macros = "(define my-pieces) (define sliding)";
    let suggestion = |name: &str| Some(format!("did you mean `{name}`?"));
    assert_eq!(help(&format!("{macros} (game (title \"G\") (my-peices))")), suggestion("my-pieces"));
    assert_eq!(
        help(&format!("{macros} (game (title \"G\") (piece (name P) (moves (n (slidng empty?)))))")),
        suggestion("sliding")
    );
}
