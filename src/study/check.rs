//! The whole way from a loaded file to its first moves, for every variant.

use crate::diagnostics::codes::{self, play};
use crate::diagnostics::{Code, Diagnostic, select};
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
    let mut diagnostics = first_stage(document.diagnostics());
    // A name is unknown most often because what defines it was lost with something else.
    let is_well_formed = !diagnostics.iter().any(Diagnostic::is_error);
    let mut linter = Linter::new(document);
    // Where names are unknown much else looks unused.
    let mut is_sound = is_well_formed;
    for variant in document.variants() {
        let (game, more) = document.game(variant.number);
        is_sound &= !more.iter().any(Diagnostic::is_error);
        diagnostics.extend(more.into_iter().filter(|d| is_well_formed || !may_follow(d)));
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

/// What is wrong with the file as a whole, without what may come of misplaced parentheses: while these are wrong,
/// little can be told of the forms.
fn first_stage(all: &[Diagnostic]) -> Vec<Diagnostic> {
    let is_of_text = |d: &Diagnostic| codes::syntax::ALL.contains(&d.code);
    let is_slip = |d: &Diagnostic| {
        [&codes::syntax::MISSING_CLOSE_AT_END, &codes::syntax::SURPLUS_CLOSE].contains(&d.code)
    };
    let is_broken = all.iter().any(Diagnostic::is_error);
    let has_broken_text = is_broken && all.iter().any(|d| is_slip(d) || d.is_error() && is_of_text(d));
    let is_kept = |d: &Diagnostic| is_of_text(d) || *d.code == codes::resolve::NO_GAME;
    let mut first: Vec<_> = all.iter().filter(|d| !has_broken_text || is_kept(d)).cloned().collect();
    if is_broken {
        // What is harmless in a file that runs is the likely cause in one that does not.
        first.iter_mut().filter(|d| is_slip(d)).for_each(Diagnostic::deny);
    }
    first
}

/// Whether this may come of forms that were left out for being wrong: it is about something that is not there.
fn may_follow(d: &Diagnostic) -> bool {
    use codes::{compile, resolve};
    let of_what_is_missing: [&Code; 16] = [
        &resolve::NO_PLAYERS,
        &resolve::UNKNOWN_PLAYER,
        &resolve::UNKNOWN_PIECE,
        &resolve::UNKNOWN_POSITION,
        &resolve::NO_POSITIONS,
        &resolve::NO_PIECES,
        &resolve::NO_TURN_ORDER,
        &resolve::IDLE_PLAYER,
        &resolve::NOBODY_MOVES,
        &compile::UNKNOWN_NAME,
        &compile::UNKNOWN_DIRECTION,
        &compile::UNKNOWN_PIECE,
        &compile::UNKNOWN_POSITION,
        &compile::UNKNOWN_ZONE,
        &compile::UNKNOWN_CONDITION,
        &compile::UNKNOWN_ATTRIBUTE,
    ];
    of_what_is_missing.contains(&d.code)
}

/// An error of play as a diagnostic; `fallback` is its place if it does not know one.
pub fn runtime_error(error: &RuntimeError, fallback: Span) -> Diagnostic {
    match *error {
        RuntimeError::OutOfFuel { span, .. } => {
            Diagnostic::new(&play::OUT_OF_FUEL, span.unwrap_or(fallback), error.to_string())
        }
        RuntimeError::TooManyMoves { span, .. } => {
            Diagnostic::new(&play::TOO_MANY_MOVES, span, error.to_string())
        }
    }
}
