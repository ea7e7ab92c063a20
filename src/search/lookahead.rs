//! Looking ahead: alpha-beta with all that makes it deep.
//!
//! A node belongs to a side; scores are that side's. The next turn may belong to the same side (the
//! next part of a partial move, a turn order that lets a player move twice), to the other one, or to
//! chance, so each child is asked in the way of its own turn.

use super::MAX_PLY;
use super::order;
use super::score::{INFINITE, SURE, won_at};
use super::searcher::{Found, Searcher};
use super::sides::Side;
use super::table::{Bound, Entry};
use crate::game::bits::Bits;

/// Bounds between which a score is of interest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only whether the score is above alpha.
    pub fn narrow(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    pub fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a depth of one is worth in doubt: the judgement may be off by so much for each move not seen.
const DOUBT: i32 = 85;

impl<B: Bits> Searcher<'_, B> {
    /// The score for `side` of the position after the move just played.
    pub fn child(&mut self, side: u8, window: Window, depth: i32) -> Found<i32> {
        match self.side() {
            Side::Player(s) if s == side => self.search(side, window, depth, true),
            Side::Player(s) => Ok(-self.search(s, window.flipped(), depth, true)?),
            Side::Chance => self.chance(side, depth),
        }
    }

    /// The mean score over all that chance may do.
    fn chance(&mut self, side: u8, depth: i32) -> Found<i32> {
        self.tick()?;
        if let Some(score) = self.ended(side)? {
            return Ok(score);
        }
        if depth <= 0 || self.ply >= MAX_PLY {
            return Ok(self.judge(side));
        }
        let mark = self.buf.mark();
        self.core.legal(self.cx, &mut self.buf)?;
        let end = self.buf.heads.len();
        if end == mark.heads {
            return self.outcome(side);
        }
        let mut sum = 0i64;
        for i in mark.heads..end {
            self.play(self.buf.heads[i])?;
            sum += i64::from(self.child(side, Window::FULL, depth - 1)?);
            self.unplay();
        }
        self.buf.truncate(mark);
        Ok((sum / (end - mark.heads) as i64) as i32)
    }

    /// The score of the position for `side`, which is to move, to a depth.
    pub fn search(&mut self, side: u8, window: Window, mut depth: i32, may_skip: bool) -> Found<i32> {
        if depth <= 0 {
            return self.quiesce(side, window, 0);
        }
        self.tick()?;
        self.plies[self.ply].pv.clear();
        if let Some(score) = self.ended(side)? {
            return Ok(score);
        }
        if self.ply >= MAX_PLY {
            return Ok(self.judge(side));
        }
        let is_pv = window.is_wide();
        // No end is nearer than the next move.
        let mut alpha = window.alpha.max(-won_at(self.ply));
        let beta = window.beta.min(won_at(self.ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = self.job.key(&self.core);
        let known = self.job.table.get(key);
        if let Some(entry) = known
            && !is_pv
            && entry.depth >= depth
        {
            let score = from_table(entry.score, self.ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return Ok(score);
            }
        }
        let best_known = known.map_or(0, |e| e.best);
        let in_chain = self.is_in_chain();
        let checked = self.is_checked()?;
        let judged = if checked { -INFINITE } else { self.judge(side) };
        self.plies[self.ply].judged = judged;
        let improving = !checked && self.ply >= 2 && judged > self.plies[self.ply - 2].judged;
        let is_ordinary = !is_pv && !checked && !in_chain && beta.abs() < SURE;
        // In a decided game only its end is of interest, and a judgement does not foretell that.
        let decided = self.job.evaluation.decided().min(SURE);
        let (is_lost, is_won) = (beta <= -decided, alpha >= decided);
        if is_ordinary && self.job.plan.prunes {
            if !is_lost && depth <= 6 && judged - DOUBT * (depth - i32::from(improving)) >= beta {
                return Ok(judged);
            }
            if !is_won && depth <= 2 && judged + 250 * depth < alpha {
                let score = self.quiesce(side, Window { alpha, beta }.narrow(), 0)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
        }
        if is_ordinary && !is_lost && may_skip && depth >= 3 && judged >= beta && self.may_skip(side) {
            let less = 3 + depth / 4 + ((judged - beta) / 200).min(3);
            self.skip()?;
            let score = match self.side() {
                Side::Player(s) if s != side => {
                    let window = Window { alpha: beta - 1, beta }.flipped();
                    -self.search(s, window, depth - less, false)?
                }
                _ => -INFINITE,
            };
            self.unplay();
            if score >= beta {
                return Ok(if score > SURE { beta } else { score });
            }
        }
        if best_known == 0 && depth >= 4 {
            // Without a move to begin with, a shallower search finds one sooner.
            depth -= 1;
        }
        let mark = self.buf.mark();
        self.core.legal(self.cx, &mut self.buf)?;
        let end = self.buf.heads.len();
        if end == mark.heads {
            return self.outcome(side);
        }
        self.rate(mark.heads, best_known)?;
        let may_extend = self.ply < 2 * self.round;
        let is_only = end - mark.heads == 1;
        let (mut best, mut best_signature) = (-INFINITE, 0);
        let mut bound = Bound::Upper;
        let mut quiets: [usize; 32] = [0; 32];
        let (mut tried_quiets, mut tried) = (0usize, 0usize);
        for i in mark.heads..end {
            let head = self.pick(i);
            let gain = self.gain(head);
            let is_losing = self.is_losing(i) && !in_chain;
            let is_quiet = !gain.is_tactical && !in_chain;
            let slot = self.slot(head);
            if is_quiet
                && is_ordinary
                && best > -SURE
                && !is_won
                && alpha.abs() < SURE
                && self.job.plan.prunes
                && depth <= 5
            {
                let most = (3 + depth * depth) as usize * if improving { 2 } else { 1 };
                if tried_quiets >= most || judged + 100 + DOUBT * depth <= alpha {
                    continue;
                }
            }
            let signature = order::signature(head, self.buf.effects(head));
            self.play(head)?;
            let goes_on = self.is_in_chain();
            if goes_on && self.goes_round() {
                self.unplay();
                continue;
            }
            let gives_check = self.is_checked()?;
            let extends = may_extend && (goes_on || is_only || gives_check);
            let next_depth = if extends { depth } else { depth - 1 };
            let inner = Window { alpha, beta };
            let mut score = -INFINITE;
            let mut is_open = true;
            if tried > 0 {
                let mut less = 0;
                let is_late = depth >= 3 && tried > usize::from(is_pv) * 2;
                // Where a win is seen only a nearer one is of interest: a move that is not looked at fully may be it.
                if is_late && (is_quiet || is_losing) && !goes_on && !checked && alpha < SURE {
                    less = self.job.reductions.at(depth, tried);
                    less -= i32::from(is_pv) + i32::from(gives_check);
                    less += i32::from(!improving);
                    if is_quiet {
                        less -= self.history.worth(slot) / 4096;
                    }
                    less = less.clamp(0, next_depth - 1);
                }
                score = self.child(side, inner.narrow(), next_depth - less)?;
                if score > alpha && less > 0 {
                    score = self.child(side, inner.narrow(), next_depth)?;
                }
                is_open = score > alpha && is_pv;
            }
            if is_open {
                score = self.child(side, inner, next_depth)?;
            }
            self.unplay();
            tried += 1;
            if is_quiet {
                if tried_quiets < quiets.len() {
                    quiets[tried_quiets] = slot;
                }
                tried_quiets += 1;
            }
            if score > best {
                best = score;
                best_signature = signature;
                if score > alpha {
                    alpha = score;
                    bound = Bound::Exact;
                    if is_pv {
                        self.keep_line(head);
                    }
                }
            }
            if alpha >= beta {
                bound = Bound::Lower;
                if is_quiet {
                    self.remember(slot, signature, depth, &quiets[..tried_quiets.min(quiets.len())]);
                }
                break;
            }
        }
        self.buf.truncate(mark);
        self.rates.truncate(mark.heads);
        if tried == 0 {
            // All that is left is to go round in circles.
            return Ok(alpha);
        }
        let entry = Entry { best: best_signature, score: to_table(best, self.ply), depth, bound };
        self.job.table.put(key, entry);
        Ok(best)
    }

    /// Whether letting a turn go by cannot be better than moving: not with small pieces alone.
    fn may_skip(&self, side: u8) -> bool {
        const SMALL: i32 = 150;
        let values = &self.job.evaluation.values;
        let state = &self.core.state;
        self.job.plan.may_skip
            && (1..state.counts.len()).any(|code| {
                state.counts[code] > 0
                    && values[code] >= SMALL
                    && self.job.sides.of(self.cx.codes.player(code as u16)) == Some(side)
                    && !self.is_royal(code as u16)
            })
    }

    /// A quiet move has cut off the search: it is tried sooner elsewhere, those before it later.
    fn remember(&mut self, slot: usize, signature: u32, depth: i32, quiets: &[usize]) {
        let bonus = (depth * depth * 8).min(1600);
        for &tried in quiets {
            if tried != slot {
                self.history.learn(tried, -bonus);
            }
        }
        self.history.learn(slot, bonus);
        let killers = &mut self.plies[self.ply].killers;
        if killers[0] != signature {
            *killers = [signature, killers[0]];
        }
        if let Some(before) = self.ply.checked_sub(1) {
            self.history.set_answer(self.plies[before].slot, signature);
        }
    }
}

/// How much shallower a late quiet move is looked at first.
#[derive(Debug)]
pub(crate) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, less) in row.iter_mut().enumerate().skip(1) {
                *less = (0.4 + (depth as f64).ln() * (tried as f64).ln() / 2.1) as u8;
            }
        }
        Reductions(table)
    }

    #[inline]
    fn at(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}

/// Ends are kept as counted from the position, since it may come up at another depth.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score > SURE {
        score + ply as i32
    } else if score < -SURE {
        score - ply as i32
    } else {
        score
    }
}

/// The opposite of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score > SURE {
        score - ply as i32
    } else if score < -SURE {
        score + ply as i32
    } else {
        score
    }
}
