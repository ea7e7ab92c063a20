//! Diagnostics for people: drawn under the lines of the file.

use super::select::{place, printable};
use super::{Diagnostic, Severity, Via};
use crate::source::{SourceId, SourceMap, Span};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::ops::Range;

/// Lines of more bytes than this are not drawn whole.
const LONG_LINE: usize = 400;

/// Draws each under its lines, in the order given.
///
/// Where a macro's body is at fault, the call that led to it is shown too; of a chain of
/// calls the innermost and the outermost.
pub fn render_text<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    sources: &SourceMap,
    color: bool,
) -> String {
    let mut cache = Cache { sources, drawn: HashMap::new() };
    let mut out = String::new();
    for diagnostic in diagnostics {
        let labels = labels(diagnostic, sources);
        let drawn = if labels.iter().any(|l| has_long_line(l.span, sources)) {
            None
        } else {
            draw(diagnostic, &labels, &mut cache, color)
        };
        out += &drawn.unwrap_or_else(|| plain(diagnostic, &labels, sources));
    }
    out
}

/// A place to be drawn.
struct Place {
    span: Span,
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Primary,
    Secondary,
    Call,
}

fn labels(d: &Diagnostic, sources: &SourceMap) -> Vec<Place> {
    let mut labels = vec![Place { span: d.primary.span, text: d.primary.text.clone(), kind: Kind::Primary }];
    let secondary = d.secondary.iter();
    labels.extend(secondary.map(|l| Place { span: l.span, text: l.text.clone(), kind: Kind::Secondary }));
    let calls: Vec<&Via> = d.calls(sources).collect();
    let mut call = |via: &Via, text: String| {
        if labels.iter().all(|l| l.span != via.call) {
            labels.push(Place { span: via.call, text, kind: Kind::Call });
        }
    };
    match calls[..] {
        [] => {}
        [only] => call(only, format!("in this call of `{}`", only.name)),
        [innermost, .., outermost] => {
            call(innermost, format!("in this call of `{}`", innermost.name));
            let between = match calls.len() - 2 {
                0 => String::new(),
                1 => ", over one call more".to_string(),
                n => format!(", over {n} calls more"),
            };
            call(outermost, format!("which comes from this call of `{}`{between}", outermost.name));
        }
    }
    labels
}

fn draw(d: &Diagnostic, labels: &[Place], cache: &mut Cache<'_>, color: bool) -> Option<String> {
    let kind = match d.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    };
    let config = Config::default().with_color(color).with_tab_width(4).with_index_type(IndexType::Byte);
    let mut report = Report::build(kind, range(d.primary.span, cache.sources))
        .with_config(config)
        .with_code(d.code.id)
        .with_message(printable(&d.message));
    // In order of their lines: each step back would begin a new drawing of the same file.
    let mut in_order: Vec<&Place> = labels.iter().collect();
    in_order.sort_by_key(|l| (l.span.source != d.primary.span.source, l.span.source, l.span.start));
    for label in in_order {
        let (color, priority) = match label.kind {
            Kind::Primary if d.severity == Severity::Error => (Color::Red, 2),
            Kind::Primary => (Color::Yellow, 2),
            Kind::Secondary => (Color::Cyan, 1),
            Kind::Call => (Color::Blue, 0),
        };
        // Without a text the place would not be underlined.
        let text = if label.text.is_empty() { "here".to_string() } else { printable(&label.text) };
        let place = Label::new(range(label.span, cache.sources));
        report = report.with_label(place.with_color(color).with_priority(priority).with_message(text));
    }
    if let Some(help) = &d.help {
        report = report.with_help(printable(help));
    }
    let mut bytes = Vec::new();
    report.finish().write(cache, &mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// Without drawing, for files of very long lines: each place with the text around it.
fn plain(d: &Diagnostic, labels: &[Place], sources: &SourceMap) -> String {
    let severity = match d.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut out = format!("[{}] {severity}: {}\n", d.code.id, printable(&d.message));
    for label in labels {
        let text = printable(&label.text);
        let _ = writeln!(out, "  {}: {text}", place(label.span, sources));
        let _ = writeln!(out, "    {}", excerpt(label.span, sources));
    }
    if let Some(help) = &d.help {
        let _ = writeln!(out, "  Help: {}", printable(help));
    }
    out
}

/// The place with a little of what is around it on its line.
fn excerpt(span: Span, sources: &SourceMap) -> String {
    const BEFORE: u32 = 30;
    const WIDTH: usize = 90;
    let line = line_of(span.start, span.source, sources);
    let text = &sources.get(span.source).text;
    let start = boundary(text, span.start.saturating_sub(BEFORE)).max(line.start).min(line.end);
    let shown: String = text[start..line.end].chars().take(WIDTH).collect();
    let cut = |is_cut| if is_cut { "..." } else { "" };
    let (before, behind) = (cut(start > line.start), cut(start + shown.len() < line.end));
    format!("{before}{}{behind}", printable(&shown).trim())
}

/// The bytes of the line that holds this byte, without its end.
fn line_of(at: u32, source: SourceId, sources: &SourceMap) -> Range<usize> {
    let source = sources.get(source);
    let number = source.line_starts().partition_point(|&start| start <= at).max(1);
    let start = source.line_starts()[number - 1] as usize;
    let end = source.line_starts().get(number).map_or(source.text.len(), |&next| next as usize);
    start..start + source.text[start..end].trim_end_matches(['\n', '\r']).len()
}

fn has_long_line(span: Span, sources: &SourceMap) -> bool {
    [span.start, span.end.saturating_sub(1).max(span.start)]
        .iter()
        .any(|&at| line_of(at, span.source, sources).len() > LONG_LINE)
}

/// The place as `ariadne` wants it: within the text, on the boundaries of characters.
fn range(span: Span, sources: &SourceMap) -> (SourceId, Range<usize>) {
    let text = &sources.get(span.source).text;
    let start = boundary(text, span.start);
    (span.source, start..boundary(text, span.end).max(start))
}

fn boundary(text: &str, at: u32) -> usize {
    let at = (at as usize).min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Hands the texts to `ariadne`, each made safe for the terminal once.
struct Cache<'s> {
    sources: &'s SourceMap,
    drawn: HashMap<SourceId, ariadne::Source<String>>,
}

impl ariadne::Cache<SourceId> for &mut Cache<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &SourceId) -> Result<&ariadne::Source<String>, impl std::fmt::Debug> {
        let text = &self.sources.get(*id).text;
        Ok::<_, std::convert::Infallible>(
            self.drawn.entry(*id).or_insert_with(|| ariadne::Source::from(printable(text))),
        )
    }

    fn display<'a>(&self, id: &'a SourceId) -> Option<impl Display + 'a> {
        Some(printable(&self.sources.get(*id).name))
    }
}
