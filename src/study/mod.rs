//! Many games at once: random playouts and what they show.

pub mod check;
pub mod contest;
pub mod playout;
