//! Who plays with whom: every player is one of two sides, or chance.

use crate::game::Outcome;
use crate::ids::PlayerId;
use crate::resolve::Rules;

/// Who decides at a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// One of the two sides, 0 or 1.
    Player(u8),
    /// A random player.
    Chance,
}

/// The sides of all players, for one search.
///
/// Of two players each is a side. Of more, the one who searches is one side and all the others are the
/// other: the search is prepared for the worst that they can do together.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    /// For each turn-order entry.
    entries: Vec<Side>,
    /// For each player; none for neutral and random ones.
    players: Vec<Option<u8>>,
}

impl Sides {
    /// The sides as `searcher` sees them.
    pub fn new(rules: &Rules, searcher: PlayerId) -> Sides {
        let contenders: Vec<PlayerId> = rules.contenders().collect();
        let side = |player: PlayerId| -> u8 {
            match contenders[..] {
                [a, b] => u8::from(player == b && a != b),
                _ => u8::from(player != searcher),
            }
        };
        let players: Vec<Option<u8>> = (0..rules.players.len())
            .map(PlayerId::from_index)
            .map(|p| contenders.contains(&p).then(|| side(p)))
            .collect();
        let entries = rules
            .turn_order
            .entries
            .iter()
            .map(|e| players[e.mover.index()].map_or(Side::Chance, Side::Player))
            .collect();
        Sides { entries, players }
    }

    /// Who decides at an entry of the turn order.
    #[inline]
    pub fn at(&self, entry: u16) -> Side {
        self.entries[usize::from(entry)]
    }

    /// The side of a player.
    pub fn of(&self, player: PlayerId) -> Option<u8> {
        self.players[player.index()]
    }

    /// Whether the sides take turns strictly.
    pub fn alternate(&self, repeat: usize) -> bool {
        let cycle = &self.entries[repeat..];
        cycle.len().is_multiple_of(2)
            && cycle.iter().enumerate().all(|(i, &side)| side == cycle[i % 2])
            && matches!(cycle[..2], [Side::Player(a), Side::Player(b)] if a != b)
    }

    /// 1 if the outcome is good for a side, -1 if bad, 0 if neither.
    pub fn result(&self, outcome: &Outcome, side: u8) -> i32 {
        match (outcome.winner, outcome.loser) {
            (Some(winner), _) => match self.of(winner) {
                Some(s) if s == side => 1,
                Some(_) => -1,
                None => 0,
            },
            (None, Some(loser)) => match self.of(loser) {
                Some(s) if s == side => -1,
                _ => 0,
            },
            (None, None) => 0,
        }
    }
}
