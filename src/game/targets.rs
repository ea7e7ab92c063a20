//! Where the moves of a piece on a square go, as sets: to be counted without a list.
//!
//! Most pieces leap onto squares and slide along lines, whatever happens elsewhere. Where that is all, a few
//! masks and the sets of the position tell all destinations at once.

use super::bits::Bits;
use super::distinct::Owned;
use super::graph::{Changes, END, Graph, Node};
use super::movebuf::Head;
use super::state::State;
use super::usual::{Unless, Usual};
use super::walk::{Onto, Ray, Way};
use crate::compile::{Tables, Test};
use crate::ids::{MoveTypeId, PlayerId, PosId};

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
    unless: Option<Box<Unless<B>>>,
    /// Leaps.
    leaps: Leaps<B>,
    /// Lines on whose first occupied square an enemy may be taken.
    lines: [Line<B>; USUAL_LINES],
    /// So many of them.
    line_count: u8,
    /// What few pieces have.
    rest: Option<Box<Rest<B>>>,
}

/// The moves onto squares.
#[derive(Clone, Debug)]
pub enum Onward<B> {
    /// They differ in where they go alone; one of them.
    Alike(Head),
    /// Those onto each of the squares, lowest square first, as indices in [`Graph::heads`].
    Listed(B, Box<[u32]>),
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
        let [part] = graph.parts[..] else { return None };
        if graph.owned == 0 && !graph.start.is_drop || graph.is_collecting() {
            return None;
        }
        let find = || Finder::new(graph, &graph.nodes, tables).find(part.root, part.move_type);
        graph.is_clean.then(find).flatten().or_else(|| {
            let usual = Usual::find(graph, part.root, tables.positions)?;
            if !graph.is_clean_from(&usual.nodes, usual.root) {
                return None;
            }
            let mut targets = Finder::new(graph, &usual.nodes, tables).find(usual.root, part.move_type)?;
            targets.unless = Some(Box::new(usual.unless));
            Some(targets)
        })
    }

    /// Whether they are all moves in a position.
    #[inline]
    pub fn hold(&self, state: &State<B>, player: PlayerId) -> bool {
        self.unless.as_ref().is_none_or(|unless| unless.is_usual(state, player))
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

impl<B: Bits> Targets<B> {
    /// There is no more to the moves.
    pub fn is_all(&self) -> bool {
        self.unless.is_none()
    }

    /// The squares that must be empty for the piece to take an enemy on a square; `None` if it never can. Its moves
    /// must take where they arrive, and these must be all.
    pub fn ways_to(&self, target: PosId) -> Option<B> {
        let mut ways = self.reach.clone();
        ways.clear();
        let takes = |leaps: &Leaps<B>| leaps.not_friend.has(target) || leaps.enemy.has(target);
        if takes(&self.leaps) {
            return Some(ways);
        }
        let (more, lame) = self.rest.as_ref().map_or((&[][..], &[][..]), |rest| (&rest.lines, &rest.lame));
        for Line { up, down } in self.lines.iter().take(usize::from(self.line_count)).chain(more) {
            let (ray, is_up) = if up.has(target) { (up, true) } else { (down, false) };
            if ray.has(target) {
                let mut squares = ray.clone();
                while let Some(pos) = squares.pop() {
                    if pos != target && (pos < target) == is_up {
                        ways.insert(pos);
                    }
                }
                return Some(ways);
            }
        }
        lame.iter().find(|(_, leaps)| takes(leaps)).map(|(needs, _)| needs.clone())
    }
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
    /// Its nodes, or those that are left of them.
    nodes: &'a [Node],
    positions: usize,
    has_neutral: bool,
    weight: Option<u32>,
    /// The squares that some move goes onto.
    seen: B,
    /// The moves met: where each goes, how many met before it go there too, and its index in [`Graph::heads`].
    met: Vec<(PosId, u32, u32)>,
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
            leaps: Leaps::none(tables.positions),
            rays: Vec::new(),
            lame: Vec::new(),
        }
    }

    fn find(mut self, root: u32, move_type: Option<MoveTypeId>) -> Option<Targets<B>> {
        self.chain(root, END, &mut Vec::new())?;
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
        let (mut lines, quiet) = (self.line_up(false), self.line_up(true));
        let more = lines.split_off(lines.len().min(USUAL_LINES)).into_boxed_slice();
        let is_usual = more.is_empty() && quiet.is_empty() && self.lame.is_empty();
        let line_count = lines.len() as u8;
        let mut lines = lines.into_iter();
        let empty = B::empty(self.positions);
        let no_line = || Line { up: empty.clone(), down: empty.clone() };
        let rest = Rest { lines: more, quiet: quiet.into(), lame: self.lame.into() };
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
            lines: std::array::from_fn(|_| lines.next().unwrap_or_else(no_line)),
            rest: (!is_usual).then(|| Box::new(rest)),
            leaps: self.leaps,
        })
    }

    /// The rays as lines, one upwards with one downwards.
    fn line_up(&self, is_quiet: bool) -> Vec<Line<B>> {
        let rays = |way: Way| {
            self.rays
                .iter()
                .filter(move |(ray, quiet)| ray.way == way && *quiet == is_quiet)
                .map(|r| &r.0.squares)
        };
        let (mut up, mut down) = (rays(Way::Up), rays(Way::Down));
        let mut lines = Vec::new();
        loop {
            let (up, down) = (up.next(), down.next());
            if up.is_none() && down.is_none() {
                return lines;
            }
            let squares = |ray: Option<&B>| ray.cloned().unwrap_or_else(|| B::empty(self.positions));
            lines.push(Line { up: squares(up), down: squares(down) });
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
        let Node::Ask { test: Test::Empty, pos, yes, no } = self.nodes[at as usize] else {
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

    /// The squares of a ray, nearest first, whether nothing is taken at its end, and where it goes on.
    fn is_ray(&mut self, at: u32) -> Option<(Vec<PosId>, bool, u32, u32)> {
        let mut cells = Vec::new();
        let mut at = at;
        // What the occupied squares agree on.
        let mut exit = None;
        while let Node::Ask { test: Test::Empty, pos, yes, no } = self.nodes[at as usize] {
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
