//! Hash keys: one random number a placement (Zobrist, 1970), pieces in hand being placements too.

use super::PLACEMENTS;
use crate::game::Placement;
use crate::game::hash::{mix, spread};

/// The outputs of the generator SplitMix64 from the first on.
static KEYS: [u64; PLACEMENTS] = {
    let mut keys = [0; PLACEMENTS];
    let mut i = 0;
    while i < PLACEMENTS {
        keys[i] = mix(spread(i as u64 + 1));
        i += 1;
    }
    keys
};

/// The key of White being to move.
pub(super) const SIDE: u64 = mix(spread(0x5157_4954_4348));

#[inline(always)]
pub(super) fn key(placement: Placement) -> u64 {
    KEYS[usize::from(placement.0)]
}
