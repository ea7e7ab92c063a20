//! Where the moves of a piece on a square go, as sets: to be counted without a list.
//!
//! Most pieces leap onto squares and slide along lines, whatever happens elsewhere. Where that is all, a few
//! masks and the sets of the position tell all destinations at once.

use super::bits::Bits;
use super::distinct::Owned;
use super::graph::{Changes, END, Graph, Node};
use super::movebuf::Head;
use super::mv::Effect;
use super::state::State;
use super::usual::{Grant, Unless, Usual};
use super::walk::{Onto, Ray, Way};
use crate::compile::{NO_POS, Tables, Test};
use crate::ids::{MoveTypeId, PlayerId, PosId};

/// No condition on more than so many squares, one after the other, is looked at.
const GATE_LIMIT: usize = 16;

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
        // As little as possible is taken for granted.
        find(&graph.nodes, part.root).or_else(|| {
            let mut usual = Usual::new(graph, part.root, tables.positions);
            let found =
                |grant: &Grant| if usual.grant(*grant) { find(&usual.nodes, usual.root) } else { None };
            let mut targets = Grant::ALL.iter().find_map(found)?;
            targets.unless = Some(usual.unless);
            Some(targets)
        })
    }

    /// Whether they are all moves in a position.
    #[inline(always)]
    pub fn hold(&self, state: &State<B>, player: PlayerId) -> bool {
        self.unless.as_ref().is_none_or(|unless| unless.is_usual(state, player))
    }

    /// The squares onto which the piece can move.
    #[inline]
    pub fn squares(&self, occupied: &B, own: &B) -> B {
        // Onto which an enemy or nothing must stand, nothing, or an enemy.
        let mut squares = self.leaps.not_friend.clone();
        let mut quiet = self.leaps.empty.clone();
        let mut enemy = self.leaps.enemy.clone();
        for line in self.lines.iter().take(usize::from(self.line_count)) {
            squares.insert_up(&line.up, occupied);
            squares.insert_down(&line.down, occupied);
        }
        if let Some(rest) = &self.rest {
            insert_rest(rest, occupied, &mut squares, &mut quiet, &mut enemy);
        }
        quiet.remove_all(occupied);
        enemy.keep(occupied);
        squares.insert_all(&enemy);
        squares.remove_all(own);
        squares.insert_all(&quiet);
        squares
    }
}

/// Puts in what the steps come to, by what must stand there.
fn insert_rest<B: Bits>(ops: &[Op<B>], occupied: &B, not_friend: &mut B, empty: &mut B, enemy: &mut B) {
    let mut at = 0;
    while let Some(op) = ops.get(at) {
        at += 1;
        match op {
            Op::Gate { pos, is_occupied, skip } => {
                if occupied.has(*pos) != *is_occupied {
                    at = usize::from(*skip);
                }
            }
            Op::Leaps(leaps) => {
                not_friend.insert_all(&leaps.not_friend);
                empty.insert_all(&leaps.empty);
                enemy.insert_all(&leaps.enemy);
            }
            Op::Ray { squares, is_up, onto } => {
                let set = match onto {
                    Onto::Empty => &mut *empty,
                    Onto::Enemy => &mut *enemy,
                    Onto::NotFriend | Onto::Nowhere => &mut *not_friend,
                };
                if *is_up {
                    set.insert_up(squares, occupied);
                } else {
                    set.insert_down(squares, occupied);
                }
            }
        }
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
        let mut none = self.reach.clone();
        none.clear();
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

struct Finder<'a, B> {
    graph: &'a Graph<B>,
    /// Its nodes, or those that are left of them.
    nodes: &'a [Node],
    positions: usize,
    has_neutral: bool,
    weight: Option<u32>,
    /// The squares that some move goes onto.
    seen: B,
    /// The moves met: where each goes, how many met before it go there too, and its index in [`Graph::heads`].
    met: Vec<(PosId, u32, u32)>,
    /// Those behind no gate first.
    areas: Vec<Area<B>>,
    /// See [`Finder::after`]; empty before it is asked.
    after: Vec<u32>,
}

/// Moves behind a gate, or behind none.
struct Area<B> {
    /// The square of the gate, and whether it must be occupied.
    gate: (PosId, bool),
    leaps: Leaps<B>,
    rays: Vec<(Ray<B>, Onto)>,
    /// Areas behind further gates.
    inner: Vec<usize>,
}

impl<B: Bits> Area<B> {
    fn new(gate: (PosId, bool), positions: usize) -> Area<B> {
        Area { gate, leaps: Leaps::none(positions), rays: Vec::new(), inner: Vec::new() }
    }
}

/// Moves onto a square if the right thing stands there.
struct Leap {
    onto: Onto,
    pos: PosId,
    weight: u32,
    next: u32,
}

impl<'a, B: Bits> Finder<'a, B> {
    fn new(graph: &'a Graph<B>, nodes: &'a [Node], tables: &Tables) -> Finder<'a, B> {
        Finder {
            graph,
            nodes,
            positions: tables.positions,
            has_neutral: tables.is_neutral.iter().any(|&n| n),
            weight: None,
            seen: B::empty(tables.positions),
            met: Vec::new(),
            areas: vec![Area::new((NO_POS, false), tables.positions)],
            after: Vec::new(),
        }
    }

    fn find(mut self, root: u32, move_type: Option<MoveTypeId>) -> Option<Targets<B>> {
        self.chain(root, END, 0, 0)?;
        let heads = || {
            self.nodes.iter().filter_map(|node| match *node {
                Node::Add { head, .. } => Some(self.graph.heads[head as usize]),
                _ => None,
            })
        };
        let mut reach = B::empty(self.positions);
        heads().for_each(|head| self.graph.insert_reach(head, &mut reach));
        reach.insert_all(&self.seen);
        let changes = Changes::of(heads());
        let moves = self.moves();
        let mut lines = self.line_up();
        let rest = self.ops();
        let line_count = lines.len() as u8;
        let empty = B::empty(self.positions);
        lines.resize(USUAL_LINES, Line { up: empty.clone(), down: empty });
        Some(Targets {
            move_type,
            weight: self.weight.unwrap_or(1),
            moves,
            changes,
            owned: self.graph.owned,
            assumptions: self.graph.assumptions(),
            reach,
            unless: None,
            line_count,
            lines: lines.try_into().ok()?,
            rest: (!rest.is_empty()).then(|| rest.into()),
            leaps: self.areas.swap_remove(0).leaps,
        })
    }

    /// Rays on which enemies may be taken, behind no gate, as lines: one upwards with one downwards. No more than are
    /// usual; the others stay.
    fn line_up(&mut self) -> Vec<Line<B>> {
        let rays = &mut self.areas[0].rays;
        let mut lines = Vec::new();
        while lines.len() < USUAL_LINES {
            let mut take = |way: Way| {
                let at = rays.iter().position(|(ray, onto)| ray.way == way && *onto == Onto::NotFriend)?;
                Some(rays.remove(at).0.squares)
            };
            let (up, down) = (take(Way::Up), take(Way::Down));
            if up.is_none() && down.is_none() {
                break;
            }
            let squares = |ray: Option<B>| ray.unwrap_or_else(|| B::empty(self.positions));
            lines.push(Line { up: squares(up), down: squares(down) });
        }
        lines
    }

    /// What is neither a line nor a leap behind no gate.
    fn ops(&mut self) -> Vec<Op<B>> {
        let mut ops = Vec::new();
        self.push_ops(0, &mut ops);
        ops
    }

    fn push_ops(&mut self, area: usize, ops: &mut Vec<Op<B>>) {
        let Area { leaps, rays, inner, .. } = &mut self.areas[area];
        if area != 0 && !leaps.is_empty() {
            ops.push(Op::Leaps(leaps.clone()));
        }
        let ray =
            |(ray, onto): (Ray<B>, Onto)| Op::Ray { squares: ray.squares, is_up: ray.way == Way::Up, onto };
        ops.extend(std::mem::take(rays).into_iter().map(ray));
        for inner in std::mem::take(inner) {
            let gate = ops.len();
            let (pos, is_occupied) = self.areas[inner].gate;
            ops.push(Op::Gate { pos, is_occupied, skip: 0 });
            self.push_ops(inner, ops);
            let end = ops.len() as u16;
            if let Op::Gate { skip, .. } = &mut ops[gate] {
                *skip = end;
            }
        }
    }

    /// The moves onto the squares; `None` if they depend on what stands there.
    fn moves(&mut self) -> Option<Onward<B>> {
        let graph = self.graph;
        let head = |index: u32| graph.heads[index as usize];
        let is_like = |a: u32, b: u32| {
            let (a, b) = (head(a), head(b));
            a.rebased(0) == b.rebased(0) && graph.effects(a) == graph.effects(b)
        };
        self.met.sort_unstable();
        self.met.dedup_by(|b, a| (a.0, a.1) == (b.0, b.1) && is_like(a.2, b.2));
        let weight = self.weight?;
        if self.met.len() != (self.seen.len() * weight) as usize {
            return None;
        }
        let mut heads = self.met.iter().map(|m| head(m.2));
        let first = heads.next()?;
        if weight == 1 && first.is_simple() && heads.all(|head| head == first.onto(head.to)) {
            return Some(Onward::Alike(first));
        }
        Some(Onward::Listed(self.seen.clone(), self.met.iter().map(|m| m.2).collect()))
    }

    /// Follows a chain of leaps, rays and gates up to a node. It lies in an area behind so many gates.
    fn chain(&mut self, mut at: u32, end: u32, area: usize, gates: usize) -> Option<()> {
        while at != end {
            let simple = self.ray(at, area).or_else(|| self.leap(at, area));
            at = simple.or_else(|| self.gate(at, area, gates))?;
        }
        Some(())
    }

    /// A move onto the square, which none must have gone onto before.
    fn arrive(&mut self, pos: PosId, weight: u32) -> Option<()> {
        let is_new = !self.seen.has(pos) && *self.weight.get_or_insert(weight) == weight;
        self.seen.insert(pos);
        is_new.then_some(())
    }

    fn leap(&mut self, at: u32, area: usize) -> Option<u32> {
        let leap = self.is_leap(at)?;
        let next = leap.next;
        self.add_leap(leap, area)?;
        Some(next)
    }

    fn add_leap(&mut self, leap: Leap, area: usize) -> Option<()> {
        self.arrive(leap.pos, leap.weight)?;
        self.areas[area].leaps.insert(leap.onto, leap.pos);
        Some(())
    }

    /// "If this square is empty, these; if not, those": what follows is the same in both cases.
    fn gate(&mut self, at: u32, area: usize, gates: usize) -> Option<u32> {
        let Node::Ask { test: Test::Empty, pos, yes, no } = self.nodes[at as usize] else {
            return None;
        };
        // What is added at once is no leap.
        let adds = |link: u32| matches!(self.nodes[link as usize], Node::Add { .. });
        if gates == GATE_LIMIT || adds(yes) || adds(no) {
            return None;
        }
        let after = self.after(at);
        for (way, is_occupied) in [(yes, false), (no, true)] {
            if way != after {
                let inner = self.area_behind(area, (pos, is_occupied));
                self.chain(way, after, inner, gates + 1)?;
            }
        }
        Some(after)
    }

    /// The first node that all ways from a node come to.
    fn after(&mut self, at: u32) -> u32 {
        if self.after.is_empty() {
            // Each node stands behind those that it leads to.
            let mut after: Vec<u32> = Vec::with_capacity(self.nodes.len());
            for node in self.nodes {
                let common = node.links().reduce(|mut a, mut b| {
                    while a != b {
                        if a > b {
                            a = after[a as usize];
                        } else {
                            b = after[b as usize];
                        }
                    }
                    a
                });
                after.push(common.unwrap_or(END));
            }
            self.after = after;
        }
        self.after[at as usize]
    }

    /// The area behind a gate of an area.
    fn area_behind(&mut self, area: usize, gate: (PosId, bool)) -> usize {
        let known = self.areas[area].inner.iter().copied().find(|&inner| self.areas[inner].gate == gate);
        known.unwrap_or_else(|| {
            let inner = self.areas.len();
            self.areas.push(Area::new(gate, self.positions));
            self.areas[area].inner.push(inner);
            inner
        })
    }

    fn ray(&mut self, at: u32, area: usize) -> Option<u32> {
        let RayFound { cells, onto, weight, next } = self.is_ray(at).or_else(|| self.is_taking_ray(at))?;
        if let [pos] = cells[..] {
            self.add_leap(Leap { onto, pos, weight, next }, area)?;
            return Some(next);
        }
        let ray = Ray::new(&cells, self.positions);
        if ray.way == Way::Other {
            return None;
        }
        for pos in cells {
            self.arrive(pos, weight)?;
        }
        self.areas[area].rays.push((ray, onto));
        Some(next)
    }

    /// As many moves onto the square as follow each other from here, and where it goes on.
    fn moves_onto(&mut self, at: u32, pos: PosId) -> (u32, u32) {
        let (mut count, mut at) = (0, at);
        while let Node::Add { head, next } = self.nodes[at as usize]
            && self.graph.heads[head as usize].to == pos
        {
            self.met.push((pos, count, head));
            count += 1;
            at = next;
        }
        (count, at)
    }

    fn is_leap(&mut self, at: u32) -> Option<Leap> {
        let Node::Ask { test, pos, yes, no } = self.nodes[at as usize] else { return None };
        let (onto, way, next) = match test {
            Test::Empty => (Onto::Empty, yes, no),
            Test::Friend => (Onto::NotFriend, no, yes),
            Test::Enemy if !self.has_neutral => (Onto::Enemy, yes, no),
            _ => return None,
        };
        let (weight, after) = self.moves_onto(way, pos);
        (weight > 0 && after == next).then_some(Leap { onto, pos, weight, next })
    }

    /// A ray of moves to the squares up to the first piece.
    fn is_ray(&mut self, at: u32) -> Option<RayFound> {
        let mut cells = Vec::new();
        let mut at = at;
        // What the occupied squares agree on.
        let mut exit = None;
        while let Node::Ask { test: Test::Empty, pos, yes, no } = self.nodes[at as usize] {
            let (weight, next) = self.moves_onto(yes, pos);
            let taking = self.is_leap(no).filter(|l| l.pos == pos && l.onto != Onto::Empty);
            let blocked = match taking {
                Some(leap) if leap.weight == weight => (Onto::NotFriend, weight, leap.next),
                Some(_) => return None,
                None => (Onto::Empty, weight, no),
            };
            if weight == 0 || exit.is_some_and(|e| e != blocked) {
                break;
            }
            exit = Some(blocked);
            cells.push(pos);
            at = next;
        }
        let (onto, weight, next) = exit?;
        (at == next).then_some(RayFound { cells, onto, weight, next })
    }

    /// A ray of which only the first piece may be taken.
    fn is_taking_ray(&mut self, at: u32) -> Option<RayFound> {
        let mut cells = Vec::new();
        let mut at = at;
        // What the squares agree on.
        let mut exit = None;
        loop {
            // Of the last square it need not be asked whether it is empty.
            let (empty, taken) = match self.nodes[at as usize] {
                Node::Ask { test: Test::Empty, yes, no, .. } => (Some(yes), no),
                _ => (None, at),
            };
            let Some(leap) = self.is_leap(taken).filter(|l| l.onto == Onto::Enemy) else { break };
            if exit.is_some_and(|e| e != (leap.weight, leap.next)) || !self.asks_about(at, leap.pos) {
                break;
            }
            exit = Some((leap.weight, leap.next));
            cells.push(leap.pos);
            at = empty.unwrap_or(leap.next);
            if empty.is_none() {
                break;
            }
        }
        let (weight, next) = exit?;
        (at == next).then_some(RayFound { cells, onto: Onto::Enemy, weight, next })
    }

    /// Whether a node asks about a square.
    fn asks_about(&self, at: u32, square: PosId) -> bool {
        matches!(self.nodes[at as usize], Node::Ask { pos, .. } if pos == square)
    }
}

/// Moves onto the squares of a ray.
struct RayFound {
    /// The squares, nearest first.
    cells: Vec<PosId>,
    /// What must stand on the last square that is come to; only [`Onto::Enemy`] of all of them.
    onto: Onto,
    weight: u32,
    next: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::game::cache::Moves;
    use crate::game::core::Cx;
    use crate::ids::{PieceId, PlayerId};
    use crate::loader::{DiskLoader, builtin};
    use crate::vm::Start;

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
    fn behind_gates_lies_what_the_squares_let_through() {
        // If 1 is empty: if 2 is occupied, to 3; in any case up from 4 to 5, where only the first man may be taken.
        let ask = |test: Test, pos: u16, yes: u32, no: u32| Node::Ask { test, pos: PosId(pos), yes, no };
        let add = |head: u32, next: u32| Node::Add { head, next };
        let nodes = [
            Node::End,
            add(2, END),
            ask(Test::Enemy, 5, 1, END),
            add(1, END),
            ask(Test::Enemy, 4, 3, END),
            ask(Test::Empty, 4, 2, 4),
            add(0, 5),
            ask(Test::Empty, 3, 6, 5),
            ask(Test::Empty, 2, 5, 7),
            ask(Test::Empty, 1, 8, 5),
        ];
        let start = Start { player: PlayerId(0), kind: PieceId(0), pos: PosId(0), is_drop: false };
        let step = |to: u16| [Effect::Move { from: PosId(0), to: PosId(to), copy: false }];
        let head = |to: u16| Head::new(0, 0, 0, PosId(0), PosId(to), &step(to));
        let graph: Graph<[u64; 1]> = Graph {
            nodes: nodes.into(),
            heads: [head(3), head(4), head(5)].into(),
            ..Graph::empty(start, 64)
        };
        let source = builtin::load("zrf/chess.zrf").unwrap();
        let game = Document::load(&source.name, &source.bytes, &DiskLoader::default()).game(0).0.unwrap();
        let targets = Finder::new(&graph, &graph.nodes, &game.shared.program.tables).find(9, None).unwrap();
        let squares =
            |occupied: &[u16]| targets.squares(&[occupied.iter().fold(0, |set, p| set | 1 << p)], &[0]);
        assert_eq!(squares(&[]), [0]);
        assert_eq!(squares(&[2]), [1 << 3]);
        assert_eq!(squares(&[1, 2]), [0]);
        assert_eq!(squares(&[5]), [1 << 5]);
        assert_eq!(squares(&[2, 4, 5]), [1 << 3 | 1 << 4]);
        assert_eq!(targets.ways_to(PosId(5)), Ways::Empty([1 << 4]));
        assert_eq!(targets.ways_to(PosId(3)), Ways::Never);
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
