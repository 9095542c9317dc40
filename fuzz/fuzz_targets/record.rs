//! Game records in every format: what can be read can be written in every format.

#![no_main]

use kumataka::record::Format;
use kumataka::rules::Rules;
use kumataka::variants::{DropVariant, Shogi};
use libfuzzer_sys::fuzz_target;

fn read<R: Rules>(rules: R, format: Format, bytes: &[u8]) {
    for reading in format.read(rules, bytes).into_iter().flatten() {
        for target in Format::ALL {
            // A format that lacks something says so.
            let _ = target.write_file(&[&reading.record]);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    for format in Format::ALL {
        read(Shogi, format, bytes);
        read(DropVariant::Tori.game(), format, bytes);
    }
});
