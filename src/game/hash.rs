//! Zobrist keys: the same on every machine.

use super::state::Code;
use crate::compile::Tables;
use crate::ids::PosId;

/// Keys of pieces on positions.
#[derive(Debug)]
pub struct Keys {
    /// `table[code * positions + pos]`; empty if it would be too large.
    table: Vec<u64>,
    positions: usize,
}

/// Tables of up to this many keys are made in advance.
const TABLE_LIMIT: usize = 1 << 16;

impl Keys {
    /// Keys for a board.
    pub fn new(tables: &Tables) -> Keys {
        let (positions, codes) = (tables.positions, 1 + tables.players * tables.pieces);
        let len = positions * codes;
        let table = if len <= TABLE_LIMIT {
            (0..len).map(|i| piece_key((i / positions) as Code, PosId((i % positions) as u16))).collect()
        } else {
            Vec::new()
        };
        Keys { table, positions }
    }

    /// The key of a piece on a position.
    #[inline(always)]
    pub fn piece(&self, code: Code, pos: PosId) -> u64 {
        let index = usize::from(code) * self.positions + pos.index();
        self.table.get(index).copied().unwrap_or_else(|| piece_key(code, pos))
    }
}

fn piece_key(code: Code, pos: PosId) -> u64 {
    mix(1 << 60 | u64::from(code) << 16 | u64::from(pos.0))
}

/// The key of the attributes of the piece on a position; no attribute set has key 0.
#[inline]
pub fn attr_key(pos: PosId, attrs: u64) -> u64 {
    if attrs == 0 { 0 } else { mix(attrs ^ mix(2 << 60 | u64::from(pos.0))) }
}

/// The key of a stock; an empty one has key 0.
#[inline]
pub fn stock_key(code: Code, count: u16) -> u64 {
    if count == 0 { 0 } else { mix(3 << 60 | u64::from(code) << 16 | u64::from(count)) }
}

/// The key of something else, by a domain number.
#[inline]
pub fn other_key(domain: u64, value: u64) -> u64 {
    mix(domain << 60 | value)
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
