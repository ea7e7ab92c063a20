//! The formats of `zrf check`: what is written for each file, and what around all of them.

use clap::ValueEnum;
use std::io::{self, Write};
use zrf::diagnostics::{Diagnostic, render_short, render_text, select};
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
}

/// One checked file.
pub struct Checked<'a> {
    /// The texts that were read for it.
    pub sources: &'a SourceMap,
    /// What is wrong with it.
    pub diagnostics: &'a [Diagnostic],
}

/// Writes the findings of one run.
pub trait Emitter {
    /// Called once, before the first file.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

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
            Format::Short => Box::new(Short),
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

struct Short;

impl Emitter for Short {
    fn file(&mut self, file: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(render_short(file.diagnostics, file.sources).as_bytes())
    }
}
