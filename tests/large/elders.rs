//! The elders of chu shogi: every rule against a slow walk of the tests' own, and counts from tables.

use super::moves::MatesInOne;
use super::walk::{Book, DAI, HEIAN, HEIAN_DAI, SHO, Walk};
use super::{LargeGame, Move, MoveList, Position, Setup, Square, rows, told};
use crate::support::on_large_stack;
use kumataka::any::{AnyMove, AnyPosition};
use kumataka::board::Color;
use kumataka::eval::{Evaluated, EvaluationModel};
use kumataka::game::{GameMove, Playable, PlayablePosition as _, Position as _, Reason, RuleChoices, Scope, SfenMode};
use kumataka::large::{Kind, Piece};
use kumataka::measure::perft::perft;
use kumataka::record::{Format, Record, Step};
use kumataka::search::{Limits, SearchOptions, Searcher};
use kumataka::variants::{Kernel, Variant};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

const BOOKS: [&Book; 4] = [&SHO, &HEIAN, &HEIAN_DAI, &DAI];
/// Larger counts of the tables are left to the kernel, and those that are larger still are left out.
const WALKED: u64 = 20_000;
const LARGEST: u64 = 2_000_000;

fn variant(book: &Book) -> Variant {
    book.name.parse().expect("a game")
}

fn game(book: &Book) -> LargeGame {
    match variant(book).kernel() {
        Kernel::Large(variant) => variant.game(),
        _ => panic!("{} is of another kernel", book.name),
    }
}

fn set_up(book: &Book, sfen: &str) -> Position {
    game(book).read_sfen(sfen, SfenMode::Mate).expect(sfen)
}

/// The position under the rules that a choice names.
fn by_rule(book: &Book, sfen: &str, rule: &str) -> Position {
    let game = game(book);
    let mut choices = RuleChoices::default();
    choices.choose_text(book.name, &game.options(), rule).expect(rule);
    let mut position = set_up(book, sfen);
    position.set_rules(&choices);
    position
}

/// Plays random moves from a start or from a board of random pieces, which captures soon empty.
fn over_random_game(book: &Book, seed: u64, plies: usize, mut check: impl FnMut(&mut Position)) {
    let mut random = SmallRng::seed_from_u64(seed);
    let sfen =
        if seed.is_multiple_of(3) { book.start.to_owned() } else { scattered(book, &mut random, 12 << (seed % 3)) };
    let mut position = set_up(book, &sfen);
    for _ in 0..plies {
        check(&mut position);
        let moves = position.legal();
        if moves.is_empty() {
            return;
        }
        let takes: Vec<Move> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
        let list = if takes.is_empty() || random.random_bool(0.6) { &moves[..] } else { &takes[..] };
        let m = list[random.random_range(0..list.len())];
        position.make(m, &mut ());
    }
}

/// Two kings and so many other pieces of all kinds, on squares at random.
fn scattered(book: &Book, random: &mut SmallRng, pieces: usize) -> String {
    let game = game(book);
    let spec = game.spec();
    let mut setup = Setup::empty(game);
    let king = spec.kinds.iter().position(|kind| kind.royal).expect("a king");
    let kinds = [king, king].into_iter().chain((2..pieces).map(|_| random.random_range(0..spec.kinds.len())));
    for (number, kind) in kinds.collect::<Vec<_>>().into_iter().enumerate() {
        let color = Color::ALL[number % 2];
        let kind = if number > 1 && kind == king { 0 } else { kind };
        let square = loop {
            let (file, rank) = (random.random_range(0..spec.files), random.random_range(0..spec.ranks));
            let square = Square::new(file, rank);
            if setup.piece(square).is_none() {
                break square;
            }
        };
        setup.put(square, Piece::new(color, Kind::new(kind)));
    }
    setup.sfen()
}

#[test]
fn the_walk_finds_the_same_moves() {
    for book in BOOKS {
        for seed in 0..24 {
            over_random_game(book, seed, 60, |position| {
                let sfen = position.sfen();
                assert_eq!(told(position), Walk::of(book, &sfen).moves(), "{}: {sfen}", book.name);
            });
        }
    }
}

#[test]
fn counts_are_those_of_the_walk() {
    for book in BOOKS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants").join(variant(book).folder());
        let table = fs::read_to_string(folder.join("perft.tsv")).expect("a table");
        let (mut counted, mut walked) = (0, 0);
        for row in rows(&table) {
            let [name, sfen, rule, depth, nodes] = row[..] else { panic!("five columns: {row:?}") };
            let (depth, expected): (u32, u64) = (depth.parse().expect(name), nodes.parse().expect(name));
            let mut position = if rule.is_empty() { set_up(book, sfen) } else { by_rule(book, sfen, rule) };
            if expected <= LARGEST {
                assert_eq!(perft(&mut position, depth), expected, "{name} {depth}: {sfen}");
                counted += 1;
            }
            if expected <= WALKED && rule.is_empty() {
                assert_eq!(Walk::of(book, sfen).count(depth), expected, "{name} {depth}: {sfen}");
                walked += 1;
            }
        }
        assert!(counted >= 10 && walked >= 6, "{}: {counted} rows, {walked} walked", book.name);
    }
}

/// Keys, checks and what else is kept in step equal those of the position read anew; taking moves back restores all.
#[test]
fn moves_are_made_and_taken_back() {
    for book in BOOKS {
        for seed in 30..36 {
            over_random_game(book, seed, 40, |now| {
                let before = now.sfen();
                let (key, structure) = (now.key(), now.structure_keys());
                for m in now.legal() {
                    let (gives_check, after) = (now.gives_check(m), now.key_after(m));
                    now.make(m, &mut ());
                    let sfen = now.sfen();
                    let text = || format!("{m} in {before}");
                    if let Ok(anew) = game(book).read_sfen(&sfen, SfenMode::Mate) {
                        assert_eq!((now.key(), after), (anew.key(), anew.key()), "{}", text());
                        assert_eq!(now.structure_keys(), anew.structure_keys(), "{}", text());
                        assert_eq!((now.in_check(), gives_check), (anew.in_check(), anew.in_check()), "{}", text());
                    }
                    now.unmake(m);
                    assert_eq!((now.sfen(), now.key(), now.structure_keys()), (before.clone(), key, structure));
                }
            });
        }
    }
}

/// Moves read back from their texts and from their numbers, and no number is a move that is not generated.
#[test]
fn texts_and_numbers_read_back() {
    for book in BOOKS {
        for seed in 40..44 {
            over_random_game(book, seed, 12, |now| {
                let mut all = MoveList::default();
                now.generate(Scope::Everything, &mut all);
                let set: HashSet<Move> = all.iter().copied().collect();
                for m in now.legal() {
                    assert!(set.contains(&m));
                    assert_eq!(now.parse_move(&m.to_string()), Ok(m), "{m} in {}", now.sfen());
                }
                assert!(set.iter().all(|m| Move::from_bits(m.to_bits()) == Some(*m)));
                let found = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&m| now.is_pseudo_legal(m));
                assert_eq!(found.collect::<HashSet<_>>(), set, "{}", now.sfen());
            });
        }
    }
}

#[test]
fn starts_are_whole_and_symmetric() {
    for (book, pieces) in [(&SHO, 21), (&HEIAN, 18), (&HEIAN_DAI, 34), (&DAI, 65)] {
        let start = game(book).start();
        assert_eq!(start.sfen(), book.start);
        for color in Color::ALL {
            assert_eq!(start.count(color), pieces, "{}", book.name);
        }
        let turned = start.turned().expect("a symmetric game");
        assert_eq!(turned.sfen().split(' ').next(), book.start.split(' ').next());
    }
}

/// Who has won by the rules in force after some moves, and why.
fn verdict(mut position: Position, moves: &str) -> Option<(Option<&'static str>, Reason)> {
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.make(m, &mut ());
    }
    position.verdict().map(|verdict| (verdict.winner.map(Color::name), verdict.reason))
}

#[test]
fn a_bare_king_loses_unless_it_bares_the_other() {
    let far = "4k4/9/4p4/9/9/4R4/9/9/4K4 b - 1";
    assert_eq!(verdict(set_up(&SHO, far), "5f5c"), Some((Some("Black"), Reason::BareKing)));
    let near = "4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1";
    assert_eq!(verdict(set_up(&SHO, near), "5e5b"), None);
    assert_eq!(verdict(set_up(&SHO, near), "5e5b 5a5b"), Some((None, Reason::BareKing)));
    assert_eq!(verdict(set_up(&SHO, near), "5e5b 5a4a"), Some((Some("Black"), Reason::BareKing)));
    assert_eq!(verdict(by_rule(&SHO, far, "plays-on"), "5f5c"), None);
    // Nor can it take a piece that is protected, or bare a king that has a prince beside it.
    let won = Some((Some("White"), Reason::BareKing));
    assert_eq!(verdict(set_up(&SHO, "9/9/4k4/4g4/4K4/9/9/9/9 b - 1"), ""), won);
    assert_eq!(verdict(set_up(&SHO, "4k4/9/9/4g4/4K4/9/9/9/9 b - 1"), ""), None);
    assert_eq!(verdict(set_up(&SHO, "4k4/9/9/9/9/9/9/4g4/+e3K4 b - 1"), ""), won);
}

#[test]
fn checks_are_answered_and_mates_end_the_game() {
    let refused = |book: &'static Book, sfen: &str, text: &str| {
        set_up(book, sfen).parse_move(text).expect_err("an illegal move").to_string()
    };
    let pinned = "4k4/9/9/9/4r4/9/9/4G4/3PK4 b - 1";
    assert!(refused(&SHO, pinned, "5h4h").contains("to be captured"));
    assert!(refused(&SHO, "k7p/4P4/9/9/9/9/9/9/3PK4 b - 1", "6i6h+").contains("cannot promote"));
    assert!(refused(&SHO, "k7p/4P4/9/9/9/9/9/9/3PK4 b - 1", "5b5a").contains("must promote"));
    let mate = "k7p/9/KG7/9/9/9/9/9/9 b - 1";
    assert_eq!(verdict(set_up(&SHO, mate), "8c8b"), Some((Some("Black"), Reason::NoMoves)));
    // A prince is a second king: one of the two may be left.
    let prince = "4k4/9/9/9/4r4/9/9/4G4/3+EK4 b - 1";
    assert_eq!(verdict(set_up(&SHO, prince), "5h4h"), None);
    assert_eq!(verdict(set_up(&SHO, prince), "5h4h 5e5i"), None);
}

#[test]
fn dai_shogi_by_three_books() {
    let lions = "7k7/15/15/15/15/15/6gl!7/15/7L!7/15/15/15/15/15/6PK7 b - 1";
    let takes = |rule: &str| by_rule(&DAI, lions, rule).parse_move("8i8g").is_ok();
    assert_eq!([takes("hachu"), takes("tsa"), takes("chu")], [true, true, false]);
    let inside = "7k7/15/15/7S7/15/15/15/15/15/15/15/15/15/15/6PK7 b - 1";
    let promotes = |rule: &str| by_rule(&DAI, inside, rule).parse_move("8d8c+").is_ok();
    assert_eq!([promotes("hachu"), promotes("tsa"), promotes("chu")], [false, true, false]);
}

/// Whole games are kept in KIF in both encodings, and each move is read as it is told in Japanese.
#[test]
fn games_read_back_from_kif() {
    for book in BOOKS {
        let mut random = SmallRng::seed_from_u64(7);
        let mut position = game(book).start();
        let mut record = Record::new(position.clone().into());
        let mut node = Record::ROOT;
        for ply in 0..160 {
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            let promotions: Vec<Move> = moves.iter().copied().filter(|m| m.promotes()).collect();
            let list = if promotions.is_empty() || random.random_bool(0.6) { &moves[..] } else { &promotions[..] };
            let m = list[random.random_range(0..list.len())];
            if ply % 8 == 0 {
                for &m in &moves {
                    let any = AnyPosition::from(position.clone());
                    let told = any.japanese(AnyMove::new(m), None);
                    let read = any.typed(&told, None);
                    assert!(matches!(read, Ok(found) if found == AnyMove::new(m)), "{told} in {}", position.sfen());
                }
            }
            node = record.push(node, Step::Move(AnyMove::new(m)));
            position.make(m, &mut ());
        }
        let variant = record.start().variant();
        for format in [Format::KIF, Format::KIFU] {
            let (bytes, losses) = format.write_file(&[&record]).expect("a text");
            assert!(losses.is_empty(), "{}: {losses:?}", book.name);
            let read = format.read(variant, &bytes).unwrap_or_else(|error| panic!("{error}")).remove(0);
            assert!(read.warnings.is_empty() && read.record == record, "{}: {:?}", book.name, read.warnings);
        }
        // A board in the middle of the game.
        let record = Record::new(position.into());
        let (bytes, _) = Format::KIFU.write_file(&[&record]).expect("a text");
        let read = Format::KIFU.read(variant, &bytes).unwrap_or_else(|error| panic!("{error}")).remove(0);
        assert_eq!(read.record.start().sfen(), record.start().sfen());
    }
}

#[test]
fn the_search_plays_the_elders() {
    for book in BOOKS {
        on_large_stack(move || {
            let model = <LargeGame as Evaluated>::Model::internal(game(book)).unwrap();
            let mut searcher = Searcher::<LargeGame, _>::new(4, model.evaluator()).unwrap();
            let mut position = game(book).start();
            let mut plies = 0;
            while plies < 200 && position.verdict().is_none() {
                let outcome = searcher.think(&position, &Limits::nodes(500), &SearchOptions::default(), &mut ());
                let m = outcome.best.expect("a move, as the game goes on");
                assert_eq!(position.legality(m), Ok(()), "{m}");
                position.make(m, &mut ());
                plies += 1;
            }
            assert!(plies > 40, "{}: {plies} plies, {}", book.name, position.sfen());
        });
    }
}

#[test]
fn mates_in_one_are_mates() {
    let mut counts = MatesInOne::default();
    for book in BOOKS {
        for seed in 0..60 {
            over_random_game(book, seed, 40, |position| counts.add(position));
        }
    }
    counts.judge(60);
}
