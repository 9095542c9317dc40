//! Ways of moving, one sentence of the notation after the other.

use super::board::Walk;
use super::notation::{Game, Promotion};
use super::{from, tiny};

/// Where a piece of these moves goes; the board has it as `X`, and pawns as `P` and `p`.
fn reach(moves: &str, board: &str, origin: &str) -> String {
    let game = tiny(Promotion::Chu(0), &[["X", "-", moves, "1", "-"], ["P", "-", "1:f", "1", "-"]]);
    from(&Walk::of(&game, &format!("{board} b - 1")), origin)
}

/// Ranks by letters: a general of 3, one of 2, and a pawn.
fn ranked(moves: &str) -> Game {
    let pieces = [
        ["X", "-", moves, "1", "rank=2"],
        ["G", "-", "1:f", "1", "rank=3"],
        ["V", "-", "1:f", "1", "rank=2"],
        ["P", "-", "1:f", "1", "-"],
    ];
    tiny(Promotion::Chu(0), &pieces)
}

fn fly(moves: &str, board: &str, origin: &str) -> String {
    from(&Walk::of(&ranked(moves), &format!("{board} b - 1")), origin)
}

#[test]
fn directions_are_those_of_the_owner() {
    assert_eq!(reach("1:fr", "3/1,X,1/3", "2b"), "1a");
    assert_eq!(reach("1:fr", "3/1,x,1/3", "2b"), "3c");
    assert_eq!(reach("1:O,P", "3/1,X,1/3", "2b"), "1a 1b 2a 2c 3a 3b");
    assert_eq!(reach("1:Q,l", "3/1,X,1/3", "2b"), "1c 3b 3c");
    assert_eq!(reach("1:V", "3/1,X,1/3", "2b"), "2a 2c");
    assert_eq!(reach("1:H", "3/1,X,1/3", "2b"), "1b 3b");
    assert_eq!(reach("1:D", "3/1,X,1/3", "2b"), "1a 1c 3a 3c");
}

#[test]
fn slides_end_before_own_pieces_and_on_enemies() {
    assert_eq!(reach("s:H,f", "7/7/7/P,2,X,1,p,1/7/7/7", "4d"), "2d 3d 4a 4b 4c 5d 6d");
    assert_eq!(reach("2:H,f", "7/7/7/P,2,X,1,p,1/7/7/7", "4d"), "2d 3d 4b 4c 5d 6d");
    assert_eq!(reach("5:f", "1/1/1/p/1/1/1/X", "1h"), "1d 1e 1f 1g");
    assert_eq!(reach("3:b", "X/1/1/1/1/P", "1a"), "1b 1c 1d");
    assert_eq!(reach("7:l", "9,X", "1a"), "2a 3a 4a 5a 6a 7a 8a");
}

#[test]
fn ranks_after_the_twenty_sixth_have_two_letters() {
    let board = ["1/"; 35].concat();
    assert_eq!(reach("3:f", &format!("{board}X"), "1aj"), "1ag 1ah 1ai");
    assert_eq!(
        reach("s:b", &format!("{}X/{}1", &board[..46], &board[..20]), "1x"),
        "1aa 1ab 1ac 1ad 1ae 1af 1ag 1ah 1ai 1y 1z"
    );
}

#[test]
fn leaps_ignore_what_stands_between() {
    assert_eq!(reach("j2:f", "1/1/P/p/X", "1e"), "");
    assert_eq!(reach("j2:f", "1/1/p/P/X", "1e"), "1c");
    assert_eq!(reach("j3:f", "1/1/p/P/X", "1e"), "1b");
    assert_eq!(reach("j4:f", "p/P/p/P/X", "1e"), "1a");
    // On from the second square if that is empty.
    assert_eq!(reach("j2s:f", "p/1/1/P/X", "1e"), "1a 1b 1c");
    assert_eq!(reach("j2s:f", "p/1/p/P/X", "1e"), "1c");
    assert_eq!(reach("sk2s:f", "p/1/1/1/X", "1e"), "1a 1b 1c");
    assert_eq!(reach("j3s:f", "1/1/1/p/P/X", "1f"), "1a 1b 1c");
    assert_eq!(reach("j4s:f", "1/1/p/p/P/X", "1f"), "1a 1b");
    // One or two more, or the second and third alone.
    assert_eq!(reach("j3n2:f", "1/1/1/1/p/P/X", "1g"), "1b 1c 1d");
    assert_eq!(reach("j3n2:f", "1/1/p/1/p/P/X", "1g"), "1c 1d");
    assert_eq!(reach("sk2n2:l", "5,P,X", "1a"), "3a 4a");
    assert_eq!(reach("sk2n2:l", "4,p,p,X", "1a"), "3a");
    // Two ranks ahead or back, one file aside.
    assert_eq!(reach("N:f", "5/5/1,P,P,P,1/2,X,2/5", "3d"), "2b 4b");
    assert_eq!(reach("N:f,b", "1,P,3/5/2,X,2/5/3,p,1", "3c"), "2a 2e 4e");
}

#[test]
fn an_arrow_of_three_bars_passes_over_three_pieces() {
    assert_eq!(reach("t3:f", "1/1/p/P/p/1/P/X", "1h"), "1c 1e 1f");
    assert_eq!(reach("t3:f", "p/1/P/p/P/X", "1f"), "1a 1b 1d");
}

#[test]
fn hooks_turn_once_on_an_empty_square() {
    // The pawn ahead is its own, the one on the right is captured and ends the move.
    let found = reach("hk:O", "5/2,P,2/2,X,p,1/5/5", "3c");
    assert_eq!(found, "1d 1e 2c 2d 2e 3d 3e 4a 4b 4c 4d 4e 5a 5b 5c 5d 5e");
    assert_eq!(reach("hk:O", "3/1,X,1/3", "2b"), "1a 1b 1c 2a 2c 3a 3b 3c");
    // Squares of one colour; a bishop would not reach the corners behind the pawns.
    assert_eq!(reach("hk:D", "5/1,P,1,P,1/2,X,2/5/5", "3c"), "1c 1e 2d 3e 4d 5c 5e");
    assert_eq!(reach("hk:P", "5/5/5/5/2,X,2", "3e"), "1a 1c 1e 2b 2d 3a 3c 4b 4d 5a 5c 5e");
}

#[test]
fn areas_are_walked_over_empty_squares() {
    // Three steps lead around a wall, and end with the first capture.
    assert_eq!(reach("area2", "3,p/P,P,P,P/3,X", "1c"), "2c 3c");
    assert_eq!(reach("area3", "2,p,p/P,1,P,P/3,X", "1c"), "2a 2c 3a 3b 3c 4a 4c");
    assert_eq!(reach("area3", "4/p,p,p,p/3,X", "1c"), "1b 2b 2c 3b 3c 4b 4c");
    assert_eq!(reach("area2", "5/5/2,X,2/5/5", "3c").split(' ').count(), 24);
    assert_eq!(reach("area3", "9/9/9/9/4,X,4/9/9/9/9", "5e").split(' ').count(), 48);
}

#[test]
fn a_lion_makes_two_steps() {
    assert_eq!(reach("lion", "5/5/2,X,2/5/5", "3c").split(' ').count(), 25);
    // It leaps to the rim over anything, captures beside it and comes back or goes on, and passes once.
    assert_eq!(reach("lion", "P,P,P/P,p,P/P,P,X", "1c"), "2b 2b1c");
    assert_eq!(reach("lion", "p,P,1/P,p,P/P,P,X", "1c"), "1a 2b 2b1a 2b1c 2b3a 3a");
    assert_eq!(reach("lion", "1,P/P,X", "1b"), "2a 2a1b");
    // The pass goes by way of the first empty neighbour as Black sees them, from ahead clockwise, for both sides.
    assert_eq!(reach("lion", "P,P,P/P,X,1/1,P,P", "2b"), "1b 1b2b 3c");
    assert_eq!(reach("lion", "p,p,p/1,x,1/p,p,1", "2b"), "1b 1b2b 1c 3b");
}

#[test]
fn the_power_of_a_lion_in_a_line() {
    assert_eq!(reach("lp:f", "1/1/X", "1c"), "1a 1b 1b1c");
    assert_eq!(reach("lp:f", "1/p/X", "1c"), "1a 1b 1b1a 1b1c");
    assert_eq!(reach("lp:f", "P/p/X", "1c"), "1b 1b1c");
    assert_eq!(reach("lp:f", "p/P/X", "1c"), "1a");
    assert_eq!(reach("lp:P", "5/5/2,X,2", "3c"), "1a 2b 2b3c 4b 5a");
    // What is on White's left comes later than what is on its right as Black sees it: behind on the right comes first.
    assert_eq!(reach("lp:P", "2,x,2/5/5", "3a"), "1c 2b 2b3a 4b 5c");
}

#[test]
fn double_steps_and_captures_from_afar() {
    assert_eq!(reach("dbl:D", "5/1,p,3/2,X,2/5/5", "3c"), "2b3c 4b3a 4b3c 4b5a 4b5c");
    assert_eq!(reach("dbl:D", "1,p,p/1,p,1/1,p,X", "1c"), "2b1a 2b1c 2b3a 2b3c");
    assert_eq!(reach("dbl:D", "P,p,1/1,p,1/P,p,X", "1c"), "2b1a 2b1c");
    assert_eq!(reach("igui:A", "p,p,1/1,X,1/1,P,1", "2b"), "2a2b 3a2b");
}

#[test]
fn tetrarchs_skip_their_neighbours_or_capture_them_from_afar() {
    // Sideways they reach two squares only, and they do not pass.
    let found = reach("sk2s:D,V sk2n2:H igui:A", "9/9/9/3,p,P,4/4,X,4/9/9/9/9", "5e");
    let lines = "1a 1i 2b 2e 2h 3c 3e 3g 5a 5b 5c 5g 5h 5i 6d5e 7c 7e 7g 8b 8e 8h 9a 9i";
    assert_eq!(found, lines);
    // What stands on the second square ends the line.
    assert_eq!(reach("sk2s:V sk2n2:H igui:A", "1,p,1,P/4/p,p,P,X", "1c"), "3c");
    assert_eq!(reach("sk2s:V sk2n2:H igui:A", "3,p/4/1,p,p,X", "1c"), "1a 2c1c 3c");
}

#[test]
fn emperors_go_everywhere_but_to_protected_pieces() {
    let emperor = |board: &str, origin: &str| {
        let pieces = [["E", "-", "emp", "1", "royal"], ["R", "-", "s:O", "1", "-"], ["P", "-", "1:f", "1", "-"]];
        from(&Walk::of(&tiny(Promotion::Captures, &pieces), &format!("{board} b - 1")), origin)
    };
    assert_eq!(emperor("1,p,1/1,p,1/E,2", "3c"), "1a 1b 1c 2a 2c 3a 3b");
    assert_eq!(emperor("p,p,1/P,2/E,2", "3c"), "1a 1b 1c 2a 2b 2c 3a");
    // No exception beside it.
    assert_eq!(emperor("1,r,1/1,p,1/E,2", "3c"), "1a 1b 1c 2a 2c 3a 3b");
    // The other emperor protects everything but itself.
    assert_eq!(emperor("1,r,1/2,p/E,1,e", "3c"), "1a 2b 2c 3a 3b");
    assert_eq!(emperor("e,p,1/3/E,2", "3c"), "1a 1b 1c 2b 2c 3a 3b");
    assert_eq!(emperor("e,r,1/3/E,2", "3c"), "1a 1b 1c 2b 2c 3b");
    // A line that the emperor leaves is open.
    assert_eq!(emperor("r,E,p", "2a"), "3a");
}

#[test]
fn range_jumpers_capture_over_lower_ranks() {
    // A slide takes anything.
    assert_eq!(fly("rj:f", "1/G/g/1/X", "1e"), "1c 1d");
    // Over pieces of both sides, and whatever rank the victim has.
    assert_eq!(fly("rj:f", "1/p/P/p/X", "1e"), "1b 1d");
    assert_eq!(fly("rj:f", "g/1/P/1/X", "1e"), "1a 1d");
    // Not over equals or superiors, and to no empty square behind a piece.
    assert_eq!(fly("rj:f", "p/1/v/P/X", "1e"), "1c");
    assert_eq!(fly("rj:f", "p/1/V/p/X", "1e"), "1d");
    assert_eq!(fly("rj:f", "1/1/1/P/X", "1e"), "");
    // Of lower rank as well where the table says so, but anything without a flight.
    assert_eq!(fly("rjl:f", "p/1/v/P/X", "1e"), "");
    assert_eq!(fly("rjl:f", "p/P/v/1/X", "1e"), "1c 1d");
    assert_eq!(fly("rjl:f", "g/p/P/p/X", "1e"), "1b 1d");
}

#[test]
fn range_captures_end_on_empty_squares_or_enemies() {
    assert_eq!(fly("rc:f", "1/p/P/1/X", "1e"), "1a 1b 1d");
    // An equal or higher piece stops it before, also in front of it and at the end.
    assert_eq!(fly("rc:f", "1/v/p/1/X", "1e"), "1c 1d");
    assert_eq!(fly("rc:f", "1/1/1/g/X", "1e"), "");
    assert_eq!(fly("j2:f rc:l", "2,1/2,1/P,p,X", "1c"), "1a 2c");
}
