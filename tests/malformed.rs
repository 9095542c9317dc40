//! Input that no client should send: the process lives on, says why, and keeps its position, unless that is what was
//! refused.

use crate::support::{Engine, Heard, count};
use kumataka::usi::{Engine as InProcess, Games, Output};
use proptest::prelude::*;

/// Each is answered by an `info string` and changes nothing, except that a refused position or game leaves no position.
const MALFORMED: &[&str] = &[
    "hello",
    "USI",
    "usi2",
    "isready?",
    "go_",
    "ucinewgame",
    "uci",
    "=",
    "\"usi\"",
    "\u{1b}[2J",
    "熊鷹",
    "position",
    "position ",
    "position sfen",
    "position moves 7g7f",
    "position sfen moves 7g7f",
    "position startpos 7g7f",
    "position startpos move 7g7f",
    "position startpos moves 7g",
    "position startpos moves 7g7f3c3d",
    "position startpos moves 7g7e",
    "position startpos moves 3c3d",
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e 9z9z",
    "position startpos moves P*5e",
    "position startpos moves p*5e",
    "position startpos moves P*5e+",
    "position startpos moves K*5e",
    "position startpos moves 5i5a",
    "position startpos moves 7g7f+",
    "position startpos moves resign",
    "position startpos moves 0000",
    "position startpos moves 1a1a",
    "position startpos moves 7g7f ponder 3c3d",
    "position startpos moves ７g７f",
    "position startpos moves \u{0}",
    "position sfen startpos",
    "position sfen x",
    "position sfen / b - 1",
    "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
    "position sfen 9/9/9/9/9/9/9/9 b - 1",
    "position sfen 9/9/9/9/9/9/9/9/9/9 b - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN b - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNLL b - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNX b - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG+KGSNL b - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b K 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 99P 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R 1",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - x",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 1 1",
    "position sfen 4k4/4k4/9/9/9/9/9/9/4K4 b - 1",
    "position sfen P3k4/9/9/9/9/9/9/9/4K4 b - 1",
    "position sfen 4k4/4P4/4P4/9/9/9/9/9/4K4 b - 1",
    "position sfen 4k4/4G4/9/9/9/9/9/9/4K4 b - 1",
    "position sfen 99999999999999999999/9 b - 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "setoption",
    "setoption name",
    "setoption value 3",
    "setoption USI_Hash 3",
    "setoption name USI_Hash",
    "setoption name USI_Hash value",
    "setoption name USI_Hash value 0",
    "setoption name USI_Hash value -1",
    "setoption name USI_Hash value 1.5",
    "setoption name USI_Hash value 99999999999999999999999999",
    "setoption name Threads value many",
    "setoption name Threads value 0",
    "setoption name Threads value 100000",
    "setoption name MultiPV value 0",
    "setoption name USI_Ponder value yes",
    "setoption name USI_Variant value chess",
    "setoption name EnteringKingRule value CSARule30",
    "setoption name ToriRepetition value 4",
    "setoption name No_Such_Option value 1",
    "setoption name value",
    "go perft",
    "go perft -",
    "go perft x",
    "go perft 99999999999999999999",
    "go perft 1000",
];

#[test]
fn malformed_lines_are_answered_and_change_nothing() {
    assert!(MALFORMED.len() >= 60);
    let mut engine = Engine::ready();
    engine.send("position startpos moves 7g7f");
    let before = engine.sfen();
    for line in MALFORMED {
        engine.send(line);
        let answers = engine.sync();
        assert_eq!((answers.len(), count(&answers, "info string ")), (1, 1), "{line:?}: {answers:#?}");
        if line.starts_with("position") || line.contains("USI_Variant") {
            engine.send("go depth 1");
            assert_eq!(engine.expect("bestmove"), "bestmove resign", "{line:?}");
            engine.send("setoption name USI_Variant value shogi");
            engine.send("position startpos moves 7g7f");
        }
        assert_eq!(engine.sfen(), before, "{line:?}");
    }
    engine.send("go depth 1");
    engine.expect("bestmove");
    assert!(engine.finish().0.success());
}

/// A `go` is owed its move however it is spelt.
#[test]
fn malformed_limits_still_end_in_a_move() {
    let mut engine = Engine::ready();
    for line in [
        "go depth",
        "go depth x",
        "go nodes",
        "go nodes -5",
        "go movetime x",
        "go btime x wtime y",
        "go btime",
        "go byoyomi",
        "go btime 1e9x wtime 5",
        "go btime ٣ wtime 5",
        "go depth 1 depth",
        "go depth 1 foo bar",
        "go searchmoves depth 1",
        "go searchmoves xx depth 1",
        "go depth 1 \u{0}",
    ] {
        engine.send(line);
        engine.send("stop");
        let lines = engine.until("bestmove");
        assert!(!line.ends_with(|c: char| c.is_alphabetic()) || count(&lines, "info string") > 0, "{line} {lines:#?}");
    }
    assert!(engine.sync().is_empty());
}

#[test]
fn huge_lines_are_read() {
    let mut engine = Engine::ready();
    engine.send(&"x".repeat(1 << 20));
    assert!(engine.expect("info string unknown command").len() < 200);
    engine.send(&format!("position startpos moves {}", "7g7f ".repeat(100_000)));
    assert!(engine.expect("info string").contains("move 2"));
    let word = "x".repeat(200_000);
    engine.send(&format!("position startpos moves {word}"));
    assert!(engine.expect("info string position refused: move 1: ").len() < 200);
    engine.send("position startpos");
    engine.send(&format!("go depth 1 searchmoves {word}"));
    assert!(engine.expect("info string searchmoves ignores ").len() < 200);
    engine.expect("bestmove");
    engine.send(&format!("setoption name {} value 1", "a ".repeat(10_000)));
    engine.expect("info string there is no option");
}

/// Words of the protocol, so that random lines get deep into it. No long perft, no log files, no large tables.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "usi",
        "isready",
        "setoption",
        "name",
        "value",
        "usinewgame",
        "position",
        "startpos",
        "sfen",
        "moves",
        "go",
        "stop",
        "ponderhit",
        "gameover",
        "win",
        "d",
        "eval",
        "help",
        "infinite",
        "ponder",
        "depth",
        "nodes",
        "movetime",
        "btime",
        "wtime",
        "byoyomi",
        "binc",
        "winc",
        "mate",
        "perft",
        "searchmoves",
        "7g7f",
        "3c3d",
        "8h2b+",
        "P*5e",
        "0",
        "1",
        "2",
        "-1",
        "b",
        "w",
        "-",
        "MultiPV",
        "USI_Ponder",
        "USI_Variant",
        "torishogi",
        "shogi",
        "true",
        "Skill_Level",
        "EnteringKingRule",
        "TryRule",
        "ToriPromotion",
        "optional",
        "MaxMovesToDraw",
        "2g2f",
        "8c8d",
        "4k4/9/4P4/9/9/9/9/9/4K4",
        "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        "RB2G2S2N2L9Prb2g2s2n2l9p",
    ])
    .prop_map(str::to_owned);
    prop_oneof![9 => known, 1 => "[ -~]{0,8}", 1 => "\\PC{0,4}"]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(word(), 1..9).prop_map(|words| words.join(" ").into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    let mangled =
        (prop::sample::select(MALFORMED), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(line, at, new)| {
            let mut bytes = line.as_bytes().to_vec();
            let at = at.index(bytes.len());
            bytes[at] = new;
            bytes
        });
    prop_oneof![6 => words, 1 => bytes, 3 => mangled]
}

/// Whether a line would write files, take much memory, or count for long: not what is tested here.
fn is_costly(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    ["perft", "hash", "threads", "debuglogfile", "bench"].iter().any(|word| text.contains(word))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn no_lines_at_all_break_the_engine(lines in prop::collection::vec(line(), 1..12)) {
        let heard = Heard::default();
        let mut engine = InProcess::new(Games::all(), Output::new(heard.clone()));
        let mut searches = 0;
        let _ = engine.obey(b"setoption name USI_Hash value 1");
        for line in lines.iter().filter(|line| !is_costly(line)) {
            let _ = engine.obey(line);
            let text = String::from_utf8_lossy(line);
            let mut words = text.trim_start_matches('\u{feff}').split_ascii_whitespace();
            searches += usize::from(words.next() == Some("go") && !words.any(|word| word == "mate"));
        }
        let _ = engine.obey(b"stop");
        let _ = engine.obey(b"gameover lose");
        let _ = engine.obey(b"isready");
        let said = heard.lines();
        prop_assert_eq!(said.last().map(String::as_str), Some("readyok"));
        prop_assert_eq!(count(&said, "bestmove "), searches, "{:#?}", said);
    }
}
