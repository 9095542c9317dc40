//! The log of a stream: a line of figures for each round, which also records its decision.

use super::super::EvolveError;
use crate::jobs::journal::{self, Contents, Journal, JournalError};
use crate::system::Lock;
use crate::training::predict::Estimate;
use std::path::{Path, PathBuf};

/// The line of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub round: u32,
    /// True if the candidate takes the place of the network.
    pub taken: bool,
    /// The highest learning rate of the round.
    pub rate: f32,
    pub figures: Figures,
}

/// Figures that only the reader of the log needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Time of the end of the round, in seconds since 1970, UTC.
    pub time: i64,
    /// Checksum of the network after the round.
    pub crc32: u32,
    pub games: usize,
    pub plies: usize,
    /// Speed of self-play.
    pub plies_a_second: f64,
    /// None if the candidate already existed, from before an interruption.
    pub training: Option<Training>,
    pub fresh_games: usize,
    /// Cross-entropy of the candidate minus that of the network: over all positions, in opening, middle game and
    /// endgame.
    pub differences: [Option<Estimate>; 4],
    /// Cross-entropy of the candidate minus that of the first network of the stream, over all positions.
    pub to_first: Option<Estimate>,
    /// Centipawns of the candidate that mean an expected result of 73 %.
    pub scale: f64,
    /// Difference in Elo to the network before, by the match, with its 95 % interval.
    pub elo: [Option<f64>; 3],
}

/// Figures of the candidate's training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Number of positions, new and old.
    pub positions: usize,
    pub seconds: f64,
    pub loss: f64,
}

impl Training {
    fn text(&self) -> String {
        format!("{}\t{:.0}\t{:.5}", self.positions, self.seconds, self.loss)
    }
}

const HEADING: &str = "round\ttaken\trate\ttime\tcrc32\tgames\tplies\tplies/s\ttrained\tseconds\tloss\tfresh\t\
    all\terror\topening\terror\tmiddle\terror\tendgame\terror\tto first\terror\tscale\tElo\tlow\thigh";
/// The columns that the next round reads.
const READ: &str = "round\ttaken\trate\t";
const TAKEN: &str = "yes";

impl Line {
    /// The line as text, with cross-entropies in units of 1e-5.
    fn text(&self) -> String {
        let Figures { time, crc32, games, plies, plies_a_second, training, .. } = &self.figures;
        let Figures { fresh_games, differences, to_first, scale, .. } = &self.figures;
        let taken = if self.taken { TAKEN } else { "no" };
        let training = training.as_ref().map_or_else(|| "-\t-\t-".to_owned(), Training::text);
        let mut text = format!(
            "{}\t{taken}\t{:e}\t{time}\t{crc32:08x}\t{games}\t{plies}\t{plies_a_second:.0}\t{training}\t{fresh_games}",
            self.round, self.rate
        );
        for estimate in differences.iter().chain([to_first]) {
            let shown = |part: fn(&Estimate) -> f64| {
                estimate.as_ref().map_or_else(|| "-".to_owned(), |estimate| format!("{:.1}", part(estimate) * 1e5))
            };
            text.push_str(&format!("\t{}\t{}", shown(|estimate| estimate.mean), shown(|estimate| estimate.error)));
        }
        text.push_str(&format!("\t{scale:.0}"));
        for elo in self.figures.elo {
            text.push_str(&elo.map_or_else(|| "\t-".to_owned(), |elo| format!("\t{elo:.0}")));
        }
        text.push('\n');
        text
    }
}

/// The last finished round according to the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Past {
    pub round: u32,
    pub taken: bool,
    pub rate: f32,
}

impl Past {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let round = fields.next()?.parse().ok()?;
        let taken = fields.next()? == TAKEN;
        Some(Self { round, taken, rate: fields.next()?.parse().ok()? })
    }
}

/// The log of a stream, locked by this program.
pub struct Log {
    journal: Journal,
    past: Option<Past>,
}

/// Reader of a log, of which the last line counts.
struct Rounds {
    path: PathBuf,
    last: Option<Past>,
}

impl Contents for Rounds {
    type Error = EvolveError;

    /// Accepts headings of earlier versions, which had other figures behind the columns read.
    fn begin(&mut self, line: &journal::Line<'_>) -> Result<(), EvolveError> {
        if line.text.starts_with(READ) {
            return Ok(());
        }
        let problem = "this is not the log of a stream";
        Err(JournalError::Line { path: self.path.clone(), line: line.number, problem }.into())
    }

    fn take(&mut self, line: &journal::Line<'_>) -> Result<bool, EvolveError> {
        self.last = Past::read(line.text.trim_end()).or(self.last);
        Ok(true)
    }
}

impl Log {
    /// Opens a log, or begins it.
    pub fn open(path: &Path, lock: Lock) -> Result<Self, EvolveError> {
        let mut rounds = Rounds { path: path.to_owned(), last: None };
        let journal = Journal::open(path, lock, HEADING, &mut rounds)?;
        Ok(Self { journal, past: rounds.last })
    }

    /// The last finished round.
    pub const fn past(&self) -> Option<Past> {
        self.past
    }

    /// Adds the line of a finished round.
    pub fn add(&mut self, line: &Line) -> Result<(), EvolveError> {
        self.journal.add(&line.text())?;
        // The steps that follow rely on the line.
        self.journal.sync()?;
        self.past = Some(Past { round: line.round, taken: line.taken, rate: line.rate });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_last_whole_line_counts() {
        let path = std::env::temp_dir().join(format!("kumataka-log-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let open = || Log::open(&path, Lock::of(&path).unwrap());
        let mut log = open().unwrap();
        assert_eq!(log.past(), None);
        let mut line = Line { round: 7, taken: false, rate: 1e-4, figures: Figures::default() };
        line.figures.differences[0] = Some(Estimate { mean: -12.34e-5, error: 5e-5 });
        line.figures.elo[0] = Some(12.4);
        log.add(&line).unwrap();
        log.add(&Line { round: 8, taken: true, ..line.clone() }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let widths: Vec<usize> = text.lines().map(|line| line.split('\t').count()).collect();
        assert_eq!(widths, [26; 3]);
        assert!(text.contains("\t-12.3\t5.0\t-\t-\t") && text.contains("\t12\t-\t-\n"), "{text}");
        let past = Some(Past { round: 8, taken: true, rate: 1e-4 });
        assert_eq!(log.past(), past);
        drop(log);
        fs::write(&path, text.clone() + "9\tno\t1").unwrap();
        assert_eq!(open().unwrap().past(), past);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        // An interruption within the heading leaves a file without a whole one.
        fs::write(&path, &HEADING[..10]).unwrap();
        let mut log = open().unwrap();
        assert_eq!(log.past(), None);
        log.add(&line).unwrap();
        drop(log);
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEADING}\n{}", line.text()));
        fs::write(&path, "notes of mine\n").unwrap();
        let refused = open().map(|_| ()).unwrap_err().to_string();
        assert!(
            refused.ends_with(", line 1: this is not the log of a stream; move the file away to begin anew"),
            "{refused}"
        );
        fs::remove_file(&path).unwrap();
    }
}
