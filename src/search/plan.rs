//! Which methods suit a game: what the search may leave out, and what it must not.

use super::eval::Facts;
use super::sides::Sides;
use crate::compile::GoalExpr;
use crate::game::bits::Bits;
use crate::game::core::Cx;
use crate::ids::PlayerId;
use crate::resolve::rules::{GoalLineKind, MaximalCaptures};

/// How the next move is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Looking ahead move by move with a judgement at the end (alpha-beta).
    LookAhead,
    /// Random games, more of them where it looks good (UCT).
    Playouts,
}

/// What a search may do in a game.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// There are royal pieces, so there is check.
    pub has_check: bool,
    /// To skip a turn is never better than the best move, as good as always.
    pub may_skip: bool,
    /// Moves that take something are looked at beyond the last depth.
    pub quiesces: bool,
    /// A player may have to take.
    pub is_forced: bool,
    /// The judgement is steady enough to leave out moves that it speaks against.
    pub prunes: bool,
    /// A position may come up again.
    pub can_repeat: bool,
    /// After so many quiet turns the game is a draw.
    pub quiet_limit: Option<u32>,
    /// What a repetition leads to: the goals that speak of nothing else.
    pub repetition: Vec<(GoalLineKind, Vec<PlayerId>)>,
}

impl Plan {
    /// The plan for a game.
    pub fn new<B: Bits>(cx: &Cx<B>, facts: &Facts, sides: &Sides) -> Plan {
        let options = &cx.rules.options;
        let has_check = !cx.goals.royals.is_empty();
        let is_forced = !cx.rules.priorities.is_empty() || options.maximal_captures != MaximalCaptures::No;
        let alternates = sides.alternate(cx.rules.turn_order.repeat);
        let quiesces = facts.tactical > 0.0 && facts.tactical < 0.5;
        let repetition = cx
            .program
            .goals
            .iter()
            .filter(|g| matches!(g.expr, GoalExpr::Repetition))
            .map(|g| (g.kind, g.players.clone()))
            .collect();
        let turns = |moves: u32| moves.saturating_mul(cx.goals.contenders.len() as u32);
        Plan {
            has_check,
            may_skip: alternates && has_check && !is_forced && facts.branching > 8.0,
            quiesces,
            is_forced,
            prunes: alternates && quiesces && !is_forced,
            can_repeat: facts.has_movement,
            quiet_limit: options.no_progress_draw.map(turns).filter(|&t| t > 0),
            repetition,
        }
    }
}

/// The method that suits a game.
pub(crate) fn method(facts: &Facts, contenders: usize, has_rows: bool, has_check: bool) -> Method {
    // With one player there is nobody to guess at; with check the judgement tells enough.
    if contenders < 2 || has_check || has_rows && facts.branching < 60.0 {
        return Method::LookAhead;
    }
    // A judgement that foretells nothing is no use at the end of a line.
    if facts.foresight < 0.15 { Method::Playouts } else { Method::LookAhead }
}
