//! A rules file as plain data with places, before names are resolved.
//!
//! [`lower()`] makes it from the expanded forms. Games and variants stand in
//! [`File::games`] in the order of the file; what a variant takes over from its
//! game is settled later, by [`resolve`](crate::resolve).

pub mod block;
pub mod board;
pub mod file;
pub mod goal;
mod lower;
pub mod piece;
pub mod place;

pub use file::{File, GameDef, Kind, Sections};
pub use lower::lower;
pub use place::{Place, Text, Word};

/// How deep instructions, conditions and goals nest at most (macro calls counted).
///
/// Lowering reports what is deeper. Later stages walk the AST by recursion, each level on enough stack.
pub const MAX_DEPTH: usize = 10_000;
