//! The sequential probability ratio test, which lets a match go on until one of two claims about the difference in Elo
//! is proven.
//!
//! Only whole pairs of games count: a game without its partner waits until the other is played.
//!
//! The test is the generalised one: the likelihood of a claim is the greatest among all distributions of pair results
//! with the claimed mean (Van den Bergh, "A practical introduction to the GSPRT", 2020; the stopping rule is Wald's,
//! 1945).

use crate::arena::stats::{PAIR_SCORES, Pentanomial, share_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Two claims in Elo: the first engine is better by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloBounds {
    pub elo0: f64,
    pub elo1: f64,
}

/// Probability of each kind of error.
const ERROR: f64 = 0.05;

/// Largest difference that can be claimed, in Elo.
const LARGEST: f64 = 2000.0;

impl EloBounds {
    /// The claims that the first engine is better by `elo0`, or by `elo1`.
    ///
    /// # Errors
    /// If `elo1` is not greater than `elo0`, or if one of them is so large that it claims a share of 0 or 1 of the
    /// points.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, String> {
        let is_claim = |elo: f64| elo.abs() <= LARGEST;
        if elo0 < elo1 && is_claim(elo0) && is_claim(elo1) {
            Ok(Self { elo0, elo1 })
        } else {
            Err(format!("an SPRT needs two bounds within {LARGEST}, the lower one first, not {elo0},{elo1}"))
        }
    }
}

impl FromStr for EloBounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not ELO0,ELO1, such as 0,5");
        let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
        let read = |text: &str| text.trim().parse().map_err(|_| wrong());
        Self::new(read(elo0)?, read(elo1)?)
    }
}

impl fmt::Display for EloBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    Undecided,
    /// The lower claim is proven: the first engine is no better than that.
    Rejected,
    /// The upper claim is proven: the first engine is at least as good as that.
    Accepted,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided => "undecided",
            Self::Rejected => "rejected",
            Self::Accepted => "accepted",
        })
    }
}

/// Log-likelihood ratio that proves the upper claim; its negative proves the lower one.
#[must_use]
pub fn limit() -> f64 {
    ((1.0 - ERROR) / ERROR).ln()
}

/// The decision after the given pairs.
#[must_use]
pub fn decide(bounds: EloBounds, pairs: &Pentanomial) -> Decision {
    match log_likelihood_ratio(bounds, pairs) {
        ratio if ratio >= limit() => Decision::Accepted,
        ratio if ratio <= -limit() => Decision::Rejected,
        _ => Decision::Undecided,
    }
}

/// Count of a result that has not occurred. Without it, a few pairs of one kind would prove any claim.
const PRIOR: f64 = 1e-3;

/// Logarithm of the ratio of the likelihoods of the results under the second claim and under the first.
#[must_use]
pub fn log_likelihood_ratio(bounds: EloBounds, pairs: &Pentanomial) -> f64 {
    if pairs.pairs() == 0 {
        return 0.0;
    }
    let counts = pairs.0.map(|count| if count == 0 { PRIOR } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / total);
    let [p0, p1] = [bounds.elo0, bounds.elo1].map(|elo| closest(&observed, share_of(elo)));
    (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
}

const BISECTIONS: usize = 100;

/// The distribution with a given mean under which the observed results are likeliest: `p / (1 + t (score - mean))`,
/// with the `t` that gives this mean.
fn closest(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = PAIR_SCORES.map(|score| score - mean);
    // All probabilities are positive between these bounds of `t`.
    let (mut low, mut high) = (-1.0 / distance[4], -1.0 / distance[0]);
    for _ in 0..BISECTIONS {
        let t = 0.5 * (low + high);
        let slope: f64 = (0..5).map(|i| observed[i] * distance[i] / (1.0 + t * distance[i])).sum();
        if slope > 0.0 { low = t } else { high = t }
    }
    let t = 0.5 * (low + high);
    std::array::from_fn(|i| observed[i] / (1.0 + t * distance[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::Sample;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    fn bounds(elo0: f64, elo1: f64) -> EloBounds {
        EloBounds::new(elo0, elo1).unwrap()
    }

    #[test]
    fn reads_bounds() {
        assert_eq!("0,5".parse(), Ok(bounds(0.0, 5.0)));
        assert_eq!("-3, 1.5".parse(), Ok(bounds(-3.0, 1.5)));
        for wrong in ["", "5", "5,0", "0,0", "a,b", "0,5,6", "0,inf", "0,10000"] {
            assert!(wrong.parse::<EloBounds>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn limits_are_those_of_five_percent() {
        assert!((limit() - 2.944_439).abs() < 1e-6);
    }

    #[test]
    fn closest_distribution_has_the_mean_and_sums_to_one() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.4, 0.5, 0.61] {
            let p = closest(&observed, mean);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((p.iter().zip(PAIR_SCORES).map(|(p, s)| p * s).sum::<f64>() - mean).abs() < 1e-9);
        }
    }

    /// If every pair is won or lost as a whole, the closest distribution is the binomial one, and the ratio can be
    /// computed by hand: 30 pairs won, 20 lost.
    #[test]
    fn agrees_with_the_binomial_ratio() {
        let pairs = Pentanomial([20, 0, 0, 0, 30]);
        let (p0, p1) = (share_of(0.0), share_of(50.0));
        let expected = 30.0 * (p1 / p0).ln() + 20.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = log_likelihood_ratio(bounds(0.0, 50.0), &pairs);
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }

    /// For small differences the ratio tends to (s1 - s0) (2 mean - s0 - s1) / (2 error^2), with the standard error of
    /// the mean.
    #[test]
    fn agrees_with_the_normal_approximation() {
        let pairs = Pentanomial([400, 2400, 5100, 2600, 500]);
        let (s0, s1) = (share_of(0.0), share_of(5.0));
        let (mean, error) = (Sample::from(pairs).mean(), Sample::from(pairs).standard_error());
        let expected = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * error.powi(2));
        let found = log_likelihood_ratio(bounds(0.0, 5.0), &pairs);
        assert!((found - expected).abs() < 0.02 * expected.abs(), "{found} {expected}");
    }

    #[test]
    fn swapped_results_and_claims_swap_the_ratio() {
        let forth = log_likelihood_ratio(bounds(-10.0, 20.0), &Pentanomial([3, 10, 30, 14, 5]));
        let back = log_likelihood_ratio(bounds(-20.0, 10.0), &Pentanomial([5, 14, 30, 10, 3]));
        assert!((forth + back).abs() < 1e-9);
    }

    /// Pairs of games with the given chances of win and draw, played until the test decides.
    fn run(claims: EloBounds, win: f64, draw: f64, generator: &mut Xoshiro256PlusPlus) -> (Decision, u64) {
        let mut pairs = Pentanomial::default();
        loop {
            let mut game = || match generator.random::<f64>() {
                x if x < win => 2,
                x if x < win + draw => 1,
                _ => 0,
            };
            pairs.add(game() + game());
            let decision = decide(claims, &pairs);
            if decision != Decision::Undecided {
                return (decision, pairs.pairs());
            }
        }
    }

    /// The test runs 400 times at each claim and may answer wrongly in 5 % of the runs. The number of wrong answers is
    /// binomial with a deviation of 4.4: 34 of them would be a sign of a fault, not of bad luck.
    #[test]
    fn errors_stay_inside_their_bounds() {
        const RUNS: usize = 400;
        const WRONG_LIMIT: usize = 33;
        let claims = bounds(0.0, 30.0);
        let draw = 0.2;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for (elo, right) in [(0.0, Decision::Rejected), (30.0, Decision::Accepted)] {
            let win = share_of(elo) - draw / 2.0;
            let results: Vec<_> = (0..RUNS).map(|_| run(claims, win, draw, &mut generator)).collect();
            let wrong = results.iter().filter(|(decision, _)| *decision != right).count();
            assert!(wrong <= WRONG_LIMIT, "{wrong} of {RUNS} tests at {elo} Elo went wrong");
            assert!(wrong > 0, "a test that never errs plays too many games");
        }
    }
}
