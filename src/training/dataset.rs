//! Positions for training, streamed from record files in random order.
//!
//! Only the place of each game is held in memory. An epoch visits the games in an order of its own, expands some
//! thousands at a time, filters and shuffles their positions, and hands them out: memory stays the same whatever
//! the data, and the order depends on nothing but the seed.

use super::Features;
use super::records::{GameRecord, RecordError, RecordReader};
use crate::board::Color;
use crate::game::{Game, GameMove, Position, Score, score};
use arrayvec::ArrayVec;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::path::PathBuf;

/// Active inputs of one view: never more than there are pieces.
pub const MAX_ACTIVE: usize = 48;

/// Games expanded and shuffled together.
const GAMES_A_SHUFFLE: usize = 4096;

/// One position with its labels.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Active inputs seen by the side to move.
    pub own: ArrayVec<u16, MAX_ACTIVE>,
    /// Active inputs seen by the other side.
    pub other: ArrayVec<u16, MAX_ACTIVE>,
    pub bucket: u8,
    /// Centipawns for the side to move.
    pub score: i16,
    /// 1 for a win of the side to move, 0 for a loss.
    pub result: f32,
}

/// Which positions are left out.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Scores at least this far from zero, centipawns.
    pub score_limit: Score,
    /// Positions of the first plies are kept with the probability below.
    pub early_plies: usize,
    pub early_percent: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { score_limit: 3000, early_plies: 10, early_percent: 30 }
    }
}

/// One game in this many is held out for validation.
const VALIDATION_SHARE: usize = 32;

/// Which games to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Training,
    Validation,
}

/// The games of some record files.
pub struct Dataset {
    files: Vec<RecordReader>,
    /// The file of each game, and its place there.
    games: Vec<(usize, u64)>,
    plies: usize,
}

impl Dataset {
    /// Finds the games of all files, which must be of the game `game`.
    ///
    /// # Errors
    /// If a file cannot be read or is of another kind.
    pub fn open(paths: &[PathBuf], game: &str) -> Result<Self, RecordError> {
        let mut data = Self { files: Vec::new(), games: Vec::new(), plies: 0 };
        for path in paths {
            let mut reader = RecordReader::open(path, game)?;
            let mut place = reader.place();
            while let Some(record) = reader.next() {
                data.games.push((data.files.len(), place));
                data.plies += record.plies.len();
                place = reader.place();
            }
            data.files.push(reader);
        }
        Ok(data)
    }

    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Plies of all games, before filtering.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// Reads a game; none if the file has changed meanwhile.
    fn read(&mut self, index: usize) -> Option<GameRecord> {
        let (file, place) = self.games[index];
        let reader = &mut self.files[file];
        reader.seek(place).ok()?;
        reader.next()
    }

    /// Hands the filtered positions of `part` to `visit`, in shuffled groups. Equal arguments give equal groups.
    pub fn visit<G: Game, F: Features<G>>(
        &mut self,
        features: &F,
        part: Part,
        filter: &Filter,
        seed: u64,
        mut visit: impl FnMut(&[Sample]),
    ) {
        let mut rng = SmallRng::seed_from_u64(seed);
        let of_part = |&index: &usize| (index % VALIDATION_SHARE == 0) == (part == Part::Validation);
        let mut order: Vec<usize> = (0..self.games.len()).filter(of_part).collect();
        order.shuffle(&mut rng);
        for group in order.chunks(GAMES_A_SHUFFLE) {
            let games: Vec<(usize, GameRecord)> =
                group.iter().filter_map(|&index| Some((index, self.read(index)?))).collect();
            let expand = |(index, game): &(usize, GameRecord)| {
                let mut rng = SmallRng::seed_from_u64(seed ^ (*index as u64) << 20);
                expand(game, features, filter, &mut rng)
            };
            let mut samples: Vec<Sample> = games.par_iter().flat_map_iter(expand).collect();
            samples.shuffle(&mut rng);
            visit(&samples);
        }
    }
}

/// The positions of a game that pass the filter. A game whose moves cannot be replayed gives those before.
fn expand<G: Game, F: Features<G>>(
    game: &GameRecord,
    features: &F,
    filter: &Filter,
    rng: &mut SmallRng,
) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(game.plies.len() / 2);
    let Some(mut position) = features.start(&game.start) else { return samples };
    for (number, ply) in game.plies.iter().enumerate() {
        let Some(m) = G::Move::from_bits(ply.move_bits) else { break };
        if !(position.is_pseudo_legal(m) && position.is_legal(m)) {
            break;
        }
        let early = number < filter.early_plies && rng.random_range(0..100) >= filter.early_percent;
        let quiet = !position.in_check() && !position.is_tactical(m);
        let value = Score::from(ply.score);
        if quiet && !early && value.abs() < filter.score_limit && !score::is_mate(value) {
            let black = position.side_to_move() == Color::Black;
            let for_black = game.result.for_black();
            let result = if black { for_black } else { 1.0 - for_black };
            let mut sample = Sample {
                own: ArrayVec::new(),
                other: ArrayVec::new(),
                bucket: features.bucket(&position),
                score: ply.score,
                result,
            };
            features.extract(&position, &mut sample.own, &mut sample.other);
            samples.push(sample);
        }
        position.make(m, &mut ());
    }
    samples
}
