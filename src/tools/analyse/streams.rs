//! The streams of an analysis, which are told of each move as soon as it is known.

use super::json::JsonFile;
use super::lines::Lines;
use super::places::Place;
use crate::analysis::{Analysis, Ply, Sink};
use crate::record::Headers;
use crate::rules::{Move, Position, Rules};
use crate::tools::command::Trouble;

/// Lines for people, and lines of JSON.
pub struct Streams {
    pub lines: Option<Lines>,
    pub json: Option<JsonFile>,
}

impl Streams {
    /// Begins a game.
    pub fn begin(&mut self, place: &Place, headers: &Headers) -> Result<(), Trouble> {
        if let Some(json) = &mut self.json {
            json.begin(&place.file(), place.number);
        }
        self.lines.as_mut().map_or(Ok(()), |lines| lines.begin(&place.title(), headers))
    }
}

impl<R: Rules> Sink<R> for Streams {
    type Error = Trouble;

    fn ply(&mut self, position: &Position<R>, ply: &Ply<Move>) -> Result<(), Trouble> {
        self.lines.as_mut().map_or(Ok(()), |lines| lines.ply(position, ply))?;
        self.json.as_mut().map_or(Ok(()), |json| json.ply::<R>(position, ply))
    }

    fn end(&mut self, analysis: &Analysis<Move>) -> Result<(), Trouble> {
        self.lines.as_mut().map_or(Ok(()), |lines| lines.end(analysis))?;
        self.json.as_mut().map_or(Ok(()), |json| json.end(analysis))
    }
}
