//! Every instruction, every condition and every goal, each in a small game made for it.

mod conditions;
mod goals;
mod page;
mod runs;
mod trial;
mod turns;
