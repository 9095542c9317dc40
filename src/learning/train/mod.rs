//! `kumataka train`: networks from records of self-play.

pub mod pass;
mod quantise;
#[cfg(test)]
mod tests;

use crate::eval::community::AUTOMATIC_FV_SCALE;
use crate::eval::format::{Layers, WIDEST_SQUARED};
use crate::eval::{EvaluationModel as _, FeatureSet, NetInput, NetworkError};
use crate::jobs::command::{Command, Trouble, hold, refuse_existing, workers};
use crate::jobs::game::GameArgs;
use crate::jobs::terminal::{Meter, Stream, interruption};
use crate::learning::networks::network;
use crate::system::replace_file;
use crate::tell;
use crate::training::checkpoint::{self, CheckpointError};
use crate::training::dataset::Dataset;
use crate::training::filter::Filter;
use crate::training::inputs::{NetworkInputs, Teacher};
use crate::training::model::{COLUMNS, Model, Shape};
use crate::training::samples::PackedError;
use crate::training::target::Blend;
use crate::training::trainer;
use crate::training::trainer::{EpochProgress, EpochReport, TrainOptions, TrainState, fit_scale};
use crate::with_any_networked_game;
use clap::{Args, value_parser};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use thiserror::Error;

/// Train a network on self-play games.
///
/// At least 64 games are needed; one in 32 is held out. The output weights are rounded half-way; of the epochs after
/// that, the network with the smallest error on the held-out games is written. The same data, options and seed give the
/// same network on any number of threads. Ctrl-C writes the best network of the finished epochs; --resume continues
/// from there.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka train --data games.kgr --out shogi.kmt
  kumataka train --data old.kgr new.kgr --epochs 12 --lambda 0.7 --out shogi.kmt
  kumataka train --data new.kgr --from shogi.kmt --rate 0.0005 --out better.kmt
  kumataka train --data games.kgr --teacher shogi.kmt=3 --teacher new.kmt \\
      --from shogi.kmt --out better.kmt
  kumataka train --variant torishogi --data birds.kgr --out birds.kmt")]
pub struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Files from "kumataka selfplay"
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Network to write; a checkpoint is kept beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over all games; after two thirds of them, three in a row without a smaller error end the training
    #[arg(long, default_value_t = TrainOptions::default().epochs, value_parser = positive_count)]
    epochs: usize,
    /// Seed for the initial weights and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of training threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Share of the game's result in the target, from 0 to 1; the scores make up the rest
    #[arg(long, value_name = "R", default_value_t = TrainOptions::default().blend.result_share, value_parser = share)]
    result_share: f32,
    /// Weight of later scores in the target, from 0 to 1: each counts this share of the one before it
    #[arg(long, value_name = "L", default_value_t = TrainOptions::default().blend.lambda, value_parser = share)]
    lambda: f32,
    /// Value of --lambda for the endgame, from ply 80; interpolated between plies 40 and 80 [default: as --lambda]
    #[arg(long, value_name = "L", value_parser = share)]
    late_lambda: Option<f32>,
    /// Centipawns that correspond to an expected result of 73 %, in the scores and in a new network; --from keeps the
    /// scale of its network [default: fitted to the data]
    #[arg(long, value_name = "S", value_parser = positive)]
    scale: Option<f32>,
    /// Positions per optimiser step
    #[arg(long, default_value_t = TrainOptions::default().batch, value_parser = positive_count)]
    batch: usize,
    /// Highest learning rate
    #[arg(long, default_value_t = TrainOptions::default().rate, value_parser = positive)]
    rate: f32,
    /// Final learning rate, reached along a cosine
    #[arg(long, value_name = "RATE", default_value_t = TrainOptions::default().last_rate, value_parser = positive)]
    last_rate: f32,
    /// Share of the training that runs at the final rate, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = TrainOptions::default().tail as f32, value_parser = share)]
    tail: f32,
    /// Weight decay per step, multiplied by the learning rate
    #[arg(long, value_name = "D", default_value_t = TrainOptions::default().decay, value_parser = share)]
    decay: f32,
    /// Moving average of the weights: each step keeps this share, so that 0.999 averages about a thousand steps; 0 for
    /// the weights of the last step
    #[arg(long, value_name = "A", default_value_t = TrainOptions::default().average, value_parser = below_one)]
    average: f32,
    /// Neurons per side, a multiple of 32 up to 512 [default: as the game's own network, or as --from if that is wider]
    #[arg(long, value_name = "N", value_parser = width)]
    width: Option<usize>,
    /// Add two hidden layers of 16 and 32 neurons beside the output; --from keeps those of its network
    #[arg(long)]
    hidden: bool,
    /// Share of the positions of "selfplay --branches" to learn from, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Filter::default().branch_share as f32, value_parser = share)]
    branch_share: f32,
    /// Learn from the static evaluation of this network too, `<internal>` for the built-in one; repeatable: several
    /// teach their mean, each with its weight [default of WEIGHT: 1]
    #[arg(long, value_name = "NETWORK[=WEIGHT]", value_parser = teacher)]
    teacher: Vec<(String, f32)>,
    /// Share of the teachers in the target, from 0 to 1 [default: 0.5 with --teacher]
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "teacher")]
    teacher_share: Option<f32>,
    /// Share of the teachers in the targets of "selfplay --branches", from 0 to 1 [default: as --teacher-share]
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "teacher")]
    branch_teacher_share: Option<f32>,
    /// Start from this network instead of random weights; it may be narrower than the new one
    #[arg(long, value_name = "NETWORK", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Resume from the checkpoint beside the network
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite the network and its checkpoint if they exist
    #[arg(long)]
    force: bool,
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

pub(super) fn below_one(text: &str) -> Result<f32, String> {
    share(text).ok().filter(|&number| number < 1.0).ok_or_else(|| "a number from 0 to below 1 is needed".to_owned())
}

pub(super) fn positive_count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "a whole number above 0 is needed".to_owned())
}

pub(super) fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "a number above 0 is needed".to_owned())
}

/// `NETWORK` or `NETWORK=WEIGHT`; names of files may have an equals sign too.
fn teacher(text: &str) -> Result<(String, f32), String> {
    match text.rsplit_once('=') {
        Some((file, weight)) if weight.parse::<f32>().is_ok() => Ok((file.to_owned(), positive(weight)?)),
        _ => Ok((text.to_owned(), 1.0)),
    }
}

fn width(text: &str) -> Result<usize, String> {
    let is_whole = |&width: &usize| width > 0 && width <= WIDEST_SQUARED && width.is_multiple_of(COLUMNS);
    let number = text.parse().ok().filter(is_whole);
    number.ok_or_else(|| format!("a multiple of {COLUMNS} up to {WIDEST_SQUARED} is needed"))
}

/// The reason why no network was trained.
#[derive(Debug, Error)]
pub enum TrainError {
    #[error(transparent)]
    Record(#[from] PackedError),
    #[error("{0} games are too few to train from: {TOO_FEW} at least")]
    TooFewGames(usize),
    #[error(
        "no position of {0} games is fit to learn from: a version that writes moves in another way may have made them"
    )]
    NothingToLearn(usize),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(
        "{path} is {} wide with {} buckets, more than {} and {}",
        found.width, found.buckets, expected.width, expected.buckets
    )]
    TooLarge { path: PathBuf, found: Shape, expected: Shape },
    #[error("{path}: {source}")]
    Output { path: PathBuf, source: io::Error },
    #[error("stopped by Ctrl-C in epoch {epoch} of {epochs}{}", what_is_kept(*epoch))]
    Interrupted { epoch: usize, epochs: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// The remedy after a training that ends in this epoch.
const fn what_is_kept(epoch: usize) -> &'static str {
    if epoch > 1 { "; --resume goes on from the one before" } else { ", of which nothing is kept" }
}

/// Fewest games: with fewer, hardly any would be held out.
const TOO_FEW: usize = 64;

/// Trains by the command line; Ctrl-C ends it early.
impl Command for TrainArgs {
    type Error = TrainError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), TrainError> {
        let _lock = hold(&self.out)?;
        if !self.resume && !self.force {
            let remedy = "--resume goes on with its training, --force overwrites it";
            [&self.out, &self.checkpoint()].into_iter().try_for_each(|path| refuse_existing(path, remedy))?;
        }
        let stop = interruption()?;
        let threads = self.threads.unwrap_or(0).into();
        let pool = workers(threads).build().map_err(Trouble::from)?;
        pool.install(
            || with_any_networked_game!(self.game.variant(), game => Run { args: self, stop: &stop }.run_for(game)),
        )
    }
}

impl TrainArgs {
    fn options(&self) -> TrainOptions {
        let teacher_share = if self.teacher.is_empty() { 0.0 } else { self.teacher_share.unwrap_or(0.5) };
        TrainOptions {
            epochs: self.epochs,
            seed: self.seed,
            batch: self.batch,
            rate: self.rate,
            last_rate: self.last_rate,
            tail: self.tail.into(),
            decay: self.decay,
            average: self.average,
            blend: Blend {
                lambda: self.lambda,
                late_lambda: self.late_lambda.unwrap_or(self.lambda),
                result_share: self.result_share,
                teacher_share,
                branch_teacher_share: self.branch_teacher_share.unwrap_or(teacher_share),
            },
            filter: Filter { branch_share: self.branch_share.into(), ..Filter::default() },
            output_unit: Some(quantise::output_unit),
            ..TrainOptions::default()
        }
    }

    fn teachers<G: NetInput>(&self, game: G) -> Result<Vec<Teacher<G::Model>>, NetworkError> {
        self.teacher.iter().map(|(file, weight)| Ok(Teacher { model: network(game, file)?, weight: *weight })).collect()
    }

    fn checkpoint(&self) -> PathBuf {
        self.out.with_added_extension("checkpoint")
    }
}

struct Run<'a> {
    args: &'a TrainArgs,
    stop: &'a AtomicBool,
}

impl Run<'_> {
    fn run_for<G: NetInput>(self, game: G) -> Result<(), TrainError> {
        let started = Instant::now();
        let args = self.args;
        let mut options = args.options();
        let mut data = Dataset::open(&args.data, game.name())?;
        if data.games() < TOO_FEW {
            return Err(TrainError::TooFewGames(data.games()));
        }
        let from = match &args.from {
            Some(path) => Some((path, read_layers(&game.feature_set(), path)?)),
            None => None,
        };
        let inputs = NetworkInputs::new(game);
        let inputs = match (args.width, &from) {
            (Some(width), _) => inputs.with_width(width),
            _ if args.resume => inputs.holding(checkpoint::shape(&args.checkpoint())?.width),
            (None, Some((_, layers))) => inputs.holding(layers.width),
            (None, None) => inputs,
        };
        let has_hidden = match &from {
            _ if args.resume => checkpoint::shape(&args.checkpoint())?.hidden,
            Some((_, layers)) => args.hidden || layers.hidden.is_some(),
            None => args.hidden,
        };
        let inputs = inputs.with_hidden(has_hidden).taught_by(args.teachers(game)?);
        let shape = inputs.shape();
        tell!("{} games, {} positions before filtering", data.games(), data.positions());
        let fit = || fit_scale::<G>(&mut data, &inputs, &options.filter, options.seed);
        let score_scale = args.scale.unwrap_or_else(fit);
        options.score_scale = Some(score_scale);
        if !args.resume {
            // The checkpoint of another training must not be resumed.
            let deleted = fs::remove_file(args.checkpoint()).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
            deleted.map_err(|source| TrainError::Output { path: args.checkpoint(), source })?;
        }
        let mut state = match &from {
            _ if args.resume => checkpoint::load(&args.checkpoint(), shape)?,
            Some((path, layers)) => pass::begun_with((path, layers), &mut data, &inputs, &options)?,
            None => TrainState::new(Model::random(shape, args.seed), score_scale),
        };
        tell!("{shape}, scale {:.0} centipawns", state.scale);
        self.epochs(&mut state, &mut data, &inputs, &options)?;
        let (done, epochs) = (state.epochs_done, options.epochs);
        if done > 0 {
            self.finish(&state, &mut data, &inputs, &options.filter)?;
            tell!("{done} epochs in {:.0} s", started.elapsed().as_secs_f64());
        }
        // The network of an unfinished training must not pass for a complete one.
        if state.is_finished(&options) { Ok(()) } else { Err(TrainError::Interrupted { epoch: done + 1, epochs }) }
    }
}

impl Run<'_> {
    /// Trains the remaining epochs, with a checkpoint after each. Ctrl-C ends this with the state after the last whole
    /// one.
    fn epochs<G: NetInput>(
        &self,
        state: &mut TrainState,
        data: &mut Dataset,
        inputs: &NetworkInputs<G>,
        options: &TrainOptions,
    ) -> Result<(), TrainError> {
        let meter = Meter::new(PARTS, "{prefix} {bar:30} {msg} {eta}", Stream::Error);
        while !state.is_finished(options) {
            meter.begin(format!("epoch {}/{}", state.epochs_done + 1, options.epochs));
            let started = Instant::now();
            let mut show = |progress: EpochProgress| {
                let rate = progress.positions as f64 / started.elapsed().as_secs_f64().max(1e-3);
                let message = format!("{rate:.0} positions/s, loss {:.5}", progress.loss);
                meter.set((progress.share * PARTS as f64) as u64, message);
            };
            let report = state.epoch::<G>(data, inputs, options, self.stop, &mut show);
            meter.clear();
            let Some(report) = report else {
                if state.epochs_done > 0 {
                    *state = checkpoint::load(&self.args.checkpoint(), state.model.shape)?;
                }
                break;
            };
            if report.positions == 0 {
                return Err(TrainError::NothingToLearn(data.games()));
            }
            tell!("{}", describe(&report, started.elapsed().as_secs_f64()));
            checkpoint::save(state, &self.args.checkpoint())?;
        }
        Ok(())
    }

    /// Writes the best network, and prints its loss by rounding to integers.
    fn finish<G: NetInput>(
        &self,
        state: &TrainState,
        data: &mut Dataset,
        inputs: &NetworkInputs<G>,
        filter: &Filter,
    ) -> Result<(), TrainError> {
        let network = network_bytes(inputs.game(), &state.best, state.scale);
        let failed = |source| TrainError::Output { path: self.args.out.clone(), source };
        replace_file(&self.args.out, |file| file.write_all(&network)).map_err(failed)?;
        let fault = |fault| NetworkError { path: self.args.out.clone(), fault };
        let evaluation = G::Model::read(inputs.game(), &network, AUTOMATIC_FV_SCALE).map_err(fault)?;
        let error = quantise::error(&state.best, state.scale, &evaluation, data, inputs, filter);
        tell!("validation loss {:.5}, {error}, in {}", state.best_loss, self.args.out.display());
        Ok(())
    }
}

/// The file of a model rounded to integers.
fn network_bytes<G: NetInput>(game: G, model: &Model, scale: f32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let network = quantise::quantise(model, scale);
    network.write(&game.feature_set(), &mut bytes).expect("memory takes everything written to it");
    bytes
}

/// Reads a network of this program's own format.
///
/// # Errors
/// If the file cannot be read, or is not such a network.
pub fn read_layers(set: &FeatureSet, path: &Path) -> Result<Layers, TrainError> {
    let fault = |fault| NetworkError { path: path.to_owned(), fault };
    let bytes = fs::read(path).map_err(|error| fault(error.into()))?;
    Ok(Layers::read(set, &bytes).map_err(fault)?)
}

fn describe(report: &EpochReport, seconds: f64) -> String {
    let trainer::EpochReport { epoch, positions, training_loss, validation_loss, best, rounded } = *report;
    let rate = positions as f64 / seconds.max(1e-3);
    let note = match (rounded, best) {
        (true, _) => "; output weights are rounded from here on, and the networks before count no more",
        (false, true) => "",
        (false, false) => ", no better",
    };
    format!(
        "epoch {epoch}: {positions} positions, {rate:.0}/s, loss {training_loss:.5}, held out {validation_loss:.5}{note}"
    )
}

/// Steps of the bar in an epoch.
const PARTS: u64 = 1000;
