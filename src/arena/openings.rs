//! The openings of a match: lines of a file, handicaps, or random moves.

use super::error::{MatchError, OpeningError};
use super::opening::{Opening, read_openings};
use super::random::{Judge, RandomOpenings};
use crate::game::{Dialect, RuleChoices, SfenMode};
use crate::jobs::command::Trouble;
use crate::jobs::terminal::Bar;
use crate::variants::Variant;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::path::Path;

/// The openings of a match, by number.
pub enum Openings {
    /// A list of openings, started again when exhausted.
    List(Vec<Opening>),
    Random(RandomOpenings),
}

impl Openings {
    /// The game records of a file or of a whole folder, shuffled by `seed`.
    ///
    /// # Errors
    /// Those of [`read_openings`].
    pub fn from_file(
        game: Variant,
        path: &Path,
        plies: Option<usize>,
        seed: u64,
        rules: &RuleChoices,
    ) -> Result<Self, MatchError> {
        let mut list = read_openings(game, path, plies, rules)?;
        list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Ok(Self::List(list))
    }

    /// Openings of `plies` random moves from the start position.
    #[must_use]
    pub fn random(game: Variant, plies: usize, seed: u64, rules: &RuleChoices) -> Self {
        Self::Random(RandomOpenings::new(vec![game.start()], plies, seed, rules))
    }

    /// Openings that start from handicaps and continue with `plies` random moves.
    ///
    /// # Errors
    /// If one of the names is not that of a handicap of the game.
    pub fn from_handicaps(
        game: Variant,
        names: &[String],
        plies: usize,
        seed: u64,
        rules: &RuleChoices,
    ) -> Result<Self, MatchError> {
        let find = |name: &String| {
            let known = || game.handicaps().iter().map(|handicap| handicap.name).collect::<Vec<_>>().join(", ");
            game.handicap(name)
                .ok_or_else(|| MatchError::Setting(format!("no handicap \"{name}\"; there are {}", known())))
        };
        let setting = |e: OpeningError| MatchError::Setting(e.to_string());
        let mut starts = Vec::new();
        for handicap in names.iter().map(find) {
            starts.push(game.read_sfen(handicap?.sfen, SfenMode::Strict).map_err(|e| setting(OpeningError::sfen(e)))?);
        }
        if plies > 0 {
            return Ok(Self::Random(RandomOpenings::new(starts, plies, seed, rules)));
        }
        let openings = starts.into_iter().map(|start| Opening::new(start, Vec::new(), rules));
        openings.collect::<Result<_, _>>().map(Self::List).map_err(setting)
    }

    /// Number of openings before they repeat; `None` if they never do.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            Self::Random(_) => None,
        }
    }

    /// Checksum of the openings, independent of their order and files; `None` for random ones.
    #[must_use]
    pub fn crc32(&self) -> Option<u32> {
        let Self::List(list) = self else { return None };
        let mut lines: Vec<String> = list.iter().map(|opening| opening.line(Dialect::Usual)).collect();
        lines.sort();
        Some(crc32fast::hash(lines.join("\n").as_bytes()))
    }

    /// The first `count` openings, or all if there are fewer. Random ones are made on `threads` threads.
    ///
    /// # Errors
    /// If the threads cannot be started, or there is no memory to judge random openings.
    pub fn first(&self, count: u64, threads: usize) -> Result<Vec<Opening>, Trouble> {
        let count = self.count().map_or(count, |length| count.min(length as u64));
        let bar = Bar::new(count, "{bar:20} {pos}/{len} openings");
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let make = |judge: &mut Judge, number| {
            let opening = self.get(number, judge);
            bar.inc(1);
            opening
        };
        let made = pool.install(|| (0..count).into_par_iter().map_init(Judge::new, make).collect());
        bar.finish_and_clear();
        made
    }

    /// The opening with this number, always the same.
    ///
    /// # Errors
    /// If there is no memory to judge random openings.
    pub fn get(&self, number: u64, judge: &mut Judge) -> Result<Opening, Trouble> {
        match self {
            Self::List(list) => Ok(list[(number % list.len() as u64) as usize].clone()),
            Self::Random(random) => random.make(number, judge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_by_name() {
        let options = &RuleChoices::default();
        let names = ["2-piece".to_owned(), "香落ち".to_owned()];
        let openings = Openings::from_handicaps(Variant::Shogi, &names, 0, 1, options).unwrap();
        assert!(
            openings.get(0, &mut Judge::new()).unwrap().line(Dialect::Usual).starts_with("sfen lnsgkgsnl/9/ppppppppp/")
        );
        assert!(openings.get(3, &mut Judge::new()).unwrap().line(Dialect::Usual).starts_with("sfen lnsgkgsn1/1r5b1/"));
        assert!(Openings::from_handicaps(Variant::Tori, &names, 0, 1, options).is_err());
    }
}
