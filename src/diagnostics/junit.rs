//! The findings of a run as a JUnit report: each file a test case that fails on errors.
//!
//! The format has no schema of its own; elements and attributes are those that the readers in use
//! (Jenkins, GitLab, Azure) have in common.

use super::{Diagnostic, render_short};
use crate::source::SourceMap;
use std::fmt::Write as _;

/// A report being made.
#[derive(Debug, Default)]
pub struct JunitReport {
    cases: Vec<Case>,
}

/// One test case.
#[derive(Debug)]
struct Case {
    name: String,
    failure: Option<Failure>,
    output: String,
}

#[derive(Debug)]
struct Failure {
    kind: String,
    message: String,
    text: String,
}

impl JunitReport {
    /// Adds a checked file: errors are its failure, warnings its output.
    pub fn add_file(&mut self, name: &str, diagnostics: &[Diagnostic], sources: &SourceMap) {
        let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics.iter().partition(|d| d.is_error());
        let failure = errors.first().map(|first| Failure {
            kind: first.code.id.to_string(),
            message: match errors.len() {
                1 => first.message.clone(),
                n => format!("{n} errors, the first: {}", first.message),
            },
            text: render_short(errors.iter().copied(), sources),
        });
        self.cases.push(Case { name: name.into(), failure, output: render_short(warnings, sources) });
    }

    /// Adds a case of another kind; of a failure the kind, a message and the details.
    pub fn add_case(&mut self, name: &str, failure: Option<(&str, &str, &str)>) {
        let failure = failure.map(|(kind, message, text)| Failure {
            kind: kind.into(),
            message: message.into(),
            text: text.into(),
        });
        self.cases.push(Case { name: name.into(), failure, output: String::new() });
    }

    /// The whole report; `suite` names what was run.
    pub fn finish(&self, suite: &str) -> String {
        let tests = self.cases.len();
        let failures = self.cases.iter().filter(|c| c.failure.is_some()).count();
        let suite = attribute(suite);
        let counts = format!("name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\"");
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(out, "<testsuites {counts}>\n  <testsuite {counts}>");
        for case in &self.cases {
            let _ = write!(out, "    <testcase name=\"{}\" classname=\"{suite}\"", attribute(&case.name));
            if case.failure.is_none() && case.output.is_empty() {
                out.push_str("/>\n");
                continue;
            }
            out.push_str(">\n");
            if let Some(Failure { kind, message, text }) = &case.failure {
                let (kind, message, text) = (attribute(kind), attribute(message), escape(text));
                let _ =
                    writeln!(out, "      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>");
            }
            if !case.output.is_empty() {
                let _ = writeln!(out, "      <system-out>{}</system-out>", escape(&case.output));
            }
            out.push_str("    </testcase>\n");
        }
        out.push_str("  </testsuite>\n</testsuites>\n");
        out
    }
}

/// Text for an attribute, where a reader takes line ends for blanks.
fn attribute(text: &str) -> String {
    escape(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Text for an element. Characters that XML cannot hold at all become question marks.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
