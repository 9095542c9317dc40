//! The questions before a game without arguments.

use super::Player;
use std::fs;

const GRADE: &str = "Your grade";
const LEVEL: &str = "Level";

/// Types a line and waits for a question that begins so.
fn answer(table: &super::Terminal, line: &str, question: &str) -> String {
    table.press(format!("{line}\r"));
    table.question(question)
}

#[test]
fn a_grade_and_a_level_lead_to_a_handicap() {
    let player = Player::new("questions");
    let table = player.sit(&[]);
    table.question(GRADE);
    assert!(answer(&table, "strong", GRADE).contains("Type a grade like 9k or 1d"));
    answer(&table, "15k", LEVEL);
    assert!(answer(&table, "99", LEVEL).contains("Levels are numbers"));
    answer(&table, "1d", "Handicap 6-piece? [Y/n]");
    assert!(answer(&table, "perhaps", "Handicap 6-piece? [Y/n]").contains("Yes or no?"));
    table.answer("y", "2>");
    assert!(table.answer("save handicap.usi", "2>").contains("is written"));
    let record = fs::read_to_string(player.folder.join("handicap.usi")).unwrap();
    assert!(record.contains("sfen 2sgkgs2/9/ppppppppp/"), "{record}");
}

#[test]
fn whoever_declines_a_handicap_is_asked_for_a_side() {
    let player = Player::new("declined");
    let table = player.sit(&["--lang", "ja"]);
    table.question("あなたの棋力");
    answer(&table, "１５級", "強さ");
    answer(&table, "初段", "六枚落ちで指しますか");
    answer(&table, "いいえ", "先手か後手か");
    assert!(answer(&table, "上手", "先手か後手か").contains("のどれかで"));
    let screen = table.answer("後手", "2>");
    assert!(screen.contains("後手 あなた"), "{screen}");
}

#[test]
fn empty_answers_are_enough() {
    let player = Player::new("empty-answers");
    let table = player.sit(&[]);
    table.question(GRADE);
    answer(&table, "", LEVEL);
    answer(&table, "", "Black, white or by lot?");
    table.press("\r");
    table.any_prompt();
    table.text("You");
}

#[test]
fn a_beginner_is_offered_the_easiest_level() {
    let player = Player::new("beginner");
    let table = player.sit(&[]);
    table.question(GRADE);
    assert!(answer(&table, "I don't know", LEVEL).contains("or a grade [-10]"));
    answer(&table, "", "Black, white or by lot?");
    table.press("furigoma\r");
    table.any_prompt();
    let screen = table.text("Furigoma: ");
    let pawns = screen.lines().find_map(|line| line.split_once("Furigoma: ")).unwrap().1;
    let (pawns, side) = pawns.split_once(". You play ").unwrap();
    let count = pawns.matches('歩').count();
    assert_eq!(count + pawns.matches('と').count(), 5, "{pawns}");
    assert!(side.starts_with(if count > 2 { "Black." } else { "White." }), "{pawns} {side}");
}

#[test]
fn whoever_leaves_at_a_question_begins_no_game() {
    for key in ["\x03", "\x04"] {
        let player = Player::new("left-question");
        let table = player.sit(&[]);
        table.question(GRADE);
        answer(&table, "9k", LEVEL);
        table.press(key);
        let end = table.end();
        assert!(end.status.success() && end.has_lines, "{}", end.text);
        assert!(!player.folder.join("state").exists(), "no game was kept");
    }
}

#[test]
fn a_game_from_a_file_has_no_handicap() {
    let player = Player::new("questions-file");
    fs::write(player.folder.join("game.usi"), "startpos moves 7g7f 3c3d\n").unwrap();
    let table = player.sit(&["game.usi"]);
    table.question(GRADE);
    answer(&table, "15k", LEVEL);
    answer(&table, "1d", "Black, white or by lot?");
    table.answer("b", "3>");
}
