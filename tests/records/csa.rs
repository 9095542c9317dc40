//! CSA files as they come: lines of servers, moves taken back, fouls, and statements out of their places.

use kumataka::board::Color;
use kumataka::record::{Ending, Format, Outcome, Reading, Record, Step, usi};
use kumataka::variants::Variant;
use std::fs;

const CSA: Format = Format::CSA;
const KIF: Format = Format::KIFU;

fn read_as(format: Format, text: &str) -> Reading {
    let mut games = format.read(Variant::Shogi, text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn read(text: &str) -> Reading {
    read_as(CSA, text)
}

fn line(reading: &Reading) -> String {
    usi::line(&reading.record)
}

fn told(reading: &Reading) -> Vec<String> {
    reading.warnings.iter().map(ToString::to_string).collect()
}

const SERVER_RECORD: &str = "\
V2
N+A
N-B
To_Move:+
$EVENT:A+B+20240101
I+1200,10,x2|01XX
PI
+
'rating:A:B
+7776FU
T6
-3334FU
T27
#ILLEGAL_MOVE
#GOTE_WIN
'summary:illegal move:A lose:B win
$END_TIME:2024/01/01 12:00:00
";

#[test]
fn lines_of_servers_are_left_out_and_end_the_game() {
    let game = read(SERVER_RECORD);
    assert_eq!(line(&game), "position startpos moves 7g7f 3c3d");
    assert_eq!(game.record.outcome(), Some((&Ending::FoulLoss, Outcome::Win(Color::White))));
    assert_eq!(game.record.headers.get("終了日時"), Some("2024/01/01 12:00:00"));
    let left_out =
        |number: usize, line: &str| format!("line {number}: \"{line}\" is not a line of a CSA file, and was left out");
    let all = told(&game);
    for (number, line) in [(4, "To_Move:+"), (6, "I+1200,10,x2|01XX"), (14, "#ILLEGAL_MOVE"), (15, "#GOTE_WIN")] {
        assert!(all.contains(&left_out(number, line)), "{all:?}");
    }
}

#[test]
fn the_ending_of_a_record_goes_before_that_of_a_server() {
    for (lines, ending, winner) in [
        ("%TORYO\n#RESIGN\n#WIN\n", Ending::Resignation, Color::White),
        ("#TIME_UP\n#LOSE\n%TIME_UP\n", Ending::TimeLoss, Color::White),
        ("#RESIGN\n", Ending::Resignation, Color::White),
        ("#TIME_UP\n", Ending::TimeLoss, Color::White),
        ("#JISHOGI\n#SENTE_WIN\n", Ending::Declaration, Color::Black),
        ("'summary:toryo:A lose:B win\n", Ending::Resignation, Color::White),
    ] {
        let game = read(&format!("N+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n{lines}"));
        assert_eq!(game.record.outcome(), Some((&ending, Outcome::Win(winner))), "{lines}");
    }
    let without = read("PI\n+\n+7776FU\n#WIN\n");
    assert_eq!(without.record.outcome(), None);
}

/// What a client writes down of a game, from its summary on.
#[test]
fn the_log_of_a_client_is_a_record() {
    let log = "LOGIN:A OK\nBEGIN Game_Summary\nProtocol_Version:1.2\nName+:A\nName-:B\nYour_Turn:-\nTo_Move:+\nBEGIN Time\n\
               Time_Unit:1sec\nTotal_Time:600\nEND Time\nBEGIN Position\nPI\nEND Position\nEND Game_Summary\nSTART:x\n\
               +7776FU,T12\n-3334FU,T6\n%TORYO,T5\n#RESIGN\n#WIN\n";
    let game = read(log);
    assert_eq!(line(&game), "position startpos moves 7g7f 3c3d");
    assert_eq!(game.record.outcome(), Some((&Ending::Resignation, Outcome::Win(Color::White))));
    assert_eq!((game.record.headers.get("先手"), game.record.headers.get("後手")), (Some("A"), Some("B")));
    let seconds: Vec<u64> =
        game.record.main_line().map(|id| game.record.node(id).time.unwrap().spent.as_secs()).collect();
    assert_eq!(seconds, [12, 6, 5]);
}

#[test]
fn a_statement_is_what_it_looks_like_wherever_it_stands() {
    let moves = "position startpos moves 7g7f 3c3d";
    for (text, warnings) in [
        ("V2\nTo_Move:+\nPI\n+7776FU\n-3334FU\n", 1),
        ("PI\n+7776FU\nT6\n-3334FU\n", 1),
        ("+\n+7776FU\n-3334FU\n", 1),
        ("+7776FU\n-3334FU\n", 2),
        ("PI\n+\n+7776FU T6 -3334FU,T7\n", 0),
        ("PI\n+\n--------\n+7776FU\n\x20\x20-3334FU\n", 1),
        ("+\nPI\nT3\n+7776FU\nTx\n-3334FU\n", 2),
        ("PI\n+\n+7776FU\nT1:02\n-3334FU\n", 1),
        ("PI\n+\n+7776FU\n-3334FU\n+\n", 0),
        ("PI\n+\n+7776FU\n-3334FU\n-\nsome words\n", 2),
    ] {
        let game = read(text);
        assert_eq!((line(&game).as_str(), told(&game).len()), (moves, warnings), "{text} {:?}", told(&game));
    }
    let named = read("PI\n+\n+7776FU\n%TORYO\nN+A\n$EVENT:x\n");
    assert_eq!((named.record.headers.get("先手"), named.record.headers.get("棋戦")), (Some("A"), Some("x")));
}

#[test]
fn files_that_were_put_one_behind_the_other_are_several_games() {
    let text = "V2.2\nN+A\nPI\n+\n+7776FU\n%TORYO\n$END_TIME:x\nV2.2\nN+B\nPI\n+\n+2726FU\n'*x\nN+C\nPI\n+\n-3334FU\n";
    let games = CSA.read_each(Variant::Shogi, text.as_bytes()).unwrap();
    assert_eq!(games.len(), 3);
    let [Ok(first), Ok(second), Err(third)] = &games[..] else { panic!("{games:?}") };
    let black = |game: &Reading| game.record.headers.get("先手").map(str::to_owned);
    assert_eq!((black(first).as_deref(), black(second).as_deref()), (Some("A"), Some("B")));
    assert_eq!(third.error.to_string(), "line 17: a move of the side whose turn it is not");
}

/// The moves of all lines, the game first.
fn lines(record: &Record) -> Vec<Vec<String>> {
    let leaves = record.nodes().filter(|&id| record.node(id).children().is_empty());
    let text = |step: &Step| match step {
        Step::Move(m) | Step::Illegal(m) => Variant::Shogi.usi(*m),
        Step::End(ending) => ending.to_string(),
    };
    let line = |leaf| {
        let mut steps = Vec::new();
        let mut here = leaf;
        while let Some(step) = record.node(here).step() {
            steps.push(text(step));
            here = record.node(here).parent();
        }
        steps.reverse();
        steps
    };
    leaves.map(line).collect()
}

#[test]
fn a_move_that_was_taken_back_becomes_a_variation() {
    let taken = ["7g7f", "3c3d", "move taken back"].as_slice();
    for (after, game) in [
        ("+2726FU\n", &["2g2f"][..]),
        ("-8384FU\n+2726FU\n", &["7g7f", "8c8d", "2g2f"]),
        ("-8384FU\n%TORYO\n", &["7g7f", "8c8d", "resignation"]),
        ("T3\n'*oh\n-8384FU\n", &["7g7f", "8c8d"]),
    ] {
        let read = read(&format!("PI\n+\n+7776FU\n-3334FU\n%MATTA\n{after}"));
        assert_eq!(lines(&read.record), [game, taken], "{after}");
        assert_eq!(told(&read).len(), 0, "{after}");
        for format in [KIF, Format::JKF] {
            let written = format.write(&read.record).unwrap();
            assert_eq!(lines(&read_as(format, &written.text).record), [game, taken], "{format} {after}");
        }
    }
    let twice = read("PI\n+\n+7776FU\n-3334FU\n+2726FU\n%MATTA\n%MATTA\n-8384FU\n");
    assert_eq!(lines(&twice.record)[0], ["7g7f", "8c8d"]);
    let last = read("PI\n+\n+7776FU\n%MATTA\n");
    assert_eq!(last.record.outcome(), Some((&Ending::TakeBack, Outcome::Undecided)));
    let illegal = read("PI\n+\n+7775FU\n%MATTA\n+7776FU\n");
    assert_eq!(line(&illegal), "position startpos moves 7g7f");
    let nothing = read("PI\n+\n%MATTA\n+7776FU\n");
    assert_eq!(line(&nothing), "position startpos moves 7g7f");
    let jkf = "{\"header\":{},\"moves\":[{},{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\
               \"FU\"}},{\"special\":\"MATTA\"},{\"move\":{\"color\":0,\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\
               \"piece\":\"FU\"}}]}";
    assert_eq!(lines(&read_as(Format::JKF, jkf).record), [&["2g2f"][..], &["7g7f", "move taken back"]]);
}

/// `fouls.csa` holds games of `kumataka match`, each lost by the illegal move that it ends with. cshogi 1.1.0 and python-shogi
/// 1.1.1 read the winners that `expected.tsv` has.
#[test]
fn a_foul_has_the_sign_of_the_offender() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records/fouls.csa");
    let original = fs::read_to_string(path).unwrap();
    let games = CSA.read(Variant::Shogi, original.as_bytes()).unwrap();
    for game in &games {
        let record = &game.record;
        let foul = record.main_line().find(|&id| matches!(record.node(id).step(), Some(Step::Illegal(_)))).unwrap();
        let offender = record.side_to_move(record.node(foul).parent());
        assert_eq!(record.outcome(), Some((&Ending::FoulWin, Outcome::Win(!offender))));
        assert_eq!(told(game), [""; 0]);
    }
    let records: Vec<&Record> = games.iter().map(|game| &game.record).collect();
    assert_eq!(String::from_utf8(CSA.write_file(&records).unwrap().0).unwrap(), original);
    // The word that is about the side to move is read as old versions wrote it: nobody else can have lost by that move.
    let old = original.replace("%+ILLEGAL_ACTION", "%ILLEGAL_MOVE").replace("%-ILLEGAL_ACTION", "%ILLEGAL_MOVE");
    let again = CSA.read(Variant::Shogi, old.as_bytes()).unwrap();
    assert!(again.iter().zip(&records).all(|(old, new)| old.record == **new));
}

#[test]
fn a_foul_without_its_move_is_told_in_both_ways() {
    for (word, ending, winner) in [
        ("ILLEGAL_MOVE", Ending::FoulLoss, Color::White),
        ("+ILLEGAL_ACTION", Ending::FoulLoss, Color::White),
        ("-ILLEGAL_ACTION", Ending::FoulWin, Color::Black),
    ] {
        let game = read(&format!("PI\n+\n+7776FU\n-3334FU\n%{word}\n"));
        assert_eq!(game.record.outcome(), Some((&ending, Outcome::Win(winner))), "{word}");
        for format in [CSA, KIF, Format::JKF] {
            let again = read_as(format, &format.write(&game.record).unwrap().text);
            assert_eq!(again.record.outcome(), game.record.outcome(), "{format} {word}");
        }
    }
}

#[test]
fn lines_of_comments_are_told_in_the_moves_of_the_format() {
    let comments = ["* 47 -8384FU +2625FU", "* -3000000", "* 9 P-8d", "* 5 -8384FU -3334FU", "* 5 -8384FU #1200"];
    let notes: String = comments.iter().map(|comment| format!("'*{comment}\n")).collect();
    let game = read(&format!("PI\n+\n+2726FU\nT3\n{notes}"));
    for format in [KIF, Format::KI2U] {
        let text = format.write(&game.record).unwrap().text;
        let clock = if format == KIF { "00:03.0" } else { "00:00.0" };
        let expected = [
            &format!("**対局 時間 {clock} 評価値 47 読み筋 △８四歩(83) ▲２五歩(26)"),
            &format!("**対局 時間 {clock} 評価値 -3000000"),
            "** 9 P-8d",
            "** 5 -8384FU -3334FU",
            &format!("**対局 時間 {clock} 評価値 5 読み筋 △８四歩(83) #1200"),
        ];
        let written: Vec<&str> = text.lines().filter(|line| line.starts_with('*')).collect();
        assert_eq!(written, expected);
        let again = read_as(format, &text);
        let first = again.record.main_line().next().unwrap();
        assert_eq!(again.record.node(first).comments, comments);
        // As old versions wrote it.
        let old = text.replace("△８四歩(83) ▲２五歩(26)", "-8384FU +2625FU");
        assert!(read_as(format, &old).record == again.record);
    }
    // KIF to KIF.
    let kif = "手合割：平手\n   1 ２六歩(27)   ( 0:03/00:00:03)\n** 47 -8384FU +2625FU\n** 9 P-8d\n";
    let text = KIF.write(&read_as(KIF, kif).record).unwrap().text;
    assert!(text.contains("読み筋 △８四歩(83) ▲２五歩(26)\n** 9 P-8d\n"), "{text}");
    assert!(KIF.write(&read_as(KIF, &text).record).unwrap().text == text);
}
