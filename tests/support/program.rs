//! Running the program in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// A folder of its own for a test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The text of a file in it.
    pub fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.0.join(name)).unwrap()).unwrap()
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs the program in it.
    pub fn zrf(&self, args: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zrf"));
        let Output { status, stdout, stderr } = command.args(args).current_dir(&self.0).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let ran = Ran { code: status.code(), out: text(stdout), err: text(stderr) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What became of a run.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// The output, if the exit code is this one.
    #[track_caller]
    pub fn with_code(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "\nstdout: {}\nstderr: {}", self.out, self.err);
        self
    }
}
