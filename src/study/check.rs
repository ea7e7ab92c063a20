//! The whole way from a loaded file to its first moves, for every variant.

use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Diagnostic, select};
use crate::document::Document;
use crate::game::RuntimeError;
use crate::lint::{HasFile, Linter};
use crate::source::Span;

/// Compiles every variant, sets up its first position and makes its moves. Gives all that is wrong with
/// the file, in the order of its places, each thing once even if many variants share it. A file without errors
/// is also looked through for what its author can hardly have meant (the lints).
pub fn check(document: &Document, max_fuel: Option<u64>) -> Vec<Diagnostic> {
    check_with_files(document, max_fuel, None)
}

/// The same; `has_file` tells whether the images and sounds are there that the file names.
pub fn check_with_files(
    document: &Document,
    max_fuel: Option<u64>,
    has_file: Option<HasFile<'_>>,
) -> Vec<Diagnostic> {
    let mut diagnostics = document.diagnostics().to_vec();
    let mut linter = Linter::new(document);
    // Where names are unknown much else looks unused.
    let mut is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    for variant in document.variants() {
        let (game, more) = document.game(variant.number);
        is_sound &= !more.iter().any(Diagnostic::is_error);
        diagnostics.extend(more);
        let Some(game) = game else { continue };
        if is_sound {
            linter.variant(variant.number, &game);
        }
        let mut position = game.start();
        if let Some(fuel) = max_fuel {
            position.set_max_fuel(fuel);
        }
        let played = position.outcome().and_then(|_| position.legal_moves());
        if let Err(error) = played {
            diagnostics.push(runtime_error(&error, game.rules().span));
        }
    }
    if is_sound {
        diagnostics.extend(linter.finish(has_file));
    }
    select(&diagnostics, usize::MAX).shown.into_iter().cloned().collect()
}

/// An error of play as a diagnostic; `fallback` is its place if it does not know one.
pub fn runtime_error(error: &RuntimeError, fallback: Span) -> Diagnostic {
    match *error {
        RuntimeError::OutOfFuel { span, .. } => {
            Diagnostic::new(&codes::OUT_OF_FUEL, span.unwrap_or(fallback), error.to_string())
        }
        RuntimeError::TooManyMoves { span, .. } => {
            Diagnostic::new(&codes::TOO_MANY_MOVES, span, error.to_string())
        }
    }
}
