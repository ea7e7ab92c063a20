//! When a game is over, and why.

use super::bits::Bits;
use super::core::Core;
use super::outcome::{Outcome, Reason, RuntimeError};
use crate::compile::{GoalExpr, NO_POS, Program, Step};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use crate::resolve::rules::GoalLineKind;

/// What the goals say of a game as a whole.
#[derive(Debug, Default)]
pub struct Goals {
    /// Royal pieces: owner and type.
    pub royals: Vec<(PlayerId, PieceId)>,
    /// For each goal line: it can hold while the player to move has legal moves.
    pub with_moves: Vec<bool>,
    /// For each goal line: it speaks of repetition.
    pub of_repetition: Vec<bool>,
    /// For "maximal captures" 2: what each type counts.
    pub capture_values: Vec<u32>,
    /// Players who can win or lose: not neutral, not random.
    pub contenders: Vec<PlayerId>,
}

impl Goals {
    /// Looks at the goals of a game.
    pub fn new(rules: &Rules, program: &Program) -> Goals {
        let mut royals: Vec<(PlayerId, PieceId)> = Vec::new();
        let mut capturable: Vec<(PlayerId, PieceId)> = Vec::new();
        for goal in &program.goals {
            goal.expr.walk(&mut |expr, negated| match expr {
                GoalExpr::Checkmated(kinds) if !negated => {
                    royals.extend(goal.players.iter().flat_map(|&p| kinds.iter().map(move |&k| (p, k))));
                }
                GoalExpr::Captured(kinds) => {
                    capturable.extend(goal.players.iter().flat_map(|&p| kinds.iter().map(move |&k| (p, k))));
                }
                _ => {}
            });
        }
        // A piece whose capture is a goal of its own may be left to be taken
        // (specification, 9.6; the saved game of PassiveChess).
        royals.retain(|r| !capturable.contains(r));
        royals.sort_unstable();
        royals.dedup();
        let contenders = rules
            .players
            .values()
            .enumerate()
            .filter(|(_, p)| !p.is_neutral && !p.is_random)
            .map(|(i, _)| PlayerId::from_index(i))
            .collect();
        Goals {
            royals,
            with_moves: program.goals.iter().map(|g| !needs_no_moves(&g.expr)).collect(),
            of_repetition: program.goals.iter().map(|g| speaks_of_repetition(&g.expr)).collect(),
            // A piece that comes later in the file counts as the more valuable one: promoted
            // pieces stand behind those they come from.
            capture_values: (0..rules.pieces.len() as u32).map(|i| 1 + i).collect(),
            contenders,
        }
    }
}

/// Whether the goal can only hold when the player to move has no legal move.
fn needs_no_moves(expr: &GoalExpr) -> bool {
    match expr {
        GoalExpr::Checkmated(_) | GoalExpr::Stalemated | GoalExpr::Never => true,
        GoalExpr::And(parts) => parts.iter().any(needs_no_moves),
        GoalExpr::Or(parts) => parts.iter().all(needs_no_moves),
        _ => false,
    }
}

fn speaks_of_repetition(expr: &GoalExpr) -> bool {
    let mut found = false;
    expr.walk(&mut |e, _| found |= matches!(e, GoalExpr::Repetition));
    found
}

/// Which goals are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All.
    All,
    /// Without draws by repetition and no progress: what depends on the position alone.
    Position,
}

impl<B: Bits> Core<B> {
    /// The outcome, if the game is over.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, RuntimeError> {
        if let Some(known) = &self.known.outcome {
            return Ok(known.clone());
        }
        let outcome = self.find_outcome(Scope::All)?;
        self.known.outcome = Some(outcome.clone());
        Ok(outcome)
    }

    /// The outcome as far as the goals in scope decide it.
    pub fn find_outcome(&mut self, scope: Scope) -> Result<Option<Outcome>, RuntimeError> {
        let shared = self.shared.clone();
        // Before the first move only a lack of moves ends a game: goals are tested after moves.
        let has_moved = self.state.turn.moved.is_some();
        for (line, goal) in shared.program.goals.iter().enumerate() {
            if scope == Scope::Position && shared.goals.of_repetition[line]
                || !has_moved && shared.goals.with_moves[line]
                || !shared.goals.with_moves[line] && self.has_moves()?
            {
                continue;
            }
            if let Some(player) = self.holder_of(&goal.expr, &goal.players)? {
                return Ok(Some(self.conclude(line, goal.kind, player)));
            }
        }
        if scope == Scope::All
            && let Some(moves) = shared.rules.options.no_progress_draw
        {
            let turns = moves.saturating_mul(shared.goals.contenders.len() as u32);
            if self.state.turn.chain.is_none() && turns > 0 && self.state.turn.quiet >= turns {
                let reason = Reason::NoProgress { moves };
                return Ok(Some(Outcome { winner: None, loser: None, reason }));
            }
        }
        if !self.has_moves()? {
            let reason = Reason::NoMoves { turn: usize::from(self.state.turn.entry) };
            return Ok(Some(Outcome { winner: None, loser: None, reason }));
        }
        Ok(None)
    }

    /// Whether the game is over although the player to move may have legal moves.
    pub fn is_over_despite_moves(&mut self, scope: Scope) -> Result<bool, RuntimeError> {
        let goals = &self.shared.goals;
        let never = !goals.with_moves.iter().any(|&w| w)
            && (scope == Scope::Position || self.shared.rules.options.no_progress_draw.is_none());
        if never {
            return Ok(false);
        }
        if scope == Scope::All {
            return Ok(self.outcome()?.is_some());
        }
        self.fuel = self.max_fuel;
        let shared = self.shared.clone();
        if self.state.turn.moved.is_none() {
            return Ok(false);
        }
        for (line, goal) in shared.program.goals.iter().enumerate() {
            let skip = !shared.goals.with_moves[line] || shared.goals.of_repetition[line];
            if !skip && self.holder_of(&goal.expr, &goal.players)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first listed player for whom a goal holds, the one who moved coming first.
    fn holder_of(&mut self, expr: &GoalExpr, players: &[PlayerId]) -> Result<Option<PlayerId>, RuntimeError> {
        let last = self.last_mover().map(|(_, acted)| acted).filter(|p| players.contains(p));
        let others = players.iter().copied().filter(|p| Some(*p) != last);
        for player in last.into_iter().chain(others) {
            if self.holds(expr, player)? {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    fn conclude(&self, line: usize, kind: GoalLineKind, player: PlayerId) -> Outcome {
        let goals = &self.shared.goals;
        let other = match goals.contenders[..] {
            [a, b] if player == a => Some(b),
            [a, b] if player == b => Some(a),
            _ => None,
        };
        let (winner, loser) = match kind {
            GoalLineKind::Win => {
                // The win of a player as whom another has moved is the other's.
                let winner = match self.last_mover() {
                    Some((mover, acted)) if acted == player && mover != player => mover,
                    _ => player,
                };
                (Some(winner), None)
            }
            GoalLineKind::Loss => (other, Some(player)),
            GoalLineKind::Draw => (None, None),
            GoalLineKind::Count => (self.most_pieces(&self.shared.program.goals[line].players), None),
        };
        Outcome { winner, loser, reason: Reason::Goal { line, kind, player } }
    }

    /// The one player with more pieces on the board than any other listed one.
    fn most_pieces(&self, players: &[PlayerId]) -> Option<PlayerId> {
        let count = |p: PlayerId| self.state.by_player[p.index()].len();
        let most = players.iter().map(|&p| count(p)).max()?;
        let mut with_most = players.iter().filter(|&&p| count(p) == most);
        match (with_most.next(), with_most.next()) {
            (Some(&p), None) => Some(p),
            _ => None,
        }
    }

    fn is_to_move(&self, player: PlayerId) -> bool {
        let entry = &self.shared.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        player == entry.mover || player == entry.acts_as
    }

    fn holds(&mut self, expr: &GoalExpr, player: PlayerId) -> Result<bool, RuntimeError> {
        Ok(match expr {
            GoalExpr::Never => false,
            GoalExpr::Stalemated => {
                self.is_to_move(player) && !self.has_moves()? && !self.in_check(player)?
            }
            GoalExpr::Checkmated(kinds) => {
                if !self.is_to_move(player) || self.has_moves()? {
                    return Ok(false);
                }
                for &kind in kinds {
                    if self.is_any_attacked(player, kind)? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalExpr::Repetition => {
                let moved = self.last_mover().is_some_and(|(a, b)| a == player || b == player);
                moved && self.occurrences() >= 3
            }
            GoalExpr::Captured(kinds) => self.captured_by_last().iter().any(|&code| {
                let codes = self.shared.codes;
                codes.player(code) == player && kinds.contains(&codes.kind(code))
            }),
            GoalExpr::PiecesRemaining(n, kind) => self.count(player, *kind) == *n,
            GoalExpr::TotalPieceCount(n, kind) => {
                let players = (0..self.shared.tables().players).map(PlayerId::from_index);
                players.map(|p| self.count(p, *kind)).sum::<u32>() == *n
            }
            GoalExpr::Absolute(config) => config.places.iter().all(|place| match *place {
                crate::compile::goal::Place::Pos(pos) => config.holder.is_met(player, self.piece_at(pos)),
                crate::compile::goal::Place::Zone(zone) => {
                    let shared = &self.shared;
                    let mut places = shared.tables().zone_positions(player, zone).into_iter();
                    places.any(|pos| config.holder.is_met(player, self.piece_at(pos)))
                }
            }),
            GoalExpr::Relative(steps) => (0..self.shared.tables().positions)
                .any(|start| self.matches_from(steps, player, PosId::from_index(start))),
            GoalExpr::And(parts) => {
                for part in parts {
                    if !self.holds(part, player)? {
                        return Ok(false);
                    }
                }
                true
            }
            GoalExpr::Or(parts) => {
                for part in parts {
                    if self.holds(part, player)? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalExpr::Not(part) => !self.holds(part, player)?,
        })
    }

    fn matches_from(&self, steps: &[Step], player: PlayerId, start: PosId) -> bool {
        let mut pos = start;
        steps.iter().all(|step| match step {
            Step::Dir(dir) => {
                let next = self.shared.tables().next(player, *dir, pos);
                let exists = next != NO_POS;
                if exists {
                    pos = next;
                }
                exists
            }
            Step::Holder(holder) => holder.is_met(player, self.piece_at(pos)),
        })
    }

    /// Pieces of a player (of a type); those in stock count unless captures are recycled.
    fn count(&self, player: PlayerId, kind: Option<PieceId>) -> u32 {
        let codes = self.shared.codes;
        let with_stock = !self.shared.rules.options.recycle_captures;
        let of = |kind: PieceId| {
            let code = usize::from(codes.code(player, kind));
            let stock = if with_stock { self.state.stock[code] } else { 0 };
            u32::from(self.state.counts[code]) + u32::from(stock)
        };
        match kind {
            Some(kind) => of(kind),
            None => (0..self.shared.tables().pieces).map(|k| of(PieceId::from_index(k))).sum(),
        }
    }
}
