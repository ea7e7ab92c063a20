//! Beyond the last depth: only what takes or promotes, until the position is quiet.

use super::MAX_PLY;
use super::lookahead::{Window, from_table, to_table};
use super::order;
use super::score::INFINITE;
use super::searcher::{Found, Searcher};
use super::sides::Side;
use super::table::{Bound, Entry};
use crate::game::bits::Bits;

/// Checks are answered with all moves this far beyond the last depth.
const CHECKS: i32 = 3;
/// Forced takings are followed this far.
const FORCED: i32 = 20;
/// What a move may win beyond what it takes.
const MARGIN: i32 = 120;

impl<B: Bits> Searcher<'_, B> {
    /// The score for `side`, which is to move, when the dust has settled.
    pub fn quiesce(&mut self, side: u8, window: Window, beyond: i32) -> Found<i32> {
        self.tick()?;
        self.plies[self.ply].pv.clear();
        if let Some(score) = self.ended(side)? {
            return Ok(score);
        }
        let in_chain = self.is_in_chain();
        let plan = &self.job.plan;
        let (quiesces, is_forced) = (plan.quiesces, plan.is_forced);
        if self.ply >= MAX_PLY || !(quiesces || is_forced || in_chain) || beyond > FORCED {
            return Ok(self.judge(side));
        }
        let key = self.job.key(&self.core);
        let known = self.job.table.get(key);
        if let Some(entry) = known
            && !window.is_wide()
        {
            let score = from_table(entry.score, self.ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if decides {
                return Ok(score);
            }
        }
        let checked = beyond < CHECKS && self.is_checked()?;
        let mut must_move = checked || in_chain;
        let stand = self.judge(side);
        let mut alpha = window.alpha;
        let mut best = -INFINITE;
        if !must_move && !is_forced {
            best = stand;
            alpha = alpha.max(stand);
            if alpha >= window.beta {
                return Ok(stand);
            }
        }
        let mark = self.buf.mark();
        self.core.legal(self.cx, &mut self.buf)?;
        let end = self.buf.heads.len();
        if end == mark.heads {
            return self.outcome(side);
        }
        if is_forced && !must_move {
            must_move = (mark.heads..end).all(|i| self.gain(self.buf.heads[i]).is_tactical);
            if !must_move {
                best = stand;
                alpha = alpha.max(stand);
                if alpha >= window.beta {
                    self.buf.truncate(mark);
                    return Ok(stand);
                }
            }
        }
        if !must_move {
            self.keep_tactical(mark.heads);
        }
        let end = self.buf.heads.len();
        self.rate(mark.heads, known.map_or(0, |e| e.best))?;
        let mut best_signature = 0;
        for i in mark.heads..end {
            let head = self.pick(i);
            let gain = self.gain(head);
            if !must_move && stand + gain.worth + MARGIN <= alpha {
                best = best.max(stand + gain.worth + MARGIN);
                continue;
            }
            if !must_move && self.is_losing(i) {
                break;
            }
            let signature = order::signature(head, self.buf.effects(head));
            self.play(head)?;
            if self.goes_round() {
                self.unplay();
                continue;
            }
            let inner = Window { alpha, beta: window.beta };
            let score = match self.side() {
                Side::Player(s) if s == side => self.quiesce(side, inner, beyond + 1)?,
                Side::Player(s) => -self.quiesce(s, inner.flipped(), beyond + 1)?,
                Side::Chance => self.judge(side),
            };
            self.unplay();
            if score > best {
                best = score;
                best_signature = signature;
                if score > alpha {
                    alpha = score;
                    if window.is_wide() {
                        self.keep_line(head);
                    }
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        self.buf.truncate(mark);
        self.rates.truncate(mark.heads);
        if best == -INFINITE {
            best = stand;
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry { best: best_signature, score: to_table(best, self.ply), depth: 0, bound };
        self.job.table.put(key, entry);
        Ok(best)
    }

    /// Keeps the moves that take or promote.
    fn keep_tactical(&mut self, from: usize) {
        let mut kept = from;
        for i in from..self.buf.heads.len() {
            let head = self.buf.heads[i];
            if self.gain(head).is_tactical {
                self.buf.heads[kept] = head;
                kept += 1;
            }
        }
        self.buf.heads.truncate(kept);
    }

    /// Whether a piece must not be lost.
    pub fn is_royal(&self, code: u16) -> bool {
        let piece = (self.cx.codes.player(code), self.cx.codes.kind(code));
        self.cx.goals.royals.contains(&piece)
    }
}
