//! The games of the named files, read one file after the other.

use super::error::AnalyseError;
use super::places::Place;
use crate::any::{AnyIllegality, AnyMove};
use crate::jobs::files::{Job, JobError, read_each_game};
use crate::record::{BrokenGame, Ending, Format, ReadError, ReadGame, Record, Step};
use crate::variants::Variant;
use crate::words::InLanguage;
use std::collections::{HashSet, VecDeque};
use thiserror::Error;

/// Reads games on demand.
pub struct Games<'a> {
    rules: Variant,
    jobs: &'a [Job],
    /// The format of all files, whatever their extension.
    format: Option<Format>,
    /// Indices of the wanted files; none if all are wanted.
    pub wanted: Option<HashSet<usize>>,
    /// Number of files that have been read.
    begun: usize,
    /// Games of the last of them that have not been handed out.
    waiting: VecDeque<(Place, ReadGame)>,
    /// Number of games so far; an unreadable file counts as one.
    pub seen: usize,
    /// Number of those whose faults kept them from being analysed to the end.
    pub faulty: usize,
}

/// A game to analyse.
pub struct Found {
    pub place: Place,
    pub record: Record,
    /// The reason why only the moves before a fault are there.
    pub fault: Option<Fault>,
}

/// A fault that cuts a game off.
#[derive(Clone, Debug, Error)]
pub enum Fault {
    #[error("{error}")]
    Unreadable { error: ReadError },
    /// Before the move with this number, if it is known.
    #[error("{}{error}; the moves before it are analysed", ply.map_or_else(String::new, |ply| format!("ply {ply}: ")))]
    Broken { ply: Option<usize>, error: ReadError },
    #[error("ply {ply}: illegal move {usi}{}; the moves before it are analysed", reason.map_or_else(String::new, |reason| format!(": {reason}")))]
    Illegal { ply: usize, usi: String, reason: Option<AnyIllegality> },
}

impl InLanguage for Fault {
    fn japanese(&self) -> String {
        let told = match self {
            Self::Unreadable { error } => return error.japanese(),
            Self::Broken { ply: Some(ply), error } => format!("{ply}手目：{}", error.japanese()),
            Self::Broken { ply: None, error } => error.japanese(),
            Self::Illegal { ply, usi, reason: Some(reason) } => {
                format!("{ply}手目の{usi}は反則です：{}", reason.japanese())
            }
            Self::Illegal { ply, usi, reason: None } => format!("{ply}手目の{usi}は反則です"),
        };
        told + "。その前の手までを解析します"
    }
}

impl<'a> Games<'a> {
    pub const fn new(rules: Variant, jobs: &'a [Job], format: Option<Format>) -> Self {
        Self { rules, jobs, format, wanted: None, begun: 0, waiting: VecDeque::new(), seen: 0, faulty: 0 }
    }

    /// Number of files whose games have all been handed out.
    pub fn exhausted(&self) -> usize {
        self.begun - usize::from(!self.waiting.is_empty())
    }

    /// The next game with moves to analyse, or none. Faults go to `complain`; `room_for` refuses a file with too many
    /// games.
    pub fn next(
        &mut self,
        room_for: impl Fn(usize) -> Result<(), AnalyseError>,
        complain: impl Fn(&Place, &dyn InLanguage),
    ) -> Result<Option<Found>, AnalyseError> {
        loop {
            while let Some((place, game)) = self.waiting.pop_front() {
                self.seen += 1;
                let (record, fault) = part_to_analyse(game);
                if let Some(fault) = &fault {
                    self.faulty += 1;
                    complain(&place, fault);
                }
                if let Some(record) = record {
                    return Ok(Some(Found { place, record, fault }));
                }
            }
            let index = self.begun;
            let Some(job) = self.jobs.get(index) else { return Ok(None) };
            self.begun += 1;
            if self.wanted.as_ref().is_some_and(|wanted| !wanted.contains(&index)) {
                continue;
            }
            match read_each_game(self.rules, &job.input, self.format) {
                Ok((_, games)) => {
                    room_for(games.len())?;
                    let many = games.len() > 1;
                    let places = (1..).map(|number| place(index, job, number, many));
                    self.waiting = places.zip(games).collect();
                }
                Err(error) => {
                    self.seen += 1;
                    self.faulty += 1;
                    complain(&place(index, job, 1, false), &JobError::from(error));
                }
            }
        }
    }
}

fn place(index: usize, job: &Job, number: usize, many: bool) -> Place {
    let name = if many { job.numbered(number) } else { job.name.clone() };
    Place { job: index, input: job.input.clone(), number, many, name }
}

/// The part of a game that can be analysed, and its fault.
fn part_to_analyse(game: ReadGame) -> (Option<Record>, Option<Fault>) {
    match game {
        Ok(reading) => {
            let fault = unspoken_foul(&reading.record);
            (Some(reading.record), fault)
        }
        Err(BrokenGame { error, before: Some(before) }) => {
            let ply = ply_behind(&before.record);
            (Some(before.record), Some(Fault::Broken { ply, error }))
        }
        Err(BrokenGame { error, before: None }) => (None, Some(Fault::Unreadable { error })),
    }
}

/// The ply of the move missing after a record that breaks off. None is known after variations or after an ending, as
/// the move may belong to a variation.
fn ply_behind(record: &Record) -> Option<usize> {
    let plies = record.main_line().count();
    let has_variations = record.nodes().count() > plies + 1;
    (!has_variations && record.outcome().is_none()).then_some(plies + 1)
}

/// Complaint about an illegal move at the end of the main line, unless the record itself speaks of a foul.
fn unspoken_foul(record: &Record) -> Option<Fault> {
    let (ply, m) = illegal_end(record)?;
    let position = record.main_line().nth(ply - 1).map(|id| record.position_at(id));
    let reason = position.and_then(|position| position.legality(m).err());
    Some(Fault::Illegal { ply, usi: record.start().variant().usi(m), reason })
}

fn illegal_end(record: &Record) -> Option<(usize, AnyMove)> {
    let id = record.main_line().find(|&id| matches!(record.node(id).step(), Some(Step::Illegal(_))))?;
    let next = record.node(id).children().first().and_then(|&next| record.node(next).step());
    let is_spoken_of = matches!(next, Some(Step::End(Ending::FoulWin | Ending::FoulLoss)));
    if is_spoken_of { None } else { Some((record.node(id).ply(), record.node(id).played()?)) }
}
