//! Perft with the state put back from a copy, instead of taking moves back: to be measured against the other.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::ending::Scope;
use super::movebuf::MoveBuf;
use super::outcome::RuntimeError;
use super::state::State;

impl<B: Bits> Core<B> {
    /// The number of move sequences of this length, each leaf played; for depths that a stack has room for.
    pub fn perft_copying(&mut self, cx: &Cx<B>, depth: u32) -> Result<u64, RuntimeError> {
        let mut copies = vec![self.state.clone(); depth as usize];
        self.count_copying(cx, &mut copies, &mut MoveBuf::default())
    }

    /// `copies` has room for the states of the plies that are left.
    fn count_copying(
        &mut self,
        cx: &Cx<B>,
        copies: &mut [State<B>],
        buf: &mut MoveBuf,
    ) -> Result<u64, RuntimeError> {
        let Some((copy, rest)) = copies.split_first_mut() else { return Ok(1) };
        if self.is_over_despite_moves(cx, Scope::Position)? {
            return Ok(0);
        }
        let mark = buf.mark();
        self.legal(cx, buf)?;
        copy.copy_from(&self.state);
        let mut nodes = 0;
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            self.make(cx, head, buf.effects(head))?;
            nodes += self.count_copying(cx, rest, buf)?;
            self.put_back(copy);
        }
        buf.truncate(mark);
        Ok(nodes)
    }
}
