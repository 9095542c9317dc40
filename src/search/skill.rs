//! Playing below full strength: shallow searches, and now and then a move that is not the best.

use super::SearchOptions;
use super::worker::RootMove;
use crate::game::Score;
use crate::game::score::EVALUATION_LIMIT;
use std::time::{SystemTime, UNIX_EPOCH};

/// Best lines to choose from.
pub const LINES: usize = 4;
/// Centipawns by which a move may seem better than it is, a level below full skill.
const MISJUDGEMENT: Score = 14;

/// Plies to search at most.
pub const fn depth(level: u32) -> usize {
    1 + level as usize
}

/// Index of the move to play among the best, each seen with some random error.
pub fn pick<M>(moves: &[RootMove<M>], level: u32, seed: u64) -> usize {
    let span = u64::from(SearchOptions::FULL_SKILL.saturating_sub(level)) * MISJUDGEMENT as u64;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let mut random = seed ^ now;
    let seen = moves.iter().map(|root_move| {
        let value = root_move.score.max(root_move.previous).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        value + (next(&mut random) % (span + 1)) as Score
    });
    seen.enumerate().max_by_key(|&(_, value)| value).map_or(0, |(index, _)| index)
}

/// Splitmix64 (Steele, Lea and Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}
