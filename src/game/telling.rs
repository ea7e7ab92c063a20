//! The moves of a position told piece by piece, to be counted (`tally.rs`) or listed in any order (`unordered.rs`).
//!
//! Where the moves of a piece go is told by sets, if that can be: already without what check forbids, so that no move
//! is looked at twice. The graphs of the other pieces are followed.

mod drops;
mod kept;

pub(super) use self::drops::PlainDrop;

use self::kept::Keeper;
use super::bits::Bits;
use super::cache::Moves;
use super::core::{Core, Cx};
use super::distinct::{OWNED, Owned};
use super::graph::{Graph, UNNUMBERED};
use super::guard::Guard;
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::{EFFECT_LIMIT, Filter, MOVE_LIMIT};
use super::outcome::RuntimeError;
use super::targets::Targets;
use super::trace::Stage;
use crate::compile::NO_POS;
use crate::ids::{PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the moves are told to.
pub(super) trait Taker<B: Bits> {
    /// Whether moves with these targets can be told by the squares that they go to.
    fn takes(&self, targets: &Targets<B>) -> bool;

    /// The moves of a graph onto these squares, with its targets; not all that the piece could make if they are
    /// limited.
    fn squares(&mut self, whose: Whose<'_, B>, squares: B, is_limited: bool);

    /// Whether it need not know which moves it is told, so that [`Taker::count`] does. Then where pieces may go is kept
    /// from position to position.
    fn only_counts(&self) -> bool {
        false
    }

    /// So many legal moves.
    fn count(&mut self, _moves: u32) {}

    /// A piece that is only dropped, on any of these squares.
    fn drops(&mut self, drop: PlainDrop, squares: B);

    /// Whether it is enough to know how many moves a graph has; else they are listed.
    fn takes_numbers(&self) -> bool;

    /// So many moves of a graph, all of which are legal; only if it [takes numbers](Taker::takes_numbers).
    fn graph(&mut self, graph: &Graph<B>, count: usize);

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

/// What is known in advance of whether moves are legal.
enum Sure<'a, B> {
    /// They are.
    Always,
    /// They are, and leave no square empty but one that no line goes through.
    Filling,
    /// The guard tells by the squares.
    Limited(&'a Guard<B>),
    /// Each must be judged, or tried.
    Tried(&'a Guard<B>),
}

#[inline(always)]
fn how_sure<'a, B: Bits>(guard: Option<&'a Guard<B>>, targets: &Targets<B>, from: PosId) -> Sure<'a, B> {
    let Some(guard) = guard else { return Sure::Always };
    let Targets { changes, filled_from, reach, .. } = targets;
    if guard.judges(from, *changes, reach) {
        return if guard.limits(from) { Sure::Limited(guard) } else { Sure::Always };
    }
    let is_filling = *filled_from != NO_POS && guard.judges_filling(from, *filled_from, reach);
    if is_filling { Sure::Filling } else { Sure::Tried(guard) }
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
            || self.may_drop(cx, acting) && !self.tell_drops(cx, terms, taker)?
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

    /// Tells the moves of the pieces on the board; `false` if they are to be listed in the usual way.
    #[inline]
    fn tell_pieces(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let pieces = self.movers(cx, terms.acting, terms.filter);
        match () {
            () if pieces.is_empty() => Ok(true),
            () if taker.only_counts() => self.tell_with_kept(cx, terms, pieces, taker),
            () => self.tell_anew(cx, terms, pieces, taker),
        }
    }

    #[inline(never)]
    fn tell_anew(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        pieces: B,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        self.tell_each_piece(cx, terms, pieces, OWNED, None, taker)
    }

    #[inline(always)]
    fn tell_each_piece(
        &mut self,
        cx: &Cx<B>,
        terms: Terms<'_, B>,
        mut pieces: B,
        mut owned: Owned,
        mut keeper: Option<Keeper<'_, B>>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        // Which assumptions of graphs were found to be right here.
        let mut verified = 0;
        while let Some(pos) = pieces.pop() {
            let code = self.state.cells[pos.index()];
            let moves = cx.cache.ripe_moves(cx, code, pos);
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
                if self.tell_by_sets(graph, pos, cx, terms, keeper.as_mut(), taker)? {
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

    /// Tells the moves of a graph by sets, if that can be. Of a drop `from` is no square.
    #[inline(always)]
    fn tell_by_sets(
        &mut self,
        graph: &Graph<B>,
        from: PosId,
        cx: &Cx<B>,
        Terms { acting, filter, guard }: Terms<'_, B>,
        keeper: Option<&mut Keeper<'_, B>>,
        taker: &mut impl Taker<B>,
    ) -> Result<bool, RuntimeError> {
        let Some(targets) = &graph.targets else { return Ok(false) };
        let Some(targets) = targets.that_hold(&self.state, acting) else { return Ok(false) };
        let own = &self.state.by_player[acting.index()];
        if keeper.is_none() && targets.are_shut(own) {
            return Ok(true);
        }
        if !taker.takes(targets) {
            return Ok(false);
        }
        let how = how_sure(guard, targets, from);
        if matches!(how, Sure::Tried(_)) && !targets.can_be_tried() {
            return Ok(false);
        }
        if filter.lets_through(targets.move_type) {
            let squares = match keeper {
                Some(Keeper { table, changed }) => {
                    let look = targets.look(&self.state.occupied, own);
                    let is_plain = matches!(how, Sure::Always | Sure::Limited(_));
                    table.keep(changed, from, targets, is_plain, &look);
                    look.squares
                }
                None => targets.squares(&self.state.occupied, own),
            };
            self.tell_squares(cx, Whose { graph, targets, from }, squares, how, taker)?;
        }
        Ok(true)
    }

    /// Tells moves onto squares, as far as they are legal.
    #[inline(always)]
    fn tell_squares(
        &mut self,
        cx: &Cx<B>,
        whose: Whose<'_, B>,
        mut squares: B,
        how: Sure<'_, B>,
        taker: &mut impl Taker<B>,
    ) -> Result<(), RuntimeError> {
        match how {
            Sure::Always | Sure::Filling => {}
            Sure::Limited(guard) => self.keep_safe(cx, guard, whose.from, &mut squares),
            Sure::Tried(guard) => self.keep_tried(cx, guard, &whose, &mut squares)?,
        }
        taker.squares(whose, squares, matches!(how, Sure::Limited(_) | Sure::Tried(_)));
        Ok(())
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
        if guard.is_none()
            && taker.takes_numbers()
            && let Some(count) = self.count_graph(cx, graph, filter)?
        {
            taker.graph(graph, count);
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

    /// Which moves the turn order lets through.
    pub(super) fn turn_filter(&self, cx: &Cx<B>) -> Filter {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        entry.move_type.map_or(Filter::Any, Filter::Type)
    }
}
