//! Moves as Zillions prints them in saved games (the saved-game format, section 2).

use super::mv::{Continuation, Effect, Move};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use std::fmt::Write;

/// Writes the text of a move behind what `out` already holds.
///
/// `piece_at` tells which piece type stands on a position *before* the move: a
/// moving piece is named by its type at that time, and `x` between `from` and
/// `to` means that the destination was occupied at that time.
pub fn print_move(rules: &Rules, mv: &Move, piece_at: impl Fn(PosId) -> Option<PieceId>, out: &mut String) {
    if mv.is_pass() {
        out.push_str("Pass");
        return;
    }
    let mut writer = Writer { rules, out, is_first: true, arrival: None, joins: Join::Nothing };
    match mv.continuation() {
        Some(Continuation::Any) => writer.partial(0),
        Some(Continuation::Type(t)) => {
            writer.partial(rules.move_type_numbers.get(t.index()).copied().unwrap_or(0))
        }
        None => {}
    }
    let effects = mv.effects();
    for (i, &effect) in effects.iter().enumerate() {
        match effect {
            Effect::Move { from, to, .. } => writer.movement(from, to, &piece_at),
            Effect::Drop { player, piece, pos } => {
                writer.placing(player, piece, pos);
                writer.arrival = Some(pos);
            }
            Effect::Create { player, piece, pos } => writer.placing(player, piece, pos),
            Effect::Flip { pos } => writer.item(&["flip", rules.pos_name(pos)]),
            Effect::ChangeType { pos, piece } | Effect::Promote { pos, piece } => {
                writer.change(rules.piece_name(piece), Join::Type(piece), pos);
            }
            Effect::ChangeOwner { pos, player } => {
                writer.change(rules.player_name(player), Join::Owner(player), pos);
            }
            Effect::SetAttribute { pos, .. } => {
                // All attribute changes of one position stand at the place of the first.
                let is_of_pos = |e: &Effect| matches!(e, Effect::SetAttribute { pos: p, .. } if *p == pos);
                if !effects[..i].iter().any(is_of_pos) {
                    effects[i..].iter().filter(|e| is_of_pos(e)).for_each(|e| writer.attribute(e));
                }
            }
            Effect::Capture { pos } => writer.item(&["x", rules.pos_name(pos)]),
        }
    }
}

/// What a following change of type or owner may be joined to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Nothing,
    Type(PieceId),
    Owner(PlayerId),
}

struct Writer<'a> {
    rules: &'a Rules,
    out: &'a mut String,
    is_first: bool,
    /// The destination of the drop or movement that was printed last, if nothing was printed since:
    /// a change there needs no `on`.
    arrival: Option<PosId>,
    /// The last item is `= X on pos...`, to which a position can be added.
    joins: Join,
}

impl Writer<'_> {
    fn partial(&mut self, number: u32) {
        self.words(&["partial"]);
        self.number(number);
    }

    fn words(&mut self, words: &[&str]) {
        for word in words {
            if !self.is_first {
                self.out.push(' ');
            }
            self.is_first = false;
            self.out.push_str(word);
        }
    }

    fn number(&mut self, number: u32) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, " {number}");
    }

    /// An item after which nothing can be joined or left out.
    fn item(&mut self, words: &[&str]) {
        self.arrival = None;
        self.joins = Join::Nothing;
        self.words(words);
    }

    fn movement(&mut self, from: PosId, to: PosId, piece_at: &impl Fn(PosId) -> Option<PieceId>) {
        // Also a lifted empty square has nothing to print.
        let piece = piece_at(from).filter(|_| from != to);
        let Some(piece) = piece else {
            self.arrival = None;
            return;
        };
        let rules = self.rules;
        let sign = if piece_at(to).is_some() { "x" } else { "-" };
        self.item(&[rules.piece_name(piece), rules.pos_name(from), sign, rules.pos_name(to)]);
        self.arrival = Some(to);
    }

    fn placing(&mut self, player: PlayerId, piece: PieceId, pos: PosId) {
        let rules = self.rules;
        self.item(&[rules.player_name(player), rules.piece_name(piece), rules.pos_name(pos)]);
    }

    /// `= name`, `= name on pos`, or one more position behind such an item.
    fn change(&mut self, name: &str, join: Join, pos: PosId) {
        let rules = self.rules;
        let pos_name = rules.pos_name(pos);
        if self.joins == join {
            self.words(&[pos_name]);
        } else if self.arrival == Some(pos) {
            self.item(&["=", name]);
        } else {
            self.item(&["=", name, "on", pos_name]);
            self.joins = join;
        }
    }

    fn attribute(&mut self, effect: &Effect) {
        if let &Effect::SetAttribute { pos, attr, value } = effect {
            let rules = self.rules;
            self.item(&["@", rules.pos_name(pos)]);
            self.number(rules.attribute_numbers.get(attr.index()).copied().unwrap_or(0));
            self.number(value.into());
        }
    }
}
