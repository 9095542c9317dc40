//! Statistics of record files.

use super::samples::{GameResult, PackedGame};
use crate::game::{End, Score, score};
use std::collections::BTreeMap;
use std::fmt;

/// Bounds of the score classes, by distance from zero: below the first, below the second, and so on; all others and
/// mates are classes of their own.
const SCORE_BOUNDS: [Score; 6] = [100, 300, 600, 1000, 2000, 3000];
/// Width of a class of lengths, in plies.
const LENGTH_CLASS: usize = 50;

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub games: usize,
    pub positions: usize,
    pub branches: usize,
    /// Games that did not begin at the usual start.
    pub other_starts: usize,
    /// In the order of [`GameResult::ALL`].
    pub results: [usize; GameResult::ALL.len()],
    pub ends: BTreeMap<End, usize>,
    pub shortest: Option<usize>,
    pub longest: Option<usize>,
    /// Games by length: the first class is up to `LENGTH_CLASS` plies.
    pub lengths: Vec<usize>,
    /// Positions by score: below each of the bounds, beyond, and mates.
    pub scores: [usize; SCORE_BOUNDS.len() + 2],
}

impl Statistics {
    pub fn add(&mut self, game: &PackedGame) {
        let plies = game.plies.len();
        self.games += 1;
        self.positions += plies;
        self.branches += game.branches.len();
        self.other_starts += usize::from(!game.start.is_empty());
        self.results[game.result as usize] += 1;
        *self.ends.entry(game.reason).or_default() += 1;
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        self.longest = self.longest.max(Some(plies));
        let class = plies.saturating_sub(1) / LENGTH_CLASS;
        self.lengths.resize(self.lengths.len().max(class + 1), 0);
        self.lengths[class] += 1;
        for ply in &game.plies {
            self.scores[score_class(ply.score.into())] += 1;
        }
    }
}

fn score_class(score: Score) -> usize {
    if score::is_mate(score) {
        return SCORE_BOUNDS.len() + 1;
    }
    SCORE_BOUNDS.iter().position(|&bound| score.abs() < bound).unwrap_or(SCORE_BOUNDS.len())
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, positions, .. } = *self;
        writeln!(f, "games {games}, positions {positions}, from other starts {}", self.other_starts)?;
        if self.branches > 0 {
            writeln!(f, "positions in branches {}", self.branches)?;
        }
        let mean = positions as f64 / games.max(1) as f64;
        let (shortest, longest) = (self.shortest.unwrap_or(0), self.longest.unwrap_or(0));
        writeln!(f, "plies a game {mean:.1}, from {shortest} to {longest}")?;
        for (class, &count) in self.lengths.iter().enumerate() {
            let last = (class + 1) * LENGTH_CLASS;
            writeln!(f, "  up to {last:>5}  {count:>10}  {:5.1} %", percent(count, games))?;
        }
        writeln!(f, "results")?;
        for (name, &count) in ["White wins", "draw", "Black wins"].iter().zip(&self.results) {
            writeln!(f, "  {name:<15}  {count:>10}  {:5.1} %", percent(count, games))?;
        }
        writeln!(f, "ends")?;
        for (end, &count) in &self.ends {
            writeln!(f, "  {:<17}{count:>10}  {:5.1} %", end.name(), percent(count, games))?;
        }
        writeln!(f, "scores")?;
        for (class, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_BOUNDS.get(class) {
                Some(bound) => format!("below {bound}"),
                None if class == SCORE_BOUNDS.len() => "beyond".to_owned(),
                None => "mate".to_owned(),
            };
            writeln!(f, "  {name:<15}  {count:>10}  {:5.1} %", percent(count, positions))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::Ply;
    use super::*;
    use crate::game::Reason;

    #[test]
    fn games_are_counted_by_class() {
        let game = |result, reason, scores: &[i16]| PackedGame {
            start: String::new(),
            result,
            reason,
            plies: scores.iter().map(|&score| Ply { move_bits: 1, score }).collect(),
            branches: Vec::new(),
        };
        let mut statistics = Statistics::default();
        statistics.add(&game(GameResult::BlackWins, End::Rules(Reason::NoMoves), &[0, -99, 100, 2999, -3000, 31_990]));
        statistics.add(&game(GameResult::Draw, End::Rules(Reason::Repetition), &[5; 51]));
        assert_eq!((statistics.games, statistics.positions), (2, 57));
        assert_eq!((statistics.shortest, statistics.longest), (Some(6), Some(51)));
        assert_eq!(statistics.lengths, [1, 1]);
        assert_eq!(statistics.results, [0, 1, 1]);
        let ends = [Reason::NoMoves, Reason::Repetition].map(|reason| (End::Rules(reason), 1));
        assert_eq!(statistics.ends, BTreeMap::from(ends));
        assert_eq!(statistics.scores, [53, 1, 0, 0, 0, 1, 1, 1]);
        let text = statistics.to_string();
        assert!(text.contains("games 2, positions 57") && text.contains("plies a game 28.5, from 6 to 51"), "{text}");
    }
}
