//! Lists of moves as the engine keeps them: small heads, effects in one arena.

use super::bits::Bits;
use super::mv::{Continuation, Effect, Move};
use super::state::{Code, Codes};
use crate::compile::{NO_POS, Then};
use crate::ids::{MoveTypeId, PosId};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A move in a list: where it goes, and where its effects are.
///
/// The usual move (one piece goes from one square to another) is told by the head alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// First effect, with flags in the high bits.
    start: u32,
    /// Number of effects; a pass has none.
    len: u16,
    /// How the turn goes on, packed.
    pub then: u16,
    /// What `last-from?` sees afterwards.
    pub from: PosId,
    /// What `last-to?` sees afterwards.
    pub to: PosId,
}

const PASS: u16 = u16::MAX;
/// The only effect is a movement from `from` to `to`; it is stored nowhere.
const SIMPLE: u32 = 1 << 31;
/// The only effect is a drop on `to` by the player acted for; `len` is the code of the piece.
const PLAIN_DROP: u32 = 1 << 29;
/// The effects change nothing but the squares `from` and `to`, and give nothing to another player.
const LOCAL: u32 = 1 << 30;
/// What stood on the destination goes to another square and is captured there, see [`lays_aside`].
const ASIDE: u32 = 1 << 28;
/// The rest of `start`.
const START: u32 = ASIDE - 1;

impl Head {
    /// Passing.
    pub const fn pass() -> Head {
        Head { start: 0, len: 0, then: PASS, from: NO_POS, to: NO_POS }
    }

    /// A move with these effects, which stand at `start` of an arena.
    pub fn new(start: u32, len: u16, then: u16, from: PosId, to: PosId, effects: &[Effect]) -> Head {
        let is_simple = matches!(effects, [Effect::Move { copy: false, .. }]);
        let is_local = effects.iter().all(|effect| match *effect {
            Effect::Move { from: f, to: t, copy } => f == from && t == to && !copy,
            Effect::Drop { pos, .. } => pos == to,
            Effect::SetAttribute { pos, .. } => pos == from || pos == to,
            Effect::ChangeType { pos, .. } | Effect::Promote { pos, .. } => pos == to,
            _ => false,
        });
        if is_simple {
            return Head { start: SIMPLE | LOCAL, len: 0, then, from, to };
        }
        let flag = match () {
            () if is_local => LOCAL,
            () if lays_aside(effects) => ASIDE,
            () => 0,
        };
        Head { start: start | flag, len, then, from, to }
    }

    /// A move that only drops the piece with this code.
    #[inline]
    pub fn plain_drop(code: Code, then: u16, pos: PosId) -> Head {
        Head { start: PLAIN_DROP | LOCAL, len: code, then, from: NO_POS, to: pos }
    }

    /// The code of the piece of a plain drop.
    #[inline(always)]
    pub fn dropped(self) -> Option<Code> {
        (self.start & PLAIN_DROP != 0).then_some(self.len)
    }

    /// Whether its effects are stored anywhere: the head alone tells those of simple moves and plain drops.
    #[inline(always)]
    pub fn is_stored(self) -> bool {
        self.start & (SIMPLE | PLAIN_DROP) == 0
    }

    /// Its effects, wherever they are; `stored` is the arena.
    pub fn all_effects<'a>(
        self,
        stored: &'a [Effect],
        codes: &Codes,
    ) -> impl Iterator<Item = Effect> + use<'a> {
        let told = match self.dropped() {
            Some(code) => {
                let (player, piece) = (codes.player(code), codes.kind(code));
                Some(Effect::Drop { player, piece, pos: self.to })
            }
            None => self.is_simple().then_some(Effect::Move { from: self.from, to: self.to, copy: false }),
        };
        let stored = if self.is_stored() { &stored[self.range()] } else { &[] };
        told.into_iter().chain(stored.iter().copied())
    }

    /// The same simple move to another place.
    #[inline(always)]
    pub fn onto(self, to: PosId) -> Head {
        Head { to, ..self }
    }

    /// The same move, with its effects elsewhere.
    #[inline]
    pub fn rebased(self, start: usize) -> Head {
        Head { start: self.start & !START | start as u32, ..self }
    }

    /// The same move with its effects so much further on, if they are stored.
    pub fn moved_by(self, by: usize) -> Head {
        if self.is_stored() { self.rebased(self.range().start + by) } else { self }
    }

    /// The same move with its effects so much further back, if they are stored.
    pub fn moved_back(self, by: usize) -> Head {
        if self.is_stored() { self.rebased(self.range().start - by) } else { self }
    }

    /// Whether its only effect is the movement from `from` to `to`.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.start & SIMPLE != 0
    }

    /// Whether it changes nothing but the squares `from` (of a drop: none) and `to`.
    #[inline(always)]
    pub fn is_local(self) -> bool {
        self.start & LOCAL != 0
    }

    /// Whether what stood on the destination goes to another square and is captured there: if that is empty, no squares
    /// change but those of the first movement. [`Head::from`] and [`Head::to`] are those of the second one.
    #[inline(always)]
    pub fn is_aside(self) -> bool {
        self.start & ASIDE != 0
    }

    /// Where its effects stand in their arena.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        let start = (self.start & START) as usize;
        start..start + if self.is_stored() { usize::from(self.len) } else { 0 }
    }

    /// Whether it is a pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.then == PASS
    }

    /// Whether the turn may go on after it.
    #[inline]
    pub fn is_partial(self) -> bool {
        self.then != 0 && self.then != PASS
    }

    /// How the turn goes on.
    pub fn continuation(self) -> Option<Continuation> {
        match self.then {
            0 | PASS => None,
            1 => Some(Continuation::Any),
            t => Some(Continuation::Type(MoveTypeId(t - 2))),
        }
    }
}

/// Whether one piece goes to a square, what stood there goes to another one, and is captured on that: so shogi men
/// come into the hand of who takes them.
fn lays_aside(effects: &[Effect]) -> bool {
    let [
        Effect::Move { from, to, copy: false },
        Effect::Move { from: taken, to: beside, copy: false },
        rest @ ..,
    ] = effects
    else {
        return false;
    };
    let is_told = |effect: &Effect| match effect {
        Effect::ChangeOwner { pos, .. } | Effect::Flip { pos } | Effect::Capture { pos } => pos == beside,
        Effect::ChangeType { pos, .. } | Effect::Promote { pos, .. } | Effect::SetAttribute { pos, .. } => {
            pos == beside || pos == to
        }
        _ => false,
    };
    let is_captured = matches!(rest.last(), Some(Effect::Capture { .. }));
    let are_apart = from != to && beside != from && beside != to;
    taken == to && are_apart && is_captured && rest.iter().all(is_told)
}

/// [`Then`] as a small number, see [`Head::then`].
#[inline]
pub fn pack(then: Then) -> u16 {
    match then {
        Then::End => 0,
        Then::Any => 1,
        Then::Type(t) => t.0 + 2,
    }
}

/// A stack of move lists.
#[derive(Clone, Debug, Default)]
pub struct MoveBuf {
    /// The moves.
    pub heads: Vec<Head>,
    /// Their effects.
    pub effects: Vec<Effect>,
}

/// A height of a [`MoveBuf`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Mark {
    /// Number of moves.
    pub heads: usize,
    effects: usize,
}

impl MoveBuf {
    /// The present height.
    pub fn mark(&self) -> Mark {
        Mark { heads: self.heads.len(), effects: self.effects.len() }
    }

    /// The moves behind a height, and their effects.
    pub fn behind(&self, mark: Mark) -> (&[Head], &[Effect]) {
        (&self.heads[mark.heads..], &self.effects[mark.effects..])
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.effects.clear();
    }

    /// Forgets all moves above a height.
    pub fn truncate(&mut self, mark: Mark) {
        self.heads.truncate(mark.heads);
        self.effects.truncate(mark.effects);
    }

    /// The stored effects of a move, if it has any.
    #[inline]
    pub fn effects(&self, head: Head) -> &[Effect] {
        if head.is_stored() { &self.effects[head.range()] } else { &[] }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, head: Head, effects: &[Effect]) {
        if head.is_stored() {
            self.heads.push(head.rebased(self.effects.len()));
            self.effects.extend_from_slice(effects);
        } else {
            self.heads.push(head);
        }
    }

    /// Adds a public move.
    pub fn push_move(&mut self, mv: &Move) -> Head {
        let place = |p: Option<PosId>| p.unwrap_or(NO_POS);
        let len = mv.effects.len() as u16;
        let then = match mv.continuation {
            _ if mv.is_pass => PASS,
            None => 0,
            Some(Continuation::Any) => 1,
            Some(Continuation::Type(t)) => t.0 + 2,
        };
        let head = Head::new(0, len, then, place(mv.from), place(mv.to), &mv.effects);
        self.push(head, &mv.effects);
        self.heads[self.heads.len() - 1]
    }

    /// A move by itself.
    pub fn to_move(&self, head: Head, codes: &Codes) -> Move {
        let place = |p: PosId| (p != NO_POS).then_some(p);
        Move {
            effects: head.all_effects(&self.effects, codes).collect(),
            continuation: head.continuation(),
            from: place(head.from),
            to: place(head.to),
            is_pass: head.is_pass(),
        }
    }

    /// Takes out of the list above `mark` each move that prints like an earlier one and goes on like it, in a position
    /// where this stands on the board.
    pub fn keep_distinct(
        &mut self,
        mark: Mark,
        codes: &Codes,
        cells: &[Code],
        seen: &mut FxHashMap<u64, u32>,
    ) {
        seen.clear();
        let mut kept = mark.heads;
        'moves: for i in mark.heads..self.heads.len() {
            let head = self.heads[i];
            let mut hasher = FxHasher::default();
            head.then.hash(&mut hasher);
            self.shown(head, codes, cells).for_each(|e| e.hash(&mut hasher));
            // On a clash of hashes look on at the next key.
            let mut key = hasher.finish();
            while let Some(&other) = seen.get(&key) {
                let old = self.heads[other as usize];
                if old.then == head.then && self.shown(old, codes, cells).eq(self.shown(head, codes, cells)) {
                    continue 'moves;
                }
                key = key.wrapping_add(1);
            }
            seen.insert(key, kept as u32);
            self.heads[kept] = head;
            kept += 1;
        }
        self.heads.truncate(kept);
    }

    /// The same for the moves above `start`, few of which go to the same position.
    pub fn keep_distinct_few<B: Bits>(&mut self, start: usize, codes: &Codes, cells: &[Code]) {
        let mut places = B::empty(cells.len());
        let mut kept = start;
        for i in start..self.heads.len() {
            let head = self.heads[i];
            // Where the last movement is not printed it goes to where the piece stands; so texts of moves to different
            // positions differ.
            if head.to != NO_POS && !places.has(head.to) {
                places.insert(head.to);
            } else {
                let is_like = |old: &Head| {
                    old.to == head.to
                        && old.then == head.then
                        && self.shown(*old, codes, cells).eq(self.shown(head, codes, cells))
                };
                if self.heads[start..kept].iter().any(is_like) {
                    continue;
                }
            }
            self.heads[kept] = head;
            kept += 1;
        }
        self.heads.truncate(kept);
    }

    /// The effects of a move as far as its text shows them: a lifted empty square has nothing to print.
    fn shown(&self, head: Head, codes: &Codes, cells: &[Code]) -> impl Iterator<Item = Effect> {
        let is_there = |e: &Effect| !matches!(e, Effect::Move { from, .. } if cells[from.index()] == 0);
        head.all_effects(&self.effects, codes).filter_map(|e| shown(&e)).filter(is_there)
    }
}

/// An effect as far as the text of a move shows it, if what it lifts is there: two moves of one position
/// with equal shown effects print the same. A movement that goes nowhere is not
/// printed; a drop and a creation look alike, as do the two ways to change a type.
pub fn shown(effect: &Effect) -> Option<Effect> {
    match *effect {
        Effect::Move { from, to, .. } if from == to => None,
        Effect::Move { from, to, .. } => Some(Effect::Move { from, to, copy: false }),
        Effect::Drop { player, piece, pos } => Some(Effect::Create { player, piece, pos }),
        Effect::Promote { pos, piece } => Some(Effect::ChangeType { pos, piece }),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PieceId, PlayerId};

    fn head(effects: &[Effect]) -> Head {
        Head::new(0, effects.len() as u16, 0, PosId(2), PosId(9), effects)
    }

    #[test]
    fn what_is_taken_may_be_laid_aside() {
        let [from, to, beside] = [1, 2, 9].map(PosId);
        let step = Effect::Move { from, to, copy: false };
        let away = Effect::Move { from: to, to: beside, copy: false };
        let owner = Effect::ChangeOwner { pos: beside, player: PlayerId(0) };
        let promotion = Effect::ChangeType { pos: to, piece: PieceId(3) };
        let capture = Effect::Capture { pos: beside };
        assert!(head(&[step, away, capture]).is_aside());
        assert!(head(&[step, away, owner, promotion, capture]).is_aside());
        // It stays there, another square changes, or it is laid where the piece comes from.
        assert!(!head(&[step, away, owner]).is_aside());
        assert!(!head(&[step, away, Effect::Capture { pos: PosId(5) }, capture]).is_aside());
        let back = Effect::Move { from: to, to: from, copy: false };
        assert!(!head(&[step, back, Effect::Capture { pos: from }]).is_aside());
    }
}
