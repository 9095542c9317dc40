//! What is refused leaves no position: an answer for an earlier one would lose games.

use super::is_info;
use crate::support::{Engine, count, ms};

#[test]
fn a_refused_position_leaves_none() {
    let mut engine = Engine::ready();
    for bad in [
        "position startpos moves 7g7f 7g7f",
        "position startpos moves 7g7f 3c3d 8h2b+ 5a5b 2b3a 5b6z",
        "position sfen lnsgkgsnl/1r5b1 b - 1",
        "position startpos 7g7f",
        "position",
    ] {
        engine.send("position startpos moves 7g7f 3c3d");
        engine.send(bad);
        let lines = engine.sync();
        assert_eq!((lines.len(), count(&lines, "info string position ")), (1, 1), "{bad}: {lines:#?}");
        has_no_position(&mut engine);
        engine.send("position startpos");
        engine.send("go depth 1");
        assert_ne!(engine.expect("bestmove"), "bestmove resign", "{bad}");
    }
}

/// Fails if anything is said of a position.
fn has_no_position(engine: &mut Engine) {
    for (command, answer) in [
        ("go byoyomi 1000", "bestmove resign"),
        ("go nodes 100", "bestmove resign"),
        ("go mate 1000", "checkmate notimplemented"),
        ("go mate infinite", "checkmate notimplemented"),
        ("go hisshi 3", "hisshi notimplemented"),
    ] {
        engine.send(command);
        let lines = engine.sync();
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (2, Some(answer)), "{command}: {lines:#?}");
        assert!(lines[0].starts_with("info string there is no position: "), "{lines:#?}");
    }
    for command in ["moves", "eval", "d", "side", "go perft 2"] {
        engine.send(command);
        let lines = engine.sync();
        assert_eq!((lines.len(), count(&lines, "info string there is no position: ")), (1, 1), "{command}: {lines:#?}");
    }
}

/// Nobody is answered early, position or not.
#[test]
fn without_a_position_pondering_waits_too() {
    let mut engine = Engine::ready();
    engine.send("position startpos moves 7g7g");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 100 wtime 100", "stop"),
        ("go ponder btime 100 wtime 100", "ponderhit"),
        ("go ponder", "gameover lose"),
        ("go infinite", "position startpos moves 7g7g\ngo depth 1"),
    ] {
        engine.send(go);
        let early = engine.listen(ms(100));
        assert!(early.iter().all(|line| is_info(line)), "{go}: {early:#?}");
        engine.send("isready");
        assert_eq!(engine.expect(""), "readyok");
        engine.send(end);
        assert_eq!(engine.expect("bestmove"), "bestmove resign", "{go} {end}");
        engine.sync();
    }
    engine.send("go ponder infinite");
    engine.send("ponderhit");
    assert_eq!(count(&engine.listen(ms(100)), "bestmove"), 0);
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove resign");
}

#[test]
fn a_refused_game_refuses_positions_until_a_known_one_is_chosen() {
    let mut engine = Engine::ready();
    for (refused, known) in [
        ("USI_Variant value chess", "USI_Variant value shogi"),
        ("UCI_Variant value 5x5", "UCI_Variant value torishogi"),
    ] {
        engine.send("position startpos");
        engine.send(&format!("setoption name {refused}"));
        assert_eq!(count(&engine.sync(), "info string option USI_Variant takes one of "), 1);
        has_no_position(&mut engine);
        engine.send("position startpos");
        assert_eq!(count(&engine.sync(), "info string position refused until USI_Variant names a known game"), 1);
        engine.send("setoption name Threads value 1");
        engine.send("position startpos");
        assert_eq!(count(&engine.sync(), "info string position refused"), 1);
        has_no_position(&mut engine);
        engine.send(&format!("setoption name {known}"));
        has_no_position(&mut engine);
        engine.send("position startpos");
        engine.send("go depth 1");
        assert_ne!(engine.expect("bestmove"), "bestmove resign");
    }
    assert!(engine.sfen().starts_with("rpckcpl/"));
}

/// A tuner that asks a build without constants to vary is told so, and does not wait.
#[test]
fn a_tuner_is_told_what_there_is() {
    let mut engine = Engine::ready();
    engine.send("usi_tunables");
    let lines = engine.until("usi_tunablesok");
    let told =
        if cfg!(feature = "tune") { "info string shogiarena_tunables_json {" } else { "info string nothing to tune" };
    assert!(lines.len() == 2 && lines[0].starts_with(told), "{lines:#?}");
}
