//! Reading KIF and KI2 files.

use super::line::Line;
use super::moves::Game;
use super::searched;
use super::start::Start;
use crate::record::{Oddity, ReadError, ReadGame, Reason, Record, WriteError, header, text};
use crate::variants::Variant;

/// Reads the one game of a file: first its start from the lines above the first move, then everything else, by the same
/// rules above and below that move.
///
/// # Errors
/// At the first move that cannot be read, or at once if there is no game or its pieces have no Japanese names.
pub(in crate::record) fn read(game: Variant, text: &str) -> ReadGame {
    WriteError::check_names(game, "KIF").map_err(|error| Reason::from(error).at(1))?;
    let lines: Vec<(usize, Line<'_>)> = (1..).zip(text.lines().map(|line| Line::of(game, line))).collect();
    if !lines.iter().any(|(_, line)| line.is_of_game()) {
        return Err(Reason::Empty.at(1).into());
    }
    let first_move = lines.iter().position(|(_, line)| line.is_play()).unwrap_or(lines.len());
    let (head, moves) = lines.split_at(first_move);
    let (cursor, other_start) = Start::of(game, head)?.begin()?;
    let mut game = Game::new(cursor, other_start);
    let others = head.iter().filter(|(_, line)| !line.is_start()).chain(moves);
    let read = others.copied().try_for_each(|(number, line)| game.read_line(line, number));
    match read.and_then(|()| game.check_whole()) {
        Ok(()) => {
            game.check_moves(lines.len());
            Ok(game.cursor.finish())
        }
        Err(error) => Err(game.cursor.fail(error)),
    }
}

impl Game {
    fn read_line(&mut self, line: Line<'_>, number: usize) -> Result<(), ReadError> {
        let here = self.cursor.here();
        match line {
            Line::Blank | Line::Frame => {}
            Line::Moves(text) | Line::Ending(text) => return self.read_moves(text, number),
            Line::Word(ply, text) => return self.read_word(ply, text, number),
            Line::Variation(ply) => return self.read_variation(ply, number),
            Line::Comment(comment) => self.cursor.add_kif_comment(comment, searched::in_csa),
            Line::Bookmark(bookmark) => self.cursor.record.node_mut(here).bookmark = Some(bookmark.to_owned()),
            Line::Remark(remark) if text::declares_encoding(remark) => {}
            Line::Remark(remark) => self.cursor.record.remarks.push(remark.to_owned()),
            Line::Header(key, value) => self.read_header(key, value),
            Line::Unknown(text) => self.keep(text, number),
            Line::Handicap(_) => return Err(Reason::AnotherGame.at(number)),
            Line::Hand(..) | Line::Rank(_) | Line::Turn(_) | Line::MovesMade(_) | Line::Ban(_) => {
                if !std::mem::replace(&mut self.is_told_misplaced, true) {
                    self.cursor.warn(number, Oddity::LateBoard);
                }
            }
        }
        Ok(())
    }

    fn read_header(&mut self, key: &str, value: &str) {
        self.cursor.record.headers.append(header::key_of_name(key), value);
    }

    fn read_variation(&mut self, ply: usize, number: usize) -> Result<(), ReadError> {
        self.check_whole()?;
        let offset = self.first.map_or(0, |first| first.saturating_sub(1));
        self.cursor.branch(ply.saturating_sub(offset), number)
    }

    /// Warns of a file without a move if some of its text is not understood. A file with a diagram may need no move.
    fn check_moves(&mut self, last_line: usize) {
        let record = &self.cursor.record;
        let is_empty = record.node(Record::ROOT).children().is_empty() && record.handicap().is_some();
        if self.has_kept && is_empty {
            self.cursor.warn(last_line, Oddity::NoMove);
        }
    }
}
