//! The initial position.

use super::overlay::Overlay;
use super::players;
use super::report::Report;
use super::rules::{Board, PieceType, Placement, Player, PositionKind, Stock};
use crate::ast::file::SetupPlace;
use crate::ast::place::Word;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{PieceId, PlayerId, PosId};
use crate::names::IndexMap;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// Pieces of a type that a player may have waiting to be dropped, at most.
const MAX_STOCK: u32 = u16::MAX as u32;

pub(super) fn setup(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    pieces: &IndexMap<SmolStr, PieceType>,
    board: &Board,
    report: &mut Report,
) -> (Vec<Placement>, Vec<Stock>) {
    let mut placements: Vec<Placement> = Vec::new();
    let mut stocks: Vec<Stock> = Vec::new();
    let mut stocked: FxHashMap<(PlayerId, PieceId), usize> = FxHashMap::default();
    let mut taken: FxHashMap<PosId, usize> = FxHashMap::default();
    for item in overlay.setup.iter().flat_map(|s| &s.items) {
        let player = players::find(&item.player, players, report);
        let piece = pieces.get_index_of(&item.piece.text).map(PieceId::from_index);
        if piece.is_none() {
            let known = pieces.keys().map(SmolStr::as_str);
            report.unknown(&codes::UNKNOWN_PIECE, &item.piece, "piece type", known);
        }
        for place in &item.places {
            match place {
                SetupPlace::At(word) => {
                    let pos = position(word, board, report);
                    let (Some(player), Some(piece), Some(pos)) = (player, piece, pos) else { continue };
                    let new = Placement { player, piece, pos };
                    // The later piece stands where two are set up.
                    match taken.insert(pos, placements.len()) {
                        Some(earlier) => {
                            report.add(
                                word.at
                                    .diagnostic(
                                        &codes::SETUP_TWICE,
                                        format!("a second piece is set up on `{}`", word.text),
                                    )
                                    .label("replaces the earlier one"),
                            );
                            placements[earlier] = new;
                            taken.insert(pos, earlier);
                        }
                        None => placements.push(new),
                    }
                }
                SetupPlace::Off(count, _) => {
                    let (Some(player), Some(piece)) = (player, piece) else { continue };
                    let index = *stocked.entry((player, piece)).or_insert(stocks.len());
                    match stocks.get_mut(index) {
                        Some(stock) => stock.count = stock.count.saturating_add(*count),
                        None => stocks.push(Stock { player, piece, count: *count }),
                    }
                    if stocks[index].count > MAX_STOCK {
                        stocks[index].count = MAX_STOCK;
                        let message = format!("the stock of `{}` is too large", item.piece.text);
                        let d = item.piece.at.diagnostic(&codes::TOO_MANY, message);
                        report.add(d.label(format!("at most {MAX_STOCK} pieces of a type")));
                    }
                }
            }
        }
    }
    (placements, stocks)
}

fn position(word: &Word, board: &Board, report: &mut Report) -> Option<PosId> {
    match board.positions.get_full(&word.text) {
        Some((index, _, p)) if p.kind != PositionKind::Killed => Some(PosId::from_index(index)),
        Some((_, _, p)) => {
            report.add(
                word.at
                    .diagnostic(&codes::UNKNOWN_POSITION, format!("the position `{}` was removed", word.text))
                    .label("no longer on the board")
                    .with(p.span, "defined here"),
            );
            None
        }
        None => {
            let known = board.positions.keys().map(SmolStr::as_str);
            report.unknown(&codes::UNKNOWN_POSITION, word, "position", known);
            None
        }
    }
}
