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

/// Lowers the expanded forms of a file. Never stops at an error: what is wrong is left out.
pub fn lower(forms: &[Form]) -> (File, Vec<Diagnostic>) {
    let mut lower = Lower::default();
    let file = lower.file(forms);
    (file, lower.into_diagnostics())
}
