//! The game record of a finished game, for other programs to read.

use super::config::EngineConfig;
use super::line::{GameLine, Side};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::record::{Ending, NodeId, Record, Step, header};
use crate::words::counted;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::time::Duration;

/// The record of the game of `line`, with these `moves` from its start, between the engines `sides`, by colour.
/// `max_moves` is the limit of moves, or 0 for none.
#[must_use]
pub fn record(
    line: &GameLine,
    start: AnyPosition,
    moves: &[AnyMove],
    sides: [&EngineConfig; 2],
    max_moves: u32,
) -> Record {
    let mut record = Record::new(start);
    write_headers(&mut record, line, sides, max_moves);
    let last = write_moves(&mut record, line, moves);
    let ending = Ending::of(line.reason, line.winner.map(Color::from), record.side_to_move(last));
    record.push(last, Step::End(ending));
    record
}

fn write_headers(record: &mut Record, line: &GameLine, sides: [&EngineConfig; 2], max_moves: u32) {
    let headers = &mut record.headers;
    headers.set(header::BLACK, &line.black);
    headers.set(header::WHITE, &line.white);
    headers.set(header::EVENT, "kumataka match");
    headers.set(header::START_TIME, &local(line.started));
    headers.set(header::END_TIME, &local(line.ended));
    let [black, white] = sides.map(|side| side.time.csa());
    let mut set = |key, time: Option<String>| {
        if let Some(time) = time {
            headers.set(key, &time);
        }
    };
    if black == white {
        set(header::TIME_CONTROL, black);
    } else {
        set(header::BLACK_TIME_CONTROL, black);
        set(header::WHITE_TIME_CONTROL, white);
    }
    if max_moves > 0 {
        headers.set(header::MAX_MOVES, &max_moves.to_string());
    }
    let result = match line.winner {
        None => "draw",
        Some(Side::Black) => "black wins",
        Some(Side::White) => "white wins",
    };
    let detail = if line.detail.is_empty() { String::new() } else { format!(" ({})", line.detail) };
    record.remarks.push(format!("result: {result}, {}{detail}", line.reason));
    if !line.drawn.is_empty() {
        record.remarks.push(format!("played with the time left by {}", counted(line.drawn.len(), "drawn game")));
    }
}

/// A time in the form of record files, in the time zone of the system.
fn local(time: Timestamp) -> String {
    time.to_zoned(TimeZone::system()).strftime("%Y/%m/%d %H:%M:%S").to_string()
}

/// Adds the moves of the opening and of the game, and returns the last node.
fn write_moves(record: &mut Record, line: &GameLine, moves: &[AnyMove]) -> NodeId {
    let (opening, played) = moves.split_at(line.opening.min(moves.len()));
    let mut node = Record::ROOT;
    for &m in opening {
        node = record.push(node, Step::Move(m));
    }
    let mut mover = Color::from(line.first);
    for (i, &m) in played.iter().enumerate() {
        node = record.push(node, Step::Move(m));
        if let Some(&microseconds) = line.microseconds.get(i) {
            record.set_measured_time(node, Duration::from_micros(microseconds));
        }
        // The server floodgate writes all scores from Black's side.
        if let Some(&Some(score)) = line.scores.get(i) {
            let score = score.centipawns();
            record.add_comment(node, &format!("* {}", if mover == Color::Black { score } else { -score }));
        }
        mover = !mover;
    }
    // A move from an empty square has no piece for a record to name, so a remark holds it.
    let position = record.position_at(node);
    let illegal = line.illegal.as_ref().and_then(|text| position.variant().read_move(text).ok());
    let told = illegal.filter(|&m| position.legality(m).is_err_and(|reason| position.can_be_told(m, &reason)));
    told.map_or(node, |m| record.push(node, Step::Illegal(m)))
}
