//! Recursion as deep as rules may nest, whatever the stack of the thread.
//!
//! Lists nest ten thousand deep at most. What walks them, or what is made from them, by recursion does each
//! level through [`deep`]; so does the dropping of it.

/// So many bytes of stack are enough for one level of any walk, also in a build without optimisation.
const LEVEL: usize = 256 << 10;

/// So many bytes more are taken when less is left.
const PIECE: usize = 4 << 20;

/// Does one level of a recursion, on more stack if little is left of it.
#[inline]
pub(crate) fn deep<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, PIECE, level)
}
