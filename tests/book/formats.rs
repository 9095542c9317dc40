//! Readers and writers of books.

use super::data;
use crate::support::folder;
use kumataka::any::AnyPosition;
use kumataka::game::SfenMode;
use kumataka::opening::{self, Book, BookMove, Damage, Library};
use kumataka::variants::Variant;
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn usi(rules: Variant, moves: &[BookMove]) -> Vec<String> {
    moves.iter().map(|known| rules.usi(known.m)).collect()
}

fn position(moves: &str) -> AnyPosition {
    let mut position = Variant::Shogi.start();
    for m in moves.split_whitespace() {
        let m = position.parse_move(m).unwrap();
        position.make(m);
    }
    position
}

fn text(book: &Book) -> Vec<u8> {
    let mut text = Vec::new();
    opening::write_database(book, &mut text).unwrap();
    text
}

/// A book of random positions with all that can be known of their moves.
fn random_book(rules: Variant, seed: u64, games: usize) -> Book {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut book = Book::new(rules);
    for _ in 0..games {
        let mut position = rules.start();
        for _ in 0..random.random_range(1..60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.random_range(0..moves.len())];
            let count = random.random_bool(0.5).then(|| random.random_range(0..1000));
            let depth = random.random_bool(0.5).then(|| random.random_range(0..40));
            let score = random.random_bool(0.8).then(|| random.random_range(-3000..3000));
            let answer = random.random_bool(0.3).then_some(m);
            book.entry(&position).add(BookMove { m, answer, score, depth, count });
            position.make(m);
        }
    }
    book
}

fn same(a: &Book, b: &Book) -> bool {
    a.iter().eq(b.iter())
}

#[test]
fn text_of_another_program() {
    let library = Library::open(Variant::Shogi, &data("yaneuraou-crlf.db")).unwrap();
    assert_eq!(library.damage, Damage::default());
    let found = library.probe(&Variant::Shogi.start(), false).unwrap();
    assert_eq!(usi(Variant::Shogi, &found.moves), ["2g2f", "7g7f", "5g5f", "2h7h", "3g3f"]);
    let first = found.moves[0];
    assert_eq!((first.score, first.depth, first.count), (Some(63), Some(27), Some(935)));
    assert_eq!(first.answer.map(|m| Variant::Shogi.usi(m)).as_deref(), Some("3c3d"));
    let (book, damage) = Library::read(Variant::Shogi, &data("yaneuraou-crlf.db")).unwrap();
    assert_eq!((book.len(), book.count_moves(), damage), (5, 18, Damage::default()));
}

#[test]
fn a_book_of_apery() {
    let library = Library::open(Variant::Shogi, &data("apery.bin")).unwrap();
    let found = library.probe(&Variant::Shogi.start(), false).unwrap();
    assert_eq!(usi(Variant::Shogi, &found.moves), ["2g2f"]);
    assert_eq!((found.moves[0].score, found.moves[0].count), (Some(30), Some(100)));
    let (book, damage) = Library::read(Variant::Shogi, &data("apery.bin")).unwrap();
    assert_eq!(damage, Damage::default());
    // Not every key of the file can be reached from the start by its own moves.
    assert!((2..=20).contains(&book.len()), "{}", book.len());
    assert!(Library::open(Variant::Tori, &data("apery.bin")).is_err());
}

/// The start with two pieces missing and with all but the left side missing, packed by YaneuraOu, in order.
const PACKED: [(&str, &str); 2] = [
    (
        "lnsgk4/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGK4 w GBRgbr 1",
        "5924120189804440229008af44784e8970ac12611925c2701e9ffbfca6d4da5a",
    ),
    (
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e",
    ),
];

/// A binary book of those positions: for each 3c3d (2c to 3d on the board) with a score, an illegal move, and in the
/// first position a gold dropped on 5e.
fn binary(with_depth: bool) -> Vec<u8> {
    let mut bytes = b"YANE-BINBOOK-V1\0".to_vec();
    bytes.extend(2u64.to_le_bytes());
    bytes.extend(u64::from(with_depth).to_le_bytes());
    let board = |from: (u16, u16), to: (u16, u16)| (from.0 * 9 + from.1) << 7 | (to.0 * 9 + to.1);
    let pawn = board((2, 2), (2, 3));
    let illegal = board((2, 2), (2, 5));
    let gold = 1 << 14 | 7 << 7 | (4 * 9 + 4);
    let moves: [&[(u16, i16)]; 2] = [&[(pawn, -20), (gold, 35)], &[(pawn, 500), (illegal, 1)]];
    let size = if with_depth { 6 } else { 4 };
    let mut behind: Vec<u8> = Vec::new();
    for ((_, packed), moves) in PACKED.iter().zip(moves) {
        bytes.extend((0..32).map(|i| u8::from_str_radix(&packed[2 * i..2 * i + 2], 16).unwrap()));
        bytes.extend((behind.len() as u64).to_le_bytes());
        bytes.extend(7u16.to_le_bytes());
        bytes.extend((moves.len() as u16).to_le_bytes());
        for (m, score) in moves {
            behind.extend(m.to_le_bytes());
            behind.extend(score.to_le_bytes());
            behind.extend([9, 0].iter().take(size - 4));
        }
    }
    bytes.extend(behind);
    bytes
}

#[test]
fn binary_books() {
    let folder = folder("binary");
    for with_depth in [false, true] {
        let path = folder.join("book.ybb");
        fs::write(&path, binary(with_depth)).unwrap();
        let library = Library::open(Variant::Shogi, &path).unwrap();
        let probe = |sfen| library.probe(&Variant::Shogi.read_sfen(sfen, SfenMode::Strict).unwrap(), false).unwrap();
        let first = probe(PACKED[0].0);
        assert_eq!(usi(Variant::Shogi, &first.moves), ["G*5e", "3c3d"]);
        assert_eq!((first.moves[0].score, first.moves[0].depth), (Some(35), with_depth.then_some(9)));
        assert_eq!((first.move_number, first.damage.moves), (7, 0));
        let second = probe(PACKED[1].0);
        assert_eq!((usi(Variant::Shogi, &second.moves), second.damage.moves), (vec!["3c3d".to_owned()], 1));
        assert_eq!(library.probe(&Variant::Shogi.start(), false).unwrap().moves, []);
        let (book, damage) = Library::read(Variant::Shogi, &path).unwrap();
        assert_eq!((book.len(), book.count_moves(), damage.moves, damage.positions), (2, 3, 1, 0));

        let whole = binary(with_depth);
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let (book, damage) = Library::read(Variant::Shogi, &path).unwrap();
        assert_eq!((book.count_moves(), damage.moves), (3, 1));
        fs::write(&path, &whole[..100]).unwrap();
        assert!(Library::open(Variant::Shogi, &path).is_err());
    }
}

#[test]
fn damaged_entries_are_counted() {
    let text = "\u{feff}#YANEURAOU-DB2016 1.00\n// a comment\nsfen lnsgkgsnl/9/9 b - 1\n7g7f none 1 1 1\n\
                sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7e none 1\nnonsense\n\
                2g2f 8c8d 30 20 # good\n";
    let (book, damage) = opening::read_database(Variant::Shogi, text.as_bytes()).unwrap();
    assert_eq!((book.len(), book.count_moves()), (1, 1));
    assert_eq!((damage.positions, damage.moves), (1, 2));
    assert_eq!(damage.first.as_deref(), Some("line 3: the board has 3 ranks instead of 9"));
}

#[test]
fn the_other_side_has_the_same_book() {
    let mut book = Book::new(Variant::Shogi);
    let after = position("7g7f");
    let answer = after.parse_move("8c8d").unwrap();
    let known = BookMove { score: Some(-25), ..BookMove::new(after.parse_move("3c3d").unwrap()) };
    book.entry(&after).add(BookMove { answer: Some(answer), ..known });
    let turned = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let turned = Variant::Shogi.read_sfen(turned, SfenMode::Strict).unwrap();
    let library = Library::new(book);
    assert_eq!(library.probe(&turned, false).unwrap().moves, []);
    let found = library.probe(&turned, true).unwrap().moves;
    assert_eq!((usi(Variant::Shogi, &found), found[0].score), (vec!["7g7f".to_owned()], Some(-25)));
    assert_eq!(found[0].answer.map(|m| Variant::Shogi.usi(m)).as_deref(), Some("2g2f"));
}

/// A file of more than 16 MB is searched where it lies; whatever it says is also found when all of it is read.
#[test]
fn large_files_are_searched() {
    let folder = folder("large");
    let mut book = random_book(Variant::Shogi, 5, 500);
    let few: Vec<AnyPosition> = book.positions().step_by(13).map(|(position, _)| position).collect();
    let mut lines = text(&book);
    // Comments make it large, and are in the way.
    let comment = format!("# {}\r\n", "x".repeat(1_500));
    let breaks: Vec<usize> = (0..lines.len()).filter(|&at| lines[at] == b'\n').collect();
    let mut large = Vec::new();
    let mut from = 0;
    for at in breaks {
        large.extend(&lines[from..=at]);
        large.extend(comment.bytes());
        from = at + 1;
    }
    assert!(large.len() > 16 << 20, "{}", large.len());
    lines = large;
    let path = folder.join("large.db");
    fs::write(&path, &lines).unwrap();
    let on_disk = Library::open(Variant::Shogi, &path).unwrap();
    assert_eq!(on_disk.description(), "text, searched in the file");
    assert!(opening::is_sorted(&*lines).unwrap());
    for position in &few {
        let found = on_disk.probe(position, false).unwrap();
        let entry = book.entry(position);
        assert_eq!((found.moves.as_slice(), found.move_number), (entry.moves(), entry.move_number));
    }
    let absent = position("1g1f 9c9d 1f1e 9d9e 1e1d 9e9f");
    assert_eq!(book.get(&absent).is_some(), !on_disk.probe(&absent, false).unwrap().moves.is_empty());
    assert!(same(&Library::read(Variant::Shogi, &path).unwrap().0, &book));

    // Out of order, it is read as a whole.
    let middle = lines.len() / 2;
    let middle = middle + lines[middle..].windows(6).position(|part| part == b"\nsfen ").unwrap() + 1;
    let turned = [&lines[middle..], &lines[..middle]].concat();
    assert!(!opening::is_sorted(&*turned).unwrap());
    fs::write(&path, turned).unwrap();
    let read = Library::open(Variant::Shogi, &path).unwrap();
    assert_eq!(read.description(), format!("{} positions in memory", book.len()));
}

/// `KUMATAKA_BOOK=FILE cargo test --release --test all a_given_book -- --ignored --nocapture`
#[test]
#[ignore = "needs a sorted book above 16 MB in KUMATAKA_BOOK"]
fn a_given_book_is_searched_in_under_a_millisecond() {
    let path = PathBuf::from(std::env::var("KUMATAKA_BOOK").expect("KUMATAKA_BOOK names a book"));
    let library = Library::open(Variant::Shogi, &path).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let wanted = random_book(Variant::Shogi, random.random(), 100);
    let mut times: Vec<Duration> = Vec::new();
    let mut hits = 0;
    for (position, _) in wanted.positions() {
        let started = Instant::now();
        let found = library.probe(&position, false).unwrap();
        times.push(started.elapsed());
        hits += usize::from(!found.moves.is_empty());
    }
    times.sort();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{} lookups, {hits} found: mean {mean:?}, median {median:?}, worst {worst:?}", times.len());
    assert!(library.description().contains("searched in the file") && median < Duration::from_millis(1));
}

fn opened(rules: Variant, path: &Path) {
    if let Ok(library) = Library::open(rules, path) {
        let _ = library.description();
        if let Ok(found) = library.probe(&rules.start(), true) {
            found.moves.iter().for_each(|known| drop(library.line(&rules.start(), known, 8, true)));
        }
        let _ = Library::read(rules, path);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back(seed: u64) {
        let book = random_book(Variant::Shogi, seed, 5);
        let (again, damage) = opening::read_database(Variant::Shogi, &*text(&book)).unwrap();
        prop_assert_eq!(damage, Damage::default());
        prop_assert!(same(&book, &again));
        prop_assert_eq!(text(&again), text(&book));
        let birds = random_book(Variant::Tori, seed, 5);
        let (again, damage) = opening::read_database(Variant::Tori, &*text(&birds)).unwrap();
        prop_assert_eq!(damage, Damage::default());
        prop_assert!(same(&birds, &again));
    }

    #[test]
    fn merging_with_itself_adds_games_only(seed: u64) {
        let book = random_book(Variant::Shogi, seed, 3);
        let mut twice = book.clone();
        twice.merge(book.clone());
        prop_assert_eq!(book.count_moves(), twice.count_moves());
        for ((_, one), (_, two)) in book.iter().zip(twice.iter()) {
            let games = |moves: &[BookMove]| -> u64 { moves.iter().filter_map(|known| known.count).sum() };
            prop_assert_eq!(games(two.moves()), 2 * games(one.moves()));
            prop_assert!(one.moves().iter().all(|old| two.moves().iter().any(|new| (new.m, new.score, new.depth) == (old.m, old.score, old.depth))));
        }
    }

    #[test]
    fn no_bytes_are_too_odd(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        place: prop::sample::Index,
        byte: u8,
        length: prop::sample::Index,
    ) {
        let folder = folder("odd");
        let apery = fs::read(data("apery.bin")).unwrap();
        let samples = [(bytes, "x.db"), (binary(true), "x.ybb"), (apery, "x.bin"), (text(&random_book(Variant::Shogi, 1, 2)), "x.db")];
        for (mut sample, name) in samples {
            if !sample.is_empty() {
                let at = place.index(sample.len());
                sample[at] = byte;
                sample.truncate(length.index(sample.len()) + 1);
            }
            let path = folder.join(name);
            fs::write(&path, &sample).unwrap();
            opened(Variant::Shogi, &path);
            opened(Variant::Tori, &path);
        }
    }
}
