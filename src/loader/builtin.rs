//! The rule files that are part of the program: the include files of `stdlib/` and the games of `zrf/`.

use super::path::{self, same_but_for_case};
use super::{LoadError, LoadedSource};

mod tables {
    include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
}

/// What the names of built-in files begin with in messages.
pub const PREFIX: &str = "built-in:";

/// The include files, each with its path (`stdlib/...`), sorted by path.
pub fn stdlib() -> &'static [(&'static str, &'static [u8])] {
    tables::STDLIB
}

/// The shipped games, each with its path (`zrf/...`), sorted by path.
pub fn games() -> &'static [(&'static str, &'static [u8])] {
    tables::GAMES
}

/// A built-in file by its name (with [`PREFIX`]) or by a path from the root, `stdlib/` or `zrf/`.
///
/// # Errors
/// If there is no such file.
pub fn load(path: &str) -> Result<LoadedSource, LoadError> {
    let path = path.strip_prefix(PREFIX).unwrap_or(path);
    find(["", "stdlib/", "zrf/"], path)
}

/// What a file includes from the built-in ones: from its own folder, if it is built in itself, then from
/// `stdlib/`, with or without the name of this folder.
pub(super) fn load_include(path: &str, from: Option<&str>) -> Result<LoadedSource, LoadError> {
    let own = from.and_then(|name| name.strip_prefix(PREFIX)).map(path::folder);
    find(own.into_iter().chain(["", "stdlib/"]), path)
}

fn find<'f>(folders: impl IntoIterator<Item = &'f str>, path: &str) -> Result<LoadedSource, LoadError> {
    let files = || stdlib().iter().chain(games());
    let mut tried: Vec<String> = Vec::new();
    for key in folders.into_iter().filter_map(|folder| path::join(folder, path)) {
        if let Some((name, bytes)) = files().find(|(name, _)| same_but_for_case(name, &key)) {
            let name = format!("{PREFIX}{name}");
            return Ok(LoadedSource { key: name.clone(), name, bytes: bytes.to_vec() });
        }
        let name = format!("{PREFIX}{key}");
        if !tried.contains(&name) {
            tried.push(name);
        }
    }
    let seen = stdlib().iter().map(|(name, _)| (*name).to_string()).collect();
    Err(LoadError::NotFound { path: path.to_string(), tried, seen })
}

/// Whether this is the name of a built-in file.
pub fn is_builtin(name: &str) -> bool {
    name.starts_with(PREFIX)
}
