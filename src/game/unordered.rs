//! The legal moves in any order: for perft and wherever else the order of a list does not matter.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::graph::Graph;
use super::movebuf::{Head, Mark, MoveBuf};
use super::outcome::RuntimeError;
use super::targets::{Onward, Targets};
use super::telling::{PlainDrop, Taker, Whose};
use super::trace::Stage;

impl<B: Bits> Core<B> {
    /// Appends the legal moves to `buf`, in any order. The game must not be over.
    #[inline]
    pub(super) fn legal_in_any_order(&mut self, cx: &Cx<B>, buf: &mut MoveBuf) -> Result<(), RuntimeError> {
        self.refuel();
        let mark = buf.mark();
        if !self.tell_moves(cx, Stage::Safe, &mut List { buf, first: mark.heads })? {
            buf.truncate(mark);
            return self.legal(cx, buf);
        }
        self.known.has_moves = Some(buf.heads.len() > mark.heads);
        Ok(())
    }
}

/// A list being made.
struct List<'a> {
    buf: &'a mut MoveBuf,
    /// Where it begins in the buffer.
    first: usize,
}

impl<B: Bits> Taker<B> for List<'_> {
    #[inline(always)]
    fn takes(&self, targets: &Targets<B>) -> bool {
        targets.moves.is_some()
    }

    #[inline(always)]
    fn squares(&mut self, Whose { graph, targets, .. }: Whose<'_, B>, mut squares: B, _: bool) {
        match &targets.moves {
            Some(Onward::Alike(head)) => {
                while let Some(to) = squares.pop() {
                    self.buf.heads.push(head.onto(to));
                }
            }
            Some(Onward::Listed(all, moves)) => {
                let weight = targets.weight as usize;
                while let Some(to) = squares.pop() {
                    for &index in &moves[all.rank(to) * weight..][..weight] {
                        let head = graph.heads[index as usize];
                        self.buf.push(head, graph.effects(head));
                    }
                }
            }
            None => {}
        }
    }

    fn drops(&mut self, drop: PlainDrop, mut squares: B) {
        while let Some(pos) = squares.pop() {
            self.buf.heads.push(drop.on(pos));
        }
    }

    #[inline(always)]
    fn takes_numbers(&self) -> bool {
        false
    }

    fn graph(&mut self, _: &Graph<B>, _: usize) {}

    #[inline(always)]
    fn buf(&mut self) -> &mut MoveBuf {
        self.buf
    }

    #[inline(always)]
    fn listed(&mut self, _: Mark) {}

    fn pass(&mut self) {
        self.buf.heads.push(Head::pass());
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.buf.heads.len() - self.first
    }
}
