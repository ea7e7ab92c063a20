//! The worth of pieces learned from results.
//!
//! What a piece is worth is first taken from how far it gets ([`measure`](super::measure)). Games of the
//! program against itself say more: a position amid a game is described by how many pieces of each kind one
//! side has more than the other, and the worths are sought that foretell the winners best (logistic
//! regression, as in Buro, "Statistical feature combination for the evaluation of game positions", 1995).

use super::{Evaluation, Scales};
use crate::game::state::{Code, Codes};
use crate::game::{Game, Position, RuntimeError};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::search::limits::Limits;
use crate::search::random::Random;
use crate::search::sides::Sides;
use crate::search::thinker::Thinker;

/// What is learned of a piece: owner, type, worth in hundredths.
pub type Learned = (PlayerId, PieceId, i32);

/// Positions looked at for each move.
const NODES: u64 = 300;
/// Random moves at the beginning of each game, and the chance of one later: without them the sides would
/// seldom have different pieces.
const OPENING: usize = 6;
const SLIP: f64 = 0.05;
/// A longer game counts as a draw.
const LONGEST: usize = 300;
/// All positions of a game have the same result, so together they count as no more than so many.
const WEIGHT_OF_GAME: f64 = 6.0;
/// How far off the measured worth is taken to be, as a share of it.
const DOUBT: f64 = 0.2;
/// Positions in which a side is further ahead, in hundredths, are not learned from: weak play throws away
/// much of a great advantage, so they would make great pieces look small.
const FAR_AHEAD: f64 = 500.0;
/// Rounds over all worths; each makes them better.
const ROUNDS: usize = 40;
/// No worth is changed by more than this factor, or becomes less.
const MOST_FACTOR: f64 = 3.0;
const LEAST: f64 = 10.0;
/// No worth taken on from outside is greater.
const MOST_WORTH: i32 = 10_000;

/// A position amid a game.
#[derive(Clone, Debug)]
struct Sample {
    /// For each group of codes how many more pieces side 0 has.
    more: Vec<f64>,
    /// What the judgement says apart from these.
    rest: f64,
    /// 1 if side 0 won, 0 if it lost.
    result: f64,
    weight: f64,
}

/// Pieces that share a worth: those of one type that were found to be worth the same.
#[derive(Clone, Debug)]
struct Groups {
    /// For each code its group.
    of: Vec<Option<usize>>,
    /// The measured worth of each.
    worth: Vec<f64>,
}

impl Groups {
    fn new(evaluation: &Evaluation, codes: &Codes) -> Groups {
        let mut groups = Groups { of: vec![None; evaluation.values.len()], worth: Vec::new() };
        let mut known: Vec<(PieceId, i32)> = Vec::new();
        for piece in evaluation.pieces.iter().filter(|p| !p.is_royal) {
            let key = (piece.kind, piece.value);
            let group = known.iter().position(|&k| k == key).unwrap_or_else(|| {
                known.push(key);
                groups.worth.push(f64::from(piece.value));
                known.len() - 1
            });
            groups.of[usize::from(codes.code(piece.player, piece.kind))] = Some(group);
        }
        groups
    }
}

/// Lets a player who judges by the evaluation play games against himself, and learns from them. `observer` is
/// told how many games are done.
pub(crate) fn refine(
    game: &Game,
    evaluation: &Evaluation,
    player: &mut Thinker,
    games: u32,
    observer: &mut dyn FnMut(u32),
) -> Result<Vec<Learned>, RuntimeError> {
    let rules = game.rules();
    let contenders: Vec<PlayerId> = rules.contenders().collect();
    let &[first, _] = &contenders[..] else { return Ok(Vec::new()) };
    let codes = game.codes();
    let groups = Groups::new(evaluation, codes);
    let sides = Sides::new(rules, first);
    let scales = Scales::new(evaluation, &sides, rules.players.len());
    let observe = Observe { evaluation, groups: &groups, scales: &scales };
    let mut samples = Vec::new();
    for number in 0..games {
        observe.game(game, player, &sides, Random::new(0x1ea4, u64::from(number)), &mut samples)?;
        observer(number + 1);
    }
    let learned = fit(&samples, &groups.worth, evaluation.sign);
    let of_code = |code: Code| {
        let group = groups.of[usize::from(code)]?;
        Some((codes.player(code), codes.kind(code), learned[group].round() as i32))
    };
    Ok((1..evaluation.values.len() as Code).filter_map(of_code).collect())
}

struct Observe<'a> {
    evaluation: &'a Evaluation,
    groups: &'a Groups,
    scales: &'a Scales<'a>,
}

impl Observe<'_> {
    /// Plays one game and keeps its quiet positions.
    fn game(
        &self,
        game: &Game,
        thinker: &mut Thinker,
        sides: &Sides,
        mut random: Random,
        samples: &mut Vec<Sample>,
    ) -> Result<(), RuntimeError> {
        let mut position = game.start();
        let start = samples.len();
        let mut result = 0.5;
        thinker.forget();
        for ply in 0..LONGEST {
            if let Some(outcome) = position.outcome()? {
                result = 0.5 + 0.5 * f64::from(sides.result(&outcome, 0));
                break;
            }
            let is_chance = game.rules().players[position.mover().index()].is_random;
            let mv = if is_chance || ply < OPENING || random.fraction() < SLIP {
                let legal = position.legal_moves()?;
                let chosen = random.below(legal.len().max(1));
                legal.into_iter().nth(chosen)
            } else {
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                thinker.think(&position, limits, &mut |_| {})?.map(|best| best.mv)
            };
            let Some(mv) = mv else { break };
            let before = (ply >= OPENING).then(|| self.sample(&position));
            position.play(&mv)?;
            // Amid an exchange the pieces do not tell how it will end.
            if let Some(before) = before
                && before.more == self.sample(&position).more
                && judged(&before, &self.groups.worth, self.evaluation.sign).abs() <= FAR_AHEAD
            {
                samples.push(before);
            }
        }
        let count = samples.len() - start;
        for sample in &mut samples[start..] {
            sample.result = result;
            sample.weight = (WEIGHT_OF_GAME / count as f64).min(1.0);
        }
        Ok(())
    }

    fn sample(&self, position: &Position) -> Sample {
        let engine = position.engine();
        let cells: Vec<Code> =
            (0..self.evaluation.positions).map(|i| engine.cell(PosId::from_index(i)).0).collect();
        let stock: Vec<u16> = (0..self.evaluation.values.len()).map(|c| engine.stock(c as Code)).collect();
        let mut more = vec![0.0; self.groups.worth.len()];
        let mut material = 0.0;
        let mut count = |code: usize, n: f64, worth: f64| {
            if let Some(group) = self.groups.of[code] {
                let n = n * f64::from(self.scales.sign(code as Code));
                more[group] += n;
                material += n * worth;
            }
        };
        for &code in cells.iter().filter(|&&c| c != 0) {
            count(usize::from(code), 1.0, self.evaluation.board_worth(code));
        }
        for (code, &n) in stock.iter().enumerate().filter(|&(c, &n)| n > 0 && self.evaluation.stock[c] != 0) {
            count(code, f64::from(n), f64::from(self.evaluation.stock[code]));
        }
        let mut counts = self.evaluation.lines.counts();
        let sum = self.scales.full(&cells, &stock, &mut counts);
        let rest = f64::from(self.scales.score(&sum, 0)) - material;
        Sample { more, rest, result: 0.5, weight: 1.0 }
    }
}

/// The worths that foretell the results best, and not far from `measured`. `sign` is -1 where it is bad to have
/// pieces.
fn fit(samples: &[Sample], measured: &[f64], sign: f64) -> Vec<f64> {
    let scale = best_scale(samples, measured, sign);
    let mut worth = measured.to_vec();
    let mut score: Vec<f64> = samples.iter().map(|s| judged(s, &worth, sign)).collect();
    for _ in 0..ROUNDS {
        for group in 0..worth.len() {
            let spread = DOUBT * measured[group];
            let off = worth[group] - measured[group];
            // One step of Newton's method on the loss along this worth; the prior is a normal one.
            let (mut slope, mut bend) = (off / (spread * spread), 1.0 / (spread * spread));
            for (sample, &score) in samples.iter().zip(&score).filter(|(s, _)| s.more[group] != 0.0) {
                let chance = logistic(score * scale);
                let lever = sample.more[group] * sign * scale;
                slope += sample.weight * (chance - sample.result) * lever;
                bend += sample.weight * (chance * (1.0 - chance)).max(0.01) * lever * lever;
            }
            let least = (measured[group] / MOST_FACTOR).max(LEAST);
            let new = (worth[group] - slope / bend).clamp(least, (measured[group] * MOST_FACTOR).max(least));
            let step = new - worth[group];
            worth[group] = new;
            for (sample, score) in samples.iter().zip(&mut score) {
                *score += sample.more[group] * sign * step;
            }
        }
    }
    worth
}

fn judged(sample: &Sample, worth: &[f64], sign: f64) -> f64 {
    sample.rest + sign * sample.more.iter().zip(worth).map(|(more, worth)| more * worth).sum::<f64>()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How fast a judgement becomes a chance to win: the scale with the least loss, by ternary search.
fn best_scale(samples: &[Sample], worth: &[f64], sign: f64) -> f64 {
    let loss = |scale: f64| -> f64 {
        samples
            .iter()
            .map(|s| {
                let chance = logistic(judged(s, worth, sign) * scale).clamp(1e-9, 1.0 - 1e-9);
                -s.weight * (s.result * chance.ln() + (1.0 - s.result) * (1.0 - chance).ln())
            })
            .sum()
    };
    let (mut low, mut high) = (1e-4_f64, 3e-2_f64);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

impl Evaluation {
    /// Takes on worths that were learned; pieces that are not among them keep theirs.
    pub(crate) fn adopt(&mut self, learned: &[Learned], codes: &Codes) {
        for &(player, kind, worth) in learned {
            let code = usize::from(codes.code(player, kind));
            let worth = worth.clamp(1, MOST_WORTH);
            let change = (f64::from(worth - self.values[code]) * self.sign) as i32;
            for place in &mut self.places[code * self.positions..(code + 1) * self.positions] {
                if *place != super::Worth::default() {
                    place.early += change;
                    place.late += change;
                }
            }
            if self.stock[code] != 0 {
                self.stock[code] = worth * 11 / 10;
            }
            self.values[code] = worth;
            self.phase[code] = worth;
        }
        self.full_phase = self.phase.iter().zip(&self.start_counts).map(|(&p, &n)| p * n).sum();
        for piece in self.pieces.iter_mut().filter(|p| !p.is_royal) {
            piece.value = self.values[usize::from(codes.code(piece.player, piece.kind))];
        }
        if !learned.is_empty() {
            let detail = "the worth of pieces was refined by games of the program against itself".into();
            self.terms.push(super::Term { name: "refinement", detail });
        }
    }

    /// What a piece on the board counts, apart from where it stands.
    fn board_worth(&self, code: Code) -> f64 {
        f64::from(self.values[usize::from(code)]) * self.sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of games in which a piece of group 1 is truly worth three of group 0.
    fn samples(sign: f64) -> Vec<Sample> {
        let mut random = Random::new(1, 1);
        (0..4000)
            .map(|_| {
                let more: Vec<f64> = (0..2).map(|_| random.below(5) as f64 - 2.0).collect();
                let truth = sign * (more[0] * 100.0 + more[1] * 300.0);
                let result = f64::from(random.fraction() < logistic(truth * 0.005));
                Sample { more, rest: 0.0, result, weight: 1.0 }
            })
            .collect()
    }

    #[test]
    fn the_true_ratio_of_worths_is_found() {
        for sign in [1.0, -1.0] {
            let worth = fit(&samples(sign), &[150.0, 200.0], sign);
            let ratio = worth[1] / worth[0];
            assert!((2.5..3.6).contains(&ratio), "{sign}: {worth:?}");
        }
    }

    #[test]
    fn without_games_the_measured_worths_stay() {
        assert_eq!(fit(&[], &[150.0, 200.0], 1.0), [150.0, 200.0]);
    }
}
