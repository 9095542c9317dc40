//! Sides and moves of games, grouped by a common key.

use super::digest::{Played, Side};
use std::collections::BTreeMap;

/// The figures of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Games with moves of the group.
    pub games: usize,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    moves: usize,
    /// The sum over the moves.
    accuracy: f64,
    /// Moves of each judgement, in the order of [`Judgement::ALL`](crate::analysis::Judgement::ALL).
    pub judged: [usize; 3],
    pub missed_mates: usize,
    pub allowed_mates: usize,
}

impl Figures {
    /// The mean accuracy over the moves, from 0 to 100; none without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / self.moves as f64)
    }

    /// Number of moves of each judgement, then of mates missed and allowed.
    pub fn counts(&self) -> [usize; 5] {
        let [inaccuracies, mistakes, blunders] = self.judged;
        [inaccuracies, mistakes, blunders, self.missed_mates, self.allowed_mates]
    }

    fn add(&mut self, played: &Played) {
        self.moves += 1;
        self.accuracy += played.accuracy;
        if let Some(judgement) = played.judgement {
            self.judged[judgement as usize] += 1;
        }
        self.missed_mates += usize::from(played.missed_mate.is_some());
        self.allowed_mates += usize::from(played.allowed_mate.is_some());
    }

    fn add_game(&mut self, side: &Side) {
        self.games += 1;
        match side.result {
            Some(result) if result > 0.5 => self.wins += 1,
            Some(result) if result < 0.5 => self.losses += 1,
            Some(_) => self.draws += 1,
            None => {}
        }
    }
}

/// Groups whole games by their keys.
pub fn by_game<'a, K: Ord>(sides: impl IntoIterator<Item = (K, &'a Side)>) -> BTreeMap<K, Figures> {
    let mut groups: BTreeMap<K, Figures> = BTreeMap::new();
    for (key, side) in sides {
        let figures = groups.entry(key).or_default();
        figures.add_game(side);
        side.moves.iter().for_each(|played| figures.add(played));
    }
    groups
}

/// Groups single moves; those without a key are in no group.
pub fn by_move<'a, K: Ord + Copy>(
    sides: impl IntoIterator<Item = &'a Side>,
    key: impl Fn(&Played) -> Option<K>,
) -> BTreeMap<K, Figures> {
    let mut groups: BTreeMap<K, Figures> = BTreeMap::new();
    for side in sides {
        let mut keys = Vec::new();
        for played in &side.moves {
            let Some(key) = key(played) else { continue };
            groups.entry(key).or_default().add(played);
            keys.push(key);
        }
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            groups.entry(key).or_default().add_game(side);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Judgement;
    use crate::board::Color;
    use crate::game::Phase;

    fn side(player: &str, result: Option<f64>, accuracies: &[f64]) -> Side {
        let played = |(number, &accuracy): (usize, &f64)| Played {
            number,
            phase: Phase::Opening,
            accuracy,
            judgement: (accuracy < 50.0).then_some(Judgement::Blunder),
            missed_mate: None,
            allowed_mate: (accuracy < 10.0).then_some(5),
            spent: None,
        };
        let moves = (1..).zip(accuracies).map(played).collect();
        Side { color: Color::Black, player: player.to_owned(), result, opening: None, castle: None, moves }
    }

    #[test]
    fn games_and_moves_count_in_their_groups() {
        let sides =
            [side("a", Some(1.0), &[100.0, 50.0]), side("b", None, &[8.0]), side("a", Some(0.5), &[40.0, 90.0, 80.0])];
        let players = by_game(sides.iter().map(|side| (&*side.player, side)));
        let (a, b) = (players["a"], players["b"]);
        assert_eq!((a.games, a.wins, a.draws, a.losses, a.judged), (2, 1, 1, 0, [0, 0, 1]));
        assert_eq!((a.accuracy(), b.accuracy()), (Some(72.0), Some(8.0)));
        assert_eq!((b.games, b.wins + b.draws + b.losses, b.allowed_mates), (1, 0, 1));
        // The third ply is a group, and the first two together are another.
        let plies = by_move(&sides, |played| Some(played.number > 2));
        assert_eq!((plies[&false].games, plies[&true].games), (3, 1));
        assert_eq!((plies[&true].accuracy(), plies[&false].accuracy()), (Some(80.0), Some(57.6)));
    }
}
