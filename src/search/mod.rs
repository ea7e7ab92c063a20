//! Looking for a good move, in any game.
//!
//! [`Thinker`] is the way in: it measures a game once (see [`Evaluation`]) and then finds moves for any
//! position of it, within [`Limits`].

mod eval;
mod last;
mod level;
pub mod limits;
mod lookahead;
mod order;
mod plan;
mod playouts;
mod quiesce;
mod random;
mod root;
pub mod score;
mod searcher;
mod sides;
mod table;
mod tactics;
mod thinker;
mod tree;

pub(crate) use eval::measure;
pub use eval::{Evaluation, Facts, Learned, PieceTerm, Term};
pub use level::Level;
pub use limits::{Limits, TimeLimit};
pub use plan::Method;
pub use random::Random;
pub use root::Thinking;
pub(crate) use root::think;
pub use score::Score;
pub use thinker::{Best, Info, Line, Settings, Thinker};

/// No search goes deeper.
pub const MAX_DEPTH: u32 = 120;
/// No line is longer.
pub(crate) const MAX_PLY: usize = 200;
