//! The streams of an analysis, which get each move as soon as it is known.

use super::error::AnalyseError;
use super::json::JsonFile;
use super::lines::Lines;
use super::part::PartLines;
use super::places::Place;
use crate::analysis::{Analysis, Ply};
use crate::any::{AnyMove, AnyPosition};
use crate::jobs::command::{Output, Trouble, is_closed_output};
use crate::record::Headers;
use std::collections::BTreeMap;

/// Lines for people, and lines of JSON.
pub struct Streams {
    pub lines: Option<Lines>,
    pub json: Option<JsonFile>,
    /// True if files are written whatever becomes of the standard output.
    pub has_files: bool,
    /// Lines of a part of the games.
    pub part: Option<PartLines>,
}

impl Streams {
    /// True if lines appear on a terminal.
    pub fn are_seen(&self) -> bool {
        self.lines.is_some() && Output::is_terminal()
    }

    /// Passes news on; true if it was the last of a game.
    fn pass_on(&mut self, news: &News) -> Result<bool, AnalyseError> {
        match (&mut self.part, news) {
            (Some(part), News::Begin { place, .. }) => part.begin(place.job)?,
            (Some(part), News::End { analysis, .. }) => part.end(analysis.is_complete()),
            _ => {}
        }
        tell(&mut self.lines, self.has_files, |lines| match news {
            News::Begin { place, headers, plies } => lines.begin(place, headers, *plies),
            News::Ply(position, ply) => lines.ply(position, ply),
            &News::Variation { ply, .. } => lines.variation(ply),
            News::End { analysis, .. } => lines.end(analysis),
        })?;
        tell(&mut self.json, self.has_files, |json| match news {
            News::Begin { place, .. } => {
                json.begin(&place.file(), place.number);
                Ok(())
            }
            News::Ply(position, ply) => json.ply(position, ply),
            &News::Variation { number, .. } => {
                json.variation(number);
                Ok(())
            }
            News::End { analysis, fault } => json.end(analysis, fault.as_deref()),
        })?;
        Ok(matches!(news, News::End { .. }))
    }
}

/// Writes to a stream. One whose reader has gone away is dropped if files are still to be written.
fn tell<S>(
    stream: &mut Option<S>,
    has_files: bool,
    tell: impl FnOnce(&mut S) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    match stream.as_mut().map_or(Ok(()), tell) {
        Err(error) if has_files && is_closed_output(&error) => {
            *stream = None;
            Ok(())
        }
        told => told,
    }
}

/// News of a game.
pub enum News {
    /// A game with this number of plies begins.
    Begin { place: Place, headers: Headers, plies: usize },
    /// A ply, with the position in which it was played.
    Ply(Box<AnyPosition>, Box<Ply<AnyMove>>),
    /// A variation begins, by its number from one and that of its first ply.
    Variation { number: usize, ply: usize },
    /// A game ends, or breaks off at a fault.
    End { analysis: Analysis<AnyMove>, fault: Option<String> },
}

/// Streams that take one game after the other, though several are analysed at a time: news of the first unfinished game
/// goes out at once, news of later games waits for its turn.
pub struct Turns {
    streams: Streams,
    /// Number of the game whose turn it is, from zero.
    current: usize,
    /// News of later games.
    held_back: BTreeMap<usize, Vec<News>>,
}

impl Turns {
    pub const fn new(streams: Streams) -> Self {
        Self { streams, current: 0, held_back: BTreeMap::new() }
    }

    pub fn into_streams(self) -> Streams {
        self.streams
    }

    /// Lines of a part of the games.
    pub const fn part(&mut self) -> Option<&mut PartLines> {
        self.streams.part.as_mut()
    }

    /// Reports on a game, by its number from zero. Each game has a beginning and an end.
    pub fn tell(&mut self, game: usize, news: News) -> Result<(), AnalyseError> {
        if game != self.current {
            self.held_back.entry(game).or_default().push(news);
            return Ok(());
        }
        let mut is_over = self.streams.pass_on(&news)?;
        while is_over {
            self.current += 1;
            is_over = false;
            for news in self.held_back.remove(&self.current).unwrap_or_default() {
                is_over = self.streams.pass_on(&news)?;
            }
        }
        Ok(())
    }
}
