//! What depends on the board and the players alone, as dense tables.

use super::goal::{Config, GoalCode};
use crate::ids::{DirId, PieceId, PlayerId, PosId, ZoneId};
use crate::resolve::Rules;
use crate::resolve::rules::{GoalLineKind, PositionKind};

/// "No position" in tables.
pub const NO_POS: PosId = PosId(u16::MAX);

/// Board tables of one variant.
#[derive(Debug)]
pub struct Tables {
    /// Number of positions, killed ones included.
    pub positions: usize,
    /// Number of directions.
    pub directions: usize,
    /// Number of players.
    pub players: usize,
    /// Number of piece types.
    pub pieces: usize,
    /// Number of zones.
    zones: usize,
    /// Words in a set of positions.
    words: usize,
    /// `next[(player * directions + dir) * positions + pos]`, symmetry applied.
    next: Vec<PosId>,
    /// The same for `(opposite dir)`.
    opposite: Vec<PosId>,
    /// Bit sets, `zone[(player * zones + zone) * words ..]`.
    zone: Vec<u64>,
    /// Bit sets, `goal_positions[player * words ..]`.
    goal_positions: Vec<u64>,
    /// Positions on which drops are tried, in board order.
    pub squares: Vec<PosId>,
    /// Initial attributes of each piece type.
    pub initial_attrs: Vec<u64>,
    /// The attributes that each piece type has.
    pub has_attrs: Vec<u64>,
    /// For each player the next one for `flip`.
    pub flip: Vec<PlayerId>,
    /// For each player: is it neutral?
    pub is_neutral: Vec<bool>,
    /// For each player: is it random?
    pub is_random: Vec<bool>,
}

impl Tables {
    pub(super) fn new(rules: &Rules, goals: &[GoalCode]) -> Tables {
        let board = &rules.board;
        let (positions, directions) = (board.positions.len(), board.directions.len());
        let players = rules.players.len();
        let zones = board.zones.len();
        let words = positions.div_ceil(64).max(1);
        let mut next = Vec::with_capacity(players * directions * positions);
        let mut opposite = Vec::with_capacity(players * directions * positions);
        for player in 0..players {
            for dir in 0..directions {
                let meant = board.symmetry[player][dir].index();
                let row = meant * positions..(meant + 1) * positions;
                next.extend(board.links[row.clone()].iter().map(|p| p.unwrap_or(NO_POS)));
                opposite.extend(board.opposites[row].iter().map(|p| p.unwrap_or(NO_POS)));
            }
        }
        let mut zone = vec![0; players * zones * words];
        for (z, data) in board.zones.values().enumerate() {
            for (p, set) in data.positions.iter().enumerate() {
                for pos in set.iter().flatten() {
                    set_bit(&mut zone[(p * zones + z) * words..], *pos);
                }
            }
        }
        let squares = board
            .positions
            .values()
            .enumerate()
            .filter(|(_, p)| p.kind == PositionKind::Square)
            .map(|(i, _)| PosId::from_index(i))
            .collect();
        let mut initial_attrs = Vec::new();
        let mut has_attrs = Vec::new();
        for piece in rules.pieces.values() {
            let (mut init, mut has) = (0u64, 0u64);
            for &(attr, value) in &piece.attributes {
                has |= 1 << attr.0;
                init = init & !(1 << attr.0) | u64::from(value) << attr.0;
            }
            initial_attrs.push(init);
            has_attrs.push(has);
        }
        let is_neutral: Vec<bool> = rules.players.values().map(|p| p.is_neutral).collect();
        let is_random: Vec<bool> = rules.players.values().map(|p| p.is_random).collect();
        let flip = (0..players)
            .map(|p| {
                let turns = |&q: &usize| !is_neutral[q] && !is_random[q];
                let next = (p + 1..players).chain(0..p).find(turns);
                PlayerId::from_index(if is_neutral[p] { p } else { next.unwrap_or(p) })
            })
            .collect();
        let mut tables = Tables {
            positions,
            directions,
            players,
            pieces: rules.pieces.len(),
            zones,
            words,
            next,
            opposite,
            zone,
            goal_positions: vec![0; players * words],
            squares,
            initial_attrs,
            has_attrs,
            flip,
            is_neutral,
            is_random,
        };
        tables.find_goal_positions(goals);
        tables
    }

    fn find_goal_positions(&mut self, goals: &[GoalCode]) {
        for goal in goals.iter().filter(|g| g.kind == GoalLineKind::Win) {
            for config in goal.expr.absolute_configs() {
                for &player in &goal.players {
                    let Config { places, .. } = config;
                    let named: Vec<_> = places.iter().flat_map(|p| p.positions(self, player)).collect();
                    for pos in named {
                        let words = self.words;
                        set_bit(&mut self.goal_positions[player.index() * words..], pos);
                    }
                }
            }
        }
    }

    /// The neighbour when `player` is acted for, or [`NO_POS`].
    #[inline(always)]
    pub fn next(&self, player: PlayerId, dir: DirId, pos: PosId) -> PosId {
        self.next[(player.index() * self.directions + dir.index()) * self.positions + pos.index()]
    }

    /// The neighbours of all positions when `player` is acted for, or [`NO_POS`].
    pub fn neighbours(&self, player: PlayerId, dir: DirId) -> &[PosId] {
        let start = (player.index() * self.directions + dir.index()) * self.positions;
        &self.next[start..start + self.positions]
    }

    /// The neighbour in the opposite direction, or [`NO_POS`].
    #[inline(always)]
    pub fn opposite(&self, player: PlayerId, dir: DirId, pos: PosId) -> PosId {
        self.opposite[(player.index() * self.directions + dir.index()) * self.positions + pos.index()]
    }

    /// Whether a position is in a zone of a player.
    #[inline]
    pub fn in_zone(&self, player: PlayerId, zone: ZoneId, pos: PosId) -> bool {
        get_bit(&self.zone[(player.index() * self.zones + zone.index()) * self.words..], pos)
    }

    /// The positions of a zone of a player, as the words of a set.
    pub fn zone_words(&self, player: PlayerId, zone: ZoneId) -> &[u64] {
        let start = (player.index() * self.zones + zone.index()) * self.words;
        &self.zone[start..start + self.words]
    }

    /// The positions of a zone of a player, in board order.
    pub fn zone_positions(&self, player: PlayerId, zone: ZoneId) -> Vec<PosId> {
        (0..self.positions).map(PosId::from_index).filter(|&p| self.in_zone(player, zone, p)).collect()
    }

    /// Whether an absolute configuration of a win condition of the player names the position.
    #[inline]
    pub fn is_goal_position(&self, player: PlayerId, pos: PosId) -> bool {
        get_bit(&self.goal_positions[player.index() * self.words..], pos)
    }

    /// Whether a player is an enemy of another: another one, and not neutral.
    #[inline]
    pub fn is_enemy(&self, of: PlayerId, other: PlayerId) -> bool {
        other != of && !self.is_neutral[other.index()]
    }

    /// The attributes of a piece of type `old` that becomes a `new`: values of
    /// attributes that both have are kept, the others get their initial values.
    pub fn attrs_after_change(&self, attrs: u64, new: PieceId, old: PieceId) -> u64 {
        let shared = self.has_attrs[new.index()] & self.has_attrs[old.index()];
        attrs & shared | self.initial_attrs[new.index()] & !shared
    }
}

fn set_bit(words: &mut [u64], pos: PosId) {
    words[pos.index() / 64] |= 1 << (pos.index() % 64);
}

fn get_bit(words: &[u64], pos: PosId) -> bool {
    words[pos.index() / 64] >> (pos.index() % 64) & 1 != 0
}
