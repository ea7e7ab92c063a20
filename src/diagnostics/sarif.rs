//! The findings of a run as a SARIF 2.1.0 log, for code-scanning services.

use super::codes;
use super::{Diagnostic, Severity};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Where the schema of the format lives.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log being made: the rules are all codes there are, in the order of [`codes::all`].
#[derive(Debug, Default)]
pub struct SarifLog {
    results: Vec<Value>,
}

impl SarifLog {
    /// Adds the findings in one rules file.
    pub fn add_file(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.results.extend(diagnostics.iter().map(|d| result(d, sources)));
    }

    /// The whole log.
    pub fn finish(&self) -> String {
        let rules: Vec<Value> = codes::all()
            .map(|code| {
                json!({
                    "id": code.id,
                    "shortDescription": { "text": code.title },
                    "help": { "text": code.explain.trim(), "markdown": code.explain.trim() },
                    "defaultConfiguration": { "enabled": code.is_on, "level": level(code.severity) },
                })
            })
            .collect();
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "zrf",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        format!("{log:#}\n")
    }
}

fn level(severity: Severity) -> &'static str {
    // The levels of SARIF have the same names.
    severity.name()
}

fn result(d: &Diagnostic, sources: &SourceMap) -> Value {
    let mut text = d.message.clone();
    if let Some(help) = &d.help {
        let _ = write!(text, "; {help}");
    }
    let mut related: Vec<Value> = d.secondary.iter().map(|l| related(l.span, &l.text, sources)).collect();
    related.extend(
        d.calls(sources)
            .map(|via| self::related(via.call, &format!("in this call of `{}`", via.name), sources)),
    );
    let mut result = json!({
        "ruleId": d.code.id,
        "ruleIndex": codes::all().position(|code| code == d.code),
        "level": level(d.severity),
        "message": { "text": text },
        "locations": [{ "physicalLocation": place(d.primary.span, sources) }],
        // So that a finding is known again when lines above it come or go.
        "partialFingerprints": { "zrfMessage/v1": fingerprint(d, sources) },
    });
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(fix) = &d.fix {
        let place = place(fix.span, sources);
        result["fixes"] = json!([{ "artifactChanges": [{
            "artifactLocation": place["artifactLocation"],
            "replacements": [{
                "deletedRegion": place["region"],
                "insertedContent": { "text": fix.replacement },
            }],
        }]}]);
    }
    result
}

fn related(span: Span, text: &str, sources: &SourceMap) -> Value {
    json!({ "physicalLocation": place(span, sources), "message": { "text": text } })
}

fn place(span: Span, sources: &SourceMap) -> Value {
    let (start, end) = (sources.line_col(span), sources.end_line_col(span));
    json!({
        "artifactLocation": { "uri": uri(&sources.get(span.source).name) },
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        },
    })
}

/// A path as a URI reference: relative ones stay so, since the service knows the root.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    let first_folder = path.find('/').unwrap_or(path.len());
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' => {
                uri.push(byte.into());
            }
            // In the first part of a relative path a colon would end a scheme.
            b':' if at > first_folder => uri.push(':'),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// A hash of what is found where, without the line.
fn fingerprint(d: &Diagnostic, sources: &SourceMap) -> String {
    let name = &sources.get(d.primary.span.source).name;
    // FNV-1a: short, and the same for ever.
    let parts = [d.code.id, name, &d.message, sources.snippet(d.primary.span)];
    let hash = parts
        .iter()
        .flat_map(|part| part.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("games\\my chess.zrf"), "games/my%20chess.zrf");
        assert_eq!(uri("./a.zrf"), "a.zrf");
        assert_eq!(uri("/tmp/ä.zrf"), "file:///tmp/%C3%A4.zrf");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("built-in:zrf/chess.zrf"), "built-in%3Azrf/chess.zrf");
    }
}
