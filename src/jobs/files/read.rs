//! Reading the games of a file.

use super::is_standard_stream;
use crate::record::{Format, GameReader, ReadError, ReadGame, Reading, StreamError};
use crate::system::open_file;
use crate::variants::Variant;
use crate::words::InLanguage;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use thiserror::Error;

/// Reasons why a file yields no games.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("neither its name nor its text tells a format of game records")]
    UnknownFormat,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl InLanguage for FileError {
    fn japanese(&self) -> String {
        match self {
            Self::UnknownFormat => "名前からも中身からも棋譜の形式が分かりません".to_owned(),
            Self::Io(error) => error.japanese(),
            Self::Read(error) => error.japanese(),
        }
    }
}

impl From<StreamError> for FileError {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::Io(error) => Self::Io(error),
            StreamError::Read(error) => Self::Read(error),
        }
    }
}

/// The games of one file.
pub struct Games {
    pub format: Format,
    pub readings: Vec<Reading>,
}

/// Reads a file in `format`, or else in the format that its extension names or its text shows.
///
/// # Errors
/// If the format stays unknown, or the file cannot be read in it.
pub fn read_games(game: Variant, path: &Path, format: Option<Format>) -> Result<Games, FileError> {
    let (format, games) = open_games(game, path, format)?;
    let readings = games.map(|game| Ok(game?.map_err(|broken| broken.error)?));
    Ok(Games { format, readings: readings.collect::<Result<_, FileError>>()? })
}

/// As [`read_games`], but with a fault in the place of each game that cannot be read.
///
/// # Errors
/// As [`read_games`], except for faults of single games.
pub fn read_each_game(
    game: Variant,
    path: &Path,
    format: Option<Format>,
) -> Result<(Format, Vec<ReadGame>), FileError> {
    let (format, games) = open_games(game, path, format)?;
    Ok((format, games.collect::<Result<_, _>>()?))
}

/// As [`read_each_game`], but reads the games one by one as they are taken.
///
/// # Errors
/// If the format stays unknown, or the file cannot be opened.
pub fn open_games(game: Variant, path: &Path, format: Option<Format>) -> Result<(Format, GameReader), FileError> {
    let (format, source) = open(path, format)?;
    Ok((format, GameReader::new(game, format, source)))
}

/// Opens a file, in the given format, or the one of its extension or its content.
///
/// # Errors
/// If the format stays unknown, or the file cannot be read.
pub fn open(path: &Path, format: Option<Format>) -> Result<(Format, Box<dyn Read + Send>), FileError> {
    /// The beginning that is searched for signs of a format.
    const SHOWN: u64 = 1 << 20;
    /// Most bytes of a character that is cut off at the end.
    const LONGEST_CUT: usize = 3;
    let mut source: Box<dyn Read + Send> =
        if is_standard_stream(path) { Box::new(io::stdin()) } else { Box::new(open_file_or_pipe(path)?) };
    if let Some(format) = format.or_else(|| Format::of_path(path)) {
        return Ok((format, source));
    }
    let mut shown = Vec::new();
    source.by_ref().take(SHOWN).read_to_end(&mut shown)?;
    let less = |cut: usize| Format::of_content(&shown[..shown.len().saturating_sub(cut)]);
    let format = (0..=LONGEST_CUT).find_map(less).ok_or(FileError::UnknownFormat)?;
    Ok((format, Box::new(Cursor::new(shown).chain(source))))
}

/// Opens a path from the user. A pipe, as shells make for `<(...)`, has an end; a device may have none.
fn open_file_or_pipe(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if path.metadata()?.file_type().is_fifo() {
            return File::open(path);
        }
    }
    open_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_beginning_of_a_long_file_shows_its_format() {
        let path = std::env::temp_dir().join(format!("kumataka-shown-{}", std::process::id()));
        for cut in 0..3 {
            let text = format!("手合割：平手\n{}*{}", " ".repeat(cut), "駒".repeat(1 << 19));
            fs::write(&path, &text).unwrap();
            let (format, mut source) = open(&path, None).unwrap();
            assert_eq!(format, Format::KIFU);
            let mut read = String::new();
            source.read_to_string(&mut read).unwrap();
            assert!(read == text);
        }
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_file() {
        assert_eq!(open_file_or_pipe(Path::new("/dev/zero")).unwrap_err().to_string(), "not a file");
    }
}
