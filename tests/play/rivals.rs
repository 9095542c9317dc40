//! Other engines at the table, most of them with faults.

use super::{Player, text};
use crate::support::{self, Script};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// What is said over pipes to somebody who types some lines.
fn told(player: &Player, arguments: &[&str], lines: &str) -> String {
    let output = player.pipe(arguments, lines.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What was told to an engine.
fn log(player: &Player, name: &str) -> String {
    fs::read_to_string(player.folder.join(name).with_extension("log")).unwrap()
}

#[test]
fn another_engine_plays_and_its_faults_end_the_game_only() {
    let player = Player::new("engine");
    Script::GOOD.write(&player.folder, "good");
    let said = told(&player, &["--engine", "./good", "--black", "--byoyomi", "60", "--usi"], "7g7f\nquit\n");
    support::assert_in_order(&said, &["good", "1 7g7f", "2 3c3d", "The game is kept"]);
    Script { go: "echo bestmove 3c3f", ..Script::GOOD }.write(&player.folder, "cheat");
    let said =
        told(&player, &["--engine", "Cheat=./cheat", "--black", "--usi"], "7g7f\nsave game.kif\nundo\n2g2f\nquit\n");
    let foul = "You win: an illegal move.";
    support::assert_in_order(&said, &[foul, "Cheat played 3c3f", "game.kif is written.", "1> ", foul]);
    Script { go: "exit 1", ..Script::GOOD }.write(&player.folder, "dead");
    let said = told(&player, &["--engine", "./dead", "--black"], "7g7f\nundo\n2g2f\nquit\n");
    let broken = "The game is broken off.";
    support::assert_in_order(&said, &[broken, "dead plays no more (ended by itself", broken, "The game is kept"]);
    assert!(told(&player, &["--resume"], "save on.usi\n").contains("on.usi is written."));
    assert!(fs::read_to_string(player.folder.join("on.usi")).unwrap().contains("moves 2g2f"));
    let said = told(&player, &["--engine", "./dead", "--black", "--lang", "ja"], "76歩\n終了\n");
    assert!(
        said.contains("dead が止まりました（プログラムが終了コード1で終了しました）。「待った」で続けられます。"),
        "{said}"
    );
}

#[test]
fn an_engine_that_dies_before_any_move_may_try_again() {
    let player = Player::new("dead-at-once");
    Script { go: "exit 1", ..Script::GOOD }.write(&player.folder, "dead");
    let said = told(&player, &["--engine", "./dead", "--white"], "undo\nquit\n");
    let failed = ["The game is broken off.", "dead plays no more"];
    support::assert_in_order(&said, &[failed, failed].concat());
}

#[test]
fn an_engine_is_told_the_game_in_its_dialect() {
    let player = Player::new("dialect");
    let usi = "echo id name Fairy-Stockfish\necho option name USI_Variant type combo default shogi var kyotoshogi\necho usiok";
    Script { usi, go: "echo $place >> fairy.log\necho bestmove 2a2b+" }.write(&player.folder, "fairy");
    let arguments = ["--variant", "kyotoshogi", "--engine", "./fairy", "--black", "--usi"];
    support::assert_in_order(&told(&player, &arguments, "5e5d\nquit\n"), &["1 5e5d+", "2 2a2b+"]);
    assert!(log(&player, "fairy").contains("startpos moves 5e5d-\n"), "{}", log(&player, "fairy"));
}

#[test]
fn a_silent_engine_is_named_and_the_game_goes_on() {
    let player = Player::new("silent");
    Script { go: ":", ..Script::GOOD }.write(&player.folder, "silent");
    let began = Instant::now();
    let arguments = ["--engine", "./silent", "--black", "--byoyomi", "1"];
    let said = told(&player, &arguments, "7g7f\nsave game.usi\nundo\nquit\n");
    let broken = ["The game is broken off.", "silent plays no more (no bestmove within", "game.usi is written.", "1> "];
    support::assert_in_order(&said, &broken);
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert!(fs::read_to_string(player.folder.join("game.usi")).unwrap().contains("moves 7g7f"));
}

#[test]
fn a_late_engine_loses_on_time() {
    let player = Player::new("late");
    // Whoever is asked to stop has had all the time there was.
    let go = "while read -r word && [ $word != stop ]; do :; done; echo bestmove 3c3d";
    Script { go, ..Script::GOOD }.write(&player.folder, "late");
    let said = told(&player, &["--engine", "./late", "--black", "--byoyomi", "1"], "7g7f\nquit\n");
    support::assert_in_order(&said, &["You win on time.", "late answered too late: ", "s used"]);
    assert!(log(&player, "late").ends_with("gameover lose\n"));
}

#[test]
fn an_engine_that_does_not_start_is_named() {
    let player = Player::new("no-start");
    Script { usi: "exit 3", ..Script::GOOD }.write(&player.folder, "gone");
    fs::write(player.folder.join("text"), "no program").unwrap();
    let cases = [
        ("./gone", "engine gone: ended by itself, exit status: 3"),
        ("./text", "engine text: cannot be started"),
        ("./nowhere", "nowhere"),
    ];
    for (engine, expected) in cases {
        let output = player.pipe(&["--engine", engine, "--black"], b"7g7f\n");
        let errors = text(&output.stderr);
        assert!(!output.status.success() && errors.contains(expected), "{engine}: {errors}");
    }
}

/// Whoever sits at the table learns what is waited for, and Ctrl-C ends the wait.
#[test]
fn an_engine_that_says_nothing_is_named_while_it_is_waited_for() {
    let player = Player::new("mute");
    Script { usi: ":", ..Script::GOOD }.write(&player.folder, "mute");
    let said = player.folder.join("said");
    let mut command = player.folder.command("play --engine ./mute --black");
    command.env("XDG_STATE_HOME", player.folder.join("state")).stdout(Stdio::null());
    let mut program = support::Running::start(command.stderr(fs::File::create(&said).unwrap()));
    let told = "mute: no usiok after 5s, waiting up to 60s";
    program.wait_until(told, || fs::read_to_string(&said).is_ok_and(|said| said.contains(told)));
    program.signal("-INT");
    assert!(!program.output().status.success());
}

#[test]
fn engines_hear_how_a_game_ends() {
    let player = Player::new("gameover");
    Script::GOOD.write(&player.folder, "good");
    told(&player, &["--engine", "./good", "--black"], "7g7f\nresign\ny\nundo\nundo\n2g2f\nquit\n");
    assert_eq!(log(&player, "good"), "usinewgame\ngameover win\nusinewgame\n");
    Script { go: "echo bestmove resign", ..Script::GOOD }.write(&player.folder, "meek");
    told(&player, &["--engine", "./meek", "--black"], "7g7f\nboard\nquit\n");
    assert_eq!(log(&player, "meek"), "usinewgame\ngameover lose\n");
    // Kings that go to and fro draw by repetition.
    let go = "n=$((n + 1)); if [ $((n % 2)) = 1 ]; then echo bestmove 5a5b; else echo bestmove 5b5a; fi";
    Script { go, ..Script::GOOD }.write(&player.folder, "shy");
    let arguments = ["--engine", "./shy", "--black", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 b - 1"];
    let said = told(&player, &arguments, &"5i5h\n5h5i\n".repeat(8));
    assert!(said.contains("The game is drawn"), "{said}");
    assert_eq!(log(&player, "shy"), "usinewgame\ngameover draw\n");
}

#[test]
fn two_engines_are_watched() {
    let player = Player::new("watched");
    Script { go: "echo bestmove 7g7f", ..Script::GOOD }.write(&player.folder, "first");
    Script { go: "echo bestmove resign", ..Script::GOOD }.write(&player.folder, "second");
    let said = told(&player, &["--watch", "--engine", "./first", "--engine", "./second", "--usi"], "");
    support::assert_in_order(&said, &["1 7g7f", "Black wins by resignation."]);
    assert!(log(&player, "first").ends_with("gameover win\n"));
    assert!(log(&player, "second").ends_with("gameover lose\n"));
}
