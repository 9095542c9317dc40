//! What our own networks see of a position, for the trainer.

use crate::eval::{self, BUCKETS, WIDTH, bucket_of_held, held, placed};
use crate::rules::{Position, Rules};
use crate::tools::selfplay::start_position;
use crate::training::Features;
use crate::training::model::Shape;

/// The inputs and buckets of the shape that this program plays with.
pub struct NetworkInputs<R> {
    rules: R,
    features: eval::Features,
}

impl<R: Rules> NetworkInputs<R> {
    pub fn new(rules: R) -> Self {
        Self { rules, features: eval::Features::own(rules.spec()) }
    }

    /// The game.
    pub const fn rules(&self) -> R {
        self.rules
    }

    /// The shape of the networks.
    pub fn shape(&self) -> Shape {
        Shape { inputs: self.inputs(), width: WIDTH, buckets: BUCKETS }
    }
}

impl<R: Rules> Features<R> for NetworkInputs<R> {
    fn inputs(&self) -> usize {
        self.features.inputs()
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn start(&self, text: &str) -> Option<Position<R>> {
        start_position(self.rules, text)
    }

    fn bucket(&self, position: &Position<R>) -> u8 {
        bucket_of_held(held(position), BUCKETS) as u8
    }

    fn extract(&self, position: &Position<R>, mut take: impl FnMut([u16; 2])) {
        let seers = [position.side_to_move(), !position.side_to_move()];
        let views = seers.map(|seer| self.features.view(seer, position.king(seer)));
        placed(position).for_each(|placement| {
            let input = |i: usize| self.features.input(views[i], seers[i], placement);
            if let (Some(own), Some(other)) = (input(0), input(1)) {
                take([own as u16, other as u16]);
            }
        });
    }
}
