//! Drops told.

use super::{Taker, Terms};
use crate::compile::NO_POS;
use crate::game::bits::Bits;
use crate::game::cache::Drops;
use crate::game::core::{Core, Cx};
use crate::game::graph::{Changes, Graph};
use crate::game::guard::Guard;
use crate::game::movebuf::Head;
use crate::game::movegen::Filter;
use crate::game::outcome::RuntimeError;
use crate::game::state::Code;
use crate::ids::{PieceId, PlayerId, PosId};
use std::sync::atomic::Ordering;

/// A drop that changes nothing else.
#[derive(Clone, Copy, Debug)]
pub struct PlainDrop {
    /// What is dropped.
    pub code: Code,
    /// How the turn goes on, packed.
    pub then: u16,
}

impl PlainDrop {
    /// The drop on a square.
    #[inline]
    pub fn on(self, pos: PosId) -> Head {
        Head::plain_drop(self.code, self.then, pos)
    }
}

impl<B: Bits> Core<B> {
    /// What may be dropped of a type, with its plan: none if that cannot be told.
    fn drop_plan<'a>(
        &self,
        cx: &'a Cx<B>,
        acting: PlayerId,
        kind: PieceId,
        filter: Filter,
    ) -> Option<(Code, Option<&'a Drops<B>>)> {
        let code = cx.codes.code(acting, kind);
        if self.state.stock[usize::from(code)] == 0 {
            return None;
        }
        // The same drop may come from several blocks.
        let [entry] = &cx.program.pieces[kind.index()].drops[..] else { return Some((code, None)) };
        let plan = || cx.cache.drops(cx, code, 0).filter(|plan| plan.is_told);
        filter.lets_through(entry.move_type).then(|| (code, plan()))
    }

    /// Whether the player has something to drop.
    #[inline(always)]
    pub(super) fn may_drop(&self, cx: &Cx<B>, player: PlayerId) -> bool {
        cx.droppable.iter().any(|&kind| self.state.stock[usize::from(cx.codes.code(player, kind))] > 0)
    }

    /// Whether what may be dropped can be told, as far as is known.
    pub(super) fn can_tell_drops(&self, cx: &Cx<B>, acting: PlayerId, filter: Filter) -> bool {
        if !cx.cache.untold.drops.load(Ordering::Relaxed) {
            return true;
        }
        let is_told = |&kind: &PieceId| !matches!(self.drop_plan(cx, acting, kind, filter), Some((_, None)));
        cx.droppable.iter().all(is_told)
    }

    pub(super) fn tell_drops(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        for &kind in &cx.droppable {
            let Some((code, plan)) = self.drop_plan(cx, terms.acting, kind, terms.filter) else { continue };
            let Some(plan) = plan else {
                cx.cache.untold.drops.store(true, Ordering::Relaxed);
                return Ok(false);
            };
            if let Some((then, squares)) = &plan.onto_empty {
                self.tell_plain_drops(cx, PlainDrop { code, then: *then }, squares, terms.guard, taker)?;
            } else {
                let mut squares = plan.if_empty.clone();
                squares.remove_all(&self.state.occupied);
                squares.insert_all(&plan.always);
                while let Some(pos) = squares.pop() {
                    let Some(graph) = plan.graph(pos) else { return Ok(false) };
                    if !self.tell_drops_from(cx, graph, terms, taker)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Tells the drops that are tried from a square; `false` if all moves are to be listed in the usual way.
    fn tell_drops_from(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        terms: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let terms = Terms { filter: Filter::Any, ..terms };
        if self.tell_by_sets(graph, NO_POS, cx, terms, None, taker)? {
            return Ok(true);
        }
        self.tell_by_walk(cx, graph, NO_POS, terms, taker)
    }

    /// Tells drops on those of the squares that are empty.
    fn tell_plain_drops(
        &mut self,
        cx: &Cx<B>,
        drop: PlainDrop,
        squares: &B,
        guard: Option<&Guard<B>>,
        taker: &mut impl Taker<B>,
    ) -> Result<(), RuntimeError> {
        let mut squares = squares.clone();
        squares.remove_all(&self.state.occupied);
        let is_judged = guard.is_none_or(|g| g.judges(NO_POS, Changes::Local, &squares));
        let resolve = guard.and_then(Guard::resolve);
        if is_judged && resolve.is_none() {
            taker.drops(drop, squares);
            return Ok(());
        }
        if let Some(resolve) = resolve.filter(|_| is_judged) {
            squares.keep(resolve);
        }
        let mark = taker.buf().mark();
        while let Some(pos) = squares.pop() {
            taker.buf().heads.push(drop.on(pos));
        }
        self.tell_listed(cx, guard.filter(|_| !is_judged), mark, taker)
    }
}
