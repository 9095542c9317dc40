//! The lines of a part of an analysis, kept file by file.

use super::error::AnalyseError;
use crate::jobs::command::{Output, Trouble, lock};
use crate::jobs::parts::{Merged, PartError, PartFile};
use crate::tell;
use crate::words::counted;
use serde_json::json;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Lines and faults from the files of a part.
pub struct PartLines {
    part: Box<PartFile>,
    /// Lines of the current file.
    lines: Lines,
    /// Index of the current file.
    file: Option<usize>,
    /// True if all of its games so far were analysed to their ends.
    is_whole: bool,
    /// Faults of games, by the indices of their files.
    faults: HashMap<usize, Vec<String>>,
}

/// Lines in memory.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *lock(&self.0))).into_owned()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl PartLines {
    pub fn new(part: Box<PartFile>, lines: Lines) -> Self {
        Self { part, lines, file: None, is_whole: true, faults: HashMap::new() }
    }

    /// Begins a game of a file, and perhaps the file with it.
    pub fn begin(&mut self, file: usize) -> Result<(), PartError> {
        if self.file != Some(file) {
            self.keep()?;
            self.file = Some(file);
        }
        Ok(())
    }

    /// Ends a game, perhaps early.
    pub const fn end(&mut self, is_complete: bool) {
        self.is_whole &= is_complete;
    }

    /// Records a fault in a game of a file.
    pub fn complain(&mut self, file: usize, fault: String) {
        self.faults.entry(file).or_default().push(fault);
    }

    /// Keeps the lines of the current file, if they are complete.
    fn keep(&mut self) -> Result<(), PartError> {
        let lines = self.lines.take();
        match self.file.take() {
            Some(file) if std::mem::replace(&mut self.is_whole, true) => self.add(file, &lines),
            _ => Ok(()),
        }
    }

    fn add(&mut self, file: usize, lines: &str) -> Result<(), PartError> {
        let faults = self.faults.remove(&file).unwrap_or_default();
        self.part.add(file as u64, json!({ "lines": lines, "faults": faults }))
    }

    /// Keeps the last file if it is among the first `exhausted`, whose games were all taken. Unless the work was
    /// stopped, the remaining files are kept as empty: they hold nothing to analyse.
    pub fn finish(mut self, is_stopped: bool, exhausted: usize) -> Result<(), PartError> {
        if self.file.is_some_and(|file| file < exhausted) {
            self.keep()?;
        }
        let rest = if is_stopped { Vec::new() } else { self.part.wanted() };
        rest.into_iter().try_for_each(|file| self.add(file as usize, ""))?;
        self.part.finish()
    }
}

/// Writes the lines of all parts in the order of the files, if `out` names a file for them, and prints the number of
/// games.
///
/// # Errors
/// If the parts cannot be read, the file cannot be written, or games could not be analysed to the end.
pub fn merge(parts: &Merged, out: Option<&Path>) -> Result<(), AnalyseError> {
    let failed = || Trouble::file(out.unwrap_or(Path::new("-")));
    let mut file = out.map(File::create).transpose().map_err(failed())?.map(BufWriter::new);
    let (mut files, mut games, mut faulty) = (0_u64, 0_u64, 0);
    parts.for_each(&mut |_, value| {
        let lines = value["lines"].as_str().unwrap_or_default();
        if let Some(file) = &mut file {
            file.write_all(lines.as_bytes()).map_err(failed())?;
        }
        files += 1;
        games += lines.lines().filter(|line| line.starts_with("{\"kind\":\"game\"")).count() as u64;
        for fault in value["faults"].as_array().into_iter().flatten() {
            faulty += 1;
            tell!("{}", fault.as_str().unwrap_or_default());
        }
        Ok::<(), AnalyseError>(())
    })?;
    file.as_mut().map_or(Ok(()), Write::flush).map_err(failed())?;
    Output::lock().say(format_args!("{} of {}", counted(games, "game"), counted(files, "file")))?;
    if faulty > 0 { Err(AnalyseError::PartsFaulty { faulty }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::parts::{Items, Opened, PartArgs, Share};
    use std::{env, fs, process};

    /// The files, of two, that are still wanted once the work has stopped after one game of the first.
    fn wanted(is_exhausted: bool) -> Vec<u64> {
        let folder = env::temp_dir().join(format!("kumataka-analysis-{}-{is_exhausted}", process::id()));
        let args = PartArgs { part: None, into: Some(folder.clone()) };
        let share = Share { part: 1, count: 1 };
        let open = || match args.open(share, "analyse", Items::single(2), json!({})).unwrap() {
            Opened::Begun(part) => part,
            Opened::Finished => panic!("nothing was finished"),
        };
        let mut lines = PartLines::new(open(), Lines::default());
        lines.begin(0).unwrap();
        lines.end(true);
        assert!(matches!(lines.finish(true, is_exhausted.into()), Err(PartError::Unfinished { .. })));
        let wanted = open().wanted();
        fs::remove_dir_all(folder).unwrap();
        wanted
    }

    #[test]
    fn a_file_of_which_games_are_left_is_wanted_still() {
        assert_eq!(wanted(true), [1]);
        assert_eq!(wanted(false), [0, 1]);
    }
}
