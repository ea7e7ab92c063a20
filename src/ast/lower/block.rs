//! Blocks: lists of instructions.
//!
//! A macro's body stays one shared node, however often it is called: the forms of
//! one expansion are lowered once. So a list is looked at through the macro calls
//! in it, but they are not spelled out.

use super::cursor::{Lower, describe, enter};
use super::share::{first_form, name_of, split_first};
use crate::ast::MAX_DEPTH;
use crate::ast::block::*;
use crate::ast::place::Place;
use crate::deep::deep;
use crate::diagnostics::Via;
use crate::diagnostics::codes::lower as codes;
use crate::syntax::form::{Atom, Form, List, Splice};
use crate::syntax::keyword::{self, Category};
use std::borrow::Cow;
use std::sync::Arc;

impl Lower {
    /// A block of `(moves ...)` or `(drops ...)`.
    pub(super) fn top_block(&mut self, list: &List, via: &Option<Arc<Via>>) -> Arc<Block> {
        self.via.clone_from(via);
        self.memo.depth = 0;
        // The blocks in a macro's body stand wherever it is called.
        let is_shared = Arc::strong_count(&list.items) > 1 || via.is_some();
        let block = self.remembered(
            |l| &mut l.memo.blocks,
            &list.items,
            is_shared,
            list.span,
            |l| {
                if list.items.is_empty() {
                    l.empty_form(list, "instructions");
                }
                Arc::new(l.instrs(&list.items))
            },
        );
        self.via = None;
        block.unwrap_or_default()
    }

    pub(super) fn instrs(&mut self, forms: &[Form]) -> Block {
        Block::new(forms.iter().map(|f| self.instr(f)).collect())
    }

    fn instr(&mut self, form: &Form) -> Instr {
        let kind = self.descend(form, InstrKind::Unknown, |l| match form {
            Form::Name(atom) => l.bare_instr(atom),
            Form::Str(_) => l.no_instruction(form),
            Form::List(list) => l
                .remembered_list(|l| &mut l.memo.instrs, list, |l| l.list_instr(list))
                .unwrap_or(InstrKind::Unknown),
            Form::Splice(splice) => l
                .remembered_call(|l| &mut l.memo.splices, splice, |l| l.splice_block(splice))
                .map_or(InstrKind::Unknown, InstrKind::Splice),
        });
        Instr { kind, span: form.span() }
    }

    /// Goes one level down, unless that is too deep.
    pub(super) fn descend<T>(&mut self, form: &Form, otherwise: T, f: impl FnOnce(&mut Self) -> T) -> T {
        if self.memo.depth >= MAX_DEPTH {
            self.too_deep(form.span());
            return otherwise;
        }
        self.memo.depth += 1;
        self.memo.deepest = self.memo.deepest.max(self.memo.depth);
        let result = deep(|| f(self));
        self.memo.depth -= 1;
        result
    }

    fn splice_block(&mut self, splice: &Splice) -> Arc<SpliceBlock> {
        let inner = enter(splice, &self.via);
        let outer = std::mem::replace(&mut self.via, inner);
        let block = self.instrs(splice.forms());
        self.via = outer;
        Arc::new(SpliceBlock { name: splice.name.clone(), block })
    }

    fn bare_instr(&mut self, atom: &Atom) -> InstrKind {
        // Most are names of directions.
        if !keyword::is_known(&atom.text) && !atom.text.starts_with("not-") {
            return InstrKind::Go(word(atom));
        }
        match atom.text.as_str() {
            "mark" => InstrKind::Mark,
            "back" => InstrKind::Back,
            "from" => InstrKind::From,
            "to" => InstrKind::To,
            "cascade" => InstrKind::Cascade,
            "add" | "add-partial" | "add-copy" | "add-copy-partial" => self.add(atom, &[]),
            "capture" => InstrKind::Capture(None),
            "flip" => InstrKind::Flip(None),
            "change-owner" => InstrKind::ChangeOwner(Arc::new([])),
            "create" => InstrKind::Create(Arc::new([])),
            "else" => {
                self.report(
                    self.place(atom)
                        .diagnostic(&codes::MISPLACED_ELSE, "`else` without an `if` around it")
                        .label("expected inside `(if CONDITION ... else ...)`"),
                );
                InstrKind::Unknown
            }
            name if keyword::find(Category::Instruction, name).is_some() => {
                let at = self.place(atom);
                self.misshaped(&at, Category::Instruction, name, "needs arguments");
                InstrKind::Unknown
            }
            name if is_condition(name) => self.condition_as_instruction(atom),
            _ => InstrKind::Go(word(atom)),
        }
    }

    fn list_instr(&mut self, list: &List) -> InstrKind {
        let Some((head, rest)) = split_first(&list.items) else {
            // Macros that expand to nothing may leave an empty list; an empty list as written is an error.
            if list.items.is_empty() {
                self.empty_form(list, "an instruction");
                return InstrKind::Unknown;
            }
            return InstrKind::Nested(Arc::new(self.instrs(&list.items)));
        };
        let Some(head) = name_of(&head) else {
            return InstrKind::Nested(Arc::new(self.instrs(&list.items)));
        };
        match head.text.as_str() {
            "if" => self.if_instr(head, &rest),
            "while" => match split_first(&rest) {
                Some((cond, body)) => InstrKind::While(Arc::new((self.cond(&cond), self.instrs(&body)))),
                None => self.misshaped_instr(head, "needs a condition"),
            },
            "verify" => {
                let args = self.spread(&rest);
                if let [not, _] = &*args
                    && let Some(not) = name_of(not).filter(|n| n.text == "not")
                {
                    return self.bare_not(not);
                }
                let mut conds = args.iter().map(|a| self.cond(a));
                match (conds.len(), conds.next()) {
                    (1, Some(cond)) => InstrKind::Verify(Arc::new(cond)),
                    (0, _) => self.misshaped_instr(head, "needs a condition"),
                    _ => self.misshaped_instr(head, "takes one condition; join several with `and`"),
                }
            }
            "mark" | "back" | "from" | "to" | "cascade" if rest.is_empty() => self.bare_instr(head),
            "add" | "add-partial" | "add-copy" | "add-copy-partial" => {
                let args = self.spread(&rest);
                self.add(head, &args)
            }
            "capture" => self.placed(head, &rest, InstrKind::Capture),
            "flip" => self.placed(head, &rest, InstrKind::Flip),
            "change-owner" => self.with_args(head, &rest, 0..=2, InstrKind::ChangeOwner),
            "change-type" => self.with_args(head, &rest, 1..=2, InstrKind::ChangeType),
            "create" => self.with_args(head, &rest, 0..=3, InstrKind::Create),
            "go" => self.go(head, &rest),
            "opposite" => {
                let args = self.spread(&rest);
                match &*args {
                    [dir] => self.name(dir, "a direction").map_or(InstrKind::Unknown, InstrKind::GoOpposite),
                    _ => self.misshaped_instr(head, "takes one direction"),
                }
            }
            "set-flag" => self
                .set(head, &rest, false)
                .map_or(InstrKind::Unknown, |(name, value, _)| InstrKind::SetFlag(Arc::new((name, value)))),
            "set-attribute" => self
                .set(head, &rest, true)
                .map_or(InstrKind::Unknown, |s| InstrKind::SetAttribute(Arc::new(s))),
            "set-position-flag" => self
                .set(head, &rest, true)
                .map_or(InstrKind::Unknown, |s| InstrKind::SetPositionFlag(Arc::new(s))),
            name if is_condition(name) => self.condition_as_instruction(head),
            name => {
                let is_word = keyword::find(Category::Instruction, name).is_none();
                if is_word && self.spread(&rest).iter().any(looks_like_condition) {
                    return self.unknown_instruction(head);
                }
                InstrKind::Nested(Arc::new(self.instrs(&list.items)))
            }
        }
    }

    /// `(if cond a... [else b...])`; condition and `else` may come out of macros.
    fn if_instr(&mut self, head: &Atom, rest: &[Form]) -> InstrKind {
        let Some((cond, branches)) = split_first(rest) else {
            return self.misshaped_instr(head, "needs a condition");
        };
        let cond = self.cond(&cond);
        let (then, otherwise) =
            self.split_else(&branches).unwrap_or_else(|| (Cow::Borrowed(&*branches), Cow::default()));
        InstrKind::If(Arc::new((cond, self.instrs(&then), self.instrs(&otherwise))))
    }

    fn add(&mut self, head: &Atom, args: &[Form]) -> InstrKind {
        InstrKind::Add(Arc::new(Add {
            copy: head.text.contains("copy"),
            partial: head.text.contains("partial"),
            args: args.iter().filter_map(|a| self.name(a, "a piece type or a move type")).collect(),
        }))
    }

    /// `KEYWORD` or `(KEYWORD [where])`.
    fn placed(
        &mut self,
        head: &Atom,
        rest: &[Form],
        make: impl FnOnce(Option<Where>) -> InstrKind,
    ) -> InstrKind {
        let args = self.spread(rest);
        match &*args {
            [] => make(None),
            [place] => self.place_arg(place).map_or(InstrKind::Unknown, |w| make(Some(w))),
            _ => self.misshaped_instr(head, "takes one place"),
        }
    }

    fn with_args(
        &mut self,
        head: &Atom,
        rest: &[Form],
        count: std::ops::RangeInclusive<usize>,
        make: impl FnOnce(Arc<[Arg]>) -> InstrKind,
    ) -> InstrKind {
        let args = self.spread(rest);
        if !count.contains(&args.len()) {
            let problem = match (count.start(), args.len()) {
                (0, n) | (1, n) if n > 0 => format!("takes at most {} arguments, found {n}", count.end()),
                _ => "needs arguments".to_owned(),
            };
            return self.misshaped_instr(head, &problem);
        }
        make(args.iter().filter_map(|a| self.arg(a)).collect())
    }

    fn go(&mut self, head: &Atom, rest: &[Form]) -> InstrKind {
        let args = self.spread(rest);
        let [target] = &*args else {
            return self.misshaped_instr(head, "takes one remembered position");
        };
        let Some(target) = name_of(target) else {
            return self.misshaped_instr(head, "takes a name");
        };
        InstrKind::GoTo(match target.text.as_str() {
            "from" => GoTarget::From,
            "to" => GoTarget::To,
            "mark" => GoTarget::Mark,
            "last-from" => GoTarget::LastFrom,
            "last-to" => GoTarget::LastTo,
            other => return self.misshaped_instr(head, &format!("does not know `{other}`")),
        })
    }

    /// `NAME cond [where]` of the `set-` instructions.
    fn set(&mut self, head: &Atom, rest: &[Form], has_place: bool) -> Option<(Name, Cond, Option<Where>)> {
        let args = self.spread(rest);
        let (name, value, place) = match &*args {
            [name, value] => (name, value, None),
            [name, value, place] if has_place => (name, value, Some(place)),
            _ => {
                self.misshaped_instr(head, "takes a name and a condition");
                return None;
            }
        };
        let name = self.name(name, "a name")?;
        let value = self.cond(value);
        let place = match place {
            Some(p) => Some(self.place_arg(p)?),
            None => None,
        };
        Some((name, value, place))
    }

    /// `[where]`: `NAME` or `(opposite NAME)`.
    pub(super) fn place_arg(&mut self, form: &Form) -> Option<Where> {
        self.arg(form).map(|arg| match arg {
            Arg::Name(n) => Where::Name(n),
            Arg::Opposite(n) => Where::Opposite(n),
        })
    }

    pub(super) fn arg(&mut self, form: &Form) -> Option<Arg> {
        match first_form(std::slice::from_ref(form)) {
            Some(Form::Name(a)) => Some(Arg::Name(word(a))),
            Some(Form::List(list)) => match &*self.spread(&list.items) {
                [head, dir] if name_of(head).is_some_and(|h| h.text == "opposite") => {
                    self.name(dir, "a direction").map(Arg::Opposite)
                }
                _ => self.expected(form, "a name or `(opposite DIRECTION)`"),
            },
            _ => self.expected(form, "a name or `(opposite DIRECTION)`"),
        }
    }

    pub(super) fn name(&mut self, form: &Form, what: &str) -> Option<Name> {
        match name_of(form) {
            Some(atom) => Some(word(atom)),
            None => self.expected(form, what),
        }
    }

    /// Reports that a form is not what was expected.
    pub(super) fn expected<T>(&mut self, form: &Form, what: &str) -> Option<T> {
        let item = self.located(form);
        self.wrong(&item, what);
        None
    }

    pub(super) fn empty_form(&mut self, list: &List, what: &str) {
        let at = Place { span: list.span, via: self.via.clone() };
        let d = at.diagnostic(&codes::EMPTY_FORM, "an empty form means nothing");
        self.report(d.label(format!("expected {what}")));
    }

    pub(super) fn place(&self, atom: &Atom) -> Place {
        Place { span: atom.span, via: self.via.clone() }
    }

    fn misshaped_instr(&mut self, head: &Atom, problem: &str) -> InstrKind {
        let at = self.place(head);
        self.misshaped(&at, Category::Instruction, &head.text, problem);
        InstrKind::Unknown
    }

    /// `(verify not friend?)`.
    fn bare_not(&mut self, not: &Atom) -> InstrKind {
        let d = self.place(not).diagnostic(&codes::WRONG_SHAPE, "`not` stands without its parentheses");
        self.report(d.label("expected `(not CONDITION)`").help("write `(not friend?)`, or `not-friend?`"));
        InstrKind::Unknown
    }

    fn no_instruction(&mut self, form: &Form) -> InstrKind {
        let item = self.located(form);
        self.report(
            item.at()
                .diagnostic(
                    &codes::UNKNOWN_INSTRUCTION,
                    format!("expected an instruction, found {}", describe(item.form)),
                )
                .label("expected an instruction"),
        );
        InstrKind::Unknown
    }

    fn condition_as_instruction(&mut self, head: &Atom) -> InstrKind {
        self.report(
            self.place(head)
                .diagnostic(
                    &codes::UNKNOWN_INSTRUCTION,
                    format!("`{}` is a condition, not an instruction", head.text),
                )
                .label("expected an instruction")
                .help("write `(verify CONDITION)` to go on only if it holds"),
        );
        InstrKind::Unknown
    }

    fn unknown_instruction(&mut self, head: &Atom) -> InstrKind {
        let d = self
            .place(head)
            .diagnostic(&codes::UNKNOWN_INSTRUCTION, format!("`{}` is no instruction", head.text))
            .label("the run of this block ends here");
        let help = self.nearest(&head.text, &[Category::Instruction]);
        self.report(match help {
            Some(help) => d.help(help),
            None => d.help("if it is a macro, its `(define ...)` is missing"),
        });
        InstrKind::Unknown
    }
}

pub(super) fn word(atom: &Atom) -> Name {
    Name { text: atom.text.clone(), span: atom.span }
}

/// A condition's keyword, also one with `not-` before it.
pub(super) fn is_condition(name: &str) -> bool {
    keyword::find(Category::Condition, name).is_some() || keyword::negated_condition(name).is_some()
}

fn looks_like_condition(form: &Form) -> bool {
    match first_form(std::slice::from_ref(form)) {
        Some(Form::Name(a)) => is_condition(&a.text),
        Some(Form::List(l)) => {
            matches!(first_form(&l.items), Some(Form::Name(a)) if is_condition(&a.text))
        }
        _ => false,
    }
}
