//! Conversion of game records, file by file and in whole folders.

mod join;
mod report;

use crate::jobs::command::{Command, Trouble, lock};
use crate::jobs::files::{Destination, FileError, Inputs, Job, JobError, SaveError, jobs, open_games, sum_of};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::parts::{Items, Merged, Opened, PartArgs, PartError, PartFile, Share, from_value, to_value};
use crate::jobs::terminal::{self, Bar, interruption};
use crate::record::{BrokenGame, Format, Loss, ReadError, ReadGame, Record, Warning};
use crate::variants::Variant;
use crate::words::{InLanguage, Language, counted};
use clap::Args;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use report::Report;
use serde_json::json;
use std::collections::HashSet;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use thiserror::Error;

const ABOUT: &str = "Convert game records from one format to another";

/// The formats that extensions name. A second extension stands behind the first two words, before the last.
pub fn formats([open, or, close]: [&str; 3]) -> String {
    let named = |format: Format| match *format.extensions() {
        [_, other] => format!("{format}{open}{or}{other}{close}"),
        _ => format.name().to_owned(),
    };
    let by_extension = Format::ALL.into_iter().filter(|format| format.name() == format.extension());
    by_extension.map(named).collect::<Vec<_>>().join(", ")
}

/// The help, with the list of formats.
fn long_about() -> String {
    format!(
        "{ABOUT}.\n\n\
         File extensions name the formats: {}. The format csa3 is CSA 3.0. A game that cannot be read is reported and \
         left out; --lenient keeps the moves before the fault. Ctrl-C stops after the files in progress.",
        formats([" (", "or ", ")"])
    )
}

/// The arguments of `kumataka convert`.
#[derive(Args, Debug)]
#[command(
    about = ABOUT,
    long_about = long_about(),
    override_usage = "kumataka convert [OPTIONS] <IN>... <OUT>",
    after_help = "\
Examples:
  kumataka convert game.kif game.csa
  kumataka convert games/ --to kifu converted/
  kumataka convert games/ openings.usi
  kumataka convert broken.csa mended.csa --lenient
  kumataka convert --from csa --to kif - - < game.csa > game.kif
  kumataka convert --variant torishogi birds.usi birds.kifu
  kumataka convert games/ --to kifu converted/ --part 3/8 --into converting
  kumataka merge converting"
)]
pub struct ConvertArgs {
    /// Files and folders to read, then the file or folder to write; - for standard input and output
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Format of the input files, regardless of their extension
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Keep the moves before a fault instead of leaving the game out
    #[arg(long)]
    lenient: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Report all oddities and losses, file by file
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why not everything was converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    #[error("{}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("nothing says where to write: name files or folders to read, and then one to write")]
    NoOutput,
    #[error("there is nothing to convert")]
    Nothing,
    #[error("{}: {source}", path.display())]
    Output { path: PathBuf, source: SaveError },
    #[error("{refused} of {} not converted", counted(*files, "file"))]
    Refused { refused: usize, files: usize },
    #[error("{games} of {} left out; --lenient keeps the moves before a fault", counted(*total, "game"))]
    LeftOut { games: usize, total: usize },
    #[error("with --part, each file becomes another one: name a folder to write")]
    OneFile,
    #[error("a part holds what is no report of a file")]
    NoReport,
    #[error(transparent)]
    Part(#[from] PartError),
    #[error("stopped by Ctrl-C with {left} of {} left", counted(*files, "file"))]
    Interrupted { left: usize, files: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for ConvertError {
    fn japanese(&self) -> String {
        match self {
            Self::Input { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::NoOutput => "書き込み先がありません。読み込むファイルやフォルダの後に指定してください".to_owned(),
            Self::Nothing => "変換する棋譜がありません".to_owned(),
            Self::Output { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Refused { refused, files } => format!("{files}個のファイルのうち{refused}個は変換できません"),
            Self::LeftOut { games, total } => {
                format!("{total}局のうち{games}局を除きました。--lenient を付けると、誤りの前の手までを残します")
            }
            Self::OneFile => "--part ではファイルごとに変換します。書き込むフォルダを指定してください".to_owned(),
            Self::NoReport => "変換の報告でないものがあります".to_owned(),
            Self::Part(error) => error.japanese(),
            Self::Interrupted { left, files } => {
                format!("Ctrl-Cで中断しました（{files}個のファイルのうち{left}個が残っています）")
            }
            Self::Trouble(error) => error.japanese(),
        }
    }
}

/// The result of reading one file.
struct Done {
    format: Format,
    /// Number of games in the file.
    total: usize,
    /// Number of games read.
    games: usize,
    /// Faults of the games left out.
    faults: Vec<ReadError>,
    /// Faults at which other games were cut off.
    cuts: Vec<ReadError>,
    warnings: Vec<Warning>,
    losses: Vec<Loss>,
}

impl Done {
    const fn new(format: Format) -> Self {
        Self {
            format,
            total: 0,
            games: 0,
            faults: Vec::new(),
            cuts: Vec::new(),
            warnings: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Counts a game. Returns the moves to write, if any, with the number of the game in the file.
    fn count(&mut self, game: ReadGame, lenient: bool) -> Option<(usize, Record)> {
        self.total += 1;
        let reading = match game {
            Ok(reading) => reading,
            Err(BrokenGame { error, before: Some(before) }) if lenient => {
                self.cuts.push(error);
                *before
            }
            Err(broken) => {
                self.faults.push(broken.error);
                return None;
            }
        };
        self.games += 1;
        self.warnings.extend(reading.warnings);
        Some((self.total, reading.record))
    }
}

/// The games of one file, read one by one.
type Reader = Box<dyn Iterator<Item = Result<ReadGame, FileError>>>;

/// Converts the files of the command line, and reports on the standard error.
impl Command for ConvertArgs {
    type Error = ConvertError;

    const JAPANESE: Option<&'static str> = Some(include_str!("convert.ja.toml"));

    fn run(&self) -> Result<(), ConvertError> {
        self.run_for(self.game.variant_of(self.inputs()))
    }

    fn explain(&self, error: &ConvertError) -> String {
        error.text_in(self.language())
    }
}

impl ConvertArgs {
    fn language(&self) -> Language {
        self.language.language()
    }

    fn inputs(&self) -> &[PathBuf] {
        self.paths.split_last().map_or(&[], |(_, inputs)| inputs)
    }

    fn output(&self) -> &Path {
        self.paths.last().map_or(Path::new("-"), PathBuf::as_path)
    }

    fn failed(&self, source: SaveError) -> ConvertError {
        ConvertError::Output { path: self.output().to_owned(), source }
    }

    fn destination(&self) -> Result<Destination, ConvertError> {
        Destination::new(self.output(), self.to, self.force).map_err(|source| self.failed(source))
    }

    /// Every file to read, in a fixed order, each with its place in the output folder.
    fn jobs(&self) -> Result<Vec<Job>, ConvertError> {
        let error = |(path, source)| ConvertError::Input { path, source };
        let jobs = jobs(self.inputs(), self.from.is_some()).map_err(error)?;
        if jobs.is_empty() { Err(ConvertError::Nothing) } else { Ok(jobs) }
    }

    /// The games of a job, the first of which are written to `out` while the others are read. A file converted onto
    /// itself is read completely first.
    fn read(&self, game: Variant, job: &Job, out: &Path) -> Result<(Format, Reader), JobError> {
        let (format, games) = open_games(game, &job.input, self.from)?;
        let games = games.map(|game| Ok(game?));
        let is_same = |input: PathBuf| out.canonicalize().is_ok_and(|out| out == input);
        Ok(if job.input.canonicalize().is_ok_and(is_same) {
            (format, Box::new(games.collect::<Vec<_>>().into_iter()))
        } else {
            (format, Box::new(games))
        })
    }

    /// Reads the file of the job with this index and writes its games: to one file, or to one each if the format holds
    /// only one.
    fn convert(
        &self,
        game: Variant,
        (index, job): (usize, &Job),
        destination: &Destination,
        inputs: &Inputs,
    ) -> Result<Done, JobError> {
        let path = destination.file(&job.name);
        let (format, mut games) = self.read(game, job, &path)?;
        let mut done = Done::new(format);
        let mut is_one = destination.format().holds_many();
        if !is_one {
            let first: Vec<_> = games.by_ref().take(2).collect();
            is_one = first.len() == 1;
            games = Box::new(first.into_iter().chain(games));
        }
        let failed = |path: &Path| {
            let path = path.to_owned();
            |source| JobError::Save { path, source }
        };
        if !is_one {
            for game in games {
                let Some((number, record)) = done.count(game?, self.lenient) else { continue };
                let path = destination.file(job.numbered(number));
                let written = inputs.spare(index, &path).and_then(|()| destination.write(&path, &[&record]));
                done.losses.extend(written.map_err(failed(&path))?);
            }
            return Ok(done);
        }
        let text = |record: Record| {
            let text = destination.format().write_file(&[&record]);
            text.map_err(|error| failed(&path)(error.into()))
        };
        let mut texts = games.filter_map(|game| match game {
            Ok(game) => done.count(game, self.lenient).map(|(_, record)| text(record)),
            Err(error) => Some(Err(error.into())),
        });
        // Without games there is no file.
        if let Some(first) = texts.next().transpose()? {
            inputs.spare(index, &path).map_err(failed(&path))?;
            let losses = destination.write_each(&path, iter::once(Ok(first)).chain(texts), failed(&path))?;
            done.losses = losses;
        }
        Ok(done)
    }
}

impl ConvertArgs {
    fn run_for(&self, game: Variant) -> Result<(), ConvertError> {
        if self.inputs().is_empty() {
            return Err(ConvertError::NoOutput);
        }
        let destination = self.destination()?;
        destination.check().map_err(|source| self.failed(source))?;
        let jobs = self.jobs()?;
        let inputs = Inputs::of(&jobs);
        destination.spare(&jobs, &inputs).map_err(|(path, source)| ConvertError::Output { path, source })?;
        let part = match self.part.share()? {
            None if !destination.is_folder() => return self.join(game, &destination, &jobs),
            None => None,
            Some(share) => match self.open(game, share, &destination, &jobs)? {
                Opened::Finished => return Ok(()),
                Opened::Begun(part) => Some(part),
            },
        };
        let destination = destination.in_steps(part.is_some());
        let wanted: Option<HashSet<u64>> = part.as_ref().map(|part| part.wanted().into_iter().collect());
        let keeper = part.map(|part| Mutex::new(Keeper { part, failure: None }));
        let stop = interruption()?;
        let started = Instant::now();
        let bar = if keeper.is_some() {
            Bar::hidden()
        } else {
            Bar::new(jobs.len() as u64, terminal::files(self.language()))
        };
        let work = |(index, job): (usize, &Job)| {
            let item = index as u64;
            if stop.load(Ordering::Relaxed) || wanted.as_ref().is_some_and(|wanted| !wanted.contains(&item)) {
                return None;
            }
            let done = self.convert(game, (index, job), &destination, &inputs);
            let Some(keeper) = &keeper else {
                bar.inc(1);
                return Some(done);
            };
            let kept = match done {
                // A full disk is no fault of the file: another run may convert it.
                Err(JobError::Save { path, source }) => Err(ConvertError::Output { path, source }),
                done => Ok(to_value(&Report::of(&[(job, done)], self.verbose, self.language()))),
            };
            let mut keeper = lock(keeper);
            if let Err(error) = kept.and_then(|report| Ok(keeper.part.add(item, report)?)) {
                keeper.failure.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
            None
        };
        let done: Vec<Option<Result<Done, JobError>>> = jobs.par_iter().enumerate().map(work).collect();
        bar.finish_and_clear();
        if let Some(keeper) = keeper {
            let Keeper { part, failure } = keeper.into_inner().unwrap_or_else(PoisonError::into_inner);
            return failure.map_or_else(|| Ok(part.finish()?), Err);
        }
        let done: Vec<_> = jobs.iter().zip(done).filter_map(|(job, done)| Some((job, done?))).collect();
        let (files, left) = (jobs.len(), jobs.len() - done.len());
        let report = Report::of(&done, self.verbose, self.language());
        let verdict = report.finish(self.language(), destination.format(), started.elapsed(), files);
        if left > 0 { Err(ConvertError::Interrupted { left, files }) } else { verdict }
    }

    /// Opens the file of a part.
    fn open(
        &self,
        game: Variant,
        share: Share,
        destination: &Destination,
        jobs: &[Job],
    ) -> Result<Opened, ConvertError> {
        if !destination.is_folder() {
            return Err(ConvertError::OneFile);
        }
        let job = json!({
            "variant": game.name(), "files": sum_of(jobs), "from": self.from.map(|format| format.name()),
            "to": destination.format().name(), "lenient": self.lenient, "verbose": self.verbose,
        });
        Ok(self.part.open(share, "convert", Items::single(jobs.len() as u64), job)?)
    }
}

/// The file of a part, and the error that has ended the work on it, if any.
struct Keeper {
    part: Box<PartFile>,
    failure: Option<ConvertError>,
}

/// Prints the report of all parts as one run would.
///
/// # Errors
/// If the parts cannot be read, or if some games were not converted.
pub fn merge(parts: &Merged) -> Result<(), ConvertError> {
    let mut report = Report::default();
    let mut files = 0;
    parts.for_each(&mut |_, value| {
        report.add(from_value(&value).map_err(|_| ConvertError::NoReport)?);
        files += 1;
        Ok::<(), ConvertError>(())
    })?;
    report.print(Language::En, parts.header.job["to"].as_str().unwrap_or_default(), None);
    report.verdict(files)
}
