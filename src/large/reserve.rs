//! The hand of a side, as counts.

use super::piece::Kind;

/// The pieces that a side holds off the board, as counts by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reserve([u8; Self::KINDS]);

impl Reserve {
    /// The number of kinds that a hand can count.
    pub const KINDS: usize = 16;
    /// Upper bound of the pieces of a kind in a set-up: those on the board may still be captured.
    const MOST: u32 = 99;

    /// The number of pieces of a kind.
    pub fn count(&self, kind: Kind) -> u32 {
        self.0.get(kind.index()).map_or(0, |&count| count.into())
    }

    pub fn add(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    pub fn remove(&mut self, kind: Kind) {
        self.0[kind.index()] -= 1;
    }

    /// Adds pieces of a set-up; false if they are too many.
    pub fn hold(&mut self, kind: Kind, count: u32) -> bool {
        let sum = self.count(kind).saturating_add(count);
        if sum <= Self::MOST {
            self.0[kind.index()] = sum as u8;
        }
        sum <= Self::MOST
    }

    /// The kinds that are held, with their counts.
    pub fn kinds(self) -> impl Iterator<Item = (Kind, u32)> {
        (0..Self::KINDS).map(move |kind| (Kind::new(kind), self.0[kind].into())).filter(|&(_, count)| count > 0)
    }
}
