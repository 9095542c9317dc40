//! Hands: the pieces that a side holds off the board, as counts that can be compared.

/// The counts of up to eight kinds, each below 128 and stored in a byte of its own. The game alone knows the kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(u64);

const TOP_BITS: u64 = 0x8080_8080_8080_8080;

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);
    /// The number of kinds that a hand can count.
    pub const KINDS: usize = 8;

    /// The number of pieces of `kind`.
    #[must_use]
    #[inline(always)]
    pub const fn count(self, kind: usize) -> u32 {
        (self.0 >> (8 * kind) & 0x7f) as u32
    }

    /// Adds one piece of `kind`.
    #[inline(always)]
    pub fn add(&mut self, kind: usize) {
        self.0 += 1 << (8 * kind);
    }

    /// Removes one piece of `kind`, of which there must be one.
    #[inline(always)]
    pub fn remove(&mut self, kind: usize) {
        debug_assert!(self.count(kind) > 0);
        self.0 -= 1 << (8 * kind);
    }

    /// True if the hand is empty.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All counts as one number, for hashing and storing.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// True if every kind is at least as numerous as in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn dominates(self, other: Self) -> bool {
        // With the top bit of each byte set first, no byte borrows from the next, and a byte keeps its top bit
        // exactly when it was not the smaller one.
        ((self.0 | TOP_BITS) - other.0) & TOP_BITS == TOP_BITS
    }

    /// The sums of both counts, kind by kind.
    #[must_use]
    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The differences of the counts, kind by kind, zero where `other` has more.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.union(other).0 - other.0)
    }

    /// The greater of both counts, kind by kind.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        let not_less = whole_bytes(((self.0 | TOP_BITS) - other.0) & TOP_BITS);
        Self(self.0 & not_less | other.0 & !not_less)
    }

    /// The lesser of both counts, kind by kind.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        let not_less = whole_bytes(((self.0 | TOP_BITS) - other.0) & TOP_BITS);
        Self(other.0 & not_less | self.0 & !not_less)
    }

    /// The counts of those kinds of which `other` has any.
    #[must_use]
    #[inline]
    pub const fn of_kinds_in(self, other: Self) -> Self {
        Self(self.0 & held_kinds(other))
    }

    /// The counts of those kinds of which `other` has none.
    #[must_use]
    #[inline]
    pub const fn of_kinds_not_in(self, other: Self) -> Self {
        Self(self.0 & !held_kinds(other))
    }

    /// The hand with these [`Hand::bits`].
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & !TOP_BITS)
    }
}

/// A word with a byte of ones wherever a byte of `flags` has its top bit set. No other bit of `flags` may be set.
#[inline]
const fn whole_bytes(flags: u64) -> u64 {
    (flags >> 7) * 0xff
}

/// A word with a byte of ones for each kind of which `hand` has any.
#[inline]
const fn held_kinds(hand: Hand) -> u64 {
    whole_bytes(((hand.0 | TOP_BITS) - (TOP_BITS >> 7)) & TOP_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn dominance_is_kind_by_kind(a in prop::array::uniform8(0u8..19), b in prop::array::uniform8(0u8..19)) {
            let hand = |counts: [u8; 8]| {
                let mut hand = Hand::EMPTY;
                for (kind, &n) in counts.iter().enumerate() {
                    (0..n).for_each(|_| hand.add(kind));
                    assert_eq!(hand.count(kind), u32::from(n));
                }
                hand
            };
            let expected = a.iter().zip(&b).all(|(x, y)| x >= y);
            prop_assert_eq!(hand(a).dominates(hand(b)), expected);
            let by_kind = |f: fn(u8, u8) -> u8| hand(std::array::from_fn(|kind| f(a[kind], b[kind])));
            let (a, b) = (hand(a), hand(b));
            prop_assert_eq!(a.plus(b), by_kind(|x, y| x + y));
            prop_assert_eq!(a.minus(b), by_kind(u8::saturating_sub));
            prop_assert_eq!(a.union(b), by_kind(u8::max));
            prop_assert_eq!(a.intersection(b), by_kind(u8::min));
            prop_assert_eq!(a.of_kinds_in(b), by_kind(|x, y| if y > 0 { x } else { 0 }));
            prop_assert_eq!(a.of_kinds_not_in(b), by_kind(|x, y| if y == 0 { x } else { 0 }));
            prop_assert_eq!(Hand::from_bits(a.bits()), a);
        }
    }
}
