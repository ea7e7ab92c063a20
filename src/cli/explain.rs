//! `zrf explain CODE`.

use super::failure::Failure;
use super::session::Session;
use std::io::Write;
use zrf::diagnostics::{Severity, codes};

/// Tell what a diagnostic means, with an example and the mend
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Its code, as `zrf check` prints it; without one, all codes with their titles
    code: Option<String>,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    let Some(wanted) = args.code else {
        for code in codes::all() {
            writeln!(session.out, "{}  {}", code.id, code.title)?;
        }
        return Ok(());
    };
    let Some(code) = codes::all().find(|code| code.id.eq_ignore_ascii_case(&wanted)) else {
        return Err(Failure::tool(format!(
            "no diagnostic has the code `{wanted}`; `zrf explain` lists them all"
        )));
    };
    let severity = match code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    writeln!(session.out, "{severity}[{}]: {}\n\n{}", code.id, code.title, code.explain.trim())?;
    Ok(())
}
