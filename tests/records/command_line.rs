//! `kumataka convert` and `kumataka show` as people call them.

use crate::support::{Folder, folder};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn data(file: &str) -> String {
    format!("{}/tests/data/records/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn kumataka(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumataka")).args(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_folder_with_a_broken_file() {
    let folder = folder("folder");
    let input = folder.join("in");
    fs::create_dir_all(input.join("deep")).unwrap();
    fs::copy(data("fork.kif"), input.join("deep/fork.kif")).unwrap();
    fs::copy(data("example.csa"), input.join("example.csa")).unwrap();
    fs::copy(data("8mai.ki2"), input.join("example.ki2")).unwrap();
    fs::copy(data("multi_game.csa"), input.join("multi.csa")).unwrap();
    fs::write(input.join("broken.csa"), "PI\n+\n+7775FU\n-3334FU\n").unwrap();
    fs::write(input.join("notes.txt"), "not a record").unwrap();
    let out = folder.join("out");
    let convert =
        |more: &[&str]| kumataka(&[&["convert", input.to_str().unwrap(), out.to_str().unwrap()][..], more].concat());

    let done = convert(&["--to", "kifu"]);
    let told = errors(&done);
    assert!(!done.status.success());
    assert!(told.contains("broken.csa: line 3: illegal move 7g7e: the piece does not move that way"), "{told}");
    assert!(told.contains("kumataka: 1 of 5 files not converted"), "{told}");
    assert!(told.contains("5 games from 4 files (2 csa, 1 ki2, 1 kif) to kifu in"), "{told}");
    for file in ["deep/fork.kifu", "example.kifu", "example-2.kifu", "multi_000001.kifu", "multi_000002.kifu"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    assert!(!out.join("broken.kifu").exists());

    let again = convert(&["--to", "kifu"]);
    assert!(errors(&again).contains("fork.kifu: it exists already; --force overwrites it"), "{}", errors(&again));
    fs::remove_file(input.join("broken.csa")).unwrap();
    assert!(convert(&["--to", "kifu", "--force"]).status.success());
}

/// A folder with these files.
fn with(name: &str, files: &[(&str, &str)]) -> Folder {
    let folder = folder(name);
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const KIFU: &str = "手合割：平手\n   1 ７六歩(77)\n";
const CSA: &str = "PI\n+\n+5756FU\n";

#[test]
fn no_file_is_written_over_before_it_is_read() {
    let folder = with("read_too", &[("in/a.csa", CSA), ("in/a.kifu", KIFU), ("in/b.kifu", KIFU)]);
    let convert = |line: &str| folder.command(&format!("convert {line}")).output().unwrap();
    for line in ["in --to kifu in --force", "in in/b.kifu --to kifu in/b.kifu --force"] {
        let refused = convert(line);
        let told = errors(&refused);
        assert_eq!(refused.status.code(), Some(1), "{line}");
        assert!(told.ends_with("kifu: it is read as well: name another place to write\n"), "{line}: {told}");
        assert_eq!(fs::read_to_string(folder.join("in/a.kifu")).unwrap(), KIFU);
    }
    // A file may take its own place.
    let done = convert("in/b.kifu --to kifu in --force");
    assert!(done.status.success(), "{}", errors(&done));
    assert!(fs::read_to_string(folder.join("in/b.kifu")).unwrap().contains("\r\n"));

    // The names of files with one of several games each are known late.
    let two = "startpos moves 7g7f\nstartpos moves 2g2f\n";
    let folder = with("read_too_late", &[("in/a.usi", two), ("in/x/a_000002.kifu", KIFU)]);
    let done = folder.command("convert in --to kifu in/x --force").output().unwrap();
    let told = errors(&done);
    assert_eq!(done.status.code(), Some(1));
    assert!(told.contains("a_000002.kifu: it is read as well"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("in/x/a_000002.kifu")).unwrap(), KIFU);
}

#[test]
fn every_game_has_a_file() {
    let two = "startpos moves 7g7f\nstartpos moves 2g2f\n";
    let folder = with("names", &[("games/a.usi", two), ("games/a_000001.csa", CSA)]);
    let done = folder.command("convert games --to kif out --force").output().unwrap();
    assert!(errors(&done).contains("3 games from 2 files"), "{}", errors(&done));
    for name in ["a-2_000001.kif", "a-2_000002.kif", "a_000001.kif"] {
        assert!(folder.join("out").join(name).is_file(), "{name}");
    }
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 3);
}

/// A file is the old one, or the new one as a whole.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = with("limit", &[("in/a.csa", CSA), ("out/a.kifu", "old")]);
    // Files may have no bytes at all.
    let line =
        format!("ulimit -f 0; trap '' XFSZ; exec {} convert in --to kifu out --force", env!("CARGO_BIN_EXE_kumataka"));
    let done = Command::new("sh").args(["-c", &line]).current_dir(&*folder).output().unwrap();
    assert!(!done.status.success());
    assert_eq!(fs::read_to_string(folder.join("out/a.kifu")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 1);
}

/// The files at hand are finished, no other is begun.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_conversion_cleanly() {
    use crate::support::Running;
    use std::os::unix::fs::OpenOptionsExt;
    let folder = folder("interrupt");
    let input = folder.join("in");
    fs::create_dir(&input).unwrap();
    // Of pipes only those that are named are read.
    let slow = folder.join("a.csa");
    assert!(Command::new("mkfifo").arg(&slow).status().unwrap().success());
    for n in 0..50 {
        fs::copy(data("example.csa"), input.join(format!("b{n}.csa"))).unwrap();
    }
    let convert = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        let out = folder.join(out);
        let paths = [&slow, &input, &out].map(|path| path.to_str().unwrap());
        command.args(["convert", "--to", "kifu"]).args(paths);
        let mut running = Running::start(command.env("RAYON_NUM_THREADS", "1").stderr(Stdio::piped()));
        // Opens once the other side reads; an open that waits for it would wait for ever if it never did.
        let open = || fs::OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(&slow).ok();
        let mut pipe = None;
        running.wait_until("the pipe is read", || {
            pipe = open();
            pipe.is_some()
        });
        let mut pipe = pipe.unwrap();
        running.signal("-INT");
        // Time for the program to take note. On a busy machine it begins some more files before.
        std::thread::sleep(std::time::Duration::from_millis(300));
        // A program that joins games and takes note before its first read has closed the pipe.
        match pipe.write_all(&fs::read(data("example.csa")).unwrap()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            written => written.unwrap(),
        }
        drop(pipe);
        running.output()
    };
    let done = convert("out");
    let made = fs::read_dir(folder.join("out")).unwrap().count();
    let expected = format!("kumataka: stopped by Ctrl-C with {} of 51 files left\n", 51 - made);
    assert!(made < 51 && errors(&done).ends_with(&expected), "{}", errors(&done));
    assert!(fs::read_to_string(folder.join("out/a.kifu")).unwrap().contains("手数"));
    let joined = convert("all.usi");
    assert!(errors(&joined).contains("stopped by Ctrl-C") && !folder.join("all.usi").exists(), "{}", errors(&joined));
}

#[test]
fn many_games_go_into_one_file_where_the_format_allows() {
    let folder = folder("join");
    let out = folder.join("all.usi");
    let done = kumataka(&["convert", &data("multi_game.csa"), &data("chudan.kif"), out.to_str().unwrap()]);
    assert!(done.status.success(), "{}", errors(&done));
    let lines = fs::read_to_string(&out).unwrap();
    let expected = "position startpos moves 7g7f\nposition startpos moves 2g2f 3c3d\n\
                    position startpos moves 7g7f 3c3d 8h2b+\n";
    assert_eq!(lines, expected);
    assert!(errors(&done).contains("usi has no place for times (1 file)"), "{}", errors(&done));
    let one = folder.join("all.kif");
    let refused = kumataka(&["convert", &data("multi_game.csa"), one.to_str().unwrap()]);
    assert!(errors(&refused).contains("2 games do not go into one kif file: name a folder"), "{}", errors(&refused));
    assert!(!one.exists());
}

/// As many files as are never held at once.
const MANY: usize = 600;

#[test]
fn the_games_of_many_files_are_joined_in_order_and_only_where_all_are_written() {
    let folder = folder("join_many");
    fs::create_dir(folder.join("in")).unwrap();
    let line = |n: usize| format!("position startpos moves {}\n", ["7g7f", "2g2f", "7g7f 3c3d"][n % 7 % 3]);
    for n in 0..MANY {
        fs::write(folder.join(format!("in/{n:04}.usi")), line(n)).unwrap();
    }
    let convert = |line: &str| folder.command(&format!("convert {line}")).output().unwrap();
    let all: String = (0..MANY).map(line).collect();
    let done = convert("in all.usi");
    assert!(done.status.success(), "{}", errors(&done));
    assert!(errors(&done).contains("600 games from 600 files (600 usi) to usi in"), "{}", errors(&done));
    assert_eq!(fs::read_to_string(folder.join("all.usi")).unwrap(), all);
    assert_eq!(String::from_utf8(convert("in --to usi -").stdout).unwrap(), all);

    let csa = fs::read(convert_to_csa(&folder, "in")).unwrap();
    assert_eq!(csa, fs::read(convert_to_csa(&folder, "all.usi")).unwrap());
    assert_eq!(csa.split(|&byte| byte == b'/').count(), MANY);
    let refused = convert("in one.kif");
    assert!(errors(&refused).contains("600 games do not go into one kif file: name a folder"), "{}", errors(&refused));
    // A file may take its own place.
    assert!(convert("all.usi all.usi --force").status.success());
    assert_eq!(fs::read_to_string(folder.join("all.usi")).unwrap(), all);

    #[cfg(target_os = "linux")]
    {
        // A disk that is full after some of the games.
        let line = format!("ulimit -f 8; exec {} convert in all.usi --force", env!("CARGO_BIN_EXE_kumataka"));
        let cut = Command::new("sh").args(["-c", &line]).current_dir(&*folder).output().unwrap();
        assert!(errors(&cut).contains("all.usi: File too large"), "{}", errors(&cut));
        assert_eq!(fs::read_to_string(folder.join("all.usi")).unwrap(), all);
        let is_hidden =
            |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().starts_with('.');
        assert!(!fs::read_dir(&*folder).unwrap().any(is_hidden));
    }
}

fn convert_to_csa(folder: &Folder, input: &str) -> std::path::PathBuf {
    let done = folder.command(&format!("convert {input} joined.csa --force")).output().unwrap();
    assert!(done.status.success(), "{}", errors(&done));
    folder.join("joined.csa")
}

/// Games are written while others are still to be read, so that they need not all be held.
#[cfg(unix)]
#[test]
fn games_are_written_before_the_last_file_is_read() {
    use crate::support::Running;
    use std::os::unix::fs::OpenOptionsExt;
    let folder = folder("join_early");
    fs::create_dir(folder.join("in")).unwrap();
    for n in 0..MANY {
        fs::copy(data("example.csa"), folder.join(format!("in/{n}.csa"))).unwrap();
    }
    let last = folder.join("last.csa");
    assert!(Command::new("mkfifo").arg(&last).status().unwrap().success());
    let out = folder.join("out");
    let mut command = folder.command("convert in last.csa --to usi -");
    command.stdout(fs::File::create(&out).unwrap()).stderr(Stdio::piped());
    let mut running = Running::start(&mut command);
    running.wait_until("games are written", || fs::metadata(&out).unwrap().len() > 0);
    let mut pipe = None;
    running.wait_until("the pipe is read", || {
        pipe = fs::OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(&last).ok();
        pipe.is_some()
    });
    pipe.unwrap().write_all(&fs::read(data("example.csa")).unwrap()).unwrap();
    let done = running.output();
    assert!(done.status.success(), "{}", errors(&done));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), MANY + 1);
}

/// Games of one file are written while others of it are still to be read. A file may take its own place all the same.
#[cfg(unix)]
#[test]
fn games_are_written_before_their_file_is_read_to_its_end() {
    use crate::support::Running;
    let folder = folder("stream");
    let line = "position startpos moves 7g7f 3c3d 2g2f\n";
    let many = line.repeat(600_000 / line.len());
    let out = folder.join("out.usi");
    let mut command = folder.command("convert --from usi - --to usi -");
    command.stdin(Stdio::piped()).stdout(fs::File::create(&out).unwrap()).stderr(Stdio::piped());
    let mut running = Running::start(&mut command);
    let mut input = running.stdin.take().unwrap();
    input.write_all(many.as_bytes()).unwrap();
    running.wait_until("games are written", || fs::metadata(&out).unwrap().len() > 0);
    input.write_all(line.as_bytes()).unwrap();
    drop(input);
    let done = running.output();
    assert!(done.status.success(), "{}", errors(&done));
    let all = many + line;
    assert_eq!(fs::read_to_string(&out).unwrap(), all);
    for arguments in ["convert out.usi out.usi --force", "convert out.usi --to usi . --force"] {
        let again = folder.command(arguments).output().unwrap();
        assert!(again.status.success(), "{}", errors(&again));
        assert_eq!(fs::read_to_string(&out).unwrap(), all);
    }
}

#[test]
fn a_slash_makes_a_folder_and_what_exists_already_is_none() {
    let folder = with("slash", &[("a.csa", CSA), ("old", "old")]);
    let run = |line: &str| folder.command(line).output().unwrap();
    let done = run("convert a.csa out.kifu/");
    assert!(done.status.success(), "{}", errors(&done));
    assert!(folder.join("out.kifu/a.kifu").is_file());
    assert!(errors(&run("convert a.csa old --to kifu")).contains("old: it exists already; --force overwrites it"));
    assert_eq!(fs::read_to_string(folder.join("old")).unwrap(), "old");
    if cfg!(unix) {
        for line in ["convert a.csa /dev/null --to kifu", "convert a.csa a.csa /dev/null --to usi"] {
            let done = run(line);
            assert!(done.status.success(), "{line}: {}", errors(&done));
        }
    }
    let refused = run("solve --variant dobutsu --out out.kifu --force");
    assert!(errors(&refused).contains("out.kifu: something else than a file is there"), "{}", errors(&refused));
}

#[test]
fn boards_are_drawn() {
    let text = |arguments: &[&str]| {
        let output = kumataka(arguments);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let kanji = text(&["show", &data("chudan.kif"), "--notation", "japanese"]);
    assert!(kanji.contains("先手の持駒：角　\n3: ▲２二角成\n"), "{kanji}");
    assert!(kanji.ends_with("then: interruption\n"), "{kanji}");
    let letters = text(&["show", &data("chudan.kif"), "--ply", "1", "--letters"]);
    assert!(letters.contains("1: P-7f\n"), "{letters}");
    let birds = text(&["show", "--variant", "torishogi", "startpos", "moves", "3d3c"]);
    assert!(birds.contains("先手の持駒：燕　\n1: Swx3c\n"), "{birds}");
    let svg = text(&["show", "--svg", "sfen", "4k4/9/4P4/9/9/9/9/9/4K4", "b", "G", "1"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("rotate(180)").count(), 1);
    let beyond = kumataka(&["show", &data("chudan.kif"), "--ply", "9"]);
    assert_eq!(errors(&beyond), "kumataka: the game has 3 moves\n");
    let nothing = kumataka(&["show", "no such file"]);
    assert_eq!(
        errors(&nothing),
        "kumataka: \"no such file\" is neither a file nor a position: line 1: \"no\" is not a position or a move\n"
    );
}

/// Three games, the second of which breaks off at a move that is none, on line 10.
fn one_bad_of_three(folder: &Path) -> String {
    let good = "PI\n+\n+2726FU\n%TORYO\n";
    let path = folder.join("three.csa");
    fs::write(&path, format!("{good}/\nPI\n+\n+7776FU\n-3334FU\n+26FU\n%TORYO\n/\n{good}")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_bad_game_of_three_is_named_and_the_others_are_kept() {
    let folder = folder("one_bad_of_three");
    let input = one_bad_of_three(&folder);
    let out = folder.join("out");
    let done = kumataka(&["convert", &input, "--to", "kifu", out.to_str().unwrap()]);
    let told = errors(&done);
    assert_eq!(done.status.code(), Some(1));
    assert!(told.contains("three.csa: line 10: \"+26FU\" is not a CSA move\n"), "{told}");
    assert!(told.ends_with("kumataka: 1 of 3 games left out; --lenient keeps the moves before a fault\n"), "{told}");
    let exist = |numbers: [bool; 3]| {
        for (number, exists) in (1..).zip(numbers) {
            assert_eq!(out.join(format!("three_{number:06}.kifu")).exists(), exists, "{number}");
        }
    };
    exist([true, false, true]);
    let done = kumataka(&["convert", &input, "--lenient", "--force", "--to", "kifu", out.to_str().unwrap()]);
    let told = errors(&done);
    assert!(done.status.success(), "{told}");
    assert!(told.contains("line 10: \"+26FU\" is not a CSA move; the moves before it are kept\n"), "{told}");
    exist([true, true, true]);
    assert!(fs::read_to_string(out.join("three_000002.kifu")).unwrap().contains("   2 ３四歩(33)"));

    let all = folder.join("all.usi");
    let done = kumataka(&["convert", &input, all.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&all).unwrap(), "position startpos moves 2g2f\n".repeat(2));
    let second = kumataka(&["show", &input, "--game", "2"]);
    assert!(errors(&second).ends_with("line 10: \"+26FU\" is not a CSA move\n"), "{}", errors(&second));
    assert!(kumataka(&["show", &input, "--game", "3"]).status.success());
    assert!(kumataka(&["show", &input, "--game", "2", "--lenient"]).status.success());
    let book = folder.join("book.db");
    let done = kumataka(&["book", "make", book.to_str().unwrap(), "--from", &input]);
    assert!(errors(&done).contains("three.csa: line 10: "), "{}", errors(&done));
    assert!(fs::read_to_string(&book).unwrap().contains("2g2f"));
}

fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    // A command that refuses its arguments does not read.
    let _ = running.stdin.take().unwrap().write_all(input);
    running.wait_with_output().unwrap()
}

#[test]
fn a_dash_is_the_standard_input_and_output() {
    let folder = folder("dash");
    let csa = fs::read(data("example.csa")).unwrap();
    let both = piped(&["convert", "-", "--from", "csa", "--to", "usi", "-"], &csa);
    assert!(both.status.success(), "{}", errors(&both));
    assert_eq!(String::from_utf8(both.stdout).unwrap(), "position startpos moves 2g2f 3c3d\n");
    let file = folder.join("game.kifu");
    let into_file = piped(&["convert", "--from", "csa", "-", file.to_str().unwrap()], &csa);
    assert!(into_file.status.success(), "{}", errors(&into_file));
    let out_of_file = piped(&["convert", file.to_str().unwrap(), "-", "--to", "usi"], b"");
    assert_eq!(String::from_utf8(out_of_file.stdout).unwrap(), "position startpos moves 2g2f 3c3d\n");
    let into_folder = piped(&["convert", "-", "--from", "csa", "--to", "kifu", folder.to_str().unwrap()], &csa);
    assert!(into_folder.status.success() && folder.join("stdin.kifu").exists(), "{}", errors(&into_folder));
    let shown = piped(&["show", "-", "--from", "csa"], &csa);
    assert!(String::from_utf8(shown.stdout).unwrap().contains("2: P-3d\n"));
    let shown_by_text = piped(&["convert", "-", "-", "--to", "usi"], &csa);
    assert_eq!(String::from_utf8(shown_by_text.stdout).unwrap(), "position startpos moves 2g2f 3c3d\n");
    let nameless = piped(&["convert", "-", "-", "--to", "usi"], b"notes\n");
    assert!(errors(&nameless).contains("say which with --from"), "{}", errors(&nameless));
    let nameless = piped(&["convert", "-", "-", "--from", "csa"], &csa);
    assert!(errors(&nameless).contains("say which with --to"), "{}", errors(&nameless));
    assert!(!Path::new("-").exists());
}

#[test]
fn a_record_alone_names_its_game_and_shows_its_format() {
    let folder = with(
        "named",
        &[
            ("kyoto.kifu", "手合割：京都将棋\n   1 ３四金成(25)\n"),
            ("mini.txt", "手合割：5五将棋\n   1 １四飛(15)\n"),
            ("even.bod", "手合割：平手\n   1 ７六歩(77)\n"),
        ],
    );
    for (file, line) in [
        ("kyoto.kifu", "position startpos moves 2e3d+\n"),
        ("mini.txt", "position startpos moves 1e1d\n"),
        ("even.bod", "position startpos moves 7g7f\n"),
    ] {
        let output = kumataka(&["convert", folder.join(file).to_str().unwrap(), "--to", "usi", "-"]);
        assert_eq!(String::from_utf8(output.stdout.clone()).unwrap(), line, "{file}: {}", errors(&output));
        assert!(kumataka(&["show", folder.join(file).to_str().unwrap()]).status.success(), "{file}");
    }
    let other =
        kumataka(&["convert", folder.join("kyoto.kifu").to_str().unwrap(), "--variant", "shogi", "--to", "usi", "-"]);
    assert!(errors(&other).contains("unknown handicap"), "{}", errors(&other));
}

#[test]
fn the_games_of_a_match_are_read_once() {
    let folder = folder("match_twice");
    let games = folder.join("games");
    fs::create_dir(&games).unwrap();
    let log = "# match {}\n# game {\"game\":0}\nposition startpos moves 7g7f\n# game {\"game\":1}\n\
               position startpos moves 2g2f\n";
    fs::write(games.join("games.usi"), log).unwrap();
    let convert = |expected: &[&str]| {
        let out = folder.join("all.usi");
        let done = kumataka(&["convert", games.to_str().unwrap(), "--force", out.to_str().unwrap()]);
        assert!(done.status.success(), "{}", errors(&done));
        let found = fs::read_to_string(&out).unwrap();
        let mut found: Vec<&str> =
            found.lines().map(|line| line.trim_start_matches("position startpos moves ")).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    };
    convert(&["2g2f", "7g7f"]);
    fs::write(games.join("000001-a-b.csa"), "PI\n+\n+7776FU\n").unwrap();
    convert(&["2g2f", "7g7f"]);
    fs::write(games.join("000002-b-a.csa"), "PI\n+\n+2726FU\n").unwrap();
    fs::write(games.join("other.csa"), "PI\n+\n+5756FU\n").unwrap();
    convert(&["2g2f", "5g5f", "7g7f"]);
    let book = folder.join("book.db");
    let done = kumataka(&["book", "make", book.to_str().unwrap(), "--from", games.to_str().unwrap()]);
    assert!(done.status.success(), "{}", errors(&done));
    let counts = fs::read_to_string(&book).unwrap();
    assert!(!counts.lines().any(|line| line.starts_with("7g7f") && line.ends_with(" 2")), "{counts}");
    // A file of this name that no match wrote is like any other.
    fs::write(games.join("games.usi"), "startpos moves 1g1f\n").unwrap();
    convert(&["1g1f", "2g2f", "5g5f", "7g7f"]);
}
