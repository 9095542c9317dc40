//! The network as it is trained: one sparse layer shared by both views, squared clipped ReLU, one output.

use super::dataset::Sample;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub inputs: usize,
    pub buckets: usize,
}

/// All parameters in one row: `[input][W]`, bias `[W]`, then for each bucket output weights `[view][W]` and a bias.
#[derive(Clone)]
pub struct Model<const W: usize> {
    pub shape: Shape,
    pub parameters: Vec<f32>,
}

/// Output parameters of one bucket.
const fn head<const W: usize>() -> usize {
    2 * W + 1
}

impl<const W: usize> Model<W> {
    /// Random small weights: the scale keeps the first activations inside the clipped range (He et al. 2015).
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut uniform = |limit: f32| rng.random_range(-limit..limit);
        let mut parameters = Vec::with_capacity(Self::size(shape));
        parameters.extend((0..shape.inputs * W).map(|_| uniform(0.1)));
        parameters.extend((0..W).map(|_| 0.3));
        let limit = (1.0 / W as f32).sqrt();
        for _ in 0..shape.buckets {
            parameters.extend((0..2 * W).map(|_| uniform(limit)));
            parameters.push(0.0);
        }
        Self { shape, parameters }
    }

    /// Number of parameters.
    #[must_use]
    pub const fn size(shape: Shape) -> usize {
        (shape.inputs + 1) * W + shape.buckets * head::<W>()
    }

    /// Where the output parameters of a bucket begin.
    #[must_use]
    pub const fn head_start(&self, bucket: usize) -> usize {
        (self.shape.inputs + 1) * W + bucket * head::<W>()
    }

    /// Weights of one input, or the bias for the input after the last.
    #[inline(always)]
    fn row(&self, input: usize) -> &[f32; W] {
        row(&self.parameters, input)
    }

    fn accumulate(&self, active: &[u16]) -> [f32; W] {
        let mut sums = *self.row(self.shape.inputs);
        for &input in active {
            let weights = self.row(usize::from(input));
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        sums
    }

    /// The output for a position: the logit of the expected result for the side to move.
    #[must_use]
    pub fn logit(&self, sample: &Sample) -> f32 {
        self.output(sample, &self.accumulate(&sample.own), &self.accumulate(&sample.other))
    }

    fn output(&self, sample: &Sample, own: &[f32; W], other: &[f32; W]) -> f32 {
        let start = self.head_start(usize::from(sample.bucket));
        dot::<W>(own, row(&self.parameters[start..], 0))
            + dot::<W>(other, row(&self.parameters[start..], 1))
            + self.parameters[start + 2 * W]
    }

    /// Adds the gradient of the squared error of one sample to `gradient`; returns the error.
    pub fn back_propagate(&self, sample: &Sample, target: f32, gradient: &mut [f32]) -> f32 {
        let (own, other) = (self.accumulate(&sample.own), self.accumulate(&sample.other));
        let predicted = sigmoid(self.output(sample, &own, &other));
        let error = predicted - target;
        let slope = 2.0 * error * predicted * (1.0 - predicted);
        let start = self.head_start(usize::from(sample.bucket));
        for (view, (sums, active)) in [(&own, &sample.own), (&other, &sample.other)].into_iter().enumerate() {
            let weights = row::<W>(&self.parameters[start..], view);
            let head = row_mut::<W>(&mut gradient[start..], view);
            let mut change = [0.0; W];
            for i in 0..W {
                let clipped = sums[i].clamp(0.0, 1.0);
                let inside = if sums[i] > 0.0 && sums[i] < 1.0 { 2.0 * clipped } else { 0.0 };
                head[i] += slope * clipped * clipped;
                change[i] = slope * weights[i] * inside;
            }
            for input in active.iter().map(|&input| usize::from(input)).chain([self.shape.inputs]) {
                for (sum, change) in row_mut::<W>(gradient, input).iter_mut().zip(&change) {
                    *sum += change;
                }
            }
        }
        gradient[start + 2 * W] += slope;
        error * error
    }
}

#[inline(always)]
fn row<const W: usize>(parameters: &[f32], index: usize) -> &[f32; W] {
    match parameters[index * W..].first_chunk() {
        Some(row) => row,
        None => unreachable!("rows are whole"),
    }
}

#[inline(always)]
fn row_mut<const W: usize>(parameters: &mut [f32], index: usize) -> &mut [f32; W] {
    match parameters[index * W..].first_chunk_mut() {
        Some(row) => row,
        None => unreachable!("rows are whole"),
    }
}

/// Sum of weights times squared clipped activations, in sixteen lanes so that it vectorises.
#[inline(always)]
fn dot<const W: usize>(sums: &[f32; W], weights: &[f32; W]) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for i in 0..LANES {
            let clipped = sums[i].clamp(0.0, 1.0);
            lanes[i] += clipped * clipped * weights[i];
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
    use super::*;
    use arrayvec::ArrayVec;

    /// The gradient equals finite differences of the error, for every parameter of a small network.
    #[test]
    fn gradient_is_the_slope_of_the_error() {
        const W: usize = 16;
        let shape = Shape { inputs: 12, buckets: 2 };
        let mut model = Model::<W>::random(shape, 5);
        let samples = [(&[0, 3, 7][..], &[1, 2, 11][..], 0, 0.9), (&[4, 5], &[0, 9, 10], 1, 0.2)].map(
            |(own, other, bucket, target)| {
                let list = |active: &[u16]| active.iter().copied().collect::<ArrayVec<_, 48>>();
                (Sample { own: list(own), other: list(other), bucket, score: 0, result: 0.5 }, target)
            },
        );
        let error = |model: &Model<W>| -> f64 {
            samples.iter().map(|(s, target)| f64::from(sigmoid(model.logit(s)) - target).powi(2)).sum()
        };
        let mut gradient = vec![0.0; model.parameters.len()];
        for (sample, target) in &samples {
            model.back_propagate(sample, *target, &mut gradient);
        }
        let mut moved = 0;
        for (i, &slope) in gradient.iter().enumerate() {
            const STEP: f32 = 1e-2;
            let before = model.parameters[i];
            model.parameters[i] = before + STEP;
            let above = error(&model);
            model.parameters[i] = before - STEP;
            let below = error(&model);
            model.parameters[i] = before;
            let measured = (above - below) / f64::from(2.0 * STEP);
            assert!((measured - f64::from(slope)).abs() < 2e-4, "parameter {i}: {slope} against {measured}");
            moved += usize::from(slope != 0.0);
        }
        assert!(moved > W * 8);
    }
}
