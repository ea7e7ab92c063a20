//! Hashes of runs, so wide that equal ones are taken for equal runs.

use std::hash::Hasher;

/// 128 bits from one look at what is hashed.
#[derive(Clone, Copy, Debug)]
pub struct WideHasher {
    low: u64,
    high: u64,
}

/// Digits of pi.
const SEEDS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
const FACTORS: [u64; 2] = [0xa409_3822_299f_31d1, 0x082e_fa98_ec4e_6c89];

impl Default for WideHasher {
    fn default() -> WideHasher {
        WideHasher { low: SEEDS[0], high: SEEDS[1] }
    }
}

/// Both halves of a product, one folded onto the other: each bit of the factors reaches all of it.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl WideHasher {
    /// All bits.
    pub fn finish_wide(self) -> u128 {
        let low = fold(self.low ^ self.high.rotate_left(32), FACTORS[1]);
        u128::from(fold(self.high ^ low, FACTORS[0])) << 64 | u128::from(low)
    }
}

impl Hasher for WideHasher {
    fn finish(&self) -> u64 {
        self.finish_wide() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.low = fold(self.low ^ word, FACTORS[0]);
        self.high = self.high.rotate_left(23).wrapping_add(word).wrapping_mul(FACTORS[1]);
    }

    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.write_u64(i as u64);
        self.write_u64((i >> 64) as u64);
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    fn wide(value: impl Hash) -> u128 {
        let mut hasher = WideHasher::default();
        value.hash(&mut hasher);
        hasher.finish_wide()
    }

    #[test]
    fn each_half_tells_what_differs_in_one_bit() {
        let all: Vec<u128> =
            (0..64).flat_map(|bit| [wide((1u64 << bit, 7u8)), wide((7u8, 1u64 << bit))]).collect();
        for half in [|hash: u128| hash as u64, |hash: u128| (hash >> 64) as u64] {
            let mut halves: Vec<u64> = all.iter().map(|&hash| half(hash)).collect();
            halves.sort_unstable();
            halves.dedup();
            assert_eq!(halves.len(), all.len());
        }
    }
}
