//! Parts of work on files: problems, conversions and analyses.

use super::{Shelf, shelf};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files below a folder with what is in them.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.insert(path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap());
    }
    found
}

/// Annotated games, without the time that each position has taken.
fn annotated(folder: &Path) -> BTreeMap<String, String> {
    let timeless = |text: &str| {
        let (first, others) = text.split_once("時間 ").expect("positions have times");
        let others = others.split("時間 ").map(|rest| rest.split_once(' ').expect("a time is a word").1);
        std::iter::once(first).chain(others).collect::<String>()
    };
    let games = contents(folder).into_iter();
    games.map(|(name, bytes)| (name, timeless(&String::from_utf8(bytes).unwrap()))).collect()
}

/// Without times, which are another every time.
fn timeless(text: &str) -> Vec<String> {
    let line = |line: &str| match line.rsplit_once(" nodes, ") {
        Some((before, _)) => before.to_owned(),
        None => line.rsplit_once(", ").map_or(line, |(before, _)| before).to_owned(),
    };
    text.lines().map(line).collect()
}

/// A folder of game records, some of them faulty.
fn games(name: &str) -> Shelf {
    let shelf = shelf(name);
    fs::create_dir(shelf.path("games")).unwrap();
    let moves = ["7g7f 3c3d 2g2f 8c8d", "2g2f 8c8d 2f2e 8d8e", "7g7f 8c8d", "5g5f 5c5d 2h5h", "2g2f 3c3d 7g7f"];
    for (number, moves) in moves.iter().enumerate() {
        fs::write(shelf.path("game.usi"), format!("startpos moves {moves}\n")).unwrap();
        shelf.says(&format!("convert game.usi games/{number}.csa"));
    }
    let two = "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 8c8d 2f2e\n";
    fs::write(shelf.path("games/5.usi"), two).unwrap();
    fs::write(shelf.path("games/6.csa"), "PI\n+\n+7776FU\n-3334FU\n+2724FU\n").unwrap();
    fs::write(shelf.path("games/7.csa"), "no game\n").unwrap();
    shelf
}

#[test]
fn problems() {
    let shelf = shelf("parts-mate");
    let problems = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n8k/7p1/7G1/9/9/9/9/9/9 b GS 1\nno position\n\
                    9/9/9/9/4k4/9/9/9/9 b G 1\n7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n";
    fs::write(shelf.path("problems.sfen"), problems).unwrap();
    let line = "mate problems.sfen --nodes 50000 --hash 8 --threads 1 --usi --show --check-unique --to usi";
    let whole = shelf.run(&format!("{line} --out whole"));
    shelf.all(&format!("{line} --out solved"), 3, "parts");
    let merged = shelf.run("merge parts");
    // A problem that cannot be read fails either.
    assert!(!whole.status.success() && !merged.status.success());
    let [whole, merged] = [whole, merged].map(|output| {
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains("problems.sfen:3") && complaint.contains("1 of 5 problems"), "{complaint}");
        String::from_utf8(output.stdout).unwrap()
    });
    let last = whole.lines().last().unwrap().rsplit_once(", ").unwrap().0;
    assert_eq!(merged.lines().last(), Some(last));
    assert_eq!(timeless(&merged.replace(last, "")), timeless(&whole.replace(whole.lines().last().unwrap(), "")));
    assert_eq!(contents(&shelf.path("solved")), contents(&shelf.path("whole")));
    assert!(shelf.complains(&format!("{line} --out one.usi --part 1/3 --into one")).contains("folder"));
    assert!(shelf.complains("mate problems.sfen --part 1/3 --into parts").contains("nodes: 50000 there"));
}

#[test]
fn conversions() {
    let shelf = games("parts-convert");
    let line = "convert games --to kifu --verbose";
    let mut whole = shelf.command(line);
    let whole = whole.arg("whole").output().unwrap();
    for part in 1..=3 {
        shelf.says(&format!("{line} converted --part {part}/3 --into parts"));
    }
    let merged = shelf.run("merge parts");
    assert!(!whole.status.success() && !merged.status.success());
    let [whole, merged] = [whole, merged].map(|output| String::from_utf8(output.stderr).unwrap());
    // One run has its time to tell.
    let whole = whole.lines().map(|line| match line.rsplit_once(" in ") {
        Some((before, time)) if time.ends_with(" games/s)") => before,
        _ => line,
    });
    assert_eq!(merged.lines().collect::<Vec<_>>(), whole.collect::<Vec<_>>());
    assert!(merged.contains("8 games from 7 files"), "{merged}");
    assert_eq!(contents(&shelf.path("converted")), contents(&shelf.path("whole")));
    assert!(shelf.complains("convert games one.usi --part 1/3 --into one").contains("folder"));
    // Files of others stay.
    fs::write(shelf.path("converted/0.kifu"), "mine").unwrap();
    let complaint = shelf.complains("convert games --to kifu converted --part 1/1 --into again");
    assert!(complaint.contains("0.kifu") && complaint.contains("--force"), "{complaint}");
    assert_eq!(fs::read(shelf.path("converted/0.kifu")).unwrap(), b"mine");
    shelf.says("convert games --to kifu converted --force --part 1/1 --into again");
}

#[test]
fn analyses() {
    let shelf = games("parts-analyse");
    let line = "analyse games --nodes 300 --hash 1 --to kifu --concurrency 2";
    let whole = shelf.run(&format!("{line} --out whole --json whole.jsonl"));
    assert!(!whole.status.success());
    shelf.all(&format!("{line} --out annotated --html pages"), 3, "parts");
    let merged = shelf.run("merge parts --out merged.jsonl");
    let complaint = String::from_utf8(merged.stderr).unwrap();
    assert!(!merged.status.success());
    assert!(complaint.contains("7.csa") && complaint.contains("6.csa: ply 3"), "{complaint}");
    assert_eq!(String::from_utf8(merged.stdout).unwrap(), "8 games of 8 files\n");
    let [merged, whole] = ["merged.jsonl", "whole.jsonl"].map(|file| fs::read_to_string(shelf.path(file)).unwrap());
    assert!(whole.lines().count() > 20);
    assert_eq!(merged, whole);
    assert_eq!(annotated(&shelf.path("annotated")), annotated(&shelf.path("whole")));
    assert_eq!(fs::read_dir(shelf.path("pages")).unwrap().count(), 8);
    // From these lines come the pages about all games, without another analysis.
    fs::remove_file(shelf.path("games/7.csa")).unwrap();
    fs::remove_file(shelf.path("games/6.csa")).unwrap();
    shelf.says(&format!("{line} --out annotated --json merged.jsonl --resume --summary summary.html"));
    assert!(shelf.path("summary.html").exists());
    assert_eq!(fs::read_to_string(shelf.path("merged.jsonl")).unwrap(), merged);
    for (more, word) in
        [("--json a.jsonl", "--json"), ("--resume --out annotated", "--resume"), ("--out one.kifu", "folder")]
    {
        let complaint = shelf.complains(&format!("{line} {more} --part 1/3 --into other"));
        assert!(complaint.contains(word), "{more}: {complaint}");
    }
}

#[test]
fn a_killed_analysis_goes_on() {
    let shelf = games("parts-analyse-kill");
    for number in [6, 7] {
        fs::remove_file(shelf.path(&format!("games/{number}.csa"))).unwrap();
    }
    let line = "analyse games --nodes 20000 --hash 1 --to kifu --concurrency 1";
    shelf.all(&format!("{line} --out whole"), 2, "whole-parts");
    let part = format!("{line} --out annotated --part 1/2 --into parts");
    shelf.kill_midway(&part, "parts/part-1-of-2.jsonl", 1, Some("annotated"));
    shelf.all(&format!("{line} --out annotated"), 2, "parts");
    shelf.says("merge parts --out killed.jsonl");
    shelf.says("merge whole-parts --out whole.jsonl");
    assert_eq!(fs::read(shelf.path("killed.jsonl")).unwrap(), fs::read(shelf.path("whole.jsonl")).unwrap());
    assert_eq!(annotated(&shelf.path("annotated")), annotated(&shelf.path("whole")));
}
