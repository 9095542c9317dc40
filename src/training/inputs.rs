//! The input and shape of the networks that are trained, and the networks they learn from.

use super::model::{COLUMNS, Shape};
use super::samples::PackedGame;
use crate::eval::format::WIDEST_SQUARED;
use crate::eval::{EvaluationModel as _, Features, NetInput, Prior};
use crate::game::{Evaluator, Position as _, Score};

/// The input of a game's networks with the shape of one that is trained.
pub struct NetworkInputs<G: NetInput> {
    game: G,
    width: usize,
    features: Features,
    hidden: bool,
    prior: Option<Prior<G::Position>>,
    teachers: Vec<Teacher<G::Model>>,
}

/// A network to learn from.
pub struct Teacher<M> {
    pub model: M,
    /// Weight in the mean of all teachers.
    pub weight: f32,
}

impl<G: NetInput> NetworkInputs<G> {
    /// For networks of the game's usual width.
    pub fn new(game: G) -> Self {
        Self {
            game,
            width: G::WIDTH,
            features: game.feature_set().features,
            hidden: false,
            prior: game.prior(),
            teachers: Vec::new(),
        }
    }

    /// For networks of another width, which must be a multiple of [`COLUMNS`].
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub fn with_width(self, width: usize) -> Self {
        assert!(width.is_multiple_of(COLUMNS), "{width} neurons are no whole slices");
        Self { width, ..self }
    }

    /// For networks with hidden layers beside the output, or without.
    #[must_use]
    pub fn with_hidden(self, hidden: bool) -> Self {
        Self { hidden, ..self }
    }

    /// For networks at least as wide as usual that can hold one of this width, up to the greatest width.
    #[must_use]
    pub fn holding(self, width: usize) -> Self {
        let width = width.next_multiple_of(COLUMNS).min(WIDEST_SQUARED).max(self.width);
        self.with_width(width)
    }

    /// For networks that learn from the static values of others too, in the share that the targets name.
    #[must_use]
    pub fn taught_by(self, teachers: Vec<Teacher<G::Model>>) -> Self {
        Self { teachers, ..self }
    }

    /// An evaluator for each teacher, and its weight.
    pub fn teachers(&self) -> Vec<(impl Evaluator<G>, f32)> {
        self.teachers.iter().map(|teacher| (teacher.model.evaluator(), teacher.weight)).collect()
    }

    pub const fn game(&self) -> G {
        self.game
    }

    /// The shape of the networks.
    pub fn shape(&self) -> Shape {
        Shape { inputs: self.features.inputs(), width: self.width, buckets: G::BUCKETS, hidden: self.hidden }
    }

    /// The start position of a recorded game.
    pub fn start(&self, record: &PackedGame) -> Option<G::Position> {
        record.start_position(self.game)
    }

    /// The output bucket of a position.
    pub fn bucket(&self, position: &G::Position) -> u8 {
        G::own_bucket(position, G::BUCKETS) as u8
    }

    /// Centipawns for the side to move that the output of the network is added to.
    pub fn prior(&self, position: &G::Position) -> Score {
        self.prior.as_ref().map_or(0, |prior| prior(position))
    }

    /// Passes each piece on the board or in hand to `take`, as an input of the side to move and of the other side.
    pub fn extract(&self, position: &G::Position, mut take: impl FnMut([u16; 2])) {
        let sides = [position.side_to_move(), !position.side_to_move()];
        let views = sides.map(|side| G::view(position, &self.features, side));
        G::piece_features(position).for_each(|feature| {
            let input = |i: usize| self.features.input(views[i], sides[i], feature);
            if let (Some(own), Some(other)) = (input(0), input(1)) {
                take([own as u16, other as u16]);
            }
        });
    }
}
