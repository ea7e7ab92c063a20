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
        // A lifted empty square has nothing to print.
        let Some(piece) = piece_at(from) else { return };
        if from == to {
            self.arrival = None;
            return;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::ids::MoveTypeId;
    use crate::loader::MemoryLoader;

    /// Three squares, two players, two piece types, one attribute more than is used.
    const RULES: &str = r#"(game (title "Text") (players White Black) (turn-order White Black)
        (board (positions (a 0 0 1 1) (b 1 0 2 1) (c 2 0 3 1)) (links e (a b) (b c)))
        (piece (name Man) (attribute spare true) (attribute free true)
            (moves (e (add-partial hop)) (move-type hop) (e add)))
        (piece (name King) (moves (e add)))
        (board-setup (White (Man a)) (Black (King b))))"#;

    const A: PosId = PosId(0);
    const B: PosId = PosId(1);
    const C: PosId = PosId(2);
    const MAN: PieceId = PieceId(0);
    const KING: PieceId = PieceId(1);
    const WHITE: PlayerId = PlayerId(0);
    const BLACK: PlayerId = PlayerId(1);

    fn rules() -> Rules {
        let document = Document::load("text.zrf", RULES.as_bytes(), &MemoryLoader::new());
        document.rules(0).0.expect("rules")
    }

    /// The text of a move with a man on a and a king on b.
    fn text(effects: &[Effect], continuation: Option<Continuation>) -> String {
        let mv = Move { effects: effects.into(), continuation, from: None, to: None, is_pass: false };
        let piece_at = |pos| [Some(MAN), Some(KING), None][PosId::index(pos)];
        let mut out = String::new();
        print_move(&rules(), &mv, piece_at, &mut out);
        out
    }

    fn go(from: PosId, to: PosId) -> Effect {
        Effect::Move { from, to, copy: false }
    }

    #[test]
    fn a_movement_tells_whether_its_destination_was_occupied() {
        assert_eq!(text(&[go(A, C)], None), "Man a - c");
        assert_eq!(text(&[go(A, B)], None), "Man a x b");
        // Also by a piece that the same move carries away.
        assert_eq!(text(&[go(A, B), go(B, C)], None), "Man a x b King b - c");
    }

    #[test]
    fn a_movement_to_the_same_place_prints_nothing() {
        assert_eq!(text(&[go(A, A)], None), "");
        assert_eq!(text(&[go(A, A), Effect::Promote { pos: A, piece: KING }], None), "= King on a");
    }

    #[test]
    fn a_change_needs_no_place_only_directly_behind_its_arrival() {
        let king = |pos| Effect::ChangeType { pos, piece: KING };
        let black = |pos| Effect::ChangeOwner { pos, player: BLACK };
        assert_eq!(text(&[go(A, C), king(C)], None), "Man a - c = King");
        assert_eq!(text(&[go(A, C), king(A)], None), "Man a - c = King on a");
        assert_eq!(text(&[go(A, C), black(C), king(C)], None), "Man a - c = Black = King on c");
        assert_eq!(
            text(&[go(A, C), Effect::Capture { pos: B }, Effect::Promote { pos: C, piece: KING }], None),
            "Man a - c x b = King on c"
        );
        let drop = Effect::Drop { player: WHITE, piece: MAN, pos: C };
        assert_eq!(text(&[drop, Effect::Promote { pos: C, piece: KING }], None), "White Man c = King");
        let create = Effect::Create { player: WHITE, piece: MAN, pos: C };
        assert_eq!(text(&[go(A, B), create, king(C)], None), "Man a x b White Man c = King on c");
    }

    #[test]
    fn the_same_change_on_several_places_is_one_item() {
        let change = |pos, piece| Effect::ChangeType { pos, piece };
        let effects = [go(A, C), change(A, KING), change(B, KING), change(C, MAN), change(A, MAN)];
        assert_eq!(text(&effects, None), "Man a - c = King on a b = Man on c a");
        let owner = |pos, player| Effect::ChangeOwner { pos, player };
        assert_eq!(
            text(&[owner(A, BLACK), owner(B, BLACK), owner(C, WHITE)], None),
            "= Black on a b = White on c"
        );
    }

    #[test]
    fn attributes_of_one_place_stand_together_with_their_numbers() {
        // Numbers count from the last attribute to the first, whatever the ids.
        let id = |name| rules().find_attr(name).expect("an attribute");
        let (free, spare) = (id("free"), id("spare"));
        let set = |pos, attr, value| Effect::SetAttribute { pos, attr, value };
        let effects = [go(A, C), set(C, spare, true), set(B, spare, false), set(C, free, false)];
        assert_eq!(text(&effects, None), "Man a - c @ c 1 1 @ c 0 0 @ b 1 0");
    }

    #[test]
    fn captures_and_flips_always_name_their_place() {
        let effects =
            [go(A, B), Effect::Flip { pos: B }, Effect::Capture { pos: B }, Effect::Capture { pos: B }];
        assert_eq!(text(&effects, None), "Man a x b flip b x b x b");
    }

    #[test]
    fn a_partial_move_names_the_number_of_the_next_type() {
        assert_eq!(text(&[go(A, C)], Some(Continuation::Type(MoveTypeId(0)))), "partial 1 Man a - c");
        assert_eq!(text(&[go(A, C)], Some(Continuation::Any)), "partial 0 Man a - c");
        assert_eq!(text(&[], Some(Continuation::Any)), "partial 0");
    }
}
