//! Carrying out a move (specification, section 8).

use super::plain::{Plain, State, set_bit};
use zrf::game::{Effect, Piece};
use zrf::ids::{PieceId, PlayerId, PosId};

/// Carries out the effects; says whether that was progress.
pub fn apply(plain: &Plain<'_>, state: &mut State, effects: &[Effect]) -> bool {
    let options = &plain.rules.options;
    let is_movement = |effect: &&Effect| matches!(effect, Effect::Move { .. } | Effect::Drop { .. });
    let movements = effects.iter().take_while(is_movement).count();
    let (movements, rest) = effects.split_at(movements);
    let mover = match movements.last() {
        Some(Effect::Move { from, .. }) => state.at(*from),
        _ => None,
    };
    let mut is_progress = mover.is_some_and(|p| options.progress_pieces.contains(&p.kind));
    let mut lifted = Vec::new();
    for movement in movements {
        lifted.push(match *movement {
            Effect::Move { from, copy: true, .. } => state.at(from),
            Effect::Move { from, .. } => state.cells[from.index()].take(),
            _ => None,
        });
    }
    for (i, movement) in movements.iter().enumerate() {
        match *movement {
            Effect::Move { to, .. } => {
                let Some(piece) = lifted[i] else { continue };
                if options.discard_cascades && i > 0 {
                    state.captured.push(piece);
                } else {
                    put(plain, state, to, piece);
                }
            }
            Effect::Drop { player, piece, pos } => {
                is_progress = true;
                put(plain, state, pos, plain.new_piece(player, piece));
                take_from_stock(state, player, piece);
            }
            _ => {}
        }
    }
    for effect in rest {
        is_progress |= change(plain, state, effect);
    }
    is_progress || !state.captured.is_empty()
}

/// Carries out a change, a capture or a promotion; says whether it is a promotion.
fn change(plain: &Plain<'_>, state: &mut State, effect: &Effect) -> bool {
    match *effect {
        Effect::Create { player, piece, pos } => put(plain, state, pos, plain.new_piece(player, piece)),
        Effect::Capture { pos } => capture(plain, state, pos),
        Effect::Flip { pos } => alter(state, pos, |p| p.player = next_player(plain, p.player)),
        Effect::ChangeOwner { pos, player } => alter(state, pos, |p| p.player = player),
        Effect::ChangeType { pos, piece } => alter(state, pos, |p| *p = become_a(plain, *p, piece)),
        Effect::SetAttribute { pos, attr, value } => {
            alter(state, pos, |p| p.attributes = set_bit(p.attributes, attr.0, value));
        }
        Effect::Promote { pos, piece } => {
            let Some(old) = state.at(pos) else { return false };
            alter(state, pos, |p| *p = become_a(plain, *p, piece));
            if plain.rules.options.recycle_promotions {
                take_from_stock(state, old.player, piece);
                state.stocks[old.player.index()][old.kind.index()] += 1;
            }
            return true;
        }
        Effect::Move { .. } | Effect::Drop { .. } => {}
    }
    false
}

fn take_from_stock(state: &mut State, player: PlayerId, kind: PieceId) {
    let stock = &mut state.stocks[player.index()][kind.index()];
    *stock = stock.saturating_sub(1);
}

fn alter(state: &mut State, pos: PosId, f: impl FnOnce(&mut Piece)) {
    if let Some(piece) = &mut state.cells[pos.index()] {
        f(piece);
    }
}

fn put(plain: &Plain<'_>, state: &mut State, pos: PosId, piece: Piece) {
    capture(plain, state, pos);
    state.cells[pos.index()] = Some(piece);
}

fn capture(plain: &Plain<'_>, state: &mut State, pos: PosId) {
    if let Some(piece) = state.cells[pos.index()].take() {
        state.captured.push(piece);
        if plain.rules.options.recycle_captures {
            state.stocks[piece.player.index()][piece.kind.index()] += 1;
        }
    }
}

/// Values of attributes that both types have are kept, the others get their initial values.
fn become_a(plain: &Plain<'_>, piece: Piece, kind: PieceId) -> Piece {
    let of = |kind: PieceId| &plain.rules.pieces[kind.index()].attributes;
    let mut new = plain.new_piece(piece.player, kind);
    for &(attr, _) in of(kind) {
        if of(piece.kind).iter().any(|a| a.0 == attr) {
            new.attributes = set_bit(new.attributes, attr.0, piece.attributes >> attr.0 & 1 != 0);
        }
    }
    new
}

/// To whom a piece goes that is flipped: neutral and random players are left out.
fn next_player(plain: &Plain<'_>, player: PlayerId) -> PlayerId {
    let players = &plain.rules.players;
    if players[player.index()].is_neutral {
        return player;
    }
    let count = players.len();
    let others = (1..count).map(|i| (player.index() + i) % count);
    let next = others.into_iter().find(|&i| !players[i].is_neutral && !players[i].is_random);
    next.map_or(player, PlayerId::from_index)
}
