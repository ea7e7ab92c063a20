//! Finding out what things are worth, by random games and by counting moves.

use super::lines::{self, Lines};
use super::reach::Reach;
use super::{Evaluation, Facts, PieceTerm, Scales, Term, Worth, progress};
use crate::compile::GoalExpr;
use crate::game::RuntimeError;
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};
use crate::game::movebuf::MoveBuf;
use crate::game::state::Code;
use crate::ids::PlayerId;
use crate::resolve::rules::GoalLineKind;
use crate::search::last::Last;
use crate::search::random::Random;
use crate::search::sides::Sides;
use crate::search::tactics;

/// Random games for the measurement, and how many moves and choices all of them may take together.
const GAMES: u32 = 60;
const MOST_PLIES: u64 = 12_000;
const MOST_CHOICES: u64 = 400_000;
/// A random game is not played further.
const LONGEST: u64 = 400;
/// Positions on which mobility is counted, and how often a piece is put somewhere for it.
const SAMPLES: usize = 24;
const MOST_PROBES: usize = 120_000;
/// What one square that a piece gets to is worth, and what a piece is worth that gets nowhere.
const SQUARE_WORTH: f64 = 62.0;
const BASE_WORTH: f64 = 20.0;
/// How much less a piece is worth that is bound to a small part of its squares, at most.
const BOUND_COST: f64 = 0.2;
/// What one square more than the average is worth to a piece where it stands.
const ROOM_WORTH: f64 = 5.0;
const MOST_ROOM: f64 = 45.0;

/// Measures a game from its initial position.
pub(crate) fn measure<B: Bits>(cx: &Cx<B>, start: &Core<B>) -> Result<Evaluation, RuntimeError> {
    let games = Games::play(cx, start)?;
    let reach = Reach::find(cx, start, &games.samples)?;
    let tables = cx.tables();
    let codes = 1 + tables.players * tables.pieces;
    let mobility = mobility(cx, &reach, &games.samples)?;
    let by_code = even_out(cx, means(&reach, &mobility, codes), codes);
    let is_royal = |code: usize| {
        code > 0 && cx.goals.royals.contains(&(cx.codes.player(code as Code), cx.codes.kind(code as Code)))
    };
    let value = |mobility: f64| (SQUARE_WORTH * mobility + BASE_WORTH).round().min(3000.0) as i32;
    let freedom = freedom(&reach, codes);
    let mut values: Vec<i32> = by_code
        .iter()
        .zip(&freedom)
        .map(|(m, share)| m.map_or(BASE_WORTH as i32, |m| value(m * (1.0 - BOUND_COST * (1.0 - share)))))
        .collect();
    values[0] = 0;
    scale(&mut values, &reach);
    let aims = lines::aims(cx);
    let mut evaluation = Evaluation {
        positions: tables.positions,
        places: vec![Worth::default(); codes * tables.positions],
        stock: vec![0; codes],
        values: values.clone(),
        phase: vec![0; codes],
        full_phase: 0,
        start_counts: (0..codes).map(|c| i32::from(start.state.counts[c])).collect(),
        sign: material_sign(cx),
        lines: Lines::new(&aims, tables.positions, codes),
        last: Last::new(cx),
        facts: games.facts,
        terms: Vec::new(),
        pieces: Vec::new(),
    };
    let sign = evaluation.sign;
    let promotions = progress::promotions(&reach, &values);
    let to_aims = progress::aims(cx, &reach, &aims);
    for (node, &(code, pos)) in reach.nodes.iter().enumerate() {
        let c = usize::from(code);
        let room = (mobility[node] - by_code[c].unwrap_or(0.0)) * ROOM_WORTH;
        let room = room.clamp(-MOST_ROOM, MOST_ROOM);
        let hope = promotions[node] + to_aims[node];
        let worth = if is_royal(c) {
            Worth { early: (hope - room) as i32, late: (hope + room) as i32 }
        } else {
            let worth = (f64::from(values[c]) * sign + room + hope) as i32;
            Worth { early: worth, late: worth }
        };
        evaluation.places[c * tables.positions + pos.index()] = worth;
    }
    for (code, &value) in values.iter().enumerate().skip(1) {
        evaluation.stock[code] = stock_worth(cx, start, &evaluation, code as Code);
        evaluation.phase[code] = if is_royal(code) { 0 } else { value };
    }
    evaluation.full_phase = (1..codes).map(|c| evaluation.phase[c] * evaluation.start_counts[c]).sum();
    evaluation.pieces = (1..codes)
        .filter(|&c| reach.nodes.iter().any(|n| usize::from(n.0) == c))
        .map(|c| PieceTerm {
            player: cx.codes.player(c as Code),
            kind: cx.codes.kind(c as Code),
            mobility: by_code[c].unwrap_or(0.0),
            value: if is_royal(c) { 0 } else { values[c] },
            is_royal: is_royal(c),
        })
        .collect();
    evaluation.facts.foresight = games.foresight(cx, &evaluation);
    evaluation.terms = terms(&evaluation, &aims, &promotions, &to_aims, sign);
    Ok(evaluation)
}

/// Random games and what is kept of them.
struct Games<B> {
    facts: Facts,
    /// Positions amid games.
    samples: Vec<Core<B>>,
    /// For each sample the winner of its game.
    winners: Vec<Option<PlayerId>>,
}

impl<B: Bits> Games<B> {
    fn play(cx: &Cx<B>, start: &Core<B>) -> Result<Games<B>, RuntimeError> {
        let mut games = Games { facts: Facts::default(), samples: Vec::new(), winners: Vec::new() };
        let mut random = Random::new(0x5eed, 0);
        let ones = vec![1; 1 + cx.tables().players * cx.tables().pieces];
        let (mut plies, mut choices, mut tactical) = (0u64, 0u64, 0u64);
        while games.facts.games < GAMES && plies < MOST_PLIES && choices < MOST_CHOICES {
            let mut core = start.clone();
            let mut buf = MoveBuf::default();
            let mut length = 0;
            // Kept with a chance that makes every move of a long game as likely.
            let mut kept: Option<Core<B>> = None;
            let outcome = loop {
                if let Some(outcome) = core.outcome(cx)? {
                    break Some(outcome);
                }
                if length >= LONGEST {
                    break None;
                }
                buf.clear();
                core.legal(cx, &mut buf)?;
                if buf.heads.is_empty() {
                    break None;
                }
                let head = buf.heads[random.below(buf.heads.len())];
                choices += buf.heads.len() as u64;
                tactical += buf
                    .heads
                    .iter()
                    .filter(|&&h| tactics::takes_or_promotes(cx, &core.state, &ones, h, buf.effects(h)))
                    .count() as u64;
                games.facts.has_movement |= !head.is_pass() && head.from != crate::compile::NO_POS;
                core.make(cx, head, buf.effects(head))?;
                length += 1;
                if random.below(length as usize) == 0 {
                    kept = Some(core.clone());
                }
            };
            plies += length;
            games.facts.games += 1;
            games.facts.ended += u32::from(outcome.is_some());
            if let Some(kept) = kept {
                games.samples.push(kept);
                games.winners.push(outcome.and_then(|o| o.winner));
            }
        }
        if games.samples.is_empty() {
            games.samples.push(start.clone());
            games.winners.push(None);
        }
        games.facts.plies = plies as f64 / f64::from(games.facts.games.max(1));
        games.facts.branching = choices as f64 / plies.max(1) as f64;
        games.facts.tactical = tactical as f64 / choices.max(1) as f64;
        Ok(games)
    }

    /// The correlation of the judgement amid a game with its result.
    fn foresight(&self, cx: &Cx<B>, evaluation: &Evaluation) -> f64 {
        let Some(&first) = cx.goals.contenders.first() else { return 0.0 };
        let sides = Sides::new(&cx.rules, first);
        let scales = Scales::new(evaluation, &sides, cx.tables().players);
        let pairs: Vec<(f64, f64)> = self
            .samples
            .iter()
            .zip(&self.winners)
            .filter_map(|(core, winner)| {
                let result = if sides.of((*winner)?)? == 0 { 1.0 } else { -1.0 };
                let mut counts = evaluation.lines.counts();
                let sum = scales.full(&core.state.cells, &core.state.stock, &mut counts);
                Some((f64::from(scales.score(&sum, 0)).clamp(-1500.0, 1500.0), result))
            })
            .collect();
        correlation(&pairs)
    }
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    if n < 8.0 {
        return 0.0;
    }
    let mean = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / n;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for &(x, y) in pairs {
        xy += (x - mx) * (y - my);
        xx += (x - mx) * (x - mx);
        yy += (y - my) * (y - my);
    }
    if xx * yy <= 0.0 { 0.0 } else { xy / (xx * yy).sqrt() }
}

/// For each pair how many squares the piece gets to from there, on average over the samples.
fn mobility<B: Bits>(cx: &Cx<B>, reach: &Reach, samples: &[Core<B>]) -> Result<Vec<f64>, RuntimeError> {
    let count = (MOST_PROBES / reach.nodes.len().max(1)).clamp(1, SAMPLES).min(samples.len());
    let mut sums = vec![0u32; reach.nodes.len()];
    let mut buf = MoveBuf::default();
    let mut places = Vec::new();
    let step = samples.len() / count;
    for sample in samples.iter().step_by(step.max(1)).take(count) {
        let mut core = sample.clone();
        for (sum, &(code, pos)) in sums.iter_mut().zip(&reach.nodes) {
            buf.clear();
            core.moves_from(cx, code, pos, &mut buf)?;
            places.clear();
            places.extend(buf.heads.iter().map(|h| h.to));
            places.sort_unstable();
            places.dedup();
            // Where it goes and where it takes count alike: a piece that takes in another way than it
            // moves is judged by both.
            let goes = places.len() as u32;
            *sum += goes + core.attack_count(cx, code, pos)?.unwrap_or(goes);
        }
    }
    Ok(sums.iter().map(|&s| f64::from(s) / (2 * count) as f64).collect())
}

/// Pieces of one type that get about equally far are worth the same to all players: what differs is
/// only the chance of the random games.
fn even_out<B: Bits>(cx: &Cx<B>, mut means: Vec<Option<f64>>, codes: usize) -> Vec<Option<f64>> {
    const NEAR: f64 = 1.2;
    for kind in 0..cx.tables().pieces {
        let of_kind: Vec<usize> =
            (1..codes).filter(|&c| cx.codes.kind(c as Code).index() == kind && means[c].is_some()).collect();
        let values: Vec<f64> = of_kind.iter().filter_map(|&c| means[c]).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        if most <= least * NEAR {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            of_kind.iter().for_each(|&c| means[c] = Some(mean));
        }
    }
    means
}

/// For each code the average over its squares.
fn means(reach: &Reach, mobility: &[f64], codes: usize) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0u32); codes];
    for (&(code, _), m) in reach.nodes.iter().zip(mobility) {
        let sum = &mut sums[usize::from(code)];
        *sum = (sum.0 + m, sum.1 + 1);
    }
    sums.iter().map(|&(sum, n)| (n > 0).then(|| sum / f64::from(n))).collect()
}

/// For each code which share of its squares a piece gets to from one of them, on average: a bishop has
/// half of them.
fn freedom(reach: &Reach, codes: usize) -> Vec<f64> {
    const PROBES: usize = 4;
    let mut by_code: Vec<Vec<u32>> = vec![Vec::new(); codes];
    reach.nodes.iter().enumerate().for_each(|(i, n)| by_code[usize::from(n.0)].push(i as u32));
    by_code
        .iter()
        .map(|nodes| {
            let step = nodes.len().div_ceil(PROBES).max(1);
            let (mut sum, mut probes) = (0.0, 0u32);
            for &first in nodes.iter().step_by(step) {
                let code = reach.nodes[first as usize].0;
                let mut seen = vec![first];
                let mut known = rustc_hash::FxHashSet::from_iter([first]);
                while let Some(node) = seen.pop() {
                    for &next in &reach.edges[node as usize] {
                        if reach.nodes[next as usize].0 == code && known.insert(next) {
                            seen.push(next);
                        }
                    }
                }
                sum += known.len() as f64 / nodes.len() as f64;
                probes += 1;
            }
            if probes == 0 { 1.0 } else { sum / f64::from(probes) }
        })
        .collect()
}

/// Makes the smallest piece that can move worth 100.
fn scale(values: &mut [i32], reach: &Reach) {
    let mut has = vec![false; values.len()];
    reach.nodes.iter().for_each(|n| has[usize::from(n.0)] = true);
    let smallest =
        values.iter().zip(&has).filter(|(v, h)| **h && **v > BASE_WORTH as i32 + 10).map(|(v, _)| *v).min();
    let Some(smallest) = smallest else {
        values.iter_mut().skip(1).for_each(|v| *v = 100);
        return;
    };
    for v in values.iter_mut() {
        *v = (i64::from(*v) * 100 / i64::from(smallest)).clamp(0, 3000) as i32;
    }
}

/// A piece in the stock is worth what it would be worth on the board, and a bit more: it may come down
/// where it is wanted. Where each drop takes one of a fixed supply it is worth nothing of itself.
fn stock_worth<B: Bits>(cx: &Cx<B>, start: &Core<B>, evaluation: &Evaluation, code: Code) -> i32 {
    let options = &cx.rules.options;
    let kind = cx.codes.kind(code);
    let is_supply = start.state.stock[usize::from(code)] > 0 && !options.recycle_captures;
    if cx.program.pieces[kind.index()].drops.is_empty() || is_supply {
        return 0;
    }
    evaluation.values[usize::from(code)] * 11 / 10
}

/// 1 where pieces are good to have; less where the rules reward having few.
fn material_sign<B: Bits>(cx: &Cx<B>) -> f64 {
    let mut sign: f64 = 1.0;
    if cx.goals.contenders.len() < 2 {
        return sign;
    }
    for goal in cx.program.goals.iter().filter(|g| g.kind == GoalLineKind::Win) {
        goal.expr.walk(&mut |expr, negated| match expr {
            GoalExpr::PiecesRemaining(n, None) if !negated && *n <= 1 => sign = -1.0,
            GoalExpr::Stalemated if !negated => sign = sign.min(-0.5),
            _ => {}
        });
    }
    sign
}

fn terms(
    evaluation: &Evaluation,
    aims: &[lines::Aim],
    promotions: &[f64],
    to_aims: &[f64],
    sign: f64,
) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut add = |name, detail: String| terms.push(Term { name, detail });
    add(
        "material",
        match sign {
            s if s > 0.0 => "pieces are worth the squares that they get to on average".into(),
            _ => "the goals reward having few pieces: their worth counts against their owner".into(),
        },
    );
    add("room", "squares where a piece gets further than on average".into());
    if evaluation.pieces.iter().any(|p| p.is_royal) {
        add("royal safety", "a royal piece keeps out of open squares while much is on the board".into());
    }
    if promotions.iter().any(|&h| h >= 1.0) {
        add("promotion", "moves to the squares where a piece becomes a better one".into());
    }
    if to_aims.iter().any(|&h| h >= 1.0) {
        let count = aims.iter().filter(|a| !a.is_row).count();
        add("progress", format!("moves to the places of {count} configurations of the goals"));
    }
    if !evaluation.lines.is_empty() {
        add("rows", format!("pieces on {} sets of places that win", evaluation.lines.len()));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::correlation;

    #[test]
    fn correlation_is_one_for_a_straight_line_and_nothing_for_few_points() {
        let line: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i), f64::from(i) * 2.0)).collect();
        assert!((correlation(&line) - 1.0).abs() < 1e-9);
        assert_eq!(correlation(&line[..3]), 0.0);
    }
}
