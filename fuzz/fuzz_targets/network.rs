//! Evaluation networks, our own and the community's: a file is read or refused.

#![no_main]

use kumataka::eval::{BUCKETS, WIDTH, community, format};
use kumataka::variants::Variant;
use libfuzzer_sys::fuzz_target;

const FV_SCALE: i32 = 16;

fuzz_target!(|bytes: &[u8]| {
    // Only that they return is asked.
    let _ = format::read::<WIDTH, BUCKETS>(Variant::Shogi.spec(), bytes);
    let _ = format::read::<WIDTH, BUCKETS>(Variant::Tori.spec(), bytes);
    let _ = community::read(Variant::Shogi.spec(), bytes, FV_SCALE);
    let _ = community::read(Variant::Tori.spec(), bytes, FV_SCALE);
});
