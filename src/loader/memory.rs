//! Rule files that a program holds itself.

use super::path::{self, same_but_for_case};
use super::{LoadError, LoadedSource, SourceLoader, builtin};

/// Files held in memory, by their names. Without files it knows only the built-in ones.
///
/// ```
/// use zrf::loader::{MemoryLoader, SourceLoader};
///
/// let loader = MemoryLoader::new().file("lib/steps.zrf", "(define step ($1 add))");
/// let found = loader.load(r"..\LIB\Steps.zrf", Some("games/mine.zrf")).unwrap();
/// assert_eq!(found.name, "lib/steps.zrf");
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: Vec<(String, Vec<u8>)>,
}

impl MemoryLoader {
    /// A loader without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; of two with one name the first is found.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.into(), bytes.into()));
        self
    }
}

impl SourceLoader for MemoryLoader {
    fn load(&self, path: &str, from: Option<&str>) -> Result<LoadedSource, LoadError> {
        if path::is_windows_absolute(path) {
            return Err(LoadError::WindowsPath { path: path.to_string() });
        }
        let folder = from.map_or("", path::folder);
        let key = path::join(folder, path).filter(|_| !from.is_some_and(builtin::is_builtin));
        if let Some(key) = &key
            && let Some((name, bytes)) = self.files.iter().find(|(name, _)| same_but_for_case(name, key))
        {
            return Ok(LoadedSource { name: name.clone(), key: name.clone(), bytes: bytes.clone() });
        }
        builtin::load_include(path, from).map_err(|error| match error {
            LoadError::NotFound { path, tried, mut seen } => {
                seen.splice(0..0, self.files.iter().map(|(name, _)| name.clone()));
                LoadError::NotFound { path, tried: key.into_iter().chain(tried).collect(), seen }
            }
            other => other,
        })
    }
}
