//! Conversion of game records, file by file and in whole folders.

use super::files::{FileError, read_games, records_below};
use super::terminal::{FILES, progress_bar};
use crate::record::{Format, Loss, Record, Warning, WriteError};
use crate::rules::Rules;
use crate::variants::{Variant, Visitor};
use clap::Args;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use thiserror::Error;

/// Convert game records from one format to another.
///
/// Formats are told by file extensions: usi (or sfen), csa, kif, kifu, ki2, ki2u, jkf (or json), hodges, hosking,
/// german. The format csa3 is CSA 3.0. A file that cannot be read is reported and left out.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka convert game.kif game.csa
  kumataka convert games/ --to kifu converted/
  kumataka convert games/ openings.usi
  kumataka convert --variant torishogi birds.usi birds.kifu")]
pub struct ConvertArgs {
    /// Files and folders to read
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File or folder to write
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of the files to read, whatever their extension
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    /// Report each oddity met and each thing lost, file by file
    #[arg(long)]
    verbose: bool,
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Why a conversion could not be done, or not wholly.
#[derive(Debug, Error)]
pub enum ConvertError {
    #[error("{}: the extension names no format; say which with --to", .0.display())]
    UnknownTarget(PathBuf),
    #[error("{}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("there is nothing to convert")]
    Nothing,
    #[error("{games} games do not go into one {format} file: name a folder")]
    OneGame { games: usize, format: Format },
    #[error("{}: {source}", path.display())]
    Output { path: PathBuf, source: JobError },
    #[error("{refused} of {files} files were not converted")]
    Refused { refused: usize, files: usize },
}

/// What is wrong with one file.
#[derive(Debug, Error)]
pub enum JobError {
    #[error("{}; say which with --from", FileError::UnknownFormat)]
    UnknownFormat,
    #[error(transparent)]
    Read(FileError),
    #[error("it exists; --force overwrites it")]
    Exists,
    #[error(transparent)]
    Format(#[from] WriteError),
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl From<FileError> for JobError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::UnknownFormat => Self::UnknownFormat,
            error => Self::Read(error),
        }
    }
}

/// A file to read and the path to write, less its extension.
struct Job {
    input: PathBuf,
    stem: PathBuf,
}

/// What became of one file.
struct Done<R: Rules> {
    format: Format,
    games: usize,
    /// Kept only where the games of all files go into one.
    records: Vec<Record<R>>,
    warnings: Vec<Warning>,
    losses: Vec<Loss>,
}

impl ConvertArgs {
    /// Does what the arguments say, reporting on the standard error.
    ///
    /// # Errors
    /// If nothing could be done, or some files could not be converted.
    pub fn run(&self) -> Result<(), ConvertError> {
        self.variant.dispatch(self)
    }

    fn target(&self) -> Result<Format, ConvertError> {
        let format = self.to.or_else(|| Format::of_path(&self.output));
        format.ok_or_else(|| ConvertError::UnknownTarget(self.output.clone()))
    }

    /// Whether each input becomes a file of its own in a folder.
    fn fills_folder(&self) -> bool {
        self.output.is_dir() || Format::of_path(&self.output).is_none()
    }

    /// Every file to read, in a fixed order, each with a place of its own in the output folder.
    fn jobs(&self) -> Result<Vec<Job>, ConvertError> {
        let mut jobs = Vec::new();
        let mut taken = HashSet::new();
        for input in &self.inputs {
            let error = |source| ConvertError::Input { path: input.clone(), source };
            let is_folder = input.is_dir();
            for file in records_below(input, self.from.is_some()).map_err(error)? {
                let inside = if is_folder { file.strip_prefix(input).unwrap_or(&file) } else { &file };
                let name = if is_folder { inside } else { Path::new(inside.file_name().unwrap_or_default()) };
                let stem = free_stem(&self.output.join(name).with_extension(""), &mut taken);
                jobs.push(Job { input: file, stem });
            }
        }
        if jobs.is_empty() { Err(ConvertError::Nothing) } else { Ok(jobs) }
    }

    fn read<R: Rules>(&self, job: &Job) -> Result<Done<R>, JobError> {
        let games = read_games::<R>(&job.input, self.from)?;
        let (mut records, mut warnings) = (Vec::new(), Vec::new());
        for reading in games.readings {
            records.push(reading.record);
            warnings.extend(reading.warnings);
        }
        Ok(Done { format: games.format, games: records.len(), records, warnings, losses: Vec::new() })
    }

    /// Reads a file and writes its games: one file, or one for each where the format holds only one.
    fn convert<R: Rules>(&self, job: &Job, target: Format) -> Result<Done<R>, JobError> {
        let mut done = self.read::<R>(job)?;
        let records = std::mem::take(&mut done.records);
        let records: Vec<&Record<R>> = records.iter().collect();
        let stem = job.stem.as_os_str();
        let path = |suffix: &str| {
            let mut path = stem.to_owned();
            path.push(suffix);
            path.push(".");
            path.push(target.extension());
            PathBuf::from(path)
        };
        if records.len() == 1 || target.holds_many() {
            done.losses = self.write(&records, target, &path(""))?;
        } else {
            for (number, record) in (1..).zip(records) {
                let losses = self.write(&[record], target, &path(&format!("_{number:06}")))?;
                done.losses.extend(losses);
            }
        }
        Ok(done)
    }

    fn write<R: Rules>(&self, records: &[&Record<R>], target: Format, path: &Path) -> Result<Vec<Loss>, JobError> {
        let (bytes, losses) = target.write_file(records)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.write(true);
        if self.force {
            options.create(true).truncate(true);
        } else {
            options.create_new(true);
        }
        let opened = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JobError::Exists,
            _ => JobError::Write(error),
        });
        opened?.write_all(&bytes)?;
        Ok(losses)
    }

    /// Puts the games of all files into one.
    fn join<R: Rules>(
        &self,
        done: &[(&Job, Result<Done<R>, JobError>)],
        target: Format,
    ) -> Result<Vec<Loss>, ConvertError> {
        let records: Vec<&Record<R>> =
            done.iter().filter_map(|(_, done)| done.as_ref().ok()).flat_map(|done| &done.records).collect();
        match records.len() {
            0 => return Ok(Vec::new()),
            games @ 2.. if !target.holds_many() => return Err(ConvertError::OneGame { games, format: target }),
            _ => {}
        }
        self.write(&records, target, &self.output)
            .map_err(|source| ConvertError::Output { path: self.output.clone(), source })
    }
}

/// The stem, with a number behind it if another file has it already.
fn free_stem(stem: &Path, taken: &mut HashSet<PathBuf>) -> PathBuf {
    let numbered = |number: u32| {
        let mut path = stem.as_os_str().to_owned();
        path.push(format!("-{number}"));
        PathBuf::from(path)
    };
    let mut free = stem.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = numbered(number);
        number += 1;
    }
    free
}

impl Visitor for &ConvertArgs {
    type Output = Result<(), ConvertError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let target = self.target()?;
        let jobs = self.jobs()?;
        let started = Instant::now();
        let folder = self.fills_folder();
        let bar = progress_bar(jobs.len() as u64, FILES);
        let work = |job: &Job| {
            let done = if folder { self.convert::<R>(job, target) } else { self.read(job) };
            bar.inc(1);
            done
        };
        let done: Vec<Result<Done<R>, JobError>> = jobs.par_iter().map(work).collect();
        bar.finish_and_clear();
        let done: Vec<_> = jobs.iter().zip(done).collect();
        let losses = if folder { Vec::new() } else { self.join(&done, target)? };
        let report = Report::of(&done, losses, self.verbose);
        report.print(target, started.elapsed().as_secs_f64());
        let files = done.len();
        if report.refused > 0 { Err(ConvertError::Refused { refused: report.refused, files }) } else { Ok(()) }
    }
}

/// What is to be told of a conversion.
#[derive(Default)]
struct Report {
    refused: usize,
    games: usize,
    /// Files read, by format.
    files: BTreeMap<&'static str, usize>,
    /// Files by what was lost of them.
    lost: BTreeMap<String, usize>,
    warnings: usize,
    lines: Vec<String>,
}

impl Report {
    fn of<R: Rules>(done: &[(&Job, Result<Done<R>, JobError>)], losses: Vec<Loss>, verbose: bool) -> Self {
        let mut report = Self::default();
        losses.iter().for_each(|loss| report.lose(loss));
        for (job, result) in done {
            let path = job.input.display();
            match result {
                Err(error) => {
                    report.refused += 1;
                    report.lines.push(format!("{path}: {error}"));
                }
                Ok(done) => {
                    report.games += done.games;
                    *report.files.entry(done.format.name()).or_default() += 1;
                    report.warnings += done.warnings.len();
                    done.losses.iter().for_each(|loss| report.lose(loss));
                    if verbose {
                        report.lines.extend(done.warnings.iter().map(|warning| format!("{path}: {warning}")));
                        report.lines.extend(done.losses.iter().map(|loss| format!("{path}: lost {loss}")));
                    }
                }
            }
        }
        report
    }

    fn lose(&mut self, loss: &Loss) {
        *self.lost.entry(loss.to_string()).or_default() += 1;
    }

    /// A closed standard error is no reason for more trouble.
    fn print(&self, target: Format, seconds: f64) {
        let mut out = io::stderr().lock();
        for line in &self.lines {
            let _ = writeln!(out, "{line}");
        }
        for (loss, files) in &self.lost {
            let _ = writeln!(out, "{target} has no place for {loss} ({files} files)");
        }
        if self.warnings > 0 {
            let _ = writeln!(out, "{} oddities met; --verbose lists them", self.warnings);
        }
        let files: Vec<String> = self.files.iter().map(|(format, count)| format!("{count} {format}")).collect();
        let files = if files.is_empty() { "no".to_owned() } else { files.join(", ") };
        let rate = self.games as f64 / seconds.max(1e-6);
        let _ =
            writeln!(out, "{} games from {files} files to {target} in {seconds:.2} s ({rate:.0} games/s)", self.games);
    }
}
