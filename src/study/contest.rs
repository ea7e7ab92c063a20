//! What a number of games between two opponents says of their strength.

/// Games won, drawn and lost by the first of two opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// A difference in strength with a 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference; infinite if all games were won or all lost.
    pub difference: f64,
    /// How far the truth may be off to either side.
    pub error: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The first one is stronger by the upper bound at least, as good as surely.
    Stronger,
    /// It is not stronger by more than the lower bound.
    NotStronger,
}

impl Score {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first one, a draw being half of one, as a share of the games.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }

    fn variance(&self) -> f64 {
        let n = f64::from(self.games().max(1));
        let mean = self.share();
        let part = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        (part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0)) / n
    }

    /// The difference in strength.
    pub fn elo(&self) -> Elo {
        let n = f64::from(self.games().max(1));
        let mean = self.share();
        let margin = 1.96 * (self.variance() / n).sqrt();
        let difference = to_elo(mean);
        let bound = |share: f64| to_elo(share.clamp(1e-3, 1.0 - 1e-3));
        let error = if difference.is_finite() {
            (bound(mean + margin) - bound(mean - margin)) / 2.0
        } else {
            f64::INFINITY
        };
        Elo { difference, error }
    }

    /// The logarithm of how much better the games fit to a difference of `high` than to one of `low`.
    pub fn log_likelihood_ratio(&self, low: f64, high: f64) -> f64 {
        // Half a game more of each kind keeps a row of wins from looking like certainty.
        let (w, d, l) =
            (f64::from(self.wins) + 0.5, f64::from(self.draws) + 0.5, f64::from(self.losses) + 0.5);
        let n = w + d + l;
        let mean = (w + 0.5 * d) / n;
        let variance = (w * (1.0 - mean).powi(2) + d * (0.5 - mean).powi(2) + l * mean.powi(2)) / n;
        let (s0, s1) = (from_elo(low), from_elo(high));
        (s1 - s0) * (2.0 * mean - s0 - s1) * n / (2.0 * variance)
    }

    /// A sequential test between two differences, each kind of error having a chance of 5 %.
    pub fn test(&self, low: f64, high: f64) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        let ratio = self.log_likelihood_ratio(low, high);
        if ratio >= bound {
            Verdict::Stronger
        } else if ratio <= -bound {
            Verdict::NotStronger
        } else {
            Verdict::Open
        }
    }
}

fn to_elo(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / share - 1.0).log10()
    }
}

fn from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let elo = Score { wins: 75, draws: 0, losses: 25 }.elo();
        assert!((elo.difference - 190.8).abs() < 0.1, "{elo:?}");
        assert!(elo.error > 40.0 && elo.error < 100.0, "{elo:?}");
    }

    #[test]
    fn many_wins_decide_the_test_and_few_do_not() {
        let score = |wins, losses| Score { wins, draws: 0, losses };
        assert_eq!(score(3, 1).test(0.0, 50.0), Verdict::Open);
        assert_eq!(score(90, 30).test(0.0, 50.0), Verdict::Stronger);
        assert_eq!(score(30, 90).test(0.0, 50.0), Verdict::NotStronger);
    }
}
