//! When graphs are made: not before they are worth it.
//!
//! To follow the blocks of a piece with all answers costs as much as to run them some hundred times; where the graph
//! turns out too large, that is in vain. For most pieces it is little, and graphs are made when they are first
//! needed. Where those of a piece were dear, the machine runs its blocks on another square until it has spent there
//! what making a graph costs: so no more than twice the least is spent.

use super::state::Code;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

/// What a node of a graph costs, in instructions of the machine.
const NODE_COST: u32 = 64;
/// Graphs of fewer nodes are not dear.
const CHEAP: u32 = 400;
/// What looking at one state to bound a reach costs, in instructions of the machine.
const STATE_COST: u32 = 200;
/// Of fewer states that is not dear.
const FEW_STATES: u32 = 400;
/// What is spent on a square is counted in so many instructions.
const UNIT: u32 = 1 << 8;
/// No more need be spent, in units.
const MOST: u32 = u16::MAX as u32;

/// What has been spent and what is to be.
#[derive(Debug)]
pub struct Ripening {
    /// For each (code, position) what the machine has spent there, in units.
    spent: Box<[AtomicU16]>,
    /// For each code what is to be spent before a graph is made, in units.
    graph: Box<[AtomicU32]>,
    /// The same before a reach is bounded.
    reach: Box<[AtomicU32]>,
}

impl Ripening {
    /// For so many (code, position) pairs and codes.
    pub fn new(slots: usize, codes: usize) -> Ripening {
        let zeros = || (0..codes).map(|_| AtomicU32::new(0)).collect();
        Ripening { spent: (0..slots).map(|_| AtomicU16::new(0)).collect(), graph: zeros(), reach: zeros() }
    }

    /// Notes what the machine has spent on the moves of a piece on a square.
    pub fn spend(&self, slot: usize, fuel: u64) {
        let Some(spent) = self.spent.get(slot) else { return };
        let units = fuel.div_ceil(u64::from(UNIT)).min(u64::from(u16::MAX)) as u16;
        spent.store(spent.load(Ordering::Relaxed).saturating_add(units), Ordering::Relaxed);
    }

    /// Whether it is time to make a graph.
    pub fn is_ripe(&self, slot: usize, code: Code) -> bool {
        self.has_spent(slot, &self.graph[usize::from(code)])
    }

    /// Whether it is time to bound a reach.
    pub fn is_reach_ripe(&self, slot: usize, code: Code) -> bool {
        self.has_spent(slot, &self.reach[usize::from(code)])
    }

    fn has_spent(&self, slot: usize, needed: &AtomicU32) -> bool {
        u32::from(self.spent[slot].load(Ordering::Relaxed)) >= needed.load(Ordering::Relaxed)
    }

    /// Notes that a graph was made.
    pub fn note_made(&self, code: Code, nodes: usize) {
        let price = if nodes as u32 > CHEAP { nodes as u32 } else { 0 };
        self.graph[usize::from(code)].store((price * NODE_COST / UNIT).min(MOST), Ordering::Relaxed);
    }

    /// Notes that so many nodes were made in vain: each time twice as much must be spent before the next.
    pub fn note_vain(&self, code: Code, nodes: usize) {
        let needed = &self.graph[usize::from(code)];
        let price = nodes as u32 * NODE_COST / UNIT + 2 * needed.load(Ordering::Relaxed);
        needed.store(price.min(MOST), Ordering::Relaxed);
    }

    /// Notes that so many states were looked at to bound a reach; in vain if it could not be told.
    pub fn note_reach(&self, code: Code, states: usize, is_vain: bool) {
        let needed = &self.reach[usize::from(code)];
        let states = if is_vain || states as u32 > FEW_STATES { states as u32 } else { 0 };
        let before = if is_vain { 2 * needed.load(Ordering::Relaxed) } else { 0 };
        needed.store((states * STATE_COST / UNIT + before).min(MOST), Ordering::Relaxed);
    }
}
