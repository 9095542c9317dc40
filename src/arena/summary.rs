//! The counts of results, times and faults of a match.

use super::line::GameLine;
use super::schedule::{Schedule, ScheduledGame};
use crate::arena::stats::{Pentanomial, Sample};
use crate::board::Color;
use crate::game::End;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

/// Number of wins, draws and losses of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Results {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Results {
    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }

    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points; one half without a game.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }
}

/// The games of two engines, from the first one's view.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The results by the colour of the first engine. `[color]`
    pub results: [Results; 2],
    pub pairs: Pentanomial,
    /// Half points of the pairs with only one game played, by number.
    open: HashMap<u64, usize>,
}

impl Tally {
    #[must_use]
    pub const fn total(&self) -> Results {
        self.results[0].plus(self.results[1])
    }

    /// All games, including those without a partner.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let mut unpaired = [0; 3];
        self.open.values().for_each(|&half_points| unpaired[half_points] += 1);
        Sample { pairs: self.pairs, unpaired }
    }

    fn add(&mut self, pair: u64, color: Color, half_points: usize) {
        self.results[color.index()].add(half_points);
        match self.open.remove(&pair) {
            Some(other) => self.pairs.add(half_points + other),
            None => {
                self.open.insert(pair, half_points);
            }
        }
    }
}

/// The time that one engine used, and the nodes and depths that it reported.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    pub moves: u64,
    pub time: Duration,
    pub longest: Duration,
    /// The reported nodes; [`Effort::counted_time`] is the time of the moves with a report.
    pub nodes: u64,
    pub counted_time: Duration,
    pub depths: u64,
    pub depth_sum: u64,
    /// Number of games that the engine lost, by fault.
    pub faults: BTreeMap<End, u64>,
}

/// The counts of all games so far.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The tallies in the order of the schedule's pairings.
    pub tallies: Vec<Tally>,
    pub efforts: Vec<Effort>,
    pub reasons: BTreeMap<End, u64>,
    pub games: u64,
}

impl Summary {
    #[must_use]
    pub fn new(engines: usize, schedule: &Schedule) -> Self {
        Self {
            tallies: vec![Tally::default(); schedule.pairings().len()],
            efforts: vec![Effort::default(); engines],
            reasons: BTreeMap::new(),
            games: 0,
        }
    }

    /// Adds a game, `scheduled` with the colours in which it was played.
    pub fn add(&mut self, scheduled: &ScheduledGame, line: &GameLine) {
        self.games += 1;
        *self.reasons.entry(line.reason).or_default() += 1;
        let winner = line.winner.map(Color::from);
        let color = scheduled.first;
        let half_points = match winner {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        };
        self.tallies[scheduled.pairing].add(scheduled.pair, color, half_points);
        if let Some(winner) = winner
            && line.reason.is_fault()
        {
            let loser = scheduled.players[(!winner).index()];
            *self.efforts[loser].faults.entry(line.reason).or_default() += 1;
        }
        self.add_moves(scheduled, line);
    }

    fn add_moves(&mut self, scheduled: &ScheduledGame, line: &GameLine) {
        let mut mover = Color::from(line.first);
        for (i, &microseconds) in line.microseconds.iter().enumerate() {
            let effort = &mut self.efforts[scheduled.players[mover.index()]];
            let time = Duration::from_micros(microseconds);
            effort.moves += 1;
            effort.time += time;
            effort.longest = effort.longest.max(time);
            if let Some(&Some(nodes)) = line.nodes.get(i) {
                effort.nodes += nodes;
                effort.counted_time += time;
            }
            if let Some(&Some(depth)) = line.depths.get(i) {
                effort.depths += 1;
                effort.depth_sum += u64::from(depth);
            }
            mover = !mover;
        }
    }
}

/// Adds the games of an earlier run to the summary, and returns their numbers. Earlier versions also counted games
/// whose engine could not be started; those are left out.
pub fn count_in(games: impl IntoIterator<Item = GameLine>, schedule: &Schedule, summary: &mut Summary) -> HashSet<u64> {
    let mut done = HashSet::new();
    for line in games {
        if let Some(scheduled) = schedule.game(line.game)
            && line.reason != End::NoStart
            && done.insert(line.game)
        {
            let scheduled = if line.exchanged { scheduled.exchanged() } else { scheduled };
            summary.add(&scheduled, &line);
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::super::config::MatchFormat;
    use super::super::line::Side;
    use super::*;
    use crate::game::Reason;
    use jiff::Timestamp;

    fn line(number: u64, winner: Option<Side>, reason: End) -> GameLine {
        GameLine {
            game: number,
            black: String::new(),
            white: String::new(),
            started: Timestamp::UNIX_EPOCH,
            ended: Timestamp::UNIX_EPOCH,
            winner,
            reason,
            detail: String::new(),
            illegal: None,
            drawn: Vec::new(),
            exchanged: false,
            first: Side::White,
            opening: 1,
            microseconds: vec![10, 30, 20],
            scores: vec![None; 3],
            depths: vec![Some(4), None, Some(6)],
            nodes: vec![Some(100), Some(50), None],
        }
    }

    #[test]
    fn pairs_colours_and_faults() {
        let schedule = Schedule::new(2, MatchFormat::RoundRobin, 6);
        let mut summary = Summary::new(2, &schedule);
        let games = [
            (0, Some(Side::Black), End::Rules(Reason::NoMoves)),
            (3, None, End::Rules(Reason::Repetition)),
            (1, Some(Side::White), End::Time),
            (2, Some(Side::White), End::Crash),
            (4, Some(Side::Black), End::Resignation),
        ];
        for (number, winner, reason) in games {
            summary.add(&schedule.game(number).unwrap(), &line(number, winner, reason));
        }
        let tally = &summary.tallies[0];
        assert_eq!(tally.results[0], Results { wins: 2, draws: 0, losses: 1 });
        assert_eq!(tally.results[1], Results { wins: 1, draws: 1, losses: 0 });
        assert_eq!(tally.sample(), Sample { pairs: Pentanomial([0, 1, 0, 0, 1]), unpaired: [0, 0, 1] });
        assert_eq!(tally.sample().mean(), tally.total().share());
        assert_eq!(summary.efforts[0].faults, BTreeMap::from([(End::Crash, 1)]));
        assert_eq!(summary.efforts[1].faults, BTreeMap::from([(End::Time, 1)]));
        // White makes the first and the third move of each game, and the second engine has White in games 0, 2 and 4.
        let effort = &summary.efforts[1];
        assert_eq!((effort.moves, effort.time.as_micros()), (3 * 2 + 2, 3 * 30 + 2 * 30));
        assert_eq!((effort.nodes, effort.counted_time.as_micros()), (3 * 100 + 2 * 50, 3 * 10 + 2 * 30));
        assert_eq!((effort.depths, effort.depth_sum), (3 * 2, 3 * 10));
        assert_eq!(effort.longest.as_micros(), 30);
    }
}
