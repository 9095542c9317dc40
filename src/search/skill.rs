//! Weaker play as people play it: a weaker player overlooks captures and checks, misjudges positions, and sees less far.
//!
//! An oversight lasts for a turn: whoever does not see that the bishop takes the rook does not see it in any line, lets
//! it happen and looks again on the next turn. A misjudgement belongs to the position: a player who thinks too well of one
//! does so each time, walks into it with open eyes and is punished. Both are small enough to leave a plan in the moves;
//! random moves would look like a strong player's accidents.

use super::grade::Grade;
use crate::game::hash::{mix, spread};
use crate::game::score::EVALUATION_LIMIT;
use crate::game::{Position, Score};
use std::hash::{BuildHasher as _, RandomState};

/// The level of full strength.
pub const FULL_SKILL: i32 = 20;
/// The weakest level. Levels below zero are for children and beginners; servers that know the levels of Fairy-Stockfish
/// ask for them.
pub const WEAKEST: i32 = -10;
/// All levels but the full one.
const WEAK_LEVELS: usize = (FULL_SKILL - WEAKEST) as usize;

/// The handicaps of a search below full skill.
#[derive(Clone, Copy, Debug)]
pub struct Weakness {
    /// Largest misjudgement of an evaluation, in centipawns.
    misjudgement: u32,
    /// Captures and checks that are overlooked, of [`OUT_OF`].
    overlooked: u32,
    /// Nodes after which no further iteration begins.
    nodes: u64,
    /// Seed of this game's misjudgements.
    seed: Seed,
    /// Seed of this turn's oversights.
    turn: u64,
}

/// Seed of one game's mistakes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed(u64);

impl Seed {
    /// A seed unlike those of earlier games: the standard library draws the keys of its hash tables at random.
    pub fn random() -> Self {
        Self(RandomState::new().hash_one(()))
    }
}

/// The levels below full skill, the weakest first: largest misjudgement in centipawns, moves overlooked of
/// [`OUT_OF`], and nodes after which no further iteration begins. Set by matches of neighbours and of simple programs, so
/// that each step is worth about a grade.
const LEVELS: [(u32, u32, u64); WEAK_LEVELS] = [
    (120, 950, 11),
    (119, 914, 13),
    (117, 858, 16),
    (116, 780, 19),
    (115, 680, 23),
    (114, 560, 28),
    (112, 440, 33),
    (111, 310, 40),
    (110, 215, 57),
    (108, 150, 81),
    (107, 104, 115),
    (106, 73, 164),
    (104, 51, 233),
    (103, 36, 331),
    (102, 25, 471),
    (100, 18, 670),
    (99, 13, 953),
    (98, 10, 1_355),
    (97, 8, 1_928),
    (95, 6, 2_742),
    (94, 5, 3_900),
    (79, 4, 5_250),
    (65, 3, 7_500),
    (49, 2, 12_000),
    (38, 1, 18_800),
    (27, 0, 33_000),
    (22, 0, 49_000),
    (17, 0, 78_000),
    (13, 0, 124_000),
    (10, 0, 200_000),
];
/// The level that plays like a first kyu; each step from it is a grade. Two points tie the grades to the levels: a careful
/// program of one ply, which stands between the levels -4 and -3, plays like a person of 12 to 15 kyu, and level 10 like
/// one of the first dan.
const FIRST_KYU: i32 = 9;
/// Elo of each level up to full skill above the level below it, measured by matches of neighbours.
const STEPS: [i32; WEAK_LEVELS] = [
    252, 288, 196, 220, 191, 156, 200, 164, 93, 81, //
    123, 28, 93, 49, 147, 131, 220, 131, 182, 182, 115, 232, 140, 123, 220, 191, 164, 85, 171, 301,
];

/// A level of play with its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// As [`skill_level`](super::SearchOptions::skill_level).
    pub number: i32,
    /// Elo above level 0; negative below it.
    pub elo: i32,
    /// A rough guide, since matches among engines say little about people.
    pub grade: Grade,
}

/// All levels, the weakest first.
pub fn levels() -> impl Iterator<Item = Level> {
    let (below_zero, _) = STEPS.split_at(WEAKEST.unsigned_abs() as usize);
    let mut elo = -below_zero.iter().sum::<i32>();
    (WEAKEST..=FULL_SKILL).zip([0].into_iter().chain(STEPS)).map(move |(number, step)| {
        elo += step;
        Level { number, elo, grade: Grade::at((number - FIRST_KYU).min(Grade::HIGHEST.steps())) }
    })
}

/// The level whose strength comes nearest to `elo`, the weaker of two.
#[must_use]
pub fn nearest_level(elo: i32) -> i32 {
    levels().min_by_key(|level| level.elo.abs_diff(elo)).map_or(FULL_SKILL, |level| level.number)
}

/// The level of a grade, the weakest of several.
#[must_use]
pub fn level_of(grade: Grade) -> i32 {
    (grade.steps() + FIRST_KYU).clamp(WEAKEST, FULL_SKILL)
}

/// Largest misjudgement of a position at a level, in centipawns.
#[must_use]
pub fn misjudgement(level: i32) -> Score {
    Weakness::of(level, Seed::default(), 0).map_or(0, |weakness| weakness.misjudgement as Score)
}

/// The number of moves of which a level overlooks some.
const OUT_OF: u64 = 1_000;
/// Nodes that every search may make: one ply and the captures behind it.
const FIRST_ITERATION: u64 = 1_000;
/// A running iteration is broken off once the search has made this many times the nodes of the level.
const OVERDRAFT: u64 = 8;

impl Weakness {
    /// The weakness of a level from [`WEAKEST`] up to [`FULL_SKILL`], which has none, at a turn of the game.
    pub fn of(level: i32, seed: Seed, turn: u32) -> Option<Self> {
        let &(misjudgement, overlooked, nodes) = LEVELS.get(usize::try_from(level - WEAKEST).ok()?)?;
        Some(Self { misjudgement, overlooked, nodes, seed, turn: mix(seed.0 ^ spread(turn.into())) })
    }

    /// Nodes after which an iteration is broken off.
    pub fn node_limit(&self) -> u64 {
        (self.nodes * OVERDRAFT).max(FIRST_ITERATION)
    }

    /// Nodes after which no further iteration begins.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The misjudged evaluation of the position with this key. Small errors are likelier than large ones.
    pub fn misjudge(&self, value: Score, key: u64) -> Score {
        let bits = mix(key ^ self.seed.0);
        let part = |bits: u64| (((bits & 0xffff_ffff) * u64::from(self.misjudgement + 1)) >> 32) as Score;
        (value + part(bits) - part(bits >> 32)).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// True if a move is overlooked in this turn, whenever the search comes upon it: a capture or a check by the piece
    /// that would make it, wherever the others stand. Answers to a check and recaptures leap to the eye.
    #[cold]
    pub fn overlooks<P: Position>(&self, position: &P, m: P::Move) -> bool {
        let chance = mix(self.turn ^ spread(position.history_index(m).from_to.into())) % OUT_OF;
        chance < self.overlooked.into()
            && !position.in_check()
            && !position.is_recapture(m)
            && (position.is_tactical(m) || position.gives_check(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, PlayablePosition as _};
    use crate::variants::Shogi;

    #[test]
    fn each_level_is_better_than_the_one_below() {
        let levels: Vec<_> = (WEAKEST..FULL_SKILL).map(|level| Weakness::of(level, Seed(0), 0).unwrap()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].misjudgement >= pair[1].misjudgement && pair[0].overlooked >= pair[1].overlooked);
            assert!(pair[0].nodes < pair[1].nodes);
        }
        assert!(Weakness::of(FULL_SKILL, Seed(0), 0).is_none());
    }

    #[test]
    fn levels_have_strengths() {
        let all: Vec<_> = levels().collect();
        assert_eq!(all.len(), WEAK_LEVELS + 1);
        let level = |number: i32| all[(number - WEAKEST) as usize];
        assert!(all.is_sorted_by(|a, b| a.elo < b.elo && a.number < b.number));
        assert_eq!([-10, -1, 0, 1, 9, 20].map(|number| level(number).elo), [-1_841, -81, 0, 123, 1_104, 3_028]);
        assert!(all.iter().all(|level| nearest_level(level.elo) == level.number));
        assert_eq!([-9_999, 0, 73, 9_999].map(nearest_level), [WEAKEST, 0, 1, 20]);
    }

    #[test]
    fn each_level_is_a_grade() {
        let grade = |number: i32| levels().find(|level| level.number == number).unwrap().grade;
        let grades = [-10, 0, 9, 10, 17, 18, 20].map(|number| grade(number).to_string());
        assert_eq!(grades, ["20 kyu", "10 kyu", "1 kyu", "1 dan", "8 dan", "9 dan", "9 dan"]);
        assert!((WEAKEST..=18).all(|number| level_of(grade(number)) == number));
        assert_eq!([Grade::Kyu(30), Grade::Dan(9)].map(level_of), [WEAKEST, 18]);
    }

    /// Turns, of a thousand, in which a level overlooks a move.
    fn overlooked(level: i32, moves: &str, m: &str) -> usize {
        let mut position = Shogi.start();
        for text in moves.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position.make(m, &mut ());
        }
        let m = position.parse_move(m).unwrap();
        (0..1_000).filter(|&turn| Weakness::of(level, Seed(0), turn).unwrap().overlooks(&position, m)).count()
    }

    #[test]
    fn captures_and_checks_are_overlooked() {
        for (level, expected) in [(WEAKEST, 950), (-5, 560), (0, 104), (10, 5)] {
            let share = overlooked(level, "7g7f 3c3d", "8h2b+");
            assert!(share.abs_diff(expected) < 50, "level {level}: {share}");
        }
        assert!(overlooked(WEAKEST, "7g7f 3c3d 8h2b+ 3a2b", "B*2d") > 900, "a check");
    }

    #[test]
    fn what_leaps_to_the_eye_is_seen() {
        for (moves, m) in [("7g7f 3c3d", "2g2f"), ("7g7f 3c3d 8h2b+", "3a2b"), ("7g7f 3c3d 8h2b+ 3a2b B*2d", "B*3c")] {
            assert_eq!(overlooked(WEAKEST, moves, m), 0, "{moves} {m}");
        }
    }

    #[test]
    fn a_misjudgement_stays_and_is_fair() {
        let weakness = Weakness::of(0, Seed(7), 0).unwrap();
        let errors: Vec<_> = (0..10_000).map(|n| weakness.misjudge(0, spread(n))).collect();
        assert_eq!(errors[5], weakness.misjudge(0, spread(5)));
        let mean = errors.iter().sum::<Score>() / errors.len() as Score;
        assert!(mean.abs() < 5, "{mean}");
        assert!(errors.iter().all(|error| error.unsigned_abs() <= weakness.misjudgement));
        assert!(errors.iter().any(|error| error.unsigned_abs() > weakness.misjudgement / 2));
    }
}
