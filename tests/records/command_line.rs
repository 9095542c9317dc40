//! `kumataka convert` and `kumataka show` as people call them.

use crate::support::folder;
use std::fs;
use std::process::{Command, Output};

fn data(file: &str) -> String {
    format!("{}/tests/data/records/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn kumataka(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumataka")).args(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_folder_with_a_broken_file() {
    let folder = folder("folder");
    let input = folder.join("in");
    fs::create_dir_all(input.join("deep")).unwrap();
    fs::copy(data("fork.kif"), input.join("deep/fork.kif")).unwrap();
    fs::copy(data("example.csa"), input.join("example.csa")).unwrap();
    fs::copy(data("8mai.ki2"), input.join("example.ki2")).unwrap();
    fs::copy(data("multi_game.csa"), input.join("multi.csa")).unwrap();
    fs::write(input.join("broken.csa"), "PI\n+\n+7775FU\n-3334FU\n").unwrap();
    fs::write(input.join("notes.txt"), "not a record").unwrap();
    let out = folder.join("out");
    let convert =
        |more: &[&str]| kumataka(&[&["convert", input.to_str().unwrap(), out.to_str().unwrap()][..], more].concat());

    let done = convert(&["--to", "kifu"]);
    let told = errors(&done);
    assert!(!done.status.success());
    assert!(told.contains("broken.csa: line 3: illegal move 7g7e: the piece does not move that way"), "{told}");
    assert!(told.contains("kumataka: 1 of 5 files were not converted"), "{told}");
    assert!(told.contains("5 games from 2 csa, 1 ki2, 1 kif files to kifu in"), "{told}");
    for file in ["deep/fork.kifu", "example.kifu", "example-2.kifu", "multi_000001.kifu", "multi_000002.kifu"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    assert!(!out.join("broken.kifu").exists());

    let again = convert(&["--to", "kifu"]);
    assert!(errors(&again).contains("fork.kif: it exists; --force overwrites it"), "{}", errors(&again));
    fs::remove_file(input.join("broken.csa")).unwrap();
    assert!(convert(&["--to", "kifu", "--force"]).status.success());
}

/// The files at hand are finished, no other is begun.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_conversion_cleanly() {
    let folder = folder("interrupt");
    let input = folder.join("in");
    fs::create_dir(&input).unwrap();
    let slow = input.join("a.csa");
    assert!(Command::new("mkfifo").arg(&slow).status().unwrap().success());
    for n in 0..50 {
        fs::copy(data("example.csa"), input.join(format!("b{n}.csa"))).unwrap();
    }
    let convert = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(["convert", "--to", "kifu", input.to_str().unwrap(), folder.join(out).to_str().unwrap()]);
        let running = command.env("RAYON_NUM_THREADS", "1").stderr(std::process::Stdio::piped()).spawn().unwrap();
        // Opens once the other side reads.
        let mut pipe = fs::OpenOptions::new().write(true).open(&slow).unwrap();
        assert!(Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap().success());
        std::thread::sleep(std::time::Duration::from_millis(300));
        std::io::Write::write_all(&mut pipe, &fs::read(data("example.csa")).unwrap()).unwrap();
        drop(pipe);
        running.wait_with_output().unwrap()
    };
    let done = convert("out");
    assert!(errors(&done).ends_with("kumataka: stopped by Ctrl-C with 50 of 51 files left\n"), "{}", errors(&done));
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 1);
    assert!(fs::read_to_string(folder.join("out/a.kifu")).unwrap().contains("手数"));
    let joined = convert("all.usi");
    assert!(errors(&joined).contains("stopped by Ctrl-C") && !folder.join("all.usi").exists(), "{}", errors(&joined));
}

#[test]
fn many_games_go_into_one_file_where_the_format_allows() {
    let folder = folder("join");
    let out = folder.join("all.usi");
    let done = kumataka(&["convert", &data("multi_game.csa"), &data("chudan.kif"), out.to_str().unwrap()]);
    assert!(done.status.success(), "{}", errors(&done));
    let lines = fs::read_to_string(&out).unwrap();
    let expected = "position startpos moves 7g7f\nposition startpos moves 2g2f 3c3d\n\
                    position startpos moves 7g7f 3c3d 8h2b+\n";
    assert_eq!(lines, expected);
    assert!(errors(&done).contains("usi has no place for times (1 files)"), "{}", errors(&done));
    let one = folder.join("all.kif");
    let refused = kumataka(&["convert", &data("multi_game.csa"), one.to_str().unwrap()]);
    assert!(errors(&refused).contains("2 games do not go into one kif file: name a folder"), "{}", errors(&refused));
    assert!(!one.exists());
}

#[test]
fn boards_are_drawn() {
    let text = |arguments: &[&str]| {
        let output = kumataka(arguments);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let kanji = text(&["show", &data("chudan.kif")]);
    assert!(kanji.contains("先手の持駒：角　\n3: ２二角成\n"), "{kanji}");
    assert!(kanji.ends_with("then: interruption\n"), "{kanji}");
    let letters = text(&["show", &data("chudan.kif"), "--ply", "1", "--letters"]);
    assert!(letters.contains("1: P-7f\n"), "{letters}");
    let birds = text(&["show", "--variant", "torishogi", "startpos", "moves", "3d3c"]);
    assert!(birds.contains("先手の持駒：燕　\n1: ３三燕\n"), "{birds}");
    let svg = text(&["show", "--svg", "sfen", "4k4/9/4P4/9/9/9/9/9/4K4", "b", "G", "1"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("rotate(180)").count(), 1);
    let beyond = kumataka(&["show", &data("chudan.kif"), "--ply", "9"]);
    assert_eq!(errors(&beyond), "kumataka: the game has 3 moves\n");
    let nothing = kumataka(&["show", "no such file"]);
    assert_eq!(
        errors(&nothing),
        "kumataka: \"no such file\" is neither a file nor a position: line 1: \"no\" is not a move\n"
    );
}
