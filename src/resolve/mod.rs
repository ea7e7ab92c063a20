//! From the AST and a variant to [`Rules`]: inheritance settled, every name of
//! board, players, pieces, turn order and options an id.

pub mod rules;

pub use rules::Rules;
