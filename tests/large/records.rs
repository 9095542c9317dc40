//! Moves in words, and KIF.

use super::{chu, over_random_game, position, usi};
use kumataka::board::Color;
use kumataka::game::{Playable, Position as _, Reason, SfenMode, Verdict};
use kumataka::large::{LargeGame, Position};
use kumataka::record::{Encoding, Ending, Format, Record, Step, Told, decode, header};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

const KIF: Format = Format::Kif(Encoding::Utf8);

fn told(sfen: &str, text: &str) -> [String; 2] {
    let position = position(sfen, "");
    let m = LargeGame::parse_move(&position, text).expect(text);
    [LargeGame::japanese(&position, m, None), LargeGame::western(&position, m)]
}

#[test]
fn moves_in_words() {
    let start = chu().start_sfen();
    assert_eq!(told(start, "7i7h"), ["７八歩", "P-78"]);
    assert_eq!(told(start, "9h9g"), ["９七仲", "GB-97"]);
    assert_eq!(told(start, "9l9k"), ["９十一銀", "S-911"]);
    let lion = "k11/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - 1";
    assert_eq!(told(lion, "7g6f5e"), ["６六・５五獅", "Lnx66x55"]);
    assert_eq!(told(lion, "7g6f6e"), ["６六・６五獅", "Lnx66-65"]);
    assert_eq!(told(lion, "7g6f7g"), ["６六獅居喰い", "Lnx!66"]);
    assert_eq!(told(lion, "7g8g7g"), ["７七獅じっと", "Ln--"]);
    let golds = "k11/p11/12/12/12/5G1G4/12/12/12/12/12/K11 b - 1";
    assert_eq!(told(golds, "7f6e"), ["６五金（７六）", "G76-65"]);
    let enters = "k11/p11/12/12/5R6/12/12/12/12/12/12/K11 b - 1";
    assert_eq!(told(enters, "7e7d+"), ["７四飛成", "R-74+"]);
    assert_eq!(told(enters, "7e7d"), ["７四飛不成", "R-74="]);
}

fn record(seed: u64) -> Record<LargeGame> {
    let mut moves = Vec::new();
    let mut start: Option<Position> = None;
    over_random_game("", seed, 120, |now| {
        if start.is_none() {
            start = Some(now.clone());
        }
        moves.push(now.clone());
    });
    let mut record = Record::new(start.expect("a start"));
    record.headers.set(header::BLACK, "A");
    record.headers.set(header::WHITE, "B");
    record.remarks.push(" from a test".to_owned());
    let mut node = Record::<LargeGame>::ROOT;
    record.node_mut(node).bookmark = Some("the start".to_owned());
    for pair in moves.windows(2) {
        let m = LargeGame::legal(&pair[0]).into_iter().find(|&m| {
            let mut after = pair[0].clone();
            after.make(m, &mut ());
            LargeGame::sfen(&after) == LargeGame::sfen(&pair[1])
        });
        node = record.push(node, Step::Move(m.expect("the move that was played")));
        record.set_time(node, Duration::from_secs(seed % 7 + 1));
    }
    let end = record.push(node, Step::End(Ending::Resignation));
    record.set_time(end, Duration::from_secs(3));
    record.node_mut(end).bookmark = Some("the end".to_owned());
    record
}

#[test]
fn games_read_back_from_kif() {
    let mut doubles = 0;
    for seed in 0..8 {
        let record = record(seed);
        let (bytes, losses) = KIF.write_file(&[&record]).unwrap();
        assert!(losses.is_empty());
        let text = decode(&bytes).unwrap();
        doubles += text.matches("二歩目").count();
        let read = KIF.read(chu(), &bytes).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        assert!(read.record == record, "{text}\n{:?}", read.record.main_line().count());
        let sjis = Format::Kif(Encoding::ShiftJis);
        let (bytes, losses) = sjis.write_file(&[&record]).unwrap();
        assert!(losses.is_empty(), "{losses:?}");
        let read = sjis.read(chu(), &bytes).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        assert!(read.warnings.is_empty() && read.record == record, "{text}\n{:?}", read.warnings);
    }
    assert!(doubles > 20, "{doubles} moves in two steps");
}

/// A file as the server of lishogi writes it, and lines as its client does.
#[test]
fn files_of_lishogi_are_read() {
    let server = "手合割：中将棋\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1   7八歩兵 （←7九）\n   2   7五歩兵 （←7四）\n   \
                  3一歩目 7九獅子 （←7十）\n   3二歩目 6八獅子 （←7九）\n   4   投了\nまで3手で先手の勝ち\n";
    let read = |text: &str| KIF.read(chu(), text.as_bytes()).unwrap_or_else(|error| panic!("{error}")).remove(0);
    let game = read(server);
    let moves: Vec<String> = game.record.main_line().filter_map(|id| game.record.node(id).played()).map(usi).collect();
    assert_eq!(moves, ["7i7h", "7d7e", "7j6h"]);
    assert_eq!(game.record.headers.get(header::BLACK), Some("A"));
    assert!(game.record.outcome().is_some());
    let client = "手合割：中将棋\n手数----指手--\n1手目 ▲7八歩兵 （←7九）\n2手目 △7五歩兵 （←7四）\n3手目一歩目 ▲7九獅子 （←7十）\n3手目二歩目 ▲6八獅子 （←7九）\n";
    let game = read(client);
    assert_eq!(game.record.main_line().count(), 3);
    assert_eq!(
        LargeGame::sfen(&game.record.position_at(game.record.main_line().last().unwrap())).split(' ').nth(3),
        Some("4")
    );
}

/// A move that names its target by the one before it or refuses promotion, and one that names another piece.
#[test]
fn words_of_a_move_are_heeded() {
    let read = |text: &str| KIF.read(chu(), text.as_bytes()).unwrap_or_else(|error| panic!("{error}")).remove(0);
    let start = "手合割：中将棋\n手数----指手--\n   1   7八歩兵 （←7九）\n";
    let game = read(&format!(
        "{start}   2   7五歩兵 （←7四）\n\n変化：2手\n   2   3五歩兵 （←3四）\n   3   3八歩兵 （←3九）\n"
    ));
    assert_eq!((game.record.nodes().count(), game.warnings.len()), (5, 0), "{:?}", game.warnings);
    let diagram = |position: &Position| KIF.write_file(&[&Record::<LargeGame>::new(position.clone())]).unwrap().0;
    // The variation begins with a capture where the move before it went.
    let takes = "k11/p11/12/12/7p4/12/7P4/12/12/12/P11/K11 b - 1";
    let head = decode(&diagram(&position(takes, ""))).unwrap();
    let game = read(&format!(
        "{head}   1   5六歩兵 （←5七）\n   2   12三歩兵 （←12二）\n\n変化：2手\n   2   仝　歩兵 （←5五）\n   3   12十歩兵 （←12十一）\n"
    ));
    let moves: Vec<String> = game.record.nodes().filter_map(|id| game.record.node(id).played()).map(usi).collect();
    assert_eq!(moves, ["5g5f", "12b12c", "5e5f", "12k12j"]);

    let enters = "k11/p11/12/12/5R6/12/12/12/12/12/12/K11 b - 1";
    let head = decode(&diagram(&position(enters, ""))).unwrap();
    for (words, expected) in [("飛車成", "7e7d+"), ("飛車不成", "7e7d"), ("飛車", "7e7d")] {
        let game = read(&format!("{head}   1   7四{words} （←7五）\n"));
        let m = game.record.main_line().find_map(|id| game.record.node(id).played()).map(usi);
        assert_eq!((m.as_deref(), game.warnings.len()), (Some(expected), 0), "{words}");
    }
    let game = read("手合割：中将棋\n手数----指手--\n   1   7八金将 （←7九）\n");
    assert_eq!(game.record.main_line().count(), 1);
    assert!(game.warnings[0].to_string().contains("7九"), "{:?}", game.warnings);
}

#[test]
fn broken_files_are_refused() {
    for (text, reason) in [
        ("", "no game"),
        (
            "手合割：中将棋\n手数----指手--\n   1   7七歩兵 （←7九）\n   2   7五歩兵 （←7四）\n",
            "does not move that way",
        ),
        (
            "手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n   2   7五歩兵 （←7四）\n",
            "a move with its origin",
        ),
        ("手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n", "followed by its second step"),
        ("手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n   2   投了\n", "followed by its second step"),
        ("手合割：中将棋\n| ・ ・ ・|一\n手数----指手--\n", "ranks are missing"),
        ("手合割：将棋\n手数----指手--\n", "unknown handicap"),
    ] {
        let error = KIF.read(chu(), text.as_bytes()).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
}

/// Texts with characters changed, left out or doubled are read or refused, and nothing worse.
#[test]
fn damaged_texts_do_no_harm() {
    let mut random = SmallRng::seed_from_u64(9);
    let (bytes, _) = KIF.write_file(&[&record(2)]).unwrap();
    let texts = [decode(&bytes).unwrap(), super::STARTS[2].to_owned(), "7g6f5e 12l11k+ 7g6f7g".to_owned()];
    let mut refused = 0;
    for round in 0..3_000 {
        let mut text: Vec<char> = texts[round % texts.len()].chars().collect();
        for _ in 0..random.random_range(1..6) {
            let (at, other) = (random.random_range(0..text.len()), random.random_range(0..text.len()));
            match random.random_range(0..3) {
                0 => text[at] = text[other],
                1 => drop(text.remove(at)),
                _ => text.insert(at, text[other]),
            }
        }
        let text: String = text.into_iter().collect();
        refused += match round % texts.len() {
            0 => usize::from(KIF.read(chu(), text.as_bytes()).is_err()),
            1 => usize::from(chu().read_sfen(&text, SfenMode::Composed).is_err()),
            _ => text.split(' ').filter(|text| LargeGame::parse_move(&chu().start(), text).is_err()).count(),
        };
    }
    assert!(refused > 1_000, "{refused} of 3000 texts were refused");
}

/// Games of people on lishogi, some of whom go ways over empty squares: every move is legal, and the rules end the games as
/// the server did.
#[test]
fn games_of_lishogi_end_as_they_did_there() {
    let rows = include_str!("../data/chu/lishogi_games.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [id, ending, winner, moves] = row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let mut record = Record::new(chu().start());
        let mut position = chu().start();
        let mut node = Record::<LargeGame>::ROOT;
        for text in moves.split(' ') {
            assert_eq!(LargeGame::verdict(&position), None, "{id}: before {text}");
            let m = LargeGame::parse_move(&position, text).unwrap_or_else(|error| panic!("{id}: {error}"));
            node = record.push(node, Step::Move(m));
            position.make(m, &mut ());
        }
        let winner = match winner {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        };
        let expected = match ending {
            "royalsLost" => Some(Verdict { winner, reason: Reason::RoyalLost }),
            "bareKing" => Some(Verdict { winner, reason: Reason::BareKing }),
            "repetition" => Some(Verdict { winner, reason: Reason::Repetition }),
            // The players agreed, or one of them gave up.
            "draw" | "resign" => None,
            other => panic!("{id}: {other}"),
        };
        assert_eq!(LargeGame::verdict(&position), expected, "{id}: {}", LargeGame::sfen(&position));
        let (bytes, losses) = KIF.write_file(&[&record]).unwrap();
        assert!(losses.is_empty(), "{id}");
        assert_eq!(KIF.read(chu(), &bytes).unwrap().pop().unwrap().record, record, "{id}");
        count += 1;
    }
    assert_eq!(count, 10);
}
