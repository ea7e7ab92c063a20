//! Where pieces may go, kept from position to position.
//!
//! A move changes two squares, or a few. Most pieces look at none of them, so they may go where they could go before. With
//! the targets of a piece the squares are kept that it looked at, and with those of all pieces of a player one position,
//! the base: what is kept of a piece is what it is there. So nothing has to be noted when a move is made or taken back:
//! where another position differs from the base is seen from a few sets, and which pieces look at these squares is known.
//! It pays where many positions lie one move behind the base, as at the last ply of perft; in a game, where two moves lie
//! between a player's positions, it does not.

use super::bits::Bits;
use super::distinct::Owned;
use super::movegen::Filter;
use super::state::{Codes, State};
use super::targets::{Look, Targets};
use crate::compile::NO_POS;
use crate::ids::{PlayerId, PosId};

/// Nothing is kept on larger boards, or with more attributes.
const POSITION_LIMIT: usize = 512;
const ATTRIBUTE_LIMIT: usize = 4;
/// No more different classes of pieces are kept.
const CLASS_LIMIT: usize = 8;
/// If more squares than so many have changed, nothing is found.
const CHANGE_LIMIT: u32 = 8;

/// Where the pieces of each player may go.
#[derive(Clone, Debug)]
pub struct KeptTargets<B>(Vec<Option<Box<Table<B>>>>);

impl<B> Default for KeptTargets<B> {
    fn default() -> KeptTargets<B> {
        KeptTargets(Vec::new())
    }
}

impl<B: Bits> KeptTargets<B> {
    /// Takes out what is kept of a player's pieces, to be [put back](Self::put_back); `None` if nothing can be kept.
    pub fn take(&mut self, codes: &Codes, state: &State<B>, player: PlayerId) -> Option<Box<Table<B>>> {
        if self.0.len() <= player.index() {
            self.0.resize_with(player.index() + 1, || None);
        }
        let is_small = state.cells.len() <= POSITION_LIMIT && state.by_attr.len() <= ATTRIBUTE_LIMIT;
        let new = || is_small.then(|| Box::new(Table::new(codes, state, player)));
        self.0[player.index()].take().or_else(new)
    }

    /// Puts back what was taken out.
    pub fn put_back(&mut self, player: PlayerId, table: Option<Box<Table<B>>>) {
        self.0[player.index()] = table;
    }

    /// Makes a position the base of what is kept of a player's pieces: positions near it are going to be looked at.
    pub fn found_on(&mut self, codes: &Codes, state: &State<B>, player: PlayerId) {
        if let Some(mut table) = self.take(codes, state, player) {
            table.found_on(state);
            self.put_back(player, Some(table));
        }
    }
}

/// What the moves of a player's pieces depend on, in one position.
#[derive(Clone, Debug)]
struct Base<B> {
    /// The codes of his pieces.
    codes: std::ops::Range<usize>,
    occupied: B,
    /// By code.
    own: Vec<B>,
    by_attr: Vec<B>,
}

impl<B: Bits> Base<B> {
    fn set(&mut self, state: &State<B>) {
        self.occupied.clone_from(&state.occupied);
        self.own.clone_from_slice(&state.by_code[self.codes.clone()]);
        self.by_attr.clone_from_slice(&state.by_attr);
    }

    /// The squares on which another position differs.
    #[inline]
    fn changed(&self, state: &State<B>) -> B {
        let mut changed = B::empty(state.cells.len());
        changed.insert_difference(&self.occupied, &state.occupied);
        let pieces = self.own.iter().zip(&state.by_code[self.codes.clone()]);
        let attrs = self.by_attr.iter().zip(&state.by_attr);
        pieces.chain(attrs).for_each(|(old, new)| changed.insert_difference(old, new));
        changed
    }
}

/// What is kept of the pieces of a player.
#[derive(Clone, Debug)]
pub struct Table<B> {
    base: Base<B>,
    /// Of which moves.
    filter: Filter,
    /// The squares of the pieces of which something is kept.
    has: B,
    /// Those of them of which the squares don't tell which moves are legal.
    pub others: B,
    /// How many moves the rest has.
    total: u32,
    /// By square.
    pieces: Box<[Kept<B>]>,
    /// For each square the pieces that look at it.
    watchers: Box<[B]>,
    /// Where some pieces ask whether the last move came from there or went there, and these pieces.
    last_from: B,
    last_to: B,
    ask_last: B,
    /// What is said of all pieces of a class.
    pub classes: Vec<Class<B>>,
}

/// Where a piece may go.
#[derive(Clone, Debug)]
pub struct Kept<B> {
    /// See [`Targets::number`].
    pub number: u8,
    /// How many moves go onto each square.
    pub weight: u32,
    /// The squares.
    pub squares: B,
    /// What they depend on.
    seen: B,
}

impl<B: Bits> Kept<B> {
    fn moves(&self) -> u32 {
        self.squares.len() * self.weight
    }
}

/// Pieces that are alike.
#[derive(Clone, Debug)]
pub struct Class<B> {
    /// See [`Targets::owned`].
    pub owned: Owned,
    /// See [`Targets::assumptions`].
    pub assumptions: u64,
    /// Their squares.
    pub pieces: B,
}

impl<B: Bits> Table<B> {
    fn new(codes: &Codes, state: &State<B>, player: PlayerId) -> Table<B> {
        let none = B::empty(state.cells.len());
        let nothing = Kept { number: 0, weight: 0, squares: none.clone(), seen: none.clone() };
        let codes = codes.of(player);
        let codes = usize::from(codes.start)..usize::from(codes.end);
        let base = Base {
            occupied: state.occupied.clone(),
            own: state.by_code[codes.clone()].to_vec(),
            by_attr: state.by_attr.clone(),
            codes,
        };
        Table {
            base,
            filter: Filter::Any,
            has: none.clone(),
            others: none.clone(),
            total: 0,
            pieces: vec![nothing; state.cells.len()].into(),
            watchers: vec![none.clone(); state.cells.len()].into(),
            last_from: none.clone(),
            last_to: none.clone(),
            ask_last: none,
            classes: Vec::new(),
        }
    }

    fn found_on(&mut self, state: &State<B>) {
        let mut lost = self.looking_at(&self.base.changed(state));
        while let Some(pos) = lost.pop() {
            self.forget(pos);
        }
        self.base.set(state);
    }

    /// The pieces of which something is kept that look at one of these squares.
    #[inline]
    fn looking_at(&self, squares: &B) -> B {
        if squares.len() > CHANGE_LIMIT {
            return self.has.clone();
        }
        let (mut squares, mut looking) = (squares.clone(), B::empty(self.pieces.len()));
        while let Some(pos) = squares.pop() {
            looking.insert_all(&self.watchers[pos.index()]);
        }
        looking
    }

    /// Begins with a position; gives where it differs from the base, and the pieces for which what is kept holds.
    pub fn begin(&mut self, state: &State<B>, filter: Filter) -> (B, B) {
        if self.filter != filter {
            let mut all = self.has.clone();
            while let Some(pos) = all.pop() {
                self.forget(pos);
            }
            self.filter = filter;
        }
        let is_in = |pos: PosId, set: &B| pos != NO_POS && set.has(pos);
        let changed = self.base.changed(state);
        let mut holding = self.has.clone();
        holding.remove_all(&self.looking_at(&changed));
        if is_in(state.turn.last_from, &self.last_from) || is_in(state.turn.last_to, &self.last_to) {
            holding.remove_all(&self.ask_last);
        }
        (changed, holding)
    }

    /// Where a piece may go of which something is kept.
    pub fn piece(&self, pos: PosId) -> &Kept<B> {
        &self.pieces[pos.index()]
    }

    /// How many moves some of the pieces have together of which something is kept, none of [`Table::others`].
    pub fn count(&self, pieces: &B) -> u32 {
        let mut left_out = self.has.clone();
        left_out.remove_all(&self.others);
        left_out.remove_all(pieces);
        let mut count = self.total;
        while let Some(pos) = left_out.pop() {
            count -= self.piece(pos).moves();
        }
        count
    }

    /// Keeps where a piece may go by targets that hold in a position that differs from the base on some squares; not
    /// if it looks at one of these. Of a plain piece the squares tell which moves are legal.
    pub fn keep(&mut self, changed: &B, pos: PosId, targets: &Targets<B>, is_plain: bool, look: &Look<B>) {
        if !targets.is_steady() || changed.has(pos) || !look.seen.is_disjoint(changed) {
            return;
        }
        self.forget(pos);
        let is_alike = |c: &Class<B>| (c.owned, c.assumptions) == (targets.owned, targets.assumptions);
        let class = self.classes.iter().position(is_alike).unwrap_or(self.classes.len());
        if class == CLASS_LIMIT {
            return;
        }
        if class == self.classes.len() {
            let pieces = B::empty(self.pieces.len());
            self.classes.push(Class { owned: targets.owned, assumptions: targets.assumptions, pieces });
        }
        self.classes[class].pieces.insert(pos);
        if targets.insert_last(&mut self.last_from, &mut self.last_to) {
            self.ask_last.insert(pos);
        }
        let mut seen = look.seen.clone();
        seen.insert(pos);
        self.watch(&seen, pos);
        let Targets { number, weight, .. } = *targets;
        let kept = Kept { number, weight, squares: look.squares.clone(), seen };
        self.has.insert(pos);
        if is_plain {
            self.total += kept.moves();
        } else {
            self.others.insert(pos);
        }
        self.pieces[pos.index()] = kept;
    }

    /// Forgets what is kept of a piece, if there is anything.
    fn forget(&mut self, pos: PosId) {
        if !self.has.has(pos) {
            return;
        }
        self.has.flip(pos);
        if self.others.has(pos) {
            self.others.flip(pos);
        } else {
            self.total -= self.piece(pos).moves();
        }
        self.watch(&self.piece(pos).seen.clone(), pos);
        let sets = self.classes.iter_mut().map(|class| &mut class.pieces);
        sets.chain([&mut self.ask_last]).filter(|set| set.has(pos)).for_each(|set| set.flip(pos));
    }

    /// The piece begins to look at the squares, or ends.
    fn watch(&mut self, seen: &B, pos: PosId) {
        let mut seen = seen.clone();
        while let Some(at) = seen.pop() {
            self.watchers[at.index()].flip(pos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::game::Game;
    use crate::game::cache::Moves;
    use crate::game::core::{Core, Cx};
    use crate::loader::{DiskLoader, builtin};

    type Set = [u64; 1];

    fn chess() -> Game {
        let source = builtin::load("zrf/chess.zrf").unwrap();
        Document::load(&source.name, &source.bytes, &DiskLoader::default()).game(0).0.unwrap()
    }

    fn at(game: &Game, name: &str) -> PosId {
        game.rules().find_pos(name).unwrap()
    }

    /// Keeps where the pieces on some squares may go.
    fn keep(cx: &Cx<Set>, core: &Core<Set>, table: &mut Table<Set>, changed: &Set, squares: &[PosId]) {
        for &pos in squares {
            let moves = cx.cache.moves(cx, core.state.cells[pos.index()], pos);
            let targets = moves.and_then(Moves::graph).unwrap().targets.as_ref().unwrap();
            let look = targets.look(&core.state.occupied, &core.state.by_player[0]);
            table.keep(changed, pos, targets, true, &look);
        }
    }

    #[test]
    fn a_piece_is_found_as_long_as_nothing_changes_that_it_looks_at() {
        let game = chess();
        let cx = Cx::<Set>::new(game.shared.clone());
        let mut core = Core::new(&cx);
        let white = PlayerId(0);
        let [b1, a2, g2, a3, g4, e7] = ["b1", "a2", "g2", "a3", "g4", "e7"].map(|name| at(&game, name));
        let pieces = [b1, a2, g2];
        let mut table = KeptTargets::default().take(&cx.codes, &core.state, white).unwrap();
        let (changed, holding) = table.begin(&core.state, Filter::Any);
        assert_eq!((changed, holding), ([0], [0]));
        keep(&cx, &core, &mut table, &changed, &pieces);
        let all = pieces.iter().fold([0], |set, pos| [set[0] | 1 << pos.0]);
        assert_eq!((table.begin(&core.state, Filter::Any).1, table.count(&all)), (all, 6));
        // Nobody looks at e7, the pawn looks at g4.
        for (pos, held) in [(e7, all), (g4, [all[0] ^ 1 << g2.0])] {
            let (code, attrs) = (core.state.cells[pos.index()], core.state.attrs_at(pos));
            core.put(
                &cx,
                pos,
                if code == 0 { cx.codes.code(PlayerId(1), crate::ids::PieceId(0)) } else { 0 },
                0,
            );
            let (changed, holding) = table.begin(&core.state, Filter::Any);
            assert_eq!((changed, holding), ([1 << pos.0], held));
            // What is so here only is not kept.
            keep(&cx, &core, &mut table, &changed, &[g2]);
            assert_eq!(table.begin(&core.state, Filter::Any).1, held);
            core.put(&cx, pos, code, attrs);
        }
        assert_eq!(table.begin(&core.state, Filter::Any).1, all);
        // With a3 taken by a man of one's own for good the pawn and the knight have fewer moves.
        core.put(&cx, a3, core.state.cells[b1.index()], 0);
        table.found_on(&core.state);
        assert_eq!(table.begin(&core.state, Filter::Any).1, [1 << g2.0]);
        keep(&cx, &core, &mut table, &[0], &pieces);
        assert_eq!(table.count(&all), 3);
        // Those of another move type are others.
        assert_eq!(table.begin(&core.state, Filter::Untyped).1, [0]);
    }
}
