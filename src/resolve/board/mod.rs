//! The board: its forms are carried out in the order written.

mod grid;
mod links;
mod opposite;
mod zones;

use super::overlay::Overlay;
use super::players;
use super::report::Report;
use super::rules::{Board, Direction, Grid, Player, Position, PositionKind, Zone};
use crate::ast::board::{BoardDef, BoardItem};
use crate::ast::place::{Place, Word};
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{DirId, PosId};
use crate::names::IndexMap;
use smol_str::SmolStr;

/// Positions at most.
const MAX_POSITIONS: usize = 65_000;

/// Directions times positions at most: the size of the table of links.
const MAX_LINKS: usize = 8_000_000;

/// Players times directions times positions at most.
const MAX_STEPS: usize = 100_000_000;

/// Players times zones times positions at most, sixty-four of these counted as one.
const MAX_ZONE_WORDS: usize = 30_000_000;

/// Links made, or looked at to remove some, at most.
const MAX_WORK: usize = 1_000_000_000;

pub(super) fn board(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    report: &mut Report,
) -> Option<Board> {
    let Some(def) = overlay.board else {
        // What a game lacks is told once.
        if !overlay.has_base {
            let d = overlay.at.diagnostic(&codes::NO_POSITIONS, "the game has no board");
            report.add(d.help("add a `(board ...)` with a grid or positions"));
        }
        return None;
    };
    let mut builder = Builder::new(players, report);
    builder.carry_out(def);
    if builder.positions.is_empty() && builder.is_cut {
        return None;
    }
    if builder.positions.is_empty() {
        let d = def.at.diagnostic(&codes::NO_POSITIONS, "the board has no positions");
        builder.report.add(d.help("add a `(grid ...)` or `(positions ...)` to it"));
        return None;
    }
    if !builder.fits(&def.at) {
        return None;
    }
    Some(builder.finish())
}

/// A board in the making.
struct Builder<'a> {
    players: &'a IndexMap<SmolStr, Player>,
    report: &'a mut Report,
    positions: IndexMap<SmolStr, Position>,
    directions: IndexMap<SmolStr, Direction>,
    /// For each direction its links by position; shorter than the board where the rest has none.
    links: Vec<Vec<Option<PosId>>>,
    /// For each direction its step in the first grid that gives it one.
    steps: Vec<Option<Vec<i32>>>,
    symmetry: Vec<Vec<(DirId, DirId)>>,
    zones: IndexMap<SmolStr, Zone>,
    zone_entries: usize,
    grids: Vec<Grid>,
    /// Links looked at so far.
    work: usize,
    /// Something was left out because of its size; then it is no wonder that names are not known.
    is_cut: bool,
}

impl<'a> Builder<'a> {
    fn new(players: &'a IndexMap<SmolStr, Player>, report: &'a mut Report) -> Self {
        Self {
            players,
            report,
            positions: IndexMap::default(),
            directions: IndexMap::default(),
            links: Vec::new(),
            steps: Vec::new(),
            symmetry: vec![Vec::new(); players.len()],
            zones: IndexMap::default(),
            zone_entries: 0,
            grids: Vec::new(),
            work: 0,
            is_cut: false,
        }
    }

    /// Counts work on links; `false` when the board has taken too much of it.
    fn charge(&mut self, links: usize, at: &Place) -> bool {
        self.work = self.work.saturating_add(links);
        if self.work > MAX_WORK {
            let d = at.diagnostic(&codes::TOO_MANY, "the board takes too much work to make");
            self.report.add(d.label("this and what follows is left out"));
        }
        self.work <= MAX_WORK
    }

    fn carry_out(&mut self, def: &BoardDef) {
        for item in &def.items {
            match item {
                BoardItem::Image(_) => {}
                BoardItem::Grid(grid) => self.grid(grid),
                BoardItem::Positions(list) => {
                    for (name, rect) in list {
                        self.single_position(name, *rect);
                    }
                }
                BoardItem::Links(dir, pairs) => self.add_links(dir, pairs),
                BoardItem::Unlink(list) => list.iter().for_each(|u| self.unlink(u)),
                BoardItem::Kill(names) => names.iter().for_each(|n| self.kill(n)),
                BoardItem::Dummy(names) => names.iter().for_each(|n| self.dummy(n)),
                BoardItem::Symmetry(player, pairs) => self.add_symmetry(player, pairs),
                BoardItem::Zone(zone) => self.zone(zone),
            }
        }
    }

    fn single_position(&mut self, name: &Word, rect: [i32; 4]) {
        if let Some(known) = self.positions.get(&name.text)
            && known.kind != PositionKind::Killed
        {
            self.report.add(
                name.at
                    .diagnostic(
                        &codes::DUPLICATE_POSITION,
                        format!("the position `{}` is defined twice", name.text),
                    )
                    .with(known.span, "defined here before"),
            );
        }
        if let Some(pos) = self.add_position(&name.text, &name.at, PositionKind::Square) {
            self.positions[pos.index()].rect = Some(rect);
        }
    }

    fn dummy(&mut self, name: &Word) {
        if let Some(pos) = self.add_position(&name.text, &name.at, PositionKind::Dummy) {
            self.positions[pos.index()].kind = PositionKind::Dummy;
        }
    }

    fn kill(&mut self, name: &Word) {
        let Some(pos) = self.position(name) else { return };
        self.positions[pos.index()].kind = PositionKind::Killed;
        self.isolate(pos, &name.at);
    }

    /// The position of this name, made if there is none; a killed one comes back.
    fn add_position(&mut self, name: &SmolStr, at: &Place, kind: PositionKind) -> Option<PosId> {
        if let Some((index, _, known)) = self.positions.get_full_mut(name) {
            if known.kind == PositionKind::Killed {
                known.kind = kind;
            }
            return Some(PosId::from_index(index));
        }
        if self.positions.len() == MAX_POSITIONS
            || self.is_full(self.directions.len(), self.positions.len() + 1)
        {
            self.too_many(at, "positions");
            return None;
        }
        let (index, _) = self
            .positions
            .insert_full(name.clone(), Position { kind, rect: None, grid: None, span: at.span });
        Some(PosId::from_index(index))
    }

    /// The direction of this name, made if there is none.
    fn direction(&mut self, name: &Word) -> Option<DirId> {
        if let Some(index) = self.directions.get_index_of(&name.text) {
            return Some(DirId::from_index(index));
        }
        if self.is_full(self.directions.len() + 1, self.positions.len()) {
            self.too_many(&name.at, "directions");
            return None;
        }
        let (index, _) = self.directions.insert_full(name.text.clone(), Direction { span: name.at.span });
        self.links.push(Vec::new());
        self.steps.push(None);
        Some(DirId::from_index(index))
    }

    fn is_full(&self, directions: usize, positions: usize) -> bool {
        directions > usize::from(u16::MAX) || directions.saturating_mul(positions) > MAX_LINKS
    }

    fn too_many(&mut self, at: &Place, what: &str) {
        self.is_cut = true;
        let d = at.diagnostic(&codes::TOO_MANY, format!("the board has too many {what}"));
        self.report.add(
            d.label(format!("at most {MAX_POSITIONS} positions, and {MAX_LINKS} positions times directions")),
        );
    }

    /// Looks a position up; an unknown one is reported, and so is a killed one.
    fn position(&mut self, word: &Word) -> Option<PosId> {
        match self.positions.get_full(&word.text) {
            Some((_, _, known)) if known.kind == PositionKind::Killed => {
                self.report.add(
                    word.at
                        .diagnostic(
                            &codes::KILLED_POSITION,
                            format!("the position `{}` was removed", word.text),
                        )
                        .label("no longer on the board"),
                );
                None
            }
            Some((index, ..)) => Some(PosId::from_index(index)),
            None if self.is_cut => None,
            None => {
                let known = self.positions.keys().map(SmolStr::as_str);
                self.report.unknown(&codes::UNKNOWN_POSITION, word, "position", known);
                None
            }
        }
    }

    /// `(symmetry PLAYER (dir dir)...)`; of pairs for the same direction the later counts.
    fn add_symmetry(&mut self, player: &Word, pairs: &[(Word, Word)]) {
        let player = players::find(player, self.players, self.report);
        for (from, to) in pairs {
            let (from, to) = (self.direction(from), self.direction(to));
            if let (Some(player), Some(from), Some(to)) = (player, from, to) {
                self.symmetry[player.index()].push((from, to));
            }
        }
    }

    /// Whether the tables that each player has of the board are of a size to be made.
    fn fits(&mut self, at: &Place) -> bool {
        let (players, positions) = (self.players.len(), self.positions.len());
        let steps = players * self.directions.len() * positions;
        let zones = players * self.zones.len() * positions.div_ceil(64);
        let message = match (steps > MAX_STEPS, zones > MAX_ZONE_WORDS) {
            (true, _) => "the board has too many positions and directions for so many players",
            (_, true) => "the board has too many positions and zones for so many players",
            _ => return true,
        };
        self.report.add(at.diagnostic(&codes::TOO_MANY, message));
        false
    }

    fn finish(mut self) -> Board {
        let opposites = self.opposites();
        let (dirs, size) = (self.directions.len(), self.positions.len());
        let mut links = Vec::with_capacity(dirs * size);
        for row in &mut self.links {
            row.resize(size, None);
            links.extend_from_slice(row);
        }
        let symmetry = self
            .symmetry
            .iter()
            .map(|pairs| {
                let mut row: Vec<DirId> = (0..dirs).map(DirId::from_index).collect();
                pairs.iter().for_each(|(from, to)| row[from.index()] = *to);
                row
            })
            .collect();
        self.finish_zones();
        Board {
            positions: self.positions,
            directions: self.directions,
            links,
            opposites,
            symmetry,
            zones: self.zones,
            grids: self.grids,
        }
    }
}
