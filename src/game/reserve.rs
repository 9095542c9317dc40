//! What a side holds off the board, as counts that can be compared.

/// Counts of up to eight kinds, one byte each and each below 128. The game alone knows which kind is which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserve(u64);

const TOP_BITS: u64 = 0x8080_8080_8080_8080;

impl Reserve {
    pub const EMPTY: Self = Self(0);
    pub const KINDS: usize = 8;

    #[must_use]
    #[inline(always)]
    pub const fn count(self, kind: usize) -> u32 {
        (self.0 >> (8 * kind) & 0x7f) as u32
    }

    #[inline(always)]
    pub fn add(&mut self, kind: usize) {
        self.0 += 1 << (8 * kind);
    }

    #[inline(always)]
    pub fn remove(&mut self, kind: usize) {
        debug_assert!(self.count(kind) > 0);
        self.0 -= 1 << (8 * kind);
    }

    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is at least as much of every kind as in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn dominates(self, other: Self) -> bool {
        // With the top bit of each byte set first, no byte borrows from the next, and a byte keeps its top bit
        // exactly when it was not the smaller one.
        ((self.0 | TOP_BITS) - other.0) & TOP_BITS == TOP_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn dominance_is_kind_by_kind(a in prop::array::uniform8(0u8..19), b in prop::array::uniform8(0u8..19)) {
            let reserve = |counts: [u8; 8]| {
                let mut reserve = Reserve::EMPTY;
                for (kind, &n) in counts.iter().enumerate() {
                    (0..n).for_each(|_| reserve.add(kind));
                    assert_eq!(reserve.count(kind), u32::from(n));
                }
                reserve
            };
            let expected = a.iter().zip(&b).all(|(x, y)| x >= y);
            prop_assert_eq!(reserve(a).dominates(reserve(b)), expected);
        }
    }
}
