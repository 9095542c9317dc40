//! The command `kumataka board`, as a browser speaks to it.

#[path = "board/client.rs"]
mod client;
#[path = "board/learning.rs"]
mod learning;
#[path = "board/offers.rs"]
mod offers;
#[path = "board/problems.rs"]
mod problems;
#[cfg(unix)]
#[path = "board/rivals.rs"]
mod rivals;

use client::{Board, open, plies};
use kumataka::board::Color;
use kumataka::variants::Variant;
use serde_json::{Value, json};
use std::fs;
use std::thread;

const KIF: &str = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n*始まりの注\n   1 ７六歩(77)   ( 0:03/00:00:03)\n*角道\n   \
    2 ３四歩(33)   ( 0:02/00:00:02)\n   3 ２二角成(88) ( 0:01/00:00:04)\n   4 投了\n\n変化：2手\n   2 ８四歩(83)\n";

#[test]
fn nobody_passes_without_the_token() {
    let (_folder, board) = Board::alone("board-token", &[]);
    let (host, token) = (&board.host, &board.token);
    let asked = |path: &str| board.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).status;
    assert_eq!(asked(&format!("/{token}/")), 200);
    let guess = "0".repeat(token.len());
    for path in ["/", "/events", "/act", &format!("/{guess}/"), &format!("/{guess}/events"), &format!("/{token}")] {
        assert_eq!(asked(path), 403, "{path}");
    }
    for path in ["../Cargo.toml", "..%2fCargo.toml", "page.rs", "no.html"] {
        assert_eq!(board.get(path).status, 404, "{path}");
    }
    assert_eq!((board.ask("PUT", "act", "", "").status, board.ask("POST", "page.css", "", "").status), (405, 404));
}

#[test]
fn pages_of_other_origins_are_refused() {
    let (_folder, board) = Board::alone("board-origin", &[]);
    let token = &board.token;
    let at_host = |host: &str| board.raw(format!("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
    let port = board.host.rsplit_once(':').unwrap().1;
    assert_eq!(at_host(&format!("localhost:{port}")).status, 200);
    for host in [&format!("evil.example:{port}"), "127.0.0.1:1", "evil.example"] {
        let refused = at_host(host);
        assert!(refused.status == 403 && refused.body.contains("Host"), "{host}: {refused:?}");
    }
    let act = json!({"act": "resign", "turn": 1}).to_string();
    for header in ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        let refused = board.ask("POST", "act", header, &act);
        assert!(refused.status == 403 && refused.body.contains("origin"), "{header}: {refused:?}");
    }
    let page = board.get("");
    assert!(page.head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{}", page.head);
    assert!(!page.head.contains("Access-Control"), "{}", page.head);
}

#[test]
fn requests_are_bounded() {
    let (_folder, board) = Board::alone("board-bounds", &[]);
    let head = |header: &str| format!("POST /{}/act HTTP/1.1\r\nHost: {}\r\n{header}\r\n\r\n", board.token, board.host);
    let status = |text: &str| board.raw(text.as_bytes()).status;
    assert_eq!(status(&head("Content-Length: 104857600")), 413);
    assert_eq!(status(&head("Transfer-Encoding: chunked")), 411);
    assert_eq!(status(&format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000))), 431);
    assert_eq!(status("\u{1}\u{2} nonsense\r\n\r\n"), 400);
    let whole = format!("{}{}", head(&format!("Content-Length: {}", 30 << 20)), "x".repeat(30 << 20));
    assert_eq!(status(&whole), 413, "the refusal is read although the body was sent");
}

/// Pages, acts without sense and connections that end in the middle, from more threads than there may be connections of one
/// browser.
#[test]
fn ten_thousand_requests_change_nothing() {
    const THREADS: usize = 8;
    let (_folder, board) = Board::alone("board-many", &[]);
    let mut page = board.listen("en");
    let turn = board.begin(&mut page, "shogi", "both")["turn"].clone();
    board.done(&json!({"act": "move", "move": "7g7f", "turn": turn}));
    let before = page.after(1);
    let broken = format!("POST /{}/act HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\n{{", board.token, board.host);
    thread::scope(|scope| {
        for first in 0..THREADS {
            let (board, broken) = (&board, &broken);
            scope.spawn(move || {
                for request in (first..10_000).step_by(THREADS) {
                    match request % 16 {
                        0 => board.send_and_leave(broken.as_bytes()),
                        1 => assert_eq!(board.ask("POST", "act", "", "{\"act\":\"fly\"}").status, 400),
                        2 => assert_eq!(board.act(&json!({"act": "take-back", "turn": 0})).status, 409),
                        _ => assert_eq!(board.get("text.js").status, 200),
                    }
                }
            });
        }
    });
    assert_eq!(board.state()["scene"], before["scene"]);
    board.done(&json!({"act": "move", "move": "3c3d", "turn": before["turn"]}));
    page.after(2);
}

#[test]
fn acts_that_make_no_sense_are_answered_in_words() {
    let (_folder, board) = Board::alone("board-nonsense", &[]);
    for body in ["", "{", "[]", r#"{"act":"fly"}"#, r#"{"act":"move","move":"7g7f"}"#, r#"{"act":"look","node":-1}"#] {
        let answer = board.ask("POST", "act", "", body);
        assert!(answer.status == 400 && !answer.refused().is_empty(), "{body}: {answer:?}");
    }
    let turn = board.state()["turn"].clone();
    let refused = |act: Value| {
        let answer = board.act(&act);
        assert_eq!(answer.status, 409, "{act}: {answer:?}");
        answer.refused()
    };
    assert_eq!(refused(json!({"act": "move", "move": "7g7e", "turn": turn})), "The piece does not move that way.");
    assert_eq!(refused(json!({"act": "move", "move": "<b>", "turn": turn})), "\"<b>\" is not a move");
    assert_eq!(refused(json!({"act": "take-back", "turn": turn})), "There is nothing to take back.");
    assert_eq!(refused(json!({"act": "look", "node": 7})), "There is no such place in the game.");
    assert_eq!(refused(json!({"act": "new", "game": "go", "side": "black"})), "There is no game \"go\".");
    assert!(refused(json!({"act": "new", "game": "shogi", "side": "black", "sfen": "9/9 b"})).contains("9/9 b"));
    assert!(refused(json!({"act": "new", "game": "shogi", "side": "black", "level": 99})).contains("-10 to 20"));
    assert!(
        refused(json!({"act": "open", "files": [{"name": "a", "bytes": "bm9uc2Vuc2U="}]})).contains("no game record")
    );
    assert_eq!(refused(json!({"act": "analyse", "on": true})), "There is nothing to study.");
    let japanese = board.ask("POST", "act?lang=ja", "", &json!({"act": "take-back", "turn": turn}).to_string());
    assert_eq!(japanese.refused(), "戻す手がありません。");
}

#[test]
fn two_pages_show_one_board() {
    let (_folder, board) = Board::alone("board-two", &[]);
    let (mut english, mut japanese) = (board.listen("en"), board.listen("ja"));
    let hello = japanese.event("hello", |_| true);
    assert_eq!((&hello["language"], &hello["words"]["resign"]), (&json!("ja"), &json!("投了")));
    assert_eq!(hello["games"].as_array().unwrap().len(), Variant::ALL.len());
    board.begin(&mut english, "shogi", "both");
    let turn = japanese.state(|state| state["players"][1]["isPerson"] == true)["turn"].clone();
    board.done(&json!({"act": "move", "move": "7g7f", "turn": turn}));
    let texts = [english.after(1), japanese.after(1)].map(|state| state["tree"][1]["text"].clone());
    assert_eq!(texts, [json!("P-7f"), json!("▲７六歩")]);
    // The other page has not looked: its move belongs to the position before.
    let refused = board.act(&json!({"act": "move", "move": "2g2f", "turn": turn}));
    assert_eq!(refused.refused(), "The board has changed; please look again.");
    drop(english);
    let turn = board.state()["turn"].clone();
    board.done(&json!({"act": "take-back", "turn": turn}));
    japanese.after(0);
}

/// Plays legal moves as the page knows them, in an order that differs from move to move, until the end or for long
/// enough; returns the last state.
fn wander(board: &Board, game: Variant, most: usize) -> Value {
    let mut page = board.listen("en");
    let mut state = board.begin(&mut page, game.name(), "both");
    let mut position = game.start();
    for ply in 0..most {
        if !state["result"].is_null() {
            break;
        }
        let moves = state["scene"]["moves"].as_array().unwrap();
        assert_eq!(moves.len(), position.legal_moves().len(), "{game}");
        let usi = moves[(31 * ply + 17) % moves.len()]["move"].as_str().unwrap().to_owned();
        position.make(position.parse_move(&usi).unwrap());
        board.done(&json!({"act": "move", "move": usi, "turn": state["turn"]}));
        state = page.after(ply + 1);
        assert_eq!(state["scene"]["sfen"], position.sfen(), "{game}");
        let turn = if position.side_to_move() == Color::Black { "black" } else { "white" };
        assert_eq!(state["scene"]["turn"], turn);
        assert_eq!(state["result"].is_null(), position.verdict().is_none(), "{game} {}", state["result"]);
    }
    state
}

#[test]
fn every_game_is_played_by_messages() {
    let (_folder, board) = Board::alone("board-games", &[]);
    for &game in Variant::ALL {
        let mut state = wander(&board, game, 16);
        assert!(plies(&state) > 1, "{game}");
        if state["result"].is_null() {
            board.done(&json!({"act": "resign", "turn": state["turn"]}));
            state = board.state();
            assert!(state["result"].as_str().unwrap().contains("resignation"), "{game} {}", state["result"]);
        }
        assert!(state["scene"]["moves"].as_array().unwrap().is_empty(), "{game}");
    }
}

#[test]
fn whole_games_end_by_the_rules() {
    let (_folder, board) = Board::alone("board-whole", &[]);
    for game in [Variant::Dobutsu, Variant::Kyoto, Variant::Minishogi] {
        let state = wander(&board, game, 600);
        assert!(!state["result"].is_null(), "{game} {}", state["scene"]["sfen"]);
    }
}

#[test]
fn the_program_plays_until_somebody_has_won() {
    let (_folder, board) = Board::alone("board-program", &[]);
    let mut page = board.listen("en");
    let mut state = board.begin(&mut page, "dobutsu", "white");
    while state["result"].is_null() {
        let moves = state["scene"]["moves"].as_array().unwrap();
        let known = plies(&state);
        if !moves.is_empty() {
            let usi = &moves[known % moves.len()]["move"];
            board.done(&json!({"act": "move", "move": usi, "turn": state["turn"]}));
        }
        state = page.state(|state| plies(state) > known || !state["result"].is_null());
    }
    assert!(
        state["result"].as_str().unwrap().starts_with("You") || state["result"].as_str().unwrap().contains("drawn")
    );
    board.done(&json!({"act": "take-back", "turn": state["turn"]}));
    page.state(|state| state["result"].is_null());
}

#[test]
fn a_hint_gives_the_piece_and_then_the_move() {
    let (_folder, board) = Board::alone("board-hint", &[]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "new", "game": "shogi", "side": "both", "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}));
    let turn = page.state(|state| state["scene"]["sfen"] == "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")["turn"].clone();
    board.done(&json!({"act": "hint", "turn": turn}));
    let piece = page.state(|state| !state["hint"].is_null())["hint"].clone();
    assert_eq!((&piece["text"], &piece["to"]), (&json!("Drop the gold from your hand."), &Value::Null));
    board.done(&json!({"act": "hint", "turn": turn}));
    let hint = page.state(|state| !state["hint"]["to"].is_null())["hint"].clone();
    assert_eq!((&hint["text"], &hint["from"], &hint["to"]), (&json!("G*5b, mating in 1"), &json!("G*"), &json!("5b")));
}

#[test]
fn a_coach_judges_moves() {
    let (_folder, board) = Board::alone("board-coach", &[]);
    let mut page = board.listen("en");
    board.done(
        &json!({"act": "new", "game": "shogi", "side": "both", "coach": true, "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}),
    );
    let state = page.state(|state| state["scene"]["sfen"] == "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    board.done(&json!({"act": "move", "move": "G*9e", "turn": state["turn"]}));
    let coach = page.state(|state| !state["coach"].is_null())["coach"].clone();
    assert!(coach["said"].as_str().unwrap().contains("lets mate in 1 go"), "{coach}");
    board.done(&json!({"act": "take-back", "turn": board.state()["turn"]}));
    page.state(|state| plies(state) == 0 && state["coach"].is_null());
}

#[test]
fn a_killed_program_finds_its_game_again() {
    let (folder, mut board) = Board::alone("board-kill", &[]);
    let mut page = board.listen("en");
    let mut state = board.begin(&mut page, "torishogi", "both");
    for (ply, usi) in ["3d3c", "5d5e", "2e2d"].into_iter().enumerate() {
        board.done(&json!({"act": "move", "move": usi, "turn": state["turn"]}));
        state = page.after(ply + 1);
    }
    // A killed process takes nothing along but what it had not kept.
    board.program.kill().unwrap();
    board.program.wait().unwrap();
    let again = Board::open(&folder, &[]).state();
    assert_eq!((&again["scene"], &again["tree"][3]["text"]), (&state["scene"], &state["tree"][3]["text"]));
    assert_eq!(plies(&again), 3);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_program_in_good_order() {
    let (_folder, board) = Board::alone("board-ctrl-c", &[]);
    let mut page = board.listen("en");
    page.state(|_| true);
    board.program.signal("-INT");
    page.event("bye", |_| true);
    assert!(board.program.output().status.success());
}

#[test]
fn a_flag_falls_although_nobody_moves() {
    let (_folder, board) = Board::alone("board-flag", &[]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "new", "game": "shogi", "side": "both", "clock": {"main": 0.2}}));
    let lost = page.state(|state| !state["result"].is_null());
    assert_eq!((&lost["result"], &lost["clock"]["running"]), (&json!("White wins on time."), &Value::Null));
}

#[test]
fn a_record_is_studied() {
    let folder = crate::support::folder("board-study");
    fs::write(folder.join("game.kif"), KIF).unwrap();
    let board = Board::open(&folder, &["game.kif"]);
    let mut page = board.listen("en");
    let state = page.state(|_| true);
    assert_eq!((&state["isStudy"], &state["study"]["name"]), (&json!(true), &json!("game.kif")));
    assert_eq!(state["tree"][0]["comments"], json!(["始まりの注"]));
    let texts: Vec<&str> =
        state["tree"].as_array().unwrap().iter().map(|place| place["text"].as_str().unwrap()).collect();
    assert_eq!(texts[..4], ["", "P-7f", "P-3d", "Bx2b+"]);
    assert_eq!(
        (texts.len(), &state["tree"][1]["comments"], &state["tree"][1]["time"]),
        (6, &json!(["角道"]), &json!(3.0))
    );
    let node = |text: &str| {
        state["tree"].as_array().unwrap().iter().find(|place| place["text"] == text).unwrap()["id"].clone()
    };
    board.done(&json!({"act": "look", "node": node("P-8d")}));
    let looked = page.state(|state| state["here"] != 0);
    assert!(looked["scene"]["sfen"].as_str().unwrap().contains("1p7"), "{}", looked["scene"]["sfen"]);
    board.done(&json!({"act": "move", "move": "2g2f", "turn": looked["turn"]}));
    let played = page.state(|state| state["tree"].as_array().unwrap().len() == 7);
    board.done(&json!({"act": "live", "lines": 2}));
    let live = page.event("live", |live| live["lines"].as_array().unwrap().len() == 2);
    let legal = played["scene"]["moves"].as_array().unwrap();
    let is_legal = |line: &Value| legal.iter().any(|way| way["move"] == line["move"]);
    assert!(live["lines"].as_array().unwrap().iter().all(is_legal) && live["depth"] != 0, "{live}");
    board.done(&json!({"act": "live", "lines": 0}));
    for (form, content) in [("jkf", "角道"), ("svg", "<svg"), ("png", "PNG")] {
        let saved = board.get(&format!("file?as={form}"));
        assert!(saved.status == 200 && saved.head.contains(&format!("filename=\"kumataka.{form}\"")), "{saved:?}");
        assert!(saved.body.contains(content), "{form}");
    }
    assert_eq!((board.get("file?as=exe").status, board.get("file?as=html").status), (404, 409), "no analysis yet");
    board.done(&json!({"act": "play"}));
    page.state(|state| state["isStudy"] == false);
}

#[test]
fn a_position_is_set_up_and_its_mate_found() {
    let (_folder, board) = Board::alone("board-set-up", &[]);
    let mut page = board.listen("en");
    let pieces = board.get("pieces?game=shogi&set=letters").json();
    let face = |name: &str, side: &str| {
        let is_meant = |piece: &&Value| piece["name"] == name && piece["id"].as_str().unwrap().starts_with(side);
        pieces.as_array().unwrap().iter().find(is_meant).unwrap()["id"].clone()
    };
    let squares = json!([
        {"at": "5a", "piece": face("king", "w")},
        {"at": "5c", "piece": face("pawn", "b")},
        {"at": "5i", "piece": face("king", "b")},
    ]);
    let hands = json!([face("gold", "b")]);
    let set_up = |squares: &Value| json!({"act": "set-up", "game": "shogi", "squares": squares, "hands": hands, "turn": "black"});
    let refused = board.act(&set_up(&json!([])));
    assert!(refused.status == 409 && refused.refused().contains("king"), "{refused:?}");
    board.done(&set_up(&squares));
    let state = page.state(|state| state["isStudy"] == true);
    assert_eq!(state["scene"]["sfen"], "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    board.done(&json!({"act": "ask", "question": "mate"}));
    let solved = page.state(|state| !state["news"].is_null());
    assert_eq!((&solved["news"], &solved["tree"][1]["text"]), (&json!("Mate in 1."), &json!("G*5b")));
    board.done(&json!({"act": "look", "node": 1}));
    page.state(|state| state["here"] == 1);
    board.done(&json!({"act": "ask", "question": "mate"}));
    let none = page.state(|state| !state["news"].is_null());
    assert_eq!(none["news"], "There is no mate by checks.");
}

#[test]
fn a_whole_game_is_analysed() {
    let folder = crate::support::folder("board-analyse");
    fs::write(folder.join("game.usi"), "startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n").unwrap();
    let board = Board::open(&folder, &["game.usi"]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "analyse", "on": true}));
    let state = page.state(|state| state["study"]["progress"] == "done");
    assert_eq!(state["study"]["expected"].as_array().unwrap().len(), 6);
    let verdict = &state["tree"][4]["verdict"];
    assert!(verdict["class"] == "blunder" && verdict["better"] == true, "{verdict}");
    assert!(verdict["said"].as_str().unwrap().contains("better"), "{verdict}");
    board.done(&json!({"act": "line", "node": 4, "better": true}));
    let shown = page.state(|state| state["tree"].as_array().unwrap().len() > 6);
    let here = shown["tree"].as_array().unwrap().iter().find(|place| place["id"] == shown["here"]).unwrap().clone();
    assert_eq!((&here["parent"], &here["number"]), (&json!(3), &json!(4)));
    let page = board.get("file?as=html");
    assert!(page.status == 200 && page.body.contains("<html lang=\"en\""), "{}", page.head);
}

/// The task on the board.
fn posed(state: &Value, index: usize) -> bool {
    state["drill"]["index"] == index && state["drill"]["isBusy"] == false && state["drill"]["isElsewhere"] == false
}

#[test]
fn a_mistake_is_practised_until_it_is_mended() {
    let folder = crate::support::folder("board-practise");
    fs::write(folder.join("lost.usi"), "startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c\n").unwrap();
    let board = Board::open(&folder, &["lost.usi"]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "analyse", "on": true}));
    let state = page.state(|state| state["study"]["progress"] == "done");
    // Other moves may look faulty to a search on a busy machine; the loss of the bishop always does.
    assert_ne!(state["study"]["mistakes"][1], 0, "{}", state["study"]);
    board.done(&json!({"act": "practise", "side": "white"}));
    let state = page.state(|state| posed(state, 0));
    let tasks = state["drill"]["tasks"].as_array().unwrap();
    let index = tasks.iter().position(|task| task["title"] == "lost.usi, ply 4").unwrap();
    board.done(&json!({"act": "task", "index": index}));
    let state = page.state(|state| posed(state, index));
    assert_eq!(state["drill"]["task"], "find a better move than G-3b");
    board.done(&json!({"act": "move", "move": "4a3b", "turn": state["turn"]}));
    let wrong = page.state(|state| !state["drill"]["said"].is_null());
    let drill = &wrong["drill"];
    assert!(drill["said"]["tone"] == "wrong" && drill["isElsewhere"] == true, "{drill}");
    assert!(drill["said"]["text"].as_str().unwrap().ends_with("Try again."), "{drill}");
    assert!(plies(&wrong) > 1, "the refutation is there to be played through");
    assert_eq!(wrong["scene"]["moves"], json!([]));
    board.done(&json!({"act": "again", "turn": wrong["turn"]}));
    let mut state = page.state(|state| posed(state, index));
    for is_move in [false, true] {
        board.done(&json!({"act": "hint", "turn": state["turn"]}));
        state = page.state(|state| !state["hint"].is_null() && state["hint"]["to"].is_null() != is_move);
    }
    let hinted = |way: &&Value| ["from", "to"].iter().all(|&end| way[end] == state["hint"][end]);
    let better = state["scene"]["moves"].as_array().unwrap().iter().find(hinted).unwrap()["move"].clone();
    board.done(&json!({"act": "move", "move": better, "turn": state["turn"]}));
    let good = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!(
        (&good["drill"]["said"]["tone"], &good["drill"]["tasks"][index]["mark"]),
        (&json!("good"), &json!("with-help"))
    );
    board.done(&json!({"act": "leave"}));
    page.state(|state| state["isStudy"] == true && state["drill"].is_null());
    let refused = board.act(&json!({"act": "exercises"})).refused();
    assert!(refused.starts_with("1 exercise on a later day, next on "), "{refused}");
}

#[test]
fn a_lesson_leads_from_step_to_step_and_on_to_the_next() {
    let (_folder, board) = Board::alone("board-lesson", &[]);
    let mut page = board.listen("en");
    let handbook = board.get("handbook?game=dobutsu").json();
    assert_eq!(handbook["lessons"].as_array().unwrap().len(), 5);
    board.done(&json!({"act": "lesson", "game": "dobutsu", "number": 1}));
    let mut state = page.state(|state| posed(state, 0));
    assert_eq!(
        (&state["drill"]["kind"], &state["drill"]["task"]),
        (&json!("lesson"), &json!("capture the marked piece"))
    );
    let target = state["drill"]["targets"][0].clone();
    assert!(state["scene"]["squares"].as_array().unwrap().iter().any(|square| square["at"] == target), "{state}");
    let ways = |state: &Value, is_right: bool| {
        let (moves, target) = (state["scene"]["moves"].as_array().unwrap(), &state["drill"]["targets"][0]);
        moves.iter().find(|way| (way["to"] == *target) == is_right).unwrap()["move"].clone()
    };
    board.done(&json!({"act": "move", "move": ways(&state, false), "turn": state["turn"]}));
    let wrong = page.state(|state| !state["drill"]["said"].is_null());
    assert_eq!(wrong["drill"]["said"]["tone"], "wrong");
    board.done(&json!({"act": "again", "turn": wrong["turn"]}));
    state = page.state(|state| posed(state, 0));
    let steps = state["drill"]["tasks"].as_array().unwrap().len();
    for index in 0..steps {
        board.done(&json!({"act": "move", "move": ways(&state, true), "turn": state["turn"]}));
        let done = page.state(|state| state["drill"]["isDone"] == true);
        assert_eq!((&done["drill"]["said"]["tone"], &done["drill"]["hasNext"]), (&json!("good"), &json!(true)));
        board.done(&json!({"act": "next", "turn": done["turn"]}));
        state = page.state(|state| posed(state, if index + 1 < steps { index + 1 } else { 0 }));
    }
    assert_eq!(state["drill"]["name"], "Dropping pieces");
    assert_eq!(board.act(&json!({"act": "lesson", "number": 5})).refused(), "There is no such lesson.");
    board.done(&json!({"act": "leave"}));
    page.state(|state| state["drill"].is_null() && state["isStudy"] == false);
}

/// A problem of one move, one without a mate, one of five moves, and one whose defender moves first.
const PROBLEMS: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/9/9/9/9/9/9/9 b P 1\n7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n";

#[test]
fn problems_of_a_file_are_solved_against_the_program() {
    let folder = crate::support::folder("board-problems");
    fs::write(folder.join("mates.sfen"), PROBLEMS).unwrap();
    let board = Board::open(&folder, &["mates.sfen"]);
    let mut page = board.listen("en");
    let state = page.state(|state| posed(state, 0));
    assert_eq!((&state["drill"]["kind"], &state["drill"]["task"]), (&json!("problems"), &json!("mate in 1")));
    assert_eq!(state["players"][0]["isPerson"], true);
    board.done(&json!({"act": "move", "move": "G*9i", "turn": state["turn"]}));
    let quiet = page.state(|state| state["drill"]["said"]["tone"] == "wrong");
    assert_eq!((&quiet["drill"]["said"]["text"], posed(&quiet, 0)), (&json!("That gives no check."), true));
    board.done(&json!({"act": "move", "move": "G*4b", "turn": quiet["turn"]}));
    let wrong = page.state(|state| state["drill"]["isElsewhere"] == true && state["drill"]["isBusy"] == false);
    assert_eq!(wrong["drill"]["said"]["text"], "G*4b Kx4b: there is no mate any more. Try again.");
    board.done(&json!({"act": "again", "turn": wrong["turn"]}));
    let again = page.state(|state| posed(state, 0));
    board.done(&json!({"act": "move", "move": "G*5b", "turn": again["turn"]}));
    let solved = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!(
        (&solved["drill"]["said"]["text"], &solved["drill"]["tasks"][0]["mark"]),
        (&json!("G*5b: solved."), &json!("with-help"))
    );
    board.done(&json!({"act": "next", "turn": solved["turn"]}));
    let unfit = page.state(|state| state["drill"]["tasks"][1]["mark"] == "unfit");
    assert_eq!(unfit["drill"]["said"]["text"], "there is no mate by checks, and no hisshi of 1 move.");
    board.done(&json!({"act": "next", "turn": unfit["turn"]}));
    let third = page.state(|state| posed(state, 2));
    board.done(&json!({"act": "hint", "turn": third["turn"]}));
    let hint = page.state(|state| !state["hint"].is_null());
    assert_eq!(hint["hint"]["text"], "Move the bishop on 4b.");
    board.done(&json!({"act": "move", "move": "4b3a", "turn": hint["turn"]}));
    let defended = page.state(|state| posed(state, 2) && plies(state) == 2);
    assert_eq!(defended["scene"]["turn"], "black", "the program has defended");
    board.done(&json!({"act": "solution", "turn": defended["turn"]}));
    let shown = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!(
        (plies(&shown), &shown["drill"]["tally"]),
        (5, &json!("3 of 3: 0 solved at once, 1 after errors or hints, 1 left, 1 unfit."))
    );
    drop(board);
    let board = Board::open(&folder, &["mates.sfen"]);
    let mut page = board.listen("en");
    let again = page.state(|state| posed(state, 0));
    let marks: Vec<&Value> = again["drill"]["tasks"].as_array().unwrap().iter().map(|task| &task["mark"]).collect();
    assert_eq!(marks, ["with-help", "unfit", "left"], "what has been solved is kept");
    assert_eq!(again["drill"]["hasNext"], true, "a file that was done can be gone through again");
    board.done(&json!({"act": "next", "turn": again["turn"]}));
    page.state(|state| state["drill"]["index"] == 1);
}

#[test]
fn the_solver_answers_as_composers_ask() {
    let folder = crate::support::folder("board-composer");
    fs::write(folder.join("five.usi"), "sfen 7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n").unwrap();
    let board = Board::open(&folder, &["five.usi", "--record"]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "ask", "question": "solution"}));
    let state = page.state(|state| !state["news"].is_null());
    let report = state["news"].as_str().unwrap();
    assert!(report.starts_with("mate 5 ") && report.contains("promotion left open at move 1"), "{report}");
    let tree = state["tree"].as_array().unwrap();
    let firsts = tree.iter().filter(|place| place["parent"] == 0).count();
    assert!(
        firsts > 1 && tree.iter().any(|place| place["number"] == 5),
        "the tree has the solution and the other ones"
    );
    assert!(tree[0]["comments"][0].as_str().unwrap().starts_with("solution: mate in 5"), "{}", tree[0]);
    // The king in the corner cannot move, and the pawn far away does not help.
    for (sfen, answer) in
        [("8k/6G2/8P/p8/9/9/9/9/4K4 w G 1", "No, it is hisshi"), ("4k4/9/4P4/9/9/9/9/9/4K4 w G 1", "Yes: ")]
    {
        board.done(&open("record", &[("a.usi", &format!("sfen {sfen}\n"))]));
        board.done(&json!({"act": "ask", "question": "parry"}));
        let state = page.state(|state| state["scene"]["sfen"] == sfen && !state["news"].is_null());
        assert!(state["news"].as_str().unwrap().starts_with(answer), "{}", state["news"]);
    }
}

#[test]
fn a_hisshi_is_found_with_its_defences_or_refuted() {
    let folder = crate::support::folder("board-hisshi");
    let board = Board::open(&folder, &[]);
    let mut page = board.listen("en");
    // Each with the moves of the solution that the tree gets, and none where there is no hisshi.
    for (sfen, answer, moves) in [
        ("6pk1/9/9/6G1g/9/9/9/9/9 b GP 1", "hisshi 1 G-2c, also G-3c", 1),
        ("6nk1/9/5NP2/5S1P1/9/9/9/9/9 b G 1", "hisshi 3 Nx3a+ K-1a P-2c+", 3),
        ("4k4/9/9/9/9/9/9/9/9 b P 1", "no hisshi of 3 moves", 0),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "mate by checks G*5b, 1 move", 0),
    ] {
        board.done(&open("record", &[("a.usi", &format!("sfen {sfen}\n"))]));
        board.done(&json!({"act": "ask", "question": "hisshi"}));
        let state = page.state(|state| state["scene"]["sfen"] == sfen && !state["news"].is_null());
        assert_eq!(state["news"], answer);
        let tree = state["tree"].as_array().unwrap();
        let comment = |place: &Value| place["comments"][0].as_str().unwrap_or_default().to_owned();
        let settled = tree.iter().find(|place| comment(place).starts_with("hisshi: every defence"));
        assert_eq!(settled.map_or(0, |place| place["number"].as_u64().unwrap()), moves, "{tree:#?}");
    }
}

#[test]
fn the_piece_on_a_square_is_explained() {
    let (_folder, board) = Board::alone("board-card", &[]);
    let mut page = board.listen("en");
    board.begin(&mut page, "shogi", "both");
    let card = board.get("card?at=3c&set=short").json();
    assert_eq!(card["targets"], json!(["3d"]), "a piece of the side that waits");
    assert!(card["picture"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(
        (board.get("card?at=5e").status, board.get("card?at=x").status, board.get("card").status),
        (404, 404, 404)
    );
}

#[test]
fn exercises_of_a_file_are_asked_one_after_another() {
    let folder = crate::support::folder("board-exercises");
    let mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let text = format!("# a.kif, ply 7, not 5i5h: G*5b\n{mate}\n# b.kif, ply 9, not 5i4h: G*5b\n{mate}\n");
    fs::write(folder.join("blunders.sfen"), text).unwrap();
    let board = Board::open(&folder, &["blunders.sfen"]);
    let mut page = board.listen("en");
    let state = page.state(|state| posed(state, 0));
    assert_eq!((&state["drill"]["kind"], &state["drill"]["name"]), (&json!("exercises"), &json!("blunders.sfen")));
    let turn = &state["turn"];
    assert_eq!(board.act(&json!({"act": "take-back", "turn": turn})).refused(), "There is nothing to take back.");
    let illegal = board.act(&json!({"act": "move", "move": "5i5g", "turn": turn}));
    assert_eq!(illegal.refused(), "The piece does not move that way.");
    board.done(&json!({"act": "move", "move": "G*5b", "turn": turn}));
    let done = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!(done["drill"]["tasks"][0]["mark"], "at-once");
    board.done(&json!({"act": "next", "turn": done["turn"]}));
    let second = page.state(|state| posed(state, 1));
    board.done(&json!({"act": "solution", "turn": second["turn"]}));
    let shown = page.state(|state| state["drill"]["isDone"] == true);
    assert_eq!((&shown["drill"]["said"]["text"], plies(&shown)), (&json!("G*5b"), 1));
    assert_eq!(shown["drill"]["tally"], "2 of 2: 1 solved at once, 0 after errors or hints, 1 left.");
    assert_eq!(board.act(&json!({"act": "task", "index": 2})).refused(), "There is no such task.");
    let kept = fs::read_to_string(folder.join("state/kumataka/exercises-shogi.json")).unwrap();
    assert!(kept.contains(mate), "{kept}");
}
