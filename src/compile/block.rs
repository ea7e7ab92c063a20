//! Instruction lists to instructions.
//!
//! Names are looked up as the specification says: an instruction's bare name is a
//! direction, then a position. The body of a macro that stands in several places
//! is shared in the AST; when it is long it becomes a subroutine here, so that
//! files which expand to millions of forms stay small.

use super::op::{At, Kind, Op, Owner, Test, Then};
use super::unknown::{self, Sort, Unknown};
use super::{Entry, PieceCode};
use crate::ast::block::{
    Add, Arg, Block, Cond, CondKind, GoTarget, Instr, InstrKind, Name, SimpleCond, SpliceBlock, Where,
};
use crate::deep::deep;
use crate::diagnostics::codes::compile as codes;
use crate::diagnostics::{Code, Diagnostic, Via};
use crate::ids::{Addr, AttrId, FlagId, PieceId, PlayerId, PosFlagId};
use crate::resolve::Rules;
use crate::resolve::rules::TypedBlock;
use crate::source::Span;
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
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
            flags: IndexSet::new(),
            pos_flags: IndexSet::new(),
            subroutines: Vec::new(),
        },
        via: None,
        sizes: FxHashMap::default(),
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
    via: Option<Arc<Via>>,
    /// Instructions in a shared body, by its address in memory (the AST outlives the compiler).
    sizes: FxHashMap<*const SpliceBlock, usize>,
    subroutines: FxHashMap<*const SpliceBlock, Addr>,
    /// Calls whose subroutine is not yet written.
    pending: Vec<Pending>,
    /// Blocks already compiled, by their address in memory: pieces often share them.
    entries: FxHashMap<*const Block, Addr>,
    /// Branches to the end of the block or subroutine being written.
    ends: Vec<usize>,
    full: bool,
}

/// A call of a subroutine that is not yet written.
struct Pending {
    /// The index of the call.
    call: usize,
    body: Arc<SpliceBlock>,
    via: Option<Arc<Via>>,
    span: Span,
}

impl Compiler<'_> {
    fn entry(&mut self, typed: &TypedBlock) -> Entry {
        let TypedBlock { move_type, ref block, span, ref via } = *typed;
        if let Some(&addr) = self.entries.get(&Arc::as_ptr(block)) {
            return Entry { addr, move_type, span };
        }
        let addr = self.here();
        self.entries.insert(Arc::as_ptr(block), addr);
        self.via.clone_from(via);
        self.block(block);
        self.end(span);
        while let Some(Pending { call, body, via, span }) = self.pending.pop() {
            let target = match self.subroutines.get(&Arc::as_ptr(&body)) {
                Some(&addr) => addr,
                None => {
                    let addr = self.here();
                    self.subroutines.insert(Arc::as_ptr(&body), addr);
                    self.out.subroutines.push((addr, body.name.clone()));
                    let outer = std::mem::replace(&mut self.via, via);
                    self.block(&body.block);
                    self.emit(Op::Return, span);
                    if !self.ends.is_empty() {
                        self.end(span);
                    }
                    self.via = outer;
                    addr
                }
            };
            self.out.code[call] = Op::Call(target);
        }
        Entry { addr, move_type, span }
    }

    /// The end of a block, where its failed `verify`s go.
    fn end(&mut self, span: Span) {
        let ends = std::mem::take(&mut self.ends);
        self.patch_all(ends);
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

    fn patch_all(&mut self, patches: Vec<usize>) {
        let here = self.here();
        for at in patches {
            self.patch(at, here);
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.code.id, diagnostic.primary.span)) {
            self.diagnostics.push(diagnostic.via(self.via.clone()));
        }
    }

    fn size(&mut self, body: &Arc<SpliceBlock>) -> usize {
        if let Some(&n) = self.sizes.get(&Arc::as_ptr(body)) {
            return n;
        }
        let n = self.block_size(&body.block);
        self.sizes.insert(Arc::as_ptr(body), n);
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

    fn block(&mut self, block: &Block) {
        deep(|| block.instrs.iter().for_each(|instr| self.instr(instr)));
    }

    fn instr(&mut self, instr: &Instr) {
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
                let (cond, then, otherwise) = &**parts;
                let to_else = self.branch(cond, false);
                self.block(then);
                if otherwise.instrs.is_empty() {
                    self.patch_all(to_else);
                } else {
                    let to_end = self.emit(Op::Jump(Addr(0)), span);
                    self.patch_all(to_else);
                    self.block(otherwise);
                    let here = self.here();
                    self.patch(to_end, here);
                }
            }
            InstrKind::While(parts) => {
                let (cond, body) = &**parts;
                let top = self.here();
                let exits = self.branch(cond, false);
                self.block(body);
                self.emit(Op::Jump(top), span);
                self.patch_all(exits);
            }
            InstrKind::Verify(cond) => {
                let fails = self.branch(cond, false);
                self.ends.extend(fails);
            }
            InstrKind::Nested(block) => self.block(block),
            InstrKind::Splice(body) => self.splice(body, span),
            InstrKind::Unknown => {
                self.emit(Op::End, span);
            }
        }
    }

    fn splice(&mut self, body: &Arc<SpliceBlock>, span: Span) {
        let parent = self.via.clone();
        let via = Some(Arc::new(Via { call: span, name: body.name.clone(), parent: parent.clone() }));
        if self.size(body) <= INLINE_LIMIT {
            self.via = via;
            self.block(&body.block);
            self.via = parent;
        } else {
            let call = self.emit(Op::End, span);
            self.pending.push(Pending { call, body: body.clone(), via, span });
        }
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
    fn set(&mut self, cond: &Cond, span: Span, op: impl Fn(bool) -> Op) {
        if let Some(value) = constant(cond) {
            self.emit(op(value), span);
            return;
        }
        let to_false = self.branch(cond, false);
        self.emit(op(true), span);
        let to_end = self.emit(Op::Jump(Addr(0)), span);
        self.patch_all(to_false);
        self.emit(op(false), span);
        let here = self.here();
        self.patch(to_end, here);
    }

    /// Emits code that branches when `cond` is `when` and falls through else;
    /// gives the instructions whose target is to be patched.
    fn branch(&mut self, cond: &Cond, when: bool) -> Vec<usize> {
        let span = cond.span;
        if self.full {
            return Vec::new();
        }
        match &cond.kind {
            CondKind::Const(value) => {
                if *value == when {
                    vec![self.emit(Op::Jump(Addr(0)), span)]
                } else {
                    Vec::new()
                }
            }
            CondKind::Not(inner) => deep(|| self.branch(inner, !when)),
            CondKind::And(parts) => deep(|| self.junction(parts, when, false)),
            CondKind::Or(parts) => deep(|| self.junction(parts, when, true)),
            CondKind::Splice(inner) => {
                let parent = self.via.clone();
                self.via = Some(Arc::new(Via { call: span, name: inner.0.clone(), parent: parent.clone() }));
                let patches = deep(|| self.branch(&inner.1, when));
                self.via = parent;
                patches
            }
            _ => match self.test(cond) {
                Some((test, at)) => {
                    let when = when != self.is_negated_attribute(cond);
                    vec![self.emit(Op::Branch { test, at, when, target: Addr(0) }, span)]
                }
                None => {
                    self.emit(Op::End, span);
                    Vec::new()
                }
            },
        }
    }

    /// `and` (`stop` false) and `or` (`stop` true): the first part that is `stop` decides.
    fn junction(&mut self, parts: &[Cond], when: bool, stop: bool) -> Vec<usize> {
        if when == stop {
            return parts.iter().flat_map(|p| self.branch(p, when)).collect();
        }
        let Some((last, init)) = parts.split_last() else {
            // An empty `and` is true, an empty `or` false: the opposite of `stop`.
            return vec![self.emit(Op::Jump(Addr(0)), Span::new(crate::source::SourceId(0), 0, 0))];
        };
        let stops: Vec<usize> = init.iter().flat_map(|p| self.branch(p, stop)).collect();
        let patches = self.branch(last, when);
        self.patch_all(stops);
        patches
    }

    fn test(&mut self, cond: &Cond) -> Option<(Test, At)> {
        Some(match &cond.kind {
            CondKind::Simple(simple, at) => {
                let test = match simple {
                    SimpleCond::Empty => Test::Empty,
                    SimpleCond::Friend => Test::Friend,
                    SimpleCond::Enemy => Test::Enemy,
                    SimpleCond::Neutral => Test::Neutral,
                    SimpleCond::OnBoard => Test::OnBoard,
                    SimpleCond::LastFrom => Test::LastFrom,
                    SimpleCond::LastTo => Test::LastTo,
                    SimpleCond::Marked => Test::Marked,
                    SimpleCond::AdjacentToEnemy => Test::AdjacentToEnemy,
                    SimpleCond::GoalPosition => Test::GoalPosition,
                };
                (test, self.place_of(at.as_ref())?)
            }
            CondKind::Piece(name, at) => {
                let Some(piece) = self.rules.find_piece(&name.text) else {
                    self.unknown_piece(name);
                    return None;
                };
                (Test::Piece(piece), self.place_of(at.as_ref())?)
            }
            CondKind::InZone(name, at) => {
                let Some(zone) = self.rules.find_zone(&name.text) else {
                    self.unknown(&codes::UNKNOWN_ZONE, "zone", name, &[Sort::Zone]);
                    return None;
                };
                (Test::InZone(zone), self.place_of(at.as_ref())?)
            }
            CondKind::Position(name) => {
                let Some(pos) = self.rules.find_pos(&name.text) else {
                    self.unknown(&codes::UNKNOWN_POSITION, "position", name, &[Sort::Position]);
                    return None;
                };
                (Test::Position(pos), At::Here)
            }
            CondKind::Attack { defended, args } => self.attack(*defended, args)?,
            CondKind::Flag(name) => (Test::Flag(self.flag(name)), At::Here),
            CondKind::PositionFlag(name, at) => {
                (Test::PosFlag(self.pos_flag(name)), self.place_of(at.as_ref())?)
            }
            CondKind::Attribute(name, at) => {
                let Some((attr, _)) = self.find_attr(&name.text) else {
                    self.unknown_cond(name);
                    return None;
                };
                (Test::Attr(attr), self.place_of(at.as_ref())?)
            }
            // The rest is code, not one test: see `branch`.
            CondKind::Const(_)
            | CondKind::And(_)
            | CondKind::Or(_)
            | CondKind::Not(_)
            | CondKind::Splice(_) => return None,
        })
    }

    /// The attribute that a condition names, and whether its contrary is asked for: `not-` before an
    /// attribute is a negation, unless an attribute has exactly this name.
    fn find_attr(&self, name: &str) -> Option<(AttrId, bool)> {
        let negated = || self.rules.find_attr(name.strip_prefix("not-")?);
        let exact = self.rules.find_attr(name).map(|attr| (attr, false));
        exact.or_else(|| negated().map(|attr| (attr, true)))
    }

    fn is_negated_attribute(&self, cond: &Cond) -> bool {
        matches!(&cond.kind, CondKind::Attribute(name, _) if self.find_attr(&name.text).is_some_and(|(_, n)| n))
    }

    fn attack(&mut self, defended: bool, args: &[Arg]) -> Option<(Test, At)> {
        let mut at = At::Here;
        let mut by = None;
        for arg in args {
            match arg {
                Arg::Opposite(name) => at = self.opposite(name)?,
                Arg::Name(name) => {
                    if let Some(place) = self.find_place(name) {
                        at = place;
                    } else if let Some(t) = self.rules.find_move_type(&name.text) {
                        by = Some(t);
                    } else {
                        let sorts = [Sort::Direction, Sort::Position, Sort::MoveType];
                        self.unknown(&codes::UNKNOWN_NAME, "direction, position or move type", name, &sorts);
                        return None;
                    }
                }
            }
        }
        let test = match (defended, by) {
            (false, None) => Test::Attacked,
            (false, Some(t)) => Test::AttackedBy(t),
            (true, None) => Test::Defended,
            (true, Some(t)) => Test::DefendedBy(t),
        };
        Some((test, at))
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

    /// Tells arguments apart by what they name.
    fn args(&mut self, args: &[Arg], what: &str, players: bool, pieces: bool) -> Option<Found> {
        let mut found = Found { player: None, piece: None, at: At::Here };
        for arg in args {
            match arg {
                Arg::Opposite(name) => found.at = self.opposite(name)?,
                Arg::Name(name) => {
                    let player = self.rules.find_player(&name.text).filter(|_| players);
                    let piece = self.rules.find_piece(&name.text).filter(|_| pieces);
                    if let (Some(p), None) = (player, found.player) {
                        found.player = Some(p);
                    } else if let (Some(t), None) = (piece, found.piece) {
                        found.piece = Some(t);
                    } else if let Some(at) = self.find_place(name) {
                        found.at = at;
                    } else {
                        let mut sorts = vec![Sort::Direction, Sort::Position];
                        sorts.extend(players.then_some(Sort::Player));
                        sorts.extend(pieces.then_some(Sort::Piece));
                        self.unknown(&codes::UNKNOWN_NAME, what, name, &sorts);
                        return None;
                    }
                }
            }
        }
        Some(found)
    }

    fn with_place(&mut self, at: Option<&Where>, span: Span, op: impl Fn(At) -> Op) {
        if let Some(at) = self.place(at, span) {
            self.emit(op(at), span);
        }
    }

    /// The place, or `None` after emitting the end of the run.
    fn place(&mut self, at: Option<&Where>, span: Span) -> Option<At> {
        let found = self.place_of(at);
        if found.is_none() {
            self.emit(Op::End, span);
        }
        found
    }

    fn place_of(&mut self, at: Option<&Where>) -> Option<At> {
        match at {
            None => Some(At::Here),
            Some(Where::Opposite(name)) => self.opposite(name),
            Some(Where::Name(name)) => {
                let found = self.find_place(name);
                if found.is_none() {
                    self.unknown_step(name);
                }
                found
            }
        }
    }

    fn find_place(&self, name: &Name) -> Option<At> {
        let dir = self.rules.find_dir(&name.text).map(At::Dir);
        dir.or_else(|| self.rules.find_pos(&name.text).map(At::Pos))
    }

    fn opposite(&mut self, name: &Name) -> Option<At> {
        let dir = self.rules.find_dir(&name.text);
        if dir.is_none() {
            self.unknown(&codes::UNKNOWN_DIRECTION, "direction", name, &[Sort::Direction]);
        }
        dir.map(At::Opposite)
    }

    fn flag(&mut self, name: &Name) -> FlagId {
        if self.out.flags.len() >= FLAG_LIMIT && !self.out.flags.contains(&name.text) {
            self.too_many_flags(name);
            return FlagId(0);
        }
        FlagId::from_index(self.out.flags.insert_full(name.text.clone()).0)
    }

    fn pos_flag(&mut self, name: &Name) -> PosFlagId {
        if self.out.pos_flags.len() >= FLAG_LIMIT && !self.out.pos_flags.contains(&name.text) {
            self.too_many_flags(name);
            return PosFlagId(0);
        }
        PosFlagId::from_index(self.out.pos_flags.insert_full(name.text.clone()).0)
    }

    fn too_many_flags(&mut self, name: &Name) {
        self.report(Diagnostic::new(
            &codes::TOO_MANY_FLAGS,
            name.span,
            format!("more than {FLAG_LIMIT} flags in one variant"),
        ));
    }

    fn unknown_step(&mut self, name: &Name) {
        let sorts = [Sort::Direction, Sort::Position, Sort::Instruction, Sort::Macro];
        self.unknown(&codes::UNKNOWN_NAME, "instruction, direction or position", name, &sorts);
    }

    fn unknown_dir(&mut self, name: &Name, span: Span) {
        self.unknown(&codes::UNKNOWN_DIRECTION, "direction", name, &[Sort::Direction]);
        self.emit(Op::End, span);
    }

    fn unknown_attr(&mut self, name: &Name, span: Span) {
        self.unknown(&codes::UNKNOWN_ATTRIBUTE, "attribute", name, &[Sort::Attribute]);
        self.emit(Op::End, span);
    }

    fn unknown_cond(&mut self, name: &Name) {
        let sorts = [Sort::Attribute, Sort::Condition, Sort::Macro];
        self.unknown(&codes::UNKNOWN_CONDITION, "condition or attribute", name, &sorts);
    }

    fn unknown_piece(&mut self, name: &Name) {
        self.unknown(&codes::UNKNOWN_PIECE, "piece type", name, &[Sort::Piece]);
    }

    fn unknown(&mut self, code: &'static Code, what: &str, name: &Name, sorts: &[Sort]) {
        if !self.reported.contains(&(code.id, name.span)) {
            let d = self.unknown.diagnostic(self.rules, code, what, name, sorts);
            match self.via.clone() {
                Some(call) if unknown::missing_argument(&name.text).is_some() => {
                    self.reported.insert((code.id, name.span));
                    self.report_at_call(d, &call);
                }
                _ => self.report(d),
            }
        }
    }

    /// Reports what is wrong with a call of a macro, though it shows in the body.
    fn report_at_call(&mut self, mut d: Diagnostic, call: &Via) {
        let needed = std::mem::replace(&mut d.primary.span, call.call);
        if self.reported.insert((d.code.id, call.call)) {
            self.diagnostics.push(d.with(needed, "it is needed here").via(call.parent.clone()));
        }
    }
}

/// What the arguments of `create` and its kind name.
struct Found {
    player: Option<PlayerId>,
    piece: Option<PieceId>,
    at: At,
}

fn constant(cond: &Cond) -> Option<bool> {
    match &cond.kind {
        CondKind::Const(value) => Some(*value),
        CondKind::Splice(inner) => constant(&inner.1),
        _ => None,
    }
}
