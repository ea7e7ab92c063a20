//! Moves of pieces kept from position to position.
//!
//! The blocks of a piece that the machine runs look at some squares, and perhaps at where the last move went. As long as
//! these are as they were, its moves are the same: so they are kept.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::Filter;
use super::mv::Effect;
use super::state::Code;
use crate::ids::PosId;
use crate::vm::{Reads, Trial};
use rustc_hash::FxHashMap;

/// The moves of no more pieces on squares are kept.
const LIMIT: usize = 1 << 13;

/// What the moves of a piece are kept by.
type Key = (Code, PosId, Filter);

/// Moves of pieces on squares.
#[derive(Debug, Default)]
pub struct KeptMoves {
    all: FxHashMap<Key, Kept>,
    /// For each code.
    trials: Vec<Trial>,
}

/// A copy begins anew.
impl Clone for KeptMoves {
    fn clone(&self) -> KeptMoves {
        KeptMoves { all: FxHashMap::default(), trials: self.trials.clone() }
    }
}

/// The moves of a piece on a square.
#[derive(Debug, Default)]
struct Kept {
    /// What they depend on, and the hash of that.
    reads: Reads,
    content: u64,
    heads: Vec<Head>,
    /// Effects of all heads, one after the other; heads count from the first.
    effects: Vec<Effect>,
    /// What running the blocks used up.
    fuel: u64,
}

impl<B: Bits> Core<B> {
    /// Appends the moves of a piece if they are as they were when they were kept.
    pub(super) fn recall_moves(&mut self, cx: &Cx<B>, key: Key, buf: &mut MoveBuf) -> bool {
        let Some(kept) = self.kept.all.get(&key) else { return false };
        let content = self.content(cx, &kept.reads);
        let Some(trial) = self.kept.trials.get_mut(usize::from(key.0)) else { return false };
        trial.note_try(kept.reads.count());
        if kept.content != content {
            return false;
        }
        trial.note_saved(kept.fuel);
        let first = buf.effects.len();
        buf.effects.extend_from_slice(&kept.effects);
        buf.heads.extend(kept.heads.iter().map(|head| head.moved_by(first)));
        self.fuel = self.fuel.saturating_sub(kept.fuel);
        true
    }

    /// Whether the moves of a piece are worth keeping.
    pub(super) fn keeps_moves(&self, cx: &Cx<B>, code: Code) -> bool {
        !cx.rules.options.recycle_promotions
            && self.kept.trials.get(usize::from(code)).is_none_or(|trial| !trial.is_off())
    }

    /// Keeps the moves of a piece that were appended behind a mark, with what they depend on.
    pub(super) fn keep_moves(
        &mut self,
        cx: &Cx<B>,
        key: Key,
        reads: &mut Reads,
        fuel: u64,
        buf: &MoveBuf,
        mark: Mark,
    ) {
        let content = self.content(cx, reads);
        let KeptMoves { all, trials } = &mut self.kept;
        trials.resize(trials.len().max(usize::from(key.0) + 1), Trial::default());
        if reads.has_all() {
            trials[usize::from(key.0)].note_try(0);
            trials[usize::from(key.0)].note_vain();
            return;
        }
        if all.len() >= LIMIT {
            all.clear();
        }
        let kept = all.entry(key).or_default();
        std::mem::swap(&mut kept.reads, reads);
        (kept.content, kept.fuel) = (content, fuel);
        let (heads, effects) = buf.behind(mark);
        kept.effects.clear();
        kept.effects.extend_from_slice(effects);
        kept.heads.clear();
        kept.heads.extend(heads.iter().map(|head| head.moved_back(buf.effects.len() - effects.len())));
    }
}
