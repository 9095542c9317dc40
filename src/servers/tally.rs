//! The count of a client's games.

use crate::record::csa::Verdict;
use std::fmt;

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// Games that ended without a result, or whose result only the server knows because the connection was cut.
    pub others: u64,
}

impl Tally {
    pub(super) const fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Win => self.wins += 1,
            Verdict::Loss => self.losses += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Censored | Verdict::Interrupted => self.others += 1,
        }
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws + self.others
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} lost, {} drawn", self.wins, self.losses, self.draws)?;
        if self.others > 0 { write!(f, ", {} without a result", self.others) } else { Ok(()) }
    }
}
