//! What a player means by the text of a move, also where it is not quite the notation of saved games.

use crate::diagnostics::did_you_mean::nearest;
use crate::game::save::normalize;
use crate::game::{Effect, Move};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;

/// A move as a player means it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Intent {
    pub is_pass: bool,
    pub player: Option<PlayerId>,
    pub piece: Option<PieceId>,
    /// Where a piece is to go from; none for a drop, and if the player left it out.
    pub from: Option<PosId>,
    pub to: Option<PosId>,
    pub promote: Option<PieceId>,
}

/// Reads the text. What it says beside the first movement (or drop) and what becomes of the piece
/// has to be words of the game, but is left aside.
///
/// # Errors
/// A message, if a word means nothing in these rules or there is no place in the text.
pub(super) fn parse(rules: &Rules, text: &str) -> Result<Intent, String> {
    let text = normalize(text);
    let mut intent = Intent::default();
    if text.eq_ignore_ascii_case("pass") {
        intent.is_pass = true;
        return Ok(intent);
    }
    let mut places = Vec::new();
    let mut words = text.split(' ');
    while let Some(word) = words.next() {
        match word {
            "partial" => drop(words.next()),
            "-" | "x" | "on" | "flip" | "to" => {}
            "@" => words.by_ref().take(3).for_each(drop),
            "=" => {
                let name = words.next().unwrap_or_default();
                intent.promote = intent.promote.or(find_piece(rules, name));
                if intent.promote.is_none() && find_player(rules, name).is_none() {
                    return Err(unknown(rules, name));
                }
            }
            _ => name(rules, word, &mut intent, &mut places)?,
        }
    }
    match places[..] {
        [] => return Err(format!("`{text}` names no position")),
        [to] => intent.to = Some(to),
        [from, to, ..] => (intent.from, intent.to) = (Some(from), Some(to)),
    }
    Ok(intent)
}

/// A word that is a name, or two positions in one.
fn name(rules: &Rules, word: &str, intent: &mut Intent, places: &mut Vec<PosId>) -> Result<(), String> {
    if let Some(pos) = find_pos(rules, word) {
        places.push(pos);
    } else if let Some(piece) = find_piece(rules, word) {
        intent.piece = intent.piece.or(Some(piece));
    } else if let Some(player) = find_player(rules, word) {
        intent.player = intent.player.or(Some(player));
    } else if let Some((from, to)) = two_places(rules, word) {
        places.extend([from, to]);
    } else {
        return Err(unknown(rules, word));
    }
    Ok(())
}

/// `e2-e4`, `e2xd3`, `e2e4`.
fn two_places(rules: &Rules, word: &str) -> Option<(PosId, PosId)> {
    let splits = word.char_indices().map(|(at, _)| word.split_at(at));
    let places = |(from, to): (&str, &str)| {
        let bare = to.strip_prefix(['-', 'x']).and_then(|to| find_pos(rules, to));
        Some((find_pos(rules, from)?, bare.or_else(|| find_pos(rules, to))?))
    };
    splits.filter_map(places).next()
}

fn unknown(rules: &Rules, word: &str) -> String {
    let places = rules.board.positions.keys();
    let names = places.chain(rules.pieces.keys()).chain(rules.players.keys()).map(|name| name.as_str());
    let near = nearest(word, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    format!("`{word}` is no position, piece type or player of this game{near}")
}

fn find_pos(rules: &Rules, word: &str) -> Option<PosId> {
    let blind = || rules.board.positions.keys().position(|name| name.eq_ignore_ascii_case(word));
    rules.find_pos(word).or_else(|| blind().map(PosId::from_index))
}

fn find_piece(rules: &Rules, word: &str) -> Option<PieceId> {
    let blind = || rules.pieces.keys().position(|name| name.eq_ignore_ascii_case(word));
    rules.find_piece(word).or_else(|| blind().map(PieceId::from_index))
}

fn find_player(rules: &Rules, word: &str) -> Option<PlayerId> {
    let blind = || rules.players.keys().position(|name| name.eq_ignore_ascii_case(word));
    rules.find_player(word).or_else(|| blind().map(PlayerId::from_index))
}

impl Intent {
    /// Whether a move does what is meant. `maker` is owner and type of the piece that makes it.
    pub fn fits(&self, mv: &Move, maker: Option<(PlayerId, PieceId)>) -> bool {
        if self.is_pass || mv.is_pass() {
            return self.is_pass && mv.is_pass();
        }
        let goes = |effect: &Effect| match *effect {
            // A player is named before drops only.
            Effect::Move { .. } if self.from.is_none() && self.player.is_some() => false,
            Effect::Move { from, to, .. } => self.from.is_none_or(|f| f == from) && self.to == Some(to),
            Effect::Drop { pos, .. } => self.from.is_none() && self.to == Some(pos),
            _ => false,
        };
        // A move that only changes things is called by the place where that happens.
        let changes = |effect: &Effect| match *effect {
            Effect::Create { pos, .. }
            | Effect::Flip { pos }
            | Effect::ChangeType { pos, .. }
            | Effect::ChangeOwner { pos, .. }
            | Effect::Promote { pos, .. }
            | Effect::Capture { pos } => self.from.is_none() && self.to == Some(pos),
            _ => false,
        };
        let becomes = |effect: &Effect| match *effect {
            Effect::Promote { piece, .. } | Effect::ChangeType { piece, .. } => Some(piece) == self.promote,
            _ => false,
        };
        let stays = mv.from() == mv.to();
        let effects = mv.effects();
        (effects.iter().any(goes) || stays && effects.iter().any(changes))
            && (self.promote.is_none() || effects.iter().any(becomes))
            && maker.is_none_or(|(player, piece)| {
                self.player.is_none_or(|p| p == player) && self.piece.is_none_or(|p| p == piece)
            })
    }
}
