//! The formats of `zrf check`: what is written for each file, and what around all of them.

use clap::ValueEnum;
use std::io::{self, Write};
use zrf::diagnostics::{
    Diagnostic, JunitReport, SarifLog, render_github, render_json, render_short, render_text, select,
};
use zrf::source::SourceMap;

/// How many diagnostics of one file are drawn for a person to read.
const MOST_SHOWN: usize = 100;

/// A format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Under the source lines, for people
    Text,
    /// FILE:LINE:COL: severity[CODE]: message
    Short,
    /// One JSON object a line (docs/json.md)
    Json,
    /// Annotations of a change on GitHub
    Github,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// A JUnit report: each file a test
    Junit,
}

/// One checked file.
pub struct Checked<'a> {
    /// Its name.
    pub name: &'a str,
    /// The texts that were read for it.
    pub sources: &'a SourceMap,
    /// What is wrong with it.
    pub diagnostics: &'a [Diagnostic],
}

/// Writes the findings of one run.
pub trait Emitter {
    /// Called for each file, also for one without findings.
    fn file(&mut self, file: &Checked<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Called once, after the last file.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl Format {
    /// What writes this format.
    pub fn emitter(self, color: bool) -> Box<dyn Emitter> {
        match self {
            Format::Text => Box::new(Text { color }),
            Format::Short => Box::new(Lines(|file| render_short(file.diagnostics, file.sources))),
            Format::Json => Box::new(Lines(|file| render_json(file.diagnostics, file.sources))),
            Format::Github => Box::new(Lines(|file| render_github(file.diagnostics, file.sources))),
            Format::Sarif => Box::new(Sarif(SarifLog::default())),
            Format::Junit => Box::new(Junit(JunitReport::default())),
        }
    }
}

/// Diagnostics under their source lines, with a word about those beyond the limit.
pub fn text(sources: &SourceMap, diagnostics: &[Diagnostic], color: bool) -> String {
    let selection = select(diagnostics, MOST_SHOWN);
    let mut text = render_text(selection.shown.iter().copied(), sources, color);
    if let Some(left_out) = selection.left_out() {
        text.push_str(&format!("... and {left_out}\n"));
    }
    text
}

struct Text {
    color: bool,
}

impl Emitter for Text {
    fn file(&mut self, file: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(text(file.sources, file.diagnostics, self.color).as_bytes())
    }
}

/// A format in which each file stands for itself.
struct Lines(fn(&Checked<'_>) -> String);

impl Emitter for Lines {
    fn file(&mut self, file: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all((self.0)(file).as_bytes())
    }
}

struct Sarif(SarifLog);

impl Emitter for Sarif {
    fn file(&mut self, file: &Checked<'_>, _out: &mut dyn Write) -> io::Result<()> {
        self.0.add_file(file.diagnostics, file.sources);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.finish().as_bytes())
    }
}

struct Junit(JunitReport);

impl Emitter for Junit {
    fn file(&mut self, file: &Checked<'_>, _out: &mut dyn Write) -> io::Result<()> {
        self.0.add_file(file.name, file.diagnostics, file.sources);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.finish("zrf check").as_bytes())
    }
}
