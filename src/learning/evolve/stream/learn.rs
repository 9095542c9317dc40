//! The learning in a round: training of a candidate, and its comparison with the network.

use super::super::EvolveError;
use super::log::{Figures, Training};
use super::{FRESH_ROUNDS, Stream, folder, load};
use crate::eval::Evaluated;
use crate::game::Phase;
use crate::jobs::terminal::{Meter, Stream as Lines};
use crate::learning::records::RecordsError;
use crate::learning::records::predict::observe;
use crate::learning::train::pass::{Passed, Source, pass};
use crate::training::checkpoint;
use crate::training::dataset::Dataset;
use crate::training::predict::{Comparison, Estimate, Observations};
use crate::training::samples::held;
use crate::training::target::Blend;
use crate::training::trainer::{EpochProgress, TrainOptions};
use crate::with_any_networked_game;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::time::Instant;

/// The learning rate at the end of a round, as a share of the highest.
const LAST_RATE: f32 = 0.1;

impl Stream<'_> {
    /// Trains the candidate of the round from the network, with the new games and some of the older ones.
    pub fn train(&self, round: u32, rate: f32, figures: &mut Figures) -> Result<(), EvolveError> {
        let candidate = self.folder.candidate(round);
        if candidate.exists() {
            return Ok(());
        }
        let started = Instant::now();
        let mut data = self.data(round)?;
        let args = &self.args.stream;
        let options = TrainOptions {
            seed: self.args.seed.wrapping_add(round.into()),
            batch: args.batch,
            rate,
            last_rate: rate * LAST_RATE,
            average: args.average,
            blend: Blend { lambda: args.lambda, late_lambda: args.lambda, ..TrainOptions::default().blend },
            ..TrainOptions::default()
        };
        let source = Source { network: &self.folder.network(), state: &self.folder.state() };
        let meter = Meter::new(PARTS, "{prefix} {bar:30} {msg} {eta}", Lines::Error);
        meter.begin(format!("round {round}: training"));
        let mut show = |progress: EpochProgress| {
            meter.set((progress.share * PARTS as f64) as u64, format!("loss {:.5}", progress.loss));
        };
        let passed = with_any_networked_game!(self.variant(), game => pass(game, &source, &mut data, &options, self.stop, &mut show))?;
        meter.clear();
        let Some(Passed { state, network, report }) = passed else { return Err(EvolveError::Stopped) };
        let (positions, loss) = (report.positions, report.validation_loss);
        figures.training = Some(Training { positions, seconds: started.elapsed().as_secs_f64(), loss });
        checkpoint::save(&state, &self.folder.candidate_state(round))?;
        folder::write(&candidate, &network)
    }

    /// All new games, and a random share of the older ones.
    fn data(&self, round: u32) -> Result<Dataset, EvolveError> {
        let newest = self.folder.games(round);
        let new = held(&newest, self.variant().name())?.plies;
        let mut paths = vec![newest];
        paths.extend(self.folder.older_than(round)?);
        let mut data = Dataset::open(&paths, self.variant().name())?;
        let old = data.positions().saturating_sub(new).max(1);
        let share = self.args.stream.reuse * new as f64 / old as f64;
        let mut rng = SmallRng::seed_from_u64(self.args.seed.wrapping_add(u64::from(round) << 16));
        data.thin(1, share, &mut rng);
        Ok(data)
    }

    /// Compares the candidate with the network and with the first one, on games that none of them was trained on.
    pub fn measure(&self, round: u32, figures: &mut Figures) -> Result<Estimate, EvolveError> {
        let observations = with_any_networked_game!(self.variant(), game => self.observe(game, round))?;
        self.unless_stopped()?;
        let all = observations.compare(|_| true).ok_or(RecordsError::TooFewGames)?;
        let of_candidate = |comparison: Comparison| comparison.predictions[1].difference;
        figures.fresh_games = all.games;
        figures.scale = all.predictions[1].scale;
        figures.differences[0] = Some(all.predictions[1].difference);
        for (phase, difference) in Phase::ALL.into_iter().zip(&mut figures.differences[1..]) {
            *difference = observations.compare(|outcome| outcome.phase == phase).map(of_candidate);
        }
        figures.to_first = observations.compare_with(2, |_| true).map(of_candidate);
        Ok(all.predictions[1].difference)
    }

    /// The values of these three networks in the fresh games.
    fn observe<G: Evaluated>(&self, game: G, round: u32) -> Result<Observations, EvolveError> {
        let networks = [self.folder.network(), self.folder.candidate(round), self.folder.first()];
        let models = networks.iter().map(|path| load(game, path)).collect::<Result<Vec<_>, _>>()?;
        let mut fresh = self.folder.fresh_up_to(round)?;
        fresh.truncate(FRESH_ROUNDS);
        Ok(observe(game, &fresh, &models, self.stop)?.0)
    }
}

/// Steps of the bar in a pass.
const PARTS: u64 = 1000;
