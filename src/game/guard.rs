//! Which moves need to be tried to know whether they leave a royal piece to be taken.
//!
//! Most moves touch no line to a royal piece. One look at the slices of the
//! opponent's pieces (see [`super::slice`]) tells which squares matter; a move that
//! changes only its own two squares, none of them such a square, is legal without
//! being tried. In check the same look tells where a move must go.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::graph::{Changes, Graph};
use super::movebuf::Head;
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::slice::Slice;
use super::state::Code;
use super::threats::Man;
use crate::compile::NO_POS;
use crate::ids::{PlayerId, PosId};
use crate::vm::Start;

/// What one look at the attacks on the royal pieces tells.
pub(super) struct Guard<B> {
    /// The player who moves next.
    by: PlayerId,
    /// Every move must be tried.
    tries_all: bool,
    /// The same player moves again: his own pieces attack, also from where they arrive.
    moves_again: bool,
    /// The royal pieces; with more than one, their moves must be tried.
    royals: B,
    has_one: bool,
    /// Some moves make a piece royal.
    makes_royals: bool,
    /// A move from here may open an attack.
    lines: B,
    /// A move from or to here may change an attack in another way.
    asked: B,
    /// In check: a move must go to one of these; who takes the royal piece himself is in check no more.
    resolve: Option<B>,
}

/// What a guard says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    /// Legal if it opens no line.
    Pinned,
    Try,
}

impl<B: Bits> Guard<B> {
    /// Of a board with so many positions, before anything was looked at.
    pub fn blank(positions: usize) -> Guard<B> {
        let empty = B::empty(positions);
        Guard {
            by: PlayerId(0),
            tries_all: false,
            moves_again: false,
            royals: empty.clone(),
            has_one: false,
            makes_royals: false,
            lines: empty.clone(),
            asked: empty,
            resolve: None,
        }
    }

    /// Judges a move that is no pass, with its stored effects; `own` are the mover's pieces.
    #[inline]
    pub fn verdict(&self, head: Head, effects: &[Effect], own: &B) -> Verdict {
        if self.tries_all || head.is_partial() || self.makes_royals && !head.is_simple() {
            return Verdict::Try;
        }
        if !head.is_local() {
            return if self.is_harmless(effects, own) { Verdict::Legal } else { Verdict::Try };
        }
        // An empty square that is lifted leaves nothing on the other one, and a man of the next player attacks there.
        if head.from != NO_POS && !own.has(head.from) {
            return Verdict::Try;
        }
        self.between(head.from, head.to)
    }

    /// Judges a move that lays aside what it takes, from a square to another one; beside them nothing stands.
    pub fn verdict_aside(&self, head: Head, from: PosId, to: PosId) -> Verdict {
        if self.tries_all || head.is_partial() || self.makes_royals || self.royals.has(to) {
            return Verdict::Try;
        }
        self.between(from, to)
    }

    /// Judges a move that changes no more than two squares.
    #[inline(always)]
    fn between(&self, from: PosId, to: PosId) -> Verdict {
        if self.asked.has(to) {
            return Verdict::Try;
        }
        // A drop leaves no square.
        let leaves = |set: &B| from != NO_POS && set.has(from);
        if leaves(&self.royals) || leaves(&self.asked) {
            return Verdict::Try;
        }
        match &self.resolve {
            Some(resolve) if !resolve.has(to) => Verdict::Illegal,
            _ if leaves(&self.lines) => Verdict::Pinned,
            _ => Verdict::Legal,
        }
    }

    /// Whether a move of the mover's own pieces, with captures, is legal since it has nothing to do with attacks on
    /// royal pieces: it leaves at most one square empty, and no line is opened by that.
    fn is_harmless(&self, effects: &[Effect], own: &B) -> bool {
        let is_free = |pos: PosId| !self.asked.has(pos) && !self.royals.has(pos);
        let fills = |pos: PosId| effects.iter().any(|e| matches!(*e, Effect::Move { to, .. } if to == pos));
        let mut emptied = None;
        self.resolve.is_none()
            && effects.iter().all(|effect| {
                let (left, is_told) = match *effect {
                    Effect::Move { from, to, copy: false } => (Some(from), own.has(from) && is_free(to)),
                    Effect::Capture { pos } => (Some(pos), !fills(pos)),
                    Effect::SetAttribute { pos, .. } => (None, is_free(pos)),
                    _ => (None, false),
                };
                let Some(left) = left.filter(|_| is_told) else { return is_told };
                is_free(left)
                    && (fills(left) || !self.lines.has(left) && *emptied.get_or_insert(left) == left)
            })
    }

    /// Whether nothing can be said in advance.
    pub fn tries_all(&self) -> bool {
        self.tries_all
    }

    /// In check: a move must go to one of these.
    #[inline]
    pub fn resolve(&self) -> Option<&B> {
        self.resolve.as_ref()
    }

    /// A piece that attacks from there whatever stands between must be taken.
    fn must_take(&mut self, pos: PosId, target: PosId) {
        let mut ways = self.royals.none();
        ways.insert(pos);
        self.check(ways, target);
    }

    /// Notes that the royal piece on a square is attacked: a move must go to one of these squares, or take that piece
    /// itself.
    fn check(&mut self, mut ways: B, target: PosId) {
        ways.insert(target);
        match &mut self.resolve {
            None => self.resolve = Some(ways),
            Some(resolve) => resolve.keep(&ways),
        }
    }

    /// Looks at a piece that attacks a royal piece if a line is empty.
    #[inline]
    fn look_along(&mut self, line: &B, pos: PosId, target: PosId, occupied: &B) {
        match line.common(occupied) {
            0 => {
                let mut ways = line.clone();
                ways.insert(pos);
                self.check(ways, target);
            }
            1 => self.lines.insert_common(line, occupied),
            _ => {}
        }
    }

    /// Whether a piece that is judged may not go wherever it could: in check, or since it is pinned. A drop comes
    /// from no square.
    #[inline]
    pub fn limits(&self, from: PosId) -> bool {
        self.resolve.is_some() || self.pins(from)
    }

    /// Whether a piece may open a line to a royal piece when it leaves the square.
    #[inline]
    pub fn pins(&self, from: PosId) -> bool {
        from != NO_POS && self.lines.has(from)
    }

    /// Whether none of the moves of a piece needs to be tried: the squares that they go to decide (of one that is
    /// pinned, see [`Core::pinned_ways`]).
    #[inline]
    pub fn judges(&self, from: PosId, kind: Changes, reach: &B) -> bool {
        let is_told = match kind {
            Changes::Simple => true,
            Changes::Local => !self.makes_royals,
            Changes::Aside | Changes::Any => false,
        };
        is_told && self.is_beyond_doubt(from, reach)
    }

    /// Whether the same player moves again, so that his own pieces attack.
    #[inline]
    pub fn moves_again(&self) -> bool {
        self.moves_again
    }

    /// The same as [`Guard::judges`] for a graph, whose moves may lay aside what they take.
    #[inline]
    pub fn judges_graph(&self, from: PosId, graph: &Graph<B>, occupied: &B) -> bool {
        match graph.changes {
            Changes::Aside => {
                from != NO_POS
                    && !self.makes_royals
                    && graph.beside.is_disjoint(occupied)
                    && self.royals.is_disjoint(&graph.reach)
                    && self.is_beyond_doubt(from, &graph.reach)
            }
            kind => self.judges(from, kind, &graph.reach),
        }
    }

    /// The same for moves that put a man from a square beside onto the one that is left: wherever they go, they are legal.
    pub fn judges_filling(&self, from: PosId, beside: PosId, reach: &B) -> bool {
        let is_free = |pos: PosId| !self.royals.has(pos) && !self.asked.has(pos) && !self.lines.has(pos);
        !self.makes_royals && self.resolve.is_none() && is_free(beside) && self.is_beyond_doubt(from, reach)
    }

    /// Whether none of the moves of a piece needs to be tried that is not royal, if that ever depends on squares alone.
    pub fn judges_others(&self) -> bool {
        !self.moves_again && self.asked.is_empty()
    }

    /// Those of the pieces that may not go wherever they could, see [`Guard::limits`].
    pub fn limited(&self, pieces: &B) -> B {
        let mut limited = pieces.clone();
        if self.resolve.is_none() {
            limited.keep(&self.lines);
        }
        limited
    }

    #[inline(always)]
    fn is_beyond_doubt(&self, from: PosId, reach: &B) -> bool {
        !self.moves_again
            && (from == NO_POS || !self.royals.has(from) && !self.asked.has(from))
            && self.asked.is_disjoint(reach)
    }

    /// Whether a plain movement from here is one of the only royal piece; a drop comes from no square.
    #[inline]
    pub fn is_royal_step(&self, head: Head, from: PosId) -> bool {
        self.has_one && !self.tries_all && !head.is_partial() && from != NO_POS && self.royals.has(from)
    }
}

impl<B: Bits> Core<B> {
    /// Looks at the attacks on all royal pieces that the next player could take.
    pub(super) fn guard(&mut self, cx: &Cx<B>) -> Result<Guard<B>, RuntimeError> {
        let mut guard = Guard::blank(cx.tables().positions);
        self.put_up(cx, &mut guard)?;
        Ok(guard)
    }

    /// The same in the place of a guard that is blank: one is made for each position.
    pub(super) fn put_up(&mut self, cx: &Cx<B>, guard: &mut Guard<B>) -> Result<(), RuntimeError> {
        guard.by = self.next_acting(cx);
        guard.moves_again = guard.by == self.acting(cx);
        guard.makes_royals = cx.goals.makes_royals;
        guard.tries_all = self.is_plain;
        for &(owner, kind) in &cx.goals.royals {
            if owner != guard.by {
                guard.tries_all |= !cx.tables().is_enemy(guard.by, owner);
                guard.royals.insert_all(&self.state.by_code[usize::from(cx.codes.code(owner, kind))]);
            }
        }
        guard.has_one = guard.royals.len() == 1;
        let mut royals = guard.royals.clone();
        while !guard.tries_all
            && let Some(target) = royals.pop()
        {
            self.look_at(cx, target, guard)?;
        }
        guard.tries_all |= guard.moves_again && guard.resolve.is_some();
        Ok(())
    }

    fn look_at(&mut self, cx: &Cx<B>, target: PosId, guard: &mut Guard<B>) -> Result<(), RuntimeError> {
        let attacks = cx.cache.threats.on(target, self.man_at(cx, target));
        let codes = cx.codes.of(guard.by);
        if !attacks.may_come(codes.clone(), &self.state.by_code) {
            return Ok(());
        }
        for code in codes {
            let Some(mut sorted) = attacks.sort(code, &self.state.by_code[usize::from(code)]) else {
                continue;
            };
            while let Some(pos) = sorted.always.pop() {
                guard.must_take(pos, target);
            }
            while let Some(pos) = sorted.lines.pop() {
                if let Some(line) = cx.cache.threats.line(target, pos) {
                    guard.look_along(line, pos, target, &self.state.occupied);
                }
            }
            while let Some(pos) = sorted.others.pop() {
                self.look_at_piece(cx, code, pos, target, guard)?;
                if guard.tries_all {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn look_at_piece(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        pos: PosId,
        target: PosId,
        guard: &mut Guard<B>,
    ) -> Result<(), RuntimeError> {
        let victim = (self.state.cells[target.index()], self.state.attrs_at(target));
        match cx.cache.slice(cx, code, pos, target, victim) {
            Slice::Never => {}
            Slice::Unknown => guard.tries_all = true,
            Slice::Empties(mask) => guard.look_along(mask, pos, target, &self.state.occupied),
            Slice::Graph { nodes, root, asked, is_wide } => {
                let start = Start { player: guard.by, kind: cx.codes.kind(code), pos, is_drop: false };
                self.depth += 1;
                let attacked = self.walk_slice(cx, start, nodes, *root);
                self.depth -= 1;
                if *is_wide {
                    guard.tries_all = true;
                    return Ok(());
                }
                if attacked? {
                    // Nothing but a move from or to what was asked about, or onto the piece, ends that.
                    let mut ways = asked.clone();
                    ways.insert(pos);
                    guard.check(ways, target);
                }
                guard.asked.insert_all(asked);
            }
        }
        Ok(())
    }

    /// Who stands on a square, which is not empty.
    #[inline]
    pub(super) fn man_at(&self, cx: &Cx<B>, pos: PosId) -> Man {
        (cx.codes.kind(self.state.cells[pos.index()]), self.state.attrs_at(pos))
    }

    /// Whether it is known that the piece that a move puts somewhere never attacks a royal piece from there.
    pub(super) fn never_attacks(&self, cx: &Cx<B>, guard: &Guard<B>, head: Head) -> bool {
        let moved = || head.is_simple().then(|| self.state.cells[head.from.index()]);
        let Some(code) = head.dropped().or_else(moved) else { return false };
        let mut there = B::empty(cx.tables().positions);
        there.insert(head.to);
        let mut royals = guard.royals.clone();
        while let Some(target) = royals.pop() {
            if cx.cache.threats.on(target, self.man_at(cx, target)).sort(code, &there).is_some() {
                return false;
            }
        }
        true
    }

    /// Where a piece on a square of [`Guard::lines`] may go without opening one of them: along it, or onto the royal piece.
    pub(super) fn pinned_ways(&self, cx: &Cx<B>, guard: &Guard<B>, from: PosId) -> B {
        let mut ways = cx.cache.everywhere.clone();
        let occupied = &self.state.occupied;
        let mut look = |line: &B, pos: PosId, target: PosId| {
            if line.has(from) && line.common(occupied) == 1 {
                let mut line = line.clone();
                line.insert(pos);
                line.insert(target);
                ways.keep(&line);
            }
        };
        let mut royals = guard.royals.clone();
        while let Some(target) = royals.pop() {
            let victim = (self.state.cells[target.index()], self.state.attrs_at(target));
            let attacks = cx.cache.threats.on(target, self.man_at(cx, target));
            for code in cx.codes.of(guard.by) {
                let pieces = &self.state.by_code[usize::from(code)];
                let Some(mut sorted) = attacks.sort(code, pieces) else { continue };
                while let Some(pos) = sorted.lines.pop() {
                    if let Some(line) = cx.cache.threats.line(target, pos) {
                        look(line, pos, target);
                    }
                }
                while let Some(pos) = sorted.others.pop() {
                    if let Slice::Empties(mask) = cx.cache.slice(cx, code, pos, target, victim) {
                        look(mask, pos, target);
                    }
                }
            }
        }
        ways
    }

    /// Whether the only royal piece is safe after a plain step that leaves it with these attributes; `None` if that
    /// must be tried.
    pub(super) fn is_step_safe(
        &self,
        cx: &Cx<B>,
        guard: &Guard<B>,
        attrs: u64,
        from: PosId,
        target: PosId,
    ) -> Option<bool> {
        let mut occupied = self.state.occupied.clone();
        occupied.flip(from);
        let code = self.state.cells[from.index()];
        let victim = (code, attrs);
        let attacks = cx.cache.threats.on(target, (cx.codes.kind(code), attrs));
        let codes = cx.codes.of(guard.by);
        if !attacks.may_come(codes.clone(), &self.state.by_code) {
            return Some(true);
        }
        let mut taken = B::empty(cx.tables().positions);
        taken.insert(target);
        for code in codes {
            let mut pieces = self.state.by_code[usize::from(code)].clone();
            pieces.remove_all(&taken);
            let Some(mut sorted) = attacks.sort(code, &pieces) else { continue };
            if !sorted.always.is_empty() {
                return Some(false);
            }
            while let Some(pos) = sorted.lines.pop() {
                let line = cx.cache.threats.line(target, pos);
                if line.is_some_and(|line| line.is_disjoint(&occupied)) {
                    return Some(false);
                }
            }
            while let Some(pos) = sorted.others.pop() {
                match cx.cache.slice(cx, code, pos, target, victim) {
                    Slice::Never => {}
                    Slice::Empties(mask) if mask.is_disjoint(&occupied) => return Some(false),
                    Slice::Empties(_) => {}
                    Slice::Graph { .. } | Slice::Unknown => return None,
                }
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drop_is_no_step_of_a_royal_piece() {
        let guard = Guard {
            by: PlayerId(1),
            tries_all: false,
            moves_again: false,
            royals: [1u64],
            has_one: true,
            makes_royals: false,
            lines: [0],
            asked: [1 << 2],
            resolve: None,
        };
        let drop = Head::plain_drop(1, 0, PosId(2));
        assert_eq!(guard.verdict(drop, &[], &[1]), Verdict::Try);
        assert!(!guard.is_royal_step(drop, drop.from));
        let step = drop.onto(PosId(1));
        assert!(guard.is_royal_step(step, PosId(0)));
    }
}
