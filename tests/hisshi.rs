//! `kumataka hisshi`, as typed.

use crate::support::folder;
use kumataka::jobs::files::read_games;
use kumataka::variants::Variant;
use std::process::{Command, Output, Stdio};

/// Hisshi at once, by either of two gold generals' moves.
const ONE: &str = "6pk1/9/9/6G1g/9/9/9/9/9 b GP 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn hisshi(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.arg("hisshi").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn told(arguments: &[&str]) -> String {
    let output = hisshi(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_kind_of_answer_is_told() {
    let text = told(&["--length", "1", "--usi", ONE, NONE, MATE]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("1: hisshi 1 3d2c, also 3d3c ("), "{text}");
    assert!(lines[1].starts_with("2: no hisshi of 1 move ("), "{text}");
    assert!(lines[2].starts_with("3: mate by checks G*5b, 1 move ("), "{text}");
    assert!(lines[3].starts_with("1 hisshi, 1 mate, 1 without, 0 open, "), "{text}");
    let text = told(&["--length", "1", "--lang", "ja", ONE]);
    assert!(text.starts_with("1: 1手必至 ▲２三金、別の初手 ▲３三金"), "{text}");
    let text = told(&["--nodes", "2", ONE]);
    assert!(text.contains("open; --movetime and --mate-nodes"), "{text}");
}

/// Number of published problems solved within this many nodes each, all as their sources say.
fn solve_published(nodes: u64) -> usize {
    let rows: Vec<&str> =
        include_str!("data/hisshi/published.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    let mut solved = 0;
    for length in ["1", "3", "5"] {
        let wanted = || rows[1..].iter().map(|row| row.split('\t').collect::<Vec<_>>()).filter(|row| row[1] == length);
        let problems: Vec<&str> = wanted().map(|row| row[3]).collect();
        let limits = ["--length", length, "--nodes", &nodes.to_string(), "--movetime", "3600", "--usi"];
        let text = told(&[&limits[..], &problems].concat());
        for (row, line) in wanted().zip(text.lines()) {
            let (_, said) = line.split_once(": ").unwrap();
            if !said.starts_with("open") {
                let expected = format!("hisshi {length} {}", row[2]);
                assert!(said.starts_with(&expected), "{}: {line}", row[0]);
                solved += 1;
            }
        }
    }
    solved
}

#[test]
fn published_problems_have_the_solutions_of_their_sources() {
    assert_eq!(solve_published(150_000), 9);
}

#[test]
#[ignore = "a minute long"]
fn all_published_problems_have_the_solutions_of_their_sources() {
    assert_eq!(solve_published(u64::MAX), 11);
}

#[test]
fn solutions_are_records_with_the_defences() {
    let folder = folder("hisshi");
    let file = folder.join("solved.kifu");
    let path = file.to_str().unwrap();
    told(&["--length", "1", ONE, "--out", path, "--breadth", "3"]);
    let records = read_games(Variant::Shogi, &file, None).unwrap().readings;
    let record = &records[0].record;
    assert!(record.has_variations() && record.main_line().count() >= 4);
    let again = hisshi(&["--length", "1", ONE, "--out", path]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"), "{again:?}");
}

#[test]
fn a_folder_gets_kif_unless_another_format_is_named() {
    let folder = folder("hisshi-folder");
    let out = folder.join("solved");
    let solved = |arguments: &[&str]| {
        let output = hisshi(&[&["--length", "1", NONE, ONE, "--out", out.to_str().unwrap()], arguments].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (complete, lossy) = (solved(&[]), solved(&["--to", "usi"]));
    assert!(out.join("000002.kifu").exists() && out.join("000002.usi").exists() && !out.join("000001.kifu").exists());
    assert!(!complete.contains("comment") && lossy.contains("comment"), "{lossy}");
}

#[test]
fn wrong_lengths_and_problems_are_named() {
    let even = hisshi(&["--length", "2", ONE]);
    assert!(String::from_utf8_lossy(&even.stderr).contains("possible values: 1, 3, 5, 7"), "{even:?}");
    let missing = hisshi(&["no such file.kif"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no such file.kif: "), "{missing:?}");
}
