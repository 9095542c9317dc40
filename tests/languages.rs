//! A run in one language has no word of the other.

mod command_line;

use crate::support::{Folder, folder};
use kumataka::record::header;
use kumataka::variants::Variant;
use std::fs;
use std::io::Write as _;
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

/// Words in Latin letters that Japanese output may have: options, commands, names of files, positions, squares, and what
/// is not English.
fn is_neutral(word: &str) -> bool {
    let is_typed = word.starts_with("--") || word == "kumataka" || word.contains(['.', '/']);
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    let is_game = word.parse::<Variant>().is_ok();
    is_typed
        || is_game
        || letters < 3
        || [
            "Elo",
            "FESA",
            "SFEN",
            "USI",
            "movetime",
            "nodes",
            "sfen",
            "usi",
            "Ctrl-C",
            "play",
            "handicaps",
            "EnteringKingRule",
        ]
        .contains(&word)
}

fn english_words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "/+-.".contains(c)));
    words.filter(|word| word.chars().any(|c| c.is_ascii_alphabetic()) && !is_neutral(word)).collect()
}

/// Black takes a guarded pawn with the rook.
const BLUNDER: &str = "startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+ 3b2c 7g7f\n";
/// Black could mate by a gold.
const MISSED: &str = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*9e 5a4b\n";

/// Analyses games for the terminal, and one of them for all files; returns the folder and the lines of both runs.
fn analysed(locale: &str, options: &str) -> (Folder, String) {
    let folder = folder("languages-analyse");
    fs::write(folder.join("1.usi"), BLUNDER).unwrap();
    fs::write(folder.join("2.usi"), MISSED).unwrap();
    let run = |line: &str| {
        let program = folder.command(line).env("LC_ALL", locale).output().unwrap();
        String::from_utf8([program.stdout, program.stderr].concat()).unwrap()
    };
    let told = run("analyse 1.usi 2.usi --nodes 500");
    let files = run(&format!("analyse 1.usi --nodes 500 --out 1.kifu --html 1.html --summary 2.html {options}"));
    (folder, told + &files)
}

/// The text of a page that its reader sees.
fn seen(page: &str) -> String {
    let mut text = page.to_owned();
    for element in ["script", "style", "title"] {
        while let Some(start) = text.find(&format!("<{element}")) {
            let end = format!("</{element}>");
            let length = text[start..].find(&end).unwrap() + end.len();
            text.replace_range(start..start + length, "");
        }
    }
    text.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| format!("{text} ")).collect()
}

/// Kana and kanji, but for the names of files.
fn japanese_letters(text: &str) -> String {
    let is_japanese = |c: &char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    text.chars().filter(is_japanese).collect()
}

/// Comments of a record but for the scores, which have the form of ShogiGUI in any language.
fn comments(record: &str) -> String {
    let lines = record.lines().filter(|line| line.starts_with('*') && !line.starts_with("**"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn analyses_are_written_in_japanese() {
    let (folder, told) = analysed("ja_JP.UTF-8", "");
    assert_eq!(english_words(&told), [""; 0], "{told}");
    for wanted in ["各手の前後の評価値", "悪手：歩と引き換えに飛を失う", "1手詰を逃す", "勝負の分かれ目", "先手  100 %"]
    {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    let remarks = comments(&fs::read_to_string(folder.join("1.kifu")).unwrap());
    assert!(remarks.contains("悪手：") && remarks.contains("序盤 ▲"), "{remarks}");
    assert_eq!(english_words(&remarks), [""; 0], "{remarks}");
    for page in ["1.html", "2.html"] {
        let text = seen(&fs::read_to_string(folder.join(page)).unwrap());
        let text = text.split("Kumataka").next().unwrap();
        let words = english_words(text);
        // Names of keys.
        let words: Vec<&str> = words.into_iter().filter(|word| !["Home", "End"].contains(word)).collect();
        assert_eq!(words, [""; 0], "{page}: {text}");
    }
}

#[test]
fn analyses_are_written_in_english() {
    let (folder, told) = analysed("C.UTF-8", "--letters");
    assert_eq!(japanese_letters(&told), "", "{told}");
    assert!(told.contains("scores before and after each move") && told.contains("turning points: "), "{told}");
    let remarks = comments(&fs::read_to_string(folder.join("1.kifu")).unwrap());
    assert!(remarks.contains("blunder: loses the rook for a pawn (Gx2c)"), "{remarks}");
    assert_eq!(japanese_letters(&remarks), "", "{remarks}");
    for page in ["1.html", "2.html"] {
        let text = seen(&fs::read_to_string(folder.join(page)).unwrap());
        assert_eq!(japanese_letters(&text), "", "{page}: {text}");
    }
}

/// Command lines that fail, each with a part of what is said.
const FAILURES: &[(&str, &str)] = &[
    ("show none.kif", "「none.kif」はファイルでも局面でもありません：「none.kif」は局面や指し手ではありません"),
    ("show 1.usi --ply 99", "この棋譜は13手までです"),
    ("show 1.usi --game 5", "1.usiの棋譜は1局です"),
    ("show startpos --moves 5e", "「5e」に駒はありません"),
    ("show startpos --arrow 7g7e --svg", "その駒はそこへ動けません"),
    ("show startpos --pieces ideograms", "--svg か --png も指定してください"),
    ("show --setup ohashi --variant torishogi", "--variant を外してください"),
    ("mate none.sfen", "ファイルでも局面でもありません"),
    ("mate bad.sfen", "盤の段数が9ではなく1です"),
    ("analyse none.usi", "そのようなファイルやフォルダはありません"),
    ("analyse foul.usi --nodes 10", "反則です：その駒はそこへ動けません。その前の手までを解析します"),
    ("analyse 1.usi --resume", "--resume は"),
    ("analyse 1.usi --out 1.usi", "すでにあります。上書きするには --force を付けてください"),
    ("rating 1.usi", "対局者の名前がそろっていません"),
    ("pieces unicorn", "「unicorn」という駒はありません"),
    ("play 1.usi --resume", "1.usiを外してください"),
    ("play none.kif --both", "そのようなファイルやフォルダはありません"),
    ("play --handicap queen --both", "「queen」という手合割はありません"),
    ("play --rule gold --both", "選べる規則「gold」はありません"),
    ("play --engine ./none --black", "./none：そのようなファイルやフォルダはありません"),
    ("play --engine absent --black", "エンジンabsent：起動できません：そのような"),
    ("play 1.usi --both --engine ./none", "同時に指定できません"),
    ("analyse 1.usi --eval 1.usi", "知っている形式の評価関数ではありません"),
    ("analyse 1.usi --eval old.kmt", "この評価関数は使えません（形式のバージョン9を知りません）"),
    ("mate foul.usi --part 8 --into parts", "--part 1/8 のように番号も書いてください"),
];

/// Variables that number the parts of a job.
const VARIABLES: &str = "SLURM_ARRAY_TASK_ID_JOB_COMPLETION_INDEX";
/// The head of a network of a later version.
const OLD_NETWORK: &str = "KUMATAKA\x09\0\0\0";

/// A record with a line that is no move, and a wrong number.
const ODD_RECORD: &str = "   1 ７六歩(77)\nodd\n   3 ３四歩(33)\n";
const REMARKS: [&str; 2] =
    ["odd.kif：2行目：分からない行を備考として残しました：odd", "odd.kif：3行目：2手目のはずの行に3手目とあります"];

#[test]
fn remarks_on_a_record_are_told_in_japanese() {
    let folder = folder("languages-remarks");
    fs::write(folder.join("odd.kif"), ODD_RECORD).unwrap();
    let converted = ["1個のファイル（1 kif）の1局をcsaに変換しました（", "そのまま読めなかったところが2か所あります"];
    for (line, others) in [("play odd.kif --both", &[][..]), ("convert odd.kif even.csa --verbose", &converted)] {
        let mut command = folder.command(line);
        command.env("LC_ALL", "ja_JP.UTF-8").env("XDG_STATE_HOME", folder.join("state")).stdin(Stdio::null());
        let program = command.output().unwrap();
        let text = String::from_utf8([program.stdout, program.stderr].concat()).unwrap();
        for wanted in REMARKS.iter().chain(others) {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        let words = english_words(&text).into_iter().filter(|word| !["odd", "kif", "csa"].contains(word));
        assert_eq!(words.collect::<Vec<_>>(), [""; 0], "{text}");
    }
}

#[test]
fn games_are_listed_in_either_language() {
    let list = said("ja_JP.UTF-8", &["variants"]);
    for wanted in
        ["torishogi（tori）　禽将棋\n", "    ChuRules：どの規則の中将棋を指すか\n      lishogi、renmei、hachu\n"]
    {
        assert!(list.contains(wanted), "{wanted}: {list}");
    }
    let told = list.lines().filter_map(|line| line.split_once(['　', '：']));
    for (_, text) in told {
        assert_eq!(english_words(text), [""; 0], "{list}");
    }
    let list = said("C.UTF-8", &["variants"]);
    assert!(list.is_ascii() && list.contains("torishogi (tori)\n"), "{list}");
}

#[test]
fn failures_are_told_in_japanese() {
    let folder = folder("languages-failures");
    let files = [("1.usi", BLUNDER), ("foul.usi", "startpos moves 7g7f 3c3d 2g2d\n")];
    let bad = [("bad.sfen", "sfen 9 b - 1\n"), ("old.kmt", OLD_NETWORK)];
    for (name, text) in files.into_iter().chain(bad) {
        fs::write(folder.join(name), text).unwrap();
    }
    for (line, wanted) in FAILURES {
        let program = folder.command(line).env("LC_ALL", "ja_JP.UTF-8").output().unwrap();
        let text = String::from_utf8(program.stderr).unwrap();
        assert!(text.contains(wanted), "{line}: {text}");
        let typed: Vec<&str> = line.split(' ').chain(VARIABLES.split('_')).collect();
        let words: Vec<&str> = english_words(&text).into_iter().filter(|word| !typed.contains(word)).collect();
        assert_eq!(words, [""; 0], "{line}: {text}");
    }
}

/// Everything that a person types at a table, with mistakes.
const TYPED: &str = "ヘルプ\n76歩\n55玉\nhello\nヒント\nヒント\n形勢\n狙い\n駒 竜\n動き 3z\n保存 x\nレベル 99\n読込 none.kif\n\
    点数\n待った\n進める\n引き分け\n宣言\nコーチ\n26歩\n投了\nはい\n感想戦\n新規\nはい\n終了\n";

#[test]
fn a_table_speaks_japanese() {
    let folder = folder("languages-table");
    let mut command = folder.command("play --level -10 --black");
    command.env("LC_ALL", "ja_JP.UTF-8").env("XDG_STATE_HOME", folder.join("state"));
    let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(TYPED.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let words = english_words(&text).into_iter().filter(|word| !["Kumataka", "hello"].contains(word));
    assert_eq!(words.collect::<Vec<_>>(), [""; 0], "{text}");
    for wanted in ["保存 ファイル名", "あなたの負けです（投了）", "none.kif：そのような", "を動かしてみましょう"]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
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
    let record = fs::read_to_string(&file).unwrap();
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
