//! A server that misbehaves, and engines that fail.

use super::games::fake;
use super::server::{Client, PASSWORD, Server, TIME, against, config, record};
use crate::support::ms;
use kumataka::record::csa;
use kumataka::servers::{CsaConfig, CsaError, Secret};
use kumataka::variants::Variant;
use std::net::TcpListener;

#[test]
fn illegal_moves_are_quoted_and_resigned_to() {
    for line in ["-3335FU,T1", "-9999OU,T1", "+5756FU,T1", "-33334FU,T1", "-3334,T1", "-3334fu", "+"] {
        let (tally, folder, log) = against(
            |_| {},
            |server| {
                let mut peer = server.login();
                peer.start("g", '+');
                peer.echo_move(1);
                peer.say(line);
                assert_eq!(peer.line(), "%TORYO", "{line}");
                peer.end("%TORYO\n#RESIGN\n#LOSE");
            },
        );
        assert_eq!(tally.losses, 1, "{line}");
        let text = line.split(',').next().unwrap();
        assert!(log.contains(&format!("\"{text}\" is no move of this position")), "{log}");
        assert_eq!(csa::read(Variant::Shogi, &record(&folder, "g")).unwrap().len(), 1);
    }
}

#[test]
fn nonsense_is_quoted_and_passed_over() {
    let long = "x".repeat(1 << 20);
    let (tally, _, log) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.say("WELCOME to a server that talks");
            peer.start("g", '+');
            peer.echo_move(1);
            peer.raw(b"hello\r\n\xff\xfe\n##[ERROR] what?\n#WINS\n##\x1b[2J\n");
            peer.say(&long);
            peer.raw(b"\n\n\r\n");
            peer.reply(1);
            let (text, _) = peer.hear_move();
            // A time that cannot be read, and the same move again.
            peer.say(&format!("{text},Tx\n{text},T1"));
            peer.reply(1);
            peer.echo_move(1);
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
    for quoted in ["\"WELCOME to a server that talks\"", "\"hello\"", "[ERROR] what?", "\"#WINS\"", ",Tx\": the time"] {
        assert!(log.contains(quoted), "{quoted}: {log}");
    }
    let quote = format!("means nothing here: \"{}...\"", "x".repeat(80));
    assert!(log.contains(&quote), "a long line is cut in the message");
    assert!(!log.contains('\u{1b}'), "nothing in a log changes a terminal");
}

#[test]
fn answers_may_come_late_or_never() {
    let (tally, folder, _) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            let (first, _) = peer.hear_move();
            peer.reply(1);
            peer.hear_move();
            // Neither has been told when the reply to the second comes; the first never is.
            peer.reply(1);
            peer.echo_move(1);
            peer.say(&format!("{first},T9"));
            peer.reply(1);
            peer.echo_move(1);
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
    let reading = csa::read(Variant::Shogi, &record(&folder, "g")).unwrap().pop().unwrap().unwrap();
    assert_eq!(reading.record.main_line().count(), 8);
}

#[test]
fn wrong_conditions_are_refused() {
    let (tally, _, log) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.summary("one", '+', "Total_Time:soon", "");
            assert_eq!(peer.line(), "REJECT one");
            peer.say("REJECT:one by me");
            peer.say("BEGIN Game_Summary\nGame_ID:two\nYour_Turn:+\nBEGIN Position\nPI\n+\n+7775FU\nEND Position");
            peer.say("END Game_Summary");
            assert_eq!(peer.line(), "REJECT two");
            peer.say("BEGIN Game_Summary\nEND Game_Summary");
            assert_eq!(peer.line(), "REJECT");
            peer.start("three", '-');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!((tally.wins, tally.games()), (1, 1));
    assert!(log.contains("game refused: \"Total_Time:soon\": a whole number is needed"), "{log}");
    assert!(log.contains("game rejected: \"one by me\"") && !log.contains("means nothing here"), "{log}");
}

#[test]
fn clocks_without_end_are_played_by() {
    let most = u32::MAX;
    let time = format!("Time_Unit:{most}min\nTotal_Time:{most}\nByoyomi:{most}\nIncrement:{most}\nDelay:{most}");
    let (tally, ..) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '+', &time, "");
            for _ in 0..2 {
                let (text, _) = peer.hear_move();
                peer.say(&format!("{text},T999999999"));
                peer.reply(999_999_999);
            }
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
}

#[test]
fn cut_lines_and_connections_lead_to_another_one() {
    let (tally, _, log) = against(
        |_| {},
        |server| {
            server.accept().cut();
            let mut peer = server.accept();
            peer.raw(b"LOGIN:me");
            peer.cut();
            let mut peer = server.login();
            peer.summary("g", '+', TIME, "");
            assert_eq!(peer.line(), "AGREE g");
            peer.raw(b"START:");
            peer.cut();
            let mut peer = server.login();
            peer.start("g", '+');
            peer.hear_move();
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!((tally.wins, tally.games()), (1, 1));
    assert!(log.contains("the connection was cut in the middle of a line: \"START:\""), "{log}");
    assert!(log.contains("the server has closed the connection"), "{log}");
}

#[test]
fn silence_ends_a_connection() {
    let (tally, _, log) = against(
        |config| {
            config.timing.silence = ms(100);
            config.timing.resumption = ms(100);
            config.timing.connect = ms(4_000);
        },
        |server| {
            let mute = server.accept();
            let mut peer = server.login();
            drop(mute);
            peer.start_with("g", '-', "Time_Unit:100msec\nByoyomi:1", "");
            // The opponent's time is over, but nobody says so.
            assert_eq!(peer.any_line(), None);
            let mut peer = server.login();
            // The game does not go on either.
            assert_eq!(peer.line(), "LOGOUT");
            peer.say("LOGOUT:completed");
        },
    );
    assert_eq!((tally.others, tally.games()), (1, 1));
    // After the login, and in the game.
    assert!(log.matches("the server says nothing for ").count() >= 2, "{log}");
    assert!(log.contains("game g does not go on"), "{log}");
}

#[test]
fn refused_connections_are_tried_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let client = Client::start(config(&address.to_string()));
    client.wait_for("the next try is in 0.08 s");
    client.interrupt();
    let (result, _, log) = client.finish();
    assert_eq!(result.unwrap().games(), 0);
    for wait in ["the next try is in 0.02 s", "the next try is in 0.04 s", "the next try is in 0.08 s"] {
        assert!(log.contains(wait), "{log}");
    }
    assert!(!log.contains("in 0.16 s"), "{log}");
}

#[test]
fn a_server_that_closes_at_once_is_troubled_less_and_less() {
    let (tally, _, log) = against(
        |config| (config.timing.first_retry, config.timing.longest_retry) = (ms(500), ms(1_000)),
        |server| {
            server.login().cut();
            server.login().cut();
            let mut peer = server.login();
            peer.start("g", '+');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
    assert!(log.contains("the next try is in 0.5 s") && log.contains("the next try is in 1 s"), "{log}");
}

#[test]
fn a_refused_login_is_the_end() {
    let server = Server::new();
    let client = Client::start(config(&server.address()));
    let mut peer = server.accept();
    peer.line();
    peer.say(&format!("what is {PASSWORD}?\nLOGIN:incorrect"));
    let (result, _, log) = client.finish();
    let error = result.unwrap_err();
    assert!(matches!(error, CsaError::LoginRefused { .. }), "{error}");
    assert!(error.to_string().starts_with("the server refuses the login of me: "));
    assert!(log.contains("\"what is *****?\""), "{log}");
}

/// The program's own words are told as they are, whatever the password is.
#[test]
fn only_what_was_exchanged_hides_the_password() {
    let server = Server::new();
    let client = Client::start(CsaConfig { password: Secret::new("x".to_owned()), ..config(&server.address()) });
    server.accept().cut();
    let mut peer = server.accept();
    assert_eq!(peer.line(), "LOGIN me test-60-2,x");
    peer.say("excuse me\nLOGIN:incorrect");
    let (result, _, log) = client.finish();
    assert!(matches!(result.unwrap_err(), CsaError::LoginRefused { .. }));
    for told in ["; the next try is in 0.02 s\n", "< e*****cuse me\n", "means nothing here: \"e*****cuse me\"\n"] {
        assert!(log.contains(told), "{told}: {log}");
    }
}

#[test]
fn a_login_that_was_good_before_is_tried_again() {
    let (tally, ..) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            peer.cut();
            // The server has not noticed yet.
            let mut peer = server.accept();
            peer.line();
            peer.say("LOGIN:incorrect");
            peer.cut();
            let mut peer = server.login();
            peer.start("g", '+');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!((tally.wins, tally.games()), (1, 1));
}

#[test]
fn an_unknown_host_is_named() {
    let client = Client::start(config("no-such-host.invalid:4081"));
    let error = client.finish().0.unwrap_err();
    assert!(matches!(error, CsaError::UnknownHost { .. }), "{error}");
    assert!(error.to_string().starts_with("the host \"no-such-host.invalid:4081\" is unknown: "), "{error}");
}

/// The client of an engine that fails at its third move resigns then.
fn resigns(mode: &'static str, problem: &str) {
    let (tally, _, log) = against(
        |config| {
            fake(config, mode, &[]);
            config.mind.ponder = false;
            config.timing.reserve = ms(900);
        },
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '+', "Time_Unit:1sec\nByoyomi:1", "");
            for _ in 0..2 {
                peer.echo_move(0);
                peer.reply(0);
            }
            assert_eq!(peer.line(), "%TORYO", "{mode}");
            peer.end("%TORYO\n#RESIGN\n#LOSE");
        },
    );
    assert_eq!(tally.losses, 1, "{mode}");
    assert!(log.contains(problem), "{mode}: {log}");
}

#[test]
fn engines_that_play_nonsense_resign() {
    resigns("illegal", "engine fake: bestmove ");
    resigns("rubbish", "engine fake: bestmove \"9z9z\" is not a move; this side resigns");
    resigns("empty", "engine fake: bestmove \"\" is not a move; this side resigns");
}

#[test]
fn an_engine_that_ends_is_started_again() {
    let (tally, _, log) = against(
        |config| {
            fake(config, "crash", &[]);
            config.mind.ponder = false;
        },
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            for _ in 0..4 {
                peer.echo_move(0);
                peer.reply(0);
            }
            // The second one ends at its third move too.
            assert_eq!(peer.line(), "%TORYO");
            peer.end("%TORYO\n#RESIGN\n#LOSE");
        },
    );
    assert_eq!(tally.losses, 1);
    assert_eq!(log.matches("engine fake: ended by itself").count(), 2, "{log}");
}

#[test]
fn an_engine_that_needs_too_long_is_told_to_move() {
    let (tally, ..) = against(
        |config| {
            fake(config, "slow", &[]);
            config.mind.ponder = false;
            config.timing.reserve = ms(800);
        },
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '+', "Time_Unit:1sec\nByoyomi:1", "");
            for _ in 0..3 {
                peer.echo_move(0);
                peer.reply(0);
            }
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
}
