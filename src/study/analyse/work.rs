//! The analysis of many games, several at a time.

use super::args::{AnalyseArgs, Done};
use super::error::AnalyseError;
use super::games::{Fault, Found, Games};
use super::json::JsonFile;
use super::part::{self, PartLines};
use super::places::{Place, Places};
use super::streams::{News, Turns};
use super::studies::{Studies, Study};
use crate::analysis::{Analysis, Analyst, Curve, Ply, Sink};
use crate::any::{AnyModel, AnyMove, AnyPosition};
use crate::jobs::command::{Trouble, lock, workers};
use crate::jobs::files::Inputs;
use crate::jobs::parts::Opened;
use crate::jobs::terminal::{self, Bar, interruption};
use crate::record::{Record, Step};
use crate::report::summary::Facts;
use crate::tell;
use crate::variants::Variant;
use crate::words::InLanguage;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Analyses the games that the arguments name.
pub fn analyse(rules: Variant, args: &AnalyseArgs) -> Result<(), AnalyseError> {
    let curve = args.curve(rules);
    let places = args.places(rules, curve)?;
    let mut studies = args.studies(rules)?;
    let (jobs, inputs) = args.jobs(&places)?;
    let model = args.model(rules)?;
    let (mut streams, done) = args.streams(rules, curve)?;
    let mut games = Games::new(rules, &jobs, args.from);
    match args.open(rules, curve, &jobs)? {
        None => {}
        Some(Opened::Finished) => return Ok(()),
        Some(Opened::Begun(part)) => {
            games.wanted = Some(part.wanted().into_iter().map(|file| file as usize).collect());
            let lines = part::Lines::default();
            streams.json = Some(JsonFile::new(Box::new(lines.clone()), curve));
            streams.part = Some(PartLines::new(part, lines));
        }
    }
    if studies.are_wanted() {
        studies.earlier = args.earlier()?;
    }
    let is_hidden = streams.are_seen() || streams.part.is_some();
    let games_bar = terminal::games(args.style(rules).language);
    let bar = if is_hidden { Bar::hidden() } else { Bar::new(jobs.len() as u64, games_bar) };
    let work = Work {
        args,
        curve,
        model,
        places,
        studies,
        done,
        inputs,
        games: Mutex::new(games),
        taken: AtomicUsize::new(0),
        turns: Mutex::new(Turns::new(streams)),
        results: Mutex::default(),
        stop: interruption()?,
        bar,
    };
    let pool = workers(args.games_at_a_time()).build().map_err(Trouble::from)?;
    pool.broadcast(|_| work.take_part());
    work.bar.finish_and_clear();
    work.finish(jobs.len())
}

/// State shared by the threads that analyse games.
struct Work<'a> {
    args: &'a AnalyseArgs,
    curve: Curve,
    model: AnyModel,
    places: Places,
    studies: Studies,
    /// Games that an earlier run has completed in the file of JSON; none if there is no such file.
    done: Option<Done>,
    inputs: Inputs,
    games: Mutex<Games<'a>>,
    /// Number of games taken so far.
    taken: AtomicUsize,
    turns: Mutex<Turns>,
    results: Mutex<Results>,
    stop: Arc<AtomicBool>,
    bar: Bar,
}

/// The index of a file and the number of a game in it.
type Order = (usize, usize);

/// Results of the games.
#[derive(Default)]
struct Results {
    /// Records that go into one file at the end.
    together: BTreeMap<Order, Record>,
    /// Contributions to the files over all games.
    studies: BTreeMap<Order, Study>,
    /// Indices of the files with a game that was not analysed to its end.
    unfinished: HashSet<usize>,
    /// The error that has ended the work, if any.
    failure: Option<AnalyseError>,
}

/// A game that a thread has taken.
struct Taken {
    /// From zero, in the order of the games that are analysed.
    number: usize,
    game: Found,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn fail(&self, error: AnalyseError) {
        self.stop.store(true, Ordering::Relaxed);
        lock(&self.results).failure.get_or_insert(error);
    }

    fn complain(&self, place: &Place, fault: &dyn InLanguage) {
        let language = self.args.language();
        let fault = format!("{}{}{}", place.file(), language.choose(": ", "："), fault.text_in(language));
        self.bar.suspend(|| tell!("{fault}"));
        if let Some(part) = lock(&self.turns).part() {
            part.complain(place.job, fault);
        }
    }

    /// Analyses games until there are no more.
    fn take_part(&self) {
        let mut analyst = None;
        while let Some(taken) = self.take() {
            if let Err(error) = self.game(&mut analyst, taken) {
                self.fail(error);
            }
            self.bar.inc(1);
        }
    }

    /// The next game to analyse.
    fn take(&self) -> Option<Taken> {
        let mut games = lock(&self.games);
        while !self.is_stopped() {
            let room_for = |count: usize| {
                self.bar.inc_length((count as u64).saturating_sub(1));
                self.places.room_for(count)
            };
            match games.next(room_for, |place, fault| self.complain(place, fault)) {
                Ok(Some(Found { place, record, .. })) if self.is_done(&place) => {
                    self.bar.dec_length(1);
                    if self.studies.are_wanted() && !self.study_earlier(&place, &record) {
                        games.faulty += 1;
                        self.complain(&place, &OtherGame);
                    }
                }
                Ok(Some(game)) => match self.places.check(&game.place, &self.inputs) {
                    Ok(()) => {
                        let number = self.taken.fetch_add(1, Ordering::Relaxed);
                        return Some(Taken { number, game });
                    }
                    Err(error) => {
                        self.bar.dec_length(1);
                        games.faulty += 1;
                        self.complain(&game.place, &error);
                    }
                },
                Ok(None) => return None,
                Err(error) => self.fail(error),
            }
        }
        None
    }

    /// True if an earlier run has written everything that this one would write of a game.
    fn is_done(&self, place: &Place) -> bool {
        if self.args.part.part.is_some() {
            return false;
        }
        let is_told = |done: &Done| done.contains(&(place.file(), place.number));
        self.places.resume && self.places.have(place) && self.done.as_ref().is_none_or(is_told)
    }

    /// Analyses a game with the thread's analyst, which is made for its first game.
    fn game(&self, analyst: &mut Option<Analyst>, taken: Taken) -> Result<(), AnalyseError> {
        let analyst = match analyst {
            Some(analyst) => analyst,
            none => none.insert(self.args.analyst(&self.model, self.curve)?),
        };
        let Taken { number, game: Found { place, record, fault } } = taken;
        let mut teller = Teller { turns: &self.turns, game: number, fault };
        let plies = record.main_line().filter(|&id| matches!(record.node(id).step(), Some(Step::Move(_)))).count();
        teller.tell(News::Begin { place: place.clone(), headers: record.headers.clone(), plies })?;
        let analysis = analyst.analyse(&record, &self.stop, &mut teller)?;
        if !analysis.is_complete() {
            lock(&self.results).unfinished.insert(place.job);
        }
        let original = self.studies.are_wanted().then(|| record.clone());
        let order = (place.job, place.number);
        if let Some(record) = self.places.write(&place, record, &analysis)? {
            lock(&self.results).together.insert(order, record);
        }
        if let Some(record) = original {
            let facts: Vec<Facts<AnyMove>> = analysis.plies.iter().map(Facts::from).collect();
            let study = self.studies.of(&place, &record, &facts, self.places.pages.as_ref());
            lock(&self.results).studies.insert(order, study);
        }
        Ok(())
    }

    /// Takes in a game from an earlier run; false if that run has no results for it.
    fn study_earlier(&self, place: &Place, record: &Record) -> bool {
        let study = self.studies.of_earlier(place, record, self.places.pages.as_ref());
        study.is_some_and(|study| {
            lock(&self.results).studies.insert((place.job, place.number), study);
            true
        })
    }

    /// Writes the output over all games. The result says how the work on this number of files has ended.
    fn finish(self, files: usize) -> Result<(), AnalyseError> {
        let games = self.games.into_inner().unwrap_or_else(PoisonError::into_inner);
        let results = self.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = self.places.write_together(&results.together.values().collect::<Vec<_>>());
        let studied = self.studies.write(&results.studies.values().collect::<Vec<_>>());
        results.failure.map_or(Ok(()), Err)?;
        written?;
        let has_player = studied?;
        let is_stopped = self.stop.load(Ordering::Relaxed);
        let taken = games.exhausted();
        if let Some(part) = self.turns.into_inner().unwrap_or_else(PoisonError::into_inner).into_streams().part {
            return Ok(part.finish(is_stopped, taken)?);
        }
        self.args.tell_written();
        let done = taken - results.unfinished.iter().filter(|&&file| file < taken).count();
        match games.faulty {
            // Ctrl-C may have come when everything was done.
            _ if is_stopped && done < files => Err(AnalyseError::Interrupted { done, files }),
            0 if !has_player => Err(AnalyseError::NoPlayer(self.args.players.join(", "))),
            0 => Ok(()),
            faulty => Err(AnalyseError::Faulty { faulty, games: games.seen }),
        }
    }
}

/// Lines of JSON about another game than the record.
#[derive(Debug, Error)]
#[error("the lines of JSON are of another game; no summary has it")]
struct OtherGame;

impl InLanguage for OtherGame {
    fn japanese(&self) -> String {
        "JSONの行が別の対局のものなので、集計に入りません".to_owned()
    }
}

/// Reports on one game.
struct Teller<'a> {
    turns: &'a Mutex<Turns>,
    game: usize,
    fault: Option<Fault>,
}

impl Teller<'_> {
    fn tell(&self, news: News) -> Result<(), AnalyseError> {
        lock(self.turns).tell(self.game, news)
    }
}

impl Sink for Teller<'_> {
    type Error = AnalyseError;

    fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), AnalyseError> {
        self.tell(News::Ply(Box::new(position.clone()), Box::new(ply.clone())))
    }

    fn variation(&mut self, number: usize, ply: usize) -> Result<(), AnalyseError> {
        self.tell(News::Variation { number, ply })
    }

    fn end(&mut self, analysis: &Analysis<AnyMove>) -> Result<(), AnalyseError> {
        let fault = self.fault.take().map(|fault| fault.to_string());
        self.tell(News::End { analysis: analysis.clone(), fault })
    }
}
