//! The state of lowering, and the ways to take a form apart.

use super::share::BlockMemo;
use crate::ast::place::{Place, Text, Word};
use crate::diagnostics::codes::lower as codes;
use crate::diagnostics::did_you_mean::Finder;
use crate::diagnostics::{Code, Diagnostic, Via};
use crate::source::Span;
use crate::syntax::dialect;
use crate::syntax::form::{Atom, Form, Splice};
use crate::syntax::keyword::{self, Category};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;
use std::sync::Arc;

/// Forms that are flattened at most, in all of a file. Outside of blocks the expansion is
/// spelled out, and a few macros that call each other twice could make it endless.
const MAX_ITEMS: usize = 2_000_000;

/// Macro calls in macro calls at most. The expander has its own, lower limit.
const MAX_SPLICES: usize = 1_000;

/// Different messages at most; a file with more is no rules file.
const MAX_DIAGNOSTICS: usize = 2_000;

/// The state of lowering one file.
#[derive(Default)]
pub(super) struct Lower {
    diagnostics: Vec<Diagnostic>,
    /// One message about one place is enough, however often a macro brings it up.
    seen: FxHashSet<(&'static str, Span, String)>,
    items: usize,
    /// The names of the file's macros, for suggestions.
    pub(super) macros: Arc<[SmolStr]>,
    /// The macro calls around the block that is being lowered.
    pub(super) via: Option<Arc<Via>>,
    pub(super) memo: BlockMemo,
    /// Where the pieces of the present game stand in its list, by name.
    pub(super) pieces: FxHashMap<SmolStr, usize>,
    /// Where the options of the present game were first given.
    pub(super) options: FxHashMap<SmolStr, Span>,
    finder: Finder,
}

/// A form of a list, with the macro calls that it came through.
#[derive(Clone)]
pub(super) struct Item<'f> {
    pub(super) form: &'f Form,
    pub(super) via: Option<Arc<Via>>,
}

/// A list that begins with a name.
pub(super) struct Call<'f> {
    pub(super) head: &'f Atom,
    pub(super) args: Vec<Item<'f>>,
    /// The whole list.
    pub(super) at: Place,
}

impl Call<'_> {
    /// The place of the name at the head.
    pub(super) fn head_at(&self) -> Place {
        Place { span: self.head.span, via: self.at.via.clone() }
    }
}

impl Item<'_> {
    pub(super) fn at(&self) -> Place {
        Place { span: self.form.span(), via: self.via.clone() }
    }
}

impl Lower {
    pub(super) fn new(macros: Arc<[SmolStr]>) -> Self {
        Self { macros, ..Self::default() }
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.code.id, diagnostic.primary.span, diagnostic.message.clone());
        if self.diagnostics.len() < MAX_DIAGNOSTICS && self.seen.insert(key) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// How many errors there are so far.
    pub(super) fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    /// The elements of a list, macro bodies in place of their calls.
    pub(super) fn flatten<'f>(&mut self, forms: &'f [Form], via: &Option<Arc<Via>>) -> Vec<Item<'f>> {
        let mut out = Vec::new();
        self.flatten_into(&mut out, forms, via, 0);
        out
    }

    fn flatten_into<'f>(
        &mut self,
        out: &mut Vec<Item<'f>>,
        forms: &'f [Form],
        via: &Option<Arc<Via>>,
        depth: usize,
    ) {
        for form in forms {
            self.items += 1;
            if self.items >= MAX_ITEMS || depth > MAX_SPLICES {
                self.too_many(form.span(), MAX_ITEMS);
                return;
            }
            match form {
                Form::Splice(splice) => {
                    let inner = enter(splice, via);
                    self.flatten_into(out, splice.forms(), &inner, depth + 1);
                }
                _ => out.push(Item { form, via: via.clone() }),
            }
        }
    }

    /// Reports that macros expand to more forms than are looked at.
    pub(super) fn too_many(&mut self, span: Span, limit: usize) {
        self.report(
            Diagnostic::new(&codes::TOO_MANY_FORMS, span, "the macros of the file expand to too many forms")
                .label(format!("what comes after the first {limit} is left out")),
        );
    }

    /// A list that begins with a name; anything else is reported, as "expected `what`".
    pub(super) fn call<'f>(&mut self, item: &Item<'f>, what: &str) -> Option<Call<'f>> {
        let Form::List(list) = item.form else {
            self.no_list(item, what);
            return None;
        };
        let mut args = self.flatten(&list.items, &item.via);
        let Some(first) = args.first() else {
            self.report(
                item.at()
                    .diagnostic(&codes::EMPTY_FORM, "an empty form means nothing")
                    .label(format!("expected {what}")),
            );
            return None;
        };
        let Form::Name(head) = first.form else {
            let first = first.clone();
            self.wrong(&first, "a name at the head of the list");
            return None;
        };
        args.remove(0);
        Some(Call { head, args, at: item.at() })
    }

    /// Reports that an item is no list, though one was expected.
    pub(super) fn no_list(&mut self, item: &Item<'_>, expected: &str) {
        let name = item.form.as_name().map(SmolStr::as_str).unwrap_or_default();
        let shape = keyword::list_shape(name).map(str::to_owned);
        let is_macro = || self.macros.iter().any(|known| known == name);
        let Some(shape) = shape.or_else(|| is_macro().then(|| format!("({name} ...)"))) else {
            return self.wrong(item, expected);
        };
        let message = format!("`{name}` stands without its parentheses");
        let d = item.at().diagnostic(&codes::WRONG_SHAPE, message).label(format!("expected {expected}"));
        self.report(d.help(format!("write `{shape}`")));
    }

    /// Reports that an item is not what was expected.
    pub(super) fn wrong(&mut self, item: &Item<'_>, expected: &str) {
        let found = describe(item.form);
        self.report(
            item.at()
                .diagnostic(&codes::WRONG_SHAPE, format!("expected {expected}, found {found}"))
                .label(format!("expected {expected}")),
        );
    }

    /// Reports that a form does not have the shape of its keyword.
    pub(super) fn misshaped(&mut self, at: &Place, category: Category, name: &str, problem: &str) {
        let shape = keyword::find(category, name).map_or("", |k| k.shape);
        let mut d = at.diagnostic(&codes::WRONG_SHAPE, format!("`{name}` {problem}"));
        if !shape.is_empty() {
            d = d.label(format!("expected `{shape}`"));
        }
        self.report(d);
    }

    /// Reports a word that its surroundings do not know: "`name` is no ...".
    pub(super) fn unknown(
        &mut self,
        code: &'static Code,
        at: &Place,
        name: &str,
        what: &str,
        known: &[Category],
    ) {
        if self.diagnostics.len() == MAX_DIAGNOSTICS {
            return;
        }
        let mut d = at.diagnostic(code, format!("`{name}` is no {what}"));
        let help = bracket_help(name)
            .or_else(|| dialect::help(name))
            .or_else(|| self.nearest(name, known))
            .or_else(|| keyword::belongs(name, known));
        if let Some(help) = help {
            d = d.help(help);
        }
        self.report(d);
    }

    /// The same about the head of a list; `(turn order ...)` may be meant for `(turn-order ...)`.
    pub(super) fn unknown_call(
        &mut self,
        code: &'static Code,
        call: &Call<'_>,
        what: &str,
        known: &[Category],
    ) {
        let (at, name) = (call.head_at(), call.head.text.as_str());
        let next = call.args.first().and_then(|item| item.form.as_name());
        let joined = next.map(|next| format!("{name}-{next}"));
        let is_known = |joined: &String| known.iter().any(|&c| keyword::find(c, joined).is_some());
        match joined.filter(is_known) {
            Some(joined) => {
                let d = at.diagnostic(code, format!("`{name}` is no {what}"));
                self.report(d.help(format!("did you mean `{joined}`?")));
            }
            None => self.unknown(code, &at, name, what, known),
        }
    }

    /// "Did you mean": the nearest keyword or macro.
    pub(super) fn nearest(&mut self, name: &str, known: &[Category]) -> Option<String> {
        let mut names: Vec<&str> = known.iter().flat_map(|&c| keyword::names(c)).collect();
        names.extend(self.macros.iter().map(SmolStr::as_str));
        self.finder.help(name, names)
    }

    /// A name (or a string, which some files use for one).
    pub(super) fn word(&mut self, item: &Item<'_>, what: &str) -> Option<Word> {
        match item.form {
            Form::Name(a) | Form::Str(a) => Some(Word { text: a.text.clone(), at: item.at() }),
            _ => {
                self.wrong(item, what);
                None
            }
        }
    }

    /// Names, all of a kind; those that are none are reported and left out.
    pub(super) fn words(&mut self, items: &[Item<'_>], what: &str) -> Vec<Word> {
        items.iter().filter_map(|i| self.word(i, what)).collect()
    }

    /// A whole number.
    pub(super) fn number<T: FromStr<Err = ParseIntError>>(
        &mut self,
        item: &Item<'_>,
        what: &str,
    ) -> Option<T> {
        let name = item.form.as_name().map_or("", SmolStr::as_str);
        let error = match name.parse() {
            Ok(number) => return Some(number),
            Err(error) => error,
        };
        let size = match error.kind() {
            IntErrorKind::PosOverflow => "large",
            IntErrorKind::NegOverflow => "small",
            _ => {
                self.wrong(item, what);
                return None;
            }
        };
        let message = format!("the number `{}` is too {size}", clip(name));
        self.report(item.at().diagnostic(&codes::WRONG_SHAPE, message).label(format!("expected {what}")));
        None
    }

    /// The one argument of a form like `(title "...")`.
    pub(super) fn one_text(&mut self, call: &Call<'_>, category: Category) -> Option<Text> {
        let [only] = call.args.as_slice() else {
            let problem = format!("takes one text, found {}", how_many(&call.args));
            self.misshaped(&call.head_at(), category, &call.head.text, &problem);
            return self.texts(call);
        };
        match only.form {
            Form::Str(a) | Form::Name(a) => Some(Text { text: a.text.to_string(), at: only.at() }),
            _ => {
                self.wrong(only, "a text in quotes");
                None
            }
        }
    }

    /// Several texts where one was expected: joined, so that nothing is lost.
    fn texts(&mut self, call: &Call<'_>) -> Option<Text> {
        let parts: Vec<&str> = call
            .args
            .iter()
            .filter_map(|i| match i.form {
                Form::Str(a) | Form::Name(a) => Some(a.text.as_str()),
                _ => None,
            })
            .collect();
        (!parts.is_empty()).then(|| Text { text: parts.join(" "), at: call.at.clone() })
    }

    /// The one argument of a form like `(name Pawn)`.
    pub(super) fn one_word(&mut self, call: &Call<'_>, category: Category) -> Option<Word> {
        match call.args.as_slice() {
            [only] => self.word(only, "a name"),
            args => {
                let problem = format!("takes one name, found {}", how_many(args));
                self.misshaped(&call.head_at(), category, &call.head.text, &problem);
                args.first().and_then(|first| self.word(first, "a name"))
            }
        }
    }

    /// Reports arguments where there should be none.
    pub(super) fn no_more(&mut self, extra: &[Item<'_>], after: &str) {
        if let Some(first) = extra.first() {
            self.report(
                first
                    .at()
                    .diagnostic(&codes::WRONG_SHAPE, format!("nothing more is expected after {after}"))
                    .label("not expected here"),
            );
        }
    }
}

/// The number of items, in words where there are none.
pub(super) fn how_many(items: &[Item<'_>]) -> String {
    match items.len() {
        0 => "none".to_owned(),
        n => n.to_string(),
    }
}

/// The items without those behind another that is no list either: where lists are expected, a row of words is one
/// mistake.
pub(super) fn without_rows<'i, 'f>(items: &'i [Item<'f>]) -> impl Iterator<Item = &'i Item<'f>> {
    let is_list = |item: &Item<'_>| matches!(item.form, Form::List(_));
    let is_second = move |i: usize| i > 0 && !is_list(&items[i]) && !is_list(&items[i - 1]);
    items.iter().enumerate().filter(move |&(i, _)| !is_second(i)).map(|(_, item)| item)
}

fn bracket_help(name: &str) -> Option<String> {
    name.starts_with(['[', '{']).then(|| "lists stand in round parentheses, `(` and `)`".to_owned())
}

/// The macro calls inside the body of `splice`.
pub(super) fn enter(splice: &Splice, via: &Option<Arc<Via>>) -> Option<Arc<Via>> {
    Some(Arc::new(Via { call: splice.call, name: splice.name.clone(), parent: via.clone() }))
}

/// What a form is, for messages.
pub(super) fn describe(form: &Form) -> String {
    match form {
        Form::Name(a) => format!("`{}`", clip(&a.text)),
        Form::Str(a) => format!("the text \"{}\"", clip(&a.text)),
        Form::List(l) => match l.items.first() {
            None => "an empty list".to_owned(),
            Some(Form::Name(a)) => format!("the list `({} ...)`", clip(&a.text)),
            Some(_) => "a list".to_owned(),
        },
        Form::Splice(s) => format!("the macro `({} ...)`", clip(&s.name)),
    }
}

/// A text short enough for a message, on one line.
fn clip(text: &str) -> String {
    let line: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.len() < text.len() { line + "..." } else { line }
}
