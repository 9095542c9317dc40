//! Whole games in the words of Lishogi-Bot.

use crate::support::Engine;
use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode, Verdict};
use kumataka::rules::Rules;
use kumataka::variants::DropVariant;

/// More moves than any of the games takes.
const PLIES: usize = 600;

/// Plays a game of the engine against itself from some first moves, every answer a legal move, to its end by the rules or a
/// resignation: the moves, and the verdict of the rules.
fn play<R: Rules>(rules: R, first: &str) -> (Vec<String>, Option<Verdict>) {
    let mut engine = Engine::ready();
    engine.send(&format!("setoption name USI_Variant value {}", rules.spec().name));
    engine.send("isready");
    engine.expect("readyok");
    let mut position = rules.start();
    let mut moves: Vec<String> = Vec::new();
    for text in first.split(' ') {
        position.make(position.parse_move(text).expect(text), &mut ());
        moves.push(text.to_owned());
    }
    while position.verdict().is_none() {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("go btime 60000 wtime 60000 byoyomi 1000 nodes 200");
        let answer = engine.expect("bestmove ");
        let text = answer.split(' ').nth(1).expect("a move");
        if text == "resign" {
            break;
        }
        position.make(position.parse_move(text).expect(text), &mut ());
        moves.push(text.to_owned());
        assert!(moves.len() < PLIES, "{}", moves.join(" "));
    }
    (moves, position.verdict())
}

#[test]
fn a_game_of_annan() {
    let (moves, verdict) = play(DropVariant::Annan.game(), "8h7f 2b3d");
    assert!(moves.len() > 20, "{moves:?} {verdict:?}");
}

#[test]
fn a_game_of_check_shogi() {
    let (moves, verdict) = play(DropVariant::CheckShogi.game(), "2g2f 8c8d");
    assert!(moves.len() > 6, "{moves:?} {verdict:?}");
}

/// Who is in check has nothing left to play, and who can give check plays it, as a mate in one.
#[test]
fn the_first_check_decides() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value Check-Shogi");
    let before = "4k4/9/9/9/9/9/9/9/4K3R b - 1";
    let mut position = DropVariant::CheckShogi.game().read_sfen(before, SfenMode::Strict).expect("a position");
    engine.send(&format!("position sfen {before}"));
    engine.send("go btime 60000 wtime 60000 byoyomi 1000 nodes 2000");
    let said = engine.until("bestmove");
    let (best, info) = (&said[said.len() - 1], &said[said.len() - 2]);
    let check = best.split(' ').nth(1).expect("a move");
    assert!(info.contains("score mate 1 ") && ["1i1a", "1i1a+"].contains(&check), "{info} {best}");
    position.make(position.parse_move(check).expect(check), &mut ());
    assert!(position.verdict().is_some());
    engine.send("go mate 5000");
    assert!(engine.expect("checkmate").starts_with("checkmate 1i1a"));
    engine.send(&format!("position sfen {before} moves {check}"));
    engine.send("go btime 60000 wtime 60000 byoyomi 1000");
    assert_eq!(engine.expect("bestmove"), "bestmove resign");
}
