//! What clients send between two games.

use crate::support::{Engine, count, folder, ms};

const PONDER: &str = "go ponder btime 60000 wtime 60000";

/// Some clients send the ponder of a game behind its end; the answer must not be taken for one of the next game.
#[test]
fn a_ponder_behind_the_end_of_its_game_ends_before_the_next() {
    let mut engine = Engine::ready();
    for result in ["win", "lose", "draw"] {
        engine.send(&format!("position startpos moves 7g7f\ngo nodes 300\ngameover {result}\n{PONDER}"));
        engine.send("setoption name USI_Hash value 16");
        assert_eq!(count(&engine.sync(), "bestmove"), 2, "{result}");
        engine.send("usinewgame\nposition startpos\ngo nodes 300");
        assert_eq!(count(&engine.until("bestmove"), "bestmove"), 1, "{result}");
        assert!(engine.sync().is_empty(), "{result}");
    }
}

/// In a game that goes on `isready` only asks whether anybody is there.
#[test]
fn a_ponder_in_its_game_outlasts_isready() {
    let mut engine = Engine::ready();
    for before in ["", "gameover draw\nisready\n", "gameover draw\nusinewgame\n", "gameover lose\ngo nodes 300\n"] {
        engine.send(&format!("position startpos moves 7g7f\n{before}{PONDER}"));
        engine.listen(ms(50));
        assert_eq!(count(&engine.sync(), "bestmove"), 0, "{before}");
        engine.send("stop");
        engine.expect("bestmove");
    }
    // The move was played after all.
    engine.send(&format!("gameover draw\nposition startpos moves 7g7f\n{PONDER}\nponderhit"));
    assert_eq!(count(&engine.sync(), "bestmove"), 0);
    engine.send("stop");
    engine.expect("bestmove");
}

/// Every game begins with `isready`, which tries a missing file again.
#[test]
fn a_missing_file_is_told_once() {
    let folder = folder("usi-missing");
    let mut engine = Engine::ready();
    let path = |name: &str| folder.join(name).display().to_string();
    for (option, name, words) in [
        ("EvalDir", "networks", "networks: "),
        ("EvalFile", "none.nnue", "none.nnue: "),
        ("BookFile", "none.db", "no book is used: "),
        ("SolutionFile", "none.kms", "no solution is used: "),
    ] {
        let set = |engine: &mut Engine, value: &str| {
            engine.send(&format!("setoption name {option} value {value}"));
            let said = engine.sync();
            said.iter().filter(|line| line.starts_with("info string ") && line.contains(words)).count()
        };
        engine.send("setoption name USI_Variant value dobutsu");
        assert_eq!(set(&mut engine, &path(name)), 1, "{option}");
        for game in ["dobutsu", "shogi", "torishogi", "dobutsu"] {
            engine.send(&format!("setoption name USI_Variant value {game}\nusinewgame"));
            assert_eq!(count(&engine.sync(), "info string"), 0, "{option}: {game}");
        }
        // Another file is another fault, and so is the same one when it is asked for again.
        assert_eq!(set(&mut engine, &path(&format!("other-{name}"))), 1, "{option}");
        let usual = if option == "EvalFile" {
            "<internal>"
        } else if option == "BookFile" {
            "no_book"
        } else {
            "<empty>"
        };
        assert_eq!(set(&mut engine, usual), 0, "{option}");
        assert_eq!(set(&mut engine, &path(name)), 1, "{option}");
        assert_eq!(set(&mut engine, usual), 0, "{option}");
    }
}
