//! Matches between real processes, some of them misbehaving.

mod cecp;
mod faults;
#[cfg(unix)]
mod refused;

use crate::support::folder;
use clap::Parser;
use kumataka::arena::{Control, MatchArgs, MatchConfig, Progress, Report, play};
use kumataka::engines::process::HANDSHAKE;
use kumataka::jobs::files::{read_games, records_below};
use kumataka::record::{Format, usi};
use kumataka::system::real_path;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Parser)]
pub struct CommandLine {
    #[command(flatten)]
    pub args: MatchArgs,
}

/// A fake engine, an example that `cargo test` builds before it runs tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let path = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "with --test, cargo builds no examples: cargo build --examples does");
    path
}

fn fake() -> PathBuf {
    example("fake_usi_engine")
}

/// A file that lets two fakes of these modes play, with `more` before the engines and further keys for each of them.
fn write_config(folder: &Path, more: &str, engines: [(&str, &str); 2]) -> PathBuf {
    let path = folder.join("match.toml");
    let mut text = format!("{more}\n[patience]\nstart = 4.0\nready = 4.0\nanswer = 1.5\n");
    for (i, (mode, keys)) in engines.into_iter().enumerate() {
        let name = ["first", "second"][i];
        text.push_str(&format!(
            "[[engine]]\nname = '{name}'\npath = '{}'\narguments = ['{mode}']\n{keys}\n",
            fake().display()
        ));
    }
    fs::write(&path, text).unwrap();
    path
}

pub fn config(path: &Path, words: &[&str]) -> MatchConfig {
    let words = ["match", "--config", path.to_str().unwrap()].into_iter().chain(words.iter().copied());
    MatchConfig::new(&CommandLine::parse_from(words).args).unwrap()
}

pub fn run(path: &Path, words: &[&str]) -> Report {
    play(&config(path, words), &Control::default(), &Progress::hidden()).unwrap()
}

/// Two games of a fake of `mode` against a well-behaved one, by the clock that `words` give.
fn against(name: &str, mode: &str, words: &[&str]) -> Report {
    let folder = folder(name);
    let path = write_config(&folder, "games = 2\nmax-moves = 30", [(mode, ""), ("calm", "")]);
    run(&path, words)
}

/// The whole program on a match of calm engines: its output once `end` has been called with it, some games old.
#[cfg(unix)]
fn program(folder: &Path, words: &[&str], end: impl FnOnce(&crate::support::Running)) -> std::process::Output {
    use crate::support::Running;
    use std::process::{Command, Stdio};
    let path = write_config(folder, "max-moves = 14\nrecords = 'games'", [("calm", ""), ("calm", "")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["match", "--nodes", "1", "--config"]).arg(path).args(words);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = Running::start(&mut command);
    let games = folder.join("games/games.usi");
    let lines = || fs::read_to_string(&games).map_or(0, |text| text.lines().count());
    program.wait_until("three games are recorded", || lines() > 2 * 3);
    end(&program);
    program.output()
}

#[cfg(unix)]
#[test]
fn interrupting_keeps_the_finished_games() {
    let folder = folder("interrupt");
    let words = ["--games", "10000", "--concurrency", "2"];
    let output = program(&folder, &words, |program| program.signal("-INT"));
    let text = String::from_utf8(output.stdout).unwrap();
    let games = recorded(&folder.join("games")).len();
    // What calls the program must not take this for the whole match.
    assert_eq!(output.status.code(), Some(1), "{text}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint, format!("kumataka: stopped by Ctrl-C after {games} games; --resume goes on\n"));
    assert!(text.contains(&format!("\nshogi, {games} games of 10000, 1 nodes a move")), "{text}");
    // Where there is no terminal each game has a line of its own.
    assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), games, "{text}");
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_json_and_nothing_else() {
    let folder = folder("json");
    let output = program(&folder, &["--games", "4", "--json"], |_| ());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["games"], 4);
    assert_eq!(json["engines"][1]["results"], serde_json::json!({ "wins": 0, "draws": 4, "losses": 0 }));
    // The games are told elsewhere, as they end.
    let told = String::from_utf8(output.stderr).unwrap();
    let mut lines: Vec<&str> = told.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines.len(), 4, "{told}");
    let standing = "maximum moves; first +0 =";
    assert!(lines[0].starts_with(&format!("game 1 of 4: first 1/2-1/2 second, {standing}")), "{told}");
    assert!(lines[3].starts_with(&format!("game 4 of 4: second 1/2-1/2 first, {standing}")), "{told}");
    assert!(told.contains("first +0 =4 -0, Elo +0.0 ["), "{told}");
}

#[test]
fn remarks_of_engines_are_passed_on_once() {
    let folder = folder("remarks");
    let path = write_config(&folder, "games = 4\nmax-moves = 10", [("remark", ""), ("random", "")]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let output = command.args(["match", "--nodes", "1", "--config"]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "first: no such file\n");
}

#[test]
fn engines_that_do_not_start_are_an_error() {
    for mode in ["exit", "mute", "unready"] {
        let folder = folder(mode);
        let path = write_config(&folder, "", [(mode, ""), ("random", "")]);
        let started = Instant::now();
        let error = play(&config(&path, &["--nodes", "1"]), &Control::default(), &Progress::hidden()).unwrap_err();
        assert!(error.to_string().starts_with("engine first: "), "{error}");
        assert!(started.elapsed() < HANDSHAKE, "the time that the file names counts");
    }
}

#[test]
fn unknown_options_are_an_error() {
    let folder = folder("option");
    let path = write_config(&folder, "", [("random", "options = { Sede = 3 }"), ("random", "")]);
    let error = play(&config(&path, &["--nodes", "1"]), &Control::default(), &Progress::hidden()).unwrap_err();
    assert!(error.to_string().contains("no option \"Sede\"; it has LogFile, Score"), "{error}");
}

/// What a fake was told, line by line.
pub fn log(folder: &Path) -> Vec<String> {
    fs::read_to_string(folder.join("log")).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn engines_are_told_what_clients_tell_them() {
    let folder = folder("told");
    let keys = format!("folder = '.'\noptions = {{ LogFile = '{}' }}", folder.join("log").display());
    let path = write_config(&folder, "games = 2\nmax-moves = 24", [("random", &keys), ("random", "")]);
    run(&path, &["--tc", "60+0.5", "--opening-plies", "4"]);
    let log = log(&folder);
    assert_eq!(log[0], format!("folder {}", real_path(&folder).unwrap().display()));
    let about = |start: &str| log.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(about("isready"), about("usinewgame"));
    assert_eq!(about("gameover draw"), 2);
    assert_eq!(about("position startpos moves "), 20);
    let first = log.iter().position(|line| line.starts_with("go ")).unwrap();
    assert_eq!(log[first], "go btime 60000 wtime 60000 binc 500 winc 500");
    assert_eq!(log[first - 1].split(' ').count(), 3 + 4);
    assert_eq!(log.last().unwrap(), "quit");
}

#[test]
fn pondering_engines_get_hits_and_misses() {
    let folder = folder("ponder");
    let keys = format!("ponder = true\noptions = {{ LogFile = '{}' }}", folder.join("log").display());
    let path = write_config(&folder, "games = 4\nmax-moves = 200", [("random", &keys), ("random", "")]);
    let report = run(&path, &["--byoyomi", "5"]);
    assert!(report.engines.iter().all(|engine| engine.faults.is_empty()), "{report}");
    let log = log(&folder);
    let about = |start: &str| log.iter().filter(|line| line.starts_with(start)).count();
    assert!(about("go ponder btime 0 wtime 0 byoyomi 5000") > 100);
    assert_eq!(about("go ponder"), about("ponderhit") + about("stop"));
    for pair in log.windows(2).filter(|pair| pair[0].starts_with("go ponder")) {
        assert!(pair[1] == "ponderhit" || pair[1] == "stop", "{pair:?}");
    }
}

#[test]
fn agreed_scores_end_games_only_if_asked_for() {
    let scores = [("random", "options = { Score = 700 }"), ("random", "options = { Score = -700 }")];
    let folder = folder("scores");
    let path = write_config(&folder, "games = 2\nmax-moves = 40", scores);
    assert!(!run(&path, &["--nodes", "1"]).ends.contains_key("win by score"));
    let report = run(&path, &["--nodes", "1", "--resign-score", "600,3", "--draw-score", "700,2,20"]);
    assert_eq!(report.ends, BTreeMap::from([("win by score", 2)]));
    assert_eq!((report.engines[0].results.wins, report.engines[0].moves), (2, 6));
    let report = run(&path, &["--nodes", "1", "--draw-score", "700,2,20"]);
    assert_eq!(report.ends, BTreeMap::from([("draw by score", 2)]));
    assert_eq!(report.engines[0].moves, 12);
}

/// Data of the recorded games.
fn told(folder: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(folder.join("games.usi")).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("# game "))
        .map(|json| serde_json::from_str(json).unwrap())
        .collect()
}

/// Two engines that repeat the position: each game takes 12 moves of 20 ms or more, and so leaves less time to the next.
#[test]
fn drawn_games_are_played_again_with_the_time_left() {
    let folder = folder("replayed");
    let keys = format!("options = {{ LogFile = '{}' }}", folder.join("log").display());
    let path = write_config(&folder, "games = 2", [("dance", &keys), ("dance", "")]);
    let records = folder.join("games");
    let words = ["--tc", "60+0", "--opening-plies", "0", "--records", records.to_str().unwrap(), "--replay-draws"];
    let report = run(&path, &words);
    assert_eq!((report.games, report.ends), (2, BTreeMap::from([("repetition", 2)])));
    let games = told(&records);
    for (game, black) in games.iter().zip(["second", "first"]) {
        assert_eq!((&game["black"], &game["exchanged"]), (&black.into(), &true.into()));
        assert_eq!(game["drawn"].as_array().map(Vec::len), Some(1));
        assert!(game["drawn"][0].as_str().unwrap().starts_with("startpos moves 5i5h 5a5b 5h5i 5b5a"), "{game}");
    }
    let log = log(&folder);
    let starts: Vec<&String> = log
        .windows(2)
        .filter(|pair| pair[0].split(' ').count() <= 4 && pair[1].starts_with("go "))
        .map(|p| &p[1])
        .collect();
    // In the second game the other engine has moved already.
    let is_full: Vec<bool> = starts.iter().map(|go| go.contains(" 60000")).collect();
    assert_eq!(is_full, [true, false, true, false], "{starts:?}");
    // The match goes on only under the same conditions, and its results are counted as they were.
    let again = run(&path, &[&words[..], &["--resume"]].concat());
    assert_eq!((again.games, told(&records).len()), (2, 2));
    let other = refusal(&path, &[&words[..6], &["--resume"]].concat());
    assert!(other.contains("replay-draws=1"), "{other}");
}

#[test]
fn the_giver_of_a_handicap_stays_the_giver() {
    let folder = folder("replayed-handicap");
    let path = write_config(&folder, "games = 2", [("dance", ""), ("dance", "")]);
    let records = folder.join("games");
    let words = ["--tc", "60+0", "--handicap", "lance", "--records", records.to_str().unwrap(), "--replay-draws", "2"];
    run(&path, &words);
    for (game, black) in told(&records).iter().zip(["first", "second"]) {
        assert_eq!((&game["black"], &game["exchanged"]), (&black.into(), &serde_json::Value::Null));
        assert_eq!(game["drawn"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn figures_of_the_engines_are_summed_up() {
    let report = against("figures", "random", &["--nodes", "50"]);
    for engine in &report.engines {
        assert_eq!((engine.moves, engine.mean_depth), (22, Some(2.0)));
        assert!(engine.nodes_per_second.is_some() && engine.longest_seconds < 5.0);
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((&json["games"], &json["ends"]["maximum moves"]), (&2.into(), &2.into()));
    assert_eq!(json["pairings"][0]["pairs"], serde_json::json!([0, 0, 1, 0, 0]));
}

/// Games by number, as the records tell of them.
fn recorded(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("games.usi")).unwrap();
    let games = text.lines().filter_map(|line| line.strip_prefix("# game "));
    games.map(|json| serde_json::from_str::<serde_json::Value>(json).unwrap()["game"].as_u64().unwrap()).collect()
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let folder = folder("resume");
    let path = write_config(&folder, "max-moves = 20\nrecords = 'games'", [("random", ""), ("resign", "")]);
    let games = folder.join("games");
    let words = ["--nodes", "1", "--games", "8", "--concurrency", "2"];
    let whole = run(&path, &words);
    assert_eq!(recorded(&games).len(), 8);
    assert!(refusal(&path, &words).contains("--resume"));

    // As if the program had been ended while it wrote the fourth game.
    let usi = games.join("games.usi");
    let text = fs::read_to_string(&usi).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&usi, lines[..8].concat() + &lines[8][..lines[8].len() / 2]).unwrap();
    assert_eq!(lines.len(), 1 + 2 * 8);
    let kept = lines[..7].concat();
    let resumed = run(&path, &[&words[..], &["--resume"]].concat());
    assert!(fs::read_to_string(&usi).unwrap().starts_with(&kept));
    let mut numbers = recorded(&games);
    numbers.sort_unstable();
    assert_eq!(numbers, (0..8).collect::<Vec<_>>());
    assert_eq!(resumed.ends, whole.ends);
    assert_eq!(resumed.pairings[0].pairs, whole.pairings[0].pairs);

    let other = [&words[..], &["--resume", "--seed", "9", "--margin", "3"]].concat();
    let error = refusal(&path, &other);
    assert!(
        error.ends_with("another match: seed: 1 there, 9 here; margin-milliseconds: 200 there, 3000 here"),
        "{error}"
    );
}

/// A disk that is full when the file of a game is due leaves it out, and the match that goes on makes it good.
#[test]
fn files_of_games_that_are_missing_are_written_on_resume() {
    let folder = folder("missing-files");
    let more = "variant = 'torishogi'\nmax-moves = 30\nrecords = 'games'\nrules = ['ToriPromotion=optional']";
    let scores = [("illegal", "options = { Score = 30 }"), ("random", "options = { Score = -40 }")];
    let path = write_config(&folder, more, scores);
    let words = ["--nodes", "1", "--games", "4", "--opening-plies", "3"];
    run(&path, &words);
    let written = files(&folder.join("games"), "kifu");
    let before: Vec<Vec<u8>> = written.iter().map(|file| fs::read(file).unwrap()).collect();
    assert_eq!(before.len(), 4);
    fs::remove_file(&written[0]).unwrap();
    fs::remove_file(&written[2]).unwrap();
    fs::write(&written[3], "").unwrap();
    let report = run(&path, &[&words[..], &["--resume"]].concat());
    assert_eq!(report.games, 4);
    for (file, before) in written.iter().zip(before) {
        assert_eq!(String::from_utf8(fs::read(file).unwrap()), String::from_utf8(before), "{}", file.display());
    }
}

/// Earlier versions counted a game as lost if the system did not start an engine.
#[test]
fn games_that_earlier_versions_counted_without_a_start_are_played() {
    let folder = folder("no-start");
    let path = write_config(&folder, "max-moves = 14\nrecords = 'games'\ngames = 2", [("calm", ""), ("calm", "")]);
    run(&path, &["--nodes", "1"]);
    let log = folder.join("games/games.usi");
    let text = fs::read_to_string(&log).unwrap();
    let lost = r#""winner":"black","reason":"no-start","detail":"cannot be started: Too many open files""#;
    fs::write(&log, text.replacen(r#""winner":null,"reason":"max-moves""#, lost, 1)).unwrap();
    let report = run(&path, &["--nodes", "1", "--resume"]);
    assert_eq!((report.games, recorded(&folder.join("games")).len()), (2, 3));
    assert_eq!(report.ends, BTreeMap::from([("maximum moves", 2)]));
    assert_eq!(run(&path, &["--nodes", "1", "--resume"]).ends, report.ends);
}

/// Figures that speak of all games agree with the points, and those that speak of whole pairs say so.
#[test]
fn an_odd_number_of_games_is_summed_up_whole() {
    let folder = folder("odd");
    let path = write_config(&folder, "max-moves = 14\nrecords = 'games'\ngames = 4", [("calm", ""), ("calm", "")]);
    run(&path, &["--nodes", "1"]);
    // The first engine has won its games with Black, and the last game is not played yet.
    let log = folder.join("games/games.usi");
    let text = fs::read_to_string(&log).unwrap();
    let lines = text.split_inclusive('\n').take(1 + 2 * 3).enumerate().map(|(number, line)| {
        if [1, 5].contains(&number) { line.replace(r#""winner":null"#, r#""winner":"black""#) } else { line.to_owned() }
    });
    fs::write(&log, lines.collect::<String>()).unwrap();
    let control = Control::default();
    control.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let config = config(&path, &["--nodes", "1", "--resume", "--sprt", "0,5"]);
    let report = play(&config, &control, &Progress::hidden()).unwrap();
    let summary = report.to_string();
    for part in [
        "shogi, 3 games, 1 nodes a move",
        "first against second: +2 =1 -0, 83.3 % ",
        "  by all 3 games: Elo +279.6 [",
        "  by all 3 games: normalised Elo +",
        "  1 whole pair, with 0, 1/2, 1, 3/2, 2 points: [0, 0, 0, 1, 0]; 1 game without a partner\n",
        "  SPRT [0, 5] by 1 whole pair: LLR ",
    ] {
        assert!(summary.contains(part), "no {part} in {summary}");
    }
}

/// Why no match is played.
fn refusal(path: &Path, words: &[&str]) -> String {
    play(&config(path, words), &Control::default(), &Progress::hidden()).unwrap_err().to_string()
}

/// The same name may stand for other openings or another build by the time a match goes on.
#[cfg(unix)]
#[test]
fn a_match_goes_on_only_with_what_it_began_with() {
    let folder = folder("changed");
    let engine = folder.join("engine");
    std::os::unix::fs::symlink(fake(), &engine).unwrap();
    fs::write(folder.join("book.usi"), "startpos moves 7g7f\nstartpos moves 2g2f\n").unwrap();
    let path = folder.join("match.toml");
    let engines =
        ["a", "b"].map(|name| format!("[[engine]]\nname = '{name}'\npath = 'engine'\narguments = ['calm']\n"));
    let more = "games = 2\nmax-moves = 9\nopenings = 'book.usi'\nrecords = 'games'\ntime = { nodes = 1 }\n";
    fs::write(&path, more.to_owned() + &engines.concat()).unwrap();
    run(&path, &[]);
    assert_eq!(run(&path, &["--resume", "--games", "4"]).games, 4);
    fs::write(folder.join("book.usi"), "startpos moves 7g7f\nstartpos moves 6g6f\n").unwrap();
    let error = refusal(&path, &["--resume"]);
    assert!(error.contains("another match: openings-crc32: ") && !error.contains("engines"), "{error}");
    fs::write(folder.join("book.usi"), "startpos moves 7g7f\nstartpos moves 2g2f\n").unwrap();
    fs::remove_file(&engine).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kumataka"), &engine).unwrap();
    let error = refusal(&path, &["--resume"]);
    assert!(error.contains("another match: engines: ") && error.contains("program-crc32"), "{error}");
}

#[test]
fn settings_that_make_no_match_are_refused() {
    let folder = folder("settings");
    let path = write_config(&folder, "", [("calm", ""), ("calm", "")]);
    for (words, problem) in [
        (&["--games", "0"][..], "games: 0 is not from 1 to 1000000000"),
        (&["--games", "18446744073709551615"], "games: 18446744073709551615 is not from"),
        (&["--concurrency", "0"], "concurrency: 0 is not from 1 to 1024"),
        (&["--opening-plies", "1000"], "opening-plies: 1000 is not from 0 to 60"),
        (
            &["--max-moves", "8"],
            "max-moves: 8 ends games within their 8 random plies; --max-moves 9 lets them go on, --opening-plies 0 begins",
        ),
        (
            &["--variant", "torishogi", "--rule", "TryRule"],
            "rules: torishogi has no rule \"TryRule\" to choose; it has ToriPromotion, ToriRepetition",
        ),
        (
            &["--rule", "ToriRepetition=draw"],
            "rules: shogi has no rule \"ToriRepetition\" to choose; it has EnteringKingRule",
        ),
        (&["--resume"], "--resume needs --records"),
        (&["--save-openings", "x", "--sprt", "0,5"], "--save-openings is for 100000 games at most: add --games"),
        (&["--engine", "first=self"], "two engines are called \"first\""),
        (&["--sprt", "0,5", "--engine", "third=self"], "an SPRT compares two engines"),
    ] {
        let words = [&["match", "--nodes", "1", "--config", path.to_str().unwrap()][..], words].concat();
        let error = MatchConfig::new(&CommandLine::parse_from(words).args).unwrap_err().to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    for (time, word) in [
        ("nodes = 0", "nodes"),
        ("depth = 0", "depth"),
        ("byoyomi = -1.0", "byoyomi"),
        ("tc = 'x'", "\"x\" is not a time"),
        ("hours = 3", "hours"),
    ] {
        let path = write_config(&folder, &format!("[time]\n{time}"), [("calm", ""), ("calm", "")]);
        let words = ["match", "--config", path.to_str().unwrap()];
        let error = MatchConfig::new(&CommandLine::parse_from(words).args).unwrap_err().to_string();
        assert!(error.contains(word), "{time}: {error}");
    }
}

#[test]
fn both_games_of_a_pair_have_the_opening_in_common() {
    let folder = folder("pairs");
    let path = write_config(&folder, "max-moves = 16\nrecords = 'games'\ngames = 6", [("random", ""), ("random", "")]);
    run(&path, &["--nodes", "1", "--opening-plies", "6"]);
    let text = fs::read_to_string(folder.join("games/games.usi")).unwrap();
    let openings: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("position "))
        .map(|line| line.split(' ').take(3 + 6).collect())
        .collect();
    assert_eq!(openings.len(), 6);
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert!(openings[0] != openings[2] && openings[2] != openings[4]);
    let records: Vec<_> = fs::read_dir(folder.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let csa: Vec<_> = records.iter().filter(|path| path.extension().is_some_and(|e| e == "csa")).collect();
    assert_eq!(csa.len(), 6);
    for path in csa {
        let text = fs::read_to_string(path).unwrap();
        for part in ["\nN+", "\n$START_TIME:20", "\n$END_TIME:20", "\n$MAX_MOVES:16\n", "%MAX_MOVES", "\nT0"] {
            assert!(text.contains(part), "no {part} in {text}");
        }
    }
}

#[test]
fn handicaps_begin_with_random_moves_if_asked_for() {
    let folder = folder("handicap");
    let path = write_config(&folder, "max-moves = 8\nrecords = 'games'\ngames = 2", [("random", ""), ("random", "")]);
    run(&path, &["--nodes", "1", "--handicap", "2-piece", "--opening-plies", "2"]);
    let text = fs::read_to_string(folder.join("games/games.usi")).unwrap();
    let start = "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves ";
    let lines = text.lines().filter(|line| line.starts_with("position "));
    let openings: Vec<Vec<&str>> =
        lines.map(|line| line.strip_prefix(start).expect(line).split(' ').take(2).collect()).collect();
    assert!(openings.len() == 2 && openings[0] == openings[1], "{text}");
    assert_eq!(text.matches(r#""opening":2,"#).count(), 2, "{text}");
}

#[test]
fn openings_come_from_a_file() {
    let folder = folder("openings");
    let lines = "# three\nstartpos moves 7g7f 3c3d 2g2f\n\nsfen 4k4/9/9/9/9/9/9/9/4K3R b - 1\n\
                 lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n";
    fs::write(folder.join("book.usi"), lines).unwrap();
    let keys = format!("options = {{ LogFile = '{}' }}", folder.join("log").display());
    let path =
        write_config(&folder, "games = 6\nmax-moves = 9\nopenings = 'book.usi'", [("random", &keys), ("random", "")]);
    run(&path, &["--depth", "1", "--opening-plies", "2"]);
    let log = log(&folder);
    let starts = |start: &str| log.iter().any(|line| line.starts_with(start));
    assert!(starts("position startpos moves 7g7f 3c3d ") && !starts("position startpos moves 7g7f 3c3d 2g2f "));
    assert!(starts("position sfen 4k4/9/9/9/9/9/9/9/4K3R b - 1"));
    assert!(starts("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"));
    fs::create_dir(folder.join("records")).unwrap();
    for file in ["chudan.kif", "csa_inline_comment.csa"] {
        let record = format!("{}/tests/data/records/{file}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(record, folder.join("records").join(file)).unwrap();
    }
    let records = folder.join("records");
    run(&path, &["--depth", "1", "--opening-plies", "3", "--openings", records.to_str().unwrap()]);
    assert!(self::log(&folder).iter().any(|line| line.starts_with("position startpos moves 7g7f 3c3d 8h2b+ ")));
    // Whole games are openings by their first plies.
    run(&path, &["--depth", "1", "--openings", records.to_str().unwrap()]);
    fs::write(folder.join("book.usi"), "startpos moves 7g7f\nstartpos moves 7g7e\n").unwrap();
    let error = play(&config(&path, &["--depth", "1"]), &Control::default(), &Progress::hidden()).unwrap_err();
    assert!(error.to_string().contains("book.usi, line 2: 7g7e: the piece does not move that way"), "{error}");
}

#[test]
fn tori_shogi_by_either_rule_of_promotion() {
    let folder = folder("tori");
    let keys = format!("options = {{ LogFile = '{}' }}", folder.join("log").display());
    let more =
        "variant = 'torishogi'\ngames = 2\nmax-moves = 100\nrecords = 'games'\nrules = ['ToriPromotion=optional']";
    let path = write_config(&folder, more, [("random", &keys), ("random", "")]);
    let report = run(&path, &["--nodes", "1"]);
    assert!(report.engines.iter().all(|engine| engine.faults.is_empty()), "{report}");
    assert_eq!(recorded(&folder.join("games")).len(), 2);
    // A log file is an option too: only what comes after it is logged.
    assert!(log(&folder).iter().any(|line| line.starts_with("position startpos moves ")));
}

/// The files with this extension in a folder, by name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = records_below(folder, false).unwrap();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files
}

#[test]
fn games_are_kept_in_any_format() {
    let folder = folder("formats");
    let fakes = [("random", "options = { Score = 30, Seed = 5 }"), ("random", "options = { Score = -40, Seed = 6 }")];
    let path = write_config(&folder, "games = 2\nmax-moves = 12\nrecord-format = 'kif'", fakes);
    for format in Format::ALL {
        let name = format.name();
        let games = folder.join(name);
        let words = ["--nodes", "1", "--records", games.to_str().unwrap(), "--record-format", name];
        let report = run(&path, &words);
        let lines = fs::read_to_string(games.join("games.usi")).unwrap();
        let lines: Vec<&str> = lines.lines().filter(|line| line.starts_with("position ")).collect();
        let written = files(&games, format.extension());
        if format == Format::USI {
            assert_eq!((written.len(), report.not_recorded.len()), (1, 0));
            continue;
        }
        assert_eq!(written.len(), 2, "{name}");
        for (file, line) in written.iter().zip(lines) {
            let read = read_games(kumataka::variants::Variant::Shogi, file, Some(format)).unwrap();
            let record = &read.readings[0].record;
            assert_eq!(usi::line(record), line, "{name}");
            let lost = |what: &str| report.not_recorded.contains(&format!("{name} has no place for {what}"));
            let nodes = || record.main_line().map(|id| record.node(id));
            let comments: Vec<&str> = nodes().flat_map(|node| &node.comments).map(String::as_str).collect();
            assert!(
                [["* 30", "* 40"].repeat(2), ["* -40", "* -30"].repeat(2)].contains(&comments),
                "{name} {comments:?}"
            );
            assert_eq!(nodes().filter(|node| node.time.is_some()).count(), if lost("times") { 0 } else { 4 }, "{name}");
            // JKF has a word for draws alone.
            let is_open = lost("the ending (limit of moves)") && format != Format::JKF;
            assert_eq!(record.outcome().is_none(), is_open, "{name}");
            assert_eq!(record.headers.is_empty(), lost("headers"), "{name}");
        }
    }
    run(&path, &["--nodes", "1", "--records", folder.join("by-file").to_str().unwrap()]);
    assert_eq!(files(&folder.join("by-file"), "kif").len(), 2);
}

#[test]
fn a_format_that_cannot_hold_the_game_is_refused() {
    let folder = folder("refused-format");
    let more = "variant = 'torishogi'\ngames = 2\nmax-moves = 20\nrecords = 'games'";
    let path = write_config(&folder, more, [("random", ""), ("random", "")]);
    let error = refusal(&path, &["--nodes", "1", "--record-format", "csa"]);
    assert_eq!(error, "record-format: CSA has no names for the pieces of torishogi");
    assert!(!folder.join("games").exists());
    run(&path, &["--nodes", "1"]);
    assert_eq!(files(&folder.join("games"), "kifu").len(), 2);
    let path = write_config(&folder, "record-format = 'pgn'", [("random", ""), ("random", "")]);
    let words = ["match", "--nodes", "1", "--config", path.to_str().unwrap()];
    let error = MatchConfig::new(&CommandLine::parse_from(words).args).unwrap_err().to_string();
    assert!(error.contains("\"pgn\" is not a format of game records; they are usi, csa"), "{error}");
}

#[test]
fn openings_are_saved_and_used_again() {
    let folder = folder("save-openings");
    let more = "games = 6\nmax-moves = 14\nrecords = 'games'\nsave-openings = 'openings.usi'";
    let path = write_config(&folder, more, [("random", ""), ("random", "")]);
    run(&path, &["--nodes", "1", "--opening-plies", "6", "--concurrency", "2"]);
    let saved = fs::read_to_string(folder.join("openings.usi")).unwrap();
    let openings: Vec<&str> = saved.lines().collect();
    assert_eq!(openings.len(), 3);
    let games = fs::read_to_string(folder.join("games/games.usi")).unwrap();
    for opening in &openings {
        assert_eq!(opening.split(' ').count(), 3 + 6);
        assert_eq!(games.lines().filter(|line| line.starts_with(&format!("{opening} "))).count(), 2, "{opening}");
    }
    // A match that goes on leaves them, another one does not write over them.
    let longer = ["--nodes", "1", "--opening-plies", "6", "--games", "8", "--resume"];
    assert_eq!(run(&path, &longer).games, 8);
    assert_eq!(fs::read_to_string(folder.join("openings.usi")).unwrap(), saved);
    fs::remove_dir_all(folder.join("games")).unwrap();
    assert!(refusal(&path, &["--nodes", "1"]).ends_with("openings.usi exists already"));

    assert!(!folder.join("games").exists(), "a refused match leaves nothing behind");
    let openings_file = folder.join("openings.usi");
    let again = folder.join("again");
    let words = ["--nodes", "1", "--openings", openings_file.to_str().unwrap(), "--record-format", "kifu"];
    run(&path, &[&words[..], &["--save-openings", again.to_str().unwrap()]].concat());
    assert_eq!(files(&again, "kifu").len(), 3);
    for file in files(&again, "kifu") {
        let read = read_games(kumataka::variants::Variant::Shogi, &file, None).unwrap();
        assert!(openings.contains(&usi::line(&read.readings[0].record).as_str()));
    }
}

#[test]
fn an_sprt_ends_by_itself() {
    let folder = folder("sprt");
    let path = write_config(&folder, "max-moves = 20\nrecords = 'games'", [("random", ""), ("resign", "")]);
    let report = run(&path, &["--nodes", "1", "--sprt", "0,100"]);
    let sprt = report.sprt.as_ref().unwrap();
    assert!(sprt.log_likelihood_ratio >= sprt.limit, "{report}");
    assert!(report.games < 100 && report.to_string().contains("accepted"), "{report}");
}

#[test]
fn a_gauntlet_of_three() {
    let folder = folder("gauntlet");
    let path =
        write_config(&folder, "max-moves = 20\ngames = 2\nformat = 'gauntlet'", [("random", ""), ("resign", "")]);
    let third = format!("third={}", fake().display());
    let report = run(&path, &["--nodes", "1", "--engine", &third]);
    let pairings: Vec<_> = report.pairings.iter().map(|p| (p.first.as_str(), p.second.as_str())).collect();
    assert_eq!(pairings, [("first", "second"), ("first", "third")]);
    assert_eq!(report.games, 4);
    assert_eq!(report.engines[1].results.losses, 2);
}

/// A network that another file of the same name has replaced would mix two matches.
#[test]
fn a_match_is_not_resumed_with_another_network() {
    let folder = folder("other-network");
    let network = |name: &str| format!("{}/src/variants/{name}/network.kmt", env!("CARGO_MANIFEST_DIR"));
    let copy = |name| fs::copy(network(name), folder.join("net.kmt")).unwrap();
    let line = "match --variant minishogi --nodes 1 --games 2 --opening-plies 0 --max-moves 4 --records games \
                --engine a=self,EvalFile=net.kmt --engine b=self";
    copy("minishogi");
    assert!(folder.command(line).output().unwrap().status.success());
    assert!(folder.command(&format!("{line} --resume")).output().unwrap().status.success());
    copy("gorogoro");
    let output = folder.command(&format!("{line} --resume")).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("EvalFile: CRC-32 "), "{told}");
}
