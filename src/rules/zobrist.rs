//! Hash keys: one random number a feature (Zobrist, 1970), pieces in hand being features too.

use super::PIECE_FEATURES;
use crate::game::PieceFeature;
use crate::game::hash::{mix, spread};

/// The first outputs of the generator SplitMix64.
static KEYS: [u64; PIECE_FEATURES] = {
    let mut keys = [0; PIECE_FEATURES];
    let mut i = 0;
    while i < PIECE_FEATURES {
        keys[i] = mix(spread(i as u64 + 1));
        i += 1;
    }
    keys
};

/// The key of White to move.
pub(super) const SIDE: u64 = mix(spread(0x5157_4954_4348));

#[inline(always)]
pub(super) fn key(feature: PieceFeature) -> u64 {
    KEYS[usize::from(feature.0)]
}
