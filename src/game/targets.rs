//! Where the moves of a piece on a square go, as sets: to be counted without a list.
//!
//! Most pieces leap onto squares and slide along lines, whatever happens elsewhere. Where that is all, a few
//! masks and the sets of the position tell all destinations at once.

mod finder;
mod looking;

pub use self::looking::Look;

use self::finder::Finder;
use super::bits::Bits;
use super::distinct::Owned;
use super::graph::{Changes, Graph, Node};
use super::movebuf::Head;
use super::mv::Effect;
use super::state::State;
use super::usual::{Grant, Unless, Usual};
use super::walk::Onto;
use crate::compile::Tables;
use crate::ids::{MoveTypeId, PlayerId, PosId};

/// No usual piece has more lines.
const USUAL_LINES: usize = 4;

/// Where the moves of a piece on a square go. All that is needed to count them lies close together.
#[derive(Clone, Debug)]
pub struct Targets<B> {
    /// The type of all its moves.
    pub move_type: Option<MoveTypeId>,
    /// How many moves go onto each of the squares: more than one if there is a choice of promotions.
    pub weight: u32,
    /// The moves, if those onto a square are the same whatever stands there.
    pub moves: Option<Onward<B>>,
    /// What the moves change.
    pub changes: Changes,
    /// See [`Graph::owned`].
    pub owned: Owned,
    /// What the graph assumes, see [`Graph::assumptions`].
    pub assumptions: u64,
    /// See [`Graph::reach`].
    pub reach: B,
    /// Where there is more to the moves than this.
    unless: Option<Unless<B>>,
    /// What they may be there, one after the other.
    otherwise: Option<Box<[Targets<B>]>>,
    /// Their number: those before it are looked at first.
    pub number: u8,
    /// Each move also puts the man from this square onto the square that the piece leaves; no square if it does not.
    pub filled_from: PosId,
    /// While the player's own men stand on all of these squares there is no move.
    doors: B,
    /// The squares that are looked at to know whether they hold.
    asked: B,
    /// While no square that is looked at has changed, they hold if they did; but for what their own [`Unless`] says of
    /// the last move.
    is_steady: bool,
    /// Leaps.
    leaps: Leaps<B>,
    /// Lines on whose first occupied square an enemy may be taken.
    lines: [Line<B>; USUAL_LINES],
    /// So many of them.
    line_count: u8,
    /// What few pieces have.
    rest: Option<Box<[Op<B>]>>,
}

/// The moves onto squares.
#[derive(Clone, Debug)]
pub enum Onward<B> {
    /// They differ in where they go alone; one of them.
    Alike(Head),
    /// Those onto each of the squares, lowest square first, as indices in [`Graph::heads`].
    Listed(B, Box<[u32]>),
}

/// A step of what few pieces have: leaps and rays, some of them behind gates.
#[derive(Clone, Debug)]
enum Op<B> {
    /// Skips to the step with this number where the square is not as it must be: occupied or empty.
    Gate {
        pos: PosId,
        is_occupied: bool,
        skip: u16,
    },
    Leaps(Leaps<B>),
    /// A ray up to the first occupied square.
    Ray {
        squares: B,
        is_up: bool,
        /// What must stand on a square of it.
        onto: Onto,
    },
}

/// The squares that must be empty for the piece to take on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways<B> {
    /// It never can.
    Never,
    /// These.
    Empty(B),
    /// There is more to it.
    More,
}

/// Leaps onto squares, by what must stand there.
#[derive(Clone, Debug)]
struct Leaps<B> {
    not_friend: B,
    empty: B,
    enemy: B,
}

/// One or two rays from a square: one upwards by the numbers of the squares, one downwards.
#[derive(Clone, Debug)]
struct Line<B> {
    up: B,
    down: B,
}

impl<B: Bits> Leaps<B> {
    fn none(positions: usize) -> Leaps<B> {
        let empty = B::empty(positions);
        Leaps { not_friend: empty.clone(), empty: empty.clone(), enemy: empty }
    }

    fn insert(&mut self, onto: Onto, pos: PosId) {
        match onto {
            Onto::NotFriend => self.not_friend.insert(pos),
            Onto::Empty => self.empty.insert(pos),
            Onto::Enemy => self.enemy.insert(pos),
            Onto::Nowhere => {}
        }
    }

    fn takes(&self, pos: PosId) -> bool {
        self.not_friend.has(pos) || self.enemy.has(pos)
    }

    fn is_empty(&self) -> bool {
        self.not_friend.is_empty() && self.empty.is_empty() && self.enemy.is_empty()
    }
}

impl<B: Bits> Targets<B> {
    /// The targets of a graph; `None` if there is more to its moves, or more than one move of a kind onto some square.
    pub fn find(graph: &Graph<B>, tables: &Tables) -> Option<Targets<B>> {
        let [part] = graph.parts[..] else { return None };
        if graph.owned == 0 && !graph.start.is_drop || graph.is_collecting() {
            return None;
        }
        let find = |nodes: &[Node], root: u32| {
            let is_clean = graph.is_clean_from(nodes, root);
            is_clean.then(|| Finder::new(graph, nodes, tables).find(root, part.move_type)).flatten()
        };
        if let Some(targets) = find(&graph.nodes, part.root) {
            return Some(targets);
        }
        let trial = |usual: &Usual<'_, B>, grants: &[Grant]| {
            let mut usual = usual.clone();
            let found = |grant: &Grant| usual.grant(*grant).then(|| find(&usual.nodes, usual.root)).flatten();
            let mut targets = grants.iter().find_map(found)?;
            targets.unless = Some(usual.unless);
            Some(targets)
        };
        // More than one, if men who must not stand somewhere may well do so.
        let trials = |usual: &Usual<'_, B>| {
            let mut found: Vec<Targets<B>> = Vec::new();
            for grants in Grant::TRIALS {
                let is_enough = |t: &Targets<B>| !t.unless.as_ref().is_some_and(Unless::is_about_men);
                if found.len() < 2 && !found.last().is_some_and(is_enough) {
                    found.extend(trial(usual, grants));
                }
            }
            found
        };
        let mut found = trials(&Usual::new(graph, part.root, tables.positions));
        let companion = found.iter().find_map(|targets| targets.unless.as_ref()?.companion());
        if let Some(at) = companion {
            let usual = Usual::with_companion(graph, part.root, tables.positions, at);
            let mut with = match find(&usual.nodes, usual.root) {
                Some(all) => vec![Targets { unless: Some(usual.unless), ..all }],
                None => trials(&usual),
            };
            with.iter_mut().filter(|t| t.is_filled_from(graph, at)).for_each(|t| t.filled_from = at);
            found.append(&mut with);
        }
        let mut found = found.into_iter();
        let mut first = found.next()?;
        let mut asked = B::empty(tables.positions);
        let mut is_steady = first.is_steady;
        first.note_asked(&mut asked, &mut is_steady);
        let mut others: Box<[_]> = found.collect();
        for (number, targets) in (1..).zip(&mut others) {
            targets.number = number;
            targets.note_asked(&mut asked, &mut is_steady);
        }
        Some(Targets { otherwise: (!others.is_empty()).then_some(others), ..first })
    }

    /// Whether each move puts the man from a square onto the square that the piece leaves, and changes nothing else but
    /// where it goes.
    fn is_filled_from(&self, graph: &Graph<B>, at: PosId) -> bool {
        let home = graph.start.pos;
        let is_so = |&index: &u32| {
            let head = graph.heads[index as usize];
            match *graph.effects(head) {
                [
                    Effect::Move { from, to, copy: false },
                    Effect::Move { from: left, to: onto, copy: false },
                    ref rest @ ..,
                ] => {
                    let is_attr = |e: &Effect| matches!(*e, Effect::SetAttribute { pos, .. } if pos == home || pos == onto);
                    !head.is_partial()
                        && (from, to, left) == (at, home, home)
                        && onto == head.to
                        && rest.iter().all(is_attr)
                }
                _ => false,
            }
        };
        matches!(&self.moves, Some(Onward::Listed(_, moves)) if moves.iter().all(is_so))
    }

    /// Notes what is looked at before it is known that they hold: what the ones before them look at, too.
    fn note_asked(&mut self, asked: &mut B, is_steady: &mut bool) {
        let Some(unless) = &self.unless else { return };
        unless.insert_asked(asked);
        self.asked.clone_from(asked);
        self.is_steady = *is_steady;
        *is_steady &= !unless.asks_last();
    }

    /// Whether they are all moves in a position.
    #[inline(always)]
    pub fn hold(&self, state: &State<B>, player: PlayerId) -> bool {
        match &self.unless {
            Some(unless) => unless.is_usual(state, player),
            None => true,
        }
    }

    /// Those that are all moves in a position, if there are any.
    #[inline(always)]
    pub fn that_hold(&self, state: &State<B>, player: PlayerId) -> Option<&Targets<B>> {
        if self.hold(state, player) { Some(self) } else { self.other_that_holds(state, player) }
    }

    #[inline(never)]
    fn other_that_holds(&self, state: &State<B>, player: PlayerId) -> Option<&Targets<B>> {
        self.otherwise.as_deref()?.iter().find(|targets| targets.hold(state, player))
    }

    /// Those with this [number](Self::number).
    #[inline]
    pub fn numbered(&self, number: u8) -> Option<&Targets<B>> {
        match number {
            0 => Some(self),
            other => self.otherwise.as_deref()?.get(usize::from(other) - 1),
        }
    }

    /// Whether they are the same as long as none of the squares changes that were looked at; but for the last move, see
    /// [`Targets::insert_last`].
    pub fn is_steady(&self) -> bool {
        self.is_steady
    }

    /// Puts in the squares of which the last move must not come from one, nor go to one; whether there are any.
    pub fn insert_last(&self, from: &mut B, to: &mut B) -> bool {
        self.unless.as_ref().is_some_and(|unless| unless.insert_last(from, to))
    }
}

/// The squares of a ray before one of its squares.
fn before<B: Bits>(ray: &B, is_up: bool, target: PosId) -> B {
    let (mut squares, mut before) = (ray.clone(), ray.clone());
    before.clear();
    while let Some(pos) = squares.pop() {
        if pos != target && (pos < target) == is_up {
            before.insert(pos);
        }
    }
    before
}

impl<B: Bits> Targets<B> {
    /// There is no more to the moves.
    pub fn is_all(&self) -> bool {
        self.unless.is_none()
    }

    /// Whether the moves can be tried one by one.
    pub fn can_be_tried(&self) -> bool {
        self.weight == 1 && self.moves.is_some()
    }

    /// The move onto one of the squares, with its stored effects, if it is the only one.
    pub fn only_move<'a>(&self, graph: &'a Graph<B>, to: PosId) -> Option<(Head, &'a [Effect])> {
        match self.moves.as_ref()? {
            Onward::Alike(head) => Some((head.onto(to), &[])),
            Onward::Listed(all, moves) if self.weight == 1 => {
                let head = graph.heads[moves[all.rank(to)] as usize];
                Some((head, graph.effects(head)))
            }
            Onward::Listed(..) => None,
        }
    }

    /// The squares that must be empty for the piece to take an enemy on a square. Its moves must take where they
    /// arrive, and these must be all.
    pub fn ways_to(&self, target: PosId) -> Ways<B> {
        let none = self.reach.none();
        if self.leaps.takes(target) {
            return Ways::Empty(none);
        }
        for Line { up, down } in self.lines.iter().take(usize::from(self.line_count)) {
            if let Some((ray, is_up)) = [(up, true), (down, false)].into_iter().find(|r| r.0.has(target)) {
                return Ways::Empty(before(ray, is_up, target));
            }
        }
        let ops = self.rest.as_deref().unwrap_or_default();
        let found = ops.iter().enumerate().find_map(|(at, op)| match op {
            Op::Leaps(leaps) if leaps.takes(target) => Some((at, none.clone())),
            Op::Ray { squares, is_up, onto } if *onto != Onto::Empty && squares.has(target) => {
                Some((at, before(squares, *is_up, target)))
            }
            _ => None,
        });
        let Some((found, mut ways)) = found else { return Ways::Never };
        for op in &ops[..found] {
            match *op {
                Op::Gate { skip, .. } if usize::from(skip) <= found => {}
                Op::Gate { is_occupied: true, .. } => return Ways::More,
                Op::Gate { pos, .. } => ways.insert(pos),
                _ => {}
            }
        }
        Ways::Empty(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::NO_POS;
    use crate::document::Document;
    use crate::game::cache::Moves;
    use crate::game::core::Cx;
    use crate::ids::{PieceId, PlayerId};
    use crate::loader::{DiskLoader, builtin};

    /// The graphs of a white man of chess on all squares.
    fn look_at_all(kind: u16, look: impl FnMut(PosId, &Graph<[u64; 1]>)) {
        look_at_game("zrf/chess.zrf", kind, look);
    }

    /// The same of a man of a shipped game.
    fn look_at_game<B: Bits>(name: &str, kind: u16, mut look: impl FnMut(PosId, &Graph<B>)) {
        let source = builtin::load(name).unwrap();
        let document = Document::load(&source.name, &source.bytes, &DiskLoader::default());
        let game = document.game(0).0.unwrap();
        let cx = Cx::<B>::new(game.shared.clone());
        let code = cx.codes.code(PlayerId(0), PieceId(kind));
        for pos in (0..cx.tables().positions).map(PosId::from_index) {
            look(pos, cx.cache.moves(&cx, code, pos).and_then(Moves::graph).unwrap());
        }
    }

    #[test]
    fn chessmen_are_told_by_sets_unless_they_castle_or_take_in_passing() {
        let mut more = [0; 6];
        for kind in 0..6 {
            look_at_all(kind, |_, graph| {
                let targets = graph.targets.as_ref().unwrap();
                more[usize::from(kind)] += usize::from(targets.unless.is_some());
            });
        }
        assert_eq!(more, [8, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn a_queen_goes_up_to_the_first_man() {
        // Squares are numbered file by file from a8; the queen stands on d4.
        let square = |name: &[u8; 2]| 8 * u16::from(name[0] - b'a') + 8 - u16::from(name[1] - b'0');
        let set = |names: &[&[u8; 2]]| names.iter().fold([0u64], |s, n| [s[0] | 1 << square(n)]);
        let own = set(&[b"d4", b"d6", b"b4", b"a1"]);
        let mut occupied = set(&[b"f4", b"d2", b"h8", b"c5"]);
        occupied.insert_all(&own);
        look_at_all(4, |pos, graph| {
            if pos.0 == square(b"d4") {
                let expected = set(&[
                    b"d5", b"e5", b"f6", b"g7", b"h8", b"e4", b"f4", b"e3", b"f2", b"g1", b"d3", b"d2",
                    b"c3", b"b2", b"c4", b"c5",
                ]);
                assert_eq!(graph.targets.as_ref().unwrap().squares(&occupied, &own), expected);
            }
        });
    }

    #[test]
    fn a_veles_takes_on_lines_and_goes_through_gates() {
        let mut told = 0;
        look_at_game::<[u64; 2]>("zrf/veles-chess.zrf", 4, |_, graph| {
            let is_told = graph.targets.as_ref().is_some_and(Targets::is_all);
            told += usize::from(graph.has_moves() && is_told);
        });
        // All but those of the last rank, whose ways along the margin are tangled.
        assert_eq!(told, 60);
    }

    #[test]
    fn a_man_who_waits_behind_a_rook_comes_along_wherever_it_goes() {
        let game = builtin::load("zrf/frog-hannibal-waffle.zrf").unwrap();
        let game = Document::load(&game.name, &game.bytes, &DiskLoader::default()).game(0).0.unwrap();
        let position = |name: &str| game.rules().find_pos(name).unwrap();
        let (home, behind) = (position("a1"), position("a0"));
        look_at_game::<[u64; 2]>("zrf/frog-hannibal-waffle.zrf", 2, |pos, graph| {
            if pos == home {
                let targets = graph.targets.as_ref().unwrap();
                assert_eq!(targets.filled_from, NO_POS);
                let others = targets.otherwise.as_deref().unwrap();
                let with: Vec<PosId> = others.iter().map(|t| t.filled_from).collect();
                assert_eq!(with, [NO_POS, behind, behind]);
            }
        });
    }

    #[test]
    fn a_king_who_castles_with_a_rook_that_surely_stands_there_is_told_from_others() {
        look_at_game::<[u64; 2]>("zrf/holy-grail.zrf", 0, |_, graph| {
            assert!(!graph.has_moves() || graph.owned != 0);
        });
    }

    #[test]
    fn a_pawn_that_is_promoted_has_four_moves_onto_a_square() {
        look_at_all(0, |pos, graph| {
            if pos.0 % 8 == 1 {
                assert_eq!(graph.targets.as_ref().unwrap().weight, 4);
            }
        });
    }

    #[test]
    fn a_question_before_equal_moves_is_none() {
        // A pawn of Grand Chess asks whether it takes a king, since it might not be promoted: up to the sixth rank all the same.
        let mut told = 0;
        look_at_game::<[u64; 2]>("zrf/grand-puzzle.zrf", 7, |_, graph| {
            told += usize::from(graph.has_moves() && graph.targets.is_some());
        });
        assert_eq!(told, 60);
    }
}
