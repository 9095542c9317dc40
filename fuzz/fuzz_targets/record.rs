//! Game records in every format, of games of both kernels: no text does harm, and what can be read can be written in every
//! format that knows the game.

#![no_main]

use kumataka::record::Format;
use kumataka::variants::Variant;
use libfuzzer_sys::fuzz_target;

fn read(game: Variant, format: Format, bytes: &[u8]) {
    for reading in format.read(game, bytes).into_iter().flatten() {
        for target in Format::ALL {
            // A format that lacks something says so.
            let _ = target.write_file(&[&reading.record]);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    for format in Format::ALL {
        for game in [Variant::Shogi, Variant::Tori, Variant::Chu] {
            read(game, format, bytes);
        }
    }
});
