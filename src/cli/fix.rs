//! `zrf check --fix`: writing mended files back.

use super::failure::{Failure, say};
use std::fs;
use std::path::Path;
use zrf::diagnostics::{Diagnostic, apply_fixes};
use zrf::document::Document;
use zrf::source::{decode, encode_like};

/// Carries out the fixes for the texts that were read for a rules file; gives how many there were.
///
/// Only files of the disk are changed, and only if they still hold what was checked.
pub fn apply(file: &str, document: &Document, diagnostics: &[Diagnostic]) -> Result<usize, Failure> {
    let mut applied = 0;
    for (id, source) in document.sources().iter() {
        let (text, count) = apply_fixes(&source.text, id, diagnostics);
        let path = Path::new(&source.name);
        if count == 0 || !path.is_file() {
            continue;
        }
        let unreadable = |e| Failure::tool(format!("cannot read {}: {e}", source.name));
        let old = fs::read(path).map_err(unreadable)?;
        if decode(&old) != *source.text {
            return Err(Failure::tool(format!("{} was changed while {file} was checked", source.name)));
        }
        match encode_like(&old, &text) {
            Some(bytes) => {
                write(path, &bytes)?;
                applied += count;
            }
            None => {
                say(&format!("note: {} is left as it is: its code page cannot hold the fix", source.name))
            }
        }
    }
    Ok(applied)
}

/// Writes a file so that a crash leaves either the old or the new one.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let unwritable = |e| Failure::tool(format!("cannot write {}: {e}", path.display()));
    // Links stay links: what they lead to is written.
    let path = fs::canonicalize(path).map_err(unwritable)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let permissions = fs::metadata(&path).map_err(unwritable)?.permissions();
    let written = fs::write(&beside, bytes)
        .and_then(|()| fs::set_permissions(&beside, permissions))
        .and_then(|()| fs::rename(&beside, &path));
    written.map_err(|e| {
        // The file beside is of no use to anybody.
        let _ = fs::remove_file(&beside);
        unwritable(e)
    })
}
