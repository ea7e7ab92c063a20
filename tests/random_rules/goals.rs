//! How a game ends (specification, section 10): every goal is looked at in every position.

use super::plain::{Plain, Said, State, places};
use zrf::compile::{GoalExpr, Pattern, Place, Program, Step};
use zrf::game::{Outcome, Reason};
use zrf::ids::{DirId, PieceId, PlayerId, PosId};
use zrf::resolve::rules::GoalLineKind;

/// The royal pieces: those of a `checkmated` that stands under no `not`, unless their capture is a goal.
pub fn royals(program: &Program) -> Vec<(PlayerId, PieceId)> {
    let (mut royals, mut capturable) = (Vec::new(), Vec::new());
    for goal in &program.goals {
        goal.expr.walk(&mut |expr, is_negated| {
            let (kinds, all) = match expr {
                GoalExpr::Checkmated(kinds) if !is_negated => (kinds, &mut royals),
                GoalExpr::Captured(kinds) => (kinds, &mut capturable),
                _ => return,
            };
            all.extend(goal.players.iter().flat_map(|&p| kinds.iter().map(move |&kind| (p, kind))));
        });
    }
    royals.retain(|royal| !capturable.contains(royal));
    royals.sort();
    royals.dedup();
    royals
}

/// Whether an absolute configuration of a win condition of the player names the position.
pub fn is_goal_position(plain: &Plain<'_>, player: PlayerId, pos: PosId) -> bool {
    let mut is_named = false;
    for goal in plain.program.goals.iter().filter(|goal| goal.kind == GoalLineKind::Win) {
        goal.expr.walk(&mut |expr, _| {
            if let GoalExpr::Absolute(config) = expr
                && goal.players.contains(&player)
            {
                is_named |= config.places.iter().any(|&place| in_place(plain, player, place, pos));
            }
        });
    }
    is_named
}

fn in_place(plain: &Plain<'_>, player: PlayerId, place: Place, pos: PosId) -> bool {
    match place {
        Place::Pos(p) => p == pos,
        Place::Zone(zone) => {
            let zone = &plain.rules.board.zones[zone.index()].positions[player.index()];
            zone.as_ref().is_some_and(|zone| zone.contains(&pos))
        }
    }
}

/// A game: the states between turns that came before the present one.
#[derive(Clone, Default)]
pub struct History(Vec<State>);

impl History {
    /// Notes a state that is left.
    pub fn push(&mut self, state: &State) {
        self.0.push(state.clone());
    }

    /// How often the state has occurred between turns, this time counted.
    pub fn occurrences(&self, state: &State) -> usize {
        let is_same = |s: &&State| {
            s.chain.is_none() && s.cells == state.cells && s.stocks == state.stocks && s.entry == state.entry
        };
        if state.chain.is_some() { 0 } else { 1 + self.0.iter().filter(is_same).count() }
    }
}

/// What has been found of a state.
pub struct Judge<'a> {
    pub plain: &'a Plain<'a>,
    pub state: &'a State,
    pub history: &'a History,
    /// The player to move has a legal move.
    pub has_moves: bool,
}

impl Judge<'_> {
    /// Whether the game is over whatever moves there are; without draws by repetition and no progress if they don't
    /// count.
    pub fn is_over(&self, counts_repetition: bool) -> Said<bool> {
        if self.state.moved.is_none() {
            return Ok(false);
        }
        let mut is_over = counts_repetition && self.is_without_progress();
        for goal in &self.plain.program.goals {
            if needs_no_moves(&goal.expr) || !counts_repetition && speaks_of_repetition(&goal.expr) {
                continue;
            }
            for &player in &goal.players {
                is_over |= self.holds(&goal.expr, player)?;
            }
        }
        Ok(is_over)
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Said<Option<Outcome>> {
        for (line, goal) in self.plain.program.goals.iter().enumerate() {
            if self.state.moved.is_none() && !needs_no_moves(&goal.expr) {
                continue;
            }
            for player in self.in_order(&goal.players) {
                if self.holds(&goal.expr, player)? {
                    return Ok(Some(self.conclude(line, player)));
                }
            }
        }
        let draw = |reason| Ok(Some(Outcome { winner: None, loser: None, reason }));
        if self.is_without_progress() {
            return draw(Reason::NoProgress {
                moves: self.plain.rules.options.no_progress_draw.unwrap_or(0),
            });
        }
        if !self.has_moves {
            return draw(Reason::NoMoves { turn: self.state.entry });
        }
        Ok(None)
    }

    fn is_without_progress(&self) -> bool {
        let turns = self.plain.rules.options.no_progress_draw.map(|n| n * self.contenders().len() as u32);
        turns.is_some_and(|n| n > 0 && self.state.chain.is_none() && self.state.quiet >= n)
    }

    fn contenders(&self) -> Vec<PlayerId> {
        self.plain.rules.contenders().collect()
    }

    /// Who made the last move, and for whom.
    fn last_mover(&self) -> Option<(PlayerId, PlayerId)> {
        let entry = &self.plain.rules.turn_order.entries[self.state.moved?];
        Some((entry.mover, entry.acts_as))
    }

    /// The one who moved comes first.
    fn in_order(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        let mut players = players.to_vec();
        let last = self.last_mover().map(|m| m.1);
        players.sort_by_key(|p| Some(*p) != last);
        players
    }

    fn is_to_move(&self, player: PlayerId) -> bool {
        let entry = &self.plain.rules.turn_order.entries[self.state.entry];
        player == entry.mover || player == entry.acts_as
    }

    fn is_attacked(&self, player: PlayerId, is_asked: impl Fn(PieceId) -> bool) -> Said<bool> {
        for pos in places(self.plain.rules) {
            if self.state.at(pos).is_some_and(|p| p.player == player && is_asked(p.kind))
                && self.plain.enemies_attack(self.state, player, pos, super::plain::Which::All, 0)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a royal piece of the player is attacked.
    pub fn in_check(&self, player: PlayerId) -> Said<bool> {
        self.is_attacked(player, |kind| self.plain.royals.contains(&(player, kind)))
    }

    fn holds(&self, expr: &GoalExpr, player: PlayerId) -> Said<bool> {
        let state = self.state;
        let has_none = self.is_to_move(player) && !self.has_moves;
        Ok(match expr {
            GoalExpr::Never => false,
            GoalExpr::Stalemated => has_none && !self.in_check(player)?,
            GoalExpr::Checkmated(kinds) => {
                has_none && self.is_attacked(player, |kind| kinds.contains(&kind))?
            }
            GoalExpr::Repetition => {
                self.last_mover().is_some_and(|(a, b)| a == player || b == player)
                    && self.history.occurrences(state) >= 3
            }
            GoalExpr::Captured(kinds) => {
                state.captured.iter().any(|p| p.player == player && kinds.contains(&p.kind))
            }
            GoalExpr::PiecesRemaining(n, kind) => self.count(player, *kind) == *n,
            GoalExpr::TotalPieceCount(n, kind) => {
                self.plain.players().map(|p| self.count(p, *kind)).sum::<u32>() == *n
            }
            GoalExpr::Absolute(config) => config.places.iter().all(|&place| {
                let mut held = places(self.plain.rules).filter(|&p| in_place(self.plain, player, place, p));
                held.any(|pos| config.holder.is_met(player, state.at(pos).map(|p| (p.player, p.kind))))
            }),
            GoalExpr::Relative(pattern) => {
                places(self.plain.rules).any(|start| self.matches(pattern, player, start))
            }
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

    fn matches(&self, pattern: &Pattern, player: PlayerId, start: PosId) -> bool {
        let mut at = Some(start);
        pattern.steps.iter().all(|step| match (step, at) {
            (Step::Dir(dir), Some(pos)) => {
                let dir: DirId = *dir;
                at = self.plain.next(player, dir, pos);
                at.is_some()
            }
            (Step::Holder(holder), Some(pos)) => {
                holder.is_met(player, self.state.at(pos).map(|p| (p.player, p.kind)))
            }
            (_, None) => false,
        })
    }

    fn count(&self, player: PlayerId, kind: Option<PieceId>) -> u32 {
        let is_asked = |k: PieceId| kind.is_none_or(|kind| k == kind);
        let cells = self.state.cells.iter().flatten();
        let on_board = cells.filter(|p| p.player == player && is_asked(p.kind)).count() as u32;
        if self.plain.rules.options.recycle_captures {
            return on_board;
        }
        let stock = self.state.stocks[player.index()].iter().enumerate();
        on_board + stock.filter(|s| is_asked(PieceId::from_index(s.0))).map(|s| s.1).sum::<u32>()
    }

    fn conclude(&self, line: usize, player: PlayerId) -> Outcome {
        let goal = &self.plain.program.goals[line];
        let contenders = self.contenders();
        let other = match contenders[..] {
            [a, b] if a == player => Some(b),
            [a, b] if b == player => Some(a),
            _ => None,
        };
        let (winner, loser) = match goal.kind {
            GoalLineKind::Win => match self.last_mover() {
                Some((mover, acted)) if acted == player && mover != player => (Some(mover), None),
                _ => (Some(player), None),
            },
            GoalLineKind::Loss => (other, Some(player)),
            GoalLineKind::Draw => (None, None),
            GoalLineKind::Count => {
                let count = |p: PlayerId| self.state.cells.iter().flatten().filter(|c| c.player == p).count();
                let most = goal.players.iter().map(|&p| count(p)).max();
                let best: Vec<_> = goal.players.iter().filter(|&&p| Some(count(p)) == most).collect();
                (if let [one] = best[..] { Some(*one) } else { None }, None)
            }
        };
        Outcome { winner, loser, reason: Reason::Goal { line, kind: goal.kind, player } }
    }
}

/// A goal that can only hold if the player to move has no legal move.
fn needs_no_moves(expr: &GoalExpr) -> bool {
    match expr {
        GoalExpr::Checkmated(_) | GoalExpr::Stalemated | GoalExpr::Never => true,
        GoalExpr::And(parts) => parts.iter().any(needs_no_moves),
        GoalExpr::Or(parts) => parts.iter().all(needs_no_moves),
        _ => false,
    }
}

fn speaks_of_repetition(expr: &GoalExpr) -> bool {
    let mut speaks = false;
    expr.walk(&mut |e, _| speaks |= matches!(e, GoalExpr::Repetition));
    speaks
}
