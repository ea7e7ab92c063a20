//! Rule files on disk.

use super::path::{components, is_windows_absolute, same_but_for_case};
use super::{LoadError, LoadedSource, SourceLoader, builtin};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Reads files from disk: from the including file's own folder, then from the include
/// folders, then from the built-in `stdlib/`.
///
/// Zillions ran on Windows, so every part of a path is found whatever its case, if there
/// is none of exactly that spelling, and `\` separates folders as well as `/`.
#[derive(Clone, Debug)]
pub struct DiskLoader {
    include_dirs: Vec<PathBuf>,
    max_bytes: u64,
}

impl DiskLoader {
    /// A loader with these include folders (`-I`), looked through in this order.
    pub fn new(include_dirs: impl IntoIterator<Item = PathBuf>) -> Self {
        Self {
            include_dirs: include_dirs.into_iter().collect(),
            max_bytes: crate::syntax::Limits::default().max_bytes as u64,
        }
    }

    /// Finds a file as [`load`](SourceLoader::load) does, below this folder only.
    ///
    /// Of several that differ in case the one of the exact spelling is found, else the first by name.
    pub fn find_in(folder: &Path, path: &str) -> Option<PathBuf> {
        let mut at = folder.to_path_buf();
        for part in components(path) {
            let exact = at.join(part);
            at = if exact.exists() { exact } else { at.join(case_blind(&at, part)?) };
        }
        at.is_file().then_some(at)
    }

    fn read(&self, path: &Path) -> Result<LoadedSource, LoadError> {
        let name = path.display().to_string();
        let unreadable =
            |e: std::io::Error| LoadError::Unreadable { name: name.clone(), reason: e.to_string() };
        let mut file = fs::File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut bytes = Vec::new();
        // The size on record may be wrong (a pipe has none), so the reading is bounded too.
        file.by_ref().take(self.max_bytes + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > self.max_bytes {
            let size = size.max(bytes.len() as u64);
            return Err(LoadError::TooLarge { name, size, limit: self.max_bytes });
        }
        let key = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string();
        Ok(LoadedSource { name, key, bytes })
    }
}

impl Default for DiskLoader {
    fn default() -> Self {
        Self::new([])
    }
}

impl SourceLoader for DiskLoader {
    fn load(&self, path: &str, from: Option<&str>) -> Result<LoadedSource, LoadError> {
        if cfg!(not(windows)) && is_windows_absolute(path) {
            return Err(LoadError::WindowsPath { path: path.to_string() });
        }
        let own = match from {
            Some(name) if builtin::is_builtin(name) => None,
            Some(name) => Some(Path::new(name).parent().unwrap_or(Path::new("")).to_path_buf()),
            None => Some(PathBuf::new()),
        };
        let folders: Vec<PathBuf> = if path.starts_with('/') {
            vec![PathBuf::from("/")]
        } else {
            own.into_iter().chain(self.include_dirs.iter().cloned()).collect()
        };
        if let Some(found) = folders.iter().find_map(|folder| Self::find_in(folder, path)) {
            return self.read(&found);
        }
        builtin::load_include(path, from).map_err(|error| match error {
            LoadError::NotFound { path, tried, mut seen } => {
                seen.splice(0..0, folders.iter().flat_map(|f| neighbours(f, &path)));
                let on_disk = folders.iter().map(|f| f.join(path.replace('\\', "/")).display().to_string());
                LoadError::NotFound { tried: on_disk.chain(tried).collect(), path, seen }
            }
            other => other,
        })
    }
}

/// The folder to list for a path that may be empty, which means the current one.
fn listed(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The entry of a folder with this name in any case.
fn case_blind(folder: &Path, part: &str) -> Option<String> {
    let entries = fs::read_dir(listed(folder)).ok()?;
    let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
    names.filter(|name| same_but_for_case(name, part)).min()
}

/// Rule files in the folder that a path leads to, written like the path: what may have been meant.
fn neighbours(folder: &Path, path: &str) -> Vec<String> {
    const MANY: usize = 1000;
    let mut parts: Vec<&str> = components(path).collect();
    parts.pop();
    let mut at = folder.to_path_buf();
    for part in &parts {
        let Some(name) = case_blind(&at, part) else { return Vec::new() };
        at.push(name);
    }
    let Ok(entries) = fs::read_dir(listed(&at)) else { return Vec::new() };
    let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| Path::new(name).extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")))
        .take(MANY)
        .map(|name| parts.iter().copied().chain([name.as_str()]).collect::<Vec<_>>().join("/"))
        .collect();
    names.sort();
    names
}
