//! Which diagnostics are reported, and how grave they are: `--select`, `--warn`, `--allow`, `--deny`.

use super::did_you_mean::nearest;
use super::{AllowComments, Code, Diagnostic, codes};
use crate::source::SourceMap;

/// What a user wants to hear of. Codes may be given by their beginning: `W06` means all lints.
///
/// ```
/// use zrf::diagnostics::Policy;
///
/// let mut policy = Policy::default();
/// policy.allow(["w0106"])?;
/// assert_eq!(policy.deny(["W0999"]).unwrap_err().code, "W0999");
/// # Ok::<(), zrf::diagnostics::UnknownCode>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    deny_warnings: bool,
    deny: Vec<String>,
    select: Vec<String>,
    warn: Vec<String>,
    allow: Vec<String>,
}

/// A code that no diagnostic has. It is refused: a slip would pass unseen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no diagnostic has the code `{code}`{}", nearest.map_or(String::new(), |n| format!("; did you mean {n}?")))]
pub struct UnknownCode {
    /// As it was given.
    pub code: String,
    /// The code most like it.
    pub nearest: Option<&'static str>,
}

impl Policy {
    /// Treats these as errors; `warnings` means all warnings.
    pub fn deny<S: AsRef<str>>(&mut self, codes: impl IntoIterator<Item = S>) -> Result<(), UnknownCode> {
        for code in codes {
            match code.as_ref() {
                "warnings" => self.deny_warnings = true,
                code => self.deny.push(known(code)?),
            }
        }
        Ok(())
    }

    /// Reports only these, also those that are off by themselves.
    pub fn select<S: AsRef<str>>(&mut self, codes: impl IntoIterator<Item = S>) -> Result<(), UnknownCode> {
        extend(&mut self.select, codes)
    }

    /// Reports these too, though they are off by themselves.
    pub fn warn<S: AsRef<str>>(&mut self, codes: impl IntoIterator<Item = S>) -> Result<(), UnknownCode> {
        extend(&mut self.warn, codes)
    }

    /// Does not report these.
    pub fn allow<S: AsRef<str>>(&mut self, codes: impl IntoIterator<Item = S>) -> Result<(), UnknownCode> {
        extend(&mut self.allow, codes)
    }

    /// Whether diagnostics of this kind are reported, unless a comment in the file allows them.
    pub fn wants(&self, code: &Code) -> bool {
        let is_among = |list: &[String]| list.iter().any(|begin| code.id.starts_with(begin.as_str()));
        let is_selected =
            if self.select.is_empty() { code.is_on || is_among(&self.warn) } else { is_among(&self.select) };
        is_selected && !is_among(&self.allow)
    }

    /// The diagnostics of a file that are reported, with the severity that they have.
    pub fn apply(&self, mut diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
        let comments = AllowComments::of(sources);
        diagnostics.retain(|d| self.wants(d.code) && !comments.allow(d, sources));
        for d in &mut diagnostics {
            let is_denied = self.deny.iter().any(|begin| d.code.id.starts_with(begin.as_str()));
            if self.deny_warnings || is_denied {
                d.deny();
            }
        }
        diagnostics
    }
}

fn extend<S: AsRef<str>>(
    list: &mut Vec<String>,
    codes: impl IntoIterator<Item = S>,
) -> Result<(), UnknownCode> {
    for code in codes {
        list.push(known(code.as_ref())?);
    }
    Ok(())
}

/// The code in capitals, if it is the beginning of one that exists.
fn known(given: &str) -> Result<String, UnknownCode> {
    let code = given.trim().to_uppercase();
    if !code.is_empty() && codes::all().any(|c| c.id.starts_with(&code)) {
        return Ok(code);
    }
    Err(UnknownCode { code: given.to_string(), nearest: nearest(&code, codes::all().map(|c| c.id)) })
}
