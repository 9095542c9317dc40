//! Helps, and refusals of command lines.

use super::{english_words, japanese_letters, said};
use kumataka::record::Format;
use kumataka::variants::Variant;
use std::process::Command;
use unicode_width::UnicodeWidthStr as _;

const JAPANESE: &str = "ja_JP.UTF-8";
const ENGLISH: &str = "C.UTF-8";

/// The commands with Japanese help.
const COMMANDS: [&str; 11] =
    ["play", "analyse", "mate", "show", "levels", "handicaps", "pieces", "rules", "rating", "variants", "convert"];

/// Words of the Japanese helps that are no English: names of values, of options of engines, and of people.
const NAMES: [&str; 12] = [
    "protocol=cecp",
    "nn.bin",
    "list",
    "Habu=2250",
    "Ctrl-C",
    "FESA",
    "81Dojo",
    "Elo",
    "Skill_Level",
    "USI_LimitStrength",
    "USI_Elo",
    "Kumataka",
];

/// English words of a help before its examples. Options, commands behind `kumataka`, acronyms and variables are none.
/// Values that the long help lists are none either.
fn english_words_of_help<'a>(help: &'a str, long: &str) -> Vec<&'a str> {
    let help = help.split("\n例:").next().unwrap();
    let listed: Vec<&str> =
        long.lines().filter_map(|line| line.trim_start().strip_prefix("- ")?.split('：').next()).collect();
    let words: Vec<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || "/+-._=".contains(c))).collect();
    let is_neutral = |word: &&str| {
        let is_acronym = word.len() < 3 || !word.contains(|c: char| c.is_ascii_lowercase());
        let is_name = word.parse::<Variant>().is_ok() || word.parse::<Format>().is_ok() || NAMES.contains(word);
        let is_typed =
            word.starts_with(['-', '.']) || *word == "kumataka" || COMMANDS.contains(word) || *word == "merge";
        is_acronym || is_name || is_typed || word.contains(|c: char| c.is_ascii_digit()) || listed.contains(word)
    };
    words.into_iter().filter(|word| !is_neutral(word)).collect()
}

#[test]
fn english_words_of_helps_are_found() {
    let help =
        "使い方: kumataka show [OPTIONS]\n  --ply <手数>\n  - usi：7g7f usi\n  Show the LC_ALL kif\n例:\n  kumataka x";
    assert_eq!(english_words_of_help(help, help), ["Show", "the"]);
}

#[test]
fn helps_are_japanese() {
    for command in COMMANDS {
        for line in [&[command, "--help"][..], &["help", command]] {
            let help = said(JAPANESE, line);
            assert!(help.contains("\n使い方: kumataka ") && help.contains("\nオプション:"), "{help}");
            assert!(help.contains(&format!("\n例:\n  kumataka {command}")), "{help}");
            assert_eq!(english_words_of_help(&help, &help), [""; 0], "{help}");
        }
        let [short, long] = ["-h", "--help"].map(|option| said(JAPANESE, &[command, option]));
        assert_eq!(english_words_of_help(&short, &long), [""; 0], "{short}");
        assert!(short.len() < long.len());
        assert!(said(ENGLISH, &[command, "--help", "--lang", "ja"]).contains("使い方:"), "an option is stronger");
    }
}

/// Lines of a help are broken where Japanese may be, so that none is wider than the terminal.
#[test]
fn japanese_helps_fit_a_narrow_terminal() {
    for command in COMMANDS {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        let program = program.args([command, "--help"]).env("LC_ALL", JAPANESE).env("COLUMNS", "60").output().unwrap();
        let help = String::from_utf8(program.stdout).unwrap();
        let help = help.split("\n例:").next().unwrap();
        let wide = help.lines().filter(|line| !line.contains("使い方:") && line.width() > 60);
        assert_eq!(wide.collect::<Vec<_>>(), [""; 0], "{command}");
        let starts_badly = |line: &&str| line.trim_start().starts_with(['、', '。', '）', '」']);
        assert_eq!(help.lines().find(starts_badly), None, "{command}");
    }
}

#[test]
fn the_list_of_commands_is_japanese() {
    let help = said(JAPANESE, &["--help"]);
    let (list, examples) = help.split_once("\n例:").unwrap();
    assert!(examples.contains("エンジン開発者向けのコマンドで、ヘルプは英語です"), "{examples}");
    for line in list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("  -")) {
        let (_, about) = line.trim().split_once(' ').unwrap_or_default();
        assert!(!japanese_letters(about).is_empty() || line.starts_with("     "), "{line}");
    }
    let english = said(JAPANESE, &["match", "--help"]);
    assert!(english.contains("（以下、英語です）。") && english.contains("Usage: kumataka match"), "{english}");
}

#[test]
fn helps_are_english() {
    for line in COMMANDS.map(|command| [command, "--help"]) {
        let help = said(ENGLISH, &line);
        let help = ["76歩", "▲７六歩", "龍 馬"].iter().fold(help, |help, notation| help.replace(notation, ""));
        assert_eq!(japanese_letters(&help), "", "{help}");
        assert!(said(JAPANESE, &[line[0], "--help", "--lang", "en"]).contains("Usage:"), "an option is stronger");
    }
}

/// Command lines that cannot be parsed, each with a part of what is said.
const REFUSALS: &[(&str, &str)] = &[
    ("plya", "「plya」というコマンドはありません\n  もしかして：play\n"),
    ("help foo", "「foo」というコマンドはありません"),
    ("book mak", "「mak」というコマンドはありません\n  もしかして：make\n"),
    ("--foo", "「--foo」というオプションはありません"),
    ("show x --lettres", "「--lettres」というオプションはありません\n  もしかして：--letters\n"),
    ("show", "次の引数が必要です：<ファイル|SFEN>...\n\n使い方: kumataka show <ファイル|SFEN>...\n"),
    ("show x --lang", "「--lang <言語>」には値が必要です\n  使える値：en、ja\n"),
    ("show x --notation hodge", "「--notation <表記>」に「hodge」は使えません\n"),
    ("show x --ply two", "「--ply <手数>」に「two」は使えません。整数を指定してください"),
    ("show x --game 0", "「--game <番号>」に「0」は使えません。1以上の整数を指定してください"),
    ("show x --width 300", "次の引数が必要です：--png <ファイル>"),
    ("show x --svg --png a.png", "「--svg」は「--png <ファイル>」と同時に指定できません"),
    ("play --black --black", "「--black」は一度しか指定できません"),
    ("play --level 99", "レベルは-10から20までの整数です。段級位は5k、1d、9級、初段のように、九段まで書けます"),
    ("play --tc 5x", "時間は0.3、60、45m、1h30mのように書きます"),
    ("play --engine x,Hash", "「Hash」はオプション=値の形ではありません"),
    ("play --engine ,", "「,」は名前=パスの形ではありません"),
    ("play --engine x,protocol=uci", "「protocol」の値「uci」が正しくありません"),
    ("play --engine x,byoyomi=3", "持ち時間は対局のものを使うので、エンジンには指定できません"),
    ("play --resume soon", "その一覧の番号を指定してください"),
    ("handicaps --elo 1", "「--elo <ELO> <ELO>」には値が2個必要です（今は1個）"),
    ("handicaps --variant chess", "「chess」は使えません。将棋の種類はshogi、torishogi、"),
    ("rating x --rating Sato", "Habu=2250のように、名前=レーティングと書いてください"),
    ("rating x --initial strong", "レーティングは9999までの整数か段級位です"),
    ("rules shogi extra", "「extra」は余分な引数です"),
    ("mate x --threads 0", "「0」は使えません。1から1024までの整数を指定してください"),
    ("mate x --part 9/8 --into y", "3/8のように、番号と分割の数を書いてください"),
    ("convert a b --to foo", "「foo」は使えません。棋譜の形式はusi、csa、"),
    ("analyse x --movetime 0", "0秒より長く、3600秒までの時間を指定してください"),
];

#[test]
fn command_lines_are_refused_in_japanese() {
    for (line, wanted) in REFUSALS {
        let typed: Vec<&str> = line.split([' ', ',', '=']).collect();
        let text = said(JAPANESE, &line.split(' ').collect::<Vec<_>>());
        assert!(text.starts_with("エラー：") && text.contains(wanted), "{line}: {text}");
        assert!(text.ends_with("\nヘルプは --help で表示します。\n"), "{line}: {text}");
        let is_name = |word: &str| word.parse::<Format>().is_ok() || NAMES.contains(&word);
        let is_value = |word: &str| {
            ["Habu", "ELO", "japanese", "hodges", "hosking", "german", "make", "show", "book"].contains(&word)
        };
        let words =
            english_words(&text).into_iter().filter(|word| !typed.contains(word) && !is_name(word) && !is_value(word));
        assert_eq!(words.collect::<Vec<_>>(), ["mate"; 0], "{line}: {text}");
    }
}

#[test]
fn command_lines_are_refused_in_english() {
    for (line, _) in REFUSALS {
        let text = said(ENGLISH, &line.split(' ').collect::<Vec<_>>()).replace("9級 or 初段", "");
        assert!(text.starts_with("error: ") && japanese_letters(&text).is_empty(), "{line}: {text}");
    }
}
