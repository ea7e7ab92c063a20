//! How far a piece is from what makes it worth more: promotion, a zone that wins.

use super::lines::Aim;
use super::reach::Reach;
use crate::game::bits::Bits;
use crate::game::core::Cx;
use crate::ids::PosId;
use std::collections::VecDeque;

/// What reaching a place that wins is worth.
const AIM_WORTH: f64 = 900.0;
/// How much of it is left one move away.
const AIM_KEPT: f64 = 0.55;
/// How much of a promotion's gain is left one move away.
const PROMOTION_KEPT: f64 = 0.4;
/// What one move nearer to a set of places is worth.
const GATHER_STEP: f64 = 22.0;
/// How often worth is handed on from square to square.
const ROUNDS: usize = 64;

/// For each pair of `reach` what its hopes are worth. `values` are those of the codes.
pub(super) fn promotions(reach: &Reach, values: &[i32]) -> Vec<f64> {
    let mut hopes = vec![0.0f64; reach.nodes.len()];
    for _ in 0..ROUNDS {
        let mut has_changed = false;
        for node in (0..reach.nodes.len()).rev() {
            let own = reach.nodes[node].0;
            let mut best = 0.0f64;
            for &next in &reach.edges[node] {
                let other = reach.nodes[next as usize].0;
                let hope = if other == own {
                    hopes[next as usize]
                } else {
                    f64::from(values[usize::from(other)] - values[usize::from(own)])
                };
                best = best.max(hope * PROMOTION_KEPT);
            }
            has_changed |= (best - hopes[node]).abs() > 0.5;
            hopes[node] = best;
        }
        if !has_changed {
            break;
        }
    }
    hopes
}

/// What being near to the places of the aims is worth, for each pair of `reach`.
pub(super) fn aims<B: Bits>(cx: &Cx<B>, reach: &Reach, aims: &[Aim]) -> Vec<f64> {
    let mut worth = vec![0.0f64; reach.nodes.len()];
    let back = backwards(reach);
    for aim in aims.iter().filter(|aim| !aim.is_row) {
        let is_own = |node: usize| cx.codes.player(reach.nodes[node].0) == aim.player;
        if let [places] = &aim.places[..] {
            let distance = distances(reach, &back, aim, places);
            for (node, d) in distance.iter().enumerate() {
                if let Some(d) = d.filter(|_| is_own(node)) {
                    worth[node] = worth[node].max(AIM_WORTH * AIM_KEPT.powi(d as i32));
                }
            }
            continue;
        }
        // Many places, each of which wants a piece: near to all of them on average.
        let mut sums = vec![(0u32, 0u32); reach.nodes.len()];
        for places in &aim.places {
            let distance = distances(reach, &back, aim, places);
            for (sum, d) in sums.iter_mut().zip(&distance) {
                if let Some(d) = d {
                    *sum = (sum.0 + d, sum.1 + 1);
                }
            }
        }
        let mean = |&(sum, n): &(u32, u32)| (n > 0).then(|| f64::from(sum) / f64::from(n));
        let farthest = sums.iter().filter_map(mean).fold(0.0, f64::max);
        for (node, sum) in sums.iter().enumerate() {
            if let Some(mean) = mean(sum).filter(|_| is_own(node)) {
                worth[node] += GATHER_STEP * (farthest - mean);
            }
        }
    }
    worth
}

fn backwards(reach: &Reach) -> Vec<Vec<u32>> {
    let mut back = vec![Vec::new(); reach.nodes.len()];
    for (node, edges) in reach.edges.iter().enumerate() {
        for &next in edges {
            back[next as usize].push(node as u32);
        }
    }
    back
}

/// How many moves each pair is from standing on one of the places, as a piece that counts there.
fn distances(reach: &Reach, back: &[Vec<u32>], aim: &Aim, places: &[PosId]) -> Vec<Option<u32>> {
    let mut distance = vec![None; reach.nodes.len()];
    let mut open = VecDeque::new();
    for &pos in places {
        for &code in &aim.codes {
            if let Some(node) = reach.get((code, pos)) {
                distance[node] = Some(0);
                open.push_back(node);
            }
        }
    }
    while let Some(node) = open.pop_front() {
        let next = distance[node].map(|d: u32| d + 1);
        for &before in &back[node] {
            if distance[before as usize].is_none() {
                distance[before as usize] = next;
                open.push_back(before as usize);
            }
        }
    }
    distance
}
