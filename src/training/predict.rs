//! Measure of how well networks predict the results of games that none of them was trained on.
//!
//! The result is regressed on the static value of each network (logistic regression): the scale of the value and the
//! value of the move are fitted network by network, so that only the networks' knowledge is compared and not their
//! units. The measure is the mean cross-entropy, less being better. It is much more sensitive than games between the
//! networks, whose results are mostly noise.
//!
//! Positions of one game share its result. So the standard error takes games and not positions as independent (Liang
//! and Zeger, *Longitudinal data analysis using generalized linear models*, 1986).

use super::filter::Filter;
use super::phase;
use super::samples::PackedGame;
use crate::board::Color;
use crate::game::{Evaluator, Game, Phase, Position};
use rayon::prelude::*;

/// A position with the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The number of its game; those of one game follow each other.
    pub game: u32,
    pub phase: Phase,
    /// For the side to move, 1 for a win.
    pub result: f32,
}

/// Positions with their outcomes and the static values of some networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Observations {
    networks: usize,
    outcomes: Vec<Outcome>,
    /// Centipawns for the side to move. `[position][network]`
    values: Vec<f32>,
}

impl Observations {
    /// An empty collection for a number of `networks`.
    #[must_use]
    pub const fn new(networks: usize) -> Self {
        Self { networks, outcomes: Vec::new(), values: Vec::new() }
    }

    /// Adds a position with a value by each network.
    pub fn push(&mut self, outcome: Outcome, values: impl Iterator<Item = f32>) {
        self.outcomes.push(outcome);
        self.values.extend(values);
        debug_assert_eq!(self.values.len(), self.outcomes.len() * self.networks);
    }

    /// Adds the quiet positions of a game that begins at `start`, valued by one evaluator a network.
    pub fn push_game<G: Game, E: Evaluator<G>>(
        &mut self,
        number: u32,
        game: &PackedGame,
        start: G::Position,
        filter: &Filter,
        evaluators: &mut [E],
    ) {
        let for_black = game.result.for_black();
        filter.quiet_positions::<G>(game, start, |_, position| {
            let result = if position.side_to_move() == Color::Black { for_black } else { 1.0 - for_black };
            let outcome = Outcome { game: number, phase: phase::of_ply(position.game_ply()), result };
            let values = evaluators.iter_mut().map(|evaluator| {
                evaluator.reset(position);
                evaluator.evaluate(position) as f32
            });
            self.push(outcome, values);
        });
    }

    /// Adds others of the same networks behind these.
    pub fn append(&mut self, mut others: Self) {
        self.outcomes.append(&mut others.outcomes);
        self.values.append(&mut others.values);
    }

    #[must_use]
    pub const fn len(&self) -> usize {
        self.outcomes.len()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Compares the networks with the first of them on the positions that `belongs` keeps; none if the games are too
    /// few to estimate an error.
    #[must_use]
    pub fn compare(&self, belongs: impl Fn(&Outcome) -> bool) -> Option<Comparison> {
        self.compare_with(0, belongs)
    }

    /// As [`Observations::compare`], with the differences to the network number `base`.
    #[must_use]
    pub fn compare_with(&self, base: usize, belongs: impl Fn(&Outcome) -> bool) -> Option<Comparison> {
        let kept: Vec<usize> = (0..self.len()).filter(|&i| belongs(&self.outcomes[i])).collect();
        let games = games_of(kept.iter().map(|&i| self.outcomes[i].game));
        if games.len() < 2 {
            return None;
        }
        let fit = |network: usize| {
            let row = |&i: &usize| Row {
                value: f64::from(self.values[i * self.networks + network]) / UNIT,
                result: self.outcomes[i].result.into(),
            };
            let rows: Vec<Row> = kept.iter().map(row).collect();
            let weights = Weights::fitted(&rows);
            let surprises: Vec<f64> = rows.iter().map(|row| weights.surprise(row)).collect();
            (weights, surprises)
        };
        let fits: Vec<(Weights, Vec<f64>)> = (0..self.networks).into_par_iter().map(fit).collect();
        let base = &fits.get(base)?.1;
        let prediction = |(weights, surprises): &(Weights, Vec<f64>)| {
            let differences: Vec<f64> = surprises.iter().zip(base).map(|(own, base)| own - base).collect();
            Prediction {
                cross_entropy: surprises.iter().sum::<f64>() / kept.len() as f64,
                difference: Estimate::clustered(&differences, &games),
                scale: UNIT / weights.value,
                tempo: UNIT * weights.constant / weights.value,
            }
        };
        Some(Comparison {
            positions: kept.len(),
            games: games.len(),
            predictions: fits.iter().map(prediction).collect(),
        })
    }
}

/// Positions of each game, in their order.
fn games_of(numbers: impl Iterator<Item = u32>) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut last = None;
    for number in numbers {
        match sizes.last_mut() {
            Some(size) if last == Some(number) => *size += 1,
            _ => sizes.push(1),
        }
        last = Some(number);
    }
    sizes
}

/// Predictions of the same positions by several networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub positions: usize,
    pub games: usize,
    /// One a network, in their order.
    pub predictions: Vec<Prediction>,
}

/// Prediction by one network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Mean over the positions, in nats.
    pub cross_entropy: f64,
    /// Difference to the network compared with: below zero if this one predicts better.
    pub difference: Estimate,
    /// Centipawns of its value that mean an expected result of 73 %.
    pub scale: f64,
    /// Centipawns of having the move, beyond its value.
    pub tempo: f64,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub error: f64,
}

impl Estimate {
    /// The mean of `values`, with an error that takes `clusters` of them as independent, whose sizes are given in
    /// order.
    #[must_use]
    pub fn clustered(values: &[f64], clusters: &[usize]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let mut rest = values;
        let mut squares = 0.0;
        for &size in clusters {
            let (cluster, others) = rest.split_at(size);
            squares += cluster.iter().map(|value| value - mean).sum::<f64>().powi(2);
            rest = others;
        }
        let number = clusters.len() as f64;
        let correction = if number > 1.0 { number / (number - 1.0) } else { 1.0 };
        Self { mean, error: (squares * correction).sqrt() / count }
    }
}

/// Slope of the expected result's logit in a value, fitted to pairs of value and result.
#[must_use]
pub fn slope(pairs: &[(f32, f32)]) -> f64 {
    let row = |&(value, result): &(f32, f32)| Row { value: value.into(), result: result.into() };
    Weights::fitted(&pairs.iter().map(row).collect::<Vec<_>>()).value
}

/// The unit of values in the regression, so that weights are about one.
const UNIT: f64 = 1000.0;

/// Regressor and result of one position.
struct Row {
    value: f64,
    result: f64,
}

/// Logistic regression: the logit of the expected result is `value` times a position's value plus `constant`.
#[derive(Clone, Copy, Debug)]
struct Weights {
    value: f64,
    constant: f64,
}

/// Sums over rows: the gradient of the likelihood, and the negative of its second derivatives.
#[derive(Clone, Copy, Default)]
struct Slopes {
    gradient: [f64; 2],
    /// By value twice, by value and constant, by constant twice.
    curvature: [f64; 3],
}

impl Slopes {
    fn plus(mut self, other: Self) -> Self {
        self.gradient.iter_mut().zip(other.gradient).for_each(|(sum, term)| *sum += term);
        self.curvature.iter_mut().zip(other.curvature).for_each(|(sum, term)| *sum += term);
        self
    }

    /// Newton's step. A little is added to the curvature, which vanishes if values predict nothing or everything.
    fn step(&self, rows: usize) -> [f64; 2] {
        let ridge = 1e-9 * rows as f64;
        let [a, b, c] = [self.curvature[0] + ridge, self.curvature[1], self.curvature[2] + ridge];
        let [x, y] = self.gradient;
        let determinant = a * c - b * b;
        [(c * x - b * y) / determinant, (a * y - b * x) / determinant]
    }
}

impl Weights {
    /// By Newton's method, which converges to the single maximum of the likelihood from zero.
    fn fitted(rows: &[Row]) -> Self {
        const STEPS: usize = 30;
        /// Steps longer than this could jump over the maximum where results are nearly certain.
        const LONGEST: f64 = 2.0;
        const EXACT: f64 = 1e-9;
        let mut weights = Self { value: 0.0, constant: 0.0 };
        for _ in 0..STEPS {
            let step = weights.slopes(rows).step(rows.len()).map(|part| part.clamp(-LONGEST, LONGEST));
            weights.value += step[0];
            weights.constant += step[1];
            if step.iter().all(|part| part.abs() < EXACT) {
                break;
            }
        }
        weights
    }

    /// The sums have the same order on any number of threads.
    fn slopes(&self, rows: &[Row]) -> Slopes {
        const CHUNK: usize = 1 << 14;
        let of_row = |row: &Row| {
            let predicted = 1.0 / (1.0 + (-self.logit(row)).exp());
            let (miss, weight) = (row.result - predicted, predicted * (1.0 - predicted));
            Slopes {
                gradient: [miss * row.value, miss],
                curvature: [weight * row.value * row.value, weight * row.value, weight],
            }
        };
        let of_chunk = |chunk: &[Row]| chunk.iter().map(of_row).fold(Slopes::default(), Slopes::plus);
        let chunks: Vec<Slopes> = rows.par_chunks(CHUNK).map(of_chunk).collect();
        chunks.into_iter().fold(Slopes::default(), Slopes::plus)
    }

    fn logit(&self, row: &Row) -> f64 {
        self.value * row.value + self.constant
    }

    /// The cross-entropy of a row.
    fn surprise(&self, row: &Row) -> f64 {
        let logit = self.logit(row);
        // ln(1 + e^logit) - result * logit without overflow.
        logit.max(0.0) + (-logit.abs()).exp().ln_1p() - row.result * logit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// Games in which the values of the first network are noise around those by which results are decided, and
    /// those of the second are these themselves, in another unit.
    fn synthetic(games: u32, noise: f32) -> Observations {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut observations = Observations::new(2);
        for game in 0..games {
            let truth: f32 = rng.random_range(-1500.0..1500.0);
            let black_wins = rng.random_range(0.0..1.0) < 1.0 / (1.0 + (-truth / 600.0).exp());
            for ply in 0..10 {
                let sign = if ply % 2 == 0 { 1.0 } else { -1.0 };
                let result = f32::from(black_wins == (sign > 0.0));
                // To have the move is worth 50.
                let value = sign * truth - 50.0;
                let outcome = Outcome { game, phase: phase::of_ply(10 * ply), result };
                let heard = value + rng.random_range(-noise..noise);
                observations.push(outcome, [heard, 3.0 * value].into_iter());
            }
        }
        observations
    }

    #[test]
    fn the_network_that_knows_the_truth_wins_in_any_unit() {
        let observations = synthetic(4000, 900.0);
        let comparison = observations.compare(|_| true).unwrap();
        assert_eq!((comparison.positions, comparison.games), (40_000, 4000));
        let [first, second] = comparison.predictions[..] else { panic!() };
        assert_eq!(first.difference, Estimate { mean: 0.0, error: 0.0 });
        assert!(second.difference.mean < -10.0 * second.difference.error, "{second:?}");
        assert!((second.cross_entropy - first.cross_entropy - second.difference.mean).abs() < 1e-12);
        assert!((second.scale - 1800.0).abs() < 90.0, "{second:?}");
        assert!((second.tempo - 150.0).abs() < 15.0, "{second:?}");
        // Noise makes a value worth less.
        assert!(first.scale > 650.0, "{first:?}");
    }

    #[test]
    fn phases_have_fits_of_their_own() {
        let observations = synthetic(200, 900.0);
        let positions = |phase| observations.compare(|outcome| outcome.phase == phase).map(|c| c.positions);
        // Plies 0 to 40, 50 to 80 and 90.
        assert_eq!(Phase::ALL.map(positions), [Some(1000), Some(800), Some(200)]);
        assert_eq!(observations.compare(|_| false), None);
        assert_eq!(observations.compare(|outcome| outcome.game == 3), None);
    }

    /// Values alike within their game are worth no more than one of each game.
    #[test]
    fn the_error_is_that_of_games() {
        let of_games = [3.0, 5.0, -1.0, 9.0];
        let alone = Estimate::clustered(&of_games, &[1; 4]);
        // The variance is 52 / 3.
        assert!((alone.mean - 4.0).abs() < 1e-12 && (alone.error - (52.0f64 / 12.0).sqrt()).abs() < 1e-12);
        let repeated: Vec<f64> = of_games.iter().flat_map(|&value| [value; 7]).collect();
        let clustered = Estimate::clustered(&repeated, &[7; 4]);
        assert!((clustered.error - alone.error).abs() < 1e-12);
        let independent = Estimate::clustered(&repeated, &[1; 28]);
        assert!(independent.error < 0.4 * alone.error);
    }

    #[test]
    fn values_that_tell_nothing_or_everything_are_fitted_too() {
        for values in [[0.0; 4], [1.0, -1.0, 1.0, -1.0]] {
            let row = |(value, result)| Row { value, result };
            let rows: Vec<Row> = values.into_iter().zip([1.0, 0.0, 1.0, 0.0]).map(row).collect();
            let weights = Weights::fitted(&rows);
            let surprise: f64 = rows.iter().map(|row| weights.surprise(row)).sum::<f64>() / 4.0;
            let expected = if values[0] == 0.0 { 2.0f64.ln() } else { 0.0 };
            assert!((surprise - expected).abs() < 1e-3, "{surprise}");
        }
    }
}
