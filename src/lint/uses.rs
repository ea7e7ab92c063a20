//! What a program names.

use crate::compile::goal::Place;
use crate::compile::{At, GoalCode, GoalExpr, Kind, Op, Owner, Program, Step, Test, Then};
use crate::ids::{DirId, MoveTypeId, PieceId, PlayerId, ZoneId};
use crate::resolve::Rules;
use rustc_hash::FxHashSet;

/// What the blocks and goals of a variant name, wherever it stands.
pub(super) struct Uses {
    /// Directions, those that others mean for some player too.
    pub(super) directions: FxHashSet<DirId>,
    /// Those of them that are named themselves.
    pub(super) named: FxHashSet<DirId>,
    /// Zones.
    pub(super) zones: FxHashSet<ZoneId>,
    /// Attributes that are asked for, as bits.
    pub(super) attributes_read: u64,
    /// Attributes that are set, as bits.
    pub(super) attributes_set: u64,
    /// Types with which a partial move goes on, or that attacks are asked for.
    pub(super) move_types: FxHashSet<MoveTypeId>,
    /// Some partial move goes on with any type.
    pub(super) goes_on_with_any: bool,
    /// `(player, type)` of pieces that may come to exist: an upper bound.
    pub(super) owned: FxHashSet<(PlayerId, PieceId)>,
    /// Piece types that may come to exist.
    pub(super) kinds: FxHashSet<PieceId>,
}

impl Uses {
    pub(super) fn new(rules: &Rules, program: &Program) -> Self {
        let mut uses = Self {
            directions: FxHashSet::default(),
            named: FxHashSet::default(),
            zones: FxHashSet::default(),
            attributes_read: 0,
            attributes_set: 0,
            move_types: FxHashSet::default(),
            goes_on_with_any: false,
            owned: FxHashSet::default(),
            kinds: FxHashSet::default(),
        };
        uses.start(rules);
        let players = || (0..rules.players.len()).map(PlayerId::from_index);
        let mut changes_owner = false;
        for op in &program.code {
            changes_owner |= matches!(op, Op::Flip(_) | Op::ChangeOwner(..));
            uses.op(*op, rules, players());
        }
        if changes_owner {
            let kinds = uses.kinds.clone();
            uses.owned.extend(players().flat_map(|player| kinds.iter().map(move |&kind| (player, kind))));
        }
        program.goals.iter().for_each(|goal| uses.goal(goal));
        uses.mean_others(rules);
        uses
    }

    /// The pieces of the initial position.
    fn start(&mut self, rules: &Rules) {
        let placed = rules.setup.iter().map(|p| (p.player, p.piece));
        let waiting = rules.stocks.iter().filter(|s| s.count > 0).map(|s| (s.player, s.piece));
        for (player, piece) in placed.chain(waiting) {
            self.owned.insert((player, piece));
            self.kinds.insert(piece);
        }
    }

    fn op(&mut self, op: Op, rules: &Rules, players: impl Iterator<Item = PlayerId>) {
        match op {
            Op::Step(dir) | Op::StepOpposite(dir) => drop(self.directions.insert(dir)),
            Op::Add { then, promote, .. } => {
                match then {
                    Then::Type(t) => drop(self.move_types.insert(t)),
                    Then::Any => self.goes_on_with_any = true,
                    Then::End => {}
                }
                if let Some(kind) = promote {
                    self.appears(players, kind);
                }
            }
            Op::Capture(at) | Op::Flip(at) | Op::ChangeOwner(_, at) => self.place(at),
            Op::ChangeType(kind, at) => {
                self.place(at);
                self.appears(players, kind);
            }
            Op::Create(owner, kind, at) => {
                self.place(at);
                if let Kind::Piece(kind) = kind {
                    match owner {
                        Owner::Player(player) => self.appears(std::iter::once(player), kind),
                        Owner::Mover => self.appears(players, kind),
                    }
                } else if let Owner::Player(player) = owner {
                    // The type is that of whatever piece runs the block.
                    let all = (0..rules.pieces.len()).map(PieceId::from_index);
                    self.owned.extend(all.map(|kind| (player, kind)));
                }
            }
            Op::SetAttr(attr, _, at) => {
                self.place(at);
                self.attributes_set |= 1 << attr.0;
            }
            Op::SetPosFlag(_, _, at) => self.place(at),
            Op::Branch { test, at, .. } => {
                self.place(at);
                match test {
                    Test::Attr(attr) => self.attributes_read |= 1 << attr.0,
                    Test::InZone(zone) => drop(self.zones.insert(zone)),
                    Test::AttackedBy(t) | Test::DefendedBy(t) => drop(self.move_types.insert(t)),
                    Test::AdjacentToEnemy => {
                        self.directions.extend((0..rules.board.directions.len()).map(DirId::from_index));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn appears(&mut self, players: impl Iterator<Item = PlayerId>, kind: PieceId) {
        self.kinds.insert(kind);
        self.owned.extend(players.map(|player| (player, kind)));
    }

    fn place(&mut self, at: At) {
        if let At::Dir(dir) | At::Opposite(dir) = at {
            self.directions.insert(dir);
        }
    }

    fn goal(&mut self, goal: &GoalCode) {
        goal.expr.walk(&mut |expr, _| match expr {
            GoalExpr::Absolute(config) => {
                self.zones.extend(config.places.iter().filter_map(|place| match place {
                    Place::Zone(zone) => Some(*zone),
                    Place::Pos(_) => None,
                }));
            }
            GoalExpr::Relative(pattern) => {
                self.directions.extend(pattern.steps.iter().filter_map(|step| match step {
                    Step::Dir(dir) => Some(*dir),
                    Step::Holder(_) => None,
                }));
            }
            _ => {}
        });
    }

    /// A direction that another one means for some player is used with it.
    fn mean_others(&mut self, rules: &Rules) {
        self.named = self.directions.clone();
        for meanings in &rules.board.symmetry {
            self.directions.extend(self.named.iter().map(|dir| meanings[dir.index()]));
        }
    }
}
