//! The listing of a program: its instructions under the source lines that they come from.

use super::op::{At, Kind, Op, Owner, Test, Then};
use super::{Entry, Program};
use crate::ids::{AttrId, FlagId, MoveTypeId, PieceId, PosFlagId};
use crate::names::IndexSet;
use crate::resolve::Rules;
use crate::source::{SourceMap, Span};
use smol_str::SmolStr;
use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Write};

/// No more of a source line than this is shown.
const LONGEST_LINE: usize = 100;

/// Writes the blocks of one piece type or of all, then the subroutines that they call.
///
/// # Errors
/// If `out` fails.
pub fn listing(
    rules: &Rules,
    program: &Program,
    sources: &SourceMap,
    piece: Option<PieceId>,
    out: &mut dyn Write,
) -> fmt::Result {
    let mut lister = Lister::new(rules, program, sources, out);
    for (i, code) in program.pieces.iter().enumerate() {
        let id = PieceId::from_index(i);
        if piece.is_some_and(|wanted| wanted != id) {
            continue;
        }
        writeln!(lister.out, "piece {}", rules.piece_name(id))?;
        for entry in &code.moves {
            lister.block("moves", entry)?;
        }
        for entry in &code.drops {
            lister.block("drops", entry)?;
        }
        writeln!(lister.out)?;
    }
    lister.subroutines()
}

struct Lister<'a> {
    rules: &'a Rules,
    program: &'a Program,
    sources: &'a SourceMap,
    out: &'a mut dyn Write,
    /// Where blocks and subroutines begin, and the end of the code.
    starts: BTreeSet<usize>,
    /// Beginnings that are listed already: pieces share blocks.
    listed: HashSet<usize>,
    /// Subroutines called by what was listed, in order of their first call.
    called: IndexSet<usize>,
}

impl<'a> Lister<'a> {
    fn new(
        rules: &'a Rules,
        program: &'a Program,
        sources: &'a SourceMap,
        out: &'a mut dyn Write,
    ) -> Lister<'a> {
        let entries = program.pieces.iter().flat_map(|piece| piece.moves.iter().chain(&piece.drops));
        let mut starts: BTreeSet<usize> = entries.map(|entry| entry.addr.index()).collect();
        starts.extend(program.subroutines.iter().map(|(addr, _)| addr.index()));
        starts.insert(program.code.len());
        Lister { rules, program, sources, out, starts, listed: HashSet::new(), called: IndexSet::default() }
    }

    fn block(&mut self, what: &str, entry: &Entry) -> fmt::Result {
        write!(self.out, "{what}")?;
        if let Some(move_type) = entry.move_type {
            write!(self.out, " of type {}", move_type_name(self.rules, move_type))?;
        }
        let start = entry.addr.index();
        if self.listed.insert(start) {
            writeln!(self.out)?;
            self.code(start)
        } else {
            writeln!(self.out, ", the block at {start:04} above")
        }
    }

    fn subroutines(&mut self) -> fmt::Result {
        let mut next = 0;
        // Subroutines call others, which join the end of the list.
        while let Some(&start) = self.called.get_index(next) {
            next += 1;
            if self.listed.insert(start) {
                writeln!(self.out, "macro {}", subroutine_name(self.program, start))?;
                self.code(start)?;
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    /// The instructions from a beginning to the next one.
    fn code(&mut self, start: usize) -> fmt::Result {
        let end = self.starts.range(start + 1..).next().copied().unwrap_or(self.program.code.len());
        let mut shown = None;
        for addr in start..end {
            let place =
                self.program.spans.get(addr).map(|&span| (span.source, self.sources.line_col(span).line));
            if let (Some((_, line)), true) = (place, place != shown) {
                self.source_line(self.program.spans[addr], line)?;
                shown = place;
            }
            let op = self.program.code[addr];
            if let Op::Call(target) = op {
                self.called.insert(target.index());
            }
            writeln!(self.out, "    {addr:04}  {}", op_text(self.rules, self.program, op))?;
        }
        Ok(())
    }

    fn source_line(&mut self, span: Span, line: u32) -> fmt::Result {
        let source = self.sources.get(span.source);
        let start = source.line_starts().get(line as usize - 1).map_or(0, |&start| start as usize);
        let text = source.text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let text: String = text.trim().chars().take(LONGEST_LINE).collect();
        writeln!(self.out, "  ; {}:{line}: {text}", source.name)
    }
}

/// One instruction as text: its name, then its operands.
pub fn op_text(rules: &Rules, program: &Program, op: Op) -> String {
    let dir = |dir| rules.dir_name(dir).as_str();
    let pos = |pos| rules.pos_name(pos).as_str();
    let at = |place| at_text(rules, place);
    let onoff = |value| if value { "true" } else { "false" };
    match op {
        Op::Step(d) => format!("step {}", dir(d)),
        Op::StepOpposite(d) => format!("step-opposite {}", dir(d)),
        Op::Go(p) => format!("go {}", pos(p)),
        Op::GoFrom => "go-from".into(),
        Op::GoTo => "go-to".into(),
        Op::GoMark => "go-mark".into(),
        Op::GoLastFrom => "go-last-from".into(),
        Op::GoLastTo => "go-last-to".into(),
        Op::Mark => "mark".into(),
        Op::From => "from".into(),
        Op::To => "to".into(),
        Op::Cascade => "cascade".into(),
        Op::Add { copy, then, promote, more } => {
            let mut text = String::from(if copy { "add-copy" } else { "add" });
            match then {
                Then::End => {}
                Then::Any => text.push_str(" partial"),
                Then::Type(t) => text.push_str(&format!(" partial {}", move_type_name(rules, t))),
            }
            if let Some(piece) = promote {
                text.push_str(&format!(" as {}", rules.piece_name(piece)));
            }
            if more {
                text.push_str(", more");
            }
            text
        }
        Op::Capture(a) => format!("capture{}", at(a)),
        Op::Flip(a) => format!("flip{}", at(a)),
        Op::ChangeOwner(owner, a) => format!("change-owner {}{}", owner_text(rules, owner), at(a)),
        Op::ChangeType(piece, a) => format!("change-type {}{}", rules.piece_name(piece), at(a)),
        Op::Create(owner, kind, a) => {
            let kind = match kind {
                Kind::Own => "own-type",
                Kind::Piece(piece) => rules.piece_name(piece),
            };
            format!("create {} {kind}{}", owner_text(rules, owner), at(a))
        }
        Op::SetAttr(attr, value, a) => {
            format!("set-attribute {} {}{}", attr_name(rules, attr), onoff(value), at(a))
        }
        Op::SetFlag(flag, value) => format!("set-flag {} {}", flag_name(program, flag), onoff(value)),
        Op::SetPosFlag(flag, value, a) => {
            format!("set-position-flag {} {}{}", pos_flag_name(program, flag), onoff(value), at(a))
        }
        Op::Branch { test, at: a, when, target } => {
            let word = if when { "if" } else { "unless" };
            format!("{word} {}{} goto {:04}", test_text(rules, program, test), at(a), target.index())
        }
        Op::Jump(target) => format!("goto {:04}", target.index()),
        Op::Call(target) => {
            format!("call {:04} {}", target.index(), subroutine_name(program, target.index()))
        }
        Op::Return => "return".into(),
        Op::End => "end".into(),
    }
}

fn test_text(rules: &Rules, program: &Program, test: Test) -> String {
    match test {
        Test::OnBoard => "on-board?".into(),
        Test::Empty => "empty?".into(),
        Test::Friend => "friend?".into(),
        Test::Enemy => "enemy?".into(),
        Test::Neutral => "neutral?".into(),
        Test::Piece(piece) => format!("piece? {}", rules.piece_name(piece)),
        Test::Attr(attr) => format!("attribute? {}", attr_name(rules, attr)),
        Test::InZone(zone) => format!("in-zone? {}", rules.zone_name(zone)),
        Test::Position(pos) => format!("position? {}", rules.pos_name(pos)),
        Test::GoalPosition => "goal-position?".into(),
        Test::Marked => "marked?".into(),
        Test::LastFrom => "last-from?".into(),
        Test::LastTo => "last-to?".into(),
        Test::AdjacentToEnemy => "adjacent-to-enemy?".into(),
        Test::Attacked => "attacked?".into(),
        Test::AttackedBy(t) => format!("attacked? {}", move_type_name(rules, t)),
        Test::Defended => "defended?".into(),
        Test::DefendedBy(t) => format!("defended? {}", move_type_name(rules, t)),
        Test::Flag(flag) => format!("flag? {}", flag_name(program, flag)),
        Test::PosFlag(flag) => format!("position-flag? {}", pos_flag_name(program, flag)),
    }
}

/// The place with a word before it; nothing for the cursor.
fn at_text(rules: &Rules, at: At) -> String {
    match at {
        At::Here => String::new(),
        At::Dir(dir) => format!(" at {}", rules.dir_name(dir)),
        At::Opposite(dir) => format!(" at opposite {}", rules.dir_name(dir)),
        At::Pos(pos) => format!(" at position {}", rules.pos_name(pos)),
    }
}

fn owner_text(rules: &Rules, owner: Owner) -> &str {
    match owner {
        Owner::Mover => "mover",
        Owner::Player(player) => rules.player_name(player),
    }
}

fn attr_name(rules: &Rules, attr: AttrId) -> &str {
    rules.attributes.get_index(attr.index()).map_or("?", SmolStr::as_str)
}

fn move_type_name(rules: &Rules, move_type: MoveTypeId) -> &str {
    rules.move_types.get_index(move_type.index()).map_or("?", SmolStr::as_str)
}

fn flag_name(program: &Program, flag: FlagId) -> &str {
    program.flags.get_index(flag.index()).map_or("?", SmolStr::as_str)
}

fn pos_flag_name(program: &Program, flag: PosFlagId) -> &str {
    program.pos_flags.get_index(flag.index()).map_or("?", SmolStr::as_str)
}

fn subroutine_name(program: &Program, start: usize) -> &str {
    // Subroutines are written one behind the other, so their list is in order of addresses.
    let found = program.subroutines.binary_search_by_key(&start, |(addr, _)| addr.index());
    found.map_or("?", |i| &program.subroutines[i].1)
}

/// Whether a condition as it is written is the negation of its test: `not-empty?`, `not-fresh?`.
pub fn test_is_negated(rules: &Rules, test: Test, written: &str) -> bool {
    let name = written.trim_start_matches('(').split([' ', '\t', '\r', '\n', ')']).next().unwrap_or_default();
    match test {
        Test::Attr(attr) => name != attr_name(rules, attr),
        _ => name.starts_with("not-"),
    }
}
