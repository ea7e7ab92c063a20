//! Piece types.

use super::numbering;
use super::overlay::Overlay;
use super::report::Report;
use super::rules::{PieceType, Player, TypedBlock};
use crate::ast::piece::{MoveItem, PieceDef};
use crate::ast::place::Text;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{AttrId, PlayerId};
use crate::names::{IndexMap, IndexSet};
use smol_str::SmolStr;

/// Piece types at most.
const MAX_PIECES: usize = 60_000;

pub(super) fn pieces(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    move_types: &IndexSet<SmolStr>,
    attributes: &IndexSet<SmolStr>,
    report: &mut Report,
) -> IndexMap<SmolStr, PieceType> {
    if overlay.pieces.is_empty() {
        let d = overlay.at.diagnostic(&codes::NO_PIECES, "the game has no piece types");
        report.add(d.help("add a `(piece ...)` for each"));
    }
    if overlay.pieces.len() > MAX_PIECES {
        let d = overlay.at.diagnostic(&codes::TOO_MANY, "the game has too many piece types");
        report.add(d.label(format!("at most {MAX_PIECES}")));
    }
    overlay
        .pieces
        .values()
        .take(MAX_PIECES)
        .map(|p| (p.name.text.clone(), piece(p, players, move_types, attributes)))
        .collect()
}

fn piece(
    def: &PieceDef,
    players: &IndexMap<SmolStr, Player>,
    move_types: &IndexSet<SmolStr>,
    attributes: &IndexSet<SmolStr>,
) -> PieceType {
    // Of an attribute given twice the later value counts.
    let initial: IndexMap<AttrId, bool> = def
        .attributes
        .iter()
        .filter_map(|(name, value)| Some((AttrId::from_index(attributes.get_index_of(&name.text)?), *value)))
        .collect();
    // A variant may have other players than the game that its pieces were drawn for.
    let images = def
        .images
        .iter()
        .filter_map(|(player, files)| {
            Some((PlayerId::from_index(players.get_index_of(&player.text)?), files.first()?.text.to_string()))
        })
        .collect();
    PieceType {
        notation: text(&def.notation),
        help: text(&def.help),
        description: text(&def.description),
        images,
        attributes: initial.into_iter().collect(),
        moves: typed(&def.moves, move_types),
        drops: typed(&def.drops, move_types),
        is_dummy: def.is_dummy,
        span: def.name.at.span,
    }
}

/// Gives each block the type of the last `(move-type T)` before it.
fn typed(items: &[MoveItem], move_types: &IndexSet<SmolStr>) -> Vec<TypedBlock> {
    let mut move_type = None;
    let mut blocks = Vec::new();
    for item in items {
        match item {
            MoveItem::Type(name) => move_type = numbering::find(move_types, &name.text),
            MoveItem::Block(def) => blocks.push(TypedBlock {
                move_type,
                block: def.block.clone(),
                span: def.at.span,
                via: def.at.via.clone(),
            }),
        }
    }
    blocks
}

fn text(text: &Option<Text>) -> Option<String> {
    text.as_ref().map(|t| t.text.clone())
}
