//! A match from its first game to its last, several at a time.

use super::config::{MatchConfig, Start};
use super::engine::Children;
use super::error::MatchError;
use super::openings::{Opening, Openings, RANDOM_PLIES};
use super::outcome::Game;
use super::player::{Player, Surroundings};
use super::referee;
use super::report::{Progress, Report};
use super::schedule::{Job, Schedule};
use super::store::{GameLine, MatchHead, Store};
use super::summary::Summary;
use crate::rules::Rules;
use crate::tools::sprt::{self, Decision};
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// How a match is stopped from outside.
#[derive(Clone, Default)]
pub struct Control {
    /// Ends the match at once; games in progress do not count.
    pub interrupt: Arc<AtomicBool>,
    pub children: Children,
}

/// Plays a match of the game `R`.
///
/// # Errors
/// If it cannot be set up, or its games cannot be written.
pub fn play<R: Rules>(config: &MatchConfig, control: &Control, progress: &Progress) -> Result<Report, MatchError> {
    let options = config.rules.of::<R>();
    let openings = match &config.start {
        Start::File(path) => Openings::<R>::from_file(path, config.opening_plies, config.seed, options)?,
        Start::Handicaps(names) => Openings::from_handicaps(names, options)?,
        Start::Random => {
            let plies = config.opening_plies.unwrap_or(RANDOM_PLIES);
            Openings::Random { seed: config.seed, plies, options }
        }
    };
    let schedule = Schedule::new(config.engines.len(), config.format, config.games);
    let mut summary = Summary::new(config.engines.len(), &schedule);
    let conditions = conditions(config, openings.count());
    let (store, earlier) = match &config.records {
        Some(folder) => {
            let (store, games) = Store::open(folder, &head(config, &conditions), config.resume)?;
            (Some(store), games)
        }
        None => (None, Vec::new()),
    };
    let mut done = HashSet::new();
    for line in earlier {
        if let Some(job) = schedule.job(line.game)
            && done.insert(line.game)
        {
            summary.add(&job, &line);
        }
    }
    let surroundings = Surroundings {
        variant: config.variant,
        rule_options: config.rules.engine_options(),
        patience: config.patience,
        margin: config.margin,
        children: control.children.clone(),
        interrupt: Arc::clone(&control.interrupt),
    };
    for engine in &config.engines {
        Player::new(engine.clone(), surroundings.clone()).try_out()?;
    }
    let hall = Hall { config, schedule: &schedule, openings: &openings, done, next: AtomicU64::new(0), surroundings };
    hall.run(store, &mut summary, progress)?;
    Ok(Report::new(config, conditions, &schedule, &summary))
}

/// What the games of a match share.
struct Hall<'a, R: Rules> {
    config: &'a MatchConfig,
    schedule: &'a Schedule,
    openings: &'a Openings<R>,
    /// Games of an earlier run.
    done: HashSet<u64>,
    /// The first game that nobody has taken.
    next: AtomicU64,
    surroundings: Surroundings,
}

struct Finished<R: Rules> {
    job: Job,
    opening: Opening<R>,
    game: Game,
}

impl<R: Rules> Hall<'_, R> {
    fn run(&self, mut store: Option<Store>, summary: &mut Summary, progress: &Progress) -> Result<(), MatchError> {
        progress.update(self.config, summary);
        if self.decided(summary) {
            return Ok(());
        }
        let (sender, results) = channel();
        let outcome = thread::scope(|scope| {
            for _ in 0..self.config.concurrency {
                let sender = sender.clone();
                scope.spawn(move || self.work(&sender));
            }
            drop(sender);
            let outcome = self.collect(&results, &mut store, summary, progress);
            if outcome.is_err() {
                self.surroundings.interrupt.store(true, Ordering::Relaxed);
            }
            outcome
        });
        progress.finish();
        outcome
    }

    fn collect(
        &self,
        results: &Receiver<Finished<R>>,
        store: &mut Option<Store>,
        summary: &mut Summary,
        progress: &Progress,
    ) -> Result<(), MatchError> {
        for Finished { job, opening, game } in results {
            let names = job.players.map(|i| self.config.engines[i].name.as_str());
            let line = GameLine::new(&job, names, &opening, &game);
            if let Some(store) = store {
                store.add(&line, &opening, &game)?;
            }
            summary.add(&job, &line);
            progress.update(self.config, summary);
            if self.decided(summary) {
                self.surroundings.interrupt.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn decided(&self, summary: &Summary) -> bool {
        self.config.sprt.is_some_and(|bounds| sprt::decide(bounds, &summary.tallies[0].pairs) != Decision::Undecided)
    }

    /// Plays games until none is left or the match is to end.
    fn work(&self, results: &Sender<Finished<R>>) {
        let mut players: Vec<Player> =
            self.config.engines.iter().map(|engine| Player::new(engine.clone(), self.surroundings.clone())).collect();
        while let Some(job) = self.take() {
            let opening = self.openings.get(job.opening);
            let Ok(mut pair) = players.get_disjoint_mut(job.players) else { unreachable!("no engine meets itself") };
            let Ok(game) = referee::play(&opening, self.config.adjudication, &mut pair) else { return };
            if results.send(Finished { job, opening, game }).is_err() {
                return;
            }
        }
    }

    fn take(&self) -> Option<Job> {
        loop {
            if self.surroundings.interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let job = self.schedule.job(self.next.fetch_add(1, Ordering::Relaxed))?;
            if !self.done.contains(&job.number) {
                return Some(job);
            }
        }
    }
}

/// Time and openings in a few words.
fn conditions(config: &MatchConfig, openings: Option<usize>) -> String {
    let mut text = match config.common_time() {
        Some(time) => time.to_string(),
        None => "a clock for each".to_owned(),
    };
    let plies = config.opening_plies;
    // Writing to a string cannot fail.
    let _ = match &config.start {
        Start::File(path) => {
            let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
            let limit = plies.map_or_else(String::new, |plies| format!(" to ply {plies}"));
            write!(text, ", {} openings of {name}{limit}", openings.unwrap_or_default())
        }
        Start::Handicaps(names) => write!(text, ", handicaps {}", names.join(" ")),
        Start::Random => write!(text, ", {} random plies", plies.unwrap_or(RANDOM_PLIES)),
    };
    let _ = write!(text, ", seed {}", config.seed);
    text
}

fn head(config: &MatchConfig, conditions: &str) -> MatchHead {
    let engine = |engine: &super::config::EngineConfig| {
        let options = engine.options.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
        let ponder = if engine.ponder { " ponder" } else { "" };
        format!("{} ({}{ponder}){options}", engine.name, engine.time)
    };
    MatchHead {
        variant: config.variant.to_string(),
        format: format!("{:?}", config.format),
        engines: config.engines.iter().map(engine).collect(),
        openings: conditions.to_owned(),
        seed: config.seed,
        rules: format!("{:?} {:?}", config.rules, config.adjudication),
    }
}
