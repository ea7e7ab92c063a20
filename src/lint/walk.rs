//! Walking over blocks as they are written.

use crate::ast::block::{Block, Cond, CondKind, Instr, InstrKind, SpliceBlock};
use crate::deep::deep;
use crate::resolve::Rules;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What a walk shows.
pub(super) enum Node<'a> {
    /// An instruction, before those in it.
    Instr(&'a Instr),
    /// A condition, before those in it.
    Cond(&'a Cond),
}

/// Shows all instructions and conditions of all pieces; the body of a macro that is shared, once.
pub(super) fn walk(rules: &Rules, mut show: impl FnMut(Node<'_>)) {
    let mut walker = Walker { seen: FxHashSet::default(), show: &mut show };
    for piece in rules.pieces.values() {
        for typed in piece.moves.iter().chain(&piece.drops) {
            if walker.seen.insert(Arc::as_ptr(&typed.block).cast()) {
                walker.block(&typed.block);
            }
        }
    }
}

struct Walker<'w> {
    /// Addresses of shared blocks and bodies that were shown.
    seen: FxHashSet<*const ()>,
    show: &'w mut dyn FnMut(Node<'_>),
}

impl Walker<'_> {
    fn block(&mut self, block: &Block) {
        deep(|| block.instrs.iter().for_each(|instr| self.instr(instr)));
    }

    fn instr(&mut self, instr: &Instr) {
        (self.show)(Node::Instr(instr));
        match &instr.kind {
            InstrKind::SetAttribute(parts) => self.cond(&parts.1),
            InstrKind::SetFlag(parts) => self.cond(&parts.1),
            InstrKind::SetPositionFlag(parts) => self.cond(&parts.1),
            InstrKind::If(parts) => {
                self.cond(&parts.0);
                self.block(&parts.1);
                self.block(&parts.2);
            }
            InstrKind::While(parts) => {
                self.cond(&parts.0);
                self.block(&parts.1);
            }
            InstrKind::Verify(cond) => self.cond(cond),
            InstrKind::Nested(block) => self.block(block),
            InstrKind::Splice(body) => {
                let body: &Arc<SpliceBlock> = body;
                if self.seen.insert(Arc::as_ptr(body).cast()) {
                    self.block(&body.block);
                }
            }
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        (self.show)(Node::Cond(cond));
        match &cond.kind {
            CondKind::And(parts) | CondKind::Or(parts) => {
                deep(|| parts.iter().for_each(|part| self.cond(part)));
            }
            CondKind::Not(inner) => deep(|| self.cond(inner)),
            CondKind::Splice(inner) if self.seen.insert(Arc::as_ptr(inner).cast()) => {
                deep(|| self.cond(&inner.1))
            }
            _ => {}
        }
    }
}
