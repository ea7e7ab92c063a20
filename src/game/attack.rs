//! Attacks, and the moves that check forbids (specification, 9.6 and 11).

use super::bits::Bits;
use super::core::{Core, Cx};
use super::graph::{END, Node};
use super::guard::{Guard, Verdict};
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::{Asker, Filter, lacks_promotion};
use super::mv::Effect;
use super::outcome::RuntimeError;
use super::slice::{ATTACKED, Slice};
use crate::ids::{DirId, PieceId, PlayerId, PosId};
use crate::vm::{Run, Start, interpret};
use std::ops::ControlFlow;

/// An attack test may meet `attacked?` in the moves it tries. One level of that is
/// answered; below it the answer is no.
const NESTING: u8 = 2;

impl<B: Bits> Core<B> {
    /// Keeps the moves of a list that are legal.
    pub(super) fn keep_legal(
        &mut self,
        cx: &Cx<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        if cx.goals.royals.is_empty() {
            return Ok(());
        }
        if buf.heads.len() == mark.heads {
            return Ok(());
        }
        let guard = self.guard(cx)?;
        self.keep_guarded(cx, &guard, buf, mark)
    }

    /// The same with a guard at hand.
    pub(super) fn keep_guarded(
        &mut self,
        cx: &Cx<B>,
        guard: &Guard<B>,
        buf: &mut MoveBuf,
        mark: Mark,
    ) -> Result<(), RuntimeError> {
        let mut kept = mark.heads;
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            if self.is_let_through(cx, guard, head, buf.effects(head))? {
                buf.heads[kept] = head;
                kept += 1;
            }
        }
        buf.heads.truncate(kept);
        Ok(())
    }

    /// Whether a move of the list is legal, by the guard if it can tell.
    #[inline]
    pub(super) fn is_let_through(
        &mut self,
        cx: &Cx<B>,
        guard: &Guard<B>,
        head: Head,
        effects: &[Effect],
    ) -> Result<bool, RuntimeError> {
        let aside = if head.is_aside() { self.laid_aside(cx, effects) } else { None };
        let (from, to) = aside.unwrap_or((head.from, head.to));
        let verdict = match aside {
            Some(_) => guard.verdict_aside(head, from, to),
            None => guard.verdict(head, effects, &self.state.by_player[self.acting(cx).index()]),
        };
        if guard.moves_again() && (verdict != Verdict::Legal || !self.never_attacks(cx, guard, head)) {
            return self.is_legal(cx, head, effects);
        }
        match verdict {
            Verdict::Legal => Ok(true),
            Verdict::Illegal => Ok(false),
            Verdict::Pinned => Ok(self.pinned_ways(cx, guard, from).has(to)),
            Verdict::Try => {
                if (head.is_local() || aside.is_some())
                    && guard.is_royal_step(head, from)
                    && let Some(attrs) = self.attrs_after(head, effects, from, to)
                    && let Some(is_safe) = self.is_step_safe(cx, guard, attrs, from, to)
                {
                    return Ok(is_safe);
                }
                self.is_legal(cx, head, effects)
            }
        }
    }

    /// The attributes of a piece after it has gone from a square to another one; `None` if more becomes of it.
    fn attrs_after(&self, head: Head, effects: &[Effect], from: PosId, to: PosId) -> Option<u64> {
        let is_step = |e: Option<&Effect>| matches!(e, Some(Effect::Move { copy: false, .. }));
        if !head.is_simple() && !is_step(effects.first()) {
            return None;
        }
        effects.iter().try_fold(self.state.attrs_at(from), |attrs, effect| match *effect {
            Effect::Move { .. } => Some(attrs),
            Effect::SetAttribute { pos, attr, value } if pos == to => {
                let bit = 1 << attr.0;
                Some(if value { attrs | bit } else { attrs & !bit })
            }
            Effect::Capture { pos }
            | Effect::Flip { pos }
            | Effect::ChangeType { pos, .. }
            | Effect::ChangeOwner { pos, .. }
            | Effect::SetAttribute { pos, .. }
            | Effect::Promote { pos, .. } => (pos != to).then_some(attrs),
            Effect::Drop { .. } | Effect::Create { .. } => None,
        })
    }

    /// From where to where a piece of the mover goes by a move that lays aside what it takes, if that changes nothing
    /// else.
    fn laid_aside(&self, cx: &Cx<B>, effects: &[Effect]) -> Option<(PosId, PosId)> {
        let [Effect::Move { from, to, .. }, Effect::Move { to: beside, .. }, ..] = *effects else {
            return None;
        };
        let own = &self.state.by_player[self.acting(cx).index()];
        (own.has(from) && !self.state.occupied.has(beside)).then_some((from, to))
    }

    /// Whether a pseudo-legal move (or a pass) leaves no royal piece to be taken
    /// by the player who moves next.
    pub fn is_legal(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<bool, RuntimeError> {
        if cx.goals.royals.is_empty() {
            return Ok(true);
        }
        self.make(cx, head, effects)?;
        let next = self.acting(cx);
        let result = self.attacks_royal(cx, next);
        self.unmake(cx);
        Ok(!result?)
    }

    /// Whether a player attacks a royal piece of any other player.
    pub(super) fn attacks_royal(&mut self, cx: &Cx<B>, by: PlayerId) -> Result<bool, RuntimeError> {
        for &(owner, kind) in &cx.goals.royals {
            if owner == by {
                continue;
            }
            let mut royal = self.state.by_code[usize::from(cx.codes.code(owner, kind))].clone();
            while let Some(pos) = royal.pop() {
                if self.attacks(cx, by, pos, Filter::Any)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a royal piece of the player is attacked by an enemy.
    pub fn in_check(&mut self, cx: &Cx<B>, player: PlayerId) -> Result<bool, RuntimeError> {
        for &(owner, kind) in &cx.goals.royals {
            if owner == player && self.is_any_attacked(cx, player, kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a piece of this type of the player is attacked by an enemy.
    pub(super) fn is_any_attacked(
        &mut self,
        cx: &Cx<B>,
        player: PlayerId,
        kind: PieceId,
    ) -> Result<bool, RuntimeError> {
        let code = cx.codes.code(player, kind);
        let mut places = self.state.by_code[usize::from(code)].clone();
        while let Some(pos) = places.pop() {
            if self.enemies_attack(cx, player, pos, Filter::Any)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any enemy of a player (no neutral or random one) attacks a position.
    pub(super) fn enemies_attack(
        &mut self,
        cx: &Cx<B>,
        player: PlayerId,
        pos: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        for q in (0..cx.tables().players).map(PlayerId::from_index) {
            if cx.tables().is_enemy(player, q)
                && !cx.tables().is_random[q.index()]
                && self.attacks(cx, q, pos, filter)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `attacked?`: with a piece of the player on the position.
    pub(super) fn asks_attacked(
        &mut self,
        cx: &Cx<B>,
        run: Start,
        pos: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        if self.depth >= NESTING {
            return Ok(false);
        }
        let player = run.player;
        let stands = self.piece_at(cx, pos).is_some_and(|(p, _)| p == player);
        let stand_in = (!stands).then(|| (player, self.stand_in(cx, player, run.kind)));
        self.with_piece(cx, pos, stand_in, |core| core.enemies_attack(cx, player, pos, filter))
    }

    /// `defended?`: with a piece of an enemy on the position.
    pub(super) fn asks_defended(
        &mut self,
        cx: &Cx<B>,
        run: Start,
        pos: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        if self.depth >= NESTING {
            return Ok(false);
        }
        let player = run.player;
        let tables = cx.tables();
        let is_enemy = |q: PlayerId| tables.is_enemy(player, q);
        let stands = self.piece_at(cx, pos).is_some_and(|(p, _)| is_enemy(p));
        let enemy = (0..tables.players)
            .map(PlayerId::from_index)
            .find(|&q| is_enemy(q) && !tables.is_random[q.index()]);
        let Some(enemy) = enemy else { return Ok(false) };
        let stand_in = (!stands).then(|| (enemy, self.stand_in(cx, enemy, run.kind)));
        self.with_piece(cx, pos, stand_in, |core| core.attacks(cx, player, pos, filter))
    }

    /// The type of the piece put down for an attack test.
    pub(super) fn stand_in(&self, cx: &Cx<B>, player: PlayerId, running: PieceId) -> PieceId {
        let royals = &cx.goals.royals;
        royals.iter().find(|r| r.0 == player).map_or(running, |r| r.1)
    }

    /// Whether a player has a move that arrives or captures on a position where
    /// a piece of another player stands.
    pub(super) fn attacks(
        &mut self,
        cx: &Cx<B>,
        by: PlayerId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        self.depth += 1;
        let victim = self.state.cells[target.index()];
        let sliced = filter == Filter::Any
            && !self.is_plain
            && victim != 0
            && cx.tables().is_enemy(by, cx.codes.player(victim));
        let result = if sliced {
            self.attacks_by_slices(cx, by, target)
        } else {
            self.attacks_by_running(cx, by, target, filter)
        };
        self.depth -= 1;
        result
    }

    /// From the target outwards: only pieces that could ever reach it are looked at.
    fn attacks_by_slices(&mut self, cx: &Cx<B>, by: PlayerId, target: PosId) -> Result<bool, RuntimeError> {
        let victim = (self.state.cells[target.index()], self.state.attrs_at(target));
        let attacks = cx.cache.threats.on(target, self.man_at(cx, target));
        if !attacks.may_come(cx.codes.of(by), &self.state.by_code) {
            return Ok(false);
        }
        for code in cx.codes.of(by) {
            let Some(mut sorted) = attacks.sort(code, &self.state.by_code[usize::from(code)]) else {
                continue;
            };
            if !sorted.always.is_empty() {
                return Ok(true);
            }
            while let Some(pos) = sorted.lines.pop() {
                let line = cx.cache.threats.line(target, pos);
                if line.is_some_and(|line| line.is_disjoint(&self.state.occupied)) {
                    return Ok(true);
                }
            }
            while let Some(pos) = sorted.others.pop() {
                let attacked = match cx.cache.slice(cx, code, pos, target, victim) {
                    Slice::Never => false,
                    Slice::Unknown => self.piece_attacks(cx, by, pos, target, Filter::Any)?,
                    Slice::Empties(mask) => mask.is_disjoint(&self.state.occupied),
                    Slice::Graph { nodes, root, .. } => {
                        let start = Start { player: by, kind: cx.codes.kind(code), pos, is_drop: false };
                        self.walk_slice(cx, start, nodes, *root)?
                    }
                };
                if attacked {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    pub(super) fn walk_slice(
        &mut self,
        cx: &Cx<B>,
        start: Start,
        nodes: &[Node],
        root: u32,
    ) -> Result<bool, RuntimeError> {
        let mut node = root;
        while node != END && node != ATTACKED {
            let Node::Ask { test, pos, yes, no } = nodes[node as usize] else { break };
            node = if self.answer(cx, start, test, pos)? { yes } else { no };
        }
        Ok(node == ATTACKED)
    }

    /// The plain definition: all moves of the player are run.
    fn attacks_by_running(
        &mut self,
        cx: &Cx<B>,
        by: PlayerId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        let mut pieces = self.state.by_player[by.index()].clone();
        while let Some(pos) = pieces.pop() {
            if self.piece_attacks(cx, by, pos, target, filter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn piece_attacks(
        &mut self,
        cx: &Cx<B>,
        by: PlayerId,
        pos: PosId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        let before = self.fuel;
        let result = self.run_for_attack(cx, by, pos, target, filter);
        cx.cache.spend(self.state.cells[pos.index()], pos, before.saturating_sub(self.fuel));
        result
    }

    fn run_for_attack(
        &mut self,
        cx: &Cx<B>,
        by: PlayerId,
        pos: PosId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        let Some((_, kind)) = self.piece_at(cx, pos) else { return Ok(false) };
        let start = Start { player: by, kind, pos, is_drop: false };
        for entry in &cx.program.pieces[kind.index()].moves {
            if !filter.lets_through(entry.move_type) {
                continue;
            }
            let mut run = self.runs.pop().unwrap_or_else(|| Run::new(start, entry.addr));
            run.restart(start, entry.addr);
            let mut fuel = self.fuel;
            let mut hit = false;
            let stock = self.stock_for_promotions(cx);
            let mut world = Asker { core: self, cx };
            let result = interpret(&cx.program, &mut world, &mut run, &mut fuel, None, |run, added| {
                let arrives = |e: &Effect| matches!(e, Effect::Move { to, .. } if *to == target);
                hit = !lacks_promotion(cx, stock.as_deref(), by, added)
                    && (arrives(&added.last)
                        || run.items().movements.iter().any(arrives)
                        || run.items().captures.contains(&target));
                if hit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.fuel = fuel.min(self.fuel);
            self.runs.push(run);
            self.stocks.extend(stock);
            let _ = result?;
            if hit {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn is_adjacent_to_enemy(&self, cx: &Cx<B>, player: PlayerId, pos: PosId) -> bool {
        let tables = cx.tables();
        (0..tables.directions).map(DirId::from_index).any(|dir| {
            let next = tables.next(player, dir, pos);
            next != crate::compile::NO_POS
                && self.piece_at(cx, next).is_some_and(|(p, _)| tables.is_enemy(player, p))
        })
    }
}
