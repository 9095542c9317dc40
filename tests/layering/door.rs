//! One door leads to a terminal: behind it no text of others has control characters. These files have what it is made of, and
//! no other file may use that.

use super::sources;
use super::tokens::{Token, tokens, without_tests};

/// Words that write to a terminal, with the files below `src` that may use them.
const DOORS: [(&str, &[&str]); 4] = [
    ("stdout", &["jobs/command.rs"]),
    // The processor is checked before `main`, where nothing else works, with words of the program alone.
    ("stderr", &["jobs/command.rs", "cpu.rs"]),
    ("indicatif", &["jobs/terminal.rs"]),
    ("rustyline", &["table/console.rs"]),
];

const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// The words of a file that lead to a terminal past the door, with their lines.
fn ways_around(file: &str, source: &str) -> Vec<(usize, String)> {
    if file.ends_with("tests.rs") {
        return Vec::new();
    }
    let tokens = without_tests(tokens(source));
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let leads = |(index, token): &(usize, &Token)| {
        // Methods and functions of these names are others: those of a process that is started, or of a type.
        let is_other = index.checked_sub(1).is_some_and(|before| matches!(text(before), "." | "fn"))
            || *index > 1 && text(index - 2) == "Output" && text(index - 1) == "::";
        let forbids = |(word, files): &(&str, &[&str])| *word == token.text && !files.contains(&file);
        let is_macro = MACROS.contains(&token.text.as_str()) && text(index + 1) == "!";
        is_macro || !is_other && DOORS.iter().any(forbids)
    };
    let found = tokens.iter().enumerate().filter(leads);
    found.map(|(_, token)| (token.line, token.text.clone())).collect()
}

#[test]
fn nothing_reaches_a_terminal_past_the_door() {
    let found: Vec<String> = sources()
        .iter()
        .flat_map(|(file, source)| {
            let told =
                move |(line, word)| format!("src/{file}:{line}: {word}; print by jobs::command or jobs::terminal");
            ways_around(file, source).into_iter().map(told)
        })
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn ways_around_the_door_are_found() {
    let found = |source| ways_around("commands/show.rs", source).into_iter().map(|(_, word)| word).collect::<Vec<_>>();
    assert_eq!(found("fn f() { println!(\"x\"); std::io::stdout().flush(); }"), ["println", "stdout"]);
    assert_eq!(found("use std::io::{self, stderr};"), ["stderr"]);
    assert_eq!(found("use indicatif::ProgressBar;"), ["indicatif"]);
    let others =
        "fn stdout() {} // stdout()\nfn g() { command.stdout(x); Output::stdout(); report.print(); tell!(\"stderr\") }";
    assert_eq!(found(others), [""; 0]);
    assert_eq!(found("#[cfg(test)]\nmod tests { fn f() { println!(\"x\"); } }"), [""; 0]);
    assert_eq!(ways_around("jobs/command.rs", "fn f() { io::stdout() }"), []);
}
