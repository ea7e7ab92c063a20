//! Moves counted by what is kept of the pieces, see [`crate::game::kept_targets`].

use super::{Sure, Taker, Terms, Whose, how_sure};
use crate::game::bits::Bits;
use crate::game::cache::Moves;
use crate::game::core::{Core, Cx};
use crate::game::distinct::{OWNED, Owned};
use crate::game::graph::Graph;
use crate::game::guard::Guard;
use crate::game::kept_targets::Table;
use crate::game::outcome::RuntimeError;
use crate::ids::PosId;

/// What is kept of the pieces of a player, and where the position differs from its base.
pub(super) struct Keeper<'a, B> {
    pub table: &'a mut Table<B>,
    pub changed: B,
}

impl<B: Bits> Core<B> {
    /// Tells the moves of the pieces, as far as it can by what is kept of them; `false` if all are to be listed in the
    /// usual way.
    #[inline(never)]
    pub(super) fn tell_with_kept(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        mut pieces: B,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let Some(mut table) = self.kept_targets.take(&cx.codes, &self.state, terms.acting) else {
            return self.tell_each_piece(cx, terms, pieces, OWNED, None, taker);
        };
        let (changed, holding) = table.begin(&self.state, terms.filter);
        let told = match self.tell_kept(cx, terms, &table, holding, &mut pieces, taker) {
            Ok(Some(owned)) => {
                let keeper = Keeper { table: &mut table, changed };
                self.tell_each_piece(cx, terms, pieces, owned, Some(keeper), taker)
            }
            other => other.map(|_| false),
        };
        self.kept_targets.put_back(terms.acting, Some(table));
        told
    }

    /// Tells the moves of those of the pieces for which what is kept holds, and takes these out; gives how their texts
    /// are told from others. `None` if all moves are to be listed in the usual way.
    #[inline(always)]
    fn tell_kept(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        table: &Table<B>,
        mut holding: B,
        pieces: &mut B,
        taker: &mut impl Taker<B>,
    ) -> Result<Option<Owned>, RuntimeError> {
        let mut owned = OWNED;
        holding.keep(pieces);
        if holding.is_empty() || !terms.guard.is_none_or(Guard::judges_others) {
            return Ok(Some(owned));
        }
        for class in &table.classes {
            let mut those = class.pieces.clone();
            those.keep(&holding);
            let Some(pos) = those.pop() else { continue };
            owned &= class.owned;
            if class.assumptions != 0 {
                let Some(graph) = self.graph_at(cx, pos) else { return Ok(None) };
                if !self.assumes_rightly(cx, graph)? {
                    return Ok(None);
                }
            }
        }
        pieces.remove_all(&holding);
        let mut others = holding.clone();
        others.keep(&table.others);
        while let Some(pos) = others.pop() {
            if !self.tell_other(cx, terms, table, pos, taker)? {
                pieces.insert(pos);
            }
        }
        holding.remove_all(&table.others);
        if let Some(guard) = terms.guard {
            let mut limited = guard.limited(&holding);
            holding.remove_all(&limited);
            while let Some(pos) = limited.pop() {
                let mut squares = table.piece(pos).squares.clone();
                self.keep_safe(cx, guard, pos, &mut squares);
                taker.count(squares.len() * table.piece(pos).weight);
            }
        }
        taker.count(table.count(&holding));
        Ok(Some(owned))
    }
    /// Tells the moves of one of [`Table::others`]; `false` if what is kept does not tell them here.
    #[inline(always)]
    fn tell_other(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        table: &Table<B>,
        pos: PosId,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let piece = table.piece(pos);
        let Some(graph) = self.graph_at(cx, pos) else { return Ok(false) };
        let Some(targets) = graph.targets.as_ref().and_then(|targets| targets.numbered(piece.number)) else {
            return Ok(false);
        };
        let how = how_sure(terms.guard, targets, pos);
        if matches!(how, Sure::Tried(_)) && !targets.can_be_tried() {
            return Ok(false);
        }
        let whose = Whose { graph, targets, from: pos };
        self.tell_squares(cx, whose, piece.squares.clone(), how, taker)?;
        Ok(true)
    }

    /// The graph of the piece on a square, if it is made and worth it.
    #[inline]
    fn graph_at<'a>(&self, cx: &'a Cx<B>, pos: PosId) -> Option<&'a Graph<B>> {
        cx.cache.ripe_moves(cx, self.state.cells[pos.index()], pos).and_then(Moves::graph)
    }
}
