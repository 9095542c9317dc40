//! The training loop: batches over threads, learning rate, validation, early stopping, and the fitted scale of the
//! scores.

use super::batch::{Label, Samples};
use super::dataset::{Dataset, Part, Selection};
use super::filter::Filter;
use super::hidden::{LayersMut, Pass, Sums};
use super::inputs::NetworkInputs;
use super::maths::sigmoid;
use super::model::{Change, Model, Rounded, Row, Shape, Shares, Slopes, Units, backward, forward};
use super::optimiser::{AdamW, Pace};
use super::predict;
use super::target::{Blend, Targets};
use super::uses::{BLOCK, Uses};
use crate::eval::NetInput;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options of a training.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    pub epochs: usize,
    pub seed: u64,
    /// Positions in a batch, at most.
    pub batch: usize,
    /// Learning rate after the warm-up, and at the end of the cosine.
    pub rate: f32,
    pub last_rate: f32,
    /// Share of all training at its end that runs at the last rate.
    pub tail: f64,
    /// Share of a weight that decays for a learning rate of one.
    pub decay: f32,
    /// Share of the weights' moving average kept by each step; 0 if the weights themselves are the network.
    pub average: f32,
    /// Scale of the targets; none for that of the network.
    pub score_scale: Option<f32>,
    pub blend: Blend,
    /// Epochs without a better validation after which training ends.
    pub patience: usize,
    /// The unit that output weights are rounded to in the end, by the greatest of them and the scale.
    pub output_unit: Option<fn(f32, f32) -> f32>,
    pub filter: Filter,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            epochs: 8,
            seed: 1,
            batch: 4096,
            rate: 1e-3,
            last_rate: 5e-6,
            tail: 0.0,
            decay: 0.01,
            average: 0.0,
            score_scale: None,
            blend: Blend { lambda: 0.4, late_lambda: 0.4, ..Blend::SCORE },
            patience: 3,
            output_unit: None,
            filter: Filter::default(),
        }
    }
}

/// Share of all training in which the learning rate rises to its full value.
const WARM_UP: f64 = 0.03;

/// Share of all training after which the output weights stay rounded, so that the first layer compensates for the
/// rounding.
const ROUNDED_FROM: f64 = 0.5;

/// Results of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    /// From 1.
    pub epoch: usize,
    pub positions: usize,
    /// Mean squared error of the expected result.
    pub training_loss: f64,
    pub validation_loss: f64,
    pub best: bool,
    /// The output weights are rounded from now on, so that the search for the best network starts again.
    pub rounded: bool,
}

/// Progress of an epoch.
#[derive(Clone, Copy, Debug)]
pub struct EpochProgress {
    /// Of the epoch's games.
    pub share: f64,
    pub positions: usize,
    /// Mean squared error so far.
    pub loss: f64,
}

/// The state of a training after an epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainState {
    pub model: Model,
    /// The moving average of the model over the steps, if one is kept.
    pub average: Option<Model>,
    /// Moments of each slice, those of the output biases, and those of the layers behind the first hidden one.
    pub moments: Vec<AdamW>,
    /// Steps of the optimiser.
    pub steps: u32,
    pub epochs_done: usize,
    /// The model with the best validation so far.
    pub best: Model,
    pub best_loss: f64,
    pub epochs_since_best: usize,
    /// Centipawns of the network that mean an expected result of 73 %.
    pub scale: f32,
}

/// Parameters of one optimiser step.
struct Step {
    rate: f32,
    decay: f32,
    /// Share of the moving average that is kept, if there is one.
    average: f32,
    /// Rows of a slice that are updated; those of the outputs come last.
    moving: usize,
}

/// Buffers of a batch's tasks.
struct Workspace {
    slices: Vec<SliceWork>,
    /// The rounded layers behind the first hidden one.
    stacks: Vec<Row>,
    slopes: Slopes,
    uses: Vec<Uses>,
}

struct SliceWork {
    rounded: Rounded,
    sums: Vec<[Units; 2]>,
    shares: Shares,
    changes: Vec<Change>,
    gradient: Vec<Row>,
}

impl Workspace {
    fn new(shape: Shape) -> Self {
        let slice = || SliceWork {
            rounded: Rounded::default(),
            sums: Vec::new(),
            shares: Shares::default(),
            changes: Vec::new(),
            gradient: vec![Row::ZERO; shape.rows()],
        };
        let slices = (0..shape.slices()).map(|_| slice()).collect();
        Self { slices, stacks: Vec::new(), slopes: Slopes::default(), uses: Vec::new() }
    }
}

impl TrainState {
    /// The state before the first epoch. `scale` is the centipawns of a logit of one.
    #[must_use]
    pub fn new(model: Model, scale: f32) -> Self {
        let shape = model.shape;
        let mut moments = vec![AdamW::new(shape.inputs, shape.rows()); shape.slices()];
        moments.push(AdamW::new(0, 1));
        moments.push(AdamW::new(0, model.stacks.len()));
        Self {
            moments,
            average: None,
            steps: 0,
            best: model.clone(),
            model,
            epochs_done: 0,
            best_loss: f64::INFINITY,
            epochs_since_best: 0,
            scale,
        }
    }

    /// Restarts the count of epochs with the learned weights, for other data.
    pub fn restart(&mut self) {
        self.epochs_done = 0;
        self.epochs_since_best = 0;
        self.best_loss = f64::INFINITY;
    }

    /// The network in its present state.
    fn network(&self) -> &Model {
        self.average.as_ref().unwrap_or(&self.model)
    }

    #[must_use]
    pub const fn is_finished(&self, options: &TrainOptions) -> bool {
        // While the rate is high the loss wanders, and falls with the rate later.
        let rate_is_low = 2 * options.epochs <= 3 * self.epochs_done;
        self.epochs_done >= options.epochs || rate_is_low && self.epochs_since_best >= options.patience
    }

    /// True if the output weights are not rounded yet.
    fn is_exact(&self, options: &TrainOptions) -> bool {
        options.rounding(self.epochs_done as f64 / options.epochs as f64).is_none()
    }

    /// Trains one epoch and validates. None once `stop` is raised: training must not go on from that state.
    pub fn epoch<G: NetInput>(
        &mut self,
        data: &mut Dataset,
        inputs: &NetworkInputs<G>,
        options: &TrainOptions,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(EpochProgress) + Send),
    ) -> Option<EpochReport> {
        let seed = options.seed.wrapping_add(1 + self.epochs_done as u64);
        let (filter, targets) = (&options.filter, options.targets(self.scale));
        let selection = Selection { part: Part::Training, filter, targets, seed, batch: options.batch };
        let mut work = Workspace::new(self.model.shape);
        let (mut positions, mut error) = (0, 0.0);
        self.average = (options.average > 0.0).then(|| self.average.take().unwrap_or_else(|| self.model.clone()));
        data.visit(inputs, &selection, |batch, share| {
            let done = (self.epochs_done as f64 + share) / options.epochs as f64;
            let rounding = options.rounding(done);
            if let Some(unit) = rounding {
                self.model.round_outputs(unit(self.model.greatest_output(), self.scale));
            }
            let shape = self.model.shape;
            // If the greatest of them moved, the unit and with it all of them would follow.
            let moving = if rounding.is_some() { shape.head(0, 0) } else { shape.rows() };
            let (rate, &TrainOptions { decay, average, .. }) = (learning_rate(options, done), options);
            let step = Step { rate, decay, average, moving };
            error += self.batch(batch, &mut work, &step);
            positions += batch.len();
            progress(EpochProgress { share, positions, loss: error / positions as f64 });
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let was_exact = self.is_exact(options);
        self.epochs_done += 1;
        let rounded = was_exact && !self.is_exact(options);
        if rounded {
            // Earlier models have not paid for the rounding yet.
            self.best_loss = f64::INFINITY;
        }
        let training_loss = error / positions.max(1) as f64;
        let validation_loss = self.validate(data, inputs, options);
        let best = validation_loss < self.best_loss;
        if best {
            self.best = self.network().clone();
            self.best_loss = validation_loss;
            self.epochs_since_best = 0;
        } else {
            self.epochs_since_best += 1;
        }
        Some(EpochReport { epoch: self.epochs_done, positions, training_loss, validation_loss, best, rounded })
    }

    /// One step of the optimiser; returns the summed error.
    fn batch(&mut self, samples: &Samples, work: &mut Workspace, step: &Step) -> f64 {
        let shape = self.model.shape;
        self.steps += 1;
        let pace = Pace { step: self.steps, rate: step.rate, decay: step.decay };
        work.uses.resize_with(samples.len().div_ceil(BLOCK), Uses::default);
        work.uses.par_iter_mut().enumerate().for_each(|(block, uses)| {
            let first = block * BLOCK;
            uses.fill(shape.inputs, samples, first..samples.len().min(first + BLOCK));
        });
        self.model.slices.par_iter().zip(&mut work.slices).for_each(|(rows, work)| {
            work.sums.clear();
            work.rounded.fill(shape, rows);
            forward(shape, (rows, &work.rounded), samples, &mut work.shares, |sums| work.sums.push(sums));
        });
        self.model.round_stacks(&mut work.stacks);
        let mut found = self.slopes(samples, work);
        let Workspace { slices, slopes, uses, .. } = work;
        let parameters = self.model.slices.par_iter_mut().zip(&mut self.moments);
        parameters.zip(slices).for_each(|((rows, moments), work)| {
            let SliceWork { rounded, sums, changes, gradient, .. } = work;
            backward(shape, (rows, rounded), (samples, uses), (sums, slopes), changes, gradient);
            moments.step(&mut rows[..step.moving], &mut gradient[..step.moving], pace);
            gradient[step.moving..].fill(Row::ZERO);
        });
        if let [.., of_biases, of_stacks] = &mut self.moments[..] {
            let biases = std::slice::from_mut(&mut self.model.biases);
            of_biases.step(biases, std::slice::from_mut(&mut found.biases), pace);
            let moving = shape.settled_stacks(step.moving);
            of_stacks.step(&mut self.model.stacks[..moving], &mut found.stacks[..moving], pace);
        }
        if let Some(average) = &mut self.average {
            average.approach(&self.model, 1.0 - kept(step.average, self.steps), step.moving);
        }
        found.error
    }

    /// Computes the derivatives of the mean squared error, and the gradient of the layers behind the slices.
    fn slopes(&self, samples: &Samples, work: &mut Workspace) -> Found {
        /// Samples of a task. Of one size, so that every sum has the same order on any number of threads.
        const PART: usize = 1024;
        let Workspace { slices, stacks, slopes, .. } = work;
        slopes.outputs.resize(samples.len(), 0.0);
        slopes.hidden.resize(samples.len(), Sums::default());
        let (slices, stacks) = (&*slices, &*stacks);
        let part = |(number, (outputs, hidden)): (usize, (&mut [f32], &mut [Sums]))| {
            let mut found = Found::new(&self.model);
            let mut pass = Pass::default();
            for (at, (slope, hidden)) in outputs.iter_mut().zip(hidden).enumerate() {
                let i = number * PART + at;
                let shares = slices.iter().map(|slice| &slice.shares);
                let predicted = sigmoid(self.model.logit(samples, i, self.scale, shares, (stacks, &mut pass)));
                let miss = predicted - samples.label(i).target;
                *slope = 2.0 * miss * predicted * (1.0 - predicted) / samples.len() as f32;
                let bucket = usize::from(samples.label(i).bucket);
                found.error += f64::from(miss * miss);
                found.biases.0[bucket] += *slope;
                if self.model.shape.hidden {
                    let (rows, outputs) = found.stacks.split_at_mut(self.model.shape.stack_rows());
                    let layers = self.model.hidden_layers(stacks, bucket);
                    *hidden = pass.backward(layers, *slope, LayersMut::of(bucket, rows, outputs));
                }
            }
            found
        };
        let parts = slopes.outputs.par_chunks_mut(PART).zip(slopes.hidden.par_chunks_mut(PART));
        let parts: Vec<Found> = parts.enumerate().map(part).collect();
        parts.into_iter().fold(Found::new(&self.model), Found::plus)
    }

    /// The mean squared error over the held-out games.
    fn validate<G: NetInput>(&self, data: &mut Dataset, inputs: &NetworkInputs<G>, options: &TrainOptions) -> f64 {
        let (mut error, mut positions) = (0.0, 0);
        data.visit(inputs, &validation(options, self.scale), |samples, _| {
            for (i, logit) in self.network().logits(samples, self.scale).into_iter().enumerate() {
                let miss = sigmoid(logit) - samples.label(i).target;
                error += f64::from(miss * miss);
            }
            positions += samples.len();
            ControlFlow::Continue(())
        });
        error / positions.max(1) as f64
    }
}

/// The summed error of some samples, and the gradient of the parameters behind the slices.
struct Found {
    error: f64,
    biases: Row,
    stacks: Vec<Row>,
}

impl Found {
    fn new(model: &Model) -> Self {
        Self { error: 0.0, biases: Row::ZERO, stacks: vec![Row::ZERO; model.stacks.len()] }
    }

    fn plus(mut self, other: Self) -> Self {
        self.error += other.error;
        self.biases.add(&other.biases);
        self.stacks.iter_mut().zip(&other.stacks).for_each(|(sum, row)| sum.add(row));
        self
    }
}

impl TrainOptions {
    /// The unit of the output weights if they are rounded by now. `done` is the share of all training.
    fn rounding(&self, done: f64) -> Option<fn(f32, f32) -> f32> {
        self.output_unit.filter(|_| done >= ROUNDED_FROM)
    }

    fn targets(&self, network_scale: f32) -> Targets {
        Targets { scale: self.score_scale.unwrap_or(network_scale), blend: self.blend }
    }
}

fn validation(options: &TrainOptions, scale: f32) -> Selection<'_> {
    const BATCH: usize = 1 << 14;
    let (filter, targets) = (&options.filter, options.targets(scale));
    Selection { part: Part::Validation, filter, targets, seed: options.seed, batch: BATCH }
}

/// Share of a moving average that is kept after `steps` steps: smaller at first, when it has seen few of them.
fn kept(average: f32, steps: u32) -> f32 {
    let steps = steps as f32;
    average.min((1.0 + steps) / (10.0 + steps))
}

/// Rises linearly, falls along a cosine (Loshchilov, Hutter: SGDR, 2017), and stays low for the tail. `done` is the
/// share of all training.
fn learning_rate(options: &TrainOptions, done: f64) -> f32 {
    let warm_up = (done / WARM_UP).min(1.0) as f32;
    let fallen = (done / (1.0 - options.tail).max(WARM_UP)).min(1.0);
    let phase = fallen as f32 * std::f32::consts::PI;
    warm_up * (options.last_rate + (options.rate - options.last_rate) * (1.0 + phase.cos()) / 2.0)
}

/// Factor of the logits of a model, of `scale` centipawns each, that predicts results best over the held-out games.
pub fn fit_logits<G: NetInput>(
    model: &Model,
    scale: f32,
    data: &mut Dataset,
    inputs: &NetworkInputs<G>,
    options: &TrainOptions,
) -> f32 {
    let mut pairs = Vec::new();
    let selection = Selection { targets: Targets::RESULTS, ..validation(options, 1.0) };
    data.visit(inputs, &selection, |samples, _| {
        let results = (0..samples.len()).map(|i| samples.label(i).target);
        pairs.extend(model.logits(samples, scale).into_iter().zip(results));
        ControlFlow::Continue(())
    });
    predict::slope(&pairs) as f32
}

/// The scale in centipawns by which scores predict results best, by cross-entropy over the held-out games. Found by
/// golden-section search: the cross-entropy has one minimum in the scale.
pub fn fit_scale<G: NetInput>(data: &mut Dataset, inputs: &NetworkInputs<G>, filter: &Filter, seed: u64) -> f32 {
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    let take = |_: &G::Position, label: Label| pairs.push((label.score.into(), label.target.into()));
    data.held_out(inputs, filter, &Targets::RESULTS, seed, take);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_and_stays_low_for_the_tail() {
        let options = TrainOptions { rate: 1e-3, last_rate: 1e-5, tail: 0.5, ..TrainOptions::default() };
        let rates = [0.0, WARM_UP, 0.25, 0.5, 0.75, 1.0].map(|done| learning_rate(&options, done));
        assert!(rates[0] == 0.0 && rates[1] > 0.98e-3, "{rates:?}");
        assert!((rates[2] - 5.05e-4).abs() < 1e-6, "{rates:?}");
        assert!(rates[3..].iter().all(|rate| (rate - 1e-5).abs() < 1e-9), "{rates:?}");
        let whole = TrainOptions { tail: 0.0, ..options };
        assert!((learning_rate(&whole, 0.5) - 5.05e-4).abs() < 1e-6);
    }

    #[test]
    fn averages_forget_what_was_before_the_first_steps() {
        assert!(kept(0.999, 1) < 0.2 && kept(0.999, 100_000) == 0.999);
        let shape = Shape { inputs: 3, width: 32, buckets: 1, hidden: false };
        let (mut average, model) = (Model::random(shape, 1), Model::random(shape, 2));
        let before = average.clone();
        let settled = shape.head(0, 0);
        average.approach(&model, 0.25, settled);
        let middle = |row: usize| 0.75f32.mul_add(before.slices[0][row].0[5], 0.25 * model.slices[0][row].0[5]);
        assert!((average.slices[0][1].0[5] - middle(1)).abs() < 1e-7);
        assert_eq!(average.slices[0][settled..], model.slices[0][settled..]);
    }
}
