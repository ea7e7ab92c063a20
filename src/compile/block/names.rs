//! What names stand for: arguments, places, flags; and what is said of a name that stands for nothing.

use super::{Compiler, FLAG_LIMIT};
use crate::ast::block::{Arg, Name, Where};
use crate::compile::op::{At, Op};
use crate::compile::unknown::{self, Sort};
use crate::diagnostics::codes::compile as codes;
use crate::diagnostics::{Code, Diagnostic, Via};
use crate::ids::{FlagId, PieceId, PlayerId, PosFlagId};
use crate::source::Span;

impl Compiler<'_> {
    /// Tells arguments apart by what they name.
    pub(super) fn args(&mut self, args: &[Arg], what: &str, players: bool, pieces: bool) -> Option<Found> {
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

    pub(super) fn with_place(&mut self, at: Option<&Where>, span: Span, op: impl Fn(At) -> Op) {
        if let Some(at) = self.place(at, span) {
            self.emit(op(at), span);
        }
    }

    /// The place, or `None` after emitting the end of the run.
    pub(super) fn place(&mut self, at: Option<&Where>, span: Span) -> Option<At> {
        let found = self.place_of(at);
        if found.is_none() {
            self.emit(Op::End, span);
        }
        found
    }

    pub(super) fn place_of(&mut self, at: Option<&Where>) -> Option<At> {
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

    pub(super) fn find_place(&self, name: &Name) -> Option<At> {
        let dir = self.rules.find_dir(&name.text).map(At::Dir);
        dir.or_else(|| self.rules.find_pos(&name.text).map(At::Pos))
    }

    pub(super) fn opposite(&mut self, name: &Name) -> Option<At> {
        let dir = self.rules.find_dir(&name.text);
        if dir.is_none() {
            self.unknown(&codes::UNKNOWN_DIRECTION, "direction", name, &[Sort::Direction]);
        }
        dir.map(At::Opposite)
    }

    pub(super) fn flag(&mut self, name: &Name) -> FlagId {
        if self.out.flags.len() >= FLAG_LIMIT && !self.out.flags.contains(&name.text) {
            self.too_many_flags(name);
            return FlagId(0);
        }
        FlagId::from_index(self.out.flags.insert_full(name.text.clone()).0)
    }

    pub(super) fn pos_flag(&mut self, name: &Name) -> PosFlagId {
        if self.out.pos_flags.len() >= FLAG_LIMIT && !self.out.pos_flags.contains(&name.text) {
            self.too_many_flags(name);
            return PosFlagId(0);
        }
        PosFlagId::from_index(self.out.pos_flags.insert_full(name.text.clone()).0)
    }

    pub(super) fn too_many_flags(&mut self, name: &Name) {
        self.report(Diagnostic::new(
            &codes::TOO_MANY_FLAGS,
            name.span,
            format!("more than {FLAG_LIMIT} flags in one variant"),
        ));
    }

    pub(super) fn unknown_step(&mut self, name: &Name) {
        let sorts = [Sort::Direction, Sort::Position, Sort::Instruction, Sort::Macro];
        self.unknown(&codes::UNKNOWN_NAME, "instruction, direction or position", name, &sorts);
    }

    pub(super) fn unknown_dir(&mut self, name: &Name, span: Span) {
        self.unknown(&codes::UNKNOWN_DIRECTION, "direction", name, &[Sort::Direction]);
        self.emit(Op::End, span);
    }

    pub(super) fn unknown_attr(&mut self, name: &Name, span: Span) {
        self.unknown(&codes::UNKNOWN_ATTRIBUTE, "attribute", name, &[Sort::Attribute]);
        self.emit(Op::End, span);
    }

    pub(super) fn unknown_cond(&mut self, name: &Name) {
        let sorts = [Sort::Attribute, Sort::Condition, Sort::Macro];
        self.unknown(&codes::UNKNOWN_CONDITION, "condition or attribute", name, &sorts);
    }

    pub(super) fn unknown_piece(&mut self, name: &Name) {
        self.unknown(&codes::UNKNOWN_PIECE, "piece type", name, &[Sort::Piece]);
    }

    pub(super) fn unknown(&mut self, code: &'static Code, what: &str, name: &Name, sorts: &[Sort]) {
        if !self.reported.contains(&(code.id, name.span)) {
            let d = self.unknown.diagnostic(self.rules, code, what, name, sorts);
            match self.via() {
                Some(call) if unknown::missing_argument(&name.text).is_some() => {
                    self.reported.insert((code.id, name.span));
                    self.report_at_call(d, &call);
                }
                _ => self.report(d),
            }
        }
    }

    /// Reports what is wrong with a call of a macro, though it shows in the body.
    pub(super) fn report_at_call(&mut self, mut d: Diagnostic, call: &Via) {
        let needed = std::mem::replace(&mut d.primary.span, call.call);
        if self.reported.insert((d.code.id, call.call)) {
            self.diagnostics.push(d.with(needed, "it is needed here").via(call.parent.clone()));
        }
    }
}

/// What the arguments of `create` and its kind name.
pub(super) struct Found {
    pub player: Option<PlayerId>,
    pub piece: Option<PieceId>,
    pub at: At,
}
