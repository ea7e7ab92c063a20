//! Diagnostics as JSON, one object a line, for editors and scripts (`docs/json.md`).

use super::{Diagnostic, Via};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};

/// One line for each, in the order given.
pub fn render_json<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>, sources: &SourceMap) -> String {
    diagnostics.into_iter().map(|d| format!("{}\n", diagnostic(d, sources))).collect()
}

/// One diagnostic.
fn diagnostic(d: &Diagnostic, sources: &SourceMap) -> Value {
    let mut object = place(d.primary.span, sources);
    merge(
        &mut object,
        json!({
            "severity": d.severity.name(),
            "code": d.code.id,
            "message": d.message,
            "label": (!d.primary.text.is_empty()).then_some(&d.primary.text),
            "help": d.help,
            "labels": d.secondary.iter().map(|label| {
                let mut object = place(label.span, sources);
                merge(&mut object, json!({ "text": label.text }));
                object
            }).collect::<Vec<_>>(),
            "calls": d.calls(sources).map(|via| call(via, sources)).collect::<Vec<_>>(),
            "fix": d.fix.as_ref().map(|fix| {
                let mut object = place(fix.span, sources);
                merge(&mut object, json!({ "replacement": fix.replacement }));
                object
            }),
        }),
    );
    object
}

fn call(via: &Via, sources: &SourceMap) -> Value {
    let mut object = json!({ "name": via.name.as_str() });
    merge(&mut object, place(via.call, sources));
    object
}

/// Where a span begins and ends; the end is the first character behind it.
fn place(span: Span, sources: &SourceMap) -> Value {
    let (start, end) = (sources.line_col(span), sources.end_line_col(span));
    json!({
        "file": sources.get(span.source).name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}

fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
