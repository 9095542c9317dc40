//! Engines that do what they must not, and lose by it.

use super::{against, files, recorded, run, write_config};
use crate::support::folder;
use kumataka::game::{Declaration, End};
use std::collections::BTreeMap;
use std::process::Command;

/// The first engine must lose both games for `reason`, and it alone.
fn check_loses(name: &str, mode: &str, words: &[&str], reason: End) {
    let report = against(name, mode, words);
    assert_eq!(report.games, 2);
    assert_eq!(report.ends, BTreeMap::from([(reason.name(), 2)]), "{report}");
    assert_eq!(report.engines[0].results.losses, 2, "{report}");
    if reason.is_fault() {
        assert_eq!(report.engines[0].faults, report.ends);
    }
    assert!(report.engines[1].faults.is_empty());
}

#[test]
fn an_engine_that_ends_loses_and_is_started_again() {
    check_loses("crash", "crash", &["--byoyomi", "5"], End::Crash);
}

#[test]
fn an_engine_that_hangs_loses_and_is_started_again() {
    check_loses("silent-clock", "silent", &["--byoyomi", "1", "--margin", "0.5"], End::NoAnswer);
    check_loses("silent-nodes", "silent", &["--nodes", "10"], End::NoAnswer);
}

#[test]
fn an_engine_that_answers_late_loses_on_time() {
    check_loses("slow", "slow", &["--byoyomi", "1", "--margin", "0.5"], End::Time);
    check_loses("slow-main", "slow", &["--tc", "2+0.01", "--margin", "0"], End::Time);
    check_loses("slow-move", "slow", &["--movetime", "1", "--margin", "0.5"], End::Time);
}

#[test]
fn rubbish_and_unasked_answers_lose() {
    check_loses("rubbish", "rubbish", &["--byoyomi", "5"], End::Protocol);
    check_loses("empty", "empty", &["--byoyomi", "5"], End::Protocol);
    check_loses("twice", "twice", &["--byoyomi", "5"], End::Protocol);
}

#[test]
fn illegal_moves_lose() {
    check_loses("illegal", "illegal", &["--byoyomi", "5"], End::IllegalMove);
}

#[test]
fn a_wrong_declaration_loses() {
    check_loses("win", "win", &["--byoyomi", "5"], End::Declared(Declaration::Loss));
}

#[test]
fn resignation_ends_the_game() {
    check_loses("resign", "resign", &["--byoyomi", "5"], End::Resignation);
}

#[test]
fn chatter_is_survived() {
    let report = against("chatty", "chatty", &["--byoyomi", "10", "--max-moves", "16"]);
    assert_eq!(report.ends, BTreeMap::from([("maximum moves", 2)]), "{report}");
}

#[test]
fn an_answer_while_pondering_loses() {
    let folder = folder("eager");
    let path = write_config(&folder, "games = 2", [("eager", "ponder = true"), ("calm", "")]);
    let report = run(&path, &["--byoyomi", "5"]);
    assert_eq!(report.engines[0].faults, BTreeMap::from([("protocol", 2)]), "{report}");
}

/// A move from an empty square has no piece that a record could name.
#[test]
fn a_move_from_an_empty_square_loses_and_is_recorded() {
    let folder = folder("again");
    let path = write_config(&folder, "games = 2\nmax-moves = 30", [("again", ""), ("calm", "")]);
    for format in ["csa", "kif"] {
        let games = folder.join(format);
        let words = ["--byoyomi", "5", "--records", games.to_str().unwrap(), "--record-format", format];
        let report = run(&path, &words);
        assert_eq!(report.engines[0].faults, BTreeMap::from([(End::IllegalMove.name(), 2)]), "{report}");
        assert_eq!(report.engines[0].results.losses, 2, "{report}");
        assert_eq!((recorded(&games).len(), files(&games, format).len()), (2, 2));
    }
}

#[test]
fn faults_fail_a_match_if_asked_for() {
    let folder = folder("fail-on-fault");
    let path = write_config(&folder, "games = 2\nmax-moves = 30", [("illegal", ""), ("random", "")]);
    for (word, code, complaint) in [(None, 0, ""), (Some("--fail-on-fault"), 1, "2 games were lost by a fault")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        let output = command.args(["match", "--nodes", "1", "--config"]).arg(&path).args(word).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && told.contains(complaint), "{word:?}: {}, {told}", output.status);
    }
}
