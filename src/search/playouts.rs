//! Random games, more of them where it looks good (UCT, with RAVE).
//!
//! No judgement of positions is needed, so this suits games in which counting pieces tells little. Each
//! player goes where his own results are best, so it plays with any number of players.

use super::limits::{Control, Limits};
use super::order::signature;
use super::score::{SURE, Score, won_at};
use super::searcher::{Found, Halt};
use super::sides::{Side, Sides};
use super::tree::{Edge, Proof, Tree};
use super::{Best, Evaluation, Info, Line, Method, Random, Settings};
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};
use crate::game::ending::Scope;
use crate::game::movebuf::MoveBuf;
use crate::game::{Move, Outcome, RuntimeError};
use crate::ids::PlayerId;
use crate::search::eval::Scales;

/// How much a move with few results is favoured.
const CURIOSITY: f64 = 0.35;
/// With about so many results of a position its moves are judged by their own results and by how they
/// did when played later, in equal parts.
const TRUST: f64 = 500.0;
/// No more edges than this in a tree; then it is played on without growing.
const MOST_EDGES: usize = 8_000_000;

/// What playouts start from.
pub(crate) struct Start<'a, B> {
    pub cx: &'a Cx<B>,
    pub core: &'a Core<B>,
    /// The moves to choose from.
    pub moves: &'a [Move],
    pub sides: &'a Sides,
    pub evaluation: &'a Evaluation,
    pub settings: &'a Settings,
}

/// Looks for the best move.
pub(crate) fn think<B: Bits>(
    start: &Start<'_, B>,
    mut limits: Limits<'_>,
    observer: &mut dyn FnMut(&Info),
) -> Result<Option<Best>, RuntimeError> {
    if let (None, None, Some(depth)) = (limits.nodes, limits.time, limits.depth) {
        // A depth means nothing here: the deeper, the more games.
        limits.nodes = Some(1000 << depth.min(20));
    }
    let threads = start.settings.threads.max(1);
    let control = Control::new(limits, threads);
    let mut main = Player::new(start, &control, 0);
    let others = std::thread::scope(|scope| -> Result<Vec<Tree>, RuntimeError> {
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                let control = &control;
                scope.spawn(move || -> Result<Tree, RuntimeError> {
                    let mut player = Player::new(start, control, number as u64);
                    player.run(&mut |_| {})?;
                    Ok(player.tree)
                })
            })
            .collect();
        let result = main.run(observer);
        control.halt();
        result?;
        // A helper that broke down has nothing to say.
        Ok(helpers.into_iter().filter_map(|h| h.join().ok()?.ok()).collect())
    })?;
    for other in &others {
        main.tree.add_first_moves(other);
    }
    let info = main.info();
    Ok(info.lines.first().and_then(|l| l.moves.first()).cloned().map(|mv| Best { mv, info }))
}

struct Player<'a, B> {
    start: &'a Start<'a, B>,
    core: Core<B>,
    control: &'a Control<'a>,
    scales: Scales<'a>,
    tree: Tree,
    /// The moves of random games.
    buf: MoveBuf,
    random: Random,
    nodes: u64,
    deepest: usize,
    /// The nodes of the tree that were passed, with the edge taken from each.
    path: Vec<(u32, u32)>,
    /// All moves of the present game: who made them, and their signatures.
    played: Vec<(PlayerId, u32)>,
    /// For each player and low bits of a signature the game in which it was played last.
    stamps: Vec<u32>,
    game: u32,
}

const STAMPS: usize = 1 << 14;

impl<'a, B: Bits> Player<'a, B> {
    fn new(start: &'a Start<'a, B>, control: &'a Control<'a>, number: u64) -> Player<'a, B> {
        let players = start.cx.tables().players;
        let mut player = Player {
            start,
            core: start.core.clone(),
            control,
            scales: Scales::new(start.evaluation, start.sides, players),
            tree: Tree::default(),
            buf: MoveBuf::default(),
            random: Random::new(start.settings.seed, number),
            nodes: 0,
            deepest: 0,
            path: Vec::new(),
            played: Vec::new(),
            stamps: vec![0; STAMPS * players],
            game: 0,
        };
        for mv in start.moves {
            player.buf.push_move(mv);
        }
        player.add();
        player
    }

    /// Plays games until a limit is reached.
    fn run(&mut self, observer: &mut dyn FnMut(&Info)) -> Result<(), RuntimeError> {
        let mut report_at = 1000;
        let mut report_time = 1;
        loop {
            match self.one_game() {
                Ok(()) => {}
                Err(Halt::Stopped) => break,
                Err(Halt::Failed(error)) => return Err(error),
            }
            let is_time = self.control.elapsed().is_some_and(|t| t.as_millis() >= report_time * 250);
            if self.game >= report_at && is_time || self.tree.is_decided() {
                observer(&self.info());
                report_at = self.game * 2;
                report_time *= 2;
            }
            if self.tree.is_decided() || self.control.is_flexible() && self.control.has_used(100) {
                break;
            }
        }
        Ok(())
    }

    fn mover(&self) -> PlayerId {
        self.start.cx.rules.turn_order.entries[usize::from(self.core.state.turn.entry)].mover
    }

    /// One game: down the tree, one position more for the tree, on at random, and the result back up.
    fn one_game(&mut self) -> Found<()> {
        let height = self.core.frames.len();
        self.game += 1;
        self.path.clear();
        self.played.clear();
        let mut node = 0;
        let rewards = loop {
            let Some(edge) = self.choose(node) else {
                // The game is over here.
                let outcome = self.core.outcome(self.start.cx)?;
                if let Some(outcome) = &outcome {
                    self.tree.prove(&self.path, self.start.sides, outcome);
                }
                break self.rewards(outcome.as_ref());
            };
            self.path.push((node, edge));
            self.play_edge(edge)?;
            let next = self.tree.edges[edge as usize].node;
            if next != 0 {
                node = next;
                continue;
            }
            if let Some(outcome) = self.over()? {
                self.tree.prove(&self.path, self.start.sides, &outcome);
                break self.rewards(Some(&outcome));
            }
            if self.tree.edges.len() < MOST_EDGES {
                let new = self.expand()?;
                self.tree.edges[edge as usize].node = new;
            }
            break self.random_game()?;
        };
        self.deepest = self.deepest.max(self.path.len());
        self.learn(&rewards);
        while self.core.frames.len() > height {
            self.core.unmake(self.start.cx);
        }
        Ok(())
    }

    /// The outcome, if the game is over after the last move.
    fn over(&mut self) -> Found<Option<Outcome>> {
        self.core.refuel();
        if !self.core.is_over_despite_moves(self.start.cx, Scope::All)? {
            return Ok(None);
        }
        Ok(self.core.outcome(self.start.cx)?)
    }

    /// Adds the present position to the tree.
    fn expand(&mut self) -> Result<u32, RuntimeError> {
        self.buf.clear();
        self.core.legal(self.start.cx, &mut self.buf)?;
        Ok(self.add())
    }

    /// Adds the present position, whose moves are in the buffer.
    fn add(&mut self) -> u32 {
        let side = self.start.sides.at(self.core.state.turn.entry);
        let mover = self.mover();
        self.tree.add(&self.buf, mover, side)
    }

    /// The edge to follow from a node: the most promising one. `None` if there is no move.
    fn choose(&mut self, node: u32) -> Option<u32> {
        let range = self.tree.nodes[node as usize].edges();
        if range.is_empty() {
            return None;
        }
        let first = range.start as u32;
        if self.tree.nodes[node as usize].side == Side::Chance {
            return Some(first + self.random.below(range.len()) as u32);
        }
        let visits = f64::from(self.tree.nodes[node as usize].visits.max(1));
        let trust = (TRUST / (3.0 * visits + TRUST)).sqrt();
        let curiosity = CURIOSITY * visits.ln().sqrt();
        let mut best = (f64::NEG_INFINITY, first);
        for (i, edge) in self.tree.edges[range].iter().enumerate() {
            let worth = match edge.proof {
                Proof::Win => return Some(first + i as u32),
                Proof::Loss => -1.0,
                Proof::Open => promise(edge, trust, curiosity),
            };
            if worth > best.0 {
                best = (worth, first + i as u32);
            }
        }
        Some(best.1)
    }

    fn play_edge(&mut self, edge: u32) -> Found<()> {
        self.tick()?;
        let head = self.tree.moves.heads[edge as usize];
        let mover = self.mover();
        self.played.push((mover, self.tree.edges[edge as usize].signature));
        self.core.make(self.start.cx, head, self.tree.moves.effects(head))?;
        Ok(())
    }

    #[inline]
    fn tick(&mut self) -> Found<()> {
        self.nodes += 1;
        if self.control.tick(self.nodes) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Plays on at random. A game that takes too long is judged as it stands.
    fn random_game(&mut self) -> Found<Vec<f32>> {
        let most = (self.start.evaluation.facts.plies * 2.0) as usize + 30;
        for _ in 0..most {
            if let Some(outcome) = self.over()? {
                return Ok(self.rewards(Some(&outcome)));
            }
            self.buf.clear();
            self.core.legal(self.start.cx, &mut self.buf)?;
            if self.buf.heads.is_empty() {
                let outcome = self.core.outcome(self.start.cx)?;
                return Ok(self.rewards(outcome.as_ref()));
            }
            self.tick()?;
            let head = self.buf.heads[self.random.below(self.buf.heads.len())];
            let effects = self.buf.effects(head);
            let mover = self.mover();
            self.played.push((mover, signature(head, effects)));
            self.core.make(self.start.cx, head, self.buf.effects(head))?;
        }
        let mut counts = self.start.evaluation.lines.counts();
        let state = &self.core.state;
        let sum = self.scales.full(&state.cells, &state.stock, &mut counts);
        let share = 1.0 / (1.0 + (-f64::from(self.scales.score(&sum, 0)) / 300.0).exp());
        Ok(self.by_player(|side| if side == 0 { share as f32 } else { 1.0 - share as f32 }))
    }

    fn by_player(&self, reward: impl Fn(u8) -> f32) -> Vec<f32> {
        let players = (0..self.start.cx.tables().players).map(PlayerId::from_index);
        players.map(|p| self.start.sides.of(p).map_or(0.5, &reward)).collect()
    }

    /// What the outcome is worth to each player, from 0 to 1.
    fn rewards(&self, outcome: Option<&Outcome>) -> Vec<f32> {
        let Some(outcome) = outcome else { return self.by_player(|_| 0.5) };
        let players = (0..self.start.cx.tables().players).map(PlayerId::from_index);
        match (outcome.winner, outcome.loser) {
            (Some(winner), _) => players.map(|p| if p == winner { 1.0 } else { 0.0 }).collect(),
            (None, Some(loser)) => players.map(|p| if p == loser { 0.0 } else { 0.6 }).collect(),
            (None, None) => self.by_player(|_| 0.5),
        }
    }

    /// Takes the result back up the tree.
    fn learn(&mut self, rewards: &[f32]) {
        // From the end to the beginning, so that at each node the later moves of each player are known.
        let mut later = self.played.len();
        for (depth, &(node, edge)) in self.path.iter().enumerate().rev() {
            while later > depth {
                later -= 1;
                let (player, signature) = self.played[later];
                self.stamps[player.index() * STAMPS + signature as usize % STAMPS] = self.game;
            }
            let node = &mut self.tree.nodes[node as usize];
            node.visits += 1;
            let reward = rewards[node.mover.index()];
            let base = node.mover.index() * STAMPS;
            for edge in &mut self.tree.edges[node.edges()] {
                if self.stamps[base + edge.signature as usize % STAMPS] == self.game {
                    edge.later_visits += 1;
                    edge.later_sum += reward;
                }
            }
            let edge = &mut self.tree.edges[edge as usize];
            edge.visits += 1;
            edge.sum += reward;
        }
    }

    fn info(&self) -> Info {
        let lines = self
            .tree
            .first_moves()
            .into_iter()
            .take(self.start.settings.lines.max(1))
            .map(|first| {
                let moves = self.tree.line(first, &self.start.cx.codes);
                let edge = &self.tree.edges[first as usize];
                let score = match edge.proof {
                    Proof::Win => won_at(moves.len()),
                    Proof::Loss => -won_at(moves.len()),
                    Proof::Open => to_score(edge.mean()),
                };
                Line { score: Score(score), moves }
            })
            .collect::<Vec<_>>();
        Info {
            depth: lines.first().map_or(0, |l| l.moves.len() as u32),
            deepest: self.deepest as u32,
            nodes: self.control.nodes().max(self.nodes),
            lines,
            fullness: (self.tree.edges.len() * 1000 / MOST_EDGES) as u32,
            method: Method::Playouts,
        }
    }
}

/// How promising an edge is.
#[inline]
fn promise(edge: &Edge, trust: f64, curiosity: f64) -> f64 {
    let later =
        if edge.later_visits > 0 { f64::from(edge.later_sum) / f64::from(edge.later_visits) } else { 1.0 };
    if edge.visits == 0 {
        return later + 0.2 + curiosity;
    }
    let visits = f64::from(edge.visits);
    let own = f64::from(edge.sum) / visits;
    own * (1.0 - trust) + later * trust + curiosity / visits.sqrt()
}

/// A chance to win as a score.
fn to_score(share: f64) -> i32 {
    let share = share.clamp(0.001, 0.999);
    ((share / (1.0 - share)).ln() * 170.0).clamp(f64::from(-SURE) / 2.0, f64::from(SURE) / 2.0) as i32
}

#[cfg(test)]
mod tests {
    use super::to_score;

    #[test]
    fn an_even_chance_is_an_even_score() {
        assert_eq!(to_score(0.5), 0);
        assert!(to_score(0.9) > 300 && to_score(0.1) < -300);
    }
}
