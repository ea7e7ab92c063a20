//! Following a walk: what its steps ask of the position, and where its moves go.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::graph::{END, Graph, Node};
use super::movebuf::{Head, MoveBuf};
use super::movegen::{Filter, record};
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::walk::{Onto, Ray, Step};
use crate::ids::{PlayerId, PosId};
use crate::vm::{Added, Items, Pending};

/// Where the moves of a walk go.
pub(super) trait Sink {
    /// A move that is told by its head.
    fn simple(&mut self, head: Head);
    /// The move to each of these squares, in this order.
    fn along(&mut self, head: Head, cells: &[PosId]);
    /// A move with its effects.
    fn stored(&mut self, head: Head, effects: &[Effect]);
    /// A move that was put together on the way.
    fn collected(&mut self, items: &Items, added: &Added);
    /// Nothing more is wanted.
    fn is_full(&self) -> bool;
}

impl Sink for MoveBuf {
    #[inline(always)]
    fn simple(&mut self, head: Head) {
        self.heads.push(head);
    }
    #[inline(always)]
    fn along(&mut self, head: Head, cells: &[PosId]) {
        // Mostly few: pushing is faster than making room for all.
        for &to in cells {
            self.heads.push(head.onto(to));
        }
    }
    #[inline]
    fn stored(&mut self, head: Head, effects: &[Effect]) {
        self.push(head, effects);
    }
    fn collected(&mut self, items: &Items, added: &Added) {
        record(items, added, self);
    }
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// Looks for the move with so many before it; counts those that there are.
pub(super) struct Nth {
    /// How many moves come before the one that is looked for.
    before: usize,
    /// How many of these were met.
    pub met: usize,
    /// The move; its stored effects are those of the graph.
    pub found: Option<Head>,
}

impl Nth {
    /// Looks for a move.
    pub fn new(before: usize) -> Nth {
        Nth { before, met: 0, found: None }
    }

    /// Counts moves.
    pub fn count() -> Nth {
        Nth::new(usize::MAX)
    }
}

impl Sink for Nth {
    #[inline(always)]
    fn simple(&mut self, head: Head) {
        if self.met == self.before {
            self.found = Some(head);
        } else {
            self.met += 1;
        }
    }
    #[inline(always)]
    fn along(&mut self, head: Head, cells: &[PosId]) {
        match cells.get(self.before - self.met) {
            Some(&to) => self.found = Some(head.onto(to)),
            None => self.met += cells.len(),
        }
    }
    #[inline]
    fn stored(&mut self, head: Head, _: &[Effect]) {
        self.simple(head);
    }
    fn collected(&mut self, _: &Items, _: &Added) {
        debug_assert!(false, "moves that are put together on the way are listed");
    }
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found.is_some()
    }
}

impl<B: Bits> Core<B> {
    /// Follows the walk of a graph.
    #[inline]
    pub(super) fn walk_graph(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        filter: Filter,
        sink: &mut impl Sink,
    ) -> Result<(), RuntimeError> {
        let walk = &graph.walk;
        let player = graph.start.player;
        for &(move_type, root) in &walk.parts {
            if !filter.lets_through(move_type) {
                continue;
            }
            let mut at = root;
            while at != END && !sink.is_full() {
                at = match walk.steps[at as usize] {
                    Step::Ray { head, ray, takes, next } => {
                        self.walk_ray(cx, player, head, &walk.rays[usize::from(ray)], takes, sink);
                        u32::from(next)
                    }
                    Step::Leap { onto, head, next } => {
                        if self.fits(cx, player, onto, head.to) {
                            sink.simple(head);
                        }
                        u32::from(next)
                    }
                    Step::IfEmpty(pos, yes, no) => {
                        if self.state.occupied.has(pos) {
                            no
                        } else {
                            yes
                        }
                    }
                    Step::IfFriend(pos, yes, no) => {
                        if self.state.by_player[player.index()].has(pos) {
                            yes
                        } else {
                            no
                        }
                    }
                    Step::IfEnemy(pos, yes, no) => {
                        if self.is_enemy_at(cx, player, pos) {
                            yes
                        } else {
                            no
                        }
                    }
                    Step::Node(node) => self.step(cx, graph, node, sink)?,
                };
            }
        }
        Ok(())
    }

    /// A step of the rarer kinds; gives the next one.
    fn step(
        &mut self,
        cx: &Cx<B>,
        graph: &Graph<B>,
        node: Node,
        sink: &mut impl Sink,
    ) -> Result<u32, RuntimeError> {
        let recycles = cx.rules.options.recycle_promotions;
        Ok(match node {
            Node::Ask { test, pos, yes, no } => {
                if self.answer(cx, graph.start, test, pos)? {
                    yes
                } else {
                    no
                }
            }
            Node::Add { head, next } => {
                let head = graph.heads[head as usize];
                if !recycles || self.has_promotion(cx, graph, head) {
                    sink.stored(head, &graph.effects[head.range()]);
                }
                next
            }
            Node::Begin { next } => {
                self.items.clear();
                self.flags = [0; 4];
                next
            }
            Node::Collect { first, len, next } => {
                for &pending in &graph.pending[first as usize..first as usize + usize::from(len)] {
                    match pending {
                        Pending::Flag(flag, value) => self.set_flag(flag, value),
                        _ => self.items.add(pending),
                    }
                }
                next
            }
            Node::Gather { gather, next } => {
                let gather = &graph.gathers[gather as usize];
                self.gather(cx, gather, graph.start)?;
                let Core { items, gathered, .. } = self;
                gathered[gather.index()].items.iter().for_each(|&pending| items.add(pending));
                next
            }
            Node::AddCollected { added, next } => {
                let added = &graph.added[added as usize];
                if !recycles || self.can_promote(cx, graph.start.player, added) {
                    sink.collected(&self.items, added);
                }
                if !added.more {
                    self.items.clear_pending();
                }
                next
            }
            Node::End => END,
        })
    }

    /// Moves along a line up to the first piece, and onto it if it may be taken.
    #[inline]
    fn walk_ray(
        &self,
        cx: &Cx<B>,
        player: PlayerId,
        head: Head,
        ray: &Ray<B>,
        takes: Onto,
        sink: &mut impl Sink,
    ) {
        let (free, blocked) = ray.cells.split_at(ray.free(&self.state.occupied));
        sink.along(head, free);
        if let Some(&to) = blocked.first()
            && !sink.is_full()
            && self.fits(cx, player, takes, to)
        {
            sink.simple(head.onto(to));
        }
    }

    #[inline(always)]
    fn fits(&self, cx: &Cx<B>, player: PlayerId, onto: Onto, pos: PosId) -> bool {
        match onto {
            Onto::Empty => !self.state.occupied.has(pos),
            Onto::NotFriend => !self.state.by_player[player.index()].has(pos),
            Onto::Enemy => self.is_enemy_at(cx, player, pos),
            Onto::Nowhere => false,
        }
    }

    /// Whether an enemy of the player stands there.
    #[inline(always)]
    pub(super) fn is_enemy_at(&self, cx: &Cx<B>, player: PlayerId, pos: PosId) -> bool {
        self.state.occupied.has(pos)
            && !self.state.by_player[player.index()].has(pos)
            && (!cx.has_neutral || self.is_owned_by_enemy(cx, player, pos))
    }

    fn is_owned_by_enemy(&self, cx: &Cx<B>, player: PlayerId, pos: PosId) -> bool {
        self.piece_at(cx, pos).is_some_and(|(owner, _)| cx.tables().is_enemy(player, owner))
    }

    /// With "recycle promotions": the new piece is there to be taken.
    pub(super) fn can_promote(&self, cx: &Cx<B>, player: PlayerId, added: &Added) -> bool {
        added.promote.is_none_or(|kind| self.state.stock[usize::from(cx.codes.code(player, kind))] > 0)
    }

    /// With "recycle promotions": the new piece is there to be taken.
    fn has_promotion(&self, cx: &Cx<B>, graph: &Graph<B>, head: Head) -> bool {
        graph.effects(head).iter().all(|e| match *e {
            Effect::Promote { piece, .. } => {
                self.state.stock[usize::from(cx.codes.code(graph.start.player, piece))] > 0
            }
            _ => true,
        })
    }
}
