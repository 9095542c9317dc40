//! What a game leaves of the terminal: a shell has to find it as it was.

use super::Player;
use super::terminal::{End, ROWS, Terminal, screen_of};

const COLUMNS: u16 = 80;

/// Checks that the whole screen scrolls, that the cursor is seen, and that lines are edited by the terminal again.
#[track_caller]
fn assert_restored(end: &End) {
    let mut parser = screen_of(&end.bytes, COLUMNS);
    let screen = parser.screen();
    assert!(!screen.hide_cursor() && !screen.bracketed_paste() && !screen.alternate_screen());
    assert!(end.has_lines, "the terminal still gives single keys");
    parser.process(b"\r\n".repeat(ROWS.into()).as_slice());
    assert_eq!(parser.screen().contents(), "", "something did not scroll away");
}

fn table(player: &Player) -> Terminal {
    let table = player.sit(&["--both", "--tc", "600+10"]);
    table.prompt("1>");
    table.answer("7g7f", "2>");
    table
}

#[test]
fn the_screen_scrolls_again_behind_a_game() {
    let player = Player::new("quit");
    let table = table(&player);
    table.press("quit\r");
    let end = table.end();
    assert!(end.status.success());
    assert_restored(&end);
}

#[test]
fn the_emulator_keeps_what_stands_above_a_region_that_scrolls() {
    let mut parser = screen_of(b"\x1b[5;50r\x1b[5Htalk\x1b[1Hboard\x1b[50H", COLUMNS);
    parser.process(b"\r\n".repeat(ROWS.into()).as_slice());
    assert_eq!(parser.screen().contents(), "board");
}

#[test]
fn signals_end_the_game_and_leave_the_terminal_as_it_was() {
    for name in ["TERM", "HUP"] {
        let player = Player::new("signal");
        let table = table(&player);
        table.press("3c3");
        table.row("2> 3c3");
        table.signal(name);
        let end = table.end();
        assert_eq!(end.status.code(), Some(130), "SIG{name}: {}", end.text);
        assert_restored(&end);
        let kept = player.pipe(&["--resume"], b"save kept.usi\n");
        assert!(kept.status.success(), "{kept:?}");
        let game = std::fs::read_to_string(player.folder.join("kept.usi")).unwrap();
        assert!(game.contains("moves 7g7f\n"), "{game}");
    }
}

#[test]
fn a_signal_ends_the_questions_too() {
    let player = Player::new("signal-question");
    let table = player.sit(&[]);
    table.question("Your grade");
    table.signal("TERM");
    assert_restored(&table.end());
}
