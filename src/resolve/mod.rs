//! From the AST and a variant to [`Rules`]: inheritance settled, every name of
//! board, players, pieces, turn order and options an id.
//!
//! Names inside of blocks and goals are resolved when these are compiled.

mod aftermath;
mod board;
mod goals;
mod numbering;
mod options;
mod overlay;
mod pieces;
mod players;
mod report;
pub mod rules;
mod setup;
pub mod variants;

pub(crate) use aftermath::settle;
pub use rules::Rules;
pub use variants::{Found, VariantError, VariantInfo, find_variant, variants};

use crate::ast::file::Kind;
use crate::ast::{File, GameDef};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::resolve as codes;
use overlay::Overlay;
use report::Report;

/// Resolves the game or variant with this number (see [`variants()`]).
///
/// Without rules there is at least one error. Rules may come with errors too: then
/// what is wrong was left out of them, and they are good only for finding more errors.
pub fn resolve(file: &File, number: usize) -> (Option<Rules>, Vec<Diagnostic>) {
    let mut report = Report::default();
    let game = variants::playable(file).nth(number);
    let rules = game.and_then(|game| build(file, game, &mut report));
    (rules, report.finish())
}

fn build(file: &File, game: &GameDef, report: &mut Report) -> Option<Rules> {
    let overlay = Overlay::new(file, game);
    // A variant without a game has been reported; most of what it needs is not there.
    if game.kind != Kind::Game && !overlay.has_base {
        return None;
    }
    if let Some(engine) = overlay.engine {
        report.add(
            engine
                .at
                .diagnostic(&codes::ENGINE, "the rules of this game live in a program library")
                .label(format!("`{}` is not part of the rules file", engine.text))
                .help("what the file itself says is checked, but the moves may be others"),
        );
    }
    let mut players = players::players(&overlay, report)?;
    let move_types = numbering::move_types(&overlay, &players, report);
    let turn_order = players::turn_order(&overlay, &mut players, &move_types, report)?;
    let board = board::board(&overlay, &players, report)?;
    let attributes = numbering::attributes(&overlay, report);
    let pieces = pieces::pieces(&overlay, &players, &move_types, &attributes, report);
    let (setup, stocks) = setup::setup(&overlay, &players, &pieces, &board, report);
    let goals = goals::goals(&overlay, &players, report);
    let options = options::options(&overlay, &pieces, report);
    players::idle_players(&overlay, &players, &pieces, &turn_order, &setup, &stocks, report);
    Some(Rules {
        title: overlay.title(),
        texts: overlay.texts(),
        priorities: overlay
            .priorities
            .iter()
            .flat_map(|p| &p.names)
            .filter_map(|t| numbering::find(&move_types, &t.text))
            .collect(),
        // Ids are given out in the order of the numbers.
        attribute_numbers: (0..attributes.len() as u32).collect(),
        move_type_numbers: (1..=move_types.len() as u32).collect(),
        attributes,
        move_types,
        players,
        turn_order,
        board,
        pieces,
        options,
        setup,
        stocks,
        goals,
        engine: overlay.engine.map(|e| (e.text.clone(), e.at.span)),
        span: game.head.span,
        macros: file.macros.clone(),
    })
}
