//! Following the runs of all blocks, to see what they can come to.
//!
//! Each block is run for each player who may own the piece, from the positions of the board, with both answers to
//! every question that the board does not settle. So a condition that never holds here holds in no
//! position of play. What is known of the place asked about last (it is empty, so no friend stands there) is kept in
//! mind; of other places both answers are tried again. Once all of a block was reached, further positions
//! are left out; a block that branches too much is taken to be in order.

use super::uses::Uses;
use crate::ast::block::Block;
use crate::compile::{At, Op, Program, Test};
use crate::game::mv::Effect;
use crate::ids::{Addr, PieceId, PlayerId, PosId, ZoneId};
use crate::resolve::Rules;
use crate::vm::{Event, Pending, Run, Start};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher as _;
use std::sync::Arc;

/// Instructions followed in one block for one player, at most.
const BLOCK_LIMIT: usize = 20_000;
/// Instructions followed in one file, at most.
const FILE_LIMIT: usize = 1_000_000;
/// A block of which something was not reached is followed again for so many other types of piece.
const KINDS: u8 = 3;
/// Where the last move came from or went is tried with so many positions.
const LAST_PLACES: usize = 3;

/// What is kept from one variant of a file to the next.
pub(super) struct Explored {
    /// Instructions that may still be followed.
    left: usize,
    /// Blocks, by their address in memory, of which all was reached for a player in some variant: what is in order
    /// once is in order.
    complete: FxHashSet<(*const Block, PlayerId)>,
}

impl Default for Explored {
    fn default() -> Self {
        Self { left: FILE_LIMIT, complete: FxHashSet::default() }
    }
}

/// What the runs come to.
#[derive(Default)]
pub(super) struct Facts {
    /// For each instruction: what became of it.
    pub(super) ops: Vec<Seen>,
    /// Zones asked for, with the player who asks, and the first such instruction.
    pub(super) zone_tests: FxHashMap<(ZoneId, PlayerId), Addr>,
    /// Instructions that add a move which changes nothing, and those that add one which does.
    pub(super) idle_adds: FxHashSet<Addr>,
    /// Piece types that add a move, from a position or by a drop.
    pub(super) adding: FxHashSet<PieceId>,
    /// Piece types whose blocks were run.
    pub(super) tried: FxHashSet<PieceId>,
}

/// What became of an instruction.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    /// A run came to it.
    pub(super) reached: bool,
    /// A run went on behind it; of a branch: the test did not lead to its target.
    pub(super) fell_through: bool,
    /// A run went to its target.
    pub(super) branched: bool,
}

const ALL: Seen = Seen { reached: true, fell_through: true, branched: true };

/// Follows all blocks.
pub(super) fn explore(rules: &Rules, program: &Program, uses: &Uses, explored: &mut Explored) -> Facts {
    let mut explorer = Explorer {
        program,
        uses,
        explored,
        facts: Facts { ops: vec![Seen::default(); program.code.len()], ..Facts::default() },
        tries: FxHashMap::default(),
        marks: vec![0; program.code.len()],
        trusted: vec![false; program.code.len()],
        round: 0,
        positions: shuffled(rules),
        may_hold: (0..rules.players.len())
            .map(|p| may_hold(PlayerId::from_index(p), program, uses))
            .collect(),
    };
    let mut acting: Vec<PlayerId> = rules.turn_order.entries.iter().map(|e| e.acts_as).collect();
    acting.sort();
    acting.dedup();
    for (i, (code, piece)) in program.pieces.iter().zip(rules.pieces.values()).enumerate() {
        let kind = PieceId::from_index(i);
        for &player in acting.iter().filter(|&&player| uses.owned.contains(&(player, kind))) {
            for (entries, blocks, is_drop) in
                [(&code.moves, &piece.moves, false), (&code.drops, &piece.drops, true)]
            {
                for (entry, typed) in entries.iter().zip(blocks) {
                    let start = Start { player, kind, pos: PosId(0), is_drop };
                    explorer.block(start, entry.addr, Arc::as_ptr(&typed.block));
                }
            }
        }
    }
    explorer.facts
}

/// The positions of the board in an order that shows all parts of it early.
fn shuffled(rules: &Rules) -> Vec<PosId> {
    let squares: Vec<PosId> = rules
        .board
        .positions
        .keys()
        .enumerate()
        .map(|(i, _)| PosId::from_index(i))
        .filter(|&pos| rules.find_pos(rules.pos_name(pos)).is_some())
        .collect();
    let len = squares.len();
    // A step without a common divisor visits each once; a third of the board is a good one.
    let is_coprime = |step: &usize| (2..=*step).all(|d| !step.is_multiple_of(d) || !len.is_multiple_of(d));
    let step = (len / 3 + 1..=len / 3 + 50).find(is_coprime).unwrap_or(1);
    (0..len).map(|i| squares[i * step % len]).collect()
}

struct Explorer<'a> {
    program: &'a Program,
    uses: &'a Uses,
    explored: &'a mut Explored,
    facts: Facts,
    /// For each player and block: how often it was followed, [`DONE`] if all of it was reached. Pieces often
    /// share blocks, and what these come to depends little on the type of the piece.
    tries: FxHashMap<(PlayerId, Addr, bool), u8>,
    /// For each instruction the round in which a run came to it last.
    marks: Vec<u32>,
    /// Instructions taken to be in order.
    trusted: Vec<bool>,
    /// Counts the blocks followed.
    round: u32,
    positions: Vec<PosId>,
    /// For each player what may stand on a place of which nothing is known.
    may_hold: Vec<u8>,
}

const DONE: u8 = u8::MAX;

/// A run with what is known of the place that it asked about last.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    run: Run,
    known: Known,
    changes: Changes,
}

/// Whether the next move added would change more than where its piece stands. What it would change does not matter
/// here, so runs that differ in it only are followed once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Changes {
    /// Movements finished by `cascade`, which stay.
    lasting: bool,
    /// What is pending until the next `add`.
    pending: bool,
}

/// Following one block.
struct Trail {
    /// Instructions that may still be followed.
    budget: usize,
    /// Instructions of the block that no run has come to yet.
    missing: usize,
    /// A run adds a move.
    adds: bool,
    /// Hashes of the states before a question.
    seen: FxHashSet<u64>,
}

impl Explorer<'_> {
    fn block(&mut self, start: Start, addr: Addr, block: *const Block) {
        self.facts.tried.insert(start.kind);
        let tries = self.tries.entry((start.player, addr, start.is_drop)).or_insert(0);
        if *tries == DONE {
            self.facts.adding.insert(start.kind);
            return;
        }
        *tries += 1;
        let tries = *tries;
        if tries > KINDS || self.explored.left == 0 || self.explored.complete.contains(&(block, start.player))
        {
            return self.trust(addr, start.kind);
        }
        let Some(size) = self.size(addr) else { return self.trust(addr, start.kind) };
        self.round += 1;
        let limit = BLOCK_LIMIT.min(self.explored.left);
        let mut trail = Trail { budget: limit, missing: size, adds: false, seen: FxHashSet::default() };
        let mut is_complete = true;
        for i in 0..self.positions.len() {
            let pos = self.positions[i];
            trail.seen.clear();
            is_complete = self.follow(Run::new(Start { pos, ..start }, addr).logging(), &mut trail);
            if !is_complete || (trail.adds && trail.missing == 0) {
                break;
            }
        }
        self.explored.left -= limit - trail.budget;
        if !is_complete {
            // Too much to be seen through.
            return self.trust(addr, start.kind);
        }
        if trail.adds {
            self.facts.adding.insert(start.kind);
            if trail.missing == 0 {
                self.tries.insert((start.player, addr, start.is_drop), DONE);
                self.explored.complete.insert((block, start.player));
            }
        }
    }

    /// Takes a block to be in order.
    fn trust(&mut self, addr: Addr, kind: PieceId) {
        self.facts.adding.insert(kind);
        self.trust_from(addr);
    }

    /// Takes all that follows on an instruction to be in order.
    fn trust_from(&mut self, addr: Addr) {
        let mut open = vec![addr];
        while let Some(at) = open.pop() {
            // What follows on a trusted instruction is trusted.
            if at.index() < self.trusted.len() && !std::mem::replace(&mut self.trusted[at.index()], true) {
                self.facts.ops[at.index()] = ALL;
                open.extend(successors(self.program, at).into_iter().flatten());
            }
        }
    }

    /// The number of instructions of a block; `None` if it is too large to be followed.
    fn size(&mut self, addr: Addr) -> Option<usize> {
        let mut found = FxHashSet::default();
        let mut open = vec![addr];
        while let Some(at) = open.pop() {
            if at.index() < self.program.code.len() && found.insert(at) {
                if found.len() > BLOCK_LIMIT / 4 {
                    self.explored.left = self.explored.left.saturating_sub(found.len());
                    return None;
                }
                open.extend(successors(self.program, at).into_iter().flatten());
            }
        }
        self.explored.left = self.explored.left.saturating_sub(found.len());
        Some(found.len())
    }

    /// Follows a run with all answers. `false` if there are too many of them.
    fn follow(&mut self, run: Run, trail: &mut Trail) -> bool {
        let mut open = vec![State { run, known: Known::NOTHING, changes: Changes::default() }];
        while let Some(mut state) = open.pop() {
            loop {
                if trail.budget == 0 {
                    return false;
                }
                trail.budget -= 1;
                let at = state.run.pc();
                let op = self.program.code[at.index()];
                self.facts.ops[at.index()].reached = true;
                if std::mem::replace(&mut self.marks[at.index()], self.round) != self.round {
                    trail.missing -= 1;
                }
                self.note_zone(op, at, state.run.start().player);
                // One instruction at a time: the fuel is gone before the next.
                let event = state.run.advance(self.program, &mut 1);
                for added in state.run.take_log() {
                    match added {
                        Pending::Movement(_) => state.changes.lasting = true,
                        _ => state.changes.pending = true,
                    }
                }
                match event {
                    Event::OutOfFuel(next) => self.went_on(op, at, next),
                    Event::End | Event::Register => {
                        // A step that led nowhere or the end; neither went on.
                        break;
                    }
                    Event::Ask(test, pos) => {
                        if !trail.seen.insert(FxBuildHasher.hash_one(&state)) {
                            break;
                        }
                        let known =
                            [true, false].map(|answer| (answer, self.assume(&state, test, pos, answer)));
                        let mut run = Some(state.run);
                        for (i, (answer, known)) in known.into_iter().enumerate() {
                            let Some(known) = known else { continue };
                            // The last one takes the run itself.
                            let taken = if i == 0 { run.clone() } else { run.take() };
                            let Some(mut run) = taken else { continue };
                            run.answer(self.program, answer);
                            self.went_on(op, at, run.pc());
                            open.push(State { run, known, changes: state.changes });
                        }
                        break;
                    }
                    Event::AskLast { .. } => {
                        if !trail.seen.insert(FxBuildHasher.hash_one(&state)) {
                            break;
                        }
                        self.facts.ops[at.index()].fell_through = true;
                        for &pos in self.positions.iter().take(LAST_PLACES) {
                            let mut run = state.run.clone();
                            run.go_to(pos);
                            open.push(State { run, known: Known::NOTHING, changes: state.changes });
                        }
                        // From other places it may go on otherwise.
                        self.trust_from(Addr(at.0 + 1));
                        break;
                    }
                    Event::Add(added) => {
                        trail.adds = true;
                        self.facts.ops[at.index()].fell_through = true;
                        let stays = matches!(added.last, Effect::Move { from, to, .. } if from == to);
                        if stays && added.promote.is_none() && state.changes == Changes::default() {
                            self.facts.idle_adds.insert(at);
                        }
                        state.changes.pending &= added.more;
                    }
                }
            }
        }
        true
    }

    fn went_on(&mut self, op: Op, at: Addr, next: Addr) {
        let seen = &mut self.facts.ops[at.index()];
        if next.0 == at.0 + 1 {
            seen.fell_through = true;
        }
        if let Op::Branch { target, .. } | Op::Jump(target) = op
            && target == next
        {
            seen.branched = true;
        }
        if matches!(op, Op::Call(_)) {
            seen.fell_through = true;
        }
    }

    /// Notes who asks for a zone. Asked of a named position, the zone tells who is asking: that is meant.
    fn note_zone(&mut self, op: Op, at: Addr, player: PlayerId) {
        if let Op::Branch { test: Test::InZone(zone), at: place, .. } = op
            && !matches!(place, At::Pos(_))
        {
            self.facts.zone_tests.entry((zone, player)).or_insert(at);
        }
    }

    /// What is known if the test has this answer; `None` if it cannot have.
    fn assume(&self, state: &State, test: Test, pos: PosId, answer: bool) -> Option<Known> {
        let start = state.run.start();
        let tables = &self.program.tables;
        if !start.is_drop && pos == start.pos {
            let is = match test {
                Test::Empty | Test::Enemy => Some(false),
                Test::Friend => Some(true),
                Test::Neutral => Some(tables.is_neutral[start.player.index()]),
                Test::Piece(kind) => Some(kind == start.kind),
                _ => None,
            };
            if let Some(is) = is {
                return (is == answer).then_some(state.known);
            }
        }
        let mut known =
            if state.known.pos == Some(pos) { state.known } else { self.nothing_of(pos, start.player) };
        match test {
            Test::Empty => known.hold(EMPTY, answer)?,
            Test::Friend => known.hold(FRIEND, answer)?,
            Test::Enemy => known.hold(ENEMY, answer)?,
            Test::Neutral => known.hold(NEUTRAL, answer)?,
            Test::Piece(kind) => known.be(kind, answer, self.uses)?,
            // Only a piece has attributes.
            Test::Attr(_) if answer => known.hold(EMPTY, false)?,
            _ => {}
        }
        Some(known)
    }

    /// What is known of a place that was not asked about.
    fn nothing_of(&self, pos: PosId, player: PlayerId) -> Known {
        Known { pos: Some(pos), may_hold: self.may_hold[player.index()], kind: None }
    }
}

/// What may stand on a place, seen by a player: only players who may own pieces can have one there.
fn may_hold(player: PlayerId, program: &Program, uses: &Uses) -> u8 {
    uses.owned.iter().fold(EMPTY, |may_hold, &(owner, _)| {
        may_hold
            | if owner == player {
                FRIEND
            } else if program.tables.is_neutral[owner.index()] {
                NEUTRAL
            } else {
                ENEMY
            }
    })
}

/// The instructions that may follow on one, whatever the answers.
fn successors(program: &Program, at: Addr) -> [Option<Addr>; 2] {
    let next = Addr(at.0 + 1);
    match program.code[at.index()] {
        Op::Jump(target) => [Some(target), None],
        Op::Branch { target, .. } | Op::Call(target) => [Some(target), Some(next)],
        Op::Return | Op::End => [None, None],
        _ => [Some(next), None],
    }
}

/// The instructions that may be reached from these.
pub(super) fn reachable(program: &Program, from: impl Iterator<Item = Addr>) -> FxHashSet<Addr> {
    let mut open: Vec<Addr> = from.collect();
    let mut found = FxHashSet::default();
    while let Some(at) = open.pop() {
        if at.index() < program.code.len() && found.insert(at) {
            open.extend(successors(program, at).into_iter().flatten());
        }
    }
    found
}

const EMPTY: u8 = 1;
const FRIEND: u8 = 2;
const ENEMY: u8 = 4;
const NEUTRAL: u8 = 8;

/// What is known of the place that was asked about last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Known {
    pos: Option<PosId>,
    /// What may stand there: of `EMPTY` and its kind.
    may_hold: u8,
    /// The type of piece that does.
    kind: Option<PieceId>,
}

impl Known {
    const NOTHING: Known = Known { pos: None, may_hold: 0, kind: None };

    /// It is (or is not) this; `None` if that cannot be.
    fn hold(&mut self, what: u8, answer: bool) -> Option<()> {
        self.may_hold &= if answer { what } else { !what };
        (self.may_hold != 0).then_some(())
    }

    /// A piece of the type stands there (or does not).
    fn be(&mut self, kind: PieceId, answer: bool, uses: &Uses) -> Option<()> {
        if !answer {
            return (self.kind != Some(kind)).then_some(());
        }
        if self.kind.is_some_and(|known| known != kind) || !uses.kinds.contains(&kind) {
            return None;
        }
        self.kind = Some(kind);
        self.hold(EMPTY, false)
    }
}
