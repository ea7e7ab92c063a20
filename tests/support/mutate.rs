//! Breaks texts in ways in which people and programs break them; the same seed, the same breakage.

/// A small generator of random numbers (xorshift).
pub struct Rng(u64);

impl Rng {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Bits of text that are put in somewhere.
const BITS: &[&str] = &[
    "(",
    ")",
    "\"",
    ";",
    "\n",
    "\r",
    "\0",
    "\u{1a}",
    "$1",
    "$2",
    "$10",
    "$",
    "(define ",
    "\n(define x ",
    "(game ",
    "\n(variant ",
    "(include \"",
    "(x)",
    "\n(piece ",
    "(board ",
    "else",
    "-",
    "1000000",
    "not-",
    "é",
    "\u{feff}",
    "(if ",
    "(while ",
    "add",
    "(verify ",
    "(a ",
    "(b ",
];

/// The text with one to four pieces cut out, doubled, moved or put in.
pub fn mutate(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(4) {
        let from = rng.below(text.len() + 1);
        let to = (from + 1 + rng.below(40)).min(text.len());
        match rng.below(7) {
            0 => drop(text.drain(from..to)),
            1 => {
                let piece = text[from..to].to_vec();
                let at = rng.below(text.len() + 1);
                text.splice(at..at, piece);
            }
            2 => text.truncate(from.max(1)),
            3 if from < text.len() => text[from] = rng.below(256) as u8,
            4 if from < text.len() => text.swap(from, to - 1),
            _ => {
                let bit = BITS[rng.below(BITS.len())].bytes();
                text.splice(from..from, bit);
            }
        }
    }
    text
}
