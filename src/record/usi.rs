//! Lines of the USI protocol: `startpos moves 7g7f 3c3d` or `sfen ... moves ...`, one game a line.
//!
//! They hold a start position and the moves played, nothing else.

use super::cursor::Cursor;
use super::{
    Ending, Format, GameEnds, Loss, Node, Phrase, ReadError, ReadGame, Reading, Reason, Record, RecordFormat, Step,
    WriteError, Written, text,
};
use crate::any::AnyPosition;
use crate::game::{Dialect, MoveError, SfenMode};
use crate::variants::Variant;

/// Writes the game as the `position` command of USI.
#[must_use]
pub fn line(record: &Record) -> String {
    let mut text = format!("position {}", record.start().position_words(Dialect::Usual));
    let game = record.start().variant();
    let played = record.main_line().filter_map(|id| record.node(id).played());
    let moves: Vec<String> = played.map(|m| game.usi(m)).collect();
    if !moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&moves.join(" "));
    }
    text
}

struct Usi;

impl Format {
    /// A line of USI, `position sfen ... moves ...`, for each game.
    pub const USI: Self = Self::new(&Usi);
}

impl RecordFormat for Usi {
    fn name(&self) -> &'static str {
        "usi"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["usi", "sfen"]
    }

    fn game_ends(&self) -> Option<Box<dyn GameEnds>> {
        Some(Box::new(EveryLine))
    }

    /// True for a line that starts with a position or a move.
    fn is_shown_by(&self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return false };
        let is_move = |word: &[u8]| matches!(word, [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', ..]);
        let is_board = first.contains('/') && matches!(words.next(), Some("b" | "w"));
        matches!(first, "position" | "startpos" | "sfen") || is_board || is_move(first.as_bytes())
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        Ok(read_each(game, text))
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        Ok(Written { text: line(record) + "\n", losses: losses(record) })
    }
}

/// Ends a game at every line.
struct EveryLine;

impl GameEnds for EveryLine {
    fn read(&mut self, _: &str, _: usize, end: usize) -> Option<usize> {
        Some(end)
    }
}

/// The parts of a record that [`line()`] leaves out.
fn losses(record: &Record) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut lose = |lost: bool, loss: Loss| {
        if lost {
            losses.push(loss);
        }
    };
    let any = |test: fn(&Node) -> bool| record.nodes().any(|id| test(record.node(id)));
    lose(!record.headers.is_empty(), Loss::Headers);
    lose(!record.remarks.is_empty(), Loss::Remarks);
    lose(any(|node| !node.comments.is_empty()), Loss::Comments);
    lose(any(|node| node.bookmark.is_some()), Loss::Bookmarks);
    lose(any(|node| node.time.is_some()), Loss::Times);
    lose(record.has_variations(), Loss::Variations);
    let last = record.main_line().last().map(|id| record.node(id).step());
    if let Some(Some(Step::End(ending))) = last {
        losses.push(Loss::Ending(ending.clone()));
    }
    losses
}

/// Reads every line of a text, except empty ones and those that start with `#`.
///
/// A line may start with `position`, be a bare SFEN or bare moves, and end with a word for an ending (`resign`).
///
/// # Errors
/// At the first line that is no record of the game.
pub fn read(game: Variant, text: &str) -> Result<Vec<Reading>, ReadError> {
    read_each(game, text).into_iter().map(|read| read.map_err(|broken| broken.error)).collect()
}

/// Like [`read`], but yields what stands before a fault too.
#[must_use]
pub fn read_each(game: Variant, text: &str) -> Vec<ReadGame> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(game, line, number)).collect()
}

/// The position after the moves of one line; an empty line means the start position. Unlike in the record of a game,
/// the last move must be legal too.
///
/// # Errors
/// If the line is no record of the game, or its last move is illegal.
pub fn position(game: Variant, line: &str) -> Result<AnyPosition, ReadError> {
    let record = read_line(game, line, 1).map_err(|broken| broken.error)?.record;
    last_position(&record).map_err(|reason| reason.at(1))
}

/// The position after the moves of a record, whose last move must be legal too.
///
/// # Errors
/// If the last move is illegal.
pub fn last_position(record: &Record) -> Result<AnyPosition, Reason> {
    let last = record.main_line().last().unwrap_or(Record::ROOT);
    let position = record.position_at(last);
    match record.node(last).step() {
        Some(&Step::Illegal(m)) => {
            let illegal = |reason| Reason::Illegal { text: position.variant().usi(m), reason };
            position.legality(m).map_err(illegal)?;
        }
        Some(Step::Move(_) | Step::End(_)) | None => {}
    }
    Ok(position)
}

fn read_line(game: Variant, line: &str, number: usize) -> ReadGame {
    text::check_line(line, number)?;
    let mut words = line.split_ascii_whitespace().peekable();
    words.next_if_eq(&"position");
    let mut expected = A_MOVE;
    let start = if words.next_if_eq(&"startpos").is_some() {
        game.start()
    } else if words.next_if_eq(&"sfen").is_some() || words.peek().is_some_and(|word| word.contains('/')) {
        let mut sfen = Vec::new();
        while let Some(word) = words.next_if(|&word| word != "moves") {
            sfen.push(word);
        }
        game.read_sfen(&sfen.join(" "), SfenMode::Composed).map_err(|error| Reason::from(error).at(number))?
    } else {
        expected = ["a position or a move", "局面や指し手"];
        game.start()
    };
    words.next_if_eq(&"moves");
    let mut cursor = Cursor::new(start, number);
    match words.try_for_each(|word| read_word(&mut cursor, word, std::mem::replace(&mut expected, A_MOVE), number)) {
        Ok(()) => Ok(cursor.finish()),
        Err(error) => Err(cursor.fail(error)),
    }
}

/// The word that may continue a line.
const A_MOVE: Phrase = ["a move", "指し手"];

/// Reads a word where `expected` should stand.
fn read_word(cursor: &mut Cursor, word: &str, expected: Phrase, number: usize) -> Result<(), ReadError> {
    match cursor.position().variant().read_move(word) {
        Ok(m) => cursor.play(m, number),
        Err(MoveError::Illegal { text, reason }) => Err(Reason::Illegal { text, reason }.at(number)),
        Err(MoveError::Syntax(text)) => {
            let ending = Ending::named(word).ok_or_else(|| Reason::syntax(text, expected).at(number))?;
            cursor.end(ending, number);
            Ok(())
        }
    }
}
