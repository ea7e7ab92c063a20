//! Macro expansion beside its plain definition, which is slow but easily seen to be right.

#![allow(clippy::print_stderr)] // The counts are worth reading.

mod support;

use std::collections::HashMap;
use std::fmt::Write as _;
use zrf::loader::DiskLoader;
use zrf::source::SourceMap;
use zrf::syntax::form::{Form, flat};
use zrf::syntax::params::{Piece, as_param, pieces};
use zrf::syntax::{Limits, parse, read_source};

/// A form without its place.
#[derive(Clone, PartialEq)]
enum Plain {
    Name(String),
    Str(String),
    List(Vec<Plain>),
    /// What a call was replaced by: it stays one argument if the list around it is a call.
    Splice(Vec<Plain>),
}

/// The definition: a macro's body is expanded once, a call puts the arguments in it and expands again.
struct Oracle {
    bodies: HashMap<String, Vec<Plain>>,
    expanded: HashMap<String, Vec<Plain>>,
    depth: usize,
    budget: usize,
}

/// The file recurses without end or is too large for this.
struct GivenUp;

impl Oracle {
    fn expand(&mut self, forms: &[Plain]) -> Result<Vec<Plain>, GivenUp> {
        forms.iter().map(|form| self.expand_form(form)).collect()
    }

    fn expand_form(&mut self, form: &Plain) -> Result<Plain, GivenUp> {
        self.budget = self.budget.checked_sub(1).ok_or(GivenUp)?;
        Ok(match form {
            Plain::List(items) => {
                // What a call or an argument left in the place of the head may be a macro's name.
                let items = if self.head(items).is_some() { items.clone() } else { self.expand(items)? };
                match self.head(&items) {
                    Some((head, arguments)) => Plain::Splice(self.call(&head, &arguments)?),
                    None => Plain::List(items),
                }
            }
            Plain::Splice(forms) => Plain::Splice(self.expand(forms)?),
            other => other.clone(),
        })
    }

    /// The macro that is called and the arguments, if these items are a call.
    fn head(&self, items: &[Plain]) -> Option<(String, Vec<Plain>)> {
        match items.split_first()? {
            (Plain::Name(name), rest) if self.bodies.contains_key(name) => {
                Some((name.clone(), rest.to_vec()))
            }
            (Plain::Splice(inner), rest) => self.head(&[inner, rest].concat()),
            _ => None,
        }
    }

    fn call(&mut self, name: &str, arguments: &[Plain]) -> Result<Vec<Plain>, GivenUp> {
        if self.depth == 100 {
            return Err(GivenUp);
        }
        self.depth += 1;
        if !self.expanded.contains_key(name) {
            let body = self.bodies[name].clone();
            let body = self.expand(&body)?;
            self.expanded.insert(name.to_string(), body);
        }
        let body = self.expanded[name].iter().map(|form| fill(form, arguments)).collect::<Vec<_>>();
        let result = self.expand(&body);
        self.depth -= 1;
        result
    }
}

fn fill(form: &Plain, arguments: &[Plain]) -> Plain {
    let argument = |n: usize| arguments.get(n - 1);
    let paste = |text: &str| {
        pieces(text)
            .map(|piece| match piece {
                Piece::Text(text) => text.to_string(),
                Piece::Param(n, written) => match argument(n) {
                    Some(Plain::Name(text) | Plain::Str(text)) => text.clone(),
                    _ => written.to_string(),
                },
            })
            .collect::<String>()
    };
    match form {
        Plain::Name(text) => match as_param(text).and_then(argument) {
            Some(argument) => argument.clone(),
            None => Plain::Name(paste(text)),
        },
        Plain::Str(text) => Plain::Str(paste(text)),
        Plain::List(items) => Plain::List(items.iter().map(|item| fill(item, arguments)).collect()),
        Plain::Splice(items) => Plain::Splice(items.iter().map(|item| fill(item, arguments)).collect()),
    }
}

fn plain(form: &Form) -> Plain {
    match form {
        Form::Name(atom) => Plain::Name(atom.text.to_string()),
        Form::Str(atom) => Plain::Str(atom.text.to_string()),
        Form::List(list) => Plain::List(flat(&list.items, None).map(|(item, _)| plain(item)).collect()),
        Form::Splice(_) => unreachable!("flattened"),
    }
}

fn print(form: &Plain, out: &mut String) {
    match form {
        Plain::Name(text) => write!(out, "{text} ").unwrap(),
        Plain::Str(text) => write!(out, "{text:?} ").unwrap(),
        Plain::List(items) => {
            out.push('(');
            items.iter().for_each(|item| print(item, out));
            out.push(')');
        }
        Plain::Splice(items) => items.iter().for_each(|item| print(item, out)),
    }
}

fn text(forms: &[Plain]) -> String {
    let mut out = String::new();
    forms.iter().for_each(|form| print(form, &mut out));
    out
}

/// The expansion of a text by its definition; none if it is given up.
fn by_definition(bytes: &[u8], budget: usize) -> Option<String> {
    let (_, forms, _) = read_source("x", bytes, &mut SourceMap::default(), &Limits::default());
    let mut oracle = Oracle { bodies: HashMap::new(), expanded: HashMap::new(), depth: 0, budget };
    let mut rest = Vec::new();
    for form in forms.iter().map(plain) {
        match form {
            Plain::List(items) if items.first() == Some(&Plain::Name("define".into())) => {
                if let Some(Plain::Name(name)) = items.get(1) {
                    oracle.bodies.insert(name.clone(), items[2..].to_vec());
                }
            }
            other => rest.push(other),
        }
    }
    oracle.expand(&rest).ok().map(|forms| text(&forms))
}

/// The expansion of a text by the library; none if a macro calls itself.
///
/// The library expands arguments before it knows whether they are used, so it also finds recursion in those that
/// are not; the definition does not.
fn by_engine(bytes: &[u8]) -> Option<String> {
    let (_, expanded, found) = parse("x", bytes, &DiskLoader::default(), &Limits::default());
    let endless = found.iter().any(|d| d.code.id == "E0203");
    let forms = flat(&expanded.forms, None).map(|(form, _)| plain(form)).collect::<Vec<_>>();
    (!endless).then(|| text(&forms))
}

#[test]
fn corpus_files_expand_as_defined() {
    let Some(files) = support::corpus("zrf") else { return };
    let (mut compared, mut skipped) = (0, Vec::new());
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let source = String::from_utf8_lossy(&bytes);
        if source.contains("(include") || source.contains("\t(define") {
            continue;
        }
        match by_definition(&bytes, 300_000) {
            Some(expected) => {
                assert!(by_engine(&bytes) == Some(expected), "{} expands differently", path.display());
                compared += 1;
            }
            None => skipped.push(path.file_name().unwrap().to_string_lossy().into_owned()),
        }
    }
    eprintln!("{compared} files compared; too large to compare: {}", skipped.join(", "));
}

#[test]
fn random_macros_expand_as_defined() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = move |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % n
    };
    let mut compared = 0;
    for _ in 0..20_000 {
        let mut source = String::new();
        for macro_name in ["a", "b", "c", "d"] {
            write!(source, "(define {macro_name}").unwrap();
            random_forms(&mut source, &mut below, 3, true);
            source.push_str(")\n");
        }
        source.push_str("(game");
        random_forms(&mut source, &mut below, 3, false);
        source.push(')');
        if let Some(expected) = by_definition(source.as_bytes(), 3_000)
            && let Some(found) = by_engine(source.as_bytes())
        {
            assert_eq!(expected, found, "{source}");
            compared += 1;
        }
    }
    eprintln!("{compared} random files compared");
    assert!(compared > 5_000);
}

/// A few forms, with parameters or without.
fn random_forms(out: &mut String, below: &mut impl FnMut(usize) -> usize, depth: usize, in_macro: bool) {
    for _ in 0..below(4) {
        match below(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => out.push_str([" x", " y", " \"s\""][below(3)]),
            2 => out.push_str([" a", " b", " c", " d"][below(4)]),
            3 | 4 if in_macro => out.push_str([" $1", " $2", " $3"][below(3)]),
            5 if in_macro => out.push_str([" p$1", " $1$2", " \"$2.bmp\""][below(3)]),
            3..=5 => out.push_str(" z"),
            6 | 7 => {
                out.push_str([" (a", " (b", " (c", " (d"][below(4)]);
                random_forms(out, below, depth - 1, in_macro);
                out.push(')');
            }
            _ => {
                out.push_str(" (");
                random_forms(out, below, depth - 1, in_macro);
                out.push(')');
            }
        }
    }
}
