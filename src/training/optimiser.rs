//! AdamW (Loshchilov, Hutter: Decoupled weight decay regularization, 2019).

use rayon::prelude::*;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Share of a weight that decays for a learning rate of one.
const DECAY: f32 = 0.01;
/// Parameters stay within this, so that the quantised network cannot overflow.
pub const WEIGHT_LIMIT: f32 = 1.98;
/// Parameters updated by one task.
const TASK: usize = 1 << 15;

/// The moments of every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    pub first: Vec<f32>,
    pub second: Vec<f32>,
    pub steps: u32,
}

impl AdamW {
    #[must_use]
    pub fn new(parameters: usize) -> Self {
        Self { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// Moves `parameters` against the sum of `gradients`, scaled by `scale`, and clears those.
    pub fn step(&mut self, parameters: &mut [f32], gradients: &mut [Vec<f32>], scale: f32, rate: f32) {
        self.steps += 1;
        let correction1 = 1.0 - BETA1.powi(self.steps as i32);
        let correction2 = 1.0 - BETA2.powi(self.steps as i32);
        let mut parts: Vec<Vec<&mut [f32]>> = Vec::new();
        for gradient in gradients {
            for (task, part) in gradient.chunks_mut(TASK).enumerate() {
                match parts.get_mut(task) {
                    Some(of_task) => of_task.push(part),
                    None => parts.push(vec![part]),
                }
            }
        }
        let moments = self.first.par_chunks_mut(TASK).zip(self.second.par_chunks_mut(TASK));
        parameters.par_chunks_mut(TASK).zip(moments).zip(parts).for_each(
            |((parameters, (first, second)), mut parts)| {
                for i in 0..parameters.len() {
                    // In the order of the parts, so that the sum does not depend on the threads.
                    let mut gradient = 0.0;
                    for part in &mut parts {
                        gradient += std::mem::take(&mut part[i]);
                    }
                    gradient *= scale;
                    first[i] = BETA1 * first[i] + (1.0 - BETA1) * gradient;
                    second[i] = BETA2 * second[i] + (1.0 - BETA2) * gradient * gradient;
                    let step = first[i] / correction1 / ((second[i] / correction2).sqrt() + EPSILON);
                    let decayed = parameters[i] * (1.0 - rate * DECAY);
                    parameters[i] = (decayed - rate * step).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                }
            },
        );
    }
}
