//! The games of a round.

use super::super::EvolveError;
use super::log::Figures;
use super::{Stream, StreamArgs, load};
use crate::any::Compiled;
use crate::eval::EvaluationModel as _;
use crate::jobs::command::Trouble;
use crate::jobs::terminal::{Meter, Stream as Lines};
use crate::learning::selfplay::{LINES_KEPT, StartPool};
use crate::opening;
use crate::search::NoThread;
use crate::training::samples::{Held, PackedGame, PackedWriter, held};
use crate::training::selfplay::{SelfPlayOptions, Variety, play};
use crate::with_networked_game;
use std::path::PathBuf;
use std::time::Instant;

/// One game in this many is kept out of training, to measure with.
const FRESH_SHARE: u64 = 8;
/// Smallest number of games of a round, for training and fresh.
const LEAST_GAMES: [usize; 2] = [64, 8];

/// Receives a game with its number.
type Take<'t> = dyn FnMut(u64, PackedGame) -> Result<(), End> + 't;

/// The reason why no more games are taken.
enum End {
    Enough,
    Failed(EvolveError),
}

impl From<NoThread> for End {
    fn from(error: NoThread) -> Self {
        Self::Failed(Trouble::from(error).into())
    }
}

/// The games of a round so far: those for training, and fresh ones.
struct Played {
    counts: [Held; 2],
    /// Plies that are enough.
    wanted: usize,
}

impl Played {
    const fn games(&self) -> usize {
        self.counts[0].games + self.counts[1].games
    }

    const fn plies(&self) -> usize {
        self.counts[0].plies + self.counts[1].plies
    }

    fn is_enough(&self) -> bool {
        self.plies() >= self.wanted && self.counts.iter().zip(LEAST_GAMES).all(|(count, least)| count.games >= least)
    }
}

impl Stream<'_> {
    /// Plays the missing games of the round.
    pub fn play(&self, round: u32, figures: &mut Figures) -> Result<(), EvolveError> {
        let paths = [self.folder.games(round), self.folder.fresh(round)];
        let variant = self.variant();
        let counts = [held(&paths[0], variant.name())?, held(&paths[1], variant.name())?];
        let mut played = Played { counts, wanted: self.args.stream.plies };
        if !played.is_enough() {
            let (before, started) = (played.plies(), Instant::now());
            with_networked_game!(variant, game => self.play_on(game, round, &paths, &mut played))?;
            figures.plies_a_second = (played.plies() - before) as f64 / started.elapsed().as_secs_f64().max(1e-3);
        }
        (figures.games, figures.plies) = (played.games(), played.plies());
        self.unless_stopped()
    }

    /// Plays games into the files until there are enough.
    fn play_on<G: Compiled>(
        &self,
        game: G,
        round: u32,
        paths: &[PathBuf; 2],
        played: &mut Played,
    ) -> Result<(), EvolveError> {
        let model = load(game, &self.folder.network())?;
        let options =
            SelfPlayOptions { max_plies: game.longest_selfplay(), ..self.play_options(round, played.games()) };
        let starts = self.starts(game, round)?;
        self.keep(round, paths, played, &mut |take| {
            play::<G, _, _>(&starts, &|| model.evaluator(), &options, &|_| true, self.stop, take)
        })
    }

    /// Adds the games that `play` passes on to the files, until there are enough.
    fn keep(
        &self,
        round: u32,
        paths: &[PathBuf; 2],
        played: &mut Played,
        play: &mut dyn FnMut(&mut Take<'_>) -> Result<(), End>,
    ) -> Result<(), EvolveError> {
        let game = self.variant().name();
        let mut writers = [PackedWriter::append(&paths[0], game)?, PackedWriter::append(&paths[1], game)?];
        let meter = Meter::new(played.wanted as u64, "{prefix} {bar:30} {msg}, {per_sec} {eta}", Lines::Error);
        meter.begin(format!("round {round}: playing"));
        meter.begin_at(played.plies() as u64);
        let end = play(&mut |number: u64, game: PackedGame| {
            let part = usize::from(number.is_multiple_of(FRESH_SHARE));
            writers[part].write(&game).map_err(|error| End::Failed(error.into()))?;
            played.counts[part].games += 1;
            played.counts[part].plies += game.plies.len();
            meter.set(played.plies() as u64, format!("{}/{} plies", played.plies(), played.wanted));
            if played.is_enough() { Err(End::Enough) } else { Ok(()) }
        });
        meter.clear();
        match end {
            Err(End::Failed(error)) => Err(error),
            Err(End::Enough) | Ok(()) => Ok(()),
        }
    }

    fn play_options(&self, round: u32, played: usize) -> SelfPlayOptions {
        let StreamArgs { vary, play_out, .. } = self.args.stream;
        // Games are numbered from the start of a run, so each run needs a new seed.
        let run = (u64::from(round) << 32) + played as u64;
        SelfPlayOptions {
            games: u64::MAX,
            nodes: self.nodes(),
            threads: self.args.threads(),
            seed: self.args.seed.wrapping_mul(1_000_003).wrapping_add(run),
            played_out: play_out,
            variety: Variety { percent: vary, ..Variety::default() },
            ..SelfPlayOptions::default()
        }
    }

    /// Start positions for the games of a round: from the program's book and from games of earlier rounds.
    fn starts<G: Compiled>(&self, game: G, round: u32) -> Result<StartPool<G>, EvolveError> {
        let mut starts = StartPool::new(game);
        starts.openings.add_book(self.variant(), opening::INTERNAL)?;
        if let Some(newest) = self.folder.older_than(round)?.first() {
            starts.openings.add_games(newest, LINES_KEPT)?;
        }
        Ok(starts)
    }
}
