//! Text of others on a terminal: whatever files, engines and arguments bring along, no command prints what steers a terminal.

use crate::support::{Folder, folder};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

/// Sets the title of a terminal, changes the direction of what follows, and does the first again with a character of C1.
const STEERING: &str = "\x1b]0;PWN\x07\u{202e}\u{9d}0;PWN\u{9c}\x7f";

/// An engine that brings them into everything it says.
const ENGINE: &str = "#!/bin/sh
while read -r line; do
  case $line in
    usi) printf 'id name Fake@\\nid author @\\ninfo string @\\noption name X@ type string default @\\nusiok\\n' ;;
    isready) printf 'info string @\\nreadyok\\n' ;;
    go*) printf 'info string @\\ninfo depth 1 score cp 1 pv 7g7f@\\nbestmove 7g7f@\\n' ;;
    quit) exit ;;
  esac
done
";

fn steering() -> Folder {
    let folder = folder("steering");
    let kif =
        |players: &str, moves: &str| format!("# KIF\n先手：{players}\n後手：後手{STEERING}\n手数----指手----\n{moves}");
    let good = format!("*before{STEERING}\n   1 ７六歩(77)\n*comment{STEERING}\n   2 ３四歩(33)\n");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("good.kifu", &kif(STEERING, &good));
    write(&format!("name{STEERING}.kifu"), &kif("", &good));
    write(&format!("bad{STEERING}.kifu"), &kif("", &format!("   1 {STEERING}\n")));
    write("bad.kifu", &kif("", &format!("   1 ７六歩{STEERING}(77)\n   2 {STEERING}\n")));
    write("bad.csa", &format!("V2.2\nN+{STEERING}\nPI\n+\n+7776FU{STEERING}\n-{STEERING}\n"));
    write(
        "bad.jkf",
        &format!(
            "{{\"header\":{{\"先手\":\"a\\nb\\u001b]0;PWN\\u0007\"}},\"moves\":[{{}},{{\"special\":\"{}\"}}]}}",
            "\\u001b[2J"
        ),
    );
    write(
        "bad.sfen",
        &format!("{STEERING}\nsfen {STEERING}\n# {STEERING}\nsfen 4k4/9/4P4/9/9/9/9/9/4K4 b G{STEERING} 1\n"),
    );
    write("bad.usi", &format!("startpos moves 7g7f {STEERING}\n{STEERING}\n"));
    write("bad.toml", &format!("[[engine]]\nname = \"a\"\n{STEERING} = 1\n"));
    write("book.db", &format!("#YANEURAOU-DB2016 1.00\nsfen {STEERING}\n{STEERING} none 0 0 1\n"));
    write("bad.bin", &format!("{STEERING}{STEERING}{STEERING}{STEERING}"));
    let engine = folder.join("engine");
    fs::write(&engine, ENGINE.replace('@', STEERING)).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Command lines in which @ stands for what steers a terminal.
const LINES: &[&str] = &[
    "convert good.kifu bad.kifu bad@.kifu bad.csa bad.jkf bad.usi out --to csa --verbose --lenient",
    "convert name@.kifu bad@.kifu out.usi --verbose",
    "convert good.kifu out@.xyz",
    "convert none@.kifu out.usi",
    "convert good.kifu --to @ out.usi",
    "show good.kifu",
    "show good.kifu --ply 1 --letters",
    "show bad.jkf --lenient",
    "show bad.jkf",
    "show bad.kifu",
    "show bad.csa",
    "show bad@.kifu",
    "show @",
    "show startpos moves @",
    "show good.kifu --svg --arrow @",
    "analyse good.kifu name@.kifu bad.kifu bad@.kifu bad.csa bad.jkf --nodes 100",
    "analyse good.kifu --nodes 100 --eval @.bin",
    "mate bad.sfen bad@.kifu",
    "mate bad.kifu",
    "mate @",
    "net bad.bin",
    "net @.bin",
    "book show book.db",
    "book check book.db",
    "book show good.kifu --position @",
    "book make good.kifu bad.kifu bad@.kifu out.db",
    "match --engine a=./engine --engine b=./engine --games 2 --nodes 10",
    "match --engine a@=./engine --engine b=./none@ --games 2 --nodes 10",
    "match --engine a=self --engine a@=self --games 2 --nodes 10 --openings bad.usi",
    "match --engine a=self --engine b=self --games 2 --nodes 10 --out match@",
    "match bad.toml",
    "csa bad.toml",
    "tune --engine ./engine --games 2 --nodes 10 --out tuned",
    "play --engine ./engine --nodes 10",
    "play good.kifu",
    "play bad.kifu",
    "perft 1 --position @",
    "merge @",
    "records stats bad.bin",
    "records check bad.bin@",
    "train bad.bin --out net.bin",
    "selfplay --games @ out.bin",
    "solve --out @/x",
    "man --out good.kifu/@",
    "handicaps --variant @",
    "@",
    "--@",
];

fn is_plain(said: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(said) else { return false };
    let steers = |c: char| c.is_control() && !"\n\t".contains(c) || ('\u{202a}'..='\u{202e}').contains(&c);
    !text.contains(steers)
}

fn run(folder: &Folder, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(line.split(' ').map(|word| word.replace('@', STEERING))).current_dir(&**folder);
    command.env("HOME", &**folder).env("XDG_STATE_HOME", &**folder).stdin(std::process::Stdio::null()).output().unwrap()
}

#[test]
fn no_command_prints_what_steers_a_terminal() {
    let folder = steering();
    let failed: Vec<String> = LINES
        .iter()
        .filter_map(|line| {
            let Output { stdout, stderr, .. } = run(&folder, line);
            assert!(!stdout.is_empty() || !stderr.is_empty() || line.starts_with("convert"), "{line} says nothing");
            let [out, err] = [&stdout, &stderr].map(|said| String::from_utf8_lossy(said).into_owned());
            (!is_plain(&stdout) || !is_plain(&stderr)).then(|| format!("{line}\n{out:?}\n{err:?}"))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// A record that goes to a file or to another program keeps every byte.
#[test]
fn records_on_the_standard_output_are_exact() {
    let folder = steering();
    let output = run(&folder, "convert good.kifu - --to kifu");
    assert!(String::from_utf8(output.stdout).unwrap().contains(&format!("先手：{STEERING}")));
}
