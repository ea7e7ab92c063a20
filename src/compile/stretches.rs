//! Stretches of code with one way in and one way out that add no move.
//!
//! A loop or a subroutine in which nothing is added or moved does the same whenever a run comes to it in the same
//! position with the same places and flags. The machine can recall what came of it
//! ([`crate::vm::Recall`]). Here they are found, with what they depend on. Equal loops are one stretch: macros
//! are copied into many blocks.

use super::idle::Idle;
use super::{Kind, Op, Test};
use crate::ids::{Addr, FlagId, PosFlagId};
use rustc_hash::{FxHashMap, FxHasher};
use smol_str::SmolStr;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Shorter loops are not worth it, in instructions.
const SHORTEST: usize = 6;
/// Longer loops are not looked at, in instructions.
const LONGEST: usize = 1 << 11;
/// Subroutines that call each other to this depth are looked at.
const DEPTH: usize = 6;
/// No program has more stretches.
const LIMIT: usize = u16::MAX as usize;

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask(pub [u64; 4]);

impl Mask {
    /// Whether a flag is in it.
    #[inline]
    pub fn has(&self, flag: u8) -> bool {
        self.0[usize::from(flag) / 64] >> (flag % 64) & 1 != 0
    }

    /// Whether no flag is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Puts a flag in it.
    pub fn insert(&mut self, flag: u8) {
        self.0[usize::from(flag) / 64] |= 1 << (flag % 64);
    }

    fn insert_all(&mut self, other: &Mask) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

/// What a stretch depends on beside the position, the player and the cursor, and what it sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Instructions of a loop.
    pub len: u32,
    /// Flags that it reads or sets.
    pub flags: Mask,
    /// Flags that it sets.
    pub flags_set: Mask,
    /// Position flags that it reads or sets.
    pub pos_flags: Mask,
    /// Position flags that it sets.
    pub pos_flags_set: Mask,
    /// It goes to `from` or `to`.
    pub places: bool,
    /// It speaks of the type of the piece that runs.
    pub own_kind: bool,
    /// It is a loop that cannot be recalled: only a way round it is known.
    pub is_other: bool,
}

impl Uses {
    fn flag(&mut self, FlagId(flag): FlagId, is_set: bool) {
        self.flags.insert(flag);
        if is_set {
            self.flags_set.insert(flag);
        }
    }

    fn pos_flag(&mut self, PosFlagId(flag): PosFlagId, is_set: bool) {
        self.pos_flags.insert(flag);
        if is_set {
            self.pos_flags_set.insert(flag);
        }
    }

    /// Adds what a subroutine uses.
    fn insert_all(&mut self, other: &Uses) {
        self.flags.insert_all(&other.flags);
        self.flags_set.insert_all(&other.flags_set);
        self.pos_flags.insert_all(&other.pos_flags);
        self.pos_flags_set.insert_all(&other.pos_flags_set);
        self.places |= other.places;
        self.own_kind |= other.own_kind;
    }
}

/// The stretches of a program.
#[derive(Debug, Default)]
pub struct Stretches {
    /// For each instruction one more than the stretch that begins there, or 0.
    at: Vec<u16>,
    uses: Vec<Uses>,
    /// For each stretch that is a loop the way round it that does nothing.
    idle: Vec<Option<Idle>>,
}

/// What is known of a subroutine.
#[derive(Clone, Copy, Debug)]
enum Sub {
    /// Nothing yet.
    Open,
    /// It is no stretch.
    Other,
    /// It is one.
    Closed(Uses),
}

/// Why a range of code is no stretch.
enum Failure {
    /// It calls a subroutine of which nothing is known yet.
    Open,
    /// It does something else.
    Other,
}

impl Stretches {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.uses.len()
    }

    /// What all of them use.
    pub fn all(&self) -> &[Uses] {
        &self.uses
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.uses.is_empty()
    }

    /// The stretch that begins at an instruction.
    #[inline]
    pub fn at(&self, addr: Addr) -> Option<u16> {
        self.at.get(addr.index())?.checked_sub(1)
    }

    /// The way round a loop that does nothing, if there is one.
    #[inline]
    pub fn idle(&self, stretch: u16) -> Option<&Idle> {
        self.idle[usize::from(stretch)].as_ref()
    }

    /// What a stretch uses.
    #[inline]
    pub fn uses(&self, stretch: u16) -> &Uses {
        &self.uses[usize::from(stretch)]
    }

    /// Finds the stretches of a program.
    pub(super) fn find(code: &[Op], subroutines: &[(Addr, SmolStr)]) -> Stretches {
        let mut finder = Finder {
            code,
            subs: subroutines.iter().map(|sub| (sub.0, Sub::Open)).collect(),
            found: Stretches { at: vec![0; code.len()], uses: Vec::new(), idle: Vec::new() },
        };
        finder.look_at_subroutines(subroutines);
        finder.find_calls();
        finder.find_loops();
        if finder.found.is_empty() {
            finder.found.at = Vec::new();
        }
        finder.found
    }
}

struct Finder<'a> {
    code: &'a [Op],
    subs: FxHashMap<Addr, Sub>,
    found: Stretches,
}

impl Finder<'_> {
    /// Looks at subroutines, those that are called before those that call them.
    fn look_at_subroutines(&mut self, subroutines: &[(Addr, SmolStr)]) {
        for _ in 0..DEPTH {
            for &(addr, _) in subroutines {
                if let Some(Sub::Open) = self.subs.get(&addr) {
                    let sub = self.look_at(addr);
                    self.subs.insert(addr, sub);
                }
            }
        }
    }

    fn look_at(&self, addr: Addr) -> Sub {
        let body = &self.code[addr.index()..];
        let Some(len) = body.iter().position(|op| matches!(op, Op::Return)) else { return Sub::Other };
        match self.uses(addr.index()..addr.index() + len) {
            Ok(uses) => Sub::Closed(uses),
            Err(Failure::Open) => Sub::Open,
            Err(Failure::Other) => Sub::Other,
        }
    }

    fn add(&mut self, uses: Uses, idle: Option<Idle>) -> Option<u16> {
        if self.found.uses.len() == LIMIT {
            return None;
        }
        self.found.uses.push(uses);
        self.found.idle.push(idle);
        Some(self.found.uses.len() as u16)
    }

    fn find_calls(&mut self) {
        let mut numbers: FxHashMap<Addr, u16> = FxHashMap::default();
        for (i, op) in self.code.iter().enumerate() {
            let Op::Call(target) = *op else { continue };
            let Some(&Sub::Closed(uses)) = self.subs.get(&target) else { continue };
            let number = match numbers.get(&target) {
                Some(&number) => number,
                None => {
                    let Some(number) = self.add(uses, None) else { return };
                    numbers.insert(target, number);
                    number
                }
            };
            self.found.at[i] = number;
        }
    }

    fn find_loops(&mut self) {
        // By the hash of their code, with where one of them stands.
        let mut numbers: FxHashMap<u64, (u16, usize)> = FxHashMap::default();
        for (last, op) in self.code.iter().enumerate() {
            let Op::Jump(top) = *op else { continue };
            let range = top.index()..last + 1;
            if range.is_empty()
                || range.len() > LONGEST
                || !matches!(self.code[range.start], Op::Branch { .. })
            {
                continue;
            }
            let mut hasher = FxHasher::default();
            self.relative(range.clone()).for_each(|op| op.hash(&mut hasher));
            let hash = hasher.finish();
            let like = |&(_, old): &(u16, usize)| {
                self.relative(old..old + range.len()).eq(self.relative(range.clone()))
            };
            let known = numbers.get(&hash).copied();
            let number = match known.filter(like) {
                Some((number, _)) => number,
                None => {
                    let number = match self.loop_uses(range.clone()) {
                        Some((uses, idle)) => match self.add(uses, idle) {
                            Some(number) => number,
                            None => return,
                        },
                        None => 0,
                    };
                    numbers.insert(hash, (number, range.start));
                    number
                }
            };
            self.found.at[range.start] = number;
        }
    }

    /// What a loop uses, and the way round it that does nothing; none if neither helps.
    fn loop_uses(&self, range: Range<usize>) -> Option<(Uses, Option<Idle>)> {
        let len = range.len() as u32;
        let idle = Idle::find(self.code, range.clone());
        match self.uses(range) {
            Ok(uses) if len as usize >= SHORTEST => Some((Uses { len, ..uses }, idle)),
            _ if idle.is_some() => Some((Uses { len, is_other: true, ..Uses::default() }, idle)),
            _ => None,
        }
    }

    /// A range of code as it would be anywhere else.
    fn relative(&self, range: Range<usize>) -> impl Iterator<Item = Op> {
        let (start, end) = (range.start, range.end);
        // Of what lies outside only the end of a run is told apart.
        let place = move |to: Addr| match to.index() {
            at if start <= at && at <= end => Addr((at - start) as u32),
            at => Addr(u32::MAX - u32::from(self.code[at] == Op::End)),
        };
        self.code[range].iter().map(move |op| match *op {
            Op::Jump(to) => Op::Jump(place(to)),
            Op::Branch { test, at, when, target } => Op::Branch { test, at, when, target: place(target) },
            op => op,
        })
    }

    /// What a range of code uses, if it is a stretch that is left behind its end.
    fn uses(&self, range: Range<usize>) -> Result<Uses, Failure> {
        let stays = |to: Addr| {
            let at = to.index();
            range.start <= at && at <= range.end || matches!(self.code[at], Op::End)
        };
        let mut uses = Uses::default();
        for op in &self.code[range.clone()] {
            match *op {
                Op::Add { .. } | Op::Cascade | Op::From | Op::To | Op::Return => return Err(Failure::Other),
                Op::Jump(to) if !stays(to) => return Err(Failure::Other),
                Op::Branch { target, .. } if !stays(target) => return Err(Failure::Other),
                Op::Branch { test, .. } => note_test(test, &mut uses)?,
                Op::Call(target) => match self.subs.get(&target) {
                    Some(Sub::Closed(sub)) => uses.insert_all(sub),
                    Some(Sub::Open) => return Err(Failure::Open),
                    _ => return Err(Failure::Other),
                },
                Op::GoFrom | Op::GoTo => uses.places = true,
                Op::SetFlag(flag, _) => uses.flag(flag, true),
                Op::SetPosFlag(flag, ..) => uses.pos_flag(flag, true),
                Op::Create(_, Kind::Own, _) => uses.own_kind = true,
                Op::Step(_)
                | Op::StepOpposite(_)
                | Op::Go(_)
                | Op::GoMark
                | Op::GoLastFrom
                | Op::GoLastTo
                | Op::Mark
                | Op::Capture(_)
                | Op::Flip(_)
                | Op::ChangeOwner(..)
                | Op::ChangeType(..)
                | Op::Create(..)
                | Op::SetAttr(..)
                | Op::Jump(_)
                | Op::End => {}
            }
        }
        Ok(uses)
    }
}

/// Notes what a test depends on. Attack tests are no part of a stretch: what they say depends on how deep they are
/// nested.
fn note_test(test: Test, uses: &mut Uses) -> Result<(), Failure> {
    match test {
        Test::Flag(flag) => uses.flag(flag, false),
        Test::PosFlag(flag) => uses.pos_flag(flag, false),
        _ if test == Test::Marked || test.is_about_attacks() => return Err(Failure::Other),
        _ => {}
    }
    Ok(())
}
