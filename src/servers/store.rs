//! The files of a game, which are complete at every moment.

use crate::jobs::files::file_part;
use crate::record::{Format, Record};
use crate::system::replace_file_soon;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Formats in which a game is kept: CSA for servers, KIF for front-ends.
const FORMATS: [Format; 2] = [Format::CSA3, Format::KIFU];

/// Files of a game.
pub struct Store {
    /// Path of the files without their extensions.
    path: PathBuf,
}

impl Store {
    /// Reserves files named after the game, with a number behind the name if another game has it.
    pub fn new(folder: &Path, id: &str) -> Self {
        let called = |number| Self::called(folder, id, number);
        (1..=u32::MAX).map(called).find(Self::take_name).unwrap_or_else(|| called(1))
    }

    fn called(folder: &Path, id: &str, number: u32) -> Self {
        let name = Some(file_part(id)).filter(|name| !name.is_empty()).unwrap_or_else(|| "game".to_owned());
        let name = if number == 1 { name } else { format!("{name}-{number}") };
        Self { path: folder.join(name) }
    }

    /// Creates the first file; false if another game has it. `save` reports other errors.
    fn take_name(&self) -> bool {
        let first = self.with_extension(FORMATS[0].extension());
        let taken = self.make_folder().and_then(|()| File::create_new(first));
        !taken.is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
    }

    fn make_folder(&self) -> io::Result<()> {
        self.path.parent().map_or(Ok(()), fs::create_dir_all)
    }

    /// Path of the files without their extensions.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game in every format. Each older file stays until the new one is complete.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, record: &Record) -> io::Result<()> {
        self.make_folder()?;
        for format in FORMATS {
            let (bytes, _) = format.write_file(&[record]).map_err(io::Error::other)?;
            replace_file_soon(&self.with_extension(format.extension()), |file| file.write_all(&bytes))?;
        }
        Ok(())
    }

    /// Path of the file of a format. Dots in the identifier begin no extension, so `Path::with_extension` would cut it.
    fn with_extension(&self, extension: &str) -> PathBuf {
        let mut path = OsString::from(&self.path);
        path.push(".");
        path.push(extension);
        path.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn no_game_takes_the_files_of_another() {
        let folder = env::temp_dir().join(format!("kumataka-server-games-{}", std::process::id()));
        let names: Vec<_> = ["a.b", "a.b", "", "a.b", ".."].map(|id| Store::new(&folder, id)).into();
        let names: Vec<_> = names.iter().map(|store| store.path().strip_prefix(&folder).unwrap()).collect();
        assert_eq!(names, ["a.b", "a.b-2", "game", "a.b-3", "game-2"].map(Path::new));
        fs::remove_dir_all(folder).unwrap();
    }
}
