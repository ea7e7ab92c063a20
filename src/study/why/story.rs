//! A run told line by line: the rules as they are written, and what they came to.

use crate::compile::disasm::{op_text, test_is_negated};
use crate::compile::{Entry, Op, Test};
use crate::game::trace::{Step, Trace};
use crate::game::{Piece, Position, RuntimeError};
use crate::ids::PosId;
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::form::{Form, List};
use crate::syntax::{Limits, lexer, reader};
use std::collections::HashMap;

/// No more of a form than this is shown, in characters.
const LONGEST_CODE: usize = 48;

/// So many of the moves of a run are named at its end.
const MOST_MADE: usize = 3;

/// A run of a block.
#[derive(Clone, Debug)]
pub struct Story {
    /// The block.
    pub block: Span,
    /// The macro calls that the block comes from, the innermost first.
    pub calls: Vec<Span>,
    /// Its instructions that do something.
    pub lines: Vec<Line>,
    /// How it ended, in words.
    pub end: String,
}

/// An instruction and what it came to.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it is written.
    pub span: Span,
    /// Where the run was.
    pub at: PosId,
    /// As it is written.
    pub code: String,
    /// What it came to.
    pub result: String,
}

/// Tells runs.
pub(super) struct Teller<'a> {
    pub position: &'a mut Position,
    pub sources: &'a SourceMap,
    forms: HashMap<SourceId, Vec<Form>>,
}

impl<'a> Teller<'a> {
    pub fn new(position: &'a mut Position, sources: &'a SourceMap) -> Self {
        Self { position, sources, forms: HashMap::new() }
    }

    /// The run as far as the step `upto`.
    pub fn story(&mut self, trace: &Trace, upto: usize) -> Result<Story, RuntimeError> {
        let mut lines = Vec::new();
        for (at, step) in trace.steps.iter().enumerate().take(upto.saturating_add(1)) {
            if let Some(line) = self.line(trace, at, step)? {
                lines.push(line);
            }
        }
        let end = if upto < trace.steps.len() { String::new() } else { self.end(trace)? };
        Ok(Story { block: trace.entry.span, calls: self.calls(trace), lines, end })
    }

    fn calls(&self, trace: &Trace) -> Vec<Span> {
        let (game, kind) = (self.position.game(), trace.start.kind.index());
        let (code, piece) = (&game.program().pieces[kind], &game.rules().pieces[kind]);
        let (entries, blocks) =
            if trace.start.is_drop { (&code.drops, &piece.drops) } else { (&code.moves, &piece.moves) };
        let is_it =
            |entry: &Entry| entry.addr == trace.entry.addr && entry.move_type == trace.entry.move_type;
        // The compiled blocks stand in the order of the written ones.
        let block = entries.iter().position(is_it).and_then(|at| blocks.get(at));
        let mut calls = Vec::new();
        let mut via = block.and_then(|block| block.via.as_ref());
        while let Some(call) = via {
            calls.push(call.call);
            via = call.parent.as_ref();
        }
        calls
    }

    fn op(&self, step: &Step) -> (Op, Span) {
        let program = self.position.game().program();
        (program.code[step.addr.index()], program.spans[step.addr.index()])
    }

    fn line(&mut self, trace: &Trace, at: usize, step: &Step) -> Result<Option<Line>, RuntimeError> {
        let (op, span) = self.op(step);
        let result = match op {
            Op::Jump(_) | Op::Call(_) | Op::Return | Op::End => return Ok(None),
            Op::Branch { .. } => self.answer(trace, step)?,
            Op::Step(_) | Op::StepOpposite(_) | Op::Go(_) | Op::GoFrom | Op::GoTo | Op::GoMark => {
                self.arrival(step.place)
            }
            Op::GoLastFrom | Op::GoLastTo => self.arrival(step.place),
            Op::Add { .. } => {
                let moves = trace.added.iter().filter(|(index, _)| *index == at);
                let texts: Vec<String> = moves.map(|(_, mv)| quoted(&self.position.print(mv))).collect();
                if texts.is_empty() {
                    "nothing: the new piece is not in the stock".to_owned()
                } else {
                    format!("the move {}", texts.join(", "))
                }
            }
            Op::Mark => format!("marks {}", self.name(step.cursor)),
            Op::From => format!("what stands on {} moves", self.name(step.cursor)),
            Op::To => format!("the destination is {}", self.name(step.cursor)),
            Op::Cascade => {
                format!("the movement is finished; what stands on {} moves", self.name(step.cursor))
            }
            _ => {
                let (rules, program) = (self.position.game().rules(), self.position.game().program());
                let place = step.place.map_or(String::new(), |pos| format!(" ({})", rules.pos_name(pos)));
                format!("{}{place}", op_text(rules, program, op))
            }
        };
        Ok(Some(Line { span, at: step.cursor, code: self.code(span), result }))
    }

    fn name(&self, pos: PosId) -> &str {
        self.position.game().rules().pos_name(pos)
    }

    fn arrival(&self, place: Option<PosId>) -> String {
        match place {
            Some(pos) => format!("to {}", self.position.game().rules().pos_name(pos)),
            None => "leads nowhere".to_owned(),
        }
    }

    /// The source of a form in one line.
    pub fn code(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.snippet(span).split_whitespace().collect();
        let text = words.join(" ");
        if text.chars().count() <= LONGEST_CODE {
            return text;
        }
        text.chars().take(LONGEST_CODE - 3).chain("...".chars()).collect()
    }

    /// What stands somewhere.
    pub fn standing(&self, pos: PosId) -> String {
        let rules = self.position.game().rules();
        match self.position.piece_at(pos) {
            Some(piece) => format!("{} on {}", self.piece(piece), rules.pos_name(pos)),
            None => format!("nothing on {}", rules.pos_name(pos)),
        }
    }

    /// A piece with its owner.
    pub fn piece(&self, piece: Piece) -> String {
        let rules = self.position.game().rules();
        format!("{} {}", rules.player_name(piece.player), rules.piece_name(piece.kind))
    }

    /// Whether the condition as written holds, and why.
    fn answer(&mut self, trace: &Trace, step: &Step) -> Result<String, RuntimeError> {
        let (Op::Branch { test, .. }, span) = self.op(step) else { return Ok(String::new()) };
        let Some(answer) = step.answer else { return Ok("no answer".to_owned()) };
        let rules = self.position.game().rules();
        let is_negated = test_is_negated(rules, test, self.sources.snippet(span));
        let reason = self.reason(trace, test, step.place, answer)?;
        let word = if answer != is_negated { "yes" } else { "no" };
        Ok(if reason.is_empty() { word.to_owned() } else { format!("{word}: {reason}") })
    }

    fn reason(
        &mut self,
        trace: &Trace,
        test: Test,
        place: Option<PosId>,
        answer: bool,
    ) -> Result<String, RuntimeError> {
        let is_flag = matches!(test, Test::Flag(_));
        let Some(pos) = place.filter(|_| !is_flag) else {
            return Ok(if is_flag { String::new() } else { "that is off the board".to_owned() });
        };
        let game = self.position.game().clone();
        let rules = game.rules();
        let name = rules.pos_name(pos);
        let not = if answer { "" } else { "not " };
        let player = trace.start.player;
        Ok(match test {
            Test::Empty | Test::Friend | Test::Enemy | Test::Neutral | Test::Piece(_) => self.standing(pos),
            Test::Attr(attr) => {
                let value = self.position.attribute(pos, attr);
                let attr = rules.attributes.get_index(attr.index()).map_or("", |name| name.as_str());
                format!("{}, its {attr} is {value}", self.standing(pos))
            }
            Test::InZone(zone) => {
                format!("{name} is {not}in {} of {}", rules.zone_name(zone), rules.player_name(player))
            }
            Test::LastFrom | Test::LastTo => {
                let (from, to) = self.position.last_move();
                let (last, way) = if test == Test::LastFrom { (from, "came from") } else { (to, "went to") };
                match last {
                    Some(last) => format!("the last move {way} {}", rules.pos_name(last)),
                    None => "there is no last move".to_owned(),
                }
            }
            Test::Attacked => {
                let attacker = match answer {
                    true => self.position.attacker(player, trace.start.kind, pos)?,
                    false => None,
                };
                let by = attacker.map_or(String::new(), |from| format!(" by {}", self.standing(from)));
                format!("{name} is {not}attacked{by}")
            }
            Test::Defended => format!("{name} is {not}defended"),
            _ => String::new(),
        })
    }

    /// What a run has made that went to its end.
    fn made(&self, trace: &Trace) -> String {
        let texts: Vec<String> =
            trace.added.iter().take(MOST_MADE).map(|(_, mv)| quoted(&self.position.print(mv))).collect();
        match trace.added.len() {
            0 => "the block ends without a move".to_owned(),
            n if n > MOST_MADE => format!("the block makes {} and {} more", texts.join(", "), n - MOST_MADE),
            _ => format!("the block makes {} only", texts.join(", ")),
        }
    }

    /// How a run ended.
    fn end(&mut self, trace: &Trace) -> Result<String, RuntimeError> {
        if trace.is_cut {
            return Ok("goes on for ever, as far as can be seen".to_owned());
        }
        let Some((last, before)) = trace.steps.split_last() else { return Ok(String::new()) };
        let (op, span) = self.op(last);
        if op != Op::End {
            let at = self.position.game().rules().pos_name(last.cursor).clone();
            return Ok(match op {
                Op::Step(_) | Op::StepOpposite(_) => {
                    format!("`{}` leads off the board from {at}", self.code(span))
                }
                _ => format!("`{}` has nowhere to go", self.code(span)),
            });
        }
        let Some(test) = before.last() else { return Ok("the block does nothing".to_owned()) };
        let (op, span) = self.op(test);
        if !matches!(op, Op::Branch { .. }) || self.control(span) != Control::Verify {
            return Ok(self.made(trace));
        }
        let Op::Branch { test: question, .. } = op else { return Ok(String::new()) };
        let reason = self.reason(trace, question, test.place, test.answer.unwrap_or_default())?;
        let reason = if reason.is_empty() { reason } else { format!(": {reason}") };
        Ok(format!("`{}` does not hold at {}{reason}", self.code(span), self.name(test.cursor)))
    }

    /// What a condition is for.
    fn control(&mut self, span: Span) -> Control {
        let sources = self.sources;
        let forms = self.forms.entry(span.source).or_insert_with(|| {
            let text = &sources.get(span.source).text;
            let limits = Limits::default();
            let lexed = lexer::lex(text, span.source, &limits);
            reader::read(text, span.source, &lexed.tokens, &limits).0
        });
        let mut found = Control::Verify;
        let mut list: Option<&List> = containing(forms, span);
        while let Some(inner) = list {
            match inner.head().map(|head| head.as_str()) {
                Some("verify") => found = Control::Verify,
                Some("if" | "while") => found = Control::Choice,
                _ => {}
            }
            list = containing(&inner.items, span);
        }
        found
    }
}

/// Whether a run ends where a condition does not hold. A condition in a macro of its own is taken for such a one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Verify,
    Choice,
}

/// The list that a place lies in.
fn containing(forms: &[Form], span: Span) -> Option<&List> {
    forms.iter().find_map(|form| match form {
        Form::List(list) if list.span.start <= span.start && span.end <= list.span.end => Some(list),
        _ => None,
    })
}

/// The text of a move, which is empty if nothing comes of it that is printed.
fn quoted(text: &str) -> String {
    if text.is_empty() { "without effects".to_owned() } else { format!("`{text}`") }
}
