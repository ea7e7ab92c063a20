//! Conditions.

use super::block::{is_condition, word};
use super::cursor::{Lower, enter};
use super::share::{first_form, name_of, split_first};
use crate::ast::block::*;
use crate::diagnostics::codes::lower as codes;
use crate::syntax::form::{Atom, Form, List, Splice};
use crate::syntax::keyword::{self, Category};
use smol_str::SmolStr;
use std::sync::Arc;

/// What stands in for a condition that is wrong: it has been reported.
const WRONG: CondKind = CondKind::Const(false);

impl Lower {
    pub(super) fn cond(&mut self, form: &Form) -> Cond {
        let kind = self.descend(form, WRONG, |l| match form {
            Form::Name(atom) => l.bare_cond(atom),
            Form::Str(_) => l.expected(form, "a condition").unwrap_or(WRONG),
            Form::List(list) => {
                l.remembered_list(|l| &mut l.memo.cond_lists, list, |l| l.list_cond(list)).unwrap_or(WRONG)
            }
            Form::Splice(splice) => l
                .remembered_call(|l| &mut l.memo.conds, splice, |l| l.splice_cond(splice))
                .map_or(WRONG, CondKind::Splice),
        });
        Cond { kind, span: form.span() }
    }

    /// A macro that stands for one condition.
    fn splice_cond(&mut self, splice: &Splice) -> Arc<(SmolStr, Cond)> {
        let inner = enter(splice, &self.via);
        let outer = std::mem::replace(&mut self.via, inner);
        let parts = self.spread(splice.forms());
        let cond = match &*parts {
            [only] => self.cond(only),
            _ => {
                let at = crate::ast::place::Place { span: splice.call, via: outer.clone() };
                let problem =
                    format!("the macro `{}` gives {} forms for one condition", splice.name, parts.len());
                self.report(at.diagnostic(&codes::WRONG_SHAPE, problem).label("expected one condition"));
                Cond { kind: WRONG, span: splice.call }
            }
        };
        self.via = outer;
        Arc::new((splice.name.clone(), cond))
    }

    fn bare_cond(&mut self, atom: &Atom) -> CondKind {
        let name = atom.text.as_str();
        if keyword::find(Category::Condition, name).is_some() {
            return self.known_cond(atom, name, &[]);
        }
        if let Some(positive) = keyword::negated_condition(name) {
            let cond = self.known_cond(atom, positive.name, &[]);
            return CondKind::Not(Arc::new(Cond { kind: cond, span: atom.span }));
        }
        CondKind::Attribute(word(atom), None)
    }

    fn list_cond(&mut self, list: &List) -> CondKind {
        let Some((head, rest)) = split_first(&list.items) else {
            self.empty_form(list, "a condition");
            return WRONG;
        };
        let Some(atom) = name_of(&head) else {
            // One list around another, as macro calls leave it.
            if rest.is_empty() {
                return self.cond(&head).into_kind();
            }
            return self.expected(&Form::List(list.clone()), "a condition").unwrap_or(WRONG);
        };
        let name = atom.text.as_str();
        let rest = self.spread(&rest);
        if keyword::find(Category::Condition, name).is_some() {
            return self.known_cond(atom, name, &rest);
        }
        if let Some(positive) = keyword::negated_condition(name) {
            let cond = self.known_cond(atom, positive.name, &rest);
            return CondKind::Not(Arc::new(Cond { kind: cond, span: list.span }));
        }
        match &*rest {
            _ if keyword::find(Category::Instruction, name).is_some() => {
                let d = self.place(atom).diagnostic(
                    &codes::UNKNOWN_CONDITION,
                    format!("`{name}` is an instruction, not a condition"),
                );
                self.report(d.label("expected a condition"));
                WRONG
            }
            [] => CondKind::Attribute(word(atom), None),
            [joint, ..] if name_of(joint).is_some_and(|j| j.text == "and" || j.text == "or") => {
                self.joint_between(name_of(joint).unwrap_or(atom))
            }
            [place] if !self.is_nested_condition(place) => match self.place_arg(place) {
                Some(place) => CondKind::Attribute(word(atom), Some(place)),
                None => WRONG,
            },
            _ => self.unknown_condition(atom),
        }
    }

    fn is_nested_condition(&self, form: &Form) -> bool {
        match first_form(std::slice::from_ref(form)) {
            Some(Form::Name(a)) => is_condition(&a.text),
            Some(Form::List(l)) => {
                !matches!(first_form(&l.items), Some(Form::Name(a)) if a.text == "opposite")
            }
            _ => false,
        }
    }

    /// A condition of the language with its arguments.
    fn known_cond(&mut self, head: &Atom, name: &str, args: &[Form]) -> CondKind {
        match (name, args) {
            ("true", []) => CondKind::Const(true),
            ("false", []) => CondKind::Const(false),
            ("and" | "or", []) => self.misshaped_cond(head, "needs conditions"),
            ("and", _) => CondKind::And(args.iter().map(|a| self.cond(a)).collect()),
            ("or", _) => CondKind::Or(args.iter().map(|a| self.cond(a)).collect()),
            ("not", [only]) => CondKind::Not(Arc::new(self.cond(only))),
            ("not", _) => self.misshaped_cond(head, "takes one condition"),
            ("piece?", _) => self.named(head, args, "a piece type", CondKind::Piece),
            ("in-zone?", _) => self.named(head, args, "a zone", CondKind::InZone),
            ("position-flag?", _) => self.named(head, args, "a position flag", CondKind::PositionFlag),
            ("position?", [pos]) => self.name(pos, "a position").map_or(WRONG, CondKind::Position),
            ("position?", _) => self.misshaped_cond(head, "takes one position"),
            ("flag?", [flag]) => self.name(flag, "a flag").map_or(WRONG, CondKind::Flag),
            ("flag?", _) => self.misshaped_cond(head, "takes one flag"),
            ("attacked?" | "defended?", _) if args.len() <= 2 => CondKind::Attack {
                defended: name == "defended?",
                args: args.iter().filter_map(|a| self.arg(a)).collect(),
            },
            _ => match simple(name) {
                Some(simple) => match args {
                    [] => CondKind::Simple(simple, None),
                    [place] => self.place_arg(place).map_or(WRONG, |p| CondKind::Simple(simple, Some(p))),
                    _ => self.misshaped_cond(head, "takes one place"),
                },
                None => self.misshaped_cond(head, "has too many arguments"),
            },
        }
    }

    /// `KEYWORD NAME [where]`.
    fn named(
        &mut self,
        head: &Atom,
        args: &[Form],
        what: &str,
        make: impl FnOnce(Name, Option<Where>) -> CondKind,
    ) -> CondKind {
        let (name, place) = match args {
            [name] => (name, None),
            [name, place] => (name, Some(place)),
            _ => return self.misshaped_cond(head, &format!("takes {what} and at most a place")),
        };
        let Some(name) = self.name(name, what) else { return WRONG };
        match place.map(|p| self.place_arg(p)) {
            Some(None) => WRONG,
            place => make(name, place.flatten()),
        }
    }

    fn misshaped_cond(&mut self, head: &Atom, problem: &str) -> CondKind {
        let at = self.place(head);
        let shown =
            head.text.strip_prefix("not-").filter(|_| keyword::negated_condition(&head.text).is_some());
        self.misshaped(&at, Category::Condition, shown.unwrap_or(&head.text), problem);
        WRONG
    }

    /// `(a and b)`.
    fn joint_between(&mut self, joint: &Atom) -> CondKind {
        let name = &joint.text;
        let message = format!("`{name}` stands between conditions");
        let d = self.place(joint).diagnostic(&codes::WRONG_SHAPE, message);
        self.report(d.label("expected before them").help(format!("write `({name} CONDITION...)`")));
        WRONG
    }

    fn unknown_condition(&mut self, head: &Atom) -> CondKind {
        let d = self
            .place(head)
            .diagnostic(&codes::UNKNOWN_CONDITION, format!("`{}` is no condition", head.text))
            .label("expected a condition");
        let help = self.nearest(&head.text, &[Category::Condition]);
        self.report(match help {
            Some(help) => d.help(help),
            None => d.help("an attribute takes at most one place: `(ATTRIBUTE [WHERE])`"),
        });
        WRONG
    }
}

fn simple(name: &str) -> Option<SimpleCond> {
    Some(match name {
        "empty?" => SimpleCond::Empty,
        "friend?" => SimpleCond::Friend,
        "enemy?" => SimpleCond::Enemy,
        "neutral?" => SimpleCond::Neutral,
        "on-board?" => SimpleCond::OnBoard,
        "last-from?" => SimpleCond::LastFrom,
        "last-to?" => SimpleCond::LastTo,
        "marked?" => SimpleCond::Marked,
        "adjacent-to-enemy?" => SimpleCond::AdjacentToEnemy,
        "goal-position?" => SimpleCond::GoalPosition,
        _ => return None,
    })
}
