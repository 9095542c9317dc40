//! The log of a stream: one line of figures a round, which is also the record of what was decided.

use super::super::EvolveError;
use crate::system::Growing;
use crate::training::predict::Estimate;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The figures of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub round: u32,
    /// Whether the candidate takes the place of the network.
    pub taken: bool,
    /// The highest learning rate of the round.
    pub rate: f32,
    pub figures: Figures,
}

/// What is told for the reader alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// In seconds since 1970, UTC.
    pub time: i64,
    /// Of the network after the round.
    pub crc32: u32,
    pub games: usize,
    pub plies: usize,
    /// While they were played.
    pub plies_a_second: f64,
    /// None if the candidate was there already, from before an interruption.
    pub training: Option<Training>,
    pub fresh_games: usize,
    /// The candidate's cross-entropy minus the network's: over all positions, in opening, middle game and endgame.
    pub differences: [Option<Estimate>; 4],
    /// The same against the network that the stream began with.
    pub to_first: Option<Estimate>,
    /// Centipawns of the candidate that mean an expected result of 73 %.
    pub scale: f64,
}

/// How a candidate was trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// New and old ones.
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
    all\terror\topening\terror\tmiddle\terror\tendgame\terror\tto first\terror\tscale";
const TAKEN: &str = "yes";

impl Line {
    /// Cross-entropies are in units of 1e-5.
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
        text.push_str(&format!("\t{scale:.0}\n"));
        text
    }
}

/// What the log says of the last finished round.
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

fn at(path: &Path) -> impl Fn(io::Error) -> EvolveError + '_ {
    move |source| EvolveError::Folder { path: path.to_owned(), source }
}

/// The last whole line of a log, none if there is none. What an interruption has left of another line is cut off.
pub fn last(path: &Path) -> Result<Option<Past>, EvolveError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(at(path))?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(whole as u64)).map_err(at(path))?;
    }
    Ok(text[..whole].lines().filter_map(Past::read).next_back())
}

/// Adds the line of a finished round.
pub fn append(path: &Path, line: &Line) -> Result<(), EvolveError> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(at(path))?;
    let length = file.metadata().map_err(at(path))?.len();
    let heading = if length > 0 { String::new() } else { format!("{HEADING}\n") };
    let mut log = Growing::behind(length, file).map_err(at(path))?;
    // At once, and to the disk: what follows relies on it.
    log.write_all((heading + &line.text()).as_bytes()).and_then(|()| log.file().sync_all()).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_whole_line_counts() {
        let path = std::env::temp_dir().join(format!("kumataka-log-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        assert_eq!(last(&path).unwrap(), None);
        let mut line = Line { round: 7, taken: false, rate: 1e-4, figures: Figures::default() };
        line.figures.differences[0] = Some(Estimate { mean: -12.34e-5, error: 5e-5 });
        append(&path, &line).unwrap();
        append(&path, &Line { round: 8, taken: true, ..line.clone() }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let widths: Vec<usize> = text.lines().map(|line| line.split('\t').count()).collect();
        assert_eq!(widths, [23; 3]);
        assert!(text.contains("\t-12.3\t5.0\t-\t-\t"), "{text}");
        let past = Some(Past { round: 8, taken: true, rate: 1e-4 });
        assert_eq!(last(&path).unwrap(), past);
        fs::write(&path, text.clone() + "9\tno\t1").unwrap();
        assert_eq!(last(&path).unwrap(), past);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        // An interruption within the heading leaves a file without one.
        fs::write(&path, &HEADING[..10]).unwrap();
        assert_eq!(last(&path).unwrap(), None);
        append(&path, &line).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEADING}\n{}", line.text()));
        fs::remove_file(&path).unwrap();
    }
}
