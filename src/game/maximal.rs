//! "maximal captures": only the moves that begin a longest chain of partial moves.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::LOOK_COST;
use super::mv::Effect;
use super::outcome::RuntimeError;
use crate::resolve::rules::MaximalCaptures;
use smallvec::SmallVec;

/// No chain of partial moves is looked at further.
const CHAIN_LIMIT: usize = 256;

/// How long a chain of partial moves is, then what it captures.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chain {
    pub(super) parts: u32,
    value: u64,
}

impl Chain {
    /// A chain that comes back to where it was is longer than any that ends.
    const ENDLESS: Chain = Chain { parts: u32::MAX, value: 0 };

    /// With one more part before it, which captures so much.
    fn behind(self, value: u64) -> Chain {
        if self == Chain::ENDLESS {
            return self;
        }
        Chain { parts: self.parts + 1, value: self.value + value }
    }
}

impl<B: Bits> Core<B> {
    /// Keeps only the moves that begin a longest chain of partial moves.
    pub(super) fn keep_longest(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let heads = &buf.heads[mark.heads..];
        let by_value = cx.rules.options.maximal_captures == MaximalCaptures::MostValuable;
        if heads.len() < 2 || (!by_value && !heads.iter().any(|h| h.is_partial())) {
            return Ok(());
        }
        self.chains.clear();
        let mut best = Chain::default();
        self.begun.clear();
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            let chain = if head.is_pass() { best } else { self.chain(cx, head, buf.effects(head), 0)? };
            best = best.max(chain);
            self.begun.push(chain);
        }
        let mut kept = mark.heads;
        for (i, &chain) in self.begun.iter().enumerate() {
            let head = buf.heads[mark.heads + i];
            if chain == best || head.is_pass() {
                buf.heads[kept] = head;
                kept += 1;
            }
        }
        buf.heads.truncate(kept);
        Ok(())
    }

    /// The longest chain that begins with a move.
    pub(super) fn chain(
        &mut self,
        cx: &Cx<B>,
        head: Head,
        effects: &[Effect],
        depth: usize,
    ) -> Result<Chain, RuntimeError> {
        self.make(cx, head, effects)?;
        let value = match cx.rules.options.maximal_captures {
            MaximalCaptures::MostValuable => self.captured_value(cx),
            _ => 0,
        };
        let rest = self.rest_of_chain(cx, depth);
        self.unmake(cx);
        Ok(rest?.behind(value))
    }

    /// The longest way on in the present chain. Ways that come to the same position go on equally, so
    /// each position is looked at once: flying kings would have more ways than can be counted.
    fn rest_of_chain(&mut self, cx: &Cx<B>, depth: usize) -> Result<Chain, RuntimeError> {
        if self.state.turn.chain.is_none() || depth >= CHAIN_LIMIT {
            return Ok(Chain::default());
        }
        let key = self.search_key();
        if let Some(&known) = self.chains.get(&key) {
            return Ok(known);
        }
        // A chain that changes the board as it goes has more positions than anyone could look at.
        self.spend(cx, LOOK_COST)?;
        // What comes back to this position while it is looked at has no end, and nor has this position then.
        self.chains.insert(key, Chain::ENDLESS);
        let mut buf = std::mem::take(&mut self.buf);
        let mark = buf.mark();
        let result = self.best_continuation(cx, &mut buf, mark, depth);
        buf.truncate(mark);
        self.buf = buf;
        let best = result?;
        self.chains.insert(key, best);
        Ok(best)
    }

    fn best_continuation(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
        depth: usize,
    ) -> Result<Chain, RuntimeError> {
        self.legal_without_maximum(cx, buf, mark)?;
        let mut best = Chain::default();
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            if head.is_pass() {
                continue;
            }
            let effects: SmallVec<[Effect; 8]> = buf.effects(head).into();
            std::mem::swap(&mut self.buf, buf);
            let chain = self.chain(cx, head, &effects, depth + 1);
            std::mem::swap(&mut self.buf, buf);
            best = best.max(chain?);
        }
        Ok(best)
    }

    fn captured_value(&self, cx: &Cx<B>) -> u64 {
        let values = &cx.goals.capture_values;
        self.captured_by_last().iter().map(|&c| u64::from(values[cx.codes.kind(c).index()])).sum()
    }
}
