//! The training loop: batches over threads, learning rate, validation, early stop, the fitted scale of the scores.

use super::Features;
use super::dataset::{Dataset, Filter, Part, Sample};
use super::model::{Model, Shape, sigmoid};
use super::optimiser::AdamW;
use crate::game::Game;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    pub epochs: usize,
    pub seed: u64,
    pub batch: usize,
    /// Learning rate after the warm-up, and at the end of the cosine.
    pub rate: f32,
    pub last_rate: f32,
    /// Share of the game's result in the target; the rest is the score's.
    pub result_share: f32,
    /// Centipawns that mean an expected result of 73 %; fitted to the data if none.
    pub scale: Option<f32>,
    /// Epochs without a better validation after which training ends.
    pub patience: usize,
    pub filter: Filter,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            epochs: 8,
            seed: 1,
            batch: 16_384,
            rate: 1e-3,
            last_rate: 5e-6,
            result_share: 0.3,
            scale: None,
            patience: 3,
            filter: Filter::default(),
        }
    }
}

/// Parts of a batch, each with a gradient of its own: fixed, so that the result does not depend on the threads.
const PARTS: usize = 8;
/// Steps in which the learning rate rises to its full value.
const WARM_UP: f32 = 200.0;

/// How training goes, an epoch at a time.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// From 1.
    pub epoch: usize,
    pub positions: usize,
    /// Mean squared error of the expected result.
    pub training_loss: f64,
    pub validation_loss: f64,
    pub best: bool,
}

/// Everything needed to go on after an epoch.
#[derive(Clone)]
pub struct TrainState<const W: usize> {
    pub model: Model<W>,
    pub optimiser: AdamW,
    pub epochs_done: usize,
    pub best: Model<W>,
    pub best_loss: f64,
    pub epochs_since_best: usize,
    pub scale: f32,
    /// Batches of one epoch, once one has been counted.
    pub batches: Option<usize>,
}

impl<const W: usize> TrainState<W> {
    #[must_use]
    pub fn new(shape: Shape, scale: f32, seed: u64) -> Self {
        let model = Model::random(shape, seed);
        Self {
            optimiser: AdamW::new(model.parameters.len()),
            best: model.clone(),
            model,
            epochs_done: 0,
            best_loss: f64::INFINITY,
            epochs_since_best: 0,
            scale,
            batches: None,
        }
    }

    #[must_use]
    pub const fn is_finished(&self, options: &TrainOptions) -> bool {
        self.epochs_done >= options.epochs || self.epochs_since_best >= options.patience
    }

    /// Trains one epoch. `progress` is told the positions done so far and the mean error of the last batch; once
    /// `stop` is raised the epoch is given up and none returned.
    pub fn epoch<G: Game, F: Features<G>>(
        &mut self,
        data: &mut Dataset,
        features: &F,
        options: &TrainOptions,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize, f64),
    ) -> Option<EpochReport> {
        let seed = options.seed.wrapping_add(1 + self.epochs_done as u64);
        let planned = *self.batches.get_or_insert_with(|| {
            let mut positions = 0;
            data.visit(features, Part::Training, &options.filter, seed, |samples| positions += samples.len());
            positions.div_ceil(options.batch).max(1)
        });
        let mut gradients = vec![vec![0.0; self.model.parameters.len()]; PARTS];
        let (mut positions, mut error) = (0, 0.0);
        data.visit(features, Part::Training, &options.filter, seed, |samples| {
            for batch in samples.chunks(options.batch) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let loss = self.batch(batch, &mut gradients, options, planned * options.epochs);
                positions += batch.len();
                error += loss;
                progress(positions, loss / batch.len() as f64);
            }
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        self.epochs_done += 1;
        let validation_loss = self.validate(data, features, options);
        let best = validation_loss < self.best_loss;
        if best {
            self.best = self.model.clone();
            self.best_loss = validation_loss;
            self.epochs_since_best = 0;
        } else {
            self.epochs_since_best += 1;
        }
        let training_loss = error / positions.max(1) as f64;
        Some(EpochReport { epoch: self.epochs_done, positions, training_loss, validation_loss, best })
    }

    /// One step of the optimiser; returns the summed error.
    fn batch(&mut self, batch: &[Sample], gradients: &mut [Vec<f32>], options: &TrainOptions, steps: usize) -> f64 {
        let (model, scale) = (&self.model, self.scale);
        let part = batch.len().div_ceil(PARTS).max(1);
        let errors: Vec<f64> = batch
            .par_chunks(part)
            .zip(gradients.par_iter_mut())
            .map(|(samples, gradient)| {
                let error = |sample: &Sample| {
                    f64::from(model.back_propagate(sample, target(sample, scale, options.result_share), gradient))
                };
                samples.iter().map(error).sum()
            })
            .collect();
        let rate = learning_rate(options, self.optimiser.steps as f32, steps as f32);
        self.optimiser.step(&mut self.model.parameters, gradients, 1.0 / batch.len() as f32, rate);
        errors.iter().sum()
    }

    /// The mean squared error over the held-out games.
    pub fn validate<G: Game, F: Features<G>>(&self, data: &mut Dataset, features: &F, options: &TrainOptions) -> f64 {
        let (mut error, mut positions) = (0.0, 0);
        data.visit(features, Part::Validation, &options.filter, options.seed, |samples| {
            let square = |sample: &Sample| {
                let miss = sigmoid(self.model.logit(sample)) - target(sample, self.scale, options.result_share);
                f64::from(miss * miss)
            };
            let errors: Vec<f64> = samples.par_iter().map(square).collect();
            error += errors.iter().sum::<f64>();
            positions += samples.len();
        });
        error / f64::from(positions.max(1) as u32)
    }
}

/// What the network should predict: between the score as an expected result and the result itself.
fn target(sample: &Sample, scale: f32, result_share: f32) -> f32 {
    let by_score = sigmoid(f32::from(sample.score) / scale);
    result_share * sample.result + (1.0 - result_share) * by_score
}

/// Rises linearly, then falls along a cosine (Loshchilov, Hutter: SGDR, 2017).
fn learning_rate(options: &TrainOptions, step: f32, steps: f32) -> f32 {
    let warm_up = ((step + 1.0) / WARM_UP).min(1.0);
    let phase = (step / steps).min(1.0) * std::f32::consts::PI;
    warm_up * (options.last_rate + (options.rate - options.last_rate) * (1.0 + phase.cos()) / 2.0)
}

/// The scale in centipawns by which scores predict results best, by cross-entropy over the data. The search is by
/// golden section: the cross-entropy has one minimum in the scale.
pub fn fit_scale<G: Game, F: Features<G>>(data: &mut Dataset, features: &F, filter: &Filter, seed: u64) -> f32 {
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    data.visit(features, Part::Validation, filter, seed, |samples| {
        pairs.extend(samples.iter().map(|sample| (f64::from(sample.score), f64::from(sample.result))));
    });
    let cross_entropy = |scale: f64| -> f64 {
        let term = |&(score, result): &(f64, f64)| {
            let x = score / scale;
            // ln(1 + e^-x) without overflow.
            let soft = (-x.abs()).exp().ln_1p() + (-x).max(0.0);
            soft + (1.0 - result) * x
        };
        pairs.iter().map(term).sum()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (100.0, 5000.0);
    while high - low > 1.0 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if cross_entropy(a) < cross_entropy(b) { high = b } else { low = a }
    }
    ((low + high) / 2.0) as f32
}
