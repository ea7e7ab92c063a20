//! Goals, as written.

use super::block::Name;
use crate::deep::deep;
use crate::diagnostics::Via;
use crate::source::Span;
use std::sync::Arc;

/// A goal with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// What it asks.
    pub kind: GoalKind,
    /// The goal as written.
    pub span: Span,
    /// The macro calls that lead there, innermost first.
    pub via: Option<Arc<Via>>,
}

impl Goal {
    /// The goals that it is made of by `and` and `or`, in order; itself if it is neither.
    pub fn parts(&self) -> impl Iterator<Item = &Goal> {
        let mut rest = vec![self];
        std::iter::from_fn(move || {
            loop {
                let goal = rest.pop()?;
                match &goal.kind {
                    GoalKind::And(goals) | GoalKind::Or(goals) => rest.extend(goals.iter().rev()),
                    _ => return Some(goal),
                }
            }
        })
    }
}

impl Drop for Goal {
    fn drop(&mut self) {
        if matches!(self.kind, GoalKind::And(_) | GoalKind::Or(_) | GoalKind::Not(_)) {
            let kind = std::mem::replace(&mut self.kind, GoalKind::Stalemated);
            deep(|| drop(kind));
        }
    }
}

/// Goals of section 10 of the language specification; names unresolved.
#[derive(Clone, PartialEq, Debug)]
pub enum GoalKind {
    /// `stalemated`.
    Stalemated,
    /// `repetition`.
    Repetition,
    /// `(captured T...)`.
    Captured(Vec<Name>),
    /// `(checkmated T...)`.
    Checkmated(Vec<Name>),
    /// `(pieces-remaining n [T])`.
    PiecesRemaining(u32, Option<Name>),
    /// `(total-piece-count n [T])`.
    TotalPieceCount(u32, Option<Name>),
    /// `(absolute-config occ... (place...))`.
    AbsoluteConfig(Vec<Occupant>, Vec<Name>),
    /// `(relative-config {occ | dir}...)`: a bare name may be a piece type or a direction.
    RelativeConfig(Vec<Occupant>),
    /// `(and g...)`.
    And(Vec<Goal>),
    /// `(or g...)`.
    Or(Vec<Goal>),
    /// `(not g)`.
    Not(Box<Goal>),
}

/// What may stand on a place of a configuration.
#[derive(Clone, PartialEq, Debug)]
pub enum Occupant {
    /// A piece type of the player (or, in a relative configuration, a direction).
    Name(Name),
    /// `any-owner T` or `(any-owner T...)`; without types any piece.
    AnyOwner(Vec<Name>, Span),
    /// `(opponent T...)`.
    Opponent(Vec<Name>, Span),
    /// `empty?`.
    Empty(Span),
    /// `(not T...)`: not such a piece of the player.
    Not(Vec<Name>, Span),
    /// `(T...)`: one of them.
    OneOf(Vec<Name>, Span),
}
