//! Openings of random moves that leave the game even.

use super::opening::Opening;
use crate::any::{AnyEngine, AnyModel, AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::hash::spread;
use crate::game::{RuleChoices, Score};
use crate::jobs::command::Trouble;
use crate::search::{Limits, SearchOptions};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// The default number of random plies.
pub const RANDOM_PLIES: usize = 8;
/// The greatest number of random plies; beyond it, hardly any game is even.
pub const RANDOM_PLIES_LIMIT: usize = 60;

/// Openings of random moves that leave the game as even as its start position.
pub struct RandomOpenings {
    /// The start positions, used in turn.
    starts: Vec<AnyPosition>,
    seed: u64,
    plies: usize,
    rules: RuleChoices,
}

/// Centipawns by which a random opening may be better or worse than its start position.
const BALANCE: Score = 100;
/// Centipawns that each failed attempt adds to [`BALANCE`], so that the search for an opening ends.
const BALANCE_STEP: Score = 2;

impl RandomOpenings {
    /// Openings of `plies` random moves from the `starts`.
    #[must_use]
    pub fn new(starts: Vec<AnyPosition>, plies: usize, seed: u64, rules: &RuleChoices) -> Self {
        Self { starts, seed, plies, rules: rules.clone() }
    }

    /// Plays random legal moves from a start position, again and again until the result is about as even as the start.
    ///
    /// # Errors
    /// If there is no memory to judge them.
    pub fn make(&self, number: u64, judge: &mut Judge) -> Result<Opening, Trouble> {
        // The generator scrambles its seed, so that the openings of neighbouring seeds and numbers have nothing in
        // common.
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(spread(self.seed).wrapping_add(number));
        let start = &self.starts[(number % self.starts.len() as u64) as usize];
        // The even start position counts as zero, without a search.
        let worth = if start.sfen() == start.variant().start_sfen() { 0 } else { judge.score_for_black(start)? };
        let mut allowed = BALANCE;
        loop {
            let opening = random_moves(start, &mut generator, self.plies)
                .and_then(|moves| Opening::new(start.clone(), moves, &self.rules).ok());
            if let Some(opening) = opening
                && (judge.score_for_black(opening.position())? - worth).abs() <= allowed
            {
                return Ok(opening);
            }
            allowed += BALANCE_STEP;
        }
    }
}

fn random_moves(start: &AnyPosition, generator: &mut impl RngExt, plies: usize) -> Option<Vec<AnyMove>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = position.legal_moves();
        let chosen = *legal.get(generator.random_range(0..legal.len().max(1)))?;
        position.make(chosen);
        moves.push(chosen);
    }
    Some(moves)
}

/// A short search that judges whether openings are even.
pub struct Judge(Option<AnyEngine>);

const JUDGE_MEGABYTES: usize = 1;
const JUDGE_NODES: u64 = 5000;

impl Judge {
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// The score of a position for Black. It depends on the position alone, because the search first forgets all
    /// others.
    fn score_for_black(&mut self, position: &AnyPosition) -> Result<Score, Trouble> {
        let engine = match &mut self.0 {
            Some(engine) => engine,
            none => none.insert(AnyEngine::new(&AnyModel::internal(position.variant())?, JUDGE_MEGABYTES)?),
        };
        engine.new_game();
        let limits = Limits::nodes(JUDGE_NODES);
        let score = engine.think(position, limits, &SearchOptions::default(), &AtomicBool::new(false)).outcome.score;
        Ok(if position.side_to_move() == Color::Black { score } else { -score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Dialect, SfenMode};
    use crate::variants::Variant;
    use std::collections::HashSet;

    #[test]
    fn random_openings_are_the_same_again_and_differ() {
        for game in [Variant::Shogi, Variant::Tori] {
            let openings = RandomOpenings::new(vec![game.start()], 8, 7, &RuleChoices::default());
            let line = |judge: &mut Judge, number| openings.make(number, judge).unwrap().line(Dialect::Usual);
            let mut judge = Judge::new();
            let lines: Vec<String> = (0..20).map(|number| line(&mut judge, number)).collect();
            for number in [19, 3] {
                assert_eq!(lines[number as usize], line(&mut Judge::new(), number));
            }
            let different: HashSet<_> = lines.iter().collect();
            assert_eq!(different.len(), 20);
            assert!(lines.iter().all(|line| line.split_whitespace().count() == 2 + 8), "{lines:?}");
        }
    }

    #[test]
    fn random_moves_keep_the_worth_of_a_handicap() {
        let starts = ["4-piece", "lance"].map(|name| {
            let handicap = Variant::Shogi.handicap(name).unwrap();
            Variant::Shogi.read_sfen(handicap.sfen, SfenMode::Strict).unwrap()
        });
        let judge = &mut Judge::new();
        let worths = starts.each_ref().map(|start| judge.score_for_black(start).unwrap());
        let openings = RandomOpenings::new(starts.into(), 6, 1, &RuleChoices::default());
        assert!(worths[0].abs() > 500, "{worths:?}");
        let mut lines = HashSet::new();
        for number in 0..20 {
            let opening = openings.make(number, judge).unwrap();
            assert_eq!(opening.moves().len(), 6);
            let change = judge.score_for_black(opening.position()).unwrap() - worths[number as usize % 2];
            assert!(change.abs() <= 2 * BALANCE, "{change}");
            lines.insert(opening.line(Dialect::Usual));
        }
        assert_eq!(lines.len(), 20);
    }
}
