//! Configurations that win: rows of pieces, sets of places, single places and zones.

use crate::compile::{Config, GoalExpr, Holder, NO_POS, Step};
use crate::deep::deep;
use crate::game::bits::Bits;
use crate::game::core::Cx;
use crate::game::state::Code;
use crate::ids::{PlayerId, PosId};
use crate::resolve::rules::GoalLineKind;
use rustc_hash::FxHashSet;

use crate::compile::goal::HolderPart;

/// No more rows than this are watched.
const MOST_LINES: usize = 30_000;
/// What a row is worth that lacks one piece, two, three, and so on.
const WORTH: [i32; 6] = [150, 45, 12, 4, 1, 0];

/// A set of places that a player must hold all of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aim {
    /// Who wins by it.
    pub player: PlayerId,
    /// Whose pieces must stand there.
    pub codes: Vec<Code>,
    /// The places; of a zone one is enough.
    pub places: Vec<Vec<PosId>>,
    /// It comes from a relative configuration: there are many like it.
    pub is_row: bool,
}

/// What the win and loss conditions ask players to hold.
pub(super) fn aims<B: Bits>(cx: &Cx<B>) -> Vec<Aim> {
    let mut finder = Finder { cx, aims: Vec::new(), seen: FxHashSet::default() };
    for goal in &cx.program.goals {
        for &player in &goal.players {
            let winners: Vec<PlayerId> = match goal.kind {
                GoalLineKind::Win => vec![player],
                GoalLineKind::Loss => cx.goals.contenders.iter().copied().filter(|&p| p != player).collect(),
                _ => continue,
            };
            finder.goal(&goal.expr, player, &winners);
        }
    }
    finder.aims
}

struct Finder<'a, B> {
    cx: &'a Cx<B>,
    aims: Vec<Aim>,
    seen: FxHashSet<Aim>,
}

impl<B: Bits> Finder<'_, B> {
    fn goal(&mut self, expr: &GoalExpr, player: PlayerId, winners: &[PlayerId]) {
        match expr {
            GoalExpr::And(parts) | GoalExpr::Or(parts) => {
                parts.iter().for_each(|part| deep(|| self.goal(part, player, winners)));
            }
            GoalExpr::Absolute(config) => self.absolute(config, player, winners),
            GoalExpr::Relative(pattern) => {
                for start in 0..self.cx.tables().positions {
                    self.relative(&pattern.steps, PosId::from_index(start), player, winners);
                }
            }
            _ => {}
        }
    }

    fn absolute(&mut self, config: &Config, player: PlayerId, winners: &[PlayerId]) {
        let tables = self.cx.tables();
        let places: Vec<Vec<PosId>> = config.places.iter().map(|p| p.positions(tables, player)).collect();
        self.aim(&config.holder, player, winners, places, false);
    }

    fn relative(&mut self, steps: &[Step], start: PosId, player: PlayerId, winners: &[PlayerId]) {
        let mut pos = start;
        let mut places = Vec::new();
        let mut holder = None;
        for step in steps {
            match step {
                Step::Dir(dir) => {
                    pos = self.cx.tables().next(player, *dir, pos);
                    if pos == NO_POS {
                        return;
                    }
                }
                Step::Holder(h) if matches!(h.any_of[..], [HolderPart::Empty]) => {}
                Step::Holder(h) => {
                    holder.get_or_insert(h);
                    places.push(vec![pos]);
                }
            }
        }
        if let Some(holder) = holder {
            self.aim(holder, player, winners, places, true);
        }
    }

    fn aim(
        &mut self,
        holder: &Holder,
        player: PlayerId,
        winners: &[PlayerId],
        mut places: Vec<Vec<PosId>>,
        is_row: bool,
    ) {
        let codes: Vec<Code> = (1..=(self.cx.tables().players * self.cx.tables().pieces) as Code)
            .filter(|&code| {
                let piece = (self.cx.codes.player(code), self.cx.codes.kind(code));
                !holder.any_of.iter().any(|p| matches!(p, HolderPart::NotOwn(_) | HolderPart::Empty))
                    && holder.is_met(player, Some(piece))
            })
            .collect();
        if codes.is_empty() || places.is_empty() || places.iter().any(Vec::is_empty) {
            return;
        }
        places.sort_unstable();
        places.dedup();
        for &winner in winners {
            // A row of one's own pieces that loses is nothing to work for.
            if codes.iter().all(|&c| self.cx.codes.player(c) != winner) {
                continue;
            }
            let aim = Aim { player: winner, codes: codes.clone(), places: places.clone(), is_row };
            if self.aims.len() < MOST_LINES && self.seen.insert(aim.clone()) {
                self.aims.push(aim);
            }
        }
    }
}

/// Rows whose places are counted as pieces come and go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    rows: Vec<Row>,
    /// For each position the rows through it.
    at: Vec<Vec<u32>>,
    /// For each set of pieces and code whether it is in it.
    sets: Vec<Vec<bool>>,
}

#[derive(Clone, Debug)]
struct Row {
    player: PlayerId,
    set: u16,
    len: u8,
}

/// How many of a row's places are held, and how many are taken by others.
pub(crate) type Counts = Vec<(u8, u8)>;

impl Lines {
    pub(super) fn new(aims: &[Aim], positions: usize, codes: usize) -> Lines {
        let mut lines = Lines { rows: Vec::new(), at: vec![Vec::new(); positions], sets: Vec::new() };
        let mut known: Vec<&[Code]> = Vec::new();
        for aim in aims {
            let single = aim.places.iter().all(|p| p.len() == 1);
            if aim.places.len() < 2 || aim.places.len() > 200 || !single {
                continue;
            }
            let set = known.iter().position(|&k| k == aim.codes).unwrap_or_else(|| {
                known.push(&aim.codes);
                lines.sets.push((0..codes).map(|c| aim.codes.contains(&(c as Code))).collect());
                known.len() - 1
            });
            let row = lines.rows.len() as u32;
            aim.places.iter().for_each(|p| lines.at[p[0].index()].push(row));
            lines.rows.push(Row { player: aim.player, set: set as u16, len: aim.places.len() as u8 });
        }
        lines
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Counts for an empty board.
    pub fn counts(&self) -> Counts {
        vec![(0, 0); self.rows.len()]
    }

    /// What stands on a position has changed; gives the change of the score, with the sign of each
    /// player from `signs`.
    pub fn change(&self, counts: &mut Counts, signs: &[i32], pos: PosId, old: Code, new: Code) -> i32 {
        let mut sum = 0;
        for &index in &self.at[pos.index()] {
            let row = &self.rows[index as usize];
            let set = &self.sets[usize::from(row.set)];
            let count = &mut counts[index as usize];
            let before = row.worth(*count);
            if old != 0 {
                if set[usize::from(old)] { count.0 -= 1 } else { count.1 -= 1 }
            }
            if new != 0 {
                if set[usize::from(new)] { count.0 += 1 } else { count.1 += 1 }
            }
            sum += (row.worth(*count) - before) * signs[row.player.index()];
        }
        sum
    }
}

impl Row {
    #[inline]
    fn worth(&self, (held, taken): (u8, u8)) -> i32 {
        if taken > 0 || held == 0 {
            return 0;
        }
        WORTH.get(usize::from(self.len.saturating_sub(held + 1))).copied().unwrap_or(0)
    }
}
