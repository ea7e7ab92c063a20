//! Where the moves of a piece on a square go, as sets: to be counted without a list.
//!
//! Most pieces leap onto squares and slide along lines, whatever happens elsewhere. Where that is all, a few
//! masks and the sets of the position tell all destinations at once.

use super::bits::Bits;
use super::graph::{Changes, END, Graph, Node};
use super::movebuf::Head;
use super::walk::{Onto, Ray, Way};
use crate::compile::{Tables, Test};
use crate::ids::{MoveTypeId, PosId};

/// No condition on more than so many squares, one after the other, is looked at.
const NEED_LIMIT: usize = 4;

/// No usual piece has more lines.
const USUAL_LINES: usize = 4;

/// Where the moves of a piece on a square go. All that is needed to count them lies close together.
#[derive(Clone, Debug)]
pub struct Targets<B> {
    /// The type of all its moves.
    pub move_type: Option<MoveTypeId>,
    /// How many moves go onto each of the squares: more than one if there is a choice of promotions.
    pub weight: u32,
    /// If all its moves are told by their heads and differ in where they go alone: one of them.
    pub head: Option<Head>,
    /// See [`Graph::changes`].
    pub changes: Changes,
    /// See [`Graph::reach`].
    pub reach: B,
    /// Leaps.
    leaps: Leaps<B>,
    /// Lines on whose first occupied square an enemy may be taken.
    lines: [Line<B>; USUAL_LINES],
    /// So many of them.
    line_count: u8,
    /// What few pieces have.
    rest: Option<Box<Rest<B>>>,
}

/// Moves of a rarer kind.
#[derive(Clone, Debug)]
struct Rest<B> {
    /// More lines.
    lines: Box<[Line<B>]>,
    /// Lines along which nothing is taken.
    quiet: Box<[Line<B>]>,
    /// Leaps that can be blocked, by what is in the first set.
    lame: Box<[(B, Leaps<B>)]>,
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
}

impl<B: Bits> Targets<B> {
    /// The targets of a graph; `None` if there is more to its moves, or more than one move of a kind onto some square.
    pub fn find(graph: &Graph<B>, tables: &Tables) -> Option<Targets<B>> {
        let positions = tables.positions;
        let [part] = graph.parts[..] else { return None };
        if !graph.is_clean || graph.is_collecting() {
            return None;
        }
        let empty = B::empty(positions);
        let mut finder = Finder {
            graph,
            positions,
            has_neutral: tables.is_neutral.iter().any(|&n| n),
            weight: None,
            seen: empty.clone(),
            leaps: Leaps::none(positions),
            rays: Vec::new(),
            lame: Vec::new(),
        };
        finder.chain(part.root, END, &mut Vec::new())?;
        let line_up = |is_quiet: bool| {
            let rays = || finder.rays.iter().filter(move |r| r.1 == is_quiet).map(|r| &r.0);
            let mut up = rays().filter(|r| r.way == Way::Up);
            let mut down = rays().filter(|r| r.way == Way::Down);
            let mut lines = Vec::new();
            loop {
                let (up, down) = (up.next(), down.next());
                if up.is_none() && down.is_none() {
                    break lines;
                }
                let squares = |ray: Option<&Ray<B>>| ray.map_or(empty.clone(), |r| r.squares.clone());
                lines.push(Line { up: squares(up), down: squares(down) });
            }
        };
        let (mut lines, quiet) = (line_up(false), line_up(true));
        let more = lines.split_off(lines.len().min(USUAL_LINES)).into_boxed_slice();
        let is_usual = more.is_empty() && quiet.is_empty() && finder.lame.is_empty();
        let rest = Rest { lines: more, quiet: quiet.into(), lame: finder.lame.into() };
        let line_count = lines.len() as u8;
        let mut lines = lines.into_iter();
        let no_line = || Line { up: empty.clone(), down: empty.clone() };
        Some(Targets {
            move_type: part.move_type,
            weight: finder.weight.unwrap_or(1),
            head: only_head(&graph.heads),
            changes: graph.changes,
            reach: graph.reach.clone(),
            line_count,
            lines: std::array::from_fn(|_| lines.next().unwrap_or_else(no_line)),
            rest: (!is_usual).then(|| Box::new(rest)),
            leaps: finder.leaps,
        })
    }

    /// The squares onto which the piece can move.
    #[inline]
    pub fn squares(&self, occupied: &B, own: &B) -> B {
        // Where enemies may be taken, where not, and where one must stand.
        let mut open = self.leaps.not_friend.clone();
        let mut quiet = self.leaps.empty.clone();
        let mut enemy = self.leaps.enemy.clone();
        for line in self.lines.iter().take(usize::from(self.line_count)) {
            open.insert_up(&line.up, occupied);
            open.insert_down(&line.down, occupied);
        }
        if let Some(rest) = &self.rest {
            rest.insert(occupied, &mut open, &mut quiet, &mut enemy);
        }
        quiet.remove_all(occupied);
        enemy.keep(occupied);
        open.insert_all(&enemy);
        open.remove_all(own);
        open.insert_all(&quiet);
        open
    }
}

/// A move of a list of simple ones that differ in where they go alone.
fn only_head(heads: &[Head]) -> Option<Head> {
    let &first = heads.first()?;
    heads.iter().all(|h| h.is_simple() && *h == first.onto(h.to)).then_some(first)
}

impl<B: Bits> Rest<B> {
    fn insert(&self, occupied: &B, open: &mut B, quiet: &mut B, enemy: &mut B) {
        for line in &self.lines {
            open.insert_up(&line.up, occupied);
            open.insert_down(&line.down, occupied);
        }
        for line in &self.quiet {
            quiet.insert_up(&line.up, occupied);
            quiet.insert_down(&line.down, occupied);
        }
        for (needs, leaps) in &self.lame {
            if needs.is_disjoint(occupied) {
                open.insert_all(&leaps.not_friend);
                quiet.insert_all(&leaps.empty);
                enemy.insert_all(&leaps.enemy);
            }
        }
    }
}

struct Finder<'a, B> {
    graph: &'a Graph<B>,
    positions: usize,
    has_neutral: bool,
    weight: Option<u32>,
    /// The squares that some move goes onto.
    seen: B,
    leaps: Leaps<B>,
    /// The rays; true: nothing is taken at their ends.
    rays: Vec<(Ray<B>, bool)>,
    lame: Vec<(B, Leaps<B>)>,
}

/// Moves onto a square if the right thing stands there.
struct Leap {
    onto: Onto,
    pos: PosId,
    weight: u32,
    next: u32,
}

impl<B: Bits> Finder<'_, B> {
    /// Follows a chain of leaps and rays up to a node, which is only walked if all of `needs` are empty.
    fn chain(&mut self, mut at: u32, end: u32, needs: &mut Vec<PosId>) -> Option<()> {
        while at != end {
            at = self.ray(at, needs).or_else(|| self.leap(at, needs)).or_else(|| self.lame(at, needs))?;
        }
        Some(())
    }

    /// A move onto the square, which none must have gone onto before.
    fn arrive(&mut self, pos: PosId, weight: u32) -> Option<()> {
        let is_new = !self.seen.has(pos) && *self.weight.get_or_insert(weight) == weight;
        self.seen.insert(pos);
        is_new.then_some(())
    }

    fn leap(&mut self, at: u32, needs: &[PosId]) -> Option<u32> {
        let leap = self.is_leap(at)?;
        let next = leap.next;
        self.add_leap(leap, needs)?;
        Some(next)
    }

    fn add_leap(&mut self, leap: Leap, needs: &[PosId]) -> Option<()> {
        self.arrive(leap.pos, leap.weight)?;
        if needs.is_empty() {
            self.leaps.insert(leap.onto, leap.pos);
            return Some(());
        }
        let mut mask = B::empty(self.positions);
        needs.iter().for_each(|&pos| mask.insert(pos));
        if self.lame.last().is_none_or(|l| l.0 != mask) {
            self.lame.push((mask, Leaps::none(self.positions)));
        }
        self.lame.last_mut()?.1.insert(leap.onto, leap.pos);
        Some(())
    }

    /// "If this square is empty, also these": what follows is the same in any case.
    fn lame(&mut self, at: u32, needs: &mut Vec<PosId>) -> Option<u32> {
        let Node::Ask { test: Test::Empty, pos, yes, no } = self.graph.nodes[at as usize] else {
            return None;
        };
        if needs.len() == NEED_LIMIT {
            return None;
        }
        needs.push(pos);
        self.chain(yes, no, needs)?;
        needs.pop();
        Some(no)
    }

    fn ray(&mut self, at: u32, needs: &[PosId]) -> Option<u32> {
        let (cells, is_quiet, weight, next) = self.is_ray(at)?;
        if let [pos] = cells[..] {
            let onto = if is_quiet { Onto::Empty } else { Onto::NotFriend };
            self.add_leap(Leap { onto, pos, weight, next }, needs)?;
            return Some(next);
        }
        if !needs.is_empty() {
            return None;
        }
        let ray = Ray::new(&cells, self.positions);
        if ray.way == Way::Other {
            return None;
        }
        for pos in cells {
            self.arrive(pos, weight)?;
        }
        self.rays.push((ray, is_quiet));
        Some(next)
    }

    /// As many moves onto the square as follow each other from here, and where it goes on.
    fn moves_onto(&self, at: u32, pos: PosId) -> (u32, u32) {
        let (mut count, mut at) = (0, at);
        while let Node::Add { head, next } = self.graph.nodes[at as usize]
            && self.graph.heads[head as usize].to == pos
        {
            count += 1;
            at = next;
        }
        (count, at)
    }

    fn is_leap(&self, at: u32) -> Option<Leap> {
        let Node::Ask { test, pos, yes, no } = self.graph.nodes[at as usize] else { return None };
        let (onto, way, next) = match test {
            Test::Empty => (Onto::Empty, yes, no),
            Test::Friend => (Onto::NotFriend, no, yes),
            Test::Enemy if !self.has_neutral => (Onto::Enemy, yes, no),
            _ => return None,
        };
        let (weight, after) = self.moves_onto(way, pos);
        (weight > 0 && after == next).then_some(Leap { onto, pos, weight, next })
    }

    /// The squares of a ray, nearest first, whether nothing is taken at its end, and where it goes on.
    fn is_ray(&self, at: u32) -> Option<(Vec<PosId>, bool, u32, u32)> {
        let mut cells = Vec::new();
        let mut at = at;
        // What the occupied squares agree on.
        let mut exit = None;
        while let Node::Ask { test: Test::Empty, pos, yes, no } = self.graph.nodes[at as usize] {
            let (weight, next) = self.moves_onto(yes, pos);
            let taking = self.is_leap(no).filter(|l| l.pos == pos && l.onto != Onto::Empty);
            let blocked = match taking {
                Some(leap) if leap.weight == weight => (false, weight, leap.next),
                Some(_) => return None,
                None => (true, weight, no),
            };
            if weight == 0 || exit.is_some_and(|e| e != blocked) {
                break;
            }
            exit = Some(blocked);
            cells.push(pos);
            at = next;
        }
        let (is_quiet, weight, out) = exit?;
        (at == out).then_some((cells, is_quiet, weight, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::game::cache::Moves;
    use crate::game::core::Cx;
    use crate::ids::{PieceId, PlayerId};
    use crate::loader::{DiskLoader, builtin};

    /// The graphs of a white man of chess on all squares.
    fn look_at_all(kind: u16, mut look: impl FnMut(PosId, &Graph<[u64; 1]>)) {
        let source = builtin::load("zrf/chess.zrf").unwrap();
        let document = Document::load(&source.name, &source.bytes, &DiskLoader::default());
        let game = document.game(0).0.unwrap();
        let cx = Cx::<[u64; 1]>::new(game.shared.clone());
        let code = cx.codes.code(PlayerId(0), PieceId(kind));
        for pos in (0..64).map(PosId) {
            look(pos, cx.cache.moves(&cx, code, pos).and_then(Moves::graph).unwrap());
        }
    }

    #[test]
    fn chessmen_are_told_by_sets_but_for_castling_and_taking_in_passing() {
        let mut others = [0; 6];
        for kind in 0..6 {
            look_at_all(kind, |_, graph| others[usize::from(kind)] += usize::from(graph.targets.is_none()));
        }
        assert_eq!(others, [8, 0, 0, 0, 0, 1]);
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
    fn a_pawn_that_is_promoted_has_four_moves_onto_a_square() {
        look_at_all(0, |pos, graph| {
            if pos.0 % 8 == 1 {
                assert_eq!(graph.targets.as_ref().unwrap().weight, 4);
            }
        });
    }
}
