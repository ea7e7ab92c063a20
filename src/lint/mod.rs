//! Lints: what a rules file says that its author can hardly have meant.
//!
//! Only files without errors are looked at. [`Linter`] is shown the game of each variant; what variants share
//! is reported only if it is suspect in all of them, see `tally::Tally`. One rule, one file; each says
//! at its head what it looks for and what it leaves alone.

mod case_names;
mod contradicting_goals;
mod empty_direction;
mod empty_zone;
mod endless_loop;
mod explore;
mod image_players;
mod immobile_piece;
mod last_move_in_chain;
mod missing_file;
mod missing_royal;
mod move_types;
mod never_holds;
mod no_add;
mod no_change;
mod surplus_argument;
mod symmetry;
mod tally;
mod unused_attribute;
mod unused_direction;
mod unused_flag;
mod unused_macro;
mod unused_zone;
mod uses;
mod walk;

use crate::ast::board::BoardDef;
use crate::ast::file::{GameDef, Kind, Names, TurnOrderDef};
use crate::ast::piece::{MoveItem, PieceDef};
use crate::ast::place::Word;
use crate::compile::Program;
use crate::diagnostics::Diagnostic;
use crate::document::Document;
use crate::game::Game;
use crate::ids::MoveTypeId;
use crate::loader::builtin;
use crate::names::IndexMap;
use crate::resolve::{Rules, variants};
use crate::source::SourceId;
use explore::{Explored, Facts};
use std::sync::Arc;
use tally::Tally;
use uses::Uses;

/// Tells whether a file is there that a rules file names (an image or a sound): the path as written, and
/// the name of the file that names it.
pub type HasFile<'a> = &'a dyn Fn(&str, &str) -> bool;

/// Looks at a rules file, one variant after the other.
pub struct Linter<'d> {
    document: &'d Document,
    first: FirstNames<'d>,
    explored: Explored,
    tally: Tally,
}

impl<'d> Linter<'d> {
    /// For a file.
    pub fn new(document: &'d Document) -> Self {
        Self {
            document,
            first: FirstNames::new(document),
            explored: Explored::default(),
            tally: Tally::default(),
        }
    }

    /// Looks at a variant. Rules that live in a program library are not judged.
    pub fn variant(&mut self, number: usize, game: &Game) {
        if game.rules().engine.is_some() {
            self.tally.has_unseen_rules = true;
            return;
        }
        let variant = Variant::new(self.document, &self.first, number, game, &mut self.explored);
        let Some(variant) = variant else { return };
        let tally = &mut self.tally;
        let rules = [
            case_names::check,
            contradicting_goals::check,
            empty_direction::check,
            empty_zone::check,
            endless_loop::check,
            image_players::check,
            immobile_piece::check,
            last_move_in_chain::check,
            missing_royal::check,
            move_types::check,
            never_holds::check,
            no_add::check,
            no_change::check,
            symmetry::check,
            unused_attribute::check,
            unused_direction::check,
            unused_flag::check,
            unused_zone::check,
        ];
        for rule in rules {
            rule(&variant, tally);
        }
    }

    /// What was found, with what concerns the file as a whole. `has_file` is asked about images and sounds.
    pub fn finish(mut self, has_file: Option<HasFile<'_>>) -> Vec<Diagnostic> {
        unused_macro::check(self.document, &mut self.tally);
        surplus_argument::check(self.document, &mut self.tally);
        if let Some(has_file) = has_file {
            missing_file::check(self.document, has_file, &mut self.tally);
        }
        let sources = self.document.sources();
        // What the program itself brings along is not the author's to mend.
        let is_own = |source: SourceId| !builtin::is_builtin(&sources.get(source).name);
        // What an included file offers need not be used by each file that includes it.
        self.tally
            .finish()
            .filter(|found| is_own(found.diagnostic.primary.span.source))
            .filter(|found| !found.is_unused || found.diagnostic.primary.span.source == SourceId(0))
            .map(|found| found.diagnostic)
            .collect()
    }
}

/// Where names are written first that many pieces repeat.
#[derive(Default)]
struct FirstNames<'a> {
    /// Attributes.
    attributes: IndexMap<&'a str, &'a Word>,
    /// Move types of blocks.
    move_types: IndexMap<&'a str, &'a Word>,
}

impl<'a> FirstNames<'a> {
    fn new(document: &'a Document) -> Self {
        let mut first = Self::default();
        for piece in document.file().games.iter().flat_map(|game| &game.sections.pieces) {
            for (name, _) in &piece.attributes {
                first.attributes.entry(&name.text).or_insert(name);
            }
            for item in piece.moves.iter().chain(&piece.drops) {
                if let MoveItem::Type(name) = item {
                    first.move_types.entry(&name.text).or_insert(name);
                }
            }
        }
        first
    }
}

/// A variant, with what the rules need to know of it.
struct Variant<'a> {
    rules: &'a Rules,
    first: &'a FirstNames<'a>,
    program: &'a Program,
    /// The pieces as written.
    pieces: IndexMap<&'a str, &'a Arc<PieceDef>>,
    /// `(move-priorities ...)` as written.
    priorities: Option<&'a Names>,
    /// `(turn-order ...)` as written.
    turn_order: Option<&'a TurnOrderDef>,
    /// The board as written.
    board: Option<&'a BoardDef>,
    /// What the program names.
    uses: Uses,
    /// What runs of the blocks come to.
    facts: Facts,
}

impl<'a> Variant<'a> {
    fn new(
        document: &'a Document,
        first: &'a FirstNames<'a>,
        number: usize,
        game: &'a Game,
        explored: &mut Explored,
    ) -> Option<Self> {
        let file = document.file();
        let def = variants::playable(file).nth(number)?;
        let base = match def.kind {
            Kind::Variant { of: Some(index) } => file.games.get(index),
            _ => None,
        };
        let layers: Vec<&GameDef> = base.into_iter().chain([def]).collect();
        let pieces = layers.iter().flat_map(|g| &g.sections.pieces);
        let (rules, program) = (game.rules(), game.program());
        let uses = Uses::new(rules, program);
        Some(Self {
            rules,
            first,
            program,
            pieces: pieces.map(|p| (p.name.text.as_str(), p)).collect(),
            priorities: layers.iter().rev().find_map(|g| g.sections.priorities.as_ref()),
            turn_order: layers.iter().rev().find_map(|g| g.sections.turn_order.as_ref()),
            board: layers.iter().rev().find_map(|g| g.sections.board.as_deref()),
            facts: explore::explore(rules, program, &uses, explored),
            uses,
        })
    }

    /// Whether a turn may begin with moves of this type.
    fn begins_a_turn(&self, move_type: Option<MoveTypeId>) -> bool {
        let turns = &self.rules.turn_order.entries;
        let by_priority = |t| self.rules.priorities.is_empty() || self.rules.priorities.contains(&t);
        turns.iter().any(|turn| match (turn.move_type, move_type) {
            (Some(asked), _) => Some(asked) == move_type,
            (None, Some(t)) => by_priority(t),
            (None, None) => true,
        })
    }
}
