//! Attacks, and the moves that check forbids (specification, 9.6 and 11).

use super::bits::Bits;
use super::core::Core;
use super::movebuf::{Head, Mark, MoveBuf};
use super::movegen::Filter;
use super::mv::Effect;
use super::outcome::RuntimeError;
use crate::ids::{DirId, PieceId, PlayerId, PosId};
use crate::vm::{Run, Start, interpret};
use std::ops::ControlFlow;

/// An attack test may meet `attacked?` in the moves it tries. One level of that is
/// answered; below it the answer is no.
const NESTING: u8 = 2;

impl<B: Bits> Core<B> {
    /// Keeps the moves of a list that are legal.
    pub(super) fn keep_legal(&mut self, buf: &mut MoveBuf, mark: Mark) -> Result<(), RuntimeError> {
        if self.shared.goals.royals.is_empty() {
            return Ok(());
        }
        let mut kept = mark.heads;
        for i in mark.heads..buf.heads.len() {
            let head = buf.heads[i];
            if self.is_legal(head, buf.effects(head))? {
                buf.heads[kept] = head;
                kept += 1;
            }
        }
        buf.heads.truncate(kept);
        Ok(())
    }

    /// Whether a pseudo-legal move (or a pass) leaves no royal piece to be taken
    /// by the player who moves next.
    pub fn is_legal(&mut self, head: Head, effects: &[Effect]) -> Result<bool, RuntimeError> {
        if self.shared.goals.royals.is_empty() {
            return Ok(true);
        }
        self.make(head, effects)?;
        let next = self.acting();
        let result = self.attacks_royal(next);
        self.unmake();
        Ok(!result?)
    }

    /// Whether a player attacks a royal piece of any other player.
    fn attacks_royal(&mut self, by: PlayerId) -> Result<bool, RuntimeError> {
        let shared = self.shared.clone();
        for &(owner, kind) in &shared.goals.royals {
            if owner == by {
                continue;
            }
            let mut royal = self.state.by_code[usize::from(shared.codes.code(owner, kind))].clone();
            while let Some(pos) = royal.pop() {
                if self.attacks(by, pos, Filter::Any)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a royal piece of the player is attacked by an enemy.
    pub fn in_check(&mut self, player: PlayerId) -> Result<bool, RuntimeError> {
        let shared = self.shared.clone();
        for &(owner, kind) in &shared.goals.royals {
            if owner == player && self.is_any_attacked(player, kind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a piece of this type of the player is attacked by an enemy.
    pub(super) fn is_any_attacked(&mut self, player: PlayerId, kind: PieceId) -> Result<bool, RuntimeError> {
        let code = self.shared.codes.code(player, kind);
        let mut places = self.state.by_code[usize::from(code)].clone();
        while let Some(pos) = places.pop() {
            if self.enemies_attack(player, pos, Filter::Any)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any enemy of a player (no neutral or random one) attacks a position.
    fn enemies_attack(&mut self, player: PlayerId, pos: PosId, filter: Filter) -> Result<bool, RuntimeError> {
        let shared = self.shared.clone();
        for q in (0..shared.tables().players).map(PlayerId::from_index) {
            if shared.tables().is_enemy(player, q)
                && !shared.tables().is_random[q.index()]
                && self.attacks(q, pos, filter)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `attacked?`: with a piece of the player on the position.
    pub(super) fn asks_attacked(
        &mut self,
        run: Start,
        pos: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        if self.depth >= NESTING {
            return Ok(false);
        }
        let player = run.player;
        let stands = self.piece_at(pos).is_some_and(|(p, _)| p == player);
        let stand_in = (!stands).then(|| (player, self.stand_in(player, run.kind)));
        self.with_piece(pos, stand_in, |core| core.enemies_attack(player, pos, filter))
    }

    /// `defended?`: with a piece of an enemy on the position.
    pub(super) fn asks_defended(
        &mut self,
        run: Start,
        pos: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        if self.depth >= NESTING {
            return Ok(false);
        }
        let player = run.player;
        let tables = self.shared.tables();
        let is_enemy = |q: PlayerId| tables.is_enemy(player, q);
        let stands = self.piece_at(pos).is_some_and(|(p, _)| is_enemy(p));
        let enemy = (0..tables.players)
            .map(PlayerId::from_index)
            .find(|&q| is_enemy(q) && !tables.is_random[q.index()]);
        let Some(enemy) = enemy else { return Ok(false) };
        let stand_in = (!stands).then(|| (enemy, self.stand_in(enemy, run.kind)));
        self.with_piece(pos, stand_in, |core| core.attacks(player, pos, filter))
    }

    /// The type of the piece put down for an attack test.
    fn stand_in(&self, player: PlayerId, running: PieceId) -> PieceId {
        let royals = &self.shared.goals.royals;
        royals.iter().find(|r| r.0 == player).map_or(running, |r| r.1)
    }

    /// Whether a player has a move that arrives or captures on a position.
    pub(super) fn attacks(
        &mut self,
        by: PlayerId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        self.depth += 1;
        let result = self.attacks_by_running(by, target, filter);
        self.depth -= 1;
        result
    }

    /// The plain definition: all moves of the player are run.
    fn attacks_by_running(
        &mut self,
        by: PlayerId,
        target: PosId,
        filter: Filter,
    ) -> Result<bool, RuntimeError> {
        let shared = self.shared.clone();
        let mut pieces = self.state.by_player[by.index()].clone();
        while let Some(pos) = pieces.pop() {
            let Some((_, kind)) = self.piece_at(pos) else { continue };
            let start = Start { player: by, kind, pos, is_drop: false };
            for entry in &shared.program.pieces[kind.index()].moves {
                if !filter.lets_through(entry.move_type) {
                    continue;
                }
                let mut run = self.runs.pop().unwrap_or_else(|| Run::new(start, entry.addr));
                run.restart(start, entry.addr);
                let mut fuel = std::mem::take(&mut self.fuel);
                let mut hit = false;
                let result = interpret(&shared.program, self, &mut run, &mut fuel, |run, added| {
                    let arrives = |e: &Effect| matches!(e, Effect::Move { to, .. } if *to == target);
                    hit = arrives(&added.last)
                        || run.movements().iter().any(arrives)
                        || run.captures().contains(&target);
                    if hit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                self.fuel = fuel;
                self.runs.push(run);
                result?;
                if hit {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    pub(super) fn is_adjacent_to_enemy(&self, player: PlayerId, pos: PosId) -> bool {
        let tables = self.shared.tables();
        (0..tables.directions).map(DirId::from_index).any(|dir| {
            let next = tables.next(player, dir, pos);
            next != crate::compile::NO_POS
                && self.piece_at(next).is_some_and(|(p, _)| tables.is_enemy(player, p))
        })
    }
}
