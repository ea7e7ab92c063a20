//! The moves of all pieces at once.
//!
//! Where every move of a player asks only what stands on squares at fixed distances ("an enemy north-east, behind it
//! nothing"), the squares from which a move can be made are a set: sets of the position, shifted and cut. So moves can
//! be counted, and one of them drawn, without a list. The order is that of the list: square by square, drops last.

use super::bits::{Bits, nth_place};
use super::cache::Cache;
use super::core::{Core, Cx, Shared};
use super::distinct::OWNED;
use super::graph::{END, Graph, Node, post_order};
use super::movebuf::Head;
use super::movegen::Filter;
use super::mv::Effect;
use super::state::{Code, State};
use crate::compile::Test;
use crate::ids::{MoveTypeId, PieceId, PlayerId, PosId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// With more patterns a list is as fast.
const PATTERN_LIMIT: usize = 32;
/// No pattern looks at more squares.
const NEED_LIMIT: usize = 6;
/// No more ways through a graph are joined at one node.
const WAY_LIMIT: usize = 16;
/// No more (type, position) pairs are looked at.
const PLACE_LIMIT: usize = 1 << 12;

/// What may stand on a square: a set of these.
type Class = u8;
const EMPTY: Class = 1;
const FRIEND: Class = 2;
const ENEMY: Class = 4;
const ANYTHING: Class = EMPTY | FRIEND | ENEMY;

/// For some squares what stands there; lowest first.
type Condition = Vec<(PosId, Class)>;

/// A way to move, the same on many squares.
#[derive(Debug)]
struct Pattern<B> {
    code: Code,
    is_drop: bool,
    move_type: Option<MoveTypeId>,
    /// The squares where the rest of the condition is on the board.
    squares: B,
    /// What must stand so far from the square.
    needs: Box<[Need]>,
}

/// What must stand somewhere.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// How far from the square, in indices of positions.
    offset: i32,
    /// Which of these bits must differ: occupied, own, always. What may stand there is told by that alone, and without a
    /// branch.
    occupied: u64,
    own: u64,
    always: u64,
}

impl Need {
    fn new(offset: i32, class: Class) -> Need {
        let (occupied, own, always) = match class {
            EMPTY => (true, false, true),
            FRIEND => (false, true, false),
            ENEMY => (true, true, false),
            c if c == EMPTY | FRIEND => (true, true, true),
            c if c == EMPTY | ENEMY => (false, true, true),
            c if c == FRIEND | ENEMY => (true, false, false),
            c => (false, false, c == ANYTHING),
        };
        let word = |is_set: bool| if is_set { u64::MAX } else { 0 };
        Need { offset, occupied: word(occupied), own: word(own), always: word(always) }
    }
}

/// A move of a pattern on one square.
#[derive(Clone, Copy, Debug)]
struct Item {
    pattern: u16,
    head: Head,
}

/// Patterns whose moves stand together in a list.
#[derive(Debug)]
struct Group {
    patterns: Range<usize>,
    /// The type that is dropped; none for movements.
    dropped: Option<PieceId>,
    /// For each (type, position) the moves in the order of a list; of drops for each position.
    items: Box<[Box<[Item]>]>,
}

/// All moves of a player by patterns.
#[derive(Debug)]
pub struct Patterns<B> {
    list: Box<[Pattern<B>]>,
    groups: Box<[Group]>,
}

/// Where the moves of a player's patterns can be made in a position.
#[derive(Clone, Debug)]
pub struct Places<B> {
    /// By pattern.
    squares: Vec<B>,
    /// The patterns by which there are moves, lowest first, with their number.
    live: Vec<(u16, u32)>,
}

impl<B> Default for Places<B> {
    fn default() -> Self {
        Places { squares: Vec::new(), live: Vec::new() }
    }
}

impl<B: Bits> Places<B> {
    #[inline]
    fn clear(&mut self, patterns: usize, positions: usize) {
        for (pattern, _) in self.live.drain(..) {
            self.squares[usize::from(pattern)].clear();
        }
        if self.squares.len() < patterns {
            self.squares.resize_with(patterns, || B::empty(positions));
        }
    }
}

impl<B: Bits> Patterns<B> {
    /// The patterns of a player's moves; `None` if there is more to some move than what stands on a few squares.
    pub fn find(cache: &Cache<B>, shared: &Shared, player: PlayerId) -> Option<Patterns<B>> {
        let tables = shared.tables();
        if tables.pieces * tables.positions > PLACE_LIMIT {
            return None;
        }
        let kinds = || (0..tables.pieces).map(PieceId::from_index);
        let mut finder =
            Finder { list: Vec::new(), known: FxHashMap::default(), positions: tables.positions };
        let mut items = Vec::new();
        for kind in kinds() {
            let code = shared.codes.code(player, kind);
            for pos in (0..tables.positions).map(PosId::from_index) {
                let is_moved = !shared.program.pieces[kind.index()].moves.is_empty();
                items.push(match is_moved {
                    true => finder.items(cache.moves(shared, code, pos)?.graph()?, code)?,
                    false => Box::default(),
                });
            }
        }
        let mut groups = vec![Group { patterns: 0..finder.list.len(), dropped: None, items: items.into() }];
        for &kind in &shared.droppable {
            let code = shared.codes.code(player, kind);
            let [_] = shared.program.pieces[kind.index()].drops[..] else { return None };
            let drops = cache.drops(shared, code, 0)?;
            let first = finder.list.len();
            let mut items = vec![Box::default(); tables.positions];
            for &pos in &tables.squares {
                items[pos.index()] = finder.items(drops.graph(pos)?, code)?;
            }
            groups.push(Group {
                patterns: first..finder.list.len(),
                dropped: Some(kind),
                items: items.into(),
            });
        }
        Some(Patterns { list: finder.list.into(), groups: groups.into() })
    }
}

struct Finder<B> {
    list: Vec<Pattern<B>>,
    known: FxHashMap<Key, u16>,
    positions: usize,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    code: Code,
    is_drop: bool,
    move_type: Option<MoveTypeId>,
    needs: Box<[(i32, Class)]>,
    /// How many moves of the same square came before with all else equal: a choice of promotions.
    choice: usize,
}

impl<B: Bits> Finder<B> {
    /// The moves of a graph, each with its pattern.
    fn items(&mut self, graph: &Graph<B>, code: Code) -> Option<Box<[Item]>> {
        let start = graph.start;
        if !graph.is_clean || graph.owned != OWNED || !graph.assumed.is_empty() {
            return None;
        }
        let mut items = Vec::new();
        for (move_type, head, condition) in conditions(graph)? {
            let distance = |pos: PosId| i32::from(pos.0) - i32::from(start.pos.0);
            let needs: Box<[_]> = condition.iter().map(|&(pos, class)| (distance(pos), class)).collect();
            if needs.len() > NEED_LIMIT {
                return None;
            }
            let mut key = Key { code, is_drop: start.is_drop, move_type, needs, choice: 0 };
            // A pattern is one move on each of its squares.
            let is_taken = |item: &Item, key: &Key| self.known.get(key) == Some(&item.pattern);
            while items.iter().any(|item| is_taken(item, &key)) {
                key.choice += 1;
            }
            let pattern = self.pattern(key)?;
            self.list[usize::from(pattern)].squares.insert(start.pos);
            let head = match graph.effects(head) {
                [Effect::Drop { pos, .. }] => Head::plain_drop(code, head.then, *pos),
                _ => head,
            };
            items.push(Item { pattern, head });
        }
        Some(items.into())
    }

    fn pattern(&mut self, key: Key) -> Option<u16> {
        if let Some(&pattern) = self.known.get(&key) {
            return Some(pattern);
        }
        if self.list.len() == PATTERN_LIMIT {
            return None;
        }
        let pattern = self.list.len() as u16;
        let Key { code, is_drop, move_type, .. } = key;
        let squares = B::empty(self.positions);
        let needs = key.needs.iter().map(|&(offset, class)| Need::new(offset, class)).collect();
        self.list.push(Pattern { code, is_drop, move_type, squares, needs });
        self.known.insert(key, pattern);
        Some(pattern)
    }
}

/// The moves of a graph in order, with what must stand where for each; `None` if that is not all they ask.
fn conditions<B: Bits>(graph: &Graph<B>) -> Option<Vec<(Option<MoveTypeId>, Head, Condition)>> {
    let mut found = Vec::new();
    for part in &graph.parts {
        let mut ways: FxHashMap<u32, Vec<Condition>> = FxHashMap::from_iter([(part.root, vec![Vec::new()])]);
        for node in post_order(&graph.nodes, std::slice::from_ref(part))?.into_iter().rev() {
            let Some(here) = ways.remove(&node).filter(|_| node != END) else { continue };
            let condition = either_of(here)?;
            match graph.nodes[node as usize] {
                Node::Ask { test, pos, yes, no } => {
                    let class = class_of(test)?;
                    for (way, class) in [(yes, class), (no, ANYTHING & !class)] {
                        ways.entry(way).or_default().extend(narrowed(&condition, pos, class));
                    }
                }
                Node::Add { head, next } => {
                    found.push((part.move_type, graph.heads[head as usize], condition.clone()));
                    ways.entry(next).or_default().push(condition);
                }
                Node::Begin { .. }
                | Node::Collect { .. }
                | Node::AddCollected { .. }
                | Node::Gather { .. } => return None,
                Node::End => {}
            }
        }
    }
    Some(found)
}

fn class_of(test: Test) -> Option<Class> {
    match test {
        Test::Empty => Some(EMPTY),
        Test::Friend => Some(FRIEND),
        Test::Enemy => Some(ENEMY),
        _ => None,
    }
}

/// The condition with one more; `None` if it cannot hold.
fn narrowed(condition: &Condition, pos: PosId, class: Class) -> Option<Condition> {
    let mut condition = condition.clone();
    match condition.binary_search_by_key(&pos, |c| c.0) {
        Ok(at) => condition[at].1 &= class,
        Err(at) => condition.insert(at, (pos, class)),
    }
    condition.iter().all(|c| c.1 != 0).then_some(condition)
}

/// The one condition that holds if and only if one of these does, if there is such a one.
fn either_of(mut ways: Vec<Condition>) -> Option<Condition> {
    if ways.len() > WAY_LIMIT {
        return None;
    }
    while ways.len() > 1 {
        let pairs = (1..ways.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let (i, j, both) = pairs.into_iter().find_map(|(i, j)| Some((i, j, either(&ways[i], &ways[j])?)))?;
        ways[i] = both;
        ways.swap_remove(j);
    }
    ways.pop()
}

fn either(a: &Condition, b: &Condition) -> Option<Condition> {
    let class =
        |condition: &Condition, pos: PosId| condition.iter().find(|c| c.0 == pos).map_or(ANYTHING, |c| c.1);
    let implies = |a: &Condition, b: &Condition| b.iter().all(|&(pos, c)| class(a, pos) & !c == 0);
    if implies(a, b) {
        return Some(b.clone());
    }
    if implies(b, a) {
        return Some(a.clone());
    }
    let mut squares: Vec<PosId> = a.iter().chain(b).map(|c| c.0).collect();
    squares.sort_unstable();
    squares.dedup();
    let mut differing = squares.iter().filter(|&&pos| class(a, pos) != class(b, pos));
    let (Some(_), None) = (differing.next(), differing.next()) else { return None };
    let both = squares.iter().map(|&pos| (pos, class(a, pos) | class(b, pos)));
    Some(both.filter(|c| c.1 != ANYTHING).collect())
}

impl<B: Bits> State<B> {
    /// Where the moves of a pattern can be made.
    #[inline]
    fn places(&self, pattern: &Pattern<B>, player: PlayerId) -> B {
        let mut squares = pattern.squares.clone();
        if !pattern.is_drop {
            squares.keep(&self.by_code[usize::from(pattern.code)]);
        } else if self.stock[usize::from(pattern.code)] == 0 {
            squares.remove_all(&pattern.squares);
        }
        if !squares.is_empty() {
            let (all, own) = (self.occupied.words(), self.by_player[player.index()].words());
            for need in &pattern.needs {
                squares.keep_at(need.offset, |i| all[i] & need.occupied ^ own[i] & need.own ^ need.always);
            }
        }
        squares
    }
}

impl<B: Bits> Core<B> {
    /// The number of legal moves of the player to move, and the patterns to find one of them by. `None` if they are
    /// to be listed: there is none, or more to them than patterns.
    pub(super) fn moves_by_patterns<'c>(&mut self, cx: &'c Cx<B>) -> Option<(&'c Patterns<B>, u64)> {
        if self.state.turn.chain.is_some() {
            return None;
        }
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        let player = entry.acts_as;
        let patterns = cx.cache.patterns(cx, player)?;
        let mut total = 0;
        if let Some(t) = entry.move_type {
            total = self.find_places(patterns, player, Filter::Type(t));
        } else if cx.rules.priorities.is_empty() {
            total = self.find_places(patterns, player, Filter::Any);
        } else {
            let types = cx.rules.priorities.iter().map(|&t| Filter::Type(t));
            for filter in types.chain([Filter::Untyped]) {
                total = self.find_places(patterns, player, filter);
                if total > 0 {
                    break;
                }
            }
        }
        (total > 0).then_some((patterns, total))
    }

    fn find_places(&mut self, patterns: &Patterns<B>, player: PlayerId, filter: Filter) -> u64 {
        let Core { state, places, .. } = self;
        places.clear(patterns.list.len(), state.cells.len());
        let mut total = 0;
        for (i, pattern) in (0..).zip(&patterns.list) {
            if !filter.lets_through(pattern.move_type) {
                continue;
            }
            let squares = state.places(pattern, player);
            let count = squares.len();
            if count > 0 {
                places.squares[usize::from(i)] = squares;
                places.live.push((i, count));
                total += u64::from(count);
            }
        }
        total
    }

    /// Of the moves found last the one with this number, with its effects.
    pub(super) fn nth_by_patterns<'c>(
        &self,
        cx: &'c Cx<B>,
        patterns: &'c Patterns<B>,
        mut n: usize,
    ) -> Option<(Head, &'c [Effect])> {
        let mut live = &self.places.live[..];
        for group in &patterns.groups {
            let here = live.iter().take_while(|p| usize::from(p.0) < group.patterns.end).count();
            let (here, later) = live.split_at(here);
            let count = here.iter().map(|p| p.1 as usize).sum();
            if n < count {
                let (pos, n) = self.nth_square(here, n as u32)?;
                return self.nth_on_square(cx, group, pos, n);
            }
            n -= count;
            live = later;
        }
        None
    }

    /// The square of the move with this number, square by square, and its number there.
    #[inline]
    fn nth_square(&self, live: &[(u16, u32)], mut n: u32) -> Option<(PosId, u32)> {
        let squares = |&(pattern, _): &(u16, u32)| &self.places.squares[usize::from(pattern)];
        if let [only] = live {
            return Some((squares(only).nth(n as usize)?, 0));
        }
        for i in 0..squares(live.first()?).words().len() {
            let words = live.iter().map(|pattern| squares(pattern).words()[i]);
            let here = words.clone().map(u64::count_ones).sum();
            if n < here {
                let (place, n) = nth_place(words, n);
                return Some((PosId::from_index(64 * i + place as usize), n));
            }
            n -= here;
        }
        None
    }

    /// The move with this number on a square.
    #[inline]
    fn nth_on_square<'c>(
        &self,
        cx: &'c Cx<B>,
        group: &'c Group,
        pos: PosId,
        mut n: u32,
    ) -> Option<(Head, &'c [Effect])> {
        let row = match group.dropped {
            Some(_) => pos.index(),
            None => {
                let kind = cx.codes.kind(self.state.cells[pos.index()]);
                kind.index() * self.state.cells.len() + pos.index()
            }
        };
        for item in &group.items[row] {
            if self.places.squares[usize::from(item.pattern)].has(pos) {
                if n == 0 {
                    return Some((item.head, self.effects_of(cx, group, item.head, pos)?));
                }
                n -= 1;
            }
        }
        None
    }

    fn effects_of<'c>(&self, cx: &'c Cx<B>, group: &Group, head: Head, pos: PosId) -> Option<&'c [Effect]> {
        if !head.is_stored() {
            return Some(&[]);
        }
        let graph = match group.dropped {
            Some(kind) => cx.cache.drops(cx, cx.codes.code(self.acting(cx), kind), 0)?.graph(pos)?,
            None => cx.cache.moves(cx, self.state.cells[pos.index()], pos)?.graph()?,
        };
        Some(graph.effects(head))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(list: &[(u16, Class)]) -> Condition {
        list.iter().map(|&(pos, class)| (PosId(pos), class)).collect()
    }

    #[test]
    fn ways_around_a_question_are_joined() {
        let jump = condition(&[(1, ENEMY), (2, EMPTY)]);
        let blocked = condition(&[(1, ENEMY), (2, FRIEND | ENEMY)]);
        let other = condition(&[(1, EMPTY | FRIEND)]);
        assert_eq!(either_of(vec![jump.clone(), blocked, other.clone()]), Some(Vec::new()));
        assert_eq!(either_of(vec![jump, other]), None);
    }

    #[test]
    fn a_condition_that_cannot_hold_is_none() {
        let empty = condition(&[(3, EMPTY)]);
        assert_eq!(narrowed(&empty, PosId(3), ENEMY), None);
        assert_eq!(narrowed(&empty, PosId(1), ENEMY), Some(condition(&[(1, ENEMY), (3, EMPTY)])));
    }
}
