//! The network in training: one sparse layer shared by both views, squared clipped ReLU, one output a bucket, and hidden layers
//! beside it if the shape has them.
//!
//! The first layer is cut into slices of a few neurons with all their weights. A slice fits the second-level cache
//! together with the changes of a block of samples, and depends on the others only by its share of the output. A slice
//! is one task, so every sum has the same order on any number of threads.

use super::batch::Samples;
use super::hidden::{self, Layers, Pass, STACK_ROWS, Sums};
pub use super::rows::{COLUMNS, Row, SUM_ROUNDING, UNIT, Units};
use super::uses::Uses;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// Sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub inputs: usize,
    /// A multiple of [`COLUMNS`].
    pub width: usize,
    /// At most [`COLUMNS`].
    pub buckets: usize,
    /// With hidden layers beside the output.
    pub hidden: bool,
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let beside = if self.hidden { " with hidden layers" } else { "" };
        write!(f, "{} x {} x {}{beside}", self.inputs, self.width, self.buckets)
    }
}

impl Shape {
    #[must_use]
    pub const fn slices(self) -> usize {
        self.width / COLUMNS
    }

    /// Rows of a slice: `[input]`, the bias, weights to the first hidden layer `[bucket][view]`, then output weights
    /// `[bucket][view]`.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.head(self.buckets, 0)
    }

    /// The weights to the first hidden layer of the side to move (view 0) or the other (view 1).
    #[must_use]
    pub const fn to_hidden(self, bucket: usize, view: usize) -> Range<usize> {
        let rows = if self.hidden { hidden::SLICE_ROWS } else { 0 };
        let first = self.inputs + 1 + rows * (2 * bucket + view);
        first..first + rows
    }

    /// Rows of the layers behind the first hidden one, without the outputs.
    #[must_use]
    pub const fn stack_rows(self) -> usize {
        if self.hidden { self.buckets * STACK_ROWS } else { 0 }
    }

    /// The first settled row of [`Model::stacks`], given the first of a slice: output weights settle together.
    #[must_use]
    pub const fn settled_stacks(self, settled: usize) -> usize {
        let outputs = if self.hidden && settled == self.rows() { self.buckets } else { 0 };
        self.stack_rows() + outputs
    }

    /// The output weights of the side to move (view 0) or the other (view 1).
    #[must_use]
    pub const fn head(self, bucket: usize, view: usize) -> usize {
        self.to_hidden(self.buckets, 0).start + 2 * bucket + view
    }
}

/// All parameters of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub shape: Shape,
    /// `[slice][row]`
    pub slices: Vec<Vec<Row>>,
    /// Output biases. `[bucket]`
    pub biases: Row,
    /// The layers behind the first hidden one: those of each bucket in turn, then the output weights of all buckets.
    pub stacks: Vec<Row>,
}

impl Model {
    /// Random weights. Those of inputs are tiny: in rare inputs they persist as noise, and tenfold ones cost 0.6 % of
    /// the validation loss with a million positions, a hundredfold 7 %.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        assert!(shape.width.is_multiple_of(COLUMNS) && shape.buckets <= COLUMNS);
        const INPUT_LIMIT: f32 = 0.001;
        const BIAS: f32 = 0.3;
        const HIDDEN_BIAS: f32 = 0.1;
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut uniform = |limit: f32| Row(std::array::from_fn(|_| rng.random_range(-limit..limit)));
        let output_limit = (1.0 / shape.width as f32).sqrt();
        let mut slice = || {
            let mut rows: Vec<Row> = (0..shape.inputs).map(|_| uniform(INPUT_LIMIT)).collect();
            rows.push(Row([BIAS; COLUMNS]));
            rows.extend((rows.len()..shape.rows()).map(|_| uniform(output_limit)));
            rows
        };
        let slices = (0..shape.slices()).map(|_| slice()).collect();
        let mut stacks: Vec<Row> = Vec::new();
        if shape.hidden {
            let limit = (1.0 / COLUMNS as f32).sqrt();
            for _ in 0..shape.buckets {
                stacks.push(Row([HIDDEN_BIAS; COLUMNS]));
                stacks.extend((0..hidden::SECOND).map(|_| uniform(limit)));
                stacks.push(Row([HIDDEN_BIAS; COLUMNS]));
            }
            stacks.extend((0..shape.buckets).map(|_| uniform(limit)));
        }
        Self { shape, slices, biases: Row::ZERO, stacks }
    }

    /// The layers of a bucket behind the first hidden one; `rows` are those of all buckets, perhaps rounded.
    pub fn hidden_layers<'a>(&'a self, rows: &'a [Row], bucket: usize) -> Layers<'a> {
        Layers::of(bucket, rows, &self.stacks[self.shape.stack_rows()..])
    }

    /// The greatest absolute output weight.
    #[must_use]
    pub fn greatest_output(&self) -> f32 {
        let heads = self.slices.iter().flat_map(|rows| &rows[self.shape.head(0, 0)..]);
        let heads = heads.chain(&self.stacks[self.shape.stack_rows()..]);
        heads.flat_map(|row| row.0).fold(0.0, |greatest, weight| greatest.max(weight.abs()))
    }

    /// Rounds the output weights to multiples of `1 / unit`.
    pub fn round_outputs(&mut self, unit: f32) {
        let first = self.shape.head(0, 0);
        let beside = &mut self.stacks[self.shape.stack_rows()..];
        let rows = self.slices.iter_mut().flat_map(|rows| &mut rows[first..]).chain(beside);
        let weights = rows.flat_map(|row| &mut row.0);
        weights.for_each(|weight| *weight = (*weight * unit).round() / unit);
    }

    /// Moves by `share` towards `other`, 1 for all the way; rows from `settled` on become those of `other` at once.
    pub fn approach(&mut self, other: &Self, share: f32, settled: usize) {
        let blend = |row: &mut Row, other: &Row, share: f32| {
            for (own, other) in row.0.iter_mut().zip(&other.0) {
                *own += share * (other - *own);
            }
        };
        self.slices.par_iter_mut().zip(&other.slices).for_each(|(rows, others)| {
            for (row, other) in rows[..settled].iter_mut().zip(others) {
                blend(row, other, share);
            }
            rows[settled..].clone_from_slice(&others[settled..]);
        });
        blend(&mut self.biases, &other.biases, share);
        let settled_stacks = self.shape.settled_stacks(settled);
        for (row, other) in self.stacks[..settled_stacks].iter_mut().zip(&other.stacks) {
            blend(row, other, share);
        }
        self.stacks[settled_stacks..].clone_from_slice(&other.stacks[settled_stacks..]);
    }

    /// Logits of the expected result for the side to move: the outputs plus the priors, of `scale` centipawns each.
    #[must_use]
    pub fn logits(&self, samples: &Samples, scale: f32) -> Vec<f32> {
        let of_slice = |rows: &Vec<Row>| {
            let (mut shares, mut rounded) = (Shares::default(), Rounded::default());
            rounded.fill(self.shape, rows);
            forward(self.shape, (rows, &rounded), samples, &mut shares, |_| {});
            shares
        };
        let shares: Vec<Shares> = self.slices.par_iter().map(of_slice).collect();
        let mut stacks = Vec::new();
        self.round_stacks(&mut stacks);
        let logit = |pass: &mut Pass, i| self.logit(samples, i, scale, shares.iter(), (&stacks, pass));
        (0..samples.len()).into_par_iter().map_init(Pass::default, logit).collect()
    }

    /// Rounds the layers behind the first hidden one, but not the outputs.
    pub fn round_stacks(&self, rounded: &mut Vec<Row>) {
        hidden::round_stacks(&self.stacks[..self.shape.stack_rows()], rounded);
    }

    /// The logit of sample `i`, given the `shares` of the slices and the [rounded](Self::round_stacks) layers behind the first
    /// hidden one. `pass` keeps their values.
    #[inline]
    pub fn logit<'a>(
        &self,
        samples: &Samples,
        i: usize,
        scale: f32,
        shares: impl Iterator<Item = &'a Shares> + Clone,
        (stacks, pass): (&[Row], &mut Pass),
    ) -> f32 {
        let label = samples.label(i);
        let bucket = usize::from(label.bucket);
        let output: f32 = shares.clone().map(|share| share.outputs[i]).sum();
        let mut logit = self.biases.0[bucket] + output + f32::from(label.prior) / scale;
        if self.shape.hidden {
            logit += pass.forward(self.hidden_layers(stacks, bucket), shares.map(|share| &share.hidden[i]));
        }
        logit
    }
}

/// The weights of a slice that every pass rounds.
#[derive(Default)]
pub struct Rounded {
    /// The inputs, then the bias.
    first: Vec<Units>,
    /// The weights to the first hidden layer, from the first bucket's on.
    hidden: Vec<Row>,
    /// The same by output, for the backward pass: sums along a row are slow.
    transposed: Vec<Row>,
}

impl Rounded {
    pub fn fill(&mut self, shape: Shape, rows: &[Row]) {
        self.first.clear();
        self.first.extend(rows[..=shape.inputs].iter().map(Units::of));
        hidden::round(&rows[shape.inputs + 1..shape.head(0, 0)], &mut self.hidden);
        hidden::transpose(&self.hidden, &mut self.transposed);
    }

    /// The place of the weights of a bucket and view to the first hidden layer.
    fn place(shape: Shape, bucket: usize, view: usize) -> Range<usize> {
        let Range { start, end } = shape.to_hidden(bucket, view);
        start - shape.inputs - 1..end - shape.inputs - 1
    }
}

/// The share of a slice in the outputs and in the first hidden layer, sample by sample.
#[derive(Default)]
pub struct Shares {
    outputs: Vec<f32>,
    hidden: Vec<Sums>,
}

/// Computes the share of a slice, and passes the sums of the first layer for both views to `keep`.
pub fn forward(
    shape: Shape,
    (rows, rounded): (&[Row], &Rounded),
    samples: &Samples,
    shares: &mut Shares,
    mut keep: impl FnMut([Units; 2]),
) {
    let first = &rounded.first;
    shares.outputs.clear();
    shares.hidden.clear();
    for i in 0..samples.len() {
        let bucket = usize::from(samples.label(i).bucket);
        let bias = &first[shape.inputs];
        let mut sums = [bias.clone(), bias.clone()];
        for &[own, other] in samples.active(i) {
            sums[0].add(&first[usize::from(own)]);
            sums[1].add(&first[usize::from(other)]);
        }
        let head = shape.head(bucket, 0);
        shares.outputs.push(dot(&sums, &rows[head..head + 2]));
        if shape.hidden {
            let mut share = Sums::default();
            for (view, sums) in sums.iter().enumerate() {
                hidden::add_share(&rounded.hidden[Rounded::place(shape, bucket, view)], sums, &mut share);
            }
            shares.hidden.push(share);
        }
        keep(sums);
    }
}

/// Derivatives of the loss by the sums of a slice in one view of a sample, rounded to bfloat16: half as much to read,
/// and the noise of the batch is far above the rounding. A column shares a word with the one half a row further.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Change([u32; COLUMNS / 2]);

impl Change {
    #[inline]
    fn new(row: &Row) -> Self {
        Self(std::array::from_fn(|word| {
            let lower = row.0[word + COLUMNS / 2].to_bits().wrapping_add(0x8000) >> 16;
            // Together with the lower half it is nearest to the value, and can be read without separating them.
            let bits = row.0[word].to_bits();
            let size = ((bits & 0x7fff_ffff) + 0x8000).max(lower) - lower;
            bits & 0x8000_0000 | size & 0x7fff_0000 | lower
        }))
    }

    #[inline]
    fn add_to(&self, row: &mut Row) {
        let (upper, lower) = row.0.split_at_mut(COLUMNS / 2);
        for ((upper, lower), word) in upper.iter_mut().zip(lower).zip(self.0) {
            *upper += f32::from_bits(word);
            *lower += f32::from_bits(word << 16);
        }
    }
}

/// Derivatives of the loss for each sample.
#[derive(Default)]
pub struct Slopes {
    /// By the output.
    pub outputs: Vec<f32>,
    /// By the sums of the first hidden layer, if there is one.
    pub hidden: Vec<Sums>,
}

/// Adds the gradient of a loss with these `slopes` to `gradient`. `uses` are those of the inputs of `samples`, and `changes` is
/// scratch space.
pub fn backward(
    shape: Shape,
    (rows, rounded): (&[Row], &Rounded),
    (samples, uses): (&Samples, &[Uses]),
    (sums, slopes): (&[[Units; 2]], &Slopes),
    changes: &mut Vec<Change>,
    gradient: &mut [Row],
) {
    for uses in uses {
        changes.clear();
        let mut bias = Row::ZERO;
        for i in uses.samples.clone() {
            let bucket = usize::from(samples.label(i).bucket);
            let (head, slope) = (shape.head(bucket, 0), slopes.outputs[i]);
            for (view, sums) in sums[i].iter().enumerate() {
                let mut by_value = Row(rows[head + view].0.map(|weight| slope * weight));
                if shape.hidden {
                    let gradient = &mut gradient[shape.to_hidden(bucket, view)];
                    let weights = &rounded.transposed[Rounded::place(shape, bucket, view)];
                    by_value.add(&hidden::share_gradient(weights, sums, &slopes.hidden[i], gradient));
                }
                let clipped = sums.clipped();
                let head = &mut gradient[head + view].0;
                let mut change = Row::ZERO;
                for c in 0..COLUMNS {
                    head[c] += slope * (1.0 / (UNIT * UNIT)) * clipped[c] * clipped[c];
                    // The derivative is zero at both ends.
                    let inside = if clipped[c] < UNIT { clipped[c] } else { 0.0 };
                    change.0[c] = by_value.0[c] * (2.0 / UNIT) * inside;
                }
                bias.add(&change);
                changes.push(Change::new(&change));
            }
        }
        gradient[shape.inputs].add(&bias);
        for (input, gradient) in gradient[..shape.inputs].iter_mut().enumerate() {
            let mut sum = Row::ZERO;
            for &place in uses.of(input) {
                changes[usize::from(place)].add_to(&mut sum);
            }
            gradient.add(&sum);
        }
    }
}

/// Sum of weights times squared clipped activations.
#[inline]
fn dot(sums: &[Units; 2], weights: &[Row]) -> f32 {
    let mut products = Row::ZERO;
    for (sums, weights) in sums.iter().zip(weights) {
        for ((product, clipped), weight) in products.0.iter_mut().zip(sums.clipped()).zip(&weights.0) {
            *product += clipped * clipped * weight;
        }
    }
    products.total() * (1.0 / (UNIT * UNIT))
}

#[cfg(test)]
mod tests {
    use super::super::batch::Label;
    use super::super::maths::sigmoid;
    use super::*;

    /// A logit of 200 centipawns grows by a fifth with a prior of 40.
    #[test]
    fn a_prior_is_added_to_the_output() {
        let model = Model::random(Shape { inputs: 12, width: COLUMNS, buckets: 1, hidden: false }, 5);
        let mut samples = Samples::default();
        for prior in [0, 40] {
            samples.push(Label { bucket: 0, score: 0, prior, target: 0.5 }, &[[0, 1], [3, 2]]);
        }
        let logits = model.logits(&samples, 200.0);
        assert!((logits[1] - logits[0] - 0.2).abs() < 1e-6, "{logits:?}");
    }

    /// The gradient equals finite differences of the squared error, for every parameter of a small network.
    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let shape = Shape { inputs: 12, width: 2 * COLUMNS, buckets: 2, hidden: false };
        let mut model = Model::random(shape, 5);
        // Weights and steps are whole, so that rounding changes none of them.
        for weight in model.slices.iter_mut().flat_map(|rows| &mut rows[..shape.inputs]).flat_map(|row| &mut row.0) {
            *weight = (*weight * 50.0 * UNIT).round() / UNIT;
        }
        let mut samples = Samples::default();
        samples.push(Label { bucket: 0, score: 0, prior: 0, target: 0.9 }, &[[0, 1], [3, 2], [7, 11]]);
        samples.push(Label { bucket: 1, score: 0, prior: 0, target: 0.2 }, &[[4, 0], [5, 9], [3, 10]]);
        let misses = |model: &Model| -> Vec<f32> {
            let logits = model.logits(&samples, 1.0);
            logits.iter().enumerate().map(|(i, &logit)| sigmoid(logit) - samples.label(i).target).collect()
        };
        let error = |model: &Model| -> f64 { misses(model).iter().map(|&miss| f64::from(miss).powi(2)).sum() };
        let logits = model.logits(&samples, 1.0);
        let outputs = misses(&model)
            .iter()
            .zip(&logits)
            .map(|(miss, &logit)| 2.0 * miss * sigmoid(logit) * (1.0 - sigmoid(logit)))
            .collect();
        let slopes = Slopes { outputs, hidden: Vec::new() };
        let mut moved = 0;
        let mut uses = Uses::default();
        uses.fill(shape.inputs, &samples, 0..samples.len());
        for slice in 0..shape.slices() {
            let (mut rounded, mut sums) = (Rounded::default(), Vec::new());
            rounded.fill(shape, &model.slices[slice]);
            forward(shape, (&model.slices[slice], &rounded), &samples, &mut Shares::default(), |row| sums.push(row));
            let mut gradient = vec![Row::ZERO; shape.rows()];
            let batch = (&samples, std::slice::from_ref(&uses));
            backward(shape, (&model.slices[slice], &rounded), batch, (&sums, &slopes), &mut Vec::new(), &mut gradient);
            for (row, gradient) in gradient.iter().enumerate() {
                for (c, &slope) in gradient.0.iter().enumerate() {
                    const STEP: f32 = 20.0 / UNIT;
                    let before = model.slices[slice][row].0[c];
                    model.slices[slice][row].0[c] = before + STEP;
                    let above = error(&model);
                    model.slices[slice][row].0[c] = before - STEP;
                    let below = error(&model);
                    model.slices[slice][row].0[c] = before;
                    let measured = (above - below) / f64::from(2.0 * STEP);
                    let (slope, allowed) = (f64::from(slope), 2e-5 + f64::from(slope.abs()) / 100.0);
                    assert!((measured - slope).abs() < allowed, "row {row}: {slope} against {measured}");
                    moved += usize::from(slope != 0.0);
                }
            }
        }
        assert!(moved > shape.width * 8);
    }
}
