//! What our own networks see of a position, for the trainer.

use crate::eval::{BUCKETS, FeatureSet, Mirrored, Own, placed};
use crate::rules::{Position, Rules};
use crate::tools::selfplay::start_position;
use crate::training::Features;
use std::marker::PhantomData;

/// The inputs and buckets of the shape that this program plays with.
pub struct NetworkInputs<R> {
    features: Mirrored,
    rules: PhantomData<R>,
}

impl<R: Rules> NetworkInputs<R> {
    pub fn new() -> Self {
        Self { features: Mirrored::new::<R>(), rules: PhantomData }
    }
}

impl<R: Rules> Features<R> for NetworkInputs<R> {
    fn inputs(&self) -> usize {
        <Mirrored as FeatureSet<R>>::inputs()
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn start(&self, text: &str) -> Option<Position<R>> {
        start_position(text)
    }

    fn bucket(&self, position: &Position<R>) -> u8 {
        Own::bucket(position) as u8
    }

    fn extract(&self, position: &Position<R>, mut take: impl FnMut([u16; 2])) {
        let seers = [position.side_to_move(), !position.side_to_move()];
        let views = seers.map(|seer| <Mirrored as FeatureSet<R>>::view(seer, position.king(seer)));
        placed(position).for_each(|placement| {
            let input = |i: usize| FeatureSet::<R>::input(&self.features, views[i], seers[i], placement);
            if let (Some(own), Some(other)) = (input(0), input(1)) {
                take([own as u16, other as u16]);
            }
        });
    }
}
