//! Keys that do more than type.

use super::Player;

const TAB: &str = "\t";
const UP: &str = "\x1b[A";

#[test]
fn tab_completes_moves_and_words() {
    let player = Player::new("tab");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.press(["7g", TAB].concat());
    table.row("1> 7g7f");
    table.answer("", "2>");
    table.press(["fl", TAB].concat());
    table.row("2> flip");
    table.answer("", "2>");
    table.screen("White below", |screen| screen.rows(0, 80).any(|row| row.contains(" i ")));
    table.press(["re", TAB, TAB].concat());
    let offered = table.screen("words", |screen| screen.contents().contains("resign"));
    assert!(["redo", "review"].iter().all(|word| offered.contains(word)), "{offered}");
}

#[test]
fn illegal_moves_are_not_offered() {
    let player = Player::new("tab-illegal");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    // Of the moves of the rook along its rank those to the left are open.
    table.press(["2h1", TAB].concat());
    table.row("1> 2h1h");
    table.answer("", "2>");
    table.press(["2g2", TAB].concat());
    assert!(table.answer("", "2>").contains("\"2g2\" is neither a move"));
}

#[test]
fn the_arrow_brings_earlier_lines_back() {
    let player = Player::new("history");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("7g7f", "2>");
    table.answer("3c3d", "3>");
    table.press(UP);
    table.row("3> 3c3d");
    table.press(UP);
    table.row("3> 7g7f");
    assert!(table.answer("", "3>").contains("There is no piece on that square."));
}
