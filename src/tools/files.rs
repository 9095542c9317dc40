//! Game records on disk: finding files, reading their games, and writing others.

use super::command::Output;
use crate::game::Playable;
use crate::record::{Format, Loss, ReadError, ReadGame, Reading, Record, Recorded, WriteError};
use crate::system::replace_file;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a file yields no games.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("the extension names no format of game records")]
    UnknownFormat,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The games of one file.
pub struct Games<G: Playable> {
    pub format: Format,
    pub readings: Vec<Reading<G>>,
}

/// Reads a file in `format`, or else in the format that its extension names.
///
/// # Errors
/// If neither names a format, or the file cannot be read in it.
pub fn read_games<G: Recorded>(game: G, path: &Path, format: Option<Format>) -> Result<Games<G>, FileError> {
    let (format, bytes) = read_bytes(path, format)?;
    Ok(Games { format, readings: format.read(game, &bytes)? })
}

/// As [`read_games`], but yields the games that can be read where others of the file cannot.
///
/// # Errors
/// As [`read_games`], but not for what is wrong with single games.
pub fn read_each_game<G: Recorded>(
    game: G,
    path: &Path,
    format: Option<Format>,
) -> Result<(Format, Vec<ReadGame<G>>), FileError> {
    let (format, bytes) = read_bytes(path, format)?;
    Ok((format, format.read_each(game, &bytes)?))
}

fn read_bytes(path: &Path, format: Option<Format>) -> Result<(Format, Vec<u8>), FileError> {
    let format = format.or_else(|| Format::of_path(path)).ok_or(FileError::UnknownFormat)?;
    if !is_standard_stream(path) {
        return Ok((format, fs::read(path)?));
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok((format, bytes))
}

/// Whether a path stands for the standard input or output.
#[must_use]
pub fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file in the folder of a match that holds all its games.
pub const MATCH_LOG: &str = "games.usi";
/// What starts the first line of it.
pub const MATCH_MARK: &str = "# match ";
/// What starts the line before each game of it.
pub const GAME_MARK: &str = "# game ";

/// The games that the log of a match holds, by the numbers of their files; none if the file is no such log.
fn logged_games(path: &Path) -> io::Result<Option<HashSet<usize>>> {
    if path.file_name().is_none_or(|name| name != MATCH_LOG) {
        return Ok(None);
    }
    let bytes = fs::read(path)?;
    if !bytes.starts_with(MATCH_MARK.as_bytes()) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    let number = |line: &str| {
        let game: Value = serde_json::from_str(line.strip_prefix(GAME_MARK)?).ok()?;
        Some(usize::try_from(game["game"].as_u64()?).ok()? + 1)
    };
    Ok(Some(text.lines().filter_map(number).collect()))
}

/// The number that the file of one game of a match starts with.
fn number_of(path: &Path) -> Option<usize> {
    let (number, _) = path.file_name()?.to_str()?.split_once('-')?;
    (number.len() >= 6).then(|| number.parse().ok()).flatten()
}

/// Leaves out what would count the games of a match twice: its log where each game has a file of its own, else these
/// files.
fn without_doubles(mut found: Vec<PathBuf>) -> io::Result<Vec<PathBuf>> {
    let mut doubles: HashSet<PathBuf> = HashSet::new();
    for log in &found {
        let Some(logged) = logged_games(log)? else { continue };
        let beside = |path: &&PathBuf| path.parent() == log.parent() && *path != log;
        let single = |path: &&PathBuf| beside(path) && number_of(path).is_some_and(|number| logged.contains(&number));
        let singles: Vec<&PathBuf> = found.iter().filter(single).collect();
        let numbers: HashSet<usize> = singles.iter().filter_map(|path| number_of(path)).collect();
        if numbers == logged {
            doubles.insert(log.clone());
        } else {
            doubles.extend(singles.into_iter().cloned());
        }
    }
    found.retain(|path| !doubles.contains(path));
    Ok(found)
}

/// The record files that a path stands for, sorted: the file itself, or the files in a folder and its subfolders whose
/// extension names a format, or all files there if `any` is set. Links to folders are not followed. The games of a match
/// that was recorded in a folder are there once, though its log and the files of the single games hold them.
///
/// # Errors
/// If the path or a folder below it cannot be read.
pub fn records_below(path: &Path, any: bool) -> io::Result<Vec<PathBuf>> {
    if is_standard_stream(path) || !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if any || Format::of_path(&path).is_some() {
                found.push(path);
            }
        }
    }
    found.sort();
    without_doubles(found)
}

/// A file to read and the name to write it by in a folder, less its extension.
pub struct Job {
    pub input: PathBuf,
    pub name: PathBuf,
}

/// Every file that the paths stand for, as [`records_below`] says, each path in order and each file with a name of its own.
///
/// # Errors
/// If a path or a folder below it cannot be read, with that path.
pub fn jobs(inputs: &[PathBuf], any: bool) -> Result<Vec<Job>, (PathBuf, io::Error)> {
    let mut jobs = Vec::new();
    let mut taken = HashSet::new();
    for input in inputs {
        let is_folder = input.is_dir();
        for file in records_below(input, any).map_err(|source| (input.clone(), source))? {
            let inside = if is_folder { file.strip_prefix(input).unwrap_or(&file) } else { &file };
            let name = if is_folder { inside } else { Path::new(inside.file_name().unwrap_or_default()) };
            let name = if is_standard_stream(input) { Path::new("stdin") } else { name };
            let name = free_name(&name.with_extension(""), &mut taken);
            jobs.push(Job { input: file, name });
        }
    }
    Ok(jobs)
}

/// By what lists of files differ in a word: the checksum of their names.
#[must_use]
pub fn sum_of(jobs: &[Job]) -> String {
    let mut sum = crc32fast::Hasher::new();
    jobs.iter().for_each(|job| sum.update(format!("{}\n", job.input.display()).as_bytes()));
    format!("CRC-32 of the names {:08x}", sum.finalize())
}

/// The name, with a number behind it if another file has it already.
fn free_name(name: &Path, taken: &mut HashSet<PathBuf>) -> PathBuf {
    let numbered = |number: u32| {
        let mut path = name.as_os_str().to_owned();
        path.push(format!("-{number}"));
        PathBuf::from(path)
    };
    let mut free = name.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = numbered(number);
        number += 1;
    }
    free
}

/// The reason why games cannot be written.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("the extension names no format; say which with --to")]
    UnknownFormat,
    #[error("{games} games do not go into one {format} file: name a folder")]
    OneGame { games: usize, format: Format },
    #[error("{games} games do not go into one page: name a folder")]
    OnePage { games: usize },
    #[error("it exists already; --force overwrites it")]
    Exists,
    #[error(transparent)]
    Format(#[from] WriteError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// The place to which games are written: the standard output, a file, or a folder with a file for each game or for
/// each source.
#[derive(Clone, Debug)]
pub struct Destination {
    path: PathBuf,
    format: Format,
    overwrite: bool,
    /// Whether a file that exists may be one that an earlier run has written just before it was killed.
    in_steps: bool,
}

impl Destination {
    /// A destination for records in `format`, or else in the format that the path's extension names. Files that exist
    /// are replaced only if `overwrite` is set.
    ///
    /// # Errors
    /// If neither names a format.
    pub fn new(path: &Path, format: Option<Format>, overwrite: bool) -> Result<Self, SaveError> {
        let format = format.or_else(|| Format::of_path(path)).ok_or(SaveError::UnknownFormat)?;
        Ok(Self { path: path.to_owned(), format, overwrite, in_steps: false })
    }

    /// The same for work that may be stopped anywhere and goes on later: files appear whole, and one that exists already
    /// with what would be written now is as good as written.
    #[must_use]
    pub fn in_steps(self, in_steps: bool) -> Self {
        Self { in_steps, ..self }
    }

    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the destination is a folder: one that exists, or a path without the extension of a format.
    #[must_use]
    pub fn is_folder(&self) -> bool {
        !is_standard_stream(&self.path) && (self.path.is_dir() || Format::of_path(&self.path).is_none())
    }

    /// The path of a file in the folder, with the extension of the format added to `name`.
    #[must_use]
    pub fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        let mut path = self.path.join(name).into_os_string();
        path.push(".");
        path.push(self.format.extension());
        PathBuf::from(path)
    }

    /// Checks that the destination can be written, before the work for it begins.
    ///
    /// # Errors
    /// If the file exists and must not be overwritten.
    pub fn check(&self) -> Result<(), SaveError> {
        check_new(&self.path, self.is_folder(), self.overwrite)
    }

    /// Writes games into one file, and returns the information that the format cannot hold.
    ///
    /// # Errors
    /// If the format holds one game only and there are several, or does not know the game, or the file cannot be
    /// written.
    pub fn write<G: Recorded>(&self, path: &Path, records: &[&Record<G>]) -> Result<Vec<Loss>, SaveError> {
        if records.len() > 1 && !self.format.holds_many() {
            return Err(SaveError::OneGame { games: records.len(), format: self.format });
        }
        let (bytes, losses) = self.format.write_file(records)?;
        let write = if self.in_steps { write_whole } else { write_bytes };
        write(path, &bytes, self.overwrite)?;
        Ok(losses)
    }

    /// Writes games to the destination: into its one file, or each into a numbered file of the folder.
    ///
    /// # Errors
    /// Returns the errors of [`Destination::write`].
    pub fn write_all<G: Recorded>(&self, records: &[&Record<G>]) -> Result<Vec<Loss>, SaveError> {
        if !self.is_folder() {
            return self.write(&self.path, records);
        }
        let mut losses = Vec::new();
        for (number, record) in (1..).zip(records) {
            losses.extend(self.write(&self.file(numbered(number)), &[*record])?);
        }
        Ok(losses)
    }
}

/// Says no to a file that exists and must not be overwritten.
///
/// # Errors
/// If there is such a file; a folder may exist.
pub fn check_new(path: &Path, is_folder: bool, overwrite: bool) -> Result<(), SaveError> {
    let is_file = !is_folder && !is_standard_stream(path);
    if !overwrite && is_file && path.exists() { Err(SaveError::Exists) } else { Ok(()) }
}

/// The name of a file by which a folder is tried out.
const TRIAL: &str = ".kumataka-trial";

/// Tries whether a file, or files in a folder, can be written. The folders on the way are made; nothing else is changed.
///
/// # Errors
/// If they cannot be written.
pub fn try_out(path: &Path, is_folder: bool) -> io::Result<()> {
    if is_standard_stream(path) {
        return Ok(());
    }
    let path = if is_folder { path.join(TRIAL) } else { path.to_owned() };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(_) => fs::remove_file(&path),
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if path.is_file() => OpenOptions::new().append(true).open(&path).map(|_| ()),
        // To open a pipe would be to use it.
        Err(_) => Ok(()),
    }
}

/// Writes a file with the folders on the way, or to the standard output.
///
/// # Errors
/// If it exists and must not be overwritten, or cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
    if is_standard_stream(path) {
        let mut output = Output::lock();
        output.write_all(bytes)?;
        return Ok(output.flush()?);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true);
    if overwrite {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let opened = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists,
        _ => SaveError::Io(error),
    });
    Ok(opened?.write_all(bytes)?)
}

/// Writes a file so that there is never a part of it. One that exists with these bytes is as good as written.
///
/// # Errors
/// If it exists with others and must not be overwritten, or cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
    match fs::read(path) {
        Ok(found) if found == bytes => return Ok(()),
        Ok(_) if !overwrite => return Err(SaveError::Exists),
        _ => {}
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(replace_file(path, |file| file.write_all(bytes))?)
}

/// Reads the whole lines of a text in UTF-8. What stands behind the last of them was cut off, perhaps within a character.
///
/// # Errors
/// If the file cannot be read, or is no such text.
pub fn read_whole_lines(path: &Path) -> io::Result<String> {
    let mut bytes = fs::read(path)?;
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The longest name that every file system takes, with a number and an extension beside it.
const LONGEST_NAME: usize = 200;

/// A name as part of the name of a file: characters that file systems may refuse are replaced, and what is too long is cut.
#[must_use]
pub fn file_part(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' }).collect();
    let name = name.trim_start_matches('.');
    name[..name.floor_char_boundary(LONGEST_NAME)].to_owned()
}

/// The name of the file of one game among many.
#[must_use]
pub fn numbered(number: usize) -> String {
    format!("{number:06}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn names_become_parts_of_names_of_files() {
        assert_eq!(file_part("wdoor+floodgate-300-10F+a+b+2026"), "wdoor+floodgate-300-10F+a+b+2026");
        assert_eq!(file_part("../../etc/x y"), "_.._etc_x_y");
        assert_eq!(file_part(&"駒".repeat(100)).len(), 198);
    }

    #[test]
    fn a_text_is_read_up_to_its_last_whole_line() {
        let path = env::temp_dir().join(format!("kumataka-whole-lines-{}", std::process::id()));
        for (text, whole) in [("", ""), ("a\n駒\n", "a\n駒\n"), ("a\n駒", "a\n"), ("駒", "")] {
            for cut in [0, 1] {
                let bytes = &text.as_bytes()[..text.len().saturating_sub(cut)];
                fs::write(&path, bytes).unwrap();
                let whole = if text.ends_with('\n') && cut > 0 { "a\n" } else { whole };
                assert_eq!(read_whole_lines(&path).unwrap(), whole, "{text:?} less {cut}");
            }
        }
        fs::write(&path, b"\xff\n").unwrap();
        assert!(read_whole_lines(&path).is_err());
        fs::remove_file(path).unwrap();
    }
}
