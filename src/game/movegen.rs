//! Which moves there are: blocks run, types and priorities, partial chains,
//! passing, longest chains.

use super::bits::Bits;
use super::cache::Moves;
use super::core::{Core, Cx, Shared};
use super::distinct::{OWNED, Owned};
use super::graph::{Graph, push_effects};
use super::movebuf::{Head, Mark, MoveBuf};
use super::mv::Continuation;
use super::outcome::RuntimeError;
use super::state::{Code, State};
use crate::compile::{Entry, Test};
use crate::ids::{MoveTypeId, PlayerId, PosId};
use crate::resolve::rules::{MaximalCaptures, PassTurn};
use crate::source::Span;
use crate::vm::{Added, Items, Reads, Recall, Run, Sight, Start, World, interpret};
use std::ops::ControlFlow;

/// No list of moves is longer.
pub const MOVE_LIMIT: usize = 1_000_000;
/// The effects of all moves of a list are no more.
pub(super) const EFFECT_LIMIT: usize = 16_000_000;

/// What looking at one more position of a chain costs, in instructions.
pub(super) const LOOK_COST: u64 = 500;

/// Which blocks are run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Filter {
    /// All.
    Any,
    /// Those of a type.
    Type(MoveTypeId),
    /// Those without a type.
    Untyped,
}

impl Filter {
    #[inline]
    pub(super) fn lets_through(self, move_type: Option<MoveTypeId>) -> bool {
        match self {
            Filter::Any => true,
            Filter::Type(t) => move_type == Some(t),
            Filter::Untyped => move_type.is_none(),
        }
    }
}

impl<B: Bits> Core<B> {
    /// Appends the legal moves to `buf`, in the order of generation. The game must not be over.
    #[inline]
    pub fn legal(&mut self, cx: &Cx<B>, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.refuel();
        let mark = buf.mark();
        self.legal_without_maximum(cx, buf, mark)?;
        if cx.rules.options.maximal_captures != MaximalCaptures::No {
            self.keep_longest(cx, buf, mark)?;
        }
        self.known.has_moves = Some(buf.heads.len() > mark.heads);
        Ok(())
    }

    pub(super) fn legal_without_maximum(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        self.pseudo_legal(cx, buf, mark)?;
        self.keep_legal(cx, buf, mark)?;
        let in_chain = self.state.turn.chain.is_some();
        let options = &cx.rules.options;
        let may_pass = if in_chain {
            options.pass_partial
        } else {
            match options.pass_turn {
                PassTurn::Never => false,
                PassTurn::Always => true,
                PassTurn::Forced => buf.heads.len() == mark.heads,
            }
        };
        if may_pass && self.is_legal(cx, Head::pass(), &[])? {
            buf.heads.push(Head::pass());
        }
        Ok(())
    }

    /// The moves that the turn order, the chain and the priorities let through, before check.
    pub(super) fn pseudo_legal(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let mut list = List::new(buf, mark);
        self.choose_moves(cx, &mut list)?;
        if !list.is_clean || list.owned == 0 {
            list.buf.keep_distinct(mark, &cx.codes, &self.state.cells, &mut self.seen);
        }
        Ok(())
    }

    fn choose_moves(&mut self, cx: &Cx<B>, list: &mut List<'_>) -> Result<(), RuntimeError> {
        let acting = self.acting(cx);
        if let Some((pos, how)) = self.state.turn.chain {
            let filter = match how {
                Continuation::Any => Filter::Any,
                Continuation::Type(t) => Filter::Type(t),
            };
            return self.piece_moves(cx, pos, filter, list);
        }
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        if let Some(t) = entry.move_type {
            return self.all_moves(cx, acting, Filter::Type(t), list);
        }
        if cx.rules.priorities.is_empty() {
            return self.all_moves(cx, acting, Filter::Any, list);
        }
        for &t in &cx.rules.priorities {
            self.all_moves(cx, acting, Filter::Type(t), list)?;
            if list.buf.heads.len() > list.mark.heads {
                return Ok(());
            }
        }
        self.all_moves(cx, acting, Filter::Untyped, list)
    }

    fn all_moves(
        &mut self,
        cx: &Cx<B>,
        acting: PlayerId,
        filter: Filter,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        if cx.has_moves {
            let mut pieces = self.movers(cx, acting, filter);
            while let Some(pos) = pieces.pop() {
                self.piece_moves(cx, pos, filter, list)?;
            }
        }
        if !cx.droppable.is_empty() { self.drops(cx, acting, filter, list) } else { Ok(()) }
    }

    /// The pieces of a player that may have moves which a filter lets through.
    #[inline]
    pub(super) fn movers(&self, cx: &Cx<B>, player: PlayerId, filter: Filter) -> B {
        let kinds = match filter {
            Filter::Any => None,
            Filter::Type(t) => cx.cache.movers(Some(t)),
            Filter::Untyped => cx.cache.movers(None),
        };
        let Some(kinds) = kinds else { return self.state.by_player[player.index()].clone() };
        let mut pieces = B::empty(cx.tables().positions);
        for &kind in kinds {
            pieces.insert_all(&self.state.by_code[usize::from(cx.codes.code(player, kind))]);
        }
        pieces
    }

    /// The moves of the piece on `pos`, as its owner makes them.
    #[inline]
    fn piece_moves(
        &mut self,
        cx: &Cx<B>,
        pos: PosId,
        filter: Filter,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        let code = self.state.cells[pos.index()];
        if code == 0 {
            return Ok(());
        }
        if let Some(Moves::Graph(square)) = cx.cache.ripe_moves(cx, code, pos) {
            if self.assumes_rightly(cx, &square.graph)? {
                return self.list_graph(cx, &square.graph, filter, list);
            }
            if let Some(graph) = square.without_assumptions(cx, &cx.cache, code) {
                return self.list_graph(cx, graph, filter, list);
            }
        }
        self.run_piece(cx, code, pos, filter, list)
    }

    /// Runs the blocks of a piece, unless its moves are as they were.
    fn run_piece(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        pos: PosId,
        filter: Filter,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        let kind = cx.codes.kind(code);
        let keeps = self.keeps_moves(cx, code);
        if keeps && self.recall_moves(cx, (code, pos, filter), list.buf) {
            list.is_clean = false;
            return list.check_size(|| cx.rules.pieces[kind.index()].span);
        }
        let start = Start { player: cx.codes.player(code), kind, pos, is_drop: false };
        let (before, mark) = (self.fuel, list.buf.mark());
        let mut reads = keeps.then(|| {
            let mut reads = std::mem::take(&mut self.reads);
            reads.clear(cx.tables().positions);
            reads
        });
        for entry in &cx.program.pieces[kind.index()].moves {
            if filter.lets_through(entry.move_type) {
                self.run_block(cx, start, entry, reads.as_mut(), list)?;
            }
        }
        let used = before.saturating_sub(self.fuel);
        if let Some(mut reads) = reads {
            self.keep_moves(cx, (code, pos, filter), &mut reads, used, list.buf, mark);
            self.reads = reads;
        }
        cx.cache.spend(code, pos, used);
        Ok(())
    }

    fn drops(
        &mut self,
        cx: &Cx<B>,
        acting: PlayerId,
        filter: Filter,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        for &kind in &cx.droppable {
            let code = cx.codes.code(acting, kind);
            if self.state.stock[usize::from(code)] == 0 {
                continue;
            }
            let blocks = &cx.program.pieces[kind.index()].drops;
            for (i, entry) in blocks.iter().enumerate() {
                if filter.lets_through(entry.move_type) {
                    self.drop_block(cx, code, i, entry, list)?;
                }
            }
            // The same drop may come from several blocks.
            list.is_clean &= blocks.len() == 1;
        }
        Ok(())
    }

    fn drop_block(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        block: usize,
        entry: &Entry,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        let Some(plan) = cx.cache.drops(cx, code, block) else {
            for &pos in &cx.tables().squares {
                let (player, kind) = (cx.codes.player(code), cx.codes.kind(code));
                self.run_block(cx, Start { player, kind, pos, is_drop: true }, entry, None, list)?;
            }
            return Ok(());
        };
        if let Some((then, squares)) = &plan.onto_empty {
            let mut squares = squares.clone();
            squares.remove_all(&self.state.occupied);
            while let Some(pos) = squares.pop() {
                list.buf.heads.push(Head::plain_drop(code, *then, pos));
            }
            return list.check_size(|| entry.span);
        }
        // Most drops need an empty square: the others are not looked at.
        let mut squares = plan.if_empty.clone();
        squares.remove_all(&self.state.occupied);
        squares.insert_all(&plan.always);
        while let Some(pos) = squares.pop() {
            match plan.graph(pos) {
                Some(graph) => self.list_graph(cx, graph, Filter::Any, list)?,
                None => {
                    let (player, kind) = (cx.codes.player(code), cx.codes.kind(code));
                    self.run_block(cx, Start { player, kind, pos, is_drop: true }, entry, None, list)?;
                }
            }
        }
        Ok(())
    }

    /// Collects the moves of a graph.
    #[inline]
    fn list_graph(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        filter: Filter,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        list.owned &= graph.owned;
        let first = list.buf.heads.len();
        self.walk_graph(cx, graph, filter, list.buf)?;
        if !graph.is_clean && list.buf.heads.len() > first + 1 {
            if graph.owned == 0 {
                list.is_clean = false;
            } else {
                list.buf.keep_distinct_few::<B>(first, &cx.codes, &self.state.cells);
            }
        }
        list.check_size(|| cx.rules.pieces[graph.start.kind.index()].span)
    }

    fn run_block(
        &mut self,
        cx: &Cx<B>,
        start: Start,
        entry: &Entry,
        reads: Option<&mut Reads>,
        list: &mut List<'_>,
    ) -> Result<(), RuntimeError> {
        list.is_clean = false;
        let mut run = self.runs.pop().unwrap_or_else(|| Run::new(start, entry.addr));
        run.restart(start, entry.addr);
        let mut fuel = self.fuel;
        let stock = self.stock_for_promotions(cx);
        let mut checked = Ok(());
        let mut world = Asker { core: self, cx };
        let result = interpret(&cx.program, &mut world, &mut run, &mut fuel, reads, |run, added| {
            if lacks_promotion(cx, stock.as_deref(), start.player, added) {
                return ControlFlow::Continue(());
            }
            record(run.items(), added, list.buf);
            checked = list.check_size(|| entry.span);
            if checked.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Attack tests inside the run have used up some of the fuel, too.
        self.fuel = fuel.min(self.fuel);
        self.runs.push(run);
        self.stocks.extend(stock);
        checked?;
        result.map(drop)
    }

    /// With "recycle promotions" a copy of the stock, to be put back into [`Core::stocks`].
    pub(super) fn stock_for_promotions(&mut self, cx: &Cx<B>) -> Option<Vec<u16>> {
        cx.rules.options.recycle_promotions.then(|| {
            let mut stock = self.stocks.pop().unwrap_or_default();
            stock.clone_from(&self.state.stock);
            stock
        })
    }

    /// Appends the moves of the piece on `pos` as its owner would make them, whoever is to move.
    pub fn moves_of(&mut self, cx: &Cx<B>, pos: PosId, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        let mark = buf.mark();
        self.piece_moves(cx, pos, Filter::Any, &mut List::new(buf, mark))
    }

    pub(super) fn any_legal(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<bool, RuntimeError> {
        if cx.goals.royals.is_empty() || buf.heads.len() == mark.heads {
            return Ok(buf.heads.len() > mark.heads);
        }
        let guard = self.guard(cx)?;
        for i in mark.heads..buf.heads.len() {
            if self.is_let_through(cx, &guard, buf.heads[i], buf.effects(buf.heads[i]))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player to move has a legal move, a pass included.
    pub fn has_moves(&mut self, cx: &Cx<B>) -> Result<bool, RuntimeError> {
        if let Some(known) = self.known.has_moves {
            return Ok(known);
        }
        self.refuel();
        let mut buf = std::mem::take(&mut self.buf);
        let mark = buf.mark();
        let result = self.pseudo_legal(cx, &mut buf, mark).and_then(|()| self.any_legal(cx, &mut buf, mark));
        buf.truncate(mark);
        self.buf = buf;
        let mut has = result?;
        if !has {
            let options = &cx.rules.options;
            let may_pass = match self.state.turn.chain {
                Some(_) => options.pass_partial,
                None => options.pass_turn != PassTurn::Never,
            };
            has = may_pass && self.is_legal(cx, Head::pass(), &[])?;
        }
        self.known.has_moves = Some(has);
        Ok(has)
    }
}

/// With "recycle promotions", where the new piece comes from this stock: whether it isn't there.
pub(super) fn lacks_promotion(
    shared: &Shared,
    stock: Option<&[u16]>,
    player: PlayerId,
    added: &Added,
) -> bool {
    let left = |kind| stock.map(|stock| stock[usize::from(shared.codes.code(player, kind))]);
    added.promote.and_then(left) == Some(0)
}

/// Appends a move that a run adds.
pub(super) fn record(items: &Items, added: &Added, buf: &mut MoveBuf) {
    let start = buf.effects.len();
    push_effects(items, added, &mut buf.effects);
    // A move with more effects than a head can count is none of any real game.
    if let Some(head) = Head::of(added, start, buf.effects.len() - start, &buf.effects[start..]) {
        if !head.is_stored() {
            buf.effects.truncate(start);
        }
        buf.heads.push(head);
    } else {
        buf.effects.truncate(start);
    }
}

/// A list of moves being made.
struct List<'a> {
    buf: &'a mut MoveBuf,
    mark: Mark,
    /// No two moves from one square in it print the same.
    is_clean: bool,
    /// How moves from different squares are told apart.
    owned: Owned,
}

impl<'a> List<'a> {
    fn new(buf: &'a mut MoveBuf, mark: Mark) -> List<'a> {
        List { buf, mark, is_clean: true, owned: OWNED }
    }

    /// `maker` is what makes the moves: a block or the piece.
    #[inline]
    fn check_size(&self, maker: impl FnOnce() -> Span) -> Result<(), RuntimeError> {
        let too_many = self.buf.heads.len() - self.mark.heads > MOVE_LIMIT;
        if too_many || self.buf.effects.len() > EFFECT_LIMIT {
            return Err(RuntimeError::TooManyMoves { limit: MOVE_LIMIT, span: maker() });
        }
        Ok(())
    }
}

/// A core that answers the questions of a run.
pub(super) struct Asker<'a, B> {
    pub core: &'a mut Core<B>,
    pub cx: &'a Cx<B>,
}

/// What a run sees of a position.
pub(super) struct Eyes<'a> {
    cells: &'a [Code],
    attrs: &'a [u64],
    last: [PosId; 2],
    shared: &'a Shared,
    recall: &'a Recall,
}

impl Sight for Eyes<'_> {
    const RECALLS: bool = true;

    #[inline(always)]
    fn see(&self, test: Test, pos: PosId, player: PlayerId) -> Option<bool> {
        let code = self.cells[pos.index()];
        let owner = self.shared.codes.player(code);
        Some(match test {
            Test::Empty => code == 0,
            Test::Friend => code != 0 && owner == player,
            Test::Enemy => code != 0 && self.shared.tables().is_enemy(player, owner),
            Test::Neutral => code != 0 && self.shared.tables().is_neutral[owner.index()],
            Test::Piece(kind) => code != 0 && self.shared.codes.kind(code) == kind,
            Test::Attr(attr) => {
                code != 0 && self.attrs.get(pos.index()).is_some_and(|a| a >> attr.0 & 1 != 0)
            }
            Test::LastFrom => self.last[0] == pos,
            Test::LastTo => self.last[1] == pos,
            _ => return None,
        })
    }

    #[inline(always)]
    fn recalls(&self, stretch: u16) -> bool {
        self.recall.is_on(stretch)
    }
}

impl<B: Bits> World for Asker<'_, B> {
    type Eyes<'a>
        = Eyes<'a>
    where
        Self: 'a;

    #[inline]
    fn eyes(&self) -> Eyes<'_> {
        self.core.eyes(self.cx)
    }

    fn ask(&mut self, test: Test, pos: PosId, run: Start) -> Result<bool, RuntimeError> {
        self.core.answer(self.cx, run, test, pos)
    }

    fn last(&self) -> (Option<PosId>, Option<PosId>) {
        self.core.last_places()
    }

    fn stamp(&self) -> u64 {
        self.core.state.hash ^ self.core.last_key()
    }

    fn content(&self, reads: &Reads) -> u64 {
        self.core.content(self.cx, reads)
    }

    fn recall(&mut self) -> &mut Recall {
        &mut self.core.recall
    }
}

impl<B: Bits> Core<B> {
    /// Answers what a run asks of the position.
    #[inline(always)]
    pub(super) fn answer(
        &mut self,
        cx: &Cx<B>,
        run: Start,
        test: Test,
        pos: PosId,
    ) -> Result<bool, RuntimeError> {
        let code = self.state.cells[pos.index()];
        Ok(match test {
            Test::Empty => code == 0,
            Test::Friend => self.state.by_player[run.player.index()].has(pos),
            Test::Enemy => self.is_enemy_at(cx, run.player, pos),
            _ => return self.answer_rest(cx, run, test, pos),
        })
    }

    fn answer_rest(&mut self, cx: &Cx<B>, run: Start, test: Test, pos: PosId) -> Result<bool, RuntimeError> {
        Ok(match test {
            Test::AdjacentToEnemy => self.is_adjacent_to_enemy(cx, run.player, pos),
            Test::Attacked => self.asks_attacked(cx, run, pos, Filter::Any)?,
            Test::AttackedBy(t) => self.asks_attacked(cx, run, pos, Filter::Type(t))?,
            Test::Defended => self.asks_defended(cx, run, pos, Filter::Any)?,
            Test::DefendedBy(t) => self.asks_defended(cx, run, pos, Filter::Type(t))?,
            // Only a graph asks that; other runs answer it themselves.
            Test::Flag(flag) => self.flags[flag.index() / 64] >> (flag.index() % 64) & 1 != 0,
            // What is not seen depends on the run alone; it answers that itself.
            _ => self.eyes(cx).see(test, pos, run.player).unwrap_or(false),
        })
    }

    /// Hash of what was read.
    pub(super) fn content(&self, cx: &Cx<B>, reads: &Reads) -> u64 {
        let last = if reads.has_last() { self.last_key() } else { 0 };
        reads.squares().fold(last, |hash, pos| hash ^ self.state.key_at(&cx.keys, pos))
    }

    #[inline(always)]
    fn eyes<'a>(&'a self, cx: &'a Cx<B>) -> Eyes<'a> {
        let State { cells, attrs, turn, .. } = &self.state;
        Eyes { cells, attrs, last: [turn.last_from, turn.last_to], shared: cx, recall: &self.recall }
    }
}
