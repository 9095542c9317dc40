//! A file that is opened: a record to study, or a row of tasks.

use super::drill::Drill;
use super::exercises;
use super::phrase::Phrase;
use super::problems;
use super::study::{Study, candidates};
use crate::record::Format;
use crate::study::analyse::{Exercise, exercises_of};
use crate::variants::Variant;
use std::path::Path;

/// The content of a file.
pub enum Opened {
    Study(Box<Study>),
    Drill(Box<Drill>),
}

impl Opened {
    /// Reads a file, named and with its path if it has one, with what its reader complains of.
    pub fn read(name: &str, path: Option<&Path>, bytes: &[u8], usual: Variant) -> Result<(Self, Vec<Phrase>), Phrase> {
        if let Some(drill) = exercises::drill(name.to_owned(), exercises_in(name, bytes, usual)) {
            return Ok((Self::Drill(Box::new(drill)), Vec::new()));
        }
        if let Some((drill, complaints)) = problems::read(name, path, bytes, usual) {
            return Ok((Self::Drill(Box::new(drill)), complaints));
        }
        let (study, complaints) = Study::read(name, bytes, usual)?;
        Ok((Self::Study(Box::new(study)), complaints))
    }

    /// The record and the tasks, of which the file has one.
    pub fn parts(self) -> (Option<Study>, Option<Drill>) {
        match self {
            Self::Study(study) => (Some(*study), None),
            Self::Drill(drill) => (None, Some(*drill)),
        }
    }
}

/// The exercises that an analysis has written; none in another file.
fn exercises_in(name: &str, bytes: &[u8], usual: Variant) -> Vec<Exercise> {
    let text = String::from_utf8_lossy(bytes);
    let is_written = |exercises: &Vec<Exercise>| exercises.iter().any(|exercise| exercise.played.is_some());
    let mut games = candidates(Format::USI, bytes, usual).into_iter();
    games.find_map(|game| exercises_of(game, name, &text).ok().filter(is_written)).unwrap_or_default()
}
