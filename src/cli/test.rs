//! `zrf test PATH...`.

use super::failure::Failure;
use super::session::Session;
use super::{input, progress, variant};
use serde_json::json;
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use zrf::diagnostics::JunitReport;
use zrf::document::Document;
use zrf::game::Game;
use zrf::study::expect::{self, TestFile};

/// What the names of files of expectations end with.
const SUFFIX: &str = ".test.toml";

/// Run the expectations that stand beside rule files (docs/testing.md)
#[derive(clap::Args, Debug)]
pub struct Args {
    /// NAME.test.toml, the rules file NAME.zrf, or folders to search for expectations
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// Run only tests with this text in their name
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// How to print the results
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// How results are printed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// A line for each test, with differences and boards
    Text,
    /// One JSON object a line (docs/json.md)
    Json,
    /// A JUnit report
    Junit,
}

/// One test that was run.
struct Outcome<'a> {
    file: &'a str,
    line: usize,
    name: &'a str,
    failures: Vec<expect::Failure>,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(None);
    let mut files = Vec::new();
    for path in &args.paths {
        files.extend(test_files(path)?);
    }
    let bar = progress::bar(files.len() as u64, "test");
    let mut report = JunitReport::default();
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        let text = fs::read_to_string(file).map_err(|e| Failure::tool(format!("cannot read {file}: {e}")))?;
        let tests = TestFile::parse(&text).map_err(|e| Failure::input(format!("{file}: {e}")))?;
        let mut games = Games::open(session, file, &tests)?;
        for test in &tests.tests {
            let line = text[..test.span().start].lines().count() + 1;
            let test = test.as_ref();
            if args.only.as_ref().is_some_and(|only| !test.name.contains(only.as_str())) {
                continue;
            }
            let game = games.get(session, test.variant.as_deref().or(tests.variant.as_deref()))?;
            let failures = expect::run(test, &game, session.max_fuel, &|path| read_saved(file, path));
            if failures.is_empty() {
                passed += 1
            } else {
                failed += 1
            }
            let outcome = Outcome { file, line, name: &test.name, failures };
            match args.format {
                Format::Text => bar.suspend(|| session.out.write_all(outcome.text().as_bytes()))?,
                Format::Json => bar.suspend(|| writeln!(session.out, "{}", outcome.json()))?,
                Format::Junit => outcome.report(&mut report),
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.format == Format::Junit {
        session.out.write_all(report.finish("zrf test").as_bytes())?;
    }
    if passed + failed == 0 {
        return Err(Failure::tool("no test was run"));
    }
    session.note(&format!("{passed} passed, {failed} failed"))?;
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}

impl Outcome<'_> {
    fn text(&self) -> String {
        let Outcome { file, line, name, failures } = self;
        if failures.is_empty() {
            return format!("ok   {file}: {name}\n");
        }
        format!("FAIL {file}:{line}: {name}\n{}", self.details())
    }

    /// What does not hold; a board that several expectations share is drawn once, behind them.
    fn details(&self) -> String {
        let mut out = String::new();
        for (i, failure) in self.failures.iter().enumerate() {
            out += &format!("  {}: {}\n", failure.key, failure.message);
            for line in &failure.difference {
                out += &format!("    {line}\n");
            }
            let next = self.failures.get(i + 1).and_then(|next| next.board.as_ref());
            if let Some(board) = failure.board.as_ref().filter(|board| next != Some(board)) {
                for line in board.lines() {
                    out += format!("    {line}").trim_end();
                    out.push('\n');
                }
            }
        }
        out
    }

    fn json(&self) -> serde_json::Value {
        let failures = self.failures.iter().map(|failure| {
            json!({
                "expectation": failure.key,
                "message": failure.message,
                "difference": failure.difference,
                "board": failure.board,
            })
        });
        json!({
            "file": self.file,
            "line": self.line,
            "test": self.name,
            "ok": self.failures.is_empty(),
            "failures": failures.collect::<Vec<_>>(),
        })
    }

    fn report(&self, report: &mut JunitReport) {
        let name = format!("{}: {}", self.file, self.name);
        let details = self.details();
        let failure = self.failures.first();
        report.add_case(&name, failure.map(|f| (f.key, f.message.as_str(), details.as_str())));
    }
}

/// The games of one rules file that its tests have needed so far.
struct Games {
    document: Document,
    by_name: HashMap<Option<String>, Game>,
}

impl Games {
    /// Opens the rules of a file of expectations.
    fn open(session: &Session, file: &str, tests: &TestFile) -> Result<Games, Failure> {
        let rules = match &tests.rules {
            Some(rules) => beside(file, rules),
            None => PathBuf::from(format!("{}.zrf", file.strip_suffix(SUFFIX).unwrap_or(file))),
        };
        if !rules.is_file() {
            let message = format!("{file}: its rules file {} is not there", rules.display());
            return Err(Failure::tool(message));
        }
        let document = input::open_rules(session, &rules.to_string_lossy())?;
        Ok(Games { document, by_name: HashMap::new() })
    }

    /// The game of a variant, or of the default one.
    fn get(&mut self, session: &mut Session, name: Option<&str>) -> Result<Game, Failure> {
        if let Some(game) = self.by_name.get(&name.map(str::to_owned)) {
            return Ok(game.clone());
        }
        let chosen = variant::choose(session, &self.document, name)?;
        let game = variant::game(session, &self.document, chosen.number)?;
        self.by_name.insert(name.map(str::to_owned), game.clone());
        Ok(game)
    }
}

/// A path in a file of expectations starts from its folder.
fn beside(file: &str, path: &str) -> PathBuf {
    Path::new(file).parent().unwrap_or(Path::new("")).join(path)
}

fn read_saved(file: &str, path: &str) -> Result<zrf::game::save::SavedGame, String> {
    let path = beside(file, path);
    input::open_saved(&path.to_string_lossy()).map_err(|failure| match failure {
        Failure::Input(error) | Failure::Tool(error) => format!("{error:#}"),
        Failure::Reported | Failure::Closed => "cannot be read".to_string(),
    })
}

/// The files of expectations that a PATH means.
fn test_files(path: &str) -> Result<Vec<String>, Failure> {
    if Path::new(path).is_dir() {
        let files = input::files_below(path, |name| name.ends_with(SUFFIX))?;
        if files.is_empty() {
            return Err(Failure::tool(format!("no file NAME{SUFFIX} is in {path} or below it")));
        }
        return Ok(files);
    }
    let file = match path.strip_suffix(".zrf") {
        Some(stem) => format!("{stem}{SUFFIX}"),
        None => path.to_string(),
    };
    if !Path::new(&file).is_file() {
        return Err(Failure::tool(format!("there is no file {file}")));
    }
    Ok(vec![file])
}
