use super::*;
use crate::commands::{Action, CommandLine};
use clap::CommandFactory as _;
use std::collections::BTreeSet;

fn catalog() -> Catalog {
    Catalog::new(&CommandLine::command(), Action::JAPANESE).unwrap()
}

/// The commands with Japanese help, in English.
fn commands() -> Vec<(Command, Texts)> {
    let mut program = CommandLine::command();
    program.build();
    let Catalog { commands, .. } = catalog();
    commands.into_iter().map(|(name, texts)| (program.find_subcommand(name).unwrap().clone(), texts)).collect()
}

fn ids(command: &Command) -> BTreeSet<String> {
    command.get_arguments().map(|arg| arg.get_id().to_string()).collect()
}

#[test]
fn all_files_are_read() {
    let files = Action::JAPANESE.iter().flatten();
    assert_eq!(catalog().commands.len(), files.clone().count());
    files.for_each(|file| drop(toml::from_str::<Texts>(file).unwrap()));
    for wanted in
        ["play", "analyse", "mate", "show", "levels", "handicaps", "pieces", "rules", "rating", "variants", "convert"]
    {
        assert!(catalog().commands.contains_key(wanted), "{wanted}");
    }
}

#[test]
fn every_argument_has_japanese_help_and_no_other() {
    let shared = catalog().shared.arguments;
    let mut used: BTreeSet<String> = ["version".to_owned()].into();
    for (command, texts) in commands() {
        let (name, ids) = (command.get_name(), ids(&command));
        for id in &ids {
            assert!(texts.arguments.contains_key(id) || shared.contains_key(id), "{name}: {id} has no Japanese help");
        }
        for id in texts.arguments.keys().chain(texts.names.keys()) {
            assert!(ids.contains(id), "{name}: there is no argument {id}");
        }
        used.extend(ids.into_iter().filter(|id| !texts.arguments.contains_key(id)));
    }
    let unused: Vec<_> = shared.keys().filter(|&id| !used.contains(id)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn every_value_has_japanese_help() {
    let shared = catalog().shared;
    for (command, texts) in commands() {
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
            let helps = helps_of_values(arg, Some(&texts), &shared);
            let helped = arg.get_possible_values().into_iter().filter(|value| value.get_help().is_some());
            let names: BTreeSet<String> = helped.map(|value| value.get_name().to_owned()).collect();
            let known: BTreeSet<String> = helps.map(|helps| helps.keys().cloned().collect()).unwrap_or_default();
            assert!(names.is_empty() || names == known, "{} {arg}: {names:?}", command.get_name());
        }
    }
}

#[test]
fn names_of_values_are_japanese() {
    let shared = catalog().shared;
    let mut used = BTreeSet::from(["OPTIONS", "COMMAND", "IN", "OUT"].map(str::to_owned));
    for (command, texts) in commands() {
        let valued = command.get_arguments().filter(|arg| arg.get_action().takes_values());
        for arg in valued.filter(|arg| !texts.names.contains_key(arg.get_id().as_str())) {
            for name in arg.get_value_names().unwrap_or_default() {
                let words = name.split(|c: char| !c.is_ascii_uppercase()).filter(|word| !word.is_empty());
                used.extend(words.map(str::to_owned));
                let rest = shared.in_words(name);
                let is_foreign = ["SFEN", "ELO", "MB", "I/N"].iter().any(|known| rest.ends_with(known));
                assert!(
                    is_foreign || !rest.contains(|c: char| c.is_ascii_uppercase()),
                    "{}: {rest}",
                    command.get_name()
                );
            }
        }
    }
    let unused: Vec<_> = shared.words.keys().filter(|&word| !used.contains(word)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn other_commands_have_a_line_in_the_list() {
    let mut program = CommandLine::command();
    program.build();
    let Catalog { program: texts, commands, .. } = catalog();
    let all = program.get_subcommands().map(|command| command.get_name().to_owned());
    let others: BTreeSet<String> = all.filter(|name| !commands.contains_key(name)).collect();
    assert_eq!(others, texts.commands.keys().cloned().collect());
    let named = commands.keys().filter(|name| !texts.examples.contains(&format!("kumataka {name}")));
    assert_eq!(named.count(), 0, "the examples show every command with Japanese help");
}

/// The fault of a command line, in Japanese.
fn fault(arguments: &[&str]) -> String {
    let program = catalog().translated(CommandLine::command());
    let error = program.try_get_matches_from([&["kumataka"], arguments].concat()).unwrap_err();
    told(&error).unwrap()
}

/// Runs of Latin letters, but for names of options, of values and of what Japanese writes so.
fn english_words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-.:".contains(c)));
    let is_neutral = |word: &str| {
        let is_quoted = word.starts_with(['-', '.']) || word.len() < 3 || word.chars().any(|c| c.is_ascii_digit());
        is_quoted || ["kumataka", "Habu", "ELO", "SFEN", "UTF-8", "list"].contains(&word)
    };
    words.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic()) && !is_neutral(word)).collect()
}

#[test]
fn every_wrong_value_is_refused_in_japanese() {
    let mut refused = 0;
    for (command, _) in commands() {
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
            let Some(option) = arg.get_long() else { continue };
            let program = catalog().translated(CommandLine::command());
            let line = ["kumataka".to_owned(), command.get_name().to_owned(), format!("--{option}=?")];
            let Err(error) = program.try_get_matches_from(line) else { continue };
            let text = told(&error).unwrap();
            let (sentence, _) = text.split_once("\n\n").unwrap();
            let names: Vec<String> = Variant::ALL
                .iter()
                .map(|game| game.name().to_owned())
                .chain(crate::record::Format::ALL.map(|f| f.name().to_owned()))
                .collect();
            let values: Vec<String> =
                arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            let words = english_words(sentence)
                .into_iter()
                .filter(|word| ![&names[..], &values[..]].concat().contains(&(*word).to_owned()));
            assert_eq!(words.collect::<Vec<_>>(), ["list"; 0], "{text}");
            refused += usize::from(text.contains("「?」") || text.contains("「--"));
        }
    }
    assert!(refused > 40, "{refused}");
}

#[test]
fn faults_say_what_helps() {
    let told = [
        (&["plya"][..], "「plya」というコマンドはありません\n  もしかして：play"),
        (&["show", "a", "--lettres"], "「--lettres」というオプションはありません\n  もしかして：--letters"),
        (&["show", "a", "--lang"], "「--lang <言語>」には値が必要です\n  使える値：en、ja"),
        (&["show", "a", "--lang", "jp"], "「--lang <言語>」に「jp」は使えません\n  使える値：en、ja"),
        (&["mate"], "次の引数が必要です：<ファイル|フォルダ|SFEN>..."),
        (&["play", "--black", "--white"], "「--black」は「--white」と同時に指定できません"),
        (&["play", "--level", "1", "--level", "2"], "「--level <レベル>」は一度しか指定できません"),
        (&["handicaps", "--elo", "1"], "「--elo <ELO> <ELO>」には値が2個必要です（今は1個）"),
        (&["mate", "a", "--threads", "0"], "「0」は使えません。1から1024までの整数を指定してください"),
        (&["mate", "a", "--nodes", "0"], "「0」は使えません。1以上の整数を指定してください"),
        (&["mate", "a", "--nodes", "x"], "「x」は使えません。整数を指定してください"),
        (&["mate", "a", "--movetime", "0"], "0秒より長く、10000000秒までの時間を指定してください"),
        (&["rules", "shogi", "extra"], "「extra」は余分な引数です"),
    ];
    for (arguments, wanted) in told {
        let text = fault(arguments);
        assert!(text.contains(wanted), "{text}");
        assert!(text.ends_with("\n\nヘルプは --help で表示します。"), "{text}");
    }
}

#[test]
fn japanese_lines_are_broken_where_they_may_be() {
    assert_eq!(wrapped("書く、読む。", 4), "書\nく、\n読\nむ。");
    assert_eq!(wrapped("表記は--lettersで選ぶ", 14), "表記\nは--lettersで\n選ぶ");
    assert_eq!(wrapped("一行\n\n二行", 20), "一行\n\n二行");
}
