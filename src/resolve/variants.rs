//! The games and variants of a file, and how one of them is chosen.

use crate::ast::file::{File, GameDef, Kind};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::resolve as codes;
use crate::diagnostics::did_you_mean::nearest;
use crate::source::{SourceId, Span};

/// A game or variant that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantInfo {
    /// Its number: games and variants count from 0 in file order, menu separators do not.
    pub number: usize,
    /// Its title; empty if it has none.
    pub title: String,
    /// It says `(default)`.
    pub is_default: bool,
    /// Game or variant.
    pub kind: Kind,
    /// The title if there is one, else the whole form.
    pub span: Span,
}

/// A variant that was chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// The variant.
    pub variant: &'a VariantInfo,
    /// Others have the very same title; this one is the first.
    pub is_ambiguous: bool,
}

/// No variant, or more than one, answers to a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// None does.
    #[error("there is no variant `{name}`{}", suggestion(.nearest))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The title nearest to it.
        nearest: Option<String>,
    },
    /// Several titles begin with it.
    #[error("`{name}` may be any of: {}", .titles.join(", "))]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// The titles.
        titles: Vec<String>,
    },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

/// Games and variants without the separators.
pub(crate) fn playable(file: &File) -> impl Iterator<Item = &GameDef> {
    file.games.iter().filter(|g| !g.is_separator())
}

/// The games and variants of a file with their numbers.
pub fn variants(file: &File) -> Vec<VariantInfo> {
    playable(file)
        .enumerate()
        .map(|(number, game)| VariantInfo {
            number,
            title: game.sections.title.as_ref().map_or(String::new(), |t| t.text.clone()),
            is_default: game.sections.default.is_some(),
            kind: game.kind,
            span: game.sections.title.as_ref().map_or(game.at.span, |t| t.at.span),
        })
        .collect()
}

/// That there is no game, said of the start of the file.
pub(crate) fn no_game() -> Diagnostic {
    Diagnostic::new(&codes::NO_GAME, Span::new(SourceId(0), 0, 0), "the file holds no game")
        .label("expected a `(game ...)` somewhere in the file")
}

/// Chooses a variant: by its exact title, without regard to case, by its number, by the
/// beginning of one title only; in this order.
pub fn find_variant<'a>(variants: &'a [VariantInfo], name: &str) -> Result<Found<'a>, VariantError> {
    let lower = name.to_lowercase();
    for same in [&(|t: &str| t == name) as &dyn Fn(&str) -> bool, &|t| t.to_lowercase() == lower] {
        let mut matching = variants.iter().filter(|v| same(&v.title));
        if let Some(variant) = matching.next() {
            return Ok(Found { variant, is_ambiguous: matching.next().is_some() });
        }
    }
    if let Some(variant) = name.parse().ok().and_then(|n: usize| variants.get(n)) {
        return Ok(Found { variant, is_ambiguous: false });
    }
    let matching: Vec<_> =
        variants.iter().filter(|v| !lower.is_empty() && v.title.to_lowercase().starts_with(&lower)).collect();
    match matching.as_slice() {
        [variant] => Ok(Found { variant, is_ambiguous: false }),
        [] => Err(VariantError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, variants.iter().map(|v| v.title.as_str())).map(str::to_owned),
        }),
        _ => Err(VariantError::Ambiguous {
            name: name.to_owned(),
            titles: matching.iter().map(|v| v.title.clone()).collect(),
        }),
    }
}

/// The variant that is played when none is named: the first with `(default)`, else the first.
pub fn default_variant(variants: &[VariantInfo]) -> Option<&VariantInfo> {
    variants.iter().find(|v| v.is_default).or(variants.first())
}
