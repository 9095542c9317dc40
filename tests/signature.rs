//! The bench signature: nodes searched in fixed positions, which tells whether a change touched the search.
//!
//! A change that is meant to search otherwise records the new numbers in `tests/data/signatures.tsv`, and its commit
//! message ends with them.

use std::process::Command;

#[test]
fn signatures_are_as_recorded() {
    for line in include_str!("data/signatures.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (variant, recorded) = line.split_once('\t').expect("variant, tab, signature");
        let output = Command::new(env!("CARGO_BIN_EXE_kumataka")).args(["bench", "--variant", variant]).output();
        let output = String::from_utf8(output.expect("the engine runs").stdout).expect("text");
        let found = output.lines().last().and_then(|line| line.strip_prefix("Bench: "));
        assert_eq!(found, Some(recorded), "{variant}");
    }
}
