//! Which positions have been there before.

/// Hashes of positions, as a stack, with a filter that says quickly that one is new.
#[derive(Clone, Debug)]
pub struct Repeated {
    keys: Vec<u64>,
    /// How many keys fall into each slot, up to 255 (then it stays).
    slots: Box<[u8]>,
}

const SLOTS: usize = 1 << 11;

impl Default for Repeated {
    fn default() -> Self {
        Repeated { keys: Vec::new(), slots: vec![0; SLOTS].into() }
    }
}

impl Repeated {
    fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    /// Number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a key.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let slot = &mut self.slots[Self::slot(key)];
        *slot = slot.saturating_add(1);
    }

    /// Takes keys off until `len` are left.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        while self.keys.len() > len {
            if let Some(key) = self.keys.pop() {
                let slot = &mut self.slots[Self::slot(key)];
                *slot -= u8::from(*slot != u8::MAX);
            }
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.slots.fill(0);
    }

    /// How often the last key occurs, itself counted.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let Some((&now, before)) = self.keys.split_last() else { return 0 };
        if self.slots[Self::slot(now)] == 1 {
            return 1;
        }
        1 + before.iter().filter(|&&k| k == now).count()
    }
}
