//! The hidden layers of a network in training, beside its output: sixteen neurons passed on both squared and clipped, then
//! thirty-two, one stack a bucket.
//!
//! The first layer's weights are cut into slices as the inputs' are, and its sums are collected over them. Every pass rounds
//! weights and activations as the engine does; their slopes are those without rounding (the straight-through estimator of
//! Bengio, Léonard, Courville, 2013).

pub use super::rows::BYTE_UNIT;
use super::rows::{COLUMNS, Row, Units};

/// Outputs of the first layer.
pub const FIRST: usize = 16;
/// Outputs of the second layer, and its inputs: squares of the first, then clipped values.
pub const SECOND: usize = COLUMNS;
/// Rows of a slice's weights to the first layer, for one bucket and view: two neurons a row.
pub const SLICE_ROWS: usize = FIRST;
/// Rows of a stack: the biases of the first layer, the weights of the second by input, and its biases.
pub const STACK_ROWS: usize = 1 + SECOND + 1;

/// Weights are multiples of one divided by this in the engine.
pub const WEIGHT_UNIT: f32 = 64.0;
/// The byte of the square of one: the engine divides the squares of sums by a power of two.
const SQUARE_BYTE: f32 = (BYTE_UNIT * WEIGHT_UNIT) * (BYTE_UNIT * WEIGHT_UNIT) / (1 << 19) as f32;

const _: () = assert!(2 * FIRST == SECOND);

/// Sums of the first layer, or derivatives by them.
pub type Sums = [f32; FIRST];

/// Rounds weights to those of the engine.
pub fn round(rows: &[Row], rounded: &mut Vec<Row>) {
    rounded.clear();
    rounded.extend(rows.iter().map(nearest));
}

/// Rounds the weights of stacks, but not the biases, which the engine has in units 127 times finer.
pub fn round_stacks(rows: &[Row], rounded: &mut Vec<Row>) {
    rounded.clear();
    let is_weight = |number: usize| (1..=SECOND).contains(&(number % STACK_ROWS));
    let rows = rows.iter().enumerate();
    rounded.extend(rows.map(|(number, row)| if is_weight(number) { nearest(row) } else { row.clone() }));
}

fn nearest(row: &Row) -> Row {
    Row(row.0.map(|weight| (weight * WEIGHT_UNIT).round_ties_even() / WEIGHT_UNIT))
}

/// A value between zero and one as a byte, rounded down, that stands for `one` with the value one.
#[inline]
fn byte(value: f32, one: f32) -> f32 {
    /// The engine's sums are whole in units 64 times finer; errors of floats must not take those of whole bytes down.
    const SLACK: f32 = 1.0 / 256.0;
    (value * one + SLACK).floor().clamp(0.0, BYTE_UNIT) / BYTE_UNIT
}

/// The weights of a slice by neuron.
fn neurons(rows: &[Row]) -> impl Iterator<Item = &Sums> {
    rows.iter().flat_map(|row| row.0.as_chunks().0)
}

/// Weights of slices by output, in rows of the slice's neurons, from those by neuron.
pub fn transpose(weights: &[Row], transposed: &mut Vec<Row>) {
    transposed.clear();
    transposed.resize(weights.len(), Row::ZERO);
    for (weights, transposed) in weights.chunks_exact(SLICE_ROWS).zip(transposed.chunks_exact_mut(FIRST)) {
        for (c, weights) in neurons(weights).enumerate() {
            weights.iter().zip(&mut *transposed).for_each(|(&weight, row)| row.0[c] = weight);
        }
    }
}

/// Adds the share of a slice in the first layer: `weights` are those of a bucket and view.
#[inline]
pub fn add_share(weights: &[Row], units: &Units, sums: &mut Sums) {
    for (value, weights) in units.bytes().into_iter().zip(neurons(weights)) {
        if value != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
    }
}

/// Adds the gradient of the weights, and returns the derivatives by the activations of the slice. `transposed` are the weights
/// by output.
#[inline]
pub fn share_gradient(transposed: &[Row], units: &Units, slopes: &Sums, gradient: &mut [Row]) -> Row {
    let gradients = gradient.iter_mut().flat_map(|row| row.0.as_chunks_mut::<FIRST>().0);
    for (value, gradient) in units.bytes().into_iter().zip(gradients) {
        if value != 0.0 {
            for (gradient, slope) in gradient.iter_mut().zip(slopes) {
                *gradient += value * slope;
            }
        }
    }
    let mut behind = Row::ZERO;
    for (slope, weights) in slopes.iter().zip(transposed) {
        for (sum, weight) in behind.0.iter_mut().zip(&weights.0) {
            *sum += slope * weight;
        }
    }
    behind
}

/// The layers of one bucket, or a gradient of them.
#[derive(Clone, Copy)]
pub struct Stack<T, W> {
    pub first_biases: T,
    /// The weights of the second layer, by input.
    pub weights: W,
    pub second_biases: T,
    pub outputs: T,
}

pub type Layers<'a> = Stack<&'a Row, &'a [Row]>;
pub type LayersMut<'a> = Stack<&'a mut Row, &'a mut [Row]>;

impl<'a> Layers<'a> {
    /// The layers of a bucket: `rows` are those of all buckets, `outputs` the output weights of all.
    pub fn of(bucket: usize, rows: &'a [Row], outputs: &'a [Row]) -> Self {
        let rows = &rows[STACK_ROWS * bucket..][..STACK_ROWS];
        Self {
            first_biases: &rows[0],
            weights: &rows[1..=SECOND],
            second_biases: &rows[1 + SECOND],
            outputs: &outputs[bucket],
        }
    }
}

impl<'a> LayersMut<'a> {
    /// The same to be changed.
    pub fn of(bucket: usize, rows: &'a mut [Row], outputs: &'a mut [Row]) -> Self {
        let (first_biases, rows) = rows[STACK_ROWS * bucket..][..STACK_ROWS].split_at_mut(1);
        let (weights, second_biases) = rows.split_at_mut(SECOND);
        Self {
            first_biases: &mut first_biases[0],
            weights,
            second_biases: &mut second_biases[0],
            outputs: &mut outputs[bucket],
        }
    }
}

/// The values of a stack for one sample.
#[derive(Default)]
pub struct Pass {
    first: Sums,
    /// Squares of the first layer, then its clipped values.
    seen: [f32; SECOND],
    second: [f32; SECOND],
}

impl Pass {
    /// The output, given the shares of the slices in the first layer.
    pub fn forward<'a>(&mut self, layers: Layers<'_>, shares: impl Iterator<Item = &'a Sums>) -> f32 {
        self.first.copy_from_slice(&layers.first_biases.0[..FIRST]);
        for share in shares {
            self.first.iter_mut().zip(share).for_each(|(sum, share)| *sum += share);
        }
        let (squares, clipped) = self.seen.split_at_mut(FIRST);
        for ((square, clipped), &sum) in squares.iter_mut().zip(clipped).zip(&self.first) {
            *square = byte(sum * sum, SQUARE_BYTE);
            *clipped = byte(sum, BYTE_UNIT);
        }
        self.second = layers.second_biases.0;
        for (seen, weights) in self.seen.iter().zip(layers.weights) {
            self.second.iter_mut().zip(&weights.0).for_each(|(sum, weight)| *sum += seen * weight);
        }
        self.second.iter().zip(&layers.outputs.0).map(|(&sum, weight)| byte(sum, BYTE_UNIT) * weight).sum()
    }

    /// Adds the gradient of a loss with this derivative by the output, and returns the derivatives by the first sums.
    pub fn backward(&self, layers: Layers<'_>, slope: f32, gradient: LayersMut<'_>) -> Sums {
        let mut second = Row::ZERO;
        let outputs = gradient.outputs.0.iter_mut().zip(&layers.outputs.0);
        for ((by_sum, sum), (by_weight, weight)) in second.0.iter_mut().zip(self.second).zip(outputs) {
            *by_weight += slope * byte(sum, BYTE_UNIT);
            *by_sum = if sum > 0.0 && sum < 1.0 { slope * weight } else { 0.0 };
        }
        gradient.second_biases.add(&second);
        let mut seen = [0.0; SECOND];
        let rows = layers.weights.iter().zip(gradient.weights);
        for ((by_value, value), (weights, slopes)) in seen.iter_mut().zip(self.seen).zip(rows) {
            let mut products = second.clone();
            for ((product, slope), weight) in products.0.iter_mut().zip(&mut slopes.0).zip(&weights.0) {
                *slope += *product * value;
                *product *= weight;
            }
            *by_value = products.total();
        }
        let mut first = [0.0; FIRST];
        for i in 0..FIRST {
            let sum = self.first[i];
            let by_square = if sum.abs() < 1.0 { 2.0 * sum * seen[i] } else { 0.0 };
            let by_clipped = if sum > 0.0 && sum < 1.0 { seen[FIRST + i] } else { 0.0 };
            first[i] = by_square + by_clipped;
            gradient.first_biases.0[i] += first[i];
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
    use std::slice;

    fn rows(count: usize, rng: &mut SmallRng) -> Vec<Row> {
        (0..count).map(|_| Row(std::array::from_fn(|_| rng.random_range(-0.4..0.4)))).collect()
    }

    /// The output without rounding.
    fn exact(layers: Layers<'_>, share: Sums) -> f32 {
        let first = share.iter().zip(&layers.first_biases.0).map(|(share, bias)| share + bias);
        let seen = first.clone().map(|sum| (sum * sum).min(1.0)).chain(first.map(|sum| sum.clamp(0.0, 1.0)));
        let mut second = layers.second_biases.clone();
        for (seen, weights) in seen.zip(layers.weights) {
            second.0.iter_mut().zip(&weights.0).for_each(|(sum, weight)| *sum += seen * weight);
        }
        second.0.iter().zip(&layers.outputs.0).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum()
    }

    /// The gradient is near finite differences of the output, for every parameter and every sum of the first layer.
    #[test]
    fn gradient_is_the_slope_of_the_output() {
        const STEP: f32 = 1e-3;
        const SLOPE: f32 = 3.0;
        let mut rng = SmallRng::seed_from_u64(3);
        let output =
            |rows: &[Row], outputs: &Row, share: Sums| exact(Layers::of(0, rows, slice::from_ref(outputs)), share);
        let slope = |above: f32, below: f32| SLOPE * (above - below) / (2.0 * STEP);
        // Neither a step nor rounding may cross a bound, where the slope changes.
        let is_apart = |value: &f32| [-1.0, 0.0, 1.0].iter().all(|bound| (value - bound).abs() > 0.03);
        let (rows, outputs, share, pass) = loop {
            let (rows, outputs) = (rows(STACK_ROWS, &mut rng), rows(1, &mut rng));
            let share: Sums = std::array::from_fn(|_| rng.random_range(-1.2..1.2));
            let mut pass = Pass::default();
            let rounded = pass.forward(Layers::of(0, &rows, &outputs), [&share].into_iter());
            assert!((rounded - output(&rows, &outputs[0], share)).abs() < 0.1, "{rounded}");
            if pass.first.iter().chain(&pass.second).all(is_apart) {
                break (rows, outputs, share, pass);
            }
        };
        let mut gradient = vec![Row::ZERO; STACK_ROWS + 1];
        let (of_rows, of_outputs) = gradient.split_at_mut(STACK_ROWS);
        let found = LayersMut::of(0, of_rows, of_outputs);
        let first = pass.backward(Layers::of(0, &rows, &outputs), SLOPE, found);
        let close = |found: f32, measured: f32| {
            assert!((found - measured).abs() < 0.03 + measured.abs() / 20.0, "{found} against {measured}");
        };
        let mut moved = 0;
        for row in 0..=STACK_ROWS {
            for c in 0..COLUMNS {
                let at = |step: f32| {
                    let (mut rows, mut outputs) = (rows.clone(), outputs[0].clone());
                    let row = if row < STACK_ROWS { &mut rows[row] } else { &mut outputs };
                    row.0[c] += step;
                    output(&rows, &outputs, share)
                };
                close(gradient[row].0[c], slope(at(STEP), at(-STEP)));
                moved += usize::from(gradient[row].0[c] != 0.0);
            }
        }
        assert!(moved > 300, "{moved}");
        for (i, &found) in first.iter().enumerate() {
            let at = |step: f32| {
                let mut share = share;
                share[i] += step;
                output(&rows, &outputs[0], share)
            };
            close(found, slope(at(STEP), at(-STEP)));
        }
        assert!(first.iter().filter(|&&found| found != 0.0).count() > 8, "{first:?}");
    }

    /// The share of a slice is linear in its activations and in its weights.
    #[test]
    fn shares_of_a_slice_have_their_gradient() {
        let mut rng = SmallRng::seed_from_u64(4);
        let weights = rows(SLICE_ROWS, &mut rng);
        let units = Units::of(&Row(std::array::from_fn(|_| rng.random_range(-0.3..1.2))));
        let slopes: Sums = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let mut gradient = vec![Row::ZERO; SLICE_ROWS];
        let mut transposed = Vec::new();
        transpose(&weights, &mut transposed);
        let by_value = share_gradient(&transposed, &units, &slopes, &mut gradient);
        let mut sums = Sums::default();
        add_share(&weights, &units, &mut sums);
        let expected: f32 = sums.iter().zip(&slopes).map(|(sum, slope)| sum * slope).sum();
        let products = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let by_values = products(&by_value.0, &units.bytes());
        let by_weights: f32 = weights.iter().zip(&gradient).map(|(row, gradient)| products(&row.0, &gradient.0)).sum();
        assert!(expected.abs() > 0.1);
        assert!(
            (by_values - expected).abs() < 1e-4 && (by_weights - expected).abs() < 1e-4,
            "{by_values} {by_weights}"
        );
    }
}
