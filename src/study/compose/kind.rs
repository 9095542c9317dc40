//! The kind of the problems, which their sheets are sorted and named by.

use crate::jobs::parts::Merged;

/// The kind of the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Mate,
    Hisshi,
}

impl Kind {
    pub fn of(parts: &Merged) -> Self {
        if parts.header.job["hisshi"] == true { Self::Hisshi } else { Self::Mate }
    }

    /// Grades of difficulty, by the least weight of each.
    pub const fn grades(self) -> [u64; 4] {
        match self {
            Self::Mate => [0, 100, 1_000, 10_000],
            // Every defence has to be mated, and every other threat of mate parried.
            Self::Hisshi => [0, 30_000, 100_000, 300_000],
        }
    }

    pub fn file_name(self, plies: usize, grade: usize) -> String {
        match self {
            Self::Mate => format!("mate-{plies:02}-grade-{grade}.sfen"),
            Self::Hisshi => format!("hisshi-{plies}-grade-{grade}.sfen"),
        }
    }
}
