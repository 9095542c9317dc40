//! Many games at a time.

use super::{BLUNDER, ILLEGAL, MISSED, analyse, errors, json, slashed, told, with};
use std::fs;

/// A game whose file is there is left alone, and the others are analysed.
#[test]
fn files_that_exist_are_seen_before_a_game_is_analysed() {
    let games = ["in/a.usi", "in/b.usi", "in/c.usi"].map(|name| (name, MISSED));
    let folder = with(&[&games[..], &[("out/b.kif", "mine")]].concat());
    let output = analyse(&folder, "in --out out --to kif --json deep/lines.jsonl");
    assert_eq!(output.status.code(), Some(1));
    let complaint = errors(&output);
    let there = "in/b.usi: out/b.kif: it exists already; --resume keeps it, --force overwrites it\n";
    assert!(complaint.contains(there), "{complaint}");
    assert!(complaint.ends_with("1 of 3 games could not be analysed to the end\n"), "{complaint}");
    let lines = json(&folder.join("deep/lines.jsonl"));
    let done = lines.iter().filter(|line| line["kind"] == "game");
    let done: Vec<String> = done.map(|line| slashed(line["file"].as_str().unwrap().as_bytes())).collect();
    assert_eq!(done, ["in/a.usi", "in/c.usi"]);
    assert!(folder.join("out/a.kif").is_file() && folder.join("out/c.kif").is_file());
    assert_eq!(fs::read(folder.join("out/b.kif")).unwrap(), b"mine");
}

#[test]
fn no_game_takes_the_place_of_another() {
    let two = [MISSED, MISSED].concat();
    let folder = with(&[("in/a.usi", &two), ("in/a_000001.usi", MISSED)]);
    told(&analyse(&folder, "in --out out --to kif"));
    for name in ["a-2_000001.kif", "a-2_000002.kif", "a_000001.kif"] {
        assert!(folder.join("out").join(name).is_file(), "{name}");
    }

    let read = "手合割：平手\n   1 ７六歩(77)\n";
    let folder = with(&[("in/a.csa", ILLEGAL), ("in/a.kifu", read)]);
    let output = analyse(&folder, "in --out in --to kifu --force");
    assert!(output.status.code() == Some(1) && output.stdout.is_empty());
    assert!(errors(&output).ends_with("in/a.kifu: it is read as well: name another place to write\n"));
    assert_eq!(fs::read_to_string(folder.join("in/a.kifu")).unwrap(), read);
}

/// However many games are analysed at a time, they are told of one after the other in their order.
#[test]
fn games_at_a_time_are_told_of_in_order() {
    // The first game takes longest.
    let (long, two) = (BLUNDER, [MISSED, MISSED].concat());
    let folder = with(&[("in/a.usi", long), ("in/b.usi", &two), ("in/c.csa", ILLEGAL), ("in/d.usi", MISSED)]);
    let run = |concurrency: usize, name: &str| {
        let output = analyse(&folder, &format!("in --concurrency {concurrency} --out {name}.usi --json {name}.jsonl"));
        assert_eq!(output.status.code(), Some(1));
        assert!(errors(&output).contains("in/c.csa: ply 3: ") && errors(&output).contains("1 of 5 games"));
        let json = json(&folder.join(format!("{name}.jsonl")));
        (output.stdout, fs::read(folder.join(format!("{name}.usi"))).unwrap(), json)
    };
    let one = run(1, "one");
    let text = slashed(&one.0);
    let begins: Vec<&str> = text.lines().filter(|line| line.starts_with("in/")).collect();
    assert_eq!(begins, ["in/a.usi", "in/b.usi, game 1", "in/b.usi, game 2", "in/c.csa", "in/d.usi"]);
    assert_eq!(one.2.iter().filter(|line| line["kind"] == "game").count(), 5);
    let four = run(4, "four");
    assert!(one.0 == four.0 && one.1 == four.1, "{}", String::from_utf8_lossy(&four.0));
    assert_eq!(one.2, four.2);
}

/// A reader that goes away, as `head` does, leaves the files whole that are written beside what it read.
#[cfg(unix)]
#[test]
fn a_closed_output_loses_no_file() {
    use crate::support::Running;
    use std::io::{BufRead, BufReader, pipe};
    use std::process::{Command, Stdio};
    let folder = with(&[("in/a.usi", MISSED), ("in/b.usi", BLUNDER)]);
    for (arguments, file) in [("--out all.usi", "all.usi"), ("--json - --out beside.usi", "beside.usi")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(["analyse", "in", "--nodes", "20000", "--concurrency", "1"]).args(arguments.split(' '));
        command.current_dir(&*folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = Running::start(&mut command);
        let mut line = String::new();
        BufReader::new(running.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("in/a.usi"), "{line}");
        let output = running.output();
        assert!(output.status.success(), "{}", errors(&output));
        let written = fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(written.lines().count(), 2, "{written}");
    }
    // Without a file there is no reason to go on, and none for a complaint.
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["analyse", "in", "--movetime", "600"]).current_dir(&*folder);
    let output = Running::start(command.stdout(writer).stderr(Stdio::piped())).output();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
}
