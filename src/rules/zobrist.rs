//! Hash keys: one random number a placement (Zobrist, 1970), pieces in hand being placements too.

use super::PLACEMENTS;
use crate::game::Placement;

static KEYS: [u64; PLACEMENTS] = {
    let mut keys = [0; PLACEMENTS];
    let mut i = 0;
    while i < PLACEMENTS {
        keys[i] = split_mix(i as u64 + 1);
        i += 1;
    }
    keys
};

/// The key of White being to move.
pub(super) const SIDE: u64 = split_mix(0x5157_4954_4348);

/// Output `n` of the generator SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[inline(always)]
pub(super) fn key(placement: Placement) -> u64 {
    KEYS[usize::from(placement.0)]
}
