//! `zrf check PATH...`.

use super::config::Config;
use super::emit::{Checked, Format};
use super::failure::Failure;
use super::session::Session;
use super::{fix, input, progress};
use std::fs;
use std::path::{Path, PathBuf};
use zrf::diagnostics::{Baseline, Diagnostic, Policy};
use zrf::document::Document;
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

    /// Report these codes too, which are off by themselves
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,

    /// Do not report these codes (or codes that begin so)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,

    /// Carry out the fixes that are sure, and report what is left
    #[arg(long)]
    fix: bool,

    /// Accept the warnings that this file lists; those that it does not list are errors
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the warnings that are found to this file, as a baseline
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,

    /// The settings, instead of the nearest `zrf.toml`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Use no settings
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let config = if args.no_config { Config::default() } else { Config::load(args.config.as_deref())? };
    session.include.extend(config.include.iter().cloned());
    let files = files(&args, &config)?;
    let baseline = match (&args.baseline, &args.write_baseline) {
        (Some(path), _) => Some(read_baseline(path)?),
        (None, Some(_)) => None,
        (None, None) => config.baseline().map(|path| read_baseline(&path)).transpose()?,
    };
    let mut checker = Checker {
        policy: policy(&args, &config)?,
        config,
        fixes: args.fix.then_some(0),
        baseline,
        found: Baseline::default(),
    };
    let mut emitter = args.format.emitter(session.color);
    let bar = progress::bar(files.len() as u64, "check");
    let (mut errors, mut warnings, mut unread) = (0, 0, 0);
    for file in &files {
        let (document, diagnostics) = match checker.check(file, session) {
            Ok(checked) => checked,
            // The other files can still be checked.
            Err(Failure::Tool(error)) => {
                session.note(&format!("error: {error:#}"))?;
                unread += 1;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let found = diagnostics.iter().filter(|d| d.is_error()).count();
        errors += found;
        warnings += diagnostics.len() - found;
        let checked = Checked { name: file, sources: document.sources(), diagnostics: &diagnostics };
        bar.suspend(|| emitter.file(&checked, &mut session.out))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    emitter.end(&mut session.out)?;
    if let Some(path) = &args.write_baseline {
        let text = checker.found.to_text();
        fs::write(path, text).map_err(|e| Failure::tool(format!("cannot write {}: {e}", path.display())))?;
        session.note(&format!("{}: {}", path.display(), count(checker.found.len(), "accepted warning")))?;
    }
    if let Some(gone) = checker.baseline.filter(|left| !left.is_empty()) {
        let gone = count(gone.len(), "accepted warning");
        session.note(&format!("note: {gone} of the baseline not found; write it anew to leave them out"))?;
    }
    if let Some(fixes) = checker.fixes {
        session.note(&format!("fixed: {}", count(fixes, "mistake")))?;
    }
    session.note(&summary(files.len() - unread, errors, warnings))?;
    match (unread, errors) {
        (1.., _) => Err(Failure::tool("not all files could be read")),
        (0, 1..) => Err(Failure::Reported),
        (0, 0) => Ok(()),
    }
}

/// Checks files as the command line and the settings say.
struct Checker {
    policy: Policy,
    config: Config,
    /// How many fixes were carried out, if they are to be.
    fixes: Option<usize>,
    /// The warnings that are accepted and were not yet found.
    baseline: Option<Baseline>,
    /// The warnings that were found.
    found: Baseline,
}

impl Checker {
    /// A file, and everything about it that is to be reported.
    fn check(&mut self, file: &str, session: &Session) -> Result<(Document, Vec<Diagnostic>), Failure> {
        let mut policy = self.policy.clone();
        self.config.extend(&mut policy, file)?;
        let find =
            |document: &Document| policy.apply(check::check(document, session.max_fuel), document.sources());
        let mut document = input::open_rules(session, file)?;
        let mut diagnostics = find(&document);
        if let Some(fixes) = &mut self.fixes {
            let count = fix::apply(file, &document, &diagnostics)?;
            if count > 0 {
                document = input::open_rules(session, file)?;
                diagnostics = find(&document);
            }
            *fixes += count;
        }
        self.found.accept(&diagnostics, document.sources());
        if let Some(baseline) = &mut self.baseline {
            baseline.filter(&mut diagnostics, document.sources());
            diagnostics.iter_mut().for_each(Diagnostic::deny);
        }
        Ok((document, diagnostics))
    }
}

/// The settings, then the command line, which has the last word on what is selected.
fn policy(args: &Args, config: &Config) -> Result<Policy, Failure> {
    let mut policy = Policy::default();
    let settings = &config.check;
    policy.select(if args.select.is_empty() { &settings.select } else { &args.select })?;
    for (deny, warn, allow) in
        [(&settings.deny, &settings.warn, &settings.allow), (&args.deny, &args.warn, &args.allow)]
    {
        policy.deny(deny)?;
        policy.warn(warn)?;
        policy.allow(allow)?;
    }
    Ok(policy)
}

/// The files to check. What is excluded is checked only if it is named itself.
fn files(args: &Args, config: &Config) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        let found = input::rule_files(path)?;
        let is_folder = Path::new(path).is_dir();
        files.extend(found.into_iter().filter(|file| !is_folder || !config.excludes(file)));
    }
    Ok(files)
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    let at = path.display();
    let text = fs::read_to_string(path).map_err(|e| Failure::tool(format!("cannot read {at}: {e}")))?;
    Baseline::parse(&text).map_err(|e| Failure::tool(format!("{at}: {e}")))
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    format!("{}: {}, {}", count(files, "file"), count(errors, "error"), count(warnings, "warning"))
}

/// "1 error", "no errors".
fn count(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
