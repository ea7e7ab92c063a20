//! Finds the leaps, rays and gates of a graph.

use super::{Leaps, Line, Onward, Op, Targets, USUAL_LINES};
use crate::compile::{NO_POS, Tables, Test};
use crate::game::bits::Bits;
use crate::game::graph::{END, Graph, Node, UNNUMBERED};
use crate::game::walk::{Onto, Ray, Way};
use crate::ids::{MoveTypeId, PosId};

/// No condition on more than so many squares, one after the other, is looked at.
const GATE_LIMIT: usize = 16;

/// Looks through a graph for where its moves go.
pub(super) struct Finder<'a, B> {
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
    /// Of a graph by its nodes, or by those that are left of them.
    pub fn new(graph: &'a Graph<B>, nodes: &'a [Node], tables: &Tables) -> Finder<'a, B> {
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

    /// The targets of the part that begins at a root; `None` if there is more to its moves than sets can tell.
    pub fn find(mut self, root: u32, move_type: Option<MoveTypeId>) -> Option<Targets<B>> {
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
        let changes = self.graph.changes_of(heads());
        let moves = self.moves();
        let mut lines = self.line_up();
        let rest = self.ops();
        let line_count = lines.len() as u8;
        let empty = B::empty(self.positions);
        lines.resize(USUAL_LINES, Line { up: empty.clone(), down: empty });
        let mut targets = Targets {
            move_type,
            weight: self.weight.unwrap_or(1),
            moves,
            changes,
            owned: self.graph.owned,
            assumptions: self.graph.assumptions(),
            reach,
            unless: None,
            otherwise: None,
            number: 0,
            filled_from: NO_POS,
            asked: B::empty(self.positions),
            is_steady: self.graph.assumptions() & UNNUMBERED == 0,
            line_count,
            lines: lines.try_into().ok()?,
            rest: (!rest.is_empty()).then(|| rest.into()),
            leaps: self.areas.swap_remove(0).leaps,
            doors: B::empty(self.positions),
        };
        targets.doors = targets.find_doors();
        Some(targets)
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
    use crate::game::movebuf::Head;
    use crate::game::mv::Effect;
    use crate::game::targets::Ways;
    use crate::ids::{PieceId, PlayerId};
    use crate::loader::{DiskLoader, builtin};
    use crate::vm::Start;

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
}
