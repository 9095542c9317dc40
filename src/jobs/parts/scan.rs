//! Reading the file of a part: a line of JSON that says which part of which job it is, a line for each item, and a last
//! one by which a whole file is told from one that was cut off.

use super::error::PartError;
use super::share::{Items, Share};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::Path;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program.
    pub kumataka: String,
    pub command: String,
    pub part: u32,
    pub parts: u32,
    pub items: Items,
    /// All by which the job differs from others, and what the summary needs.
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

    /// Whether there can be such a part.
    const fn is_sound(&self) -> bool {
        self.share().exists() && self.items.together > 0
    }

    /// What the command calls its items.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self.command.as_str() {
            "perft" => "subtrees",
            "match" | "selfplay" => "games",
            "mate" => "problems",
            _ => "files",
        }
    }

    /// In what the jobs of two parts differ; none if they are parts of the same one.
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

/// Where an item stands in the file.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub item: u64,
    pub offset: u64,
    pub length: usize,
}

/// What a file holds.
pub struct Scan {
    pub header: Header,
    pub places: Vec<Place>,
    /// Whether the last line is there.
    pub is_finished: bool,
    /// The bytes of all whole lines, and their checksum.
    pub whole: u64,
    pub sum: crc32fast::Hasher,
}

#[derive(Deserialize)]
struct Line {
    item: Option<u64>,
    end: Option<u32>,
}

/// Reads a file up to its end, or to a line that was cut off; none if that is the first one.
pub fn scan(mut file: &File, path: &Path) -> Result<Option<Scan>, PartError> {
    let damaged = |line, problem| PartError::Damaged { path: path.to_owned(), line, problem };
    file.rewind().map_err(PartError::file(path))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut scan: Option<Scan> = None;
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let length = reader.read_until(b'\n', &mut text).map_err(PartError::file(path))?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let Some(scan) = &mut scan else {
            let header = serde_json::from_slice::<Header>(&text).ok().filter(Header::is_sound);
            let header = header.ok_or_else(|| damaged(number, "this is no part of a job"))?;
            let mut sum = crc32fast::Hasher::new();
            sum.update(&text);
            scan = Some(Scan { header, places: Vec::new(), is_finished: false, whole: length as u64, sum });
            continue;
        };
        let line = serde_json::from_slice(&text).map_err(|_| damaged(number, "this is no line of a part"))?;
        match line {
            _ if scan.is_finished => return Err(damaged(number, "something stands behind the end")),
            Line { item: Some(item), .. } => scan.places.push(Place { item, offset: scan.whole, length }),
            Line { end: Some(sum), .. } if sum == scan.sum.clone().finalize() => scan.is_finished = true,
            _ => return Err(damaged(number, "the checksum differs from what stands before it")),
        }
        scan.sum.update(&text);
        scan.whole += length as u64;
    }
    Ok(scan)
}
