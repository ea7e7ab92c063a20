//! What a search needs to know of an engine beyond the rules of play.

use super::bits::Bits;
use super::cache::Moves;
use super::core::{Core, Cx};
use super::movebuf::{Head, MoveBuf};
use super::movegen::Filter;
use super::outcome::RuntimeError;
use super::slice::Slice;
use super::state::Code;
use crate::compile::NO_POS;
use crate::ids::PosId;

impl<B: Bits> Core<B> {
    /// Appends the moves that a piece would have on a square, whatever stands there now.
    pub fn moves_from(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        pos: PosId,
        buf: &mut MoveBuf,
    ) -> Result<(), RuntimeError> {
        self.refuel();
        let piece = Some((cx.codes.player(code), cx.codes.kind(code)));
        self.with_piece(cx, pos, piece, |core| core.moves_of(cx, pos, buf))
    }

    /// How many squares a piece would attack from a square, if enemies stood on them; `None` where that
    /// cannot be told in advance.
    pub fn attack_count(&mut self, cx: &Cx<B>, code: Code, pos: PosId) -> Result<Option<u32>, RuntimeError> {
        self.refuel();
        let Some(Moves::Graph(square)) = cx.cache.moves(cx, code, pos) else { return Ok(None) };
        let piece = Some((cx.codes.player(code), cx.codes.kind(code)));
        let count = self.with_piece(cx, pos, piece, |core| {
            let mut count = 0;
            let mut reach = square.graph.reach.clone();
            while let Some(target) = reach.pop() {
                let attacked = match square.slice(cx, target, (0, 0)).0 {
                    Slice::Never | Slice::Unknown => false,
                    Slice::Empties(mask) => mask.is_disjoint(&core.state.occupied),
                    Slice::Graph { nodes, root, .. } => {
                        core.walk_slice(cx, square.graph.start, nodes, *root)?
                    }
                };
                count += u32::from(attacked);
            }
            Ok::<_, RuntimeError>(count)
        })?;
        Ok(Some(count))
    }

    /// Ends the turn without a move, whether or not the rules allow it.
    pub fn skip_turn(&mut self, cx: &Cx<B>) -> Result<(), RuntimeError> {
        self.make(cx, Head::pass(), &[])?;
        self.state.turn.last_from = NO_POS;
        self.state.turn.last_to = NO_POS;
        Ok(())
    }

    /// Whether an enemy could take a piece that stood on a position instead of what stands there now. What the
    /// piece would leave open behind it is not seen.
    pub fn would_be_taken(&mut self, cx: &Cx<B>, code: Code, pos: PosId) -> Result<bool, RuntimeError> {
        let piece = (cx.codes.player(code), cx.codes.kind(code));
        self.with_piece(cx, pos, Some(piece), |core| core.enemies_attack(cx, piece.0, pos, Filter::Any))
    }

    /// Whether the player acted for is in check.
    pub fn is_checked(&mut self, cx: &Cx<B>) -> Result<bool, RuntimeError> {
        let player = self.acting(cx);
        self.in_check(cx, player)
    }
}
