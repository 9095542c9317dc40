//! Lines of a server: the conditions of a game without their first line, moves with times, results. Whatever it says, what
//! was heard is a record that reads back.

#![no_main]

use kumataka::record::Format;
use kumataka::servers::testing::{assert_reads_back, hear};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Some(record) = hear(text.split('\n')) {
        assert_reads_back(Format::CSA3, &record);
    }
});
