//! Reads the includes and takes out the definitions.

use super::define::define;
use super::{Include, MacroInfo};
use crate::deep::deep;
use crate::diagnostics::{Diagnostic, codes::syntax as codes, did_you_mean};
use crate::loader::{LoadError, SourceLoader};
use crate::names::IndexMap;
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::form::{Form, List, Splice};
use crate::syntax::params::has_params;
use crate::syntax::{Limits, read_source};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::Arc;

/// How deep includes may nest.
const MAX_CHAIN: usize = 64;
/// How many includes there may be in all; each time that a file is met counts.
const MAX_INCLUDES: usize = 4096;

/// What is found.
#[derive(Default)]
pub(super) struct Collected {
    /// The forms without definitions, includes replaced by splices.
    pub(super) forms: Vec<Form>,
    pub(super) macros: IndexMap<SmolStr, MacroInfo>,
    pub(super) includes: Vec<Include>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads the includes of a file's forms and takes out the definitions.
pub(super) fn collect(
    forms: Vec<Form>,
    source: SourceId,
    sources: &mut SourceMap,
    loader: &dyn SourceLoader,
    limits: &Limits,
) -> Collected {
    let name = sources.get(source).name.clone();
    let chain = vec![Link { key: name.clone(), name, call: None }];
    let (out, files) = (Collected::default(), FxHashMap::default());
    let mut collector =
        Collector { sources, loader, limits, chain, files, nested_defines: Vec::new(), depth: 0, out };
    collector.out.forms = collector.top_level(&forms);
    collector.report_nested_defines();
    collector.out
}

/// A file that is being read.
struct Link {
    name: String,
    key: String,
    /// The include that led to it; none for the first file.
    call: Option<Span>,
}

struct Collector<'a> {
    sources: &'a mut SourceMap,
    loader: &'a dyn SourceLoader,
    limits: &'a Limits,
    chain: Vec<Link>,
    /// Files that were read, by key: one that is included twice is the same text.
    files: FxHashMap<String, (SourceId, Arc<[Form]>)>,
    /// Definitions inside other lists, each with the list around it.
    nested_defines: Vec<(Span, Span)>,
    /// How many lists are around the form that is looked at, those around includes counted.
    depth: usize,
    out: Collected,
}

impl Collector<'_> {
    /// The forms of a file.
    fn top_level(&mut self, forms: &[Form]) -> Vec<Form> {
        let mut kept = Vec::new();
        for form in forms {
            match form {
                Form::List(list) if is_headed(list, "define") => self.definition(list),
                other => kept.push(self.form(other)),
            }
        }
        kept
    }

    fn definition(&mut self, list: &List) {
        let body = deep(|| list.items.iter().skip(2).filter_map(|form| self.nested(form, list)).collect());
        define(list, body, &mut self.out.macros, &mut self.out.diagnostics);
    }

    /// A form inside of `outer`; none if it is a definition, which has no place there.
    fn nested(&mut self, form: &Form, outer: &List) -> Option<Form> {
        match form {
            Form::List(list) if is_headed(list, "define") => {
                self.nested_defines.push((list.span, outer.span));
                self.definition(list);
                None
            }
            other => Some(self.form(other)),
        }
    }

    /// A form with the includes in it replaced.
    fn form(&mut self, form: &Form) -> Form {
        match form {
            Form::List(list) if is_headed(list, "include") => Form::Splice(Arc::new(self.include(list))),
            Form::List(list) if form.has_directives() => {
                self.depth += 1;
                let items = deep(|| list.items.iter().filter_map(|item| self.nested(item, list)).collect());
                self.depth -= 1;
                Form::List(List::new(items, list.span))
            }
            other => other.clone(),
        }
    }

    /// What an include is replaced by: nothing, if it cannot be read.
    fn include(&mut self, list: &List) -> Splice {
        let (name, forms) = match &list.items[1..] {
            [Form::Str(path)] if !has_params(&path.text) => {
                (path.text.clone(), self.included(list.span, path.span, &path.text))
            }
            _ => {
                self.out.diagnostics.push(bad_include(list));
                ("".into(), Vec::new())
            }
        };
        Splice::new(name, list.span, forms.into())
    }

    /// The forms of the file `path`.
    fn included(&mut self, call: Span, place: Span, path: &str) -> Vec<Form> {
        if self.chain.len() > MAX_CHAIN || self.out.includes.len() >= MAX_INCLUDES {
            // One message is enough: there may be thousands.
            if !self.out.diagnostics.iter().any(|d| d.code == &codes::TOO_MANY_INCLUDES) {
                let message =
                    format!("more than {MAX_CHAIN} includes in each other, or {MAX_INCLUDES} in all");
                self.out.diagnostics.push(
                    Diagnostic::new(&codes::TOO_MANY_INCLUDES, place, message).label("left out from here on"),
                );
            }
            return Vec::new();
        }
        let from = self.chain.last().map(|link| link.name.as_str());
        let loaded = match self.loader.load(path, from) {
            Ok(loaded) => loaded,
            Err(error) => {
                self.out.diagnostics.push(not_loaded(place, path, &error));
                return Vec::new();
            }
        };
        if let Some(at) = self.chain.iter().position(|l| l.key == loaded.key || l.name == loaded.name) {
            self.out.diagnostics.push(self.cycle(place, at));
            return Vec::new();
        }
        let (source, forms) = match self.files.get(&loaded.key) {
            Some(known) => known.clone(),
            None => {
                let (source, forms, diagnostics) =
                    read_source(&loaded.name, &loaded.bytes, self.sources, self.limits);
                self.out.diagnostics.extend(diagnostics);
                let forms: Arc<[Form]> = forms.into();
                self.files.insert(loaded.key.clone(), (source, forms.clone()));
                (source, forms)
            }
        };
        self.out.includes.push(Include { span: call, source });
        let deepest = forms.iter().map(Form::depth).max().unwrap_or(0);
        if self.depth + deepest > self.limits.max_depth {
            let message =
                format!("with this file, lists are nested more than {} deep", self.limits.max_depth);
            let diagnostic = Diagnostic::new(&codes::NESTED_TOO_DEEP, place, message);
            self.out.diagnostics.push(diagnostic.label("the file is left out"));
            return Vec::new();
        }
        self.chain.push(Link { name: loaded.name, key: loaded.key, call: Some(place) });
        let forms = self.top_level(&forms);
        self.chain.pop();
        forms
    }

    fn cycle(&self, place: Span, at: usize) -> Diagnostic {
        let names = self.chain[at..].iter().chain([&self.chain[at]]).map(|link| format!("`{}`", link.name));
        let chain = names.collect::<Vec<_>>().join(" → ");
        let mut diagnostic = Diagnostic::new(&codes::INCLUDE_CYCLE, place, format!("include cycle: {chain}"))
            .label("this include closes the cycle and is left out");
        for link in &self.chain[at + 1..] {
            if let Some(call) = link.call {
                diagnostic = diagnostic.with(call, format!("`{}` is included here", link.name));
            }
        }
        diagnostic
    }

    /// One message for all definitions that are not at top level: a single lost parenthesis makes many of them.
    fn report_nested_defines(&mut self) {
        let Some(&(first, outer)) = self.nested_defines.first() else { return };
        let many = match self.nested_defines.len() {
            1 => String::new(),
            n => format!(" (and {} more)", n - 1),
        };
        let opener = Span::new(outer.source, outer.start, outer.start + 1);
        self.out.diagnostics.push(
            Diagnostic::new(
                &codes::NESTED_DEFINE,
                Span::new(first.source, first.start, (first.start + "(define".len() as u32).min(first.end)),
                format!("a definition inside another list{many}"),
            )
            .label("taken as if it stood at top level")
            .with(opener, "the list around it begins here")
            .help("move it out of the list; if it stands outside of it by the look of it, a `)` is missing above"),
        );
    }
}

fn is_headed(list: &List, head: &str) -> bool {
    list.items.first().and_then(Form::as_name).is_some_and(|name| name == head)
}

fn bad_include(list: &List) -> Diagnostic {
    let (span, found) = match &list.items[1..] {
        [] => (list.span, "nothing"),
        [Form::Str(path)] => (path.span, "a path with a macro parameter in it"),
        [Form::Name(name)] => (name.span, "a name without quotes"),
        [Form::List(inner)] => (inner.span, "a list"),
        [_, second, ..] => (second.span(), "more than one form"),
        [Form::Splice(splice)] => (splice.call, "an include"),
    };
    let mut diagnostic = Diagnostic::new(
        &codes::BAD_INCLUDE,
        span,
        format!("expected the path of a file in quotes, found {found}"),
    )
    .help("write `(include \"file.zrf\")`");
    if let [Form::Name(name)] = &list.items[1..]
        && !name.text.contains('$')
    {
        diagnostic = diagnostic.fix(name.span, format!("\"{}\"", name.text));
    }
    diagnostic
}

fn not_loaded(place: Span, path: &str, error: &LoadError) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::INCLUDE_NOT_FOUND, place, error.to_string());
    let LoadError::NotFound { tried, seen, .. } = error else { return diagnostic };
    let diagnostic = diagnostic.label(format!("looked for at {}", tried.join(", ")));
    match did_you_mean::nearest(&path.replace('\\', "/"), seen.iter().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("there is `{near}`")),
        None => diagnostic,
    }
}
