//! What a position is worth, worked out from the rules alone.
//!
//! Nobody tells the program what a piece is worth. It looks at how far each piece gets on boards as they
//! come up in play, at what pieces can become, and at what the goals ask for.

mod lines;
mod measure;
mod progress;
mod reach;
mod refine;

use super::last::Last;
use super::sides::Sides;
use crate::game::state::{Code, Undo};
use crate::ids::{PieceId, PlayerId, PosId};
pub(crate) use lines::{Counts, Lines};
pub(crate) use measure::measure;
pub use refine::Learned;
pub(crate) use refine::refine;

/// What a piece is worth to its owner, early in the game and late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Worth {
    pub early: i32,
    pub late: i32,
}

/// The worth of things in one game. Made by [`Thinker::new`](super::Thinker::new).
#[derive(Clone, Debug)]
pub struct Evaluation {
    positions: usize,
    /// `places[code * positions + pos]`.
    places: Vec<Worth>,
    /// For each code what one in the stock is worth.
    stock: Vec<i32>,
    /// For each code what its capture is worth.
    pub(crate) values: Vec<i32>,
    /// For each code how much it counts towards the game being early.
    phase: Vec<i32>,
    /// What these add up to at the start.
    full_phase: i32,
    /// For each code how many there are at the start.
    start_counts: Vec<i32>,
    /// What the worth of a piece is multiplied by where it stands: below 0 where few pieces are wanted.
    sign: f64,
    pub(crate) lines: Lines,
    pub(crate) last: Last,
    pub(crate) facts: Facts,
    terms: Vec<Term>,
    pieces: Vec<PieceTerm>,
}

/// What random games have shown.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Facts {
    /// Random games played.
    pub games: u32,
    /// Of these, how many came to an end.
    pub ended: u32,
    /// Moves in a game, on average.
    pub plies: f64,
    /// Moves to choose from, on average.
    pub branching: f64,
    /// The share of moves that take something or promote.
    pub tactical: f64,
    /// How well the judgement of a position amid a random game foretells the winner: from -1 to 1.
    pub foresight: f64,
    /// Some move was made by a piece that stood on the board.
    pub has_movement: bool,
}

/// One thing that the judgement of a position is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub detail: String,
}

/// What was found out about a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceTerm {
    /// Owner.
    pub player: PlayerId,
    /// Type.
    pub kind: PieceId,
    /// Squares that it gets to with one move, on average.
    pub mobility: f64,
    /// What it is worth, in hundredths; for a royal piece 0.
    pub value: i32,
    /// It must not be lost.
    pub is_royal: bool,
}

/// A judgement being kept up to date, for side 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    early: i32,
    late: i32,
    phase: i32,
    lines: i32,
}

impl Evaluation {
    /// What the judgement is made of.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The worth of pieces.
    pub fn pieces(&self) -> &[PieceTerm] {
        &self.pieces
    }

    /// What random games have shown.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// A game in which a side is ahead by more than this is decided: two fifths of what a side has at the start.
    #[inline]
    pub(crate) fn decided(&self) -> i32 {
        if self.full_phase == 0 { i32::MAX } else { self.full_phase / 5 }
    }

    #[inline]
    fn at(&self, code: Code, pos: PosId) -> Worth {
        self.places[usize::from(code) * self.positions + pos.index()]
    }
}

/// The worth of things as the two sides of one search see it.
#[derive(Debug)]
pub(crate) struct Scales<'a> {
    evaluation: &'a Evaluation,
    /// For each code its sign.
    signs: Vec<i32>,
    /// For each player.
    player_signs: Vec<i32>,
    /// What everything is multiplied by: one side may have more players than the other.
    unit: i32,
}

impl<'a> Scales<'a> {
    pub fn new(evaluation: &'a Evaluation, sides: &Sides, players: usize) -> Scales<'a> {
        let kinds = (evaluation.values.len() - 1) / players.max(1);
        // One against several: weighed so that an even position is even.
        let of_side =
            |side| (0..players).filter(|&p| sides.of(PlayerId::from_index(p)) == Some(side)).count();
        let (ours, theirs) = (of_side(0).max(1) as i32, of_side(1).max(1) as i32);
        let player_signs: Vec<i32> = (0..players)
            .map(|p| match sides.of(PlayerId::from_index(p)) {
                Some(0) => theirs,
                Some(_) => -ours,
                None => 0,
            })
            .collect();
        let mut signs = vec![0];
        player_signs.iter().for_each(|&sign| signs.extend(std::iter::repeat_n(sign, kinds)));
        Scales { evaluation, signs, player_signs, unit: ours * theirs }
    }

    /// 1 for pieces of side 0, -1 for those of side 1, 0 for neutral ones, apart from the unit.
    pub fn sign(&self, code: Code) -> i32 {
        self.signs[usize::from(code)].signum()
    }

    /// The judgement of a whole position.
    pub fn full(&self, cells: &[Code], stock: &[u16], counts: &mut Counts) -> Sum {
        let mut sum = Sum::default();
        for (i, &code) in cells.iter().enumerate() {
            if code != 0 {
                let pos = PosId::from_index(i);
                self.change(&mut sum, pos, 0, code);
                self.change_lines(&mut sum, counts, pos, 0, code);
            }
        }
        for (code, &count) in stock.iter().enumerate() {
            self.change_stock(&mut sum, code as Code, i32::from(count));
        }
        sum
    }

    #[inline]
    fn change(&self, sum: &mut Sum, pos: PosId, old: Code, new: Code) {
        let e = self.evaluation;
        let (out, into) = (e.at(old, pos), e.at(new, pos));
        let (minus, plus) = (self.signs[usize::from(old)], self.signs[usize::from(new)]);
        sum.early += plus * into.early - minus * out.early;
        sum.late += plus * into.late - minus * out.late;
        sum.phase += e.phase[usize::from(new)] - e.phase[usize::from(old)];
    }

    #[inline]
    fn change_lines(&self, sum: &mut Sum, counts: &mut Counts, pos: PosId, old: Code, new: Code) {
        if !counts.is_empty() && old != new {
            sum.lines += self.evaluation.lines.change(counts, &self.player_signs, pos, old, new);
        }
    }

    #[inline]
    fn change_stock(&self, sum: &mut Sum, code: Code, more: i32) {
        let worth = self.signs[usize::from(code)] * self.evaluation.stock[usize::from(code)] * more;
        sum.early += worth;
        sum.late += worth;
    }

    /// The judgement after a move, from the one before it; `changes` are what was there before.
    #[inline]
    pub fn after(
        &self,
        mut sum: Sum,
        changes: &[Undo],
        cells: &[Code],
        stock: &[u16],
        counts: &mut Counts,
    ) -> Sum {
        for (i, change) in changes.iter().enumerate() {
            match *change {
                Undo::Cell(pos, old, _) => {
                    // Of several changes of one square the first knows what was there before all of them.
                    let is_later = |c: &Undo| matches!(*c, Undo::Cell(p, ..) if p == pos);
                    if !changes[..i].iter().any(is_later) {
                        let new = cells[pos.index()];
                        self.change(&mut sum, pos, old, new);
                        self.change_lines(&mut sum, counts, pos, old, new);
                    }
                }
                Undo::Stock(code, old) => {
                    let is_later = |c: &Undo| matches!(*c, Undo::Stock(other, _) if other == code);
                    if !changes[..i].iter().any(is_later) {
                        let more = i32::from(stock[usize::from(code)]) - i32::from(old);
                        self.change_stock(&mut sum, code, more);
                    }
                }
            }
        }
        sum
    }

    /// Takes the counts of rows back to before a move that is about to be taken back.
    #[inline]
    pub fn take_back(&self, changes: &[Undo], cells: &[Code], counts: &mut Counts) {
        if counts.is_empty() {
            return;
        }
        let mut ignored = Sum::default();
        for (i, change) in changes.iter().enumerate() {
            if let Undo::Cell(pos, old, _) = *change {
                let is_later = |c: &Undo| matches!(*c, Undo::Cell(p, ..) if p == pos);
                if !changes[..i].iter().any(is_later) {
                    self.change_lines(&mut ignored, counts, pos, cells[pos.index()], old);
                }
            }
        }
    }

    /// The judgement for a side.
    #[inline]
    pub fn score(&self, sum: &Sum, side: u8) -> i32 {
        let full = self.evaluation.full_phase.max(1);
        let phase = sum.phase.clamp(0, full);
        let blend = (i64::from(sum.early) * i64::from(phase) + i64::from(sum.late) * i64::from(full - phase))
            / i64::from(full);
        let score = ((blend as i32 + sum.lines) / self.unit).clamp(-super::score::MOST, super::score::MOST);
        if side == 0 { score } else { -score }
    }
}
