//! Western notation: single moves, and whole games of chu shogi and its elders.

use super::{Move, STARTS, chu, over_random_game};
use kumataka::any::{AnyMove, AnyPosition};
use kumataka::game::SfenMode;
use kumataka::record::western::Style;
use kumataka::record::{Ending, Format, Record, Step, decode, header};
use kumataka::variants::{LargeVariant, Variant};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

const STYLES: [Style; 2] = [Style::Hodges, Style::Hosking];

fn position(sfen: &str) -> AnyPosition {
    super::position(sfen, "").into()
}

/// A move in both styles, each of which leads back to it.
fn told(position: &AnyPosition, usi: &str) -> [String; 2] {
    let m = position.parse_move(usi).unwrap_or_else(|error| panic!("{error}"));
    STYLES.map(|style| {
        let text = style.write(position, m);
        assert_eq!(style.read(position, &text), Ok(m), "{text}");
        text
    })
}

#[test]
fn moves_have_the_usual_texts() {
    let start = Variant::Chu.start();
    assert_eq!(told(&start, "7i7h"), ["P-7h", "P-78"]);
    assert_eq!(told(&start, "9l9k"), ["S-9k", "S-911"]);
    let gold = position("k11/p11/12/12/12/12/12/12/11G/12/12/K11 b - 1");
    assert_eq!(told(&gold, "1i1j"), ["G-1j", "G-110"]);
    let lion = position("k11/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - 1");
    assert_eq!(told(&lion, "7g6f5e"), ["Lnx6fx5e", "Lnx66x55"]);
    assert_eq!(told(&lion, "7g6f6e"), ["Lnx6f-6e", "Lnx66-65"]);
    assert_eq!(told(&lion, "7g6f7g"), ["Lnx!6f", "Lnx!66"]);
    assert_eq!(told(&lion, "7g8g7g"), ["Ln--", "Ln--"]);
    assert_eq!(told(&lion, "7g5e"), ["Lnx5e", "Lnx55"]);
    let lions = position("k11/12/12/12/12/6p5/5N1N4/12/12/12/12/K11 b - 1");
    assert_eq!(told(&lions, "7g6f7g"), ["Ln7gx!6f", "Ln77x!66"]);
    assert_eq!(told(&lions, "5g6f6e"), ["Ln5gx6f-6e", "Ln57x66-65"]);
    assert_eq!(told(&lions, "5g4g5g"), ["Ln5g--", "Ln57--"]);
    let enters = position("k11/p11/12/12/5R6/12/12/12/12/12/12/K11 b - 1");
    assert_eq!(told(&enters, "7e7d+"), ["R-7d+", "R-74+"]);
    assert_eq!(told(&enters, "7e7d"), ["R-7d=", "R-74="]);
    let eagle = position("k11/p11/12/12/5+D6/4p7/12/12/12/12/12/K11 b - 1");
    assert_eq!(told(&eagle, "7e8f"), ["+DKx8f", "+DKx86"]);
    // The digits of the first rank of file 11 are those of the last rank but one of file 1.
    let corner = position("k11/p11/12/12/12/12/12/12/12/11G/12/K11 b - 1");
    assert_eq!(told(&corner, "1j1k"), ["G-1k", "G-1k"]);
    assert_eq!(Style::Hosking.read(&corner, "G-111").map(|m| Variant::Chu.usi(m)), Ok("1j1k".to_owned()));
}

#[test]
fn other_spellings_are_read_and_faults_named() {
    let start = Variant::Chu.start();
    for text in ["P-7h", "P-78", "P7h", "P78", "P7i-7h", "P79-78", "P-7h!", "P7i-78"] {
        assert_eq!(Style::Hodges.read(&start, text).map(|m| Variant::Chu.usi(m)), Ok("7i7h".to_owned()), "{text}");
    }
    let faults = [
        ("", "is not a move in western notation"),
        ("P-", "is not a move in western notation"),
        ("7h", "is not a move in western notation"),
        ("P-13a", "is not a move in western notation"),
        ("P-7h-", "is not a move in western notation"),
        ("P-7g", "no piece of that kind can go there"),
        ("C-5k", "no piece of that kind can go there"),
        ("P8j-8i", "another piece stands on the square it leaves"),
        ("Ln9i--", "another piece stands on the square it leaves"),
    ];
    for (text, reason) in faults {
        let error = Style::Hodges.read(&start, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let golds = position("k10p/12/12/12/12/12/12/4G1G5/12/12/12/K11 b - 1");
    let error = Style::Hodges.read(&golds, "G-7g").expect_err("two golds").to_string();
    assert!(error.contains("more than one piece of that kind"), "{error}");
    assert_eq!(told(&golds, "8h7g"), ["G8h-7g", "G88-77"]);
    let german = Format::GERMAN.read(Variant::Chu, b"1.P-7h").expect_err("no German letters").to_string();
    assert!(german.contains("records of chushogi are not kept in German letters"), "{german}");
}

/// A record with everything that the notation holds, over moves that were played.
fn record(start: &AnyPosition, moves: &[AnyMove]) -> Record {
    let mut record = Record::new(start.clone());
    record.headers.set(header::BLACK, "A");
    let mut node = Record::ROOT;
    for (number, &m) in moves.iter().enumerate() {
        node = record.push(node, Step::Move(m));
        if number % 9 == 0 {
            record.set_time(node, Duration::from_secs(number as u64));
            record.add_comment(node, "a comment");
        }
    }
    record
}

fn reads_back(record: &Record) -> String {
    let mut first = String::new();
    for format in [Format::HODGES, Format::HOSKING] {
        let (bytes, losses) = format.write_file(&[record]).unwrap();
        let text = decode(&bytes).unwrap();
        assert!(losses.is_empty(), "{losses:?}");
        let read = format.read(record.start().variant(), &bytes).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(read[0].warnings.is_empty(), "{:?}", read[0].warnings);
        assert!(read[0].record == *record, "{text}");
        if format == Format::HODGES {
            first = text;
        }
    }
    first
}

/// Games of people on lishogi, with moves in two steps, captures without leaving and passes.
#[test]
fn games_of_lishogi_read_back() {
    let rows = include_str!("../data/chu/lishogi_games.tsv").lines().filter(|line| !line.starts_with('#'));
    let (mut count, mut doubles, mut stays) = (0, 0, 0);
    for row in rows {
        let [_, _, _, moves] = row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let mut position = Variant::Chu.start();
        let moves = moves.split(' ').map(|text| {
            let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            position.make(m);
            m
        });
        let moves: Vec<AnyMove> = moves.collect();
        let mut record = record(&Variant::Chu.start(), &moves);
        let last = record.main_line().last().expect("moves");
        record.push(last, Step::End(Ending::Resignation));
        let text = reads_back(&record);
        doubles += moves.iter().filter(|m| m.of_kernel::<Move>().via().is_some()).count();
        stays += text.matches("x!").count();
        count += 1;
    }
    assert_eq!(count, 10);
    assert!(doubles > 20 && stays > 0, "{doubles} moves in two steps, {stays} without leaving");
}

/// Every legal move of positions from random games is told by a text that leads back to it.
#[test]
fn every_move_is_told_apart() {
    let mut seen = 0;
    let mut check = |position: &AnyPosition| {
        for m in position.legal_moves() {
            for style in STYLES {
                let text = style.write(position, m);
                assert_eq!(style.read(position, &text), Ok(m), "{text} in {}", position.sfen());
            }
            seen += 1;
        }
    };
    for seed in 0..STARTS.len() as u64 {
        let mut ply = 0;
        over_random_game("", seed, 60, |position| {
            ply += 1;
            if ply % 12 == 1 {
                check(&AnyPosition::from(position.clone()));
            }
        });
    }
    assert!(seen > 500, "{seen} moves");
}

#[test]
fn games_of_the_elders_read_back() {
    for &variant in LargeVariant::ALL {
        let game = Variant::from(variant);
        let mut random = SmallRng::seed_from_u64(11);
        let mut position = game.start();
        let mut moves = Vec::new();
        while moves.len() < 90 && position.verdict().is_none() {
            let legal = position.legal_moves();
            let promotions: Vec<AnyMove> = legal.iter().copied().filter(|m| m.of_kernel::<Move>().promotes()).collect();
            let list = if promotions.is_empty() { &legal[..] } else { &promotions[..] };
            let m = list[random.random_range(0..list.len())];
            moves.push(m);
            position.make(m);
        }
        reads_back(&record(&game.start(), &moves));
        // A position in the middle of the game, and a variation.
        let later = game.read_sfen(&position.sfen(), SfenMode::Strict).expect("a position");
        let mut record = record(&later, &[]);
        for &m in later.legal_moves().iter().take(2) {
            record.push(Record::ROOT, Step::Move(m));
        }
        reads_back(&record);
    }
}

/// Whatever is wrong with the last move of a game, it is kept.
#[test]
fn illegal_moves_read_back() {
    let square = |text: &str| chu().read_square(text).expect("a square");
    let lion = position("k11/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - 1");
    for m in [
        Move::new(square("7g"), square("7c"), false),
        Move::new(square("7g"), square("6f"), true),
        Move::new(square("5e"), square("5f"), false),
        Move::new(square("9d"), square("6f"), false),
        Move::double(square("7g"), square("6f"), square("4d"), false).expect("a step"),
        Move::double(square("7g"), square("6f"), square("6f"), false).expect("a step"),
        Move::double(square("12l"), square("12k"), square("12l"), false).expect("a step"),
    ]
    .map(AnyMove::new)
    {
        assert!(lion.legality(m).is_err());
        let mut record = record(&lion, &[]);
        let last = record.push(Record::ROOT, Step::Illegal(m));
        record.push(last, Step::End(Ending::FoulLoss));
        reads_back(&record);
    }
}
