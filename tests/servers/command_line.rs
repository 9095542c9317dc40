//! `kumataka csa` as it is typed.

use super::server::{PASSWORD, Server};
use crate::support::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

fn csa(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.arg("csa").args(words).current_dir(folder).env("CSA_WORD", PASSWORD).output().unwrap()
}

#[test]
fn a_game_by_the_command_line() {
    let folder = folder("csa-typed");
    let server = Server::new();
    let address = server.address();
    let serving = thread::spawn(move || {
        let mut peer = server.login();
        peer.start("g", '-');
        peer.reply(3);
        peer.echo_move(4);
        peer.end("%TORYO\n#RESIGN\n#WIN");
    });
    fs::write(folder.join("word"), format!("{PASSWORD}\n")).unwrap();
    fs::write(
        folder.join("csa.toml"),
        format!("server = '{address}'\nid = 'me'\npassword-file = 'word'\n[options]\nDepthLimit = 1\nUSI_Hash = 1\n"),
    )
    .unwrap();
    let output = csa(&folder, &["--config", "csa.toml", "--game", "test-60-2", "--records", "kept", "--log", "log"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    serving.join().unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], [format!("logged in to {address} as me").as_str(), "game g: first against second"]);
    assert!(lines[2].starts_with("  1   +") && lines[2].ends_with("  3 s, left 57 s against 60 s"), "{said}");
    assert!(lines[3].starts_with("  2 -") && lines[3].contains("  4 s, left 57 s against 56 s"), "{said}");
    assert!(
        lines[4].starts_with("won by resignation after 2 moves: ") && lines[5] == "1 won, 0 lost, 0 drawn",
        "{said}"
    );
    assert!(folder.join("kept/g.csa").exists() && folder.join("kept/g.kifu").exists());
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(!said.contains(PASSWORD) && !log.contains(PASSWORD));
}

/// Games that were asked for and not played are told by the exit status.
#[cfg(unix)]
#[test]
fn an_interruption_before_the_last_game_fails() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = folder("csa-stopped");
    let server = Server::new();
    let address = server.address();
    let mut command = folder.command("csa --id me --game test-60-2 --password-env CSA_WORD --games 2 --server");
    command.arg(address).env("CSA_WORD", PASSWORD).stdout(Stdio::null()).stderr(Stdio::piped());
    let program = Running::start(&mut command);
    let mut peer = server.login();
    program.signal("-INT");
    assert_eq!(peer.line(), "LOGOUT");
    peer.say("LOGOUT:completed");
    let output = program.output();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.ends_with("kumataka: stopped by Ctrl-C after 0 of 2 games\n"), "{told}");
}

/// Another engine must not learn the password, wherever its variable is named.
#[cfg(unix)]
#[test]
fn an_engine_does_not_inherit_the_password() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("csa-environment");
    let engine = folder.join("engine");
    fs::write(&engine, "#!/bin/sh\nenv >>seen\n").unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(folder.join("word"), "another\n").unwrap();
    fs::write(folder.join("csa.toml"), "password-env = 'CSA_WORD'\n[engine]\npath = './engine'\n").unwrap();
    let server = ["--server", "127.0.0.1:9", "--id", "me"];
    for words in [
        &["--password-env", "CSA_WORD", "--engine", "./engine"][..],
        &["--config", "csa.toml"],
        &["--config", "csa.toml", "--password-file", "word"],
    ] {
        let output = csa(&folder, &[&server[..], words].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("engine"), "{told}");
        let seen = fs::read_to_string(folder.join("seen")).unwrap();
        assert!(seen.contains("PATH=") && !seen.contains(PASSWORD), "{words:?}: {seen}");
        fs::remove_file(folder.join("seen")).unwrap();
    }
}

/// The error of a text that cannot be read quotes it.
#[cfg(unix)]
#[test]
fn a_password_that_cannot_be_read_is_not_shown() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("csa-unreadable");
    let mut command = folder.command("csa --server 127.0.0.1:9 --id me --password-env CSA_WORD");
    let output = command.env("CSA_WORD", OsStr::from_bytes(b"hush\xff")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "kumataka: the variable CSA_WORD holds no password: it is not in UTF-8\n");
}

#[test]
fn faults_are_named_and_fail() {
    let folder = folder("csa-faults");
    let told = |words: &[&str]| {
        let output = csa(&folder, words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let server = ["--server", "no-such-host.invalid", "--id", "me"];
    let word = ["--password-env", "CSA_WORD"];
    let unknown = told(&[&server[..], &word].concat());
    assert!(unknown.starts_with("kumataka: the host \"no-such-host.invalid\" is unknown: "), "{unknown}");
    assert!(!unknown.contains(PASSWORD));
    assert!(told(&server).contains("the password is missing"));
    assert!(told(&[&server[..], &["--password-env", "CSA_NO_WORD"]].concat()).contains("CSA_NO_WORD"));
    assert!(told(&[&server[..], &["--password-file", "none"]].concat()).contains("none: "));
    fs::write(folder.join("file"), "").unwrap();
    let records = [&["--server", "127.0.0.1:9", "--id", "me", "--records", "file/games"][..], &word].concat();
    assert!(told(&records).starts_with("kumataka: file/games: "));
    let option = [&["--server", "127.0.0.1:9", "--id", "me", "--option", "Nonsense=1"][..], &word].concat();
    assert!(told(&option).starts_with("kumataka: engine kumataka has no option \"Nonsense\"; it has USI_Hash, "));
}
