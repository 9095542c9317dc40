//! When pieces may and must promote.

use super::board::Walk;
use super::notation::{Game, Promotion};
use super::{from, tiny};

fn game(promotion: Promotion) -> Game {
    let pieces = [
        ["P", "T", "1:f", "1", "-"],
        ["N", "T", "N:f", "1", "-"],
        ["S", "T", "1:D,f", "1", "-"],
        ["Ln", "T", "lion", "1", "-"],
        ["K", "E", "1:A", "1", "royal"],
        ["DV", "TK", "1:f", "1", "taints"],
        ["T", "-", "1:O", "1", "-"],
        ["TK", "-", "s:A", "0", "-"],
        ["E", "-", "emp", "0", "royal"],
    ];
    tiny(promotion, &pieces)
}

fn ways(promotion: Promotion, board: &str, origin: &str) -> String {
    from(&Walk::of(&game(promotion), &format!("{board} b - 1")), origin)
}

#[test]
fn by_the_rule_of_chu() {
    let moves = |board: &str, origin: &str| ways(Promotion::Chu(2), board, origin);
    // On entering, which may be refused.
    assert_eq!(moves("3/3/1,S,1/3", "2c"), "1b 1b+ 1d 2b 2b+ 3b 3b+ 3d");
    // Inside by a capture only, also by one that leaves the zone.
    assert_eq!(moves("1,t,1/1,S,1/1,1,t/3", "2b"), "1a 1c 1c+ 2a 2a+ 3a 3c");
    assert_eq!(moves("3/3/3/1,S,1/t,2", "2d"), "1c 1e 2c 3c 3e");
    // Once.
    assert_eq!(moves("3/3/1,+S,1/3", "2c"), "1c 2b 2d 3c");
    // White's zone is at Black's end.
    assert_eq!(moves("3/1,p,1/3/3", "2b"), "2c 2c+");
}

#[test]
fn by_double_moves_in_the_zone() {
    let moves = |board: &str, origin: &str| ways(Promotion::Chu(2), board, origin);
    // One that begins or ends inside captures in any case.
    assert_eq!(moves("P,P,P/P,t,P/P,P,LN", "1c"), "2b 2b+ 2b1c");
    assert_eq!(moves("1,P,P/P,t,P/P,P,LN", "1c"), "2b 2b+ 2b1c 2b3a 2b3a+ 3a 3a+");
    assert_eq!(moves("P,P,P/P,t,LN/1,P,P", "1b"), "2b 2b+ 2b1b 2b1b+ 2b3c 2b3c+ 3c");
    // A pass does not promote.
    assert_eq!(moves("1,LN/P,P", "1a"), "2a 2a1a");
    assert_eq!(ways(Promotion::Shogi(2), "1,LN/P,P", "1a"), "2a 2a+ 2a1a");
}

#[test]
fn where_a_piece_could_never_move_again() {
    for rule in [Promotion::Chu(3), Promotion::Shogi(3)] {
        assert_eq!(ways(rule, "1/P/1/1", "1b"), "1a+", "{rule:?}");
        assert_eq!(ways(rule, "t/P/1/1", "1b"), "1a+", "{rule:?}");
        assert_eq!(ways(rule, "3/3/3/1,N,1", "2d"), "1b+ 3b+", "{rule:?}");
        assert_eq!(ways(rule, "3/3/3/3/1,N,1", "2e"), "1c 1c+ 3c 3c+", "{rule:?}");
    }
    assert_eq!(ways(Promotion::Chu(3), "1/1/P/1", "1c"), "1b");
    assert_eq!(ways(Promotion::Shogi(3), "1/1/P/1", "1c"), "1b 1b+");
    assert_eq!(ways(Promotion::Shogi(2), "3/1,S,1/3", "2b"), "1a 1a+ 1c 1c+ 2a 2a+ 3a 3a+ 3c 3c+");
    // Where captures promote, a pawn may stand on the last rank.
    assert_eq!(ways(Promotion::EveryCapture, "1/P/1/1", "1b"), "1a");
}

/// In the corner a left chariot has no way on, though it has one elsewhere on the last rank.
#[test]
fn a_corner_may_hold_a_piece_forever() {
    let game = tiny(Promotion::Chu(2), &[["LC", "G", "1:l s:f,fr,bl", "1", "-"], ["G", "-", "1:O,P", "0", "-"]]);
    let moves = |board: &str, origin: &str| from(&Walk::of(&game, &format!("{board} b - 1")), origin);
    assert_eq!(moves("2/LC,1/2", "2b"), "1a 2a+");
    assert_eq!(moves("2/2/1,lc", "1c"), "");
    assert_eq!(moves("2/2/1,lc/2", "1c"), "1d+ 2d");
}

#[test]
fn by_every_capture() {
    let moves = |board: &str, origin: &str| ways(Promotion::EveryCapture, board, origin);
    assert_eq!(moves("3/1,t,1/1,S,1/3", "2c"), "1b 1d 2b+ 3b 3d");
    assert_eq!(moves("T,T,T/T,t,T/T,T,LN", "1c"), "2b+ 2b1c+");
    assert_eq!(moves("1/t/T", "1c"), "1b");
}

#[test]
fn by_captures_and_by_those_of_promoted_pieces_in_any_case() {
    let moves = |board: &str, origin: &str| ways(Promotion::Captures, board, origin);
    assert_eq!(moves("3/p,t,+p/1,S,1/3", "2c"), "1b+ 1d 2b 2b+ 3b 3b+ 3d");
    // One of two victims is promoted.
    assert_eq!(moves("T,+s/T,t/T,LN", "1c"), "1a+ 1b 1b+ 1b1a+ 1b1c 1b1c+");
    // Who captures a deva cannot promote otherwise, but a king can.
    assert_eq!(moves("1/dv/P", "1c"), "1b");
    assert_eq!(moves("1/+dv/P", "1c"), "1b");
    assert_eq!(moves("P/dv/K", "1c"), "1b 1b+");
    assert_eq!(moves("P/+dv/K", "1c"), "1b+");
}
