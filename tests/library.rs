//! The crate as its users see it: the surface at its root, and the examples.

use crate::arena::example;
use kumataka::{
    Engine, Format, Info, Limits, MateSolver, Model, Move, Position, Record, SearchOptions, SfenMode, Thought, Variant,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

const fn are_shared<T: Send + Sync>() {}
const fn are_sent<T: Send>() {}

const _: () = {
    are_shared::<(
        Variant,
        Position,
        Move,
        Record,
        Model,
        Limits<Move>,
        SearchOptions,
        Thought<Move>,
        Info<'static, Move>,
    )>();
    are_sent::<(Engine, MateSolver)>();
};

#[test]
fn a_search_is_stopped_from_another_thread() {
    let mut engine = Engine::new(&Model::internal(Variant::Shogi).unwrap(), 1).unwrap();
    let (position, stop) = (Variant::Shogi.start(), &AtomicBool::new(false));
    let (began, first) = mpsc::channel();
    let thought = thread::scope(|scope| {
        scope.spawn(move || {
            first.recv().unwrap();
            stop.store(true, Ordering::Relaxed);
        });
        engine.think_aloud(&position, Limits::infinite(), &SearchOptions::default(), stop, |_| {
            // The other thread is gone after the first.
            let _ = began.send(());
        })
    });
    assert!(position.legality(thought.outcome.best.unwrap()).is_ok());
}

/// Moves of every game are offered to every game: each takes its legal ones and refuses the rest without a change.
#[test]
fn a_move_from_anywhere_is_played_or_refused() {
    let offered: Vec<Move> = Variant::ALL.iter().flat_map(|game| game.start().legal_moves()).collect();
    for &game in Variant::ALL {
        let start = game.start();
        let legal = start.legal_moves();
        for &m in &offered {
            let mut position = start.clone();
            assert_eq!(position.play(m).is_ok(), legal.contains(&m), "{game}");
            assert_eq!(position.sfen() != start.sfen(), legal.contains(&m), "{game}");
        }
    }
}

#[test]
fn texts_of_any_kind_are_read_or_refused() {
    let long = "9".repeat(9_999);
    for text in ["", " ", "\0", "9/9 b", "7g7g", "*", "👑", "k8/9/9/9/9/9/9/9/8K x - 0", &long] {
        for &game in Variant::ALL {
            assert!(game.read_sfen(text, SfenMode::Strict).is_err(), "{game} {text}");
            assert!(game.start().parse_move(text).is_err(), "{game} {text}");
            for format in Format::ALL {
                let _ = format.read(game, text.as_bytes());
            }
        }
    }
}

#[test]
fn an_engine_names_the_game_that_it_does_not_play() {
    let mut engine = Engine::new(&Model::internal(Variant::Tori).unwrap(), 1).unwrap();
    let position = Variant::Minishogi.start();
    let think = || engine.think(&position, Limits::nodes(1), &SearchOptions::default(), &AtomicBool::new(false));
    let refused = catch_unwind(AssertUnwindSafe(think)).unwrap_err();
    assert_eq!(*refused.downcast::<String>().unwrap(), "a position of minishogi for torishogi");
}

/// Output of an example.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(example(name)).args(arguments).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const RECORD: &str = "tests/data/records/example.csa";

#[test]
fn legal_moves_are_listed() {
    assert!(printed("legal_moves", &["tori"]).contains("\n17 legal moves: "));
    let problem = printed("legal_moves", &["shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1"]);
    let (_, moves) = problem.split_once("\n5 legal moves: ").unwrap();
    let mut moves: Vec<&str> = moves.split_whitespace().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["5i4h", "5i4i", "5i5h", "5i6h", "5i6i"]);
}

#[test]
fn a_record_is_read() {
    let text = printed("read_kif", &[RECORD]);
    assert!(text.contains("   1 "), "{text}");
}

#[test]
fn a_mate_is_solved() {
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    assert_eq!(printed("solve_mate", &[problem]), "mate in 1: G*5b\n");
    assert_eq!(printed("solve_mate", &["4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1"]), "no mate\n");
}

#[test]
fn a_best_move_is_found() {
    let text = printed("best_move", &["dobutsu", "2000"]);
    assert!(text.lines().filter(|line| line.starts_with("depth ")).count() > 3, "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("best move ")), "{text}");
}

#[test]
fn a_record_is_annotated() {
    let text = printed("annotate", &[RECORD, "50"]);
    let read = |format: Format, bytes: &[u8]| format.read(Variant::Shogi, bytes).unwrap().remove(0).record;
    let (before, after) = (read(Format::CSA, &std::fs::read(RECORD).unwrap()), read(Format::KIFU, text.as_bytes()));
    let comments = |record: &Record| record.nodes().map(|id| record.node(id).comments.len()).sum::<usize>();
    assert_eq!(before.main_line().count(), after.main_line().count());
    assert!(comments(&after) >= comments(&before) + before.main_line().count() - 1, "{text}");
}
