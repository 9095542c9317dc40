//! `kumataka book` as people call it.

use super::data;
use crate::support::folder;
use kumataka::opening::{Book, Library};
use kumataka::variants::Variant;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn book(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumataka")).arg("book").args(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn done(arguments: &[&str]) -> (String, String) {
    let output = book(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
    (String::from_utf8(output.stdout.clone()).unwrap(), errors(&output))
}

fn read(path: &Path) -> Book {
    Library::read(Variant::Shogi, path).unwrap().0
}

#[test]
fn from_games() {
    let folder = folder("from");
    let games = folder.join("games");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("a.usi"), "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\nstartpos moves 2g2f\n")
        .unwrap();
    fs::write(games.join("b.csa"), "PI\n+\n+7776FU\n-3334FU\n%TORYO\n").unwrap();
    fs::write(games.join("broken.kif"), "nothing\n").unwrap();
    let path = folder.join("mine.db");
    let (games, out) = (games.to_str().unwrap(), path.to_str().unwrap());
    let (_, told) = done(&["make", "--from", games, "--plies", "2", out]);
    assert!(told.contains("broken.kif: line 1: there is no game in the file"), "{told}");
    assert!(told.contains("2 positions, 4 moves in "), "{told}");
    let text = "#YANEURAOU-DB2016 1.00\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n\
        3c3d none none none 2\n8c8d none none none 1\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        7g7f 3c3d none none 3\n2g2f none none none 1\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    assert!(errors(&book(&["make", out, "--from", games])).contains("exists already; --force overwrites it"));
    done(&["make", out, "--from", games, "--min-games", "2", "--force"]);
    assert_eq!((read(&path).len(), read(&path).count_moves()), (2, 2));
    let (shown, _) = done(&["show", out, "startpos", "moves", "7g7f"]);
    assert!(shown.contains("\n3c3d ") && shown.contains("games 2"), "{shown}");
    let (checked, _) = done(&["check", out]);
    assert!(
        checked.contains("2 positions, 2 moves\n0 moves with a score, 2 with a number of games\nsorted\n"),
        "{checked}"
    );
}

/// The swallow of the first game does not promote, and the game goes on all the same.
#[test]
fn games_by_other_rules_are_left_out() {
    let folder = folder("other-rules");
    let games = folder.join("birds.usi");
    let start = "sfen 3k3/7/3S3/7/7/7/3K3 b - 1";
    fs::write(&games, format!("{start} moves 4c4b 4a3b\n{start} moves 4c4b+ 4a3b\n")).unwrap();
    let path = folder.join("birds.db");
    let (games, out) = (games.to_str().unwrap(), path.to_str().unwrap());
    let (_, told) = done(&["make", "--variant", "torishogi", "--from", games, out]);
    assert!(told.contains("birds.usi: line 1: illegal move 4c4b: it must promote there\n"), "{told}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\n4c4b+ ") && !text.contains("\n4c4b "), "{text}");
}

#[test]
fn moves_that_are_repeated_in_a_game_count_once() {
    let folder = folder("repeated");
    let games = folder.join("a.usi");
    let circle = "4i4h 6a6b 4h4i 6b6a";
    fs::write(&games, format!("startpos moves {circle} {circle} {circle}\n")).unwrap();
    let path = folder.join("a.db");
    let make = ["make", "--from", games.to_str().unwrap(), path.to_str().unwrap()];
    assert!(errors(&book(&[&make[..], &["--min-games", "2"]].concat())).contains("no moves were found"));
    done(&make);
    let book = read(&path);
    assert_eq!(book.count_moves(), 4);
    assert!(book.iter().all(|(_, entry)| entry.moves().iter().all(|known| known.count == Some(1))));
}

/// A text with the name of a binary book could not be read again, and a binary book would be lost.
#[test]
fn binary_books_are_neither_written_nor_overwritten() {
    let folder = folder("binary-out");
    let names = ["a.usi", "book.bin", "empty.db", "new.ybb", "new.BIN"];
    let paths = names.map(|name| folder.join(name).to_str().unwrap().to_owned());
    let [games, apery, empty, new_ybb, new_bin] = paths.each_ref().map(String::as_str);
    fs::write(games, "startpos moves 7g7f 3c3d\n").unwrap();
    fs::copy(data("apery.bin"), apery).unwrap();
    let nothing = [&b"YANE-BINBOOK-V1\0"[..], &[0; 16]].concat();
    fs::write(empty, &nothing).unwrap();
    let think = ["make", "--think", "--nodes", "100", "--hash", "1", "--positions", "1"];
    for arguments in [
        [&think[..], &[apery]].concat(),
        [&think[..], &[empty]].concat(),
        vec!["make", "--from", games, new_ybb],
        vec!["merge", apery, new_bin],
        vec!["merge", "--force", apery, apery],
    ] {
        let failed = book(&arguments);
        assert!(!failed.status.success() && errors(&failed).contains("kumataka book merge IN NEW.db"), "{arguments:?}");
    }
    assert_eq!(fs::read(apery).unwrap(), fs::read(data("apery.bin")).unwrap());
    assert_eq!(fs::read(empty).unwrap(), nothing);
    assert!(!Path::new(new_ybb).exists() && !Path::new(new_bin).exists());
}

/// A position that is lost beyond every score must not be won once its value has come back to the start.
#[test]
fn a_score_beyond_all_others_keeps_its_sign() {
    let folder = folder("beyond");
    let path = folder.join("lost.db");
    let lost = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n3c3d none -100000 1\n";
    fs::write(&path, lost).unwrap();
    let usual = ["make", path.to_str().unwrap(), "--think", "--nodes", "3000", "--hash", "1", "--positions", "1"];
    done(&[&usual[..], &["--lines", "30", "--margin", "3000"]].concat());
    let book = read(&path);
    let start = book.get(&Variant::Shogi.start()).unwrap();
    let first = start.moves()[0];
    assert_eq!(Variant::Shogi.usi(first.m), "7g7f");
    assert!(first.score.is_some_and(|score| score > 30_000), "{start:?}");
}

/// Black, who lacks rook and bishop, is so far behind that the margin reaches below every number.
#[test]
fn the_widest_margin_leaves_out_no_move() {
    let folder = folder("margin");
    let path = folder.join("behind.db");
    fs::write(&path, "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1\n7g7f\n").unwrap();
    let usual = ["make", path.to_str().unwrap(), "--think", "--nodes", "300", "--hash", "1", "--positions", "2"];
    done(&[&usual[..], &["--margin", "2147483647"]].concat());
    let book = read(&path);
    assert_eq!(book.len(), 2);
    assert!(book.iter().all(|(_, entry)| entry.moves().iter().any(|known| known.score.is_some())), "{book:?}");
}

#[test]
fn by_thought_in_two_goes() {
    let folder = folder("think");
    let path = folder.join("thought.db");
    let out = path.to_str().unwrap();
    let think = |positions, more: &[&str]| {
        let usual = ["make", out, "--think", "--nodes", "300", "--hash", "1", "--lines", "3", "--positions", positions];
        done(&[&usual[..], more].concat())
    };
    think("6", &["--threads", "2"]);
    let first = read(&path);
    assert_eq!(first.len(), 6);
    think("5", &[]);
    let second = read(&path);
    assert_eq!(second.len(), 11);
    let start = second.get(&Variant::Shogi.start()).unwrap();
    assert!(start.moves().iter().all(|known| known.score.is_some() && known.depth.is_some()));
    assert!(first.iter().all(|(sfen, _)| second.iter().any(|(other, _)| sfen == other)));
    // The best move's worth comes from the best answer, if that is in the book.
    let mut agreed = 0;
    for (mut position, entry) in second.positions() {
        for known in entry.moves() {
            position.make(known.m);
            if let Some(behind) = second.get(&position) {
                assert_eq!(known.score, behind.moves()[0].score.map(|score| -score));
                assert_eq!(known.answer, Some(behind.moves()[0].m));
                agreed += 1;
            }
            position.unmake(known.m);
        }
    }
    assert!(agreed >= 10, "{agreed}");
    let birds = folder.join("birds.db");
    let birds = birds.to_str().unwrap();
    done(&["make", birds, "--think", "--nodes", "100", "--hash", "1", "--positions", "3", "--variant", "torishogi"]);
    assert_eq!(Library::read(Variant::Tori, Path::new(birds)).unwrap().0.len(), 3);
}

/// What calls the program must not take the book for all that was asked for.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_book_and_says_how_to_go_on() {
    use crate::support::Running;
    let folder = folder("interrupt");
    let (path, errors) = (folder.join("cut.db"), folder.join("errors"));
    let told = || fs::read_to_string(&errors).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["book", "make", path.to_str().unwrap(), "--think", "--nodes", "100", "--hash", "1"]);
    command.args(["--positions", "1000000"]).stderr(fs::File::create(&errors).unwrap());
    let mut program = Running::start(&mut command);
    program.wait_until("a position is searched", || !told().is_empty());
    program.signal("-INT");
    assert_eq!(program.output().status.code(), Some(1), "{}", told());
    assert!(told().ends_with("kumataka: stopped; the same command goes on\n"), "{}", told());
    assert!(!read(&path).is_empty());
}

#[test]
fn games_are_thought_over_first() {
    let folder = folder("both");
    let path = folder.join("both.db");
    let out = path.to_str().unwrap();
    let games = folder.join("a.usi");
    fs::write(&games, "startpos moves 1g1f 9c9d 1f1e\n").unwrap();
    let from = ["make", out, "--from", games.to_str().unwrap()];
    let think = [&from[..], &["--think", "--nodes", "100", "--hash", "1", "--positions", "3"]].concat();
    done(&think);
    assert!(errors(&book(&think)).contains("--force overwrites it, and without --from it is extended"));
    let book = read(&path);
    assert_eq!(book.len(), 3);
    for (_, entry) in book.iter() {
        assert!(entry.moves().iter().any(|known| known.count == Some(1)));
        assert!(entry.moves().iter().any(|known| known.score.is_some()));
    }
}

#[test]
fn books_of_all_formats_are_joined() {
    let folder = folder("merge");
    let out = folder.join("all.db");
    let (apery, database) = (data("apery.bin"), data("yaneuraou-crlf.db"));
    let arguments = ["merge", apery.to_str().unwrap(), database.to_str().unwrap(), out.to_str().unwrap()];
    let (_, told) = done(&arguments);
    assert!(told.contains("yaneuraou-crlf.db: 5 positions, 18 moves\n"), "{told}");
    let start = read(&out).get(&Variant::Shogi.start()).unwrap().clone();
    assert_eq!((start.moves()[0].score, start.moves()[0].count), (Some(63), Some(1035)));
    assert!(errors(&book(&arguments)).contains("exists"));
    let (checked, _) = done(&["check", out.to_str().unwrap()]);
    assert!(checked.contains("\nsorted\n"), "{checked}");

    let broken = folder.join("broken.db");
    fs::write(&broken, "sfen nonsense b - 1\n7g7f\n").unwrap();
    let failed = book(&["check", broken.to_str().unwrap()]);
    assert!(!failed.status.success());
    assert!(errors(&failed).contains("left out as damaged or illegal: 1 position, 0 moves"), "{}", errors(&failed));
}
