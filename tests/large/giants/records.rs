//! Games in the formats of records, and single moves in western notation.

use super::games::{GAMES, GameFiles, scattered};
use kumataka::any::{AnyMove, AnyPosition};
use kumataka::game::SfenMode;
use kumataka::large::{Move, Wide};
use kumataka::record::western::Style;
use kumataka::record::{Format, Record, Step, decode};
use kumataka::variants::Variant;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const FORMATS: [Format; 3] = [Format::KIFU, Format::HODGES, Format::HOSKING];

/// A position of pieces at random.
fn position(source: &GameFiles, pieces: usize, random: &mut SmallRng) -> AnyPosition {
    let game = source.game();
    let sfen = scattered(&game, source.start.trim_end(), pieces, random).sfen();
    let variant: Variant = source.name.parse().expect("a game");
    variant.read_sfen(&sfen, SfenMode::Mate).unwrap_or_else(|error| panic!("{error}: {sfen}"))
}

fn is_double_promotion(m: AnyMove) -> bool {
    let m = m.of_kernel::<Move<Wide>>();
    m.via().is_some() && m.promotes()
}

/// Some moves at random, those that promote on a second square before others.
fn game(start: &AnyPosition, plies: usize, random: &mut SmallRng) -> Record {
    let mut record = Record::new(start.clone());
    let (mut position, mut node) = (start.clone(), Record::ROOT);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() || position.verdict().is_some() {
            break;
        }
        let rare = moves.iter().copied().find(|&m| is_double_promotion(m));
        let m = rare.unwrap_or_else(|| moves[random.random_range(0..moves.len())]);
        node = record.push(node, Step::Move(m));
        position.make(m);
    }
    record
}

/// Shift-JIS lacks the sparrow of wa shogi's pawns.
#[test]
fn a_file_that_would_lose_moves_is_refused() {
    let start = Variant::Wa.start();
    let mut record = Record::new(start.clone());
    record.push(Record::ROOT, Step::Move(start.parse_move("1i1h").expect("a move of a pawn")));
    let error = Format::KIF.write_file(&[&record]).expect_err("the pawn has no name in Shift-JIS").to_string();
    assert!(error.contains("'萑'") && error.contains("kifu"), "{error}");
    assert!(Format::KIFU.write_file(&[&record]).is_ok());
}

#[test]
fn games_read_back() {
    let mut random = SmallRng::seed_from_u64(3);
    let mut doubles = 0;
    for source in &GAMES {
        for pieces in [0, 30, 90] {
            let variant: Variant = source.name.parse().expect("a game");
            let start = if pieces == 0 { variant.start() } else { position(source, pieces, &mut random) };
            let record = game(&start, 30, &mut random);
            doubles +=
                record.main_line().filter(|&id| record.node(id).played().is_some_and(is_double_promotion)).count();
            for format in FORMATS {
                let (bytes, losses) = format.write_file(&[&record]).unwrap_or_else(|error| panic!("{error}"));
                assert!(losses.is_empty(), "{losses:?}");
                let text = decode(&bytes).expect("a text");
                let read = format.read(variant, &bytes).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
                assert!(read.warnings.is_empty(), "{:?}\n{text}", read.warnings);
                assert!(read.record == record, "{text}");
            }
        }
    }
    assert!(doubles > 0, "{doubles} moves that promote on a second square");
}

/// The tenth rank, and then a name that begins with a number: not the fourteenth.
#[test]
fn a_name_may_begin_with_a_number() {
    let ranks = ["8,k,7", "16", "16", "16", "16", "16", "16", "8,+CHS,7", "16", "16", "16", "16", "16", "16", "16"];
    let sfen = format!("{}/8,K,7 b - 1", ranks.join("/"));
    let start = Variant::Tenjiku.read_sfen(&sfen, SfenMode::Strict).unwrap_or_else(|error| panic!("{error}"));
    let mut record = Record::new(start.clone());
    record.push(Record::ROOT, Step::Move(start.parse_move("8h8j").expect("a move of the four kings")));
    let (bytes, _) = Format::KIFU.write_file(&[&record]).expect("a text");
    let read = Format::KIFU.read(Variant::Tenjiku, &bytes).expect("a record").remove(0);
    assert!(read.record == record, "{}", decode(&bytes).expect("a text"));
}

/// Every text of a move leads back to it, though a rank has two digits or two letters.
#[test]
fn moves_are_told_apart_in_western_notation() {
    let mut random = SmallRng::seed_from_u64(5);
    for source in &GAMES {
        let position = position(source, 60, &mut random);
        let moves = position.legal_moves();
        for &m in moves.iter().step_by(moves.len().div_ceil(40)) {
            for style in [Style::Hodges, Style::Hosking] {
                let text = style.write(&position, m);
                assert_eq!(style.read(&position, &text), Ok(m), "{text} in {}", position.sfen());
            }
        }
    }
}
