//! Which positions have been there before.

/// Hashes of earlier positions, as a stack, with a filter that says quickly that one is new. The stack grows
/// only when somebody asks: most lines of moves are taken back without that.
#[derive(Clone, Debug)]
pub struct Repeated {
    keys: Vec<u64>,
    /// How many keys fall into each slot, up to 255 (then it stays).
    slots: Box<[u8]>,
    /// How many of the moves made are taken into account.
    moves: usize,
}

const SLOTS: usize = 1 << 11;

impl Default for Repeated {
    fn default() -> Self {
        Repeated { keys: Vec::new(), slots: vec![0; SLOTS].into(), moves: 0 }
    }
}

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

impl Repeated {
    /// How many of the moves made are taken into account.
    #[inline(always)]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Takes the next move into account; `key` is that of the position before it, if that was one between turns.
    #[inline]
    pub fn push(&mut self, key: Option<u64>) {
        self.moves += 1;
        if let Some(key) = key {
            self.keys.push(key);
            let slot = &mut self.slots[slot(key)];
            *slot = slot.saturating_add(1);
        }
    }

    /// Forgets the last move taken into account; `had_key` if it came with a key.
    #[inline]
    pub fn pop(&mut self, had_key: bool) {
        self.moves -= 1;
        if had_key && let Some(key) = self.keys.pop() {
            let slot = &mut self.slots[slot(key)];
            *slot -= u8::from(*slot != u8::MAX);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.moves = 0;
        self.keys.clear();
        self.slots.fill(0);
    }

    /// How often a key is there.
    #[inline]
    pub fn count(&self, key: u64) -> usize {
        match self.slots[slot(key)] {
            0 => 0,
            _ => self.keys.iter().filter(|&&k| k == key).count(),
        }
    }
}
