//! Positions made visible.

mod layout;
pub mod symbols;
pub mod text;
pub mod words;
