//! What a graph comes to in usual positions.
//!
//! Some questions nearly always have the same answer: no, the last move did not come from just this square; no, the
//! man there is not one that can't be taken; no, nobody waits behind. And some moves can nearly never be made: men stand
//! between king and rook. Without them a graph is smaller, and often no
//! more than leaps and lines, which sets can tell (see [`super::targets`]). It holds while the answers are no and the ways
//! are barred, and that is seen from a few sets.

use super::bits::Bits;
use super::graph::{END, Graph, Node};
use super::state::State;
use crate::compile::{NO_POS, Test};
use crate::ids::{AttrId, PlayerId, PosId};
use rustc_hash::FxHashMap;

/// A graph without the questions whose answers are taken for granted.
pub struct Usual<'a, B> {
    graph: &'a Graph<B>,
    positions: usize,
    /// The nodes, each behind those that it leads to; the end first.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: u32,
    /// Where it does not hold.
    pub unless: Unless<B>,
}

/// What can be taken for granted.
#[derive(Clone, Copy, Debug)]
pub enum Grant {
    /// The last move came from elsewhere and went elsewhere, and nobody stands beside the way.
    Elsewhere,
    /// The ways of moves that change more than two squares are barred.
    Barred,
    /// Nobody asked about has an attribute.
    Attributes,
}

impl Grant {
    /// All, those that hold more often first.
    pub const ALL: [Grant; 3] = [Grant::Elsewhere, Grant::Barred, Grant::Attributes];
}

/// The positions in which answers are not as was taken for granted: in any of these cases.
#[derive(Clone, Debug)]
pub struct Unless<B> {
    /// The last move came from one of these squares.
    last_from: B,
    /// It went to one of these.
    last_to: B,
    /// A man of the player's own stands there.
    friends: B,
    /// Somebody else stands there.
    others: B,
    /// Somebody with the attribute stands there.
    attr: Option<(AttrId, B)>,
    /// What few graphs have.
    more: Option<Box<More<B>>>,
}

/// Rarer cases.
#[derive(Clone, Debug)]
struct More<B> {
    /// Somebody with another attribute stands there.
    attrs: Vec<(AttrId, B)>,
    /// A move that was left out may be possible.
    rare: Vec<Needs<B>>,
}

/// What a move needs, at least.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Needs<B> {
    /// These squares must be empty.
    empty: B,
    /// On these somebody with the attribute must stand.
    attrs: Vec<(AttrId, PosId)>,
}

/// No more moves are left out.
const RARE_LIMIT: usize = 16;

impl<B: Bits> Needs<B> {
    fn are_met(&self, state: &State<B>) -> bool {
        let has = |&(attr, pos): &(AttrId, PosId)| state.by_attr[attr.index()].has(pos);
        self.empty.is_disjoint(&state.occupied) && self.attrs.iter().all(has)
    }

    /// What holds after an answer.
    fn learn(&mut self, test: Test, pos: PosId, answer: bool) {
        match test {
            Test::Empty if answer => self.empty.insert(pos),
            Test::Attr(attr) if answer && pos != NO_POS && !self.attrs.contains(&(attr, pos)) => {
                self.attrs.push((attr, pos));
            }
            _ => {}
        }
    }

    /// Forgets what does not hold on another way, too.
    fn keep(&mut self, other: &Needs<B>) {
        self.empty.keep(&other.empty);
        self.attrs.retain(|needed| other.attrs.contains(needed));
    }
}

impl<B: Bits> Unless<B> {
    fn never(positions: usize) -> Unless<B> {
        let none = B::empty(positions);
        Unless {
            last_from: none.clone(),
            last_to: none.clone(),
            friends: none.clone(),
            others: none,
            attr: None,
            more: None,
        }
    }

    /// Whether it is not so in a position.
    #[inline(always)]
    pub fn is_usual(&self, state: &State<B>, player: PlayerId) -> bool {
        let is_in = |pos: PosId, set: &B| pos != NO_POS && set.has(pos);
        let own = &state.by_player[player.index()];
        let mut others = self.others.clone();
        others.keep(&state.occupied);
        others.remove_all(own);
        let has_attr = |(attr, squares): &(AttrId, B)| !squares.is_disjoint(&state.by_attr[attr.index()]);
        !is_in(state.turn.last_from, &self.last_from)
            && !is_in(state.turn.last_to, &self.last_to)
            && self.friends.is_disjoint(own)
            && others.is_empty()
            && !self.attr.as_ref().is_some_and(has_attr)
            && self.more.as_ref().is_none_or(|more| more.is_usual(state))
    }

    fn note(&mut self, test: Test, pos: PosId) {
        match test {
            Test::LastFrom => self.last_from.insert(pos),
            Test::LastTo => self.last_to.insert(pos),
            Test::Friend => self.friends.insert(pos),
            Test::Enemy => self.others.insert(pos),
            Test::Attr(attr) => self.squares_with(attr).insert(pos),
            _ => {}
        }
    }

    fn more(&mut self) -> &mut More<B> {
        self.more.get_or_insert_with(|| Box::new(More { attrs: Vec::new(), rare: Vec::new() }))
    }

    /// The squares on which nobody may have an attribute.
    fn squares_with(&mut self, attr: AttrId) -> &mut B {
        let mut none = self.friends.clone();
        none.clear();
        if self.attr.as_ref().is_none_or(|first| first.0 == attr) {
            return &mut self.attr.get_or_insert((attr, none)).1;
        }
        let attrs = &mut self.more().attrs;
        let at = attrs.iter().position(|(a, _)| *a == attr).unwrap_or_else(|| {
            attrs.push((attr, none));
            attrs.len() - 1
        });
        &mut attrs[at].1
    }
}

impl<B: Bits> More<B> {
    fn is_usual(&self, state: &State<B>) -> bool {
        self.attrs.iter().all(|(attr, squares)| squares.is_disjoint(&state.by_attr[attr.index()]))
            && !self.rare.iter().any(|needs| needs.are_met(state))
    }
}

impl<'a, B: Bits> Usual<'a, B> {
    /// The part of a graph that begins at a root, with nothing taken for granted yet.
    pub fn new(graph: &'a Graph<B>, root: u32, positions: usize) -> Usual<'a, B> {
        let unless = Unless::never(positions);
        Usual { graph, positions, nodes: graph.nodes.to_vec(), root, unless }
    }

    /// Takes something more for granted; whether that makes a difference.
    pub fn grant(&mut self, grant: Grant) -> bool {
        match grant {
            Grant::Elsewhere => {
                let aside = squares_aside(self.graph, self.positions);
                self.answer_no(|test, pos| match test {
                    Test::LastFrom | Test::LastTo => pos != NO_POS,
                    Test::Friend | Test::Enemy => aside.has(pos),
                    _ => false,
                })
            }
            Grant::Barred => self.leave_out_rare(),
            Grant::Attributes => self.answer_no(|test, pos| matches!(test, Test::Attr(_)) && pos != NO_POS),
        }
    }

    /// Answers questions with no; whether they are ever asked.
    fn answer_no(&mut self, is_granted: impl Fn(Test, PosId) -> bool) -> bool {
        let answered = self.without(|node| match node {
            Node::Ask { test, pos, no, .. } if is_granted(test, pos) => Some(no),
            _ => None,
        });
        for node in &answered {
            if let Node::Ask { test, pos, .. } = *node {
                self.unless.note(test, pos);
            }
        }
        !answered.is_empty()
    }

    /// Leaves out the moves that change more than two squares, if there are others and it can be told in which
    /// positions they may be possible; whether that was done.
    fn leave_out_rare(&mut self) -> bool {
        let heads = &self.graph.heads;
        let is_local = |node: &Node| match *node {
            Node::Add { head, .. } => Some(heads[head as usize].is_local()),
            _ => None,
        };
        let count = |local: bool| self.nodes.iter().filter(|&node| is_local(node) == Some(local)).count();
        if !(1..=RARE_LIMIT).contains(&count(false)) || count(true) == 0 {
            return false;
        }
        let mut rare: Vec<Needs<B>> = Vec::new();
        for (node, needs) in self.nodes.iter().zip(self.needs()) {
            if let Some(needs) = needs
                && is_local(node) == Some(false)
                && !rare.contains(&needs)
            {
                rare.push(needs);
            }
        }
        if rare.iter().any(|needs| needs.empty.is_empty()) {
            return false;
        }
        self.unless.more().rare = rare;
        let left_out = self.without(|node| match node {
            Node::Add { head, next } if !heads[head as usize].is_local() => Some(next),
            _ => None,
        });
        !left_out.is_empty()
    }

    /// For each node what must be so for it to be come to; `None` if it never is.
    fn needs(&self) -> Vec<Option<Needs<B>>> {
        let mut needs: Vec<Option<Needs<B>>> = vec![None; self.nodes.len()];
        needs[self.root as usize] = Some(Needs { empty: B::empty(self.positions), attrs: Vec::new() });
        for at in (1..=self.root as usize).rev() {
            let Some(here) = needs[at].clone() else { continue };
            for (way, link) in self.nodes[at].links().enumerate() {
                let mut there = here.clone();
                if let Node::Ask { test, pos, .. } = self.nodes[at] {
                    there.learn(test, pos, way == 0);
                }
                match &mut needs[link as usize] {
                    Some(known) => known.keep(&there),
                    unknown => *unknown = Some(there),
                }
            }
        }
        needs
    }

    /// Leaves out the nodes in whose place it goes on at another one; gives those of them that were come to.
    fn without(&mut self, instead: impl Fn(Node) -> Option<u32>) -> Vec<Node> {
        let Usual { nodes: old, root, .. } = self;
        let mut left_out = Vec::new();
        let mut is_reached = vec![false; old.len()];
        is_reached[*root as usize] = true;
        for at in (0..=*root as usize).rev().filter(|&at| at != END as usize) {
            if !is_reached[at] {
                continue;
            }
            if let Some(next) = instead(old[at]) {
                left_out.push(old[at]);
                is_reached[next as usize] = true;
            } else {
                old[at].links().for_each(|link| is_reached[link as usize] = true);
            }
        }
        if left_out.is_empty() {
            return left_out;
        }
        let mut nodes = vec![Node::End];
        let mut index = vec![END; old.len()];
        let mut shared: FxHashMap<Node, u32> = FxHashMap::default();
        for at in (1..=*root as usize).filter(|&at| is_reached[at]) {
            if let Some(next) = instead(old[at]) {
                index[at] = index[next as usize];
                continue;
            }
            let mut links = old[at].links().map(|link| index[link as usize]);
            let (a, b) = (links.next().unwrap_or(END), links.next().unwrap_or(END));
            index[at] = match old[at].with_links(a, b) {
                Node::Ask { yes, no, .. } if yes == no => yes,
                node => *shared.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() as u32 - 1
                }),
            };
        }
        *root = index[*root as usize];
        *old = nodes;
        left_out
    }
}

/// The squares beside the way: no move goes there, and it is never asked whether they are empty.
fn squares_aside<B: Bits>(graph: &Graph<B>, positions: usize) -> B {
    let (mut asked, mut on_the_way) = (B::empty(positions), B::empty(positions));
    for node in &graph.nodes {
        match *node {
            Node::Ask { test: Test::Empty, pos, .. } => on_the_way.insert(pos),
            Node::Ask { test: Test::Friend | Test::Enemy, pos, .. } => asked.insert(pos),
            _ => {}
        }
    }
    graph.heads.iter().filter(|h| h.to != NO_POS).for_each(|h| on_the_way.insert(h.to));
    asked.remove_all(&on_the_way);
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::movebuf::Head;
    use crate::game::mv::Effect;
    use crate::ids::PieceId;
    use crate::vm::Start;

    fn ask(test: Test, pos: u16, yes: u32, no: u32) -> Node {
        Node::Ask { test, pos: PosId(pos), yes, no }
    }

    /// A graph of two moves, to squares 1 and 2, with these nodes, of which the last one is the root.
    fn graph(nodes: &[Node]) -> Graph<[u64; 1]> {
        let start = Start { player: PlayerId(0), kind: PieceId(0), pos: PosId(0), is_drop: false };
        let head = |to: u16| Head::new(0, 1, 0, PosId(0), PosId(to), &[]);
        Graph { nodes: nodes.into(), heads: [head(1), head(2)].into(), ..Graph::empty(start, 64) }
    }

    #[test]
    fn what_is_taken_for_granted_is_only_what_is_come_to() {
        // To an empty square 1; behind it, if the last move came from 3 and went to 4, to square 2.
        let nodes = [
            Node::End,
            Node::Add { head: 1, next: END },
            ask(Test::LastTo, 4, 1, END),
            ask(Test::LastFrom, 3, 2, END),
            Node::Add { head: 0, next: 3 },
            ask(Test::Empty, 1, 4, 3),
        ];
        let graph = graph(&nodes);
        let mut usual = Usual::new(&graph, 5, 64);
        assert!(usual.grant(Grant::Elsewhere));
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }, ask(Test::Empty, 1, 1, END)]);
        assert_eq!((usual.root, usual.unless.last_from, usual.unless.last_to), (2, [1 << 3], [0]));
    }

    #[test]
    fn men_are_taken_to_be_away_only_beside_the_way() {
        // A friend on 5 stops the move to 1, where no friend may stand.
        let nodes = [
            Node::End,
            Node::Add { head: 0, next: END },
            ask(Test::Friend, 5, END, 1),
            ask(Test::Friend, 1, END, 2),
        ];
        let graph = graph(&nodes);
        let mut usual = Usual::new(&graph, 3, 64);
        assert!(usual.grant(Grant::Elsewhere));
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }, ask(Test::Friend, 1, END, 1)]);
        assert_eq!((usual.unless.friends, usual.unless.others), ([1 << 5], [0]));
    }

    #[test]
    fn moves_of_two_men_are_left_out_while_their_ways_are_barred() {
        // To 1; and, if 2 and 3 are empty, or 3 and 4 are, and somebody with the attribute stands on 5, a move of two men.
        let attr = Test::Attr(AttrId(0));
        let nodes = [
            Node::End,
            Node::Add { head: 1, next: END },
            ask(attr, 5, 1, END),
            ask(Test::Empty, 4, 2, END),
            ask(Test::Empty, 2, 2, 3),
            ask(Test::Empty, 3, 4, END),
            Node::Add { head: 0, next: 5 },
        ];
        let two =
            [Effect::Move { from: PosId(0), to: PosId(2), copy: false }, Effect::Capture { pos: PosId(4) }];
        let mut graph = graph(&nodes);
        graph.heads[1] = Head::new(0, 2, 0, PosId(0), PosId(2), &two);
        let mut usual = Usual::new(&graph, 6, 64);
        assert!(!usual.grant(Grant::Elsewhere));
        assert!(usual.grant(Grant::Barred));
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }]);
        let needs = Needs { empty: [1 << 3], attrs: vec![(AttrId(0), PosId(5))] };
        assert_eq!(usual.unless.more().rare, [needs]);
        assert!(!usual.grant(Grant::Attributes));
    }

    #[test]
    fn a_move_of_two_men_that_needs_no_empty_square_is_not_left_out() {
        let nodes = [Node::End, Node::Add { head: 1, next: END }, Node::Add { head: 0, next: 1 }];
        let mut graph = graph(&nodes);
        graph.heads[1] = Head::new(0, 1, 0, PosId(0), PosId(2), &[Effect::Capture { pos: PosId(4) }]);
        assert!(!Usual::new(&graph, 2, 64).grant(Grant::Barred));
    }

    #[test]
    fn a_graph_that_asks_nothing_unusual_is_left_alone() {
        let nodes = [Node::End, Node::Add { head: 0, next: END }, ask(Test::Enemy, 1, 1, END)];
        let graph = graph(&nodes);
        let mut usual = Usual::new(&graph, 2, 64);
        assert!(!Grant::ALL.iter().any(|&grant| usual.grant(grant)));
    }
}
