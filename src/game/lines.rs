//! Where a relative configuration can match: lines of positions.

use super::bits::Bits;
use super::state::{Code, State};
use crate::compile::{Holder, HolderPart, NO_POS, Pattern, Step, Tables};
use crate::ids::{PieceId, PlayerId, PosId};

/// The lines of one pattern for one player.
#[derive(Debug, Default)]
pub struct Lines {
    /// What must stand on the positions of a line, in order.
    pub holders: Vec<Holder>,
    /// Every position of every line must hold this type of the player.
    pub kind: Option<PieceId>,
    cells: Vec<PosId>,
    /// For each position the lines through it; `None` if there are too many to be listed.
    pub through: Option<Vec<Vec<u32>>>,
}

/// No more positions in all lines of a pattern are listed.
const CELL_LIMIT: usize = 1 << 20;

/// What the lines of all patterns of a game may hold, in cells; what has no room is looked for on the
/// board instead. Real games need a small part of it.
pub const ROOM: usize = 1 << 23;
/// What a position without lines takes, in cells.
const EMPTY_LIST: usize = 4;

impl Lines {
    /// The lines of a pattern; of a player for whom it is not tested none are listed, nor beyond `room`,
    /// which is what is left of [`ROOM`].
    pub fn new(
        pattern: &Pattern,
        player: PlayerId,
        tables: &Tables,
        is_tested: bool,
        room: &mut usize,
    ) -> Lines {
        let holders: Vec<Holder> = holders(pattern).cloned().collect();
        let cells = holders.len() * tables.positions;
        let taken = cells + EMPTY_LIST * tables.positions;
        if !is_tested || cells > CELL_LIMIT || taken > *room {
            return Lines::default();
        }
        *room -= taken;
        let kind = match holders.first() {
            Some(first) => {
                only_kind(first).filter(|kind| holders.iter().all(|h| only_kind(h) == Some(*kind)))
            }
            None => None,
        };
        let mut lines = Lines { holders, kind, cells: Vec::new(), through: None };
        let mut through = vec![Vec::new(); tables.positions];
        for start in (0..tables.positions).map(PosId::from_index) {
            let Some(line) = Lines::from(pattern, player, tables, start) else { continue };
            let index = lines.count();
            for (pos, _) in &line {
                let list: &mut Vec<u32> = &mut through[pos.index()];
                if list.last() != Some(&index) {
                    list.push(index);
                }
            }
            lines.cells.extend(line.iter().map(|l| l.0));
        }
        lines.through = Some(through);
        lines
    }

    /// The positions of the line that starts somewhere, with what must stand there; `None` if it
    /// leads off the board.
    pub fn from<'p>(
        pattern: &'p Pattern,
        player: PlayerId,
        tables: &Tables,
        start: PosId,
    ) -> Option<Vec<(PosId, &'p Holder)>> {
        let mut pos = start;
        let mut line = Vec::new();
        for step in &pattern.steps {
            match step {
                Step::Dir(dir) => {
                    pos = tables.next(player, *dir, pos);
                    if pos == NO_POS {
                        return None;
                    }
                }
                Step::Holder(holder) => line.push((pos, holder)),
            }
        }
        Some(line)
    }

    /// Number of lines.
    pub fn count(&self) -> u32 {
        (self.cells.len() / self.holders.len().max(1)) as u32
    }

    /// The positions of a line.
    pub fn cells(&self, line: u32) -> &[PosId] {
        let len = self.holders.len();
        &self.cells[line as usize * len..(line as usize + 1) * len]
    }
}

/// Longer rows are looked for as any other lines: listing them by each of their positions would take too much room.
const ROW_LIMIT: usize = 16;

/// So many rows are looked at in one step: most positions have about as many, so that steps are easily foretold.
const STEP: usize = 4;

/// Rows of one kind of piece, by what stands on one of their positions.
#[derive(Debug, Default)]
pub struct Rows {
    /// For whom they count, in the order of the goal.
    pub players: Vec<PlayerId>,
    /// By code.
    by_code: Vec<Option<RowsOf>>,
}

#[derive(Debug)]
struct RowsOf {
    /// How many positions there are in a row besides the one that it is looked up by.
    others: usize,
    /// For each position those of all rows through it, without itself.
    through: Vec<Vec<PosId>>,
    /// The same as sets, on boards of up to 64 positions; else none. The last step is filled up.
    masks: Vec<Vec<[u64; STEP]>>,
}

/// Sets of positions in steps, the last one filled up with its first.
fn in_steps(masks: impl Iterator<Item = u64>) -> Vec<[u64; STEP]> {
    let masks: Vec<u64> = masks.collect();
    let step = |chunk: &[u64]| std::array::from_fn(|i| chunk.get(i).copied().unwrap_or(chunk[0]));
    masks.chunks(STEP).map(step).collect()
}

impl Rows {
    /// Adds the lines of a player. `None` if they are of more than one kind of piece, or differ from others of the
    /// kind in their length, or a line comes to a position twice.
    pub fn add(&mut self, player: PlayerId, lines: &Lines, tables: &Tables) -> Option<()> {
        let (kind, through) = (lines.kind?, lines.through.as_ref()?);
        let others = lines.holders.len().checked_sub(1).filter(|others| (1..ROW_LIMIT).contains(others))?;
        if !self.players.contains(&player) {
            self.players.push(player);
        }
        let code = 1 + player.index() * tables.pieces + kind.index();
        if self.by_code.len() <= code {
            self.by_code.resize_with(code + 1, || None);
        }
        let words = if tables.positions <= 64 { tables.positions } else { 0 };
        let empty =
            || RowsOf { others, through: vec![Vec::new(); tables.positions], masks: vec![Vec::new(); words] };
        let rows = self.by_code[code].get_or_insert_with(empty);
        if rows.others != others {
            return None;
        }
        for (pos, here) in (0..).map(PosId::from_index).zip(through) {
            for &line in here {
                let row = &mut rows.through[pos.index()];
                let before = row.len();
                row.extend(lines.cells(line).iter().filter(|&&other| other != pos));
                if row.len() != before + others {
                    return None;
                }
            }
            if let Some(masks) = rows.masks.get_mut(pos.index()) {
                let row = rows.through[pos.index()].chunks_exact(others);
                *masks = in_steps(row.map(|row| row.iter().fold(0, |set, other| set | 1 << other.index())));
            }
        }
        Some(())
    }

    /// Whether a row of this piece goes through a position where it stands.
    #[inline]
    pub fn is_complete<B: Bits>(&self, code: Code, pos: PosId, state: &State<B>) -> bool {
        let Some(Some(rows)) = self.by_code.get(usize::from(code)) else { return false };
        if let (Some(masks), [set]) = (rows.masks.get(pos.index()), state.by_code[usize::from(code)].words())
        {
            let holds = |step: &[u64; STEP]| step.iter().fold(false, |any, mask| any | (set & mask == *mask));
            return masks.iter().any(holds);
        }
        let mut others = rows.through[pos.index()].chunks_exact(rows.others);
        others.any(|row| row.iter().all(|pos| state.cells[pos.index()] == code))
    }
}

fn holders(pattern: &Pattern) -> impl Iterator<Item = &Holder> {
    pattern.steps.iter().filter_map(|step| match step {
        Step::Holder(holder) => Some(holder),
        Step::Dir(_) => None,
    })
}

fn only_kind(holder: &Holder) -> Option<PieceId> {
    match &holder.any_of[..] {
        [HolderPart::Own(kinds)] => match kinds[..] {
            [kind] => Some(kind),
            _ => None,
        },
        _ => None,
    }
}
