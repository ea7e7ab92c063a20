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
    /// By code.
    stock: Vec<u64>,
    /// By turn-order entry.
    entries: Vec<u64>,
}

/// Tables of up to this many keys are made in advance.
const TABLE_LIMIT: usize = 1 << 16;

impl Keys {
    /// Keys for a board and so many turn-order entries.
    pub fn new(tables: &Tables, entries: usize) -> Keys {
        let (positions, codes) = (tables.positions, 1 + tables.players * tables.pieces);
        let len = positions * codes;
        let table = if len <= TABLE_LIMIT {
            (0..len).map(|i| piece_key((i / positions) as Code, PosId((i % positions) as u16))).collect()
        } else {
            Vec::new()
        };
        Keys {
            table,
            positions,
            stock: (0..codes).map(|code| mix(3 << 60 | code as u64)).collect(),
            entries: (0..entries as u64).map(|entry| other_key(4, entry)).collect(),
        }
    }

    /// The key of a piece on a position.
    #[inline(always)]
    pub fn piece(&self, code: Code, pos: PosId) -> u64 {
        let index = usize::from(code) * self.positions + pos.index();
        self.table.get(index).copied().unwrap_or_else(|| piece_key(code, pos))
    }

    /// The key of a piece on a position; of nothing (code 0) it is 0.
    #[inline(always)]
    pub fn piece_or_none(&self, code: Code, pos: PosId) -> u64 {
        if code == 0 { 0 } else { self.piece(code, pos) }
    }

    /// The key of a stock; an empty one has key 0.
    #[inline(always)]
    pub fn stock(&self, code: Code, count: u16) -> u64 {
        self.stock[usize::from(code)].wrapping_mul(u64::from(count))
    }

    /// The key of a turn-order entry.
    #[inline(always)]
    pub fn entry(&self, entry: u16) -> u64 {
        self.entries[usize::from(entry)]
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
