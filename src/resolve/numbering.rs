//! Move types and attributes, in the order of their numbers in saved games
//! (specification, section 13).

use super::overlay::Overlay;
use super::players;
use super::report::Report;
use super::rules::Player;
use crate::ast::block::{Block, InstrKind};
use crate::ast::piece::MoveItem;
use crate::deep::deep;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::MoveTypeId;
use crate::names::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use std::sync::Arc;

/// Move types at most.
const MAX_MOVE_TYPES: usize = 60_000;

/// Attributes at most: those of a piece are the bits of one word.
const MAX_ATTRIBUTES: usize = 64;

/// All move types, each where it is first seen.
pub(super) fn move_types(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    report: &mut Report,
) -> IndexSet<SmolStr> {
    let mut seen = Seen { types: IndexSet::default(), visited: FxHashSet::default(), overlay };
    for name in overlay.priorities.iter().flat_map(|p| p.names.iter().rev()) {
        seen.add(&name.text);
    }
    for entry in overlay.turn_order.iter().flat_map(|t| players::entries(t)).rev() {
        if let Some(name) = players::parts(entry, players).move_type {
            seen.add(&name.text);
        }
    }
    for piece in overlay.pieces.values().rev() {
        for item in piece.moves.iter().chain(&piece.drops) {
            match item {
                MoveItem::Type(name) => seen.add(&name.text),
                MoveItem::Block(block) => seen.shared(&block.block),
            }
        }
    }
    if seen.types.len() > MAX_MOVE_TYPES {
        let message = format!("the game has {} move types", seen.types.len());
        report
            .add(overlay.at.diagnostic(&codes::TOO_MANY, message).label(format!("at most {MAX_MOVE_TYPES}")));
        seen.types.truncate(MAX_MOVE_TYPES);
    }
    seen.types
}

/// Looks a move type up.
pub(super) fn find(move_types: &IndexSet<SmolStr>, name: &str) -> Option<MoveTypeId> {
    move_types.get_index_of(name).map(MoveTypeId::from_index)
}

struct Seen<'a> {
    types: IndexSet<SmolStr>,
    /// Addresses of shared parts that were walked: they can bring up nothing new.
    visited: FxHashSet<usize>,
    overlay: &'a Overlay<'a>,
}

impl Seen<'_> {
    fn add(&mut self, name: &SmolStr) {
        if !self.types.contains(name) {
            self.types.insert(name.clone());
        }
    }

    fn is_new<T>(&mut self, shared: &Arc<T>) -> bool {
        self.visited.insert(Arc::as_ptr(shared).addr())
    }

    fn shared(&mut self, block: &Arc<Block>) {
        if block.names_types() && self.is_new(block) {
            self.block(block);
        }
    }

    /// The types that the block's partial adds name; later instructions count before earlier ones.
    fn block(&mut self, block: &Block) {
        deep(|| self.instrs(block));
    }

    fn instrs(&mut self, block: &Block) {
        for instr in block.instrs.iter().rev().filter(|instr| instr.kind.names_types()) {
            match &instr.kind {
                InstrKind::Add(add) => {
                    for name in add.args.iter().rev() {
                        if !self.overlay.pieces.contains_key(name.text.as_str()) {
                            self.add(&name.text);
                        }
                    }
                }
                InstrKind::If(parts) if self.is_new(parts) => {
                    self.block(&parts.2);
                    self.block(&parts.1);
                }
                InstrKind::While(parts) if self.is_new(parts) => self.block(&parts.1),
                InstrKind::Nested(block) => self.shared(block),
                InstrKind::Splice(splice) if self.is_new(splice) => self.block(&splice.block),
                _ => {}
            }
        }
    }
}

/// All attributes, pieces and their attributes taken from the last to the first.
pub(super) fn attributes(overlay: &Overlay<'_>, report: &mut Report) -> IndexSet<SmolStr> {
    let mut names = IndexSet::default();
    for piece in overlay.pieces.values().rev() {
        for (name, _) in piece.attributes.iter().rev() {
            if names.len() < MAX_ATTRIBUTES || names.contains(&name.text) {
                names.insert(name.text.clone());
            } else {
                let message = format!("the attribute `{}` is one too many", name.text);
                report.add(
                    name.at
                        .diagnostic(&codes::TOO_MANY, message)
                        .label(format!("a game has at most {MAX_ATTRIBUTES} attributes")),
                );
            }
        }
    }
    names
}
