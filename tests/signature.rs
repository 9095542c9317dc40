//! The bench signature: nodes searched in fixed positions, which tells whether a change touched the search.
//!
//! A change that is meant to search otherwise records the new numbers in the games' folders, `src/variants/*/signature`,
//! and its commit message ends with them.

use kumataka::eval::simd::{InstructionSet, VARIABLE};
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

/// The number with which a bench ends.
fn bench(arguments: &[&str], set: InstructionSet) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let output = command.arg("bench").args(arguments).env(VARIABLE, set.to_string()).output();
    let output = String::from_utf8(output.expect("the engine runs").stdout).expect("text");
    let nodes = output.lines().last().and_then(|line| line.strip_prefix("Bench: "));
    nodes.and_then(|nodes| nodes.parse().ok()).expect("a number of nodes")
}

/// One game of each kind: with a type of its own, by the kernel of the games with drops, and by that of the large games.
/// `.ci/check-signature` compares every game.
#[test]
fn signatures_are_as_recorded() {
    for variant in [Variant::Shogi, Variant::Tori, Variant::Sho] {
        let found = bench(&["--variant", variant.name()], InstructionSet::chosen());
        assert_eq!(found, recorded(variant), "{variant}");
    }
}

/// Networks alone have code for each set: without one the search of a game does not depend on it.
#[test]
fn every_instruction_set_searches_the_same_nodes() {
    for &variant in Variant::ALL.iter().filter(|variant| variant.assets().network.is_some()) {
        let nodes = |set| bench(&["--variant", variant.name(), "--depth", "5"], set);
        let chosen = InstructionSet::chosen();
        let expected = nodes(chosen);
        for set in InstructionSet::present().filter(|&set| set != chosen) {
            assert_eq!(nodes(set), expected, "{variant} with {set}");
        }
    }
}
