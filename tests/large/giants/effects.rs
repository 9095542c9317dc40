//! Effects of a move beyond its captures.

use super::board::Walk;
use super::notation::{Game, Promotion};
use super::{played, tiny};

fn tenjiku() -> Game {
    let pieces = [
        ["K", "-", "1:A", "1", "royal"],
        ["FiD", "-", "s:D,H area3 burn", "1", "-"],
        ["WBf", "FiD", "2:V s:D,H", "1", "-"],
        ["Ln", "LHk", "lion", "1", "-"],
        ["HT", "-", "igui:A", "1", "-"],
        ["P", "G", "1:f", "1", "-"],
        ["R", "-", "s:O", "1", "-"],
        ["GGn", "-", "rj:A", "1", "rank=3"],
        ["G", "-", "1:O,P", "1", "-"],
        ["LHk", "-", "s:D lion", "1", "-"],
    ];
    tiny(Promotion::Chu(2), &pieces)
}

#[track_caller]
fn burns(before: &str, text: &str, after: &str) {
    assert_eq!(played(&tenjiku(), before, text), after, "{text} in {before}");
}

#[test]
fn a_demon_burns_all_enemies_beside_it() {
    // Own pieces are safe, and so is what stands farther away or on the way.
    burns("k,3,K/5/p,4/1,r,P,2/2,r,1,FID b", "1e2e", "k,3,K/5/p,4/1,r,P,2/3,FID,1 w");
    // Also kings, which ends the game.
    burns("1,k,2,K/5/5/2,FID,2 b", "3d3b", "4,K/2,FID,2/5/5 w");
    // The squares around those on which it only walks are safe.
    burns("k,4,K/6/3,p,2/5,FID b", "1d6d", "k,4,K/6/3,p,2/FID,5 w");
    burns("k,4,K/6/6/p,5/4,FID,1 b", "2e4c", "k,4,K/6/2,FID,3/p,5/6 w");
    // What it captures is gone, and then what is beside it.
    burns("k,4,K/6/1,r,p,3/6/6/5,FID b", "1f4c", "k,4,K/6/2,FID,3/6/6/6 w");
}

#[test]
fn a_piece_that_ends_its_move_beside_an_enemy_demon_is_gone() {
    burns("k,4,K/6/2,fid,2,R/6 b", "1c3c", "k,4,K/6/2,fid,3/6 w");
    // What it captured stays captured, and only the last square counts.
    burns("k,4,K/6/2,fid,p,1,R/6 b", "1c3c", "k,4,K/6/2,fid,3/6 w");
    burns("k,4,K/6/2,fid,3/R,5 b", "6d1d", "k,4,K/6/2,fid,3/5,R w");
    // A king too, and its own demon does no harm.
    burns("k,4,K/6/3,fid,2/6 b", "1a2b", "k,5/6/3,fid,2/6 w");
    burns("k,4,K/6/2,FID,2,R/6 b", "1c2c", "k,4,K/6/2,FID,1,R,1/6 w");
    // Who captures the demon on its first step is safe from it, on the board after the captures.
    burns("k,4,K/6/2,fid,LN,2/6 b", "3c4c3c", "k,4,K/6/3,LN,2/6 w");
    burns("k,4,K/6/2,fid,LN,2/6 b", "3c4c4d", "k,4,K/6/6/2,LN,3 w");
    burns("k,4,K/6/2,fid,2,R/6 b", "1c4c", "k,4,K/6/2,R,3/6 w");
}

#[test]
fn igui_and_pass_end_on_the_own_square() {
    burns("k,4,K/3,p,2/2,fid,LN,2/6 b", "3c3b3c", "k,4,K/6/2,fid,3/6 w");
    burns("k,4,K/6/2,fid,LN,2/6 b", "3c3b3c", "k,4,K/6/2,fid,3/6 w");
    burns("k,4,K/6/2,p,HT,2/6 b", "3c4c3c", "k,4,K/6/3,HT,2/6 w");
}

#[test]
fn of_two_demons_the_mover_burns_alone() {
    burns("k,4,K/6/2,fid,1,p,1/5,FID b", "1d2d", "k,4,K/6/2,fid,3/4,FID,1 w");
    burns("k,4,K/6/2,fid,1,p,1/5,FID b", "1d3d", "k,4,K/6/2,fid,1,p,1/6 w");
    // One that captures the other burns on.
    burns("k,4,K/6/2,fid,p,2/2,FID,3 b", "4d4c", "k,4,K/6/2,FID,3/6 w");
}

#[test]
fn a_buffalo_that_promotes_to_a_demon_burns_at_once() {
    burns("k,4,K/2,p,3/6/3,WBF,2 b", "3d3b+", "k,4,K/3,+WBF,2/6/6 w");
    burns("k,4,K/2,p,3/6/3,WBF,2 b", "3d3b", "k,4,K/2,p,WBF,2/6/6 w");
    burns("k,4,K/2,fid,3/6/3,WBF,2 b", "3d3b+", "k,4,K/2,fid,3/6/6 w");
    // Once turned over it burns like any other, and those who end beside it.
    burns("k,4,K/6/2,p,+WBF,2/6 b", "3c2c", "k,4,K/6/2,p,1,+WBF,1/6 w");
    burns("k,4,K/6/2,p,+WBF,2/6 b", "3c3d", "k,4,K/6/6/3,+WBF,2 w");
    burns("k,4,K/6/2,+wbf,2,R/6 b", "1c3c", "k,4,K/6/2,+wbf,3/6 w");
}

#[test]
fn the_last_royal_piece_ends_the_game() {
    let game = tenjiku();
    for (sfen, over) in [("k,4/4,P b - 1", true), ("k,K b - 1", false), ("5/4,P b - 1", true)] {
        let walk = Walk::of(&game, sfen);
        assert_eq!(walk.is_over(), over, "{sfen}");
        assert_eq!(walk.steps().is_empty(), over, "{sfen}");
    }
}

#[test]
fn a_range_capture_takes_all_it_passes() {
    let pieces = [
        ["K", "-", "2:A", "1", "royal rank=4"],
        ["VG", "GG", "j2:O rc:D", "1", "rank=2"],
        ["P", "-", "1:f", "1", "-"],
        ["GG", "-", "rc:A", "0", "rank=3"],
    ];
    let game = tiny(Promotion::Chu(0), &pieces);
    // Own pieces too, but for what stands beside the line or before its end in a leap.
    assert_eq!(
        played(&game, "k,3,K/4,p/1,P,1,p,1/2,p,2/1,p,3/VG,p,3 b", "5f3d"),
        "k,3,K/4,p/1,P,1,p,1/2,VG,2/5/1,p,3 w"
    );
    assert_eq!(played(&game, "k,4,K/6/3,P,2/2,p,3/1,P,4/VG,5 b", "6f2b"), "k,4,K/4,VG,1/6/6/6/6 w");
    assert_eq!(played(&game, "k,3,K/5/5/p,4/VG,4 b", "5e5c"), "k,3,K/5/VG,4/p,4/5 w");
}

#[test]
fn deva_and_dark_spirit_pass_their_nature_on() {
    let pieces = [
        ["K", "E", "1:A", "1", "royal"],
        ["DV", "TK", "1:P,l,br", "1", "taints"],
        ["DSp", "BSp", "1:P,r,bl", "1", "taints"],
        ["Ln", "-", "lion", "1", "-"],
        ["R", "G", "s:O", "1", "-"],
        ["G", "-", "1:O,P", "1", "-"],
        ["TK", "-", "s:A", "0", "-"],
        ["BSp", "-", "s:A lion", "0", "-"],
        ["E", "-", "emp", "0", "royal"],
    ];
    let game = tiny(Promotion::Captures, &pieces);
    let taken = |board: &str, text: &str| played(&game, &format!("k,2,K/4/{board} b"), text);
    assert_eq!(taken("dv,2,R", "1c4c"), "k,2,K/4/+DV,3 w");
    assert_eq!(taken("+dsp,2,R", "1c4c"), "k,2,K/4/+DSP,3 w");
    // Whatever promotes or has promoted, and they themselves.
    assert_eq!(taken("dv,G,2", "3c4c"), "k,2,K/4/+DV,3 w");
    assert_eq!(taken("dv,+R,2", "3c4c"), "k,2,K/4/+DV,3 w");
    assert_eq!(taken("dsp,+DV,2", "3c4c"), "k,2,K/4/+DSP,3 w");
    // Also from afar.
    assert_eq!(taken("dv,LN,2", "3c4c3c"), "k,2,K/4/1,+DV,2 w");
    // Kings stay kings.
    assert_eq!(taken("dv,K,2", "3c4c"), "k,2,K/4/K,3 w");
    assert_eq!(taken("dv,K,2", "3c4c+"), "k,2,K/4/+K,3 w");
    assert_eq!(taken("+dv,K,2", "3c4c+"), "k,2,K/4/+K,3 w");
}

#[test]
fn a_king_is_not_left_to_be_captured_where_checks_count() {
    let rows = "id\tenglish\tjapanese\tdiagram\tbecomes\tmoves\tcount\tflags\nK\t\t\t\t-\t1:A\t1\troyal\nR\t\t\t\t-\ts:O\t1\t-\nG\t\t\t\t-\t1:O,P\t1\t-";
    let game = Game::new(rows, Promotion::Shogi(3), true);
    let moves = |sfen: &str| Walk::of(&game, sfen).moves().join(" ");
    assert_eq!(moves("k,1,r/3/1,G,K b - 1"), "2c1b");
    assert_eq!(moves("k,r,r/3/2,K b - 1"), "");
}
