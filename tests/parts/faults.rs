//! What is wrong with parts.

use super::{Shelf, copy, shelf};
use crate::support::Running;
use std::fs;
use std::path::Path;
use std::process::Stdio;

fn perft_parts(name: &str) -> Shelf {
    let shelf = shelf(name);
    shelf.all("perft 3", 3, "parts");
    shelf
}

#[test]
fn missing_and_doubled_parts_are_named() {
    let shelf = perft_parts("parts-missing");
    copy(&shelf.path("parts/part-2-of-3.jsonl"), &shelf.path("more/part-2-of-3.jsonl"));
    let doubled = shelf.complains("merge parts more");
    let second = Path::new("more").join("part-2-of-3.jsonl").display().to_string();
    assert!(doubled.contains("part 2 is there twice") && doubled.contains(&second), "{doubled}");
    fs::remove_file(shelf.path("parts/part-2-of-3.jsonl")).unwrap();
    fs::remove_file(shelf.path("parts/part-3-of-3.jsonl")).unwrap();
    assert!(shelf.complains("merge parts").contains("missing parts: 2, 3"));
    // Parts may lie in several folders.
    assert!(shelf.complains("merge parts more").contains("missing parts: 3"));
    assert!(shelf.says("merge parts more --unfinished").starts_with("Nodes searched: "));
    assert!(shelf.complains("merge none").contains("none"));
    fs::create_dir(shelf.path("empty")).unwrap();
    assert!(shelf.complains("merge empty").contains("no part of a job in empty"));
}

#[test]
fn parts_of_other_jobs_are_refused() {
    let shelf = perft_parts("parts-foreign");
    shelf.says("perft 2 --part 3/3 --into other");
    copy(&shelf.path("other/part-3-of-3.jsonl"), &shelf.path("parts/part-3-of-3.jsonl"));
    let foreign = shelf.complains("merge parts");
    assert!(foreign.contains("part-3-of-3.jsonl") && foreign.contains("depth: 2 there, 3 here"), "{foreign}");
    // The same place is not for the part of another job, finished or half.
    let foreign = shelf.complains("perft 4 --part 1/3 --into parts");
    assert!(foreign.contains("depth: 3 there, 4 here"), "{foreign}");
    let path = shelf.path("parts/part-1-of-3.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(path.with_added_extension("half"), &text[..text.len() / 2]).unwrap();
    let foreign = shelf.complains("perft 4 --part 1/3 --into parts");
    assert!(foreign.contains("depth: 3 there, 4 here"), "{foreign}");
    assert!(shelf.complains("merge parts --json --unfinished").contains("depth"));
    // Another version of the program.
    shelf.says("perft 3 --part 3/3 --into parts/..//again");
    copy(&shelf.path("again/part-3-of-3.jsonl"), &shelf.path("parts/part-3-of-3.jsonl"));
    shelf.says("perft 3 --part 1/3 --into parts");
    shelf.says("merge parts");
    let (version, rest) = text.split_once("\",\"command\"").unwrap();
    fs::write(&path, format!("{version}0\",\"command\"{rest}")).unwrap();
    assert!(shelf.complains("merge parts").contains("1-of-3"));
    fs::remove_file(&path).unwrap();
    // What the header says is checked before the checksum of all.
    fs::write(path.with_added_extension("half"), format!("{version}0\",\"command\"{}\n", rest.lines().next().unwrap()))
        .unwrap();
    let foreign = shelf.complains("perft 3 --part 1/3 --into parts");
    assert!(foreign.contains("version: "), "{foreign}");
}

#[test]
fn cut_and_damaged_parts_are_named() {
    let shelf = perft_parts("parts-cut");
    let path = shelf.path("parts/part-2-of-3.jsonl");
    let whole = fs::read(&path).unwrap();
    for cut in [0, 10, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        let complaint = shelf.complains("merge parts");
        assert!(complaint.contains("part-2-of-3.jsonl: it is cut off"), "{cut}: {complaint}");
        let complaint = shelf.complains("perft 3 --part 2/3 --into parts");
        assert!(complaint.contains("part-2-of-3.jsonl: it is cut off"), "{cut}: {complaint}");
    }
    // A digit of a count.
    let text = String::from_utf8(whole.clone()).unwrap();
    let place = text.rfind("\"nodes\":").unwrap() + "\"nodes\":".len();
    let mut bytes = whole.clone();
    bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
    fs::write(&path, &bytes).unwrap();
    let complaint = shelf.complains("merge parts");
    assert!(complaint.contains("the checksum differs"), "{complaint}");
    fs::write(&path, "something else\n").unwrap();
    assert!(shelf.complains("merge parts").contains("part-2-of-3.jsonl, line 1"));
    fs::remove_file(&path).unwrap();
    // What a killed process has left at any place is a beginning to go on from.
    let half = path.with_added_extension("half");
    for cut in (0..whole.len()).step_by(97) {
        fs::write(&half, &whole[..cut]).unwrap();
        shelf.says("perft 3 --part 2/3 --into parts");
        assert!(!half.exists());
        shelf.says("merge parts");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn parts_that_cannot_be_are_named() {
    let shelf = perft_parts("parts-impossible");
    let path = shelf.path("parts/part-1-of-3.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    for (found, written) in [
        ("\"together\":1", "\"together\":0"),
        ("\"part\":1", "\"part\":0"),
        ("\"part\":1", "\"part\":4"),
        ("\"parts\":3", "\"parts\":0"),
        ("\"parts\":3", "\"parts\":4294967295"),
    ] {
        assert!(text.contains(found), "{text}");
        fs::write(&path, text.replacen(found, written, 1)).unwrap();
        for line in ["merge parts", "merge parts --unfinished", "perft 3 --part 1/3 --into parts"] {
            let complaint = shelf.complains(line);
            assert!(complaint.contains("part-1-of-3.jsonl, line 1: this is no part"), "{written}, {line}: {complaint}");
        }
    }
}

/// An engine that cannot be started again ends a part, which goes on by the same command.
#[cfg(unix)]
#[test]
fn an_engine_that_does_not_start_again_ends_a_part() {
    use std::os::unix::fs::PermissionsExt as _;
    let shelf = shelf("parts-no-start");
    let fake = crate::arena::example("fake_usi_engine");
    let script = format!("#!/bin/sh\n[ -e stop ] && exec nothing\nexec '{}' crash\n", fake.display());
    fs::write(shelf.path("engine"), script).unwrap();
    fs::set_permissions(shelf.path("engine"), fs::Permissions::from_mode(0o755)).unwrap();
    let line = "match --engine a=./engine --engine b=self,USI_Hash=1 --nodes 1 --games 40 --part 1/1 --into parts";
    let done = || {
        let text = fs::read_to_string(shelf.path("parts/part-1-of-1.jsonl.half"));
        text.map_or(0, |text| text.lines().count().saturating_sub(1))
    };
    let mut part = Running::start(shelf.command(line).stdout(Stdio::null()).stderr(Stdio::piped()));
    part.wait_until("two games are kept", || done() >= 2);
    fs::write(shelf.path("stop"), "").unwrap();
    let output = part.output();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    let end = format!("; stopped after {} games; the same command goes on\n", done());
    assert!(told.contains("engine a: ended by itself, exit status: 127: ") && told.ends_with(&end), "{told}");
    fs::remove_file(shelf.path("stop")).unwrap();
    shelf.says(line);
    assert!(shelf.says("merge parts").contains(" 40 games"));
}

#[test]
fn two_processes_do_not_share_a_part() {
    let shelf = shelf("parts-lock");
    let line = "selfplay --eval <handmade> --nodes 300 --games 100000 --part 1/1 --into parts";
    let half = shelf.path("parts/part-1-of-1.jsonl.half");
    let mut part = Running::start(shelf.command(line).stdout(Stdio::null()).stderr(Stdio::null()));
    part.wait_until("the part is begun", || fs::metadata(&half).is_ok_and(|data| data.len() > 0));
    let complaint = shelf.complains(line);
    assert!(complaint.contains("another process works on this part"), "{complaint}");
}

/// Ctrl-C, and the signal by which job systems end a task, leave a part to go on with.
#[cfg(unix)]
#[test]
fn a_stopped_part_says_how_to_go_on() {
    let shelf = shelf("parts-stop");
    let line = "selfplay --eval <handmade> --nodes 300 --games 100000 --part 1/1 --into parts";
    for signal in ["-INT", "-TERM"] {
        let written = || fs::metadata(shelf.path("parts/part-1-of-1.jsonl.half")).map_or(0, |data| data.len());
        let before = written();
        let mut part = Running::start(shelf.command(line).stdout(Stdio::null()).stderr(Stdio::piped()));
        part.wait_until("games are written", || written() > before + 1000);
        part.signal(signal);
        let output = part.output();
        assert!(!output.status.success());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("part 1 of 1 was stopped") && told.contains("the same command goes on"), "{told}");
    }
}

/// A limit of the size of files takes the place of a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let shelf = perft_parts("parts-full");
    // Files of this process and its children may not grow beyond a size, as on a disk that is full.
    let limited = |line: &str| {
        let program = env!("CARGO_BIN_EXE_kumataka");
        let script = format!("trap '' XFSZ; ulimit -f 2; exec {program} {line}");
        std::process::Command::new("sh").args(["-c", &script]).current_dir(&*shelf.0).output().unwrap()
    };
    let line = "perft 3 --split 2 --part 1/1 --into full";
    let output = limited(line);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("part-1-of-1.jsonl.half"), "{told}");
    let half = fs::read_to_string(shelf.path("full/part-1-of-1.jsonl.half")).unwrap();
    assert!(half.ends_with('\n') && half.lines().count() > 2, "{half}");
    shelf.says(line);
    assert_eq!(shelf.says("merge full"), shelf.says("merge parts"));
}

#[test]
fn contradictions_are_refused() {
    let shelf = perft_parts("parts-options");
    for (line, word) in [
        ("perft 3 --part 1/3", "--into"),
        ("perft 3 --into parts", "--part"),
        ("perft 3 --part 4/3 --into parts", "4/3"),
        ("perft 3 --part 3 --into parts", "--part 1/3"),
        ("perft 3 --split 2", "--part"),
        ("selfplay --games 2 --part 1/2 --into p --out games.kgr", "--out"),
        ("selfplay --games 2", "--out"),
        ("match --engine a=self --engine b=self --nodes 1 --part 1/2 --into p --records r", "--records"),
        ("merge parts --out file", "--out is not for the parts of perft"),
        ("merge parts --json", "--json is not for the parts of perft"),
        ("merge parts --watch 1", "--watch is not for the parts of perft"),
        ("merge parts --then true", "--watch"),
    ] {
        let complaint = shelf.complains(line);
        assert!(complaint.contains(word), "{line}: {complaint}");
    }
}
