//! `kumataka connect` as an engine for front-ends.

use super::served::{Served, bridged, connect};
use crate::support::{self, Engine, Folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A match of 20 fast games, whose engines have these arguments.
fn games(folder: &Path, arguments: [&str; 2]) -> Vec<String> {
    let engine = |name, argument: &str| {
        format!(
            "[[engine]]\nname = '{name}'\npath = 'self'\narguments = [{argument}]\n[engine.options]\nUSI_Hash = 1\n"
        )
    };
    let [first, second] = arguments;
    let text = format!(
        "games = 20\nmax-moves = 40\nseed = 7\nrecords = 'games'\n[time]\nnodes = 50\n{}{}",
        engine("first", first),
        engine("second", second)
    );
    fs::write(folder.join("match.toml"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["match", "--config", "match.toml"]).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let games = fs::read_to_string(folder.join("games/games.usi")).unwrap();
    games.lines().filter(|line| line.starts_with("position ")).map(str::to_owned).collect()
}

/// The search is exact for a number of nodes: the same games are played whether or not an engine is far away.
#[test]
fn a_match_of_20_games_is_the_same_over_the_network() {
    let (_folder, mut served) = Served::alone("connect-match", &[]);
    let remote = format!("'connect', '{}'", served.url());
    let [near, far] = ["near", "far"].map(|name| support::folder(&format!("connect-{name}")));
    let (here, there) = (games(&near, ["", ""]), games(&far, [&remote, &remote]));
    assert_eq!(here.len(), 20, "{here:?}");
    assert_eq!(here, there);
    served.wait_for_engines(0);
    served.wait_for_every_farewell();
    assert_eq!(served.log().matches(" has come ").count(), served.log().matches(": said quit").count());
}

fn bridge(served: &Served) -> (Folder, Engine) {
    let folder = support::folder("connect-bridge");
    let engine = Engine::start_as(&["connect", &served.url()], &folder);
    (folder, engine)
}

#[test]
fn the_end_of_the_input_is_the_end_of_the_engine() {
    let (_folder, served) = Served::alone("connect-end", &[]);
    let (_here, mut engine) = bridge(&served);
    engine.send("\u{feff}usi\r\n\r\n");
    engine.expect("usiok");
    engine.send("position startpos\ngo infinite");
    engine.expect("info depth");
    engine.send("stop");
    engine.expect("bestmove");
    let (status, rest) = engine.finish();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
    let output = bridged(&served.url(), "d\nquit\nd\n");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.matches("lnsgkgsnl").count() == 1, "{output:?}");
    served.wait_for_engines(0);
}

#[test]
fn a_lost_connection_is_told_and_ends_the_program() {
    let (_folder, mut served) = Served::alone("connect-lost", &[]);
    let here = support::folder("connect-bridge");
    // The second tries to connect anew, and nobody is there.
    let mut engines = ["0", "1"].map(|retry| Engine::start_as(&["connect", &served.url(), "--retry", retry], &here));
    for engine in &mut engines {
        engine.send("go infinite");
        engine.expect("info depth");
    }
    served.program.kill().unwrap();
    for (engine, attempts) in engines.into_iter().zip([0, 1]) {
        for _ in 0..attempts {
            let told = engine.expect("info string");
            assert!(told.ends_with("connecting anew"), "{told}");
        }
        let told = engine.expect("info string");
        let words = ["the connection to the engine is lost", "start the engine again"];
        assert!(words.iter().all(|words| told.contains(words)), "{told}");
        let (status, _) = engine.finish();
        assert_eq!(status.code(), Some(1));
    }
}

#[test]
fn refusals_are_told_with_their_remedies() {
    let (_folder, served) = Served::alone("connect-refused", &[]);
    let port = served.host.rsplit_once(':').unwrap().1;
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    for (url, words) in [
        (
            format!("ws://{}/0123456789abcdef", served.host),
            "take the newest address that \"kumataka serve\" has printed",
        ),
        (format!("ws://{}", served.host), "has no valid token"),
        (format!("ws://{nobody}/0123456789abcdef"), "is \"kumataka serve\" running there"),
        (format!("wss://localhost:{port}/{}", served.token), "ssh -L"),
        (format!("http://localhost:{port}/{}", served.token), "ws://HOST:PORT/TOKEN"),
        ("ws://no-such-host.invalid/0123456789abcdef".to_owned(), "the host of no-such-host.invalid:80 is unknown"),
    ] {
        let output = bridged(&url, "");
        let [told, heard] = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(output.status.code(), Some(1), "{url}: {output:?}");
        assert!(told.starts_with("kumataka: ") && told.contains(words), "{url}: {told}");
        assert!(heard.starts_with("info string ") && heard.contains(words), "{url}: {heard}");
        assert!(!told.contains("0123456789abcdef") && !told.contains(&served.token), "{told}");
    }
    let mut japanese = connect(&[&format!("ws://{}", served.host), "--lang", "ja"], &[]);
    drop(japanese.stdin.take());
    let output = japanese.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("に断られました"), "{output:?}");
}

#[test]
fn tokens_come_from_files_and_variables() {
    let folder = support::folder("connect-tokens");
    let token = "a_token-of_ones_own_1234";
    fs::write(folder.join("token.txt"), format!("{token}\r\nmore\n")).unwrap();
    let by_file = Served::start(&folder, &["--token-file", "token.txt"], &[]);
    assert_eq!(by_file.token, token);
    let by_variable = Served::start(&folder, &["--token-env", "SECRET"], &[("SECRET", token)]);
    assert_eq!(by_variable.token, token);
    let mut child = connect(&[&format!("ws://{}/", by_variable.host), "--token-env", "SECRET"], &[("SECRET", token)]);
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let refused = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.arg("serve").args(arguments).current_dir(&*folder).env("SECRET", "short").stdin(Stdio::null());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["--token-env", "SECRET"]).contains("16 characters or more"));
    assert!(refused(&["--token-env", "NOTHING"]).contains("no environment variable NOTHING"));
    assert!(refused(&["--token-file", "none.txt"]).contains("none.txt"));
    assert!(refused(&["--token-file", "none.txt", "--lang", "ja"]).contains("そのようなファイル"));
    assert!(refused(&["--engine", "./none"]).contains("none"));
    let strange = refused(&["--engine", "self,Threads=1,Hash=64"]);
    assert!(strange.contains("has no option \"Hash\"; it has USI_Hash, "), "{strange}");
    assert!(refused(&["--listen", "192.0.2.1"]).contains("try another --port or --listen"));
}
