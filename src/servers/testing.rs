//! Helpers of the tests in `tests/` and the fuzzer: a server's lines played through the client, and the record of them.

use super::game::Game;
use super::summary::SummaryLines;
use super::words::Said;
use crate::any::AnyMove;
use crate::record::csa::GameOver;
use crate::record::{Format, Record};
use crate::variants::Variant;
use std::time::Instant;

/// Plays a game from the server's lines behind `BEGIN Game_Summary`. A line that begins with `!` stands for a move of
/// this side. Returns the record of the game; none if the conditions are refused.
pub fn hear<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<Record> {
    let mut summary = SummaryLines::default();
    let _ = lines.by_ref().any(|line| !matches!(summary.take(line), Ok(false)));
    let mut game = Game::new(summary.read(Variant::Shogi).ok()?);
    game.begin(Instant::now());
    let mut cause = None;
    for line in lines {
        if line.starts_with('!') && game.is_own_turn() {
            let first = game.position().legal_moves().first().copied();
            first.into_iter().for_each(|m| drop(game.send(m, None, Instant::now())));
        }
        match Said::read(line) {
            Said::Move { text, spent } => drop(game.hear(text, spent, Instant::now())),
            Said::Cause(said) => cause = Some(said),
            Said::Verdict(verdict) => {
                game.end(GameOver { cause, verdict });
                break;
            }
            _ => {}
        }
        // The client computes this deadline, so it must not overflow.
        let _ = game.limit().map(|limit| game.turn_began() + limit);
    }
    Some(game.record)
}

/// Asserts that a format holds the start and the moves of a record.
#[expect(clippy::expect_used, reason = "a test fails here")]
pub fn assert_reads_back(format: Format, record: &Record) {
    let (file, _) = format.write_file(&[record]).expect("the format holds every game of shogi");
    let text = String::from_utf8_lossy(&file);
    let games = format.read(Variant::Shogi, &file).expect("what was written can be read");
    assert_eq!(games.len(), 1, "{text}");
    for game in &games {
        assert_eq!(game.record.start().sfen(), record.start().sfen(), "{text}");
        assert_eq!(moves(&game.record), moves(record), "{text}");
    }
}

fn moves(record: &Record) -> Vec<AnyMove> {
    record.main_line().filter_map(|id| record.node(id).played()).collect()
}
