//! Games that are kept, each in a file of its own.

use super::{Player, text};
use crate::support;
use kumataka::system::Lock;
use std::fs;
use std::path::PathBuf;

const EIGHT: &str = "7g7f\n3c3d\n2g2f\n8c8d\n2f2e\n8d8e\n6i7h\n4a3b\n";

/// The files of the kept games of shogi.
fn files(player: &Player) -> Vec<PathBuf> {
    let folder = fs::read_dir(player.folder.join("state/kumataka/games/shogi")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn said(player: &Player, arguments: &[&str], lines: &str) -> String {
    let output = player.pipe(arguments, lines.as_bytes());
    assert!(output.status.success(), "{output:?}");
    text(&output.stdout)
}

/// The moves of the game that goes on.
fn resumed(player: &Player, arguments: &[&str]) -> String {
    said(player, &[arguments, &["--both"]].concat(), "save resumed.usi\n");
    let path = player.folder.join("resumed.usi");
    let game = fs::read_to_string(&path).unwrap();
    fs::remove_file(path).unwrap();
    game
}

#[test]
fn another_start_leaves_an_unfinished_game() {
    let player = Player::new("another-start");
    said(&player, &["--both"], EIGHT);
    said(&player, &["--level", "5k", "--black"], "");
    // The program begins, and the person has not moved.
    said(&player, &["--level", "2", "--white"], "quit\n");
    assert!(resumed(&player, &["--resume"]).ends_with("6i7h 4a3b\n"));
}

#[test]
fn new_and_load_leave_the_game_on_the_board_kept() {
    let player = Player::new("kept-new");
    fs::write(player.folder.join("other.usi"), "startpos moves 9g9f\n").unwrap();
    said(&player, &["--both"], &format!("{EIGHT}new\ny\n1g1f\nload other.usi\n1c1d\n"));
    assert_eq!(files(&player).len(), 3);
    let list = said(&player, &["--resume", "list"], "");
    support::assert_in_order(
        &list,
        &["  1  2", "shogi", "2 moves", "  2  2", "1 move ", "  3  2", "8 moves", "unfinished"],
    );
    assert!(resumed(&player, &["--resume", "3"]).ends_with("6i7h 4a3b\n"));
    // What was played last comes first.
    assert!(resumed(&player, &["--resume"]).ends_with("6i7h 4a3b\n"));
}

#[test]
fn the_list_tells_date_game_moves_and_result() {
    let player = Player::new("kept-list");
    assert_eq!(said(&player, &["--resume", "list"], ""), "No game is kept.\n");
    said(&player, &["--both"], "7g7f\nresign\ny\n");
    said(&player, &["--variant", "dobutsu", "--both"], "C-2b\n");
    let list = said(&player, &["--resume", "list"], "");
    let told =
        ["  1  20", "dobutsu", "1 move", "You - You", "unfinished", "  2  20", "shogi", "Black wins", "resignation"];
    support::assert_in_order(&list, &told);
    let of_shogi = said(&player, &["--resume", "list", "--variant", "shogi"], "");
    assert!(of_shogi.starts_with("  1  20") && !of_shogi.contains("dobutsu"), "{of_shogi}");
    let japanese = said(&player, &["--resume", "list", "--lang", "ja"], "");
    support::assert_in_order(&japanese, &["1手", "指しかけ", "先手の勝ちです（投了）。"]);
    // The game names itself, and a finished one is taken up only by its number.
    assert!(resumed(&player, &["--resume"]).contains("moves 2c2b"));
    let over = said(&player, &["--resume", "2"], "7g7f\n");
    support::assert_in_order(&over, &["resignation", "The game is over"]);
    let output = player.pipe(&["--resume", "--variant", "shogi"], b"");
    assert!(!output.status.success() && text(&output.stderr).contains("every kept game is over"), "{output:?}");
    let output = player.pipe(&["--resume", "3"], b"");
    assert!(!output.status.success() && text(&output.stderr).contains("kept games is 2"), "{output:?}");
    let output = player.pipe(&["--resume", "game.kif"], b"");
    assert!(!output.status.success() && text(&output.stderr).contains("stands before --resume"), "{output:?}");
}

/// A game without a move holds nothing, unless somebody sits before it.
#[test]
fn games_that_have_not_begun_give_way() {
    let player = Player::new("kept-empty");
    said(&player, &["--both"], "");
    let [empty] = &files(&player)[..] else { panic!("one game is kept") };
    let lock = Lock::of(empty).unwrap();
    said(&player, &["--both"], "7g7f\n");
    assert_eq!(files(&player).len(), 2, "another table has the game");
    drop(lock);
    said(&player, &["--both"], "2g2f\n");
    assert!(files(&player).len() == 2 && !empty.exists());
}

/// The input ends when the flag has fallen, and nobody has typed a move.
#[test]
fn a_fallen_flag_is_kept_when_the_input_ends() {
    let player = Player::new("kept-flag");
    let told = said(&player, &["--both", "--tc", "0.000001"], "");
    assert!(told.contains("White wins on time."), "{told}");
    assert!(said(&player, &["--resume", "list"], "").contains("White wins on time."));
}
