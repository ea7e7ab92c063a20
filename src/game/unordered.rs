//! The legal moves in any order: for counts and wherever else the order of a list does not matter.
//!
//! Pieces whose targets are sets give their moves square by square, already without those that check forbids, so that
//! no move is looked at twice.

use super::bits::Bits;
use super::cache::Moves;
use super::core::{Core, Cx};
use super::distinct::{OWNED, Owned};
use super::guard::Guard;
use super::movebuf::MoveBuf;
use super::movegen::{EFFECT_LIMIT, Filter, MOVE_LIMIT};
use super::outcome::RuntimeError;
use crate::ids::PosId;
use crate::resolve::rules::{MaximalCaptures, PassTurn};

impl<B: Bits> Core<B> {
    /// Appends the legal moves to `buf`, in any order. The game must not be over.
    #[inline]
    pub(super) fn legal_in_any_order(&mut self, cx: &Cx<B>, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.refuel();
        let mark = buf.mark();
        if !self.list_by_sets(cx, buf)? {
            buf.truncate(mark);
            return self.legal(cx, buf);
        }
        self.known.has_moves = Some(buf.heads.len() > mark.heads);
        Ok(())
    }

    /// `false` if the moves are to be listed in the usual way.
    fn list_by_sets(&mut self, cx: &Cx<B>, buf: &mut MoveBuf) -> Result<bool, RuntimeError> {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        let options = &cx.rules.options;
        let is_plain = self.state.turn.chain.is_none()
            && entry.move_type.is_none()
            && cx.rules.priorities.is_empty()
            && cx.droppable.is_empty()
            && options.maximal_captures == MaximalCaptures::No
            && options.pass_turn == PassTurn::Never;
        if !is_plain || self.has_uncounted(cx, entry.acts_as) {
            return Ok(false);
        }
        let guard = if cx.goals.royals.is_empty() { None } else { Some(self.guard(cx)?) };
        if guard.as_ref().is_some_and(Guard::tries_all) {
            return Ok(false);
        }
        let first = buf.heads.len();
        let mut owned = OWNED;
        let mut pieces = self.state.by_player[entry.acts_as.index()].clone();
        while let Some(pos) = pieces.pop() {
            owned &= self.list_piece_by_sets(cx, pos, guard.as_ref(), buf)?;
            let is_too_long = buf.heads.len() - first > MOVE_LIMIT || buf.effects.len() > EFFECT_LIMIT;
            if owned == 0 || is_too_long {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says how the moves of the piece are told from those of others; not at all if they are to be listed in the
    /// usual way.
    #[inline]
    fn list_piece_by_sets(
        &mut self,
        cx: &Cx<B>,
        pos: PosId,
        guard: Option<&Guard<B>>,
        buf: &mut MoveBuf,
    ) -> Result<Owned, RuntimeError> {
        let code = self.state.cells[pos.index()];
        let player = cx.codes.player(code);
        let Some(graph) = cx.cache.moves(cx, code, pos).and_then(Moves::graph).filter(|g| g.owned != 0)
        else {
            self.note_uncounted(cx, player, pos);
            return Ok(0);
        };
        if !self.assumes_rightly(cx, graph)? {
            return Ok(0);
        }
        let is_judged = guard.is_none_or(|g| g.judges(pos, graph.changes, &graph.reach));
        if is_judged
            && let Some(targets) = &graph.targets
            && let Some(head) = targets.head
        {
            let mut squares = targets.squares(&self.state.occupied, &self.state.by_player[player.index()]);
            if let Some(guard) = guard.filter(|g| g.limits(pos)) {
                self.keep_safe(cx, guard, pos, &mut squares);
            }
            while let Some(to) = squares.pop() {
                buf.heads.push(head.onto(to));
            }
            return Ok(graph.owned);
        }
        let mark = buf.mark();
        self.walk_graph(cx, graph, Filter::Any, buf)?;
        if !graph.is_clean {
            buf.keep_distinct_few::<B>(mark.heads, &cx.codes, cx.tables().positions);
        }
        if let Some(guard) = guard.filter(|g| !is_judged || g.limits(pos)) {
            self.keep_guarded(cx, guard, buf, mark)?;
        }
        Ok(graph.owned)
    }
}
