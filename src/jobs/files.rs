//! Game records on disk: finding files, reading games and writing them.

mod kept;
mod read;

pub use kept::{Kept, NotSaved};
pub use read::open;
pub use read::{FileError, Games, open_games, read_each_game, read_games};

use crate::jobs::command::FileOutput;
use crate::record::{Format, Loss, Record, WriteError};
use crate::system::{is_stream, is_unfinished, make_file_soon, replace_file_soon, try_replacing};
use crate::words::{InLanguage, Language};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf, is_separator};
use thiserror::Error;

/// True if a path stands for the standard input or output.
#[must_use]
pub fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The line that a file has been written.
#[must_use]
pub fn written(language: Language, path: &Path) -> String {
    format!("{}{}", path.display(), language.choose(" is written.", " に保存しました。"))
}

/// File with all games of a match, in the match's folder.
pub const MATCH_LOG: &str = "games.usi";
/// Start of its first line.
pub const MATCH_MARK: &str = "# match ";
/// Start of the line before each game.
pub const GAME_MARK: &str = "# game ";

/// Games in the log of a match, by the numbers of their files; none if the file is no such log.
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

/// Number at the start of the name of one game's file.
fn number_of(path: &Path) -> Option<usize> {
    let (number, _) = path.file_name()?.to_str()?.split_once('-')?;
    (number.len() >= 6).then(|| number.parse().ok()).flatten()
}

/// Leaves out the files that would count the games of a match twice: the log if every game has its own file, else these
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

/// Record files of a path, sorted: the file itself, or the files below a folder whose extension names a format, or all
/// files there if `any` is set. Incomplete files are left out, and links to folders are not followed. Games of a match
/// count once, although both its log and the files of single games hold them.
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
            } else if ((any && !is_unfinished(&path)) || Format::of_path(&path).is_some()) && !is_other(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    without_doubles(found)
}

/// True for a pipe, a socket or a device: reading it might never end.
fn is_other(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
}

/// A file to read, and the names for its games in a folder, without extensions.
pub struct Job {
    pub input: PathBuf,
    /// Name of the one file with all its games.
    pub name: PathBuf,
    /// Common start of the names of its files, if each game gets one.
    stem: PathBuf,
}

impl Job {
    /// Name of the file with one of several games, by the number of the game.
    #[must_use]
    pub fn numbered(&self, number: usize) -> PathBuf {
        with_end(&self.stem, &format!("_{}", numbered(number)))
    }
}

/// The files below the paths, as [`records_below`] finds them, path by path. Each gets names that no other one has,
/// however many games it holds.
///
/// # Errors
/// If a path or a folder below it cannot be read, with that path.
pub fn jobs(inputs: &[PathBuf], any: bool) -> Result<Vec<Job>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    let mut names = HashSet::new();
    for input in inputs {
        let is_folder = input.is_dir();
        for file in records_below(input, any).map_err(|source| (input.clone(), source))? {
            let inside = if is_folder { file.strip_prefix(input).unwrap_or(&file) } else { &file };
            let name = if is_folder { inside } else { Path::new(inside.file_name().unwrap_or_default()) };
            let name = if is_standard_stream(input) { Path::new("stdin") } else { name };
            let name = free_name(&name.with_extension(""), |name| names.insert(name.to_owned()));
            found.push((file, name));
        }
    }
    // One file's name may be that of a numbered game of another file.
    let numbered: HashSet<String> = names.iter().filter_map(|name| without_number(name)).collect();
    let job = |(input, name): (PathBuf, PathBuf)| {
        let is_free = |stem: &Path| {
            let is_of_another = stem != name && names.contains(stem);
            !is_of_another && !numbered.contains(&*stem.to_string_lossy())
        };
        Job { stem: free_name(&name, is_free), input, name }
    };
    Ok(found.into_iter().map(job).collect())
}

/// The files to read, each with the index of its job: only the output of that job may replace it.
#[derive(Debug)]
pub struct Inputs(HashMap<PathBuf, usize>);

impl Inputs {
    #[must_use]
    pub fn of(jobs: &[Job]) -> Self {
        let files = jobs.iter().enumerate().filter(|(_, job)| !is_standard_stream(&job.input));
        Self(files.filter_map(|(index, job)| Some((job.input.canonicalize().ok()?, index))).collect())
    }

    /// Refuses a file that one job would write and another one reads.
    ///
    /// # Errors
    /// If another job reads it.
    pub fn spare(&self, job: usize, path: &Path) -> Result<(), SaveError> {
        let real = if is_standard_stream(path) { None } else { path.canonicalize().ok() };
        let reader = real.and_then(|path| self.0.get(&path));
        if reader.is_some_and(|&reader| reader != job) { Err(SaveError::ReadToo) } else { Ok(()) }
    }
}

/// Identity of a list of files: the checksum of their names.
#[must_use]
pub fn sum_of(jobs: &[Job]) -> String {
    let mut sum = crc32fast::Hasher::new();
    jobs.iter().for_each(|job| sum.update(format!("{}\n", job.input.display()).as_bytes()));
    format!("CRC-32 of the names {:08x}", sum.finalize())
}

/// The name, with a number appended if it is taken.
fn free_name(name: &Path, mut is_free: impl FnMut(&Path) -> bool) -> PathBuf {
    let mut free = name.to_owned();
    let mut number = 2;
    while !is_free(&free) {
        free = with_end(name, &format!("-{number}"));
        number += 1;
    }
    free
}

fn with_end(name: &Path, end: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The part before the number in a name like those of [`Job::numbered`].
fn without_number(name: &Path) -> Option<String> {
    let name = name.to_string_lossy();
    let (stem, number) = name.rsplit_once('_')?;
    let is_number = number.len() >= NUMBER_WIDTH && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| stem.to_owned())
}

/// Reasons why games cannot be written.
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
    #[error("it is read as well: name another place to write")]
    ReadToo,
    #[error(transparent)]
    Format(#[from] WriteError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl InLanguage for SaveError {
    fn japanese(&self) -> String {
        match self {
            Self::UnknownFormat => "拡張子から形式が分かりません。--to で指定してください".to_owned(),
            Self::OneGame { games, format } => {
                format!("{games}局は1つの{format}ファイルに入りません。フォルダを指定してください")
            }
            Self::OnePage { games } => format!("{games}局は1ページに入りません。フォルダを指定してください"),
            Self::Exists => "すでにあります。上書きするには --force を付けてください".to_owned(),
            Self::ReadToo => "読み込むファイルです。別の書き込み先を指定してください".to_owned(),
            Self::Format(error) => error.japanese(),
            Self::Io(error) => error.japanese(),
        }
    }
}

/// A game as bytes of a file, with its information that they cannot hold.
pub type Text = (Vec<u8>, Vec<Loss>);

/// Target of games: the standard output, a file, or a folder with a file for each game or for each source.
#[derive(Clone, Debug)]
pub struct Destination {
    path: PathBuf,
    format: Format,
    overwrite: bool,
    /// True if an existing file may come from an earlier run that was stopped right after writing it.
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

    /// The same for work that may be stopped anywhere and goes on later: a file that already holds the bytes to write
    /// counts as written.
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

    /// True if the destination is a folder; see [`is_folder`].
    #[must_use]
    pub fn is_folder(&self) -> bool {
        is_folder(&self.path, Format::of_path(&self.path).is_some())
    }

    /// Path of a file in the folder: `name` with the extension of the format.
    #[must_use]
    pub fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        let mut path = self.path.join(name).into_os_string();
        path.push(".");
        path.push(self.format.extension());
        PathBuf::from(path)
    }

    /// Checks, before the work begins, that the destination may be written.
    ///
    /// # Errors
    /// If the file exists and must not be overwritten.
    pub fn check(&self) -> Result<(), SaveError> {
        check_new(&self.path, self.is_folder(), self.overwrite)
    }

    /// Checks, before the work begins, that no file to read would be lost. Names of files with one of several games are
    /// known only later, and [`Inputs::spare`] checks those.
    ///
    /// # Errors
    /// If there is such a file, with its path.
    pub fn spare(&self, jobs: &[Job], inputs: &Inputs) -> Result<(), (PathBuf, SaveError)> {
        if !self.overwrite {
            return Ok(());
        }
        let is_folder = self.is_folder();
        for (index, job) in jobs.iter().enumerate() {
            let path = if is_folder { self.file(&job.name) } else { self.path.clone() };
            inputs.spare(index, &path).map_err(|source| (path, source))?;
        }
        Ok(())
    }

    /// Refuses a file that cannot hold this number of games; a folder holds any.
    ///
    /// # Errors
    /// If the format holds one game only and there are several.
    pub fn check_room(&self, games: usize) -> Result<(), SaveError> {
        if games > 1 && !self.is_folder() && !self.format.holds_many() {
            return Err(SaveError::OneGame { games, format: self.format });
        }
        Ok(())
    }

    /// Writes games into one file. Returns the information that the format cannot hold.
    ///
    /// # Errors
    /// If the format holds one game only and there are several, or does not know the game, or the file cannot be
    /// written.
    pub fn write(&self, path: &Path, records: &[&Record]) -> Result<Vec<Loss>, SaveError> {
        self.check_room(records.len())?;
        let (bytes, losses) = self.format.write_file(records)?;
        let write = if self.in_steps { write_or_keep } else { write_bytes };
        write(path, &bytes, self.overwrite)?;
        Ok(losses)
    }

    /// Writes games into one file as they come, without holding them in memory. Returns the information that the format
    /// cannot hold. The first game that is an error is returned, and nothing is written.
    ///
    /// # Errors
    /// The error of a game, or, by way of `failed`, those of [`write_bytes`].
    pub fn write_each<E>(
        &self,
        path: &Path,
        texts: impl Iterator<Item = Result<Text, E>>,
        failed: impl FnOnce(SaveError) -> E,
    ) -> Result<Vec<Loss>, E> {
        let (mut losses, mut failure) = (Vec::new(), None);
        let fill = |file: &mut dyn Write| {
            let mut file = BufWriter::new(file);
            let mut between = "";
            for text in texts {
                let (bytes, lost) = text.map_err(|error| {
                    failure = Some(error);
                    io::Error::other("a game is missing")
                })?;
                file.write_all(between.as_bytes())?;
                file.write_all(&bytes)?;
                lost.into_iter().for_each(|loss| loss.add_to(&mut losses));
                between = self.format.between_games();
            }
            file.flush()
        };
        let written = if self.in_steps {
            let mut bytes = Vec::new();
            fill(&mut bytes).map_err(SaveError::from).and_then(|()| write_or_keep(path, &bytes, self.overwrite))
        } else {
            write_with(path, self.overwrite, fill)
        };
        match failure {
            Some(error) => Err(error),
            None => written.map(|()| losses).map_err(failed),
        }
    }

    /// Writes games to the destination: all into its file, or each into a numbered file of the folder.
    ///
    /// # Errors
    /// Returns the errors of [`Destination::write`].
    pub fn write_all(&self, records: &[&Record]) -> Result<Vec<Loss>, SaveError> {
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

/// True if an output path stands for a folder: an existing one, a name that ends in a slash, or a new name without a
/// file's extension.
#[must_use]
pub fn is_folder(path: &Path, has_extension: bool) -> bool {
    let has_slash = path.to_string_lossy().ends_with(is_separator);
    !is_standard_stream(path) && (path.is_dir() || has_slash || !has_extension && !path.exists())
}

/// Refuses a file that exists and must not be overwritten. A pipe or a device has nothing to lose.
///
/// # Errors
/// If there is such a file; a folder may exist.
pub fn check_new(path: &Path, is_folder: bool, overwrite: bool) -> Result<(), SaveError> {
    let is_file = !is_folder && !is_standard_stream(path) && !is_stream(path);
    if !overwrite && is_file && path.exists() { Err(SaveError::Exists) } else { Ok(()) }
}

/// Name of the file that probes a folder.
const TRIAL: &str = ".kumataka-trial";

/// Probes whether a file, or files in a folder, can be written. Makes the folders on the way and changes nothing else.
///
/// # Errors
/// If they cannot be written.
pub fn try_out(path: &Path, is_folder: bool) -> io::Result<()> {
    if is_standard_stream(path) {
        return Ok(());
    }
    let path = if is_folder { path.join(TRIAL) } else { path.to_owned() };
    make_folder_of(&path)?;
    try_replacing(&path)
}

/// Makes the folder of a file, if there is none.
///
/// # Errors
/// If the system refuses it.
pub fn make_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Writes a file, with the folders on the way, in one step, so that a partial file never exists; or writes to the
/// standard output.
///
/// # Errors
/// If it exists and must not be overwritten, or cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
    write_with(path, overwrite, |file| file.write_all(bytes))
}

fn write_with(
    path: &Path,
    overwrite: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SaveError> {
    if is_standard_stream(path) {
        write(&mut FileOutput)?;
        return Ok(FileOutput.flush()?);
    }
    check_new(path, false, overwrite)?;
    make_folder_of(path)?;
    if overwrite || is_stream(path) {
        return Ok(replace_file_soon(path, |file| write(file))?);
    }
    // Another program, or another name for the same file, may have been faster.
    make_file_soon(path, |file| write(file)).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists,
        _ => error.into(),
    })
}

/// Writes a file as [`write_bytes`] does, unless it already holds these bytes.
///
/// # Errors
/// If it exists with other bytes and must not be overwritten, or cannot be written.
pub fn write_or_keep(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
    let is_written = fs::read(path).is_ok_and(|found| found == bytes);
    if is_written { Ok(()) } else { write_bytes(path, bytes, overwrite) }
}

/// Reads the whole lines of a text in UTF-8. Anything after the last line end was cut off, perhaps within a character.
///
/// # Errors
/// If the file cannot be read, or is no such text.
pub fn read_whole_lines(path: &Path) -> io::Result<String> {
    let mut bytes = fs::read(path)?;
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Longest name that every file system takes, with room for a number and an extension.
const LONGEST_NAME: usize = 200;

/// A name made fit for a file name: characters that file systems may refuse are replaced, and the rest is cut to
/// length.
#[must_use]
pub fn file_part(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' }).collect();
    // A dot hides a file, and commands read a dash as an option.
    let name = name.trim_start_matches(['.', '-']);
    name[..name.floor_char_boundary(LONGEST_NAME)].to_owned()
}

/// Least digits in the number of one game among many.
const NUMBER_WIDTH: usize = 6;

/// Name of the file of one game among many.
#[must_use]
pub fn numbered(number: usize) -> String {
    format!("{number:0NUMBER_WIDTH$}")
}

/// An error of one file, in a command that reads many and takes `--from`.
#[derive(Debug, Error)]
pub enum JobError {
    #[error("{}; say which with --from", FileError::UnknownFormat)]
    UnknownFormat,
    #[error(transparent)]
    Read(FileError),
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
}

impl InLanguage for JobError {
    fn japanese(&self) -> String {
        match self {
            Self::UnknownFormat => format!("{}。--from で指定してください", FileError::UnknownFormat.japanese()),
            Self::Read(error) => error.japanese(),
            Self::Save { path, source } => format!("{}：{}", path.display(), source.japanese()),
        }
    }
}

impl From<FileError> for JobError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::UnknownFormat => Self::UnknownFormat,
            error => Self::Read(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn names_become_parts_of_names_of_files() {
        assert_eq!(file_part("wdoor+floodgate-300-10F+a+b+2026"), "wdoor+floodgate-300-10F+a+b+2026");
        assert_eq!(file_part("../../etc/x y"), "_.._etc_x_y");
        assert_eq!(file_part("-rf"), "rf");
        assert_eq!(file_part(&"駒".repeat(100)).len(), 198);
    }

    #[test]
    fn no_game_has_the_name_of_another() {
        let names = |files: &[&str]| {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            let jobs = jobs(&files, false).unwrap();
            let names = jobs.into_iter().map(|job| [job.numbered(1), job.name].map(|name| name.display().to_string()));
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&["-"]), [["stdin_000001", "stdin"]]);
        let folder = env::temp_dir().join(format!("kumataka-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let found = ["a.usi", "a-2.csa", "a.kif", "a_000001.csa", "a_12.csa"].map(|name| {
            let path = folder.join(name);
            fs::write(&path, "").unwrap();
            path.to_str().unwrap().to_owned()
        });
        let expected = [
            ["a-4_000001", "a"],
            ["a-2_000001", "a-2"],
            ["a-3_000001", "a-3"],
            ["a_000001_000001", "a_000001"],
            ["a_12_000001", "a_12"],
        ];
        assert_eq!(names(&found.each_ref().map(String::as_str)), expected);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_not_complete_is_no_record() {
        let folder = env::temp_dir().join(format!("kumataka-unfinished-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["a.kif", "b.txt", ".c.kif.1-1.new", ".games.usi.lock"] {
            fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(records_below(&folder, true).unwrap(), ["a.kif", "b.txt"].map(|name| folder.join(name)));
        assert_eq!(records_below(&folder, false).unwrap(), [folder.join("a.kif")]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_a_folder_is_not_waited_for() {
        let folder = env::temp_dir().join(format!("kumataka-pipes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.kif"), "").unwrap();
        assert!(std::process::Command::new("mkfifo").arg(folder.join("b.kif")).status().unwrap().success());
        assert_eq!(records_below(&folder, false).unwrap(), [folder.join("a.kif")]);
        assert_eq!(records_below(&folder, true).unwrap(), [folder.join("a.kif")]);
        fs::remove_dir_all(folder).unwrap();
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
