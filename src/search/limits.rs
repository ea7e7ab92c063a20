//! When a search ends. The library reads no clock: the caller lends one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock: how much time has gone by since the search was asked for.
pub type Clock<'a> = dyn Fn() -> Duration + Sync + 'a;

/// Limits of one search. The first one reached ends it; a first, shallow search is always made.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// How many moves deep, apart from extensions.
    pub depth: Option<u32>,
    /// How many positions, on all threads together.
    pub nodes: Option<u64>,
    /// How long; holds only with a clock.
    pub time: Option<TimeLimit>,
    /// What tells the time.
    pub clock: Option<&'a Clock<'a>>,
    /// Set from outside to end the search.
    pub stop: Option<&'a AtomicBool>,
}

/// How long a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimit {
    /// No new depth is begun when it could not end in this time.
    pub soft: Duration,
    /// The search ends when this is over.
    pub hard: Duration,
}

impl TimeLimit {
    /// Exactly this long: for a fixed time for each move.
    pub fn exactly(time: Duration) -> TimeLimit {
        TimeLimit { soft: time, hard: time }
    }

    /// A sensible share of what is left on a clock, for one move. `moves` are those that the time must do
    /// for; none stands for the whole game. `increment` is added to the clock after each move.
    pub fn share(left: Duration, increment: Duration, moves: Option<u32>) -> TimeLimit {
        // Something is always lost on the way to the other program and back.
        let left = left.saturating_sub(Duration::from_millis(30).min(left / 4));
        let moves = moves.map_or(30, |m| m.clamp(1, 40));
        let fair = left / moves + increment * 3 / 4;
        let most = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
        TimeLimit { soft: (fair * 3 / 4).min(most), hard: (fair * 5 / 2).min(most) }
    }
}

/// The limits of a running search, shared by its threads.
pub(crate) struct Control<'a> {
    limits: Limits<'a>,
    halted: AtomicBool,
    nodes: AtomicU64,
    threads: u64,
}

/// How often a thread looks at the limits, in positions.
const INTERVAL: u64 = 32;

impl<'a> Control<'a> {
    /// For so many threads.
    pub fn new(limits: Limits<'a>, threads: usize) -> Control<'a> {
        let threads = threads.max(1) as u64;
        Control { limits, halted: AtomicBool::new(false), nodes: AtomicU64::new(0), threads }
    }

    /// Called for each position that a thread looks at, with how many these are; whether to halt.
    #[inline]
    pub fn tick(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| nodes * self.threads >= most) {
            self.halt();
        }
        if nodes.is_multiple_of(INTERVAL) {
            self.nodes.fetch_add(INTERVAL, Ordering::Relaxed);
            self.look();
        }
        self.is_halted()
    }

    /// Looks at the clock and at the wish to stop.
    pub fn look(&self) -> bool {
        let over = self.elapsed().zip(self.limits.time).is_some_and(|(now, limit)| now >= limit.hard);
        if over || self.limits.stop.is_some_and(|s| s.load(Ordering::Relaxed)) {
            self.halt();
        }
        self.is_halted()
    }

    /// Ends the search on all threads.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether it has ended.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Whether a share of the soft limit (in percent) is used up.
    pub fn has_used(&self, percent: u32) -> bool {
        self.elapsed().zip(self.limits.time).is_some_and(|(now, limit)| now * 100 >= limit.soft * percent)
    }

    /// Whether no time is set.
    pub fn is_free(&self) -> bool {
        self.limits.time.is_none()
    }

    /// Whether the time is limited, and not fixed.
    pub fn is_flexible(&self) -> bool {
        self.limits.time.is_some_and(|t| t.soft != t.hard)
    }

    /// The time gone by.
    pub fn elapsed(&self) -> Option<Duration> {
        self.limits.clock.map(|clock| clock())
    }

    /// The limit on depth.
    pub fn max_depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX).clamp(1, super::MAX_DEPTH)
    }

    /// Positions looked at by all threads, to within some.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_never_uses_up_the_clock() {
        for ms in [1u64, 10, 100, 8_000, 300_000] {
            for moves in [None, Some(1), Some(2), Some(40)] {
                let left = Duration::from_millis(ms);
                let share = TimeLimit::share(left, Duration::ZERO, moves);
                assert!(share.soft <= share.hard && share.hard < left, "{ms} ms, {moves:?}: {share:?}");
            }
        }
    }

    #[test]
    fn a_node_limit_halts_at_its_number() {
        let control = Control::new(Limits { nodes: Some(100), ..Limits::default() }, 1);
        let seen = (1..1000).find(|&n| control.tick(n));
        assert_eq!(seen, Some(100));
    }
}
