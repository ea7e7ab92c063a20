//! What a variant takes over from its game (specification, section 3.1).

use super::rules::Texts;
use crate::ast::board::BoardDef;
use crate::ast::file::{
    File, GameDef, GoalLineDef, Kind, Names, OptionDef, Sections, SetupDef, TurnOrderDef,
};
use crate::ast::piece::PieceDef;
use crate::ast::place::{Place, Text};
use crate::names::IndexMap;
use std::sync::Arc;

/// The sections of a variant laid over those of its game; of a game, its own.
pub(super) struct Overlay<'a> {
    own: &'a Sections,
    /// It is a variant of some game.
    pub(super) has_base: bool,
    /// The title, for messages about the whole; the whole form if there is none.
    pub(super) at: &'a Place,
    pub(super) players: Option<&'a Names>,
    pub(super) turn_order: Option<&'a TurnOrderDef>,
    pub(super) priorities: Option<&'a Names>,
    pub(super) board: Option<&'a BoardDef>,
    pub(super) setup: Option<&'a SetupDef>,
    pub(super) engine: Option<&'a Text>,
    pub(super) pieces: IndexMap<&'a str, &'a Arc<PieceDef>>,
    pub(super) goals: &'a [GoalLineDef],
    pub(super) options: IndexMap<&'a str, &'a OptionDef>,
}

impl<'a> Overlay<'a> {
    pub(super) fn new(file: &'a File, game: &'a GameDef) -> Self {
        let own = &game.sections;
        let base = match game.kind {
            Kind::Variant { of: Some(index) } => file.games.get(index).map(|g| &g.sections),
            _ => None,
        };
        let layers = || base.into_iter().chain([own]);
        // A variant's piece takes the place of the game's piece of that name; new ones come behind.
        let pieces = layers().flat_map(|s| &s.pieces).map(|p| (p.name.text.as_str(), p)).collect();
        let options = layers().flat_map(|s| &s.options).map(|o| (o.name.as_str(), o)).collect();
        // One goal of any kind in the variant, and none of the game's hold.
        let goals = match base {
            Some(base) if own.goals.is_empty() => &base.goals,
            _ => &own.goals,
        };
        Self {
            own,
            has_base: base.is_some(),
            at: own.title.as_ref().map_or(&game.at, |t| &t.at),
            players: last(layers().map(|s| s.players.as_ref())),
            turn_order: last(layers().map(|s| s.turn_order.as_ref())),
            priorities: last(layers().map(|s| s.priorities.as_ref())),
            board: last(layers().map(|s| s.board.as_deref())),
            setup: last(layers().map(|s| s.setup.as_ref())),
            engine: last(layers().map(|s| s.engine.as_ref())),
            pieces,
            goals,
            options,
        }
    }

    /// The variant's own title.
    pub(super) fn title(&self) -> String {
        text(&self.own.title).unwrap_or_default()
    }

    /// The variant's own texts; those of the game are not taken over.
    pub(super) fn texts(&self) -> Texts {
        Texts {
            description: text(&self.own.description),
            history: text(&self.own.history),
            strategy: text(&self.own.strategy),
            solution: text(&self.own.solution),
        }
    }
}

fn text(text: &Option<Text>) -> Option<String> {
    text.as_ref().map(|t| t.text.clone())
}

fn last<'a, T: ?Sized>(layers: impl Iterator<Item = Option<&'a T>>) -> Option<&'a T> {
    layers.flatten().last()
}
