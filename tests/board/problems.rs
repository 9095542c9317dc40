//! Mate problems at the board: their files, marks, and moves taken back.

use super::client::{Board, open, plies};
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
    let board = Board::open(&folder, &["mate.usi", "--record"]);
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
fn without_a_mate_a_hisshi_is_posed() {
    let folder = support::folder("board-posed-hisshi");
    fs::write(folder.join("hisshi-1-grade-1.sfen"), "# Hisshi\n6pk1/9/9/6G1g/9/9/9/9/9 b GP 1\n").unwrap();
    let board = Board::open(&folder, &["hisshi-1-grade-1.sfen"]);
    let mut page = board.listen("en");
    let mut state = page.state(|state| posed(state, 0));
    assert_eq!(state["drill"]["task"], "hisshi in 1 move");
    assert!(state["drill"]["said"]["text"].as_str().unwrap().starts_with("Find the move after which no defence"));
    board.done(&json!({"act": "move", "move": "P*9b", "turn": state["turn"]}));
    state = page.state(|state| state["drill"]["said"]["tone"] == "wrong");
    assert_eq!(state["drill"]["said"]["text"], "That threatens no mate.");
    board.done(&json!({"act": "move", "move": "G*3b", "turn": state["turn"]}));
    state = page.state(|state| state["drill"]["isElsewhere"] == true && state["drill"]["isBusy"] == false);
    let refuted = state["drill"]["said"]["text"].as_str().unwrap();
    assert!(refuted.starts_with("G*3b ") && refuted.ends_with(": that parries the mate. Try again."), "{refuted}");
    board.done(&json!({"act": "again", "turn": state["turn"]}));
    state = page.state(|state| posed(state, 0));
    board.done(&json!({"act": "move", "move": "3d2c", "turn": state["turn"]}));
    state = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!((&state["drill"]["said"]["text"], marks(&state)), (&json!("G-2c: solved."), vec![json!("with-help")]));
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

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const KIF: &str = "手合割：詰将棋\n作者：甲\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
    | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
    +---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n*作意\n   1 ５二金打\n   2 詰み\n";
const CSA: &str = "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP+00KI\n+\n+0052KI\n%TSUMI\n";

/// The words of the problem on the board, and those of the record below it.
fn posed_from(board: &Board, page: &mut super::client::Page, act: &Value) -> (usize, Value) {
    board.done(act);
    let state = page.state(|state| posed(state, 0));
    let tasks = state["drill"]["tasks"].as_array().unwrap().len();
    board.done(&json!({"act": "leave"}));
    (tasks, page.state(|state| state["drill"].is_null()))
}

#[test]
fn files_that_show_problems_are_posed() {
    let (_folder, board) = Board::alone("board-shown-problems", &[]);
    let mut page = board.listen("en");
    let usi = format!("sfen {MATE}\nsfen 7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n");
    let all = [("a.kif", KIF), ("b.csa", CSA), ("c.usi", &usi), ("d.sfen", MATE)];
    for (files, number) in [(&all[..1], 1), (&[("", KIF)], 1), (&all[1..2], 1), (&all[2..3], 2), (&all, 5)] {
        let (tasks, left) = posed_from(&board, &mut page, &open("", files));
        assert_eq!((tasks, &left["isStudy"]), (number, &json!(true)), "{files:?}: the record is below its problem");
    }
    board.done(&open("", &[("a.kif", KIF)]));
    page.state(|state| posed(state, 0));
    board.done(&json!({"act": "leave"}));
    let study = page.state(|state| state["isStudy"] == true && state["drill"].is_null());
    assert_eq!((plies(&study), &study["tree"][0]["comments"]), (2, &json!(["作意"])), "with its solution");
}

#[test]
fn somebody_may_mean_something_else_than_a_file_shows() {
    let (_folder, board) = Board::alone("board-meant", &[]);
    let mut page = board.listen("en");
    for files in [[("a.kif", KIF)], [("a.sfen", MATE)]] {
        board.done(&open("record", &files));
        // Both leave the same state, of which a page that listens may hear once.
        let state = board.state();
        assert!(state["isStudy"] == true && state["drill"].is_null() && state["scene"]["sfen"] == MATE, "{state}");
    }
    let two_kings = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n";
    board.done(&open("", &[("a.usi", two_kings)]));
    let state = board.state();
    assert!(state["isStudy"] == true && state["drill"].is_null(), "{state}");
    assert_eq!(posed_from(&board, &mut page, &open("problems", &[("a.usi", two_kings)])).0, 1);
    let refused = board.act(&open("problems", &[("a.txt", "nonsense")])).refused();
    assert_eq!(refused, "There is no position that could be a problem.");
    let unknown = board.act(&open("novel", &[("a.usi", two_kings)]));
    assert_eq!(unknown.status, 400, "{unknown:?}");
    assert_eq!(board.act(&open("", &[])).status, 409);
    let many = vec![("", ""); 1001];
    assert_eq!(board.act(&open("", &many)).refused(), "There are more than 1000 files.");
    let broken = format!("{MATE}\n{}", "9/9 b\n".repeat(50));
    board.done(&open("", &[("a.sfen", &broken)]));
    let news = page.state(|state| !state["news"].is_null())["news"].clone();
    let lines: Vec<&str> = news.as_str().unwrap().lines().collect();
    assert_eq!((lines.len(), lines[20]), (21, "and 30 more"));
}

#[test]
fn a_problem_of_two_kings_is_shown_by_its_headers() {
    let (_folder, board) = Board::alone("board-two-kings", &[]);
    let mut page = board.listen("en");
    let with = |header: &str| {
        KIF.replacen("作者：甲\n", header, 1)
            .replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九")
    };
    assert_eq!(posed_from(&board, &mut page, &open("", &[("a.kif", &with("作品名：双玉\n"))])).0, 1);
    for header in ["", "作品名：\n", "出典：名局集\n先手：甲\n後手：乙\n"] {
        board.done(&open("", &[("a.kif", &with(header))]));
        let study = page.state(|state| state["isStudy"] == true && state["here"] == 0);
        assert!(study["drill"].is_null(), "{header}");
    }
    board.done(&open("", &[("a.kif", "作者：甲\n手合割：平手\n   1 ７六歩(77)\n")]));
    let study = page.state(|state| state["isStudy"] == true && plies(state) == 1);
    assert!(study["drill"].is_null(), "a game has a composer at most");
}

#[test]
fn each_of_several_files_keeps_its_marks() {
    let folder = support::folder("board-several");
    fs::create_dir(folder.join("tsume")).unwrap();
    fs::write(folder.join("tsume/a.kif"), KIF).unwrap();
    fs::write(folder.join("tsume/b.sfen"), format!("9/9 b\n{MATE}\n")).unwrap();
    let board = Board::open(&folder, &["tsume"]);
    let mut page = board.listen("en");
    let state = page.state(|state| posed(state, 0));
    assert_eq!(state["drill"]["name"], "a.kif + 1");
    board.done(&json!({"act": "task", "index": 1}));
    let second = page.state(|state| posed(state, 1));
    board.done(&json!({"act": "move", "move": "G*5b", "turn": second["turn"]}));
    page.state(|state| state["drill"]["isDone"] == true);
    drop(board);
    let board = Board::open(&folder, &["tsume/b.sfen"]);
    let of_one = board.listen("en").state(|state| !state["drill"].is_null());
    assert_eq!(marks(&of_one), ["at-once"]);
    let board = Board::open(&folder, &["tsume/b.sfen", "tsume/a.kif"]);
    let both = board.listen("en").state(|state| posed(state, 1));
    assert_eq!(marks(&both), [json!("at-once"), Value::Null]);
}
