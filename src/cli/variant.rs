//! Choosing a variant of a file, and making its rules or its game.

use super::emit;
use super::failure::{Failure, say};
use super::session::Session;
use zrf::diagnostics::Diagnostic;
use zrf::document::Document;
use zrf::game::{Game, RuntimeError};
use zrf::resolve::{Rules, VariantError};
use zrf::source::{SourceMap, Span};

/// A variant of a file.
pub struct Chosen {
    /// Its number.
    pub number: usize,
    /// Its title.
    pub title: String,
}

/// The variant with this number or title, or the default one.
pub fn choose(session: &mut Session, document: &Document, wanted: Option<&str>) -> Result<Chosen, Failure> {
    let variant = match wanted {
        Some(name) if !document.variants().is_empty() => {
            let found = document.find_variant(name).map_err(|e| unknown(document, &e))?;
            if found.is_ambiguous {
                let number = found.variant.number;
                say(&format!(
                    "warning: several variants are called `{name}`; this is number {number}, the first"
                ));
            }
            Some(found.variant)
        }
        _ => document.default_variant(),
    };
    match variant {
        Some(variant) => Ok(Chosen { number: variant.number, title: variant.title.clone() }),
        None => {
            let has_errors = document.diagnostics().iter().any(Diagnostic::is_error);
            let no_game = document.no_game().filter(|_| !has_errors);
            say_errors(session, document, no_game.as_slice())?;
            Err(Failure::Reported)
        }
    }
}

/// No variant answers to a name: with the way to those that there are.
fn unknown(document: &Document, error: &VariantError) -> Failure {
    let file = document.sources().iter().next().map_or("FILE", |(_, source)| &source.name);
    let listed = format!("`zrf info {file}` lists those from number 0 to {}", document.variants().len() - 1);
    Failure::input(format!("{file}: {error}; {listed}"))
}

/// The rules of a variant. If there are errors, they are printed instead.
pub fn rules(session: &mut Session, document: &Document, number: usize) -> Result<Rules, Failure> {
    let (rules, diagnostics) = document.rules(number);
    let has_errors = document.diagnostics().iter().chain(&diagnostics).any(Diagnostic::is_error);
    say_errors(session, document, &diagnostics)?;
    rules.filter(|_| !has_errors).ok_or(Failure::Reported)
}

/// The compiled game of a variant. If there is none, the errors of the file are printed.
pub fn compiled(session: &mut Session, document: &Document, number: usize) -> Result<Game, Failure> {
    let (game, diagnostics) = document.game(number);
    if game.is_none() {
        say_errors(session, document, &diagnostics)?;
    }
    game.ok_or(Failure::Reported)
}

/// The game of a variant, to be played: the rules have to be in the file itself.
pub fn game(session: &mut Session, document: &Document, number: usize) -> Result<Game, Failure> {
    let game = compiled(session, document, number)?;
    if let Some((dll, _)) = &game.rules().engine {
        let title = &game.rules().title;
        return Err(Failure::input(format!(
            "the rules of \"{title}\" live in a Windows DLL (engine \"{dll}\"), so its moves cannot be known"
        )));
    }
    Ok(game)
}

/// An error of play with its place in the rules, if it has one.
pub fn runtime_error(sources: &SourceMap, error: &RuntimeError) -> String {
    match *error {
        RuntimeError::OutOfFuel { span: Some(span), .. } | RuntimeError::TooManyMoves { span, .. } => {
            format!("{}: {error}", place(sources, span))
        }
        _ => error.to_string(),
    }
}

/// FILE:LINE:COLUMN.
fn place(sources: &SourceMap, span: Span) -> String {
    let at = sources.line_col(span);
    format!("{}:{}:{}", sources.get(span.source).name, at.line, at.column)
}

/// Prints the errors of a document and of one of its variants, without the warnings: these are for
/// `zrf check`.
fn say_errors(session: &mut Session, document: &Document, more: &[Diagnostic]) -> Result<(), Failure> {
    let errors: Vec<Diagnostic> =
        document.diagnostics().iter().chain(more).filter(|d| d.is_error()).cloned().collect();
    if !errors.is_empty() {
        session.note(emit::text(document.sources(), &errors, session.color_errors).trim_end())?;
    }
    Ok(())
}
