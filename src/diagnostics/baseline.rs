//! The warnings of today, accepted so that only new ones are found.

use super::Diagnostic;
use crate::source::SourceMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Accepted warnings, each with how often it is accepted.
///
/// A warning is known again by its code, its file and its message, not by its line, which changes with
/// every edit above it. As text it is one warning a line, sorted, so that it merges well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    accepted: BTreeMap<Key, usize>,
}

/// File, code, message.
type Key = (String, String, String);

/// A line of a baseline file that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected `CODE<tab>FILE<tab>MESSAGE`")]
pub struct BaselineError {
    /// Its number, from 1.
    pub line: usize,
}

impl Baseline {
    /// Reads the text of a baseline file. Empty lines and lines that begin with `#` mean nothing.
    ///
    /// # Errors
    /// If a line is no entry.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let mut baseline = Self::default();
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut parts = line.splitn(3, '\t').map(str::to_string);
            let entry = (|| Some((parts.next()?, parts.next()?, parts.next()?)))();
            let (code, file, message) = entry.ok_or(BaselineError { line: i + 1 })?;
            *baseline.accepted.entry((file, code, message)).or_default() += 1;
        }
        Ok(baseline)
    }

    /// Accepts the warnings among these.
    pub fn accept(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        for d in diagnostics.iter().filter(|d| !d.is_error()) {
            *self.accepted.entry(key(d, sources)).or_default() += 1;
        }
    }

    /// Takes out the warnings that are accepted, each as often as it is; what is left here has
    /// not been found.
    pub fn filter(&mut self, diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) {
        diagnostics.retain(|d| {
            if d.is_error() {
                return true;
            }
            match self.accepted.get_mut(&key(d, sources)) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    false
                }
                _ => true,
            }
        });
    }

    /// How many accepted warnings there are (or, after filtering, were not found).
    pub fn len(&self) -> usize {
        self.accepted.values().sum()
    }

    /// Whether nothing is accepted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut out = String::from(
            "# Warnings that `zrf check` accepts. Made by `zrf check --write-baseline`; do not edit.\n",
        );
        for ((file, code, message), count) in &self.accepted {
            for _ in 0..*count {
                let _ = writeln!(out, "{code}\t{file}\t{message}");
            }
        }
        out
    }
}

fn key(d: &Diagnostic, sources: &SourceMap) -> Key {
    let one_line = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let name = sources.get(d.primary.span.source).name.replace('\\', "/");
    let name = name.strip_prefix("./").unwrap_or(&name);
    (one_line(name), d.code.id.to_string(), one_line(&d.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::syntax::{SURPLUS_CLOSE, UNTERMINATED_STRING};
    use crate::source::Span;

    #[test]
    fn accepted_warnings_are_known_again_on_other_lines_and_no_oftener() {
        let mut sources = SourceMap::default();
        let source = sources.add("./a.zrf", "\n\n\n");
        let at = |line: u32| Diagnostic::new(&SURPLUS_CLOSE, Span::new(source, line, line), "too\tmany");
        let mut baseline = Baseline::default();
        baseline.accept(&[at(0)], &sources);
        let mut again = Baseline::parse(&baseline.to_text()).unwrap();
        assert_eq!(again, baseline);
        let mut found = vec![at(1), at(2)];
        again.filter(&mut found, &sources);
        assert_eq!(found, [at(2)]);
        assert!(again.is_empty());
    }

    #[test]
    fn errors_are_never_accepted() {
        let mut sources = SourceMap::default();
        let source = sources.add("a.zrf", "x");
        let error = Diagnostic::new(&UNTERMINATED_STRING, Span::new(source, 0, 1), "m");
        let mut baseline = Baseline::default();
        baseline.accept(std::slice::from_ref(&error), &sources);
        assert!(baseline.is_empty());
        let mut found = vec![error];
        Baseline::parse("E0101\ta.zrf\tm\n").unwrap().filter(&mut found, &sources);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_line_that_is_no_entry_is_named() {
        assert_eq!(Baseline::parse("# c\n\nW0107 a.zrf m\n"), Err(BaselineError { line: 3 }));
    }
}
