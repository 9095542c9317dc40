//! All parts of a job put together.

use super::error::PartError;
use super::file::HALF;
use super::scan::{Header, Place, Scan};
use super::share::Share;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The parts of one job, checked against each other.
pub struct Merged {
    /// The header of one of them; its job is common to all.
    pub header: Header,
    /// By their numbers.
    parts: BTreeMap<u32, Part>,
}

struct Part {
    path: PathBuf,
    places: Vec<Place>,
    is_finished: bool,
}

/// Items in memory at a time.
const AT_A_TIME: usize = 1 << 16;

impl Merged {
    /// Reads the parts in the given files and folders. All must be present and whole, unless `unfinished` parts are
    /// allowed.
    ///
    /// # Errors
    /// If a part is missing, doubled, damaged, or from another job.
    pub fn open(paths: &[PathBuf], unfinished: bool) -> Result<Self, PartError> {
        let mut header: Option<Header> = None;
        let mut parts: BTreeMap<u32, Part> = BTreeMap::new();
        for path in files(paths)? {
            let Some((found, part)) = read(&path)? else { continue };
            let number = found.part;
            match &header {
                Some(first) => {
                    let difference = found.difference(first);
                    let other = |difference| PartError::Other { path: path.clone(), difference };
                    difference.map_or(Ok(()), |difference| Err(other(difference)))?;
                }
                None => header = Some(found),
            }
            if let Some(twin) = parts.insert(number, part) {
                return Err(PartError::Doubled { part: number, first: twin.path, second: path });
            }
        }
        let shown = || paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        let merged = Self { header: header.ok_or_else(|| PartError::Nothing(shown()))?, parts };
        let missing = merged.missing();
        if missing.is_empty() || unfinished { Ok(merged) } else { Err(PartError::Missing { missing }) }
    }

    /// The missing parts, in words; empty if all are whole.
    #[must_use]
    pub fn missing(&self) -> String {
        /// Numbers named at most: of an untouched job, all of them would fill a page.
        const NAMED: usize = 20;
        let list = |word: &str, wanted: &dyn Fn(Option<&Part>) -> bool| {
            let numbers: Vec<u32> = (1..=self.header.parts).filter(|number| wanted(self.parts.get(number))).collect();
            let named: Vec<String> = numbers.iter().take(NAMED).map(u32::to_string).collect();
            let more =
                if numbers.len() > NAMED { format!(" and {} more", numbers.len() - NAMED) } else { String::new() };
            (!numbers.is_empty()).then(|| format!("{word}: {}{more}", named.join(", ")))
        };
        let missing = list("missing parts", &|part| part.is_none());
        let half = list("unfinished parts", &|part| part.is_some_and(|part| !part.is_finished));
        missing.into_iter().chain(half).collect::<Vec<_>>().join("; ")
    }

    /// Number of items present.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.parts.values().map(|part| part.places.len() as u64).sum()
    }

    /// Hands the result of each item to `take`, in the order of the items.
    ///
    /// # Errors
    /// If a file can no longer be read, or the first error of `take`.
    pub fn for_each<E: From<PartError>>(&self, take: &mut dyn FnMut(u64, Value) -> Result<(), E>) -> Result<(), E> {
        let mut failure = None;
        self.visit(&mut |item, value| {
            failure = take(item, value).err();
            failure.is_none()
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// The same, until `take` returns false.
    fn visit(&self, take: &mut dyn FnMut(u64, Value) -> bool) -> Result<(), PartError> {
        let of_part =
            |(&number, part): (&u32, &Part)| part.places.iter().map(|&place| (place, number)).collect::<Vec<_>>();
        let mut all: Vec<(Place, u32)> = self.parts.iter().flat_map(of_part).collect();
        all.sort_unstable_by_key(|(place, _)| place.item);
        for some in all.chunks_mut(AT_A_TIME) {
            for (item, value) in self.values(some)? {
                if !take(item, value) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Results of some items, by their numbers. One file is open at a time.
    fn values(&self, places: &mut [(Place, u32)]) -> Result<BTreeMap<u64, Value>, PartError> {
        let mut values = BTreeMap::new();
        places.sort_unstable_by_key(|(place, part)| (*part, place.offset));
        for of_part in places.chunk_by(|(_, a), (_, b)| a == b) {
            let Some(Part { path, .. }) = of_part.first().and_then(|(_, number)| self.parts.get(number)) else {
                continue;
            };
            let failed = || PartError::file(path);
            let mut file = File::open(path).map_err(failed())?;
            for (place, _) in of_part {
                let mut text = vec![0; place.length];
                file.seek(SeekFrom::Start(place.offset)).map_err(failed())?;
                file.read_exact(&mut text).map_err(failed())?;
                let content = |source| PartError::Content { path: path.clone(), source };
                let mut line: Value = serde_json::from_slice(&text).map_err(content)?;
                values.insert(place.item, line["value"].take());
            }
        }
        Ok(values)
    }
}

/// Files of the parts at the paths, sorted. An unfinished file is skipped if the finished one lies beside it.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, PartError> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        for entry in fs::read_dir(path).map_err(PartError::file(path))? {
            let path = entry.map_err(PartError::file(path))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_half = name.ends_with(".jsonl.half") && !path.with_extension("").exists();
            if name.starts_with("part-") && (name.ends_with(".jsonl") || is_half) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Reads one file; none if an unfinished one has no header yet.
fn read(path: &Path) -> Result<Option<(Header, Part)>, PartError> {
    let is_half = path.extension().is_some_and(|extension| extension == HALF);
    let cut = || PartError::Cut { path: path.to_owned() };
    let Scan { header, mut places, is_finished, .. } = Scan::of(path, None)?;
    let header = match header {
        None if is_half => return Ok(None),
        header => header.filter(|_| is_finished || is_half).ok_or_else(cut)?,
    };
    let share: Share = header.share();
    places.sort_unstable_by_key(|place| place.item);
    let is_own = |place: &Place| place.item < header.items.count && share.has(header.items, place.item);
    let are_own = places.iter().all(is_own) && places.windows(2).all(|pair| pair[0].item < pair[1].item);
    if !are_own || is_finished && places.len() as u64 != share.size(header.items) {
        return Err(PartError::Incomplete { path: path.to_owned(), items: header.noun() });
    }
    Ok(Some((header, Part { path: path.to_owned(), places, is_finished: is_finished && !is_half })))
}
