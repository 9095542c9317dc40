//! Moves in words, and KIF.

use super::{over_random_game, position};
use kumataka::any::AnyPosition;
use kumataka::board::Color;
use kumataka::game::{Reason, SfenMode, Verdict};
use kumataka::record::{Ending, Format, Loss, Reading, Record, Step, decode, header};
use kumataka::variants::{LargeVariant, Variant};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

const KIF: Format = Format::KIFU;

/// White's king stands alone, and plays on where that does not lose.
#[test]
fn a_game_that_goes_on_tells_its_rules() {
    let moves = "position sfen 4k4/9/4p4/4R4/9/9/9/9/4K4 b - 1 moves 5d5c 5a4a 5i5h";
    let game = Format::USI.read(Variant::Sho, moves.as_bytes()).unwrap().remove(0);
    assert_eq!(kumataka::record::usi::line(&game.record), moves);
    let warnings: Vec<_> = game.warnings.iter().map(|warning| warning.oddity.to_string()).collect();
    assert!(matches!(&warnings[..], [one] if one.ends_with(": read by BareKing=plays-on")), "{warnings:?}");
}

fn told(sfen: &str, text: &str) -> [String; 2] {
    let position = AnyPosition::from(position(sfen, ""));
    let m = position.parse_move(text).expect(text);
    [position.japanese(m, None), position.western(m)]
}

#[test]
fn moves_in_words() {
    let start = Variant::Chu.start_sfen();
    assert_eq!(told(start, "7i7h"), ["７八歩", "P-7h"]);
    assert_eq!(told(start, "9h9g"), ["９七仲", "GB-9g"]);
    assert_eq!(told(start, "9l9k"), ["９十一銀", "S-9k"]);
    let lion = "k11/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - 1";
    assert_eq!(told(lion, "7g6f5e"), ["６六・５五獅", "Lnx6fx5e"]);
    assert_eq!(told(lion, "7g6f6e"), ["６六・６五獅", "Lnx6f-6e"]);
    assert_eq!(told(lion, "7g6f7g"), ["６六獅居喰い", "Lnx!6f"]);
    assert_eq!(told(lion, "7g8g7g"), ["７七獅じっと", "Ln--"]);
    let golds = "k11/p11/12/12/12/5G1G4/12/12/12/12/12/K11 b - 1";
    assert_eq!(told(golds, "7f6e"), ["６五金（７六）", "G7f-6e"]);
    let enters = "k11/p11/12/12/5R6/12/12/12/12/12/12/K11 b - 1";
    assert_eq!(told(enters, "7e7d+"), ["７四飛成", "R-7d+"]);
    assert_eq!(told(enters, "7e7d"), ["７四飛不成", "R-7d="]);
}

fn record(seed: u64) -> Record {
    let mut positions: Vec<AnyPosition> = Vec::new();
    over_random_game("", seed, 120, |now| positions.push(now.clone().into()));
    let mut record = Record::new(positions[0].clone());
    record.headers.set(header::BLACK, "A");
    record.headers.set(header::WHITE, "B");
    record.remarks.push(" from a test".to_owned());
    let mut node = Record::ROOT;
    record.node_mut(node).bookmark = Some("the start".to_owned());
    for pair in positions.windows(2) {
        let m = pair[0].legal_moves().into_iter().find(|&m| {
            let mut after = pair[0].clone();
            after.make(m);
            after.sfen() == pair[1].sfen()
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
        let read = KIF.read(Variant::Chu, &bytes).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        assert!(read.record == record, "{text}\n{:?}", read.record.main_line().count());
        let sjis = Format::KIF;
        let (bytes, losses) = sjis.write_file(&[&record]).unwrap();
        assert!(losses.is_empty(), "{losses:?}");
        let read = sjis.read(Variant::Chu, &bytes).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        assert!(read.warnings.is_empty() && read.record == record, "{text}\n{:?}", read.warnings);
    }
    assert!(doubles > 20, "{doubles} moves in two steps");
}

/// The lance promotes by the rules of lishogi alone, and by those of the others White's lone king plays on.
#[test]
fn no_choice_of_rules_forbids_a_line_that_was_legal() {
    let head = head("k11/11L/12/12/4p7/4R7/12/12/12/12/12/K11 b - 1");
    let promotes = "   1   1一香車成 （←1二）\n   2   12二玉将 （←12一）\n";
    let bares = "   1   8五飛車 （←8六）\n   2   12二玉将 （←12一）\n   3   12十一玉将 （←12十二）\n";
    for (line, moves) in [(promotes, 2), (bares, 3)] {
        assert_eq!(played(&read(&format!("{head}{line}"))).len(), moves);
    }
    assert!(refusal(&format!("{head}{promotes}\n変化：1手\n{bares}")).contains("the game is over"));
}

fn read(text: &str) -> Reading {
    KIF.read(Variant::Chu, text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0)
}

fn refusal(text: &str) -> String {
    KIF.read(Variant::Chu, text.as_bytes()).err().unwrap_or_else(|| panic!("{text} was read")).to_string()
}

/// The moves of all lines, the main line first.
fn played(game: &Reading) -> Vec<String> {
    game.record.nodes().filter_map(|id| game.record.node(id).played()).map(|m| Variant::Chu.usi(m)).collect()
}

fn warnings(game: &Reading) -> Vec<String> {
    game.warnings.iter().map(ToString::to_string).collect()
}

/// A file of chu shogi up to its first move.
const BEGUN: &str = "手合割：中将棋\n手数----指手--\n   1   7八歩兵 （←7九）\n";

/// The head of a file that starts from a position with Black to move.
fn head(sfen: &str) -> String {
    let record = Record::new(position(sfen, "").into());
    decode(&KIF.write_file(&[&record]).unwrap().0).unwrap()
}

/// A file as the server of lishogi writes it, and lines as its client does.
#[test]
fn files_of_lishogi_are_read() {
    let server = "手合割：中将棋\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1   7八歩兵 （←7九）\n   2   7五歩兵 （←7四）\n   \
                  3一歩目 7九獅子 （←7十）\n   3二歩目 6八獅子 （←7九）\n   4   投了\nまで3手で先手の勝ち\n";
    let game = read(server);
    assert_eq!(played(&game), ["7i7h", "7d7e", "7j6h"]);
    assert_eq!(game.record.headers.get(header::BLACK), Some("A"));
    assert!(game.record.outcome().is_some());
    let client = "手合割：\n手数----指手--\n1手目 ▲7八歩兵 （←7九）\n2手目 △7五歩兵 （←7四）\n3手目一歩目 ▲7九獅子 （←7十）\n3手目二歩目 ▲6八獅子 （←7九）\n";
    let game = read(client);
    assert_eq!(game.record.main_line().count(), 3);
    assert_eq!(game.record.position_at(game.record.main_line().last().unwrap()).sfen().split(' ').nth(3), Some("4"));
    // No field names the game where it starts from no diagram.
    assert_eq!(
        played(&read("先手：\n後手：\n手数----指手---------消費時間--\n   1手目   7八歩兵 （←7九）\n")),
        ["7i7h"]
    );
    for name in ["平手", "中将棋", "chushogi", "chuushogi", ""] {
        assert_eq!(read(&format!("手合割：{name}\n手数----指手--\n")).record.start().sfen(), Variant::Chu.start_sfen());
    }
}

/// Moves of promoted pieces by the names of those as which they move, targets named by the move before, in both steps too,
/// captures without leaving and passes, after diagrams with the names of both programs.
#[test]
fn diagrams_and_moves_of_lishogi_are_read() {
    let start = "k11/12/9+P2/3+o3p4/3P8/6p3g1/5N5+G/10+I1/12/12/12/K11 w - 1";
    let texts = [include_str!("../data/chu/lishogi_server.kif"), include_str!("../data/chu/lishogi_client.kif")];
    let games = texts.map(read);
    for game in &games {
        assert_eq!(warnings(game), [""; 0]);
        assert_eq!(game.record.start().sfen(), start);
        let moves = played(game);
        assert_eq!(moves[..4], ["5d5e", "7g6f5e", "9d9e9d", "3c3b"]);
        assert_eq!(moves[5..], ["2h2g", "2f2g", "1g2g"]);
        let fifth = game.record.main_line().nth(4).expect("a fifth move");
        let before = game.record.position_at(game.record.node(fifth).parent());
        assert!(game.record.node(fifth).played().is_some_and(|m| before.is_pass(m)), "{}", moves[4]);
    }
    assert_eq!(games[0].record.outcome().map(|(ending, _)| ending), Some(&Ending::Resignation));
    let second = games[0].record.main_line().nth(1).expect("a second move");
    assert_eq!(games[0].record.node(second).time.map(|time| time.spent), Some(Duration::from_secs(5)));
}

/// Who begins is told by a line, by what the sides are called, or by the first move.
#[test]
fn the_side_that_begins_is_found() {
    let handicap = include_str!("../data/chu/lishogi_handicap.kif");
    let game = read(handicap);
    assert_eq!((played(&game), warnings(&game)), (vec!["7d7e".to_owned(), "7i7h".to_owned()], vec![]));
    assert_eq!(game.record.handicap().map(|handicap| handicap.name), Some("two-lions"));
    assert_eq!(game.record.headers.get(header::WHITE), Some("B"));
    let (bytes, _) = KIF.write_file(&[&game.record]).unwrap();
    let text = decode(&bytes).unwrap();
    assert!(text.contains("手合割：二枚獅子\n") && text.contains("上手：B\n"), "{text}");
    assert_eq!(read(&text).record, game.record);

    let untold = handicap.replace("上手番\n", "");
    assert_eq!(played(&read(&untold)), played(&game));
    let nameless = untold.replace("下手：A\n上手：B\n", "");
    for text in [nameless.clone(), nameless.replace(['▲', '△'], "")] {
        let game = read(&text);
        assert_eq!(played(&game), ["7d7e", "7i7h"]);
        assert!(warnings(&game)[0].contains("no line says who moves first"), "{:?}", game.warnings);
    }
    assert!(refusal("手合割：平手\n後手番\n手数----指手--\n").contains("whose turn it is not"));
}

#[test]
fn a_target_named_by_the_move_before_is_that_of_the_whole_move() {
    let start = "k11/12/12/7p4/12/6p5/5N6/12/12/12/12/K11 w - 1";
    let begun = head(start) + "   1   5五歩兵 （←5四）\n";
    for (first, second) in [("6六", "仝"), ("仝", "仝"), ("6六", "5五"), ("仝", "5五")] {
        let game = read(&format!("{begun}   2一歩目 {first}獅子 （←7七）\n   2二歩目 {second}獅子 （←6六）\n"));
        assert_eq!(played(&game), ["5d5e", "7g6f5e"], "{first} {second}");
        assert_eq!(warnings(&game), [""; 0]);
    }
    let apart = format!("{begun}   2一歩目 6七獅子 （←7七）\n   2二歩目 5五獅子 （←6六）\n");
    assert!(refusal(&apart).contains("is not a move"));
}

/// The names that programs give to pieces, in a diagram.
#[test]
fn diagrams_are_read_by_any_name() {
    let rows = |cells: &str| {
        let empty = "・ ".repeat(12);
        let ranks =
            std::iter::once(cells).chain(std::iter::repeat_n(empty.as_str(), 10)).chain(["王 ・・・・・・・・・・・"]);
        let text: String = ranks.map(|cells| format!("|{cells}|\n")).collect();
        read(&format!("手合割：中将棋\n{text}先手番\n")).record.start().sfen()
    };
    assert!(rows("v玉成象 杏成歩と醉v醉象v 獅 ･.·*").starts_with("k+I+P+P+P+Ien4/"));
    assert!(rows("v王将 金飛車 小角 v成獅 竜王 竜馬 龍 馬 ・・・・").starts_with("k+G+F+oDHDH4/"));
}

/// What a file says and the record has no place for is told.
#[test]
fn nothing_vanishes_without_a_word() {
    let told = |text: &str, word: &str| {
        let found = warnings(&read(text));
        assert!(found.iter().any(|warning| warning.contains(word)), "{text}: {found:?}");
    };
    told(&BEGUN.replace("手数----", "本譜の指し手\n手数----"), "kept as a remark");
    told(&BEGUN.replace("（←7九）", "（←7九）   ( 0:1x/00:00:01)"), "is no time");
    told(&BEGUN.replace("（←7九）", "（←7九） 好手"), "is not understood");
    told(&format!("{BEGUN}   5   7五歩兵 （←7四）\n"), "move 5 stands where 2 was expected");
    let game = read(&BEGUN.replace("手数----", "備考：a\n備考：b\n手数----"));
    assert_eq!(game.record.headers.get(header::NOTE), Some("a b"));
    let twice = "手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n   1一歩目 7九獅子 （←7十）\n";
    assert!(refusal(twice).contains("followed by its second step"));
    let timed =
        format!("{BEGUN}   2   7五歩兵 （←7四）\n   3一歩目 7九獅子 （←7十）  ( 0:03/)\n   3二歩目 6八獅子 （←7九）\n");
    let game = read(&timed);
    let last = game.record.main_line().last().expect("moves");
    assert_eq!(game.record.node(last).time.map(|time| time.spent), Some(Duration::from_secs(3)));
}

#[test]
fn moves_may_be_numbered_from_any_number() {
    let sfen = "k11/p11/12/12/7p4/12/7P4/12/12/12/P11/K11 b - 11";
    let moves = "  11   5六歩兵 （←5七）\n  12   12三歩兵 （←12二）\n\n変化：12手\n  12   仝　歩兵 （←5五）\n";
    let head = head(sfen);
    for number in ["手数＝10", "手数=10", "手数＝10  ▲7八歩  まで"] {
        let game = read(&format!("{}{moves}", head.replace("手数＝10", number)));
        assert_eq!(game.record.start().sfen(), sfen, "{number}");
        assert_eq!(played(&game), ["5g5f", "12b12c", "5e5f"]);
        assert_eq!(warnings(&game), [""; 0]);
    }
}

#[test]
fn an_ending_needs_no_number() {
    let game = read(&format!("{BEGUN}投了\n"));
    assert_eq!(game.record.outcome().map(|(ending, _)| ending), Some(&Ending::Resignation));
}

/// A result that only a sentence tells stands on no line with a time.
#[test]
fn a_time_without_a_place_is_told() {
    let mut record = Record::new(Variant::Chu.start());
    let text = "先手の勝ち".to_owned();
    let end = record.push(Record::ROOT, Step::End(Ending::Stated { winner: Color::Black, text }));
    record.set_time(end, Duration::from_secs(3));
    assert_eq!(KIF.write_file(&[&record]).unwrap().1, [Loss::Times]);
}

/// Whatever KIF says of an illegal last move, lines of USI lead back to it.
#[test]
fn illegal_moves_go_over_to_usi() {
    let lion = "k11/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - 1";
    let game = read(&format!("{}   1一歩目 6六獅子 （←7七）\n   1二歩目 6六獅子 （←6六）\n", head(lion)));
    assert_eq!(played(&game), ["7g6f6f"]);
    let (bytes, _) = Format::USI.write_file(&[&game.record]).unwrap();
    assert_eq!(Format::USI.read(Variant::Chu, &bytes).unwrap().remove(0).record, game.record);
}

/// Numbers of files stand above their files, and the frame is as wide as the ranks.
#[test]
fn diagrams_are_in_line() {
    for variant in LargeVariant::ALL {
        let text = Variant::from(*variant).start().diagram();
        let lines: Vec<&str> = text.lines().collect();
        let width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let frame = width(lines[1]);
        for line in &lines[2..lines.len() - 1] {
            let end = line.rfind('|').expect("a frame");
            assert_eq!(width(&line[..=end]), frame, "{text}");
        }
        let files = usize::from(variant.game().spec().files);
        let cell = (frame - 2) / files;
        let starts = lines[0].char_indices().filter(|&(at, c)| c != ' ' && lines[0][..at].ends_with(' '));
        let columns: Vec<usize> = starts.map(|(at, _)| width(&lines[0][..at])).collect();
        assert_eq!(columns, (0..files).map(|place| 2 + place * cell).collect::<Vec<_>>(), "{text}");
    }
}

/// A move that names its target by the one before it or refuses promotion, and one that names another piece.
#[test]
fn words_of_a_move_are_heeded() {
    let game = read(&format!(
        "{BEGUN}   2   7五歩兵 （←7四）\n\n変化：2手\n   2   3五歩兵 （←3四）\n   3   3八歩兵 （←3九）\n"
    ));
    assert_eq!((game.record.nodes().count(), game.warnings.len()), (5, 0), "{:?}", game.warnings);
    // The variation begins with a capture where the move before it went.
    let takes = "k11/p11/12/12/7p4/12/7P4/12/12/12/P11/K11 b - 1";
    let game = read(&format!(
        "{}   1   5六歩兵 （←5七）\n   2   12三歩兵 （←12二）\n\n変化：2手\n   2   仝　歩兵 （←5五）\n   3   12十歩兵 （←12十一）\n",
        head(takes)
    ));
    assert_eq!(played(&game), ["5g5f", "12b12c", "5e5f", "12k12j"]);

    let enters = "k11/p11/12/12/5R6/12/12/12/12/12/12/K11 b - 1";
    let head = head(enters);
    for (words, expected) in [("飛車成", "7e7d+"), ("飛車不成", "7e7d"), ("飛車", "7e7d")] {
        let game = read(&format!("{head}   1   7四{words} （←7五）\n"));
        let m = game.record.main_line().find_map(|id| game.record.node(id).played()).map(|m| Variant::Chu.usi(m));
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
            "followed by its second step",
        ),
        ("手合割：中将棋\n手数----指手--\n   1二歩目 6八獅子 （←7九）\n", "without a first step before it"),
        ("手合割：中将棋\n手数----指手--\n   1   7八歩兵\n", "a move with its origin"),
        ("手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n", "followed by its second step"),
        ("手合割：中将棋\n手数----指手--\n   1一歩目 7九獅子 （←7十）\n   2   投了\n", "followed by its second step"),
        ("手合割：中将棋\n|・・・・・・・・・・・・|一\n手数----指手--\n", "ranks are missing"),
        ("手合割：将棋\n手数----指手--\n", "unknown handicap"),
        ("手合割：その他\n手数----指手--\n", "there is no diagram"),
    ] {
        let error = refusal(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_diagram_has_as_many_ranks_as_the_board() {
    let rank = format!("|{}|\n", "・".repeat(12));
    assert!(refusal(&rank.repeat(13)).contains("too many ranks"));
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
            0 => usize::from(KIF.read(Variant::Chu, text.as_bytes()).is_err()),
            1 => usize::from(Variant::Chu.read_sfen(&text, SfenMode::Composed).is_err()),
            _ => text.split(' ').filter(|text| Variant::Chu.start().parse_move(text).is_err()).count(),
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
        let mut record = Record::new(Variant::Chu.start());
        let mut position = Variant::Chu.start();
        let mut node = Record::ROOT;
        for text in moves.split(' ') {
            assert_eq!(position.verdict(), None, "{id}: before {text}");
            let m = position.parse_move(text).unwrap_or_else(|error| panic!("{id}: {error}"));
            node = record.push(node, Step::Move(m));
            position.make(m);
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
        assert_eq!(position.verdict(), expected, "{id}: {}", position.sfen());
        let (bytes, losses) = KIF.write_file(&[&record]).unwrap();
        assert!(losses.is_empty(), "{id}");
        assert_eq!(KIF.read(Variant::Chu, &bytes).unwrap().pop().unwrap().record, record, "{id}");
        count += 1;
    }
    assert_eq!(count, 10);
}
