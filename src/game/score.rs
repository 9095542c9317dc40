//! Scores: centipawns as the side to move sees them, and mates by their distance from the root in plies.

use std::fmt;

/// Centipawns, or a mate distance near [`MATE`]. Every score fits an `i16`.
pub type Score = i32;

/// The score of having mated at the root itself; the root being mated is its negative.
pub const MATE: Score = 32_000;
/// A bound above every score.
pub const INFINITE: Score = 32_001;
/// A number that stands for an unknown score.
pub const NONE: Score = 32_002;
/// The number of the deepest ply of any line, counted from the root.
pub const MAX_PLY: usize = 246;
/// Scores at least this far from zero are mates.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score - 1;
/// The limit of evaluations on either side, well clear of mates.
pub const EVALUATION_LIMIT: Score = 30_000;

const _: () = assert!(EVALUATION_LIMIT < MATE_BOUND && NONE < i16::MAX as Score);

/// The score of mating at `ply` plies from the root.
#[must_use]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score of being mated at `ply` plies from the root.
#[must_use]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// True if a score is the distance to a mate, on either side.
#[must_use]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND && score.abs() <= MATE
}

/// True if a score lies beyond every evaluation: a mate, or a win or loss known without one.
#[must_use]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > EVALUATION_LIMIT
}

/// The plies to the mate, negative for being mated; `None` for other scores.
#[must_use]
pub const fn mate_distance(score: Score) -> Option<Score> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some(MATE - score)
    } else {
        Some(-MATE - score)
    }
}

/// Formats a score as `cp N` or `mate N`, negative for the side that is losing.
#[derive(Clone, Copy, Debug)]
pub struct Shown(pub Score);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match mate_distance(self.0) {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_as_clients_read_them() {
        let shown = |score| Shown(score).to_string();
        assert_eq!(
            (shown(-7), shown(mate_in(3)), shown(mated_in(2))),
            ("cp -7".into(), "mate 3".into(), "mate -2".into())
        );
    }

    #[test]
    fn distances_round_trip() {
        assert_eq!(mate_distance(mate_in(7)), Some(7));
        assert_eq!(mate_distance(mated_in(4)), Some(-4));
        assert_eq!(mate_distance(mated_in(0)), Some(0));
        assert_eq!(mate_distance(mate_in(MAX_PLY)), Some(MAX_PLY as Score));
        assert_eq!(mate_distance(EVALUATION_LIMIT), None);
    }

    #[test]
    fn evaluations_decide_nothing() {
        assert!(!is_decisive(EVALUATION_LIMIT) && !is_decisive(-EVALUATION_LIMIT));
        assert!(is_decisive(mate_in(MAX_PLY)) && is_decisive(mated_in(0)) && is_decisive(MATE_BOUND - 1));
    }
}
