//! Reader of a part's file: a line of JSON that identifies the part and its job, a line for each item, and a last line
//! that only a whole file has.

use super::error::PartError;
use super::share::{Items, Share};
use crate::jobs::journal::{self, Contents, Line};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the program.
    pub kumataka: String,
    pub command: String,
    pub part: u32,
    pub parts: u32,
    pub items: Items,
    /// Everything that sets the job apart from others, and that the summary needs.
    pub job: Value,
}

impl Header {
    #[must_use]
    pub fn new(share: Share, command: &str, items: Items, job: Value) -> Self {
        let Share { part, count: parts } = share;
        Self { kumataka: env!("KUMATAKA_VERSION").to_owned(), command: command.to_owned(), part, parts, items, job }
    }

    #[must_use]
    pub const fn share(&self) -> Share {
        Share { part: self.part, count: self.parts }
    }

    /// True if such a part is possible.
    const fn is_sound(&self) -> bool {
        self.share().exists() && self.items.together > 0
    }

    /// The command's word for its items.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self.command.as_str() {
            "perft" => "subtrees",
            "match" | "selfplay" | "compose" => "games",
            "mate" => "problems",
            _ => "files",
        }
    }

    /// Differences between the jobs of two parts; none if both belong to one job.
    pub(super) fn difference(&self, wanted: &Self) -> Option<String> {
        let flat = |header: &Self| {
            let mut all = json!({
                "version": header.kumataka, "command": header.command, "parts": header.parts, "items": header.items.count,
            });
            if let (Value::Object(all), Value::Object(job)) = (&mut all, &header.job) {
                all.extend(job.clone());
            }
            all
        };
        let (found, wanted) = (flat(self), flat(wanted));
        let keys = wanted.as_object().into_iter().flatten();
        let differing = keys.filter(|(key, value)| found[key.as_str()] != **value);
        let words = differing.map(|(key, value)| format!("{key}: {} there, {value} here", found[key.as_str()]));
        let words = words.collect::<Vec<_>>().join("; ");
        (!words.is_empty()).then_some(words)
    }
}

/// Place of an item in the file.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub item: u64,
    pub offset: u64,
    pub length: usize,
}

/// Content of a file.
pub struct Scan {
    path: PathBuf,
    /// The only header that the file may have, if just one will do.
    wanted: Option<Header>,
    pub header: Option<Header>,
    pub places: Vec<Place>,
    /// True if the last line is present.
    pub is_finished: bool,
    /// Checksum of all whole lines.
    pub sum: crc32fast::Hasher,
}

#[derive(Deserialize)]
struct Content {
    item: Option<u64>,
    end: Option<u32>,
}

impl Scan {
    pub fn new(path: &Path, wanted: Option<Header>) -> Self {
        let sum = crc32fast::Hasher::new();
        Self { path: path.to_owned(), wanted, header: None, places: Vec::new(), is_finished: false, sum }
    }

    /// Reads a file up to its end or to a line cut off.
    pub fn of(path: &Path, wanted: Option<Header>) -> Result<Self, PartError> {
        let mut scan = Self::new(path, wanted);
        journal::read(path, File::open(path).map_err(PartError::file(path))?, &mut scan)?;
        Ok(scan)
    }

    fn damaged(&self, line: &Line<'_>, problem: &'static str) -> PartError {
        PartError::Damaged { path: self.path.clone(), line: line.number, problem }
    }
}

impl Contents for Scan {
    type Error = PartError;

    fn begin(&mut self, line: &Line<'_>) -> Result<(), PartError> {
        let header = serde_json::from_str::<Header>(line.text).ok().filter(Header::is_sound);
        let header = header.ok_or_else(|| self.damaged(line, "this is no part of a job"))?;
        self.wanted.as_ref().map_or(Ok(()), |wanted| same(&self.path, &header, wanted))?;
        self.header = Some(header);
        self.sum.update(line.text.as_bytes());
        Ok(())
    }

    fn take(&mut self, line: &Line<'_>) -> Result<bool, PartError> {
        let content = serde_json::from_str(line.text).map_err(|_| self.damaged(line, "this is no line of a part"))?;
        let (offset, length) = (line.start, line.text.len());
        match content {
            _ if self.is_finished => return Err(self.damaged(line, "something stands behind the end")),
            Content { item: Some(item), .. } => self.places.push(Place { item, offset, length }),
            Content { end: Some(sum), .. } if sum == self.sum.clone().finalize() => self.is_finished = true,
            Content { .. } => {
                return Err(self.damaged(line, "the checksum differs from what stands before it"));
            }
        }
        self.sum.update(line.text.as_bytes());
        Ok(true)
    }
}

fn same(path: &Path, found: &Header, wanted: &Header) -> Result<(), PartError> {
    if found.part != wanted.part {
        let source = io::Error::new(io::ErrorKind::InvalidData, format!("it holds part {}", found.part));
        return Err(PartError::File { path: path.to_owned(), source });
    }
    match found.difference(wanted) {
        Some(difference) => Err(PartError::Other { path: path.to_owned(), difference }),
        None => Ok(()),
    }
}
