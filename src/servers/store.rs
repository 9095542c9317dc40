//! The files of a game, which are whole at every moment.

use crate::record::csa::Version;
use crate::record::{Encoding, Format, Record, Recorded};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// The formats in which a game is kept: the one of servers, and the one of front-ends.
const FORMATS: [Format; 2] = [Format::Csa(Version::V3), Format::Kif(Encoding::Utf8)];

/// Where the files of a game are.
pub struct Store {
    /// The path of the files without their extensions.
    path: PathBuf,
}

impl Store {
    /// The files of a game, in the folder and by the identifier of the game.
    pub fn new(folder: &Path, id: &str) -> Self {
        Self { path: folder.join(file_part(id)) }
    }

    /// The files without their extensions.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game in every format. The files that were there before stay until the new ones are complete.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save<G: Recorded>(&self, record: &Record<G>) -> io::Result<()> {
        for format in FORMATS {
            let (bytes, _) = format.write_file(&[record]).map_err(io::Error::other)?;
            replace(&self.with_extension(format.extension()), &bytes)?;
        }
        Ok(())
    }

    /// The identifier may hold dots, which begin no extension.
    fn with_extension(&self, extension: &str) -> PathBuf {
        let mut path = OsString::from(&self.path);
        path.push(".");
        path.push(extension);
        path.into()
    }
}

/// Writes a file beside the one that it then replaces at once.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = OsString::from(path);
    beside.push(format!(".{}.part", process::id()));
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| file.write_all(bytes));
    let replaced = written.and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        // What could not be written needs no file.
        let _ = fs::remove_file(&beside);
    }
    replaced
}

/// The longest name that every file system takes, with an extension behind it.
const LONGEST_NAME: usize = 200;

/// A name in which characters that file systems may refuse are replaced.
fn file_part(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' }).collect();
    let name = name.trim_start_matches('.');
    name.chars()
        .scan(0, |length, c| {
            *length += c.len_utf8();
            (*length <= LONGEST_NAME).then_some(c)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_names_of_files() {
        assert_eq!(file_part("wdoor+floodgate-300-10F+a+b+2026"), "wdoor+floodgate-300-10F+a+b+2026");
        assert_eq!(file_part("../../etc/x y"), "_.._etc_x_y");
        assert_eq!(file_part(&"駒".repeat(100)).len(), 198);
    }
}
