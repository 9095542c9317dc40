//! What a server says, changed at random: nothing of it ends the program, and what was heard is a record that reads back.

use kumataka::record::Format;
use kumataka::servers::testing::{assert_reads_back, hear};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The seeds of the fuzzer: what follows the line that begins the conditions of a game. A line that begins with `!` stands
/// for a move of this side.
const TALKS: [&str; 2] =
    [include_str!("../../fuzz/seeds/server/game.txt"), include_str!("../../fuzz/seeds/server/sides.txt")];

/// Numbers, signs and texts that are at the border of something or mean something elsewhere.
const PIECES: [&str; 24] = [
    "0",
    "-1",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "1e9",
    "+",
    "-",
    "!",
    ",T",
    ",T999999999",
    ",'",
    "%CHUDAN",
    "#",
    "\r",
    "\0",
    "歩",
    ":",
    "P+00FU",
    "P-00AL",
    "4294967295min",
    "1msec",
    "N+",
    "/",
];

/// Changes a talk in one place.
fn change(random: &mut Xoshiro256PlusPlus, lines: &mut Vec<String>) {
    let Some(last) = lines.len().checked_sub(1) else { return };
    let (at, other) = (random.random_range(0..=last), random.random_range(0..=last));
    match random.random_range(0..6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        // A number becomes another one.
        3 => {
            let kept = lines[at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
            lines[at].truncate(kept);
            lines[at] += PIECES.choose(random).unwrap();
        }
        4 => {
            let kept: String = lines[at].chars().take(random.random_range(0..12)).collect();
            lines[at] = kept;
        }
        _ => {
            let place = random.random_range(0..=lines[at].chars().count());
            let index = lines[at].char_indices().nth(place).map_or(lines[at].len(), |(index, _)| index);
            lines[at].insert_str(index, PIECES.choose(random).unwrap());
        }
    }
}

#[test]
fn changed_talks_are_heard() {
    const CASES: u64 = 3_000;
    let mut played = 0;
    for seed in 0..CASES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let talk = TALKS.choose(&mut random).unwrap();
        let mut lines: Vec<String> = talk.lines().map(str::to_owned).collect();
        (0..random.random_range(0..6)).for_each(|_| change(&mut random, &mut lines));
        if let Some(record) = hear(lines.iter().map(String::as_str)) {
            played += 1;
            for format in [Format::CSA3, Format::KIFU] {
                assert_reads_back(format, &record);
            }
        }
    }
    assert!((CASES / 4..CASES).contains(&played), "{played}");
}
