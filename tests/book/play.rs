//! The engine with a book, over the protocol.

use crate::support::{Engine, Folder, folder};
use kumataka::opening::{self, Damage, Library};
use kumataka::variants::Variant;
use std::fs;

const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const AFTER: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

/// An engine that plays from a book with 7g7f and the answer 3c3d, and where the book is.
fn engine(name: &str) -> (Engine, Folder) {
    let folder = folder(name);
    let book = folder.join("本 book.db");
    let text =
        format!("#YANEURAOU-DB2016 1.00\n{AFTER}\n3c3d none -40 20\n{START}\n7g7f none 45 21 7\n7g7e none 99 30\n");
    fs::write(&book, text).unwrap();
    let mut engine = Engine::ready();
    engine.send(&format!("setoption name BookFile value {}", book.display()));
    let told = engine.sync();
    assert!(told.iter().any(|line| line.ends_with("left out as damaged or illegal: 0 positions, 1 move; the first: line 6: 7g7e: the piece does not move that way")), "{told:#?}");
    assert!(told.iter().any(|line| line.ends_with(": 2 positions in memory")), "{told:#?}");
    (engine, folder)
}

fn go(engine: &mut Engine, commands: &[&str]) -> Vec<String> {
    commands.iter().for_each(|command| engine.send(command));
    engine.until("bestmove")
}

/// What is said of a move of the book.
const KNOWN: [&str; 3] = [
    "info string book move 7g7f, searched to depth 21, games 7",
    "info score cp 45 pv 7g7f 3c3d",
    "bestmove 7g7f ponder 3c3d",
];

#[test]
fn a_move_of_the_book_comes_with_score_and_line() {
    let (mut engine, _folder) = engine("score");
    let game = ["position startpos", "go btime 1000 wtime 1000"];
    assert_eq!(go(&mut engine, &game), KNOWN);
    let second = go(
        &mut engine,
        &["setoption name BookEvalWhiteLimit value -40", "position startpos moves 7g7f", "go byoyomi 100"],
    );
    assert_eq!(
        second,
        ["info string book move 3c3d, searched to depth 20", "info score cp -40 pv 3c3d", "bestmove 3c3d"]
    );
    // The same position with the colours exchanged, then out of the book.
    let turned = "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(go(&mut engine, &[turned, "go byoyomi 100"])[2], "bestmove 3c3d ponder 7g7f");
    assert!(
        go(&mut engine, &["position startpos moves 2g2f", "go depth 1"]).iter().any(|line| line.contains(" nodes "))
    );
    assert_eq!(engine.finish().1, Vec::<String>::new());
}

/// The book that comes with the program is whole, its lines go on, and nobody has to ask for it.
#[test]
fn the_internal_book_is_sound() {
    fn check(rules: Variant) {
        let library = Library::internal(rules).unwrap();
        assert_eq!(library.damage, Damage::default());
        let text = rules.assets().book.unwrap().unpack().unwrap();
        let (book, _) = opening::read_database(rules, &*text).unwrap();
        let mut written = Vec::new();
        opening::write_database(&book, &mut written).unwrap();
        assert!(*written == *text, "not as the program writes it");
        assert!(book.len() >= 100, "{}", book.len());
        for (mut position, entry) in book.positions() {
            assert!(!entry.moves().is_empty());
            for known in entry.moves() {
                assert!(known.score.is_some_and(|score| score.abs() < 1000) && known.depth.is_some());
                position.make(known.m);
                assert!(known.answer.is_none_or(|answer| position.legality(answer).is_ok()));
                position.unmake(known.m);
            }
        }
        let start = rules.start();
        for known in &library.probe(&start, false).unwrap().moves {
            assert!(library.line(&start, known, 8, false).unwrap().len() >= 3);
        }
    }
    check(Variant::Shogi);
    check(Variant::Tori);
}

fn best_start(rules: Variant) -> String {
    let found = Library::internal(rules).unwrap().probe(&rules.start(), false).unwrap();
    rules.usi(found.moves[0].m)
}

#[test]
fn the_internal_book_is_played_unless_forbidden() {
    let from_book = |engine: &mut Engine, commands: &[&str]| {
        let lines = go(engine, commands);
        lines.len() == 3 && lines[0].starts_with("info string book move ") && !lines[1].contains(" nodes ")
    };
    for (variant, first) in [("shogi", best_start(Variant::Shogi)), ("torishogi", best_start(Variant::Tori))] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name USI_Variant value {variant}"));
        assert_eq!(engine.sync(), Vec::<String>::new());
        assert!(from_book(&mut engine, &["position startpos", "go btime 9000 wtime 9000"]));
        assert!(from_book(&mut engine, &[&format!("position startpos moves {first}"), "go byoyomi 1000"]));
        for (forbidden, allowed) in [
            ("BookFile value no_book", "BookFile value <internal>"),
            ("USI_OwnBook value false", "USI_OwnBook value true"),
        ] {
            engine.send(&format!("setoption name {forbidden}"));
            assert!(!from_book(&mut engine, &["position startpos", "go depth 1"]), "{forbidden}");
            engine.send(&format!("setoption name {allowed}"));
            assert!(from_book(&mut engine, &["go depth 1"]), "{allowed}");
        }
    }
}

#[test]
fn analysis_and_options_leave_the_book_alone() {
    let (mut engine, _folder) = engine("alone");
    let searched = |lines: &[String]| lines.iter().any(|line| line.contains(" nodes "));
    engine.send("position startpos");
    engine.send("go infinite");
    engine.expect("info depth 3 ");
    engine.send("stop");
    engine.expect("bestmove");
    engine.send("go ponder btime 1000 wtime 1000");
    engine.expect("info depth 3 ");
    engine.send("stop");
    engine.expect("bestmove");
    assert!(searched(&go(&mut engine, &["go depth 1 searchmoves 2g2f"])));
    for (option, other, usual) in [
        ("MultiPV", "2", "1"),
        ("USI_OwnBook", "false", "true"),
        ("BookMoves", "0", "16"),
        ("BookDepthLimit", "22", "0"),
        ("BookEvalBlackLimit", "46", "-50"),
        ("BookIgnoreRate", "100", "0"),
        ("USI_AnalyseMode", "true", "false"),
        ("ConsiderationMode", "true", "false"),
    ] {
        let lines = go(&mut engine, &[&format!("setoption name {option} value {other}"), "go depth 1"]);
        assert!(searched(&lines), "{option}");
        let lines = go(&mut engine, &[&format!("setoption name {option} value {usual}"), "go depth 1"]);
        assert_eq!(lines, KNOWN, "{option}");
    }
    let later = "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 5";
    assert_eq!(go(&mut engine, &[later, "go depth 1"]), KNOWN);
    assert!(searched(&go(&mut engine, &["setoption name IgnoreBookPly value false", "go depth 1"])));
    assert_eq!(go(&mut engine, &["position startpos", "go depth 1"]), KNOWN);
    assert!(searched(&go(&mut engine, &["setoption name BookFile value no_book", "go depth 1"])));
    engine.send("setoption name BookFile value nowhere.db");
    let told = engine.sync();
    assert!(told[0].starts_with("info string no book is used: nowhere.db: "), "{told:#?}");
    assert!(searched(&go(&mut engine, &["go depth 1"])));
}
