//! Counting move sequences.
//!
//! A ply is one entry of the list of legal moves: each part of a partial move, a
//! pass and a random player's move count like any other. A finished game has no
//! moves; draws by repetition and by no progress do not end a line.

use super::Position;
use super::bits::Bits;
use super::core::{Core, Cx};
use super::goals::Scope;
use super::movebuf::MoveBuf;
use super::mv::Move;
use super::outcome::RuntimeError;

/// What is done with the moves of the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// They are only generated and counted.
    Counted,
    /// Each is played, so that every leaf position exists.
    Played,
}

/// The number of move sequences of this length.
pub fn perft(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft(depth, Leaves::Counted)
}

/// The same, with each leaf position made.
pub fn perft_played(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft(depth, Leaves::Played)
}

/// The moves that perft counts at the first ply: those of [`Position::legal_moves`], also where the
/// game is a draw by repetition or no progress.
pub fn perft_moves(position: &mut Position) -> Result<Vec<Move>, RuntimeError> {
    position.list(Scope::Position)
}

impl<B: Bits> Core<B> {
    /// See [`perft`] and [`perft_played`].
    pub fn perft(&mut self, cx: &Cx<B>, depth: u32, leaves: Leaves) -> Result<u64, RuntimeError> {
        let mut buf = MoveBuf::default();
        self.perft_with(cx, &mut buf, depth, leaves)
    }

    fn perft_with(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        depth: u32,
        leaves: Leaves,
    ) -> Result<u64, RuntimeError> {
        if depth == 0 {
            return Ok(1);
        }
        if self.is_over_despite_moves(cx, Scope::Position)? {
            return Ok(0);
        }
        let mark = buf.mark();
        self.legal(cx, buf)?;
        let end = buf.heads.len();
        if depth == 1 && leaves == Leaves::Counted {
            buf.truncate(mark);
            return Ok((end - mark.heads) as u64);
        }
        let mut nodes = 0;
        for i in mark.heads..end {
            let head = buf.heads[i];
            self.make(cx, head, buf.effects(head))?;
            let below = if depth == 1 { Ok(1) } else { self.perft_with(cx, buf, depth - 1, leaves) };
            self.unmake(cx);
            nodes += below?;
        }
        buf.truncate(mark);
        Ok(nodes)
    }
}
