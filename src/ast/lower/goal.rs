//! Goal lines and goals.

use super::cursor::{Call, Item, Lower};
use crate::ast::MAX_DEPTH;
use crate::ast::block::Name;
use crate::ast::file::{GoalLineDef, GoalLineKind, Sections};
use crate::ast::goal::{Goal, GoalKind, Occupant};
use crate::deep::deep;
use crate::diagnostics::codes::lower as codes;
use crate::syntax::form::{Atom, Form};
use crate::syntax::keyword::Category;
use std::sync::Arc;

impl Lower {
    pub(super) fn goal_line(&mut self, sections: &mut Sections, kind: GoalLineKind, call: Call<'_>) {
        let Some((players, goals)) = call.args.split_first() else {
            self.misshaped(&call.head_at(), Category::Section, &call.head.text, "needs players and a goal");
            return;
        };
        let players = match players.form {
            Form::List(list) => {
                let names = self.flatten(&list.items, &players.via);
                self.words(&names, "a player")
            }
            _ => self.word(players, "the players in parentheses").into_iter().collect(),
        };
        let Some((goal, more)) = goals.split_first() else {
            self.misshaped(&call.head_at(), Category::Section, &call.head.text, "has no goal");
            return;
        };
        self.no_more(more, "the goal (join several with `and` or `or`)");
        if let Some(goal) = self.goal(goal, 0) {
            sections.goals.push(GoalLineDef { kind, players, goal: Arc::new(goal), at: call.at });
        }
    }

    fn goal(&mut self, item: &Item<'_>, depth: usize) -> Option<Goal> {
        if depth >= MAX_DEPTH {
            self.too_deep(item.form.span());
            return None;
        }
        let kind = deep(|| match item.form {
            Form::Name(atom) => self.goal_kind(&Call { head: atom, args: Vec::new(), at: item.at() }, depth),
            _ => {
                let call = self.call(item, "a goal")?;
                self.goal_kind(&call, depth)
            }
        })?;
        Some(Goal { kind, span: item.form.span(), via: item.via.clone() })
    }

    fn goal_kind(&mut self, call: &Call<'_>, depth: usize) -> Option<GoalKind> {
        let args = call.args.as_slice();
        let problem = match (call.head.text.as_str(), args) {
            ("stalemated", []) => return Some(GoalKind::Stalemated),
            ("repetition", []) => return Some(GoalKind::Repetition),
            ("stalemated" | "repetition", _) => "takes no arguments",
            ("captured" | "checkmated", []) => "needs a piece type",
            ("captured", _) => return Some(GoalKind::Captured(self.goal_names(args, "a piece type"))),
            ("checkmated", _) => return Some(GoalKind::Checkmated(self.goal_names(args, "a piece type"))),
            ("pieces-remaining" | "total-piece-count", [number, rest @ ..]) if rest.len() <= 1 => {
                return self.count_goal(call.head, number, rest.first());
            }
            ("pieces-remaining" | "total-piece-count", _) => "takes a number and at most one piece type",
            ("absolute-config", [occupants @ .., places]) if !occupants.is_empty() => {
                return Some(GoalKind::AbsoluteConfig(self.occupants(occupants), self.places(places)));
            }
            ("absolute-config", _) => "takes what stands there, then the places",
            ("relative-config", []) => "needs pieces and directions",
            ("relative-config", _) => return Some(GoalKind::RelativeConfig(self.occupants(args))),
            ("and" | "or", []) => "needs goals",
            ("and", _) => return Some(GoalKind::And(self.goals(args, depth))),
            ("or", _) => return Some(GoalKind::Or(self.goals(args, depth))),
            ("not", [only]) => return Some(GoalKind::Not(Box::new(self.goal(only, depth + 1)?))),
            ("not", _) => "takes one goal",
            (name, _) => {
                let at = call.head_at();
                self.unknown(&codes::UNKNOWN_GOAL, &at, name, "goal", &[Category::Goal]);
                return None;
            }
        };
        let at = call.head_at();
        self.misshaped(&at, Category::Goal, &call.head.text, problem);
        None
    }

    fn goals(&mut self, items: &[Item<'_>], depth: usize) -> Vec<Goal> {
        items.iter().filter_map(|i| self.goal(i, depth + 1)).collect()
    }

    fn count_goal(&mut self, head: &Atom, number: &Item<'_>, piece: Option<&Item<'_>>) -> Option<GoalKind> {
        let number = self.number(number, "a number of pieces")?;
        let piece = match piece {
            Some(p) => Some(self.goal_name(p, "a piece type")?),
            None => None,
        };
        Some(if head.text == "pieces-remaining" {
            GoalKind::PiecesRemaining(number, piece)
        } else {
            GoalKind::TotalPieceCount(number, piece)
        })
    }

    fn places(&mut self, item: &Item<'_>) -> Vec<Name> {
        match item.form {
            Form::List(list) => {
                let items = self.flatten(&list.items, &item.via);
                if items.is_empty() {
                    self.wrong(item, "positions or zones");
                }
                self.goal_names(&items, "a position or zone")
            }
            _ => self.goal_names(std::slice::from_ref(item), "a position or zone"),
        }
    }

    fn occupants(&mut self, items: &[Item<'_>]) -> Vec<Occupant> {
        let mut out = Vec::new();
        let mut items = items.iter().peekable();
        while let Some(item) = items.next() {
            let span = item.form.span();
            match item.form {
                Form::Name(a) if a.text == "empty?" => out.push(Occupant::Empty(span)),
                // The bare word speaks of the piece type behind it.
                Form::Name(a) if a.text == "any-owner" || a.text == "opponent" => {
                    let next = items.next_if(|n| matches!(n.form, Form::Name(_)));
                    let names = next.and_then(|n| self.goal_name(n, "a piece type")).into_iter().collect();
                    out.push(if a.text == "opponent" {
                        Occupant::Opponent(names, span)
                    } else {
                        Occupant::AnyOwner(names, span)
                    });
                }
                Form::Name(a) => out.push(Occupant::Name(name(a))),
                Form::List(list) => {
                    let parts = self.flatten(&list.items, &item.via);
                    out.extend(self.occupant_list(item, &parts));
                }
                _ => self.wrong(item, "a piece type"),
            }
        }
        out
    }

    fn occupant_list(&mut self, item: &Item<'_>, parts: &[Item<'_>]) -> Option<Occupant> {
        let span = item.form.span();
        let Some((head, rest)) = parts.split_first() else {
            self.wrong(item, "piece types");
            return None;
        };
        Some(match head.form.as_name().map(|n| n.as_str()) {
            Some("any-owner") => Occupant::AnyOwner(self.goal_names(rest, "a piece type"), span),
            Some("opponent") => Occupant::Opponent(self.goal_names(rest, "a piece type"), span),
            Some("not") => Occupant::Not(self.goal_names(rest, "a piece type"), span),
            Some("empty?") if rest.is_empty() => Occupant::Empty(span),
            _ => Occupant::OneOf(self.goal_names(parts, "a piece type"), span),
        })
    }

    fn goal_names(&mut self, items: &[Item<'_>], what: &str) -> Vec<Name> {
        items.iter().filter_map(|i| self.goal_name(i, what)).collect()
    }

    fn goal_name(&mut self, item: &Item<'_>, what: &str) -> Option<Name> {
        self.word(item, what).map(|w| Name { text: w.text, span: w.at.span })
    }
}

fn name(atom: &Atom) -> Name {
    Name { text: atom.text.clone(), span: atom.span }
}
