//! The state of play, and how moves change it.

use super::bits::Bits;
use super::hash::{Keys, attr_key};
use super::mv::{Continuation, Effect};
use crate::compile::{NO_POS, Tables};
use crate::ids::{PieceId, PlayerId, PosId};

/// What stands on a position: 0 for nothing, else 1 + player × types + type.
pub type Code = u16;

/// Board, stocks and turn.
#[derive(Clone, Debug, PartialEq)]
pub struct State<B> {
    /// For each position what stands there.
    pub cells: Vec<Code>,
    /// For each position the attributes of what stands there; empty if the game has none.
    pub attrs: Vec<u64>,
    /// All occupied positions.
    pub occupied: B,
    /// By player.
    pub by_player: Vec<B>,
    /// By code.
    pub by_code: Vec<B>,
    /// By attribute: where it is set.
    pub by_attr: Vec<B>,
    /// Number of pieces on the board, by code.
    pub counts: Vec<u16>,
    /// Pieces to be dropped, by code.
    pub stock: Vec<u16>,
    /// Hash of board and stocks.
    pub hash: u64,
    /// What changes once a move.
    pub turn: Turn,
}

/// The part of the state that changes once a move. Aligned so that it is saved and written back in the same
/// wide steps: a load that spans several stores still on their way has to wait for them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Turn {
    /// Turn-order entry to move.
    pub entry: u16,
    /// Round, from 1.
    pub round: u32,
    /// Inside a chain of partial moves: the piece that goes on, and how.
    pub chain: Option<(PosId, Continuation)>,
    /// What `last-from?` sees.
    pub last_from: PosId,
    /// What `last-to?` sees.
    pub last_to: PosId,
    /// Turns completed without progress.
    pub quiet: u32,
    /// The turn in progress has made progress.
    pub progress: bool,
    /// The entry that made the last move; none at the start.
    pub moved: Option<u16>,
}

/// One thing to be undone.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// The cell held this.
    Cell(PosId, Code, u64),
    /// The stock held this.
    Stock(Code, u16),
}

/// Codes of pieces, and what they stand for.
#[derive(Clone, Debug)]
pub struct Codes {
    types: u16,
    players: Box<[PlayerId]>,
    kinds: Box<[PieceId]>,
}

impl Codes {
    /// For so many players and types.
    pub fn new(players: usize, types: usize) -> Codes {
        let codes = players * types;
        Codes {
            types: types as u16,
            // Code 0 is never looked up.
            players: (0..=codes).map(|c| PlayerId((c.saturating_sub(1) / types.max(1)) as u8)).collect(),
            kinds: (0..=codes).map(|c| PieceId((c.saturating_sub(1) % types.max(1)) as u16)).collect(),
        }
    }

    /// The code of a piece.
    #[inline(always)]
    pub fn code(&self, player: PlayerId, kind: PieceId) -> Code {
        1 + u16::from(player.0) * self.types + kind.0
    }

    /// The codes of a player's pieces.
    #[inline(always)]
    pub fn of(&self, player: PlayerId) -> std::ops::Range<Code> {
        let first = self.code(player, PieceId(0));
        first..first + self.types
    }

    /// The codes of the pieces of a type, one for each player.
    #[inline]
    pub fn all(&self, kind: PieceId) -> impl Iterator<Item = Code> {
        (self.code(PlayerId(0), kind)..self.kinds.len() as Code).step_by(usize::from(self.types.max(1)))
    }

    /// The owner. The code is not 0.
    #[inline(always)]
    pub fn player(&self, code: Code) -> PlayerId {
        self.players[usize::from(code)]
    }

    /// The type. The code is not 0.
    #[inline(always)]
    pub fn kind(&self, code: Code) -> PieceId {
        self.kinds[usize::from(code)]
    }
}

/// What applying a move needs besides the state.
pub struct Applier<'a> {
    /// Board tables.
    pub tables: &'a Tables,
    /// Codes.
    pub codes: &'a Codes,
    /// Zobrist keys.
    pub keys: &'a Keys,
    /// Where captured pieces and promotions go.
    pub recycle_captures: bool,
    /// "recycle promotions".
    pub recycle_promotions: bool,
    /// "discard cascades".
    pub discard_cascades: bool,
    /// Undo log.
    pub undo: &'a mut Vec<Undo>,
    /// Codes of the pieces captured by the move.
    pub captured: &'a mut Vec<Code>,
    /// Pieces lifted and not yet put down; reused memory.
    pub lifted: &'a mut Vec<(Code, u64)>,
}

impl<B: Bits> State<B> {
    /// Becomes a copy of another state of the game, in the memory that it has.
    pub fn copy_from(&mut self, other: &State<B>) {
        let State { cells, attrs, occupied, by_player, by_code, by_attr, counts, stock, hash, turn } = other;
        self.cells.copy_from_slice(cells);
        self.attrs.copy_from_slice(attrs);
        self.occupied.clone_from(occupied);
        self.by_player.clone_from_slice(by_player);
        self.by_code.clone_from_slice(by_code);
        self.by_attr.clone_from_slice(by_attr);
        self.counts.copy_from_slice(counts);
        self.stock.copy_from_slice(stock);
        (self.hash, self.turn) = (*hash, *turn);
    }

    /// An empty board, for men with so many attributes.
    pub fn new(tables: &Tables, attributes: usize) -> State<B> {
        let codes = 1 + tables.players * tables.pieces;
        let set = B::empty(tables.positions);
        State {
            cells: vec![0; tables.positions],
            attrs: vec![0; if attributes > 0 { tables.positions } else { 0 }],
            occupied: set.clone(),
            by_player: vec![set.clone(); tables.players],
            by_code: vec![set.clone(); codes],
            by_attr: vec![set; attributes],
            counts: vec![0; codes],
            stock: vec![0; codes],
            hash: 0,
            turn: Turn {
                entry: 0,
                round: 1,
                chain: None,
                last_from: NO_POS,
                last_to: NO_POS,
                quiet: 0,
                progress: false,
                moved: None,
            },
        }
    }

    /// The attributes of what stands there.
    #[inline(always)]
    pub fn attrs_at(&self, pos: PosId) -> u64 {
        self.attrs.get(pos.index()).copied().unwrap_or(0)
    }

    /// The part of the hash that is about a position.
    #[inline]
    pub fn key_at(&self, keys: &Keys, pos: PosId) -> u64 {
        keys.piece_or_none(self.cells[pos.index()], pos) ^ attr_key(pos, self.attrs_at(pos))
    }

    /// Puts something (or nothing, code 0) on a position, whatever was there.
    #[inline]
    pub fn set_cell(&mut self, codes: &Codes, keys: &Keys, pos: PosId, code: Code, attrs: u64) {
        let old = self.cells[pos.index()];
        if old != code {
            self.hash ^= keys.piece_or_none(old, pos) ^ keys.piece_or_none(code, pos);
        }
        if let Some(&a) = self.attrs.get(pos.index())
            && a != attrs
        {
            self.hash ^= attr_key(pos, a) ^ attr_key(pos, attrs);
        }
        self.replace(codes, pos, code, attrs);
    }

    /// The same without the hash.
    #[inline]
    fn replace(&mut self, codes: &Codes, pos: PosId, code: Code, attrs: u64) {
        let old = self.cells[pos.index()];
        if old != code {
            if old != 0 {
                self.flip(codes, old, pos);
                self.counts[usize::from(old)] -= 1;
            }
            if code != 0 {
                self.flip(codes, code, pos);
                self.counts[usize::from(code)] += 1;
            }
            if (old == 0) != (code == 0) {
                self.occupied.flip(pos);
            }
            self.cells[pos.index()] = code;
        }
        if let Some(a) = self.attrs.get_mut(pos.index())
            && *a != attrs
        {
            let mut changed = *a ^ attrs;
            *a = attrs;
            while changed != 0 {
                self.by_attr[changed.trailing_zeros() as usize].flip(pos);
                changed &= changed - 1;
            }
        }
    }

    /// Puts a position in the sets of a piece, or takes it out.
    #[inline(always)]
    fn flip(&mut self, codes: &Codes, code: Code, pos: PosId) {
        self.by_code[usize::from(code)].flip(pos);
        self.by_player[codes.player(code).index()].flip(pos);
    }

    /// Sets a stock.
    pub fn set_stock(&mut self, keys: &Keys, code: Code, count: u16) {
        let slot = &mut self.stock[usize::from(code)];
        self.hash ^= keys.stock(code, *slot) ^ keys.stock(code, count);
        *slot = count;
    }

    /// Takes back what the log holds above `height`, all but the hash.
    #[inline]
    pub fn undo(&mut self, codes: &Codes, undo: &mut Vec<Undo>, height: usize) {
        for change in undo[height..].iter().rev() {
            match *change {
                Undo::Cell(pos, code, attrs) => self.replace(codes, pos, code, attrs),
                Undo::Stock(code, count) => self.stock[usize::from(code)] = count,
            }
        }
        undo.truncate(height);
    }

    /// Takes back what [`State::step`] did, all but the hash.
    #[inline(always)]
    pub fn step_back(&mut self, codes: &Codes, from: PosId, to: PosId, taken: Code) {
        let code = self.cells[to.index()];
        self.cells[from.index()] = code;
        self.cells[to.index()] = taken;
        self.flip_both(codes, code, from, to);
        self.occupied.flip(from);
        if taken == 0 {
            self.occupied.flip(to);
        } else {
            self.flip(codes, taken, to);
            self.counts[usize::from(taken)] += 1;
        }
    }

    #[inline(always)]
    fn flip_both(&mut self, codes: &Codes, code: Code, from: PosId, to: PosId) {
        let by_code = &mut self.by_code[usize::from(code)];
        by_code.flip(from);
        by_code.flip(to);
        let by_player = &mut self.by_player[codes.player(code).index()];
        by_player.flip(from);
        by_player.flip(to);
    }

    /// One piece without attributes goes, taking what stands on the destination.
    #[inline(always)]
    pub fn step(&mut self, codes: &Codes, keys: &Keys, code: Code, from: PosId, to: PosId) {
        let taken = self.cells[to.index()];
        self.cells[from.index()] = 0;
        self.cells[to.index()] = code;
        self.hash ^= keys.piece(code, from) ^ keys.piece(code, to);
        self.flip_both(codes, code, from, to);
        self.occupied.flip(from);
        if taken == 0 {
            self.occupied.flip(to);
        } else {
            self.hash ^= keys.piece(taken, to);
            self.flip(codes, taken, to);
            self.counts[usize::from(taken)] -= 1;
        }
    }

    /// A piece of the stock without attributes comes onto an empty position.
    #[inline(always)]
    pub fn drop(&mut self, codes: &Codes, keys: &Keys, code: Code, pos: PosId) {
        let stock = self.stock[usize::from(code)];
        self.hash ^= keys.piece(code, pos) ^ keys.stock(code, stock) ^ keys.stock(code, stock - 1);
        self.stock[usize::from(code)] = stock - 1;
        self.cells[pos.index()] = code;
        self.occupied.flip(pos);
        self.flip(codes, code, pos);
        self.counts[usize::from(code)] += 1;
    }

    /// Takes back what [`State::drop`] did, all but the hash.
    #[inline(always)]
    pub fn drop_back(&mut self, codes: &Codes, pos: PosId) {
        let code = self.cells[pos.index()];
        self.stock[usize::from(code)] += 1;
        self.cells[pos.index()] = 0;
        self.occupied.flip(pos);
        self.flip(codes, code, pos);
        self.counts[usize::from(code)] -= 1;
    }

    /// Puts a piece of the stock on a position.
    pub fn apply_drop(&mut self, code: Code, pos: PosId, cx: &mut Applier<'_>) {
        self.capture(pos, cx);
        self.log_and_set(pos, code, cx.tables.initial_attrs[cx.codes.kind(code).index()], cx);
        self.move_stock(code, -1, cx);
    }

    /// Carries out the effects of a move (specification, section 8); says whether
    /// a drop, a removal or a promotion made progress.
    pub fn apply(&mut self, effects: &[Effect], cx: &mut Applier<'_>) -> bool {
        let before = cx.captured.len();
        let mut progress = false;
        let movements =
            effects.iter().take_while(|e| matches!(e, Effect::Move { .. } | Effect::Drop { .. })).count();
        // All moving pieces are lifted first.
        cx.lifted.clear();
        for effect in &effects[..movements] {
            let piece = match *effect {
                Effect::Move { from, copy, .. } => {
                    let piece = (self.cells[from.index()], self.attrs_at(from));
                    if !copy && piece.0 != 0 {
                        self.log_and_set(from, 0, 0, cx);
                    }
                    piece
                }
                _ => (0, 0),
            };
            cx.lifted.push(piece);
        }
        for (i, effect) in effects[..movements].iter().enumerate() {
            match *effect {
                Effect::Move { to, .. } => {
                    let (code, attrs) = cx.lifted[i];
                    if code == 0 {
                        continue;
                    }
                    if cx.discard_cascades && i > 0 {
                        cx.captured.push(code);
                        continue;
                    }
                    self.capture(to, cx);
                    self.log_and_set(to, code, attrs, cx);
                }
                Effect::Drop { player, piece, pos } => {
                    progress = true;
                    self.apply_drop(cx.codes.code(player, piece), pos, cx);
                }
                _ => {}
            }
        }
        for effect in &effects[movements..] {
            match *effect {
                Effect::Create { player, piece, pos } => {
                    self.capture(pos, cx);
                    let code = cx.codes.code(player, piece);
                    self.log_and_set(pos, code, cx.tables.initial_attrs[piece.index()], cx);
                }
                Effect::Capture { pos } => self.capture(pos, cx),
                Effect::Flip { pos } => {
                    let code = self.cells[pos.index()];
                    if code != 0 {
                        let next = cx.tables.flip[cx.codes.player(code).index()];
                        self.change(pos, cx.codes.code(next, cx.codes.kind(code)), cx);
                    }
                }
                Effect::ChangeOwner { pos, player } => {
                    let code = self.cells[pos.index()];
                    if code != 0 {
                        self.change(pos, cx.codes.code(player, cx.codes.kind(code)), cx);
                    }
                }
                Effect::ChangeType { pos, piece } => self.change_type(pos, piece, cx),
                Effect::Promote { pos, piece } => {
                    let code = self.cells[pos.index()];
                    if code == 0 {
                        continue;
                    }
                    progress = true;
                    self.change_type(pos, piece, cx);
                    if cx.recycle_promotions {
                        let new = self.cells[pos.index()];
                        self.move_stock(new, -1, cx);
                        self.move_stock(code, 1, cx);
                    }
                }
                Effect::SetAttribute { pos, attr, value } => {
                    let code = self.cells[pos.index()];
                    if code != 0 {
                        let bit = 1 << attr.0;
                        let old = self.attrs_at(pos);
                        let new = if value { old | bit } else { old & !bit };
                        self.log_and_set(pos, code, new, cx);
                    }
                }
                Effect::Move { .. } | Effect::Drop { .. } => {}
            }
        }
        progress || cx.captured.len() > before
    }

    fn change(&mut self, pos: PosId, code: Code, cx: &mut Applier<'_>) {
        let attrs = self.attrs_at(pos);
        self.log_and_set(pos, code, attrs, cx);
    }

    fn change_type(&mut self, pos: PosId, piece: PieceId, cx: &mut Applier<'_>) {
        let code = self.cells[pos.index()];
        if code == 0 {
            return;
        }
        let attrs = cx.tables.attrs_after_change(self.attrs_at(pos), piece, cx.codes.kind(code));
        self.log_and_set(pos, cx.codes.code(cx.codes.player(code), piece), attrs, cx);
    }

    fn capture(&mut self, pos: PosId, cx: &mut Applier<'_>) {
        if self.cells[pos.index()] != 0 {
            self.capture_code(pos, cx);
            self.log_and_set(pos, 0, 0, cx);
        }
    }

    /// What capturing does besides emptying the cell.
    fn capture_code(&mut self, pos: PosId, cx: &mut Applier<'_>) {
        let code = self.cells[pos.index()];
        cx.captured.push(code);
        if cx.recycle_captures {
            self.move_stock(code, 1, cx);
        }
    }

    fn move_stock(&mut self, code: Code, by: i32, cx: &mut Applier<'_>) {
        let stock = self.stock[usize::from(code)];
        cx.undo.push(Undo::Stock(code, stock));
        let new = (i32::from(stock) + by).clamp(0, i32::from(u16::MAX));
        self.set_stock(cx.keys, code, new as u16);
    }

    #[inline(always)]
    fn log_and_set(&mut self, pos: PosId, code: Code, attrs: u64, cx: &mut Applier<'_>) {
        cx.undo.push(Undo::Cell(pos, self.cells[pos.index()], self.attrs_at(pos)));
        self.set_cell(cx.codes, cx.keys, pos, code, attrs);
    }
}
