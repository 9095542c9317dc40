//! The protocol as a client meets it: the real binary over pipes.

mod between_games;
mod games;
mod hisshi;
mod lishogi;
mod refused;
mod results;

use crate::support::{Engine, count, folder, ms};
use std::time::{Duration, Instant};

/// Black is mated.
const MATED: &str = "4k4/9/9/9/9/9/4p4/4g4/4K4 b - 1";
/// Black may declare: 28 points and more in the camp.
const WON_BY_DECLARATION: &str = "+R+BGK1GS2/PP+R+BPSPPP/9/9/9/9/9/9/4k4 b G3L2S 1";
/// Black mates in one.
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

/// Processor time for what begins and ends a search.
const SLACK: Duration = Duration::from_millis(100);

/// Fails if the engine works longer than `limit` from words of a client to its answer, a line that starts with `answer`. It
/// works all the time that a search takes, and however busy the machine is, no longer. Returns the time that has passed, which
/// may be longer, and all lines.
#[track_caller]
fn assert_within(limit: Duration, engine: &mut Engine, words: &str, answer: &str) -> (Duration, Vec<String>) {
    let (started, before) = (Instant::now(), engine.processor_time());
    engine.send(words);
    let lines = engine.until(answer);
    let (passed, used) = (started.elapsed(), engine.processor_time().saturating_sub(before));
    assert!(used <= limit + SLACK, "{words}: {used:?} for {limit:?}");
    (passed, lines)
}

fn is_info(line: &str) -> bool {
    line.starts_with("info ")
}

/// The value behind a word of an info line.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|&word| word != name).nth(1)
}

#[test]
fn introduces_itself_fast_and_only_when_asked() {
    let mut engine = Engine::start();
    assert!(engine.listen(ms(100)).is_empty());
    let (_, lines) = assert_within(ms(900), &mut engine, "usi", "usiok");
    assert!(lines[0].starts_with("id name Kumataka") && lines[1].starts_with("id author "));
    for line in &lines[2..lines.len() - 1] {
        let words = line.split(' ').collect::<Vec<_>>();
        assert_eq!((words[0], words[1], words[3]), ("option", "name", "type"), "{line}");
        if words[4] == "button" {
            assert_eq!(words.len(), 5, "{line}");
            continue;
        }
        assert_eq!(words[5], "default", "{line}");
        match words[4] {
            "spin" => assert_eq!((words[7], words[9], words.len()), ("min", "max", 11), "{line}"),
            "combo" => {
                assert!(words[7..].iter().step_by(2).all(|&word| word == "var"), "{line}");
                assert_eq!(words[8], words[6], "{line}");
            }
            "check" => assert!(["true", "false"].contains(&words[6]), "{line}"),
            kind => {
                assert_eq!(kind, if words[2].ends_with("File") { "filename" } else { "string" }, "{line}");
                assert!(["<empty>", "<internal>"].contains(&words[6]), "{line}");
            }
        }
    }
    for name in ["USI_Hash", "USI_Ponder", "Threads", "MultiPV", "USI_Variant", "EnteringKingRule", "Skill_Level"] {
        assert_eq!(count(&lines, &format!("option name {name} ")), 1);
    }
    let (status, rest) = engine.finish();
    assert!(status.success() && rest.is_empty());
}

#[test]
fn one_bestmove_a_go_whatever_comes_between() {
    let scripts: &[&[&str]] = &[
        &["go depth 3"],
        &["go depth 3", "stop", "stop"],
        &["go infinite", "stop"],
        &["go infinite", "go depth 2"],
        &["go infinite", "go infinite", "go infinite", "stop"],
        &["go infinite", "position startpos moves 7g7f", "go depth 2"],
        &["go infinite", "position startpos moves 7g7f", "stop", "go depth 2"],
        &["go infinite", "isready", "stop"],
        &["go infinite", "setoption name USI_Hash value 2", "stop", "go depth 2"],
        &[
            "go infinite",
            "setoption name Threads value 2",
            "go depth 3",
            "setoption name Threads value 1",
            "go depth 3",
        ],
        &["go infinite", "setoption name USI_Variant value torishogi", "go depth 2"],
        &["go infinite", "setoption name Clear_Hash", "go depth 2"],
        &["go infinite", "usinewgame", "go depth 2"],
        &["go infinite", "gameover win"],
        &["go infinite", "stop", "gameover lose"],
        &["go depth 2", "gameover draw", "usinewgame", "isready", "position startpos", "go depth 2"],
        &["go infinite", "d", "moves", "eval", "stop"],
        &["go infinite", "go perft 2", "go depth 2"],
        &["go infinite", "quit"],
        &["go ponder btime 1000 wtime 1000", "stop"],
        &["go ponder btime 100 wtime 100", "ponderhit"],
        &["go ponder", "ponderhit btime 100 wtime 100 byoyomi 50"],
        &["go ponder infinite", "ponderhit", "stop"],
        &["go ponder", "go ponder", "position startpos moves 2g2f", "go nodes 500"],
        &["go ponder", "gameover lose"],
        &["ponderhit", "stop", "go nodes 100", "ponderhit"],
        &["go nodes 1"],
        &["go depth 1"],
        &["go movetime 0"],
        &["go btime 0 wtime 0"],
        &["go btime -100 wtime -100 byoyomi 0"],
        &["go btime 1 wtime 1 binc 1 winc 1"],
        &["go depth x", "stop"],
        &["go movetime", "stop"],
        &["go btime wtime", "stop"],
        &["go nodes 300 nonsense"],
        &["go searchmoves 7g7f 2g2f depth 3"],
        &["go depth 3 searchmoves 9z9z"],
        &["go mate 1000", "go depth 2", "go mate infinite", "stop"],
        &["setoption name MultiPV value 600", "go depth 2"],
    ];
    for script in scripts {
        let mut engine = Engine::ready();
        engine.send("position startpos");
        script.iter().for_each(|line| engine.send(line));
        let is_search = |line: &&&str| line.starts_with("go ") && !line.contains("perft") && !line.contains("mate");
        let expected = script.iter().filter(is_search).count();
        let mates = script.iter().filter(|line| line.starts_with("go mate")).count();
        // A script without an open search must end by itself: the end of the input would hide a hanging one.
        let mut lines = Vec::new();
        while !script.contains(&"quit") && count(&lines, "bestmove") < expected {
            lines.extend(engine.until("bestmove"));
        }
        let (status, rest) = engine.finish();
        lines.extend(rest);
        assert!(status.success(), "{script:?}");
        assert_eq!(count(&lines, "bestmove"), expected, "{script:?} {lines:#?}");
        assert_eq!(count(&lines, "checkmate"), mates, "{script:?}");
    }
}

#[test]
fn silent_while_pondering_or_analysing_until_told() {
    for sfen in [MATED, WON_BY_DECLARATION, MATE_IN_ONE, "9/9/9/3k5/9/5K3/9/9/9 b - 1"] {
        for (go, end) in [
            ("go infinite depth 1", "stop"),
            ("go infinite", "stop"),
            ("go ponder btime 0 wtime 0", "stop"),
            ("go ponder btime 0 wtime 0", "ponderhit"),
            ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 1"),
        ] {
            let mut engine = Engine::ready();
            engine.send(&format!("position sfen {sfen}"));
            engine.send(go);
            let early = engine.listen(ms(150));
            assert!(early.iter().all(|line| is_info(line)), "{sfen} {go} {early:#?}");
            engine.send(end);
            let best = engine.expect("bestmove");
            match sfen {
                MATED => assert_eq!(best, "bestmove resign"),
                WON_BY_DECLARATION => assert_eq!(best, "bestmove win"),
                MATE_IN_ONE => assert_eq!(best, "bestmove G*5b"),
                _ => assert!(best.len() > "bestmove ".len()),
            }
            assert_eq!(count(&engine.sync(), "bestmove"), 0);
        }
    }
}

#[test]
fn ends_of_games_are_scored() {
    let mut engine = Engine::ready();
    for (sfen, score, best) in [
        (MATED, "info depth 0 score mate -1", "bestmove resign"),
        (WON_BY_DECLARATION, "info depth 0 score mate 1", "bestmove win"),
    ] {
        engine.send(&format!("position sfen {sfen}"));
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        assert_eq!(lines[lines.len() - 2..], [score, best]);
    }
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ") && line.ends_with(" pv G*5b")), "{lines:#?}");
    engine.send("setoption name EnteringKingRule value TryRule");
    engine.send("position sfen 9/4K4/9/9/9/9/9/9/8k b - 1");
    engine.send("go depth 3");
    assert_eq!(engine.expect("bestmove"), "bestmove 5b5a");
}

#[test]
fn resigns_when_told_so() {
    let mut engine = Engine::ready();
    engine.send("setoption name ResignValue value 1000");
    engine.send("position sfen 4k4/1r5b1/9/9/9/9/9/9/4K4 b rb4g4s 1");
    engine.send("go depth 4");
    assert_eq!(engine.expect("bestmove"), "bestmove resign");
    engine.send("go infinite");
    engine.listen(ms(50));
    engine.send("stop");
    assert_ne!(engine.expect("bestmove"), "bestmove resign");
    engine.send("setoption name USI_AnalyseMode value true");
    engine.send("go depth 4");
    assert_ne!(engine.expect("bestmove"), "bestmove resign");
}

#[test]
fn info_lines_say_what_clients_read() {
    let mut engine = Engine::ready();
    engine.send("position startpos moves 7g7f 3c3d");
    engine.send("go depth 8");
    let lines = engine.until("bestmove");
    let last = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
    for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(field(last, name).is_some_and(|value| value.parse::<u64>().is_ok()), "{name}: {last}");
    }
    assert_eq!(field(last, "depth"), Some("8"));
    assert_eq!(field(last, "score"), Some("cp"));
    assert!(field(last, "cp").unwrap().parse::<i32>().is_ok());
    let words = lines.last().unwrap().split(' ').collect::<Vec<_>>();
    assert_eq!(field(last, "pv"), Some(words[1]));
    assert_eq!((words[2], words.len()), ("ponder", 4));
}

/// The search works on while the words are on their way, which on a busy machine takes a moment.
#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::ready();
    for (go, hit) in [
        ("go ponder btime 0 wtime 0 byoyomi 400", "ponderhit"),
        ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 400"),
        ("go ponder btime 9000 wtime 9000 byoyomi 9000", "ponderhit wtime 0 btime 0 byoyomi 400"),
    ] {
        engine.send("position startpos moves 7g7f 3c3d");
        engine.send(go);
        assert_eq!(count(&engine.listen(ms(600)), "bestmove"), 0);
        assert_within(ms(900), &mut engine, hit, "bestmove");
    }
}

#[test]
fn stops_at_once() {
    let mut engine = Engine::ready();
    for go in ["go infinite", "go ponder btime 60000 wtime 60000", "go depth 100", "go movetime 60000"] {
        engine.send("position startpos");
        engine.send(go);
        engine.expect("info depth 5 ");
        assert_within(ms(900), &mut engine, "stop", "bestmove");
    }
}

#[test]
fn clocks_are_kept() {
    let mut engine = Engine::ready();
    for (go, limit) in [
        ("go movetime 200", 200),
        ("go btime 0 wtime 0 byoyomi 200", 200),
        ("go byoyomi 200 wtime 0 btime 0", 200),
        ("go winc 100 binc 100 btime 300 wtime 300", 300),
        ("go btime 300 wtime 300 byoyomi 100 binc 50 winc 50", 400),
        ("go btime 100 wtime 100", 100),
    ] {
        engine.send("position startpos moves 7g7f 3c3d");
        assert_within(ms(limit), &mut engine, go, "bestmove");
    }
    engine.send("setoption name Threads value 2");
    engine.sync();
    assert_within(ms(2 * 200), &mut engine, "go movetime 200", "bestmove");
}

#[test]
fn gameover_without_a_search_says_nothing() {
    let mut engine = Engine::ready();
    engine.send("position startpos");
    for result in ["win", "lose", "draw", ""] {
        engine.send(&format!("gameover {result}"));
    }
    assert!(engine.sync().is_empty());
    engine.send("go infinite");
    engine.send("gameover lose");
    engine.expect("bestmove");
    assert!(engine.listen(ms(100)).is_empty());
}

#[test]
fn mate_search_answers_once() {
    let mut engine = Engine::ready();
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    for go in ["go mate 10000", "go mate infinite", "go mate", "go infinite mate"] {
        engine.send(go);
        assert_eq!(engine.until("checkmate").last().map(String::as_str), Some("checkmate G*5b"), "{go}");
        engine.send("stop");
        assert!(engine.sync().is_empty());
    }
    engine.send("position startpos");
    engine.send("go mate 10000");
    assert_eq!(engine.until("checkmate").last().map(String::as_str), Some("checkmate nomate"));
    // Whoever is mated already leaves no move to tell.
    engine.send("setoption name MateDefenderFirst value true");
    engine.send("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    engine.send("go mate 10000");
    assert_eq!(engine.until("checkmate"), ["info string the defender is mated already", "checkmate nomate"]);
    // A time that cannot be read is none for ever.
    engine.send(&format!("position sfen {LONG_PROBLEM}"));
    engine.send("go mate 1s");
    let lines = engine.until("checkmate");
    assert_eq!(count(&lines, "info string mate needs a whole number"), 1, "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
}

/// A problem that takes far longer than the test.
const LONG_PROBLEM: &str = "4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1";

fn mate_search_keeps_its_limits_with(threads: &str) {
    let mut engine = Engine::ready();
    engine.send(&format!("setoption name Threads value {threads}"));
    engine.send(&format!("position sfen {LONG_PROBLEM}"));
    let started = Instant::now();
    engine.send("go mate 300");
    assert_eq!(engine.until("checkmate").last().map(String::as_str), Some("checkmate timeout"));
    assert!(started.elapsed() >= ms(300));
    for end in ["stop", "gameover lose", "position startpos", "usinewgame"] {
        engine.send("go mate infinite");
        assert!(engine.listen(ms(50)).is_empty());
        engine.send(end);
        if end == "position startpos" {
            engine.send("stop");
        }
        assert_eq!(engine.until("checkmate").last().map(String::as_str), Some("checkmate timeout"), "{end}");
        assert!(engine.sync().is_empty(), "{end}");
        engine.send(&format!("position sfen {LONG_PROBLEM}"));
    }
}

#[test]
fn mate_search_keeps_its_limits() {
    mate_search_keeps_its_limits_with("1");
}

#[test]
fn mate_search_keeps_its_limits_with_threads() {
    mate_search_keeps_its_limits_with("2");
}

#[test]
fn perft_counts_move_by_move() {
    let mut engine = Engine::ready();
    engine.send("position startpos");
    for (depth, nodes) in [(0, 1), (1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        engine.send(&format!("go perft {depth}"));
        let lines = engine.until("Nodes searched: ");
        assert_eq!(lines.last(), Some(&format!("Nodes searched: {nodes}")));
        let counts = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).collect::<Vec<_>>();
        assert_eq!(counts.len(), if depth == 0 { 1 } else { 31 });
        assert!(depth == 0 || counts[..30].iter().sum::<u64>() == nodes);
    }
    engine.send("setoption name Threads value 2");
    engine.send("go perft 4");
    assert_eq!(engine.expect("Nodes"), "Nodes searched: 719731");
}

/// The client is heard while the engine counts or measures itself.
#[test]
fn counts_and_benches_can_be_stopped() {
    for (long, told) in [("go perft 9", "perft was stopped"), ("bench movetime 20000", "the bench was stopped")] {
        let mut engine = Engine::ready();
        engine.send("position startpos");
        engine.send(long);
        assert!(engine.sync().is_empty(), "{long}");
        engine.send("stop");
        engine.expect(&format!("info string {told}"));
        let (status, rest) = engine.finish();
        assert!(status.success() && rest.is_empty(), "{rest:#?}");
    }
}

/// The clock of a search runs, and a finished game leaves nothing to do.
#[test]
fn counts_and_benches_are_stopped_by_searches_and_by_ends_of_games() {
    for (long, told) in [("go perft 9", "perft was stopped"), ("bench movetime 20000", "the bench was stopped")] {
        for next in
            ["go depth 1", "go mate 1000", "gameover lose", "usinewgame", "setoption name USI_Variant value torishogi"]
        {
            let mut engine = Engine::ready();
            engine.send("position startpos");
            engine.send(long);
            engine.send(next);
            assert_eq!(count(&engine.sync(), &format!("info string {told}")), 1, "{long}, {next}");
        }
    }
}

/// Scripts send many in a row, and end without waiting.
#[test]
fn counts_and_benches_are_completed_before_the_next_one_and_the_end() {
    let mut engine = Engine::ready();
    for line in ["position startpos", "go perft 3", "go perft 4", "position startpos moves 7g7f", "go perft 1"] {
        engine.send(line);
    }
    engine.send("bench depth 1");
    let (status, lines) = engine.finish();
    assert!(status.success(), "{lines:#?}");
    assert_eq!(count(&lines, "Bench: "), 1, "{lines:#?}");
    let counts: Vec<&String> = lines.iter().filter(|line| line.starts_with("Nodes searched: ")).collect();
    assert_eq!(counts[..3], ["Nodes searched: 25470", "Nodes searched: 719731", "Nodes searched: 30"]);
}

/// What the next search needs is made before its clock runs.
#[test]
fn all_is_got_ready_beside_a_count_or_a_bench() {
    for long in ["go perft 9", "bench movetime 20000"] {
        let mut engine = Engine::ready();
        engine.send("position startpos");
        engine.send(long);
        engine.send("setoption name EvalFile value no such file.bin");
        let lines = engine.sync();
        assert!(lines.iter().any(|line| line.contains("no such file.bin: ")), "{long}: {lines:#?}");
    }
}

#[test]
fn games_change_with_the_variant() {
    let mut engine = Engine::ready();
    let shogi = engine.sfen();
    engine.send("setoption name USI_Variant value torishogi");
    assert_eq!(engine.sfen(), "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1");
    engine.send("position startpos");
    engine.send("go perft 3");
    assert_eq!(engine.expect("Nodes"), "Nodes searched: 5430");
    engine.send("go nodes 2000");
    engine.expect("bestmove");
    engine.send("position sfen 3k3/7/7/7/3S3/7/3K3 b F 1 moves 4e4d");
    assert!(engine.sync().is_empty());
    // The clients' other spelling, and back.
    engine.send("setoption name UCI_Variant value shogi");
    assert_eq!(engine.sfen(), shogi);
    engine.send("go nodes 2000");
    engine.expect("bestmove");
}

#[test]
fn tori_options_choose_the_rules() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value torishogi");
    engine.send("position sfen 3k3/7/1S5/7/7/7/3K3 b - 1");
    engine.send("moves");
    let forced = engine.expect("");
    assert!(forced.contains("6c6b+") && !forced.contains("6c6b "), "{forced}");
    engine.send("setoption name ToriPromotion value optional");
    engine.send("moves");
    let optional = engine.expect("");
    assert!(optional.contains("6c6b+") && optional.contains("6c6b "), "{optional}");
}

#[test]
fn short_commands_for_people() {
    let mut engine = Engine::ready();
    engine.send("position startpos moves 7g7f");
    engine.send("side");
    assert_eq!(engine.expect(""), "white");
    engine.send("multipv 3");
    engine.send("go depth 2");
    assert!(engine.until("bestmove").iter().any(|line| field(line, "multipv") == Some("3")));
    engine.send("multipv none");
    assert!(engine.expect("info string").contains("MultiPV takes a whole number"));
    engine.send("setoption name USI_MultiPV value 1");
    engine.send("setoption name MultiPV value 1");
    engine.send("go depth 2");
    assert!(engine.until("bestmove").iter().all(|line| field(line, "multipv") != Some("2")));
}

#[test]
fn the_button_clears_the_table() {
    let mut engine = Engine::ready();
    let nodes = |engine: &mut Engine| {
        engine.send("position startpos moves 7g7f");
        engine.send("go depth 7");
        let lines = engine.until("bestmove");
        field(&lines[lines.len() - 2], "nodes").map(str::to_owned)
    };
    let first = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), first);
    engine.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut engine), first);
    // A search that goes on when the button is pressed waits for its own end.
    engine.send("go infinite");
    engine.expect("info depth 5 ");
    engine.send("setoption name Clear Hash");
    assert_eq!(count(&engine.listen(ms(200)), "bestmove"), 0);
    engine.send("stop");
    engine.expect("bestmove");
    assert_eq!(nodes(&mut engine), first);
}

#[test]
fn shapes_of_position_that_clients_send() {
    let mut engine = Engine::ready();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for text in [
        "position startpos moves".to_owned(),
        format!("position sfen {start} b - 1 moves"),
        format!("position {start} b - 1"),
        format!("position {start} b - 1 moves"),
        format!("  position\tsfen  {start}  b  -  1\r"),
    ] {
        engine.send("position startpos moves 2g2f");
        engine.send(&text);
        assert_eq!(engine.sfen(), format!("{start} b - 1"), "{text}");
    }
    let shuffle = "4i4h 6a6b 4h4i 6b6a ".repeat(500);
    engine.send(&format!("position startpos moves {shuffle}"));
    assert_eq!(engine.sfen(), format!("{start} b - 2001"));
    engine.send("go nodes 1000");
    engine.expect("bestmove");
}

#[test]
fn positions_with_one_king_are_searched() {
    let mut engine = Engine::ready();
    for sfen in [
        "9/9/9/9/4k4/9/9/9/9 b RBG 1",
        "9/9/9/9/4k4/9/9/9/9 w rbg 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "4k4/9/4P4/9/9/9/9/9/9 w 2r2b4g4s4n4l17p 1",
        "9/9/9/9/9/9/9/9/4K4 b RB2G 1",
    ] {
        engine.send(&format!("position sfen {sfen}"));
        engine.send("go depth 4");
        let lines = engine.until("bestmove");
        assert_eq!(count(&lines, "info string"), 0, "{lines:#?}");
        engine.send("eval");
        engine.expect("static evaluation");
    }
}

#[test]
fn a_bad_network_is_reported_and_the_internal_evaluation_plays_on() {
    let folder = folder("usi 評価");
    std::fs::write(folder.join("nn.bin"), b"no network at all").unwrap();
    let mut engine = Engine::ready();
    engine.send("eval");
    let internal = engine.expect("eval raw ");
    let named = |lines: &[String], what: &str| {
        assert!(lines.iter().any(|line| line.starts_with("info string ") && line.contains(what)), "{what}: {lines:#?}");
    };
    engine.send(&format!("setoption name EvalDir value {}", folder.display()));
    named(&engine.sync(), "nn.bin: not a network file");
    engine.send("setoption name EvalFile value no such file.bin");
    named(&engine.sync(), "no such file.bin: ");
    engine.send("eval");
    assert_eq!(engine.expect("eval raw "), internal);
    engine.send("go depth 3");
    engine.expect("bestmove");
    engine.send("setoption name EvalFile value <internal>");
    engine.send("setoption name EvalDir value <empty>");
    assert_eq!(count(&engine.sync(), "info string"), 0);
}

#[test]
fn more_lines_than_moves() {
    let mut engine = Engine::ready();
    engine.send("setoption name MultiPV value 600");
    engine.send("position startpos");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let last = lines.iter().filter(|line| field(line, "depth") == Some("3") && line.contains(" pv "));
    let mut heads = last.filter_map(|line| field(line, "pv")).collect::<Vec<_>>();
    heads.sort_unstable();
    heads.dedup();
    assert_eq!(heads.len(), 30);
}

#[test]
fn searchmoves_bind() {
    let mut engine = Engine::ready();
    engine.send("position startpos");
    engine.send("go searchmoves 9g9f 1g1f nodes 3000");
    let best = engine.expect("bestmove");
    assert!(["9g9f", "1g1f"].contains(&field(&best, "bestmove").unwrap()), "{best}");
    engine.send("go nodes 3000 searchmoves 9g9f 9z9z");
    let lines = engine.until("bestmove");
    assert_eq!(count(&lines, "info string searchmoves"), 1);
    assert_eq!(field(lines.last().unwrap(), "bestmove"), Some("9g9f"));
}

#[test]
fn the_same_search_again_in_a_new_game() {
    let mut engine = Engine::ready();
    let mut runs = (0..2).map(|_| {
        engine.send("usinewgame");
        engine.send("position startpos moves 7g7f 3c3d");
        engine.send("go nodes 20000");
        let lines = engine.until("bestmove");
        let timeless = |line: String| {
            let words = line.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let is_time = |i: usize| i > 0 && ["time", "nps"].contains(&words[i - 1].as_str());
            (0..words.len()).filter(|&i| !is_time(i)).map(|i| words[i].clone()).collect::<Vec<_>>()
        };
        lines.into_iter().map(timeless).collect::<Vec<_>>()
    });
    assert_eq!(runs.next(), runs.next());
}

#[test]
fn line_ends_and_odd_bytes() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\r\n\n\xef\xbb\xbfusi\r\n");
    engine.expect("usiok");
    engine.send_bytes(b"isready\r\n");
    engine.expect("readyok");
    engine.send_bytes(b"\xff\xfe\x80 \x00\x01\r\n");
    assert!(engine.expect("info string ").contains("unknown command"));
    engine.send_bytes(b"go depth 1\r\n");
    engine.expect("bestmove");
    // The last line may lack its end.
    engine.send_bytes(b"d");
    let (status, rest) = engine.finish();
    assert!(status.success() && count(&rest, "sfen ") == 1);
}

#[test]
fn logs_to_a_file_of_any_name_from_any_folder() {
    let folder = folder("log 熊鷹");
    let mut engine = Engine::start_in(&folder);
    engine.send("setoption name DebugLogFile value my 記録.log");
    engine.send("go depth 1");
    engine.expect("bestmove");
    engine.send("setoption name DebugLogFile value <empty>");
    engine.send("d");
    engine.finish();
    let log = std::fs::read_to_string(folder.join("my 記録.log")).unwrap();
    assert!(log.contains("> go depth 1\n") && log.contains("\n< bestmove ") && !log.contains("> d\n"), "{log}");
    let mut engine = Engine::start_in(&folder);
    let log = "setoption name DebugLogFile value no such folder/x.log";
    engine.send(log);
    assert!(engine.sync()[0].starts_with("info string the log file"));
    // It can be made good.
    std::fs::create_dir(folder.join("no such folder")).unwrap();
    engine.send(log);
    assert!(engine.sync().is_empty());
    assert!(std::fs::read_to_string(folder.join("no such folder/x.log")).unwrap().contains("> isready\n"));
}

#[test]
fn options_change_between_searches() {
    let mut engine = Engine::ready();
    engine.send("position startpos");
    for option in [
        "Threads value 2",
        "USI_Hash value 1",
        "usi_multipv value 3",
        "Threads value 1",
        "MultiPV value 1",
        "USI_Hash value 64",
        "USI_Ponder value true",
        "Skill_Level value 0",
        "USI_SkillLevel value 20",
        "DepthLimit value 2",
    ] {
        engine.send(&format!("setoption name {option}"));
        engine.send("go nodes 5000");
        let lines = engine.until("bestmove");
        assert_eq!(count(&lines, "info string"), 0, "{option}: {lines:#?}");
    }
    engine.send("go infinite");
    engine.expect("info depth 2 ");
    let lines = engine.listen(ms(100));
    assert!(lines.iter().all(|line| field(line, "depth").is_none_or(|depth| depth.parse::<u32>().unwrap() <= 2)));
}
