//! What a graph comes to in usual positions.
//!
//! Some questions nearly always have the same answer: no, the last move did not come from just this square; no, the
//! man there is not one that can't be taken; no, nobody waits behind. And some moves can nearly never be made: men stand
//! between king and rook. Without them a graph is smaller, and often no
//! more than leaps and lines, which sets can tell (see [`super::targets`]). It holds while the answers are no and the ways
//! are barred, and that is seen from a few sets.

mod unless;

pub use self::unless::Unless;

use self::unless::Needs;
use super::bits::Bits;
use super::graph::{END, Graph, Node, known_on_all_ways};
use super::mv::Effect;
use crate::compile::{NO_POS, Test};
use crate::ids::PosId;
use rustc_hash::FxHashMap;

/// For no more different squares that must be empty moves are left out.
const RARE_LIMIT: usize = 16;
/// No more moves are left out.
const RARE_MOVES: usize = 48;

/// A graph without the questions whose answers are taken for granted.
#[derive(Clone)]
pub struct Usual<'a, B> {
    graph: &'a Graph<B>,
    positions: usize,
    /// The nodes, each behind those that it leads to; the end first.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: u32,
    /// Where a man of the player's own stands who may come onto the square that the piece leaves.
    filled_from: PosId,
    /// Where it does not hold.
    pub unless: Unless<B>,
}

/// What can be taken for granted.
#[derive(Clone, Copy, Debug)]
pub enum Grant {
    /// The last move came from elsewhere and went elsewhere, and nobody stands beside the way who would change what a
    /// move does, but not where it may go.
    Elsewhere,
    /// The ways of moves that change more than two squares are barred.
    Barred,
    /// Nobody asked about has an attribute.
    Attributes,
    /// Nobody stands beside the way.
    Beside,
}

impl Grant {
    /// What holds more often first; of each trial as little is taken for granted as possible.
    pub const TRIALS: [&[Grant]; 3] = [
        &[Grant::Elsewhere],
        &[Grant::Barred],
        &[Grant::Elsewhere, Grant::Barred, Grant::Attributes, Grant::Beside],
    ];
}

impl<'a, B: Bits> Usual<'a, B> {
    /// The part of a graph that begins at a root, with nothing taken for granted yet.
    pub fn new(graph: &'a Graph<B>, root: u32, positions: usize) -> Usual<'a, B> {
        let unless = Unless::never(positions);
        Usual { graph, positions, nodes: graph.nodes.to_vec(), root, filled_from: NO_POS, unless }
    }

    /// The same while a man of the player's own stands on a square.
    pub fn with_companion(graph: &'a Graph<B>, root: u32, positions: usize, at: PosId) -> Usual<'a, B> {
        let mut usual = Usual::new(graph, root, positions);
        usual.without(|node| match node {
            Node::Ask { test: Test::Friend, pos, yes, .. } if pos == at => Some(yes),
            _ => None,
        });
        usual.unless.set_companion(at);
        usual.filled_from = at;
        usual
    }

    /// Takes something more for granted; whether that makes a difference.
    pub fn grant(&mut self, grant: Grant) -> bool {
        match grant {
            Grant::Elsewhere => {
                let aside = squares_aside(self.graph, self.positions);
                let onto = if aside.is_empty() { Vec::new() } else { self.destinations() };
                self.answer_no(|node| match node {
                    Node::Ask { test: Test::LastFrom | Test::LastTo, pos, .. } => pos != NO_POS,
                    Node::Ask { test: Test::Friend | Test::Enemy, pos, yes, no } => {
                        aside.has(pos) && onto[yes as usize].is_within(&onto[no as usize])
                    }
                    _ => false,
                })
            }
            Grant::Beside => {
                let aside = squares_aside(self.graph, self.positions);
                self.answer_no(|node| {
                    let Node::Ask { test: Test::Friend | Test::Enemy, pos, .. } = node else { return false };
                    aside.has(pos)
                })
            }
            Grant::Barred => self.leave_out_rare(),
            Grant::Attributes => self.answer_no(
                |node| matches!(node, Node::Ask { test: Test::Attr(_), pos, .. } if pos != NO_POS),
            ),
        }
    }

    /// Answers questions with no; whether they are ever asked.
    fn answer_no(&mut self, is_granted: impl Fn(Node) -> bool) -> bool {
        let answered = self.without(|node| match node {
            Node::Ask { no, .. } if is_granted(node) => Some(no),
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
        let count = |rare: bool| {
            let is_so = |node: &&Node| matches!(**node, Node::Add { head, .. } if self.is_rare(head) == rare);
            self.nodes.iter().filter(is_so).count()
        };
        // To take somebody is nothing rare.
        let takes = |node: &Node| matches!(*node, Node::Add { head, .. } if self.graph.heads[head as usize].is_aside());
        if !(1..=RARE_MOVES).contains(&count(true)) || count(false) == 0 || self.nodes.iter().any(takes) {
            return false;
        }
        // One man somewhere is often all that such moves need.
        let none = B::empty(self.positions);
        let (mut friends, mut others) = (none.clone(), none);
        let mut rare = self.rare();
        for needs in rare.iter().filter(|needs| needs.is_one_man()) {
            friends.insert_all(&needs.friends);
            others.insert_all(&needs.others);
        }
        let is_answered = self.answer_no(|node| match node {
            Node::Ask { test: Test::Friend, pos, .. } => pos != NO_POS && friends.has(pos),
            Node::Ask { test: Test::Enemy, pos, .. } => pos != NO_POS && others.has(pos),
            _ => false,
        });
        if is_answered {
            rare = self.rare();
        }
        if rare.len() > RARE_LIMIT || rare.iter().any(Needs::is_nothing) {
            return false;
        }
        if !rare.is_empty() {
            self.unless.set_rare(rare);
        }
        let (graph, filled_from) = (self.graph, self.filled_from);
        self.without(|node| match node {
            Node::Add { head, next } if is_rare(graph, filled_from, head) => Some(next),
            _ => None,
        });
        true
    }

    fn is_rare(&self, head: u32) -> bool {
        is_rare(self.graph, self.filled_from, head)
    }

    /// What the moves that change more than two squares need; of those that need the same squares to be empty, what they
    /// need in common.
    fn rare(&self) -> Vec<Needs<B>> {
        let mut rare: Vec<Needs<B>> = Vec::new();
        for (node, needs) in self.nodes.iter().zip(self.needs()) {
            let Node::Add { head, .. } = *node else { continue };
            let Some(needs) = needs.filter(|_| self.is_rare(head)) else { continue };
            let is_alike = |other: &Needs<B>| other.empty == needs.empty && !needs.empty.is_empty();
            if let Some(at) = rare.iter().position(is_alike) {
                rare[at].keep(&needs);
            } else if !rare.iter().any(|other| other.follows_from(&needs)) {
                rare.push(needs);
            }
            if rare.len() > 2 * RARE_LIMIT {
                break;
            }
        }
        rare
    }

    /// For each node where moves from there on may go.
    fn destinations(&self) -> Vec<B> {
        let mut onto: Vec<B> = vec![B::empty(self.positions); self.nodes.len()];
        for at in 0..self.nodes.len() {
            let mut here = onto[at].clone();
            if let Node::Add { head, .. } = self.nodes[at] {
                let to = self.graph.heads[head as usize].to;
                (to != NO_POS).then(|| here.insert(to));
            }
            self.nodes[at].links().for_each(|link| here.insert_all(&onto[link as usize]));
            onto[at] = here;
        }
        onto
    }

    /// For each node what must be so for it to be come to; `None` if it never is.
    fn needs(&self) -> Vec<Option<Needs<B>>> {
        let nothing = Needs::nothing(self.positions);
        known_on_all_ways(&self.nodes, [self.root].into_iter(), &nothing, Needs::learn, Needs::keep)
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

/// Whether a move changes more than its two squares; of those that also put a man from another square onto the one that is
/// left, more than these three.
fn is_rare<B: Bits>(graph: &Graph<B>, filled_from: PosId, head: u32) -> bool {
    let head = graph.heads[head as usize];
    if filled_from == NO_POS {
        return !head.is_local();
    }
    let home = graph.start.pos;
    graph.effects(head).iter().any(|effect| match *effect {
        Effect::Move { from, to, .. } => (from, to) != (filled_from, home) && from != home,
        Effect::SetAttribute { .. } => false,
        _ => true,
    })
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
    use crate::ids::{AttrId, PieceId, PlayerId};
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
    fn men_who_open_ways_are_taken_to_be_away_only_at_last() {
        // To 1 if a friend stands on 5.
        let nodes = [Node::End, Node::Add { head: 0, next: END }, ask(Test::Friend, 5, 1, END)];
        let graph = graph(&nodes);
        let mut usual = Usual::new(&graph, 2, 64);
        assert!(!usual.grant(Grant::Elsewhere));
        assert!(usual.grant(Grant::Beside));
        assert_eq!((usual.root, usual.unless.friends), (END, [1 << 5]));
    }

    #[test]
    fn one_man_who_is_needed_for_all_rare_moves_is_taken_to_be_away() {
        // To 1; if an enemy stands on 5, he is taken along.
        let nodes = [
            Node::End,
            Node::Add { head: 0, next: END },
            Node::Add { head: 1, next: END },
            ask(Test::Enemy, 5, 2, 1),
        ];
        let mut graph = graph(&nodes);
        graph.heads[1] = Head::new(0, 1, 0, PosId(0), PosId(1), &[Effect::Capture { pos: PosId(5) }]);
        let mut usual = Usual::new(&graph, 3, 64);
        assert!(usual.grant(Grant::Barred));
        assert_eq!(usual.nodes, [Node::End, Node::Add { head: 0, next: END }]);
        assert_eq!((usual.unless.others, usual.unless.rare().len()), ([1 << 5], 0));
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
        let needs = Needs { empty: [1 << 3], attrs: vec![(AttrId(0), PosId(5))], ..Needs::nothing(64) };
        assert_eq!(usual.unless.rare(), [needs]);
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
        assert!(!Grant::TRIALS.concat().iter().any(|&grant| usual.grant(grant)));
    }
}
