//! Evaluation networks, our own and the community's: a file is read or refused.

#![no_main]

use kumataka::eval::community::{self, AUTOMATIC_FV_SCALE};
use kumataka::eval::{FeatureSet, Network};
use kumataka::variants::DropVariant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Only that they return is asked.
    for game in [DropVariant::Shogi, DropVariant::Tori] {
        let _ = Network::own(FeatureSet::mirrored(game.spec()), bytes);
    }
    let _ = community::read(DropVariant::Shogi.spec(), bytes, AUTOMATIC_FV_SCALE);
    let _ = community::read(DropVariant::Tori.spec(), bytes, AUTOMATIC_FV_SCALE);
});
