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
