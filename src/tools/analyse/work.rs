//! The analysis of many files.

use super::args::AnalyseArgs;
use super::error::AnalyseError;
use super::games::Games;
use super::places::{Place, Places};
use super::streams::Streams;
use crate::analysis::Analyst;
use crate::eval::Evaluator;
use crate::record::Record;
use crate::rules::Rules;
use crate::tell;
use crate::tools::terminal::interruption;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Analyses the games that the arguments name.
pub fn analyse<R: Rules>(args: &AnalyseArgs) -> Result<(), AnalyseError> {
    let curve = args.curve::<R>();
    let places = args.places::<R>(curve)?;
    let jobs = args.jobs(&places)?;
    let analyst = args.analyst::<R>(curve)?;
    let streams = args.streams::<R>(curve)?;
    let mut games = Games::new(&jobs, args.from);
    let mut work = Work { places, analyst, streams, stop: interruption()?, waiting: Vec::new() };
    let mut done = 0;
    while !work.is_stopped()
        && let Some((place, record)) = games.next(|count| work.places.room_for(count), complain)?
    {
        work.game(&place, record)?;
        if !work.is_stopped() {
            done = games.exhausted();
        }
    }
    work.places.write_together(&work.waiting.iter().collect::<Vec<_>>())?;
    match games.faulty {
        _ if work.is_stopped() => Err(AnalyseError::Interrupted { done, files: jobs.len() }),
        0 => Ok(()),
        faulty => Err(AnalyseError::Faulty { faulty, games: games.seen }),
    }
}

fn complain(place: &Place, fault: &dyn Display) {
    tell!("{}: {fault}", place.file());
}

/// What games go through.
struct Work<R: Rules> {
    places: Places,
    analyst: Analyst<R, Evaluator<R>>,
    streams: Streams,
    stop: Arc<AtomicBool>,
    /// The games that go into one file at the end.
    waiting: Vec<Record<R>>,
}

impl<R: Rules> Work<R> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn game(&mut self, place: &Place, record: Record<R>) -> Result<(), AnalyseError> {
        if self.is_done(place) {
            return Ok(());
        }
        self.streams.begin(place, &record.headers)?;
        let analysis = self.analyst.analyse(&record, &self.stop, &mut self.streams)?;
        self.waiting.extend(self.places.write(place, record, &analysis)?);
        Ok(())
    }

    /// Whether an earlier run has written all that this one would write of a game.
    fn is_done(&self, place: &Place) -> bool {
        let json = self.streams.json.as_ref();
        self.places.resume && self.places.have(place) && json.is_none_or(|json| json.has(&place.file(), place.number))
    }
}
