//! Whether it is worth it to recall.

/// What looking up costs, in instructions.
const COST: u64 = 24;
/// After so many tries it is looked at whether recalling is worth it.
const TRIAL: u32 = 256;
/// Comparing what so many squares hold costs as much as a try.
const READS: u32 = 16;
/// What cannot be recalled counts as so many tries.
const VAIN: u32 = 32;

/// How often something was recalled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trial {
    is_off: bool,
    tries: u32,
    /// Instructions that need not be run.
    saved: u64,
}

impl Trial {
    /// One that has failed.
    pub(super) const OFF: Trial = Trial { is_off: true, tries: 0, saved: 0 };

    /// It was found out that recalling isn't worth it.
    #[inline]
    pub fn is_off(&self) -> bool {
        self.is_off
    }

    /// Notes a try, for which what so many squares hold is compared.
    pub fn note_try(&mut self, squares: u32) {
        if self.tries > TRIAL {
            self.judge();
        }
        self.tries += 1 + squares / READS;
    }

    /// Notes that so many instructions need not be run.
    pub fn note_saved(&mut self, fuel: u64) {
        self.saved += fuel;
    }

    /// Notes that something cannot be recalled.
    pub fn note_vain(&mut self) {
        self.tries += VAIN;
    }

    /// Turns recalling off if it isn't worth it; else counts anew.
    fn judge(&mut self) {
        let is_off = self.saved < u64::from(self.tries) * COST;
        *self = Trial { is_off, ..Trial::default() };
    }
}
