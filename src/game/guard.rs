//! Which moves need to be tried to know whether they leave a royal piece to be taken.
//!
//! Most moves touch no line to a royal piece. One look at the slices of the
//! opponent's pieces (see [`super::slice`]) tells which squares matter; a move that
//! changes only its own two squares, none of them such a square, is legal without
//! being tried. In check the same look tells where a move must go.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::movebuf::Head;
use super::outcome::RuntimeError;
use super::slice::Slice;
use super::state::Code;
use crate::compile::NO_POS;
use crate::ids::{PlayerId, PosId};
use crate::vm::Start;

/// What one look at the attacks on the royal pieces tells.
pub(super) struct Guard<B> {
    /// The player who moves next.
    by: PlayerId,
    /// Every move must be tried.
    tries_all: bool,
    /// The royal pieces; with more than one, their moves must be tried.
    royals: B,
    has_one: bool,
    /// Some moves make a piece royal.
    makes_royals: bool,
    /// A move from here may open an attack.
    lines: B,
    /// A move from or to here may change an attack in another way.
    asked: B,
    /// In check: a move must go to one of these.
    resolve: Option<B>,
}

/// What a guard says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    Try,
}

impl<B: Bits> Guard<B> {
    /// Judges a move that is no pass.
    #[inline]
    pub fn verdict(&self, head: Head) -> Verdict {
        if self.tries_all
            || !head.is_local()
            || head.is_partial()
            || self.makes_royals && !head.is_simple()
            || self.asked.has(head.to)
        {
            return Verdict::Try;
        }
        // A drop leaves no square.
        let leaves = |set: &B| head.from != NO_POS && set.has(head.from);
        if leaves(&self.royals) || leaves(&self.asked) || leaves(&self.lines) {
            return Verdict::Try;
        }
        match &self.resolve {
            Some(resolve) if !resolve.has(head.to) => Verdict::Illegal,
            _ => Verdict::Legal,
        }
    }

    /// Whether a move is the plain movement of the only royal piece.
    #[inline]
    pub fn is_royal_step(&self, head: Head) -> bool {
        self.has_one
            && !self.tries_all
            && head.is_simple()
            && !head.is_partial()
            && self.royals.has(head.from)
    }
}

impl<B: Bits> Core<B> {
    /// Looks at the attacks on all royal pieces that the next player could take.
    pub(super) fn guard(&mut self, cx: &Cx<B>) -> Result<Guard<B>, RuntimeError> {
        let positions = cx.tables().positions;
        let by = self.next_acting(cx);
        let empty = B::empty(positions);
        let mut guard = Guard {
            by,
            // The mover's own pieces attack from where they arrive: nothing can be said in advance.
            tries_all: by == self.acting(cx) || self.is_plain,
            royals: empty.clone(),
            has_one: false,
            makes_royals: cx.goals.makes_royals,
            lines: empty.clone(),
            asked: empty,
            resolve: None,
        };
        if guard.tries_all {
            return Ok(guard);
        }
        for &(owner, kind) in &cx.goals.royals {
            if owner != by {
                guard.tries_all |= !cx.tables().is_enemy(by, owner);
                guard.royals.insert_all(&self.state.by_code[usize::from(cx.codes.code(owner, kind))]);
            }
        }
        guard.has_one = guard.royals.len() == 1;
        let mut royals = guard.royals.clone();
        while let Some(target) = royals.pop() {
            if guard.tries_all {
                break;
            }
            self.look_at(cx, target, &mut guard)?;
        }
        Ok(guard)
    }

    fn look_at(&mut self, cx: &Cx<B>, target: PosId, guard: &mut Guard<B>) -> Result<(), RuntimeError> {
        for code in cx.codes.of(guard.by) {
            let mut pieces = self.state.by_code[usize::from(code)].clone();
            if pieces.is_empty() {
                continue;
            }
            cx.cache.remove_harmless(code, target, &mut pieces);
            while let Some(pos) = pieces.pop() {
                self.look_at_piece(cx, code, pos, target, guard)?;
                if guard.tries_all {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn look_at_piece(
        &mut self,
        cx: &Cx<B>,
        code: Code,
        pos: PosId,
        target: PosId,
        guard: &mut Guard<B>,
    ) -> Result<(), RuntimeError> {
        match cx.cache.slice(cx, code, pos, target) {
            Slice::Never => {}
            Slice::Unknown => {
                guard.tries_all = true;
                return Ok(());
            }
            Slice::Empties(mask) => match mask.common(&self.state.occupied) {
                0 => {
                    let mut ways = mask.clone();
                    ways.insert(pos);
                    match &mut guard.resolve {
                        None => guard.resolve = Some(ways),
                        Some(resolve) => resolve.keep(&ways),
                    }
                }
                1 => guard.lines.insert_common(mask, &self.state.occupied),
                _ => {}
            },
            Slice::Graph { nodes, root, asked, is_wide } => {
                let start = Start { player: guard.by, kind: cx.codes.kind(code), pos, is_drop: false };
                self.depth += 1;
                let attacked = self.walk_slice(cx, start, nodes, *root);
                self.depth -= 1;
                if *is_wide || attacked? {
                    guard.tries_all = true;
                    return Ok(());
                }
                guard.asked.insert_all(asked);
            }
        }
        Ok(())
    }

    /// Whether the only royal piece is safe after a plain step; `None` if that must be tried.
    pub(super) fn is_step_safe(&self, cx: &Cx<B>, guard: &Guard<B>, head: Head) -> Option<bool> {
        let mut occupied = self.state.occupied.clone();
        occupied.flip(head.from);
        for code in cx.codes.of(guard.by) {
            let mut pieces = self.state.by_code[usize::from(code)].clone();
            if pieces.is_empty() {
                continue;
            }
            cx.cache.remove_harmless(code, head.to, &mut pieces);
            if pieces.has(head.to) {
                pieces.flip(head.to);
            }
            while let Some(pos) = pieces.pop() {
                match cx.cache.slice(cx, code, pos, head.to) {
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
