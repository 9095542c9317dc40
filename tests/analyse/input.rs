//! Bad, odd and very long games.

use super::{BLUNDER, MISSED, analyse, data, errors, told, with};
use kumataka::board::Square;
use kumataka::game::{Playable, PlayablePosition as _, Position as _};
use kumataka::record::Score;
use kumataka::rules::{Move, Origin, Rules as _};
use kumataka::variants::Shogi;
use std::fs;
use std::process::Command;

#[test]
fn what_is_no_game_of_this_kind_is_named() {
    let folder = with(&[
        ("game.txt", BLUNDER),
        ("notes.txt", "Notes.\n"),
        ("birds.usi", "startpos moves 3d3c 4b3c\n"),
        ("birds.kif", "手合割：その他\n先手番\n   1 ３三燕(34)\n"),
        ("good.usi", MISSED),
    ]);
    for (file, complaint) in [
        ("notes.txt", "notes.txt: neither its name nor its text tells a format of game records; say which with --from"),
        ("birds.usi", "birds.usi: ply 1: line 1: "),
        ("birds.kif", "birds.kif: "),
    ] {
        let output = analyse(&folder, &format!("{file} good.usi"));
        assert!(errors(&output).contains(complaint), "{file}: {}", errors(&output));
        assert!(
            output.status.code() == Some(1)
                && errors(&output).ends_with("1 of 2 games could not be analysed to the end\n")
        );
        assert!(String::from_utf8(output.stdout).unwrap().contains("good.usi\n"), "{file}");
    }
    told(&analyse(&folder, "game.txt"));
    told(&analyse(&folder, "game.txt --from usi"));
}

#[test]
fn a_game_without_moves_has_a_page_and_is_summed_up() {
    let folder = with(&[("empty.usi", "startpos\n")]);
    told(&analyse(&folder, "empty.usi --html page.html --summary summary.html --problems none.sfen"));
    let page = data(&fs::read_to_string(folder.join("page.html")).unwrap());
    assert_eq!(page["nodes"].as_array().unwrap().len(), 1);
    let summary = fs::read_to_string(folder.join("summary.html")).unwrap();
    assert!(summary.contains("<p>1 game</p>") && summary.contains("There was no blunder."));
    assert_eq!(fs::read_to_string(folder.join("none.sfen")).unwrap(), "");
}

/// Black gives check for ever and has lost by that, so that White, who is to move, has won.
#[test]
fn who_has_won_is_told_where_the_game_is_over() {
    let rounds = "5b4b 5h4h 4b5b 4h5h ".repeat(3);
    let game = format!("sfen 9/4k4/9/9/9/9/9/R8/K8 b - 1 moves 9h5h {}\n", rounds.trim_end());
    let folder = with(&[("game.usi", &game)]);
    let text = told(&analyse(&folder, "game.usi --out game.kifu"));
    let last = text.lines().find(|line| line.starts_with("  13 ")).unwrap();
    assert!(last.contains(" mate-0 ") && last.contains("->   0 %"), "{last}");
    let record = super::read(&folder.join("game.kifu"));
    let last = record.main_line().nth(12).unwrap();
    assert_eq!(record.node(last).score(), Some(Score::Mate { black_wins: false, plies: Some(0) }));
}

/// A walk of pieces that can go back, without captures and over so many positions that none comes four times.
fn wandering(plies: usize) -> Vec<Move> {
    let mut position = Shogi.start();
    let mut choice = 1_u32;
    let mut moves = Vec::new();
    while moves.len() < plies {
        let is_quiet = |m: &Move| {
            let Origin::Board(from) = m.origin() else { return false };
            let home = |square: Square| if moves.len() % 2 == 0 { square.rank() > 5 } else { square.rank() < 3 };
            position.piece(m.to()).is_none()
                && !m.promotes()
                && home(m.to())
                && !"PLN".contains(letter(&position, from))
        };
        let legal = position.legal();
        let quiet: Vec<Move> = legal.as_ref().iter().copied().filter(is_quiet).collect();
        choice = choice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let m = quiet[(choice >> 8) as usize % quiet.len()];
        position.make(m, &mut ());
        moves.push(m);
    }
    moves
}

fn letter(position: &<Shogi as kumataka::game::Game>::Position, square: Square) -> char {
    char::from(Shogi.spec().kinds[position.piece(square).kind().index()].letter)
}

#[test]
fn a_game_of_3000_plies_is_analysed_to_its_end() {
    let moves: Vec<String> = wandering(3_000).into_iter().map(|m| Shogi.usi(m).to_string()).collect();
    let folder = with(&[("long.usi", &format!("startpos moves {}\n", moves.join(" ")))]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["analyse", "long.usi", "--nodes", "20", "--hash", "8", "--html", "long.html", "--out", "long.kif"]);
    told(&command.args(["--json", "long.jsonl", "--summary", "summary.html"]).current_dir(&*folder).output().unwrap());
    let page = fs::read_to_string(folder.join("long.html")).unwrap();
    assert_eq!(data(&page)["nodes"].as_array().unwrap().len(), 3_001);
    assert!(page.contains("<tr id=\"p3000\""));
    assert_eq!(super::read(&folder.join("long.kif")).main_line().count(), 3_000);
    assert_eq!(super::json(&folder.join("long.jsonl")).len(), 3_001);
    assert!(fs::read_to_string(folder.join("summary.html")).unwrap().contains("<th scope=\"row\">201–</th>"));
}

/// The one page, the one record and the lines say how far the analysis came.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_one_file_that_says_so() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = with(&[("game.usi", BLUNDER)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let outputs = ["--html", "page.html", "--out", "game.kifu", "--json", "game.jsonl", "--summary", "summary.html"];
    command.args(["analyse", "game.usi", "--movetime", "1.5"]).args(outputs).current_dir(&*folder);
    let mut running = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let has_lines = || fs::read_to_string(folder.join("game.jsonl")).is_ok_and(|text| text.contains('\n'));
    running.wait_until("a ply is told", has_lines);
    running.signal("-INT");
    let output = running.output();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).ends_with("kumataka: stopped by Ctrl-C after 0 of 1 file\n"), "{}", errors(&output));
    let json = super::json(&folder.join("game.jsonl"));
    let (plies, last) = (json.len() - 1, json.last().unwrap());
    assert!((1..13).contains(&plies) && last["complete"] == false && last["plies"] == plies, "{last}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains(&format!("The analysis was stopped after ply {plies}.")));
    assert_eq!(data(&page)["nodes"].as_array().unwrap().len(), plies + 1);
    assert!(
        fs::read_to_string(folder.join("game.kifu")).unwrap().contains(&format!("analysis stopped after ply {plies}"))
    );
    assert!(fs::read_to_string(folder.join("summary.html")).unwrap().contains("<p>1 game</p>"));
}
