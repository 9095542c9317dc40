//! Ways to leave a game, of which none loses it.

use super::{Player, text};
use std::fs;

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// The moves of the game that goes on, as it is saved.
fn resumed(player: &Player) -> String {
    let output = player.pipe(&["--resume"], b"save resumed.usi\n");
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
    let (status, screen, _) = table.end();
    assert!(status.success() && screen.contains("--resume"), "{status} {screen}");
    assert!(resumed(&player).contains("moves 7g7f 3c3d"));
}

#[test]
fn the_end_of_the_input_keeps_the_game() {
    let player = Player::new("eof");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("2g2f", "2>");
    table.press(CTRL_D);
    assert!(table.end().0.success());
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
fn there_may_be_nothing_to_resume() {
    let player = Player::new("nothing");
    let output = player.pipe(&["--resume"], b"");
    let errors = text(&output.stderr);
    assert!(!output.status.success() && errors.contains("there is nothing to resume"), "{errors}");
    let kept = player.folder.join("state/kumataka");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("play-shogi.json"), "{").unwrap();
    let output = player.pipe(&["--resume"], b"");
    assert!(!output.status.success() && text(&output.stderr).contains("cannot be read"), "{output:?}");
}
