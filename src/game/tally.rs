//! Moves counted without a list, and one of them found by its number.
//!
//! Each piece says how many moves it has, most of them from the sets of its targets. The numbers of legal moves are
//! those of the list made by `Core::legal`; before check is looked at, any order will do. Only pieces for which check matters have their moves
//! listed and tried one by one.

use super::bits::Bits;
use super::cache::Moves;
use super::core::{Core, Cx};
use super::graph::Graph;
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::Filter;
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::state::Code;
use super::targets::{Onward, Targets};
use super::telling::{PlainDrop, Taker, Whose};
use super::trace::Stage;
use super::walking::Nth;
use crate::compile::NO_POS;
use crate::ids::{PieceId, PlayerId, PosId};
use crate::vm::Start;

/// The moves of a position, counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    groups: Vec<Group>,
    /// Sets of squares, one after the other.
    sets: Vec<u64>,
    /// The moves that had to be listed.
    buf: MoveBuf,
    /// How many there are, a pass included.
    pub total: usize,
    /// The last of them is a pass.
    passes: bool,
    /// The numbers are those of the list; otherwise the moves of a piece may be in another order.
    is_ordered: bool,
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
    /// Those of a graph.
    All(Place),
    /// Those of a graph onto the squares of a set, which begins at this word in [`Tally::sets`].
    Onto(Place, u32),
    /// A piece dropped on any square of its plan that is empty.
    DropAnywhere(Code),
    /// They stand in the buffer from here on.
    Listed(u32),
}

/// Whose moves a graph has.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The piece on a square.
    Piece(PosId),
    /// A piece of a player dropped from a square.
    Drop(PlayerId, PieceId, PosId),
}

impl Place {
    fn of<B: Bits>(graph: &Graph<B>) -> Place {
        let Start { player, kind, pos, is_drop } = graph.start;
        if is_drop { Place::Drop(player, kind, pos) } else { Place::Piece(pos) }
    }
}

impl Tally {
    fn clear(&mut self) {
        self.groups.clear();
        self.sets.clear();
        self.buf.clear();
        self.total = 0;
        self.passes = false;
        self.is_ordered = true;
    }

    fn at(&self, index: usize) -> Option<(Head, &[Effect])> {
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

impl<B: Bits> Taker<B> for Tally {
    #[inline(always)]
    fn takes(&self, _: &Targets<B>) -> bool {
        true
    }

    #[inline(always)]
    fn squares(&mut self, Whose { graph, targets, from }: Whose<'_, B>, squares: B, is_limited: bool) {
        let place = if from == NO_POS { Place::of(graph) } else { Place::Piece(from) };
        let source = if is_limited {
            self.sets.extend_from_slice(squares.words());
            Source::Onto(place, (self.sets.len() - squares.words().len()) as u32)
        } else {
            Source::All(place)
        };
        self.push((squares.len() * targets.weight) as usize, source);
    }

    fn drops(&mut self, drop: PlainDrop, squares: B) {
        self.push(squares.len() as usize, Source::DropAnywhere(drop.code));
    }

    #[inline(always)]
    fn takes_numbers(&self) -> bool {
        true
    }

    fn graph(&mut self, graph: &Graph<B>, count: usize) {
        self.push(count, Source::All(Place::of(graph)));
    }

    #[inline(always)]
    fn buf(&mut self) -> &mut MoveBuf {
        &mut self.buf
    }

    fn listed(&mut self, mark: Mark) {
        self.push(self.buf.heads.len() - mark.heads, Source::Listed(mark.heads as u32));
    }

    fn pass(&mut self) {
        self.passes = true;
        self.total += 1;
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.total
    }
}

impl<B: Bits> Core<B> {
    /// Counts the moves of a graph by following it; `None` if they must be listed.
    pub(super) fn count_graph(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        filter: Filter,
    ) -> Result<Option<usize>, RuntimeError> {
        if graph.is_collecting() || !graph.is_clean {
            return Ok(None);
        }
        let mut nth = Nth::count();
        self.walk_graph(cx, graph, filter, &mut nth)?;
        Ok(Some(nth.met))
    }

    /// Counts the moves of the player to move. `false` if they are to be listed.
    pub(super) fn count_moves(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        tally: &mut Tally,
    ) -> Result<bool, RuntimeError> {
        tally.clear();
        tally.is_ordered = stage == Stage::Safe;
        self.tell_moves(cx, stage, tally)
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
        let (place, onto) = match group.source {
            Source::Listed(first) => return Ok(tally.at(first as usize + left)),
            Source::DropAnywhere(code) => {
                let plan = cx.cache.drops(cx, code, 0).and_then(|plan| plan.onto_empty.as_ref());
                let Some((then, squares)) = plan else { return Ok(None) };
                let mut squares = squares.clone();
                squares.remove_all(&self.state.occupied);
                return Ok(squares.nth(left).map(|pos| (Head::plain_drop(code, *then, pos), &[][..])));
            }
            Source::All(place) => (place, None),
            Source::Onto(place, set) => (place, Some(set as usize)),
        };
        let graph = match place {
            Place::Drop(player, kind, pos) => {
                cx.cache.drops(cx, cx.codes.code(player, kind), 0).and_then(|plan| plan.graph(pos))
            }
            Place::Piece(pos) => {
                cx.cache.moves(cx, self.state.cells[pos.index()], pos).and_then(Moves::graph)
            }
        };
        let Some(graph) = graph else { return Ok(None) };
        let filter = if graph.start.is_drop { Filter::Any } else { self.turn_filter(cx) };
        if let Some(set) = onto {
            tally.buf.clear();
            self.walk_graph(cx, graph, filter, &mut tally.buf)?;
            let Tally { buf, sets, .. } = &mut *tally;
            buf.heads.retain(|head| sets[set + (head.to.index() >> 6)] >> (head.to.index() & 63) & 1 != 0);
            return Ok(tally.at(left));
        }
        if !tally.is_ordered
            && let Some(targets) = &graph.targets
            && let Some(Onward::Alike(head)) = &targets.moves
            && targets.hold(&self.state, graph.start.player)
        {
            let own = &self.state.by_player[graph.start.player.index()];
            let to = targets.squares(&self.state.occupied, own).nth(left);
            return Ok(to.map(|to| (head.onto(to), &[][..])));
        }
        let mut nth = Nth::new(left);
        self.walk_graph(cx, graph, filter, &mut nth)?;
        Ok(nth.found.map(|head| (head, if head.is_stored() { graph.effects(head) } else { &[] })))
    }
}
