//! The games of many files joined into one file, with only a few in memory at a time.

use super::{ConvertArgs, ConvertError, Done, Reader, Report};
use crate::jobs::files::JobError;
use crate::jobs::files::{Destination, FileError, Job, SaveError, Text};
use crate::jobs::terminal::{self, Bar, interruption};
use crate::record::Loss;
use crate::variants::Variant;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::cell::{Cell, RefCell};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Files read before their games are written: enough for every thread.
const AT_A_TIME: usize = 256;
/// Largest file, in bytes, that is read before its games are written. Larger ones and pipes are written while read.
const LARGE: u64 = 1 << 18;

type Texts<'a> = Box<dyn Iterator<Item = Result<Text, ConvertError>> + 'a>;

/// The work of joining the games of files.
struct Joining<'a> {
    args: &'a ConvertArgs,
    game: Variant,
    destination: &'a Destination,
    jobs: &'a [Job],
    stop: &'a AtomicBool,
    bar: &'a Bar,
    /// The report of the files done, and below it their number.
    report: RefCell<Report>,
    done: Cell<usize>,
}

impl ConvertArgs {
    /// Joins the games of all files into one, in the order of the files.
    pub(super) fn join(&self, game: Variant, destination: &Destination, jobs: &[Job]) -> Result<(), ConvertError> {
        let stop = interruption()?;
        let started = Instant::now();
        let bar = Bar::new(jobs.len() as u64, terminal::files(self.language()));
        let (report, done) = (RefCell::default(), Cell::new(0));
        let joining = Joining { args: self, game, destination, jobs, stop: &stop, bar: &bar, report, done };
        let losses = joining.write();
        bar.finish_and_clear();
        let mut report = joining.report.into_inner();
        losses?.iter().for_each(|loss| report.lose(loss, self.language()));
        report.finish(self.language(), destination.format(), started.elapsed(), jobs.len())
    }
}

impl Joining<'_> {
    /// Writes all games to the one file, if there are any, and returns the information lost.
    fn write(&self) -> Result<Vec<Loss>, ConvertError> {
        let format = self.destination.format();
        // A large file is alone in its run.
        let runs = self.jobs.chunk_by(|one, next| !is_large(one) && !is_large(next));
        let mut texts = runs.flat_map(|run| run.chunks(AT_A_TIME)).flat_map(|batch| match batch {
            [job] if is_large(job) => self.stream(job),
            _ => self.read_batch(batch),
        });
        // The output may replace the file that is read, so it is opened only after the first game.
        let Some(first) = texts.next().transpose()? else { return Ok(Vec::new()) };
        if !format.holds_many() {
            let others = texts.by_ref().try_fold(0, |count, text| text.map(|_| count + 1))?;
            if others > 0 {
                return Err(self.args.failed(SaveError::OneGame { games: others + 1, format }));
            }
        }
        let failed = |source| self.args.failed(source);
        self.destination.write_each(self.destination.path(), iter::once(Ok(first)).chain(texts), failed)
    }

    /// The games of small files, read in parallel, except for files not begun before Ctrl-C.
    fn read_batch(&self, jobs: &[Job]) -> Texts<'_> {
        let (args, game, destination, stop, bar) = (self.args, self.game, self.destination, self.stop, self.bar);
        let read = |job: &Job| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut games = FileGames::open(args, game, job, destination);
            let texts: Vec<_> = games.by_ref().collect();
            bar.inc(1);
            Some((games.report(), texts))
        };
        let read: Vec<Option<_>> = jobs.par_iter().map(read).collect();
        let mut texts = Vec::new();
        for (report, games) in read.into_iter().flatten() {
            self.end(report);
            texts.extend(games);
        }
        texts.extend(self.interruption().map(Err));
        Box::new(texts.into_iter())
    }

    /// The games of a large file, one by one as it is read.
    fn stream<'a>(&'a self, job: &'a Job) -> Texts<'a> {
        let mut games = Some(FileGames::open(self.args, self.game, job, self.destination));
        Box::new(iter::from_fn(move || {
            if let Some(error) = self.interruption() {
                games = None;
                return Some(Err(error));
            }
            games.as_mut()?.next().or_else(|| {
                self.end(games.take()?.report());
                self.bar.inc(1);
                None
            })
        }))
    }

    fn end(&self, report: Report) {
        self.report.borrow_mut().add(report);
        self.done.set(self.done.get() + 1);
    }

    /// An error if Ctrl-C came before the last file was done: a file with some of the games would pass for one with
    /// all.
    fn interruption(&self) -> Option<ConvertError> {
        let (left, files) = (self.jobs.len() - self.done.get(), self.jobs.len());
        let is_stopped = self.stop.load(Ordering::Relaxed) && left > 0;
        is_stopped.then_some(ConvertError::Interrupted { left, files })
    }
}

/// True if the games of a file should not be held in memory: it is large, or of unknown size.
fn is_large(job: &Job) -> bool {
    job.input.metadata().map_or(true, |found| !found.is_file() || found.len() > LARGE)
}

/// The games of one file as texts to write.
struct FileGames<'a> {
    args: &'a ConvertArgs,
    job: &'a Job,
    destination: &'a Destination,
    /// The games still to read; none after the end or a fault.
    games: Option<Reader>,
    done: Result<Done, JobError>,
}

impl<'a> FileGames<'a> {
    fn open(args: &'a ConvertArgs, game: Variant, job: &'a Job, destination: &'a Destination) -> Self {
        let (games, done) = match args.read(game, job, destination.path()) {
            Ok((format, games)) => (Some(games), Ok(Done::new(format))),
            Err(error) => (None, Err(error)),
        };
        Self { args, job, destination, games, done }
    }

    /// The report of the file.
    fn report(self) -> Report {
        Report::of(&[(self.job, self.done)], self.args.verbose, self.args.language())
    }

    /// Refuses the file. Returns the error to end with if games of it may already be written.
    fn refuse(&mut self, error: FileError) -> Option<ConvertError> {
        self.games = None;
        let is_begun = self.done.as_ref().is_ok_and(|done| done.total > 0);
        match error {
            FileError::Io(source) if is_begun => Some(ConvertError::Input { path: self.job.input.clone(), source }),
            error => {
                self.done = Err(error.into());
                None
            }
        }
    }
}

impl Iterator for FileGames<'_> {
    type Item = Result<Text, ConvertError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Ok(done) = &mut self.done else { return None };
            match self.games.as_mut()?.next() {
                Some(Ok(game)) => {
                    let Some((_, record)) = done.count(game, self.args.lenient) else { continue };
                    let text = self.destination.format().write_file(&[&record]);
                    return Some(text.map_err(|error| self.args.failed(error.into())));
                }
                Some(Err(error)) => return self.refuse(error).map(Err),
                None => {
                    self.games = None;
                    return None;
                }
            }
        }
    }
}
