//! Goals with their names resolved.

use super::tables::Tables;
use super::unknown::{Sort, Unknown};
use crate::ast::block::Name;
use crate::ast::goal::{Goal, GoalKind, Occupant};
use crate::deep::deep;
use crate::diagnostics::codes::compile as codes;
use crate::diagnostics::{Code, Diagnostic, Via};
use crate::ids::{DirId, PieceId, PlayerId, PosId, ZoneId};
use crate::resolve::Rules;
use crate::resolve::rules::GoalLineKind;
use std::sync::Arc;

/// One goal line.
#[derive(Debug, Clone)]
pub struct GoalCode {
    /// What it means when it holds.
    pub kind: GoalLineKind,
    /// For whom it is tested.
    pub players: Vec<PlayerId>,
    /// The goal.
    pub expr: GoalExpr,
}

/// A goal, for a player P.
#[derive(Debug, Clone)]
pub enum GoalExpr {
    /// `stalemated`: P is to move, has no legal move and is not in check.
    Stalemated,
    /// `repetition`: the third time; P made the move.
    Repetition,
    /// `captured`: the move just made captured a piece of P of one of these types.
    Captured(Vec<PieceId>),
    /// `checkmated`: P is to move, such a piece of P is attacked, P has no legal move.
    Checkmated(Vec<PieceId>),
    /// `pieces-remaining`: P has exactly n pieces (of the type).
    PiecesRemaining(u32, Option<PieceId>),
    /// `total-piece-count`: all players together have exactly n pieces (of the type).
    TotalPieceCount(u32, Option<PieceId>),
    /// `absolute-config`.
    Absolute(Config),
    /// `relative-config`.
    Relative(Pattern),
    /// All of them.
    And(Vec<GoalExpr>),
    /// One of them.
    Or(Vec<GoalExpr>),
    /// Not that.
    Not(Box<GoalExpr>),
    /// A goal with an unknown name: never holds.
    Never,
}

/// `(absolute-config occ... (place...))`.
#[derive(Debug, Clone)]
pub struct Config {
    /// What must stand on every place.
    pub holder: Holder,
    /// The places.
    pub places: Vec<Place>,
}

/// A place of an absolute configuration.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// A position.
    Pos(PosId),
    /// A zone of P, of which one position is enough.
    Zone(ZoneId),
}

impl Place {
    /// The positions of the place, for a player.
    pub fn positions(self, tables: &Tables, player: PlayerId) -> Vec<PosId> {
        match self {
            Place::Pos(p) => vec![p],
            Place::Zone(z) => tables.zone_positions(player, z),
        }
    }
}

/// What may stand on a place: any of the parts.
#[derive(Debug, Clone, Default)]
pub struct Holder {
    /// Alternatives.
    pub any_of: Vec<HolderPart>,
}

/// One alternative of a [`Holder`]. An empty list of types stands for any type.
#[derive(Debug, Clone)]
pub enum HolderPart {
    /// A piece of P.
    Own(Vec<PieceId>),
    /// A piece of any player.
    AnyOwner(Vec<PieceId>),
    /// A piece of another player.
    Opponent(Vec<PieceId>),
    /// Not a piece of P of these types (also nothing).
    NotOwn(Vec<PieceId>),
    /// Nothing.
    Empty,
}

impl Holder {
    /// The types, if what must stand there is a piece of P of one of them.
    pub fn own_kinds(&self) -> Option<&[PieceId]> {
        match &self.any_of[..] {
            [HolderPart::Own(kinds)] if !kinds.is_empty() => Some(kinds),
            _ => None,
        }
    }

    /// Whether what stands on a place satisfies the holder, for a player.
    #[inline]
    pub fn is_met(&self, player: PlayerId, occupant: Option<(PlayerId, PieceId)>) -> bool {
        let among = |types: &[PieceId], kind: PieceId| types.is_empty() || types.contains(&kind);
        self.any_of.iter().any(|part| match (part, occupant) {
            (HolderPart::Empty, o) => o.is_none(),
            (HolderPart::NotOwn(t), o) => !o.is_some_and(|(p, k)| p == player && among(t, k)),
            (_, None) => false,
            (HolderPart::Own(t), Some((p, k))) => p == player && among(t, k),
            (HolderPart::AnyOwner(t), Some((_, k))) => among(t, k),
            (HolderPart::Opponent(t), Some((p, k))) => p != player && among(t, k),
        })
    }
}

/// `(relative-config x...)`.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Its number among the relative configurations of the game.
    pub index: usize,
    /// The way through it.
    pub steps: Vec<Step>,
}

/// A step of a relative configuration.
#[derive(Debug, Clone)]
pub enum Step {
    /// Go to the neighbour.
    Dir(DirId),
    /// This must stand here.
    Holder(Holder),
}

impl Drop for GoalExpr {
    fn drop(&mut self) {
        match self {
            GoalExpr::And(list) | GoalExpr::Or(list) => {
                let list = std::mem::take(list);
                deep(|| drop(list));
            }
            GoalExpr::Not(g) => {
                let inner = std::mem::replace(&mut **g, GoalExpr::Never);
                deep(|| drop(inner));
            }
            _ => {}
        }
    }
}

impl GoalExpr {
    /// All parts of the goal, itself first, with whether they stand under a `not`.
    pub fn walk(&self, f: &mut impl FnMut(&GoalExpr, bool)) {
        fn go(e: &GoalExpr, negated: bool, f: &mut impl FnMut(&GoalExpr, bool)) {
            f(e, negated);
            match e {
                GoalExpr::And(list) | GoalExpr::Or(list) => {
                    list.iter().for_each(|g| deep(|| go(g, negated, f)));
                }
                GoalExpr::Not(g) => deep(|| go(g, !negated, f)),
                _ => {}
            }
        }
        go(self, false, f);
    }

    /// The absolute configurations in it.
    pub(super) fn absolute_configs(&self) -> Vec<&Config> {
        match self {
            GoalExpr::Absolute(c) => vec![c],
            GoalExpr::And(list) | GoalExpr::Or(list) => {
                list.iter().flat_map(|g| deep(|| g.absolute_configs())).collect()
            }
            GoalExpr::Not(g) => deep(|| g.absolute_configs()),
            _ => Vec::new(),
        }
    }
}

/// Resolves the goals of a variant.
pub(super) fn compile_goals(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) -> Vec<GoalCode> {
    let mut cx = Context { rules, diagnostics, unknown: Unknown::default(), via: None, patterns: 0 };
    rules
        .goals
        .iter()
        .map(|line| GoalCode {
            kind: line.kind,
            players: line.players.clone(),
            expr: cx.goal(&line.goal).unwrap_or(GoalExpr::Never),
        })
        .collect()
}

struct Context<'a> {
    rules: &'a Rules,
    diagnostics: &'a mut Vec<Diagnostic>,
    unknown: Unknown,
    /// The macro calls around the goal being resolved.
    via: Option<Arc<Via>>,
    patterns: usize,
}

impl Context<'_> {
    fn goal(&mut self, goal: &Goal) -> Option<GoalExpr> {
        self.via.clone_from(&goal.via);
        Some(match &goal.kind {
            GoalKind::Stalemated => GoalExpr::Stalemated,
            GoalKind::Repetition => GoalExpr::Repetition,
            GoalKind::Captured(types) => GoalExpr::Captured(self.pieces(types)?),
            GoalKind::Checkmated(types) => GoalExpr::Checkmated(self.pieces(types)?),
            GoalKind::PiecesRemaining(n, t) => GoalExpr::PiecesRemaining(*n, self.maybe_piece(t.as_ref())?),
            GoalKind::TotalPieceCount(n, t) => GoalExpr::TotalPieceCount(*n, self.maybe_piece(t.as_ref())?),
            GoalKind::AbsoluteConfig(occupants, places) => {
                let parts: Option<Vec<_>> = occupants.iter().map(|o| self.holder_part(o)).collect();
                let places: Option<Vec<_>> = places.iter().map(|p| self.place(p)).collect();
                GoalExpr::Absolute(Config { holder: Holder { any_of: parts? }, places: places? })
            }
            GoalKind::RelativeConfig(items) => {
                let steps: Option<Vec<_>> = items.iter().map(|o| self.step(o)).collect();
                self.patterns += 1;
                GoalExpr::Relative(Pattern { index: self.patterns - 1, steps: steps? })
            }
            GoalKind::And(list) => GoalExpr::And(self.all(list)?),
            GoalKind::Or(list) => GoalExpr::Or(self.all(list)?),
            GoalKind::Not(g) => GoalExpr::Not(Box::new(deep(|| self.goal(g))?)),
        })
    }

    fn all(&mut self, list: &[Goal]) -> Option<Vec<GoalExpr>> {
        // Every part is looked at, so that each unknown name is reported.
        let parts: Vec<_> = list.iter().map(|g| deep(|| self.goal(g))).collect();
        parts.into_iter().collect()
    }

    fn pieces(&mut self, names: &[Name]) -> Option<Vec<PieceId>> {
        let ids: Vec<_> = names.iter().map(|n| self.piece(n)).collect();
        ids.into_iter().collect()
    }

    fn maybe_piece(&mut self, name: Option<&Name>) -> Option<Option<PieceId>> {
        match name {
            None => Some(None),
            Some(n) => self.piece(n).map(Some),
        }
    }

    fn piece(&mut self, name: &Name) -> Option<PieceId> {
        let id = self.rules.find_piece(&name.text);
        if id.is_none() {
            self.unknown(&codes::UNKNOWN_PIECE, "piece type", name, &[Sort::Piece]);
        }
        id
    }

    fn place(&mut self, name: &Name) -> Option<Place> {
        let rules = self.rules;
        let place = rules
            .find_pos(&name.text)
            .map(Place::Pos)
            .or_else(|| rules.find_zone(&name.text).map(Place::Zone));
        if place.is_none() {
            self.unknown(&codes::UNKNOWN_POSITION, "position or zone", name, &[Sort::Position, Sort::Zone]);
        }
        place
    }

    fn holder_part(&mut self, occupant: &Occupant) -> Option<HolderPart> {
        Some(match occupant {
            Occupant::Name(n) => HolderPart::Own(vec![self.piece(n)?]),
            Occupant::OneOf(names, _) => HolderPart::Own(self.pieces(names)?),
            Occupant::AnyOwner(names, _) => HolderPart::AnyOwner(self.pieces(names)?),
            Occupant::Opponent(names, _) => HolderPart::Opponent(self.pieces(names)?),
            Occupant::Not(names, _) => HolderPart::NotOwn(self.pieces(names)?),
            Occupant::Empty(_) => HolderPart::Empty,
        })
    }

    fn step(&mut self, occupant: &Occupant) -> Option<Step> {
        if let Occupant::Name(n) = occupant {
            if let Some(dir) = self.rules.find_dir(&n.text) {
                return Some(Step::Dir(dir));
            }
            if self.rules.find_piece(&n.text).is_none() {
                let sorts = [Sort::Direction, Sort::Piece];
                self.unknown(&codes::UNKNOWN_NAME, "direction or piece type", n, &sorts);
                return None;
            }
        }
        let part = self.holder_part(occupant)?;
        Some(Step::Holder(Holder { any_of: vec![part] }))
    }

    fn unknown(&mut self, code: &'static Code, what: &str, name: &Name, sorts: &[Sort]) {
        let d = self.unknown.diagnostic(self.rules, code, what, name, sorts);
        self.diagnostics.push(d.via(self.via.clone()));
    }
}
