//! A rules file as plain data with places, before names are resolved.

pub mod block;
pub mod goal;
