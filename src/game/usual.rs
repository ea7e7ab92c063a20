//! What a graph comes to in usual positions.
//!
//! Some questions nearly always have the same answer: no, the last move did not come from just this square; no, the
//! man there is not one that can't be taken; no, nobody waits behind. Without them a graph is smaller, and often no
//! more than leaps and lines, which sets can tell (see [`super::targets`]). It holds while the answers are no,
//! and that is seen from a few sets.

use super::bits::Bits;
use super::graph::{END, Graph, Node};
use super::state::State;
use crate::compile::{NO_POS, Test};
use crate::ids::{AttrId, PlayerId, PosId};
use rustc_hash::FxHashMap;

/// A graph without the questions whose answers are taken for granted.
pub struct Usual<B> {
    /// The nodes, each behind those that it leads to; the end first.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: u32,
    /// Where it does not hold.
    pub unless: Unless<B>,
}

/// The positions in which answers are not as was taken for granted: in any of these cases.
#[derive(Clone, Debug)]
pub struct Unless<B> {
    /// The last move came from or went to one of these squares.
    last: B,
    /// A man of the player's own stands there.
    friends: B,
    /// Somebody else stands there.
    others: B,
    /// Somebody with the attribute stands there.
    attrs: Vec<(AttrId, B)>,
}

impl<B: Bits> Unless<B> {
    fn never(positions: usize) -> Unless<B> {
        let none = B::empty(positions);
        Unless { last: none.clone(), friends: none.clone(), others: none, attrs: Vec::new() }
    }

    /// Whether it is not so in a position.
    #[inline]
    pub fn is_usual(&self, state: &State<B>, player: PlayerId) -> bool {
        let has = |pos: PosId| pos != NO_POS && self.last.has(pos);
        let own = &state.by_player[player.index()];
        let mut others = self.others.clone();
        others.keep(&state.occupied);
        others.remove_all(own);
        !has(state.turn.last_from)
            && !has(state.turn.last_to)
            && self.friends.is_disjoint(own)
            && others.is_empty()
            && self.attrs.iter().all(|(attr, squares)| squares.is_disjoint(&state.by_attr[attr.index()]))
    }

    fn note(&mut self, test: Test, pos: PosId) {
        match test {
            Test::LastFrom | Test::LastTo => self.last.insert(pos),
            Test::Friend => self.friends.insert(pos),
            Test::Enemy => self.others.insert(pos),
            Test::Attr(attr) => {
                if let Some((_, squares)) = self.attrs.iter_mut().find(|(a, _)| *a == attr) {
                    squares.insert(pos);
                } else {
                    let mut squares = self.last.clone();
                    squares.clear();
                    squares.insert(pos);
                    self.attrs.push((attr, squares));
                }
            }
            _ => {}
        }
    }
}

impl<B: Bits> Usual<B> {
    /// Of the part of a graph that begins at a root; `None` if nothing is taken for granted there.
    pub fn find(graph: &Graph<B>, root: u32, positions: usize) -> Option<Usual<B>> {
        let aside = squares_aside(graph, positions);
        let is_granted = |test: Test, pos: PosId| match test {
            Test::LastFrom | Test::LastTo | Test::Attr(_) => pos != NO_POS,
            Test::Friend | Test::Enemy => aside.has(pos),
            _ => false,
        };
        if !graph.nodes.iter().any(|n| matches!(*n, Node::Ask { test, pos, .. } if is_granted(test, pos))) {
            return None;
        }
        let mut unless = Unless::never(positions);
        // Only what is still come to need be so.
        let mut is_reached = vec![false; graph.nodes.len()];
        is_reached[root as usize] = true;
        for at in (0..=root as usize).rev().filter(|&at| at != END as usize) {
            match graph.nodes[at] {
                _ if !is_reached[at] => {}
                Node::Ask { test, pos, no, .. } if is_granted(test, pos) => {
                    unless.note(test, pos);
                    is_reached[no as usize] = true;
                }
                other => other.links().for_each(|link| is_reached[link as usize] = true),
            }
        }
        let mut nodes = vec![Node::End];
        let mut index = vec![END; graph.nodes.len()];
        let mut shared: FxHashMap<Node, u32> = FxHashMap::default();
        for at in (1..=root as usize).filter(|&at| is_reached[at]) {
            let mut links = graph.nodes[at].links().map(|link| index[link as usize]);
            let (a, b) = (links.next().unwrap_or(END), links.next().unwrap_or(END));
            index[at] = match graph.nodes[at].with_links(a, b) {
                Node::Ask { test, pos, no, .. } if is_granted(test, pos) => no,
                Node::Ask { yes, no, .. } if yes == no => yes,
                node => *shared.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() as u32 - 1
                }),
            };
        }
        Some(Usual { nodes, root: index[root as usize], unless })
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
        let usual = Usual::find(&graph(&nodes), 5, 64).unwrap();
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }, ask(Test::Empty, 1, 1, END)]);
        assert_eq!((usual.root, usual.unless.last), (2, [1 << 3]));
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
        let usual = Usual::find(&graph(&nodes), 3, 64).unwrap();
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }, ask(Test::Friend, 1, END, 1)]);
        assert_eq!((usual.unless.friends, usual.unless.others), ([1 << 5], [0]));
    }

    #[test]
    fn a_graph_that_asks_nothing_unusual_is_left_alone() {
        let nodes = [Node::End, Node::Add { head: 0, next: END }, ask(Test::Enemy, 1, 1, END)];
        assert!(Usual::find(&graph(&nodes), 2, 64).is_none());
    }
}
