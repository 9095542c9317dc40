//! Draws and games played again, lots, handicaps by grades, and levels that differ.

use super::client::{Board, Page, plies};
use serde_json::{Value, json};
use std::process::Command;

fn play(board: &Board, state: &Value, usi: &str) {
    board.done(&json!({"act": "move", "move": usi, "turn": state["turn"]}));
}

/// Two kings that go to and fro until the game is drawn, with the time of a clock.
const KINGS: [&str; 4] = ["5i5h", "5a5b", "5h5i", "5b5a"];

#[test]
fn a_drawn_game_is_played_again_with_the_time_that_is_left() {
    let (_folder, board) = Board::alone("board-replay", &[]);
    let mut page = board.listen("en");
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    board.done(&json!({"act": "new", "game": "shogi", "side": "both", "sfen": kings, "clock": {"main": 600}}));
    let mut state = page.state(|state| state["scene"]["sfen"] == kings);
    let refused = board.act(&json!({"act": "replay", "turn": state["turn"]}));
    assert_eq!(refused.refused(), "Only a drawn game is played again.");
    for (ply, usi) in KINGS.into_iter().cycle().enumerate().take_while(|(ply, _)| *ply < 12) {
        play(&board, &state, usi);
        state = page.after(ply + 1);
    }
    assert_eq!((&state["result"], &state["can"]["replay"]), (&json!("The game is drawn by repetition."), &json!(true)));
    let left = state["clock"]["left"].clone();
    board.done(&json!({"act": "replay", "turn": state["turn"]}));
    let state = page.after(0);
    assert_eq!((&state["result"], &state["can"]["replay"]), (&Value::Null, &json!(false)));
    assert_eq!(state["clock"]["left"], json!([left[1], left[0]]), "the clocks go with their players");
}

#[cfg(unix)]
#[test]
fn colours_are_exchanged_in_a_game_played_again() {
    use crate::support::{self, Script};
    let folder = support::folder("board-exchange");
    let go = "case $place in *5i5h) echo bestmove 5a5b;; *5h5i) echo bestmove 5b5a;; *) echo bestmove 5i4h;; esac";
    Script { go, ..Script::GOOD }.write(&folder, "shy");
    let board = Board::open(&folder, &["--engine", "./shy"]);
    let mut page = board.listen("en");
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    board.done(&json!({"act": "new", "game": "shogi", "side": "black", "sfen": kings, "players": ["shy"]}));
    let mut state = page.state(|state| state["scene"]["sfen"] == kings && state["isWaiting"] == false);
    while state["result"].is_null() {
        let known = plies(&state);
        play(&board, &state, if known.is_multiple_of(4) { "5i5h" } else { "5h5i" });
        state = page.state(|state| plies(state) == known + 2 || !state["result"].is_null());
    }
    board.done(&json!({"act": "replay", "turn": state["turn"]}));
    let state = page.after(1);
    assert_eq!((&state["players"][0]["name"], &state["players"][1]["name"]), (&json!("shy"), &json!("You")));
    assert_eq!(state["tree"][1]["text"], "K-4h");
}

#[test]
fn a_draw_is_agreed_on_or_declined() {
    let (_folder, board) = Board::alone("board-draw", &[]);
    let mut page = board.listen("en");
    let state = board.begin(&mut page, "shogi", "both");
    assert_eq!(state["can"]["draw"], false);
    play(&board, &state, "7g7f");
    let state = page.after(1);
    assert_eq!(state["can"]["draw"], true);
    board.done(&json!({"act": "draw", "turn": state["turn"]}));
    let state = page.state(|state| !state["result"].is_null());
    assert_eq!(state["result"], "The game is drawn by agreement.");
    let state = board.begin(&mut page, "dobutsu", "black");
    let usi = state["scene"]["moves"][0]["move"].as_str().unwrap().to_owned();
    play(&board, &state, &usi);
    let state = page.after(2);
    board.done(&json!({"act": "draw", "turn": state["turn"]}));
    let state = page.state(|state| !state["news"].is_null());
    assert_eq!((&state["news"], &state["result"]), (&json!("No draw."), &Value::Null), "it is too early");
}

/// A game with both kings in the other camp, Black to move with these pieces in hand.
fn entered(board: &Board, page: &mut Page, side: &str, hands: &str) -> Value {
    let sfen = format!("3K5/9/9/9/9/9/9/9/4k4 b {hands} 1");
    board.done(&json!({"act": "new", "game": "shogi", "side": side, "level": -10, "sfen": sfen}));
    page.state(|state| state["scene"]["sfen"] == sfen && state["result"].is_null())
}

#[test]
fn an_impasse_is_agreed_on_by_points() {
    let (_folder, board) = Board::alone("board-impasse", &[]);
    let mut page = board.listen("en");
    let offer = |state: &Value| board.act(&json!({"act": "impasse", "turn": state["turn"]}));
    let state = board.begin(&mut page, "dobutsu", "both");
    assert_eq!(offer(&state).refused(), "There are no declarations in this game.");
    let state = board.begin(&mut page, "shogi", "both");
    assert_eq!((&state["impasse"], &state["can"]["impasse"]), (&Value::Null, &json!(false)));
    assert_eq!(offer(&state).refused(), "No king has entered.");
    let even = "RB2G2S2N2L9Prb2g2s2n2l9p";
    let state = entered(&board, &mut page, "both", even);
    assert_eq!(state["can"]["impasse"], true);
    let tally = |side: usize| state["impasse"][side].as_str().unwrap();
    assert!(tally(0).starts_with("Black: 27 points, 0 pieces in the camp; 27 points of all pieces."), "{}", tally(0));
    assert!(tally(1).starts_with("White: 27 points"), "{}", tally(1));
    assert_eq!(offer(&state).status, 200);
    let drawn = page.state(|state| !state["result"].is_null());
    assert_eq!((&drawn["can"]["replay"], &drawn["can"]["impasse"]), (&json!(true), &json!(false)));
    assert!(drawn["news"].as_str().unwrap().contains(tally(1)), "the points that decide are shown: {drawn}");
}

#[test]
fn the_program_agrees_on_an_impasse_by_its_own_judgement() {
    let (_folder, board) = Board::alone("board-impasse-level", &[]);
    let mut page = board.listen("en");
    let (few, many) = ("RB2G2S2N2L5Prb2g2s2n2l13p", "RB2G2S2N2L13Prb2g2s2n2l5p");
    let state = entered(&board, &mut page, "black", many);
    board.done(&json!({"act": "impasse", "turn": state["turn"]}));
    let state = page.state(|state| !state["news"].is_null());
    assert_eq!((&state["news"], &state["result"]), (&json!("No impasse; the game goes on."), &Value::Null));
    let state = entered(&board, &mut page, "black", few);
    board.done(&json!({"act": "impasse", "turn": state["turn"]}));
    let state = page.state(|state| !state["result"].is_null());
    assert!(state["result"].as_str().unwrap().starts_with("You lose"), "{}", state["result"]);
    assert!(state["news"].as_str().unwrap().contains("Black: 23 points"), "{}", state["news"]);
}

#[test]
fn lots_are_shown_until_both_have_moved() {
    let (_folder, board) = Board::alone("board-lots", &[]);
    let mut page = board.listen("en");
    let pieces = board.get("pieces?game=shogi&set=letters").json();
    let name = |id: &Value| {
        pieces.as_array().unwrap().iter().find(|piece| piece["id"] == *id).unwrap()["name"].as_str().unwrap().to_owned()
    };
    board.begin(&mut page, "minishogi", "lot");
    let can_move = |state: &Value| !state["scene"]["moves"].as_array().unwrap().is_empty();
    let state = board.listen("en").state(|state| can_move(state) && !state["lots"].is_null());
    let pawns: Vec<String> = state["lots"]["pawns"].as_array().unwrap().iter().map(name).collect();
    let begins = pawns.iter().filter(|name| *name == "pawn").count() > 2;
    assert!(pawns.len() == 5 && pawns.iter().all(|name| ["pawn", "tokin"].contains(&name.as_str())), "{pawns:?}");
    assert_eq!(state["players"][0]["isPerson"], begins);
    let side = if begins { "Black" } else { "White" };
    assert!(state["lots"]["text"].as_str().unwrap().ends_with(&format!("You play {side}.")), "{}", state["lots"]);
    let usi = state["scene"]["moves"][0]["move"].as_str().unwrap().to_owned();
    play(&board, &state, &usi);
    page.state(|state| plies(state) >= 2 && state["lots"].is_null());
    assert!(board.begin(&mut page, "shogi", "black")["lots"].is_null());
}

#[test]
fn handicaps_are_offered_by_grades_as_the_command_does() {
    let (_folder, board) = Board::alone("board-offer", &[]);
    let hello = board.listen("en").event("hello", |_| true);
    let grades = hello["grades"].as_array().unwrap();
    for (own, level) in [(0, 20), (9, -3), (11, 8), (24, 0), (14, 5)] {
        let own = grades[own][0].as_str().unwrap();
        let levels = hello["levels"].as_array().unwrap();
        let other = levels.iter().find(|known| known["number"] == level).unwrap()["grade"].as_str().unwrap();
        for game in ["shogi", "torishogi", "chushogi"] {
            let offer = board.get(&format!("offer?game={game}&grade={own}&level={level}")).json();
            let command = ["handicaps", "--variant", game, "--grades", own, other];
            let output = Command::new(env!("CARGO_BIN_EXE_kumataka")).args(command).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let named = text.lines().nth(1).unwrap().split_whitespace().next().unwrap();
            assert_eq!(offer["handicap"], named, "{game} {own} {other}");
            assert_eq!(offer["side"].is_null(), named == "even", "{offer}");
        }
    }
    assert!(board.get("offer?game=annanshogi&grade=9k&level=0").json().is_null());
    assert!(board.get("offer?game=shogi&grade=strong&level=0").json().is_null());
    assert_eq!(board.get("offer?game=go&grade=9k&level=0").status, 404);
}

#[test]
fn a_handicap_is_named_in_the_game_and_in_its_record() {
    let (_folder, board) = Board::alone("board-handicap", &[]);
    let (mut page, mut japanese) = (board.listen("en"), board.listen("ja"));
    board.done(&json!({"act": "new", "game": "shogi", "side": "both", "handicap": "2-piece"}));
    let state = page.state(|state| !state["handicap"].is_null());
    assert_eq!((&state["handicap"], &state["isStudy"]), (&json!("2-piece handicap"), &json!(false)));
    assert_eq!(japanese.state(|state| !state["handicap"].is_null())["handicap"], "二枚落ち");
    play(&board, &state, "4a3b");
    board.done(&json!({"act": "study"}));
    assert_eq!(page.state(|state| state["isStudy"] == true)["handicap"], "2-piece handicap");
    assert!(board.begin(&mut page, "shogi", "both")["handicap"].is_null());
}

#[test]
fn levels_of_both_sides_may_differ() {
    let (folder, mut board) = Board::alone("board-levels", &[]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "new", "game": "shogi", "side": "neither", "players": [-10, -9]}));
    let is_there = |state: &Value| state["players"][1]["isPerson"] == false && plies(state) > 1;
    let state = page.state(is_there);
    let names = |state: &Value| [0, 1].map(|side| state["players"][side]["name"].as_str().unwrap().to_owned());
    assert!(names(&state)[0].contains("level -10") && names(&state)[1].contains("level -9"), "{:?}", names(&state));
    board.program.kill().unwrap();
    board.program.wait().unwrap();
    let again = Board::open(&folder, &[]).state();
    assert_eq!(names(&again), names(&state));
}
