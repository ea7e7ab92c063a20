//! Conditions: tests, and branches on them.

use super::Compiler;
use crate::ast::block::{Arg, Cond, CondKind, SimpleCond};
use crate::compile::op::{At, Op, Test};
use crate::compile::unknown::Sort;
use crate::deep::deep;
use crate::diagnostics::codes::compile as codes;
use crate::ids::{Addr, AttrId};
use crate::source::{SourceId, Span};

impl<'a> Compiler<'a> {
    /// Emits code that branches when `cond` is `when` and falls through else;
    /// adds the instructions whose target is to be patched to `patches`.
    pub(super) fn branch(&mut self, cond: &'a Cond, when: bool) {
        let span = cond.span;
        if self.full {
            return;
        }
        match &cond.kind {
            CondKind::Const(value) => {
                if *value == when {
                    self.emit_branch(Op::Jump(Addr(0)), span);
                }
            }
            CondKind::Not(inner) => deep(|| self.branch(inner, !when)),
            CondKind::And(parts) => {
                self.copy(parts, when, |c| deep(|| c.junction(parts, when, false)));
            }
            CondKind::Or(parts) => self.copy(parts, when, |c| deep(|| c.junction(parts, when, true))),
            CondKind::Splice(inner) => {
                self.calls.push((span, &inner.0));
                self.copy(inner, when, |c| deep(|| c.branch(&inner.1, when)));
                self.calls.pop();
            }
            _ => match self.test(cond) {
                Some((test, at)) => {
                    let when = when != self.is_negated_attribute(cond);
                    self.emit_branch(Op::Branch { test, at, when, target: Addr(0) }, span);
                }
                None => {
                    self.emit(Op::End, span);
                }
            },
        }
    }

    fn emit_branch(&mut self, op: Op, span: Span) {
        let at = self.emit(op, span);
        self.patches.push(at);
    }

    /// `and` (`stop` false) and `or` (`stop` true): the first part that is `stop` decides.
    fn junction(&mut self, parts: &'a [Cond], when: bool, stop: bool) {
        if when == stop {
            return parts.iter().for_each(|p| self.branch(p, when));
        }
        let Some((last, init)) = parts.split_last() else {
            // An empty `and` is true, an empty `or` false: the opposite of `stop`.
            return self.emit_branch(Op::Jump(Addr(0)), Span::new(SourceId(0), 0, 0));
        };
        let stops = self.patches.len();
        init.iter().for_each(|p| self.branch(p, stop));
        let own = self.patches.len();
        self.branch(last, when);
        let here = self.here();
        for i in stops..own {
            self.patch(self.patches[i], here);
        }
        self.patches.drain(stops..own);
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
