//! Lines of a server: the conditions of a game without their first line, moves with times, results. Whatever it says, what
//! was heard is a record that reads back.

#![no_main]

use kumataka::game::Playable;
use kumataka::record::csa::Version;
use kumataka::record::{Format, Record};
use kumataka::rules::Move;
use kumataka::servers::{Game, GameOver, Said, SummaryLines};
use kumataka::variants::Shogi;
use libfuzzer_sys::fuzz_target;
use std::time::Instant;

/// Plays a game by what stands behind its conditions. A line that begins with `!` stands for a move of this side.
fn play<'a>(game: &mut Game<Shogi>, lines: impl Iterator<Item = &'a str>) {
    game.begin(Instant::now());
    let mut cause = None;
    for line in lines {
        if line.starts_with('!') && game.is_own_turn() {
            let first = Shogi::legal(game.position()).first().copied();
            first.into_iter().for_each(|m| drop(game.send(m, None, Instant::now())));
        }
        match Said::read(line) {
            Said::Move { text, spent } => drop(game.hear(text, spent, Instant::now())),
            Said::Cause(said) => cause = Some(said),
            Said::Verdict(verdict) => return game.end(GameOver { cause, verdict }),
            _ => {}
        }
        // The client waits until then.
        let _ = game.limit().map(|limit| game.turn_began() + limit);
    }
}

fn moves(record: &Record<Shogi>) -> Vec<Move> {
    record.main_line().filter_map(|id| record.node(id).played()).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let mut summary = SummaryLines::default();
    let _ = lines.by_ref().any(|line| !matches!(summary.take(line), Ok(false)));
    let Ok(summary) = summary.read(Shogi) else { return };
    let mut game = Game::new(summary);
    play(&mut game, lines);
    let format = Format::Csa(Version::V3);
    let (file, _) = format.write_file(&[&game.record]).expect("CSA holds every game of shogi");
    let games = format.read(Shogi, &file).expect("what was written can be read");
    let [read] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!(read.record.start().sfen(), game.record.start().sfen());
    assert_eq!(moves(&read.record), moves(&game.record));
});
