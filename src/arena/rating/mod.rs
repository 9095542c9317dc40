//! Ratings of players by the records of their games.

pub mod fesa;
mod read;

pub use read::{Fault, Found, read};

use crate::board::Color;
use crate::search::Grade;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as it counts for ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// `[color]`
    pub names: [String; 2],
    /// None for a draw.
    pub winner: Option<Color>,
    /// Name of the handicap; none on even terms.
    pub handicap: Option<String>,
    /// The numbers of its date, the year first; empty if the record has none.
    pub date: Vec<u32>,
}

/// The standing of a player before the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub rating: i32,
    /// Rated games that led to it.
    pub games: usize,
}

/// The number of rated games behind a rating, in FESA's classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Fewer than 9 games.
    New,
    /// 9 to 17 games.
    Provisional,
    Established,
}

impl Status {
    const fn of(games: usize) -> Self {
        match games {
            0..9 => Self::New,
            9..18 => Self::Provisional,
            _ => Self::Established,
        }
    }
}

/// A player after the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub name: String,
    pub before: Standing,
    pub after: Standing,
    /// Points from the games with each player, in the order of the table and of the games.
    pub against: Vec<Vec<f64>>,
}

impl Player {
    #[must_use]
    pub fn grade(&self) -> Grade {
        fesa::grade_of(self.after.rating)
    }

    #[must_use]
    pub const fn status(&self) -> Status {
        Status::of(self.after.games)
    }

    #[must_use]
    pub fn points(&self) -> f64 {
        self.against.iter().flatten().sum()
    }

    /// Games of the table, rated or not.
    #[must_use]
    pub fn played(&self) -> usize {
        self.against.iter().map(Vec::len).sum()
    }
}

/// The table of all players, the highest rating first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    pub players: Vec<Player>,
    pub games: usize,
    /// Games with handicaps whose weight in grades is unknown: they stand in the table and change no rating.
    pub unrated: usize,
}

impl Ratings {
    /// Rates the games one after the other, by their dates; those of one date, and those without, in the order in which
    /// they come. Who is not `known` begins with the rating `initial`.
    #[must_use]
    pub fn of(mut games: Vec<RatedGame>, known: &BTreeMap<String, Standing>, initial: i32) -> Self {
        games.sort_by(|a, b| a.date.cmp(&b.date));
        let mut table = Self::before(&games, known, initial);
        games.iter().for_each(|game| table.add(game));
        table.sort();
        table
    }

    fn before(games: &[RatedGame], known: &BTreeMap<String, Standing>, initial: i32) -> Self {
        let mut names: Vec<&String> = games.iter().flat_map(|game| &game.names).collect();
        names.sort();
        names.dedup();
        let count = names.len();
        let new = |name: &String| {
            let before = known.get(name).copied().unwrap_or(Standing { rating: initial, games: 0 });
            Player { name: name.clone(), before, after: before, against: vec![Vec::new(); count] }
        };
        Self { players: names.into_iter().map(new).collect(), games: games.len(), unrated: 0 }
    }

    /// Adds a game; the players still stand in the order of their names.
    fn add(&mut self, game: &RatedGame) {
        let found = |name: &String| self.players.binary_search_by(|player| player.name.cmp(name)).ok();
        let [Some(black), Some(white)] = game.names.each_ref().map(found) else { return };
        let points =
            game.winner.map_or([0.5, 0.5], |winner| if winner == Color::Black { [1.0, 0.0] } else { [0.0, 1.0] });
        self.players[black].against[white].push(points[0]);
        self.players[white].against[black].push(points[1]);
        let [own_black, own_white] = [black, white].map(|index| self.players[index].after.rating);
        // White gives the handicap.
        let counted = game.handicap.as_ref().map_or(Some(f64::from(own_white)), |name| fesa::weakened(own_white, name));
        let Some(white_counted) = counted else {
            self.unrated += 1;
            return;
        };
        let black_counted = f64::from(own_black);
        let gains = [
            fesa::change(own_black, black_counted, white_counted, points[0]),
            fesa::change(own_white, white_counted, black_counted, points[1]),
        ];
        for (index, gain) in [black, white].into_iter().zip(gains) {
            let after = &mut self.players[index].after;
            after.rating += gain;
            after.games += 1;
        }
    }

    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|index| &self.players[index]);
            b.after.rating.cmp(&a.after.rating).then(b.points().total_cmp(&a.points()))
        });
        let sorted = |player: &Player| {
            let against = order.iter().map(|&index| player.against[index].clone()).collect();
            Player { against, ..player.clone() }
        };
        self.players = order.iter().map(|&index| sorted(&self.players[index])).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: &str, white: &str, winner: Option<Color>) -> RatedGame {
        RatedGame { names: [black, white].map(str::to_owned), winner, handicap: None, date: Vec::new() }
    }

    fn ratings(table: &Ratings) -> Vec<(&str, i32)> {
        table.players.iter().map(|player| (player.name.as_str(), player.after.rating)).collect()
    }

    /// a beats b: 28/2 = 14 each, 1514 and 1486. Then a draws with c at 1500: the expected share of a is 0.520, so it
    /// loses 0.56, rounded 1, and c gains 1.
    #[test]
    fn games_are_rated_one_after_the_other() {
        let games = vec![game("a", "b", Some(Color::Black)), game("c", "a", None)];
        let table = Ratings::of(games, &BTreeMap::new(), 1_500);
        assert_eq!(ratings(&table), [("a", 1_513), ("c", 1_501), ("b", 1_486)]);
        assert_eq!(table.players[0].against, [vec![], vec![0.5], vec![1.0]]);
        assert_eq!(table.players.iter().map(Player::points).collect::<Vec<_>>(), [1.5, 0.5, 0.0]);
    }

    /// A win against a stronger player gains k * 400/160 = 70; the second such win gains less, for the rating has risen.
    #[test]
    fn dates_decide_on_the_order() {
        let known = BTreeMap::from([("a".to_owned(), Standing { rating: 1_300, games: 8 })]);
        let late = RatedGame { date: vec![2025, 2, 1], ..game("a", "b", Some(Color::White)) };
        let early = RatedGame { date: vec![2025, 1, 31], ..game("b", "a", Some(Color::White)) };
        let table = Ratings::of(vec![late, early], &known, 1_700);
        // 28 * 400/160 = 70 for a, and b loses 24 * 0.909 = 22. Then 1370 loses to 1678, 28 * 0.145 = 4, and b gains
        // 24 * 0.145 = 3.
        assert_eq!(ratings(&table), [("b", 1_681), ("a", 1_366)]);
        let status: Vec<Status> = table.players.iter().map(Player::status).collect();
        assert_eq!(status, [Status::New, Status::Provisional]);
    }

    /// 1 dan gives a lance to 1 kyu: 1680 counts as 1584 against 1584, so half the coefficient changes hands.
    #[test]
    fn handicaps_weigh() {
        let known = BTreeMap::from([
            ("giver".to_owned(), Standing { rating: 1_680, games: 20 }),
            ("taker".to_owned(), Standing { rating: 1_584, games: 17 }),
        ]);
        let with = |handicap: &str| RatedGame {
            handicap: Some(handicap.to_owned()),
            ..game("taker", "giver", Some(Color::Black))
        };
        let table = Ratings::of(vec![with("lance")], &known, 1_000);
        assert_eq!(ratings(&table), [("giver", 1_668), ("taker", 1_596)]);
        assert_eq!(table.players[1].status(), Status::Established);
        let table = Ratings::of(vec![with("6-piece")], &known, 1_000);
        assert_eq!((ratings(&table), table.unrated), (vec![("giver", 1_680), ("taker", 1_584)], 1));
        assert_eq!(table.players[1].points(), 1.0);
    }
}
