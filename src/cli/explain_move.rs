//! `zrf explain-move FILE MOVE`, which is also `zrf moves FILE --why MOVE`.

use super::args::Json;
use super::failure::Failure;
use super::position::{self, Setting};
use super::session::Session;
use serde_json::{Value, json};
use std::io::Write;
use zrf::source::{SourceMap, Span};
use zrf::study::why::{Explained, Line, Reason, Story, Why, why};

/// Of a longer run the middle is left out.
const MOST_LINES: usize = 60;
/// No more of a macro call than this is shown, in characters.
const LONGEST_CALL: usize = 60;
/// So many lines are shown at its beginning.
const FIRST_LINES: usize = 20;

/// Tell why a move of the position is legal, or why it is not
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: position::PositionArgs,

    /// The move: in saved-game notation, or where from and where to
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let setting = args.position.build(session)?;
    explain(setting, &args.text, args.output.json, session)
}

/// Explains a move; one that is not legal is wrong input.
pub fn explain(
    mut setting: Setting,
    text: &str,
    as_json: bool,
    session: &mut Session,
) -> Result<(), Failure> {
    let sources = setting.document.sources();
    let explained = why(&mut setting.position, sources, text);
    let why = explained.map_err(|e| setting.failure(&e))?;
    let teller = Teller { setting: &setting };
    if as_json {
        writeln!(session.out, "{}", teller.json(text, &why))?;
    } else {
        write!(session.out, "{}", teller.text(text, &why))?;
    }
    if why.reason == Reason::Legal { Ok(()) } else { Err(Failure::Reported) }
}

struct Teller<'a> {
    setting: &'a Setting,
}

impl Teller<'_> {
    fn sources(&self) -> &SourceMap {
        self.setting.document.sources()
    }

    fn text(&self, text: &str, why: &Why) -> String {
        let verdict = if why.reason == Reason::Legal { "legal" } else { "illegal" };
        let mut out = format!("{verdict}: {text}\n{}\n", why.summary);
        for explained in &why.moves {
            out += &self.explained(explained);
        }
        if let Some((nearest, others)) = why.failed.split_first() {
            out += &format!("\nThe nearest is {}:\n{}", self.block(nearest), self.lines(nearest));
            out += &format!("  ends: {}\n", nearest.end);
            out += &self.others(others);
        }
        out
    }

    /// Where other blocks end: the line of the file, the macro call there, how it ends.
    fn others(&self, stories: &[Story]) -> String {
        let row = |story: &Story| {
            let at = story.calls.last().copied().unwrap_or(story.block);
            let code = if story.calls.is_empty() { String::new() } else { self.code(at) };
            (self.sources().line_col(at).line.to_string(), code)
        };
        let rows: Vec<(String, String)> = stories.iter().map(row).collect();
        let numbers = rows.iter().map(|(number, _)| number.len()).max().unwrap_or_default();
        let codes = rows.iter().map(|(_, code)| code.chars().count()).max().unwrap_or_default();
        let mut out = if rows.is_empty() { String::new() } else { "The others:\n".to_owned() };
        for ((number, code), story) in rows.iter().zip(stories) {
            out += &format!("  {number:>numbers$}  {code:<codes$}  {}\n", story.end);
        }
        out
    }

    fn explained(&self, explained: &Explained) -> String {
        let mut out = format!("\n{}\n", explained.text);
        for effect in &explained.effects {
            out += &format!("  {effect}\n");
        }
        if let Some(story) = &explained.story {
            out += &format!("It is made by {}:\n{}", self.block(story), self.lines(story));
        }
        out
    }

    fn place(&self, span: Span) -> String {
        format!("{}:{}", self.sources().get(span.source).name, self.sources().line_col(span).line)
    }

    /// A block by its place, and the macro call that it comes from.
    fn block(&self, story: &Story) -> String {
        let mut text = format!("the block at {}", self.place(story.block));
        if let Some(&call) = story.calls.last() {
            let code = self.code(call);
            text += &match call.source == story.block.source {
                true => format!(", by `{code}` in line {}", self.sources().line_col(call).line),
                false => format!(", by `{code}` at {}", self.place(call)),
            };
        }
        text
    }

    /// A form in one line, or its beginning.
    fn code(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources().snippet(span).split_whitespace().collect();
        words.join(" ").chars().take(LONGEST_CALL).collect()
    }

    /// The lines of a run as a table: line in the file, position, code, result.
    fn lines(&self, story: &Story) -> String {
        let rules = self.setting.position.game().rules();
        let row = |line: &Line| {
            let number = self.sources().line_col(line.span).line;
            let file = if line.span.source == story.block.source {
                number.to_string()
            } else {
                let name = &self.sources().get(line.span.source).name;
                format!("{}:{number}", name.rsplit(['/', '\\']).next().unwrap_or(name))
            };
            [file, rules.pos_name(line.at).to_string(), line.code.clone(), line.result.clone()]
        };
        let left_out = if story.lines.len() > MOST_LINES { story.lines.len() - MOST_LINES } else { 0 };
        let shown = story.lines.iter().enumerate();
        let is_shown = |at: usize| left_out == 0 || at < FIRST_LINES || at >= FIRST_LINES + left_out;
        let rows: Vec<(usize, [String; 4])> =
            shown.filter(|(at, _)| is_shown(*at)).map(|(at, line)| (at, row(line))).collect();
        let width =
            |column: usize| rows.iter().map(|(_, row)| row[column].chars().count()).max().unwrap_or_default();
        let widths = [width(0), width(1), width(2)];
        let mut out = String::new();
        for (at, [file, pos, code, result]) in &rows {
            if left_out > 0 && *at == FIRST_LINES + left_out {
                out += &format!("  ... {left_out} more ...\n");
            }
            let [w0, w1, w2] = widths;
            out += format!("  {file:>w0$}  {pos:<w1$}  {code:<w2$}  {result}").trim_end();
            out.push('\n');
        }
        out
    }

    fn json(&self, text: &str, why: &Why) -> Value {
        let moves: Vec<Value> = why
            .moves
            .iter()
            .map(|m| {
                let story = m.story.as_ref().map(|story| self.story_json(story));
                json!({ "move": m.text, "effects": m.effects, "block": story })
            })
            .collect();
        let failed: Vec<Value> = why.failed.iter().map(|story| self.story_json(story)).collect();
        json!({
            "move": text,
            "legal": why.reason == Reason::Legal,
            "reason": why.reason.key(),
            "text": why.summary,
            "moves": moves,
            "failed": failed,
        })
    }

    fn story_json(&self, story: &Story) -> Value {
        let rules = self.setting.position.game().rules();
        let place = |span: Span| {
            let at = self.sources().line_col(span);
            (self.sources().get(span.source).name.clone(), at.line, at.column)
        };
        let (file, line, column) = place(story.block);
        let steps: Vec<Value> = story
            .lines
            .iter()
            .map(|step| {
                let (file, line, column) = place(step.span);
                json!({
                    "file": file, "line": line, "column": column, "at": rules.pos_name(step.at).as_str(),
                    "code": step.code, "result": step.result,
                })
            })
            .collect();
        let end = (!story.end.is_empty()).then_some(&story.end);
        let call = story.calls.last().map(|&call| {
            let (file, line, column) = place(call);
            json!({ "file": file, "line": line, "column": column, "code": self.sources().snippet(call) })
        });
        json!({ "file": file, "line": line, "column": column, "call": call, "end": end, "steps": steps })
    }
}
