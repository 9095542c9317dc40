//! How the integer output of a network becomes a score, for the search and for people.
//!
//! The outputs of the community's networks differ in size, and a divisor that the user sets, `FV_SCALE`, tells how they
//! are meant to be read. The margins of the search were tuned with scores of one size. Therefore the search sees outputs
//! that are brought to that size, measured on positions of real games, and only what people read is divided by
//! `FV_SCALE`.

use super::head::{CLIP, OUTPUT_UNIT};
use crate::game::Score;
use crate::game::score::{EVALUATION_LIMIT, is_decisive};

/// Positions of real games, one SFEN a line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("calibration.sfen");
/// The unit of the factor between outputs and scores, by which a divisor of [`REFERENCE_DIVISOR`] is whole.
const UNIT: i64 = 1 << 24;
/// The output that is typical of the network with which the search was compared most, K-P 256x2-32-32 of 2019, and the
/// divisor with which it played then.
const REFERENCE_OUTPUT: i64 = 4159;
const REFERENCE_DIVISOR: i64 = 16;
/// Outputs whose typical size is less count as if they were of this size: products with the factor then fit 64 bits, and
/// a network without any signal is not blown up to one.
const LEAST_TYPICAL: i64 = 64;

/// How outputs become scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The centipawns that an output of one stands for, in the program's own networks.
    Own(i32),
    /// The output is brought to the size that the search expects by a factor, in units of 2^-24, and divided by
    /// `fv_scale` for people.
    Community { factor: i64, fv_scale: i32 },
}

impl Scale {
    /// The scale of a network of the community's before its outputs have been looked at: as that of reference.
    #[must_use]
    pub const fn community(fv_scale: i32) -> Self {
        Self::Community { factor: UNIT / REFERENCE_DIVISOR, fv_scale }
    }

    /// The scale of the same network, with the `typical` size of its outputs in positions of real games.
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

    /// The score that the search sees, before it is limited.
    #[must_use]
    #[inline(always)]
    pub fn score(self, raw: i32) -> Score {
        let score = match self {
            Self::Own(centipawns) => i64::from(raw) * i64::from(centipawns) / i64::from(i32::from(CLIP) * OUTPUT_UNIT),
            Self::Community { factor, .. } => i64::from(raw) * factor / UNIT,
        };
        score.clamp(i64::from(-EVALUATION_LIMIT), i64::from(EVALUATION_LIMIT)) as Score
    }

    /// The centipawns that people read for an output.
    #[must_use]
    pub fn centipawns(self, raw: i32) -> Score {
        match self {
            Self::Own(_) => self.score(raw),
            Self::Community { fv_scale, .. } => (raw / fv_scale).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
        }
    }

    /// The number of centipawns that people read for each of a score of the search.
    #[must_use]
    pub fn shown(self) -> f64 {
        match self {
            Self::Own(_) => 1.0,
            Self::Community { factor, fv_scale } => UNIT as f64 / (factor.max(1) as f64 * f64::from(fv_scale)),
        }
    }
}

/// The score that people read, where each of a score of the search stands for `factor` centipawns. Mates stay what they
/// are.
#[must_use]
pub fn shown(score: Score, factor: f64) -> Score {
    if is_decisive(score) {
        return score;
    }
    ((f64::from(score) * factor).round() as Score).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

/// The positions by which outputs are measured, as SFEN.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

/// The size of outputs: half of them are at least as far from zero.
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
