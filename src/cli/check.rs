//! `zrf check PATH...`.

use super::config::Config;
use super::emit::{Checked, Format};
use super::failure::Failure;
use super::session::Session;
use super::{fix, input, parallel, progress};
use std::fs;
use std::path::{Path, PathBuf};
use zrf::diagnostics::codes::lint::MISSING_FILE;
use zrf::diagnostics::{Baseline, Diagnostic, Policy};
use zrf::document::Document;
use zrf::lint::HasFile;
use zrf::loader::DiskLoader;
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
    let files = files(&args, &config)?;
    let baseline = match (&args.baseline, &args.write_baseline) {
        (Some(path), _) => Some(read_baseline(path)?),
        (None, Some(_)) => None,
        (None, None) => config.baseline().map(|path| read_baseline(&path)).transpose()?,
    };
    let checker = Checker {
        policy: policy(&args, &config)?,
        include: session.include.iter().chain(&config.include).cloned().collect(),
        max_fuel: session.max_fuel,
        fixes: args.fix,
        config,
    };
    let mut emitter = args.format.emitter(session.color);
    let bar = progress::bar(files.len() as u64, "check");
    let mut totals = Totals { baseline, ..Totals::default() };
    // Files that include a common one must not be mended at the same time.
    let threads = if args.fix { 1 } else { parallel::threads() };
    parallel::in_order(
        &files,
        threads,
        |file| checker.check(file),
        |file, found| {
            let Found { document, mut diagnostics, fixed } = match found {
                Ok(found) => found,
                // The other files can still be checked.
                Err(Failure::Tool(error)) => {
                    session.note(&format!("error: {error:#}"))?;
                    totals.unread += 1;
                    return Ok(());
                }
                Err(failure) => return Err(failure),
            };
            totals.add(&mut diagnostics, fixed, &document);
            let checked = Checked { name: file, sources: document.sources(), diagnostics: &diagnostics };
            bar.suspend(|| emitter.file(&checked, &mut session.out))?;
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    emitter.end(&mut session.out)?;
    finish(&args, &totals, files.len(), session)
}

/// Checks files as the command line and the settings say.
struct Checker {
    policy: Policy,
    config: Config,
    include: Vec<PathBuf>,
    max_fuel: Option<u64>,
    /// Sure fixes are carried out.
    fixes: bool,
}

/// A file, and everything about it that is to be reported.
struct Found {
    document: Document,
    diagnostics: Vec<Diagnostic>,
    /// How many fixes were carried out.
    fixed: usize,
}

impl Checker {
    fn check(&self, file: &str) -> Result<Found, Failure> {
        let mut policy = self.policy.clone();
        self.config.extend(&mut policy, file)?;
        let has_file = |path: &str, from: &str| {
            let folder = Path::new(from).parent().unwrap_or(Path::new(""));
            DiskLoader::find_in(folder, path).is_some()
        };
        let has_file = policy.wants(&MISSING_FILE).then_some(&has_file as HasFile<'_>);
        let find = || -> Result<(Document, Vec<Diagnostic>), Failure> {
            let document = input::open_rules_with(&self.include, file)?;
            let found = check::check_with_files(&document, self.max_fuel, has_file);
            let found = policy.apply(found, document.sources());
            Ok((document, found))
        };
        let (mut document, mut diagnostics) = find()?;
        let fixed = if self.fixes { fix::apply(file, &document, &diagnostics)? } else { 0 };
        if fixed > 0 {
            (document, diagnostics) = find()?;
        }
        Ok(Found { document, diagnostics, fixed })
    }
}

/// What was found in all files.
#[derive(Default)]
struct Totals {
    errors: usize,
    warnings: usize,
    /// Files that could not be read.
    unread: usize,
    /// Fixes that were carried out.
    fixed: usize,
    /// The warnings that are accepted and were not yet found.
    baseline: Option<Baseline>,
    /// The warnings that were found.
    found: Baseline,
}

impl Totals {
    /// Counts what was found in a file, without what the baseline accepts; what it does not is an error.
    fn add(&mut self, diagnostics: &mut Vec<Diagnostic>, fixed: usize, document: &Document) {
        self.found.accept(diagnostics, document.sources());
        if let Some(baseline) = &mut self.baseline {
            baseline.filter(diagnostics, document.sources());
            diagnostics.iter_mut().for_each(Diagnostic::deny);
        }
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        self.errors += errors;
        self.warnings += diagnostics.len() - errors;
        self.fixed += fixed;
    }
}

/// Writes the baseline, says how it went, and tells success from failure.
fn finish(args: &Args, totals: &Totals, files: usize, session: &mut Session) -> Result<(), Failure> {
    let Totals { errors, warnings, unread, .. } = *totals;
    if let Some(path) = &args.write_baseline {
        let text = totals.found.to_text();
        fs::write(path, text).map_err(|e| Failure::tool(format!("cannot write {}: {e}", path.display())))?;
        session.note(&format!("{}: {}", path.display(), count(totals.found.len(), "accepted warning")))?;
    }
    if let Some(gone) = totals.baseline.as_ref().filter(|left| !left.is_empty()) {
        let gone = count(gone.len(), "accepted warning");
        session.note(&format!("note: {gone} of the baseline not found; write it anew to leave them out"))?;
    }
    if args.fix {
        session.note(&format!("fixed: {}", count(totals.fixed, "mistake")))?;
    }
    session.note(&summary(files - unread, errors, warnings))?;
    match (unread, errors) {
        (1.., _) => Err(Failure::tool("not all files could be read")),
        (0, 1..) => Err(Failure::Reported),
        (0, 0) => Ok(()),
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
