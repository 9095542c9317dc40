//! The program where memory does not suffice.

use crate::support::folder;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs a line of the command line with so many kilobytes of addresses, and `input` to read.
fn within(kilobytes: usize, line: &str, input: &str) -> Output {
    let folder = folder("memory");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" {line}"), env!("CARGO_BIN_EXE_kumataka")])
        .current_dir(&*folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has given up reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The kilobytes of addresses that the program takes before it does anything.
fn least() -> usize {
    let works = |&kilobytes: &usize| within(kilobytes, "--version", "").status.success();
    (10_000..2_000_000).step_by(2_000).find(works).unwrap()
}

/// Limits between those under which nothing goes and those under which everything does, from the program's own size on.
fn limits() -> impl Iterator<Item = usize> {
    let least = least();
    (20_000..=400_000).step_by(20_000).map(move |more| least + more)
}

/// A command either does its work or says what there is no memory for, and what helps.
fn does_or_says(line: &str) {
    let (mut done, mut refused) = (0, 0);
    for kilobytes in limits() {
        let output = within(kilobytes, line, "");
        let faults = String::from_utf8(output.stderr).unwrap();
        let at = format!("{line}, {kilobytes} KB: {faults}");
        match output.status.code() {
            Some(0) => done += 1,
            Some(1) => {
                assert!(faults.starts_with("kumataka: ") && !faults.contains("panicked"), "{at}");
                assert!(["no memory for ", "no thread"].iter().any(|reason| faults.contains(reason)), "{at}");
                refused += 1;
            }
            code => panic!("{code:?}: {at}"),
        }
    }
    assert!(done > 0 && refused > 0, "{line}: {done} done, {refused} refused");
}

#[test]
fn a_bench_without_memory_says_so() {
    does_or_says("bench --depth 1");
}

#[test]
fn a_game_without_memory_says_so() {
    does_or_says("selfplay --games 1 --nodes 5 --threads 1 --out games.kgr --force");
}

/// The protocol answers whatever memory there is, with a smaller table or fewer threads where that helps.
#[test]
fn the_protocol_goes_on_with_what_there_is() {
    let ready = "usi\nsetoption name USI_Hash value 4000\nsetoption name USI_OwnBook value false\nsetoption name Threads value 1024\nisready\n";
    let input = format!("{ready}usinewgame\nposition startpos moves 7g7f\ngo nodes 100\nquit\n");
    let mut searched = 0;
    for kilobytes in limits() {
        let output = within(kilobytes, "", &input);
        let (text, faults) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let at = format!("{kilobytes} KB: {text} {faults}");
        assert!(output.status.success() && text.contains("\nreadyok\n"), "{at}");
        assert_eq!(text.matches("\nbestmove ").count(), 1, "{at}");
        if text.contains("\nbestmove resign\n") {
            assert!(text.contains("info string no memory for "), "{at}");
        } else {
            assert!(text.contains("info string no memory for USI_Hash 4000: "), "{at}");
            assert!(text.contains("info string no room for Threads 1024: "), "{at}");
            searched += 1;
        }
    }
    assert!(searched > 0);
}
