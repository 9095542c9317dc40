//! The course of a match from its first game to its last, with several games at a time.

use super::config::MatchConfig;
use super::context::MatchContext;
use super::error::{MatchError, RESUME, SAME_COMMAND};
use super::header::MatchHeader;
use super::line::GameLine;
use super::opening::Opening;
use super::openings::Openings;
use super::parts::{games_of, job, kept};
use super::player::Player;
use super::progress::Progress;
use super::random::Judge;
use super::replay::{self, Decided};
use super::report::{Plan, Report};
use super::schedule::{Schedule, ScheduledGame};
use super::store::{self, Store};
use super::summary::{Summary, count_in};
use crate::arena::sprt::{self, Decision};
use crate::engines::process::Control;
use crate::jobs::files::{Destination, SaveError};
use crate::jobs::parts::{Items, Opened, PartFile, Share};
use crate::record::{Format, Record};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Plays a match.
///
/// The report of a part covers the games that this call has played.
///
/// # Errors
/// If the match cannot be set up, or its games cannot be written.
pub fn play(config: &MatchConfig, control: &Control, progress: &Progress) -> Result<Report, MatchError> {
    let teller = progress.clone();
    let tell = Arc::new(move |engine: &str, text: &str| teller.tell(engine, text));
    let mut context = MatchContext::new(config, control, tell)?;
    let format = store::format_for(config.variant, config.record_format)?;
    let destination = openings_destination(config, format)?;
    let plan = Plan::new(config, context.conditions_in_words());
    let schedule = plan.schedule();
    let mut summary = Summary::new(config.engines.len(), &schedule);
    let header = || MatchHeader::new(config, &context.start_in_words(), context.openings.crc32());
    let share = config.part.share()?.map(|share| (share, games_of(&schedule)));
    let (mut keeper, done) = match (&config.records, share) {
        (_, Some((share, items))) => {
            let job = job(&header()?, &plan);
            let Opened::Begun(part) = config.part.open(share, "match", items, job)? else {
                return Ok(Report::new(&plan, &schedule, &summary));
            };
            let done = part.done().clone();
            (Keeper::Part(part), done)
        }
        (Some(folder), None) => {
            let (store, games) = Store::open(config, folder, &header()?, format)?;
            (Keeper::Folder(store), count_in(games, &schedule, &mut summary))
        }
        (None, None) => (Keeper::None, HashSet::new()),
    };
    if let Some(destination) = &destination {
        let saved = save_openings(destination, &context.openings, &schedule, config.concurrency)?;
        context.openings = Openings::List(saved);
    }
    for (i, engine) in config.engines.iter().enumerate() {
        match context.player(i).try_out() {
            Ok(remarks) => remarks.iter().for_each(|remark| progress.tell(&engine.name, remark)),
            // The games of earlier runs can still be reported.
            Err(error) if error.is_interruption() => break,
            Err(error) => return Err(error),
        }
    }
    let pool = GamePool { context: &context, schedule: &schedule, share, done, next: AtomicU64::new(0) };
    let played = pool.run(&mut keeper, &mut summary, progress);
    played.map_err(|error| error.stopping(summary.games, keeper.remedy()))?;
    let mut report = Report::new(&plan, &schedule, &summary);
    match keeper {
        Keeper::None => {}
        Keeper::Folder(store) => report.not_recorded = store.losses(),
        Keeper::Part(part) => part.finish()?,
    }
    Ok(report)
}

/// The place for the openings; `None` if the user does not ask for them, or if an earlier run of a resumed match has
/// written them.
fn openings_destination(config: &MatchConfig, format: Format) -> Result<Option<Destination>, MatchError> {
    let Some(path) = config.save_openings.as_ref().filter(|path| !(config.resume && path.exists())) else {
        return Ok(None);
    };
    let wanted = Format::of_path(path).unwrap_or(format);
    let destination = Destination::new(path, Some(wanted), false).and_then(|destination| {
        destination.check()?;
        Ok(destination)
    });
    destination.map(Some).map_err(|source| not_saved(path, source))
}

fn not_saved(path: &Path, source: SaveError) -> MatchError {
    match source {
        SaveError::Exists => MatchError::Setting(format!("--save-openings: {} exists already", path.display())),
        source => MatchError::Save { path: path.to_owned(), source },
    }
}

/// Writes the openings of the games, and returns them.
fn save_openings(
    destination: &Destination,
    openings: &Openings,
    schedule: &Schedule,
    threads: usize,
) -> Result<Vec<Opening>, MatchError> {
    let list = openings.first(schedule.rounds(), threads)?;
    let records: Vec<Record> = list.iter().map(Opening::record).collect();
    let written = destination.write_all(&records.iter().collect::<Vec<_>>());
    written.map_err(|source| not_saved(destination.path(), source))?;
    Ok(list)
}

/// The place where games are kept.
enum Keeper<'a> {
    None,
    Folder(Store<'a>),
    Part(Box<PartFile>),
}

impl Keeper<'_> {
    /// The remedy after an error that ends the match.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::None => ", which --records would have kept",
            Self::Folder(_) => RESUME,
            Self::Part(_) => SAME_COMMAND,
        }
    }
}

/// The threads that play the games of a match, and their shared data.
struct GamePool<'a> {
    context: &'a MatchContext<'a>,
    schedule: &'a Schedule,
    /// The part of the match that is played, if not all of it, and the games as parts share them.
    share: Option<(Share, Items)>,
    /// Numbers of the games of earlier runs.
    done: HashSet<u64>,
    /// Number of the next game.
    next: AtomicU64,
}

struct FinishedGame {
    scheduled: ScheduledGame,
    opening: Opening,
    decided: Decided,
}

impl GamePool<'_> {
    fn run(&self, keeper: &mut Keeper<'_>, summary: &mut Summary, progress: &Progress) -> Result<(), MatchError> {
        progress.start(self.context.config, summary);
        if self.decided(summary) {
            progress.finish();
            return Ok(());
        }
        let (sender, results) = channel();
        let outcome = thread::scope(|scope| {
            for _ in 0..self.context.config.concurrency {
                let sender = sender.clone();
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || self.work(&sender)) {
                    self.context.interrupt();
                    return Err(MatchError::Thread(error));
                }
            }
            drop(sender);
            let outcome = self.collect(&results, keeper, summary, progress);
            if outcome.is_err() {
                self.context.interrupt();
            }
            outcome
        });
        progress.finish();
        outcome
    }

    fn collect(
        &self,
        results: &Receiver<Result<FinishedGame, MatchError>>,
        keeper: &mut Keeper<'_>,
        summary: &mut Summary,
        progress: &Progress,
    ) -> Result<(), MatchError> {
        for finished in results {
            let FinishedGame { scheduled, opening, decided } = finished?;
            let Decided { game, drawn, is_exchanged: exchanged } = decided;
            let scheduled = if exchanged { scheduled.exchanged() } else { scheduled };
            let names = scheduled.players.map(|i| self.context.config.engines[i].name.as_str());
            let line = GameLine { drawn, exchanged, ..GameLine::new(&scheduled, names, &opening, &game) };
            match keeper {
                Keeper::None => {}
                Keeper::Folder(store) => store.add(&line, &opening, &game)?,
                Keeper::Part(part) => part.add(line.game, kept(&line, &game.line))?,
            }
            summary.add(&scheduled, &line);
            progress.add(self.context.config, summary, &scheduled, &line);
            if self.decided(summary) {
                self.context.interrupt();
                // Games that end meanwhile could only reverse the decision.
                break;
            }
        }
        Ok(())
    }

    /// True if the SPRT has decided. Only the games of all parts together decide it, never those of one.
    fn decided(&self, summary: &Summary) -> bool {
        let bounds = self.context.config.sprt.filter(|_| self.share.is_none());
        bounds.is_some_and(|bounds| sprt::decide(bounds, &summary.tallies[0].pairs) != Decision::Undecided)
    }

    /// Plays games until none is left or the match is to end.
    fn work(&self, results: &Sender<Result<FinishedGame, MatchError>>) {
        let mut players: Vec<Player> =
            (0..self.context.config.engines.len()).map(|engine| self.context.player(engine)).collect();
        let mut judge = Judge::new();
        while let Some(scheduled) = self.take() {
            let opening = match self.context.openings.get(scheduled.opening, &mut judge) {
                Ok(opening) => opening,
                // Nobody receives the error once the match has ended.
                Err(error) => return results.send(Err(error.into())).unwrap_or_default(),
            };
            let Ok(mut pair) = players.get_disjoint_mut(scheduled.players) else {
                unreachable!("no engine meets itself")
            };
            let MatchConfig { adjudication, replay_draws, .. } = *self.context.config;
            let played = match replay::play(&opening, adjudication, replay_draws, &mut pair) {
                Err(error) if error.is_interruption() => return,
                played => played.map(|decided| FinishedGame { scheduled, opening, decided }),
            };
            let is_last = played.is_err();
            if results.send(played).is_err() || is_last {
                return;
            }
        }
    }

    fn take(&self) -> Option<ScheduledGame> {
        loop {
            if self.context.is_interrupted() {
                return None;
            }
            let scheduled = self.schedule.game(self.next.fetch_add(1, Ordering::Relaxed))?;
            let is_ours = self.share.is_none_or(|(share, items)| share.has(items, scheduled.number));
            if is_ours && !self.done.contains(&scheduled.number) {
                return Some(scheduled);
            }
        }
    }
}
