//! Mate problems at the board: their files, marks, and moves taken back.

use super::client::{Board, plies};
use super::posed;
use crate::support;
use serde_json::{Value, json};
use std::fs;

fn marks(state: &Value) -> Vec<Value> {
    state["drill"]["tasks"].as_array().unwrap().iter().map(|task| task["mark"].clone()).collect()
}

#[test]
fn a_position_of_a_study_is_posed_as_a_problem() {
    let folder = crate::support::folder("board-posed");
    fs::write(folder.join("mate.usi"), "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\n").unwrap();
    let board = Board::open(&folder, &["mate.usi"]);
    let mut page = board.listen("ja");
    page.state(|state| state["isStudy"] == true);
    board.done(&json!({"act": "problems"}));
    let state = page.state(|state| posed(state, 0));
    assert_eq!(state["drill"]["task"], "1手詰");
    board.done(&json!({"act": "solution", "turn": state["turn"]}));
    page.state(|state| state["drill"]["isDone"] == true);
    board.done(&json!({"act": "leave"}));
    page.state(|state| state["isStudy"] == true && state["drill"].is_null());
    board.done(&json!({"act": "problems"}));
    let again = page.state(|state| posed(state, 0));
    assert_eq!(again["drill"]["tasks"][0]["mark"], "left", "results are kept");
}

#[test]
fn a_problem_set_up_by_hand_keeps_its_mark() {
    let (_folder, board) = Board::alone("board-set-up-mark", &[]);
    let mut page = board.listen("en");
    let pieces = board.get("pieces?game=shogi&set=letters").json();
    let id = |side: &str, name: &str| {
        let is_it = |piece: &&Value| piece["name"] == name && piece["id"].as_str().unwrap().starts_with(side);
        pieces.as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{name}"))["id"].clone()
    };
    let squares = json!([{"at": "5a", "piece": id("w", "king")}, {"at": "5c", "piece": id("b", "pawn")}]);
    let set_up =
        json!({"act": "set-up", "game": "shogi", "squares": squares, "hands": [id("b", "gold")], "turn": "black"});
    for expected in [Value::Null, json!("at-once")] {
        board.done(&set_up);
        board.done(&json!({"act": "problems"}));
        let state = page.state(|state| posed(state, 0));
        assert_eq!(marks(&state), [expected]);
        board.done(&json!({"act": "move", "move": "G*5b", "turn": state["turn"]}));
        page.state(|state| state["drill"]["isDone"] == true);
    }
}

#[test]
fn a_file_with_unreadable_problems_keeps_the_marks_of_the_others() {
    let folder = support::folder("board-some-problems");
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    fs::write(folder.join("mates.sfen"), format!("{mate}\n9/9 b\n{mate}\n")).unwrap();
    let board = Board::open(&folder, &["mates.sfen"]);
    let mut page = board.listen("en");
    let state = page.state(|state| posed(state, 0));
    assert_eq!(marks(&state), [Value::Null, Value::Null]);
    board.done(&json!({"act": "next", "turn": state["turn"]}));
    let state = page.state(|state| posed(state, 1));
    board.done(&json!({"act": "move", "move": "G*5b", "turn": state["turn"]}));
    page.state(|state| state["drill"]["isDone"] == true);
    drop(board);
    let board = Board::open(&folder, &["mates.sfen"]);
    let again = board.listen("en").state(|state| posed(state, 0));
    assert_eq!(marks(&again), ["left", "at-once"]);
    let kept = fs::read_to_string(folder.join("state/kumataka/problems-shogi.json")).unwrap();
    assert!(kept.contains("Unfit"), "the line between counts: {kept}");
}

#[test]
fn moves_are_taken_back_inside_a_problem() {
    let folder = support::folder("board-problem-back");
    fs::write(folder.join("five.sfen"), "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n").unwrap();
    let board = Board::open(&folder, &["five.sfen"]);
    let mut page = board.listen("en");
    let state = page.state(|state| posed(state, 0));
    assert_eq!(state["can"]["takeBack"], false);
    board.done(&json!({"act": "move", "move": "4b3a", "turn": state["turn"]}));
    let defended = page.state(|state| posed(state, 0) && plies(state) == 2);
    assert_eq!(defended["can"]["takeBack"], true);
    board.done(&json!({"act": "take-back", "turn": defended["turn"]}));
    let back = page.state(|state| posed(state, 0) && state["here"] == 0);
    assert_eq!((&back["scene"]["sfen"], &back["can"]["takeBack"]), (&state["scene"]["sfen"], &json!(false)));
    let refused = board.act(&json!({"act": "take-back", "turn": back["turn"]})).refused();
    assert_eq!(refused, "There is nothing to take back.");
    board.done(&json!({"act": "move", "move": "4b3a", "turn": back["turn"]}));
    page.state(|state| posed(state, 0) && state["here"] == 2);
}
