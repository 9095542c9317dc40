//! The file of a part in progress.
//!
//! Its name ends in `.half` until it is finished and renamed in one step. A process that works on it holds a lock.

use super::error::PartError;
use super::scan::{Header, Scan};
use super::share::{Items, Share};
use crate::jobs::journal::Journal;
use crate::jobs::terminal::{Meter, Stream};
use crate::system::{Lock, LockError};
use crate::tell;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// Last extension of an unfinished file.
pub const HALF: &str = "half";

/// Result of opening the file of a part.
pub enum Opened {
    /// The part is finished; nothing is left to do.
    Finished,
    Begun(Box<PartFile>),
}

/// The file of a part, open for results.
pub struct PartFile {
    header: Header,
    /// Its name once finished.
    path: PathBuf,
    journal: Journal,
    /// Checksum of all lines.
    sum: crc32fast::Hasher,
    done: HashSet<u64>,
    meter: Meter,
}

/// Name of the file of a part.
fn file_name(share: Share) -> String {
    format!("part-{}-of-{}.jsonl", share.part, share.count)
}

impl PartFile {
    pub(super) fn open(folder: &Path, header: Header) -> Result<Opened, PartError> {
        fs::create_dir_all(folder).map_err(PartError::file(folder))?;
        let path = folder.join(file_name(header.share()));
        let half = path.with_added_extension(HALF);
        let lock = Lock::of(&path).map_err(|error| match error {
            LockError::Busy(_) => PartError::Busy { path: half.clone() },
            LockError::Io { path, source } => PartError::File { path, source },
        })?;
        if path.exists() {
            check(&path, header)?;
            return Ok(Opened::Finished);
        }
        let line = serde_json::to_string(&header);
        let line = line.map_err(|source| PartError::Content { path: half.clone(), source })?;
        let mut found = Scan::new(&half, Some(header.clone()));
        let journal = Journal::open(&half, lock, &line, &mut found)?;
        let done = found.places.iter().map(|place| place.item).collect();
        let size = header.share().size(header.items);
        let meter = Meter::new(size, "{prefix} {bar:30} {msg}, {eta} to go", Stream::Error);
        let part = Self { header, path, journal, sum: found.sum, done, meter };
        if found.is_finished {
            part.rename()?;
            return Ok(Opened::Finished);
        }
        part.begin();
        Ok(Opened::Begun(Box::new(part)))
    }

    fn begin(&self) {
        let Header { command, part, parts, .. } = &self.header;
        self.meter.begin(format!("{command}, part {part} of {parts}"));
        self.meter.begin_at(self.done.len() as u64);
        self.tell();
    }

    fn tell(&self) {
        let (done, size) = (self.done.len() as u64, self.size());
        self.meter.set(done, format!("{done} of {size} {}", self.header.noun()));
    }

    fn size(&self) -> u64 {
        self.header.share().size(self.header.items)
    }

    /// True if an item is for this run: it belongs to the part, and no earlier run has done it.
    #[must_use]
    pub fn wants(&self, item: u64) -> bool {
        self.header.share().has(self.header.items, item) && !self.done.contains(&item)
    }

    /// Items that earlier runs have done.
    #[must_use]
    pub const fn done(&self) -> &HashSet<u64> {
        &self.done
    }

    /// Items for this run, in order.
    #[must_use]
    pub fn wanted(&self) -> Vec<u64> {
        let Items { count, .. } = self.header.items;
        (0..count).filter(|&item| self.wants(item)).collect()
    }

    /// Records the result of an item. Once this returns, it survives the end of the program.
    ///
    /// # Errors
    /// If it cannot be written; earlier results stay.
    pub fn add(&mut self, item: u64, value: Value) -> Result<(), PartError> {
        self.write(&json!({ "item": item, "value": value }))?;
        self.done.insert(item);
        self.tell();
        Ok(())
    }

    fn write(&mut self, line: &dyn Display) -> Result<(), PartError> {
        let line = format!("{line}\n");
        self.journal.add(&line)?;
        self.sum.update(line.as_bytes());
        Ok(())
    }

    /// Gives the file its final name once all items are done.
    ///
    /// # Errors
    /// If items are left, or the file cannot be written.
    pub fn finish(mut self) -> Result<(), PartError> {
        let (all, done) = (self.size(), self.done.len() as u64);
        self.meter.clear();
        let Header { part, parts, .. } = self.header;
        if done < all {
            let (left, items) = (all - done, self.header.noun());
            return Err(PartError::Unfinished { part, count: parts, left, all, items });
        }
        let sum = self.sum.clone().finalize();
        self.write(&json!({ "end": sum }))?;
        self.journal.sync()?;
        self.rename()?;
        tell!(
            "{}, part {part} of {parts}: {all} {} in {}",
            self.header.command,
            self.header.noun(),
            self.path.display()
        );
        Ok(())
    }

    fn rename(&self) -> Result<(), PartError> {
        fs::rename(self.journal.path(), &self.path).map_err(PartError::file(&self.path))
    }
}

/// Checks that a finished file belongs to this job.
fn check(path: &Path, wanted: Header) -> Result<(), PartError> {
    let cut = || PartError::Cut { path: path.to_owned() };
    let found = Scan::of(path, Some(wanted))?;
    let Header { command, part, parts, .. } = found.header.filter(|_| found.is_finished).ok_or_else(cut)?;
    tell!("{command}, part {part} of {parts} is finished already: {}", path.display());
    Ok(())
}
