//! Games on a server that keeps to the protocol.

use super::server::{Client, Server, TIME, against, config, record};
use crate::arena::example;
use crate::support::{assert_in_order, ms};
use kumataka::arena::EngineConfig;
use kumataka::engines::clock::TimeControl;
use kumataka::engines::process::Launch;
use kumataka::engines::protocol::{MoveClock, Protocol};
use kumataka::record::{Ending, Format, Step, csa};
use kumataka::servers::{CsaConfig, Tally};
use kumataka::variants::Variant;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

/// An engine that is a fake in this mode.
pub fn fake(config: &mut CsaConfig, mode: &str, options: &[(&str, &Path)]) {
    let program = example("fake_usi_engine");
    let folder = program.parent().unwrap().to_owned();
    let launch = Launch { program, arguments: vec![mode.to_owned()], folder, withheld: Vec::new() };
    let (name, time) = ("fake".to_owned(), TimeControl::default());
    config.mind.engine = Some(EngineConfig {
        name,
        launch,
        protocol: Protocol::Usi,
        move_clock: MoveClock::St,
        options: Vec::new(),
        ponder: true,
        time,
    });
    config.mind.options =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.display().to_string())).collect();
    config.mind.early_ponder = false;
}

#[test]
fn a_game_is_played_and_kept() {
    const PAIRS: usize = 10;
    let (mut moves, mut comments) = (Vec::new(), 0);
    let (tally, folder, log) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start("event+test-60-2+a+b+1", '+');
            for _ in 0..PAIRS {
                let (text, comment) = peer.echo_move(1);
                comments += usize::from(comment.is_some_and(|comment| comment.starts_with("'* ")));
                moves.extend([text, peer.reply(2)]);
            }
            peer.end("#MAX_MOVES\n#CENSORED");
        },
    );
    assert_eq!(tally, Tally { others: 1, ..Tally::default() });
    // A move without thought, because it was the only one, has no comment.
    assert!(comments > PAIRS / 2, "{comments}");
    let text = record(&folder, "event+test-60-2+a+b+1");
    assert_in_order(
        &text,
        &["N+first\nN-second\n", "$EVENT:event+test-60-2+a+b+1\n", "$TIME:60+2+0\n", "PI\n+\n", "%MAX_MOVES\n"],
    );
    let reading = csa::read(Variant::Shogi, &text).unwrap().pop().unwrap().unwrap();
    assert_eq!(reading.record.main_line().count(), 2 * PAIRS + 1);
    assert!(moves.iter().all(|m| text.contains(&format!("{m}\n"))), "{text}");
    assert!(text.contains("\nT1\n'** ") && text.contains("\nT2\n"), "{text}");
    let kif = folder.join("games/event+test-60-2+a+b+1.kifu");
    let kif = Format::of_path(&kif).unwrap().read(Variant::Shogi, &fs::read(&kif).unwrap()).unwrap();
    assert_eq!(kif[0].record.main_line().count(), 2 * PAIRS + 1);
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 2);
    assert_in_order(&log, &["> LOGIN me test-60-2,*****", "< LOGIN:me OK", "> AGREE ", "< START:", "> +", "> LOGOUT"]);
}

#[test]
fn a_record_is_whole_after_each_move() {
    let server = Server::new();
    let client = Client::start(config(&server.address()));
    let mut peer = server.login();
    peer.start("g", '-');
    for pairs in 1..4 {
        peer.reply(0);
        peer.echo_move(0);
        peer.say("");
        // The next line to the server is sent after the record was written.
        let deadline = Instant::now() + ms(20_000);
        let played = |folder: &Path| {
            let text = fs::read_to_string(folder.join("games/g.csa")).unwrap_or_default();
            let game = csa::read(Variant::Shogi, &text).ok().and_then(|mut games| games.pop()?.ok());
            game.map_or(0, |reading| reading.record.main_line().count())
        };
        while played(&client.folder) < 2 * pairs {
            assert!(Instant::now() < deadline);
            thread::sleep(ms(5));
        }
    }
    peer.end("%TORYO\n#RESIGN\n#WIN");
    assert_eq!(client.finish().0.unwrap().wins, 1);
}

#[test]
fn results_of_every_kind() {
    // What is said at the turn of the client, the ending of the record, and wins, losses, draws and others.
    let results = [
        ("%TORYO\n#RESIGN\n#LOSE", Ending::Resignation, [0, 1, 0, 0]),
        ("#TIME_UP\n#LOSE", Ending::TimeLoss, [0, 1, 0, 0]),
        ("%KACHI\n#JISHOGI\n#WIN", Ending::Declaration, [1, 0, 0, 0]),
        ("%KACHI\n#ILLEGAL_MOVE\n#LOSE", Ending::FoulLoss, [0, 1, 0, 0]),
        ("#ILLEGAL_ACTION\n#WIN", Ending::FoulWin, [1, 0, 0, 0]),
        ("#SENNICHITE\n#DRAW", Ending::Repetition, [0, 0, 1, 0]),
        ("#OUTE_SENNICHITE\n#WIN", Ending::FoulWin, [1, 0, 0, 0]),
        ("#MAX_MOVES\n#CENSORED", Ending::MaxMoves, [0, 0, 0, 1]),
        ("#CHUDAN", Ending::Interruption, [0, 0, 0, 1]),
        ("%TORYO,T3\n#RESIGN\n#LOSE", Ending::Resignation, [0, 1, 0, 0]),
    ];
    let (tally, folder, _) = against(
        |config| config.games = Some(results.len() as u64),
        |server| {
            for (number, (words, ..)) in results.iter().enumerate() {
                let mut peer = server.login();
                peer.start(&format!("g{number}"), '+');
                // The move on its way is not confirmed any more.
                peer.hear_move();
                peer.end(words);
            }
        },
    );
    for (number, (words, ending, _)) in results.iter().enumerate() {
        let reading =
            csa::read(Variant::Shogi, &record(&folder, &format!("g{number}"))).unwrap().pop().unwrap().unwrap();
        let last = reading.record.main_line().last().unwrap();
        assert_eq!(reading.record.node(last).step(), Some(&Step::End(ending.clone())), "{words}");
    }
    let sum = |i: usize| results.iter().map(|(.., counts)| counts[i]).sum::<u64>();
    assert_eq!(tally, Tally { wins: sum(0), losses: sum(1), draws: sum(2), others: sum(3) });
}

#[test]
fn a_game_goes_on_after_a_cut() {
    let (tally, folder, log) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start("long", '+');
            let (first, _) = peer.echo_move(12);
            let second = peer.reply(6);
            let (third, _) = peer.echo_move(5);
            peer.cut();
            let mut peer = server.login();
            // The opponent has moved meanwhile.
            let moves = format!("{first},T12\n{second},T6\n{third},T5");
            peer.start_with("long", '+', TIME, &moves);
            let fourth = peer.reply(3);
            let (fifth, _) = peer.echo_move(1);
            assert!(fourth.starts_with('-') && fifth.starts_with('+'));
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!((tally.wins, tally.games()), (1, 1));
    let text = record(&folder, "long");
    let reading = csa::read(Variant::Shogi, &text).unwrap().pop().unwrap().unwrap();
    assert_eq!(reading.record.main_line().count(), 6);
    // The comments of the first part stay.
    assert_in_order(&text, &["T12\n'** ", "T6\n", "T5\n'** ", "T3\n", "T1\n"]);
    assert!(log.contains("the next try is in 0.02 s"), "{log}");
}

#[test]
fn an_interruption_waits_for_a_game_that_was_cut() {
    let server = Server::new();
    let mut config = config(&server.address());
    config.timing.first_retry = ms(500);
    let client = Client::start(config);
    let mut peer = server.login();
    peer.start("long", '+');
    let (first, _) = peer.echo_move(1);
    peer.cut();
    client.wait_for("the next try is in 0.5 s");
    client.interrupt();
    let mut peer = server.login();
    peer.start_with("long", '+', TIME, &format!("{first},T1"));
    peer.end("%TORYO\n#RESIGN\n#WIN");
    let (result, _, log) = client.finish();
    let tally = result.unwrap();
    assert_eq!((tally.wins, tally.games()), (1, 1), "{log}");
}

#[test]
fn another_game_after_a_cut_is_one_too_many() {
    let (tally, _, log) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.start("one", '+');
            peer.hear_move();
            peer.cut();
            let mut peer = server.login();
            peer.summary("two", '+', TIME, "");
            assert_eq!(peer.line(), "REJECT two");
            peer.end("REJECT:two by me");
        },
    );
    // Only the server knows how the first one has ended.
    assert_eq!((tally.others, tally.games()), (1, 1), "{log}");
    assert!(log.contains("game one does not go on"), "{log}");
}

#[test]
fn other_engines_ponder_by_the_clock() {
    let log = crate::support::folder("csa-engine");
    let path = log.join("log");
    let (tally, ..) = against(
        |config| fake(config, "random", &[("LogFile", &path)]),
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '+', "Time_Unit:1sec\nTotal_Time:60\nByoyomi:10", "");
            peer.echo_move(12);
            peer.reply(20);
            peer.echo_move(3);
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
    let lines = fs::read_to_string(&path).unwrap();
    assert_in_order(
        &lines,
        &[
            "setoption name MaxMovesToDraw value 256\n",
            "isready\nusinewgame\n",
            "position startpos\ngo btime 60000 wtime 60000 byoyomi 9",
            // The time of the own move is known before the engine ponders.
            "go ponder btime 48000 wtime 60000 byoyomi 9",
            "gameover win\n",
        ],
    );
    let asked: Vec<&str> = lines.lines().filter(|line| line.starts_with("go btime 48000")).collect();
    let hits = lines.lines().filter(|line| *line == "ponderhit").count();
    assert_eq!(asked.len() + hits, 1, "{lines}");
    assert!(asked.iter().all(|line| line.starts_with("go btime 48000 wtime 40000 byoyomi 9")), "{lines}");
}

#[test]
fn what_the_engine_remarks_is_told_before_the_login() {
    let (_, _, log) = against(
        |config| fake(config, "remark", &[]),
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_in_order(&log, &["fake: no such file", "> LOGIN "]);
}

#[test]
fn the_network_is_learned_and_paid_for() {
    let log = crate::support::folder("csa-lag");
    let path = log.join("log");
    against(
        |config| {
            fake(config, "random", &[("LogFile", &path)]);
            config.mind.ponder = false;
        },
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '+', "Time_Unit:1sec\nTotal_Time:60\nByoyomi:10", "");
            let (text, _) = peer.hear_move();
            thread::sleep(ms(300));
            peer.say(&format!("{text},T1"));
            peer.reply(1);
            peer.echo_move(1);
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    let lines = fs::read_to_string(&path).unwrap();
    let told: Vec<u32> = lines.lines().filter_map(|line| line.rsplit_once("byoyomi ")?.1.parse().ok()).collect();
    assert_eq!(told.len(), 2, "{lines}");
    // However late a busy machine is, no more than five seconds are taken for the network.
    assert!(told[0] > 9_500 && (5_000..=9_700).contains(&told[1]), "{told:?}");
}

#[test]
fn units_and_increments_reach_the_engine() {
    let log = crate::support::folder("csa-units");
    let path = log.join("log");
    against(
        |config| fake(config, "resign", &[("LogFile", &path)]),
        |server| {
            let mut peer = server.login();
            peer.start_with("g", '-', "Time_Unit:100msec\nTotal_Time:3000\nIncrement:100", "");
            for _ in 0..2 {
                peer.reply(5);
                peer.echo_move(7);
            }
            peer.reply(5);
            assert_eq!(peer.line(), "%TORYO");
            peer.end("%TORYO\n#RESIGN\n#LOSE");
        },
    );
    let lines = fs::read_to_string(&path).unwrap();
    // Five seconds spent and ten gained by the one side, seven and ten by the other.
    assert_in_order(
        &lines,
        &["go btime 305000 wtime 300000 binc 10000 winc 9", " btime 310000 wtime 303000 binc 10000 winc 9"],
    );
}

#[test]
fn a_declaration_is_sent() {
    let (tally, ..) = against(
        |config| fake(config, "win", &[]),
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            assert_eq!(peer.line(), "%KACHI");
            peer.end("%KACHI\n#JISHOGI\n#WIN");
        },
    );
    assert_eq!(tally.wins, 1);
}

#[test]
fn a_game_that_the_opponent_rejects_is_waited_over() {
    let (tally, ..) = against(
        |_| {},
        |server| {
            let mut peer = server.login();
            peer.summary("one", '+', TIME, "");
            assert_eq!(peer.line(), "AGREE one");
            peer.say("REJECT:one by other");
            peer.start("two", '-');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert_eq!((tally.wins, tally.games()), (1, 1));
}

#[test]
fn comments_can_be_left_out() {
    against(
        |config| config.comments = false,
        |server| {
            let mut peer = server.login();
            peer.start("g", '+');
            assert_eq!(peer.echo_move(1).1, None);
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
}

#[test]
fn blank_lines_keep_a_connection_alive() {
    let (_, _, log) = against(
        |config| config.timing.keep_alive = ms(60),
        |server| {
            let mut peer = server.login();
            for _ in 0..3 {
                assert_eq!(peer.any_line().as_deref(), Some(""));
                peer.say("");
            }
            peer.start("g", '+');
            peer.end("%TORYO\n#RESIGN\n#WIN");
        },
    );
    assert!(log.lines().filter(|line| line.ends_with("> ")).count() >= 3, "{log}");
}

#[test]
fn interruptions_log_out_or_let_the_game_end() {
    let waiting = Server::new();
    let client = Client::start(config(&waiting.address()));
    let mut peer = waiting.login();
    client.interrupt();
    assert_eq!(peer.line(), "LOGOUT");
    peer.say("LOGOUT:completed");
    assert_eq!(client.finish().0.unwrap().games(), 0);

    let playing = Server::new();
    let client = Client::start(CsaConfig { games: None, ..config(&playing.address()) });
    let mut peer = playing.login();
    peer.start("g", '+');
    peer.echo_move(1);
    client.interrupt();
    peer.reply(1);
    peer.echo_move(1);
    peer.end("%TORYO\n#RESIGN\n#WIN");
    let (result, _, log) = client.finish();
    assert_eq!(result.unwrap().wins, 1, "{log}");

    let urgent = Server::new();
    let client = Client::start(config(&urgent.address()));
    let mut peer = urgent.login();
    peer.start("g", '+');
    peer.echo_move(1);
    client.interrupt();
    client.interrupt();
    assert_eq!(peer.line(), "%CHUDAN");
    peer.end("#CHUDAN");
    let (result, folder, _) = client.finish();
    assert_eq!(result.unwrap().others, 1);
    assert!(record(&folder, "g").ends_with("%CHUDAN\n"));
}
