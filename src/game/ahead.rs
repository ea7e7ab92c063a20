//! Looking ahead in a chain of partial moves: whether its piece can go on.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::movegen::LOOK_COST;
use super::outcome::RuntimeError;

/// A chain is looked ahead no further than this, so as not to use up the stack; one that gets there goes on.
const AHEAD_LIMIT: u8 = 100;

impl<B: Bits> Core<B> {
    /// Whether the piece of the present chain has a legal move.
    ///
    /// To know whether a part is legal one must know whether the turn ends with it, that is, whether the
    /// piece can go on from there: a piece that may go to and fro has no end of such parts. So each position
    /// is looked at once, and one that the chain comes back to while it is looked at goes on. That cannot
    /// mislead: a part is legal all the more if the chain goes on behind it. So what cannot go on even then
    /// cannot go on at all; and where a position goes on by way of an earlier one of the chain, that one goes
    /// on by way of it.
    pub(super) fn can_go_on(&mut self, cx: &Cx<B>) -> Result<bool, RuntimeError> {
        if self.ahead == 0 {
            return self.has_part(cx);
        }
        let key = self.search_key();
        if let Some(&known) = self.goes_on.get(&key) {
            return Ok(known);
        }
        self.spend(cx, LOOK_COST)?;
        self.goes_on.insert(key, true);
        let goes_on = self.has_part(cx)?;
        self.goes_on.insert(key, goes_on);
        Ok(goes_on)
    }

    fn has_part(&mut self, cx: &Cx<B>) -> Result<bool, RuntimeError> {
        let mut buf = std::mem::take(&mut self.buf);
        let mark = buf.mark();
        self.ahead += 1;
        let result = self.pseudo_legal(cx, &mut buf, mark).and_then(|()| match self.ahead {
            AHEAD_LIMIT.. => Ok(buf.heads.len() > mark.heads),
            _ => self.any_legal(cx, &mut buf, mark),
        });
        self.ahead -= 1;
        buf.truncate(mark);
        self.buf = buf;
        result
    }
}
