//! What the program tells of itself: levels, version, completions and manual pages.

use crate::support::{Engine, folder};
use std::fs;
use std::process::{Command, Stdio};

fn said(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a table, each cell for itself. A grade is two words.
fn rows(table: &str, cells: impl Fn(&str) -> Vec<String>) -> Vec<Vec<String>> {
    table.lines().map(cells).filter(|cells| cells.first().is_some_and(|cell| cell.parse::<u32>().is_ok())).collect()
}

#[test]
fn levels_are_those_of_the_document() {
    let printed = rows(&said(&["levels"]), |line| line.split_whitespace().map(str::to_owned).collect());
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/levels.md")).unwrap();
    let written = rows(&document, |line| line.split(['|', ' ']).filter(|c| !c.is_empty()).map(str::to_owned).collect());
    assert_eq!(printed, written);
    assert_eq!((printed.len(), printed[0].join(" ")), (21, "0 0 15 kyu".to_owned()));
}

#[test]
fn version_and_name_are_the_same() {
    let version = said(&["--version"]);
    let version = version.trim_end().strip_prefix("kumataka ").unwrap();
    assert_eq!(said(&["-V"]).trim_end().strip_prefix("kumataka "), Some(version));
    let mut engine = Engine::start();
    engine.send("usi");
    assert_eq!(engine.expect("id name"), format!("id name Kumataka {version}"));
    engine.send("compiler");
    assert_eq!(engine.expect("Kumataka"), format!("Kumataka {version}"));
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]);
        for word in ["perft", "levels", "torishogi", "divide", "min-games"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// The shell itself completes a command, an option and a value.
#[test]
fn bash_reads_its_completions() {
    let script = said(&["completions", "bash"]);
    for (line, index, answer) in [
        ("kumataka sel", 1, "selfplay"),
        ("kumataka perft --div", 2, "--divide"),
        ("kumataka completions zs", 2, "zsh"),
    ] {
        let asked = format!(
            "{script}\nCOMP_WORDS=({line}); COMP_CWORD={index}; w=(${{COMP_WORDS[@]}}); \
             _kumataka kumataka \"${{w[{index}]}}\" \"${{w[{index}-1]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        // Where there is no bash, there is nothing to complete for it.
        let Ok(output) = Command::new("bash").args(["-c", &asked]).output() else { return };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), answer, "{line}: {output:?}");
    }
}

#[test]
fn manual_pages_tell_what_help_tells() {
    let page = said(&["man"]);
    assert!(page.contains(".TH kumataka 1") && page.contains("Without a command it speaks USI"), "{page}");
    let folder = folder("man");
    let pages = folder.join("deep/man1");
    // A second time over the first.
    for _ in 0..2 {
        said(&["man", "--out", pages.to_str().unwrap()]);
    }
    for name in ["kumataka", "kumataka-perft", "kumataka-book", "kumataka-book-make", "kumataka-levels"] {
        let page = fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains("kumataka"), "{name}: {page}");
    }
    let book = fs::read_to_string(pages.join("kumataka-book-make.1")).unwrap();
    assert!(book.contains("Leave out moves that were played in fewer games"), "{book}");
}
