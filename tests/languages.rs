//! A run in one language has no word of the other.

use crate::support::folder;
use kumataka::record::header;
use std::process::{Command, Stdio};

/// The standard output and, after it, the standard error.
fn said(locale: &str, arguments: &[&str]) -> String {
    let program = Command::new(env!("CARGO_BIN_EXE_kumataka"))
        .args(arguments)
        .env("LC_ALL", locale)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8([program.stdout, program.stderr].concat()).unwrap()
}

/// Words in Latin letters that Japanese output may have: options, positions, squares, and what is not English.
fn is_neutral(word: &str) -> bool {
    let is_position = word.contains('/');
    is_position || word.len() < 3 || ["Elo", "SFEN", "USI", "movetime", "nodes", "sfen"].contains(&word)
}

fn english_words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '/' || c == '+'));
    words.filter(|word| word.chars().any(|c| c.is_ascii_alphabetic()) && !is_neutral(word)).collect()
}

const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
const COOKED: &str = "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1";

#[test]
fn english_words_are_found_in_japanese() {
    assert_eq!(english_words("1手詰 G*5b, mate in 1（4k4/9/4P4 b G 1）"), ["mate"]);
}

#[test]
fn problems_are_solved_in_japanese() {
    let problems = [MATE_IN_ONE, NO_MATE, COOKED];
    for problem in problems {
        for options in [&[][..], &["--check-unique"], &["--show"], &["--nodes", "1"]] {
            let text = said("ja_JP.UTF-8", &[&["mate", problem][..], options].concat());
            let name = text.replace(problem, "");
            assert_eq!(english_words(&name), [""; 0], "{text}");
        }
    }
    let text = said("ja_JP.UTF-8", &["mate", MATE_IN_ONE, "--check-unique"]);
    assert!(text.contains("1手詰 ▲５二金（"), "{text}");
    assert!(text.contains("詰み1問（1手詰1問）、不詰0問、未解決0問、"), "{text}");
    assert!(said("ja_JP.UTF-8", &["mate", NO_MATE]).contains("不詰（"));
    let text = said("C.UTF-8", &["mate", MATE_IN_ONE, "--lang", "ja"]);
    assert!(text.contains("1手詰"), "an option is stronger than the environment: {text}");
    assert!(said("ja_JP.UTF-8", &["mate", MATE_IN_ONE, "--lang", "en"]).contains("mate 1 "));
}

#[test]
fn solutions_are_written_in_japanese() {
    let folder = folder("languages-solutions");
    let file = folder.join("問題.kifu");
    let text = said("ja_JP.UTF-8", &["mate", COOKED, "--check-unique", "--out", file.to_str().unwrap()]);
    assert!(text.contains("解答1問を"), "{text}");
    let record = std::fs::read_to_string(&file).unwrap();
    let comments: Vec<&str> = record.lines().filter(|line| line.starts_with('*')).collect();
    assert!(comments.iter().any(|comment| comment.ends_with("手詰")), "{record}");
    let words: Vec<&str> = comments.iter().flat_map(|comment| english_words(comment)).collect();
    assert_eq!(words, [""; 0], "{record}");
    assert!(record.contains(header::SOURCE));
}

#[test]
fn positions_are_shown_in_japanese() {
    for position in ["startpos moves 7g7f 3c3d", MATE_IN_ONE, "startpos moves 7g7e"] {
        let text = said("ja_JP.UTF-8", &["show", position]);
        let board: String = text.lines().filter(|line| !line.starts_with("sfen")).collect();
        assert_eq!(english_words(&board), [""; 0], "{text}");
    }
}

#[test]
fn levels_and_handicaps_are_listed_in_either_language() {
    let levels = said("ja_JP.UTF-8", &["levels"]);
    assert!(levels.starts_with("レベル") && levels.contains("初段"), "{levels}");
    assert_eq!(english_words(&levels), [""; 0]);
    assert!(said("C.UTF-8", &["levels"]).is_ascii());
    for game in ["shogi", "torishogi", "chushogi"] {
        let arguments = ["handicaps", "--variant", game];
        assert!(said("C.UTF-8", &arguments).is_ascii());
        let list = said("ja_JP.UTF-8", &arguments);
        // Positions come after the names.
        let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(names.len() > 2 && names.iter().all(|name| english_words(name).is_empty()), "{list}");
    }
    assert!(said("ja_JP.UTF-8", &["handicaps"]).lines().any(|line| line.starts_with("六枚落ち")));
}
