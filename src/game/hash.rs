//! Functions that mix the bits of a key, for tables whose index is a part of the key, and for seeds; and keys of values.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The odd number nearest to 2^64 divided by the golden ratio. In a product with it, every bit of the other factor
/// reaches the upper half (Knuth, *The Art of Computer Programming* 3, 6.4).
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies `key` by [`GOLDEN`]. That is cheap, but only the upper half of the result is well mixed.
#[must_use]
#[inline(always)]
pub const fn spread(key: u64) -> u64 {
    key.wrapping_mul(GOLDEN)
}

/// Mixes every bit of `key` into all the others. This is the last step of SplitMix64 (Steele, Lea, Flood: *Fast
/// splittable pseudorandom number generators*, 2014). Different keys stay different.
#[must_use]
#[inline]
pub const fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// The hash of a whole value, the same as long as the program runs.
#[must_use]
pub fn of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are the first two outputs of the published generator for the seed 0.
    #[test]
    fn mixes_as_published() {
        assert_eq!(mix(GOLDEN), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
    }
}
