//! Short signs for pieces, never two pieces with the same sign.

use crate::ids::{PieceId, PlayerId};
use crate::resolve::Rules;
use std::collections::HashSet;

/// A notation longer than this is no sign; a shorter one is made from the name.
const LONGEST_NOTATION: usize = 3;

/// The signs of all pieces of a game.
#[derive(Debug)]
pub struct Symbols {
    kinds: Vec<String>,
    owners: Owners,
}

/// How a sign shows its owner.
#[derive(Debug)]
enum Owners {
    /// White figures for the first player, black ones for the other.
    Figures(Vec<[char; 2]>),
    /// Capitals for the first player, small letters for the other.
    Case,
    /// A prefix for each player.
    Prefix(Vec<String>),
}

impl Symbols {
    /// The signs for the players and piece types of these rules.
    pub fn new(rules: &Rules) -> Symbols {
        let notations = rules.pieces.iter().map(|(name, kind)| (name.as_str(), kind.notation.as_deref()));
        let kinds = short_forms(notations);
        let has_two_cases = |sign: &String| sign.to_uppercase() != sign.to_lowercase();
        if rules.players.len() <= 2 && kinds.iter().all(has_two_cases) {
            let kinds = kinds.iter().map(|sign| sign.to_uppercase()).collect();
            return Symbols { kinds, owners: Owners::Case };
        }
        let players = rules.players.keys().map(|name| (name.trim_start_matches('?'), None));
        let prefixes: Vec<String> = short_forms(players).iter().map(|p| p.to_lowercase()).collect();
        let joined = |separator: &str| -> Vec<String> {
            prefixes.iter().map(|prefix| format!("{prefix}{separator}")).collect()
        };
        let separator = if is_unambiguous(&prefixes, &kinds) { "" } else { ":" };
        Symbols { kinds, owners: Owners::Prefix(joined(separator)) }
    }

    /// Chess figures, if all pieces are such and there are two players; else the usual signs.
    pub fn with_figures(rules: &Rules) -> Symbols {
        let figures: Option<Vec<[char; 2]>> = rules.pieces.keys().map(|name| figure(name)).collect();
        match figures {
            Some(figures) if rules.players.len() <= 2 => {
                let kinds = figures.iter().map(|f| f[1].to_string()).collect();
                Symbols { kinds, owners: Owners::Figures(figures) }
            }
            _ => Symbols::new(rules),
        }
    }

    /// The sign of a piece.
    pub fn of(&self, player: PlayerId, kind: PieceId) -> String {
        let sign = self.kinds.get(kind.index()).map_or("?", String::as_str);
        match &self.owners {
            Owners::Figures(figures) => {
                figures.get(kind.index()).map_or('?', |f| f[player.index().min(1)]).to_string()
            }
            Owners::Case if player.index() == 0 => sign.to_owned(),
            Owners::Case => sign.to_lowercase(),
            Owners::Prefix(prefixes) => {
                format!("{}{sign}", prefixes.get(player.index()).map_or("", String::as_str))
            }
        }
    }

    /// The sign of a piece type, whoever owns it.
    pub fn of_kind(&self, kind: PieceId) -> &str {
        self.kinds.get(kind.index()).map_or("?", String::as_str)
    }

    /// Whether pieces are figures rather than letters.
    pub fn is_drawn(&self) -> bool {
        matches!(self.owners, Owners::Figures(_))
    }

    /// What shows the owner, if it is not the case of the letters.
    pub fn owner_prefix(&self, player: PlayerId) -> Option<&str> {
        match &self.owners {
            Owners::Case | Owners::Figures(_) => None,
            Owners::Prefix(prefixes) => prefixes.get(player.index()).map(String::as_str),
        }
    }
}

/// The figures of a piece, for the first player and the other, if the name is one of the usual ones.
fn figure(name: &str) -> Option<[char; 2]> {
    Some(match name.to_lowercase().as_str() {
        "king" => ['♔', '♚'],
        "queen" => ['♕', '♛'],
        "rook" => ['♖', '♜'],
        "bishop" => ['♗', '♝'],
        "knight" => ['♘', '♞'],
        "pawn" => ['♙', '♟'],
        _ => return None,
    })
}

/// Whether each prefix and sign, written together, can be taken apart in one way only.
fn is_unambiguous(prefixes: &[String], signs: &[String]) -> bool {
    let mut seen = HashSet::new();
    prefixes.iter().all(|prefix| signs.iter().all(|sign| seen.insert(format!("{prefix}{sign}"))))
}

/// For each name its notation, if that is short and no other has it, or else the shortest beginning of
/// the name that is still free; none equals another, whatever the case of the letters.
fn short_forms<'a>(names: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> Vec<String> {
    let names: Vec<_> = names.collect();
    let mut taken = HashSet::new();
    let mut forms: Vec<Option<String>> = names
        .iter()
        .map(|(_, notation)| {
            let notation = notation.map(str::trim).filter(|n| is_sign(n))?;
            taken.insert(notation.to_lowercase()).then(|| notation.to_owned())
        })
        .collect();
    for (form, (name, _)) in forms.iter_mut().zip(&names) {
        form.get_or_insert_with(|| {
            let beginnings = name.char_indices().map(|(at, c)| &name[..at + c.len_utf8()]);
            let free = beginnings.map(capitalized).find(|form| taken.insert(form.to_lowercase()));
            // Every beginning is taken: number it.
            free.unwrap_or_else(|| {
                let numbered = (2u32..).map(|n| format!("{}{n}", capitalized(name)));
                numbered.into_iter().find(|form| taken.insert(form.to_lowercase())).unwrap_or_default()
            })
        });
    }
    forms.into_iter().flatten().collect()
}

fn is_sign(notation: &str) -> bool {
    let length = notation.chars().count();
    (1..=LONGEST_NOTATION).contains(&length) && !notation.contains(char::is_whitespace)
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(names: &[(&str, Option<&str>)]) -> Vec<String> {
        short_forms(names.iter().copied())
    }

    #[test]
    fn the_first_letters_are_taken_until_they_are_free() {
        let names = [("Pawn", None), ("Prince", None), ("pawn", None), ("Princess", None)];
        assert_eq!(forms(&names), ["P", "Pr", "Pa", "Pri"]);
    }

    #[test]
    fn a_short_notation_is_kept_and_is_not_taken_by_a_name() {
        let names = [("King", None), ("Knight", Some("N")), ("Nightrider", None), ("Kirin", Some("K"))];
        assert_eq!(forms(&names), ["Ki", "N", "Ni", "K"]);
    }

    #[test]
    fn a_long_or_repeated_notation_gives_way_to_the_name() {
        let names = [("Man", Some("m")), ("Mann", Some("M")), ("Dice", Some("a die"))];
        assert_eq!(forms(&names), ["m", "Ma", "D"]);
    }

    #[test]
    fn names_that_are_all_taken_are_numbered() {
        let names = [("A", None), ("a", None), ("", None)];
        assert_eq!(forms(&names), ["A", "A2", "2"]);
    }

    #[test]
    fn a_prefix_and_a_sign_that_run_together_are_found() {
        let strings = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        assert!(is_unambiguous(&strings(&["r", "b"]), &strings(&["K", "Q"])));
        assert!(!is_unambiguous(&strings(&["r", "r1"]), &strings(&["1K", "K"])));
    }
}
