//! Simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation", 1992). All parameters change at once, each a little up or down at
//! random. Two opponents with opposite changes play a pair of games, and the result moves all parameters towards the
//! winner.

use crate::game::hash::spread;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// The exponent by which the perturbation shrinks with the number of the pair, as Spall advises.
const GAMMA: f64 = 0.101;
/// The exponent by which the gain shrinks with the number of the pair, as Spall advises.
const ALPHA: f64 = 0.602;
/// Share of all pairs that the gain counts as played before the first one, to keep the first steps small.
const STABILITY: f64 = 0.1;

/// Default change of a parameter in the last games, as a share of its range.
pub const USUAL_SHARE: f64 = 0.05;
/// Default distance by which a won pair moves a parameter at the end, in squared steps.
pub const USUAL_RATE: f64 = 0.002;

/// The change, in the last games, of a parameter from `min` to `max`: this share of its range.
#[must_use]
pub fn step_of(share: f64, min: i64, max: i64) -> f64 {
    /// A smaller step would mostly change nothing.
    const LEAST_STEP: f64 = 0.5;
    (share * (max - min) as f64).max(LEAST_STEP)
}

/// A whole number that is being tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    pub min: i64,
    pub max: i64,
    /// The value at the start of the tuning.
    pub start: i64,
    /// The perturbation in the last games; it is greater in the first ones.
    pub step: f64,
    pub value: f64,
}

impl Parameter {
    /// The value rounded, as an engine plays with it.
    #[must_use]
    pub fn rounded(&self) -> i64 {
        self.value.round() as i64
    }

    /// True if the tuning of `other` began like that of this one.
    #[must_use]
    pub fn begins_as(&self, other: &Self) -> bool {
        *self == Self { value: self.value, ..other.clone() }
    }
}

/// Two opponents that play a pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Number of the pair, counted from 0, which also determines its opening.
    pub number: u64,
    /// The direction in which each parameter of the first opponent changes: 1 or -1.
    signs: Vec<f64>,
    /// The values of the opponents. `[opponent][parameter]`
    pub values: [Vec<i64>; 2],
}

/// The state of the approximation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    pub parameters: Vec<Parameter>,
    /// The planned number of pairs, over which the steps shrink.
    pub pairs: u64,
    /// Number of pairs learned from.
    pub learned: u64,
    /// The distance by which a won pair moves a parameter at the end, in squared steps.
    pub rate: f64,
    pub seed: u64,
}

impl Spsa {
    fn perturbation(&self, parameter: &Parameter, number: u64) -> f64 {
        parameter.step * (self.pairs as f64 / (number + 1) as f64).max(1.0).powf(GAMMA)
    }

    /// The distance that a parameter moves for each point by which the first opponent wins.
    fn gain(&self, parameter: &Parameter, number: u64) -> f64 {
        let pairs = self.pairs as f64;
        let shrunk = (1.0 + STABILITY) * pairs / (STABILITY * pairs + (number + 1) as f64);
        let gain = self.rate * parameter.step.powi(2) * shrunk.max(1.0).powf(ALPHA);
        gain / self.perturbation(parameter, number)
    }

    /// Two opponents around the present values. The same number and values give the same opponents.
    #[must_use]
    pub fn trial(&self, number: u64) -> Trial {
        let mut rng = SmallRng::seed_from_u64(spread(self.seed).wrapping_add(number));
        let mut trial = Trial { number, signs: Vec::new(), values: [Vec::new(), Vec::new()] };
        for parameter in &self.parameters {
            let sign = if rng.random() { 1.0 } else { -1.0 };
            for (values, side) in trial.values.iter_mut().zip([sign, -sign]) {
                let exact = parameter.value + side * self.perturbation(parameter, number);
                // The value is rounded up or down at random, or steps below one would be lost.
                let rounded = (exact + rng.random::<f64>()).floor() as i64;
                values.push(rounded.clamp(parameter.min, parameter.max));
            }
            trial.signs.push(sign);
        }
        trial
    }

    /// Learns that the first opponent of a trial won by `points`, from -2 to 2.
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let moves: Vec<f64> =
            self.parameters.iter().map(|parameter| self.gain(parameter, trial.number) * points).collect();
        for ((parameter, sign), by) in self.parameters.iter_mut().zip(&trial.signs).zip(moves) {
            let value = parameter.value + sign * by;
            parameter.value = value.clamp(parameter.min as f64, parameter.max as f64);
        }
        self.learned += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(pairs: u64) -> Spsa {
        let parameter = |name: &str, start: i64| Parameter {
            name: name.to_owned(),
            min: 0,
            max: 200,
            start,
            step: 10.0,
            value: start as f64,
        };
        Spsa {
            parameters: vec![parameter("a", 20), parameter("b", 150), parameter("idle", 100)],
            pairs,
            learned: 0,
            rate: 0.02,
            seed: 7,
        }
    }

    /// The strength of an opponent falls with its squared distance from (80, 90); the third parameter has no effect.
    #[test]
    fn finds_the_best_values() {
        let mut spsa = spsa(5000);
        let mut rng = SmallRng::seed_from_u64(1);
        let distance = |values: &[i64]| ((values[0] - 80).pow(2) + (values[1] - 90).pow(2)) as f64;
        for number in 0..spsa.pairs {
            let trial = spsa.trial(number);
            let advantage = (distance(&trial.values[1]) - distance(&trial.values[0])) / 2000.0;
            let mut game = || if rng.random::<f64>() < 1.0 / (1.0 + (-advantage).exp()) { 1.0 } else { -1.0 };
            let points = game() + game();
            spsa.learn(&trial, points);
        }
        let found: Vec<i64> = spsa.parameters.iter().map(Parameter::rounded).collect();
        assert!((found[0] - 80).abs() <= 12 && (found[1] - 90).abs() <= 12, "{found:?}");
        assert!((found[2] - 100).abs() <= 30, "{found:?}");
    }

    #[test]
    fn values_stay_in_range() {
        let mut spsa = spsa(100);
        spsa.parameters[0].step = 300.0;
        for number in 0..100 {
            let trial = spsa.trial(number);
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)), "{trial:?}");
            spsa.learn(&trial, 2.0);
            assert!(spsa.parameters.iter().all(|parameter| (0.0..=200.0).contains(&parameter.value)));
        }
        assert_eq!(spsa.learned, 100);
    }

    /// Opponents differ in about half of the trials, even with a small step.
    #[test]
    fn small_steps_are_not_lost() {
        let mut spsa = spsa(1000);
        spsa.parameters.truncate(1);
        (spsa.parameters[0].step, spsa.parameters[0].value) = (0.25, 20.0);
        let sums = (0..1000).fold(0.0, |sum, number| {
            let trial = spsa.trial(number);
            sum + trial.signs[0] * (trial.values[0][0] - trial.values[1][0]) as f64
        });
        assert!((500.0..800.0).contains(&sums), "{sums}");
    }
}
