//! What our own networks see of a position, for the trainer.

use crate::eval::{self, Board, Judge, Networked, Seen as _};
use crate::game::{Position as _, Score};
use crate::tools::selfplay::start_position;
use crate::training::Features;
use crate::training::model::Shape;

/// The inputs and buckets of the shape that this program plays with.
pub struct NetworkInputs<G: Networked> {
    game: G,
    features: eval::Features,
    judge: Option<Judge<G::Position>>,
}

impl<G: Networked> NetworkInputs<G> {
    pub fn new(game: G) -> Self {
        Self { game, features: game.board().features(), judge: game.judge() }
    }

    pub const fn game(&self) -> G {
        self.game
    }

    /// What the networks are made for.
    pub fn board(&self) -> &'static dyn Board {
        self.game.board()
    }

    /// The shape of the networks.
    pub fn shape(&self) -> Shape {
        Shape { inputs: self.features.inputs(), width: G::WIDTH, buckets: G::BUCKETS }
    }
}

impl<G: Networked> Features<G> for NetworkInputs<G> {
    fn inputs(&self) -> usize {
        self.features.inputs()
    }

    fn buckets(&self) -> usize {
        G::BUCKETS
    }

    fn start(&self, text: &str) -> Option<G::Position> {
        start_position(self.game, text)
    }

    fn bucket(&self, position: &G::Position) -> u8 {
        position.own_bucket(G::BUCKETS) as u8
    }

    fn prior(&self, position: &G::Position) -> Score {
        self.judge.as_ref().map_or(0, |judge| judge(position))
    }

    fn extract(&self, position: &G::Position, mut take: impl FnMut([u16; 2])) {
        let seers = [position.side_to_move(), !position.side_to_move()];
        let views = seers.map(|seer| position.view(&self.features, seer));
        position.placements().for_each(|placement| {
            let input = |i: usize| self.features.input(views[i], seers[i], placement);
            if let (Some(own), Some(other)) = (input(0), input(1)) {
                take([own as u16, other as u16]);
            }
        });
    }
}
