//! Records of results that come one by one: each goes into a file of a folder, or all go into one file at the end.

use super::{Destination, SaveError, is_standard_stream, numbered, try_out};
use crate::record::{Format, Loss, Record, no_place};
use crate::tell;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that could not be written.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct NotSaved {
    pub path: PathBuf,
    pub source: SaveError,
}

impl NotSaved {
    /// Adds the path of a file to its error.
    pub fn at(path: impl Into<PathBuf>) -> impl FnOnce(SaveError) -> Self {
        let path = path.into();
        move |source| Self { path, source }
    }
}

impl InLanguage for NotSaved {
    fn japanese(&self) -> String {
        format!("{}：{}", self.path.display(), self.source.japanese())
    }
}

/// Records on the way to their destination.
#[derive(Debug)]
pub struct Kept {
    destination: Destination,
    /// Records that share one file.
    waiting: Vec<Record>,
    losses: Vec<Loss>,
}

impl Kept {
    /// A place for records of a game in the format `to`, or else in that of the path's extension, or in the usual one in a folder. A
    /// place that refuses them shows before the work.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(game: Variant, path: &Path, to: Option<Format>, overwrite: bool) -> Result<Self, NotSaved> {
        let is_folder = Format::of_path(path).is_none() && !is_standard_stream(path);
        let format = to.or_else(|| is_folder.then(|| usual_format(game)));
        let destination = Destination::new(path, format, overwrite).map_err(NotSaved::at(path))?;
        destination.check().map_err(NotSaved::at(path))?;
        try_out(path, destination.is_folder()).map_err(|error| NotSaved::at(path)(error.into()))?;
        Ok(Self { destination, waiting: Vec::new(), losses: Vec::new() })
    }

    /// The same for work that goes on later, as [`Destination::in_steps`].
    #[must_use]
    pub fn in_steps(self) -> Self {
        Self { destination: self.destination.in_steps(true), ..self }
    }

    /// The place of the records.
    #[must_use]
    pub const fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Refuses a file that cannot hold this number of records, before the work.
    ///
    /// # Errors
    /// If the format holds one record only and there are several.
    pub fn check_room(&self, records: usize) -> Result<(), NotSaved> {
        self.destination.check_room(records).map_err(NotSaved::at(self.destination.path()))
    }

    /// Takes the record of the result with this number, counted from one.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn add(&mut self, number: usize, record: Record) -> Result<(), NotSaved> {
        if !self.destination.is_folder() {
            self.waiting.push(record);
            return Ok(());
        }
        self.write(&self.destination.file(numbered(number)), &[&record])
    }

    fn write(&mut self, path: &Path, records: &[&Record]) -> Result<(), NotSaved> {
        let losses = self.destination.write(path, records).map_err(NotSaved::at(path))?;
        losses.into_iter().for_each(|loss| loss.add_to(&mut self.losses));
        Ok(())
    }

    /// Writes the records that share a file, and names on the standard error what the format could not hold.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self, language: Language) -> Result<(), NotSaved> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            let path = self.destination.path().to_owned();
            self.write(&path, &waiting.iter().collect::<Vec<_>>())?;
        }
        for loss in &self.losses {
            tell!("{}", no_place(language, self.destination.format(), loss));
        }
        Ok(())
    }
}

/// KIF in UTF-8, for games that have it.
fn usual_format(game: Variant) -> Format {
    let kif = Format::KIFU;
    if kif.write(&Record::new(game.start())).is_ok() { kif } else { Format::USI }
}
