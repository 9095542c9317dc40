//! Whole games of the small games, in the words of a bot that plays on a server, and in either dialect.

use crate::support::Engine;
use kumataka::board::Color;
use kumataka::game::{Dialect, Playable, PlayablePosition as _, Position as _, SfenMode};
use kumataka::variants::DropVariant;

/// The position after moves that are legal, each written in `dialect`.
fn after<'a, G: Playable>(
    position: &G::Position,
    texts: impl IntoIterator<Item = &'a str>,
    dialect: Dialect,
) -> G::Position {
    let mut position = position.clone();
    for text in texts {
        let m = position.parse_move(text).unwrap();
        assert_eq!(position.usi_in(m, dialect), text);
        position.make(m, &mut ());
    }
    position
}

/// The engine's move, whose variations and expected answer are legal, too.
fn answer<G: Playable>(engine: &Engine, position: &G::Position, dialect: Dialect) -> String {
    let lines = engine.until("bestmove");
    for (_, variation) in lines.iter().filter_map(|line| line.split_once(" pv ")) {
        after::<G>(position, variation.split(' '), dialect);
    }
    let words = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
    after::<G>(position, words.split(" ponder "), dialect);
    words.split(' ').next().unwrap().to_owned()
}

/// Wins as `side` against somebody who moves at random. `words` name the start.
fn wins<G: Playable>(game: G, name: &str, words: &str, dialect: Dialect, side: Color) {
    let mut engine = Engine::ready();
    engine.send(&format!("setoption name USI_Variant value {name}"));
    let start = words.strip_prefix("sfen ").unwrap_or(game.start_sfen());
    let mut position = game.read_sfen(start, SfenMode::Strict).unwrap();
    let mut line = format!("position {words} moves");
    let mut seed = 7_u64;
    while position.verdict().is_none() {
        let played = if position.side_to_move() == side {
            engine.send(&line);
            assert!(engine.sync().is_empty(), "{line}");
            engine.send("go btime 1000 wtime 1000 byoyomi 20");
            answer::<G>(&engine, &position, dialect)
        } else {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal();
            let chosen = moves.as_ref()[(seed >> 33) as usize % moves.as_ref().len()];
            position.usi_in(chosen, dialect)
        };
        position = after::<G>(&position, [played.as_str()], dialect);
        line = format!("{line} {played}");
    }
    assert_eq!(position.verdict().unwrap().winner, Some(side), "{line}");
    engine.send("gameover win");
    assert!(engine.sync().is_empty());
}

#[test]
fn games_of_servers_are_played_to_their_ends() {
    wins(DropVariant::Minishogi.game(), "minishogi", "startpos", Dialect::Usual, Color::Black);
    wins(DropVariant::Kyoto.game(), "kyotoshogi", "sfen p+nks+l/5/5/5/+LSK+NP b - 1", Dialect::Fairy, Color::White);
    wins(DropVariant::Dobutsu.game(), "dobutsu", "sfen rkb/1p1/1P1/BKR b - 1", Dialect::Usual, Color::White);
    wins(DropVariant::Gorogoro.game(), "gorogoro", "startpos", Dialect::Usual, Color::Black);
    wins(DropVariant::GorogoroPlus.game(), "gorogoro+", "startpos", Dialect::Usual, Color::Black);
}

fn moves(engine: &mut Engine, position: &str) -> Vec<String> {
    engine.send(&format!("position {position}"));
    engine.send("moves");
    engine.expect("").split(' ').map(str::to_owned).collect()
}

#[test]
fn the_dialect_last_read_is_written() {
    let mut engine = Engine::ready();
    let says = |moves: &[String], text: &str| moves.iter().any(|said| said == text);
    engine.send("setoption name USI_Variant value kyotoshogi");
    assert!(says(&moves(&mut engine, "startpos"), "2e2d+"));
    assert!(says(&moves(&mut engine, "startpos moves 2e2d-"), "1a1b-"));
    // Nothing in these words tells, so that the dialect stays what it was.
    assert!(says(&moves(&mut engine, "startpos"), "2e2d-"));
    let fairy = moves(&mut engine, "sfen 2k2/5/+L4/5/2K2 b L 1");
    assert!(says(&fairy, "+L*1c") && says(&fairy, "L*1c") && says(&fairy, "5c5b-"), "{fairy:?}");
    engine.send("go perft 1");
    let counted: Vec<_> =
        engine.until("Nodes").iter().map(|line| line.split(": ").next().unwrap().to_owned()).collect();
    assert_eq!(counted[..counted.len() - 1], fairy);
    let usual = moves(&mut engine, "sfen 2k2/5/T4/5/2K2 b T 1");
    assert!(says(&usual, "T*1c") && says(&usual, "L*1c") && says(&usual, "5c5b+"), "{usual:?}");
    engine.send("setoption name USI_Variant value dobutsu");
    assert!(says(&moves(&mut engine, "sfen 1k1/3/3/1K1 b G 1"), "R*2b"));
    assert!(says(&moves(&mut engine, "sfen 1l1/3/3/1L1 b G 1"), "G*2b"));
    assert!(says(&moves(&mut engine, "startpos moves 2c2b 2a2b"), "C*3c"));
}
