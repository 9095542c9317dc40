//! `go hisshi`, an extension of the protocol, answered once in words of its own.

use super::{LONG_PROBLEM, MATE_IN_ONE, MATED, field, is_info};
use crate::support::{Engine, count, ms};
use kumataka::variants::Variant;

/// Hisshi at once, by either of two gold generals' moves.
const ONE: &str = "6pk1/9/9/6G1g/9/9/9/9/9 b GP 1";
/// Hisshi by a move, an answer and a move.
const THREE: &str = "6nk1/9/5NP2/5S1P1/9/9/9/9/9 b G 1";

/// The last line of the only answer to a `go hisshi`; the lines before it are information.
#[track_caller]
fn answer(engine: &mut Engine, go: &str) -> (String, Vec<String>) {
    engine.send(go);
    let mut lines = engine.until("hisshi ");
    let answer = lines.pop().unwrap();
    assert!(lines.iter().all(|line| is_info(line)), "{go}: {lines:#?}");
    assert!(engine.sync().is_empty(), "{go}: a second answer");
    (answer, lines)
}

#[test]
fn every_kind_of_answer_is_given() {
    let mut engine = Engine::ready();
    engine.send(&format!("position sfen {ONE}"));
    for go in ["go hisshi", "go hisshi 1", "go hisshi infinite", "go movetime 60000 hisshi 3"] {
        let (said, before) = answer(&mut engine, go);
        assert_eq!(said, "hisshi 3d2c", "{go}");
        assert_eq!(count(&before, "info string hisshi as well: 3d3c"), 1, "{before:#?}");
        let last = before.last().unwrap();
        assert_eq!((field(last, "depth"), field(last, "pv")), (Some("1"), Some("3d2c")), "{last}");
    }
    engine.send(&format!("position sfen {THREE}"));
    assert_eq!(answer(&mut engine, "go hisshi 1").0, "hisshi none");
    let (three, _) = answer(&mut engine, "go hisshi 3");
    assert_eq!(three, "hisshi 4c3a+ 2a1a 2d2c+");
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    assert_eq!(answer(&mut engine, "go hisshi").0, "hisshi mate G*5b");
    engine.send("position startpos");
    assert_eq!(answer(&mut engine, "go hisshi 1").0, "hisshi none");
    engine.send(&format!("position sfen {THREE}"));
    engine.send("setoption name NodesLimit value 5");
    assert_eq!(answer(&mut engine, "go hisshi 3").0, "hisshi timeout");
}

#[test]
fn limits_are_kept_and_the_client_hears_of_the_work() {
    let mut engine = Engine::ready();
    engine.send(&format!("position sfen {LONG_PROBLEM}"));
    assert_eq!(answer(&mut engine, "go hisshi 3 movetime 100").0, "hisshi timeout");
    engine.send("go hisshi infinite");
    let early = engine.until("info nodes");
    assert!(early.len() == 1 && field(&early[0], "time").is_some_and(|time| time.len() >= 4), "{early:#?}");
    engine.send("stop");
    assert_eq!(engine.until("hisshi ").last().map(String::as_str), Some("hisshi timeout"));
    // A time that cannot be read is none for ever.
    let (said, before) = answer(&mut engine, "go hisshi movetime 1s");
    assert_eq!((said.as_str(), count(&before, "info string movetime needs")), ("hisshi timeout", 1), "{before:#?}");
    // Each with the answer to what ends it.
    for (end, next) in [
        ("stop", None),
        ("gameover lose", None),
        ("usinewgame", None),
        ("go depth 1", Some("bestmove")),
        ("go hisshi 1 movetime 10", Some("hisshi timeout")),
    ] {
        engine.send("go hisshi infinite");
        assert!(engine.listen(ms(50)).iter().all(|line| is_info(line)));
        engine.send(end);
        let lines = engine.until("hisshi ");
        assert_eq!(lines.last().map(String::as_str), Some("hisshi timeout"), "{end}");
        next.into_iter().for_each(|answer| drop(engine.until(answer)));
        assert!(engine.sync().is_empty(), "{end}");
    }
}

/// Whatever the line says, and whatever works already, one answer comes.
#[test]
fn nothing_hostile_ends_the_engine() {
    let mut engine = Engine::ready();
    engine.send(&format!("position sfen {ONE}"));
    for (go, complaint) in [
        ("go hisshi -1 movetime 50", "info string hisshi of 0 moves: the length must be 1, 3, 5 or 7"),
        ("go hisshi 2 movetime 50", "info string hisshi of 2 moves: the length must be 1, 3, 5 or 7"),
        ("go hisshi 99999999999999999999 movetime 50", "info string hisshi of 18446744073709551615 moves"),
        ("go hisshi hisshi x movetime 50", "info string go hisshi ignores \"x\""),
        ("go hisshi 1 btime 5 movetime 50", "info string go hisshi ignores \"btime\""),
    ] {
        let (_, before) = answer(&mut engine, go);
        assert_eq!(count(&before, complaint), 1, "{go}: {before:#?}");
    }
    for sfen in [MATED, "9/9/9/9/9/9/9/9/4K4 b G 1", "4k4/9/9/9/9/9/9/9/9 w G 1", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"] {
        engine.send(&format!("position sfen {sfen}"));
        assert_eq!(answer(&mut engine, "go hisshi 3 movetime 60000").0, "hisshi none", "{sfen}");
    }
    engine.send("position sfen 9/9/9/9/9/9/9/9/9 b GP 1");
    engine.sync();
    let (said, _) = answer(&mut engine, "go hisshi 3");
    assert!(["hisshi none", "hisshi notimplemented"].contains(&said.as_str()), "{said}");
    for before in ["go infinite", "go mate infinite", "go perft 9", "bench movetime 20000"] {
        engine.send("position startpos");
        engine.send(before);
        engine.send("go hisshi 1 movetime 5000");
        engine.until("hisshi none");
        engine.sync();
    }
}

#[test]
fn every_game_answers() {
    let mut engine = Engine::ready();
    for game in Variant::ALL {
        engine.send(&format!("setoption name USI_Variant value {game}"));
        engine.send("position startpos");
        let (said, _) = answer(&mut engine, "go hisshi 3 movetime 300");
        assert!(["hisshi none", "hisshi timeout"].contains(&said.as_str()), "{game}: {said}");
    }
    engine.send("setoption name USI_Variant value minishogi");
    engine.send("position sfen 4k/5/4P/5/K4 b GS 1");
    let (said, _) = answer(&mut engine, "go hisshi 3");
    assert!(said.starts_with("hisshi mate "), "{said}");
}
