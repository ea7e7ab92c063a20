//! Moves counted without a list, and one of them found by its number.
//!
//! Each piece says how many moves it has, most of them from the sets of its targets. The numbers of legal moves are
//! those of the list made by `Core::legal`; before check is looked at, any order will do. Only pieces for which check matters have their moves
//! listed and tried one by one.

use super::bits::Bits;
use super::cache::{Drops, Moves};
use super::core::{Core, Cx};
use super::distinct::OWNED;
use super::graph::Graph;
use super::guard::Guard;
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::{Filter, MOVE_LIMIT};
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::state::Code;
use super::trace::Stage;
use super::walking::Nth;
use crate::ids::{PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The moves of a position, counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    groups: Vec<Group>,
    /// The moves that had to be listed.
    buf: MoveBuf,
    /// How many there are, a pass included.
    pub total: usize,
    /// The last of them is a pass.
    passes: bool,
    /// The numbers are those of the list; otherwise the moves of a piece may be in another order.
    is_ordered: bool,
}

/// Pieces on squares where their moves cannot be counted, as far as they have been met: while one of them stands
/// there, counting isn't begun.
#[derive(Debug)]
pub struct Uncounted {
    /// For each player whether there are any.
    any: Box<[AtomicBool]>,
    /// For each code the words of a set of squares.
    sets: Box<[AtomicU64]>,
}

impl Uncounted {
    /// For so many players, and so many words in the sets of all codes.
    pub fn new(players: usize, words: usize) -> Uncounted {
        Uncounted {
            any: (0..players).map(|_| AtomicBool::new(false)).collect(),
            sets: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl<B: Bits> Core<B> {
    /// Whether a piece of the player stands where its moves cannot be counted.
    #[inline]
    pub(super) fn has_uncounted(&self, cx: &Cx<B>, player: PlayerId) -> bool {
        let uncounted = &cx.cache.uncounted;
        uncounted.any[player.index()].load(Ordering::Relaxed)
            && cx.codes.of(player).any(|code| {
                let pieces = self.state.by_code[usize::from(code)].words();
                let known = &uncounted.sets[usize::from(code) * pieces.len()..];
                pieces.iter().zip(known).any(|(w, k)| w & k.load(Ordering::Relaxed) != 0)
            })
    }

    /// Remembers that the moves of the piece on a square cannot be counted.
    pub(super) fn note_uncounted(&self, cx: &Cx<B>, player: PlayerId, pos: PosId) {
        let uncounted = &cx.cache.uncounted;
        let words = self.state.occupied.words().len();
        let word = usize::from(self.state.cells[pos.index()]) * words + (pos.index() >> 6);
        uncounted.sets[word].fetch_or(1 << (pos.index() & 63), Ordering::Relaxed);
        uncounted.any[player.index()].store(true, Ordering::Relaxed);
    }
}

/// Moves that follow each other.
#[derive(Clone, Copy, Debug)]
struct Group {
    count: u32,
    source: Source,
}

/// How to find a move of a group.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Those of the piece on a square.
    Piece(PosId),
    /// Those of the piece on a square that the guard lets through.
    Guarded(PosId),
    /// A piece dropped on any square of its plan that is empty.
    DropAnywhere(Code),
    /// A piece dropped on a square.
    Drop(Code, PosId),
    /// They stand in the buffer from here on.
    Listed(u32),
}

impl Tally {
    fn clear(&mut self) {
        self.groups.clear();
        self.buf.clear();
        self.total = 0;
        self.passes = false;
        self.is_ordered = true;
    }

    fn listed(&self, index: usize) -> Option<(Head, &[Effect])> {
        let &head = self.buf.heads.get(index)?;
        Some((head, self.buf.effects(head)))
    }

    #[inline]
    fn push(&mut self, count: usize, source: Source) {
        if count > 0 {
            self.groups.push(Group { count: count as u32, source });
            self.total += count;
        }
    }
}

impl<B: Bits> Core<B> {
    /// Counts the moves of the player to move. `false` if they are to be listed.
    pub(super) fn count_moves(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        tally: &mut Tally,
    ) -> Result<bool, RuntimeError> {
        tally.clear();
        let options = &cx.rules.options;
        let is_plain = self.state.turn.chain.is_none()
            && cx.rules.priorities.is_empty()
            && options.maximal_captures == MaximalCaptures::No
            && !options.recycle_promotions;
        if !is_plain {
            return Ok(false);
        }
        tally.is_ordered = stage == Stage::Safe;
        let (acting, filter) = (self.acting(cx), self.turn_filter(cx));
        if self.has_uncounted(cx, acting) {
            return Ok(false);
        }
        let guard = match stage {
            Stage::Safe if !cx.goals.royals.is_empty() => Some(self.guard(cx)?),
            _ => None,
        };
        let guard = guard.as_ref();
        if guard.is_some_and(Guard::tries_all)
            || !self.count_pieces(cx, acting, filter, guard, tally)?
            || !self.count_drops(cx, acting, filter, guard, tally)?
        {
            return Ok(false);
        }
        let may_pass = match options.pass_turn {
            PassTurn::Never => false,
            PassTurn::Always => true,
            // Where check isn't looked at it is not known yet.
            PassTurn::Forced => tally.total == 0 && stage == Stage::Safe,
        };
        if may_pass && (stage == Stage::Chosen || self.is_legal(cx, Head::pass(), &[])?) {
            tally.passes = true;
            tally.total += 1;
        }
        Ok(tally.total <= MOVE_LIMIT)
    }

    fn count_pieces(
        &mut self,
        cx: &Cx<B>,
        acting: PlayerId,
        filter: Filter,
        guard: Option<&Guard<B>>,
        tally: &mut Tally,
    ) -> Result<bool, RuntimeError> {
        if !cx.has_moves {
            return Ok(true);
        }
        let mut owned = OWNED;
        let mut pieces = self.movers(cx, acting, filter);
        while let Some(pos) = pieces.pop() {
            let code = self.state.cells[pos.index()];
            let Some(graph) = cx.cache.moves(cx, code, pos).and_then(Moves::graph).filter(|g| g.owned != 0)
            else {
                self.note_uncounted(cx, acting, pos);
                return Ok(false);
            };
            if !self.assumes_rightly(cx, graph)? {
                return Ok(false);
            }
            owned &= graph.owned;
            match &graph.targets {
                Some(targets) if guard.is_none_or(|g| g.judges(pos, targets.changes, &targets.reach)) => {
                    if filter.lets_through(targets.move_type) {
                        let own = &self.state.by_player[acting.index()];
                        let mut squares = targets.squares(&self.state.occupied, own);
                        let source = match guard.filter(|g| g.limits(pos)) {
                            Some(guard) => {
                                self.keep_safe(cx, guard, pos, &mut squares);
                                Source::Guarded(pos)
                            }
                            None => Source::Piece(pos),
                        };
                        tally.push((squares.len() * targets.weight) as usize, source);
                    }
                }
                _ => {
                    let is_judged = |g: &&Guard<B>| g.judges(pos, graph.changes, &graph.reach);
                    let guard = guard.filter(|g| !is_judged(g) || g.limits(pos));
                    self.count_graph(cx, graph, filter, guard, tally)?;
                }
            }
        }
        Ok(owned != 0)
    }

    /// Keeps the squares to which a piece that the guard judges may go.
    pub(super) fn keep_safe(&self, cx: &Cx<B>, guard: &Guard<B>, pos: PosId, squares: &mut B) {
        if let Some(resolve) = guard.resolve() {
            squares.keep(resolve);
        }
        if guard.pins(pos) {
            squares.keep(&self.pinned_ways(cx, guard, pos));
        }
    }

    /// Counts the moves of a graph by following it; with a guard those that it lets through.
    fn count_graph(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        filter: Filter,
        guard: Option<&Guard<B>>,
        tally: &mut Tally,
    ) -> Result<(), RuntimeError> {
        if guard.is_none() && !graph.is_collecting() && graph.is_clean {
            let mut nth = Nth::count();
            self.walk_graph(cx, graph, filter, &mut nth)?;
            let start = graph.start;
            let source = match start.is_drop {
                true => Source::Drop(cx.codes.code(start.player, start.kind), start.pos),
                false => Source::Piece(start.pos),
            };
            tally.push(nth.met, source);
            return Ok(());
        }
        let mark = tally.buf.mark();
        self.walk_graph(cx, graph, filter, &mut tally.buf)?;
        if !graph.is_clean {
            tally.buf.keep_distinct_few::<B>(mark.heads, &cx.codes, cx.tables().positions);
        }
        self.count_listed(cx, guard, mark, tally)
    }

    /// Counts what was listed above a mark, as far as it is legal.
    fn count_listed(
        &mut self,
        cx: &Cx<B>,
        guard: Option<&Guard<B>>,
        mark: Mark,
        tally: &mut Tally,
    ) -> Result<(), RuntimeError> {
        if let Some(guard) = guard {
            self.keep_guarded(cx, guard, &mut tally.buf, mark)?;
        }
        tally.push(tally.buf.heads.len() - mark.heads, Source::Listed(mark.heads as u32));
        Ok(())
    }

    fn count_drops(
        &mut self,
        cx: &Cx<B>,
        acting: PlayerId,
        filter: Filter,
        guard: Option<&Guard<B>>,
        tally: &mut Tally,
    ) -> Result<bool, RuntimeError> {
        for &kind in &cx.droppable {
            let code = cx.codes.code(acting, kind);
            if self.state.stock[usize::from(code)] == 0 {
                continue;
            }
            // The same drop may come from several blocks.
            let [entry] = &cx.program.pieces[kind.index()].drops[..] else { return Ok(false) };
            if !filter.lets_through(entry.move_type) {
                continue;
            }
            let Some(plan) = cx.cache.drops(cx, code, 0) else { return Ok(false) };
            if !self.count_plan(cx, code, plan, guard, tally)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count_plan(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        plan: &Drops<B>,
        guard: Option<&Guard<B>>,
        tally: &mut Tally,
    ) -> Result<bool, RuntimeError> {
        if let Some((then, squares)) = &plan.onto_empty {
            let mut squares = squares.clone();
            squares.remove_all(&self.state.occupied);
            if guard.is_none() {
                tally.push(squares.len() as usize, Source::DropAnywhere(code));
                return Ok(true);
            }
            let mark = tally.buf.mark();
            while let Some(pos) = squares.pop() {
                tally.buf.heads.push(Head::plain_drop(code, *then, pos));
            }
            self.count_listed(cx, guard, mark, tally)?;
            return Ok(true);
        }
        let mut squares = plan.if_empty.clone();
        squares.remove_all(&self.state.occupied);
        squares.insert_all(&plan.always);
        while let Some(pos) = squares.pop() {
            let Some(graph) = plan.graph(pos).filter(|g| g.is_clean && g.owned == OWNED) else {
                return Ok(false);
            };
            self.count_graph(cx, graph, Filter::Any, guard, tally)?;
        }
        Ok(true)
    }

    /// Appends the moves as they are counted, each found by its number; `false` if they are to be listed.
    pub(super) fn moves_by_number(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        buf: &mut MoveBuf,
    ) -> Result<bool, RuntimeError> {
        self.refuel();
        let mut tally = Tally::default();
        if !self.count_moves(cx, stage, &mut tally)? {
            return Ok(false);
        }
        for n in 0..tally.total {
            // To find one may need the buffer.
            let mut tally = tally.clone();
            let found = self.nth(cx, &mut tally, n)?;
            debug_assert!(found.is_some(), "a move that was counted is found");
            if let Some((head, effects)) = found {
                buf.push(head, effects);
            }
        }
        Ok(true)
    }

    /// The move with this number, with its stored effects.
    pub(super) fn nth<'a>(
        &mut self,
        cx: &'a Cx<B>,
        tally: &'a mut Tally,
        n: usize,
    ) -> Result<Option<(Head, &'a [Effect])>, RuntimeError> {
        let mut left = n;
        let group = tally.groups.iter().find(|group| {
            let is_here = left < group.count as usize;
            left -= if is_here { 0 } else { group.count as usize };
            is_here
        });
        let Some(group) = group else { return Ok(tally.passes.then_some((Head::pass(), &[]))) };
        let graph = match group.source {
            Source::Listed(first) => return Ok(tally.listed(first as usize + left)),
            Source::DropAnywhere(code) => {
                let plan = cx.cache.drops(cx, code, 0).and_then(|plan| plan.onto_empty.as_ref());
                let Some((then, squares)) = plan else { return Ok(None) };
                let mut squares = squares.clone();
                squares.remove_all(&self.state.occupied);
                return Ok(squares.nth(left).map(|pos| (Head::plain_drop(code, *then, pos), &[][..])));
            }
            Source::Drop(code, pos) => cx.cache.drops(cx, code, 0).and_then(|plan| plan.graph(pos)),
            Source::Piece(pos) | Source::Guarded(pos) => {
                cx.cache.moves(cx, self.state.cells[pos.index()], pos).and_then(Moves::graph)
            }
        };
        let Some(graph) = graph else { return Ok(None) };
        let filter = if graph.start.is_drop { Filter::Any } else { self.turn_filter(cx) };
        if let Source::Guarded(_) = group.source {
            tally.buf.clear();
            self.walk_graph(cx, graph, filter, &mut tally.buf)?;
            let guard = self.guard(cx)?;
            let mark = Mark::default();
            self.keep_guarded(cx, &guard, &mut tally.buf, mark)?;
            return Ok(tally.listed(left));
        }
        if !tally.is_ordered
            && let Some(targets) = &graph.targets
            && let Some(head) = targets.head
        {
            let own = &self.state.by_player[graph.start.player.index()];
            let to = targets.squares(&self.state.occupied, own).nth(left);
            return Ok(to.map(|to| (head.onto(to), &[][..])));
        }
        let mut nth = Nth::new(left);
        self.walk_graph(cx, graph, filter, &mut nth)?;
        Ok(nth.found.map(|head| (head, if head.is_stored() { graph.effects(head) } else { &[] })))
    }

    /// Which moves the turn order lets through.
    fn turn_filter(&self, cx: &Cx<B>) -> Filter {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        entry.move_type.map_or(Filter::Any, Filter::Type)
    }
}
