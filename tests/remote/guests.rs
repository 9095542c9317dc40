//! The server against guests: whom it lets in, what they may say, and how they leave.

use super::served::{Served, bridged};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use tungstenite::Message;

#[test]
fn a_guest_has_an_engine_of_its_own() {
    let (_folder, served) = Served::alone("serve-engine", &[]);
    let [mut first, mut second] = [served.guest(), served.guest()];
    first.say("usi");
    assert!(first.until("usiok")[0].starts_with("id name Kumataka"));
    // One message may hold several lines, as a page writes them.
    first.say("position startpos moves 7g7f\r\nd\nisready");
    let seen = first.until("readyok").join("\n");
    assert!(seen.contains("/2P6/PP1PPPPPP/"), "{seen}");
    second.say("d\nisready");
    let seen = second.until("readyok").join("\n");
    assert!(seen.contains("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/"), "{seen}");
    second.say("go nodes 10");
    assert_ne!(second.expect("bestmove"), "bestmove resign");
    assert_eq!(served.engines(), 2);
    first.say("quit");
    assert_eq!(first.end(), (1000, String::new()));
}

#[test]
fn nobody_comes_in_without_the_token() {
    let (_folder, mut served) = Served::alone("serve-token", &[]);
    let guess = "0".repeat(served.token.len());
    let short = served.token[1..].to_owned();
    for path in ["", "x", &guess, &short, &served.token.to_uppercase(), &format!("{0}/{0}", served.token)] {
        let refused = served.try_guest(path, &[]).err().unwrap_or_else(|| panic!("{path} comes in"));
        assert_eq!(refused, 403, "{path}");
    }
    served.wait_for_log("127.0.0.1: refused: the address has no valid token");
    assert!(!served.log().contains(&served.token) && !served.log().contains(&guess), "{}", served.log());
    assert_eq!(served.engines(), 0);
    // A reader who opens the address in a browser learns what answers there.
    let read = served.raw(format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", served.token, served.host).as_bytes());
    assert!(read.starts_with("HTTP/1.1 426 Upgrade Required\r\n") && read.contains("kumataka connect"), "{read}");
    let read = served.raw(format!("GET /x HTTP/1.1\r\nHost: {}\r\n\r\n", served.host).as_bytes());
    assert!(read.starts_with("HTTP/1.1 403 Forbidden\r\n") && read.contains("kumataka serve"), "{read}");
    served.guest();
}

#[test]
fn pages_come_in_from_named_origins_only() {
    let (_folder, served) =
        Served::alone("serve-origin", &["--allow-origin", "https://shogi.example", "--allow-origin", "null"]);
    let from = |origin: &str| served.try_guest(&served.token, &[("Origin", origin)]).map(drop);
    for origin in ["https://evil.example", "http://shogi.example", "https://shogi.example:8080", ""] {
        assert_eq!(from(origin).unwrap_err(), 403, "{origin}");
    }
    assert!(from("https://shogi.example").is_ok() && from("null").is_ok());
    let (_folder, strict) = Served::alone("serve-no-origin", &[]);
    for origin in ["null", &format!("http://{}", strict.host)] {
        assert_eq!(strict.try_guest(&strict.token, &[("Origin", origin)]).map(drop).unwrap_err(), 403);
    }
}

#[test]
fn there_are_no_more_places_than_there_may_be() {
    let (_folder, mut served) = Served::alone("serve-full", &["--max-connections", "2"]);
    let mut guests = [served.guest(), served.guest()];
    guests.iter_mut().for_each(|guest| guest.say("isready"));
    guests.iter_mut().for_each(|guest| drop(guest.expect("readyok")));
    let mut third = served.guest();
    assert_eq!(third.hear(), Ok("info string all 2 places are taken: try again later".to_owned()));
    assert_eq!(third.end(), (1013, "all 2 places are taken: try again later".to_owned()));
    let refused = bridged(&served.url(), "usi\n");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && told.contains("all 2 places are taken"), "{told}");
    drop(guests);
    served.wait_for_log("2 has gone");
    served.wait_for_log("1 has gone");
    let mut next = served.guest();
    next.say("isready");
    next.expect("readyok");
}

#[test]
fn guests_set_no_files_and_stay_within_bounds() {
    let (folder, served) =
        Served::alone("serve-options", &["--threads", "2", "--hash", "64", "--engine", "self,Threads=2"]);
    let mut guest = served.guest();
    guest.say("usi");
    let options = guest.until("usiok").join("\n");
    for name in ["EvalFile", "EvalDir", "BookFile", "SolutionFile", "DebugLogFile"] {
        assert!(!options.contains(&format!("option name {name} ")), "{options}");
        guest.say(&format!("setoption name {name} value stolen"));
        let told = guest.expect("info string");
        assert!(told.contains(&format!("{name} is not for guests")), "{told}");
    }
    assert!(options.contains("option name USI_Hash type spin default 64 min 1 max 64\n"), "{options}");
    assert!(options.contains("option name Threads type spin default 2 min 1 max 2\n"), "{options}");
    guest.say("setoption name Threads value 900");
    assert_eq!(guest.expect("info string"), "info string Threads is 2: the server allows no more");
    guest.say("setoption name MateHash value 100000");
    assert_eq!(guest.expect("info string"), "info string MateHash is 64: the server allows no more");
    for line in ["bench", "usi_tunables", "setoption name Nonsense value 1", "setoption EvalFile x", "d\u{0}"] {
        guest.say(line);
        guest.expect("info string");
    }
    guest.say("isready");
    guest.expect("readyok");
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 0, "nothing was written");
}

#[test]
fn a_cut_connection_ends_its_search_and_no_other() {
    let (_folder, mut served) = Served::alone("serve-cut", &[]);
    let [mut first, mut second] = [served.guest(), served.guest()];
    first.think();
    second.think();
    assert_eq!(served.engines(), 2);
    // The system closes the connection as it does for a program that is killed: no farewell.
    drop(first);
    served.wait_for_log("has gone after");
    served.wait_for_engines(1);
    second.say("stop");
    second.expect("bestmove");
}

/// A witness that waits answers no ping.
const PATIENT: [&str; 2] = ["--ping", "3600"];

#[test]
fn garbage_is_refused_and_harms_nobody() {
    let (_folder, served) = Served::alone("serve-garbage", &PATIENT);
    let mut witness = served.guest();
    witness.think();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000));
    for (bytes, status) in
        [(&b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03 hello by TLS\r\n\r\n"[..], "400"), (long.as_bytes(), "431")]
    {
        let answer = served.raw(bytes);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
    let head = format!("GET /{} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n", served.token);
    for rest in ["Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: a\r\n", "Sec-WebSocket-Version: 13\r\n", ""] {
        let answer = served.raw(format!("{head}{rest}\r\n").as_bytes());
        assert!(answer.starts_with("HTTP/1.1 426 ") && answer.contains("Sec-WebSocket-Version: 13"), "{answer}");
    }
    // Frames without a mask, of an unknown kind, longer than anything, and half of one.
    let frames: [&[u8]; 5] = [
        b"\x81\x03usi",
        b"\x8f\x80....",
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff....",
        b"\x81\x83",
        b"\x00\x80....",
    ];
    for frame in frames {
        let mut stream = served.guest().0.get_ref().try_clone().unwrap();
        stream.write_all(frame).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut rest = Vec::new();
        // The server ends it, with or without a word.
        let _ = stream.read_to_end(&mut rest);
    }
    let mut bytes = served.guest();
    bytes.0.send(Message::binary(b"usi".to_vec())).unwrap();
    assert_eq!(bytes.end().0, 1003);
    witness.say("stop");
    witness.expect("bestmove");
    served.wait_for_engines(1);
}

#[test]
fn a_line_of_ten_megabytes_is_too_long() {
    let (_folder, mut served) = Served::alone("serve-long", &PATIENT);
    let mut witness = served.guest();
    witness.think();
    let mut guest = served.guest();
    // The server may end it before everything is sent.
    let _ = guest.0.send(Message::text(format!("position startpos moves {}", "7g7f ".repeat(2_000_000))));
    served.wait_for_log("refused: a line has 65536 bytes at most");
    let mut longest = served.guest();
    longest.say(&format!("isready{}", " ".repeat(65_536 - 7)));
    longest.expect("readyok");
    witness.say("stop");
    witness.expect("bestmove");
}

#[test]
fn silent_and_idle_guests_are_let_go() {
    let (_folder, mut served) = Served::alone("serve-idle", &["--idle", "1"]);
    let mut idle = served.guest();
    assert_eq!(idle.end(), (1008, "nobody has said anything for too long".to_owned()));
    served.wait_for_engines(0);
    served.wait_for_log(": nobody said anything for too long");
    let (_folder, mut served) = Served::alone("serve-dead", &["--ping", "1"]);
    // A guest that reads nothing answers no ping.
    let dead = served.guest();
    served.wait_for_log("1 has gone");
    assert!(served.log().contains(": no sign of life"), "{}", served.log());
    drop(dead);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server_and_all_engines() {
    use std::os::unix::process::ExitStatusExt as _;
    let (_folder, served) = Served::alone("serve-interrupt", &[]);
    let mut guest = served.guest();
    guest.think();
    served.program.signal("-INT");
    assert_eq!(guest.end(), (1001, "the server ends".to_owned()));
    let host = served.host.clone();
    let output = served.program.output();
    assert_eq!((output.status.code(), output.status.signal()), (Some(0), None));
    assert!(TcpStream::connect(host).is_err());
}
