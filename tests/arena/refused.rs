//! What the system refuses, which is no game: the match ends, keeps what there is, and goes on later.

use super::{example, fake, recorded, write_config};
use crate::support::{Folder, Running, folder};
use std::fs::{self, File, FileTimes, OpenOptions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A match in a folder whose file is there.
fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["match", "--config", "match.toml", "--nodes", "1"]).args(words).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that a match has ended for a reason after the games that it has kept, none of them lost without a start.
#[track_caller]
fn check_ended(folder: &Path, output: &Output, reason: &str) -> usize {
    let told = text(&output.stderr);
    let games = recorded(&folder.join("games")).len();
    let counted = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(reason), "no {reason} in {told}");
    assert!(told.ends_with(&format!("; stopped after {counted}; --resume goes on\n")), "{told}");
    assert!(!text(&output.stdout).contains("(95 %)"), "{}", text(&output.stdout));
    let log = fs::read_to_string(folder.join("games/games.usi")).unwrap();
    assert!(!log.contains("no-start"), "{log}");
    games
}

/// The match goes on with two games more.
#[track_caller]
fn check_goes_on(folder: &Path, games: usize) {
    let wanted = (games + 2).next_multiple_of(2).to_string();
    let output = command(folder, &["--resume", "--games", &wanted]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(recorded(&folder.join("games")).len().to_string(), wanted);
}

#[test]
fn files_that_run_out_are_no_game() {
    let folder = folder("no-files");
    write_config(&folder, "max-moves = 12\nrecords = 'games'", [("calm", ""), ("calm", "")]);
    let program = env!("CARGO_BIN_EXE_kumataka");
    let words = "match --config match.toml --nodes 1 --games 100000 --concurrency 4 --sprt 0,5";
    let script = format!("ulimit -n 20; exec '{program}' {words}");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&*folder).output().unwrap();
    let games = check_ended(&folder, &output, "cannot be started: ");
    check_goes_on(&folder, games);
}

/// A folder with a match of `engine`, of which each game ends with its process, and a calm one.
fn crashing(name: &str) -> Folder {
    let folder = folder(name);
    fs::copy(fake(), folder.join("engine")).unwrap();
    write_crashing(&folder);
    folder
}

fn write_crashing(folder: &Path) {
    let engines = format!(
        "[[engine]]\nname = 'first'\npath = 'engine'\narguments = ['crash']\n\
         [[engine]]\nname = 'second'\npath = '{}'\narguments = ['calm']\n",
        example("fake_usi_engine").display()
    );
    fs::write(folder.join("match.toml"), format!("max-moves = 20\nrecords = 'games'\n{engines}")).unwrap();
}

/// Does something to a match once it has kept three games more, and waits for its end.
fn disturbed(folder: &Path, words: &[&str], disturb: impl FnOnce()) -> Output {
    let log = folder.join("games/games.usi");
    let lines = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    let before = lines();
    let mut program = Running::start(&mut command(folder, &[words, &["--games", "100000"]].concat()));
    program.wait_until("three games are recorded", || lines() > before + 2 * 3);
    disturb();
    program.output()
}

#[test]
fn a_program_that_is_gone_written_or_replaced_is_no_game() {
    let folder = crashing("rebuilt");
    let [engine, aside, other] = ["engine", "aside", "other"].map(|name| folder.join(name));
    let output = disturbed(&folder, &[], || fs::rename(&engine, &aside).unwrap());
    let games = check_ended(&folder, &output, "engine first: cannot be started: No such file or directory");
    fs::rename(&aside, &engine).unwrap();
    check_goes_on(&folder, games);

    // The same file, but somebody has it open for writing.
    let open = || OpenOptions::new().append(true).open(&other).unwrap();
    fs::copy(&engine, &other).unwrap();
    let modified = engine.metadata().unwrap().modified().unwrap();
    open().set_times(FileTimes::new().set_modified(modified)).unwrap();
    let mut writer: Option<File> = None;
    if cfg!(target_os = "linux") {
        let output = disturbed(&folder, &["--resume"], || {
            writer = Some(open());
            fs::rename(&other, &engine).unwrap();
        });
        let games = check_ended(&folder, &output, "engine first: cannot be started: Text file busy");
        drop(writer);
        check_goes_on(&folder, games);
    }

    // Another build does not play on in the name of the first.
    fs::copy(&engine, &aside).unwrap();
    fs::copy(&engine, &other).unwrap();
    let output = disturbed(&folder, &["--resume"], || {
        use std::io::Write as _;
        open().write_all(b"\0").unwrap();
        fs::rename(&other, &engine).unwrap();
    });
    let games = check_ended(&folder, &output, "engine first: its program has been replaced");
    fs::rename(&aside, &engine).unwrap();
    check_goes_on(&folder, games);
}

/// A script in the place of the engine, which does what `until_ready` says once there is a file called `stop`.
fn scripted(name: &str, until_ready: &str) -> Folder {
    let folder = folder(name);
    write_script(&folder, &format!("[ -e stop ] && {{ {until_ready}; }}\nexec '{}' \"$@\"", fake().display()));
    write_crashing(&folder);
    folder
}

fn write_script(folder: &Path, body: &str) {
    fs::create_dir_all(folder).unwrap();
    let engine = folder.join("engine");
    fs::write(&engine, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_handshake_that_fails_later_is_no_game() {
    for (name, until_ready, words, reason) in [
        (
            "handshake-ends",
            "echo one >&2; echo; echo 'no memory' >&2; exit 7",
            &[][..],
            "engine first: ended by itself, exit status: 7: one / no memory;",
        ),
        (
            "handshake-mute",
            "exec sleep 1000",
            &["--handshake", "1.5"],
            "engine first: no usiok within 1.5s; --handshake SECONDS waits longer;",
        ),
        (
            "handshake-unready",
            "exec \"$0.unready\"",
            &["--handshake", "1.5"],
            "engine first: no readyok within 1.5s; --handshake SECONDS waits longer;",
        ),
    ] {
        let folder = scripted(name, until_ready);
        let unready = folder.join("engine.unready");
        fs::write(&unready, format!("#!/bin/sh\nexec '{}' unready\n", fake().display())).unwrap();
        fs::set_permissions(&unready, fs::Permissions::from_mode(0o755)).unwrap();
        let stop = folder.join("stop");
        let output = disturbed(&folder, words, || fs::write(&stop, "").unwrap());
        let games = check_ended(&folder, &output, reason);
        fs::remove_file(stop).unwrap();
        check_goes_on(&folder, games);
    }
}

#[test]
fn people_are_told_what_a_slow_engine_has_not_said() {
    let folder = folder("slow-start");
    write_config(&folder, "max-moves = 12", [("mute", ""), ("calm", "")]);
    let output = command(&folder, &["--handshake", "5.5"]).output().unwrap();
    let told = text(&output.stderr);
    let expected = "first: no usiok after 5s, waiting up to 5.5s; --handshake SECONDS waits longer\n\
                    kumataka: engine first: no usiok within 5.5s; --handshake SECONDS waits longer\n";
    assert_eq!(told, expected);
}

#[test]
fn the_last_words_of_an_engine_tell_why_it_has_ended() {
    let folder = crashing("last-words");
    let output = command(&folder, &["--games", "2"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let words = "crash (ended by itself, exit status: 3: the third turn is too much)";
    assert_eq!(text(&output.stdout).matches(words).count(), 2, "{}", text(&output.stdout));
    let kept = fs::read_to_string(folder.join("games/000001-first-second.csa")).unwrap();
    assert!(kept.contains("the third turn is too much"), "{kept}");
}

/// An engine sees the name by which it was started, and the folder of that name.
#[test]
fn a_link_to_an_engine_is_run_as_it_was_named() {
    let folder = folder("links");
    let (real, who) = (folder.join("real"), folder.join("who"));
    write_script(&real, &format!("echo \"$0 $(pwd)\" >> '{}'\nexec '{}' calm", who.display(), fake().display()));
    let named = ["one", "two"].map(|name| {
        let link = folder.join(name).join("engine");
        fs::create_dir(folder.join(name)).unwrap();
        std::os::unix::fs::symlink("../real/engine", &link).unwrap();
        format!("{name}={}", link.display())
    });
    fs::write(folder.join("match.toml"), "max-moves = 12\ngames = 2\nopening-plies = 0\n").unwrap();
    let output = command(&folder, &["--engine", &named[0], "--engine", &named[1]]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    // A path from the folder at hand is one from everywhere.
    let output = command(&folder, &["--engine", "one=one/engine", "--engine", "two=./two/engine"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let seen = fs::read_to_string(who).unwrap();
    let at = fs::canonicalize(&*folder).unwrap();
    for line in seen.lines() {
        let (program, seen_from) = line.split_once(' ').unwrap();
        let own = Path::new(program).parent().unwrap();
        assert_eq!((own.file_name().is_some_and(|name| name != "real"), Path::new(seen_from)), (true, own), "{seen}");
    }
    for name in ["one", "two"] {
        let own = format!("{}/{name}/engine", at.display());
        assert!(seen.lines().filter(|line| line.starts_with(&own)).count() >= 4, "{seen}");
    }
}
