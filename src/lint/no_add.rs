//! W0612: instructions at the end of a block behind which no move is added. W0613: a block that adds no move at all.

use super::Variant;
use super::tally::Tally;
use crate::ast::block::{Block, Instr, InstrKind, SpliceBlock};
use crate::deep::deep;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::{NEVER_ADDS, NOTHING_ADDED};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let mut adds = Adds::default();
    for piece in variant.rules.pieces.values() {
        for typed in piece.moves.iter().chain(&piece.drops) {
            if typed.block.instrs.is_empty() {
                continue;
            }
            if !adds.block(&typed.block) {
                let d = Diagnostic::new(&NEVER_ADDS, typed.span, "this block adds no move");
                tally.suspect(d.label("there is no `add` in it").via(typed.via.clone()));
                continue;
            }
            tally.fine(&NEVER_ADDS, typed.span);
            adds.tail(&typed.block, tally);
        }
    }
}

/// Which macro bodies add a move, by their address in memory.
#[derive(Default)]
struct Adds {
    bodies: FxHashMap<*const SpliceBlock, bool>,
}

impl Adds {
    fn block(&mut self, block: &Block) -> bool {
        deep(|| block.instrs.iter().any(|instr| self.instr(instr)))
    }

    fn instr(&mut self, instr: &Instr) -> bool {
        match &instr.kind {
            InstrKind::Add(_) => true,
            InstrKind::If(parts) => self.block(&parts.1) || self.block(&parts.2),
            InstrKind::While(parts) => self.block(&parts.1),
            InstrKind::Nested(block) => self.block(block),
            InstrKind::Splice(body) => self.body(body),
            // What it was meant to be is not known.
            InstrKind::Unknown => true,
            _ => false,
        }
    }

    fn body(&mut self, body: &Arc<SpliceBlock>) -> bool {
        if let Some(&adds) = self.bodies.get(&Arc::as_ptr(body)) {
            return adds;
        }
        let adds = self.block(&body.block);
        self.bodies.insert(Arc::as_ptr(body), adds);
        adds
    }

    /// Judges the instructions behind the last one that adds, and says that the others are in order.
    fn tail(&mut self, block: &Block, tally: &mut Tally) {
        let last = block.instrs.iter().rposition(|instr| self.instr(instr));
        let Some(last) = last else { return };
        for instr in &block.instrs[..last] {
            self.all_fine(instr, tally);
        }
        match &block.instrs[last].kind {
            InstrKind::Nested(inner) => deep(|| self.tail(inner, tally)),
            InstrKind::Splice(body) => deep(|| self.tail(&body.block, tally)),
            _ => self.all_fine(&block.instrs[last], tally),
        }
        let mut behind = block.instrs[last + 1..].iter();
        if let Some(first) = behind.find(|instr| has_effect(instr)) {
            let d = Diagnostic::new(&NOTHING_ADDED, first.span, "behind this no move is added");
            tally.suspect(d.label("so it has no effect"));
        }
    }

    /// Says that all of an instruction is in order, as far as it is written in one place.
    fn all_fine(&mut self, instr: &Instr, tally: &mut Tally) {
        tally.fine(&NOTHING_ADDED, instr.span);
        match &instr.kind {
            InstrKind::Nested(inner) => {
                deep(|| inner.instrs.iter().for_each(|i| self.all_fine(i, tally)));
            }
            InstrKind::Splice(body) => {
                deep(|| body.block.instrs.iter().for_each(|i| self.all_fine(i, tally)));
            }
            _ => {}
        }
    }
}

/// Whether an instruction is more than a step or a check.
fn has_effect(instr: &Instr) -> bool {
    !matches!(
        instr.kind,
        InstrKind::Go(_)
            | InstrKind::GoOpposite(_)
            | InstrKind::GoTo(_)
            | InstrKind::Back
            | InstrKind::Mark
            | InstrKind::Verify(_)
    )
}
