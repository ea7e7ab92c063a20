//! The `zrf` command.

fn main() {}
