//! Lists the rule files of the repository so that the library can embed them.
//!
//! Writes `builtin.rs` with two tables of `(path, bytes)`: `STDLIB` for the include
//! files in `stdlib/`, `GAMES` for the games in `zrf/`, both sorted by path.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=build.rs");

    let mut code = String::new();
    for (table, folder) in [("STDLIB", "stdlib"), ("GAMES", "zrf")] {
        let mut files = Vec::new();
        println!("cargo::rerun-if-changed={folder}");
        if root.join(folder).is_dir() {
            collect(&root.join(folder), folder, &mut files)?;
        }
        files.sort();
        let _ = writeln!(code, "pub(super) static {table}: &[(&str, &[u8])] = &[");
        for (name, path) in files {
            let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
        }
        code.push_str("];\n");
    }
    fs::write(out.join("builtin.rs"), code)
}

/// All `.zrf` files below `folder`, each with its path from the repository's root.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(file) = path.file_name().and_then(|f| f.to_str()) else { continue };
        let name = format!("{name}/{file}");
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            files.push((name, path));
        }
    }
    Ok(())
}
