//! From expanded forms to the AST: one file for each kind of form.

mod block;
mod board;
mod cond;
mod cursor;
mod game;
mod goal;
mod piece;
mod share;

use super::file::File;
use crate::diagnostics::Diagnostic;
use crate::syntax::form::Form;
use cursor::Lower;
use smol_str::SmolStr;

/// Lowers the expanded forms of a file. Never stops at an error: what is wrong is left out.
///
/// `macros` are the names of the file's macros: an unknown form may be a call of one, misspelt.
pub fn lower(forms: &[Form], macros: impl IntoIterator<Item = SmolStr>) -> (File, Vec<Diagnostic>) {
    let mut lower = Lower::new(macros.into_iter().collect());
    let file = lower.file(forms);
    (file, lower.into_diagnostics())
}
