//! Mistakes that a person mends: the positions that `analyse --exercises` writes, and those of one game.

use super::{Player, text};
use crate::support;
use std::fs;

/// Black has taken a guarded pawn with the rook.
const ROOK_LOST: &str = "startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+ 3b2c 7g7f\n";
const BEFORE: &str = "lnsgk1snl/1r4gb1/p1ppppp1p/9/1p5R1/9/PPPPPPP1P/1BG6/LNS1KGSNL b Pp 1";

fn said(player: &Player, arguments: &[&str], lines: &str) -> String {
    let output = player.pipe(arguments, lines.as_bytes());
    assert!(output.status.success(), "{output:?}");
    text(&output.stdout)
}

/// An exercise as `analyse --exercises` writes it.
fn exercise(place: &str) -> String {
    format!("# {place}, not 2e2c+: 2e2h\n{BEFORE}\n")
}

fn player(name: &str) -> Player {
    let player = Player::new(name);
    fs::write(player.folder.join("blunders.sfen"), exercise("game.kif, ply 11")).unwrap();
    player
}

#[test]
fn a_try_is_answered_and_the_exercise_comes_back_on_its_day() {
    let player = player("exercise");
    let arguments = ["--exercises", "blunders.sfen", "--usi"];
    let told = said(&player, &arguments, "hint\nhint\n2e2b+\n2e2h\n");
    let expected = [
        "1/1 game.kif, ply 11: find a better move than 2e2c+",
        "Move the rook on 2e.",
        "2e2h",
        "2e2b+: blunder: loses the rook",
        "Try again.",
        "2e2h: good.",
        "1 of 1: 0 solved at once, 1 after errors or hints, 0 left.",
        "1 exercise on a later day, next on 20",
    ];
    support::assert_in_order(&told, &expected);
    let later = said(&player, &arguments, "");
    assert!(later.starts_with("1 exercise on a later day") && !later.contains("1/1"), "{later}");
    let cards = player.folder.join("state/kumataka/exercises-shogi.json");
    let kept = fs::read_to_string(&cards).unwrap();
    let (start, due) = kept.split_once(r#""due":""#).unwrap();
    fs::write(&cards, format!(r#"{start}"due":"2026-01-31{}"#, &due["2026-01-31".len()..])).unwrap();
    let again = said(&player, &arguments, "2e2h\n");
    support::assert_in_order(&again, &["1/1 game.kif", "2e2h: good.", "1 of 1: 1 solved at once"]);
    assert!(fs::read_to_string(&cards).unwrap().contains(r#""row":1"#));
}

#[test]
fn exercises_of_earlier_days_need_no_file() {
    let player = player("exercises-due");
    let none = said(&player, &["--exercises"], "");
    assert!(none.contains("analyse games/ --exercises blunders.sfen"), "{none}");
    let none = said(&player, &["--exercises", "--lang", "ja"], "");
    assert!(none.contains("復習する問題はまだありません"), "{none}");
    said(&player, &["--exercises", "blunders.sfen"], "R-2h\n");
    let later = said(&player, &["--exercises"], "");
    assert!(later.starts_with("1 exercise on a later day"), "{later}");
    let cards = player.folder.join("state/kumataka/exercises-shogi.json");
    let kept = fs::read_to_string(&cards).unwrap();
    let (start, due) = kept.split_once(r#""due":""#).unwrap();
    fs::write(&cards, format!(r#"{start}"due":"2026-01-31{}"#, &due["2026-01-31".len()..])).unwrap();
    fs::remove_file(player.folder.join("blunders.sfen")).unwrap();
    let told = said(&player, &["--exercises"], "solution\n");
    let expected =
        ["1/1 game.kif, ply 11: find a better move than R-2c+", "game.kif, ply 11: find a better move", "R-2h"];
    support::assert_in_order(&told, &expected);
}

#[test]
fn a_folder_holds_exercises_of_many_games() {
    let player = player("exercise-folder");
    let folder = player.folder.join("exercises");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.sfen"), exercise("a.kif, ply 11")).unwrap();
    fs::write(folder.join("b.sfen"), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n").unwrap();
    fs::write(folder.join("game.kif"), "no exercise").unwrap();
    let told = said(&player, &["--exercises", "exercises", "--lang", "ja"], "解答\n金打\n52金打\n");
    let expected = ["1/2 a.kif 11手目: 2e2c+", "2/2 b.sfen:1: 最善手を探してください", "正解です。", "2問中2問"];
    support::assert_in_order(&told.replace("▲２三飛成より", "2e2c+より"), &expected);
}

#[test]
fn the_mistakes_of_a_game_are_asked_at_once() {
    let player = Player::new("mistakes");
    fs::write(player.folder.join("game.usi"), ROOK_LOST).unwrap();
    let next = "next\n".repeat(20);
    let told = said(&player, &["game.usi", "--mistakes", "--black"], &next);
    assert!(told.contains("game.usi, ply 11: find a better move than Rx2c+"), "{told}");
    assert!(!told.contains("game.usi, ply 12"), "White is not meant: {told}");
}

#[test]
fn what_exercises_cannot_use_is_refused() {
    let player = player("refused-exercise");
    fs::write(player.folder.join("broken.sfen"), format!("{BEFORE}\nhello\n")).unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["--exercises", "blunders.sfen", "--level", "5"], "--level is for games"),
        (&["--exercises", "blunders.sfen", "--resume"], "cannot be used with"),
        (&["--exercises", "broken.sfen"], "broken.sfen: line 2: "),
        (&["--mistakes"], "required"),
    ];
    for (arguments, expected) in cases {
        let output = player.pipe(arguments, b"");
        let errors = text(&output.stderr);
        assert!(!output.status.success() && errors.contains(expected), "{arguments:?}: {errors}");
    }
}
