//! Finding and reading files: rule files, saved games, standard input, shipped games.

use super::failure::{Failure, say};
use super::session::Session;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use zrf::diagnostics::Diagnostic;
use zrf::diagnostics::did_you_mean::nearest;
use zrf::document::Document;
use zrf::game::save::SavedGame;
use zrf::loader::{DiskLoader, LoadedSource, builtin};
use zrf::source::{self, SourceMap};
use zrf::syntax::{self, Expanded, Limits};

/// The name that stands for standard input.
pub const STDIN: &str = "-";
/// What a saved game begins with.
const SAVED: &str = "Zillions Save Game File";
/// No file is read any further: one byte more than the reader takes for a rules file.
fn most_bytes() -> u64 {
    Limits::default().max_bytes as u64 + 1
}

/// What a FILE argument turned out to be.
pub struct Opened {
    /// The rules.
    pub document: Document,
    /// The saved game, if FILE is one.
    pub saved: Option<SavedGame>,
}

/// A file's name, as shown in messages, and its bytes.
struct Bytes {
    name: String,
    bytes: Vec<u8>,
}

/// Opens FILE: rules, or a saved game with the rules that it names (or those of `--rules`).
pub fn open(session: &Session, file: &str, rules: Option<&str>) -> Result<Opened, Failure> {
    let Bytes { name, bytes } = read(file)?;
    if !is_saved_game(&name, &bytes) {
        if rules.is_some() {
            return Err(Failure::tool("--rules goes with a saved game, but FILE holds rules itself"));
        }
        return Ok(Opened { document: document(session, &name, bytes), saved: None });
    }
    let saved = parse_saved(&name, &bytes)?;
    let document = match rules {
        Some(rules) => open_rules(session, rules)?,
        None => rules_of(session, &saved, Path::new(if name == "<stdin>" { "" } else { &name }))?,
    };
    Ok(Opened { document, saved: Some(saved) })
}

/// Opens a rules file.
pub fn open_rules(session: &Session, file: &str) -> Result<Document, Failure> {
    open_rules_with(&session.include, file)
}

/// Opens a rules file; includes are also looked up in these folders.
pub fn open_rules_with(include: &[PathBuf], file: &str) -> Result<Document, Failure> {
    let Bytes { name, bytes } = read(file)?;
    if is_saved_game(&name, &bytes) {
        return Err(Failure::tool(format!("{name} is a saved game; a rules file is expected here")));
    }
    Ok(Document::load(&name, &bytes, &DiskLoader::new(include.to_vec())))
}

/// Reads a rules file as far as its macros are expanded.
pub fn expand(session: &Session, file: &str) -> Result<(SourceMap, Expanded, Vec<Diagnostic>), Failure> {
    let Bytes { name, bytes } = read(file)?;
    Ok(syntax::parse(&name, &bytes, &loader(session), &Limits::default()))
}

/// The name and the bytes of a rules file that is on the disk or comes from standard input.
pub fn rules_text(file: &str) -> Result<(String, Vec<u8>), Failure> {
    if file != STDIN && !Path::new(file).exists() {
        return Err(Failure::tool(format!("there is no file `{file}`")));
    }
    let Bytes { name, bytes } = read(file)?;
    if is_saved_game(&name, &bytes) {
        return Err(Failure::tool(format!("{name} is a saved game; a rules file is expected here")));
    }
    Ok((name, bytes))
}

/// The name of the rules file by itself, as a saved game holds it.
pub fn rules_file_name(document: &Document) -> String {
    let name = document.sources().iter().next().map_or("", |(_, source)| &source.name);
    name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// Reads a saved game.
pub fn open_saved(file: &str) -> Result<SavedGame, Failure> {
    let Bytes { name, bytes } = read(file)?;
    parse_saved(&name, &bytes)
}

/// Reads a saved game for who names the file himself in what he says of it.
pub fn open_named_saved(file: &str) -> Result<SavedGame, Failure> {
    Ok(SavedGame::parse(&source::decode(&read(file)?.bytes))?)
}

/// The rules that a saved game names, looked up beside it by the last component of the path.
pub fn rules_of(session: &Session, saved: &SavedGame, saved_at: &Path) -> Result<Document, Failure> {
    let wanted = saved.rules_file_name();
    let folder = saved_at.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Some(path) = DiskLoader::find_in(folder, wanted) {
        return open_rules(session, &path.to_string_lossy());
    }
    if let Some(LoadedSource { name, bytes, .. }) = shipped(wanted) {
        say(&format!("note: `{wanted}` is not in {}; playing by {name}", folder.display()));
        return Ok(document(session, &name, bytes));
    }
    let (game, folder) = (saved_at.display(), folder.display());
    let message = format!("{game}: its rules file `{wanted}` is not in {folder}; name it with --rules");
    Err(Failure::tool(message))
}

/// All rule files that a PATH means: itself, or those in a folder and all folders below it, sorted.
pub fn rule_files(path: &str) -> Result<Vec<String>, Failure> {
    if !Path::new(path).is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let is_rules = |name: &str| Path::new(name).extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf"));
    let files = files_below(path, is_rules)?;
    if files.is_empty() {
        return Err(Failure::tool(format!("no .zrf file is in {path} or below it")));
    }
    Ok(files)
}

/// All files with a wanted name in a folder and all folders below it, sorted.
pub fn files_below(path: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(path)];
    while let Some(folder) = folders.pop() {
        let unreadable = |e| Failure::tool(format!("cannot read the folder {}: {e}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // The type of the entry itself: links to folders are not followed, they may lead round.
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if is_wanted(&entry.file_name().to_string_lossy()) {
                files.push(entry.path().to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads the rules; whatever is wrong with them is among the document's diagnostics.
fn document(session: &Session, name: &str, bytes: Vec<u8>) -> Document {
    Document::load(name, &bytes, &loader(session))
}

fn loader(session: &Session) -> DiskLoader {
    DiskLoader::new(session.include.clone())
}

fn parse_saved(name: &str, bytes: &[u8]) -> Result<SavedGame, Failure> {
    SavedGame::parse(&source::decode(bytes)).map_err(|e| Failure::from(e).context(name.to_owned()))
}

fn is_saved_game(name: &str, bytes: &[u8]) -> bool {
    let is_named_so = Path::new(name).extension().is_some_and(|e| e.eq_ignore_ascii_case("zsg"));
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    is_named_so || text.starts_with(SAVED.as_bytes())
}

/// Reads a file: standard input, an existing path, or a shipped game.
fn read(file: &str) -> Result<Bytes, Failure> {
    if file == STDIN {
        let bytes = read_all(std::io::stdin().lock());
        let bytes = bytes.map_err(|e| Failure::tool(format!("cannot read standard input: {e}")))?;
        return Ok(Bytes { name: "<stdin>".into(), bytes });
    }
    let path = Path::new(file);
    if path.exists() {
        let unreadable = |e| Failure::tool(format!("cannot read {file}: {e}"));
        if path.is_dir() {
            return Err(Failure::tool(format!("{file} is a folder; a file is expected here")));
        }
        let bytes = fs::File::open(path).and_then(read_all).map_err(unreadable)?;
        return Ok(Bytes { name: file.to_owned(), bytes });
    }
    match shipped(file) {
        Some(LoadedSource { name, bytes, .. }) => Ok(Bytes { name, bytes }),
        None => {
            let names: Vec<&str> = shipped_games().map(|(name, _)| name).collect();
            let hint = match nearest(file, names.iter().copied()) {
                Some(name) => format!("; did you mean the shipped game `{name}`?"),
                None => "; `zrf list` names the shipped games".to_owned(),
            };
            Err(Failure::tool(format!("there is no file and no shipped game `{file}`{hint}")))
        }
    }
}

fn read_all(reader: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most_bytes()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The shipped games: name, path in the repository.
pub fn shipped_games() -> impl Iterator<Item = (&'static str, &'static str)> {
    builtin::games().iter().filter_map(|&(path, _)| {
        let name = path.strip_prefix("zrf/")?.strip_suffix(".zrf")?;
        // Files in folders below are examples and parts of games.
        (!name.contains('/')).then_some((name, path))
    })
}

/// A shipped game by its name, or an example by its path below `zrf/`; `.zrf` may be left out.
fn shipped(name: &str) -> Option<LoadedSource> {
    let name = name.strip_suffix(".zrf").unwrap_or(name);
    builtin::load(&format!("zrf/{name}.zrf")).ok()
}
