//! One network, improved round by round without end: play, train, measure, replace.
//!
//! Each step of a round leaves a file that shows it is done. After any interruption, the files show where to go on. The
//! line in the log decides a round; after that, moving the candidate into its place may be repeated any number of
//! times.

mod folder;
mod learn;
mod log;
mod play;

use super::comparison::{self, MatchResult};
use super::{EvolveArgs, EvolveError};
use crate::eval::{EvalOptions, Evaluated, EvaluationModel as _, HANDMADE, INTERNAL};
use crate::jobs::checksum;
use crate::jobs::command::{Trouble, workers};
use crate::learning::records::{RecordsError, predict};
use crate::learning::train::pass::trainable;
use crate::learning::train::{below_one, positive, positive_count, share};
use crate::tell;
use crate::training::samples;
use crate::variants::Variant;
use crate::with_any_networked_game;
use crate::words::counted;
use clap::{Args, value_parser};
use folder::Folder;
use log::{Figures, Line, Log, Past};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

#[derive(Args, Debug)]
#[command(next_help_heading = "Streaming")]
pub struct StreamArgs {
    /// Improve one network without end; the folder holds everything about it
    #[arg(id = "stream", long = "stream", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Initial network of a new folder: a file, or <internal> for the built-in one
    #[arg(long, value_name = "FILE", default_value = INTERNAL, requires = "stream")]
    eval: String,
    /// Stop after this round [default: never]
    #[arg(long, value_name = "ROUND", requires = "stream")]
    rounds: Option<u32>,
    /// Plies to play in each round
    #[arg(long, value_name = "N", default_value_t = 4_000_000, requires = "stream")]
    plies: usize,
    /// Plies of older games to keep, at four bytes each
    #[arg(long, value_name = "N", default_value_t = 150_000_000, requires = "stream")]
    reservoir: usize,
    /// Older plies to train on for each new one
    #[arg(long, value_name = "N", default_value_t = 3.0, requires = "stream", value_parser = not_negative)]
    reuse: f64,
    /// Weight of later scores in the target: each counts this share of the one before it
    #[arg(long, value_name = "L", default_value_t = 0.3, requires = "stream", value_parser = share)]
    lambda: f32,
    /// Highest learning rate: halved after a rejected candidate, raised by a quarter after an accepted one
    #[arg(long, value_name = "RATE", default_value_t = 4e-4, requires = "stream", value_parser = positive)]
    rate: f32,
    /// Positions per optimiser step
    #[arg(long, value_name = "N", default_value_t = 16_384, requires = "stream", value_parser = positive_count)]
    batch: usize,
    /// Moving average of the weights: each step keeps this share; 0 for the weights of the last step
    #[arg(long, value_name = "A", default_value_t = 0.99, requires = "stream", value_parser = below_one)]
    average: f32,
    /// Percentage of the moves up to ply 40 chosen at random from the best four, as in "kumataka selfplay"
    #[arg(long, value_name = "PERCENT", default_value_t = 10, requires = "stream", value_parser = value_parser!(u32).range(..=100))]
    vary: u32,
    /// Percentage of games played to their end
    #[arg(long, value_name = "PERCENT", default_value_t = 85, requires = "stream", value_parser = value_parser!(u32).range(..=100))]
    play_out: u32,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number of at least 0 is needed".to_owned())
}

/// Number of rounds whose fresh games measure.
const FRESH_ROUNDS: usize = 4;
/// Lowest learning rate, as a share of that of the command line.
const LEAST_RATE: f32 = 1.0 / 64.0;

/// Continues the stream in the folder until Ctrl-C or the last round. In a stream without a last round, Ctrl-C is the
/// regular end and no error.
pub fn run(args: &EvolveArgs, folder: &Path, stop: &AtomicBool) -> Result<(), EvolveError> {
    let (folder, mut log) = Folder::open(folder)?;
    let pool = workers(args.threads()).build().map_err(Trouble::from)?;
    match pool.install(|| Stream { args, folder: &folder, stop }.flow(&mut log)) {
        Err(stopped @ EvolveError::Stopped) if args.stream.rounds.is_none() => {
            tell!("{stopped}");
            Ok(())
        }
        done => done,
    }
}

/// A stream of a game. Its steps communicate only by files, and each of them chooses the type of the game.
struct Stream<'a> {
    args: &'a EvolveArgs,
    folder: &'a Folder,
    stop: &'a AtomicBool,
}

impl Stream<'_> {
    fn variant(&self) -> Variant {
        self.args.game.variant()
    }

    /// Nodes for each move of self-play.
    fn nodes(&self) -> u64 {
        const DEFAULT: u64 = 600;
        self.args.nodes.unwrap_or(DEFAULT)
    }

    fn flow(&self, log: &mut Log) -> Result<(), EvolveError> {
        self.begin()?;
        loop {
            let past = log.past();
            if let Some(past) = past {
                self.settle(past)?;
            }
            // Without a log, the files show the round.
            let after = past.map_or(0, |past| past.round + 1);
            let round = self.folder.last_round_with_games()?.max(after).max(1);
            if self.args.stream.rounds.is_some_and(|last| round > last) {
                return Ok(());
            }
            log.add(&self.round(round, self.rate(past))?)?;
        }
    }

    /// Puts the first network in its place.
    fn begin(&self) -> Result<(), EvolveError> {
        let network = self.folder.network();
        if !network.exists() {
            let eval = &self.args.stream.eval;
            let bytes = match (eval.as_str(), self.variant().assets().network) {
                (INTERNAL, Some(packed)) => {
                    packed.unpack().map_err(|source| EvolveError::Folder { path: network.clone(), source })?
                }
                (INTERNAL, None) => return Err(EvolveError::NoneInside(self.variant())),
                (HANDMADE, _) => return Err(EvolveError::NoNetwork(self.folder.path().to_owned())),
                (path, _) => {
                    // A network that cannot be trained is refused before a round plays its games.
                    let path = Path::new(path);
                    with_any_networked_game!(self.variant(), game => trainable(game, path).map(drop))?;
                    fs::read(path).map_err(|source| EvolveError::Folder { path: path.into(), source })?
                }
            };
            folder::write(&network, &bytes)?;
        }
        let first = self.folder.first();
        if !first.exists() {
            let bytes = fs::read(&network).map_err(|source| EvolveError::Folder { path: network, source })?;
            folder::write(&first, &bytes)?;
        }
        Ok(())
    }

    /// Carries out the decision of a round, and deletes its used-up files.
    fn settle(&self, past: Past) -> Result<(), EvolveError> {
        let (candidate, state) = (self.folder.candidate(past.round), self.folder.candidate_state(past.round));
        if past.taken {
            // A state is not used without its network in place; a network is used without its state.
            folder::replace(&state, &self.folder.state())?;
            folder::replace(&candidate, &self.folder.network())?;
        } else {
            folder::delete(&candidate)?;
            folder::delete(&state)?;
        }
        for fresh in self.folder.fresh_up_to(past.round)?.iter().skip(FRESH_ROUNDS) {
            self.folder.spend(fresh)?;
        }
        let mut plies = 0;
        for path in self.folder.older_than(past.round + 1)? {
            plies += samples::held(&path, self.variant().name())?.plies;
            if plies > self.args.stream.reservoir {
                folder::delete(&path)?;
            }
        }
        Ok(())
    }

    /// The learning rate of a round: candidates that are no better ask for smaller steps.
    fn rate(&self, past: Option<Past>) -> f32 {
        let highest = self.args.stream.rate;
        let Some(past) = past else { return highest };
        let next = if past.taken { past.rate * 1.25 } else { past.rate / 2.0 };
        next.clamp(highest * LEAST_RATE, highest)
    }

    /// Plays, trains and measures; returns the line that decides the round.
    fn round(&self, round: u32, rate: f32) -> Result<Line, EvolveError> {
        let mut figures = Figures::default();
        self.play(round, &mut figures)?;
        self.train(round, rate, &mut figures)?;
        let difference = self.measure(round, &mut figures)?;
        let result = self.compare(round)?;
        figures.elo = result.elo;
        let taken = result.is_held();
        let in_force = if taken { self.folder.candidate(round) } else { self.folder.network() };
        let bytes = fs::read(&in_force).map_err(|source| EvolveError::Folder { path: in_force, source })?;
        figures.crc32 = checksum::of_bytes(&bytes);
        let now = SystemTime::UNIX_EPOCH.elapsed();
        figures.time = now.map_or(0, |elapsed| elapsed.as_secs() as i64);
        let loss = figures.training.map_or_else(String::new, |training| format!("; loss {:.5}", training.loss));
        tell!(
            "round {round}: {} plies, {:.0}/s{loss}; predicts {:+.1} +- {:.1}; {} of {} against the network before: {}",
            figures.plies,
            figures.plies_a_second,
            difference.mean / predict::UNIT,
            difference.error / predict::UNIT,
            result.half_points as f64 / 2.0,
            counted(result.games as usize, "game"),
            if taken { "taken" } else { "not taken" }
        );
        Ok(Line { round, taken, rate, figures })
    }

    /// Plays the match that decides about the candidate.
    fn compare(&self, round: u32) -> Result<MatchResult, EvolveError> {
        /// Default number of games.
        const GAMES: u32 = 200;
        let path = |path: PathBuf| path.display().to_string();
        let (candidate, network) = (path(self.folder.candidate(round)), path(self.folder.network()));
        let games = self.args.match_games.unwrap_or(GAMES);
        let mut arguments = comparison::arguments(self.args, &candidate, &network, self.nodes(), games);
        // Every round has openings of its own.
        let seed = self.args.seed.wrapping_add(round.into());
        arguments.extend(["--variant".to_owned(), self.variant().to_string(), "--seed".to_owned(), seed.to_string()]);
        comparison::play(&arguments, self.stop)
    }

    fn unless_stopped(&self) -> Result<(), EvolveError> {
        if self.stop.load(Ordering::Relaxed) { Err(EvolveError::Stopped) } else { Ok(()) }
    }
}

fn load<G: Evaluated>(game: G, path: &Path) -> Result<G::Model, EvolveError> {
    let model = G::Model::load(game, path, EvalOptions::default().fv_scale);
    Ok(model.map_err(RecordsError::from)?)
}
