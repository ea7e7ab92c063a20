//! Where a piece may go in a position, by its targets.

use super::{Leaps, Line, Op, Targets};
use crate::game::bits::Bits;
use crate::game::walk::Onto;
use crate::ids::PosId;

/// Where a piece may go.
pub struct Look<B> {
    /// The squares onto which it can move.
    pub squares: B,
    /// Those that it looks at.
    pub seen: B,
}

impl<B: Bits> Targets<B> {
    /// Whether the piece is shut in by men of its own.
    #[inline(always)]
    pub fn are_shut(&self, own: &B) -> bool {
        self.doors.is_within(own)
    }

    /// The squares onto which the piece can move.
    #[inline]
    pub fn squares(&self, occupied: &B, own: &B) -> B {
        self.onto(occupied, own, &mut Unnoted)
    }

    /// The same, with those that they depend on.
    #[inline]
    pub fn look(&self, occupied: &B, own: &B) -> Look<B> {
        let mut seen = self.asked.clone();
        let squares = self.onto(occupied, own, &mut seen);
        Look { squares, seen }
    }

    #[inline(always)]
    fn onto(&self, occupied: &B, own: &B, seen: &mut impl Seen<B>) -> B {
        // Onto which an enemy or nothing must stand, nothing, or an enemy.
        let mut squares = self.leaps.not_friend.clone();
        let mut quiet = self.leaps.empty.clone();
        let mut enemy = self.leaps.enemy.clone();
        for line in self.lines.iter().take(usize::from(self.line_count)) {
            squares.insert_up(&line.up, occupied);
            squares.insert_down(&line.down, occupied);
        }
        if let Some(rest) = &self.rest {
            insert_rest(rest, occupied, [&mut squares, &mut quiet, &mut enemy], seen);
        }
        [&squares, &quiet, &enemy].into_iter().for_each(|set| seen.note_all(set));
        quiet.remove_all(occupied);
        enemy.keep(occupied);
        squares.insert_all(&enemy);
        squares.remove_all(own);
        squares.insert_all(&quiet);
        squares
    }

    /// Squares of which at least one must not be held by a man of the player's own if there is to be a move.
    pub(super) fn find_doors(&self) -> B {
        let mut doors = self.reach.none();
        let mut insert = |leaps: &Leaps<B>| {
            [&leaps.not_friend, &leaps.empty, &leaps.enemy].into_iter().for_each(|set| doors.insert_all(set));
        };
        insert(&self.leaps);
        let ops = self.rest.as_deref().unwrap_or_default();
        let mut rays: Vec<PosId> = Vec::new();
        for Line { up, down } in self.lines.iter().take(usize::from(self.line_count)) {
            rays.extend(first(up, true).into_iter().chain(first(down, false)));
        }
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match op {
                // Nothing behind it is come to before this square is empty.
                Op::Gate { pos, is_occupied: false, skip } => {
                    rays.push(*pos);
                    at = usize::from(*skip);
                }
                Op::Gate { .. } => {}
                Op::Leaps(leaps) => insert(leaps),
                Op::Ray { squares, is_up, .. } => rays.extend(first(squares, *is_up)),
            }
        }
        rays.into_iter().for_each(|pos| doors.insert(pos));
        doors
    }
}

/// Where squares are noted that are looked at.
trait Seen<B> {
    fn note(&mut self, pos: PosId);
    fn note_all(&mut self, squares: &B);
}

impl<B: Bits> Seen<B> for B {
    #[inline(always)]
    fn note(&mut self, pos: PosId) {
        self.insert(pos);
    }

    #[inline(always)]
    fn note_all(&mut self, squares: &B) {
        self.insert_all(squares);
    }
}

/// They are not.
struct Unnoted;

impl<B> Seen<B> for Unnoted {
    #[inline(always)]
    fn note(&mut self, _: PosId) {}

    #[inline(always)]
    fn note_all(&mut self, _: &B) {}
}

/// Puts in what the steps come to, by what must stand there: an enemy or nothing, nothing, or an enemy.
#[inline(always)]
fn insert_rest<B: Bits>(
    ops: &[Op<B>],
    occupied: &B,
    [not_friend, empty, enemy]: [&mut B; 3],
    seen: &mut impl Seen<B>,
) {
    let mut at = 0;
    while let Some(op) = ops.get(at) {
        at += 1;
        match op {
            Op::Gate { pos, is_occupied, skip } => {
                seen.note(*pos);
                if occupied.has(*pos) != *is_occupied {
                    at = usize::from(*skip);
                }
            }
            Op::Leaps(leaps) => {
                not_friend.insert_all(&leaps.not_friend);
                empty.insert_all(&leaps.empty);
                enemy.insert_all(&leaps.enemy);
            }
            Op::Ray { squares, is_up, onto } => {
                let set = match onto {
                    Onto::Empty => &mut *empty,
                    Onto::Enemy => &mut *enemy,
                    Onto::NotFriend | Onto::Nowhere => &mut *not_friend,
                };
                if *is_up {
                    set.insert_up(squares, occupied);
                } else {
                    set.insert_down(squares, occupied);
                }
            }
        }
    }
}

/// The first square of a ray.
fn first<B: Bits>(ray: &B, is_up: bool) -> Option<PosId> {
    let mut squares = ray.clone();
    let first = squares.pop()?;
    if is_up { Some(first) } else { std::iter::from_fn(|| squares.pop()).last().or(Some(first)) }
}
