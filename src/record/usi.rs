//! Lines as of the USI protocol: `startpos moves 7g7f 3c3d` or `sfen ... moves ...`, one game a line.
//!
//! They hold a start position and the moves played, nothing else.

use super::cursor::Cursor;
use super::{Ending, Loss, Notated, ReadError, ReadGame, Reading, Reason, Record, Step, Written, text};
use crate::game::{Dialect, MoveError, Playable, SfenMode};

/// Writes the game as the `position` command of USI.
#[must_use]
pub fn line<G: Playable>(record: &Record<G>) -> String {
    let mut text = format!("position {}", G::position_words(record.start(), Dialect::Usual));
    let game = G::of(record.start());
    let played = record.main_line().filter_map(|id| record.node(id).played());
    let moves: Vec<String> = played.map(|m| game.usi(m).to_string()).collect();
    if !moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&moves.join(" "));
    }
    text
}

/// Writes the game as [`line()`] with what that leaves out.
#[must_use]
pub fn write<G: Playable>(record: &Record<G>) -> Written {
    let mut losses = Vec::new();
    let mut lose = |lost: bool, loss: Loss| {
        if lost {
            losses.push(loss);
        }
    };
    let any = |test: fn(&super::Node<G::Move>) -> bool| record.nodes().any(|id| test(record.node(id)));
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
    Written { text: line(record) + "\n", losses }
}

/// Reads every line of a text; empty lines and those that start with `#` are passed over.
///
/// A line may start with `position`, and may be a bare SFEN or bare moves. A word for an ending, such as `resign`, may stand
/// at its end.
///
/// # Errors
/// At the first line that is no record of the game.
pub fn read<G: Notated>(game: G, text: &str) -> Result<Vec<Reading<G>>, ReadError> {
    read_each(game, text).into_iter().map(|read| read.map_err(|broken| broken.error)).collect()
}

/// As [`read`], but yields what stands before a fault too.
#[must_use]
pub fn read_each<G: Notated>(game: G, text: &str) -> Vec<ReadGame<G>> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(game, line, number)).collect()
}

/// The position after the moves of one line. Nothing stands for the start position. Unlike in the record of a game, the
/// last move has to be legal too.
///
/// # Errors
/// If the line is no record of the game, or its last move is illegal.
pub fn position<G: Notated>(game: G, line: &str) -> Result<G::Position, ReadError> {
    let record = read_line(game, line, 1).map_err(|broken| broken.error)?.record;
    last_position(&record).map_err(|reason| reason.at(1))
}

/// The position after the moves of a record, of which the last has to be legal too.
///
/// # Errors
/// If the last move is illegal.
pub fn last_position<G: Notated>(record: &Record<G>) -> Result<G::Position, Reason> {
    let last = record.main_line().last().unwrap_or(Record::<G>::ROOT);
    let position = record.position_at(last);
    match record.node(last).step() {
        Some(&Step::Illegal(m)) => {
            let legality = G::legality(&position, m);
            legality.map_err(|reason| G::illegal_move(G::of(&position).usi(m).to_string(), reason))?;
        }
        Some(Step::Move(_) | Step::End(_)) | None => {}
    }
    Ok(position)
}

fn read_line<G: Notated>(game: G, line: &str, number: usize) -> ReadGame<G> {
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
        game.read_sfen(&sfen.join(" "), SfenMode::Composed).map_err(|error| G::bad_position(error).at(number))?
    } else {
        expected = "a position or a move";
        game.start()
    };
    words.next_if_eq(&"moves");
    let mut cursor = Cursor::<G>::new(start, number);
    match words.try_for_each(|word| read_word(&mut cursor, word, std::mem::replace(&mut expected, A_MOVE), number)) {
        Ok(()) => Ok(cursor.finish()),
        Err(error) => Err(cursor.fail(error)),
    }
}

/// The kind of word that goes on with a line.
const A_MOVE: &str = "a move";

/// Reads a word where something `expected` stands.
fn read_word<G: Notated>(
    cursor: &mut Cursor<G>,
    word: &str,
    expected: &'static str,
    number: usize,
) -> Result<(), ReadError> {
    match G::of(cursor.position()).read_move(word) {
        Ok(m) => cursor.play(m, number),
        Err(MoveError::Illegal { text, reason }) => Err(G::illegal_move(text, reason).at(number)),
        Err(MoveError::Syntax(text)) => {
            let ending = Ending::named(word).ok_or_else(|| Reason::syntax(text, expected).at(number))?;
            cursor.end(ending, number);
            Ok(())
        }
    }
}
