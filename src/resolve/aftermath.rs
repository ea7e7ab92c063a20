//! What follows from another mistake is left out; what a variant breaks of its game is explained.

use super::overlay::Overlay;
use super::variants;
use crate::ast::File;
use crate::diagnostics::codes::{compile, resolve};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// Kinds of diagnostics that a board with something left out brings about.
const OF_BOARD: [&Code; 6] = [
    &resolve::UNKNOWN_POSITION,
    &resolve::NO_POSITIONS,
    &compile::UNKNOWN_NAME,
    &compile::UNKNOWN_DIRECTION,
    &compile::UNKNOWN_POSITION,
    &compile::UNKNOWN_ZONE,
];

/// Goes over all diagnostics of a variant, those of its blocks too.
pub(crate) fn settle(file: &File, number: usize, diagnostics: &mut Vec<Diagnostic>) {
    let Some(game) = variants::playable(file).nth(number) else { return };
    let overlay = Overlay::new(file, game);
    if overlay.board.is_some_and(|board| !board.is_whole) {
        diagnostics.retain(|d| !OF_BOARD.contains(&d.code));
    }
    if !overlay.has_base {
        return;
    }
    let players = game.sections.players.as_ref().map(|own| own.at.span);
    let board = game.sections.board.as_ref().map(|own| own.at.span);
    for d in diagnostics.iter_mut().filter(|d| !is_within(d.primary.span, game.at.span)) {
        let (own, what) = match d.code {
            code if *code == resolve::UNKNOWN_PLAYER => (players, "players"),
            code if OF_BOARD.contains(&code) => (board, "a board"),
            _ => continue,
        };
        let Some(own) = own else { continue };
        d.secondary.push(crate::diagnostics::Label {
            span: Span::new(own.source, own.start, own.start + 1),
            text: format!("this variant has {what} of its own, but takes the line above over from its game"),
        });
        d.help.get_or_insert_with(|| {
            format!("a variant with {what} of its own needs its own sections that name them")
        });
    }
}

fn is_within(inner: Span, outer: Span) -> bool {
    inner.source == outer.source && outer.start <= inner.start && inner.end <= outer.end
}
