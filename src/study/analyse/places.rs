//! Output for single games: annotated records and pages, in one file or in a folder.

use super::annotate::{Style, annotate};
use super::error::AnalyseError;
use super::pages::Pages;
use crate::analysis::Analysis;
use crate::any::AnyMove;
use crate::jobs::files::{Destination, Inputs, SaveError, try_out};
use crate::record::{Loss, Record, no_place};
use crate::tell;
use crate::words::Language;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A game of a file.
#[derive(Clone, Debug)]
pub struct Place {
    /// Index of the file.
    pub job: usize,
    /// The file, as the arguments name it.
    pub input: PathBuf,
    /// Number of the game in the file, from one.
    pub number: usize,
    /// True if the file holds other games.
    pub many: bool,
    /// Name of the game's own file in a folder, without the extension.
    pub name: PathBuf,
}

impl Place {
    /// Name of the file in lines of JSON.
    pub fn file(&self) -> String {
        self.input.display().to_string()
    }

    /// The file, with the number of the game if it holds others.
    pub fn title(&self, language: Language) -> String {
        let (file, number) = (self.file(), self.number);
        match language {
            _ if !self.many => file,
            Language::En => format!("{file}, game {number}"),
            Language::Ja => format!("{file} 第{number}局"),
        }
    }
}

/// The requested records and pages.
#[derive(Debug)]
pub struct Places {
    pub records: Option<Destination>,
    /// Style of the comments in the records.
    pub style: Style,
    pub pages: Option<Pages>,
    /// True if the files of an earlier run stay.
    pub resume: bool,
    /// True if existing files may be overwritten.
    pub overwrite: bool,
}

impl Places {
    /// Refuses more games than there is room for, before any is analysed.
    pub fn room_for(&self, games: usize) -> Result<(), AnalyseError> {
        if let Some(records) = &self.records
            && !records.is_folder()
            && !records.format().holds_many()
            && games > 1
        {
            let format = records.format();
            return Err(AnalyseError::save(records.path(), SaveError::OneGame { games, format }));
        }
        let Some(pages) = &self.pages else { return Ok(()) };
        pages.room_for(games).map_err(|source| AnalyseError::save(&pages.path, source))
    }

    /// True if each game goes to separate files.
    pub fn are_folders(&self) -> bool {
        self.records.as_ref().is_none_or(Destination::is_folder) && self.pages.as_ref().is_none_or(Pages::is_folder)
    }

    /// Tests whether all output can be written.
    pub fn try_out(&self) -> Result<(), AnalyseError> {
        let records = self.records.as_ref().map(|records| (records.path(), records.is_folder()));
        let pages = self.pages.as_ref().map(|pages| (&*pages.path, pages.is_folder()));
        for (path, is_folder) in records.into_iter().chain(pages) {
            try_out(path, is_folder).map_err(|source| AnalyseError::save(path, source))?;
        }
        Ok(())
    }

    /// Files of a game in the folders.
    fn files(&self, place: &Place) -> impl Iterator<Item = PathBuf> {
        let record = self.records.as_ref().filter(|records| records.is_folder());
        let page = self.pages.as_ref().filter(|pages| pages.is_folder());
        record.map(|records| records.file(&place.name)).into_iter().chain(page.map(|pages| pages.file(&place.name)))
    }

    /// True if an earlier run has written all files of a game; never if one file holds all games.
    pub fn have(&self, place: &Place) -> bool {
        self.are_folders() && self.files(place).all(|file| file.exists())
    }

    /// Refuses, before the analysis, a game whose files would replace others.
    pub fn check(&self, place: &Place, inputs: &Inputs) -> Result<(), AnalyseError> {
        for file in self.files(place) {
            inputs.spare(place.job, &file).map_err(|source| AnalyseError::save(&file, source))?;
            if !self.resume && !self.overwrite && file.exists() {
                return Err(AnalyseError::Exists(file));
            }
        }
        Ok(())
    }

    /// Writes the page and the record of a game. Returns the annotated record if it goes into a file with others.
    ///
    /// A game that was not analysed to its end is written only into a single file, not into a folder.
    pub fn write(
        &self,
        place: &Place,
        mut record: Record,
        analysis: &Analysis<AnyMove>,
    ) -> Result<Option<Record>, AnalyseError> {
        if let Some(pages) = &self.pages {
            let file = pages.file(&place.name);
            if !pages.is_folder() || analysis.is_complete() && self.is_wanted(&file) {
                pages.write(&file, &record, analysis).map_err(|source| AnalyseError::save(&file, source))?;
            }
        }
        let Some(records) = &self.records else { return Ok(None) };
        annotate(&mut record, analysis, records.format(), self.style);
        let file = records.file(&place.name);
        if !records.is_folder() {
            return Ok(Some(record));
        }
        if analysis.is_complete() && self.is_wanted(&file) {
            self.save(records, &file, &[&record])?;
        }
        Ok(None)
    }

    /// Writes the games that share one file.
    pub fn write_together(&self, games: &[&Record]) -> Result<(), AnalyseError> {
        match &self.records {
            Some(records) if !games.is_empty() => self.save(records, records.path(), games),
            _ => Ok(()),
        }
    }

    /// Writes records, and reports what their format cannot hold.
    fn save(&self, destination: &Destination, path: &Path, records: &[&Record]) -> Result<(), AnalyseError> {
        let losses = destination.write(path, records).map_err(|source| AnalyseError::save(path, source))?;
        let told = |loss: &Loss| no_place(self.style.language, destination.format(), loss);
        let losses: BTreeSet<String> = losses.iter().map(told).collect();
        for loss in losses {
            tell!("{}: {loss}", path.display());
        }
        Ok(())
    }

    /// True if a file in a folder must be written: an earlier run may have been stopped between two files of a game.
    fn is_wanted(&self, file: &Path) -> bool {
        !(self.resume && file.exists())
    }
}
