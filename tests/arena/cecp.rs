//! Matches with engines of CECP, most of them misbehaving.

use crate::arena::{config, example, log, run};
use crate::support::folder;
use kumataka::arena::{Control, MatchConfig, Progress, Report, play};
use kumataka::game::End;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that lets a fake of CECP in this mode play against a well-behaved one of USI, with further lines for both.
fn write_config(folder: &Path, more: &str, mode: &str, keys: &str) -> PathBuf {
    let path = folder.join("match.toml");
    let (cecp, usi) = (example("fake_cecp_engine"), example("fake_usi_engine"));
    let text = format!(
        "{more}\n[patience]\nstart = 4.0\nready = 4.0\nanswer = 1.5\n\
         [[engine]]\nname = 'first'\npath = '{}'\nprotocol = 'cecp'\narguments = ['{mode}']\n{keys}\n\
         [[engine]]\nname = 'second'\npath = '{}'\narguments = ['calm']\n",
        cecp.display(),
        usi.display()
    );
    fs::write(&path, text).unwrap();
    path
}

/// Two games against a well-behaved engine.
fn against(mode: &str, words: &[&str]) -> Report {
    let folder = folder(&format!("cecp-{mode}"));
    run(&write_config(&folder, "games = 2\nmax-moves = 30", mode, ""), words)
}

/// The first engine must lose both games for `reason`, and it alone.
fn check_loses(mode: &str, reason: End) {
    // Nobody waits for the time but these, and on a busy machine the others need some.
    let byoyomi = if ["silent", "slow"].contains(&mode) { "1.5" } else { "5" };
    let report = against(mode, &["--byoyomi", byoyomi, "--margin", "0.1"]);
    assert_eq!(report.ends, BTreeMap::from([(reason.name(), 2)]), "{mode}: {report}");
    assert_eq!(report.engines[0].results.losses, 2, "{mode}: {report}");
    assert!(report.engines[1].faults.is_empty(), "{mode}");
}

#[test]
fn well_behaved_engines_lose_no_game_by_a_fault() {
    for mode in ["random", "once", "old"] {
        let report = against(mode, &["--tc", "60+0.5"]);
        assert_eq!(report.ends, BTreeMap::from([("maximum moves", 2)]), "{mode}: {report}");
        assert_eq!((report.engines[0].moves, report.engines[0].mean_depth), (22, Some(3.0)), "{mode}");
    }
    let folder = folder("cecp-tori");
    let path = write_config(&folder, "variant = 'torishogi'\ngames = 4\nmax-moves = 60", "random", "");
    let report = run(&path, &["--byoyomi", "5"]);
    assert!(report.engines.iter().all(|engine| engine.faults.is_empty()), "{report}");
}

#[test]
fn faults_of_every_kind_lose() {
    check_loses("crash", End::Crash);
    check_loses("silent", End::NoAnswer);
    check_loses("slow", End::Time);
    check_loses("illegal", End::IllegalMove);
    check_loses("rubbish", End::Protocol);
    check_loses("refuse", End::Protocol);
    check_loses("eager", End::Protocol);
    check_loses("claim", End::Protocol);
}

#[test]
fn resignation_has_two_forms() {
    check_loses("resign", End::Resignation);
    check_loses("result", End::Resignation);
}

#[test]
fn engines_that_cannot_play_are_an_error() {
    for (mode, problem) in [
        ("mute", "engine first: no \"feature done=1\" within 4s; --handshake SECONDS waits longer"),
        ("unready", "engine first: no pong within 4s; --handshake SECONDS waits longer"),
        ("chess", "engine first does not play shogi"),
    ] {
        let folder = folder(&format!("cecp-{mode}"));
        let path = write_config(&folder, "", mode, "");
        let error = play(&config(&path, &["--depth", "1"]), &Control::default(), &Progress::hidden()).unwrap_err();
        assert_eq!(error.to_string(), problem);
    }
}

#[test]
fn engines_are_told_what_xboard_tells_them() {
    let folder = folder("cecp-told");
    let keys = format!("options = {{ LogFile = '{}', USI_Hash = 16 }}", folder.join("log").display());
    fs::write(folder.join("book.usi"), "sfen 4k4/9/9/9/9/9/9/9/4K3R b G 1\n").unwrap();
    let more = "games = 2\nmax-moves = 6\nopenings = 'book.usi'";
    run(&write_config(&folder, more, "random", &keys), &["--byoyomi", "2", "--depth", "3"]);
    let log = log(&folder);
    let log: Vec<&str> = log.iter().map(String::as_str).collect();
    // The first process only shows that the engine can play; the second one plays.
    let new_game = ["memory 16", "new", "variant shogi", "easy", "post", "force", "ping 1"];
    assert_eq!(log[..8], [&new_game[..], &["quit"]].concat());
    assert_eq!(log[8..15], new_game);
    let setup = ["force", "setboard 4k4/9/9/9/9/9/9/9/4K3R[G] w 0 1"];
    assert_eq!(log[15..22], [&setup[..], &["sd 3", "time 200", "otim 200", "st 2", "go"]].concat());
    assert_eq!(log[22], "force");
    assert!(log[23].starts_with("usermove "), "{}", log[23]);
    assert_eq!(log[24..28], ["time 200", "otim 200", "st 2", "go"]);
    assert_eq!(log.iter().filter(|line| line.starts_with("result 1/2-1/2 ")).count(), 2);
    assert_eq!(log.iter().filter(|&&line| line == setup[1]).count(), 2);
}

#[test]
fn an_engine_of_whole_seconds_has_its_time_by_its_clock() {
    let mean = |keys: &str, words: &[&str]| {
        let folder = folder("cecp-whole");
        let report = run(&write_config(&folder, "games = 2\nmax-moves = 14", "whole", keys), words);
        assert!(report.engines[0].faults.is_empty(), "{report}");
        report.engines[0].seconds_per_move.unwrap()
    };
    // Two fifths of its own time, and a fiftieth of it; a busy machine adds to both alike.
    let given = mean("clock = 'time'\ntime = { byoyomi = 0.9 }", &["--byoyomi", "0.2", "--margin", "2"]);
    assert!(given > 0.35, "{given}");
    let hasty = mean("", &["--byoyomi", "0.9", "--margin", "2"]);
    assert!(hasty < given, "{hasty} {given}");
}

#[test]
fn what_cecp_cannot_say_is_refused() {
    let folder = folder("cecp-refused");
    for (keys, problem) in [
        ("time = { nodes = 9 }", "engine first: CECP has no limit of nodes: limit its time or depth"),
        ("ponder = true", "engine first: an engine does not ponder through CECP here: leave out ponder"),
    ] {
        let path = write_config(&folder, "[time]\nbyoyomi = 1.0", "random", keys);
        let args =
            <crate::arena::CommandLine as clap::Parser>::parse_from(["match", "--config", path.to_str().unwrap()]);
        assert_eq!(MatchConfig::new(&args.args).unwrap_err().to_string(), problem);
    }
}
