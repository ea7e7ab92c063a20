//! `zrf new NAME`.

use super::failure::Failure;
use super::session::Session;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The rules of a game that plays.
const RULES: &str = include_str!("template.zrf");
/// What is expected of it.
const TESTS: &str = include_str!("template.test.toml");

/// Begin a rules file: a small game that already plays, and its tests
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The name of the file, with or without `.zrf`; it may be in a folder
    name: String,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    let path = args.name.strip_suffix(".zrf").unwrap_or(&args.name);
    let stem = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '\'' | ' ');
    if !stem.starts_with(char::is_alphanumeric) || !stem.chars().all(is_name) || path.ends_with(['/', '\\']) {
        return Err(Failure::tool(format!(
            "`{}` is no name for a game: letters, digits, - and _",
            args.name
        )));
    }
    let rules = PathBuf::from(format!("{path}.zrf"));
    let tests = PathBuf::from(format!("{path}.test.toml"));
    if let Some(folder) = rules.parent() {
        fs::create_dir_all(folder)
            .map_err(|e| Failure::tool(format!("cannot make the folder {}: {e}", folder.display())))?;
    }
    // Both or none: nothing is overwritten.
    if let Some(path) = [&rules, &tests].into_iter().find(|path| path.exists()) {
        return Err(Failure::tool(format!("{} is there already", path.display())));
    }
    write(&rules, &RULES.replace("TITLE", &title(stem)))?;
    write(&tests, &TESTS.replace("NAME", stem))?;
    for path in [&rules, &tests] {
        writeln!(session.out, "{}", path.display())?;
    }
    let shown = rules.display();
    session.note(&format!("try: zrf play {shown}; zrf check {shown}; zrf test {shown}"))
}

/// A title from the name of a file: `my-game` is "My game".
fn title(stem: &str) -> String {
    let text = stem.replace(['-', '_'], " ");
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    first + chars.as_str()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file: File| file.write_all(text.as_bytes()));
    written.map_err(|e| Failure::tool(format!("cannot write {}: {e}", path.display())))
}
