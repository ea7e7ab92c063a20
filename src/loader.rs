//! Where the texts of rule files come from.
//!
//! The library itself reads no files: it asks a [`SourceLoader`]. There are two here,
//! [`MemoryLoader`] for texts that a program holds itself and [`DiskLoader`], the one
//! place of the library that touches a disk. Both know the [`builtin`] files.

pub mod builtin;
mod disk;
mod memory;
mod path;

pub use disk::DiskLoader;
pub use memory::MemoryLoader;

/// Finds and reads rule files for the stages that need them.
pub trait SourceLoader {
    /// Finds and reads the file that an `(include "path")` names.
    ///
    /// `path` is as written: `/` and `\` both separate folders, upper and lower case
    /// do not matter. `from` is the [`name`](LoadedSource::name) of the including file;
    /// `None` for the first file.
    ///
    /// # Errors
    /// If there is no such file or it cannot be read.
    fn load(&self, path: &str, from: Option<&str>) -> Result<LoadedSource, LoadError>;
}

/// A file that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedSource {
    /// The name for messages, and to look up what the file includes.
    pub name: String,
    /// The same for the same file, however it was reached.
    pub key: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error("no file `{path}` was found")]
    NotFound {
        /// The path as written.
        path: String,
        /// The places where it was looked for, in order.
        tried: Vec<String>,
        /// Names of files that were seen there.
        seen: Vec<String>,
    },
    /// The path begins with a Windows drive or share, which means nothing elsewhere.
    #[error("`{path}` is a path of a Windows machine; write one relative to the including file")]
    WindowsPath {
        /// The path as written.
        path: String,
    },
    /// It is larger than rule files may be.
    #[error("`{name}` is {size} bytes large; rule files may have {limit}")]
    TooLarge {
        /// The file that was found.
        name: String,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// It is there but cannot be read.
    #[error("`{name}` cannot be read: {reason}")]
    Unreadable {
        /// The file that was found.
        name: String,
        /// What the system says.
        reason: String,
    },
}
