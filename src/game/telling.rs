//! The moves of a position told piece by piece, to be counted (`tally.rs`) or listed in any order (`unordered.rs`).
//!
//! Where the moves of a piece go is told by sets, if that can be: already without what check forbids, so that no move
//! is looked at twice. The graphs of the other pieces are followed.

use super::bits::Bits;
use super::cache::{Drops, Moves};
use super::core::{Core, Cx};
use super::distinct::OWNED;
use super::graph::{Changes, Graph, UNNUMBERED};
use super::guard::Guard;
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::{EFFECT_LIMIT, Filter, MOVE_LIMIT};
use super::outcome::RuntimeError;
use super::state::Code;
use super::targets::Targets;
use super::trace::Stage;
use crate::compile::NO_POS;
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the moves are told to.
pub(super) trait Taker<B: Bits> {
    /// Whether moves with these targets can be told by the squares that they go to.
    fn takes(&self, targets: &Targets<B>) -> bool;

    /// The moves of a graph onto these squares, with its targets; not all that the piece could make if they are
    /// limited.
    fn squares(&mut self, whose: Whose<'_, B>, squares: B, is_limited: bool);

    /// A piece that is only dropped, on any of these squares.
    fn drops(&mut self, drop: PlainDrop, squares: B);

    /// The moves of a graph, all of which are legal; `false` if they are to be listed.
    fn graph(
        &mut self,
        core: &mut Core<B>,
        cx: &Cx<B>,
        graph: &Graph<B>,
        filter: Filter,
    ) -> Result<bool, RuntimeError>;

    /// Where moves are listed.
    fn buf(&mut self) -> &mut MoveBuf;

    /// The moves listed above a mark.
    fn listed(&mut self, mark: Mark);

    /// Passing.
    fn pass(&mut self);

    /// How many moves were told.
    fn len(&self) -> usize;
}

/// Moves that are told by sets.
pub(super) struct Whose<'a, B> {
    /// Their graph.
    pub graph: &'a Graph<B>,
    /// Its targets.
    pub targets: &'a Targets<B>,
    /// Where the piece stands; of a drop no square.
    pub from: PosId,
}

/// A drop that changes nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainDrop {
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

/// Which moves are asked for.
pub(super) struct Terms<'a, B> {
    /// Of which player.
    pub acting: PlayerId,
    /// Of which type.
    pub filter: Filter,
    /// Those that it lets through, if there is one.
    pub guard: Option<&'a Guard<B>>,
}

impl<B> Clone for Terms<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Terms<'_, B> {}

/// Pieces on squares where their moves cannot be told, as far as they have been met: while one of them stands
/// there, telling isn't begun.
#[derive(Debug)]
pub struct Untold {
    /// For each player whether there are any.
    any: Box<[AtomicBool]>,
    /// For each code the words of a set of squares.
    sets: Box<[AtomicU64]>,
    /// Whether there are drops, too, that cannot be told.
    drops: AtomicBool,
}

impl Untold {
    /// For so many players, and so many words in the sets of all codes.
    pub fn new(players: usize, words: usize) -> Untold {
        Untold {
            any: (0..players).map(|_| AtomicBool::new(false)).collect(),
            sets: (0..words).map(|_| AtomicU64::new(0)).collect(),
            drops: AtomicBool::new(false),
        }
    }

    /// Forgets a piece: its moves may be told now. `first` is the first word of its code.
    pub fn forget(&self, first: usize, pos: PosId) {
        self.sets[first + (pos.index() >> 6)].fetch_and(!(1 << (pos.index() & 63)), Ordering::Relaxed);
    }
}

impl<B: Bits> Core<B> {
    /// Whether a piece of the player stands where its moves cannot be told.
    #[inline]
    fn has_untold(&self, cx: &Cx<B>, player: PlayerId) -> bool {
        let untold = &cx.cache.untold;
        untold.any[player.index()].load(Ordering::Relaxed)
            && cx.codes.of(player).any(|code| {
                let pieces = self.state.by_code[usize::from(code)].words();
                let known = &untold.sets[usize::from(code) * pieces.len()..];
                pieces.iter().zip(known).any(|(w, k)| w & k.load(Ordering::Relaxed) != 0)
            })
    }

    /// Remembers that the moves of the piece on a square cannot be told.
    #[cold]
    fn note_untold(&self, cx: &Cx<B>, player: PlayerId, pos: PosId) {
        let untold = &cx.cache.untold;
        let words = self.state.occupied.words().len();
        let word = usize::from(self.state.cells[pos.index()]) * words + (pos.index() >> 6);
        untold.sets[word].fetch_or(1 << (pos.index() & 63), Ordering::Relaxed);
        untold.any[player.index()].store(true, Ordering::Relaxed);
    }

    /// Tells the moves of the player to move, a pass included; `false` if they are to be listed in the usual way.
    pub(super) fn tell_moves(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let options = &cx.rules.options;
        let is_plain = self.state.turn.chain.is_none()
            && cx.rules.priorities.is_empty()
            && options.maximal_captures == MaximalCaptures::No
            && !options.recycle_promotions;
        if !is_plain {
            return Ok(false);
        }
        let (acting, filter) = (self.acting(cx), self.turn_filter(cx));
        if self.has_untold(cx, acting) || !self.can_tell_drops(cx, acting, filter) {
            return Ok(false);
        }
        let mut guard = Guard::blank(cx.tables().positions);
        let is_guarded = stage == Stage::Safe && !cx.goals.royals.is_empty();
        if is_guarded {
            self.put_up(cx, &mut guard)?;
        }
        let terms = Terms { acting, filter, guard: is_guarded.then_some(&guard) };
        if terms.guard.is_some_and(Guard::tries_all)
            || cx.has_moves && !self.tell_pieces(cx, terms, taker)?
            || !cx.droppable.is_empty() && !self.tell_drops(cx, terms, taker)?
        {
            return Ok(false);
        }
        let may_pass = match options.pass_turn {
            PassTurn::Never => false,
            PassTurn::Always => true,
            // Where check isn't looked at it is not known yet.
            PassTurn::Forced => taker.len() == 0 && stage == Stage::Safe,
        };
        if may_pass && (stage == Stage::Chosen || self.is_legal(cx, Head::pass(), &[])?) {
            taker.pass();
        }
        Ok(taker.len() <= MOVE_LIMIT)
    }

    fn tell_pieces(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let mut owned = OWNED;
        // Which assumptions of graphs were found to be right here.
        let mut verified = 0;
        let mut pieces = self.movers(cx, terms.acting, terms.filter);
        while let Some(pos) = pieces.pop() {
            let moves = cx.cache.ripe_moves(cx, self.state.cells[pos.index()], pos);
            let Some(graph) = moves.and_then(Moves::graph) else {
                self.note_untold(cx, terms.acting, pos);
                return Ok(false);
            };
            if let Some(targets) = &graph.targets {
                if targets.assumptions & !verified != 0 {
                    if !self.assumes_rightly(cx, graph)? {
                        return Ok(false);
                    }
                    verified |= targets.assumptions & !UNNUMBERED;
                }
                if self.tell_by_sets(Whose { graph, targets, from: pos }, cx, terms, taker)? {
                    owned &= targets.owned;
                    continue;
                }
            }
            if graph.owned == 0 {
                self.note_untold(cx, terms.acting, pos);
            }
            owned &= graph.owned;
            if owned == 0 || !self.tell_by_walk(cx, graph, pos, terms, taker)? {
                return Ok(false);
            }
        }
        Ok(owned != 0)
    }

    /// Tells moves by sets, if that can be.
    #[inline(always)]
    fn tell_by_sets(
        &mut self,
        whose: Whose<'_, B>,
        cx: &Cx<B>,
        Terms { acting, filter, guard }: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let Whose { targets, from, .. } = whose;
        if !taker.takes(targets) || !targets.hold(&self.state, acting) {
            return Ok(false);
        }
        let unsure = guard.filter(|g| !g.judges(from, targets.changes, &targets.reach));
        if unsure.is_some() && !targets.can_be_tried() {
            return Ok(false);
        }
        if filter.lets_through(targets.move_type) {
            let mut squares = targets.squares(&self.state.occupied, &self.state.by_player[acting.index()]);
            let limits = guard.filter(|g| g.limits(from));
            if let Some(guard) = unsure {
                self.keep_tried(cx, guard, &whose, &mut squares)?;
            } else if let Some(guard) = limits {
                self.keep_safe(cx, guard, from, &mut squares);
            }
            taker.squares(whose, squares, unsure.or(limits).is_some());
        }
        Ok(true)
    }

    /// Keeps the squares to which the move is legal, each being tried as far as the guard can't judge it.
    #[inline(never)]
    fn keep_tried(
        &mut self,
        cx: &Cx<B>,
        guard: &Guard<B>,
        whose: &Whose<'_, B>,
        squares: &mut B,
    ) -> Result<(), RuntimeError> {
        let mut left = squares.clone();
        while let Some(to) = left.pop() {
            let Some((head, effects)) = whose.targets.only_move(whose.graph, to) else { continue };
            if !self.is_let_through(cx, guard, head, effects)? {
                squares.flip(to);
            }
        }
        Ok(())
    }

    /// Tells the moves of a graph by following it; `false` if all are to be listed in the usual way. Of a drop `from`
    /// is no square.
    #[inline(never)]
    fn tell_by_walk(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        from: PosId,
        Terms { filter, guard, .. }: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        if !self.assumes_rightly(cx, graph)? {
            return Ok(false);
        }
        let is_free = |g: &&Guard<B>| g.judges_graph(from, graph, &self.state.occupied) && !g.limits(from);
        let guard = guard.filter(|g| !is_free(g));
        if guard.is_none() && taker.graph(self, cx, graph, filter)? {
            return Ok(true);
        }
        let mark = taker.buf().mark();
        self.walk_graph(cx, graph, filter, taker.buf())?;
        if !graph.is_clean {
            taker.buf().keep_distinct_few::<B>(mark.heads, &cx.codes, &self.state.cells);
        }
        self.tell_listed(cx, guard, mark, taker)?;
        Ok(taker.len() <= MOVE_LIMIT && taker.buf().effects.len() <= EFFECT_LIMIT)
    }

    /// Tells what was listed above a mark, as far as it is legal.
    fn tell_listed(
        &mut self,
        cx: &Cx<B>,
        guard: Option<&Guard<B>>,
        mark: Mark,
        taker: &mut impl Taker<B>,
    ) -> Result<(), RuntimeError> {
        if let Some(guard) = guard {
            self.keep_guarded(cx, guard, taker.buf(), mark)?;
        }
        taker.listed(mark);
        Ok(())
    }

    /// Keeps the squares to which a piece that the guard judges may go.
    #[inline(never)]
    pub(super) fn keep_safe(&self, cx: &Cx<B>, guard: &Guard<B>, from: PosId, squares: &mut B) {
        if let Some(resolve) = guard.resolve() {
            squares.keep(resolve);
        }
        if guard.pins(from) {
            squares.keep(&self.pinned_ways(cx, guard, from));
        }
    }

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

    /// Whether what may be dropped can be told, as far as is known.
    fn can_tell_drops(&self, cx: &Cx<B>, acting: PlayerId, filter: Filter) -> bool {
        if !cx.cache.untold.drops.load(Ordering::Relaxed) {
            return true;
        }
        let is_told = |&kind: &PieceId| !matches!(self.drop_plan(cx, acting, kind, filter), Some((_, None)));
        cx.droppable.iter().all(is_told)
    }

    fn tell_drops(
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
        if let Some(targets) = &graph.targets
            && self.tell_by_sets(Whose { graph, targets, from: NO_POS }, cx, terms, taker)?
        {
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

    /// Which moves the turn order lets through.
    pub(super) fn turn_filter(&self, cx: &Cx<B>) -> Filter {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        entry.move_type.map_or(Filter::Any, Filter::Type)
    }
}
