//! Long work in parts: all together are the whole, however often they are stopped, and what is wrong with one is named.

mod faults;
mod records;

use crate::support::{Folder, Running, folder};
use kumataka::training::samples::PackedReader;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in a folder of its own, by lines as they are typed.
struct Shelf(Folder);

fn shelf(name: &str) -> Shelf {
    Shelf(folder(name))
}

impl Shelf {
    fn command(&self, line: &str) -> Command {
        self.0.command(line)
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// What a line prints that succeeds.
    #[track_caller]
    fn says(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a line complains of that fails.
    #[track_caller]
    fn complains(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    /// Does all parts of a job.
    #[track_caller]
    fn all(&self, line: &str, parts: u32, into: &str) {
        for part in 1..=parts {
            self.says(&format!("{line} --part {part}/{parts} --into {into}"));
        }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.join(name)
    }

    /// Starts a part, ends it in the midst of its work as a power cut would, and returns how many items it had done.
    /// `out` is the folder in which it writes more than its own file, if it does.
    fn kill_midway(&self, line: &str, file: &str, items: usize, out: Option<&str>) -> usize {
        let (whole, half) = (self.path(file), self.path(&format!("{file}.half")));
        let done = || fs::read_to_string(&half).map_or(0, |text| text.lines().count().saturating_sub(1));
        // A busy machine may let it finish before anybody looks.
        for _ in 0..5 {
            let mut part = Running::start(self.command(line).stdout(Stdio::null()).stderr(Stdio::null()));
            part.wait_until(line, || done() >= items || whole.exists());
            drop(part);
            if half.exists() && !whole.exists() {
                return done();
            }
            fs::remove_file(&whole).unwrap();
            out.into_iter().for_each(|out| fs::remove_dir_all(self.path(out)).unwrap());
        }
        panic!("{line} was finished before it was killed, five times");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(from, to).unwrap();
}

#[test]
fn perft() {
    let shelf = shelf("parts-perft");
    let counts = |text: &str| {
        let counts = text.lines().filter(|line| !line.starts_with("Time") && !line.starts_with("Nodes/second"));
        counts.map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = [("perft 4 --divide", 3), ("perft 1 --divide", 2), ("perft 0", 2)];
    // In the second position a move mates at once.
    let mated = ("perft --variant minishogi 4 --split 3", 4);
    for (number, (line, parts)) in lines.into_iter().chain([mated]).enumerate() {
        let whole = shelf.says(&line.replace(" --split 3", ""));
        shelf.all(line, parts, &format!("p{number}"));
        assert_eq!(counts(&shelf.says(&format!("merge p{number}"))), counts(&whole), "{line}");
    }
    let mate = "perft 3 --divide --handicap 2-piece";
    let whole = shelf.says(mate);
    shelf.all(mate, 5, "handicap");
    assert_eq!(counts(&shelf.says("merge handicap")), counts(&whole));
}

#[test]
fn systems_number_the_parts() {
    let shelf = shelf("parts-systems");
    for (variable, first) in [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0)] {
        let line = format!("perft 3 --part 2 --into {variable}");
        for number in first..first + 2 {
            assert!(shelf.command(&line).env(variable, number.to_string()).output().unwrap().status.success());
        }
        assert!(shelf.says(&format!("merge {variable}")).contains("Nodes searched: 25470"));
        let output = shelf.command(&line).env(variable, (first + 2).to_string()).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("names none of 2 parts"));
    }
}

/// The games of a log by their lines of moves.
fn moves(log: &Path) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap();
    let mut moves: Vec<String> = text.lines().filter(|line| line.starts_with("position")).map(str::to_owned).collect();
    moves.sort();
    moves
}

const MATCH: &str = "match --engine a=self,USI_Hash=1 --engine b=self,USI_Hash=1,Skill_Level=20 --nodes 60 --games 10 \
                     --max-moves 40";

#[test]
fn matches() {
    let shelf = shelf("parts-match");
    let whole = shelf.says(&format!("{MATCH} --records whole"));
    shelf.all(MATCH, 3, "parts");
    let merged = shelf.says("merge parts --out merged");
    // Times differ, results do not.
    let results = |text: &str| {
        let parts: Vec<&str> = text.split("\n  ends").next().unwrap().lines().collect();
        let from = parts.iter().position(|line| line.contains("games, ") || line.contains(" of 10,")).unwrap();
        parts[from..].join("\n")
    };
    assert_eq!(results(&merged), results(&whole), "{merged}\n{whole}");
    assert_eq!(moves(&shelf.path("merged/games.usi")), moves(&shelf.path("whole/games.usi")));
    // A match goes on from the games of the parts.
    let resumed = shelf.says(&format!("{} --records merged --resume", MATCH.replace("--games 10", "--games 12")));
    assert!(resumed.contains("12 games of 12"), "{resumed}");
    let json: serde_json::Value = serde_json::from_str(&shelf.says("merge parts --json")).unwrap();
    assert_eq!(json["games"], 10);
}

/// Makes the file `ended`, as one word of any shell.
const TOUCH: &str = "echo>ended";

#[test]
fn a_watch_ends_with_the_last_part() {
    let shelf = shelf("parts-watch");
    let line = "match --engine a=self,USI_Hash=1 --engine b=self,USI_Hash=1 --nodes 1 --games 4 --max-moves 12";
    shelf.all(line, 2, "parts");
    let said = shelf.says(&format!("merge parts --watch 0.2 --then {TOUCH}"));
    assert!(said.contains("4 games"), "{said}");
    assert!(shelf.path("ended").exists());
}

#[test]
fn a_verdict_over_all_parts_ends_the_array() {
    let shelf = shelf("parts-sprt");
    // An engine that thinks against one that does not: the verdict comes early.
    let engines =
        "match --engine a=self,USI_Hash=1 --engine b=self,USI_Hash=1,Skill_Level=0 --nodes 500 --max-moves 150";
    let line = format!("{engines} --sprt -400,400 --games 2000 --part 1/2 --into parts");
    let mut part = Running::start(shelf.command(&line).stdout(Stdio::null()).stderr(Stdio::null()));
    part.wait_until("the part begins", || {
        fs::metadata(shelf.path("parts/part-1-of-2.jsonl.half")).is_ok_and(|file| file.len() > 0)
    });
    let watch = format!("merge parts --unfinished --watch 0.2 --then {TOUCH}");
    let mut watch = Running::start(shelf.command(&watch).stdout(Stdio::piped()).stderr(Stdio::piped()));
    part.wait_until("the watch ends", || watch.has_ended());
    let output = watch.output();
    drop(part);
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    assert!(said.contains("SPRT") && said.contains("accepted"), "{said}");
    assert!(told.contains("missing parts: 2; unfinished parts: 1"), "{told}");
    assert!(shelf.path("ended").exists());
}

const PLAY: &str = "selfplay --eval <handmade> --nodes 30 --games 12 --seed 5";

#[test]
fn self_play() {
    let shelf = shelf("parts-selfplay");
    shelf.all(PLAY, 1, "one");
    // Neither the number of parts nor that of threads makes a difference.
    shelf.all(&format!("{PLAY} --threads 3"), 4, "four");
    let said = shelf.says("merge one --out one.kgr");
    assert_eq!(shelf.says("merge four --out four.kgr"), said);
    let bytes = fs::read(shelf.path("one.kgr")).unwrap();
    assert_eq!(fs::read(shelf.path("four.kgr")).unwrap(), bytes);
    assert_eq!(PackedReader::open(&shelf.path("four.kgr"), "shogi").unwrap().count(), 12);
    assert!(shelf.complains("merge four --out four.kgr").contains("--force"));
    shelf.says("merge four --out four.kgr --force");
    assert_eq!(fs::read(shelf.path("four.kgr")).unwrap(), bytes);
}

#[test]
fn a_killed_part_goes_on() {
    let shelf = shelf("parts-kill");
    let line = "selfplay --eval <handmade> --nodes 300 --games 40 --seed 5";
    shelf.all(line, 2, "whole");
    let part = format!("{line} --part 2/2 --into killed");
    shelf.says(&format!("{line} --part 1/2 --into killed"));
    let done = shelf.kill_midway(&part, "killed/part-2-of-2.jsonl", 2, None);
    assert!((2..20).contains(&done));
    let missing = shelf.complains("merge killed --out none.kgr");
    assert!(missing.contains("unfinished parts: 2"), "{missing}");
    assert!(!shelf.path("none.kgr").exists());
    shelf.says("merge killed --unfinished --out some.kgr");
    assert!(PackedReader::open(&shelf.path("some.kgr"), "shogi").unwrap().count() >= 22);
    let output = shelf.run(&part);
    assert!(output.status.success());
    for (folder, file) in [("whole", "whole.kgr"), ("killed", "killed.kgr")] {
        shelf.says(&format!("merge {folder} --out {file}"));
    }
    assert_eq!(fs::read(shelf.path("killed.kgr")).unwrap(), fs::read(shelf.path("whole.kgr")).unwrap());
    // A finished part is left alone.
    let before = fs::metadata(shelf.path("killed/part-2-of-2.jsonl")).unwrap().modified().unwrap();
    let again = shelf.run(&part);
    assert!(again.status.success() && String::from_utf8_lossy(&again.stderr).contains("is finished already"));
    assert_eq!(fs::metadata(shelf.path("killed/part-2-of-2.jsonl")).unwrap().modified().unwrap(), before);
}
