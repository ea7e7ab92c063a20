//! Instruction lists to instructions.
//!
//! Names are looked up as the specification says: an instruction's bare name is a
//! direction, then a position. The body of a macro that stands in several places
//! is shared in the AST; when it is long it becomes a subroutine here, so that
//! files which expand to millions of forms stay small.

mod conditions;
mod copies;
mod names;

use super::op::{Kind, Op, Owner, Then};
use super::unknown::{Sort, Unknown};
use super::{Entry, PieceCode};
use crate::ast::block::{Add, Arg, Block, Cond, GoTarget, Instr, InstrKind, Name, SpliceBlock};
use crate::deep::deep;
use crate::diagnostics::codes::compile as codes;
use crate::diagnostics::{Diagnostic, Via};
use crate::ids::{Addr, PieceId};
use crate::names::IndexSet;
use crate::resolve::Rules;
use crate::resolve::rules::TypedBlock;
use crate::source::Span;
use conditions::constant;
use copies::{Copied, Key};
use names::Found;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::rc::Rc;
use std::sync::Arc;

/// Bodies of macros up to this many instructions are copied rather than called.
const INLINE_LIMIT: usize = 24;
/// No more instructions than this are made for one variant; the largest real one known needs 142,000.
const CODE_LIMIT: usize = 2_000_000;
/// Flags (and position flags) are small ids; no real file comes near this.
const FLAG_LIMIT: usize = 256;

/// What compiling the blocks of a variant makes.
pub(super) struct Blocks {
    pub code: Vec<Op>,
    pub spans: Vec<Span>,
    pub pieces: Vec<PieceCode>,
    pub flags: IndexSet<SmolStr>,
    pub pos_flags: IndexSet<SmolStr>,
    pub subroutines: Vec<(Addr, SmolStr)>,
}

/// Compiles all blocks of all pieces.
pub(super) fn compile_blocks(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) -> Blocks {
    let mut c = Compiler {
        rules,
        diagnostics,
        reported: FxHashSet::default(),
        unknown: Unknown::default(),
        out: Blocks {
            code: Vec::new(),
            spans: Vec::new(),
            pieces: Vec::new(),
            flags: IndexSet::default(),
            pos_flags: IndexSet::default(),
            subroutines: Vec::new(),
        },
        via: None,
        calls: Vec::new(),
        patches: Vec::new(),
        sizes: FxHashMap::default(),
        copies: FxHashMap::default(),
        subroutines: FxHashMap::default(),
        pending: Vec::new(),
        entries: FxHashMap::default(),
        ends: Vec::new(),
        full: false,
    };
    for piece in rules.pieces.values() {
        let moves = piece.moves.iter().map(|b| c.entry(b)).collect();
        let drops = piece.drops.iter().map(|b| c.entry(b)).collect();
        c.out.pieces.push(PieceCode { moves, drops });
    }
    if c.full {
        c.give_up();
    }
    c.out
}

struct Compiler<'a> {
    rules: &'a Rules,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Kind and place of what was reported: shared bodies are met many times.
    reported: FxHashSet<(&'static str, Span)>,
    unknown: Unknown,
    out: Blocks,
    /// The macro calls that lead to the block or subroutine being written.
    via: Option<Arc<Via>>,
    /// Those in it that lead to the instruction being written, with the macros' names.
    calls: Vec<(Span, &'a SmolStr)>,
    /// Branches of the conditions being written whose targets are not yet known.
    patches: Vec<usize>,
    /// Instructions in a shared body, by its address in memory (the AST outlives the compiler).
    sizes: FxHashMap<*const SpliceBlock, usize>,
    /// What became of the shared parts that were written so far.
    copies: FxHashMap<Key, Rc<Copied<'a>>>,
    subroutines: FxHashMap<*const SpliceBlock, Addr>,
    /// Calls whose subroutine is not yet written.
    pending: Vec<Pending<'a>>,
    /// Blocks already compiled, by their address in memory: pieces often share them.
    entries: FxHashMap<*const Block, Addr>,
    /// Branches to the end of the block or subroutine being written.
    ends: Vec<usize>,
    full: bool,
}

/// A call of a subroutine that is not yet written.
struct Pending<'a> {
    /// The index of the call.
    call: usize,
    body: &'a SpliceBlock,
    /// The macro calls that lead to the block or subroutine of the call.
    outer: Option<Arc<Via>>,
    /// The macro calls that lead to it in the block or subroutine of the call, this one included.
    calls: Box<[(Span, &'a SmolStr)]>,
}

/// What is reached through `outer` and then the calls of these macros.
fn enter(outer: Option<Arc<Via>>, calls: &[(Span, &SmolStr)]) -> Option<Arc<Via>> {
    calls.iter().fold(outer, |parent, &(call, name)| Some(Arc::new(Via { call, name: name.clone(), parent })))
}

impl<'a> Compiler<'a> {
    fn entry(&mut self, typed: &'a TypedBlock) -> Entry {
        let TypedBlock { move_type, ref block, span, ref via } = *typed;
        if let Some(&addr) = self.entries.get(&Arc::as_ptr(block)) {
            return Entry { addr, move_type, span };
        }
        let addr = self.here();
        self.entries.insert(Arc::as_ptr(block), addr);
        self.via.clone_from(via);
        self.block(block);
        self.end(span);
        while let Some(Pending { call, body, outer, calls }) = self.pending.pop() {
            let target = match self.subroutines.get(&std::ptr::from_ref(body)) {
                Some(&addr) => addr,
                None => self.subroutine(body, enter(outer, &calls), self.out.spans[call]),
            };
            self.out.code[call] = Op::Call(target);
        }
        Entry { addr, move_type, span }
    }

    /// Writes a subroutine; its `span` is that of a call of it, which was reached by `via`.
    fn subroutine(&mut self, body: &'a SpliceBlock, via: Option<Arc<Via>>, span: Span) -> Addr {
        let addr = self.here();
        self.subroutines.insert(body, addr);
        self.out.subroutines.push((addr, body.name.clone()));
        self.via = via;
        self.block(&body.block);
        self.emit(Op::Return, span);
        if !self.ends.is_empty() {
            self.end(span);
        }
        addr
    }

    /// The end of a block, where its failed `verify`s go.
    fn end(&mut self, span: Span) {
        let here = self.here();
        while let Some(at) = self.ends.pop() {
            self.patch(at, here);
        }
        self.emit(Op::End, span);
    }

    /// Leaves nothing of a program that is too large: jumps in it may lead outside of it.
    fn give_up(&mut self) {
        let span = self.out.spans[0];
        (self.out.code, self.out.spans) = (vec![Op::End], vec![span]);
        self.out.subroutines.clear();
        for piece in &mut self.out.pieces {
            piece.moves.iter_mut().chain(&mut piece.drops).for_each(|entry| entry.addr = Addr(0));
        }
    }

    fn here(&self) -> Addr {
        Addr(self.out.code.len() as u32)
    }

    fn emit(&mut self, op: Op, span: Span) -> usize {
        let at = self.out.code.len();
        if at >= CODE_LIMIT {
            if !self.full {
                self.full = true;
                self.report(Diagnostic::new(
                    &codes::PROGRAM_TOO_LARGE,
                    span,
                    format!("the blocks of this variant need more than {CODE_LIMIT} instructions"),
                ));
            }
            // Runs that come here end: keep the last instruction a terminator.
            self.out.code[at - 1] = Op::End;
            return at - 1;
        }
        self.out.code.push(op);
        self.out.spans.push(span);
        at
    }

    fn patch(&mut self, at: usize, to: Addr) {
        match &mut self.out.code[at] {
            Op::Jump(target) | Op::Branch { target, .. } => *target = to,
            _ => {} // the program is full, see `emit`
        }
    }

    /// Lets the branches that were added since there were `mark` of them lead to here.
    fn patch_from(&mut self, mark: usize) {
        let here = self.here();
        while self.patches.len() > mark {
            let at = self.patches.pop().expect("more than `mark`");
            self.patch(at, here);
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.code.id, diagnostic.primary.span)) {
            self.diagnostics.push(diagnostic.via(self.via()));
        }
    }

    /// The macro calls that lead to the instruction being written.
    fn via(&self) -> Option<Arc<Via>> {
        enter(self.via.clone(), &self.calls)
    }

    fn size(&mut self, body: &SpliceBlock) -> usize {
        if let Some(&n) = self.sizes.get(&std::ptr::from_ref(body)) {
            return n;
        }
        let n = self.block_size(&body.block);
        self.sizes.insert(body, n);
        n
    }

    /// About how many instructions a block becomes; stops counting when it is surely long.
    fn block_size(&mut self, block: &Block) -> usize {
        let mut n = 0;
        for instr in &block.instrs {
            n += match &instr.kind {
                InstrKind::Splice(body) => self.size(body).min(INLINE_LIMIT + 1),
                InstrKind::Nested(b) => self.block_size(b),
                InstrKind::If(parts) => 3 + self.block_size(&parts.1) + self.block_size(&parts.2),
                InstrKind::While(parts) => 3 + self.block_size(&parts.1),
                InstrKind::SetAttribute(..) | InstrKind::SetFlag(..) | InstrKind::SetPositionFlag(..) => 2,
                _ => 1,
            };
            if n > INLINE_LIMIT {
                return n;
            }
        }
        n
    }

    fn block(&mut self, block: &'a Block) {
        deep(|| block.instrs.iter().for_each(|instr| self.instr(instr)));
    }

    fn instr(&mut self, instr: &'a Instr) {
        let span = instr.span;
        if self.full {
            return;
        }
        match &instr.kind {
            InstrKind::Go(name) => self.go(name),
            InstrKind::GoOpposite(name) => match self.rules.find_dir(&name.text) {
                Some(dir) => {
                    self.emit(Op::StepOpposite(dir), span);
                }
                None => self.unknown_dir(name, span),
            },
            InstrKind::Mark => {
                self.emit(Op::Mark, span);
            }
            InstrKind::Back | InstrKind::GoTo(GoTarget::Mark) => {
                self.emit(Op::GoMark, span);
            }
            InstrKind::GoTo(GoTarget::From) => {
                self.emit(Op::GoFrom, span);
            }
            InstrKind::GoTo(GoTarget::To) => {
                self.emit(Op::GoTo, span);
            }
            InstrKind::GoTo(GoTarget::LastFrom) => {
                self.emit(Op::GoLastFrom, span);
            }
            InstrKind::GoTo(GoTarget::LastTo) => {
                self.emit(Op::GoLastTo, span);
            }
            InstrKind::From => {
                self.emit(Op::From, span);
            }
            InstrKind::To => {
                self.emit(Op::To, span);
            }
            InstrKind::Cascade => {
                self.emit(Op::Cascade, span);
            }
            InstrKind::Add(add) => self.add(add, span),
            InstrKind::Capture(at) => self.with_place(at.as_ref(), span, Op::Capture),
            InstrKind::Flip(at) => self.with_place(at.as_ref(), span, Op::Flip),
            InstrKind::ChangeOwner(args) => self.change_owner(args, span),
            InstrKind::ChangeType(args) => self.change_type(args, span),
            InstrKind::Create(args) => self.create(args, span),
            InstrKind::SetAttribute(parts) => {
                let (name, cond, at) = &**parts;
                let Some(attr) = self.rules.find_attr(&name.text) else {
                    return self.unknown_attr(name, span);
                };
                let Some(at) = self.place(at.as_ref(), span) else { return };
                self.set(cond, span, |value| Op::SetAttr(attr, value, at));
            }
            InstrKind::SetFlag(parts) => {
                let (name, cond) = &**parts;
                let flag = self.flag(name);
                self.set(cond, span, |value| Op::SetFlag(flag, value));
            }
            InstrKind::SetPositionFlag(parts) => {
                let (name, cond, at) = &**parts;
                let flag = self.pos_flag(name);
                let Some(at) = self.place(at.as_ref(), span) else { return };
                self.set(cond, span, |value| Op::SetPosFlag(flag, value, at));
            }
            InstrKind::If(parts) => {
                self.copy(parts, true, |c| c.if_instr(&parts.0, &parts.1, &parts.2, span))
            }
            InstrKind::While(parts) => self.copy(parts, true, |c| c.while_instr(&parts.0, &parts.1, span)),
            InstrKind::Verify(cond) => self.copy(cond, true, |c| {
                let fails = c.patches.len();
                c.branch(cond, false);
                c.ends.extend(c.patches.drain(fails..));
            }),
            InstrKind::Nested(block) => self.block(block),
            InstrKind::Splice(body) => self.splice(body, span),
            InstrKind::Unknown => {
                self.emit(Op::End, span);
            }
        }
    }

    fn if_instr(&mut self, cond: &'a Cond, then: &'a Block, otherwise: &'a Block, span: Span) {
        let to_else = self.patches.len();
        self.branch(cond, false);
        self.block(then);
        if otherwise.instrs.is_empty() {
            self.patch_from(to_else);
        } else {
            let to_end = self.emit(Op::Jump(Addr(0)), span);
            self.patch_from(to_else);
            self.block(otherwise);
            let here = self.here();
            self.patch(to_end, here);
        }
    }

    fn while_instr(&mut self, cond: &'a Cond, body: &'a Block, span: Span) {
        let (top, exits) = (self.here(), self.patches.len());
        self.branch(cond, false);
        self.block(body);
        self.emit(Op::Jump(top), span);
        self.patch_from(exits);
    }

    fn splice(&mut self, body: &'a Arc<SpliceBlock>, span: Span) {
        self.calls.push((span, &body.name));
        if self.size(body) <= INLINE_LIMIT {
            self.copy(body, true, |c| c.block(&body.block));
        } else {
            let call = self.emit(Op::End, span);
            let (outer, calls) = (self.via.clone(), self.calls.as_slice().into());
            self.pending.push(Pending { call, body, outer, calls });
        }
        self.calls.pop();
    }

    fn go(&mut self, name: &Name) {
        if let Some(dir) = self.rules.find_dir(&name.text) {
            self.emit(Op::Step(dir), name.span);
        } else if let Some(pos) = self.rules.find_pos(&name.text) {
            self.emit(Op::Go(pos), name.span);
        } else {
            self.unknown_step(name);
            self.emit(Op::End, name.span);
        }
    }

    /// Emits code that makes one of two instructions, by the value of a condition.
    fn set(&mut self, cond: &'a Cond, span: Span, op: impl Fn(bool) -> Op) {
        if let Some(value) = constant(cond) {
            self.emit(op(value), span);
            return;
        }
        let to_false = self.patches.len();
        self.branch(cond, false);
        self.emit(op(true), span);
        let to_end = self.emit(Op::Jump(Addr(0)), span);
        self.patch_from(to_false);
        self.emit(op(false), span);
        let here = self.here();
        self.patch(to_end, here);
    }

    fn add(&mut self, add: &Add, span: Span) {
        let mut types: Vec<PieceId> = Vec::new();
        let mut then = if add.partial { Then::Any } else { Then::End };
        for (i, name) in add.args.iter().enumerate() {
            let is_last = i + 1 == add.args.len();
            if let Some(piece) = self.rules.find_piece(&name.text) {
                types.push(piece);
            } else if let Some(t) = self.rules.find_move_type(&name.text).filter(|_| add.partial && is_last) {
                then = Then::Type(t);
            } else {
                let (what, sorts): (_, &[Sort]) = match add.partial {
                    true => ("piece type or move type", &[Sort::Piece, Sort::MoveType]),
                    false => ("piece type", &[Sort::Piece]),
                };
                self.unknown(&codes::UNKNOWN_PIECE, what, name, sorts);
                self.emit(Op::End, span);
                return;
            }
        }
        if types.is_empty() {
            self.emit(Op::Add { copy: add.copy, then, promote: None, more: false }, span);
        }
        let count = types.len();
        for (i, piece) in types.into_iter().enumerate() {
            let more = i + 1 < count;
            self.emit(Op::Add { copy: add.copy, then, promote: Some(piece), more }, span);
        }
    }

    fn change_owner(&mut self, args: &[Arg], span: Span) {
        if let Some(found) = self.args(args, "player, direction or position", true, false) {
            let owner = found.player.map_or(Owner::Mover, Owner::Player);
            self.emit(Op::ChangeOwner(owner, found.at), span);
        } else {
            self.emit(Op::End, span);
        }
    }

    fn change_type(&mut self, args: &[Arg], span: Span) {
        match self.args(args, "piece type, direction or position", false, true) {
            Some(Found { piece: Some(piece), at, .. }) => {
                self.emit(Op::ChangeType(piece, at), span);
            }
            Some(_) => {
                self.report(
                    Diagnostic::new(&codes::MISSING_ARGUMENT, span, "`change-type` names no piece type")
                        .label("expected `(change-type PIECE [where])`"),
                );
                self.emit(Op::End, span);
            }
            None => {
                self.emit(Op::End, span);
            }
        }
    }

    fn create(&mut self, args: &[Arg], span: Span) {
        if let Some(found) = self.args(args, "player, piece type, direction or position", true, true) {
            let owner = found.player.map_or(Owner::Mover, Owner::Player);
            let kind = found.piece.map_or(Kind::Own, Kind::Piece);
            self.emit(Op::Create(owner, kind, found.at), span);
        } else {
            self.emit(Op::End, span);
        }
    }
}
