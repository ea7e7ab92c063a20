//! What stands in many places, as the bodies of macros do: written out once, then copied.

use super::{CODE_LIMIT, Compiler, Pending};
use crate::ast::block::SpliceBlock;
use crate::compile::op::Op;
use crate::ids::Addr;
use crate::source::Span;
use smol_str::SmolStr;
use std::rc::Rc;
use std::sync::Arc;

/// A shared part of the AST by its address, and how it was written: for conditions, when they branch.
pub(super) type Key = (usize, bool);

/// Where a part was written out first, and what in it depends on where it stands.
pub(super) struct Copied<'a> {
    start: usize,
    end: usize,
    /// The branches to the end of the block around it, counted from the start.
    ends: Box<[usize]>,
    /// The branches that a condition leaves to be patched.
    patches: Box<[usize]>,
    calls: Box<[Call<'a>]>,
}

/// A call of a subroutine in a part.
struct Call<'a> {
    /// Counted from the start of the part.
    at: usize,
    body: &'a SpliceBlock,
    /// The macro calls that lead to it in the part.
    calls: Box<[(Span, &'a SmolStr)]>,
}

impl<'a> Compiler<'a> {
    /// Writes a part that is shared.
    ///
    /// All that is to be told of it was told when it was written first.
    pub(super) fn copy<T: ?Sized>(&mut self, part: &Arc<T>, when: bool, write: impl FnOnce(&mut Self)) {
        if Arc::strong_count(part) == 1 {
            return write(self);
        }
        let key = (Arc::as_ptr(part).cast::<()>().addr(), when);
        if let Some(copied) = self.copies.get(&key).cloned()
            && self.out.code.len() + (copied.end - copied.start) < CODE_LIMIT
        {
            return self.write_again(&copied);
        }
        let start = self.out.code.len();
        let (ends, patches, pending) = (self.ends.len(), self.patches.len(), self.pending.len());
        write(self);
        if self.full {
            return;
        }
        let depth = self.calls.len();
        let call =
            |p: &Pending<'a>| Call { at: p.call - start, body: p.body, calls: p.calls[depth..].into() };
        let copied = Copied {
            start,
            end: self.out.code.len(),
            ends: self.ends[ends..].iter().map(|at| at - start).collect(),
            patches: self.patches[patches..].iter().map(|at| at - start).collect(),
            calls: self.pending[pending..].iter().map(call).collect(),
        };
        self.copies.insert(key, Rc::new(copied));
    }

    fn write_again(&mut self, copied: &Copied<'a>) {
        let here = self.out.code.len();
        let moved = |to: Addr| Addr(to.0.wrapping_add((here - copied.start) as u32));
        self.out.spans.extend_from_within(copied.start..copied.end);
        self.out.code.extend_from_within(copied.start..copied.end);
        for op in &mut self.out.code[here..] {
            if let Op::Jump(target) | Op::Branch { target, .. } = op {
                *target = moved(*target);
            }
        }
        self.ends.extend(copied.ends.iter().map(|at| here + at));
        self.patches.extend(copied.patches.iter().map(|at| here + at));
        for call in &copied.calls {
            let calls = self.calls.iter().chain(&call.calls).copied().collect();
            let (call, body, outer) = (here + call.at, call.body, self.via.clone());
            self.out.code[call] = Op::End;
            self.pending.push(Pending { call, body, outer, calls });
        }
    }
}
