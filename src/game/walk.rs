//! A graph in larger steps: rays and leaps are one step each, and what a walk needs
//! lies close together.

use super::bits::Bits;
use super::graph::{END, Graph, Node};
use super::movebuf::Head;
use crate::compile::Test;
use crate::ids::{MoveTypeId, PosId};

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Asks whether the square is empty.
    IfEmpty(PosId, u32, u32),
    /// Asks whether a friend stands there.
    IfFriend(PosId, u32, u32),
    /// Asks whether an enemy stands there.
    IfEnemy(PosId, u32, u32),
    /// As in the graph; the links are steps of the walk.
    Node(Node),
    /// Adds a simple move if the destination is as it must be, and goes on.
    Leap {
        /// What must stand on the destination.
        onto: Onto,
        /// The move.
        head: Head,
        /// Where it goes on.
        next: u16,
    },
    /// Adds simple moves along a line up to the first piece, and goes on.
    Ray {
        /// The move to the first square; the others differ in `to` alone.
        head: Head,
        /// Its squares, in [`Walk::rays`].
        ray: u16,
        /// What may be taken on the first square that is not empty.
        takes: Onto,
        /// Where it goes on.
        next: u16,
    },
}

const _: () = assert!(std::mem::size_of::<Step>() <= 24, "a step is 24 bytes at most");

/// What must stand on a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// Nothing.
    Empty,
    /// Nothing or a piece of another player.
    NotFriend,
    /// An enemy.
    Enemy,
    /// Anything is too much.
    Nowhere,
}

/// The squares of a line away from a piece.
#[derive(Clone, Debug)]
pub struct Ray<B> {
    /// All of them.
    pub squares: B,
    /// The same, nearest first.
    pub cells: Box<[PosId]>,
    /// How their numbers follow each other.
    pub way: Way,
}

/// How the numbers of the squares of a ray follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Each is higher than the one before.
    Up,
    /// Each is lower.
    Down,
    /// Neither: the board wraps around, or its squares are numbered in another order.
    Other,
}

impl<B: Bits> Ray<B> {
    /// A ray of these squares, nearest first.
    pub fn new(cells: &[PosId], positions: usize) -> Ray<B> {
        let mut squares = B::empty(positions);
        cells.iter().for_each(|&pos| squares.insert(pos));
        let way = match () {
            () if cells.is_sorted_by(|a, b| a < b) => Way::Up,
            () if cells.is_sorted_by(|a, b| a > b) => Way::Down,
            () => Way::Other,
        };
        Ray { squares, cells: cells.into(), way }
    }

    /// How many squares come before the first occupied one.
    #[inline(always)]
    pub fn free(&self, occupied: &B) -> usize {
        match self.way {
            Way::Up => self.squares.free_up(occupied) as usize,
            Way::Down => self.squares.free_down(occupied) as usize,
            Way::Other => self.cells.iter().take_while(|&&pos| !occupied.has(pos)).count(),
        }
    }
}

/// A graph to be walked.
#[derive(Clone, Debug)]
pub struct Walk<B> {
    /// The steps; the end first.
    pub steps: Box<[Step]>,
    /// The squares of the rays.
    pub rays: Box<[Ray<B>]>,
    /// For each part its move type and where it begins.
    pub parts: Box<[(Option<MoveTypeId>, u32)]>,
}

/// Makes a walk of a graph.
pub fn compress<B: Bits>(graph: &Graph<B>, positions: usize) -> Walk<B> {
    let mut c = Compressor {
        graph,
        positions,
        steps: Vec::with_capacity(graph.nodes.len()),
        rays: Vec::new(),
        index: vec![UNUSED; graph.nodes.len()],
    };
    c.steps.push(Step::Node(Node::End));
    graph.parts.iter().for_each(|part| c.index[part.root as usize] = USED);
    // Each node stands behind those that it leads to: from the last on it is known which are steps of their own.
    let used: Vec<Used> = (1..graph.nodes.len() as u32).rev().filter_map(|node| c.look(node)).collect();
    c.index[END as usize] = END;
    used.into_iter().rev().for_each(|used| c.push(used));
    let parts = graph.parts.iter().map(|part| (part.move_type, c.index[part.root as usize])).collect();
    Walk { steps: c.steps.into(), rays: c.rays.into(), parts }
}

struct Compressor<'a, B> {
    graph: &'a Graph<B>,
    positions: usize,
    steps: Vec<Step>,
    rays: Vec<Ray<B>>,
    /// By node, its step; or whether it becomes one.
    index: Vec<u32>,
}

/// Within a larger step, or not come to.
const UNUSED: u32 = u32::MAX;
/// To become a step.
const USED: u32 = u32::MAX - 1;

/// A node that becomes a step, alone or with others; where it goes on.
struct Used {
    node: u32,
    large: Option<Large>,
    links: [u32; 2],
}

/// Nodes of a graph that are one step.
enum Large {
    Leap(Onto, Head),
    Ray { head: Head, cells: Vec<PosId>, takes: Onto },
}

impl<B: Bits> Compressor<'_, B> {
    /// What becomes of a node, if it is a step; so are then those that it leads to.
    fn look(&mut self, node: u32) -> Option<Used> {
        if self.index[node as usize] == UNUSED {
            return None;
        }
        let large = self
            .ray(node)
            .or_else(|| self.leap(node).map(|(onto, head, next)| (Large::Leap(onto, head), next)));
        let (large, links) = match large {
            Some((large, next)) => (Some(large), [next, END]),
            None => {
                let mut links = self.graph.nodes[node as usize].links();
                (None, [links.next().unwrap_or(END), links.next().unwrap_or(END)])
            }
        };
        links.iter().for_each(|&link| self.index[link as usize] = USED);
        Some(Used { node, large, links })
    }

    fn push(&mut self, used: Used) {
        let [a, b] = used.links.map(|link| self.index[link as usize]);
        let large = used.large.and_then(|large| self.large(large, a));
        let step = large.unwrap_or_else(|| self.small(used.node, a, b));
        self.index[used.node as usize] = self.steps.len() as u32;
        self.steps.push(step);
    }

    fn large(&mut self, large: Large, next: u32) -> Option<Step> {
        let next = u16::try_from(next).ok()?;
        Some(match large {
            Large::Leap(onto, head) => Step::Leap { onto, head, next },
            Large::Ray { head, cells, takes } => {
                let ray = u16::try_from(self.rays.len()).ok()?;
                self.rays.push(Ray::new(&cells, self.positions));
                Step::Ray { head, ray, takes, next }
            }
        })
    }

    /// One node as one step. Of a large step that did not fit, `a` and `b` are not the links of the
    /// node; that cannot be, since graphs and boards with rays so long are not specialised.
    fn small(&self, node: u32, a: u32, b: u32) -> Step {
        match self.graph.nodes[node as usize] {
            Node::Ask { test: Test::Empty, pos, .. } => Step::IfEmpty(pos, a, b),
            Node::Ask { test: Test::Friend, pos, .. } => Step::IfFriend(pos, a, b),
            Node::Ask { test: Test::Enemy, pos, .. } => Step::IfEnemy(pos, a, b),
            other => Step::Node(other.with_links(a, b)),
        }
    }

    /// A question about a square whose one answer adds a simple move onto it.
    fn leap(&self, node: u32) -> Option<(Onto, Head, u32)> {
        let Node::Ask { test, pos, yes, no } = self.graph.nodes[node as usize] else { return None };
        let (onto, add, next) = match test {
            Test::Empty => (Onto::Empty, yes, no),
            Test::Friend => (Onto::NotFriend, no, yes),
            Test::Enemy => (Onto::Enemy, yes, no),
            _ => return None,
        };
        let Node::Add { head, next: after } = self.graph.nodes[add as usize] else { return None };
        let head = self.graph.heads[head as usize];
        (after == next && head.is_simple() && head.to == pos).then_some((onto, head, next))
    }

    /// A chain of questions for empty squares, each adding the simple move onto it, with the same way
    /// out everywhere.
    fn ray(&self, node: u32) -> Option<(Large, u32)> {
        let nodes = &self.graph.nodes;
        let mut cells = Vec::new();
        let mut first: Option<Head> = None;
        // What the blocked squares agree on: what may be taken there, and where it goes on.
        let mut exit: Option<(Onto, u32)> = None;
        let mut at = node;
        while let Node::Ask { test: Test::Empty, pos, yes, no } = nodes[at as usize] {
            let Node::Add { head, next } = nodes[yes as usize] else { break };
            let head = self.graph.heads[head as usize];
            let is_like_first = first.is_none_or(|f| f.then == head.then && f.from == head.from);
            let blocked = self.blocked(no, pos, head);
            let fits = head.is_simple() && head.to == pos && is_like_first;
            if !fits || exit.is_some_and(|e| e != blocked) {
                break;
            }
            exit = Some(blocked);
            first.get_or_insert(head);
            cells.push(pos);
            at = next;
        }
        let ((takes, out), head) = (exit?, first?);
        if at != out {
            return None;
        }
        if cells.len() == 1 && takes == Onto::NotFriend {
            // A line of one square is a leap.
            return Some((Large::Leap(Onto::NotFriend, head), out));
        }
        Some((Large::Ray { head, cells, takes }, out))
    }

    /// What may be taken on a square known not to be empty, and where it goes on.
    fn blocked(&self, node: u32, pos: PosId, plain: Head) -> (Onto, u32) {
        match self.leap(node) {
            Some((onto, head, next)) if head == plain.onto(pos) && onto != Onto::Empty => (onto, next),
            _ => (Onto::Nowhere, node),
        }
    }
}
