//! The tree that grows over playouts.

use super::order::signature;
use super::sides::{Side, Sides};
use crate::game::movebuf::MoveBuf;
use crate::game::state::Codes;
use crate::game::{Move, Outcome};
use crate::ids::PlayerId;

/// What is known for certain of a move, for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Nothing.
    Open,
    /// It wins.
    Win,
    /// It loses.
    Loss,
}

/// A move from a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub signature: u32,
    /// The node that it leads to; 0 while there is none (the first node is nobody's child).
    pub node: u32,
    pub visits: u32,
    /// Results of these games for the player who moves.
    pub sum: f32,
    /// Games in which the player made the move here or later, and their results.
    pub later_visits: u32,
    pub later_sum: f32,
    pub proof: Proof,
}

impl Edge {
    /// The mean result.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { f64::from(self.sum) / f64::from(self.visits) }
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub mover: PlayerId,
    pub side: Side,
    pub visits: u32,
    first: u32,
    count: u32,
}

impl Node {
    /// The indexes of its edges.
    pub fn edges(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Positions and moves. The move of edge `i` is `moves.heads[i]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub moves: MoveBuf,
}

impl Tree {
    /// Adds a position with these moves.
    pub fn add(&mut self, buf: &MoveBuf, mover: PlayerId, side: Side) -> u32 {
        let first = self.edges.len() as u32;
        for &head in &buf.heads {
            let effects = buf.effects(head);
            self.moves.push(head, effects);
            self.edges.push(Edge {
                signature: signature(head, effects),
                node: 0,
                visits: 0,
                sum: 0.0,
                later_visits: 0,
                later_sum: 0.0,
                proof: Proof::Open,
            });
        }
        self.nodes.push(Node { mover, side, visits: 0, first, count: buf.heads.len() as u32 });
        self.nodes.len() as u32 - 1
    }

    /// The last edge of the path has ended the game: what that proves on the way back. Only between two
    /// sides, and as far as chance has no part in it.
    pub fn prove(&mut self, path: &[(u32, u32)], sides: &Sides, outcome: &Outcome) {
        let Some((&(node, edge), before)) = path.split_last() else { return };
        let Side::Player(side) = self.nodes[node as usize].side else { return };
        let mut proof = match sides.result(outcome, side) {
            1 => Proof::Win,
            -1 => Proof::Loss,
            _ => return,
        };
        let (mut side, mut node) = (side, node);
        self.edges[edge as usize].proof = proof;
        for &(above, edge) in before.iter().rev() {
            let proofs = self.edges[self.nodes[node as usize].edges()].iter().map(|e| e.proof);
            // The best of the moves from the node decides.
            proof = match proof {
                Proof::Win => Proof::Win,
                _ if proofs.clone().all(|p| p == Proof::Loss) => Proof::Loss,
                _ => return,
            };
            let Side::Player(other) = self.nodes[above as usize].side else { return };
            if other != side {
                proof = match proof {
                    Proof::Win => Proof::Loss,
                    Proof::Loss => Proof::Win,
                    Proof::Open => return,
                };
            }
            self.edges[edge as usize].proof = proof;
            (side, node) = (other, above);
        }
    }

    /// Whether more games would not change the first move.
    pub fn is_decided(&self) -> bool {
        let edges = &self.edges[self.nodes[0].edges()];
        edges.len() == 1
            || edges.iter().any(|e| e.proof == Proof::Win)
            || edges.iter().filter(|e| e.proof != Proof::Loss).count() <= 1
    }

    /// The edges of a node, the best one first.
    fn sorted(&self, node: u32) -> Vec<u32> {
        let mut edges: Vec<u32> = self.nodes[node as usize].edges().map(|e| e as u32).collect();
        edges.sort_by_key(|&e| {
            let edge = &self.edges[e as usize];
            let class = match edge.proof {
                Proof::Win => 0,
                Proof::Open => 1,
                Proof::Loss => 2,
            };
            (class, std::cmp::Reverse(edge.visits))
        });
        edges
    }

    /// The first moves, the best one first.
    pub fn first_moves(&self) -> Vec<u32> {
        self.sorted(0)
    }

    /// The line that begins with an edge.
    pub fn line(&self, first: u32, codes: &Codes) -> Vec<Move> {
        const LEAST: u32 = 10;
        let mut moves = Vec::new();
        let mut next = Some(first);
        while let Some(edge) = next {
            moves.push(self.moves.to_move(self.moves.heads[edge as usize], codes));
            let node = self.edges[edge as usize].node;
            next = (node != 0)
                .then(|| self.sorted(node).first().copied())
                .flatten()
                .filter(|&e| self.edges[e as usize].visits >= LEAST);
        }
        moves
    }

    /// Adds the results of the first moves of another tree of the same position.
    pub fn add_first_moves(&mut self, other: &Tree) {
        let (own, theirs) = (self.nodes[0].edges(), other.nodes[0].edges());
        for (mine, edge) in self.edges[own].iter_mut().zip(&other.edges[theirs]) {
            mine.visits += edge.visits;
            mine.sum += edge.sum;
            if mine.proof == Proof::Open {
                mine.proof = edge.proof;
            }
        }
    }
}
