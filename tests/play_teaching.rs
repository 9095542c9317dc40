//! What `kumataka play` teaches, with lines from a pipe: mate problems, the coach, the review.

use crate::support::{self, Folder, assert_in_order};
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A mate in one, a mate in five with a second solution, and a mate in one by White.
const PROBLEMS: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n\
                        7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\n\
                        9/9/9/9/9/9/4p4/9/4K4 w g 1\n";

/// What the program says to some lines, with its states and files in `folder`.
fn play(folder: &Folder, arguments: &str, lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kumataka"))
        .arg("play")
        .args(arguments.split_whitespace())
        .current_dir(folder.as_os_str())
        .env("XDG_STATE_HOME", folder.as_os_str())
        .env("HOME", folder.as_os_str())
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended early reads no more, and its answer tells why.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn problems_are_solved_refuted_and_counted() {
    let folder = support::folder("play-problems");
    fs::write(folder.join("problems.sfen"), PROBLEMS).unwrap();
    let told = play(&folder, "problems.sfen --usi", "G*4b\n9c9d\nG*5b\nsolution\nG*5h\n");
    assert_in_order(
        &told,
        &[
            "1/3 problems.sfen:1: mate in 1",
            "hint, solution, help",
            "G*4b 5a4b: there is no mate any more",
            "1/3 problems.sfen:1: mate in 1",
            "There is no piece on that square.",
            "G*5b: solved.",
            "2/3 problems.sfen:2: mate in 5",
            "2/3 problems.sfen:2: mate in 5: 4b3a",
            "3/3 problems.sfen:3: mate in 1",
            "G*5h: solved.",
            "3 of 3: 1 solved at once, 1 after errors or hints, 1 left.",
        ],
    );
}

#[test]
fn problems_go_on_where_they_were_left() {
    let folder = support::folder("play-problems-resumed");
    fs::write(folder.join("problems.txt"), PROBLEMS).unwrap();
    let told = play(&folder, "--problems problems.txt --usi", "G*5b\n4b3a\n");
    assert_in_order(&told, &["4b3a 2b3a", "1 of 3: 1 solved at once", "--resume"]);
    for arguments in ["--problems --resume", "--problems problems.txt --resume"] {
        assert_in_order(&play(&folder, arguments, ""), &["2/3 problems.txt:2", "1 of 3: 1 solved at once"]);
    }
    let told = play(&folder, "--problems --resume --usi", "hint\nnext\nhint\nG*5h\n");
    assert_in_order(
        &told,
        &["Move the bishop on 4b.", "3/3", "3 of 3: 1 solved at once, 1 after errors or hints, 1 left."],
    );
    assert_in_order(&play(&folder, "--problems --resume --usi", ""), &["1/3", "0 of 3"]);
}

#[test]
fn what_was_solved_before_is_not_lost() {
    let folder = support::folder("play-problems-kept");
    fs::write(folder.join("problems.sfen"), PROBLEMS).unwrap();
    play(&folder, "problems.sfen", "G*5b\n");
    // Whoever forgets --resume and leaves again has lost nothing.
    assert_in_order(&play(&folder, "problems.sfen", "quit\n"), &["1/3", "0 of 3", "--resume"]);
    assert_in_order(&play(&folder, "problems.sfen --resume", ""), &["2/3", "1 of 3: 1 solved at once"]);
}

#[test]
fn a_lost_mate_is_told_by_the_coach_and_in_the_review() {
    let folder = support::folder("play-coach");
    fs::write(folder.join("game.usi"), "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n").unwrap();
    let told =
        play(&folder, "game.usi --both --coach", "5i5h\nreview\nanalyse page.html\nanalyse page.html\nn\nresign\ny\n");
    assert_in_order(
        &told,
        &[
            "1 K-5h: ",
            "lets mate in 1 go (G*5b, gold at the king's head)",
            "Black: accuracy ",
            "page.html is written.",
            "page.html exists; give another name.",
            "Black wins by resignation.",
        ],
    );
    assert!(fs::read_to_string(folder.join("page.html")).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn a_mate_that_takes_longer_is_right_and_the_shorter_one_is_told() {
    let folder = support::folder("play-longer");
    fs::write(folder.join("problems.sfen"), "8k/9/7PP/9/9/9/9/9/9 b 2G 1\n").unwrap();
    let told = play(&folder, "problems.sfen --usi", "G*2a\nG*2b\n");
    let solved = "G*2b: solved. There was a shorter mate, in 1.";
    assert_in_order(&told, &["mate in 1", "G*2a 1a2a", solved, "1 of 1: 1 solved at once"]);
    let told = play(&folder, "problems.sfen --lang ja --usi", "G*2a\nG*2b\n");
    assert_in_order(&told, &["正解です。", "もっと短い1手詰がありました。"]);
    assert!(!play(&folder, "problems.sfen --usi", "G*1b\n").contains("shorter"));
}

#[test]
fn pieces_and_rules_are_told_at_the_table() {
    let folder = support::folder("play-pieces");
    let told = play(&folder, "--both --lang en", "piece 2h\npiece lance\npiece 5e\nrules\nmoves 2h\nmoves 5e\nmoves\n");
    assert_in_order(
        &told,
        &[
            "飛 rook\nhisha\n> 龍 dragon\n",
            "香 lance\nkyō\n> 杏 promoted lance\n",
            "\"5e\" is no piece and no square with one",
            "Mate the other king",
            // The rook goes to six squares of its rank.
            "v飛",
            "〇",
            "\"5e\" is no piece",
            "moves SQUARE: ",
        ],
    );
    assert!(!told.contains("neither a move"), "{told}");
    let told = play(&folder, "--both --lang ja --variant dobutsu", "駒\n駒 ２三\n規則\n動き ２三\n");
    assert_in_order(&told, &["ぞ ぞう\n", "ひ ひよこ\nひよこ\n> に にわとり\n", "相手のライオンを取れば勝ち", "x"]);
    let folder = support::folder("play-pieces-problem");
    fs::write(folder.join("problems.sfen"), PROBLEMS).unwrap();
    let told = play(&folder, "problems.sfen --lang en", "piece 5c\nrules\n");
    assert_in_order(&told, &["歩 pawn\nfu\n> と tokin\n", "Mate the other king"]);
}
