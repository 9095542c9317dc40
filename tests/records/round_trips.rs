//! What is written reads back the same, in every format and through every two of them.

use super::random::{Contents, record};
use kumataka::board::Color;
use kumataka::game::SfenMode;
use kumataka::jobs::files::{read_games, records_below};
use kumataka::record::{Ending, Format, Headers, Loss, Outcome, Reading, Record, Step, usi};
use kumataka::variants::{DropVariant, Variant};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn there_and_back(record: &Record, format: Format) -> Record {
    let (bytes, _) = format.write_file(&[record]).unwrap();
    let mut games: Vec<Reading> = format
        .read(record.start().variant(), &bytes)
        .unwrap_or_else(|error| panic!("{format}: {error}\n{}", kumataka::record::decode(&bytes).unwrap()));
    assert_eq!(games.len(), 1, "{format}");
    let game = games.remove(0);
    // Bare moves cannot say that one of them was a foul.
    assert!(format == Format::USI || game.warnings.is_empty(), "{format} {:?}", game.warnings);
    game.record
}

/// Whether two records say the same as far as a format keeps the order of headers: CSA puts the players first.
pub fn same_in(format: Format, a: &Record, b: &Record) -> bool {
    let sorted = |record: &Record| {
        let mut record = record.clone();
        let mut headers: Vec<(String, String)> =
            record.headers.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        headers.sort();
        record.headers = Headers::default();
        headers.iter().for_each(|(key, value)| record.headers.set(key, value));
        record
    };
    if [Format::CSA, Format::CSA3].contains(&format) { sorted(a) == sorted(b) } else { a == b }
}

/// Formats taken two by two: what the first can hold of a game goes through the second and back.
#[derive(Default)]
struct Pairs {
    /// Games that a format held, and that came back from it.
    held: usize,
    /// Pairs of formats and games that both held wholly.
    whole: usize,
    /// Those where the second could hold the moves only, or not all else.
    partly: usize,
    /// Those that one of the formats refused, saying so.
    refused: usize,
}

impl Pairs {
    fn add(&mut self, original: &Record) -> Result<(), String> {
        for first in Format::ALL {
            let Some((once, losses)) = through(original, first)? else {
                self.refused += 1;
                continue;
            };
            if losses.is_empty() && !same_in(first, &once, original) {
                return Err(format!("{first} changes\n{original:?}into\n{once:?}"));
            }
            self.held += 1;
            for second in Format::ALL {
                self.add_pair(&once, first, second)?;
            }
        }
        Ok(())
    }

    fn add_pair(&mut self, once: &Record, first: Format, second: Format) -> Result<(), String> {
        let Some((twice, losses)) = through(once, second)? else {
            self.refused += 1;
            return Ok(());
        };
        if losses.is_empty() {
            self.whole += 1;
        } else {
            self.partly += 1;
        }
        let same = if losses.is_empty() {
            same_in(second, &twice, once)
        } else {
            losses.contains(&Loss::IllegalMove) || usi::line(&twice) == usi::line(once)
        };
        if same { Ok(()) } else { Err(format!("{first} to {second}: {losses:?}\n{once:?}{twice:?}")) }
    }
}

/// What came back, and what the format could not hold.
type Passed = (Record, Vec<Loss>);

/// A record written and read again, with what was lost; none where the format says that it cannot.
fn through(record: &Record, format: Format) -> Result<Option<Passed>, String> {
    let Ok((bytes, losses)) = format.write_file(&[record]) else { return Ok(None) };
    let mut games =
        format.read(record.start().variant(), &bytes).map_err(|error| format!("{format}: {error}\n{record:?}"))?;
    if games.len() == 1 { Ok(Some((games.remove(0).record, losses))) } else { Err(format!("{format}: {record:?}")) }
}

fn records_in(folder: &Path) -> Vec<(PathBuf, Record)> {
    let mut found = Vec::new();
    for path in records_below(folder, false).unwrap() {
        match read_games(Variant::Shogi, &path, None) {
            Ok(games) => found.extend(games.readings.into_iter().map(|game| (path.clone(), game.record))),
            Err(error) => println!("{}: {error}", path.display()),
        }
    }
    found
}

fn every_two_formats_over(folder: &Path) -> Pairs {
    let mut pairs = Pairs::default();
    for (path, record) in records_in(folder) {
        pairs.add(&record).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    pairs
}

#[test]
fn files_of_other_programs_go_through_every_two_formats() {
    let pairs = every_two_formats_over(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records"));
    assert!(pairs.held >= 250 && pairs.whole >= 1000, "{} {}", pairs.held, pairs.whole);
}

/// Over a folder of one's own: `KUMATAKA_RECORDS=FOLDER cargo test --test all a_folder -- --ignored --nocapture`.
#[test]
#[ignore = "needs a folder of records in KUMATAKA_RECORDS"]
fn a_folder_goes_through_every_two_formats() {
    let folder = std::env::var("KUMATAKA_RECORDS").expect("KUMATAKA_RECORDS names a folder");
    let Pairs { held, whole, partly, refused } = every_two_formats_over(Path::new(&folder));
    println!("{held} games held, {whole} whole round trips, {partly} in part, {refused} refused");
    assert!(held > 0);
}

/// A piece of Kyoto shogi turns over as it moves, so that two words of CSA mean one move.
#[test]
fn an_expected_line_that_would_come_back_otherwise_is_left() {
    let original =
        record(DropVariant::Kyoto.into(), 15_516_511_794_224_769_940, Contents { times: false, ..Contents::ALL });
    assert_eq!(there_and_back(&original, Format::KI2U), original);
}

const WHOLE: [Format; 6] = [Format::KIFU, Format::KIF, Format::JKF, Format::HODGES, Format::HOSKING, Format::GERMAN];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whole_trees(seed: u64) {
        let mut original = record(Variant::Shogi, seed, Contents::ALL);
        for format in WHOLE {
            if format == Format::JKF {
                original.remarks.clear();
                // A limit of moves is a draw there.
                if format.write(&original).unwrap().losses == [Loss::Ending(Ending::MaxMoves)] {
                    continue;
                }
            }
            prop_assert_eq!(&there_and_back(&original, format), &original, "{}", format);
        }
    }

    #[test]
    fn whole_trees_of_every_game(seed: u64) {
        fn check(rules: Variant, seed: u64) -> Result<(), TestCaseError> {
            let original = record(rules, seed, Contents::ALL);
            for format in WHOLE.into_iter().filter(|&format| format != Format::JKF) {
                prop_assert_eq!(&there_and_back(&original, format), &original, "{} {}", rules.name(), format);
            }
            Ok(())
        }
        for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
            check(game, seed)?;
        }
    }

    #[test]
    fn trees_without_times(seed: u64) {
        fn check(rules: Variant, seed: u64) -> Result<(), TestCaseError> {
            let original = record(rules, seed, Contents { times: false, ..Contents::ALL });
            for format in [Format::KI2, Format::KI2U] {
                prop_assert_eq!(&there_and_back(&original, format), &original, "{}", rules.name());
            }
            Ok(())
        }
        for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
            check(game, seed)?;
        }
    }

    #[test]
    fn single_lines(seed: u64) {
        let original = record(Variant::Shogi, seed, Contents { variations: false, ..Contents::ALL });
        for format in [Format::CSA, Format::CSA3] {
            let back = there_and_back(&original, format);
            prop_assert_eq!(usi::line(&back), usi::line(&original));
            let players_first = |record: &Record| {
                let mut headers: Vec<(String, String)> =
                    record.headers.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
                headers.sort();
                headers
            };
            prop_assert_eq!(players_first(&back), players_first(&original));
            let notes = |record: &Record| -> Vec<_> {
                let node = |id| record.node(id);
                record.main_line().map(|id| (node(id).step().cloned(), node(id).time, node(id).comments.clone(), node(id).bookmark.clone())).collect()
            };
            prop_assert_eq!(notes(&back), notes(&original));
        }
    }

    #[test]
    fn every_two_formats_agree_on_what_both_can_hold(seed: u64) {
        let mut pairs = Pairs::default();
        let record = record(Variant::Shogi, seed, Contents::ALL);
        pairs.add(&record).map_err(TestCaseError::fail)?;
        prop_assert!(pairs.whole > Format::ALL.len());
    }

    #[test]
    fn every_two_formats_agree_on_the_moves(seed: u64) {
        let original = record(Variant::Shogi, seed, Contents::MOVES);
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
    fn check(rules: Variant) {
        let is_held = |format: &Format| {
            rules.name() == Variant::Shogi.name() || ![Format::CSA, Format::CSA3, Format::JKF].contains(format)
        };
        let formats: Vec<Format> = Format::ALL.into_iter().filter(is_held).collect();
        for handicap in rules.handicaps() {
            let start = rules.read_sfen(handicap.sfen, SfenMode::Strict).unwrap();
            let mut original = Record::new(start);
            original.headers.set("作者", "x");
            for &format in &formats {
                assert_eq!(there_and_back(&original, format).start().sfen(), handicap.sfen, "{format}");
            }
        }
    }
    for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
        check(game);
    }
}

/// Programs do not agree on the lance that is missing.
#[test]
fn the_three_piece_handicap_is_told_by_its_board() {
    let handicap = Variant::Shogi.handicaps().iter().find(|handicap| handicap.name == "3-piece").unwrap();
    let original = Record::new(Variant::Shogi.read_sfen(handicap.sfen, SfenMode::Strict).unwrap());
    for format in [Format::KIFU, Format::KI2U, Format::JKF] {
        let text = format.write(&original).unwrap().text;
        assert!(text.contains("手合割：その他\n") || text.contains("\"preset\":\"OTHER\""), "{text}");
        assert!(!text.contains(handicap.japanese), "{text}");
    }
    let named = Format::KIFU.read(Variant::Shogi, "手合割：三枚落ち\n".as_bytes()).unwrap().remove(0);
    assert_eq!(named.record.start().sfen(), handicap.sfen);
}

/// Other games are refused by the formats that could not tell them from shogi, or have no names for their pieces.
#[test]
fn formats_of_shogi_alone_say_so() {
    fn check(rules: Variant, told: &str) {
        for format in [Format::CSA3, Format::JKF] {
            let error = format.write(&Record::new(rules.start())).unwrap_err().to_string();
            assert!(error.contains(told), "{} in {format}: {error}", rules.name());
        }
    }
    check(Variant::Minishogi, "records of minishogi are not kept in");
    check(Variant::Annan, "records of annanshogi are not kept in");
    check(Variant::CheckShogi, "records of checkshogi are not kept in");
    check(Variant::Dobutsu, "has no names for the pieces of dobutsu");
}

#[test]
fn an_illegal_last_move_survives_or_is_told_lost() {
    let nifu = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPP1/1B5R1/LNSGKGSNL b P 3";
    for (sfen, illegal) in [(nifu, "P*5e"), (nifu, "5g5e"), (nifu, "3d3e"), (nifu, "R*5e"), (nifu, "7f7e+")] {
        let start = Variant::Shogi.read_sfen(sfen, SfenMode::Strict).unwrap();
        let m = Variant::Shogi.read_move(illegal).unwrap();
        assert!(start.legality(m).is_err());
        let mut original = Record::new(start);
        let node = original.push(Record::ROOT, Step::Illegal(m));
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
            if format != Format::USI {
                assert_eq!(back.outcome(), original.outcome(), "{format} {illegal}");
            }
        }
    }
}

/// Lishogi names the game in the place of a handicap.
#[test]
fn games_on_the_board_of_shogi_are_told_by_their_names() {
    fn check(rules: Variant, name: &str, moves: &str) {
        let line = format!("position startpos moves {moves}");
        let record = Format::USI.read(rules, line.as_bytes()).unwrap().remove(0).record;
        for format in [Format::KIFU, Format::KI2U] {
            let text = format.write(&record).unwrap().text;
            assert!(text.contains(&format!("手合割：{name}\n")) && !text.contains('+'), "{text}");
            assert!(there_and_back(&record, format) == record);
            let plain = text.replace(name, "平手");
            assert!(format.read(rules, plain.as_bytes()).unwrap().remove(0).record == record);
        }
        let foreign = format!("手合割：{name}\n   1 ７六歩(77)\n");
        assert!(Format::KIFU.read(Variant::Shogi, foreign.as_bytes()).is_err());
    }
    // The bishops move as the knights behind them.
    check(Variant::Annan, "安南将棋", "8h7f 2b3d 2f2e 8d8e 4i4h");
    check(Variant::CheckShogi, "王手将棋", "7g7f 3c3d 8h2b+ 3a2b B*6e");
}

fn read(format: Format, text: &str) -> Record {
    format.read(Variant::Shogi, text.as_bytes()).unwrap().remove(0).record
}

#[test]
fn a_sentence_that_leaves_the_winner_open_is_told_lost() {
    let record = read(Format::HODGES, "1.P-7f <Black wins: by wager> {[%emt 5]}");
    let ending = Ending::Stated { winner: Color::Black, text: "by wager".to_owned() };
    for format in [Format::KIFU, Format::KI2U] {
        let losses = format.write(&record).unwrap().losses;
        assert_eq!(losses.len(), 2, "{format} {losses:?}");
        assert!(losses.contains(&Loss::Ending(ending.clone())) && losses.contains(&Loss::Times), "{format} {losses:?}");
        let outcome = there_and_back(&record, format).outcome().map(|(_, outcome)| outcome);
        assert_eq!(outcome, Some(Outcome::Win(Color::Black)), "{format}");
    }
}

#[test]
fn every_loss_is_told_once() {
    let word = "投了した";
    let kif = format!("手合割：平手\n   1 ７六歩(77)\n   2 {word}\n\n変化：1手\n   1 {word}\n");
    let record = read(Format::KIFU, &kif);
    let losses = Format::KI2U.write(&record).unwrap().losses;
    assert_eq!(losses, [Loss::Ending(Ending::Other(word.to_owned()))]);
}

/// The files hold whole seconds, or none at all.
#[test]
fn scores_come_back_from_files_that_keep_less_of_the_time() {
    let csa = "V3.0\nPI\n+\n+7776FU\nT12.345\n'** 30 -3334FU\n%TORYO\nT0.5\n'** -87\n";
    let record = read(Format::CSA3, csa);
    for format in [Format::KIFU, Format::KI2U] {
        let back = there_and_back(&record, format);
        let comments: Vec<_> = back.main_line().flat_map(|id| back.node(id).comments.clone()).collect();
        assert_eq!(comments, ["* 30 -3334FU", "* -87"], "{format}");
    }
}

#[test]
fn headers_that_would_be_read_as_something_else_become_remarks() {
    let text = "$まで:x\n$1 a:y\n$後手の持駒:歩\n$作者:z\nPI\n+\n+7776FU\n";
    let record = read(Format::CSA, text);
    for format in [Format::KIFU, Format::KI2U] {
        assert_eq!(format.write(&record).unwrap().losses, [Loss::Headers], "{format}");
        let back = there_and_back(&record, format);
        assert_eq!(back.headers.iter().collect::<Vec<_>>(), [("作者", "z")], "{format}");
        assert_eq!(back.remarks, ["まで：x", "1 a：y", "後手の持駒：歩"], "{format}");
        assert_eq!(usi::line(&back), usi::line(&record), "{format}");
    }
}

#[test]
fn an_ending_without_a_word_in_jkf_leaves_no_empty_move() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n*one\n   2 トライ\n*two\n";
    let record = read(Format::KIFU, kif);
    let written = Format::JKF.write(&record).unwrap();
    assert_eq!(written.losses, [Loss::Ending(Ending::Try)]);
    let timed = read(Format::KIFU, &kif.replace("トライ", "トライ ( 0:03/00:00:03)"));
    assert_eq!(Format::JKF.write(&timed).unwrap().losses, [Loss::Ending(Ending::Try), Loss::Times]);
    let json: serde_json::Value = serde_json::from_str(&written.text).unwrap();
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(2), "{json}");
    assert_eq!(json["moves"][1]["comments"], serde_json::json!(["one", "two"]), "{json}");
}

#[test]
fn a_remark_with_a_star_becomes_no_comment_of_csa() {
    let record = read(Format::KIFU, "#*x\n手合割：平手\n   1 ７六歩(77)\n");
    let format = Format::CSA3;
    assert_eq!(format.write(&record).unwrap().losses, [Loss::Remarks]);
    let back = there_and_back(&record, format);
    assert_eq!(back.node(Record::ROOT).comments, Vec::<String>::new());
    assert_eq!(back.remarks, [" *x"]);
}

#[test]
fn parts_of_a_second_that_csa_has_no_place_for_are_told() {
    for (format, micros, losses) in [
        (Format::CSA, 2_000_000, vec![]),
        (Format::CSA, 2_000_400, vec![Loss::Fractions]),
        (Format::CSA3, 2_345_000, vec![]),
        (Format::CSA3, 2_345_600, vec![Loss::FractionsOfMillis]),
    ] {
        let mut record = read(Format::USI, "startpos moves 7g7f");
        let first = record.main_line().next().unwrap();
        record.set_time(first, Duration::from_micros(micros));
        assert_eq!(format.write(&record).unwrap().losses, losses, "{format} {micros}");
    }
}

/// The record of a game at the table has parts of a second, and goes on to CSA without a warning.
#[test]
fn totals_of_whole_seconds_are_the_sums_of_the_times_written() {
    for format in [Format::KIF, Format::JKF] {
        let mut record = read(Format::USI, "startpos moves 7g7f 3c3d 2g2f 8c8d");
        for id in record.main_line().collect::<Vec<_>>() {
            record.set_time(id, Duration::from_millis(1_700));
        }
        let written = format.write(&record).unwrap();
        assert_eq!(written.losses, [Loss::Fractions], "{format}");
        let back = read(format, &written.text);
        assert_eq!(Format::CSA.write(&back).unwrap().losses, [], "{format}");
    }
}
