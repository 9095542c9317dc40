//! The scale from the integer output of a network to scores, for the search and for people.
//!
//! The outputs of the community's networks differ in size, and a divisor set by the user, `FV_SCALE`, says how to read
//! them. The margins of the search were tuned with scores of one size. So the search's scores are scaled to that size,
//! measured on positions of real games, and only displayed scores are divided by `FV_SCALE`.

use super::head::{CLIP, OUTPUT_UNIT};
use crate::game::Score;
use crate::game::score::{EVALUATION_LIMIT, is_decisive};

/// Positions of real games, one SFEN a line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("calibration.sfen");
/// The unit of the factor between outputs and scores, in which a divisor of [`REFERENCE_DIVISOR`] is whole.
const UNIT: i64 = 1 << 24;
/// Typical output of the reference network, K-P 256x2-32-32 of 2019, with which the search was compared most, and its
/// divisor.
const REFERENCE_OUTPUT: i64 = 4159;
const REFERENCE_DIVISOR: i64 = 16;
/// Lower bound of the typical output: products with the factor then fit 64 bits, and a network without any signal is
/// not blown up.
const LEAST_TYPICAL: i64 = 64;

/// A scale from outputs to scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Centipawns of an output of one, in the program's own networks.
    Own(i32),
    /// The output is scaled to the size that the search expects by a factor, in units of 2^-24, and divided by
    /// `fv_scale` for people.
    Community { factor: i64, fv_scale: i32 },
}

impl Scale {
    /// The scale of a community network before its outputs are measured: that of the reference network.
    #[must_use]
    pub const fn community(fv_scale: i32) -> Self {
        Self::Community { factor: UNIT / REFERENCE_DIVISOR, fv_scale }
    }

    /// The scale of the same network, given the `typical` size of its outputs in positions of real games.
    #[must_use]
    pub fn fitted(self, typical: i64) -> Self {
        match self {
            Self::Community { fv_scale, .. } => Self::Community {
                factor: UNIT * REFERENCE_OUTPUT / (REFERENCE_DIVISOR * typical.max(LEAST_TYPICAL)),
                fv_scale,
            },
            Self::Own(_) => self,
        }
    }

    /// The search's score, within the limit of evaluations.
    #[must_use]
    #[inline(always)]
    pub fn score(self, raw: i32) -> Score {
        let score = match self {
            Self::Own(centipawns) => i64::from(raw) * i64::from(centipawns) / i64::from(i32::from(CLIP) * OUTPUT_UNIT),
            Self::Community { factor, .. } => i64::from(raw) * factor / UNIT,
        };
        score.clamp(i64::from(-EVALUATION_LIMIT), i64::from(EVALUATION_LIMIT)) as Score
    }

    /// The displayed centipawns of an output.
    #[must_use]
    pub fn centipawns(self, raw: i32) -> Score {
        match self {
            Self::Own(_) => self.score(raw),
            Self::Community { fv_scale, .. } => (raw / fv_scale).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
        }
    }

    /// Displayed centipawns for one point of the search's score.
    #[must_use]
    pub fn shown(self) -> f64 {
        match self {
            Self::Own(_) => 1.0,
            Self::Community { factor, fv_scale } => UNIT as f64 / (factor.max(1) as f64 * f64::from(fv_scale)),
        }
    }
}

/// The displayed score, given `factor` centipawns for one point of the search's score. Mates stay as they are.
#[must_use]
pub fn shown(score: Score, factor: f64) -> Score {
    if is_decisive(score) {
        return score;
    }
    ((f64::from(score) * factor).round() as Score).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

/// The positions on which outputs are measured, as SFEN.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

/// The median of the outputs' absolute values.
#[must_use]
pub fn typical(outputs: impl IntoIterator<Item = i32>) -> i64 {
    let mut sizes: Vec<i64> = outputs.into_iter().map(|output| i64::from(output).abs()).collect();
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::score::mate_in;

    #[test]
    fn what_people_read_depends_on_the_divisor_and_what_the_search_sees_does_not() {
        let scales = [12, 16, 24].map(|fv_scale| Scale::community(fv_scale).fitted(2 * REFERENCE_OUTPUT));
        for scale in scales {
            assert_eq!(scale.score(32_000), 1000);
            assert_eq!(scale.score(-32_000), -1000);
            assert_eq!(scale.score(i32::MAX), EVALUATION_LIMIT);
            let told = shown(scale.score(32_000), scale.shown());
            assert!(told.abs_diff(scale.centipawns(32_000)) <= 2, "{told}");
        }
        assert_eq!(scales.map(|scale| scale.centipawns(32_000)), [2666, 2000, 1333]);
        assert_eq!(Scale::community(16).fitted(REFERENCE_OUTPUT).score(3217), 3217 / 16);
        let silent = Scale::community(16).fitted(0);
        assert_eq!([silent.score(i32::MIN), silent.score(0)], [-EVALUATION_LIMIT, 0]);
        assert_eq!(shown(mate_in(3), 0.3), mate_in(3));
        assert_eq!(typical([5, -1, 3]), 3);
        assert_eq!(typical([]), 0);
    }

    #[test]
    fn there_are_positions_to_measure() {
        assert_eq!(positions().count(), 64);
    }
}
