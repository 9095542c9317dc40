//! The games of many files as one file, of which only a few are held at a time.

use super::{ConvertArgs, ConvertError, Report};
use crate::record::{Loss, Recorded};
use crate::tools::files::{Destination, Job, SaveError};
use crate::tools::terminal::{Bar, FILES, interruption};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::io::{self, BufWriter, Write};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Files that are read before their games are written: enough for every thread.
const AT_A_TIME: usize = 256;

/// A game as bytes of the file, with what they do not hold.
type Text = (Vec<u8>, Vec<Loss>);
/// What is to be told of a file, and its games.
type Texts = (Report, Vec<Result<Text, ConvertError>>);

impl ConvertArgs {
    /// Puts the games of all files into one, in the order of the files.
    pub(super) fn join<G: Recorded>(
        &self,
        game: G,
        destination: &Destination,
        jobs: &[Job],
    ) -> Result<(), ConvertError> {
        let stop = interruption()?;
        let started = Instant::now();
        let bar = Bar::new(jobs.len() as u64, FILES);
        let mut report = Report::default();
        let losses = {
            let read = |jobs| self.read_batch(game, jobs, destination, &stop, &bar);
            let mut done = 0;
            let texts = jobs.chunks(AT_A_TIME).flat_map(|batch| {
                let mut texts = Vec::new();
                for (told, games) in read(batch).into_iter().flatten() {
                    done += 1;
                    report.add(told);
                    texts.extend(games);
                }
                if stop.load(Ordering::Relaxed) && done < jobs.len() {
                    // A file with some of the games would pass for one with all.
                    texts.push(Err(ConvertError::Interrupted { left: jobs.len() - done, files: jobs.len() }));
                }
                texts
            });
            self.write_all(texts, destination)
        };
        bar.finish_and_clear();
        losses?.iter().for_each(|loss| report.lose(loss));
        report.finish(destination.format(), started.elapsed(), jobs.len())
    }

    /// Reads files, each with what is to be told of it and its games as they are to be written; none of those that come after
    /// a Ctrl-C.
    fn read_batch<G: Recorded>(
        &self,
        game: G,
        jobs: &[Job],
        destination: &Destination,
        stop: &AtomicBool,
        bar: &Bar,
    ) -> Vec<Option<Texts>> {
        let format = destination.format();
        let read = |job: &Job| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut done = self.read(game, job);
            let records = done.as_mut().map_or_else(|_| Vec::new(), |done| std::mem::take(&mut done.records));
            let text = |(_, record): &_| format.write_file(&[record]).map_err(|error| self.failed(error.into()));
            let texts = records.iter().map(text).collect();
            bar.inc(1);
            Some((Report::of(&[(job, done)], self.verbose), texts))
        };
        jobs.par_iter().map(read).collect()
    }

    /// Writes games to the one file, unless there is none, and returns what is lost of them.
    fn write_all(
        &self,
        mut texts: impl Iterator<Item = Result<Text, ConvertError>>,
        destination: &Destination,
    ) -> Result<Vec<Loss>, ConvertError> {
        let format = destination.format();
        // The file may take the place of the one that is read: nothing is opened before that.
        let Some(first) = texts.next().transpose()? else { return Ok(Vec::new()) };
        if !format.holds_many() {
            let others = texts.by_ref().try_fold(0, |count, text| text.map(|_| count + 1))?;
            if others > 0 {
                return Err(self.failed(SaveError::OneGame { games: others + 1, format }));
            }
        }
        let (mut losses, mut failure) = (Vec::new(), None);
        let written = destination.write_with(destination.path(), |file| {
            let mut file = BufWriter::new(file);
            for (number, text) in iter::once(Ok(first)).chain(texts).enumerate() {
                let (bytes, lost) = match text {
                    Ok(text) => text,
                    Err(error) => {
                        failure = Some(error);
                        return Err(io::Error::other("a game is missing"));
                    }
                };
                if number > 0 {
                    file.write_all(format.between_games().as_bytes())?;
                }
                file.write_all(&bytes)?;
                lost.into_iter().for_each(|loss| loss.add_to(&mut losses));
            }
            file.flush()
        });
        match failure {
            Some(error) => Err(error),
            None => written.map(|()| losses).map_err(|source| self.failed(source)),
        }
    }
}
