//! What a server says, changed at random: nothing of it ends the program, and what was heard is a record that reads back.

use kumataka::game::Playable;
use kumataka::record::csa::Version;
use kumataka::record::{Encoding, Format, Record};
use kumataka::rules::Move;
use kumataka::servers::{Game, GameOver, Said, SummaryLines};
use kumataka::variants::Shogi;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::Instant;

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

fn moves(record: &Record<Shogi>) -> Vec<Move> {
    record.main_line().filter_map(|id| record.node(id).played()).collect()
}

/// Hears a talk as the client does, and says whether there was a game.
fn hear(lines: &[String]) -> bool {
    let mut lines = lines.iter().map(String::as_str);
    let mut summary = SummaryLines::default();
    let _ = lines.by_ref().any(|line| !matches!(summary.take(line), Ok(false)));
    let Ok(summary) = summary.read(Shogi) else { return false };
    let mut game = Game::new(summary);
    game.begin(Instant::now());
    let mut cause = None;
    for line in lines {
        if line.starts_with('!') && game.is_own_turn() {
            let first = Shogi::legal(game.position()).first().copied();
            first.into_iter().for_each(|m| drop(game.send(m, None, Instant::now())));
        }
        match Said::read(line) {
            Said::Move { text, spent } => drop(game.hear(text, spent, Instant::now())),
            Said::Cause(said) => cause = Some(said),
            Said::Verdict(verdict) => {
                game.end(GameOver { cause, verdict });
                break;
            }
            _ => {}
        }
        // The client waits until then.
        let _ = game.limit().map(|limit| game.turn_began() + limit);
    }
    let record = &game.record;
    for format in [Format::Csa(Version::V3), Format::Kif(Encoding::Utf8)] {
        let (file, _) = format.write_file(&[record]).unwrap();
        let mut games = format.read(Shogi, &file).unwrap();
        let text = String::from_utf8_lossy(&file);
        let read = games.pop().unwrap().record;
        assert!(games.is_empty(), "{text}");
        assert_eq!(read.start().sfen(), record.start().sfen(), "{text}");
        assert_eq!(moves(&read), moves(record), "{text}");
    }
    true
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
        played += u64::from(hear(&lines));
    }
    assert!((CASES / 4..CASES).contains(&played), "{played}");
}
