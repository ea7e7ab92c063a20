//! The kinds of diagnostics, one file for each stage.
//!
//! Ranges: `01xx` reading, `02xx` macros and includes, `03xx` forms (lowering),
//! `04xx` resolution, `05xx` blocks and goals (compiling), `06xx` lints, `07xx` play.
//! `E` is an error, `W` a warning; a code is never given to another meaning.

pub mod compile;
pub mod lint;
pub mod lower;
pub mod play;
pub mod resolve;
pub mod syntax;

use super::Code;

/// All codes, in ascending order of their numbers.
pub fn all() -> impl Iterator<Item = &'static Code> {
    [syntax::ALL, lower::ALL, resolve::ALL, compile::ALL, lint::ALL, play::ALL].into_iter().flatten().copied()
}

/// Declares the codes of one stage, and the list of them all.
///
/// The severity is `Error`, `Warning`, or `Off` for a warning that is only given when asked for.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $id:literal $severity:ident $title:literal $explain:literal;)*) => {
        $(
            $(#[$doc])*
            pub static $name: $crate::diagnostics::Code = $crate::diagnostics::Code {
                id: $id,
                severity: $crate::diagnostics::codes::codes!(@ severity $severity),
                is_on: $crate::diagnostics::codes::codes!(@ is_on $severity),
                title: $title,
                explain: $explain,
            };
        )*
        /// All codes of this stage.
        pub static ALL: &[&$crate::diagnostics::Code] = &[$(&$name),*];
    };
    (@ severity Error) => { $crate::diagnostics::Severity::Error };
    (@ severity $other:ident) => { $crate::diagnostics::Severity::Warning };
    (@ is_on Off) => { false };
    (@ is_on $other:ident) => { true };
}
pub(crate) use codes;
