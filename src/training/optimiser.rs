//! AdamW (Loshchilov, Hutter: Decoupled weight decay regularization, 2019).

use super::model::{COLUMNS, Row};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Bound of biases and output weights, so that the quantised network cannot overflow.
const LIMIT: f32 = 1.98;
/// Bound of input weights: forty of them with a bias must fit the 16 bits of an accumulator.
const INPUT_LIMIT: f32 = 0.35;

/// Size of one step.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The number of the step, from 1.
    pub step: u32,
    pub rate: f32,
    /// Share of a weight that decays for a learning rate of one.
    pub decay: f32,
}

/// The moments of the parameters of one slice.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Rows of input weights, which come first.
    inputs: usize,
    pub first: Vec<Row>,
    pub second: Vec<Row>,
}

impl AdamW {
    #[must_use]
    pub fn new(inputs: usize, rows: usize) -> Self {
        Self { inputs, first: vec![Row::ZERO; rows], second: vec![Row::ZERO; rows] }
    }

    /// Moves `parameters` against the gradient and clears it.
    pub fn step(&mut self, parameters: &mut [Row], gradient: &mut [Row], pace: Pace) {
        let Pace { step, rate, decay } = pace;
        let correction1 = 1.0 / (1.0 - BETA1.powi(step as i32));
        let correction2 = 1.0 / (1.0 - BETA2.powi(step as i32));
        let keep = 1.0 - rate * decay;
        let moments = self.first.iter_mut().zip(&mut self.second);
        let rows = parameters.iter_mut().zip(gradient).zip(moments);
        for (row, ((parameters, gradient), (first, second))) in rows.enumerate() {
            let limit = if row < self.inputs { INPUT_LIMIT } else { LIMIT };
            for c in 0..COLUMNS {
                let slope = gradient.0[c];
                first.0[c] = BETA1 * first.0[c] + (1.0 - BETA1) * slope;
                second.0[c] = BETA2 * second.0[c] + (1.0 - BETA2) * slope * slope;
                let step = first.0[c] * correction1 / ((second.0[c] * correction2).sqrt() + EPSILON);
                parameters.0[c] = (keep * parameters.0[c] - rate * step).clamp(-limit, limit);
            }
            *gradient = Row::ZERO;
        }
    }
}
