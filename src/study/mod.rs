//! Whole files and many games at once: checking, expectations, random playouts and what they show.

pub mod check;
pub mod contest;
pub mod expect;
pub mod playout;
pub mod why;
