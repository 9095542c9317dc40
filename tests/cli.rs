//! The command line, as typed.

use std::io::{BufRead, BufReader};
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
    let commands = ["perft", "bench", "handicaps", "selfplay", "records", "train", "evolve"];
    for arguments in
        commands.iter().map(|&command| vec![command, "--help"]).chain([vec!["--help"], vec!["help", "perft"]])
    {
        let help = stdout(&arguments);
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
        (&["--variant", "torishogi", "--tori-promotion", "forced", "3"], 5430),
        (&["--handicap", "10-piece", "1"], 14),
        (&["--handicap", "十枚落ち", "1"], 14),
        (&["--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "1"], 85),
        (&["--sfen", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "1"], 593),
    ] {
        let all = [&["perft"][..], arguments].concat();
        let text = stdout(&all);
        assert!(text.contains(&format!("Nodes searched: {nodes}\n")) && text.contains("Nodes/s: "), "{all:?} {text}");
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
        (&["perft", "--tori-promotion", "optional", "2"], &["--variant torishogi"]),
        (&["perft", "--tori-promotion", "never", "2"], &["never", "optional"]),
        (&["perft", "21"], &["21", "20"]),
        (&["perft"], &["DEPTH"]),
        (&["bench", "--depth", "0"], &["--depth"]),
        (&["bench", "--depth", "3", "--nodes", "5"], &["--nodes"]),
        (&["bnech"], &["bnech", "bench"]),
    ] {
        let message = complaint(arguments);
        assert!(words.iter().all(|word| message.contains(word)), "{arguments:?}: {message}");
    }
}

#[test]
fn handicaps_are_listed_with_their_names() {
    assert!(stdout(&["handicaps"]).lines().any(|line| line.starts_with("6-piece ") && line.ends_with("六枚落ち")));
    assert!(stdout(&["handicaps", "--variant", "torishogi"]).contains("falcon"));
}

#[test]
fn bench_ends_with_the_same_signature_each_time() {
    let run = || stdout(&["bench", "--variant", "torishogi", "--depth", "3"]);
    let signature = |text: &str| text.lines().last().unwrap().strip_prefix("Bench: ").unwrap().parse::<u64>().unwrap();
    let first = run();
    assert!(first.starts_with("position  1/") && signature(&first) > 0, "{first}");
    assert_eq!(signature(&first), signature(&run()));
}

/// `kumataka handicaps | head -1`, and worse.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_it_quietly() {
    for arguments in ["handicaps", "perft --divide 2", "--help", "bench --depth 1"] {
        let line = format!("{} {arguments} | true", env!("CARGO_BIN_EXE_kumataka"));
        let output = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
    let usi = format!("(yes d | head -20000; sleep 5) | {} | true", env!("CARGO_BIN_EXE_kumataka"));
    let output = Command::new("sh").args(["-c", &usi]).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn mate_problems_from_the_command_line() {
    let mate_in_one = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let text = stdout(&["mate", mate_in_one, "--check-unique"]);
    assert!(text.starts_with("1: mate 1 G*5b (") && text.contains("\n  unique\n"), "{text}");
    assert!(text.contains("1 mates (1 in 1), 0 without mate, 0 not solved in time"), "{text}");
    // A line with moves asks about the position after them.
    let text = stdout(&["mate", "9/4k4/9/4P4/9/9/9/9/9 b G 1 moves 5d5c 5b5a"]);
    assert!(text.starts_with("1: mate 1 G*5b ("), "{text}");
    let text = stdout(&["mate", "--show", "--shortest", "4k4/9/9/9/9/9/9/9/9 b P 1"]);
    assert!(text.contains("nomate") && text.contains("1 without mate"), "{text}");
    let folder = std::env::temp_dir().join(format!("kumataka-mate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (lines, record) = (folder.join("problems.sfen"), folder.join("problem.csa"));
    std::fs::write(&lines, format!("# two problems\n{mate_in_one}\n\nsfen 9/9 b - 1\n")).unwrap();
    std::fs::write(&record, "V2.2\nP-51OU\nP+53FU00KI\n+\n").unwrap();
    let text = stdout(&["mate", lines.to_str().unwrap(), record.to_str().unwrap()]);
    assert_eq!(text.matches(": mate 1 G*5b").count(), 2, "{text}");
    assert!(text.contains("problems.sfen:4: ") && text.contains("1 not readable"), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
    assert!(complaint(&["mate", "no-such-file.sfen"]).contains("no-such-file.sfen"));
}

/// Solutions become records that read back as problem and line, and none is overwritten.
#[test]
fn mates_are_kept_as_records() {
    let folder = std::env::temp_dir().join(format!("kumataka-solutions-{}", std::process::id()));
    let problems = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/9/9/9/9/9/9/9 b P 1", "9/4k4/9/4P4/9/9/9/9/9 b 2G 1"];
    for format in ["kif", "csa3", "jkf", "usi"] {
        let records = folder.join(format);
        let mut words = vec!["mate", "--records", records.to_str().unwrap(), "--record-format", format];
        words.extend(problems);
        stdout(&words);
        let files: Vec<_> = std::fs::read_dir(&records).unwrap().collect();
        assert_eq!(files.len(), 2, "{format}");
        let first = records.join("000001").with_extension(format.trim_end_matches('3'));
        let again = stdout(&["mate", first.to_str().unwrap()]);
        assert!(format == "usi" || again.contains(": mate 1 G*5b ("), "{again}");
        let text = String::from_utf8_lossy(&std::fs::read(&first).unwrap()).into_owned();
        assert!(format != "usi" || text.contains("moves G*5b"), "{text}");
        let refused = kumataka(&words);
        assert!(!refused.status.success(), "{format}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains("000001"), "{format}");
    }
    std::fs::remove_dir_all(folder).unwrap();
    assert!(!complaint(&["mate", problems[0], "--record-format", "kif"]).is_empty());
}

/// Ctrl-C tells what was solved and how much was not.
#[cfg(unix)]
#[test]
fn an_interrupted_mate_search_ends_with_its_summary() {
    // A bare king that runs over an empty board: endless for any solver.
    let hard = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1";
    let words = ["mate", "--threads", "1", "--ms", "600000", "4k4/9/4P4/9/9/9/9/9/9 b G 1", hard, hard];
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let mut program = command.args(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.next().unwrap().starts_with("1: mate 1 "));
    Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap();
    let rest: Vec<String> = lines.collect();
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(rest[0], "stopped before 2 problems were done");
    assert!(rest[1].starts_with("1 mates (1 in 1), 0 without mate, 0 not solved in time"), "{rest:?}");
    assert!(program.wait().unwrap().success());
}
