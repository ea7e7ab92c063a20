//! What a move does, in words.

use crate::game::{Continuation, Effect, Move, Position};
use crate::ids::{MoveTypeId, PosId};
use crate::resolve::Rules;

/// What a move does, one thing each.
pub(super) fn effects(position: &Position, mv: &Move) -> Vec<String> {
    let rules = position.game().rules();
    let mut texts: Vec<String> = mv.effects().iter().map(|effect| text(position, *effect)).collect();
    if mv.is_pass() {
        texts.push("the turn ends without a move".to_owned());
    }
    match mv.continuation() {
        Some(Continuation::Any) => texts.push("the piece goes on, if it can".to_owned()),
        Some(Continuation::Type(t)) => {
            texts.push(format!("the piece goes on with moves of type {}, if it can", move_type(rules, t)));
        }
        None => {}
    }
    texts
}

/// The name of a move type.
pub(super) fn move_type(rules: &Rules, id: MoveTypeId) -> &str {
    rules.move_types.get_index(id.index()).map_or("?", |name| name.as_str())
}

fn text(position: &Position, effect: Effect) -> String {
    let rules = position.game().rules();
    let pos = |pos: PosId| rules.pos_name(pos).as_str();
    let piece = |at: PosId| match position.piece_at(at) {
        Some(piece) => format!("{} {}", rules.player_name(piece.player), rules.piece_name(piece.kind)),
        None => "nothing".to_owned(),
    };
    match effect {
        Effect::Move { from, to, .. } if from == to => format!("{} stays on {}", piece(from), pos(from)),
        Effect::Move { from, to, copy } => {
            let takes =
                position.piece_at(to).map_or(String::new(), |_| format!(", where {} stands", piece(to)));
            let verb = if copy { "also arrives, as a copy," } else { "goes" };
            format!("{} {verb} from {} to {}{takes}", piece(from), pos(from), pos(to))
        }
        Effect::Drop { player, piece, pos: at } => {
            format!("{} {} is dropped on {}", rules.player_name(player), rules.piece_name(piece), pos(at))
        }
        Effect::Create { player, piece, pos: at } => {
            format!("a new {} {} appears on {}", rules.player_name(player), rules.piece_name(piece), pos(at))
        }
        Effect::Flip { pos: at } => format!("what stands on {} goes to the next player", pos(at)),
        Effect::ChangeType { pos: at, piece } | Effect::Promote { pos: at, piece } => {
            format!("what stands on {} then becomes {}", pos(at), rules.piece_name(piece))
        }
        Effect::ChangeOwner { pos: at, player } => {
            format!("what stands on {} then belongs to {}", pos(at), rules.player_name(player))
        }
        Effect::SetAttribute { pos: at, attr, value } => {
            let name = rules.attributes.get_index(attr.index()).map_or("?", |name| name.as_str());
            format!("{name} of what stands on {} then is {value}", pos(at))
        }
        Effect::Capture { pos: at } => format!("{} on {} is captured", piece(at), pos(at)),
    }
}
