//! Conversations with other programs: board windows, other engines, tournament managers.

pub mod board;
pub mod cecp;
pub mod fen;
pub mod host;
mod input;
mod notation;
mod pieces;
pub mod uci;
