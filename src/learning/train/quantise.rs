//! Rounding of the trained numbers to the integers that the engine plays with.

use crate::eval::format::{HIDDEN, HiddenLayers, Layers};
use crate::eval::{CLIP, EvaluationModel, NetInput, OUTPUT_LIMIT, OUTPUT_UNIT, SUM_ROUNDING, SUM_UNIT};
use crate::game::{Evaluator, Score};
use crate::training::batch::Samples;
use crate::training::dataset::Dataset;
use crate::training::filter::Filter;
use crate::training::hidden::{self, FIRST, LayersMut, SECOND};
use crate::training::inputs::NetworkInputs;
use crate::training::model::{self, COLUMNS, Model, Row, Shape};
use crate::training::target::Targets;
use std::fmt;

const _: () = assert!(SUM_UNIT as f32 == model::UNIT, "training rounds as the engine does");
const _: () = assert!(SUM_ROUNDING == model::SUM_ROUNDING, "training rounds as the engine does");
const _: () = assert!(HIDDEN[0] == FIRST && HIDDEN[1] == SECOND, "training makes hidden layers that the engine has");

/// Rounds a model to integers. `scale` is the centipawns of a logit of one.
pub fn quantise(model: &Model, scale: f32) -> Layers {
    let shape = model.shape;
    let row = |index: usize, unit: f32, limit: i16| {
        (0..shape.width).map(move |i| {
            let value = model.slices[i / COLUMNS][index].0[i % COLUMNS] * unit;
            (value.round() as i16).clamp(-limit, limit)
        })
    };
    let first = |input: usize| row(input, SUM_UNIT.into(), i16::MAX);
    let centipawns = output_centipawns(model.greatest_output(), scale);
    let unit = output_unit(model.greatest_output(), scale);
    let outputs = |bucket: usize| [0, 1].map(|view| row(shape.head(bucket, view), unit, OUTPUT_LIMIT));
    Layers {
        width: shape.width,
        buckets: shape.buckets,
        scale: centipawns as i32,
        biases: first(shape.inputs).map(|bias| bias + SUM_ROUNDING).collect(),
        weights: (0..shape.inputs).flat_map(first).collect(),
        output_biases: (0..shape.buckets)
            .map(|bucket| (model.biases.0[bucket] * unit * f32::from(CLIP)).round() as i32)
            .collect(),
        output_weights: (0..shape.buckets).flat_map(outputs).flatten().collect(),
        hidden: shape.hidden.then(|| (0..shape.buckets).map(|bucket| hidden_layers(model, bucket, unit)).collect()),
    }
}

/// The hidden layers of a bucket. `unit` is that of the output weights.
fn hidden_layers(model: &Model, bucket: usize, unit: f32) -> HiddenLayers {
    let weight = |value: f32, unit: f32| (value * unit).round_ties_even().clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT) as i8;
    let bias = |&value: &f32| (value * hidden::BYTE_UNIT * hidden::WEIGHT_UNIT).round() as i32;
    let layers = model.hidden_layers(&model.stacks, bucket);
    let to_first = |output: usize, view: usize, neuron: usize| {
        let row = &model.slices[neuron / COLUMNS][model.shape.to_hidden(bucket, view)][neuron % COLUMNS / 2];
        row.0[neuron % 2 * FIRST + output]
    };
    let neurons =
        |output: usize| [0, 1].into_iter().flat_map(move |view| (0..model.shape.width).map(move |n| (output, view, n)));
    HiddenLayers {
        first_biases: layers.first_biases.0[..FIRST].iter().map(bias).collect(),
        first_weights: (0..FIRST)
            .flat_map(neurons)
            .map(|(output, view, neuron)| weight(to_first(output, view, neuron), hidden::WEIGHT_UNIT))
            .collect(),
        second_biases: layers.second_biases.0.iter().map(bias).collect(),
        second_weights: (0..SECOND)
            .flat_map(|output| layers.weights.iter().map(move |row| weight(row.0[output], hidden::WEIGHT_UNIT)))
            .collect(),
        output_weights: layers.outputs.0.iter().map(|&value| weight(value, unit)).collect(),
    }
}

/// The greatest weight of the hidden layers in their unit, which fits a byte.
const WEIGHT_LIMIT: f32 = 127.0;

/// Centipawns of an output of one: the least whole number that keeps the greatest output weight in its range.
fn output_centipawns(greatest: f32, scale: f32) -> f32 {
    /// Numbers above a whole one by no more than this, by errors of rounding, are rounded down.
    const WHOLE: f32 = 0.01;
    (scale * greatest * OUTPUT_UNIT as f32 / f32::from(OUTPUT_LIMIT) - WHOLE).ceil().max(1.0)
}

/// The unit in which [`quantise`] rounds output weights, of which `greatest` is the largest.
pub fn output_unit(greatest: f32, scale: f32) -> f32 {
    OUTPUT_UNIT as f32 * scale / output_centipawns(greatest, scale)
}

/// A model that starts as a network: the inverse of [`quantise`]. The network may be narrower or have fewer buckets
/// than `shape`: additional neurons start at random, and each bucket as the one that covered its positions. Hidden layers that
/// it lacks start at random, but without a share in the output.
pub fn model_from(network: &Layers, shape: Shape, scale: f32, seed: u64) -> Model {
    let mut model = Model::random(shape, seed);
    let width = network.width;
    let unit = OUTPUT_UNIT as f32 * scale / network.scale as f32;
    let bucket_of = |bucket| network.bucket_covering(bucket, shape.buckets);
    for neuron in 0..width {
        let (rows, column) = (&mut model.slices[neuron / COLUMNS], neuron % COLUMNS);
        let mut set = |row: usize, weight: i16, unit: f32| rows[row].0[column] = f32::from(weight) / unit;
        for input in 0..shape.inputs {
            set(input, network.weights[input * width + neuron], SUM_UNIT.into());
        }
        set(shape.inputs, network.biases[neuron] - SUM_ROUNDING, SUM_UNIT.into());
        for (bucket, view) in (0..shape.buckets).flat_map(|bucket| [(bucket, 0), (bucket, 1)]) {
            let from = (2 * bucket_of(bucket) + view) * width + neuron;
            set(shape.head(bucket, view), network.output_weights[from], unit);
        }
    }
    for bucket in 0..shape.buckets {
        model.biases.0[bucket] = network.output_biases[bucket_of(bucket)] as f32 / (unit * f32::from(CLIP));
    }
    let stack_rows = shape.stack_rows();
    model.stacks[stack_rows..].fill(Row::ZERO);
    if shape.hidden
        && let Some(stacks) = &network.hidden
    {
        for bucket in 0..shape.buckets {
            set_hidden_layers(&mut model, bucket, &stacks[bucket_of(bucket)], width, unit);
        }
    }
    model
}

/// Sets the hidden layers of a bucket to those of a network of this `width`, whose output weights have this `unit`.
fn set_hidden_layers(model: &mut Model, bucket: usize, from: &HiddenLayers, width: usize, unit: f32) {
    let bias = |bias: &i32| *bias as f32 / (hidden::BYTE_UNIT * hidden::WEIGHT_UNIT);
    let weight = |weight: i8| f32::from(weight) / hidden::WEIGHT_UNIT;
    for (index, &value) in from.first_weights.iter().enumerate() {
        let (output, view, neuron) = (index / (2 * width), index / width % 2, index % width);
        let rows = model.shape.to_hidden(bucket, view);
        let row = &mut model.slices[neuron / COLUMNS][rows][neuron % COLUMNS / 2];
        row.0[neuron % 2 * FIRST + output] = weight(value);
    }
    let (rows, outputs) = model.stacks.split_at_mut(model.shape.stack_rows());
    let layers = LayersMut::of(bucket, rows, outputs);
    layers.first_biases.0.iter_mut().zip(&from.first_biases).for_each(|(to, from)| *to = bias(from));
    layers.second_biases.0.iter_mut().zip(&from.second_biases).for_each(|(to, from)| *to = bias(from));
    for (index, &value) in from.second_weights.iter().enumerate() {
        layers.weights[index % SECOND].0[index / SECOND] = weight(value);
    }
    layers.outputs.0.iter_mut().zip(&from.output_weights).for_each(|(to, &from)| *to = f32::from(from) / unit);
}

/// The error caused by rounding, in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct QuantisationError {
    pub positions: usize,
    pub mean: f64,
    pub greatest: f64,
}

impl fmt::Display for QuantisationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, mean, greatest } = self;
        write!(f, "rounding changes {mean:.2} centipawns on average over {positions} positions, {greatest:.1} at most")
    }
}

/// Compares the engine's evaluation with integers with that of the model, over held-out positions.
pub fn error<G: NetInput>(
    model: &Model,
    scale: f32,
    evaluation: &G::Model,
    data: &mut Dataset,
    inputs: &NetworkInputs<G>,
    filter: &Filter,
) -> QuantisationError {
    /// Enough for two digits.
    const POSITIONS: usize = 1 << 16;
    let mut evaluator = evaluation.evaluator();
    let mut scores: Vec<Score> = Vec::new();
    let mut samples = Samples::default();
    let mut active = Vec::new();
    data.held_out::<G>(inputs, filter, &Targets::RESULTS, 0, |position, label| {
        if samples.len() < POSITIONS {
            active.clear();
            inputs.extract(position, |inputs| active.push(inputs));
            samples.push(label, &active);
            evaluator.reset(position);
            scores.push(evaluator.evaluate(position));
        }
    });
    let differences = model.logits(&samples, scale).into_iter().zip(&scores).map(|(logit, &score)| {
        let exact = logit * scale;
        f64::from((exact - score as f32).abs())
    });
    let (sum, greatest) = differences.fold((0.0, 0.0), |(sum, most): (f64, f64), d| (sum + d, most.max(d)));
    QuantisationError { positions: scores.len(), mean: sum / scores.len().max(1) as f64, greatest }
}
