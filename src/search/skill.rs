//! Weaker play as people play it: a weaker player sees less far, misjudges positions, and now and then overlooks a win.
//!
//! A misjudgement belongs to the position: a player who thinks too well of one does so each time, walks into it with
//! open eyes and is punished. Random moves would look like a strong player's accidents.

use crate::game::Score;
use crate::game::hash::mix;
use crate::game::score::EVALUATION_LIMIT;
use crate::words::Language;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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
    /// Wins at hand that are overlooked, of 256.
    overlooked: u32,
    /// Nodes after which no further iteration begins.
    nodes: u64,
    /// Seed of this game's mistakes.
    seed: Seed,
}

/// Seed of one game's mistakes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed(u64);

impl Seed {
    /// A seed unlike those of earlier games.
    pub fn random() -> Self {
        Self(rand::random())
    }
}

/// The levels below full skill: largest misjudgement in centipawns, and nodes after which no further iteration begins.
/// Set by matches of neighbours, so that each step is worth about as much.
const LEVELS: [(u32, u64); WEAK_LEVELS] = [
    (4_000, 12),
    (3_400, 15),
    (2_900, 18),
    (2_480, 23),
    (2_120, 29),
    (1_800, 36),
    (1_550, 43),
    (1_330, 53),
    (1_130, 64),
    (950, 78),
    (760, 100),
    (615, 145),
    (510, 200),
    (415, 290),
    (325, 440),
    (265, 625),
    (210, 950),
    (168, 1_400),
    (136, 2_050),
    (112, 2_850),
    (94, 3_900),
    (79, 5_250),
    (65, 7_500),
    (49, 12_000),
    (38, 18_800),
    (27, 33_000),
    (22, 49_000),
    (17, 78_000),
    (13, 124_000),
    (10, 200_000),
];
/// Elo of each level up to full skill above the level below it, measured by matches of neighbours.
const STEPS: [i32; WEAK_LEVELS] = [
    192, 149, 163, 124, 143, 125, 120, 139, 129, 164, //
    145, 162, 182, 158, 159, 183, 124, 150, 190, 149, 162, 145, 177, 115, 168, 128, 196, 166, 80, 85,
];
/// Elo of the first dan, and of each further one above it, as large Japanese servers rate people. The scale of the levels
/// has its zero at level 0.
const FIRST_DAN: i32 = 1_550;
const DAN_STEP: i32 = 150;
const KYU_STEP: i32 = 100;
const HIGHEST_DAN: i32 = 9;
const LOWEST_KYU: i32 = 30;

/// A strength as players of shogi name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Kyu(i32),
    Dan(i32),
}

impl Grade {
    /// The grade of a strength in Elo above level 0: a rough guide, since matches among engines say little about
    /// people.
    #[must_use]
    pub fn of(elo: i32) -> Self {
        if elo >= FIRST_DAN {
            Self::Dan((1 + (elo - FIRST_DAN) / DAN_STEP).min(HIGHEST_DAN))
        } else {
            Self::Kyu((1 + (FIRST_DAN - 1 - elo) / KYU_STEP).min(LOWEST_KYU))
        }
    }

    /// A strength in the middle of the grade, in Elo above level 0.
    #[must_use]
    pub const fn elo(self) -> i32 {
        match self {
            Self::Kyu(number) => FIRST_DAN + KYU_STEP / 2 - KYU_STEP * number,
            Self::Dan(number) => FIRST_DAN + DAN_STEP / 2 + DAN_STEP * (number - 1),
        }
    }

    /// Grades by which this one stands above `other`; negative if it stands below.
    #[must_use]
    pub const fn above(self, other: Self) -> i32 {
        self.steps() - other.steps()
    }

    /// Grades above the first kyu.
    #[must_use]
    pub const fn steps(self) -> i32 {
        match self {
            Self::Kyu(number) => 1 - number,
            Self::Dan(number) => number,
        }
    }

    /// The grade that stands `steps` above the first kyu.
    #[must_use]
    pub const fn at(steps: i32) -> Self {
        if steps > 0 { Self::Dan(steps) } else { Self::Kyu(1 - steps) }
    }

    /// The name in a language.
    #[must_use]
    pub fn told(self, language: Language) -> String {
        let digits = ["", "初", "二", "三", "四", "五", "六", "七", "八", "九"];
        match (language, self) {
            (Language::En, _) => self.to_string(),
            (Language::Ja, Self::Kyu(number)) => format!("{number}級"),
            (Language::Ja, Self::Dan(number)) => {
                digits.get(number as usize).map_or_else(|| format!("{number}段"), |digit| format!("{digit}段"))
            }
        }
    }
}

/// A text that names no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a grade is written as 5k, 1d, 5 kyu, 1 dan, 9級 or 初段, up to {HIGHEST_DAN} dan")]
pub struct UnknownGrade;

impl FromStr for Grade {
    type Err = UnknownGrade;

    fn from_str(text: &str) -> Result<Self, UnknownGrade> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
        let (number, is_dan) = [("kyu", false), ("k", false), ("級", false), ("dan", true), ("d", true), ("段", true)]
            .into_iter()
            .find_map(|(unit, is_dan)| Some((text.strip_suffix(unit)?, is_dan)))
            .ok_or(UnknownGrade)?;
        let kanji = |text: &str| "一二三四五六七八九".chars().position(|digit| text.chars().eq([digit]));
        let number = match number {
            "初" if is_dan => 1,
            _ => match (number.parse(), kanji(number)) {
                (Ok(number), _) => number,
                (_, Some(index)) => index as i32 + 1,
                _ => return Err(UnknownGrade),
            },
        };
        match (is_dan, number) {
            (true, 1..=HIGHEST_DAN) => Ok(Self::Dan(number)),
            (false, 1..=LOWEST_KYU) => Ok(Self::Kyu(number)),
            _ => Err(UnknownGrade),
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kyu(number) => write!(f, "{number} kyu"),
            Self::Dan(number) => write!(f, "{number} dan"),
        }
    }
}

/// A level of play with its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// As [`skill_level`](super::SearchOptions::skill_level).
    pub number: i32,
    /// Elo above level 0; negative below it.
    pub elo: i32,
    pub grade: Grade,
}

/// All levels, the weakest first.
pub fn levels() -> impl Iterator<Item = Level> {
    let (below_zero, _) = STEPS.split_at(WEAKEST.unsigned_abs() as usize);
    let mut elo = -below_zero.iter().sum::<i32>();
    (WEAKEST..=FULL_SKILL).zip([0].into_iter().chain(STEPS)).map(move |(number, step)| {
        elo += step;
        Level { number, elo, grade: Grade::of(elo) }
    })
}

/// The level whose strength comes nearest to `elo`, the weaker of two.
#[must_use]
pub fn nearest_level(elo: i32) -> i32 {
    levels().min_by_key(|level| level.elo.abs_diff(elo)).map_or(FULL_SKILL, |level| level.number)
}

/// Wins at hand, of 256, that each level overlooks more than the one above it.
const OVERLOOKED_STEP: u32 = 10;
/// The first level that overlooks nothing.
const ALERT_LEVEL: i32 = 15;
/// A running iteration is broken off once the search has made this many times the nodes of the level.
const OVERDRAFT: u64 = 8;

impl Weakness {
    /// The weakness of a level from [`WEAKEST`] up to [`FULL_SKILL`], which has none.
    pub fn of(level: i32, seed: Seed) -> Option<Self> {
        let &(misjudgement, nodes) = LEVELS.get(usize::try_from(level - WEAKEST).ok()?)?;
        let overlooked = OVERLOOKED_STEP * (ALERT_LEVEL - level).max(0).unsigned_abs();
        Some(Self { misjudgement, overlooked, nodes, seed })
    }

    /// Nodes after which an iteration is broken off.
    pub const fn node_limit(&self) -> u64 {
        self.nodes * OVERDRAFT
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

    /// True if a win at hand in the position with this key is overlooked.
    pub const fn overlooks(&self, key: u64) -> bool {
        mix(key ^ self.seed.0.rotate_left(32)) as u32 & 255 < self.overlooked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hash::spread;

    #[test]
    fn each_level_is_better_than_the_one_below() {
        let levels: Vec<_> = (WEAKEST..FULL_SKILL).map(|level| Weakness::of(level, Seed(0)).unwrap()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].misjudgement > pair[1].misjudgement && pair[0].overlooked >= pair[1].overlooked);
            assert!(pair[0].nodes < pair[1].nodes);
        }
        assert!(Weakness::of(FULL_SKILL, Seed(0)).is_none());
    }

    #[test]
    fn levels_have_strengths() {
        let all: Vec<_> = levels().collect();
        assert_eq!(all.len(), WEAK_LEVELS + 1);
        let level = |number: i32| all[(number - WEAKEST) as usize];
        assert!(all.is_sorted_by(|a, b| a.elo < b.elo && a.number < b.number));
        assert_eq!([-10, -1, 0, 1, 9, 20].map(|number| level(number).elo), [-1_448, -164, 0, 145, 1_453, 3_024]);
        assert!(all.iter().all(|level| nearest_level(level.elo) == level.number));
        assert_eq!([-9_999, 0, 73, 9_999].map(nearest_level), [WEAKEST, 0, 1, 20]);
        assert_eq!(level(0).grade.to_string(), "16 kyu");
        assert_eq!(
            (Grade::of(1_549), Grade::of(1_550), Grade::of(1_450)),
            (Grade::Kyu(1), Grade::Dan(1), Grade::Kyu(1))
        );
        assert_eq!(
            (Grade::of(1_449), Grade::of(1_700), Grade::of(i32::MAX)),
            (Grade::Kyu(2), Grade::Dan(2), Grade::Dan(9))
        );
    }

    #[test]
    fn grades_are_read_and_compared() {
        let read = |text: &str| text.parse::<Grade>();
        for text in ["5k", "5 kyu", "5K", "五級", "5級"] {
            assert_eq!(read(text), Ok(Grade::Kyu(5)), "{text}");
        }
        assert_eq!(["1d", "初段", "一段", "2 dan"].map(read), [1, 1, 1, 2].map(|number| Ok(Grade::Dan(number))));
        for text in ["", "k", "0k", "10d", "5", "dan", "99級"] {
            assert_eq!(read(text), Err(UnknownGrade), "{text}");
        }
        for grade in (1..15).map(Grade::Kyu).chain((1..=9).map(Grade::Dan)) {
            assert_eq!((Grade::of(grade.elo()), Grade::at(grade.steps())), (grade, grade));
        }
        assert_eq!((Grade::Dan(1).above(Grade::Kyu(1)), Grade::Kyu(9).above(Grade::Dan(2))), (1, -10));
    }

    #[test]
    fn grades_are_spoken_of_in_either_language() {
        let told = |language| [Grade::Kyu(12), Grade::Dan(1), Grade::Dan(3)].map(|known| known.told(language));
        assert_eq!(told(Language::En), ["12 kyu", "1 dan", "3 dan"]);
        assert_eq!(told(Language::Ja), ["12級", "初段", "三段"]);
        let read = told(Language::Ja).map(|text| text.parse());
        assert_eq!(read, [Grade::Kyu(12), Grade::Dan(1), Grade::Dan(3)].map(Ok));
    }

    #[test]
    fn a_misjudgement_stays_and_is_fair() {
        let weakness = Weakness::of(0, Seed(7)).unwrap();
        let errors: Vec<_> = (0..10_000).map(|n| weakness.misjudge(0, spread(n))).collect();
        assert_eq!(errors[5], weakness.misjudge(0, spread(5)));
        let mean = errors.iter().sum::<Score>() / errors.len() as Score;
        assert!(mean.abs() < 25, "{mean}");
        assert!(errors.iter().all(|error| error.unsigned_abs() <= weakness.misjudgement));
        assert!(errors.iter().any(|error| error.unsigned_abs() > weakness.misjudgement / 2));
    }
}
