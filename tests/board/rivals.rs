//! Other engines at the board, most of them with faults.

use super::client::{Board, Page, plies};
use crate::support::{self, Folder, Script};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// A board with engines in shell, each with the name of its file.
fn seated(name: &str, scripts: &[(&str, Script<'_>)]) -> (Folder, Board) {
    let folder = support::folder(name);
    let paths: Vec<String> = scripts.iter().map(|(name, _)| format!("./{name}")).collect();
    scripts.iter().for_each(|(name, script)| script.write(&folder, name));
    let arguments: Vec<&str> = paths.iter().flat_map(|path| ["--engine", path]).collect();
    let board = Board::open(&folder, &arguments);
    (folder, board)
}

/// Begins a game against an engine, with further values, and waits until it is ready.
fn begin(board: &Board, page: &mut Page, engine: &str, more: &Value) -> Value {
    let mut act = json!({"act": "new", "game": "shogi", "side": "black", "players": [engine]});
    act.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    board.done(&act);
    page.state(|state| state["players"][1]["name"] == engine && state["isWaiting"] == false && plies(state) == 0)
}

fn play(board: &Board, state: &Value, usi: &str) {
    board.done(&json!({"act": "move", "move": usi, "turn": state["turn"]}));
}

fn log(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.join(name).with_extension("log")).unwrap()
}

#[test]
fn an_engine_plays_against_a_person() {
    let (folder, mut board) = seated("board-engine", &[("good", Script::GOOD)]);
    let mut page = board.listen("en");
    let state = begin(&board, &mut page, "good", &json!({"clock": {"main": 600}}));
    assert_eq!((&state["players"][0]["isPerson"], &state["players"][1]["isEngine"]), (&json!(true), &json!(true)));
    assert_eq!(page_greeting(&board)["engines"], json!(["good"]));
    play(&board, &state, "7g7f");
    let state = page.after(2);
    assert_eq!((&state["tree"][2]["text"], &state["players"][1]["isEngine"]), (&json!("P-3d"), &json!(true)));
    assert_eq!(state["clock"]["running"], "black");
    board.done(&json!({"act": "resign", "turn": state["turn"]}));
    page.state(|state| !state["result"].is_null());
    board.program.wait_until("the engine hears the result", || log(&folder, "good") == "usinewgame\ngameover win\n");
    let turn = board.state()["turn"].clone();
    board.done(&json!({"act": "take-back", "turn": turn}));
    let state = page.state(|state| state["result"].is_null());
    board.done(&json!({"act": "take-back", "turn": state["turn"]}));
    play(&board, &page.after(0), "2g2f");
    page.after(2);
    assert_eq!(log(&folder, "good"), "usinewgame\ngameover win\nusinewgame\n");
}

fn page_greeting(board: &Board) -> Value {
    board.listen("en").event("hello", |_| true)
}

/// Lets players without a person begin a game.
fn watch(board: &Board, players: &Value) {
    board.done(&json!({"act": "new", "game": "shogi", "side": "neither", "level": -10, "players": players}));
}

#[test]
fn engines_and_levels_play_each_other() {
    let first =
        Script { go: "case $place in *moves*) echo bestmove resign;; *) echo bestmove 7g7f;; esac", ..Script::GOOD };
    let (folder, mut board) = seated("board-engines", &[("first", first), ("second", Script::GOOD)]);
    let mut page = board.listen("en");
    watch(&board, &json!(["first", "second"]));
    let state = page.state(|state| state["players"][1]["name"] == "second" && !state["result"].is_null());
    assert_eq!((plies(&state), &state["result"]), (2, &json!("White wins by resignation.")));
    // One engine on both sides has two processes.
    watch(&board, &json!(["first"]));
    let state = page.state(|state| state["players"][1]["name"] == "first" && !state["result"].is_null());
    assert_eq!((plies(&state), &state["result"]), (1, &json!("Black wins by resignation.")));
    watch(&board, &json!(["first", -10]));
    let state = page.state(|state| plies(state) == 2 && !state["result"].is_null());
    assert_eq!(state["players"][1]["name"], "Kumataka (level -10, 20 kyu)");
    // Each game began as soon as the last one had ended.
    let has_heard = || log(&folder, "first").matches("lose").count() == 3;
    board.program.wait_until("the engines hear all results", has_heard);
}

#[test]
fn the_program_plays_as_an_engine_of_its_own() {
    let folder = support::folder("board-self");
    let arguments = ["--engine", "A=self,USI_Hash=1", "--engine", "B=self,USI_Hash=1"];
    let board = Board::open(&folder, &arguments);
    let mut page = board.listen("en");
    let mate = json!({"act": "new", "game": "shogi", "side": "neither", "players": ["A", "B"], "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"});
    board.done(&mate);
    let state = page.state(|state| state["players"][0]["name"] == "A" && !state["result"].is_null());
    assert_eq!((plies(&state), &state["result"]), (1, &json!("Black wins by mate.")));
    board.done(&json!({"act": "new", "game": "torishogi", "side": "white", "players": ["B"]}));
    let state = page.state(|state| state["scene"]["game"] == "torishogi" && plies(state) == 1);
    assert_eq!(state["players"][0]["name"], "B");
}

#[test]
fn an_engine_of_cecp_plays() {
    let folder = support::folder("board-cecp");
    let script = "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
        protover) echo 'feature ping=1 setboard=1 usermove=1 variants=\"shogi\" colors=0 sigint=0 done=1';;\n\
        ping) echo pong $rest;;\nusermove) echo move c7c6;;\nquit) exit;;\nesac; done\n";
    fs::write(folder.join("cecp"), script).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(folder.join("cecp")).status().unwrap().success());
    let board = Board::open(&folder, &["--engine", "./cecp,protocol=cecp"]);
    let mut page = board.listen("en");
    let state = begin(&board, &mut page, "cecp", &json!({}));
    play(&board, &state, "2g2f");
    assert_eq!(page.after(2)["tree"][2]["text"], "P-7d");
}

#[test]
fn faults_of_engines_are_named_and_lose_nothing() {
    let late = "while read -r word && [ $word != stop ]; do :; done; echo bestmove 3c3d";
    let scripts = [
        ("cheat", Script { go: "echo bestmove 3c3f", ..Script::GOOD }),
        ("late", Script { go: late, ..Script::GOOD }),
        ("dead", Script { go: "exit 1", ..Script::GOOD }),
        ("silent", Script { go: ":", ..Script::GOOD }),
        ("mad", Script { go: "echo bestmove hello", ..Script::GOOD }),
    ];
    let (_folder, board) = seated("board-faults", &scripts);
    let mut page = board.listen("en");
    let expected = [
        ("cheat", "cheat played 3c3f, which is against the rules.", "You win: an illegal move."),
        ("late", "late answered too late: ", "You win on time."),
        ("dead", "dead plays no more (ended by itself", "The game is broken off."),
        ("silent", "silent plays no more (no bestmove within", "The game is broken off."),
        ("mad", "mad plays no more (bestmove hello).", "The game is broken off."),
    ];
    for (engine, news, result) in expected {
        let state = begin(&board, &mut page, engine, &json!({"clock": {"byoyomi": 1}}));
        play(&board, &state, "7g7f");
        let state = page.state(|state| !state["result"].is_null());
        assert!(state["news"].as_str().unwrap().starts_with(news), "{engine}: {}", state["news"]);
        assert_eq!((&state["result"], plies(&state)), (&json!(result), 1), "{engine}");
        assert_eq!(state["can"]["goOn"], result.contains("broken"), "{engine}");
        board.done(&json!({"act": "take-back", "turn": state["turn"]}));
        page.after(0);
    }
    let japanese = board.listen("ja").state(|_| true);
    assert!(japanese["news"].is_null(), "{japanese}");
}

#[test]
fn a_broken_game_goes_on() {
    // It dies once.
    let go = "if [ -e died ]; then echo bestmove 3c3d; else touch died; exit 1; fi";
    let (_folder, board) = seated("board-broken", &[("frail", Script { go, ..Script::GOOD })]);
    let (mut page, mut japanese) = (board.listen("en"), board.listen("ja"));
    let state = begin(&board, &mut page, "frail", &json!({}));
    assert_eq!(board.act(&json!({"act": "go-on", "turn": state["turn"]})).refused(), "The game is not broken off.");
    play(&board, &state, "7g7f");
    let state = page.state(|state| state["can"]["goOn"] == true);
    let news = japanese.state(|state| !state["news"].is_null())["news"].clone();
    assert_eq!(news, "frail が止まりました（プログラムが終了コード1で終了しました）。");
    board.done(&json!({"act": "go-on", "turn": state["turn"]}));
    let state = page.after(2);
    assert_eq!((&state["result"], &state["tree"][2]["text"]), (&Value::Null, &json!("P-3d")));
}

#[test]
fn the_program_plays_for_an_engine_that_does_not_start() {
    let (folder, board) = seated("board-no-start", &[("gone", Script { usi: "exit 3", ..Script::GOOD })]);
    let mut page = board.listen("en");
    board.done(&json!({"act": "new", "game": "shogi", "side": "white", "level": -10, "players": ["gone"]}));
    let state = page.state(|state| plies(state) == 1);
    let news = state["news"].as_str().unwrap();
    assert!(
        news.contains("gone: ended by itself") && news.ends_with("(level -10, 20 kyu) plays in its place."),
        "{news}"
    );
    assert_eq!((&state["players"][0]["isEngine"], &state["isWaiting"]), (&json!(false), &json!(false)));
    let refused = board.act(&json!({"act": "new", "game": "shogi", "side": "white", "players": ["nobody"]}));
    assert_eq!(refused.refused(), "The engine \"nobody\" is not on the command line (--engine)");
    let again = ["board", "--no-open", "--engine", "a=./gone", "--engine", "a=self"];
    let output = Command::new(env!("CARGO_BIN_EXE_kumataka")).args(again).current_dir(&*folder).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains("two engines are called \"a\""), "{error}");
}

#[test]
fn a_kept_game_remembers_its_engine() {
    let (folder, mut board) = seated("board-kept", &[("good", Script::GOOD)]);
    let mut page = board.listen("en");
    let state = begin(&board, &mut page, "good", &json!({"level": -10, "clock": {"main": 600}}));
    play(&board, &state, "7g7f");
    page.after(2);
    board.program.kill().unwrap();
    board.program.wait().unwrap();
    let board = Board::open(&folder, &["--engine", "./good"]);
    let state = board.listen("en").state(|state| state["isWaiting"] == false);
    assert_eq!((plies(&state), &state["players"][1]["name"], &state["news"]), (2, &json!("good"), &Value::Null));
    drop(board);
    let board = Board::open(&folder, &[]);
    let state = board.state();
    assert_eq!(state["players"][1]["name"], "Kumataka (level -10, 20 kyu)");
    let told =
        "The engine \"good\" is not on the command line (--engine). Kumataka (level -10, 20 kyu) plays in its place.";
    assert_eq!((plies(&state), &state["news"]), (2, &json!(told)));
    play(&board, &state, "2g2f");
    board.listen("en").after(4);
}

#[test]
fn engines_end_with_the_program() {
    let usi = "echo $$ > pid; echo usiok";
    let go = "sleep 1000";
    let (folder, board) = seated("board-ends", &[("slow", Script { usi, go })]);
    let mut page = board.listen("en");
    let state = begin(&board, &mut page, "slow", &json!({}));
    play(&board, &state, "7g7f");
    page.after(1);
    let id = fs::read_to_string(folder.join("pid")).unwrap();
    let lives = || Command::new("kill").args(["-0", id.trim()]).output().unwrap().status.success();
    assert!(lives());
    board.program.signal("-INT");
    assert!(board.program.output().status.success());
    assert!(!lives());
}

#[test]
fn a_network_of_another_game_is_refused() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/src/variants/tori/network.kmt");
    let refused = |eval: &str| {
        let arguments = ["board", "--no-open", "--eval", eval];
        let output = Command::new(env!("CARGO_BIN_EXE_kumataka")).args(arguments).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(network).contains("the network is for torishogi, not for shogi"), "{}", refused(network));
    assert!(refused("missing.kmt").contains("missing.kmt: "));
    let (_folder, board) = Board::alone("board-eval", &["--variant", "torishogi", "--eval", network]);
    let mut page = board.listen("en");
    board.begin(&mut page, "torishogi", "white");
    page.after(1);
}
