//! The bench signature: nodes searched in fixed positions, which tells whether a change touched the search.
//!
//! A change that is meant to search otherwise records the new numbers in the games' folders, `src/variants/*/signature`,
//! and its commit message ends with them.

use kumataka::variants::Variant;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The number of nodes in the game's folder.
fn recorded(variant: Variant) -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants").join(variant.folder());
    let text = fs::read_to_string(folder.join("signature")).expect("every game has a signature");
    text.trim().parse().expect("a number")
}

#[test]
fn signatures_are_as_recorded() {
    for &variant in Variant::ALL {
        let output = Command::new(env!("CARGO_BIN_EXE_kumataka")).args(["bench", "--variant", variant.name()]).output();
        let output = String::from_utf8(output.expect("the engine runs").stdout).expect("text");
        let found = output.lines().last().and_then(|line| line.strip_prefix("Bench: "));
        assert_eq!(found.and_then(|nodes| nodes.parse().ok()), Some(recorded(variant)), "{variant}");
    }
}
