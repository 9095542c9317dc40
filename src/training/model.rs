//! The network as it is trained: one sparse layer shared by both views, squared clipped ReLU, one output a bucket.
//!
//! The first layer is cut into slices of a few neurons with all their weights. A slice fits the second-level cache
//! together with its gradient and needs nothing of the others but their share of the output. A slice is one task,
//! so that every sum has the same order on any number of threads.

use super::dataset::Samples;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// Neurons of a slice.
pub const COLUMNS: usize = 32;

/// One parameter of each neuron of a slice.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Row(pub [f32; COLUMNS]);

impl Row {
    pub const ZERO: Self = Self([0.0; COLUMNS]);

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum += term;
        }
    }
}

/// Sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub inputs: usize,
    /// A multiple of [`COLUMNS`].
    pub width: usize,
    /// At most [`COLUMNS`].
    pub buckets: usize,
}

impl Shape {
    #[must_use]
    pub const fn slices(self) -> usize {
        self.width / COLUMNS
    }

    /// Rows of a slice: `[input]`, the bias, then output weights `[bucket][view]`.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.inputs + 1 + 2 * self.buckets
    }

    /// The output weights of the side to move (view 0) or the other (view 1).
    #[must_use]
    pub const fn head(self, bucket: usize, view: usize) -> usize {
        self.inputs + 1 + 2 * bucket + view
    }
}

/// All parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub shape: Shape,
    /// `[slice][row]`
    pub slices: Vec<Vec<Row>>,
    /// Output biases. `[bucket]`
    pub biases: Row,
}

impl Model {
    /// Random weights. Those of inputs are tiny: what is left of them in rare inputs is noise, and tenfold ones cost 0.6 %
    /// of the validation loss with a million positions, a hundredfold 7 %.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        assert!(shape.width.is_multiple_of(COLUMNS) && shape.buckets <= COLUMNS);
        const INPUT_LIMIT: f32 = 0.001;
        const BIAS: f32 = 0.3;
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut uniform = |limit: f32| Row(std::array::from_fn(|_| rng.random_range(-limit..limit)));
        let output_limit = (1.0 / shape.width as f32).sqrt();
        let mut slice = || {
            let mut rows: Vec<Row> = (0..shape.inputs).map(|_| uniform(INPUT_LIMIT)).collect();
            rows.push(Row([BIAS; COLUMNS]));
            rows.extend((0..2 * shape.buckets).map(|_| uniform(output_limit)));
            rows
        };
        Self { shape, slices: (0..shape.slices()).map(|_| slice()).collect(), biases: Row::ZERO }
    }

    /// The size of the greatest output weight.
    #[must_use]
    pub fn greatest_output(&self) -> f32 {
        let heads = self.slices.iter().flat_map(|rows| &rows[self.shape.head(0, 0)..]);
        heads.flat_map(|row| row.0).fold(0.0, |greatest, weight| greatest.max(weight.abs()))
    }

    /// Rounds the output weights to whole numbers of `1 / unit`.
    pub fn round_outputs(&mut self, unit: f32) {
        let first = self.shape.head(0, 0);
        let weights = self.slices.iter_mut().flat_map(|rows| &mut rows[first..]).flat_map(|row| &mut row.0);
        weights.for_each(|weight| *weight = (*weight * unit).round() / unit);
    }

    /// The outputs: logits of the expected result for the side to move.
    #[must_use]
    pub fn logits(&self, samples: &Samples) -> Vec<f32> {
        let of_slice = |rows: &Vec<Row>| {
            let mut outputs = vec![0.0; samples.len()];
            forward(self.shape, rows, samples, &mut outputs, |_, _| {});
            outputs
        };
        let outputs: Vec<Vec<f32>> = self.slices.par_iter().map(of_slice).collect();
        (0..samples.len()).map(|i| self.logit(samples, i, outputs.iter().map(|of_slice| of_slice[i]))).collect()
    }

    /// The output for sample `i` from the shares of the slices.
    #[inline(always)]
    pub fn logit(&self, samples: &Samples, i: usize, shares: impl Iterator<Item = f32>) -> f32 {
        self.biases.0[usize::from(samples.label(i).bucket)] + shares.sum::<f32>()
    }
}

/// Computes the share of a slice in the outputs, and hands the sums of the first layer for both views to `keep`.
pub fn forward(
    shape: Shape,
    rows: &[Row],
    samples: &Samples,
    outputs: &mut [f32],
    mut keep: impl FnMut(usize, [Row; 2]),
) {
    for (i, output) in outputs.iter_mut().enumerate() {
        let bias = &rows[shape.inputs];
        let mut sums = [bias.clone(), bias.clone()];
        for &[own, other] in samples.active(i) {
            sums[0].add(&rows[usize::from(own)]);
            sums[1].add(&rows[usize::from(other)]);
        }
        let head = shape.head(usize::from(samples.label(i).bucket), 0);
        *output = dot(&sums[0], &rows[head]) + dot(&sums[1], &rows[head + 1]);
        keep(i, sums);
    }
}

/// Adds to `gradient` the slopes of a loss whose derivative by the output of sample `i` is `slopes[i]`.
pub fn backward(
    shape: Shape,
    rows: &[Row],
    samples: &Samples,
    sums: &[[Row; 2]],
    slopes: &[f32],
    gradient: &mut [Row],
) {
    for (i, (sums, &slope)) in sums.iter().zip(slopes).enumerate() {
        let head = shape.head(usize::from(samples.label(i).bucket), 0);
        let mut changes = [Row::ZERO, Row::ZERO];
        for (view, change) in changes.iter_mut().enumerate() {
            let (weights, sums) = (&rows[head + view].0, &sums[view].0);
            let head = &mut gradient[head + view].0;
            for c in 0..COLUMNS {
                let clipped = sums[c].clamp(0.0, 1.0);
                let inside = if sums[c] > 0.0 && sums[c] < 1.0 { 2.0 * clipped } else { 0.0 };
                head[c] += slope * clipped * clipped;
                change.0[c] = slope * weights[c] * inside;
            }
        }
        for &[own, other] in samples.active(i) {
            gradient[usize::from(own)].add(&changes[0]);
            gradient[usize::from(other)].add(&changes[1]);
        }
        changes.iter().for_each(|change| gradient[shape.inputs].add(change));
    }
}

/// Sum of weights times squared clipped activations, in lanes so that it vectorises.
#[inline(always)]
fn dot(sums: &Row, weights: &Row) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.0.as_chunks::<LANES>().0.iter().zip(weights.0.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let clipped = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += clipped * clipped * weights[lane];
        }
    }
    lanes.iter().sum()
}

#[must_use]
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::super::dataset::Label;
    use super::*;

    /// The gradient equals finite differences of the squared error, for every parameter of a small network.
    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let shape = Shape { inputs: 12, width: 2 * COLUMNS, buckets: 2 };
        let mut model = Model::random(shape, 5);
        let mut samples = Samples::default();
        samples.push(Label { bucket: 0, score: 0, target: 0.9 }, [[0, 1], [3, 2], [7, 11]]);
        samples.push(Label { bucket: 1, score: 0, target: 0.2 }, [[4, 0], [5, 9], [3, 10]]);
        let misses = |model: &Model| -> Vec<f32> {
            let logits = model.logits(&samples);
            logits.iter().enumerate().map(|(i, &logit)| sigmoid(logit) - samples.label(i).target).collect()
        };
        let error = |model: &Model| -> f64 { misses(model).iter().map(|&miss| f64::from(miss).powi(2)).sum() };
        let logits = model.logits(&samples);
        let slopes: Vec<f32> = misses(&model)
            .iter()
            .zip(&logits)
            .map(|(miss, &logit)| 2.0 * miss * sigmoid(logit) * (1.0 - sigmoid(logit)))
            .collect();
        let mut moved = 0;
        for slice in 0..shape.slices() {
            let mut sums = vec![[Row::ZERO, Row::ZERO]; samples.len()];
            forward(shape, &model.slices[slice], &samples, &mut [0.0; 2], |i, row| sums[i] = row);
            let mut gradient = vec![Row::ZERO; shape.rows()];
            backward(shape, &model.slices[slice], &samples, &sums, &slopes, &mut gradient);
            for (row, gradient) in gradient.iter().enumerate() {
                for (c, &slope) in gradient.0.iter().enumerate() {
                    const STEP: f32 = 1e-2;
                    let before = model.slices[slice][row].0[c];
                    model.slices[slice][row].0[c] = before + STEP;
                    let above = error(&model);
                    model.slices[slice][row].0[c] = before - STEP;
                    let below = error(&model);
                    model.slices[slice][row].0[c] = before;
                    let measured = (above - below) / f64::from(2.0 * STEP);
                    assert!((measured - f64::from(slope)).abs() < 2e-4, "row {row}: {slope} against {measured}");
                    moved += usize::from(slope != 0.0);
                }
            }
        }
        assert!(moved > shape.width * 8);
    }
}
