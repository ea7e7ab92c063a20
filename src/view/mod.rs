//! Positions made visible.

mod layout;
pub mod piece_help;
pub mod png;
pub mod svg;
pub mod symbols;
pub mod text;
pub mod words;
