//! What a search says at its end, and how long it takes.

use super::{assert_within, field};
use crate::support::{Engine, count, ms};

/// Words that cannot be read leave time for a move, by the other limits or some seconds.
#[test]
fn limits_with_fractions_or_faults_are_no_instant_moves() {
    let mut engine = Engine::ready();
    for (go, least, most, complaints) in [
        ("go movetime 300.0 btime 50000 wtime 50000 byoyomi 0", 280, 300, 0),
        ("go btime 0.0 wtime 0.0 byoyomi 500.7", 400, 500, 0),
        ("go btime 5e4 wtime 50000.0 binc 0.0 winc 0.0", 100, 5_000, 0),
        ("go movetime x btime 0 wtime 0 byoyomi 500", 400, 500, 1),
        ("go wtime 1m btime 1m", 1_500, 2_000, 2),
        // Less than a millisecond is still some time.
        ("go movetime 0.9 btime 56712 wtime 59030 binc 0 winc 0 byoyomi 0", 0, 900, 0),
    ] {
        engine.send("position startpos moves 2g2f 8c8d 9g9f 9c9d 1g1f");
        let (passed, lines) = assert_within(ms(most), &mut engine, go, "bestmove");
        let said = count(&lines, "info string ");
        assert!(passed >= ms(least) && said == complaints, "{go}: {passed:?}, {said} complaints");
    }
}

#[test]
fn a_ponderhit_with_faults_is_no_instant_move() {
    let mut engine = Engine::ready();
    engine.send("position startpos moves 2g2f 8c8d");
    engine.send("go ponder btime 60000 wtime 60000");
    let (passed, lines) = assert_within(ms(2_500), &mut engine, "ponderhit btime x wtime 60000", "bestmove");
    assert!(passed >= ms(1_500) && count(&lines, "info string ") == 1, "{passed:?} {lines:#?}");
}

/// The last lines before `bestmove`, one for each rank.
fn last_lines(lines: &[String], ranks: usize) -> Vec<&String> {
    let shown = lines.iter().filter(|line| line.contains(" pv ")).collect::<Vec<_>>();
    shown[shown.len().saturating_sub(ranks)..].to_vec()
}

fn variation(line: &str) -> Vec<&str> {
    line.split(' ').skip_while(|&word| word != "pv").skip(1).collect()
}

const MIDGAMES: [&str; 6] = [
    "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b",
    "startpos moves 7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 5g5f 5c5d 3i4h 3a4b",
    "startpos moves 2g2f 3c3d 7g7f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b",
    "sfen l1rk1g1nl/1Ps1gs1b1/+P1p1pppp1/8p/3N5/1pPB2P1P/3PPP1P1/3S1S1RL/L2GKG1N1 b NPp 31",
    "sfen l4k1nl/3s2g2/ppng1ppsp/2P6/3pB4/7R1/PP1PPPP1P/4G4/L1SGK1SNL w 4Pn 31",
    "sfen lr3k1n1/3g1gs1l/p2s1pp2/2Ppp2pp/1P1N5/PB2P1PRP/3PSPN2/1pSG5/L3KG2L w N2p 51",
];

/// What a search of a new game says that ends after so many nodes, in the midst of an iteration.
fn cut(engine: &mut Engine, position: &str, nodes: u64) -> Vec<String> {
    engine.send("usinewgame");
    engine.send(&format!("position {position}"));
    engine.send(&format!("go nodes {nodes}"));
    engine.until("bestmove")
}

/// Wherever a search is cut short. Some of these were cut with another move in sight of which no more than a bound was known,
/// some where the table ended the best line with its first move.
#[test]
fn the_last_line_is_whole() {
    let mut engine = Engine::ready();
    for nodes in [50, 1_511, 4_920, 10_277, 15_634, 34_997] {
        for position in MIDGAMES {
            let lines = cut(&mut engine, position, nodes);
            let last = last_lines(&lines, 1)[0];
            assert!(!last.contains("bound"), "{nodes}: {last}");
            let line = variation(last);
            assert!(line.len() >= 2 || field(last, "depth") == Some("1"), "{nodes}: {last}");
            let best = lines.last().unwrap();
            assert_eq!(field(best, "bestmove"), Some(line[0]), "{nodes}: {last}");
            assert_eq!(field(best, "ponder"), line.get(1).copied(), "{nodes}: {last}");
        }
    }
}

#[test]
fn the_last_lines_are_of_one_depth_and_sorted() {
    let mut engine = Engine::ready();
    engine.send("setoption name MultiPV value 3");
    for nodes in [3_459, 9_000, 20_000] {
        for position in MIDGAMES {
            let lines = cut(&mut engine, position, nodes);
            let last = last_lines(&lines, 3);
            assert!(last.iter().map(|line| field(line, "multipv")).eq([Some("1"), Some("2"), Some("3")]), "{last:#?}");
            assert!(last.iter().all(|line| !line.contains("bound") && variation(line).len() >= 2), "{last:#?}");
            assert!(last.iter().all(|line| field(line, "depth") == field(last[0], "depth")), "{last:#?}");
            let scores = last.iter().map(|line| field(line, "cp").unwrap().parse::<i32>().unwrap()).collect::<Vec<_>>();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{last:#?}");
            assert_eq!(field(lines.last().unwrap(), "bestmove"), Some(variation(last[0])[0]), "{last:#?}");
        }
    }
}

/// A pawn was left to be taken, on a board that stood before with that pawn in hand: it is worth a pawn, not the game.
#[test]
fn a_pawn_won_back_is_a_pawn() {
    let mut engine = Engine::ready();
    for (position, wanted) in [
        ("sfen 4k4/9/9/9/2s6/9/9/9/4K4 b P 1 moves P*7f 7e6d 7f7e", None),
        ("sfen 4k4/9/9/9/9/2S6/9/9/4K4 w p 1 moves P*7e 7f6g 7e7f", Some("6g7f")),
    ] {
        engine.send("usinewgame");
        engine.send(&format!("position {position}"));
        engine.send("go nodes 20000");
        let lines = engine.until("bestmove");
        for line in lines.iter().filter(|line| line.contains(" cp ")) {
            let score: i32 = field(line, "cp").unwrap().parse().unwrap();
            assert!(score.abs() < 4_000, "{line}");
        }
        let best = field(lines.last().unwrap(), "bestmove");
        assert!(wanted.is_none() || best == wanted, "{position}: {lines:#?}");
    }
}

#[test]
fn a_game_won_by_a_try_is_over() {
    let mut engine = Engine::ready();
    engine.send("setoption name EnteringKingRule value TryRule");
    let tried = "position sfen 9/4K4/9/9/9/9/9/3k5/9 b R 1 moves 5b5a";
    engine.send(tried);
    engine.send("go nodes 20000");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score mate -1", "bestmove resign"]);
    engine.send("go mate 1000");
    assert_eq!(engine.expect("checkmate"), "checkmate nomate");
    engine.send("go infinite");
    assert!(engine.listen(ms(100)).is_empty());
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove resign");
    // Under another rule the king only stands there.
    engine.send("setoption name EnteringKingRule value CSARule27");
    engine.send(tried);
    engine.send("go nodes 2000");
    assert_ne!(engine.expect("bestmove"), "bestmove resign");
}

#[test]
fn strength_in_elo_limits_nodes_and_time_alike() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Elo value 100");
    engine.send("setoption name USI_LimitStrength value true");
    engine.send("position startpos moves 7g7f 3c3d");
    for go in ["go nodes 1000000", "go movetime 5000", "go btime 600000 wtime 600000"] {
        let (_, lines) = assert_within(ms(3_900), &mut engine, go, "bestmove");
        let nodes: u64 = field(last_lines(&lines, 1)[0], "nodes").unwrap().parse().unwrap();
        assert!(nodes < 2_000, "{go}: {nodes}");
    }
}

/// The size of the table is noted until one is needed, and none that no machine has.
#[test]
fn a_size_of_the_table_is_noted_or_lowered() {
    let mut engine = Engine::ready();
    for size in ["33000000", "40000000"] {
        engine.send(&format!("setoption name USI_Hash value {size}"));
        assert!(engine.expect("info string USI_Hash is ").ends_with(" MB, all that the machine has"));
    }
    // The table is made for a search or to be ready, and this test wants neither of such a size.
    engine.send("setoption name USI_Hash value 8");
    assert!(engine.sync().is_empty());
    engine.send("setoption name USI_Hash value 0");
    engine.expect("info string option USI_Hash takes a whole number from 1 to ");
}

/// Each thread takes memory of its own: those that the system has no room for are left out.
#[cfg(target_os = "linux")]
#[test]
fn there_are_as_many_threads_as_there_is_room_for() {
    use crate::support::Running;
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 3000000; exec \"$0\"", env!("CARGO_BIN_EXE_kumataka")]);
    let mut engine = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()));
    let lines = "setoption name BookFile value no_book\nsetoption name Threads value 1024\nisready\ngo depth 2\n";
    engine.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = engine.output();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("info string no room for Threads 1024: "), "{output:?}");
    assert!(text.contains("\nreadyok\n") && text.contains("\nbestmove "), "{text}");
}
