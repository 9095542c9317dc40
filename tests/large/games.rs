//! Whole games: of the search against itself by every book of rules, and in the words of Lishogi-Bot.

use super::{LargeGame, Position, SETS, chu, position, usi};
use crate::support::{Engine, on_large_stack};
use kumataka::board::Color;
use kumataka::eval::{Evaluated, EvaluationModel};
use kumataka::game::{Ending, Playable, PlayablePosition as _, Position as _, Reason, SfenMode, Verdict, score};
use kumataka::kernel::Repetitions as _;
use kumataka::search::{Limits, SearchOptions, Searcher};
use kumataka::variants::LargeVariant;

/// Plies of a game at most.
const PLIES: usize = 300;

/// Plays moves by their names.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.make(m, &mut ());
    }
}

#[test]
fn the_search_plays_by_every_book_of_rules() {
    for (number, rules) in SETS.into_iter().enumerate() {
        on_large_stack(move || {
            let model = <LargeGame as Evaluated>::Model::internal(chu()).unwrap();
            let mut searcher = Searcher::<LargeGame, _>::new(4, model.evaluator()).unwrap();
            let mut position = position(chu().start_sfen(), rules);
            // Another start for each, so that games differ.
            play(&mut position, ["8i8h 5d5e", "7i7h 3d3e", "3i3h 8d8e"][number]);
            let mut plies = 0;
            while plies < PLIES && position.verdict().is_none() {
                let outcome = searcher.think(&position, &Limits::nodes(600), &SearchOptions::default(), &mut ());
                let m = outcome.best.expect("a move, as the game goes on");
                assert_eq!(position.legality(m), Ok(()), "{rules}: {}", usi(m));
                position.make(m, &mut ());
                plies += 1;
            }
            assert!(plies > 40, "{rules}: {plies} plies, {}", position.sfen());
        });
    }
}

#[test]
fn a_game_in_the_words_of_a_bot() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value chushogi");
    engine.send("isready");
    engine.expect("readyok");
    let mut position = chu().start();
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 60 && position.verdict().is_none() {
        let told = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        engine.send(&format!("position startpos{told}"));
        engine.send("go btime 60000 wtime 60000 byoyomi 1000 nodes 300");
        let answer = engine.expect("bestmove ");
        let text = answer.split(' ').nth(1).expect("a move").to_owned();
        play(&mut position, &text);
        moves.push(text);
    }
    assert_eq!(moves.len(), 60, "{moves:?}");
    engine.send("gameover draw");
    assert!(engine.sync().is_empty());
}

#[test]
fn what_is_refused_is_said() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value Chu-Shogi");
    for (told, reason) in [
        ("position startpos moves 7i7g", "does not move that way"),
        ("position startpos moves 13a12a", "not on the board"),
        ("position sfen k11/12/5g6/6n5/12/5N6/12/12/12/12/12/K11 b - 1 moves 7f6d", "protected"),
        ("position sfen k4r5B/12/12/12/5N5r/5G6/12/12/12/12/12/K9GG w 1a 1 moves 7a7e", "counter-strike"),
        ("position sfen 12/12/12/12/12/12/12/12/12/12/12/12 b - 1", "neither side has a king"),
        ("position sfen k11/12 b - 1", "ranks"),
    ] {
        engine.send(told);
        let said = engine.expect("info string");
        assert!(said.contains(reason), "{told}: {said}");
        assert_eq!(engine.sync(), Vec::<String>::new());
    }
}

/// A king that was left to be captured is captured, and a side whose king is gone resigns.
#[test]
fn kings_are_captured() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value chu");
    engine.send("position sfen k10r/12/12/12/12/12/12/12/12/12/6G5/R10K w - 1 moves 12a12b");
    engine.send("go nodes 1000");
    let said = engine.until("bestmove");
    assert!(said[said.len() - 2].contains("score mate 1 "), "{said:?}");
    assert!(said[said.len() - 1].starts_with("bestmove 12l12b"), "{said:?}");
    engine.send("position sfen k10r/12/12/12/12/12/12/12/12/12/6G5/R10K w - 1 moves 12a12b 12l12b");
    engine.send("go nodes 1000");
    assert_eq!(engine.expect("bestmove"), "bestmove resign");
}

/// By every book of rules the next move mates or takes the king, whatever is played; a referee may ask for an answer to the
/// check all the same.
#[test]
fn a_lost_king_is_not_left_to_be_captured() {
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Variant value chu");
    for rules in SETS {
        engine.send(&format!("setoption name ChuRules value {rules}"));
        for (sfen, answer) in [
            ("11k/12/r11/12/12/12/12/P11/12/12/11R/6K3R1 w - 1", "12c1c"),
            ("1r3k6/r11/12/12/11p/12/12/12/12/11R/12/K11 b - 1", "1j12j"),
        ] {
            engine.send(&format!("position sfen {sfen}"));
            engine.send("go nodes 1000");
            assert_eq!(engine.expect("bestmove").split(' ').nth(1), Some(answer), "{rules}: {sfen}");
        }
    }
}

#[test]
fn games_end_by_the_book() {
    let verdict = |sfen: &str, rules: &str, moves: &str| {
        let mut position = position(sfen, rules);
        play(&mut position, moves);
        position.verdict().map(|verdict| (verdict.winner.map(kumataka::board::Color::name), verdict.reason))
    };
    // A rook takes the last piece beside the king.
    let bare = "k5p5/12/12/12/12/6R5/12/12/12/12/12/K9GG b - 1";
    assert_eq!(verdict(bare, "lishogi", "6f6a"), Some((Some("Black"), Reason::BareKing)));
    assert_eq!(verdict(bare, "hachu", "6f6a"), None);
    assert_eq!(verdict(bare, "renmei", "6f6a"), None);
    let last = "k5p5/12/12/12/12/6R5/12/12/12/12/12/K11 b - 1";
    assert_eq!(verdict(last, "renmei", "6f6a"), Some((Some("Black"), Reason::BareKing)));
    // The king beside the last piece can take it only if nothing protects it.
    let beside = "12/12/12/12/5k6/6R5/12/12/12/12/12/K11 w - 1";
    assert_eq!(verdict(beside, "renmei", ""), None);
    let protected = "12/12/12/12/5k6/6R5/6K5/12/12/12/12/12 w - 1";
    assert_eq!(verdict(protected, "renmei", ""), Some((Some("Black"), Reason::BareKing)));
    let kings = "kR10/12/12/12/12/12/12/12/12/12/12/K11 w - 1";
    assert_eq!(verdict(kings, "lishogi", "12a11a"), Some((None, Reason::BareKing)));
    assert_eq!(verdict(kings, "renmei", "12a11a"), Some((None, Reason::BareKing)));
    // A lance that cannot move again is no piece.
    let stuck = "kR2L7/12/12/12/12/12/12/12/12/12/12/K11 w - 1";
    assert_eq!(verdict(stuck, "lishogi", "12a11a"), Some((None, Reason::BareKing)));
    assert_eq!(verdict(stuck, "renmei", "12a11a"), Some((None, Reason::BareKing)));
    // Mate ends the game by one book alone.
    let mate = "k11/11R/12/12/6p5/12/12/12/12/12/12/K9R1 b - 1";
    assert_eq!(verdict(mate, "renmei", "2l2a"), Some((Some("Black"), Reason::NoMoves)));
    assert_eq!(verdict(mate, "lishogi", "2l2a"), None);
}

#[test]
fn repetition_is_judged_by_the_book() {
    let start = "k9gg/12/12/12/12/6r5/12/12/5R6/12/12/K9GG b - 1";
    let cycle = |n: usize, moves: &str| vec![moves; n].join(" ");
    let ending = |rules: &str, moves: &str| {
        let mut position = position(start, rules);
        play(&mut position, moves);
        (position.repetition().map(|judged| judged.ending), position.ending(0))
    };
    let quiet = "1l1k 1a1b 1k1l 1b1a";
    assert_eq!(ending("lishogi", &cycle(2, quiet)).0, None);
    assert_eq!(ending("lishogi", &cycle(3, quiet)), (Some(Ending::Draw), Some(Ending::Draw)));
    assert_eq!(ending("hachu", quiet), (Some(Ending::Win), Some(Ending::Win)));
    // The rook attacks the other with each move, and that one moves away; the attacker is to move at the end.
    let chase = "7i6i 6f7f 6i7i 7f6f";
    assert_eq!(ending("lishogi", &cycle(3, chase)).0, Some(Ending::Loss));
    let mut chased = position(start, "lishogi");
    play(&mut chased, &cycle(3, chase));
    assert_eq!(chased.verdict(), Some(Verdict { winner: Some(Color::White), reason: Reason::PerpetualCheck }));
    // Two passes of lions lead back at once.
    let lions = "k9gg/12/12/5n6/12/12/12/12/5N6/12/12/K9GG b - 1";
    let mut position = position(lions, "lishogi");
    play(&mut position, &cycle(3, "7i7h7i 7d7e7d"));
    assert_eq!(position.verdict(), Some(Verdict { winner: None, reason: Reason::Repetition }));
}

/// A position that stood before the root is judged only where it ends the game: until then whoever would lose can leave the
/// cycle.
#[test]
fn a_chase_that_began_in_the_game_is_not_yet_lost() {
    let start = "6k5/11R/12/gsp9/12/12/12/12/GSP9/12/12/6K5 b - 1";
    let chase = ["1b1a 6a7b 1a1b 7b6a"; 3].join(" ");
    let ending = |cycles: usize, ply: usize| {
        let mut position = position(start, "");
        chase.split(' ').take(4 * cycles).for_each(|text| play(&mut position, text));
        position.ending(ply)
    };
    assert_eq!([ending(1, 1), ending(1, 4), ending(3, 1)], [None, Some(Ending::Loss), Some(Ending::Loss)]);
    on_large_stack(move || {
        let mut position = position(start, "");
        play(&mut position, "1b1a 6a7b 1a1b");
        let model = <LargeGame as Evaluated>::Model::internal(chu()).unwrap();
        let mut searcher = Searcher::<LargeGame, _>::new(4, model.evaluator()).unwrap();
        let outcome = searcher.think(&position, &Limits::nodes(2000), &SearchOptions::default(), &mut ());
        assert!(!score::is_mate(outcome.score), "{}", outcome.score);
    });
}

/// White threatens to mate at once. Positions that were searched before are in the table, some of them only evaluated, and
/// no bound that comes of that may hide the mate.
#[test]
fn a_used_table_hides_no_mate_in_one() {
    const START: &str = "l5ek1g3+Vl/a5g1t5a/6ot2a'x'3/10c'r3/3i5m5/2fpp4wp2+Xp/6v2pp'4/5s9/5x'+r5f'1P/P1+D5WPP'4/\
        7P2P2P1/2A'2I6M1R/A1M2W1T3A'1X'1/2C'1F2GT1F1C'1A/LNU1CS1KGSCIUNL b - 349";
    // Moves from the start on, and the nodes of a search behind them.
    let searches = [
        ("", 1000),
        (" moves 3l9l", 3000),
        (" moves 3l9l 3i4h", 1000),
        (" moves 3l9l 3i4h 2f3f", 5000),
        (" moves 3l9l 3i4h 2f3f 5d4e", 5000),
        (" moves 3l9l 3i4h 2f3f 5d4e 3f3h", 5000),
        ("", 1000),
        (" moves 3l9l", 3000),
        ("", 3000),
        ("", 6000),
    ];
    let mut engine = Engine::ready();
    engine.send("setoption name USI_Hash value 16");
    engine.send("setoption name USI_Variant value daishogi");
    engine.send("isready");
    engine.expect("readyok");
    for (moves, nodes) in searches {
        engine.send(&format!("position sfen {START}{moves}"));
        engine.send(&format!("go nodes {nodes}"));
        let answer = engine.expect("bestmove ");
        if moves.is_empty() {
            let mut position = LargeVariant::Dai.game().read_sfen(START, SfenMode::Tolerant).unwrap();
            play(&mut position, answer.split(' ').nth(1).expect("a move"));
            assert_eq!(position.mate_in_one().map(usi), None, "{answer} after {nodes} nodes");
        }
    }
}
