//! The command line, as typed.

use crate::support::{self, folder};
use kumataka::game::SfenMode;
use kumataka::jobs::files::read_games;
use kumataka::record::{Ending, Format, Record, header, usi};
use kumataka::variants::Variant;
use std::process::{Command, Output, Stdio};

fn kumataka(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumataka")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = kumataka(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(arguments: &[&str]) -> String {
    let output = kumataka(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn help_teaches_by_example() {
    for arguments in [&["--help"][..], &["perft", "--help"], &["help", "perft"]] {
        let help = stdout(arguments);
        assert!(help.contains("Examples:\n  kumataka"), "{help}");
    }
    assert!(stdout(&["--version"]).starts_with("kumataka "));
}

#[test]
fn perft_in_all_its_forms() {
    for (arguments, nodes) in [
        (&["4"][..], 719_731),
        (&["0"], 1),
        (&["--threads", "1", "3"], 25_470),
        (&["--variant", "tori", "4"], 103_857),
        (&["--variant", "torishogi", "--rule", "ToriPromotion=forced", "3"], 5430),
        (&["--handicap", "10-piece", "1"], 14),
        (&["--handicap", "十枚落ち", "1"], 14),
        (&["--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "1"], 85),
        (&["--sfen", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "1"], 593),
    ] {
        let all = [&["perft"][..], arguments].concat();
        let text = stdout(&all);
        assert!(
            text.contains(&format!("Nodes searched: {nodes}\n")) && text.contains("Nodes/second: "),
            "{all:?} {text}"
        );
    }
    let divided = stdout(&["perft", "--divide", "2"]);
    assert!(divided.starts_with("1g1f: 30\n") && divided.matches(": 30\n").count() == 30);
}

#[test]
fn complaints_name_the_input_and_the_remedy() {
    for (arguments, words) in [
        (&["perft", "--sfen", "9/9 b - 1", "2"][..], &["9/9 b - 1", "instead of 9"][..]),
        (&["perft", "--handicap", "11-piece", "2"], &["11-piece", "kumataka handicaps"]),
        (&["perft", "--variant", "chess", "2"], &["chess", "torishogi"]),
        (&["perft", "--rule", "ToriPromotion=optional", "2"], &["shogi has no rule", "EnteringKingRule"]),
        (&["perft", "--variant", "tori", "--rule", "ToriPromotion=never", "2"], &["never", "optional"]),
        (&["perft", "21"], &["21", "20"]),
        (&["perft"], &["DEPTH"]),
        (&["bench", "--depth", "0"], &["--depth"]),
        (&["bench", "--depth", "3", "--nodes", "5"], &["--nodes"]),
        (&["bench", "--movetime", "1000"], &["1000 seconds", "above 60"]),
        (&["mate", "--ms", "1000", "4k4/9/4P4/9/9/9/9/9/9 b G 1"], &["--ms"]),
        (&["mate", "--movetime", "0", "4k4/9/4P4/9/9/9/9/9/9 b G 1"], &["0 seconds"]),
        (
            &["book", "show", "<internal>", "startpos", "moves", "7g7e"],
            &["illegal move 7g7e", "does not move that way"],
        ),
        (&["book", "show", "<internal>", "startpos", "moves", "7g7f", "7f7d"], &["illegal move 7f7d"]),
        (&["completions", "tcsh"], &["tcsh", "bash", "zsh"]),
        (&["bnech"], &["bnech", "bench"]),
    ] {
        let message = complaint(arguments);
        assert!(words.iter().all(|word| message.contains(word)), "{arguments:?}: {message}");
    }
}

#[test]
fn handicaps_are_listed_with_their_names() {
    assert!(stdout(&["handicaps"]).lines().any(|line| line.starts_with("6-piece ") && line.ends_with(" w - 1")));
    assert!(stdout(&["handicaps", "--variant", "torishogi"]).contains("falcon"));
}

#[test]
fn a_difference_of_strength_has_a_handicap() {
    for (arguments, difference, name) in [
        (&["--elo", "1450", "1210"][..], "2.8 grades\n", "rook-lance "),
        (&["--elo", "1210", "1450"], "2.8 grades\n", "rook-lance "),
        (&["--elo", "1500", "1500"], "0.0 grades\n", "even "),
        (&["--grades", "3k", "7k"], "4.0 grades\n", "2-piece "),
        (&["--grades", "初段", "1級"], "1.0 grades\n", "lance "),
        (&["--grades", "3k", "7k", "--variant", "tori"], "4.0 grades\n", "falcon "),
    ] {
        let told = stdout(&[&["handicaps"], arguments].concat());
        assert!(told.strip_prefix(difference).is_some_and(|line| line.starts_with(name)), "{arguments:?}: {told}");
    }
    for (arguments, words) in [
        (&["--grades", "3k", "strong"][..], &["strong", "5k"][..]),
        (&["--elo", "1450"], &["--elo"]),
        (&["--grades", "3k", "7k", "--variant", "annan"], &["annanshogi", "kumataka variants"]),
    ] {
        let message = complaint(&[&["handicaps"], arguments].concat());
        assert!(words.iter().all(|word| message.contains(word)), "{arguments:?}: {message}");
    }
}

#[test]
fn pieces_are_laid_in_the_order_of_a_family() {
    let ohashi = stdout(&["show", "--setup", "ohashi", "--lang", "en"]);
    assert!(ohashi.starts_with("Ohashi's order") && ohashi.contains("\n20  pawn    1g  9c\n"), "{ohashi}");
    assert!(stdout(&["show", "--setup", "ito", "--lang", "ja"]).starts_with("伊藤流"));
    for (arguments, words) in [
        (&["--setup", "sakai"][..], &["sakai", "ohashi, ito"][..]),
        (&["--setup", "ito", "--variant", "tori"], &["torishogi", "leave --variant out"]),
        (&["--setup", "ito", "startpos"], &["--setup"]),
        (&[], &["FILE|SFEN"]),
    ] {
        let message = complaint(&[&["show"], arguments].concat());
        assert!(words.iter().all(|word| message.contains(word)), "{arguments:?}: {message}");
    }
}

/// The games of a tournament of three, as CSA files in a folder.
fn tournament() -> support::Folder {
    let folder = folder("tournament");
    for (number, (names, start, end)) in [
        ("N+Ito\nN-Mori\n$START_TIME:2025/03/02 10:00:00\n", "PI\n+\n+7776FU\n-3334FU\n", "%TORYO\n"),
        ("N+Ito\nN-Abe\n$START_TIME:2025/03/01 10:00:00\n", "PI\n+\n+7776FU\n", "%TORYO\n"),
        ("N+Mori\nN-Abe\n$START_TIME:2025/03/02 10:00:00\n", "PI\n+\n+7776FU\n-3334FU\n", "%SENNICHITE\n"),
        ("N+Abe\nN-Ito\n$START_TIME:2025/03/03\n", "PI82HI22KA91KY11KY81KE21KE\n-\n-3334FU\n", "%TORYO\n"),
    ]
    .into_iter()
    .enumerate()
    {
        std::fs::write(folder.join(format!("{number}.csa")), format!("V2.2\n{names}{start}{end}")).unwrap();
    }
    folder
}

/// 1 March: Ito beats Abe, 28/2 = 14 for both. 2 March: Ito, 1514, resigns to Mori, 1500: 28 * 0.520 = 15 each. Mori, 1515,
/// draws with Abe, 1486: 28 * 0.042 = 1 each. 3 March: a game with six pieces changes nothing.
#[test]
fn players_are_rated_by_their_records() {
    let folder = tournament();
    let path = folder.to_str().unwrap();
    let table = stdout(&["rating", path]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["player", "rating", "change", "grade", "points", "1", "2", "3"]);
    assert_eq!(rows[1], ["1", "Mori", "1514", "+14", "2", "kyu", "new", "1.5/2", "＼", "○", "△"]);
    assert_eq!(rows[2], ["2", "Ito", "1499", "-1", "2", "kyu", "new", "2/3", "●", "＼", "○○"]);
    assert_eq!(rows[3], ["3", "Abe", "1487", "-13", "2", "kyu", "new", "0.5/3", "△", "●●", "＼"]);
    assert_eq!(table.lines().last(), Some("4 games, 1 of them not rated for the handicap"));
    let japanese = stdout(&["rating", path, "--lang", "ja"]);
    assert!(japanese.contains("レーティング") && japanese.contains("2級") && !japanese.contains("kyu"), "{japanese}");
}

#[test]
fn ratings_go_on_from_earlier_ones() {
    let folder = tournament();
    let path = folder.to_str().unwrap();
    let json = stdout(&["rating", path, "--json", "--rating", "Abe=1d", "--initial", "5k"]);
    let table: serde_json::Value = serde_json::from_str(&json).unwrap();
    let player = |name: &str| table["players"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert_eq!((&player("Abe")["before"], &player("Ito")["before"]), (&1_740.into(), &1_240.into()));
    assert_eq!((&table["games"], &table["unrated"]), (&4.into(), &1.into()));
    let state = support::folder("ratings");
    let file = state.join("earlier.json");
    std::fs::write(&file, &json).unwrap();
    let next: serde_json::Value =
        serde_json::from_str(&stdout(&["rating", path, "--json", "--earlier", file.to_str().unwrap()])).unwrap();
    for row in next["players"].as_array().unwrap() {
        let before = player(row["name"].as_str().unwrap());
        assert_eq!(row["before"], before["rating"]);
        assert_eq!(row["rated_games"].as_u64(), before["rated_games"].as_u64().map(|games| 2 * games));
    }
}

#[test]
fn games_without_players_or_result_are_named() {
    let folder = tournament();
    let bad = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    bad("5.csa", "V2.2\nN+Ito\nPI\n+\n+7776FU\n%TORYO\n");
    bad("6.csa", "V2.2\nN+Ito\nN-Abe\nPI\n+\n+7776FU\n");
    bad("7.csa", "V2.2\nN+Ito\nN-Ito\nPI\n+\n+7776FU\n%TORYO\n");
    bad("8.csa", "V2.2\nN+Ito\nN-Abe\nPI\n+\n+77XXFU\n%TORYO\n");
    let output = kumataka(&["rating", folder.to_str().unwrap()]);
    let [told, table] = [output.stderr, output.stdout].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!output.status.success() && table.contains("4 games"), "{table}");
    let lines: Vec<&str> = told.lines().collect();
    for (line, (file, reason)) in lines.iter().zip([
        ("5.csa: ", "does not name both players"),
        ("6.csa: ", "no result"),
        ("7.csa: ", "Ito plays both sides"),
        ("8.csa: ", "77XXFU"),
    ]) {
        assert!(line.contains(file) && line.contains(reason), "{line}");
    }
    assert_eq!(lines.last(), Some(&"kumataka: 4 of 8 games not rated"));
    for (arguments, words) in [
        (&["--rating", "Sato=1d"][..], &["Sato", "the players are Mori, Ito, Abe"][..]),
        (&["--rating", "Ito"], &["NAME=RATING"]),
        (&["--rating", "Ito=weak"], &["weak", "grade"]),
        (&["--earlier", "nowhere.json"], &["nowhere.json"]),
    ] {
        let folder = tournament();
        let message = complaint(&[&["rating", folder.to_str().unwrap()], arguments].concat());
        assert!(words.iter().all(|word| message.contains(word)), "{arguments:?}: {message}");
    }
}

#[test]
fn games_are_listed_with_their_rules() {
    let list = stdout(&["variants"]);
    assert!(list.starts_with("Games with drops:\n  shogi (standard)\n    EnteringKingRule: "), "{list}");
    assert!(list.contains("\n      CSARule27, CSARule27H, CSARule24, "), "{list}");
    for variant in Variant::ALL {
        assert!(
            list.lines().any(|line| line.trim_start().split(' ').next() == Some(variant.name())),
            "{variant}: {list}"
        );
    }
}

/// A reader that goes away is no failure, and nobody who reads complaints is no reason to abort.
#[test]
fn closed_outputs_end_quietly() {
    let folder = folder("closed");
    let games = folder.join("games.kgr").to_str().unwrap().to_owned();
    let book = folder.join("book.db").to_str().unwrap().to_owned();
    let run = |arguments: &[&str], closed: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        match closed {
            "output" => drop(child.stdout.take()),
            _ => drop(child.stderr.take()),
        }
        child.wait_with_output().unwrap()
    };
    let play = ["selfplay", "--nodes", "5", "--games", "2", "--eval", "<handmade>", "--out", &games];
    assert!(run(&play, "error").status.success());
    std::fs::write(
        &book,
        "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f\n",
    )
    .unwrap();
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    for arguments in [
        &["--help"][..],
        &["variants"],
        &["handicaps"],
        &["perft", "--divide", "2"],
        &["bench", "--depth", "1"],
        &["bench", "--variant", "torishogi", "--depth", "1"],
        &["show", "startpos"],
        &["mate", problem],
        &["records", "stats", &games],
        &["records", "verify", &games],
        &["book", "show", &book],
        &["book", "check", &book],
    ] {
        let output = run(arguments, "output");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
    for arguments in [&["perft", "--sfen", "9", "2"][..], &["show", "no such file"], &["records", "stats", "no.kgr"]] {
        let output = run(arguments, "error");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    }
}

#[test]
fn bench_ends_with_the_same_signature_each_time() {
    let run = || stdout(&["bench", "--variant", "torishogi", "--depth", "3"]);
    let signature = |text: &str| text.lines().last().unwrap().strip_prefix("Bench: ").unwrap().parse::<u64>().unwrap();
    let first = run();
    assert!(first.starts_with("position  1/") && signature(&first) > 0, "{first}");
    assert_eq!(signature(&first), signature(&run()));
}

/// An engine to which nobody listens any more has nothing to complain of, and waits for no end of its input.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_engine_quietly() {
    use crate::support::Running;
    use std::io::Write;
    use std::thread;
    use std::time::Duration;
    for lines in ["d\n", "go infinite\nd\n"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        let mut engine = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()));
        drop(engine.stdout.take());
        let mut stdin = engine.stdin.take().unwrap();
        // A program that another test is about to start may hold the other end of the output for a moment.
        while engine.try_wait().unwrap().is_none() && stdin.write_all(lines.as_bytes()).is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
        let output = engine.output();
        assert!(output.status.success() && output.stderr.is_empty(), "{lines:?}: {output:?}");
        // It was open until here.
        drop(stdin);
    }
}

/// Files whose names are no UTF-8 are files like others.
#[cfg(unix)]
#[test]
fn files_whose_names_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names");
    // Where the system refuses such names, nobody can have such files.
    let written = |name: &[u8], text: &str| std::fs::write(folder.join(OsStr::from_bytes(name)), text);
    let problem = "V2.2\nP-51OU\nP+53FU00KI\n+\n";
    if written(b"\xff.csa", problem).is_err() {
        return;
    }
    let run = |line: &str, name: &[u8]| {
        let output = folder.command(line).arg(OsStr::from_bytes(name)).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text, String::from_utf8(output.stderr).unwrap())
    };
    let (code, text, faults) = run("show", b"\xff.csa");
    assert!(code == Some(0) && text.contains("sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\n"), "{text} {faults}");
    let (code, text, faults) = run("mate", b"\xff.csa");
    assert!(code == Some(0) && text.starts_with("\u{fffd}.csa: mate 1 "), "{text} {faults}");
    // The game that a record names is that of the command.
    written(b"\xff.kif", "手合割：どうぶつ将棋\n").unwrap();
    let (code, text, faults) = run("show", b"\xff.kif");
    assert!(code == Some(0) && text.contains("sfen rkb/1p1/1P1/BKR b - 1\n"), "{text} {faults}");
    let (code, _, faults) = run("show", b"\xfe");
    assert_eq!(code, Some(1));
    assert!(faults.starts_with("kumataka: \"\u{fffd}\" is neither a file nor a position: "), "{faults}");
    assert_eq!(run("mate", b"\xfe").2.lines().next(), Some("\u{fffd}: neither a file nor a position"));
}

#[test]
fn mate_problems_from_the_command_line() {
    let mate_in_one = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let text = stdout(&["mate", mate_in_one, "--check-unique", "--usi"]);
    assert!(
        text.starts_with("1: mate 1 G*5b (") && text.contains("\n  unique: no other check mates within 1\n"),
        "{text}"
    );
    assert!(text.contains("1 mate (1 in 1), 0 without mate, 0 open, "), "{text}");
    // A line with moves asks about the position after them.
    let text = stdout(&["mate", "9/4k4/9/4P4/9/9/9/9/9 b G 1 moves 5d5c 5b5a"]);
    assert!(text.starts_with("1: mate 1 G*5b ("), "{text}");
    let text = stdout(&["mate", "--show", "--shortest", "4k4/9/9/9/9/9/9/9/9 b P 1"]);
    assert!(text.contains("nomate") && text.contains("1 without mate"), "{text}");
    let folder = folder("mate");
    let (lines, record) = (folder.join("problems.sfen"), folder.join("problem.csa"));
    std::fs::write(&lines, format!("# two problems\n{mate_in_one}\n\nsfen 9/9 b - 1\n")).unwrap();
    std::fs::write(&record, "V2.2\nP-51OU\nP+53FU00KI\n+\n").unwrap();
    let output = kumataka(&["mate", lines.to_str().unwrap(), "no-such-file.sfen", record.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let (text, faults) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(text.matches(": mate 1 G*5b (").count(), 2, "{text}");
    assert!(text.contains("2 mates (2 in 1), 0 without mate, 0 open, 2 unreadable, "), "{text}");
    for fault in ["problems.sfen:4: ", "no-such-file.sfen: ", "2 of 4 problems cannot be read"] {
        assert!(faults.contains(fault), "{faults}");
    }
    assert!(complaint(&["mate", "no-such-file.sfen"]).contains("no-such-file.sfen"));
    let illegal = complaint(&["mate", "9/4k4/9/4P4/9/9/9/9/9 b G 1 moves 5d5c 5b5d"]);
    assert!(illegal.contains("5b5d"), "{illegal}");
    // A folder stands for the records in it, whatever their encoding.
    std::fs::write(&lines, mate_in_one).unwrap();
    let problem = format!("作者：誰か\n{}", Variant::Shogi.read_sfen(mate_in_one, SfenMode::Mate).unwrap().diagram());
    std::fs::write(folder.join("sjis.kif"), encoding_rs::SHIFT_JIS.encode(&problem).0).unwrap();
    let text = stdout(&["mate", folder.to_str().unwrap(), "--usi"]);
    assert_eq!(text.matches(": mate 1 G*5b (").count(), 3, "{text}");
    std::fs::create_dir(folder.join("empty")).unwrap();
    assert!(complaint(&["mate", folder.join("empty").to_str().unwrap()]).contains("empty: the folder holds no file"));
}

/// A line has as many moves as the number before it says; what only puts the mate off comes after it.
#[test]
fn lengths_of_mates_are_those_of_composers() {
    let text = stdout(&["mate", "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", "--notation", "japanese"]);
    assert!(
        text.starts_with("1: mate 5 ▲１三馬 △同　玉 ▲２五桂 △１二玉 ▲１四飛, 7 with useless interpositions △"),
        "{text}"
    );
    assert!(text.contains("\n1 mate (1 in 5), "), "{text}");
    let text = stdout(&["mate", "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", "--shortest", "--usi"]);
    assert!(text.starts_with("1: mate 5 2d1c 1b1c N*2e 1c1b 4d1d, 7 with useless interpositions "), "{text}");
}

/// What is said of other solutions says where they were looked for.
#[test]
fn other_last_moves_are_told() {
    let text = stdout(&["mate", "7k1/9/7PG/9/9/9/9/9/9 b G 1", "--check-unique", "--usi"]);
    assert!(text.starts_with("1: mate 1 2c2b+ ("), "{text}");
    assert!(
        text.contains("\n  last move: 1c2b G*2b mate as well\n  no cook: no other check mates within 1\n"),
        "{text}"
    );
}

/// Only another solution is a cook; what composers allow has names of its own.
#[test]
fn other_mates_are_told_by_the_names_of_composers() {
    let told = |sfen: &str, language: &str| {
        stdout(&["mate", sfen, "--check-unique", "--lang", language, "--notation", "japanese"])
    };
    // A bishop is taken at once, promoted or not.
    let taken = "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1";
    let text = told(taken, "en");
    assert!(text.contains("\n  promotion left open at move 1: ▲３一角不成 mates in 5\n  no cook: "), "{text}");
    let text = told(taken, "ja");
    assert!(text.contains("\n  成・不成非限定：1手目▲３一角不成、5手で詰み\n  余詰なし（5手以内）\n"), "{text}");
    // A rook is dropped on one square of a line or another.
    let text = told("9/9/k8/9/KP7/9/9/9/9 b RG 1", "en");
    assert!(text.contains("\n  distance left open at move 1: ▲６三飛 mates in 5\n  no cook: "), "{text}");
}

/// A length that is not settled is a bound, in the line, in the summary and in the record, and no cooks are told beside it.
#[test]
fn lengths_that_are_not_settled_are_bounds() {
    // Useless interpositions, by which the first mate found is twice as long as the shortest.
    let long = "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1";
    let solved = |options: &[&str]| {
        stdout(&[&["mate", "--usi", "--threads", "1", "--movetime", "3600", long], options].concat())
    };
    let text = solved(&["--first"]);
    assert!(text.starts_with("1: mate <=21 ") && text.contains("\n1 mate (1 in <=21), "), "{text}");
    for options in [&[][..], &["--first", "--check-unique"]] {
        let text = solved(options);
        assert!(text.starts_with("1: mate 11 1e2d ") && !text.contains("  cook"), "{text}");
    }
    let text = solved(&["--check-unique", "--nodes", "2400"]);
    assert!(
        text.starts_with("1: mate <=") && text.contains("\n  not found out in time whether it is unique; "),
        "{text}"
    );
}

#[test]
fn a_timeout_names_the_limit() {
    let hard = "4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1";
    let text = stdout(&["mate", hard, "--movetime", "0.2"]);
    assert!(text.starts_with("1: timeout, --movetime 0.2 is over ("), "{text}");
    let text = stdout(&["mate", hard, "--nodes", "1000"]);
    assert!(text.starts_with("1: timeout, --nodes 1000 are spent ("), "{text}");
}

#[test]
fn what_is_no_problem_is_named() {
    for word in ["xyz", "startpo"] {
        assert!(complaint(&["mate", word]).contains(&format!("{word}: neither a file nor a position")));
    }
    let folder = folder("rubbish");
    let lines = folder.join("lines.sfen");
    std::fs::write(&lines, "this is rubbish\n").unwrap();
    assert!(
        complaint(&["mate", lines.to_str().unwrap()]).contains("lines.sfen:1: \"this\" is not a position or a move")
    );
}

#[test]
fn boards_of_problems_are_drawn_in_kanji_or_letters() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let text = stdout(&["mate", "--show", sfen]);
    assert!(text.starts_with("後手の持駒：なし\n") && text.contains("v玉") && text.contains("先手番\n"), "{text}");
    let text = stdout(&["mate", "--show", "--letters", sfen]);
    assert!(text.contains("| k |") && text.contains("1: mate 1 G*5b ("), "{text}");
}

/// Who attacks, what the defender holds, and which mate is taken, as options say.
#[test]
fn options_change_what_a_problem_asks() {
    let solved = |sfen: &str, option: Option<&str>| {
        let mut words = vec!["mate", "--usi", "--threads", "1", "--hash", "8", sfen];
        words.extend(option);
        stdout(&words)
    };
    // The diagram leaves out all pieces that could come between.
    let rook = "8k/9/7GN/9/9/9/9/9/5R3 b - 1";
    assert!(!solved(rook, None).contains("with useless interpositions"));
    assert!(solved(rook, Some("--remaining")).contains("with useless interpositions"));
    // White is in check, and has no mate of his own.
    let checked = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    assert!(solved(checked, None).starts_with("1: nomate ("));
    assert!(solved(checked, Some("--defender-first")).starts_with("1: mate 0, the defender is mated already ("));
    // Of the first mate it is not known whether it is the shortest.
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    assert!(solved(one, Some("--first")).starts_with("1: mate 1 G*5b ("));
    let five = "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1";
    assert!(solved(five, None).starts_with("1: mate 5 ") && solved(five, Some("--first")).starts_with("1: mate <="));
}

#[test]
fn boards_are_drawn_as_pictures() {
    let folder = folder("pictures");
    let run = |line: &str| folder.command(line).output().unwrap();
    let draw = "show startpos --png b.png --width 300";
    assert!(run(draw).status.success());
    let picture = std::fs::read(folder.join("b.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture[16..20] == 300_u32.to_be_bytes());
    let again = run(draw);
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && told.contains("b.png: it exists already; --force overwrites it"), "{told}");
    assert!(run(&format!("{draw} --force")).status.success());
    assert!(complaint(&["show", "startpos", "--arrow", "7g7f"]).contains("add --svg or --png"));
    let plain = stdout(&["show", "startpos", "--svg"]);
    let arrow = stdout(&["show", "startpos", "--svg", "--arrow", "7g7f"]);
    assert!(plain.starts_with("<svg ") && arrow.starts_with("<svg ") && plain != arrow);
}

/// Problems with a mate in one, two ways to mate, no mate, and a longer mate.
const PROBLEMS: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n9/9/9/9/9/9/9/9/9 w - 1\n\
                        4k4/9/9/9/9/9/9/9/9 b P 1\n8k/7p1/7G1/9/9/9/9/9/9 b GS 1\n";

#[test]
fn solutions_are_written_in_every_format() {
    let folder = folder("solutions");
    let problems = folder.join("problems.sfen");
    std::fs::write(&problems, PROBLEMS).unwrap();
    let problems = problems.to_str().unwrap();
    // One of them cannot be read.
    let told = String::from_utf8(kumataka(&["mate", problems, "--shortest", "--usi"]).stdout).unwrap();
    for format in Format::ALL {
        let out = folder.join(format.name());
        let output = kumataka(&["mate", problems, "--shortest", "--out", out.to_str().unwrap(), "--to", format.name()]);
        let text = String::from_utf8(output.stderr).unwrap();
        let summary = format!("2 solutions and 1 without mate in {}", out.display());
        assert!(output.status.code() == Some(1) && text.contains(&summary), "{text}");
        for (number, ending) in [(1, Ending::Mate), (3, Ending::NoMate), (4, Ending::Mate)] {
            let path = out.join(format!("{number:06}.{}", format.extension()));
            let read = read_games(Variant::Shogi, &path, Some(format)).unwrap();
            let record = &read.readings[0].record;
            let line = usi::line(record);
            let (sfen, moves) = line.split_once(" moves ").unwrap_or((&line, ""));
            assert_eq!(sfen, format!("position sfen {}", PROBLEMS.lines().nth(number - 1).unwrap()), "{format}");
            assert!(
                told.contains(&format!("problems.sfen:{number}: mate {} {moves} (", moves.split(' ').count()))
                    || moves.is_empty()
            );
            assert_eq!(moves.is_empty(), ending == Ending::NoMate);
            let kept = record.outcome().map(|(ending, _)| ending);
            assert!(format == Format::USI && kept.is_none() || kept == Some(&ending), "{format}: {kept:?}");
            let lost = text.contains(&format!("{format} has no place for headers"));
            assert_eq!(record.headers.get(header::SOURCE), (!lost).then_some(&*format!("{problems}:{number}")));
        }
        assert_eq!(std::fs::read_dir(out).unwrap().count(), 3);
    }
}

#[test]
fn solutions_go_into_one_file_with_what_else_mates() {
    let folder = folder("one-solution");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let problem = file("problem.kif");
    std::fs::write(
        &problem,
        "作者：somebody\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         |v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n\
         | ・ 歩 ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
         +---------------------------+\n先手の持駒：金三\n手数----指手---------消費時間--\n",
    )
    .unwrap();
    let solved = file("solved.kifu");
    let told = stdout(&["mate", &problem, "--check-unique", "--out", &solved]);
    assert!(told.contains("cook at move 1"), "{told}");
    let record = &read_games(Variant::Shogi, solved.as_ref(), None).unwrap().readings[0].record;
    assert_eq!(record.headers.get("作者"), Some("somebody"));
    let cooks = record.node(Record::ROOT).children().len() - 1;
    assert_eq!(cooks, told.matches("cook at move 1").count());

    let complaints = |arguments: &[&str]| {
        let output = kumataka(&[&["mate", &problem], arguments].concat());
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(complaints(&["--out", &solved]).contains("solved.kifu: it exists already; --force overwrites it"));
    // A folder gets KIF.
    stdout(&["mate", &problem, "--out", &file("solutions")]);
    assert_eq!(read_games(Variant::Shogi, file("solutions/000001.kifu").as_ref(), None).unwrap().readings.len(), 1);
    stdout(&["mate", &problem, "--out", &solved, "--force"]);
    let both = file("both.csa");
    stdout(&["mate", &problem, &problem, "--out", &both]);
    assert_eq!(read_games(Variant::Shogi, both.as_ref(), None).unwrap().readings.len(), 2);
    assert!(complaints(&[&problem, "--out", &file("both.kif")]).contains("2 games do not go into one kif file"));
}

/// What is solved by then is told and written, and the exit status tells that it is not all.
#[cfg(unix)]
#[test]
fn interrupted_solving_ends_with_what_is_solved() {
    use crate::support::Running;
    use std::io::{BufRead, BufReader};
    let folder = folder("interrupted");
    let problems = folder.join("problems.sfen");
    // The second takes longer than anybody waits.
    let hard = "lnsgk4/9/9/9/9/9/9/9/4K4 b R2L9P 1";
    std::fs::write(&problems, format!("4k4/9/4P4/9/9/9/9/9/9 b G 1\n{hard}\n{hard}\n")).unwrap();
    let out = folder.join("solved.usi");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["mate", problems.to_str().unwrap(), "--movetime", "600", "--threads", "1", "--hash", "16", "--out"]);
    let mut mate = Running::start(command.arg(&out).stdout(Stdio::piped()).stderr(Stdio::piped()));
    let mut lines = BufReader::new(mate.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.next().unwrap().contains("problems.sfen:1: mate 1 G*5b ("));
    mate.signal("-INT");
    let last = lines.last().unwrap();
    assert!(last.starts_with("1 mate (1 in 1), 0 without mate, 0 open") && last.ends_with("stopped early"), "{last}");
    let output = mate.output();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && complaint.ends_with("stopped by Ctrl-C after 1 of 3 problems\n"),
        "{output:?}"
    );
    assert!(std::fs::read_to_string(out).unwrap().ends_with(" moves G*5b\n"));
}

/// `nohup` has a program go on without its terminal by ignoring the signal that tells of its end. Other signals still end it.
#[cfg(unix)]
#[test]
fn nohup_outlives_the_terminal() {
    use crate::support::Running;
    let folder = folder("nohup");
    let line = "selfplay --eval <handmade> --nodes 20 --games 100000 --out games.kgr";
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_kumataka")]).args(line.split(' '));
    let mut program = Running::start(command.current_dir(&*folder).stdout(Stdio::null()).stderr(Stdio::null()));
    let written = || std::fs::metadata(folder.join("games.kgr")).map_or(0, |file| file.len());
    program.wait_until("games are written", || written() > 1_000);
    program.signal("-HUP");
    // More than the game that is played just then.
    let many = written() + 10_000;
    program.wait_until("many more games are written", || written() > many);
    program.signal("-TERM");
    // It ended in good order, with games left to play.
    assert_eq!(program.output().status.code(), Some(1));
}

#[test]
fn a_wrong_name_of_an_instruction_set_is_told() {
    let told = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        let output = command.arg("compiler").env("KUMATAKA_INSTRUCTION_SET", name).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let capitals = told("SCALAR");
    assert!(capitals.contains("\nevaluation: scalar (") && capitals.ends_with(")\n"), "{capitals}");
    assert!(!capitals.contains("none of them"), "{capitals}");
    let wrong = told("foo");
    assert!(!wrong.contains("\nevaluation: foo") && wrong.ends_with("; \"foo\" is none of them)\n"), "{wrong}");
}
