//! A search in which the defender may not interpose: a bound for the lengths that composers count.
//!
//! Useless interpositions are known only once the mates without them are, so the search for a mate cannot skip just
//! these. It can skip all: no mate is then found to be longer than composers count it. Only if nothing but
//! interpositions is left does it test if they delay the mate. The search that counts them all bounds the lengths from
//! the other side, and where both agree nothing else need be tried.

use super::dfpn::Search;
use super::value::{INDEPENDENT, Plies, Value};
use crate::game::{Game, Hands as _, Position as _};

/// Salt that separates the board keys of this search from the others in the table.
const RELAXED: u64 = 0x9c5b_3f1d_e807_a264;

impl<G: Game> Search<'_, G> {
    /// Runs `work` with interpositions skipped.
    pub fn relaxed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.salt = RELAXED;
        let result = work(self);
        self.salt = 0;
        result
    }

    /// True if the search skips a legal defence.
    #[inline(always)]
    pub fn leaves_out(&self, m: G::Move) -> bool {
        self.salt != 0 && self.position.in_check() && self.is_interposition(m)
    }

    /// The first of the legal defences that the search does not skip.
    #[inline(always)]
    pub fn first_counted(&self, defences: &[G::Move]) -> Option<G::Move> {
        defences.iter().copied().find(|&m| !self.leaves_out(m))
    }

    /// The value for mates within `plies` if only interpositions are left.
    pub fn interposed(&mut self, plies: Plies) -> Value {
        let hand = self.position.hand(self.attacker);
        let length = if self.falls_at_once() { 0 } else { 2 };
        if length <= plies { Value::proved(length, self.least_hand()) } else { Value::disproved(0, hand, INDEPENDENT) }
    }

    /// As [`Search::try_check`], for mates within `plies` after the check.
    pub fn try_relaxed(&mut self, m: G::Move, plies: Plies) -> (u32, Value) {
        self.position.make(m, &mut ());
        let mut defences = G::MoveList::default();
        self.position.defences(&mut defences);
        let count = defences.as_ref().iter().filter(|&&m| !self.leaves_out(m)).count();
        let outcome = match self.first_counted(defences.as_ref()) {
            Some(first) => self.answered_by(first),
            None if defences.as_ref().is_empty() => self.mated(),
            None => self.interposed(plies),
        };
        self.position.unmake(m);
        (count as u32, outcome)
    }
}
