//! Lines as of the USI protocol: `startpos moves 7g7f 3c3d` or `sfen ... moves ...`, one game a line.
//!
//! They hold a start position and the moves played, nothing else.

use super::cursor::Cursor;
use super::{Ending, Loss, ReadError, Reading, Reason, Record, Step, Written};
use crate::rules::{MoveError, Position, Rules, SfenMode};

/// Writes the game as the `position` command of USI.
#[must_use]
pub fn line<R: Rules>(record: &Record<R>) -> String {
    let sfen = record.start().sfen();
    let mut text = if sfen == R::START { "position startpos".to_owned() } else { format!("position sfen {sfen}") };
    let moves: Vec<String> =
        record.main_line().filter_map(|id| record.node(id).played()).map(|m| m.usi::<R>().to_string()).collect();
    if !moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&moves.join(" "));
    }
    text
}

/// Writes the game as [`line()`] with what that leaves out.
#[must_use]
pub fn write<R: Rules>(record: &Record<R>) -> Written {
    let mut losses = Vec::new();
    let mut lose = |lost: bool, loss: Loss| {
        if lost {
            losses.push(loss);
        }
    };
    let any = |test: fn(&super::Node) -> bool| record.nodes().any(|id| test(record.node(id)));
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
/// A line may start with `position`, and may be a bare SFEN or bare moves. `resign` and `win` may stand at its end.
///
/// # Errors
/// At the first line that is no game of `R`.
pub fn read<R: Rules>(text: &str) -> Result<Vec<Reading<R>>, ReadError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    games.map(|(number, line)| read_line(line, number)).collect()
}

fn read_line<R: Rules>(line: &str, number: usize) -> Result<Reading<R>, ReadError> {
    let mut words = line.split_ascii_whitespace().peekable();
    words.next_if_eq(&"position");
    let start = if words.next_if_eq(&"startpos").is_some() {
        Position::start()
    } else if words.next_if_eq(&"sfen").is_some() || words.peek().is_some_and(|word| word.contains('/')) {
        let mut sfen = Vec::new();
        while let Some(word) = words.next_if(|&word| word != "moves") {
            sfen.push(word);
        }
        Position::from_sfen(&sfen.join(" "), SfenMode::Composed).map_err(|error| Reason::from(error).at(number))?
    } else {
        Position::start()
    };
    words.next_if_eq(&"moves");
    let mut cursor = Cursor::<R>::new(start, number);
    for word in words {
        match word {
            "resign" => cursor.end(Ending::Resignation, number)?,
            "win" => cursor.end(Ending::Declaration, number)?,
            _ => match Position::<R>::read_move(word) {
                Ok(m) => cursor.play(m, number)?,
                Err(MoveError::Illegal { text, reason }) => return Err(Reason::Illegal { text, reason }.at(number)),
                Err(MoveError::Syntax(text)) => return Err(Reason::syntax(text, "a move").at(number)),
            },
        }
    }
    Ok(cursor.finish())
}
