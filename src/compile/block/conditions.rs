//! Conditions: tests, and branches on them.

use super::Compiler;
use crate::ast::block::{Arg, Cond, CondKind, SimpleCond};
use crate::compile::op::{At, Op, Test};
use crate::compile::unknown::Sort;
use crate::deep::deep;
use crate::diagnostics::Via;
use crate::diagnostics::codes::compile as codes;
use crate::ids::{Addr, AttrId};
use crate::source::{SourceId, Span};
use std::sync::Arc;

impl Compiler<'_> {
    /// Emits code that branches when `cond` is `when` and falls through else;
    /// gives the instructions whose target is to be patched.
    pub(super) fn branch(&mut self, cond: &Cond, when: bool) -> Vec<usize> {
        let span = cond.span;
        if self.full {
            return Vec::new();
        }
        match &cond.kind {
            CondKind::Const(value) => {
                if *value == when {
                    vec![self.emit(Op::Jump(Addr(0)), span)]
                } else {
                    Vec::new()
                }
            }
            CondKind::Not(inner) => deep(|| self.branch(inner, !when)),
            CondKind::And(parts) => deep(|| self.junction(parts, when, false)),
            CondKind::Or(parts) => deep(|| self.junction(parts, when, true)),
            CondKind::Splice(inner) => {
                let parent = self.via.clone();
                self.via = Some(Arc::new(Via { call: span, name: inner.0.clone(), parent: parent.clone() }));
                let patches = deep(|| self.branch(&inner.1, when));
                self.via = parent;
                patches
            }
            _ => match self.test(cond) {
                Some((test, at)) => {
                    let when = when != self.is_negated_attribute(cond);
                    vec![self.emit(Op::Branch { test, at, when, target: Addr(0) }, span)]
                }
                None => {
                    self.emit(Op::End, span);
                    Vec::new()
                }
            },
        }
    }

    /// `and` (`stop` false) and `or` (`stop` true): the first part that is `stop` decides.
    pub(super) fn junction(&mut self, parts: &[Cond], when: bool, stop: bool) -> Vec<usize> {
        if when == stop {
            return parts.iter().flat_map(|p| self.branch(p, when)).collect();
        }
        let Some((last, init)) = parts.split_last() else {
            // An empty `and` is true, an empty `or` false: the opposite of `stop`.
            return vec![self.emit(Op::Jump(Addr(0)), Span::new(SourceId(0), 0, 0))];
        };
        let stops: Vec<usize> = init.iter().flat_map(|p| self.branch(p, stop)).collect();
        let patches = self.branch(last, when);
        self.patch_all(stops);
        patches
    }

    pub(super) fn test(&mut self, cond: &Cond) -> Option<(Test, At)> {
        Some(match &cond.kind {
            CondKind::Simple(simple, at) => {
                let test = match simple {
                    SimpleCond::Empty => Test::Empty,
                    SimpleCond::Friend => Test::Friend,
                    SimpleCond::Enemy => Test::Enemy,
                    SimpleCond::Neutral => Test::Neutral,
                    SimpleCond::OnBoard => Test::OnBoard,
                    SimpleCond::LastFrom => Test::LastFrom,
                    SimpleCond::LastTo => Test::LastTo,
                    SimpleCond::Marked => Test::Marked,
                    SimpleCond::AdjacentToEnemy => Test::AdjacentToEnemy,
                    SimpleCond::GoalPosition => Test::GoalPosition,
                };
                (test, self.place_of(at.as_ref())?)
            }
            CondKind::Piece(name, at) => {
                let Some(piece) = self.rules.find_piece(&name.text) else {
                    self.unknown_piece(name);
                    return None;
                };
                (Test::Piece(piece), self.place_of(at.as_ref())?)
            }
            CondKind::InZone(name, at) => {
                let Some(zone) = self.rules.find_zone(&name.text) else {
                    self.unknown(&codes::UNKNOWN_ZONE, "zone", name, &[Sort::Zone]);
                    return None;
                };
                (Test::InZone(zone), self.place_of(at.as_ref())?)
            }
            CondKind::Position(name) => {
                let Some(pos) = self.rules.find_pos(&name.text) else {
                    self.unknown(&codes::UNKNOWN_POSITION, "position", name, &[Sort::Position]);
                    return None;
                };
                (Test::Position(pos), At::Here)
            }
            CondKind::Attack { defended, args } => self.attack(*defended, args)?,
            CondKind::Flag(name) => (Test::Flag(self.flag(name)), At::Here),
            CondKind::PositionFlag(name, at) => {
                (Test::PosFlag(self.pos_flag(name)), self.place_of(at.as_ref())?)
            }
            CondKind::Attribute(name, at) => {
                let Some((attr, _)) = self.find_attr(&name.text) else {
                    self.unknown_cond(name);
                    return None;
                };
                (Test::Attr(attr), self.place_of(at.as_ref())?)
            }
            // The rest is code, not one test: see `branch`.
            CondKind::Const(_)
            | CondKind::And(_)
            | CondKind::Or(_)
            | CondKind::Not(_)
            | CondKind::Splice(_) => return None,
        })
    }

    /// The attribute that a condition names, and whether its contrary is asked for: `not-` before an
    /// attribute is a negation, unless an attribute has exactly this name.
    pub(super) fn find_attr(&self, name: &str) -> Option<(AttrId, bool)> {
        let negated = || self.rules.find_attr(name.strip_prefix("not-")?);
        let exact = self.rules.find_attr(name).map(|attr| (attr, false));
        exact.or_else(|| negated().map(|attr| (attr, true)))
    }

    pub(super) fn is_negated_attribute(&self, cond: &Cond) -> bool {
        matches!(&cond.kind, CondKind::Attribute(name, _) if self.find_attr(&name.text).is_some_and(|(_, n)| n))
    }

    pub(super) fn attack(&mut self, defended: bool, args: &[Arg]) -> Option<(Test, At)> {
        let mut at = At::Here;
        let mut by = None;
        for arg in args {
            match arg {
                Arg::Opposite(name) => at = self.opposite(name)?,
                Arg::Name(name) => {
                    if let Some(place) = self.find_place(name) {
                        at = place;
                    } else if let Some(t) = self.rules.find_move_type(&name.text) {
                        by = Some(t);
                    } else {
                        let sorts = [Sort::Direction, Sort::Position, Sort::MoveType];
                        self.unknown(&codes::UNKNOWN_NAME, "direction, position or move type", name, &sorts);
                        return None;
                    }
                }
            }
        }
        let test = match (defended, by) {
            (false, None) => Test::Attacked,
            (false, Some(t)) => Test::AttackedBy(t),
            (true, None) => Test::Defended,
            (true, Some(t)) => Test::DefendedBy(t),
        };
        Some((test, at))
    }
}

/// What a condition without a question comes to.
pub(super) fn constant(cond: &Cond) -> Option<bool> {
    match &cond.kind {
        CondKind::Const(value) => Some(*value),
        CondKind::Splice(inner) => constant(&inner.1),
        _ => None,
    }
}
