//! In which order moves are tried: what has proved good elsewhere comes first.

use super::table::SIGNATURE_BITS;
use crate::game::Effect;
use crate::game::movebuf::Head;
use crate::game::state::Code;
use crate::ids::PosId;

/// A move told from the others of its position, in few bits; never 0. Two moves may share one: then
/// only the order suffers.
#[inline]
pub(crate) fn signature(head: Head, effects: &[Effect]) -> u32 {
    let places = u64::from(head.from.0) << 16 | u64::from(head.to.0);
    let mut hash = places.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(head.then);
    if let Some(code) = head.dropped() {
        hash ^= u64::from(code) << 40;
    } else if !head.is_simple() {
        if let [first, .., last] = effects {
            hash ^= of_effect(first).wrapping_add(of_effect(last).rotate_left(7));
        } else if let [only] = effects {
            hash ^= of_effect(only);
        }
        hash ^= effects.len() as u64;
    }
    let hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    ((hash >> (64 - SIGNATURE_BITS)) as u32).max(1)
}

#[inline]
fn of_effect(effect: &Effect) -> u64 {
    let (kind, a, b) = match *effect {
        Effect::Move { from, to, .. } => (1, u64::from(from.0), u64::from(to.0)),
        Effect::Drop { piece, pos, .. } => (2, u64::from(piece.0), u64::from(pos.0)),
        Effect::Create { piece, pos, .. } => (3, u64::from(piece.0), u64::from(pos.0)),
        Effect::Flip { pos } => (4, 0, u64::from(pos.0)),
        Effect::ChangeType { pos, piece } => (5, u64::from(piece.0), u64::from(pos.0)),
        Effect::ChangeOwner { pos, player } => (6, u64::from(player.0), u64::from(pos.0)),
        Effect::SetAttribute { pos, attr, value } => {
            (7, u64::from(attr.0) << 1 | u64::from(value), u64::from(pos.0))
        }
        Effect::Capture { pos } => (8, 0, u64::from(pos.0)),
        Effect::Promote { pos, piece } => (9, u64::from(piece.0), u64::from(pos.0)),
    };
    (kind << 40 | a << 20 | b).wrapping_mul(0xa076_1d64_78bd_642f)
}

/// Which quiet moves have cut off searches before, by the piece and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct History {
    positions: usize,
    /// `worth[code * (positions + 1) + to]`.
    worth: Vec<i16>,
    /// For each move of a piece to a place the answer that refuted it.
    answers: Vec<u32>,
}

const MOST: i32 = 8192;

impl History {
    pub fn new(codes: usize, positions: usize) -> History {
        // Far larger than any real game: without history then.
        let len = codes * (positions + 1);
        let len = if len > 1 << 23 { 0 } else { len };
        History { positions, worth: vec![0; len], answers: vec![0; len] }
    }

    /// The slot of a piece going to a place.
    #[inline]
    pub fn slot(&self, code: Code, to: PosId) -> usize {
        let to = to.index().min(self.positions);
        usize::from(code) * (self.positions + 1) + to
    }

    #[inline]
    pub fn worth(&self, slot: usize) -> i32 {
        self.worth.get(slot).map_or(0, |&w| i32::from(w))
    }

    /// A move of the slot was good, or (with a bonus below 0) of no use.
    #[inline]
    pub fn learn(&mut self, slot: usize, bonus: i32) {
        if let Some(worth) = self.worth.get_mut(slot) {
            let old = i32::from(*worth);
            let bonus = bonus.clamp(-MOST / 4, MOST / 4);
            *worth = (old + bonus - old * bonus.abs() / MOST).clamp(-MOST, MOST) as i16;
        }
    }

    #[inline]
    pub fn answer(&self, slot: usize) -> u32 {
        self.answers.get(slot).copied().unwrap_or(0)
    }

    #[inline]
    pub fn set_answer(&mut self, slot: usize, signature: u32) {
        if let Some(answer) = self.answers.get_mut(slot) {
            *answer = signature;
        }
    }
}
