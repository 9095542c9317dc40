//! What stands in files that grow when the disk is full: whole entries. A limit of the size of files takes its place.

use crate::support::{Folder, folder};
use std::fs;
use std::process::{Command, Output};

/// Runs a line with files of at most so many blocks of 512 bytes.
fn limited(folder: &Folder, blocks: u32, line: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {line}", env!("CARGO_BIN_EXE_kumataka"));
    Command::new("sh").args(["-c", &script]).current_dir(&**folder).output().unwrap()
}

#[track_caller]
fn refuse(folder: &Folder, line: &str, file: &str) {
    let output = limited(folder, 2, line);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains(&format!("{file}: File too large")), "{line}: {told}");
}

#[track_caller]
fn go_on(folder: &Folder, line: &str) -> String {
    let output = folder.command(line).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lines_of_an_analysis_are_whole() {
    let folder = folder("full-analysis");
    fs::write(folder.join("game.usi"), "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e\n").unwrap();
    let line = "analyse game.usi --nodes 50 --json lines.jsonl";
    refuse(&folder, line, "lines.jsonl");
    let lines = || fs::read_to_string(folder.join("lines.jsonl")).unwrap();
    let kept = lines();
    assert!(!kept.is_empty() && kept.ends_with('\n'), "{kept}");
    go_on(&folder, &format!("{line} --resume"));
    assert!(lines().lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{}", lines());
}

#[test]
fn games_of_a_match_are_whole() {
    let folder = folder("full-match");
    let line = "match --engine a=self,USI_Hash=1 --engine b=self,USI_Hash=1 --nodes 1 --games 4 --max-moves 40 --records games \
                --record-format usi";
    refuse(&folder, line, "games.usi");
    let log = || fs::read_to_string(folder.join("games/games.usi")).unwrap();
    assert!(log().ends_with('\n') && log().lines().count() % 2 == 1, "{}", log());
    go_on(&folder, &format!("{line} --resume"));
    assert_eq!(log().matches("\nposition ").count(), 4);
}

#[test]
fn games_for_training_are_whole() {
    let folder = folder("full-training");
    let line = "selfplay --eval <handmade> --nodes 20 --games 30 --out games.kgr";
    refuse(&folder, &line.replace("<handmade>", "'<handmade>'"), "games.kgr");
    let told = go_on(&folder, "records verify games.kgr");
    assert!(!told.starts_with("0 games"), "{told}");
}
