//! Positions set up by hand: the text of `--setup` and `--edit`, and the set-up lines of saved games.
//!
//! The text is a row of groups. `(White Rook a1 h1)` puts pieces, attributes
//! behind the positions hold for all pieces of the group: `(White King e1
//! !unmoved?)`; `(Black Pawn off 3)` fills a stock; `(x a1)` removes what stands
//! there. The nested form of a board-setup, `(White (Rook a1 h1) (King e1))`,
//! is understood as well.

use super::Position;
use crate::diagnostics::did_you_mean::nearest;
use crate::ids::{AttrId, PieceId, PlayerId, PosId};
use crate::resolve::Rules;
use smol_str::SmolStr;

/// The word that stands for a stock instead of a position.
const OFF: &str = "off";
/// The word that stands for no piece instead of a player.
const REMOVE: &str = "x";

/// One change of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupOp {
    /// A new piece on each of the positions, replacing what stands there.
    Put {
        /// Owner.
        player: PlayerId,
        /// Type.
        piece: PieceId,
        /// Places.
        positions: Vec<PosId>,
        /// Attributes that differ from the initial values of the type.
        attributes: Vec<(AttrId, bool)>,
    },
    /// Nothing stands on these positions any more.
    Remove(Vec<PosId>),
    /// A number of pieces that may be dropped.
    Stock {
        /// Owner.
        player: PlayerId,
        /// Type.
        piece: PieceId,
        /// How many.
        count: u32,
    },
}

/// A set-up text that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The parentheses do not match, or a word stands outside of them.
    #[error("expected groups such as `(White King e1)`, found {found}")]
    Shape {
        /// What was found.
        found: String,
    },
    /// The places of the last move cannot be told apart.
    #[error("expected FROM-TO such as `e2-e4`, found `{found}`")]
    Last {
        /// What was found.
        found: String,
    },
    /// A name means nothing in these rules.
    #[error("no {what} is called `{name}`{}", nearest.as_ref().map_or(String::new(), |n| format!("; did you mean `{n}`?")))]
    Unknown {
        /// What was expected: "player", "piece", "position" and so on.
        what: &'static str,
        /// The name.
        name: String,
        /// The nearest real name.
        nearest: Option<String>,
    },
    /// A group ends too early.
    #[error("`({group})` names no {missing}")]
    Incomplete {
        /// The group without its parentheses.
        group: String,
        /// What should follow.
        missing: &'static str,
    },
    /// The piece type has no such attribute.
    #[error("{piece} has no attribute `{name}`")]
    NoSuchAttribute {
        /// The piece type.
        piece: String,
        /// The attribute.
        name: String,
    },
    /// `off` without a number behind it.
    #[error("expected a number from 0 to {MAX_STOCK} behind `off`, found {}", found.as_ref().map_or("nothing".to_owned(), |f| format!("`{f}`")))]
    BadCount {
        /// What stands there.
        found: Option<String>,
    },
}

/// No stock holds more pieces.
const MAX_STOCK: u32 = u16::MAX as u32;

/// Reads a set-up text against the names of these rules.
pub fn parse_setup(rules: &Rules, text: &str) -> Result<Vec<SetupOp>, SetupError> {
    let mut ops = Vec::new();
    for group in groups(text)? {
        parse_group(rules, &group, &mut ops)?;
    }
    Ok(ops)
}

/// Carries out changes in order.
pub fn apply(position: &mut Position, ops: &[SetupOp]) {
    for op in ops {
        match op {
            SetupOp::Put { player, piece, positions, attributes } => {
                let mut new = position.new_piece(*player, *piece);
                for &(attr, value) in attributes {
                    let bit = 1u64 << attr.index();
                    new.attributes = if value { new.attributes | bit } else { new.attributes & !bit };
                }
                positions.iter().for_each(|&pos| position.set_piece(pos, Some(new)));
            }
            SetupOp::Remove(positions) => positions.iter().for_each(|&pos| position.set_piece(pos, None)),
            SetupOp::Stock { player, piece, count } => position.set_stock(*player, *piece, *count),
        }
    }
}

/// Reads `FROM-TO`: where the last move came from and went to. Either may be empty (a drop has no `from`).
pub fn parse_last(rules: &Rules, text: &str) -> Result<(Option<PosId>, Option<PosId>), SetupError> {
    let place = |name: &str| match name.trim() {
        "" => Ok(None),
        name => find_position(rules, name).map(Some),
    };
    // Position names may hold a hyphen: take the first split where both sides have a meaning.
    let mut error = None;
    for (at, _) in text.match_indices('-') {
        match (place(&text[..at]), place(&text[at + 1..])) {
            (Ok(from), Ok(to)) => return Ok((from, to)),
            (Err(e), _) | (_, Err(e)) => error.get_or_insert(e),
        };
    }
    Err(error.unwrap_or_else(|| SetupError::Last { found: text.to_owned() }))
}

/// Cuts the text into groups of words; nested groups get the words before them as a prefix.
fn groups(text: &str) -> Result<Vec<Vec<&str>>, SetupError> {
    let mut groups = Vec::new();
    let mut outer: Option<Vec<&str>> = None;
    let mut inner: Option<Vec<&str>> = None;
    let mut has_nested = false;
    let shape = |found: &str| SetupError::Shape { found: found.to_owned() };
    for word in words(text) {
        match (word, &mut outer, &mut inner) {
            ("(", None, _) => (outer, has_nested) = (Some(Vec::new()), false),
            ("(", Some(words), None) => (inner, has_nested) = (Some(words.clone()), true),
            ("(", Some(_), Some(_)) => return Err(shape("a third level of parentheses")),
            (")", _, Some(_)) => groups.extend(inner.take()),
            (")", Some(_), None) => {
                let words = outer.take();
                if !has_nested {
                    groups.extend(words);
                }
            }
            (")", None, _) => return Err(shape("a `)` without its `(`")),
            (word, _, Some(words)) => words.push(word),
            (word, Some(_), None) if has_nested => {
                return Err(SetupError::Shape { found: format!("`{word}` behind a nested group") });
            }
            (word, Some(words), None) => words.push(word),
            (word, None, _) => {
                return Err(SetupError::Shape { found: format!("`{word}` outside of parentheses") });
            }
        }
    }
    if outer.is_some() { Err(shape("a `(` without its `)`")) } else { Ok(groups) }
}

/// Parentheses and names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_paren = |c: char| c == '(' || c == ')';
    text.split_whitespace()
        .flat_map(move |chunk| chunk.split_inclusive(is_paren))
        .flat_map(move |part| {
            // `split_inclusive` leaves a parenthesis at the end of the name before it.
            let (name, paren) =
                if part.ends_with(is_paren) { part.split_at(part.len() - 1) } else { (part, "") };
            [name, paren]
        })
        .filter(|word| !word.is_empty())
}

fn parse_group(rules: &Rules, group: &[&str], ops: &mut Vec<SetupOp>) -> Result<(), SetupError> {
    let incomplete = |missing| SetupError::Incomplete { group: group.join(" "), missing };
    let [first, rest @ ..] = group else { return Err(incomplete("player")) };
    if *first == REMOVE {
        if rest.is_empty() {
            return Err(incomplete("position"));
        }
        ops.push(SetupOp::Remove(
            rest.iter().map(|name| find_position(rules, name)).collect::<Result<_, _>>()?,
        ));
        return Ok(());
    }
    let player = rules.find_player(first).ok_or_else(|| unknown("player", first, rules.players.keys()))?;
    let [name, rest @ ..] = rest else { return Err(incomplete("piece")) };
    let piece = rules.find_piece(name).ok_or_else(|| unknown("piece", name, rules.pieces.keys()))?;
    if rest.is_empty() {
        return Err(incomplete("position"));
    }
    let (mut positions, mut attributes, mut stock) = (Vec::new(), Vec::new(), None);
    let mut words = rest.iter().copied();
    while let Some(word) = words.next() {
        if let Some(pos) = rules.find_pos(word) {
            positions.push(pos);
        } else if word == OFF {
            stock = Some(parse_count(words.next())?);
        } else if let Some(name) = word.strip_prefix('!') {
            attributes.push((find_attribute(rules, piece, name, "attribute")?, false));
        } else {
            attributes.push((find_attribute(rules, piece, word, "position or attribute")?, true));
        }
    }
    ops.extend(stock.map(|count| SetupOp::Stock { player, piece, count }));
    if !positions.is_empty() {
        ops.push(SetupOp::Put { player, piece, positions, attributes });
    } else if !attributes.is_empty() {
        return Err(incomplete("position"));
    }
    Ok(())
}

fn parse_count(word: Option<&str>) -> Result<u32, SetupError> {
    word.and_then(|w| w.parse().ok())
        .filter(|&n| n <= MAX_STOCK)
        .ok_or_else(|| SetupError::BadCount { found: word.map(str::to_owned) })
}

fn find_position(rules: &Rules, name: &str) -> Result<PosId, SetupError> {
    rules.find_pos(name).ok_or_else(|| unknown("position", name, rules.board.positions.keys()))
}

fn find_attribute(
    rules: &Rules,
    piece: PieceId,
    name: &str,
    what: &'static str,
) -> Result<AttrId, SetupError> {
    let attr = rules.find_attr(name).ok_or_else(|| {
        let positions = (what != "attribute").then(|| rules.board.positions.keys());
        unknown(what, name, positions.into_iter().flatten().chain(&rules.attributes))
    })?;
    let kind = rules.pieces.get_index(piece.index()).map(|(_, kind)| kind);
    if kind.is_some_and(|kind| kind.attributes.iter().any(|&(a, _)| a == attr)) {
        Ok(attr)
    } else {
        Err(SetupError::NoSuchAttribute { piece: rules.piece_name(piece).to_string(), name: name.to_owned() })
    }
}

fn unknown<'n>(what: &'static str, name: &str, names: impl Iterator<Item = &'n SmolStr>) -> SetupError {
    let nearest = nearest(name, names.map(SmolStr::as_str)).map(str::to_owned);
    SetupError::Unknown { what, name: name.to_owned(), nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::loader::MemoryLoader;

    const RULES: &str = r#"(game (title "Set-up") (players White Black) (turn-order White Black)
        (board (positions (a 0 0 1 1) (b 1 0 2 1) (c-1 2 0 3 1)) (links e (a b) (b c-1)))
        (piece (name Man) (attribute fresh? true) (moves (e add)))
        (piece (name King) (moves (e add)))
        (board-setup (White (Man a)) (Black (King b))))"#;

    const A: PosId = PosId(0);
    const B: PosId = PosId(1);
    const C: PosId = PosId(2);

    fn rules() -> Rules {
        let document = Document::load("setup.zrf", RULES.as_bytes(), &MemoryLoader::new());
        document.rules(0).0.expect("rules")
    }

    fn put(player: u8, piece: u16, positions: &[PosId], attributes: &[(AttrId, bool)]) -> SetupOp {
        SetupOp::Put {
            player: PlayerId(player),
            piece: PieceId(piece),
            positions: positions.into(),
            attributes: attributes.into(),
        }
    }

    #[test]
    fn groups_are_read_in_their_order() {
        let text = "(White Man a b fresh?)(Black Man c-1 !fresh? off 3) (x a  b)";
        let stock = SetupOp::Stock { player: PlayerId(1), piece: PieceId(0), count: 3 };
        let ops = [
            put(0, 0, &[A, B], &[(AttrId(0), true)]),
            stock,
            put(1, 0, &[C], &[(AttrId(0), false)]),
            SetupOp::Remove(vec![A, B]),
        ];
        assert_eq!(parse_setup(&rules(), text).unwrap(), ops);
        assert_eq!(parse_setup(&rules(), " ").unwrap(), []);
    }

    #[test]
    fn the_form_of_a_board_setup_is_understood() {
        let nested = parse_setup(&rules(), "(White (Man a) (King b))").unwrap();
        assert_eq!(nested, parse_setup(&rules(), "(White Man a) (White King b)").unwrap());
    }

    #[test]
    fn a_mistake_is_told_with_what_was_expected() {
        let error = |text: &str| parse_setup(&rules(), text).unwrap_err().to_string();
        assert_eq!(error("(Whit Man a)"), "no player is called `Whit`; did you mean `White`?");
        assert_eq!(error("(White Men a)"), "no piece is called `Men`; did you mean `Man`?");
        assert_eq!(error("(White King a fresh?)"), "King has no attribute `fresh?`");
        assert_eq!(error("(White Man fresh?)"), "`(White Man fresh?)` names no position");
        assert!(error("(White Man a frsh?)").starts_with("no position or attribute is called `frsh?`"));
        assert!(error("(White Man off -1)").contains("found `-1`"));
        assert!(error("(White Man off)").contains("found nothing"));
        assert!(error("(White ((Man a)))").contains("third level"));
        assert!(error("White").contains("outside of parentheses"));
        assert!(error(")").contains("without its `(`"));
    }

    #[test]
    fn the_last_move_may_have_hyphens_in_its_names_and_an_empty_side() {
        let last = |text: &str| parse_last(&rules(), text);
        assert_eq!(last("a-b"), Ok((Some(A), Some(B))));
        assert_eq!(last("c-1-a"), Ok((Some(C), Some(A))));
        assert_eq!(last("a-c-1"), Ok((Some(A), Some(C))));
        assert_eq!(last("-b"), Ok((None, Some(B))));
        assert_eq!(last("-"), Ok((None, None)));
        assert!(last("a-d").unwrap_err().to_string().contains("`d`"));
        assert!(last("ab").unwrap_err().to_string().contains("FROM-TO"));
    }
}
