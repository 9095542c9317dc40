//! Mixing of the bits of a key, for tables whose index is a part of it.

/// 2^64 divided by the golden ratio, as an odd number: a product with it carries every bit of the other factor to the
/// upper half (Knuth, *The Art of Computer Programming* 3, 6.4).
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// `key` times [`GOLDEN`]: cheap, and well mixed in the upper half only.
#[must_use]
#[inline(always)]
pub const fn spread(key: u64) -> u64 {
    key.wrapping_mul(GOLDEN)
}

/// `key` with every bit mixed into all the others: the end of SplitMix64 (Steele, Lea, Flood: *Fast splittable
/// pseudorandom number generators*, 2014). Different keys stay different.
#[must_use]
#[inline]
pub const fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first two outputs of the published generator for the seed 0.
    #[test]
    fn mixes_as_published() {
        assert_eq!(mix(GOLDEN), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
    }
}
