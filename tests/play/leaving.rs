//! Ways to leave a game, of which none loses it.

use super::terminal::End;
use super::{Player, text};
use crate::support;
use std::fs;

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// The moves of the game that goes on, as it is saved; the program thinks no longer than a short clock lets it.
fn resumed(player: &Player) -> String {
    let output = player.pipe(&["--resume", "--tc", "60"], b"save resumed.usi\n");
    assert!(output.status.success(), "{output:?}");
    let path = player.folder.join("resumed.usi");
    let game = fs::read_to_string(&path).unwrap();
    fs::remove_file(path).unwrap();
    game
}

#[test]
fn ctrl_c_asks_once() {
    let player = Player::new("ctrl-c");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("7g7f", "2>");
    table.press(CTRL_C);
    table.text("Leave? The game is kept. [y/N]");
    table.answer("n", "2>");
    table.answer("3c3d", "3>");
    table.press(CTRL_C);
    table.text("Leave?");
    table.press(CTRL_C);
    let End { status, text, .. } = table.end();
    assert!(status.success() && text.contains("--resume"), "{status} {text}");
    assert!(resumed(&player).contains("moves 7g7f 3c3d"));
}

/// A position that no book knows and that is not decided, with the program on turn, and all the time that it wants.
const THINKING: [&str; 6] = [
    "--white",
    "--level",
    "20",
    "--tc",
    "7200+0",
    "--sfen=1nsgkgsnl/lr5b1/pppp1pppp/4p4/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1",
];

#[test]
fn ctrl_c_stops_the_thinking_and_asks_once() {
    let player = Player::new("thinking");
    let table = player.sit(&THINKING);
    table.text("* Black Kumataka");
    table.press(CTRL_C);
    table.text("Leave? The game is kept. [y/N]");
    table.press("n\r");
    table.text("* Black Kumataka");
    table.screen("no question", |screen| !screen.contents().contains("Leave?"));
    table.press(CTRL_C);
    assert_eq!(table.text("Leave?").matches("Leave?").count(), 1);
    table.press("y\r");
    let end = table.end();
    assert!(end.status.success() && end.text.contains("--resume") && end.has_lines, "{}", end.text);
    assert!(resumed(&player).contains("1nsgkgsnl/lr5b1/"));
}

#[test]
fn a_signal_stops_the_thinking_and_the_next_one_ends_the_program() {
    let player = Player::new("thinking-signal");
    let table = player.sit(&THINKING);
    table.text("* Black Kumataka");
    table.signal("TERM");
    table.question("Leave?");
    table.signal("TERM");
    let end = table.end();
    assert!(end.status.code() == Some(130) && end.has_lines, "{}", end.text);
    assert!(resumed(&player).contains("1nsgkgsnl/lr5b1/"));
}

#[test]
fn the_end_of_the_input_keeps_the_game() {
    let player = Player::new("eof");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("2g2f", "2>");
    table.press(CTRL_D);
    assert!(table.end().status.success());
    assert!(resumed(&player).contains("moves 2g2f"));
    let table = player.sit(&["--resume"]);
    table.prompt("2>");
    table.answer("8c8d", "3>");
}

#[test]
fn a_killed_program_keeps_the_game() {
    let player = Player::new("kill");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("5g5f", "2>");
    table.answer("8c8d", "3>");
    table.kill();
    assert!(resumed(&player).contains("moves 5g5f 8c8d"));
}

#[test]
fn a_game_goes_on_by_its_own_rules() {
    let player = Player::new("resumed-rules");
    let start = ["--variant", "torishogi", "--both", "--sfen=3k3/7/3S3/7/7/7/3K3 b - 1"];
    let begun = player.pipe(&[&start[..], &["--rule", "optional"]].concat(), b"4c4b\n");
    assert!(begun.status.success(), "{begun:?}");
    let resumed = player.pipe(&["--variant", "torishogi", "--resume"], b"save resumed.usi\n");
    assert!(resumed.status.success(), "{resumed:?}");
    let game = fs::read_to_string(player.folder.join("resumed.usi")).unwrap();
    assert!(game.contains("moves 4c4b"), "{game}");
    // What was kept is no game by the other rule.
    let refused = player.pipe(&["--variant", "torishogi", "--resume", "--rule", "forced"], b"");
    assert!(!refused.status.success(), "{refused:?}");
}

#[test]
fn a_game_goes_on_with_its_clocks() {
    let player = Player::new("resumed-clocks");
    let begun = player.pipe(&["--both", "--tc", "6000+10"], b"7g7f\n");
    assert!(begun.status.success(), "{begun:?}");
    let resumed = text(&player.pipe(&["--resume"], b"").stdout);
    assert!(resumed.contains("100:10"), "White has all of its time and the increment: {resumed}");
    let other = text(&player.pipe(&["--resume", "--byoyomi", "30"], b"").stdout);
    assert!(other.contains("0:30") && !other.contains("100:10"), "{other}");
}

const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";

#[test]
fn problems_are_left_in_words_of_their_own() {
    let player = Player::new("left-problem");
    fs::write(player.folder.join("problems.sfen"), PROBLEM).unwrap();
    let table = player.sit(&["problems.sfen"]);
    table.prompt("1>");
    let help = table.answer("help", "1>");
    assert!(help.contains("quit: leave") && !help.contains("game is kept"), "{help}");
    table.press(CTRL_C);
    table.text("Leave? Your marks are kept. [y/N]");
    table.press("y\r");
    assert!(table.end().text.contains("--resume goes on where the problems were left."));
    // Nothing was solved, and yet there is something to go on with.
    let table = player.sit(&["--problems", "--resume"]);
    table.prompt("1>");
}

#[test]
fn what_cannot_be_read_is_not_replaced() {
    let player = Player::new("broken-progress");
    fs::write(player.folder.join("problems.sfen"), PROBLEM).unwrap();
    let folder = player.folder.join("state/kumataka");
    fs::create_dir_all(&folder).unwrap();
    let kept = folder.join("problems-shogi.json");
    fs::write(&kept, "{").unwrap();
    for (line, marks) in [("G*5b\n", "1 of 1"), ("quit\n", "0 of 1")] {
        let told = text(&player.pipe(&["problems.sfen"], line.as_bytes()).stdout);
        let expected = ["problems-shogi.json: what was kept cannot be read", "Without that file", marks];
        support::assert_in_order(&told, &expected);
        assert!(!told.contains("--resume"), "{told}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "{");
    }
}

#[test]
fn there_may_be_nothing_to_resume() {
    let player = Player::new("nothing");
    let output = player.pipe(&["--resume"], b"");
    let errors = text(&output.stderr);
    assert!(!output.status.success() && errors.contains("there is nothing to resume"), "{errors}");
    let kept = player.folder.join("state/kumataka/games/shogi");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("2026-01-31.json"), "{").unwrap();
    let output = player.pipe(&["--resume"], b"");
    assert!(!output.status.success() && text(&output.stderr).contains("cannot be read"), "{output:?}");
}
