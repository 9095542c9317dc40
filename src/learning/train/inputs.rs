//! What our own networks see of a position, for the trainer.

use crate::eval::format::WIDEST_SQUARED;
use crate::eval::{self, Judge, Networked, Seen as _};
use crate::game::{Position as _, Score};
use crate::learning::selfplay::start_position;
use crate::training::Features;
use crate::training::model::{COLUMNS, Shape};

/// The shape of the networks that are trained, and what they see of a position.
pub struct NetworkInputs<G: Networked> {
    game: G,
    width: usize,
    features: eval::Features,
    judge: Option<Judge<G::Position>>,
}

impl<G: Networked> NetworkInputs<G> {
    /// For networks of the game's usual width.
    pub fn new(game: G) -> Self {
        Self { game, width: G::WIDTH, features: game.board().features(), judge: game.judge() }
    }

    /// For networks of another width, which must be a multiple of [`COLUMNS`].
    pub fn with_width(self, width: usize) -> Self {
        assert!(width.is_multiple_of(COLUMNS), "{width} neurons are no whole slices");
        Self { width, ..self }
    }

    /// For networks that hold one of this width, if it is wider than usual and not wider than any may be.
    pub fn holding(self, width: usize) -> Self {
        let width = width.next_multiple_of(COLUMNS).min(WIDEST_SQUARED).max(self.width);
        self.with_width(width)
    }

    pub const fn game(&self) -> G {
        self.game
    }

    /// The shape of the networks.
    pub fn shape(&self) -> Shape {
        Shape { inputs: self.features.inputs(), width: self.width, buckets: G::BUCKETS }
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
