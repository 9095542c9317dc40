//! Expected results of scores.

use crate::game::{Score, score};
use crate::variants::Variant;

/// Logistic curve from centipawns to the expected result; a draw counts one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Centipawns at an expected result of 73 %.
    pub scale: f64,
}

impl Curve {
    /// Curve of the built-in evaluation, fitted by `kumataka records predict` to games that the network was not
    /// trained on.
    #[must_use]
    pub fn of(game: Variant) -> Self {
        Self { scale: game.assets().scale }
    }

    /// Expected result of a side with this score, from 0 to 1. A mate is certain.
    #[must_use]
    pub fn expected(self, score: Score) -> f64 {
        if score::is_decisive(score) {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + (-f64::from(score) / self.scale).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_results_mirror_each_other_and_mates_are_certain() {
        let curve = Curve { scale: 1400.0 };
        assert_eq!((curve.expected(0), curve.expected(score::mate_in(9))), (0.5, 1.0));
        assert_eq!(curve.expected(score::mated_in(4)), 0.0);
        assert!((curve.expected(1400) - 0.731).abs() < 1e-3);
        assert!((curve.expected(300) + curve.expected(-300) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn every_game_has_a_curve() {
        Variant::ALL.iter().for_each(|&game| assert!((50.0..5000.0).contains(&Curve::of(game).scale)));
    }
}
