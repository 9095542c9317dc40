//! The order of games. The number of a game determines its engines, colours and opening, so that a match can be
//! resumed.

use super::config::MatchFormat;
use crate::board::Color;

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    pub number: u64,
    /// Number of the pair. Both games of a pair have the same opening, with colours swapped.
    pub pair: u64,
    /// Index into the schedule's pairings.
    pub pairing: usize,
    pub opening: u64,
    /// Indices of the engines. `[color]`
    pub players: [usize; 2],
    /// The colour of the first engine of the pairing.
    pub first: Color,
}

impl ScheduledGame {
    /// The game with colours exchanged, as after a draw.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        let [black, white] = self.players;
        let first = match self.first {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        Self { players: [white, black], first, ..self }
    }
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Pairs of games of each pairing.
    rounds: u64,
}

impl Schedule {
    /// A schedule with `games` games, rounded up to even, for every two engines that meet.
    #[must_use]
    pub fn new(engines: usize, format: MatchFormat, games: u64) -> Self {
        let others = |first: usize| (first + 1..engines).map(move |second| (first, second));
        let pairings = match format {
            MatchFormat::RoundRobin => (0..engines).flat_map(others).collect(),
            MatchFormat::Gauntlet => others(0).collect(),
        };
        Self { pairings, rounds: games.div_ceil(2) }
    }

    /// The pairs of engines that meet, by index.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    #[must_use]
    pub const fn games(&self) -> u64 {
        self.rounds.saturating_mul(2).saturating_mul(self.pairings.len() as u64)
    }

    /// Number of openings needed.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The game with this number, counted from zero; `None` beyond the last game.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<ScheduledGame> {
        if number >= self.games() {
            return None;
        }
        let pair = number / 2;
        let pairing = (pair % self.pairings.len() as u64) as usize;
        let (first, second) = self.pairings[pairing];
        let opening = pair / self.pairings.len() as u64;
        let scheduled = ScheduledGame { number, pair, pairing, opening, players: [first, second], first: Color::Black };
        Some(if number.is_multiple_of(2) { scheduled } else { scheduled.exchanged() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn colours_and_openings_are_shared_out_evenly() {
        let schedule = Schedule::new(4, MatchFormat::RoundRobin, 5);
        assert_eq!(schedule.games(), 6 * 6);
        let mut black = [0; 4];
        let mut seen: HashMap<(u64, usize), Vec<[usize; 2]>> = HashMap::new();
        for number in 0..schedule.games() {
            let scheduled = schedule.game(number).unwrap();
            black[scheduled.players[0]] += 1;
            seen.entry((scheduled.opening, scheduled.pairing)).or_default().push(scheduled.players);
        }
        assert_eq!(schedule.game(schedule.games()), None);
        assert_eq!(black, [9; 4]);
        assert_eq!(seen.len(), 3 * 6);
        assert!(seen.values().all(|games| games.len() == 2 && games[0][0] == games[1][1]));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all() {
        let schedule = Schedule::new(4, MatchFormat::Gauntlet, 2);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(schedule.games(), 6);
    }
}
