//! When a game is over, and why.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::outcome::{Outcome, Reason, RuntimeError};
use super::watch::Watch;
use crate::compile::GoalExpr;
use crate::ids::PlayerId;
use crate::resolve::rules::GoalLineKind;

/// Which goals are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All.
    All,
    /// Without draws by repetition and no progress: what depends on the position alone.
    Position,
}

/// What has ended a game although there may be moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Over {
    /// The first line that holds, for this player first.
    By { line: usize, player: PlayerId },
    /// A line holds, or there was no progress; the outcome says which.
    Somehow,
}

impl<B: Bits> Core<B> {
    /// The outcome, if the game is over.
    pub fn outcome(&mut self, cx: &Cx<B>) -> Result<Option<Outcome>, RuntimeError> {
        if let Some(known) = &self.known.outcome {
            return Ok(known.clone());
        }
        let outcome = self.find_outcome(cx, Scope::All)?;
        self.known.outcome = Some(outcome.clone());
        Ok(outcome)
    }

    /// The outcome as far as the goals in scope decide it.
    pub fn find_outcome(&mut self, cx: &Cx<B>, scope: Scope) -> Result<Option<Outcome>, RuntimeError> {
        // Before the first move only a lack of moves ends a game: goals are tested after moves.
        self.decide(cx, scope, self.state.turn.moved.is_none())
    }

    /// The outcome; with `needs_no_moves` goals that can hold while there are moves are passed over.
    fn decide(
        &mut self,
        cx: &Cx<B>,
        scope: Scope,
        needs_no_moves: bool,
    ) -> Result<Option<Outcome>, RuntimeError> {
        for (line, goal) in cx.program.goals.iter().enumerate() {
            if scope == Scope::Position && cx.goals.of_repetition[line]
                || needs_no_moves && cx.goals.with_moves[line]
                || !cx.goals.with_moves[line] && self.has_moves(cx)?
            {
                continue;
            }
            if let Some(player) = self.holder_of(cx, &goal.expr, &goal.players)? {
                return Ok(Some(self.conclude(cx, line, goal.kind, player)));
            }
        }
        if scope == Scope::All && self.is_without_progress(cx) {
            let moves = cx.rules.options.no_progress_draw.unwrap_or(0);
            return Ok(Some(Outcome { winner: None, loser: None, reason: Reason::NoProgress { moves } }));
        }
        if !self.has_moves(cx)? {
            let reason = Reason::NoMoves { turn: usize::from(self.state.turn.entry) };
            return Ok(Some(Outcome { winner: None, loser: None, reason }));
        }
        Ok(None)
    }

    /// Whether the game is over although the player to move may have legal moves.
    pub fn is_over_despite_moves(&mut self, cx: &Cx<B>, scope: Scope) -> Result<bool, RuntimeError> {
        Ok(self.over_despite_moves(cx, scope)?.is_some())
    }

    /// The same, with what has ended it.
    pub(super) fn over_despite_moves(
        &mut self,
        cx: &Cx<B>,
        scope: Scope,
    ) -> Result<Option<Over>, RuntimeError> {
        if self.state.turn.moved.is_none() {
            self.look_at_start(cx)?;
            return Ok(None);
        }
        if scope == Scope::All && self.is_without_progress(cx) {
            return Ok(Some(Over::Somehow));
        }
        let was_open = self.was_open();
        for (number, &line) in cx.goals.lines_with_moves.iter().enumerate() {
            let goal = &cx.program.goals[line];
            let is_settled = scope == Scope::Position && cx.goals.of_repetition[line]
                || was_open && cx.goals.watches[line].as_ref().is_some_and(|watch| !self.touches(watch));
            if is_settled {
                continue;
            }
            let holder = match &cx.goals.rows[line] {
                Some(rows) if was_open => self.completer(cx, rows),
                _ => self.holder_of(cx, &goal.expr, &goal.players)?,
            };
            if let Some(player) = holder {
                // A line before this one may hold, too, if it needs that there are no moves.
                let is_first = number == line && scope == Scope::All;
                return Ok(Some(if is_first { Over::By { line, player } } else { Over::Somehow }));
            }
        }
        Ok(None)
    }

    /// The outcome of a game that is over, by what was found about it: `None` if no goal holds that can while
    /// there are moves, and there is none.
    pub(super) fn outcome_of(
        &mut self,
        cx: &Cx<B>,
        over: Option<Over>,
    ) -> Result<Option<Outcome>, RuntimeError> {
        match over {
            Some(Over::By { line, player }) => {
                Ok(Some(self.conclude(cx, line, cx.program.goals[line].kind, player)))
            }
            Some(Over::Somehow) => self.outcome(cx),
            None => self.decide(cx, Scope::All, true),
        }
    }

    /// Whether the last move changed something of what a goal looks at.
    #[inline]
    fn touches(&self, watch: &Watch) -> bool {
        watch.counts && self.may_have_counted() || self.any_changed(|pos| watch.has(pos))
    }

    /// Finds out whether a goal holds where play begins. It ends no game there, but tells what the first move changes.
    fn look_at_start(&mut self, cx: &Cx<B>) -> Result<(), RuntimeError> {
        if self.is_open_start.is_some() || !self.frames.is_empty() {
            return Ok(());
        }
        let mut is_open = true;
        for &line in &cx.goals.lines_with_moves {
            let goal = &cx.program.goals[line];
            is_open &= self.holder_of(cx, &goal.expr, &goal.players)?.is_none();
        }
        self.is_open_start = Some(is_open);
        Ok(())
    }

    /// Whether it is known that before the last move no goal held that could while there are moves.
    fn was_open(&self) -> bool {
        match self.frames.len() {
            0 => false,
            1 => self.is_open_start == Some(true),
            _ => true,
        }
    }

    fn is_without_progress(&self, cx: &Cx<B>) -> bool {
        cx.rules.options.no_progress_draw.is_some_and(|moves| {
            let turns = moves.saturating_mul(cx.goals.contenders.len() as u32);
            self.state.turn.chain.is_none() && turns > 0 && self.state.turn.quiet >= turns
        })
    }

    /// The first listed player for whom a goal holds, the one who moved coming first.
    fn holder_of(
        &mut self,
        cx: &Cx<B>,
        expr: &GoalExpr,
        players: &[PlayerId],
    ) -> Result<Option<PlayerId>, RuntimeError> {
        let last = self.last_mover(cx).map(|(_, acted)| acted).filter(|p| players.contains(p));
        let others = players.iter().copied().filter(|p| Some(*p) != last);
        for player in last.into_iter().chain(others) {
            if self.holds(cx, expr, player, self.was_open())? {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    fn conclude(&self, cx: &Cx<B>, line: usize, kind: GoalLineKind, player: PlayerId) -> Outcome {
        let goals = &cx.goals;
        let other = match goals.contenders[..] {
            [a, b] if player == a => Some(b),
            [a, b] if player == b => Some(a),
            _ => None,
        };
        let (winner, loser) = match kind {
            GoalLineKind::Win => {
                // The win of a player as whom another has moved is the other's.
                let winner = match self.last_mover(cx) {
                    Some((mover, acted)) if acted == player && mover != player => mover,
                    _ => player,
                };
                (Some(winner), None)
            }
            GoalLineKind::Loss => (other, Some(player)),
            GoalLineKind::Draw => (None, None),
            GoalLineKind::Count => (self.most_pieces(&cx.program.goals[line].players), None),
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
}
