//! Analyses of games as pages for browsers.

use crate::analysis::{Analysis, Settings};
use crate::any::AnyMove;
use crate::jobs::files::{SaveError, check_new, is_folder, write_bytes, write_or_keep};
use crate::jobs::notation::Notation;
use crate::record::Record;
use crate::report::pieces::Looks;
use crate::report::{self, Report};
use crate::words::Language;
use std::io;
use std::path::{Path, PathBuf};

/// Destination and style of pages.
#[derive(Clone, Debug)]
pub struct Pages {
    pub path: PathBuf,
    pub overwrite: bool,
    pub language: Language,
    pub looks: Looks,
    pub notation: Notation,
    pub settings: Settings,
    /// Name of the network, unless it is the built-in one.
    pub network: Option<String>,
}

impl Pages {
    /// True if each game goes to a separate page in a folder; [`is_folder`] decides, and the path may have a page's
    /// extension.
    pub fn is_folder(&self) -> bool {
        let extension = self.path.extension();
        let is_page = extension.is_some_and(|e| e.eq_ignore_ascii_case("html") || e.eq_ignore_ascii_case("htm"));
        is_folder(&self.path, is_page)
    }

    /// The page of a game whose file has this name without its extension.
    pub fn file(&self, name: &Path) -> PathBuf {
        if !self.is_folder() {
            return self.path.clone();
        }
        let mut path = self.path.join(name).into_os_string();
        path.push(".html");
        path.into()
    }

    /// Refuses a page that exists already.
    pub fn check(&self) -> Result<(), SaveError> {
        check_new(&self.path, self.is_folder(), self.overwrite)
    }

    /// Refuses more games than there is room for.
    pub fn room_for(&self, games: usize) -> Result<(), SaveError> {
        if self.is_folder() || games <= 1 { Ok(()) } else { Err(SaveError::OnePage { games }) }
    }

    /// Writes the page of a game.
    pub fn write(&self, path: &Path, record: &Record, analysis: &Analysis<AnyMove>) -> Result<(), SaveError> {
        let page = report::page(&Report {
            record,
            analysis,
            settings: self.settings,
            network: self.network.as_deref(),
            language: self.language,
            looks: self.looks,
            move_text: &|position, previous, m| self.notation.text(position, previous, m),
        });
        let write = if self.is_folder() { write_or_keep } else { write_bytes };
        write(path, page.map_err(io::Error::from)?.as_bytes(), self.overwrite)
    }
}
