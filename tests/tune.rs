//! Tuning, by the program itself.

use crate::support::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// `kumataka tune` in a folder, by short games of the program against itself.
fn tune(folder: &Path, words: &str) -> Output {
    let common = "tune --nodes 60 --max-moves 40 --opening-plies 2 --out state.json";
    let words = common.split(' ').chain(words.split(' '));
    Command::new(env!("CARGO_BIN_EXE_kumataka")).args(words).current_dir(folder).output().unwrap()
}

fn state(folder: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(folder.join("state.json")).unwrap()).unwrap()
}

#[track_caller]
fn refused(output: &Output, because: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains(because), "{text}");
}

#[test]
fn games_move_options_and_tuning_goes_on() {
    let folder = folder("on");
    let words = "--engine self,USI_Hash=1,USI_OwnBook=false,Skill_Level=9 --parameters Skill_* --games";
    let output = tune(&folder, &format!("{words} 5 --concurrency 2"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("33 %, 2/6 games"), "{text}");
    assert!(text.contains("6 of 6 games") && text.contains("Skill_Level        9 ->"), "{text}");
    let spsa = &state(&folder)["spsa"];
    assert_eq!((&spsa["pairs"], &spsa["learned"], &spsa["parameters"][0]["max"]), (&3.into(), &3.into(), &20.into()));

    refused(&tune(&folder, &format!("{words} 8")), "state.json exists already; --resume goes on with it, --force");
    refused(&tune(&folder, &format!("{words} 8 --resume --seed 2")), "seed: 1 there, 2 here");
    let other = "--engine self,USI_Hash=1,USI_OwnBook=false,Skill_Level=9 --parameters MultiPV --games 8 --resume";
    refused(&tune(&folder, other), "it tunes Skill_Level, not MultiPV");
    refused(&tune(&folder, &format!("{words} 8 --resume --rate 0.01")), "its rate is 0.002, not 0.01");
    refused(&tune(&folder, &format!("{words} 8 --resume --step 0.5")), "it tunes Skill_Level from -10 to 20");
    let output = tune(&folder, &format!("{words} 8 --resume"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(state(&folder)["spsa"]["learned"], 4);
    assert!(tune(&folder, &format!("{words} 2 --force")).status.success());
    assert_eq!(state(&folder)["spsa"]["learned"], 1);
}

/// The last line is a command that a shell takes as it is: a match with the clock, the openings and the options of the
/// tuning, until a test decides.
#[cfg(unix)]
#[test]
fn the_last_line_runs_as_it_is() {
    let folder = folder("proof");
    fs::write(folder.join("it's a book.usi"), "startpos moves 7g7f\nstartpos moves 2g2f\n").unwrap();
    let engine = "self,USI_Hash=1,USI_OwnBook=false,Skill_Level=9";
    let mut program = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    program.args(["tune", "--engine", engine, "--parameters", "Skill_*,*Book*", "--games", "2"]);
    program.args(["--tc", "5+0.1", "--nodes", "60", "--max-moves", "20", "--out", "state.json"]);
    program.args(["--openings", "it's a book.usi"]);
    let output = program.current_dir(&*folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().last().unwrap();
    // An option that is no number fits one of the patterns too, and stays what it was.
    assert_eq!(line.matches("=self,USI_Hash=1,USI_OwnBook=false,").count(), 2, "{line}");
    assert!(line.contains(" --engine 'start=self,") && line.contains(",Skill_Level=9,"), "{line}");

    let output = Command::new("sh").args(["-c", &format!("{line} --games 2")]).current_dir(&*folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let conditions = "shogi, 2 games, 5+0.1 s, 60 nodes a move, 2 openings of it's a book.usi, seed 1";
    assert!(text.contains(conditions), "{text}");
    assert!(text.contains("tuned against start: ") && text.contains("SPRT [0, 5]"), "{text}");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = folder("refused");
    refused(&tune(&folder, "--parameters nothing --games 2"), "called \"nothing\"; there are USI_Hash");
    refused(&tune(&folder, "--engine self,Skill_Level=x --parameters Skill_Level --games 2"), "from -10 to 20");
    refused(&tune(&folder, "--parameters Skill_Level --games 2 --step 0"), "a number above 0");
    assert!(!folder.join("state.json").exists());
}

/// What is learned is on the disk after each pair of games.
#[test]
fn a_tuning_that_is_killed_loses_no_pair() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = folder("killed");
    let words = "tune --parameters Skill_Level --nodes 20 --max-moves 20 --opening-plies 2 --games 100000 \
                 --out state.json";
    let mut program = Running::start(folder.command(words).stdout(Stdio::null()).stderr(Stdio::null()));
    let mut seen = std::collections::BTreeSet::new();
    program.wait_until("three states follow each other", || {
        if folder.join("state.json").exists() {
            seen.insert(state(&folder)["spsa"]["learned"].as_u64().unwrap());
        }
        seen.iter().any(|learned| seen.contains(&(learned + 1)) && seen.contains(&(learned + 2)))
    });
}

/// An engine that cannot be started again ends the tuning, which goes on later.
#[cfg(unix)]
#[test]
fn an_engine_that_does_not_start_again_is_no_fault_of_a_pair() {
    use crate::support::Running;
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Stdio;
    let folder = folder("no-start");
    let fake = crate::arena::example("fake_usi_engine");
    let script =
        format!("#!/bin/sh\n[ -e stop ] && {{ echo 'no memory' >&2; exit 7; }}\nexec '{}' crash\n", fake.display());
    fs::write(folder.join("engine"), script).unwrap();
    fs::set_permissions(folder.join("engine"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = "tune --engine ./engine --parameters Seed --nodes 1 --max-moves 20 --opening-plies 0 --out state.json";
    let line = format!("{words} --games 100000");
    let mut program = Running::start(folder.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()));
    program.wait_until("two pairs are played", || {
        folder.join("state.json").exists() && state(&folder)["faults"].as_u64().unwrap() >= 2
    });
    fs::write(folder.join("stop"), "").unwrap();
    let output = program.output();
    let pairs = state(&folder)["faults"].as_u64().unwrap();
    let told =
        format!("ended by itself, exit status: 7: no memory; stopped after {} games; --resume goes on", 2 * pairs);
    refused(&output, &told);
    fs::remove_file(folder.join("stop")).unwrap();
    let output = folder.command(&format!("{words} --games {} --resume", 2 * pairs + 2)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn interrupting_keeps_what_has_been_learned() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = folder("interrupt");
    let words =
        "tune --parameters Skill_Level --nodes 20 --max-moves 20 --opening-plies 2 --games 100000 --out state.json";
    let mut program = Running::start(folder.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()));
    program.wait_until("something is learned", || {
        folder.join("state.json").exists() && state(&folder)["spsa"]["learned"] != 0
    });
    program.signal("-INT");
    let output = program.output();
    let text = String::from_utf8(output.stdout).unwrap();
    let learned = state(&folder)["spsa"]["learned"].as_u64().unwrap();
    assert!(output.status.code() == Some(1) && learned >= 1, "{learned}: {text}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    let told = format!("kumataka: stopped by Ctrl-C after {} games; --resume goes on\n", 2 * learned);
    assert!(complaint.ends_with(&told), "{complaint}");
    assert!(text.contains(&format!("\n{} of 100000 games\n", 2 * learned)), "{learned}: {text}");
}
