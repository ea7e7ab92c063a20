//! What move a player means by what he types.

use zrf::game::save::normalize;
use zrf::game::{Effect, Move, Position};
use zrf::ids::{PieceId, PosId};
use zrf::resolve::Rules;

/// A legal move with its text.
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// As a saved game has it.
    pub text: String,
}

/// The legal moves that an entry may mean, as indexes; more than one if it says too little. Ways of
/// entering are tried from the most exact on: the first one that fits anything decides.
pub fn find(position: &Position, choices: &[Choice], entry: &str) -> Vec<usize> {
    let entry = normalize(entry);
    if let Ok(number) = entry.parse::<usize>()
        && (1..=choices.len()).contains(&number)
    {
        return vec![number - 1];
    }
    let rules = position.game().rules();
    let exact = |c: &Choice| c.text == entry;
    let same_letters = |c: &Choice| c.text.eq_ignore_ascii_case(&entry);
    let by_places = from_to(rules, &entry);
    let fits_places = |c: &Choice| {
        by_places.iter().any(|(from, to, rest)| {
            c.mv.from() == Some(*from) && c.mv.to() == Some(*to) && promotes_to(rules, &c.mv, rest)
        })
    };
    let by_piece = piece_to(rules, &entry);
    let fits_piece = |c: &Choice| {
        by_piece.iter().any(|(kind, to, rest)| {
            c.mv.to() == Some(*to) && mover(position, &c.mv) == Some(*kind) && promotes_to(rules, &c.mv, rest)
        })
    };
    let place = rules.find_pos(&entry);
    let fits_place = |c: &Choice| place.is_some() && c.mv.to() == place;
    let lower = entry.to_lowercase();
    let fits_beginning = |c: &Choice| !lower.is_empty() && c.text.to_lowercase().starts_with(&lower);
    let words: Vec<&str> = lower.split(' ').filter(|w| !w.is_empty()).collect();
    let fits_words = |c: &Choice| {
        let text = c.text.to_lowercase();
        let mut left = text.split(' ');
        !words.is_empty() && words.iter().all(|w| left.any(|t| t.starts_with(w)))
    };
    let ways: [&dyn Fn(&Choice) -> bool; 7] =
        [&exact, &same_letters, &fits_places, &fits_piece, &fits_place, &fits_beginning, &fits_words];
    for way in ways {
        let found: Vec<usize> = (0..choices.len()).filter(|&i| way(&choices[i])).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// `e2e4`, `e2-e4`, `e2 x e4`, `e7e8=Queen`: from, to, and what is behind them; all ways to read it.
fn from_to<'t>(rules: &Rules, text: &'t str) -> Vec<(PosId, PosId, &'t str)> {
    let mut found = Vec::new();
    for (from, rest) in places(rules, text) {
        let rest = rest.trim_start();
        let without_sign = rest.strip_prefix(['-', 'x', ':', '>']).unwrap_or(rest).trim_start();
        for rest in [rest, without_sign] {
            found.extend(places(rules, rest).into_iter().map(|(to, rest)| (from, to, rest)));
        }
    }
    found
}

/// `Nf3`, `Knight f3`, `N x f3`, `P@e4`: a piece, where it goes, and what is behind it.
fn piece_to<'t>(rules: &Rules, text: &'t str) -> Vec<(PieceId, PosId, &'t str)> {
    let mut found = Vec::new();
    for (kind, rest) in pieces(rules, text) {
        let rest = rest.trim_start();
        let without_sign = rest.strip_prefix(['-', 'x', '@', '*', ':']).unwrap_or(rest).trim_start();
        for rest in [rest, without_sign] {
            found.extend(places(rules, rest).into_iter().map(|(to, rest)| (kind, to, rest)));
        }
    }
    found
}

/// The places that a text can begin with, with what is behind them; case counts only where it has to.
fn places<'t>(rules: &Rules, text: &'t str) -> Vec<(PosId, &'t str)> {
    let names = rules.board.positions.keys();
    beginnings(names.map(|n| n.as_str()), text)
        .into_iter()
        .filter_map(|(i, rest)| {
            let (name, _) = rules.board.positions.get_index(i)?;
            Some((rules.find_pos(name)?, rest))
        })
        .collect()
}

/// The same for piece types, by name or notation.
fn pieces<'t>(rules: &Rules, text: &'t str) -> Vec<(PieceId, &'t str)> {
    let mut found = beginnings(rules.pieces.keys().map(|n| n.as_str()), text);
    found.extend(beginnings(rules.pieces.values().map(|p| p.notation.as_deref().unwrap_or("")), text));
    found.into_iter().map(|(i, rest)| (PieceId::from_index(i), rest)).collect()
}

fn beginnings<'n, 't>(names: impl Iterator<Item = &'n str>, text: &'t str) -> Vec<(usize, &'t str)> {
    names
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
        .filter_map(|(i, name)| {
            let head = text.get(..name.len())?;
            head.eq_ignore_ascii_case(name).then(|| (i, &text[name.len()..]))
        })
        .collect()
}

/// Whether what stands behind the places names the type that the move promotes to; nothing names any.
fn promotes_to(rules: &Rules, mv: &Move, rest: &str) -> bool {
    let wanted = rest.trim().trim_start_matches(['=', '(', '/']).trim_end_matches(')').trim().to_lowercase();
    if wanted.is_empty() {
        return true;
    }
    let new = mv.effects().iter().find_map(|e| match *e {
        Effect::Promote { piece, .. } => Some(piece),
        _ => None,
    });
    new.is_some_and(|new| {
        let notation = rules.pieces[new.index()].notation.as_deref().unwrap_or("").to_lowercase();
        rules.piece_name(new).to_lowercase().starts_with(&wanted) || notation == wanted
    })
}

/// The type of the piece that moves last, or is dropped.
fn mover(position: &Position, mv: &Move) -> Option<PieceId> {
    if let Some(from) = mv.from() {
        return position.piece_at(from).map(|p| p.kind);
    }
    mv.effects().iter().find_map(|e| match *e {
        Effect::Drop { piece, .. } => Some(piece),
        _ => None,
    })
}
