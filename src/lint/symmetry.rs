//! W0620: a symmetry in which two directions mean the same. W0621: one that leaves out a direction.
//!
//! A turned or mirrored board turns each direction into another one, so if `n` means `s`, then `s` means something
//! else; mostly `n`, but not where four players sit round the board. A direction is
//! left out if the others are mirrored in a way that would change it too, and a piece goes it without going its mirror image,
//! so that it matters.

use super::Variant;
use super::explore::reachable;
use super::tally::Tally;
use crate::ast::board::{BoardDef, BoardItem};
use crate::ast::place::Word;
use crate::compile::{At, Op};
use crate::diagnostics::codes::lint::{SYMMETRY_INCOMPLETE, SYMMETRY_INVERSE};
use crate::ids::{DirId, PlayerId};
use rustc_hash::FxHashMap;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let Some(board) = variant.board else { return };
    for item in &board.items {
        let BoardItem::Symmetry(player, pairs) = item else { continue };
        let Some(player_id) = variant.rules.find_player(&player.text) else { continue };
        inverse(variant, player, player_id, pairs, tally);
        incomplete(variant, board, player, player_id, tally);
    }
}

fn meaning(variant: &Variant<'_>, player: PlayerId, dir: DirId) -> DirId {
    variant.rules.board.symmetry[player.index()][dir.index()]
}

fn inverse(variant: &Variant<'_>, player: &Word, id: PlayerId, pairs: &[(Word, Word)], tally: &mut Tally) {
    for (from, to) in pairs {
        let (Some(from_id), Some(to_id)) =
            (variant.rules.find_dir(&from.text), variant.rules.find_dir(&to.text))
        else {
            continue;
        };
        // A direction that only this player goes, under another name, need not be reached by its own.
        let same = (0..variant.rules.board.directions.len())
            .map(DirId::from_index)
            .find(|&dir| dir != from_id && meaning(variant, id, dir) == to_id);
        let Some(same) = same.filter(|_| from_id != to_id && variant.uses.named.contains(&to_id)) else {
            tally.fine(&SYMMETRY_INVERSE, from.at.span);
            continue;
        };
        let (from_name, to_name, same) = (&from.text, &to.text, variant.rules.dir_name(same));
        let message = format!("for {} both `{from_name}` and `{same}` mean `{to_name}`", player.text);
        let d = from.at.diagnostic(&SYMMETRY_INVERSE, message);
        let help = format!("add `({to_name} {from_name})`, if the board is turned round for {}", player.text);
        tally.suspect(d.help(help));
    }
}

fn incomplete(variant: &Variant<'_>, board: &BoardDef, player: &Word, id: PlayerId, tally: &mut Tally) {
    let steps = steps(variant, board);
    let Some(signs) = signs(variant, id, &steps) else { return };
    let image_of = |step: &[i32]| -> Vec<i32> { step.iter().zip(&signs).map(|(s, sign)| s * sign).collect() };
    let mut left_out = Vec::new();
    for (&dir, step) in &steps {
        let image = image_of(step);
        let mut images = steps.iter().filter(|(_, other)| **other == image).map(|(&dir, _)| dir);
        let (Some(image_dir), None) = (images.next(), images.next()) else { continue };
        let is_left_out = meaning(variant, id, dir) == dir && image_dir != dir;
        if is_left_out && is_gone_alone(variant, dir, image_dir) {
            left_out.push(dir);
        }
    }
    left_out.sort();
    let names: Vec<String> =
        left_out.iter().map(|&dir| format!("`{}`", variant.rules.dir_name(dir))).collect();
    if names.is_empty() {
        return tally.fine(&SYMMETRY_INCOMPLETE, player.at.span);
    }
    let message = format!("the symmetry for {} leaves out {}", player.text, names.join(", "));
    let d = player.at.diagnostic(&SYMMETRY_INCOMPLETE, message);
    tally.suspect(d.label("other directions are mirrored in a way that would change it"));
}

/// The steps of the directions that grids give, if all grids agree.
fn steps(variant: &Variant<'_>, board: &BoardDef) -> FxHashMap<DirId, Vec<i32>> {
    let mut steps: FxHashMap<DirId, Vec<i32>> = FxHashMap::default();
    let mut doubtful = Vec::new();
    for item in &board.items {
        match item {
            BoardItem::Grid(grid) => {
                for (name, step) in &grid.directions {
                    let Some(dir) = variant.rules.find_dir(&name.text) else { continue };
                    let mut step = step.clone();
                    step.resize(grid.dimensions.len(), 0);
                    if steps.insert(dir, step.clone()).is_some_and(|old| old != step) {
                        doubtful.push(dir);
                    }
                }
            }
            // A link bends the direction.
            BoardItem::Links(name, _) => doubtful.extend(variant.rules.find_dir(&name.text)),
            _ => {}
        }
    }
    steps.retain(|dir, _| !doubtful.contains(dir));
    steps
}

/// For each dimension whether the symmetry turns it round (-1) or not (1); `None` if it is something else.
fn signs(variant: &Variant<'_>, id: PlayerId, steps: &FxHashMap<DirId, Vec<i32>>) -> Option<Vec<i32>> {
    let dimensions = steps.values().map(Vec::len).max()?;
    let mut signs = vec![0; dimensions];
    for (&dir, step) in steps {
        let to = meaning(variant, id, dir);
        if to == dir {
            continue;
        }
        let to = steps.get(&to)?;
        for (i, (&a, &b)) in step.iter().zip(to).enumerate() {
            let sign = match (a, b) {
                (0, 0) => continue,
                (a, b) if a == b => 1,
                (a, b) if a == -b => -1,
                _ => return None,
            };
            if signs[i] == -sign {
                return None;
            }
            signs[i] = sign;
        }
    }
    signs.iter_mut().filter(|sign| **sign == 0).for_each(|sign| *sign = 1);
    signs.contains(&-1).then_some(signs)
}

/// Whether some piece goes a direction and not the other.
fn is_gone_alone(variant: &Variant<'_>, dir: DirId, other: DirId) -> bool {
    variant.program.pieces.iter().any(|piece| {
        let mut goes = (false, false);
        for at in reachable(variant.program, piece.moves.iter().chain(&piece.drops).map(|e| e.addr)) {
            if let Some(found) = direction(variant.program.code[at.index()]) {
                goes.0 |= found == dir;
                goes.1 |= found == other;
            }
        }
        goes == (true, false)
    })
}

fn direction(op: Op) -> Option<DirId> {
    match op {
        Op::Step(dir) | Op::StepOpposite(dir) => Some(dir),
        Op::Branch { at, .. } | Op::Capture(at) | Op::Flip(at) | Op::ChangeOwner(_, at) => match at {
            At::Dir(dir) | At::Opposite(dir) => Some(dir),
            At::Here | At::Pos(_) => None,
        },
        _ => None,
    }
}
