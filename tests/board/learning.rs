//! Rules, due exercises and lessons at the board, and the way back from a position set up by hand.

use super::client::{Board, open};
use super::posed;
use crate::support;
use kumataka::variants::Variant;
use serde_json::{Value, json};
use std::fs;

#[test]
fn every_game_is_explained() {
    let (_folder, board) = Board::alone("board-handbook", &[]);
    for &game in Variant::ALL {
        let handbook = board.get(&format!("handbook?game={game}&lang=en")).json();
        assert_eq!(handbook["rules"][0]["heading"], "Board", "{game}");
        let rules = handbook["rules"].as_array().unwrap();
        assert!(rules.iter().all(|rule| !rule["text"].as_str().unwrap().is_empty()), "{game}");
        assert!(handbook["cards"].as_str().unwrap().starts_with("<svg"), "{game}");
        assert_eq!(handbook["due"], json!([]), "{game}");
    }
    let width = |beside: &str| {
        let handbook = board.get(&format!("handbook?game=shogi{beside}")).json();
        assert_eq!(handbook["title"], "Shogi");
        handbook["cards"]
            .as_str()
            .unwrap()
            .split_once("viewBox=\"0 0 ")
            .unwrap()
            .1
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        (width("").as_str(), width("&beside=2").as_str(), width("&beside=99").as_str()),
        ("1040", "540", "1040")
    );
    assert_eq!(board.get("handbook?game=go").status, 404);
    assert_eq!(board.get("pieces?game=go").status, 404);
}

#[test]
fn exercises_that_are_due_in_another_game_are_named_and_reached() {
    let folder = support::folder("board-due");
    let position = Variant::Dobutsu.start().sfen();
    let card = json!({position: {"due": "2020-01-01", "row": 0, "title": "a.usi", "ply": 1}});
    fs::create_dir_all(folder.join("state/kumataka")).unwrap();
    fs::write(folder.join("state/kumataka/exercises-dobutsu.json"), card.to_string()).unwrap();
    let board = Board::open(&folder, &[]);
    let mut page = board.listen("en");
    let due = |game: &str| board.get(&format!("handbook?game={game}&lang=en")).json()["due"].clone();
    assert_eq!(due("shogi"), json!([{"game": "dobutsu", "title": "Dōbutsu shōgi, animal chess", "count": 1}]));
    assert!(board.act(&json!({"act": "exercises"})).refused().starts_with("There are no exercises yet"));
    board.done(&json!({"act": "exercises", "game": "dobutsu"}));
    let state = page.state(|state| posed(state, 0));
    assert_eq!((&state["scene"]["game"], &state["drill"]["kind"]), (&json!("dobutsu"), &json!("exercises")));
}

#[test]
fn the_first_lesson_says_how_each_piece_moves() {
    let (_folder, board) = Board::alone("board-moves", &[]);
    let (mut page, mut japanese) = (board.listen("en"), board.listen("ja"));
    board.done(&json!({"act": "lesson", "game": "shogi", "number": 0}));
    assert_eq!(page.state(|state| posed(state, 0))["drill"]["moves"], "The pawn goes one square forward.");
    assert_eq!(japanese.state(|state| posed(state, 0))["drill"]["moves"], "歩は前に1マス動けます。");
    board.done(&json!({"act": "lesson", "game": "shogi", "number": 1}));
    let state = page.state(|state| posed(state, 0) && state["drill"]["name"] == "Capturing");
    assert_eq!(state["drill"]["moves"], Value::Null);
}

#[test]
fn wins_begin_with_easy_ones_and_a_failed_try_marks_the_king() {
    let (_folder, board) = Board::alone("board-wins", &[]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "lesson", "game": "shogi", "number": 4}));
    let state = page.state(|state| posed(state, 0));
    let moves = |state: &Value| state["scene"]["moves"].as_array().unwrap().len();
    assert!(moves(&state) < 30 && state["drill"]["targets"] == json!([]), "{state}");
    board.done(&json!({"act": "move", "move": "5i5h", "turn": state["turn"]}));
    let wrong = page.state(|state| !state["drill"]["said"].is_null());
    let said = &wrong["drill"]["said"];
    assert_eq!(said["text"], "K-5h: that is no check. Mate the marked king.");
    let king = wrong["drill"]["targets"][0].clone();
    let royal = wrong["scene"]["squares"].as_array().unwrap().iter().find(|square| square["at"] == king).unwrap();
    assert_eq!((&said["tone"], &royal["piece"]), (&json!("wrong"), &json!("w7")));
    let count = wrong["drill"]["count"].as_u64().unwrap();
    let mut before = 0;
    for index in 0..count {
        board.done(&json!({"act": "task", "index": index}));
        let task = page.state(|state| posed(state, index as usize));
        assert!(moves(&task) >= before, "{}", task["scene"]["sfen"]);
        before = moves(&task);
    }
}

#[test]
fn a_position_set_up_by_hand_leads_back_to_what_was_open() {
    let (_folder, board) = Board::alone("board-aside", &[]);
    let mut page = board.listen("en");
    let set_up = json!({"act": "set-up", "game": "shogi", "turn": "black", "hands": [],
        "squares": [{"at": "5a", "piece": "w7"}, {"at": "5i", "piece": "b7"}]});
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    board.done(&open("problems", &[("mates.sfen", &format!("{mate}\n{mate}\n"))]));
    board.done(&json!({"act": "task", "index": 1}));
    page.state(|state| posed(state, 1));
    // A second position replaces the first, not what was open.
    for _ in 0..2 {
        board.done(&set_up);
        let state = page.state(|state| !state["study"].is_null() && state["drill"].is_null());
        assert_eq!(state["study"]["aside"], "problems");
    }
    board.done(&json!({"act": "leave"}));
    let state = page.state(|state| posed(state, 1));
    assert_eq!(state["drill"]["count"], 2);
    board.done(&open("record", &[("a.usi", "startpos moves 7g7f\n")]));
    board.done(&set_up);
    assert_eq!(page.state(|state| state["study"]["name"] == "")["study"]["aside"], "record");
    board.done(&json!({"act": "leave"}));
    let state = page.state(|state| state["study"]["name"] == "a.usi");
    assert_eq!(state["study"]["aside"], Value::Null);
    // Whoever goes back to the game has left the record.
    board.done(&set_up);
    board.done(&json!({"act": "play"}));
    board.done(&set_up);
    assert_eq!(
        page.state(|state| state["study"]["aside"].is_null() && state["study"]["name"] == "")["drill"],
        Value::Null
    );
}

#[test]
fn promoted_pieces_lie_in_a_hand_as_they_were() {
    let (_folder, board) = Board::alone("board-held", &[]);
    let held = |game: &str, name: &str| {
        let pieces = board.get(&format!("pieces?game={game}&lang=en")).json();
        let named = |piece: &&Value| piece["name"] == name && piece["id"].as_str().unwrap().starts_with('w');
        let piece = pieces.as_array().unwrap().iter().find(named).unwrap();
        let same = pieces.as_array().unwrap().iter().find(|other| other["id"] == piece["held"]);
        same.map_or(Value::Null, |other| other["name"].clone())
    };
    assert_eq!([held("shogi", "dragon"), held("shogi", "gold"), held("dobutsu", "hen")], ["rook", "gold", "chick"]);
    assert_eq!([held("shogi", "king"), held("chushogi", "pawn")], [Value::Null, Value::Null]);
}
