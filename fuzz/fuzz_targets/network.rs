//! Evaluation networks, our own and the community's: a file is read or refused.

#![no_main]

use kumataka::eval::{BUCKETS, WIDTH, community, format};
use kumataka::variants::{Shogi, Tori};
use libfuzzer_sys::fuzz_target;

const FV_SCALE: i32 = 16;

fuzz_target!(|bytes: &[u8]| {
    // Only that they return is asked.
    let _ = format::read::<Shogi, WIDTH, BUCKETS>(bytes);
    let _ = format::read::<Tori, WIDTH, BUCKETS>(bytes);
    let _ = community::read::<Shogi>(bytes, FV_SCALE);
    let _ = community::read::<Tori>(bytes, FV_SCALE);
});
