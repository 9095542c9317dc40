//! Published counts, verdicts and mates.

use super::{LargeGame, chu, position, rows, usi};
use crate::support::on_large_stack;
use kumataka::board::Color;
use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode};
use kumataka::mate::{Length, Limits, Outcome, Solver};
use kumataka::measure::perft::perft;
use kumataka::variants::LargeVariant;

/// Nodes for a problem, twice as many as the hardest needs.
const NODES: u64 = 400_000;
/// Larger counts are left out.
const LARGEST: u64 = 25_000_000;

#[test]
fn counts_are_as_published() {
    let mut counted = 0;
    for row in rows(include_str!("../../src/variants/chushogi/perft.tsv")) {
        let [name, sfen, rules, depth, nodes] = row[..] else { panic!("five columns: {row:?}") };
        let expected: u64 = nodes.parse().expect(name);
        if expected <= LARGEST {
            let found = perft(&mut position(sfen, rules), depth.parse().expect(name));
            assert_eq!(found, expected, "{name} {rules} {depth}: {sfen}");
            counted += 1;
        }
    }
    assert!(counted > 100, "{counted} rows");
}

#[test]
fn single_moves_are_judged_as_published() {
    for row in rows(include_str!("../data/chu/cases.tsv")) {
        let [name, sfen, text, lishogi, renmei] = row[..] else { panic!("five columns: {row:?}") };
        for (rules, expected) in [("lishogi", lishogi), ("renmei", renmei)] {
            let position = position(sfen, rules);
            let parsed = position.parse_move(text);
            assert_eq!(parsed.is_ok(), expected == "legal", "{name} by {rules}: {text} of {sfen}: {parsed:?}");
            if let Ok(m) = parsed {
                assert!(position.legal().contains(&m), "{name}: {text} is not generated");
            }
        }
    }
}

#[test]
fn mates_have_the_published_lengths() {
    on_large_stack(|| {
        let mut solver = Solver::<LargeGame>::new(64).unwrap();
        for row in rows(include_str!("../data/chu/mates.tsv")) {
            let [name, sfen, plies, firsts] = row[..] else { panic!("four columns: {row:?}") };
            let position = position(sfen, "");
            let limits = Limits { deadline: None, nodes: Some(NODES), stop: None };
            let report = solver.solve(&position, position.side_to_move(), Length::Shortest, limits);
            match report.outcome {
                Outcome::Mate(mate) => {
                    assert_eq!(mate.line.len().to_string(), plies, "{name}: {:?}", mate.line);
                    let first = usi(mate.line[0]);
                    assert!(firsts.split(',').any(|known| same_move(&position, known, &first)), "{name}: {first}");
                }
                Outcome::NoMate => assert_eq!(plies, "none", "{name}"),
                Outcome::Proved(_) | Outcome::Unknown => panic!("{name}: not solved within {NODES} nodes"),
            }
        }
    });
}

/// By most rules a lone king has lost already. A problem is played on all the same: a gold that nothing guards is taken, a
/// guarded one mates.
#[test]
fn a_lone_king_can_answer_a_check() {
    let problems = [
        (LargeVariant::Chu, "5k6/12/5G6/5G6/12/12/12/12/12/12/12/K11 b - 1", None),
        (LargeVariant::Chu, "5k6/12/5G6/5L6/12/12/12/12/12/12/12/K11 b - 1", Some(1)),
        (LargeVariant::Sho, "4k4/9/4G4/4G4/9/9/9/9/4K4 b - 1", None),
        (LargeVariant::Sho, "4k4/9/4G4/4L4/9/9/9/9/4K4 b - 1", Some(1)),
        (LargeVariant::Heian, "4k4/9/4G4/4G4/9/9/9/4K4 b - 1", None),
        (LargeVariant::Heian, "4k4/9/4G4/4L4/9/9/9/4K4 b - 1", Some(1)),
    ];
    on_large_stack(move || {
        for (variant, sfen, plies) in problems {
            let position = variant.game().read_sfen(sfen, SfenMode::Mate).expect(sfen);
            let mut solver = Solver::<LargeGame>::new(8).unwrap();
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let found = match solver.solve(&position, Color::Black, Length::Shortest, limits).outcome {
                Outcome::Mate(mate) => Some(mate.plies),
                Outcome::NoMate => None,
                Outcome::Proved(_) | Outcome::Unknown => panic!("not solved within {NODES} nodes: {sfen}"),
            };
            assert_eq!(found, plies, "{sfen}");
        }
    });
}

/// Whether two texts name one move: a promotion that makes no difference may be left out of the table.
fn same_move(position: &super::Position, known: &str, found: &str) -> bool {
    let read = |text: &str| position.parse_move(text.trim_end_matches('+')).ok();
    known == found || read(known).is_some() && read(known) == read(found)
}

#[test]
fn handicaps_are_sound() {
    let names: Vec<&str> = chu().handicaps().iter().map(|handicap| handicap.name).collect();
    assert_eq!(names, ["even", "two-kings", "two-lions", "three-lions"]);
    for handicap in chu().handicaps() {
        let position = position(handicap.sfen, "");
        assert_eq!(position.sfen(), handicap.sfen);
        assert_eq!(position.count(kumataka::board::Color::Black), 46, "{}", handicap.name);
    }
}
