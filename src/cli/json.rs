//! The JSON objects of the verbs, documented in `docs/json.md`.

use super::variant::Chosen;
use serde_json::{Map, Value, json};
use zrf::game::mv::Continuation;
use zrf::game::{Move, Outcome, Position, Reason};
use zrf::ids::{AttrId, PieceId, PlayerId, PosId};
use zrf::resolve::Rules;
use zrf::view::words;

/// A legal move with its number in the list.
pub fn mv(position: &Position, number: usize, mv: &Move) -> Value {
    let rules = position.game().rules();
    let pos = |pos: Option<PosId>| pos.map(|pos| rules.pos_name(pos).as_str());
    let next_type = match mv.continuation() {
        Some(Continuation::Type(t)) => rules.move_types.get_index(t.index()).map(|name| name.as_str()),
        _ => None,
    };
    json!({
        "number": number,
        "move": position.print(mv),
        "from": pos(mv.from()),
        "to": pos(mv.to()),
        "pass": mv.is_pass(),
        "partial": mv.continuation().is_some(),
        "next_type": next_type,
    })
}

/// A whole position.
pub fn position(chosen: &Chosen, position: &Position, outcome: Option<&Outcome>) -> Value {
    let rules = position.game().rules();
    let mut board = Map::new();
    for i in 0..rules.board.positions.len() {
        let pos = PosId::from_index(i);
        let Some(piece) = position.piece_at(pos) else { continue };
        let attributes = rules.pieces[piece.kind.index()].attributes.iter();
        let attributes: Map<String, Value> = attributes
            .map(|&(attr, _)| (attr_name(rules, attr), (piece.attributes >> attr.index() & 1 == 1).into()))
            .collect();
        board.insert(
            rules.pos_name(pos).to_string(),
            json!({
                "player": rules.player_name(piece.player).as_str(),
                "piece": rules.piece_name(piece.kind).as_str(),
                "attributes": attributes,
            }),
        );
    }
    let (last_from, last_to) = position.last_move();
    let pos = |pos: Option<PosId>| pos.map(|pos| rules.pos_name(pos).as_str());
    json!({
        "variant": chosen.number,
        "title": chosen.title,
        "board": board,
        "stock": stock(rules, position),
        "player": rules.player_name(position.mover()).as_str(),
        "turn": position.turn(),
        "round": position.round(),
        "ply": position.ply(),
        "chain": pos(position.chain()),
        "last_from": pos(last_from),
        "last_to": pos(last_to),
        "hash": format!("{:016x}", position.hash()),
        "outcome": outcome.map(|outcome| self::outcome(rules, outcome)),
    })
}

/// The end of a game.
pub fn outcome(rules: &Rules, outcome: &Outcome) -> Value {
    let player = |player: Option<PlayerId>| player.map(|player| rules.player_name(player).as_str());
    let reason = match outcome.reason {
        Reason::Goal { .. } => "goal",
        Reason::NoMoves { .. } => "no-moves",
        Reason::NoProgress { .. } => "no-progress",
    };
    json!({
        "winner": player(outcome.winner),
        "loser": player(outcome.loser),
        "reason": reason,
        "text": words::outcome(rules, outcome),
    })
}

fn stock(rules: &Rules, position: &Position) -> Value {
    let mut stock = Map::new();
    for (i, player) in rules.players.keys().enumerate() {
        let held: Map<String, Value> = rules
            .pieces
            .keys()
            .enumerate()
            .map(|(kind, name)| (name, position.stock(PlayerId::from_index(i), PieceId::from_index(kind))))
            .filter(|&(_, count)| count > 0)
            .map(|(name, count)| (name.to_string(), count.into()))
            .collect();
        if !held.is_empty() {
            stock.insert(player.to_string(), held.into());
        }
    }
    stock.into()
}

fn attr_name(rules: &Rules, attr: AttrId) -> String {
    rules.attributes.get_index(attr.index()).map_or(String::new(), |name| name.to_string())
}
