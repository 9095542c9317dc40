//! What is written reads back the same, in every format and through every two of them.

use super::random::{Contents, record};
use kumataka::board::Color;
use kumataka::for_each_drop_game;
use kumataka::game::SfenMode;
use kumataka::jobs::files::{read_games, records_below};
use kumataka::record::csa::Version;
use kumataka::record::western::Style;
use kumataka::record::{Encoding, Ending, Format, Headers, Loss, Outcome, Reading, Record, Step, usi};
use kumataka::rules::{Position, Rules};
use kumataka::variants::{DropVariant, Shogi};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn there_and_back<R: Rules>(record: &Record<R>, format: Format) -> Record<R> {
    let (bytes, _) = format.write_file(&[record]).unwrap();
    let mut games: Vec<Reading<R>> = format
        .read(record.start().rules(), &bytes)
        .unwrap_or_else(|error| panic!("{format}: {error}\n{}", kumataka::record::decode(&bytes).unwrap()));
    assert_eq!(games.len(), 1, "{format}");
    let game = games.remove(0);
    // Bare moves cannot say that one of them was a foul.
    assert!(format == Format::Usi || game.warnings.is_empty(), "{format} {:?}", game.warnings);
    game.record
}

/// Whether two records say the same as far as a format keeps the order of headers: CSA puts the players first.
pub fn same_in<R: Rules>(format: Format, a: &Record<R>, b: &Record<R>) -> bool {
    let sorted = |record: &Record<R>| {
        let mut record = record.clone();
        let mut headers: Vec<(String, String)> =
            record.headers.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        headers.sort();
        record.headers = Headers::default();
        headers.iter().for_each(|(key, value)| record.headers.set(key, value));
        record
    };
    if matches!(format, Format::Csa(_)) { sorted(a) == sorted(b) } else { a == b }
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
    fn add<R: Rules>(&mut self, original: &Record<R>) -> Result<(), String> {
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

    fn add_pair<R: Rules>(&mut self, once: &Record<R>, first: Format, second: Format) -> Result<(), String> {
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
type Passed<R> = (Record<R>, Vec<Loss>);

/// A record written and read again, with what was lost; none where the format says that it cannot.
fn through<R: Rules>(record: &Record<R>, format: Format) -> Result<Option<Passed<R>>, String> {
    let Ok((bytes, losses)) = format.write_file(&[record]) else { return Ok(None) };
    let mut games =
        format.read(record.start().rules(), &bytes).map_err(|error| format!("{format}: {error}\n{record:?}"))?;
    if games.len() == 1 { Ok(Some((games.remove(0).record, losses))) } else { Err(format!("{format}: {record:?}")) }
}

fn records_in(folder: &Path) -> Vec<(PathBuf, Record<Shogi>)> {
    let mut found = Vec::new();
    for path in records_below(folder, false).unwrap() {
        match read_games(Shogi, &path, None) {
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
        let mut original = record(Shogi, seed, Contents::ALL);
        for format in WHOLE {
            if format == Format::Jkf {
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
        fn check<R: Rules>(rules: R, seed: u64) -> Result<(), TestCaseError> {
            let original = record(rules, seed, Contents::ALL);
            for format in WHOLE.into_iter().filter(|&format| format != Format::Jkf) {
                prop_assert_eq!(&there_and_back(&original, format), &original, "{} {}", rules.spec().name, format);
            }
            Ok(())
        }
        for_each_drop_game!(game => check(game, seed)?);
    }

    #[test]
    fn trees_without_times(seed: u64) {
        fn check<R: Rules>(rules: R, seed: u64) -> Result<(), TestCaseError> {
            let original = record(rules, seed, Contents { times: false, ..Contents::ALL });
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                prop_assert_eq!(&there_and_back(&original, Format::Ki2(encoding)), &original, "{}", rules.spec().name);
            }
            Ok(())
        }
        for_each_drop_game!(game => check(game, seed)?);
    }

    #[test]
    fn single_lines(seed: u64) {
        let original = record(Shogi, seed, Contents { variations: false, ..Contents::ALL });
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
    fn every_two_formats_agree_on_what_both_can_hold(seed: u64) {
        let mut pairs = Pairs::default();
        let record = record(Shogi, seed, Contents::ALL);
        pairs.add(&record).map_err(TestCaseError::fail)?;
        prop_assert!(pairs.whole > Format::ALL.len());
    }

    #[test]
    fn every_two_formats_agree_on_the_moves(seed: u64) {
        let original = record(Shogi, seed, Contents::MOVES);
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
    fn check<R: Rules>(rules: R) {
        let is_held =
            |format: &Format| rules.spec().name == Shogi.spec().name || !matches!(format, Format::Csa(_) | Format::Jkf);
        let formats: Vec<Format> = Format::ALL.into_iter().filter(is_held).collect();
        for handicap in rules.spec().handicaps {
            let start = Position::from_sfen(rules, handicap.sfen, SfenMode::Strict).unwrap();
            let mut original = Record::<R>::new(start);
            original.headers.set("作者", "x");
            for &format in &formats {
                assert_eq!(there_and_back(&original, format).start().sfen(), handicap.sfen, "{format}");
            }
        }
    }
    for_each_drop_game!(game => check(game));
}

/// Programs do not agree on the lance that is missing.
#[test]
fn the_three_piece_handicap_is_told_by_its_board() {
    let handicap = Shogi.spec().handicaps.iter().find(|handicap| handicap.name == "3-piece").unwrap();
    let original = Record::<Shogi>::new(Position::from_sfen(Shogi, handicap.sfen, SfenMode::Strict).unwrap());
    for format in [Format::Kif(Encoding::Utf8), Format::Ki2(Encoding::Utf8), Format::Jkf] {
        let text = format.write(&original).unwrap().text;
        assert!(text.contains("手合割：その他\n") || text.contains("\"preset\":\"OTHER\""), "{text}");
        assert!(!text.contains(handicap.japanese), "{text}");
    }
    let named = Format::Kif(Encoding::Utf8).read(Shogi, "手合割：三枚落ち\n".as_bytes()).unwrap().remove(0);
    assert_eq!(named.record.start().sfen(), handicap.sfen);
}

/// Other games are refused by the formats that could not tell them from shogi, or have no names for their pieces.
#[test]
fn formats_of_shogi_alone_say_so() {
    fn check<R: Rules>(rules: R, told: &str) {
        for format in [Format::Csa(Version::V3), Format::Jkf] {
            let error = format.write(&Record::<R>::new(Position::start(rules))).unwrap_err().to_string();
            assert!(error.contains(told), "{} in {format}: {error}", rules.spec().name);
        }
    }
    check(DropVariant::Minishogi.game(), "records of minishogi are not kept in");
    check(DropVariant::Annan.game(), "records of annanshogi are not kept in");
    check(DropVariant::CheckShogi.game(), "records of checkshogi are not kept in");
    check(DropVariant::Dobutsu.game(), "has no names for the pieces of dobutsu");
}

#[test]
fn an_illegal_last_move_survives_or_is_told_lost() {
    let nifu = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPP1/1B5R1/LNSGKGSNL b P 3";
    for (sfen, illegal) in [(nifu, "P*5e"), (nifu, "5g5e"), (nifu, "3d3e"), (nifu, "R*5e"), (nifu, "7f7e+")] {
        let start = Position::from_sfen(Shogi, sfen, SfenMode::Strict).unwrap();
        let m = Position::read_move(Shogi, illegal).unwrap();
        assert!(start.legality(m).is_err());
        let mut original = Record::<Shogi>::new(start);
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

/// Lishogi names the game in the place of a handicap.
#[test]
fn games_on_the_board_of_shogi_are_told_by_their_names() {
    fn check<R: Rules>(rules: R, name: &str, moves: &str) {
        let line = format!("position startpos moves {moves}");
        let record = Format::Usi.read(rules, line.as_bytes()).unwrap().remove(0).record;
        for format in [Format::Kif(Encoding::Utf8), Format::Ki2(Encoding::Utf8)] {
            let text = format.write(&record).unwrap().text;
            assert!(text.contains(&format!("手合割：{name}\n")) && !text.contains('+'), "{text}");
            assert!(there_and_back(&record, format) == record);
            let plain = text.replace(name, "平手");
            assert!(format.read(rules, plain.as_bytes()).unwrap().remove(0).record == record);
        }
        let foreign = format!("手合割：{name}\n   1 ７六歩(77)\n");
        assert!(Format::Kif(Encoding::Utf8).read(Shogi, foreign.as_bytes()).is_err());
    }
    // The bishops move as the knights behind them.
    check(DropVariant::Annan.game(), "安南将棋", "8h7f 2b3d 2f2e 8d8e 4i4h");
    check(DropVariant::CheckShogi.game(), "王手将棋", "7g7f 3c3d 8h2b+ 3a2b B*6e");
}

fn read(format: Format, text: &str) -> Record<Shogi> {
    format.read(Shogi, text.as_bytes()).unwrap().remove(0).record
}

#[test]
fn a_sentence_that_leaves_the_winner_open_is_told_lost() {
    let record = read(Format::Western(Style::Hodges), "1.P-7f <Black wins: by wager> {[%emt 5]}");
    let ending = Ending::Stated { winner: Color::Black, text: "by wager".to_owned() };
    for format in [Format::Kif(Encoding::Utf8), Format::Ki2(Encoding::Utf8)] {
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
    let record = read(Format::Kif(Encoding::Utf8), &kif);
    let losses = Format::Ki2(Encoding::Utf8).write(&record).unwrap().losses;
    assert_eq!(losses, [Loss::Ending(Ending::Other(word.to_owned()))]);
}

/// The files hold whole seconds, or none at all.
#[test]
fn scores_come_back_from_files_that_keep_less_of_the_time() {
    let csa = "V3.0\nPI\n+\n+7776FU\nT12.345\n'** 30 -3334FU\n%TORYO\nT0.5\n'** -87\n";
    let record = read(Format::Csa(Version::V3), csa);
    for format in [Format::Kif(Encoding::Utf8), Format::Ki2(Encoding::Utf8)] {
        let back = there_and_back(&record, format);
        let comments: Vec<_> = back.main_line().flat_map(|id| back.node(id).comments.clone()).collect();
        assert_eq!(comments, ["* 30 -3334FU", "* -87"], "{format}");
    }
}

#[test]
fn headers_that_would_be_read_as_something_else_become_remarks() {
    let text = "$まで:x\n$1 a:y\n$後手の持駒:歩\n$作者:z\nPI\n+\n+7776FU\n";
    let record = read(Format::Csa(Version::V2), text);
    for format in [Format::Kif(Encoding::Utf8), Format::Ki2(Encoding::Utf8)] {
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
    let record = read(Format::Kif(Encoding::Utf8), kif);
    let written = Format::Jkf.write(&record).unwrap();
    assert_eq!(written.losses, [Loss::Ending(Ending::Try)]);
    let timed = read(Format::Kif(Encoding::Utf8), &kif.replace("トライ", "トライ ( 0:03/00:00:03)"));
    assert_eq!(Format::Jkf.write(&timed).unwrap().losses, [Loss::Ending(Ending::Try), Loss::Times]);
    let json: serde_json::Value = serde_json::from_str(&written.text).unwrap();
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(2), "{json}");
    assert_eq!(json["moves"][1]["comments"], serde_json::json!(["one", "two"]), "{json}");
}

#[test]
fn a_remark_with_a_star_becomes_no_comment_of_csa() {
    let record = read(Format::Kif(Encoding::Utf8), "#*x\n手合割：平手\n   1 ７六歩(77)\n");
    let format = Format::Csa(Version::V3);
    assert_eq!(format.write(&record).unwrap().losses, [Loss::Remarks]);
    let back = there_and_back(&record, format);
    assert_eq!(back.node(Record::<Shogi>::ROOT).comments, Vec::<String>::new());
    assert_eq!(back.remarks, [" *x"]);
}

#[test]
fn parts_of_a_second_that_csa_has_no_place_for_are_told() {
    for (version, micros, losses) in [
        (Version::V2, 2_000_000, vec![]),
        (Version::V2, 2_000_400, vec![Loss::Fractions]),
        (Version::V3, 2_345_000, vec![]),
        (Version::V3, 2_345_600, vec![Loss::FractionsOfMillis]),
    ] {
        let mut record = read(Format::Usi, "startpos moves 7g7f");
        let first = record.main_line().next().unwrap();
        record.set_time(first, Duration::from_micros(micros));
        assert_eq!(Format::Csa(version).write(&record).unwrap().losses, losses, "{version:?} {micros}");
    }
}
