//! Estimates of strength from the results of games.
//!
//! Games come in pairs with the same opening and colours swapped. The two games of a pair are not independent, so
//! errors are computed from the results of pairs (the pentanomial model; Van den Bergh, "Comments on normalized Elo",
//! 2021), which also makes them smaller. A game whose partner has not been played counts too, as a pair of half the
//! weight: these are the errors of a mean over clusters of unequal size (Liang and Zeger, "Longitudinal data analysis
//! using generalized linear models", 1986). If all pairs are whole, they are those of the pentanomial model.

use serde::Serialize;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

/// Number of pairs of games by the points of the first engine: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// The share of the points for each result of a pair.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The points for each result of a single game.
const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// Half the width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.959_963_985;
/// Probability of never having seen a result, which bounds its frequency: a more frequent result would have been seen
/// with a probability of 95 %.
const UNSEEN: f64 = 0.05;

/// A value with its 95 % interval; infinite where all games were won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Pentanomial {
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair in which the first engine scored `half_points`.
    ///
    /// # Panics
    /// If `half_points` is above four.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }
}

/// All games of two engines: whole pairs, and the games whose partners have not been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    pub pairs: Pentanomial,
    /// Number of games without a partner by the points of the first engine: 0, 1/2, 1.
    pub unpaired: [u64; 3],
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        Self { pairs, unpaired: [0; 3] }
    }
}

impl Sample {
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs.pairs() + self.unpaired.iter().sum::<u64>()
    }

    /// For each result, its count, its share of the points, and the number of its games.
    fn results(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let of = |counts: &[u64], scores: &[f64], games: f64| {
            counts.iter().zip(scores).map(|(&count, &score)| (count as f64, score, games)).collect::<Vec<_>>()
        };
        of(&self.pairs.0, &PAIR_SCORES, 2.0).into_iter().chain(of(&self.unpaired, &GAME_SCORES, 1.0))
    }

    /// The mean share of the points; one half without a game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.results().map(|(count, score, of)| count * of * score).sum::<f64>() / games as f64,
        }
    }

    /// The standard error of the mean; zero if the results do not vary.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let mean = self.mean();
        let squares = self.results().map(|(count, score, of)| count * (of * (score - mean)).powi(2)).sum::<f64>();
        squares.sqrt() / self.games().max(1) as f64
    }

    /// The number of independent results.
    fn independent(&self) -> u64 {
        self.pairs.pairs() + self.unpaired.iter().sum::<u64>()
    }

    /// The 95 % interval of the mean. If all pairs had the same result, its width is the greatest probability of
    /// another result that agrees with never having seen one (the rule of three; Hanley and Lippman-Hand, 1983).
    fn interval(&self) -> (f64, f64) {
        let (mean, error) = (self.mean(), self.standard_error());
        if error > 0.0 {
            return (mean - Z95 * error, mean + Z95 * error);
        }
        let other = 1.0 - UNSEEN.powf(1.0 / self.independent().max(1) as f64);
        (mean - other * mean, mean + other * (1.0 - mean))
    }

    fn estimate(&self, scale: impl Fn(f64) -> f64) -> Estimate {
        let (low, high) = self.interval();
        Estimate { value: scale(self.mean()), low: scale(low), high: scale(high) }
    }

    /// The difference in Elo; `None` without a game.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        (self.games() > 0).then(|| self.estimate(elo_of))
    }

    /// The difference in normalised Elo: the excess of the mean over one half in standard deviations of a game, on a
    /// scale that agrees with Elo if no game is drawn. It does not shrink as draws get more frequent. `None` if the
    /// results do not vary.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let deviation = self.standard_error() * (self.games() as f64).sqrt();
        (deviation > 0.0).then(|| self.estimate(|share| (share - 0.5) / deviation * (800.0 / LN_10)))
    }

    /// The likelihood that the first engine is the stronger one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let (mean, error) = (self.mean(), self.standard_error());
        if error > 0.0 {
            return normal_cdf((mean - 0.5) / error);
        }
        // All results were the same. Between equal engines, the probability of such a series is at most this power,
        // reached if all other results are losses, or wins. Where it is large, the series says nothing; it never says
        // that the winner is the weaker one.
        let row = |share: f64| (1.0 - (0.5 / share).powf(self.independent() as f64)).max(0.5);
        match mean {
            mean if mean > 0.5 => row(mean),
            mean if mean < 0.5 => 1.0 - row(1.0 - mean),
            _ => 0.5,
        }
    }
}

/// The difference in Elo at which the expected share of the points is `share`.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected share of the points at a difference in Elo.
#[must_use]
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distribution function of the standard normal law.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x * FRAC_1_SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn elo_and_share() {
        close(elo_of(0.75), 190.848_5, 1e-3);
        close(share_of(190.848_5), 0.75, 1e-6);
        assert_eq!(elo_of(0.5), 0.0);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn normal_law() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-2.326_347_874, 0.01)] {
            close(normal_cdf(x), p, 1e-8);
        }
    }

    /// The deviations of the results from the mean of 0.525 are 0.525, 0.275, 0.025, 0.225 and 0.475.
    #[test]
    fn ten_pairs_by_hand() {
        let sample = Sample::from(Pentanomial([1, 2, 3, 3, 1]));
        close(sample.mean(), 0.525, 1e-12);
        let variance = (0.275_625 + 2.0 * 0.075_625 + 3.0 * 0.000_625 + 3.0 * 0.050_625 + 0.225_625) / 10.0;
        let error = (variance / 10.0f64).sqrt();
        close(sample.standard_error(), error, 1e-12);
        let elo = sample.elo().unwrap();
        close(elo.value, 17.387, 1e-2);
        close(elo.high, elo_of(0.525 + 1.96 * error), 1e-2);
        close(sample.normalised_elo().unwrap().value, 0.025 / (2.0 * variance).sqrt() * 347.435_6, 1e-3);
        close(sample.superiority(), normal_cdf(0.025 / error), 1e-12);
    }

    /// A pair of one point, and a won game: the mean is 2/3, the deviations of the points are -1/3 and 1/3.
    #[test]
    fn games_without_a_partner_count() {
        let sample = Sample { pairs: Pentanomial([0, 0, 1, 0, 0]), unpaired: [0, 0, 1] };
        close(sample.mean(), 2.0 / 3.0, 1e-12);
        let error = 2f64.sqrt() / 9.0;
        close(sample.standard_error(), error, 1e-12);
        close(sample.elo().unwrap().value, elo_of(2.0 / 3.0), 1e-9);
        close(sample.elo().unwrap().low, elo_of(2.0 / 3.0 - Z95 * error), 1e-9);
        close(sample.superiority(), normal_cdf(1.0 / 6.0 / error), 1e-9);
        let lost = Sample { pairs: Pentanomial::default(), unpaired: [1, 0, 0] };
        assert_eq!((lost.elo().unwrap().value, lost.superiority()), (f64::NEG_INFINITY, 0.5));
    }

    /// For all results, points, Elo, normalised Elo and superiority favour the same engine.
    #[test]
    fn no_figure_contradicts_the_points() {
        for pairs in (0..3u64.pow(5)).map(|code| [0, 1, 2, 3, 4].map(|place| code / 3u64.pow(place) % 3)) {
            for unpaired in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 2]] {
                let sample = Sample { pairs: Pentanomial(pairs), unpaired };
                let Some(elo) = sample.elo() else { continue };
                assert_eq!(elo.value, elo_of(sample.mean()), "{sample:?}");
                let side = |value: f64| if value.abs() < 1e-9 { 0.0 } else { value.signum() };
                let points = side(sample.mean() - 0.5);
                assert!(side(elo.value) == points && elo.low <= elo.value && elo.value <= elo.high, "{sample:?}");
                assert!(sample.normalised_elo().is_none_or(|elo| side(elo.value) == points), "{sample:?}");
                assert!(side(sample.superiority() - 0.5) * points >= 0.0, "{sample:?}");
            }
        }
    }

    /// Without draws and with independent games, normalised Elo agrees with Elo for small differences.
    #[test]
    fn normalised_elo_agrees_where_nothing_is_drawn() {
        let p = share_of(5.0);
        let count = |share: f64| (share * 1e9) as u64;
        let pairs = Pentanomial([count((1.0 - p).powi(2)), 0, count(2.0 * p * (1.0 - p)), 0, count(p * p)]);
        close(Sample::from(pairs).elo().unwrap().value, 5.0, 1e-3);
        close(Sample::from(pairs).normalised_elo().unwrap().value, 5.0, 1e-2);
    }

    #[test]
    fn nothing_and_everything() {
        assert_eq!(Sample::default().elo(), None);
        assert_eq!(Sample::default().superiority(), 0.5);
        let won = Sample::from(Pentanomial([0, 0, 0, 0, 10]));
        let elo = won.elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        close(elo.low, elo_of(0.05f64.powf(0.1)), 1e-9);
        close(won.superiority(), 1.0 - 0.5f64.powi(10), 1e-12);
        close(Sample::from(Pentanomial([10, 0, 0, 0, 0])).superiority(), 0.5f64.powi(10), 1e-12);
        assert_eq!(won.normalised_elo(), None);
        let even = Sample::from(Pentanomial([0, 0, 5, 0, 0]));
        let elo = even.elo().unwrap();
        close(elo.low, -elo.high, 1e-9);
        assert!(elo.value == 0.0 && elo.high > 100.0 && even.superiority() == 0.5);
    }
}
