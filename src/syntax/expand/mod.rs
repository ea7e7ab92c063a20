//! Includes and macros: forms as they are written to forms as they are meant.
//!
//! `collect` reads the includes and takes out the definitions, over the file and
//! all that it includes, since a macro may be used above its definition. Then
//! `engine` replaces the calls.

mod collect;
mod define;
mod engine;

use super::Limits;
use super::form::Form;
use crate::diagnostics::Diagnostic;
use crate::loader::SourceLoader;
use crate::names::IndexMap;
use crate::source::{SourceId, SourceMap, Span};
use smol_str::SmolStr;
use std::sync::Arc;

/// A rules file with its includes read and its macros expanded.
#[derive(Debug, Default)]
pub struct Expanded {
    /// The forms at top level without the definitions. Some may be splices, see
    /// [`form::flat`](super::form::flat).
    pub forms: Vec<Form>,
    /// The macros in order of their first definition, with what became of them.
    pub macros: IndexMap<SmolStr, MacroInfo>,
    /// The includes that were read, in order.
    pub includes: Vec<Include>,
}

/// A macro: where it is defined and how it is used.
#[derive(Clone, PartialEq, Debug)]
pub struct MacroInfo {
    /// Its name, in the definition that counts.
    pub name: Span,
    /// The whole definition that counts.
    pub definition: Span,
    /// The forms of the body, as written, includes read.
    pub body: Arc<[Form]>,
    /// The largest `n` of the parameters `$n` in the body; 0 if there are none.
    pub max_param: usize,
    /// Whether the parameter `$n` was ever replaced by an argument, at index `n - 1`; shorter if the last ones
    /// were not. A parameter also counts if it stands in the body of a macro called without that argument.
    pub used_params: Vec<bool>,
    /// How often it was called; calls in the body of another macro count once for each different expansion.
    pub calls: usize,
    /// The largest number of arguments in a call, and the first call with so many.
    pub max_args: Option<(usize, Span)>,
}

/// An include that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    /// The `(include ...)`.
    pub span: Span,
    /// The file.
    pub source: SourceId,
}

/// Reads the includes of a file's forms and expands its macros.
pub fn expand(
    forms: Vec<Form>,
    source: SourceId,
    sources: &mut SourceMap,
    loader: &dyn SourceLoader,
    limits: &Limits,
) -> (Expanded, Vec<Diagnostic>) {
    let collected = collect::collect(forms, source, sources, loader, limits);
    let (forms, macros, mut diagnostics) = engine::run(&collected.forms, collected.macros, limits);
    diagnostics.splice(0..0, collected.diagnostics);
    (Expanded { forms, macros, includes: collected.includes }, diagnostics)
}
