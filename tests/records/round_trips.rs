//! What is written reads back the same, in every format and through every two of them.

use crate::random::{Contents, record};
use kumataka::record::csa::Version;
use kumataka::record::western::Style;
use kumataka::record::{Encoding, Ending, Format, Loss, Reading, Record, Step, usi};
use kumataka::rules::{Position, Rules, SfenMode};
use kumataka::variants::{Shogi, Tori};
use proptest::prelude::*;

fn there_and_back<R: Rules>(record: &Record<R>, format: Format) -> Record<R> {
    let (bytes, _) = format.write_file(&[record]).unwrap();
    let mut games: Vec<Reading<R>> = format
        .read(&bytes)
        .unwrap_or_else(|error| panic!("{format}: {error}\n{}", kumataka::record::decode(&bytes).unwrap()));
    assert_eq!(games.len(), 1, "{format}");
    let game = games.remove(0);
    // Bare moves cannot say that one of them was a foul.
    assert!(format == Format::Usi || game.warnings.is_empty(), "{format} {:?}", game.warnings);
    game.record
}

const WHOLE: [Format; 6] = [
    Format::Kif(Encoding::Utf8),
    Format::Kif(Encoding::ShiftJis),
    Format::Jkf,
    Format::Western(Style::Hodges),
    Format::Western(Style::Hosking),
    Format::Western(Style::German),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whole_trees(seed: u64) {
        let mut original = record::<Shogi>(seed, Contents::ALL);
        for format in WHOLE {
            if format == Format::Jkf {
                original.remarks.clear();
            }
            prop_assert_eq!(&there_and_back(&original, format), &original, "{}", format);
        }
    }

    #[test]
    fn whole_trees_of_birds(seed: u64) {
        let original = record::<Tori>(seed, Contents::ALL);
        for format in WHOLE.into_iter().filter(|&format| format != Format::Jkf) {
            prop_assert_eq!(&there_and_back(&original, format), &original, "{}", format);
        }
    }

    #[test]
    fn trees_without_times(seed: u64) {
        let contents = Contents { times: false, ..Contents::ALL };
        for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
            let original = record::<Shogi>(seed, contents);
            prop_assert_eq!(&there_and_back(&original, Format::Ki2(encoding)), &original);
            let original = record::<Tori>(seed, contents);
            prop_assert_eq!(&there_and_back(&original, Format::Ki2(encoding)), &original);
        }
    }

    #[test]
    fn single_lines(seed: u64) {
        let original = record::<Shogi>(seed, Contents { variations: false, ..Contents::ALL });
        for version in [Version::V2, Version::V3] {
            let back = there_and_back(&original, Format::Csa(version));
            prop_assert_eq!(usi::line(&back), usi::line(&original));
            let players_first = |record: &Record<Shogi>| {
                let mut headers: Vec<(String, String)> =
                    record.headers.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
                headers.sort();
                headers
            };
            prop_assert_eq!(players_first(&back), players_first(&original));
            let notes = |record: &Record<Shogi>| -> Vec<_> {
                let node = |id| record.node(id);
                record.main_line().map(|id| (node(id).step().cloned(), node(id).time, node(id).comments.clone(), node(id).bookmark.clone())).collect()
            };
            prop_assert_eq!(notes(&back), notes(&original));
        }
    }

    #[test]
    fn every_two_formats_agree_on_the_moves(seed: u64) {
        let original = record::<Shogi>(seed, Contents::MOVES);
        for first in Format::ALL {
            let once = there_and_back(&original, first);
            prop_assert_eq!(&once, &original, "{}", first);
            for second in Format::ALL {
                prop_assert_eq!(&there_and_back(&once, second), &original, "{} {}", first, second);
            }
        }
    }
}

#[test]
fn every_handicap_survives_every_format() {
    fn check<R: Rules>(formats: &[Format]) {
        for handicap in R::HANDICAPS {
            let start = Position::<R>::from_sfen(handicap.sfen, SfenMode::Strict).unwrap();
            let mut original = Record::new(start);
            original.headers.set("作者", "x");
            for &format in formats {
                assert_eq!(there_and_back(&original, format).start().sfen(), handicap.sfen, "{format}");
            }
        }
    }
    check::<Shogi>(&Format::ALL);
    let for_birds = Format::ALL.into_iter().filter(|format| !matches!(format, Format::Csa(_) | Format::Jkf));
    check::<Tori>(&for_birds.collect::<Vec<_>>());
}

#[test]
fn an_illegal_last_move_survives_or_is_told_lost() {
    let nifu = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPP1/1B5R1/LNSGKGSNL b P 3";
    for (sfen, illegal) in [(nifu, "P*5e"), (nifu, "5g5e"), (nifu, "3d3e"), (nifu, "R*5e"), (nifu, "7f7e+")] {
        let start = Position::<Shogi>::from_sfen(sfen, SfenMode::Strict).unwrap();
        let m = Position::<Shogi>::read_move(illegal).unwrap();
        assert!(start.legality(m).is_err());
        let mut original = Record::new(start);
        let node = original.push(Record::<Shogi>::ROOT, Step::Illegal(m));
        original.push(node, Step::End(Ending::FoulWin));
        for format in Format::ALL {
            let written = format.write(&original).unwrap();
            let back = there_and_back(&original, format);
            if written.losses.contains(&Loss::IllegalMove) {
                assert_eq!(back.outcome().map(|(_, outcome)| outcome), original.outcome().map(|(_, outcome)| outcome));
                continue;
            }
            let kept = back.main_line().next().map(|id| back.node(id).step().cloned());
            assert_eq!(kept, Some(Some(Step::Illegal(m))), "{format} {illegal}");
            if format != Format::Usi {
                assert_eq!(back.outcome(), original.outcome(), "{format} {illegal}");
            }
        }
    }
}
