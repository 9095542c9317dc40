//! The command `kumataka merge`, which puts the parts of a job together.

use crate::arena::{self, MatchError};
use crate::commands::convert::{self, ConvertError};
use crate::engines::seconds::parse_seconds;
use crate::jobs::command::{Command, FORCE, Trouble, hold, is_closed_output, refuse_existing};
use crate::jobs::files::MATCH_LOG;
use crate::jobs::parts::{Merged, PartError};
use crate::jobs::terminal::interruption;
use crate::learning::selfplay::{self, SelfPlayError};
use crate::measure::perft::{self, PerftError};
use crate::study::analyse::{self, AnalyseError};
use crate::study::compose::{self, ComposeError};
use crate::study::mate::{self, MateError};
use crate::system::Replacement;
use crate::tell;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Merge the parts of a job made with "--part I/N --into FOLDER".
///
/// All parts must be there, complete, and of the same job and program version. The summary is that of a single run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka merge perft7
  kumataka merge generation1 --out games.kgr
  kumataka merge match12 --unfinished --watch 30 --then 'scancel 4711'")]
pub struct MergeArgs {
    /// Folders of parts, or the files in them
    #[arg(required = true, value_name = "FOLDER|FILE")]
    parts: Vec<PathBuf>,
    /// Write the merged results: the games of selfplay to a training file, those of a match to a folder from which it
    /// can be resumed, an analysis to a JSON file, the problems of compose to a folder
    #[arg(long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Accept unfinished and missing parts
    #[arg(long)]
    unfinished: bool,
    /// Print the summary of a match as JSON
    #[arg(long)]
    json: bool,
    /// Check the parts of a match at this interval until they are finished or their SPRT has decided
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    watch: Option<Duration>,
    /// Run this command when the watch ends, to cancel jobs that are no longer needed
    #[arg(long, value_name = "COMMAND", requires = "watch")]
    then: Option<String>,
}

/// The reason why parts were not put together.
#[derive(Debug, Error)]
pub enum MergeError {
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Perft(#[from] PerftError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Analyse(#[from] AnalyseError),
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error(transparent)]
    Compose(#[from] ComposeError),
    #[error(transparent)]
    Mate(#[from] MateError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error("--{option} is not for the parts of {command}")]
    Option { option: &'static str, command: String },
    #[error("a version of this program that knows \"{0}\" has made these parts")]
    Command(String),
    #[error("--then {line}: {status}")]
    Then { line: String, status: ExitStatus },
    #[error("--then {line}: {source}")]
    Shell { line: String, source: io::Error },
    #[error("stopped by Ctrl-C before there was a verdict")]
    Stopped,
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for MergeArgs {
    type Error = MergeError;

    fn run(&self) -> Result<(), MergeError> {
        if let Some(out) = self.out.as_ref().filter(|_| !self.force) {
            // A folder takes the games of a match beside other files.
            let log = out.join(MATCH_LOG);
            refuse_existing(if out.is_dir() { &log } else { out }, FORCE)?;
        }
        let stop = interruption()?;
        if let Some(pause) = self.watch {
            self.watch(pause, &stop)?;
        }
        // Nothing below is worth finishing in part: the next Ctrl-C ends the program at once.
        stop.store(true, Ordering::Relaxed);
        let parts = Merged::open(&self.parts, self.unfinished)?;
        self.check(&parts)?;
        let missing = parts.missing();
        if !missing.is_empty() {
            tell!("{} of {} {}; {missing}", parts.items(), parts.header.items.count, parts.header.noun());
        }
        let Some(out) = self.file(&parts) else { return self.merge(&parts, None) };
        let _lock = hold(&out)?;
        // A file with some of the parts' contents would pass for one with all.
        let (new, _) = Replacement::of(&out).map_err(Trouble::file(&out))?;
        let merged = self.merge(&parts, Some(new.path()));
        // Faulty games are reported, and the rest is written all the same. The summary comes last: the file does not
        // depend on anybody reading it.
        let is_written = match &merged {
            Ok(()) | Err(MergeError::Analyse(AnalyseError::PartsFaulty { .. })) => true,
            Err(error) => is_closed_output(error),
        };
        if is_written {
            new.take_place().map_err(Trouble::file(&out))?;
        }
        merged
    }
}

impl MergeArgs {
    /// Refuses options that mean nothing to the job.
    fn check(&self, parts: &Merged) -> Result<(), MergeError> {
        let command = &parts.header.command;
        let takes = |option, given: bool, commands: &[&str]| {
            let is_fit = !given || commands.contains(&command.as_str());
            if is_fit { Ok(()) } else { Err(MergeError::Option { option, command: command.clone() }) }
        };
        takes("out", self.out.is_some(), &["match", "selfplay", "analyse", "compose"])?;
        takes("json", self.json, &["match"])?;
        takes("watch", self.watch.is_some(), &["match"])
    }

    /// The file to write, if any; that of a match has its usual name in a folder. The sheets of problems are several files.
    fn file(&self, parts: &Merged) -> Option<PathBuf> {
        let out = self.out.as_ref()?;
        match parts.header.command.as_str() {
            "compose" => None,
            "match" => Some(out.join(MATCH_LOG)),
            _ => Some(out.clone()),
        }
    }

    /// Puts the parts together and prints the summary.
    fn merge(&self, parts: &Merged, out: Option<&Path>) -> Result<(), MergeError> {
        match parts.header.command.as_str() {
            "perft" => Ok(perft::merge(parts)?),
            "match" => Ok(arena::merge(parts, out)?.print(self.json)?),
            "analyse" => Ok(analyse::merge(parts, out)?),
            "convert" => Ok(convert::merge(parts)?),
            "compose" => Ok(compose::merge(parts, self.out.as_deref(), self.force)?),
            "mate" => Ok(mate::merge(parts)?),
            "selfplay" => Ok(selfplay::merge(parts, out)?),
            other => Err(MergeError::Command(other.to_owned())),
        }
    }

    /// Waits for the end of a match, and prints its standing whenever there are more games.
    fn watch(&self, pause: Duration, stop: &AtomicBool) -> Result<(), MergeError> {
        let mut seen = 0;
        loop {
            match self.look(&mut seen) {
                Ok(true) => break,
                Ok(false) => {}
                // The first part begins later than the watch, and files of parts are renamed when finished.
                Err(MergeError::Part(PartError::Nothing(_))) => {}
                Err(MergeError::Part(error) | MergeError::Match(MatchError::Part(error))) if error.is_absence() => {}
                Err(error) => return Err(error),
            }
            let until = Instant::now() + pause;
            while Instant::now() < until {
                if stop.load(Ordering::Relaxed) {
                    return Err(MergeError::Stopped);
                }
                thread::sleep(Duration::from_millis(100).min(until.saturating_duration_since(Instant::now())));
            }
        }
        self.then.as_deref().map_or(Ok(()), obey)
    }
}

impl MergeArgs {
    /// Prints the standing of a match with more games than were `seen`. Returns true if there is nothing to wait for.
    fn look(&self, seen: &mut u64) -> Result<bool, MergeError> {
        let parts = Merged::open(&self.parts, true)?;
        self.check(&parts)?;
        let report = arena::merge(&parts, None)?;
        if parts.items() > *seen {
            *seen = parts.items();
            tell!("{}", report.standing());
        }
        Ok(report.is_decided() || parts.missing().is_empty())
    }
}

/// Runs a line in the shell.
fn obey(line: &str) -> Result<(), MergeError> {
    let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let status = process::Command::new(shell).args([option, line]).status();
    let status = status.map_err(|source| MergeError::Shell { line: line.to_owned(), source })?;
    if status.success() { Ok(()) } else { Err(MergeError::Then { line: line.to_owned(), status }) }
}
