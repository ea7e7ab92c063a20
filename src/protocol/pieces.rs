//! How pieces move, in the words of XBoard: the table of its pictures, and Betza's notation as far as it
//! tells the moves of a piece amid an empty board.

use super::board::Board;
use std::collections::BTreeSet;
use zrf::game::{Game, Position, RuntimeError};
use zrf::ids::{PieceId, PlayerId};
use zrf::resolve::rules::GoalLineKind;

/// XBoard's pictures in the order of its table; the last one is the king's.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// For each picture the letter of the piece that is drawn by it, capitals then small letters.
pub fn table(game: &Game, board: &Board) -> String {
    let royal = royal_kind(game);
    let mut slots: Vec<Option<char>> = vec![None; PICTURES.len()];
    let king = slots.len() - 1;
    let mut rest = Vec::new();
    for (kind, &letter) in board.letters().iter().enumerate() {
        let is_royal = royal == Some(PieceId::from_index(kind));
        match PICTURES.chars().position(|p| p == letter) {
            _ if is_royal => slots[king] = Some(letter),
            Some(slot) if slot != king && slots[slot].is_none() => slots[slot] = Some(letter),
            _ => rest.push(letter),
        }
    }
    for letter in rest {
        // The king's picture is free where no piece is royal.
        if let Some(slot) = slots.iter_mut().find(|s| s.is_none()) {
            *slot = Some(letter);
        }
    }
    let capitals: String = slots.iter().map(|s| s.unwrap_or('.')).collect();
    format!("{capitals}{}", capitals.to_ascii_lowercase())
}

/// The type that a checkmate goal names.
fn royal_kind(game: &Game) -> Option<PieceId> {
    use zrf::ast::goal::{Goal, GoalKind};
    fn name(goal: &Goal) -> Option<&str> {
        goal.parts().find_map(|part| match &part.kind {
            GoalKind::Checkmated(names) => names.first().map(|n| n.text.as_str()),
            _ => None,
        })
    }
    let rules = game.rules();
    let lines = rules.goals.iter().filter(|l| l.kind != GoalLineKind::Draw);
    lines.filter_map(|l| name(&l.goal)).find_map(|n| rules.find_piece(n))
}

/// A step: files to the right, ranks forward.
type Step = (i32, i32);

/// The moves of a piece in Betza's notation, if it has words for them.
pub fn betza(game: &Game, board: &Board, kind: PieceId) -> Result<Option<String>, RuntimeError> {
    let (file, rank) = (board.width / 2, board.height / 2);
    let Some(start) = board.at(file, rank) else { return Ok(None) };
    let player = board.players[0];
    let order = &game.rules().turn_order;
    let Some(turn) = order.entries.iter().position(|e| e.acts_as == player) else { return Ok(None) };
    let alone = || {
        let mut position = game.start();
        position.clear();
        position.set_piece(start, Some(position.new_piece(player, kind)));
        position.set_turn(turn);
        position
    };
    let targets = |position: &mut Position| -> Result<BTreeSet<Step>, RuntimeError> {
        let moves = position.legal_moves()?;
        let to = moves.iter().filter(|m| m.from() == Some(start)).filter_map(|m| board.place(m.to()?));
        Ok(to
            .map(|(f, r)| (f as i32 - file as i32, r as i32 - rank as i32))
            .filter(|s| *s != (0, 0))
            .collect())
    };
    let quiet = targets(&mut alone())?;
    let mut takes = BTreeSet::new();
    for f in 0..board.width {
        for r in 0..board.height {
            let Some(pos) = board.at(f, r).filter(|&p| p != start) else { continue };
            let mut position = alone();
            position.set_piece(pos, Some(position.new_piece(enemy(board, player), kind)));
            position.set_turn(turn);
            let step = (f as i32 - file as i32, r as i32 - rank as i32);
            if targets(&mut position)?.contains(&step) {
                takes.insert(step);
            }
        }
    }
    Ok(words(&quiet, &takes, board.width.max(board.height) as i32))
}

fn enemy(board: &Board, player: PlayerId) -> PlayerId {
    if board.players[0] == player { board.players[1] } else { board.players[0] }
}

fn words(quiet: &BTreeSet<Step>, takes: &BTreeSet<Step>, size: i32) -> Option<String> {
    let both: BTreeSet<Step> = quiet.intersection(takes).copied().collect();
    let only = |a: &BTreeSet<Step>, b: &BTreeSet<Step>| a.difference(b).copied().collect::<BTreeSet<Step>>();
    let mut out = String::new();
    for (modality, steps) in [("", both), ("m", only(quiet, takes)), ("c", only(takes, quiet))] {
        out.push_str(&atoms(&steps, modality, size)?);
    }
    (!out.is_empty()).then_some(out)
}

/// The atoms for a set of steps.
fn atoms(steps: &BTreeSet<Step>, modality: &str, size: i32) -> Option<String> {
    let mut out = String::new();
    let mut left = steps.clone();
    // Lines first: a step whose double is there too is ridden as far as it goes.
    for (one, letter) in [((1, 0), 'R'), ((1, 1), 'B')] {
        let ridden: Vec<Step> = turned(one)
            .into_iter()
            .filter(|s| left.contains(s) && left.contains(&(2 * s.0, 2 * s.1)))
            .collect();
        if ridden.is_empty() {
            continue;
        }
        out.push_str(&format!("{modality}{}{letter}", directions(&ridden, one)?));
        for (dx, dy) in ridden {
            left.retain(|&s| !(1..=size).any(|n| s == (n * dx, n * dy)));
        }
    }
    const LEAPS: [(Step, char); 9] = [
        ((1, 0), 'W'),
        ((1, 1), 'F'),
        ((2, 0), 'D'),
        ((2, 1), 'N'),
        ((2, 2), 'A'),
        ((3, 0), 'H'),
        ((3, 1), 'L'),
        ((3, 2), 'J'),
        ((3, 3), 'G'),
    ];
    for (one, letter) in LEAPS {
        let there: Vec<Step> = turned(one).into_iter().filter(|s| left.remove(s)).collect();
        if !there.is_empty() {
            out.push_str(&format!("{modality}{}{letter}", directions(&there, one)?));
        }
    }
    left.is_empty().then_some(out)
}

/// A step in all its directions.
fn turned((x, y): Step) -> Vec<Step> {
    let mut all: Vec<Step> = [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)].into();
    all.sort_unstable();
    all.dedup();
    all
}

/// The words for some of the directions of a step; nothing for all of them.
fn directions(there: &[Step], one: Step) -> Option<String> {
    if there.len() == turned(one).len() {
        return Some(String::new());
    }
    let is_oblique = one.0 != one.1 && one.1 != 0;
    if is_oblique {
        // Only whole halves have a word that is surely understood.
        let forward = there.iter().all(|s| s.1 > 0) && there.len() == 4;
        let backward = there.iter().all(|s| s.1 < 0) && there.len() == 4;
        let narrow = there.iter().all(|s| s.1 == one.0.max(one.1)) && there.len() == 2;
        return match (forward, backward, narrow) {
            (true, ..) => Some("fh".into()),
            (_, true, _) => Some("bh".into()),
            (_, _, true) => Some("ff".into()),
            _ => None,
        };
    }
    let is_diagonal = one.0 == one.1;
    let mut words = String::new();
    if is_diagonal {
        for (sign, word) in [(1, 'f'), (-1, 'b')] {
            let of_sign: Vec<&Step> = there.iter().filter(|s| s.1.signum() == sign).collect();
            match of_sign[..] {
                [] => {}
                [_, _] => words.push(word),
                [s] => words.extend([word, if s.0 > 0 { 'r' } else { 'l' }]),
                _ => return None,
            }
        }
    } else {
        for &(x, y) in there {
            words.push(match (x.signum(), y.signum()) {
                (0, 1) => 'f',
                (0, _) => 'b',
                (1, _) => 'r',
                _ => 'l',
            });
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(steps: &[Step]) -> BTreeSet<Step> {
        steps.iter().copied().collect()
    }

    #[test]
    fn the_pieces_of_chess_have_their_words() {
        let knight = set(&turned((2, 1)));
        assert_eq!(words(&knight, &knight, 8), Some("N".into()));
        let king: BTreeSet<Step> = turned((1, 0)).into_iter().chain(turned((1, 1))).collect();
        assert_eq!(words(&king, &king, 8), Some("WF".into()));
        let pawn = words(&set(&[(0, 1)]), &set(&[(1, 1), (-1, 1)]), 8);
        assert_eq!(pawn, Some("mfWcfF".into()));
        let lance = set(&[(0, 1), (0, 2), (0, 3)]);
        assert_eq!(words(&lance, &lance, 8), Some("fR".into()));
    }
}
