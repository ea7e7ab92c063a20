//! `zrf check PATH...`.

use super::emit::{Checked, Format};
use super::failure::Failure;
use super::session::Session;
use super::{input, progress};
use zrf::diagnostics::did_you_mean::nearest;
use zrf::diagnostics::{Code, Diagnostic, Severity, codes};
use zrf::study::check;

/// Check rule files: read, compile every variant, make the first moves
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Rule files, folders to search for them, names of shipped games, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Treat these as errors: `warnings` for all warnings, or codes
    #[arg(long, value_name = "warnings|CODE", value_delimiter = ',')]
    deny: Vec<String>,

    /// Report only these codes (or codes that begin so)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    select: Vec<String>,

    /// Do not report these codes (or codes that begin so)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let filter = Filter::new(&args)?;
    let mut files = Vec::new();
    for path in &args.paths {
        files.extend(input::rule_files(path)?);
    }
    let mut emitter = args.format.emitter(session.color);
    emitter.begin(&mut session.out)?;
    let bar = progress::bar(files.len() as u64, "check");
    let (mut errors, mut warnings, mut unread) = (0, 0, 0);
    for file in &files {
        let document = match input::open_rules(session, file) {
            Ok(document) => document,
            // The other files can still be checked.
            Err(Failure::Tool(error)) => {
                session.note(&format!("error: {error:#}"))?;
                unread += 1;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let mut diagnostics = check::check(&document, session.max_fuel);
        diagnostics.retain(|d| filter.wants(d.code));
        diagnostics.iter_mut().for_each(|d| filter.raise(d));
        let found = diagnostics.iter().filter(|d| d.is_error()).count();
        errors += found;
        warnings += diagnostics.len() - found;
        let checked = Checked { sources: document.sources(), diagnostics: &diagnostics };
        bar.suspend(|| emitter.file(&checked, &mut session.out))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    emitter.end(&mut session.out)?;
    session.note(&summary(files.len() - unread, errors, warnings))?;
    if unread > 0 {
        return Err(Failure::tool("not all files could be read"));
    }
    if errors > 0 { Err(Failure::Reported) } else { Ok(()) }
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    let count = |n: usize, what: &str| match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    format!("{}: {}, {}", count(files, "file"), count(errors, "error"), count(warnings, "warning"))
}

/// Which diagnostics are reported, and how grave they are.
struct Filter {
    deny_warnings: bool,
    deny: Vec<String>,
    select: Vec<String>,
    allow: Vec<String>,
}

impl Filter {
    fn new(args: &Args) -> Result<Filter, Failure> {
        let (warnings, deny): (Vec<&String>, Vec<&String>) = args.deny.iter().partition(|d| *d == "warnings");
        Ok(Filter {
            deny_warnings: !warnings.is_empty(),
            deny: known(deny)?,
            select: known(&args.select)?,
            allow: known(&args.allow)?,
        })
    }

    fn wants(&self, code: &Code) -> bool {
        let is_among = |list: &[String]| list.iter().any(|begin| code.id.starts_with(begin.as_str()));
        (self.select.is_empty() || is_among(&self.select)) && !is_among(&self.allow)
    }

    fn raise(&self, diagnostic: &mut Diagnostic) {
        let is_denied = self.deny.iter().any(|begin| diagnostic.code.id.starts_with(begin.as_str()));
        if self.deny_warnings || is_denied {
            diagnostic.severity = Severity::Error;
        }
    }
}

/// The codes in capitals, if each is the beginning of a code that exists: a slip would pass unseen.
fn known<'a>(given: impl IntoIterator<Item = &'a String>) -> Result<Vec<String>, Failure> {
    let check = |given: &String| {
        let code = given.to_uppercase();
        if !code.is_empty() && codes::all().any(|c| c.id.starts_with(&code)) {
            return Ok(code);
        }
        let hint = nearest(&code, codes::all().map(|c| c.id))
            .map_or(String::new(), |n| format!("; did you mean {n}?"));
        Err(Failure::tool(format!("no diagnostic has the code `{given}`{hint}")))
    };
    given.into_iter().map(check).collect()
}
