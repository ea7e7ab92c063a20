//! Runs board-game rules written in ZRF, the rules-file language of Zillions of Games.

pub mod ast;
pub mod compile;
pub mod diagnostics;
pub mod document;
pub mod game;
pub mod ids;
pub mod loader;
pub mod resolve;
pub mod source;
pub mod study;
pub mod syntax;
pub mod view;
pub mod vm;
